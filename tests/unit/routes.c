/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/routes.h"

#include "network/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME 256

/* The links as a graph whose vertices are the places in their names. */
struct link_graph {
    const struct topomap_network *network;
    struct names places;
    uint32_t *from; /* [links] */
    uint32_t *to;   /* [links] */
    bool detours;   /* routes are not shortest paths */
};

static uint32_t add_place(struct link_graph *graph, const char *name)
{
    int64_t place = names_add(&graph->places, name);

    assert_true(place >= 0);
    return (uint32_t)place;
}

static void print_place(const struct topomap_network *network, const int32_t *at, char *name)
{
    size_t length = 0;

    for (uint32_t d = 0; d < network->dims; d++)
        length += (size_t)snprintf(name + length, NAME - length, "%s%d", d ? "," : "(", at[d]);
    snprintf(name + length, NAME - length, ")");
}

/* The place to which "(1,2)+x" leads. */
static void step(const struct topomap_network *network, const char *link, char *name)
{
    const char *sign = strchr(link, ')') + 1;
    const char *letters = network->dims <= 3 ? "xyz" : "abcdefgh";
    uint32_t d = (uint32_t)(strchr(letters, sign[1]) - letters);
    int32_t at[NETWORK_MAX_DIMS], size = (int32_t)network->dim[d];
    const char *cursor = link;

    for (uint32_t i = 0; i < network->dims; i++) {
        at[i] = (int32_t)strtol(cursor + 1, (char **)&cursor, 10);
        assert_true(*cursor == (i + 1 == network->dims ? ')' : ','));
    }
    assert_true((*sign == '+' || *sign == '-') && sign[2] == '\0');
    at[d] += *sign == '+' ? 1 : -1;
    if (network->wrap[d] == NETWORK_WRAP)
        at[d] = (at[d] + size) % size;
    assert_true(at[d] >= 0 && at[d] < size);
    print_place(network, at, name);
}

static void read_link(struct link_graph *graph, uint32_t link)
{
    char name[NAME], other[NAME], *arrow;

    topomap_network_link_name(graph->network, link, name, sizeof name);
    arrow = strstr(name, "->");
    if (arrow) {
        *arrow = '\0';
        snprintf(other, sizeof other, "%s", arrow + 2);
        other[strcspn(other, "#")] = '\0'; /* the number of parallel links */
    } else {
        step(graph->network, name, other);
        strchr(name, ')')[1] = '\0';
    }
    graph->from[link] = add_place(graph, name);
    graph->to[link] = add_place(graph, other);
}

static uint32_t place_of(const struct link_graph *graph, uint32_t node)
{
    const struct topomap_network *network = graph->network;
    char name[NAME];
    int64_t place;

    snprintf(name, sizeof name, "%s", topomap_network_node_name(network, node));
    if (network->dims && names_find(&graph->places, name) < 0) {
        int32_t at[NETWORK_MAX_DIMS];

        network->ops->coordinates(network, node, at);
        print_place(network, at, name);
    }
    place = names_find(&graph->places, name);
    assert_true(place >= 0 || network->links == 0);
    return (uint32_t)place;
}

/* Whether it is one of the links of which a path has at most one. */
static bool is_global(const struct topomap_network *network, uint32_t link)
{
    char name[NAME] = "";

    topomap_network_class_name(network, topomap_network_link_class(network, link), name, NAME);
    return strcmp(name, "global") == 0 || strcmp(name, "D") == 0;
}

/* Follow each link from the places at `level`; after a global link places have their own
 * numbers. */
static bool sweep(const struct link_graph *graph, uint32_t level, uint32_t *hops)
{
    uint32_t places = graph->places.count;
    bool moved = false;

    for (uint32_t l = 0; l < graph->network->links; l++) {
        uint32_t global = is_global(graph->network, l) ? places : 0;

        for (uint32_t behind = 0; behind + global <= places; behind += places) {
            uint32_t *to = &hops[graph->to[l] + behind + global];

            if (hops[graph->from[l] + behind] == level && *to > level + 1) {
                *to = level + 1;
                moved = true;
            }
        }
    }
    return moved;
}

/* Hops from `start` to all places; the graphs are small, so links are simply scanned. */
static void search(const struct link_graph *graph, uint32_t start, uint32_t *hops)
{
    uint32_t places = graph->places.count;

    for (uint32_t p = 0; p < 2 * places; p++)
        hops[p] = UINT32_MAX;
    hops[start] = 0;
    for (uint32_t level = 0; sweep(graph, level, hops); level++)
        ;
    for (uint32_t p = 0; p < places; p++)
        hops[p] = hops[p] < hops[places + p] ? hops[p] : hops[places + p];
}

