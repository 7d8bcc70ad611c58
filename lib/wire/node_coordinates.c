/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/node_coordinates.h"

#include <stdlib.h>
#include <string.h>

#define KEY "topomap="
#define NAME_DIMENSIONS 3
#define MOST_COORDINATE UINT32_C(0xffff)

bool node_coordinates_find(const char *text, uint32_t *at, unsigned *dims)
{
    const char *next = text ? strstr(text, KEY) : NULL;

    while (next && next > text && !strchr(" ,;\"", next[-1]))
        next = strstr(next + 1, KEY);
    if (!next)
        return false;
    next += strlen(KEY);
    for (*dims = 0; *dims < NODE_DIMENSIONS; next++) {
        uint64_t number;

        if (text_parse_number(&next, next + strlen(next), MOST_COORDINATE, &number) < 0)
            break;
        at[(*dims)++] = (uint32_t)number;
        if (!*next || strchr(" ;\"", *next))
            return true;
        if (!strchr(",.:", *next))
            break;
        /* Another feature may follow a comma. */
        if (*next == ',' && !strchr("0123456789", next[1]))
            return true;
    }
    *dims = 0;
    return true;
}

static bool digit(char c, uint32_t *value)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    const char *found = c ? strchr(digits, c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) : NULL;

    if (found)
        *value = (uint32_t)(found - digits);
    return found;
}

bool node_coordinates_of_name(const char *name, uint32_t *at)
{
    size_t length = strlen(name);

    if (length < NAME_DIMENSIONS)
        return false;
    for (unsigned d = 0; d < NAME_DIMENSIONS; d++) {
        if (!digit(name[length - NAME_DIMENSIONS + d], &at[d]))
            return false;
    }
    return true;
}

void node_coordinates_add(struct node_coordinates *all, const char *name, const uint32_t *at,
                          unsigned dims)
{
    text_printf(&all->nodes, "%s", name);
    for (unsigned d = 0; d < dims; d++) {
        if (d >= all->dims || at[d] < all->least[d])
            all->least[d] = at[d];
        if (d >= all->dims || at[d] > all->most[d])
            all->most[d] = at[d];
        text_printf(&all->nodes, " %u", at[d]);
    }
    text_puts(&all->nodes, "\n");
    if (dims > all->dims)
        all->dims = dims;
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
        text_printf(text, "%s%u", d ? ", " : "", (uint32_t)number - all->least[d]);
    }
    text_puts(text, "]\n");
}

char *node_coordinates_print(struct node_coordinates *all)
{
    struct text text = {0};
    char *result = NULL;

    if (all->nodes.length > 0 && !all->nodes.failed) {
        const char *at = all->nodes.data, *end = at + all->nodes.length, *line, *stop;

        text_puts(&text, "network:\n  kind: torus\n  dims: [");
        for (unsigned d = 0; d < all->dims; d++)
            text_printf(&text, "%s%u", d ? ", " : "", all->most[d] - all->least[d] + 1);
        text_puts(&text, "]\n  coordinates:\n");
        while (text_line(&at, end, &line, &stop))
            print_node(all, line, stop, &text);
        result = text_take(&text);
    }
    text_free(&all->nodes);
    *all = (struct node_coordinates){0};
    return result;
}
