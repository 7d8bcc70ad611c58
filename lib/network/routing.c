/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "network/network.h"

#include <stdlib.h>
#include <string.h>

const struct topomap_network *network_whole(const struct topomap_network *network, uint32_t *node)
{
    return network->ops->whole ? network->ops->whole(network, node) : network;
}

uint32_t network_routings(const struct network_ops *ops)
{
    uint32_t count = 0;

    while (ops->routings && ops->routings[count].word)
        count++;
    return count;
}

uint32_t network_routing_find(const struct network_ops *ops, const char *word, size_t length)
{
    for (uint32_t i = 0; i < network_routings(ops); i++) {
        if (strlen(ops->routings[i].word) == length &&
            memcmp(ops->routings[i].word, word, length) == 0)
            return i;
    }
    return NETWORK_UNSTATED;
}

int network_route_by(struct topomap_network *network, uint32_t routing,
                     struct topomap_error *error)
{
    struct text summary = {0};
    char *text;

    network->routing = routing;
    if (network->ops->reroute && network->ops->reroute(network, error) < 0)
        return -1;
    if (!network->ops->summarise)
        return 0;
    network->ops->summarise(network, &summary);
    text = text_take(&summary);
    if (!text)
        return error_memory(error);
    free(network->summary);
    network->summary = text;
    return 0;
}

static int copy_tree(struct topomap_network *copy)
{
    const struct network_tree *given = copy->tree;

    if (!given)
        return 0;
    copy->tree = array_new(1, sizeof *copy->tree);
    if (!copy->tree)
        return -1;
    *copy->tree = *given;
    copy->tree->lane = array_raw((size_t)given->switches + 1, sizeof *copy->tree->lane);
    return copy->tree->lane ? 0 : -1;
}

struct topomap_network *network_routed(const struct topomap_network *network, uint32_t routing,
                                       uint32_t draw, struct topomap_error *error)
{
    struct topomap_network *copy = array_new(1, sizeof *copy);

    if (!copy) {
        error_memory(error);
        return NULL;
    }
    *copy = *network;
    copy->given = network;
    copy->routing = routing;
    copy->draw = draw;
    if (copy_tree(copy) < 0)
        error_memory(error);
    else if (!copy->ops->reroute || copy->ops->reroute(copy, error) == 0)
        return copy;
    network_routed_free(copy);
    return NULL;
}

void network_routed_free(struct topomap_network *network)
{
    if (!network)
        return;
    if (network->tree)
        free(network->tree->lane);
    free(network->tree);
    free(network);
}

/* Whether routings differ in more than the ways around opposite places of a ring. */
static bool is_parallel(const struct topomap_network *network)
{
    const struct network_tree *tree = network->tree;

    for (uint32_t s = 0; tree && s < tree->switches; s++) {
        if (s != tree->root && tree->width[s] > 1)
            return true;
    }
    return !tree && !(network->traits & NETWORK_SUMS_AXES);
}

bool network_is_uncertain(const struct topomap_network *network)
{
    network = network_whole(network, &(uint32_t){0});
    return network->routing == NETWORK_UNSTATED && network_routings(network->ops) > 1 &&
           is_parallel(network);
}

bool network_is_to_draw(const struct topomap_network *network)
{
    network = network_whole(network, &(uint32_t){0});
    return network->routing != NETWORK_UNSTATED && !network->draw &&
           network->ops->routings[network->routing].drawn && is_parallel(network);
}

bool network_has_courses(const struct topomap_network *network)
{
    return network_is_uncertain(network) || network_is_to_draw(network);
}

bool network_has_draws(const struct topomap_network *network)
{
    bool any = false;

    network = network_whole(network, &(uint32_t){0});
    for (uint32_t r = 0; r < network_routings(network->ops); r++)
        any = any || network->ops->routings[r].drawn;
    return network_is_to_draw(network) || (any && network_is_uncertain(network));
}

/* ---- expected loads ---------------------------------------------------------------------- */

uint32_t network_spread_most(const struct topomap_network *network)
{
    network = network_whole(network, &(uint32_t){0});
    return network->longest_spread > network->longest_route ? network->longest_spread
                                                            : network->longest_route;
}

int network_spread_init(struct network_spread *spread, const struct topomap_network *network)
{
    spread->network = network;
    spread->route = array_raw((size_t)network->longest_route + 1, sizeof *spread->route);
    return spread->route ? 0 : -1;
}

void network_spread_free(struct network_spread *spread)
{
    free(spread->route);
    spread->route = NULL;
}

size_t network_spread(const struct network_spread *spread, uint32_t a, uint32_t b,
                      struct network_share *shares)
{
    const struct topomap_network *network = spread->network;
    size_t length = 0;

    network_whole(network, &a);
    network = network_whole(network, &b);
    if (a == b)
        return 0;
    if (network->ops->spread)
        length = network->ops->spread(network, a, b, shares);
    if (length > 0)
        return length;
    length = network->ops->route(network, a, b, spread->route, network->longest_route);
    for (size_t i = 0; i < length; i++)
        shares[i] = (struct network_share){spread->route[i], 1};
    return length;
}

/* The sum of a link's parts. They are floats: sums that differ from 1 by rounding alone are 1. */
static double share_of(const struct network_share *parts, size_t count, uint32_t link)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        if (parts[i].link == link)
            sum += (double)parts[i].part;
    }
    return sum > 1 - 1e-6 ? 1 : sum;
}

int topomap_network_route_shares(const struct topomap_network *network, uint32_t a, uint32_t b,
                                 const uint32_t *links, size_t length, double *shares,
                                 struct topomap_error *error)
{
    struct network_share *parts = array_raw(network_spread_most(network), sizeof *parts);
    struct network_spread spread;
    size_t count;

    if (network_spread_init(&spread, network) < 0 || !parts) {
        network_spread_free(&spread);
        free(parts);
        return error_memory(error);
    }
    count = network_spread(&spread, a, b, parts);
    for (size_t i = 0; i < length; i++)
        shares[i] = share_of(parts, count, links[i]);
    network_spread_free(&spread);
    free(parts);
    return 0;
}
