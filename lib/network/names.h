/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_NAMES_H
#define NETWORK_NAMES_H

#include "topomap_internal.h"

struct names_chunk;

/* A set of distinct names, numbered in the order of their arrival, found by hashing. Start from
 * {0}. */
struct names {
    char **name;         /* [count] */
    uint32_t count;
    size_t capacity;     /* of `name` */
    uint32_t *bucket;    /* open addressing; index + 1, 0 is empty */
    uint32_t buckets;    /* a power of two, or 0 */
    struct names_chunk *chunk; /* what the names are stored in */
};

/* Copy `count` names. TOPOMAP_INPUT names the one that comes twice. */
int names_init(struct names *names, uint32_t count, char *const *list,
               struct topomap_error *error);
void names_free(struct names *names);

/* Index of `name` or -1. */
int64_t names_find(const struct names *names, const char *name);

/*
 * Index of `name`, which is added if it is new. A new name gets the number names->count had
 * before, so that callers can tell. -1 when memory is out.
 */
int64_t names_add(struct names *names, const char *name);

#endif
