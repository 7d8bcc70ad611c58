/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the profile for a launch. */
#include "base/error.h"
#include "base/text.h"
#include "structure/stretch.h"
#include "store/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most profiles of other numbers of ranks that are tried. */
#define MAX_STRETCHED 4

struct search {
    const struct store_query *query;
    struct store_answer *answer;
    const char *name; /* name of the program */
    uint32_t other;   /* a number of ranks for which there is a profile; 0: none */
    char why[200];    /* why that profile does not fit */
    char unread[200]; /* why an entry, or a store, could not be read; empty: all could be */
};

/* Make the graph the answer. Returns 1, or -1 with an error. */
static int take(struct search *search, struct topomap_graph *graph,
                const struct store_entry *entry, const char *change,
                struct topomap_error *error)
{
    struct store_answer *answer = search->answer;
    struct text text = {0};

    text_printf(&text, "profile %s of %s%s", entry->id, entry->name, change);
    *answer = (struct store_answer){graph, strdup(entry->path), text_take(&text)};
    if (answer->path && answer->origin)
        return 1;
    topomap_graph_destroy(graph);
    free(answer->path);
    free(answer->origin);
    *answer = (struct store_answer){0};
    return error_memory(error);
}

static void note_unread(struct search *search, const char *why)
{
    if (!*search->unread)
        snprintf(search->unread, sizeof search->unread, "%.190s", why);
}

static struct topomap_graph *read_entry(struct search *search, const struct store_entry *entry)
{
    struct topomap_graph *graph;
    struct topomap_error why;

    if (entry->bytes > store_limits_default.entry_bytes)
        return NULL;
    graph = topomap_graph_read(entry->path, NULL, &why);
    if (!graph) {
        note_unread(search, why.text);
    } else if (topomap_graph_ranks(graph) != entry->ranks) {
        topomap_graph_destroy(graph);
        graph = NULL;
    }
    return graph;
}

static bool has_label(const struct search *search, const struct store_entry *entry)
{
    return strcmp(entry->label, search->query->label ? search->query->label : "") == 0;
}

/* Whether the recorded application ended early. */
static bool is_early(const struct store_entry *entry)
{
    size_t length = strlen(entry->id), suffix = strlen(STORE_EARLY);

    return length >= suffix && strcmp(entry->id + length - suffix, STORE_EARLY) == 0;
}

/* Load the newest profile with the right number of ranks, among those that ended `early` or among
 * the others: 1, 0 if there is none, or -1 with an error. */
static int find_same(struct search *search, const struct store_list *list, bool early,
                     struct topomap_error *error)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct store_entry *entry = &list->entry[i];
        struct topomap_graph *graph = NULL;

        if (entry->ranks == search->query->ranks && has_label(search, entry) &&
            is_early(entry) == early)
            graph = read_entry(search, entry);
        if (graph)
            return take(search, graph, entry, "", error);
    }
    return 0;
}

static void print_sides(struct text *text, uint32_t dims, const uint32_t *sides)
{
    for (uint32_t d = 0; d < dims; d++)
        text_printf(text, "%s%u", d ? "x" : "", sides[d]);
}

/* Try to stretch a profile: 1, 0 if that is impossible, or -1 with an error. */
static int stretch_entry(struct search *search, const struct store_entry *entry,
                   struct topomap_error *error)
{
    struct topomap_graph *graph = read_entry(search, entry), *larger;
    struct stretch sides;
    struct topomap_error why;
    struct text text = {0};
    char *change;
    int result;

    if (!graph)
        return 0;
    larger = graph_stretch(graph, search->query->ranks, &sides, &why);
    topomap_graph_destroy(graph);
    if (!larger) {
        search->other = entry->ranks;
        snprintf(search->why, sizeof search->why, "%.190s", why.text);
        return 0;
    }
    text_printf(&text, " with %u ranks, its grid of ", entry->ranks);
    print_sides(&text, sides.dims, sides.from);
    text_puts(&text, " stretched to ");
    print_sides(&text, sides.dims, sides.to);
    change = text_take(&text);
    result = change ? take(search, larger, entry, change, error) : error_memory(error);
    if (!change)
        topomap_graph_destroy(larger);
    free(change);
    return result;
}

static double distance(uint32_t a, uint32_t b)
{
    return a > b ? (double)a / b : (double)b / a;
}

/* The newest profile of the nearest number of ranks beyond a distance; NULL if there is none. */
static const struct store_entry *next_nearest(const struct search *search,
                                                      const struct store_list *list,
                                                      double above)
{
    const struct store_entry *best = NULL;

    for (size_t i = 0; i < list->count; i++) {
        const struct store_entry *entry = &list->entry[i];
        double far = distance(entry->ranks, search->query->ranks);

        if (has_label(search, entry) && !is_early(entry) && far > above &&
            (!best || far < distance(best->ranks, search->query->ranks)))
            best = entry;
    }
    return best;
}

static int find_other(struct search *search, const struct store_list *list,
                      struct topomap_error *error)
{
    const struct store_entry *entry;
    double far = 1;
    int result = 0;

    for (int i = 0; i < MAX_STRETCHED && result == 0; i++) {
        entry = next_nearest(search, list, far);
        if (!entry)
            break;
        far = distance(entry->ranks, search->query->ranks);
        result = stretch_entry(search, entry, error);
    }
    return result;
}

static int fail(const struct search *search, struct topomap_error *error)
{
    const struct store_query *query = search->query;
    char label[STORE_WORD + 32] = "", option[STORE_WORD + 8] = "", why[256] = "";

    if (query->label) {
        snprintf(label, sizeof label, " labelled %s", query->label);
        snprintf(option, sizeof option, ":%s", query->label);
    }
    if (search->other)
        snprintf(why, sizeof why, " (the one of %u ranks cannot be used: %s)", search->other,
                 search->why);
    else if (*search->unread)
        snprintf(why, sizeof why, " (%s)", search->unread);
    return error_set(error, TOPOMAP_IMPOSSIBLE,
                     "the store has no profile of %.64s at %u ranks%s%s; "
                     "--topomap-profile=store%s records one",
                     search->name, query->ranks, label, why, option);
}

int store_find(const struct store_query *query, struct store_answer *answer,
               struct topomap_error *error)
{
    struct search search = {.query = query, .answer = answer};
    struct store_list lists[2] = {{0}};
    char identity[STORE_IDENTITY];
    const char *slash = strrchr(query->path, '/');
    struct topomap_error why;
    int result = 0;

    *answer = (struct store_answer){0};
    search.name = slash ? slash + 1 : query->path;
    if (query->label && !store_is_label(query->label))
        return error_set(error, TOPOMAP_USAGE,
                         "'%.100s' is not a label: 1 to 64 letters, digits, '.', '_', '+' or '-'",
                         query->label);
    if (store_identify(query->path, identity, error) < 0)
        return -1;
    for (int i = 0; i < 2 && result == 0; i++) {
        /* A store that cannot be read does not hide the other one. */
        if (query->folders[i] &&
            store_list_program(&lists[i], query->folders[i], identity, &why) < 0)
            note_unread(&search, why.text);
        result = find_same(&search, &lists[i], false, error);
    }
    /* A profile that ended early is better than none. */
    for (int i = 0; i < 2 && result == 0; i++)
        result = find_same(&search, &lists[i], true, error);
    for (int i = 0; i < 2 && result == 0; i++)
        result = find_other(&search, &lists[i], error);
    store_list_free(&lists[0]);
    store_list_free(&lists[1]);
    if (result == 0)
        return fail(&search, error);
    return result < 0 ? -1 : 0;
}
