/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/switch_groups.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

int switch_groups_init(struct switch_groups *groups, uint32_t switches,
                       struct topomap_error *error)
{
    *groups = (struct switch_groups){.switches = switches};
    groups->joined = array_raw(switches, sizeof *groups->joined);
    groups->above = array_raw(switches, sizeof *groups->above);
    if (!groups->joined || !groups->above)
        return error_memory(error);
    for (uint32_t s = 0; s < switches; s++) {
        groups->joined[s] = s;
        groups->above[s] = NETWORK_NONE;
    }
    return 0;
}

void switch_groups_free(struct switch_groups *groups)
{
    free(groups->link);
    free(groups->joined);
    free(groups->above);
}

int switch_groups_link(struct switch_groups *groups, uint32_t lower, uint32_t upper,
                       struct topomap_error *error)
{
    if (array_grow(&groups->link, &groups->capacity, groups->links + 1, sizeof *groups->link) < 0)
        return error_memory(error);
    groups->link[groups->links++] = (struct switch_link){lower, upper};
    return 0;
}

/* Later calls find it in fewer steps. */
uint32_t switch_groups_first(struct switch_groups *groups, uint32_t s)
{
    while (groups->joined[s] != s) {
        groups->joined[s] = groups->joined[groups->joined[s]];
        s = groups->joined[s];
    }
    return s;
}

uint32_t switch_groups_above(struct switch_groups *groups, uint32_t s)
{
    uint32_t above = groups->above[switch_groups_first(groups, s)];

    return above == NETWORK_NONE ? NETWORK_NONE : switch_groups_first(groups, above);
}

void switch_groups_unite(struct switch_groups *groups, uint32_t s, uint32_t t)
{
    while (s != NETWORK_NONE && t != NETWORK_NONE) {
        uint32_t a = switch_groups_first(groups, s), b = switch_groups_first(groups, t);
        uint32_t early = a < b ? a : b, late = a < b ? b : a;

        if (early == late)
            return;
        groups->joined[late] = early;
        s = groups->above[early];
        t = groups->above[late];
        if (s == NETWORK_NONE)
            groups->above[early] = t;
    }
}

static int compare_links(const void *a, const void *b)
{
    const struct switch_link *x = a, *y = b;

    if (x->lower != y->lower)
        return x->lower < y->lower ? -1 : 1;
    return x->upper < y->upper ? -1 : x->upper > y->upper;
}

/* Where the links up from each switch begin, [switches + 1]. */
static size_t *index_links(const struct switch_groups *groups)
{
    size_t *first = array_new((size_t)groups->switches + 1, sizeof *first);

    if (!first)
        return NULL;
    for (size_t l = 0; l < groups->links; l++)
        first[groups->link[l].lower + 1]++;
    for (uint32_t s = 0; s < groups->switches; s++)
        first[s + 1] += first[s];
    return first;
}

/* A search upwards from some switches. */
struct climb {
    const struct switch_groups *groups;
    const size_t *first;
    uint32_t *found;  /* [switches]: the switches that have been found */
    uint32_t *seen;   /* [switches]: the last climb, by its number, that found each switch */
    uint32_t number;
};

/* Find all switches above those above `s`. */
static void climb_from(struct climb *climb, uint32_t s)
{
    const struct switch_link *link = climb->groups->link;
    size_t count = 0;

    climb->number++;
    for (size_t l = climb->first[s]; l < climb->first[s + 1]; l++)
        climb->found[count++] = link[l].upper;
    /* Those that the search began with are found if they are above another, too. */
    for (size_t i = 0; i < count; i++) {
        uint32_t lower = climb->found[i];

        for (size_t l = climb->first[lower]; l < climb->first[lower + 1]; l++) {
            uint32_t upper = link[l].upper;

            if (climb->seen[upper] == climb->number)
                continue;
            climb->seen[upper] = climb->number;
            climb->found[count++] = upper;
        }
    }
}

static void drop_links(struct switch_groups *groups, const bool *past)
{
    size_t kept = 0;

    for (size_t l = 0; l < groups->links; l++) {
        if (!past[l])
            groups->link[kept++] = groups->link[l];
    }
    groups->links = kept;
}

/* Links in a cycle are kept, so that it is found. */
static void find_links_past(struct climb *climb, bool *past)
{
    const struct switch_groups *groups = climb->groups;

    for (uint32_t s = 0; s < groups->switches; s++) {
        if (climb->first[s + 1] - climb->first[s] < 2)
            continue;
        climb_from(climb, s);
        for (size_t l = climb->first[s]; l < climb->first[s + 1]; l++)
            past[l] = climb->seen[groups->link[l].upper] == climb->number &&
                      climb->seen[s] != climb->number;
    }
}

int switch_groups_join(struct switch_groups *groups, struct topomap_error *error)
{
    uint32_t switches = groups->switches;
    struct climb climb = {.groups = groups};
    size_t *first = index_links(groups);
    bool *past = array_new(groups->links, sizeof *past);
    int result = -1;

    if (groups->links)
        qsort(groups->link, groups->links, sizeof *groups->link, compare_links);
    climb.first = first;
    /* A switch that the search begins with can be found once more. */
    climb.found = array_raw(2 * (size_t)switches, sizeof *climb.found);
    climb.seen = array_new(switches, sizeof *climb.seen);
    if (first && past && climb.found && climb.seen) {
        find_links_past(&climb, past);
        drop_links(groups, past);
        for (size_t l = 0; l < groups->links; l++) {
            uint32_t lower = groups->link[l].lower, upper = groups->link[l].upper;
            uint32_t *above = &groups->above[switch_groups_first(groups, lower)];

            if (*above == NETWORK_NONE)
                *above = upper;
            else
                switch_groups_unite(groups, *above, upper);
        }
        result = 0;
    }
    free(first);
    free(past);
    free(climb.found);
    free(climb.seen);
    return result < 0 ? error_memory(error) : 0;
}
