/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/node_coordinates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY "topomap="
#define NAME_DIMENSIONS 3
#define MOST_COORDINATE UINT32_C(0xffff)

/* The kinds of networks whose nodes have such coordinates. */
static const char *const kinds[] = {"torus:", "mesh:", "haec:"};

/* What the word of a node says. */
struct place {
    const char *word;     /* NULL: there is none */
    size_t network;       /* length of the network's short form in front of the '@'; 0: none */
    unsigned dims;        /* 0: the word is malformed */
    uint32_t at[NODE_DIMENSIONS];
};

/* "4x4x2"; returns what follows, or NULL. */
static const char *skip_dims(const char *text)
{
    for (;; text++) {
        uint64_t number;

        if (text_parse_number(&text, text + strlen(text), MOST_COORDINATE, &number) < 0)
            return NULL;
        if (*text != 'x')
            return text;
    }
}

/* The length of the short form in front of coordinates, or -1 if it is malformed. */
static int network_length(const char *word)
{
    if (*word < 'a' || *word > 'z')
        return 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i]);
        const char *end = strncmp(word, kinds[i], length) == 0 ? skip_dims(word + length) : NULL;

        if (end && *end == '@' && end - word < NODE_NETWORK)
            return (int)(end - word);
    }
    return -1;
}

/* The number of coordinates at `next`; 0 if they are malformed. */
static unsigned read_numbers(const char *next, uint32_t *at)
{
    for (unsigned dims = 0; dims < NODE_DIMENSIONS; next++) {
        uint64_t number;

        if (text_parse_number(&next, next + strlen(next), MOST_COORDINATE, &number) < 0)
            return 0;
        at[dims++] = (uint32_t)number;
        if (!*next || strchr(" ;\"", *next))
            return dims;
        if (!strchr(",.:", *next))
            return 0;
        /* Another feature may follow a comma. */
        if (*next == ',' && !strchr("0123456789", next[1]))
            return dims;
    }
    return 0;
}

static struct place find(const char *text)
{
    const char *next = text ? strstr(text, KEY) : NULL;
    struct place place = {0};
    int length;

    while (next && next > text && !strchr(" ,;\"", next[-1]))
        next = strstr(next + 1, KEY);
    if (!next)
        return place;
    place.word = next + strlen(KEY);
    length = network_length(place.word);
    if (length < 0)
        return place;
    place.network = (size_t)length;
    place.dims = read_numbers(place.word + length + (length > 0), place.at);
    return place;
}

static bool digit(char c, uint32_t *value)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    const char *found = c ? strchr(digits, c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) : NULL;

    if (found)
        *value = (uint32_t)(found - digits);
    return found;
}

/* No word if the name is too short, or its end is no digits. */
static struct place of_name(const char *name)
{
    size_t length = strlen(name);
    struct place place = {.dims = NAME_DIMENSIONS};

    if (length < NAME_DIMENSIONS)
        return place;
    for (unsigned d = 0; d < NAME_DIMENSIONS; d++) {
        if (!digit(name[length - NAME_DIMENSIONS + d], &place.at[d]))
            return place;
    }
    place.word = name;
    return place;
}

static const char *quoted(const char *network, size_t length, char *text, size_t size)
{
    if (length == 0)
        return "none";
    snprintf(text, size, "'%.*s'", (int)length, network);
    return text;
}

