/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_NAMES_H
#define NETWORK_NAMES_H

#include "topomap_internal.h"

struct names_chunk;

/* A set of distinct names, numbered in the order in which they were added, with a hash table. Start
 * from {0}. */
struct names {
    char **name;         /* [count] */
    uint32_t count;
    size_t capacity;     /* of `name` */
    uint32_t *bucket;    /* open addressing: index + 1, or 0 if empty */
    uint32_t buckets;    /* a power of two, or 0 */
    struct names_chunk *chunk; /* memory for the names */
};

/* Copy `count` names. TOPOMAP_INPUT with the name if one occurs twice. */
int names_init(struct names *names, uint32_t count, char *const *list,
               struct topomap_error *error);
void names_free(struct names *names);

/* Whether names of nodes may have this character: letters, digits, '-', '_' and '.', as all formats
 * of plans can hold. */
bool names_allow(char c);

/* The index of `name`, or -1. */
int64_t names_find(const struct names *names, const char *name);

/*
 * The index of `name`, which is added if it is new. A new name gets the index that names->count had
 * before the call. -1 when memory runs out.
 */
int64_t names_add(struct names *names, const char *name);

#endif