static void check_route(const struct link_graph *graph, uint32_t a, uint32_t b)
{
    const struct topomap_network *network = graph->network;
    uint32_t distance = topomap_network_distance(network, a, b);
    uint32_t route[1024], part[2] = {UINT32_MAX, UINT32_MAX};
    uint32_t at = place_of(graph, a);
    size_t length = topomap_network_route(network, a, b, route, 1024);

    assert_true(graph->detours ? (length > 0) == (distance > 0) : length == distance);
    assert_true(length <= network->longest_route);
    assert_int_equal(topomap_network_distance(network, b, a), distance);
    for (size_t i = 0; i < length; i++) {
        assert_true(route[i] < network->links);
        assert_int_equal(graph->from[route[i]], at);
        at = graph->to[route[i]];
    }
    assert_int_equal(at, place_of(graph, b));
    /* A short array gets the beginning of the route. */
    assert_int_equal(topomap_network_route(network, a, b, part, 1), length);
    assert_int_equal(part[0], length ? route[0] : UINT32_MAX);
    assert_int_equal(part[1], UINT32_MAX);
    assert_int_equal(topomap_network_route(network, a, b, NULL, 0), length);
}

/* What is expected on links flows from one node to the other: as much leaves each place as enters
 * it, but for the ends. */
static void check_spread(const struct link_graph *graph, uint32_t a, uint32_t b)
{
    const struct topomap_network *network = graph->network;
    struct network_share *shares = calloc(network_spread_most(network) + 1, sizeof *shares);
    double *left = calloc(graph->places.count, sizeof *left);
    struct network_spread spread;
    size_t length;

    assert_int_equal(network_spread_init(&spread, network), 0);
    length = network_spread(&spread, a, b, shares);
    assert_true(length <= network_spread_most(network));
    for (size_t i = 0; i < length; i++) {
        assert_true(shares[i].link < network->links && shares[i].part > 0 && shares[i].part <= 1);
        left[graph->from[shares[i].link]] += (double)shares[i].part;
        left[graph->to[shares[i].link]] -= (double)shares[i].part;
    }
    left[place_of(graph, a)] -= length > 0;
    left[place_of(graph, b)] += length > 0;
    for (uint32_t p = 0; p < graph->places.count; p++)
        assert_true(left[p] == 0);
    assert_int_equal(length > 0, topomap_network_route(network, a, b, NULL, 0) > 0);
    network_spread_free(&spread);
    free(shares);
    free(left);
}

static void check_names(const struct topomap_network *network)
{
    struct names names = {0};
    char name[NAME];

    for (uint32_t l = 0; l < network->links; l++) {
        topomap_network_link_name(network, l, name, sizeof name);
        assert_int_equal(names_add(&names, name), l);
    }
    topomap_network_link_name(network, network->links, name, sizeof name);
    assert_true(strncmp(name, "link ", 5) == 0);
    names_free(&names);
}

static void check_classes(const struct topomap_network *network)
{
    uint32_t classes = topomap_network_classes(network);
    struct names names = {0};
    char name[NAME];

    for (uint32_t c = 0; c < classes; c++) {
        topomap_network_class_name(network, c, name, sizeof name);
        assert_int_equal(names_add(&names, name), c);
    }
    for (uint32_t l = 0; l < network->links; l++)
        assert_true(topomap_network_link_class(network, l) < classes);
    names_free(&names);
}

static void check_coordinates(const struct topomap_network *network)
{
    uint32_t at[TOPOMAP_MAX_DIMS];

    for (uint32_t node = 0; node < network->nodes; node++) {
        topomap_network_coordinates(network, node, at);
        for (uint32_t d = 0; d < topomap_network_dims(network); d++)
            assert_true(at[d] < topomap_network_dim(network, d));
    }
}

/* Looks at the first node and those that follow it in steps of `step`. */
static void check_all(const struct topomap_network *network, bool detours, uint32_t step)
{
    struct link_graph graph = {.network = network, .detours = detours};
    uint32_t *hops;

    check_names(network);
    check_classes(network);
    check_coordinates(network);
    graph.from = calloc(network->links + 1, sizeof *graph.from);
    graph.to = calloc(network->links + 1, sizeof *graph.to);
    for (uint32_t l = 0; l < network->links; l++)
        read_link(&graph, l);
    hops = calloc(2 * graph.places.count + 1, sizeof *hops);
    for (uint32_t a = 0; a < network->nodes; a += step) {
        if (network->links)
            search(&graph, place_of(&graph, a), hops);
        for (uint32_t b = 0; b < network->nodes; b += step) {
            if (network->links)
                assert_int_equal(topomap_network_distance(network, a, b),
                                 hops[place_of(&graph, b)]);
            check_route(&graph, a, b);
            if (network->links)
                check_spread(&graph, a, b);
        }
    }
    free(hops);
    free(graph.from);
    free(graph.to);
    names_free(&graph.places);
}

void routes_check(const struct topomap_network *network)
{
    check_all(network, false, 1);
}

void routes_check_detours(const struct topomap_network *network)
{
    check_all(network, true, 1);
}

void routes_check_some(const struct topomap_network *network)
{
    /* Odd, so that it meets all coordinates of networks whose sizes are even. */
    check_all(network, false, network->nodes / 32 * 2 + 1);
}