/* Keep the first problem. */
static void check(struct node_coordinates *all, const struct place *place, const char *name)
{
    size_t given = strlen(all->network), length = strcspn(place->word, " ;\"");
    char first[NODE_NETWORK + 2], other[NODE_NETWORK + 2];

    if (*all->problem)
        return;
    if (place->dims == 0) {
        snprintf(all->problem, sizeof all->problem,
                 "node '%.60s': '" KEY "%.*s' is neither " KEY "X,Y nor like " KEY "torus:4x4@X,Y",
                 name, (int)(length < 60 ? length : 60), place->word);
        return;
    }
    if (all->dims == 0) {
        snprintf(all->first, sizeof all->first, "%s", name);
        snprintf(all->network, sizeof all->network, "%.*s", (int)place->network, place->word);
    } else if (given != place->network || memcmp(all->network, place->word, given) != 0) {
        snprintf(all->problem, sizeof all->problem,
                 "nodes '%s' and '%.60s' name different networks in '" KEY "': %s and %s",
                 all->first, name, quoted(all->network, given, first, sizeof first),
                 quoted(place->word, place->network, other, sizeof other));
    }
}

void node_coordinates_add(struct node_coordinates *all, const struct node_texts *node,
                          bool by_name)
{
    const char *const texts[] = {node->extra, node->comment, node->features};
    struct place place = by_name ? of_name(node->name) : (struct place){0};

    for (size_t i = 0; !by_name && !place.word && i < sizeof texts / sizeof *texts; i++)
        place = find(texts[i]);
    if (!place.word)
        return;
    check(all, &place, node->name);
    text_printf(&all->nodes, "%s", node->name);
    for (unsigned d = 0; d < place.dims; d++) {
        if (d >= all->dims || place.at[d] < all->least[d])
            all->least[d] = place.at[d];
        if (d >= all->dims || place.at[d] > all->most[d])
            all->most[d] = place.at[d];
        text_printf(&all->nodes, " %u", place.at[d]);
    }
    text_puts(&all->nodes, "\n");
    if (place.dims > all->dims)
        all->dims = place.dims;
}

static void print_node(const struct node_coordinates *all, const char *line, const char *end,
                       struct text *text)
{
    const char *found = memchr(line, ' ', (size_t)(end - line)), *blank = found ? found : end;

    text_printf(text, "    \"%.*s\": [", (int)(blank - line), line);
    /* A node with fewer coordinates is refused, by its name, where the network is read. */
    for (unsigned d = 0; blank < end; d++) {
        uint64_t number = 0;

        blank++;
        text_parse_number(&blank, end, MOST_COORDINATE, &number);
        if (!*all->network)
            number -= all->least[d];
        text_printf(text, "%s%u", d ? ", " : "", (uint32_t)number);
    }
    text_puts(text, "]\n");
}

/* The kind and the dimensions that nodes name, or a torus around them. */
static void print_grid(const struct node_coordinates *all, struct text *text)
{
    size_t kind = strcspn(all->network, ":");

    text_puts(text, "network:\n  kind: ");
    if (*all->network) {
        text_printf(text, "%.*s\n  dims: [", (int)kind, all->network);
        for (const char *c = all->network + kind + 1; *c; c++)
            text_add(text, *c == 'x' ? ", " : c, *c == 'x' ? 2 : 1);
    } else {
        text_puts(text, "torus\n  dims: [");
        for (unsigned d = 0; d < all->dims; d++)
            text_printf(text, "%s%u", d ? ", " : "", all->most[d] - all->least[d] + 1);
    }
    text_puts(text, "]\n  coordinates:\n");
}

int node_coordinates_print(struct node_coordinates *all, char **yaml, struct topomap_error *error)
{
    struct text text = {0};
    int result = 0;

    *yaml = NULL;
    if (all->nodes.failed) {
        result = error_memory(error);
    } else if (*all->problem) {
        result = error_set(error, TOPOMAP_INPUT, "%s", all->problem);
    } else if (all->nodes.length > 0) {
        const char *at = all->nodes.data, *end = at + all->nodes.length, *line, *stop;

        print_grid(all, &text);
        while (text_line(&at, end, &line, &stop))
            print_node(all, line, stop, &text);
        *yaml = text_take(&text);
        result = *yaml ? 0 : error_memory(error);
    }
    text_free(&all->nodes);
    *all = (struct node_coordinates){0};
    return result;
}
