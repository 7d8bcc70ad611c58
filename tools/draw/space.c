/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/space.h"

#include "base/error.h"
#include "base/memory.h"
#include "draw/loads.h"
#include "network/position.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CELLS ((uint64_t)1 << 22) /* coordinates, with and without a node */
#define MOST_ROUTERS 2048U             /* up to this many all pairs are looked at */
#define LONGEST 3                      /* a link, and those of both nodes */

/* What is needed while links are collected. */
struct survey {
    struct space *space;
    const struct topomap_network *network;
    const struct loads *loads;
    uint32_t *place; /* [cells]; NETWORK_NONE: no node has these coordinates */
    uint32_t *node;  /* [places]: the first node of each */
    uint32_t (*at)[TOPOMAP_MAX_DIMS]; /* [places]: its coordinates */
};

static size_t cell_of(const struct topomap_network *network, const uint32_t *at)
{
    size_t cell = 0;

    for (uint32_t d = network->dims; d-- > 0;)
        cell = cell * network->dim[d] + at[d];
    return cell;
}

static int number_places(struct survey *survey, size_t cells)
{
    const struct topomap_network *network = survey->network;
    struct space *space = survey->space;

    survey->place = array_raw(cells, sizeof *survey->place);
    survey->node = array_raw(network->nodes, sizeof *survey->node);
    survey->at = array_raw(network->nodes, sizeof *survey->at);
    if (!survey->place || !survey->node || !survey->at)
        return -1;
    memset(survey->place, 0xff, cells * sizeof *survey->place);
    for (uint32_t node = 0; node < network->nodes; node++) {
        uint32_t at[TOPOMAP_MAX_DIMS];
        size_t cell;

        topomap_network_coordinates(network, node, at);
        cell = cell_of(network, at);
        if (survey->place[cell] != NETWORK_NONE)
            continue;
        survey->place[cell] = space->places;
        survey->node[space->places] = node;
        memcpy(survey->at[space->places++], at, sizeof at);
    }
    return 0;
}

static int find_positions(struct survey *survey)
{
    struct space *space = survey->space;
    double(*all)[3] = array_raw(survey->network->nodes, sizeof *all);

    space->at = array_raw(space->places, sizeof *space->at);
    if (!all || !space->at || network_positions(survey->network, all) < 0) {
        free(all);
        return -1;
    }
    for (uint32_t i = 0; i < space->places; i++)
        memcpy(space->at[i], all[survey->node[i]], sizeof *all);
    free(all);
    return 0;
}

/* The only link between two nodes' places, or NETWORK_NONE. */
static uint32_t only_link(const struct topomap_network *network, uint32_t from, uint32_t to)
{
    uint32_t links[LONGEST], found = NETWORK_NONE;
    size_t length = topomap_network_route(network, from, to, links, LONGEST);
    char name[64];

    if (length > LONGEST)
        return NETWORK_NONE;
    for (size_t i = 0; i < length; i++) {
        topomap_network_class_name(network, topomap_network_link_class(network, links[i]), name,
                                   sizeof name);
        if (strcmp(name, "node") == 0)
            continue;
        if (found != NETWORK_NONE)
            return NETWORK_NONE;
        found = links[i];
    }
    return found;
}

static int push(struct space *space, uint32_t a, uint32_t b, bool wraps, const uint64_t load[2])
{
    size_t room = space->room, ends;

    if (space->count == room) {
        room = room ? 2 * room : 1024;
        ends = 2 * room;
        if (array_resize(&space->ends, ends, sizeof *space->ends) < 0 ||
            array_resize(&space->wraps, room, sizeof *space->wraps) < 0 ||
            array_resize(&space->load[0], room, sizeof *space->load[0]) < 0 ||
            array_resize(&space->load[1], room, sizeof *space->load[1]) < 0)
            return -1;
        space->room = (uint32_t)room;
    }
    space->ends[2 * space->count] = a;
    space->ends[2 * space->count + 1] = b;
    space->wraps[space->count] = wraps;
    space->load[0][space->count] = load[0];
    space->load[1][space->count++] = load[1];
    return 0;
}

