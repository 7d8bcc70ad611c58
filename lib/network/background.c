/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"
#include "base/memory.h"
#include "network/background.h"

#include <stdlib.h>
#include <string.h>

/* Add `bytes` per second to the part of a link that is used, which stays below 1. */
static int add_part(const struct topomap_network *network, uint32_t link, double bytes,
                    double *used, struct topomap_error *error)
{
    struct topomap_link_speed speed = topomap_network_link_speed(network, link);
    double bandwidth = speed.bandwidth / network_link_capacity(network, link);
    char name[2 * 255 + 8];

    if (*used + bytes / bandwidth < 1) {
        *used += bytes / bandwidth;
        return 0;
    }
    topomap_network_link_name(network, link, name, sizeof name);
    return error_set(error, TOPOMAP_INPUT, "%.15g bytes/s of other jobs leave nothing of the %.15g "
                     "of %.200s", bytes, bandwidth, name);
}

/* The first link of a class, or network->links. */
static uint32_t first_of_class(const struct topomap_network *network, uint32_t class)
{
    uint32_t link = 0;

    while (link < network->links && topomap_network_link_class(network, link) != class)
        link++;
    return link;
}

/* The link of that name, or network->links. */
static uint32_t find_link(const struct topomap_network *network, const char *name)
{
    uint32_t link = 0;
    char text[2 * 255 + 8];

    for (; link < network->links; link++) {
        topomap_network_link_name(network, link, text, sizeof text);
        if (strcmp(text, name) == 0)
            break;
    }
    return link;
}

static struct network_background *get(struct topomap_network *network)
{
    if (!network->background)
        network->background = array_new(1, sizeof *network->background);
    return network->background;
}

static int add_named(struct topomap_network *network, uint32_t link, double bytes,
                     struct topomap_error *error)
{
    struct network_background *background = network->background;
    struct background_link *entry = background->named + background->count;

    entry->link = link;
    entry->used = background->class[topomap_network_link_class(network, link)];
    if (add_part(network, link, bytes, &entry->used, error) < 0)
        return -1;
    background->count++;
    return 0;
}

int background_add(struct topomap_network *network, const char *name, double bytes,
                   struct topomap_error *error)
{
    uint32_t class = network_find_class(network, name, strlen(name)), link;
    struct network_background *background = get(network);

    if (!background)
        return error_memory(error);
    if (class < network->classes) {
        link = first_of_class(network, class);
        return link < network->links ? add_part(network, link, bytes, &background->class[class],
                                                error) : 0;
    }
    if (background->count == BACKGROUND_MAX_LINKS || network->links > BACKGROUND_MAX_SEARCH)
        return error_set(error, TOPOMAP_INPUT, "at most %u links have a background of their own, "
                         "in networks of at most %u", BACKGROUND_MAX_LINKS, BACKGROUND_MAX_SEARCH);
    link = find_link(network, name);
    if (link == network->links)
        return error_set(error, TOPOMAP_INPUT, "there is no link and no class of links '%.100s'",
                         name);
    if (!background->named)
        background->named = array_raw(BACKGROUND_MAX_LINKS, sizeof *background->named);
    return background->named ? add_named(network, link, bytes, error) : error_memory(error);
}
