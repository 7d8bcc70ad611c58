/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/digit_map.h"

#include "base/error.h"
#include "base/memory.h"
#include "machine/places.h"
#include "map/common/shared.h"

#include <stdlib.h>
#include <string.h>

/* ---- boxes ------------------------------------------------------------------------------- */

/* Add a side, with the prime factors of its length as radices, the smallest first. */
static void add_side(struct digit_box *box, uint32_t length)
{
    struct digit_side *side = &box->side[box->sides++];
    uint32_t left = length;

    *side = (struct digit_side){.length = length, .first = box->digits};
    for (uint32_t prime = 2; left > 1; prime++) {
        if (prime * prime > left)
            prime = left;
        for (; left % prime == 0; left /= prime)
            box->radix[box->digits++] = prime;
    }
    side->digits = box->digits - side->first;
}

/* The digits of a coordinate. Reflected digits run up and down in turn (Knuth, The Art of Computer
 * Programming 4A, section 7.2.1.1, reflected Gray code of mixed radices). */
static void digits_of(const struct digit_box *box, const struct digit_side *side, uint32_t at,
                      uint32_t *digit)
{
    for (uint32_t i = side->first; i < side->first + side->digits; i++) {
        uint32_t radix = box->radix[i], low = at % radix;

        at /= radix;
        digit[i] = side->reflected && at % 2 ? radix - 1 - low : low;
    }
}

static uint32_t coordinate_of(const struct digit_box *box, const struct digit_side *side,
                              const uint32_t *digit)
{
    uint32_t at = 0;

    for (uint32_t i = side->first + side->digits; i-- > side->first;) {
        uint32_t radix = box->radix[i];

        at = at * radix + (side->reflected && at % 2 ? radix - 1 - digit[i] : digit[i]);
    }
    return at;
}

/* ---- ranks ------------------------------------------------------------------------------- */

/* The places of ranks in their process grid; a row of them, if there is none. */
static int find_grid(const struct map_job *job, struct shape *shape, uint32_t *place,
                     struct topomap_error *error)
{
    struct topomap_error why = {0};
    const struct topomap_coordinates *coordinates = map_shared_coordinates(job, &why);

    if (coordinates && coordinates_grid(coordinates, shape, place, &why) == 0)
        return 0;
    if (why.code != TOPOMAP_IMPOSSIBLE)
        return error_set(error, why.code, "%s", why.text);
    *shape = (struct shape){.dims = 1, .dim = {job->graph->ranks}, .places = job->graph->ranks};
    shape_set_strides(shape, false);
    for (uint32_t rank = 0; rank < job->graph->ranks; rank++)
        place[rank] = rank;
    return 0;
}

static int read_ranks(struct digit_map *map, const struct map_job *job,
                      struct topomap_error *error)
{
    uint32_t *place = array_raw(map->ranks, sizeof *place);
    struct shape shape;

    if (!place)
        return error_memory(error);
    if (find_grid(job, &shape, place, error) < 0) {
        free(place);
        return -1;
    }
    for (uint32_t d = 0; d < shape.dims; d++)
        add_side(&map->grid, shape.dim[d]);
    map->at = array_raw((size_t)map->ranks * shape.dims, sizeof *map->at);
    map->digit = array_raw((size_t)map->ranks * map->grid.digits, sizeof *map->digit);
    for (uint32_t rank = 0; map->at && rank < map->ranks; rank++) {
        for (uint32_t d = 0; d < shape.dims; d++)
            map->at[(size_t)rank * shape.dims + d] = shape_at(&shape, place[rank], d);
    }
    free(place);
    return map->at && map->digit ? 0 : error_memory(error);
}

/* Renew the digits of ranks along a side. */
static void renew_digits(struct digit_map *map, uint32_t side)
{
    const struct digit_box *grid = &map->grid;

    for (uint32_t rank = 0; rank < map->ranks; rank++)
        digits_of(grid, &grid->side[side], map->at[(size_t)rank * grid->sides + side],
                  map->digit + (size_t)rank * grid->digits);
}

static void renew_all_digits(struct digit_map *map)
{
    for (uint32_t side = 0; side < map->grid.sides; side++)
        renew_digits(map, side);
}

/* ---- nodes ------------------------------------------------------------------------------- */

/* Add the sides of a box of places that have equally many nodes. Those of a place are the last
 * side: in the order of places, they follow each other. */
static int add_box(struct digit_map *map, const struct places *places, const uint32_t *extent,
                   struct topomap_error *error)
{
    uint32_t box = 1, each;

    for (uint32_t d = 0; d < places->dims; d++)
        box *= extent[d];
    each = places->nodes / box;
    for (uint32_t i = 0; i < places->nodes; i++) {
        uint32_t first = places->order[i - i % each];

        if (each * box != places->nodes ||
            places_compare(places, places->order[i], places->at + (size_t)first * places->dims))
            return error_set(error, TOPOMAP_IMPOSSIBLE, "places have different numbers of nodes");
    }
    for (uint32_t d = 0; d < places->dims; d++)
        add_side(&map->nodes, extent[d]);
    add_side(&map->nodes, each);
    memcpy(map->node, places->order, places->nodes * sizeof *map->node);
    return 0;
}

