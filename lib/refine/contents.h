/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_CONTENTS_H
#define REFINE_CONTENTS_H

#include <stdint.h>

/* Which things stand on which node, node after node. */
struct refine_contents {
    uint32_t *first;  /* [nodes+1]: range of `member` */
    uint32_t *member; /* [things] */
    uint32_t *slot;   /* [things]: where it stands in `member` */
};

/* place[thing] is a node. Returns -1 when memory is out. */
int refine_contents_init(struct refine_contents *contents, uint32_t nodes, uint32_t things,
                         const uint32_t *place);
void refine_contents_free(struct refine_contents *contents);

/* Two things change their slots. */
static inline void refine_contents_swap(struct refine_contents *contents, uint32_t a, uint32_t b)
{
    uint32_t slot = contents->slot[a];

    contents->slot[a] = contents->slot[b];
    contents->slot[b] = slot;
    contents->member[contents->slot[a]] = a;
    contents->member[slot] = b;
}

#endif
