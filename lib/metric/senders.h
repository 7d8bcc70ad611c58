/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_SENDERS_H
#define METRIC_SENDERS_H

#include "metric/flows.h"

/* The flows of each node that sends any. */
struct senders {
    size_t nodes;
    size_t *first; /* [nodes + 1] where those of each begin in `flow` */
    size_t *flow;  /* [flows] */
    size_t room;
};

/* -1 when memory runs out; may be freed even so. */
int senders_init(struct senders *senders, size_t nodes);
void senders_free(struct senders *senders);

/* List flows by their senders, and those of one in their order; -1 when memory runs out. */
int senders_list(struct senders *senders, const struct flows *flows);

#endif