/* Nodes in a box, by their coordinates. TOPOMAP_IMPOSSIBLE: they fill none. */
static int place_in_box(struct digit_map *map, const struct topomap_allocation *allocation,
                        struct topomap_error *error)
{
    uint32_t extent[NETWORK_MAX_DIMS];
    struct places places;
    int result;

    if (places_make(&places, allocation, error) < 0)
        return -1;
    result = places_box(&places, allocation->network, extent, error);
    if (result == 0)
        result = add_box(map, &places, extent, error);
    places_free(&places);
    return result;
}

/* Other nodes are in a row, in the order of the network's hierarchy, which has those with tasks. */
static int place_in_row(struct digit_map *map, const struct map_job *job,
                        struct topomap_error *error)
{
    const struct hierarchy *hierarchy = map_shared_hierarchy(job, MAP_NATURAL, error);

    if (!hierarchy)
        return -1;
    add_side(&map->nodes, hierarchy->nodes);
    memcpy(map->node, hierarchy->order, hierarchy->nodes * sizeof *map->node);
    return 0;
}

static int read_nodes(struct digit_map *map, const struct map_job *job,
                      struct topomap_error *error)
{
    const struct topomap_allocation *allocation = job->allocation;
    uint32_t tasks = allocation_tasks_each(allocation);
    struct topomap_error why = {.code = TOPOMAP_IMPOSSIBLE};

    if (!tasks)
        return error_set(error, TOPOMAP_IMPOSSIBLE, "nodes have different numbers of tasks");
    map->node = array_raw(allocation->nodes, sizeof *map->node);
    if (!map->node)
        return error_memory(error);
    add_side(&map->nodes, tasks);
    if (allocation->nodes * (uint64_t)tasks == allocation->ranks &&
        place_in_box(map, allocation, &why) == 0)
        return 0;
    return why.code == TOPOMAP_IMPOSSIBLE ? place_in_row(map, job, error)
                                          : error_set(error, why.code, "%s", why.text);
}

/* Note the coordinates of a node. */
static void set_origin(struct digit_map *map, uint32_t node)
{
    uint32_t place = 0;

    while (map->node[place] != node)
        place++;
    for (uint32_t s = map->nodes.sides; s-- > 1;) {
        map->origin[s] = place % map->nodes.side[s].length;
        place /= map->nodes.side[s].length;
    }
}

/* ---- maps -------------------------------------------------------------------------------- */

/* List the digits of the sides `from` and up, the last side first. Returns how many there are. */
static uint32_t list_digits(const struct digit_box *box, uint32_t from, uint32_t *list)
{
    uint32_t count = 0;

    for (uint32_t s = box->sides; s-- > from;) {
        for (uint32_t i = 0; i < box->side[s].digits; i++)
            list[count++] = box->side[s].first + i;
    }
    return count;
}

/* Assign each digit of slots and nodes, from the least significant one on, the next digit of ranks
 * with its radix. There are as many slots as ranks, so that they have the same prime factors. */
static void assign_in_order(struct digit_map *map)
{
    uint32_t to[DIGIT_MAP_MOST] = {0}, from[DIGIT_MAP_MOST] = {0};
    uint32_t slot = map->nodes.side[0].digits, count = list_digits(&map->grid, 0, from);
    bool taken[DIGIT_MAP_MOST] = {false};

    for (uint32_t i = 0; i < slot; i++)
        to[i] = i;
    list_digits(&map->nodes, 1, to + slot);
    memset(map->factor, 0, sizeof map->factor);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = 0;

        while (taken[j] || map->grid.radix[from[j]] != map->nodes.radix[to[i]])
            j++;
        taken[j] = true;
        map->factor[to[i]][from[j]] = 1;
    }
}

int digit_map_init(struct digit_map *map, const struct map_job *job, const uint32_t *placement,
                   struct topomap_error *error)
{
    *map = (struct digit_map){.ranks = job->graph->ranks};
    if (read_nodes(map, job, error) < 0 || read_ranks(map, job, error) < 0)
        return -1;
    renew_all_digits(map);
    assign_in_order(map);
    map->keeps_first = job->keep_first;
    if (map->keeps_first)
        set_origin(map, placement[0]);
    return 0;
}

void digit_map_free(struct digit_map *map)
{
    free(map->at);
    free(map->digit);
    free(map->node);
}

/* ---- moves ------------------------------------------------------------------------------- */

static void list_move(struct digit_move *moves, size_t most, size_t *count, struct digit_move move)
{
    if (*count < most)
        moves[(*count)++] = move;
}

/* Sides with a single digit are the same when reflected. */
static void list_sides(const struct digit_box *box, uint32_t first, int kind,
                       struct digit_move *moves, size_t most, size_t *count)
{
    for (uint32_t s = first; s < box->sides; s++) {
        if (box->side[s].digits > 1)
            list_move(moves, most, count, (struct digit_move){kind, s, s});
    }
}

