/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of classes of links: what a hop over one of them counts. */
#include "base/error.h"
#include "base/list.h"
#include "base/text.h"
#include "network/network.h"

#include <stdlib.h>
#include <string.h>

#define CLASS_NAME 32

/* There are arrays with an element for each distance, so distances are limited. */
#define MAX_DISTANCE (UINT64_C(1) << 24)

/* Append the weights other than 1 to the summary. Returns NULL when memory runs out. */
static char *weighted_summary(const struct topomap_network *network, const uint32_t *weight)
{
    const char *end = strstr(network->summary, "; hops over ");
    struct text text = {0};
    bool first = true;

    text_add(&text, network->summary,
             end ? (size_t)(end - network->summary) : strlen(network->summary));
    for (uint32_t c = 0; c < network->classes; c++) {
        char name[CLASS_NAME];

        if (weight[c] == 1)
            continue;
        topomap_network_class_name(network, c, name, sizeof name);
        text_printf(&text, "%s%s links count %u", first ? "; hops over " : ", ", name, weight[c]);
        first = false;
    }
    return text_take(&text);
}

static bool too_far(const struct topomap_network *network, const uint32_t *weight)
{
    uint64_t most = 0;

    for (uint32_t c = 0; c < network->classes; c++)
        most = weight[c] > most ? weight[c] : most;
    return network->longest_route * most > MAX_DISTANCE;
}

int network_weigh(struct topomap_network *network, const uint32_t *weight,
                  struct topomap_error *error)
{
    char *summary;

    if (!network->ops->weigh)
        return error_set(error, TOPOMAP_IMPOSSIBLE,
                         "links of a %s network cannot have weights: distances are not sums over "
                         "them",
                         network->ops->kind);
    if (too_far(network, weight))
        return error_set(error, TOPOMAP_IMPOSSIBLE, "with these weights distances are too large");
    summary = weighted_summary(network, weight);
    if (!summary)
        return error_memory(error);
    free(network->summary);
    network->summary = summary;
    memcpy(network->weight, weight, network->classes * sizeof *weight);
    network->ops->weigh(network);
    return 0;
}

/* Whether `length` bytes of text name a class; '-' may replace a blank. */
static bool names_class(const char *name, const char *text, size_t length)
{
    if (strlen(name) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != name[i] && !(name[i] == ' ' && text[i] == '-'))
            return false;
    }
    return true;
}

uint32_t network_find_class(const struct topomap_network *network, const char *text, size_t length)
{
    for (uint32_t c = 0; c < network->classes; c++) {
        char name[CLASS_NAME];

        topomap_network_class_name(network, c, name, sizeof name);
        if (names_class(name, text, length))
            return c;
    }
    return network->classes;
}

char *network_class_list(const struct topomap_network *network)
{
    struct text names = {0};

    for (uint32_t c = 0; c < network->classes; c++) {
        char name[CLASS_NAME];

        topomap_network_class_name(network, c, name, sizeof name);
        text_printf(&names, "%s%s", c ? ", " : "", name);
    }
    return text_take(&names);
}

static int refuse_class(const struct topomap_network *network, const char *text, size_t length,
                        struct topomap_error *error)
{
    char *list = network_class_list(network);

    if (!list)
        return error_memory(error);
    error_set(error, TOPOMAP_USAGE, "this network has no links of class '%.*s', but %.300s",
              (int)(length < 40 ? length : 40), text, list);
    free(list);
    return -1;
}

int network_parse_weight(const char *text, size_t length, size_t *name, uint32_t *weight,
                         struct topomap_error *error)
{
    const char *colon = memchr(text, ':', length);
    const char *cursor = colon ? colon + 1 : NULL;
    uint64_t number;

    if (!colon || colon == text ||
        text_parse_number(&cursor, text + length, NETWORK_MAX_WEIGHT, &number) < 0 ||
        cursor != text + length || number < 1)
        return error_set(error, TOPOMAP_USAGE,
                         "'%.*s' is not CLASS:WEIGHT, a class of links and a weight from 1 to %d",
                         (int)(length < 60 ? length : 60), text, NETWORK_MAX_WEIGHT);
    *name = (size_t)(colon - text);
    *weight = (uint32_t)number;
    return 0;
}

/* Take one "CLASS:WEIGHT" of `length` bytes. */
static int take_weight(const struct topomap_network *network, const char *text, size_t length,
                       uint32_t *weight, struct topomap_error *error)
{
    uint32_t number, class;
    size_t name;

    if (network_parse_weight(text, length, &name, &number, error) < 0)
        return -1;
    class = network_find_class(network, text, name);
    if (class == network->classes)
        return refuse_class(network, text, name, error);
    weight[class] = number;
    return 0;
}

int topomap_network_weigh(struct topomap_network *network, const char *weights,
                          struct topomap_error *error)
{
    uint32_t weight[NETWORK_MAX_DEPTH];
    const char *item;
    size_t length;

    memcpy(weight, network->weight, sizeof weight);
    while (list_next(&weights, LIST_NAMES, &item, &length)) {
        if (network->ops->weigh && take_weight(network, item, length, weight, error) < 0)
            return -1;
    }
    return network_weigh(network, weight, error);
}

bool topomap_network_weighted(const struct topomap_network *network)
{
    for (uint32_t c = 0; c < network->classes; c++) {
        if (network->weight[c] > 1)
            return true;
    }
    return false;
}
