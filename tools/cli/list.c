/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/hint.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "draw/output.h"
#include "refine/refine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool want_json, want_long;

static const struct cli_option options[] = {
    {"json", 'j', NULL, "print JSON", NULL, &want_json},
    {"long", 'l', NULL, "print source, needs and work of algorithms, too", NULL, &want_long},
    {0},
};

static const struct cli_command command = {
    "topomap list",
    "[--json|--long] [algorithms|refinements|networks|patterns|operations|formats|objectives]...",
    "List what this topomap supports; without an argument, everything.",
    "Example:\n  topomap list --long algorithms\n",
    options,
};

static struct json json; /* the writer for --json */

static void list_names(const char *title, name_getter *get)
{
    const char *name, *summary;

    if (want_json)
        json_open(&json, title, '[');
    else
        printf("%s:\n", title);
    for (size_t i = 0; get(i, &name, &summary); i++) {
        if (!want_json) {
            printf("  %-14s %s\n", name, summary);
            continue;
        }
        json_open(&json, NULL, '{');
        json_string(&json, "name", name);
        json_string(&json, "summary", summary);
        json_close(&json, '}');
    }
    if (want_json)
        json_close(&json, ']');
}

/* The names of the flags in enum topomap_requirement, from the lowest bit on. */
static const char *const requirements[] = {
    "coordinates", "units", "box", "grid", "rank-coordinates", "even-tasks",
};

static void list_algorithms_json(void)
{
    const struct topomap_algorithm *a;

    json_open(&json, "algorithms", '[');
    for (size_t i = 0; (a = topomap_algorithm_get(i)); i++) {
        json_open(&json, NULL, '{');
        json_string(&json, "name", a->name);
        json_string(&json, "parameter", a->parameter ? a->parameter : "");
        json_string(&json, "summary", a->summary);
        json_string(&json, "source", a->source);
        json_string(&json, "needs", a->needs);
        json_open(&json, "requirements", '[');
        for (size_t r = 0; r < sizeof requirements / sizeof *requirements; r++) {
            if (a->requirements >> r & 1)
                json_string(&json, NULL, requirements[r]);
        }
        json_close(&json, ']');
        json_string(&json, "complexity", a->complexity);
        json_close(&json, '}');
    }
    json_close(&json, ']');
}

static void list_algorithm(const struct topomap_algorithm *a, bool whole)
{
    printf("  %s%-*s %s\n", a->name, (int)(strlen(a->name) < 14 ? 14 - strlen(a->name) : 0),
           a->parameter ? a->parameter : "", a->summary);
    if (whole)
        printf("  %-14s source: %s\n  %-14s needs: %s; work: %s\n", "", a->source, "", a->needs,
               a->complexity);
}

static void list_algorithms(void)
{
    const struct topomap_algorithm *a;

    if (want_json) {
        list_algorithms_json();
        return;
    }
    printf("algorithms:\n");
    for (size_t i = 0; (a = topomap_algorithm_get(i)); i++)
        list_algorithm(a, want_long);
}

static void list_refinements(void)
{
    list_names("refinements", refinement_name_get);
}

static void list_networks(void)
{
    list_names("networks", topomap_network_kind_get);
}

static void list_formats(void)
{
    list_names("graph formats", topomap_graph_format_get);
    list_names("network formats", topomap_network_format_get);
    list_names("report formats", report_format_get);
    list_names("picture formats", picture_format_get);
    list_names("plan formats", topomap_plan_format_get);
}

static void list_patterns(void)
{
    list_names("patterns", topomap_graph_pattern_get);
}

static void list_operations(void)
{
    list_names("operations", topomap_recipe_operation_get);
}

static void list_objectives(void)
{
    list_names("objectives", topomap_objective_get);
}

static const struct {
    const char *name;
    void (*print)(void);
} lists[] = {
    {"algorithms", list_algorithms},
    {"refinements", list_refinements},
    {"networks", list_networks},
    {"patterns", list_patterns},
    {"operations", list_operations},
    {"formats", list_formats},
    {"objectives", list_objectives},
};

#define LISTS (sizeof lists / sizeof *lists)

static size_t list_index(const char *name)
{
    size_t i = 0;

    while (i < LISTS && strcmp(lists[i].name, name) != 0)
        i++;
    return i;
}

static int unknown_list(const char *name)
{
    struct hint hint;

    hint_init(&hint, name, strlen(name));
    for (size_t i = 0; i < LISTS; i++)
        hint_offer(&hint, lists[i].name);
    return cli_usage(&command, "there is no list of '%s'%s", name, hint_text(&hint));
}

int command_list(int argc, char **argv)
{
    bool wanted[LISTS] = {false}, printed = false;
    int code = TOPOMAP_OK;
    int first = cli_parse(&command, argc, argv, &code);
    char *text;

    if (first < 0)
        return code;
    for (int i = first; i < argc; i++) {
        if (list_index(argv[i]) == LISTS)
            return unknown_list(argv[i]);
        wanted[list_index(argv[i])] = true;
    }
    json_open(&json, NULL, '{');
    json_whole(&json, "schema_version", 1);
    for (size_t i = 0; i < LISTS; i++) {
        if (first < argc && !wanted[i])
            continue;
        if (printed && !want_json)
            putchar('\n');
        lists[i].print();
        printed = true;
    }
    json_close(&json, '}');
    text = text_take(&json.text);
    if (!text)
        return cli_memory(&command);
    if (want_json)
        fputs(text, stdout);
    free(text);
    return cli_printed(&command);
}
