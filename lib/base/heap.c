/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/heap.h"

#include "base/memory.h"

int heap_push(struct heap *heap, struct heap_entry entry)
{
    size_t at = heap->count;

    if (array_grow(&heap->entry, &heap->room, heap->count + 1, sizeof *heap->entry) < 0)
        return -1;
    heap->count++;
    while (at && heap_before(&entry, &heap->entry[(at - 1) / 2])) {
        heap->entry[at] = heap->entry[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->entry[at] = entry;
    return 0;
}

struct heap_entry heap_pop(struct heap *heap)
{
    struct heap_entry top = heap->entry[0];
    struct heap_entry last = heap->entry[--heap->count];
    size_t at = 0;

    for (;;) {
        size_t child = 2 * at + 1;

        if (child + 1 < heap->count && heap_before(&heap->entry[child + 1], &heap->entry[child]))
            child++;
        if (child >= heap->count || !heap_before(&heap->entry[child], &last))
            break;
        heap->entry[at] = heap->entry[child];
        at = child;
    }
    if (heap->count)
        heap->entry[at] = last;
    return top;
}
