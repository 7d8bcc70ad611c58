/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What comes first has the least key, of equal ones the least item. */
struct heap_entry {
    double key;
    uint64_t item;
};

static inline bool heap_before(const struct heap_entry *a, const struct heap_entry *b)
{
    return a->key != b->key ? a->key < b->key : a->item < b->item;
}

/* A binary heap. Start from {0}; free `entry`. */
struct heap {
    struct heap_entry *entry; /* [count]: the first one comes first */
    size_t count, room;
};

/* -1 when memory runs out, which it does not while `count` is below `room`. */
int heap_push(struct heap *heap, struct heap_entry entry);

/* Take the first entry; there must be one. */
struct heap_entry heap_pop(struct heap *heap);

#endif
