/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/hierarchy/hierarchy.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The taxa: leaf switches or single nodes at first (0 to taxa-1), then joins. */
struct joining {
    uint32_t taxa;
    uint32_t *taxon;      /* [allocation nodes] */
    uint32_t *sample;     /* [taxa]: a node of the taxon */
    uint32_t *weight;     /* [2*taxa]: nodes below */
    uint32_t (*child)[2]; /* [2*taxa]: of joins */
    uint32_t joined;      /* taxa and joins so far */
    uint32_t active;
    uint32_t *member; /* [taxa]: the active ones */
    double *distance; /* [taxa][taxa], by place in member */
    double *sum;      /* [taxa] */
};

static double *row(const struct joining *j, uint32_t place)
{
    return j->distance + (size_t)place * j->taxa;
}

/* Nodes of one leaf switch are equally far from all others: one taxon. */
static int find_taxa(struct joining *j, const struct topomap_allocation *allocation,
                     const uint32_t *nodes, uint32_t count)
{
    const struct network_tree *tree = allocation->network->tree;
    uint32_t leaves = tree ? tree->switches : 1;
    uint32_t *known = array_raw(leaves, sizeof *known);
    bool uniform = allocation->network->max_distance <= 1;

    if (!known)
        return -1;
    memset(known, 0xff, leaves * sizeof *known);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = nodes[i];
        uint32_t *leaf = tree ? &known[tree->leaf[allocation->node[node]]] : known;

        if (*leaf == UINT32_MAX || (!tree && !uniform)) {
            *leaf = j->taxa++;
            j->sample[*leaf] = node;
            j->weight[*leaf] = 0;
        }
        j->taxon[node] = *leaf;
        j->weight[*leaf]++;
    }
    free(known);
    return 0;
}

static void fill_distances(struct joining *j, const struct topomap_allocation *allocation)
{
    for (uint32_t a = 0; a < j->taxa; a++) {
        j->member[a] = a;
        j->sum[a] = 0;
        for (uint32_t b = 0; b < j->taxa; b++) {
            row(j, a)[b] = allocation_distance(allocation, j->sample[a], j->sample[b]);
            j->sum[a] += row(j, a)[b];
        }
    }
}

