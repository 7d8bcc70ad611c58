/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "machine/allocation.h"

#include <stdlib.h>
#include <string.h>

static int check_counts(const struct topomap_allocation *allocation, const uint32_t *placement,
                        uint32_t *counts, struct topomap_error *error)
{
    for (uint32_t r = 0; r < allocation->ranks; r++) {
        if (placement[r] >= allocation->nodes)
            return error_set(error, TOPOMAP_IMPOSSIBLE, "rank %u is on node %u, but there are %u",
                             r, placement[r], allocation->nodes);
        counts[placement[r]]++;
    }
    for (uint32_t i = 0; i < allocation->nodes; i++) {
        if (counts[i] != allocation->tasks[i])
            return error_set(error, TOPOMAP_IMPOSSIBLE, "host '%s' gets %u ranks, but runs %u",
                             allocation->hosts.name[i], counts[i], allocation->tasks[i]);
    }
    return 0;
}

int topomap_placement_check(const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_error *error)
{
    uint32_t *counts = array_new(allocation->nodes, sizeof *counts);
    int result;

    if (!counts)
        return error_memory(error);
    result = check_counts(allocation, placement, counts, error);
    free(counts);
    return result;
}

void topomap_placement_block(const struct topomap_allocation *allocation, uint32_t *placement)
{
    for (uint32_t i = 0; i < allocation->nodes; i++) {
        for (uint32_t r = allocation->first[i]; r < allocation->first[i + 1]; r++)
            placement[r] = i;
    }
}

/*
 * In each round, every node that still has room takes a rank. The list of these nodes lives at
 * the end of the array, which needs no memory and keeps the work linear: at least as many ranks
 * are left as nodes with room, so that a round and the list for the next one never overlap.
 */
void topomap_placement_cyclic(const struct topomap_allocation *allocation, uint32_t *placement)
{
    uint32_t ranks = allocation->ranks;
    uint32_t list = ranks, rank = 0;

    for (uint32_t i = allocation->nodes; i > 0; i--) {
        if (allocation->tasks[i - 1] > 0)
            placement[--list] = i - 1;
    }
    for (uint32_t round = 1; rank < ranks; round++) {
        uint32_t count = ranks - list;

        memmove(placement + rank, placement + list, count * sizeof *placement);
        list = ranks;
        for (uint32_t i = rank + count; i > rank; i--) {
            if (allocation->tasks[placement[i - 1]] > round)
                placement[--list] = placement[i - 1];
        }
        rank += count;
    }
}

void topomap_placement_random(const struct topomap_allocation *allocation, uint64_t seed,
                              uint32_t *placement)
{
    struct random random;

    topomap_placement_block(allocation, placement);
    random_seed(&random, seed);
    random_shuffle(&random, placement, allocation->ranks);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The line at *cursor without blanks around it, copied to `line`; *cursor moves behind it. */
static int take_line(const char **cursor, const char *end, char *line, size_t size)
{
    const char *start = *cursor;
    const char *stop = memchr(start, '\n', (size_t)(end - start));

    *cursor = stop ? stop + 1 : end;
    if (!stop)
        stop = end;
    while (start < stop && is_blank(*start))
        start++;
    while (stop > start && is_blank(stop[-1]))
        stop--;
    if ((size_t)(stop - start) >= size || memchr(start, '\0', (size_t)(stop - start)))
        return -1;
    memcpy(line, start, (size_t)(stop - start));
    line[stop - start] = '\0';
    return 0;
}

static int parse_hosts(const struct topomap_allocation *allocation, const char *name,
                       const char *text, size_t length, uint32_t *placement,
                       struct topomap_error *error)
{
    const char *end = text + length;
    uint32_t line = 0, rank = 0;
    char host[256];

    while (text < end) {
        int64_t node;

        line++;
        if (take_line(&text, end, host, sizeof host) < 0)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: this is no host name", name, line);
        if (host[0] == '\0' || host[0] == '#')
            continue;
        node = names_find(&allocation->hosts, host);
        if (node < 0)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: host '%s' is not in the allocation",
                             name, line, host);
        if (rank == allocation->ranks)
            return error_set(error, TOPOMAP_INPUT, "%s:%u: more than %u hosts, one per rank", name,
                             line, allocation->ranks);
        placement[rank++] = (uint32_t)node;
    }
    if (rank < allocation->ranks)
        return error_set(error, TOPOMAP_INPUT, "%s:%u: only %u hosts for %u ranks", name,
                         line ? line : 1, rank, allocation->ranks);
    return 0;
}

int topomap_placement_parse(const struct topomap_allocation *allocation, const char *name,
                            const char *text, size_t length, uint32_t *placement,
                            struct topomap_error *error)
{
    uint32_t *parsed = array_raw(allocation->ranks, sizeof *parsed);
    struct topomap_error counts_error;
    int result;

    if (!parsed)
        return error_memory(error);
    result = parse_hosts(allocation, name, text, length, parsed, error);
    if (result == 0) {
        result = topomap_placement_check(allocation, parsed, &counts_error);
        if (result < 0)
            error_set(error, counts_error.code, "%s: %.400s", name, counts_error.text);
        else
            memcpy(placement, parsed, allocation->ranks * sizeof *parsed);
    }
    free(parsed);
    return result;
}
