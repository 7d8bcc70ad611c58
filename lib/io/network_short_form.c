/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks in one word: "torus:4x4x4" stands for a description with the nodes n0, n1, ... */
#include "base/error.h"
#include "base/hint.h"
#include "base/text.h"
#include "io/network_format.h"
#include "network/kinds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The numbers of a short form, and their product. */
struct numbers {
    uint64_t number[NETWORK_FORM_NUMBERS];
    size_t count;
    uint64_t nodes;
    const char *end; /* the text after them */
};

static bool has_form(const struct network_ops *kind)
{
    return kind->form.list || kind->form.keys[0];
}

/* The kind named before the colon, or NULL. */
static const struct network_ops *find_kind(const char *spec)
{
    size_t length = strcspn(spec, ":");

    return spec[length] ? network_kind_find(spec, length) : NULL;
}

/* If `spec` is not the name of a file but close to a short form, suggest that form. Returns 0 or
 * -1. */
static int refuse(const char *spec, struct topomap_error *error)
{
    size_t length = strcspn(spec, ":");
    const struct network_ops *kind;
    struct hint hint;

    hint_init(&hint, spec, length);
    for (size_t i = 0; (kind = network_kind(i)); i++)
        hint_offer(&hint, kind->kind);
    if (strchr(spec, '/') || !hint.nearest || access(spec, F_OK) == 0 || errno != ENOENT)
        return 0;
    kind = network_kind_find(hint.nearest, strlen(hint.nearest));
    if (!has_form(kind))
        return error_set(error, TOPOMAP_INPUT, "'%.100s' is neither a file nor a short "
                         "form; this kind needs a description: %s", spec, kind->example);
    if (spec[length])
        return error_set(error, TOPOMAP_INPUT,
                         "'%.100s' is neither a file nor a network; did you mean '%s%.100s'?",
                         spec, hint.nearest, spec + length);
    return error_set(error, TOPOMAP_INPUT, "'%.100s' is neither a file nor a network like %s",
                     spec, kind->example);
}

/* Read "4x4x4" at `at`. Returns 0 or -1. */
static int read_numbers(const char *at, struct numbers *numbers)
{
    *numbers = (struct numbers){.nodes = 1};
    for (;; at++) {
        uint64_t *number = &numbers->number[numbers->count];

        if (numbers->count == NETWORK_FORM_NUMBERS ||
            text_parse_number(&at, at + strlen(at), NETWORK_MAX_NODES, number) < 0)
            return -1;
        numbers->count++;
        numbers->nodes *= *number;
        if (!numbers->nodes || numbers->nodes > NETWORK_MAX_NODES)
            return -1;
        if (*at != 'x')
            break;
    }
    numbers->end = at;
    return 0;
}

/* Check the number of numbers in the form, and that at most a word comes after them, the routing,
 * which is checked in the description. */
static int check(const struct network_ops *kind, struct numbers *numbers)
{
    const struct network_form *form = &kind->form;
    size_t keys = 0, word;

    while (!form->list && keys < NETWORK_FORM_NUMBERS && form->keys[keys])
        keys++;
    if (!form->list && numbers->count != keys)
        return -1;
    if (form->nodes)
        numbers->nodes = form->nodes(numbers->number);
    if (numbers->nodes > NETWORK_MAX_NODES)
        return -1;
    if (*numbers->end == '\0')
        return 0;
    if (network_routings(kind) == 0)
        return -1;
    word = strspn(numbers->end + 1, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return *numbers->end == ':' && word > 0 && numbers->end[1] != '-' &&
                   numbers->end[1 + word] == '\0'
               ? 0
               : -1;
}

/* The description that a short form stands for; the caller frees it. NULL when memory runs out. */
static char *expand(const struct network_ops *kind, const struct numbers *numbers)
{
    const struct network_form *form = &kind->form;
    struct text text = {0};

    text_printf(&text, "network:\n  kind: %s\n", kind->kind);
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
        text_printf(&text, "  routing: %s\n", numbers->end + 1);
    text_printf(&text, "  nodes: \"n[0-%llu]\"\n", (unsigned long long)numbers->nodes - 1);
    return text_take(&text);
}

static int fail_like(const struct network_ops *kind, const char *spec, struct topomap_error *error)
{
    char most[40] = "";

    if (kind->form.list)
        snprintf(most, sizeof most, "%d numbers and ", NETWORK_FORM_NUMBERS);
    return error_set(error, TOPOMAP_INPUT, "'%.200s' is not a network like %s with at most %s%u "
                     "nodes", spec, kind->example, most, NETWORK_MAX_NODES);
}

int network_short_form(const char *spec, char **text, struct topomap_error *error)
{
    const struct network_ops *kind = find_kind(spec);
    struct numbers numbers;

    *text = NULL;
    if (!kind || !has_form(kind))
        return refuse(spec, error);
    if (read_numbers(spec + strlen(kind->kind) + 1, &numbers) < 0 || check(kind, &numbers) < 0)
        return fail_like(kind, spec, error);
    *text = expand(kind, &numbers);
    return *text ? 0 : error_memory(error);
}

/* Fail without the line, behind `spec:`, of the description that the user has not seen. */
static void fail_described(const char *spec, const struct topomap_error *why,
                           struct topomap_error *error)
{
    size_t length = strlen(spec);
    const char *text = why->text;

    if (strncmp(text, spec, length) == 0 && text[length] == ':') {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    error_set(error, why->code, "%s: %.400s", spec, text);
}

struct topomap_network *topomap_network_open(const char *spec, struct topomap_error *error)
{
    struct topomap_network *network;
    struct topomap_error why;
    char *text;

    if (network_short_form(spec, &text, error) < 0)
        return NULL;
    if (!text)
        return topomap_network_read(spec, error);
    network = topomap_network_parse(spec, text, strlen(text), &why);
    free(text);
    if (!network)
        fail_described(spec, &why, error);
    return network;
}
