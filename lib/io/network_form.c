/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks in one word: "torus:4x4x4" stands for a description with nodes n0, n1, ... */
#include "base/error.h"
#include "base/hint.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_NODES (1U << 22)
#define MAX_NUMBERS 8

static const struct form {
    const char *kind;
    const char *list;                /* the key whose list the numbers are, or NULL: */
    const char *keys[MAX_NUMBERS];   /* a key for each number */
    const char *routing;             /* what may stand behind the numbers, or NULL */
    const char *like;                /* how it is written */
} forms[] = {
    {"torus", "dims", {NULL}, NULL, "torus:4x4x4"},
    {"mesh", "dims", {NULL}, NULL, "mesh:8x8"},
    {"haec", "dims", {NULL}, NULL, "haec:4x4x4"},
    {"tree", "children", {NULL}, NULL, "tree:16x12x8 (children of each level, from the nodes up)"},
    {"hypercube", NULL, {"dims"}, NULL, "hypercube:6 (dimensions, at most 22)"},
    {"dragonfly", NULL, {"groups", "rows", "columns", "nodes_per_router"}, "valiant",
     "dragonfly:26x6x16x4[:valiant] (groups, rows, columns, nodes of each router)"},
    {"percs", NULL, {"supernodes", "drawers", "nodes_per_drawer"}, "indirect",
     "percs:16x4x8[:indirect] (supernodes, drawers, nodes of each drawer)"},
};

/* Numbers of a form, and what they make. */
struct numbers {
    uint64_t number[MAX_NUMBERS];
    size_t count;
    uint64_t nodes;
    const char *end; /* behind them */
};

static const struct form *find_form(const char *spec)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t length = strlen(forms[i].kind);

        if (strncmp(spec, forms[i].kind, length) == 0 && spec[length] == ':')
            return &forms[i];
    }
    return NULL;
}

/* What is no form may be meant as one: of a name that no file has, say which. 0 or -1. */
static int refuse(const char *spec, struct topomap_error *error)
{
    size_t length = strcspn(spec, ":");
    const struct form *form = forms;
    struct hint hint;

    hint_init(&hint, spec, length);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        hint_offer(&hint, forms[i].kind);
    if (strchr(spec, '/') || !hint.nearest || access(spec, F_OK) == 0 || errno != ENOENT)
        return 0;
    if (spec[length])
        return error_set(error, TOPOMAP_INPUT,
                         "'%.100s' is neither a file nor a network; did you mean '%s%.100s'?",
                         spec, hint.nearest, spec + length);
    while (form->kind != hint.nearest)
        form++;
    return error_set(error, TOPOMAP_INPUT, "'%.100s' is neither a file nor a network like %s",
                     spec, form->like);
}

/* Read "4x4x4" at `at`. Returns 0 or -1. */
static int read_numbers(const char *at, struct numbers *numbers)
{
    *numbers = (struct numbers){.nodes = 1};
    for (;; at++) {
        uint64_t *number = &numbers->number[numbers->count];

        if (numbers->count == MAX_NUMBERS ||
            text_parse_number(&at, at + strlen(at), MAX_NODES, number) < 0)
            return -1;
        numbers->count++;
        numbers->nodes *= *number;
        if (!numbers->nodes || numbers->nodes > MAX_NODES)
            return -1;
        if (*at != 'x')
            break;
    }
    numbers->end = at;
    return 0;
}

/* Check that there are as many numbers as the form has, and what stands behind them. */
static int check(const struct form *form, struct numbers *numbers)
{
    size_t keys = 0;

    while (!form->list && form->keys[keys])
        keys++;
    if (!form->list && numbers->count != keys)
        return -1;
    if (strcmp(form->kind, "hypercube") == 0) {
        if (numbers->number[0] > 22)
            return -1;
        numbers->nodes = UINT64_C(1) << numbers->number[0];
    }
    if (*numbers->end == '\0')
        return 0;
    return *numbers->end == ':' && form->routing &&
           strcmp(numbers->end + 1, form->routing) == 0 ? 0 : -1;
}

/* The description that a form stands for, freed by the caller; NULL: out of memory. */
static char *expand(const struct form *form, const struct numbers *numbers)
{
    struct text text = {0};

    text_printf(&text, "network:\n  kind: %s\n", form->kind);
    if (form->list)
        text_printf(&text, "  %s: [", form->list);
    for (size_t i = 0; i < numbers->count; i++) {
        if (form->list)
            text_printf(&text, "%s%llu", i ? ", " : "", (unsigned long long)numbers->number[i]);
        else
            text_printf(&text, "  %s: %llu\n", form->keys[i],
                        (unsigned long long)numbers->number[i]);
    }
    if (form->list)
        text_puts(&text, "]\n");
    if (*numbers->end)
        text_printf(&text, "  routing: %s\n", form->routing);
    text_printf(&text, "  nodes: \"n[0-%llu]\"\n", (unsigned long long)numbers->nodes - 1);
    return text_take(&text);
}

struct topomap_network *topomap_network_open(const char *spec, struct topomap_error *error)
{
    const struct form *form = find_form(spec);
    struct topomap_network *network = NULL;
    struct numbers numbers;
    char *text;

    if (!form)
        return refuse(spec, error) < 0 ? NULL : topomap_network_read(spec, error);
    if (read_numbers(spec + strlen(form->kind) + 1, &numbers) < 0 || check(form, &numbers) < 0) {
        error_set(error, TOPOMAP_INPUT, "'%.200s' is no network like %s, of at most %u nodes",
                  spec, form->like, MAX_NODES);
        return NULL;
    }
    text = expand(form, &numbers);
    if (text)
        network = topomap_network_parse(spec, text, strlen(text), error);
    else
        error_memory(error);
    free(text);
    return network;
}
