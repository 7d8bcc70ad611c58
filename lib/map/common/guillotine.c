/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/guillotine.h"

#include "base/error.h"
#include "base/holds.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Levels of switches, children of a switch, boxes, and cuts that are tried at most. */
#define MOST_LEVELS 16
#define MOST_CHILDREN 256
#define MOST_BOXES 16384
#define MOST_LOOKS (UINT32_C(1) << 18)

/* Vertices of the hierarchy that are equally far from its root have as many children. */
struct level {
    uint32_t children;
    uint32_t nodes; /* below each child */
    double hops;    /* between nodes below different children */
};

/* A box of the grid, and how many children of a vertex of that level share it. */
struct box {
    uint32_t level, children;
    uint32_t side[TOPOMAP_MAX_DIMS];
};

/* The best way to cut a box. */
struct way {
    struct box box;
    double cost;           /* hop-bytes between its nodes; INFINITY: there is no way */
    uint32_t across;       /* the dimension that is cut */
    uint32_t low_children; /* of the part with the lower coordinates */
    uint32_t next;         /* way with the same key, counted from 1 */
};

struct cutting {
    const struct guillotine_grid *grid;
    uint32_t dims, levels;
    struct level level[MOST_LEVELS];
    double area[TOPOMAP_MAX_DIMS]; /* traffic through each rank's side across that dimension */
    struct way *way;               /* [ways] */
    uint32_t *first;               /* [MOST_BOXES] the first way of each key, counted from 1 */
    uint32_t ways;
    size_t room;
    uint32_t looks;
    bool no_memory;
};

/* ---- ways -------------------------------------------------------------------------------- */

static uint32_t key_of(const struct cutting *cutting, const struct box *box)
{
    uint32_t key = box->level * 31 + box->children;

    for (uint32_t d = 0; d < cutting->dims; d++)
        key = key * UINT32_C(2654435761) + box->side[d];
    return (key ^ key >> 16) % MOST_BOXES;
}

static const struct way *find_way(const struct cutting *cutting, const struct box *box)
{
    for (uint32_t w = cutting->first[key_of(cutting, box)]; w; w = cutting->way[w - 1].next) {
        const struct way *way = &cutting->way[w - 1];

        HOLDS(cutting->way);
        if (way->box.level == box->level && way->box.children == box->children &&
            !memcmp(way->box.side, box->side, sizeof box->side))
            return way;
    }
    return NULL;
}

static void add_way(struct cutting *cutting, const struct way *way)
{
    uint32_t *first = &cutting->first[key_of(cutting, &way->box)];

    if (array_grow(&cutting->way, &cutting->room, cutting->ways + 1, sizeof *cutting->way) < 0) {
        cutting->no_memory = true;
        return;
    }
    cutting->way[cutting->ways] = *way;
    cutting->way[cutting->ways].next = *first;
    *first = ++cutting->ways;
}

static bool given_up(const struct cutting *cutting)
{
    return cutting->no_memory || cutting->ways >= MOST_BOXES || cutting->looks >= MOST_LOOKS;
}

/* ---- cuts -------------------------------------------------------------------------------- */

/* A box of a single child is one of the children of that. */
static void go_down(const struct cutting *cutting, struct box *box)
{
    while (box->level < cutting->levels && box->children == 1) {
        if (++box->level < cutting->levels)
            box->children = cutting->level[box->level].children;
    }
}

/* The parts of a box that is cut across a dimension so that `low_children` are on the lower side;
 * false if no plane does that. */
static bool cut(const struct cutting *cutting, const struct box *box, uint32_t across,
                uint32_t low_children, struct box *low, struct box *high)
{
    uint64_t ranks = (uint64_t)cutting->level[box->level].nodes * cutting->grid->tasks;
    uint64_t area = ranks * box->children / box->side[across];

    if (ranks * low_children % area != 0)
        return false;
    *low = *high = *box;
    low->children = low_children;
    low->side[across] = (uint32_t)(ranks * low_children / area);
    high->children = box->children - low_children;
    high->side[across] = box->side[across] - low->side[across];
    go_down(cutting, low);
    go_down(cutting, high);
    return true;
}

/* The hop-bytes over the planes of one cut: two where a ring is cut open. */
static double cut_cost(const struct cutting *cutting, const struct box *box, uint32_t across)
{
    const struct topomap_structure *structure = cutting->grid->structure;
    bool ring = structure->periodic[across] && box->side[across] == structure->dim[across];
    double area = (ring ? 2 : 1) * cutting->area[across];

    for (uint32_t d = 0; d < cutting->dims; d++)
        area *= d == across ? 1 : box->side[d];
    return area * cutting->level[box->level].hops;
}

/* The hop-bytes between the nodes of a box, cut as well as possible. */
static double best_cost(struct cutting *cutting, const struct box *box)
{
    struct way best = {.box = *box, .cost = INFINITY};
    const struct way *known;

    if (box->level == cutting->levels)
        return 0;
    known = find_way(cutting, box);
    if (known)
        return known->cost;
    for (uint32_t d = 0; d < cutting->dims; d++) {
        double here = cut_cost(cutting, box, d);

        for (uint32_t low_children = box->children / 2; low_children > 0; low_children--) {
            struct box low, high;
            double cost = here;

            if (given_up(cutting))
                return INFINITY;
            cutting->looks++;
            if (here >= best.cost || !cut(cutting, box, d, low_children, &low, &high))
                continue;
            cost += best_cost(cutting, &low);
            if (cost < best.cost)
                cost += best_cost(cutting, &high);
            if (cost < best.cost) {
                best.cost = cost;
                best.across = d;
                best.low_children = low_children;
            }
        }
    }
    add_way(cutting, &best);
    return best.cost;
}