/* The least of scale * distance[i] - sum[i]; four chains keep the comparisons from waiting. */
static double least(const double *distance, const double *sum, double scale, uint32_t count)
{
    double low[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
    uint32_t i = 0;

    for (; i + 4 <= count; i += 4) {
        for (uint32_t k = 0; k < 4; k++) {
            double value = scale * distance[i + k] - sum[i + k];

            low[k] = value < low[k] ? value : low[k];
        }
    }
    for (; i < count; i++) {
        double value = scale * distance[i] - sum[i];

        low[0] = value < low[0] ? value : low[0];
    }
    low[0] = low[1] < low[0] ? low[1] : low[0];
    low[2] = low[3] < low[2] ? low[3] : low[2];
    return low[2] < low[0] ? low[2] : low[0];
}

/* The pair to join: least criterion, then fewest nodes, so that ties do not make degenerate
 * trees. */
static void choose(const struct joining *j, uint32_t pair[2])
{
    double scale = (double)j->active - 2;
    double best = INFINITY;
    uint32_t fewest = UINT32_MAX;

    for (uint32_t a = 1; a < j->active; a++) {
        double limit = least(row(j, a), j->sum, scale, a) - j->sum[a];

        if (limit > best)
            continue;
        for (uint32_t b = 0; b < a; b++) {
            double value = scale * row(j, a)[b] - j->sum[b] - j->sum[a];
            uint32_t nodes = j->weight[j->member[a]] + j->weight[j->member[b]];

            if (value > best || (value == best && nodes >= fewest))
                continue;
            best = value;
            fewest = nodes;
            pair[0] = b;
            pair[1] = a;
        }
    }
}

/* Replace the pair by its join, in the place of the first. The last active taxon takes the place
 * of the second. */
static void join(struct joining *j, const uint32_t pair[2])
{
    uint32_t a = pair[0];
    uint32_t b = pair[1];
    uint32_t last = --j->active;
    double between = row(j, a)[b];

    j->child[j->joined][0] = j->member[a];
    j->child[j->joined][1] = j->member[b];
    j->weight[j->joined] = j->weight[j->member[a]] + j->weight[j->member[b]];
    j->member[a] = j->joined++;
    j->sum[a] = 0;
    for (uint32_t k = 0; k <= last; k++) {
        double to_a = row(j, k)[a];
        double to_b = row(j, k)[b];
        double to_join = (to_a + to_b - between) / 2;

        if (k == a || k == b)
            continue;
        j->sum[k] += to_join - to_a - to_b;
        j->sum[a] += to_join;
        row(j, k)[a] = row(j, a)[k] = to_join;
    }
    j->member[b] = j->member[last];
    j->sum[b] = j->sum[last];
    for (uint32_t k = 0; k < last; k++) {
        row(j, b)[k] = row(j, last)[k];
        row(j, k)[b] = row(j, k)[last];
    }
    row(j, b)[b] = 0;
}

static uint32_t split(void *context, uint32_t tag, uint32_t *order, uint32_t first, uint32_t count,
                      uint32_t *ends, uint32_t *tags)
{
    const struct joining *j = context;

    (void)order;
    (void)first;
    if (tag < j->taxa)
        return 1;
    tags[0] = j->child[tag][0];
    tags[1] = j->child[tag][1];
    ends[0] = j->weight[tags[0]];
    ends[1] = count;
    return 2;
}

/* Sort the nodes depth first by joins; `position` is [2*taxa]. */
static void sort_nodes(const struct joining *j, uint32_t *nodes, uint32_t count, uint32_t *position,
                       uint32_t *key, uint64_t *scratch)
{
    position[j->joined - 1] = 0;
    for (uint32_t v = j->joined; v-- > j->taxa;) {
        position[j->child[v][0]] = position[v];
        position[j->child[v][1]] = position[v] + j->weight[j->child[v][0]];
    }
    for (uint32_t i = 0; i < count; i++)
        key[nodes[i]] = position[j->taxon[nodes[i]]];
    hierarchy_sort(nodes, count, key, scratch);
}

static int run(struct joining *j, const struct topomap_allocation *allocation, uint32_t *nodes,
               uint32_t count)
{
    uint32_t *position = array_raw(2 * (size_t)j->taxa, sizeof *position);
    uint32_t *key = array_raw(allocation->nodes, sizeof *key);
    uint64_t *scratch = array_raw(count, sizeof *scratch);
    uint32_t pair[2] = {0, 1};
    bool failed = !position || !key || !scratch;

    if (!failed) {
        fill_distances(j, allocation);
        j->joined = j->active = j->taxa;
        while (j->active > 1) {
            choose(j, pair);
            join(j, pair);
        }
        sort_nodes(j, nodes, count, position, key, scratch);
    }
    free(position);
    free(key);
    free(scratch);
    return failed ? -1 : 0;
}

static void joining_free(struct joining *j)
{
    free(j->taxon);
    free(j->sample);
    free(j->weight);
    free(j->child);
    free(j->member);
    free(j->distance);
    free(j->sum);
}

/* Joins the nodes in `order`, which it sorts. */
static int join_all(struct joining *j, const struct topomap_allocation *allocation, uint32_t *order,
                    uint32_t count, uint32_t limit, struct topomap_error *error)
{
    j->taxon = array_raw(allocation->nodes, sizeof *j->taxon);
    j->sample = array_raw(count, sizeof *j->sample);
    j->weight = array_new(2 * (size_t)count, sizeof *j->weight);
    if (!j->taxon || !j->sample || !j->weight || find_taxa(j, allocation, order, count) < 0)
        return error_memory(error);
    if (j->taxa > limit)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "%u nodes are too many for a neighbour-joining tree (limit %u)", j->taxa,
                         limit);
    j->child = array_raw(2 * (size_t)j->taxa, sizeof *j->child);
    j->member = array_raw(j->taxa, sizeof *j->member);
    j->sum = array_raw(j->taxa, sizeof *j->sum);
    j->distance = array_raw((size_t)j->taxa * j->taxa, sizeof *j->distance);
    if (!j->child || !j->member || !j->sum || !j->distance || run(j, allocation, order, count) < 0)
        return error_memory(error);
    return 0;
}

struct hierarchy *hierarchy_from_joining(const struct topomap_allocation *allocation,
                                         uint32_t limit, struct topomap_error *error)
{
    struct joining j = {0};
    struct hierarchy_rule rule = {split, &j, 0};
    struct hierarchy *made = NULL;
    uint32_t count;
    uint32_t *order = hierarchy_nodes(allocation, &count, error);

    if (order && join_all(&j, allocation, order, count, limit, error) == 0) {
        rule.tag = j.joined - 1;
        made = hierarchy_build(order, count, &rule, error);
    } else {
        free(order);
    }
    joining_free(&j);
    return made;
}