/* Adding to a digit of the slot moves no rank to another node. */
size_t digit_map_moves(const struct digit_map *map, struct digit_move *moves, size_t most)
{
    const struct digit_box *nodes = &map->nodes;
    uint32_t slot = nodes->side[0].digits;
    size_t count = 0;

    for (uint32_t a = 0; a < nodes->digits; a++) {
        for (uint32_t b = 0; b < nodes->digits; b++) {
            if (a == b || nodes->radix[a] != nodes->radix[b])
                continue;
            if (a < b && b >= slot)
                list_move(moves, most, &count, (struct digit_move){DIGIT_SWAP, a, b});
            if (a >= slot)
                list_move(moves, most, &count, (struct digit_move){DIGIT_ADD, a, b});
        }
    }
    list_sides(nodes, 1, DIGIT_REFLECT_NODES, moves, most, &count);
    list_sides(&map->grid, 0, DIGIT_REFLECT_RANKS, moves, most, &count);
    return count;
}

static void swap_digits(struct digit_map *map, uint32_t a, uint32_t b)
{
    uint32_t row[DIGIT_MAP_MOST];

    memcpy(row, map->factor[a], sizeof row);
    memcpy(map->factor[a], map->factor[b], sizeof row);
    memcpy(map->factor[b], row, sizeof row);
}

/* Add `times` digit b to digit a. */
static void add_digit(struct digit_map *map, uint32_t a, uint32_t b, uint32_t times)
{
    for (uint32_t j = 0; j < map->grid.digits; j++) {
        uint64_t sum = map->factor[a][j] + (uint64_t)times * map->factor[b][j];

        map->factor[a][j] = (uint32_t)(sum % map->nodes.radix[a]);
    }
}

/* Adding is undone by adding until the radix is full; other moves undo themselves. */
static void change(struct digit_map *map, const struct digit_move *move, bool back)
{
    switch (move->kind) {
    case DIGIT_SWAP:
        swap_digits(map, move->a, move->b);
        break;
    case DIGIT_ADD:
        add_digit(map, move->a, move->b, back ? map->nodes.radix[move->a] - 1 : 1);
        break;
    case DIGIT_REFLECT_NODES:
        map->nodes.side[move->a].reflected = !map->nodes.side[move->a].reflected;
        break;
    case DIGIT_REFLECT_RANKS:
        map->grid.side[move->a].reflected = !map->grid.side[move->a].reflected;
        renew_digits(map, move->a);
        break;
    }
}

void digit_map_move(struct digit_map *map, const struct digit_move *move)
{
    change(map, move, false);
}

void digit_map_undo(struct digit_map *map, const struct digit_move *move)
{
    change(map, move, true);
}

/* Shuffle the radices of each side, and reflect sides. */
static void shuffle_box(struct digit_box *box, struct random *random)
{
    for (uint32_t s = 0; s < box->sides; s++) {
        struct digit_side *side = &box->side[s];

        random_shuffle(random, box->radix + side->first, side->digits);
        side->reflected = random_below(random, 2);
    }
}

void digit_map_shuffle(struct digit_map *map, struct random *random)
{
    shuffle_box(&map->grid, random);
    shuffle_box(&map->nodes, random);
    renew_all_digits(map);
    assign_in_order(map);
    for (uint32_t a = map->nodes.digits; a-- > 1;) {
        uint32_t b = random_below(random, a + 1);

        if (map->nodes.radix[a] == map->nodes.radix[b])
            swap_digits(map, a, b);
    }
}

/* ---- placements -------------------------------------------------------------------------- */

/* The coordinates of the node of a rank with these digits: at[nodes.sides], from the second one
 * on. */
static void map_digits(const struct digit_map *map, const uint32_t *of_rank, uint32_t *at)
{
    const struct digit_box *nodes = &map->nodes;
    uint32_t digit[DIGIT_MAP_MOST];

    for (uint32_t i = nodes->side[0].digits; i < nodes->digits; i++) {
        uint64_t sum = 0;

        for (uint32_t j = 0; j < map->grid.digits; j++)
            sum += (uint64_t)map->factor[i][j] * of_rank[j];
        digit[i] = (uint32_t)(sum % nodes->radix[i]);
    }
    for (uint32_t s = 1; s < nodes->sides; s++)
        at[s] = coordinate_of(nodes, &nodes->side[s], digit);
}

void digit_map_place(const struct digit_map *map, uint32_t *placement)
{
    const struct digit_side *side = map->nodes.side;
    uint32_t at[DIGIT_MAP_SIDES], shift[DIGIT_MAP_SIDES] = {0};

    if (map->keeps_first) {
        map_digits(map, map->digit, at);
        for (uint32_t s = 1; s < map->nodes.sides; s++)
            shift[s] = map->origin[s] + side[s].length - at[s];
    }
    for (uint32_t rank = 0; rank < map->ranks; rank++) {
        uint32_t place = 0;

        map_digits(map, map->digit + (size_t)rank * map->grid.digits, at);
        for (uint32_t s = 1; s < map->nodes.sides; s++)
            place = place * side[s].length + (at[s] + shift[s]) % side[s].length;
        placement[rank] = map->node[place];
    }
}