/* Add the link between two places, if there is one that carries something. */
static int consider(struct survey *survey, uint32_t a, uint32_t b, bool wraps)
{
    const struct loads *loads = survey->loads;
    uint32_t there = only_link(survey->network, survey->node[a], survey->node[b]);
    uint32_t back = only_link(survey->network, survey->node[b], survey->node[a]);
    uint64_t load[2] = {0, 0};

    if (there == NETWORK_NONE || back == NETWORK_NONE)
        return 0;
    for (unsigned i = 0; i < loads->scene->sides; i++) {
        double most = loads->load[i][there] > loads->load[i][back] ? loads->load[i][there]
                                                                   : loads->load[i][back];

        load[i] = (uint64_t)(most + 0.5);
    }
    return load[0] + load[1] ? push(survey->space, a, b, wraps, load) : 0;
}

/* Links along a line of places: to the next one in grids, to all where they are all linked. */
static int consider_lines(struct survey *survey, uint32_t a)
{
    const struct topomap_network *network = survey->network;

    for (uint32_t d = 0; d < network->dims; d++) {
        uint32_t at[TOPOMAP_MAX_DIMS];

        memcpy(at, survey->at[a], sizeof at);
        while (++at[d] < network->dim[d]) {
            uint32_t b = survey->place[cell_of(network, at)], steps = at[d] - survey->at[a][d];
            bool ring = network->wrap[d] == NETWORK_WRAP && steps > 1;

            if (b != NETWORK_NONE && consider(survey, a, b, ring) < 0)
                return -1;
        }
    }
    return 0;
}

/* Links between places that lie on no common line, as global links of a dragonfly. */
static int consider_others(struct survey *survey, uint32_t a)
{
    const struct topomap_network *network = survey->network;

    for (uint32_t b = a + 1; b < survey->space->places; b++) {
        uint32_t differ = 0;

        for (uint32_t d = 0; d < network->dims; d++)
            differ += survey->at[a][d] != survey->at[b][d];
        if (differ > 1 && consider(survey, a, b, false) < 0)
            return -1;
    }
    return 0;
}

static int collect(struct survey *survey)
{
    const struct topomap_network *network = survey->network;
    bool routers = network->traits & NETWORK_ROUTER_ROWS;

    for (uint32_t a = 0; a < survey->space->places; a++) {
        if (consider_lines(survey, a) < 0 || (routers && consider_others(survey, a) < 0))
            return -1;
    }
    return 0;
}

int space_make(struct space *space, const struct scene *scene, struct topomap_error *error)
{
    const struct topomap_network *network = scene->network;
    struct survey survey = {.space = space, .network = network};
    struct loads loads = {.scene = NULL};
    uint64_t cells = 1;
    int result = 0;

    *space = (struct space){.places = 0};
    for (uint32_t d = 0; d < network->dims && cells <= MOST_CELLS; d++)
        cells *= network->dim[d];
    if (!network->dims || cells > MOST_CELLS)
        return 0;
    if (number_places(&survey, (size_t)cells) < 0 || find_positions(&survey) < 0)
        result = error_memory(error);
    if (result == 0 &&
        (space->places <= MOST_ROUTERS || !(network->traits & NETWORK_ROUTER_ROWS))) {
        result = loads_make(&loads, scene, error);
        survey.loads = &loads;
        if (result == 0 && collect(&survey) < 0)
            result = error_memory(error);
        loads_free(&loads);
    }
    free(survey.place);
    free(survey.node);
    free(survey.at);
    return result;
}

void space_free(struct space *space)
{
    free(space->at);
    free(space->ends);
    free(space->wraps);
    free(space->load[0]);
    free(space->load[1]);
}