/* ---- places ------------------------------------------------------------------------------ */

static void fill(const struct cutting *cutting, const struct box *box, const uint32_t *corner,
                 uint32_t node, uint32_t *nodes)
{
    uint32_t at[TOPOMAP_MAX_DIMS] = {0};
    uint32_t d = 0;

    while (d < cutting->dims) {
        size_t place = 0;

        for (uint32_t i = 0; i < cutting->dims; i++)
            place = place * cutting->grid->structure->dim[i] + corner[i] + at[i];
        nodes[place] = node;
        for (d = 0; d < cutting->dims && ++at[d] == box->side[d]; d++)
            at[d] = 0;
    }
}

/* Give the nodes from `order` on to the places of a box. */
static void place(const struct cutting *cutting, const struct box *box, const uint32_t *corner,
                  const uint32_t *order, uint32_t *nodes)
{
    const struct way *way = find_way(cutting, box);
    uint32_t other[TOPOMAP_MAX_DIMS];
    struct box low, high;

    if (!way || !cut(cutting, box, way->across, way->low_children, &low, &high)) {
        fill(cutting, box, corner, *order, nodes);
        return;
    }
    memcpy(other, corner, sizeof other);
    other[way->across] += box->side[way->across] - high.side[way->across];
    place(cutting, &low, corner, order, nodes);
    place(cutting, &high, other,
          order + (size_t)way->low_children * cutting->level[box->level].nodes, nodes);
}

/* ---- levels ------------------------------------------------------------------------------ */

static uint32_t children_of(const struct hierarchy_vertex *vertex)
{
    return vertex->children > 0 ? vertex->children : vertex->count;
}

/* The first node below child `i` of a vertex. */
static uint32_t child_node(const struct hierarchy *hierarchy,
                           const struct hierarchy_vertex *vertex, uint32_t i)
{
    return vertex->children > 0 ? hierarchy->vertex[vertex->child + i].first : vertex->first + i;
}

/* Whether all vertices as far from the root as those from `first` to before `end`, whose children
 * follow them, have as many children. */
static bool alike(const struct hierarchy *hierarchy, uint32_t first, uint32_t end)
{
    const struct hierarchy_vertex *one = &hierarchy->vertex[first];

    for (uint32_t v = first; v < end; v++) {
        const struct hierarchy_vertex *vertex = &hierarchy->vertex[v];

        if (vertex->children != one->children || vertex->count != one->count)
            return false;
    }
    return true;
}

static bool find_levels(struct cutting *cutting, const struct topomap_allocation *allocation,
                        const struct hierarchy *hierarchy)
{
    uint32_t first = 0, count = 1;

    while (count > 0) {
        const struct hierarchy_vertex *vertex = &hierarchy->vertex[first];
        struct level *level = &cutting->level[cutting->levels];

        if (cutting->levels++ == MOST_LEVELS || !alike(hierarchy, first, first + count) ||
            children_of(vertex) > MOST_CHILDREN)
            return false;
        level->children = children_of(vertex);
        level->nodes = vertex->count / level->children;
        if (level->children > 1)
            level->hops = allocation_distance(
                allocation, hierarchy->order[child_node(hierarchy, vertex, 0)],
                hierarchy->order[child_node(hierarchy, vertex, 1)]);
        first = vertex->child;
        count *= vertex->children;
    }
    return true;
}

static void weigh_areas(struct cutting *cutting)
{
    const struct guillotine_grid *grid = cutting->grid;

    for (uint32_t d = 0; d < cutting->dims; d++)
        cutting->area[d] = grid->plane[d] / ((double)grid->ranks / grid->structure->dim[d]);
}

static int cut_all(struct cutting *cutting, const struct hierarchy *hierarchy, uint32_t *node,
                   struct topomap_error *error)
{
    const uint32_t corner[TOPOMAP_MAX_DIMS] = {0};
    struct box all = {.children = cutting->level[0].children};
    double cost;

    memcpy(all.side, cutting->grid->structure->dim, sizeof *all.side * cutting->dims);
    go_down(cutting, &all);
    cost = best_cost(cutting, &all);
    if (cutting->no_memory)
        return error_memory(error);
    if (given_up(cutting) || cost == INFINITY)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "no guillotine cuts are found");
    place(cutting, &all, corner, hierarchy->order, node);
    return 0;
}

int guillotine_cut(const struct guillotine_grid *grid, const struct topomap_allocation *allocation,
                   const struct hierarchy *hierarchy, uint32_t *node, struct topomap_error *error)
{
    struct cutting cutting = {.grid = grid, .dims = grid->structure->dims};
    int result;

    if (!find_levels(&cutting, allocation, hierarchy))
        return error_set(error, TOPOMAP_IMPOSSIBLE, "switches have different numbers of children");
    weigh_areas(&cutting);
    cutting.first = array_new(MOST_BOXES, sizeof *cutting.first);
    result = cutting.first ? cut_all(&cutting, hierarchy, node, error) : error_memory(error);
    free(cutting.way);
    free(cutting.first);
    return result;
}
