/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_request.h"

#include "graph/pattern_name.h"
#include "srun_command_line.h"
#include "srun_files.h"
#include "srun_store.h"

#include <errno.h>
#include <unistd.h>

/*
 * Whether SLURM_CPUS_PER_TASK tells of the step. srun sets it to its own -c, and from 23.11 on it
 * takes it for -c if there is none. Before, srun took only SRUN_CPUS_PER_TASK, and a step without
 * -c inherits the variable from its job, or from the step in whose task srun runs.
 */
static bool variable_counts(void)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
    return true;
#else
    return getenv("SRUN_CPUS_PER_TASK") || command_line_has_cpus();
#endif
}

uint32_t request_cpus(void)
{
    const char *text = variable_counts() ? getenv("SLURM_CPUS_PER_TASK") : NULL;
    unsigned long cpus = text ? strtoul(text, NULL, 10) : 0;

    return cpus <= UINT16_MAX ? (uint32_t)cpus : 0;
}

static char *copy_or_null(const char *text)
{
    return text ? strdup(text) : NULL;
}

static int fill(struct planning *planning, struct topomap_error *error)
{
    const struct layout *layout = planning->layout;
    struct wire_request *request = &planning->request;
    uint32_t cpus = request_cpus();

    request->ranks = layout->ranks;
    request->nodes = layout->nodes;
    request->hosts = strdup(layout->hosts);
    request->tasks = array_raw(layout->nodes, sizeof *request->tasks);
    request->tids = array_raw(layout->ranks, sizeof *request->tids);
    if (!request->hosts || !request->tasks || !request->tids)
        return error_memory(error);
    memcpy(request->tasks, layout->tasks, layout->nodes * sizeof *request->tasks);
    memcpy(request->tids, layout->tids, layout->ranks * sizeof *request->tids);
    if (settings_copy(&request->settings, planning->settings) < 0)
        return error_memory(error);
    request->settings.pus_per_task = cpus ? cpus : 1;
    return 0;
}

static int name_graph(struct planning *planning, const char *name, struct topomap_error *error)
{
    struct wire_source *graph = &planning->request.graph;

    if (pattern_kind(name) == PATTERN_KINDS) {
        if (access(name, F_OK) < 0 && errno == ENOENT && pattern_refuse(name, error) < 0)
            return -1;
        graph->file = files_input("graph", name, &planning->input_bytes, error);
        return graph->file ? 0 : -1;
    }
    graph->pattern = strdup(name);
    return graph->pattern ? 0 : error_memory(error);
}

/* A profile in a store; without a layout none is looked for. */
static int name_profile(struct planning *planning, const struct wish *wish, const char *label,
                        struct topomap_error *error)
{
    if (label && !*label)
        return error_set(error, TOPOMAP_USAGE, "'" STORE_AUTO ":' needs a label");
    return planning->layout ? store_describe(&planning->request.store, planning->command,
                                             &wish->settings, label, error)
                            : 0;
}

/* Name what --topomap asks for: a graph, or a recipe and the graph to score it with, if any. */
static int name_wish(struct planning *planning, const struct wish *wish,
                     struct topomap_error *error)
{
    const char *name = wish->graph, *graph = wish->settings.graph, *label;
    struct wire_source *recipe = &planning->request.recipe;

    if (strncmp(name, RECIPE_PREFIX, strlen(RECIPE_PREFIX)) != 0) {
        if (graph)
            return error_set(error, TOPOMAP_USAGE, "'graph' needs --topomap=%sFILE",
                             RECIPE_PREFIX);
        if (store_is_named(name, STORE_AUTO, &label))
            return name_profile(planning, wish, label, error);
        return name_graph(planning, name, error);
    }
    recipe->file = files_input("recipe", name + strlen(RECIPE_PREFIX), &planning->input_bytes,
                               error);
    if (!recipe->file)
        return -1;
    return graph ? name_graph(planning, graph, error) : 0;
}

static int name_coordinates(struct planning *planning, struct topomap_error *error)
{
    const struct settings *settings = planning->settings;
    struct wire_source *coordinates = &planning->request.coordinates;

    if (settings->coordinates && settings->grid)
        return error_set(error, TOPOMAP_USAGE, "'coordinates' and 'grid' exclude each other");
    if (settings->coordinates) {
        coordinates->file = files_input("coordinates", settings->coordinates,
                                        &planning->input_bytes, error);
        return coordinates->file ? 0 : -1;
    }
    coordinates->pattern = copy_or_null(settings->grid);
    return settings->grid && !coordinates->pattern ? error_memory(error) : 0;
}

int request_make(struct planning *planning, const struct wish *wish, struct topomap_error *error)
{
    if (name_wish(planning, wish, error) < 0 || name_coordinates(planning, error) < 0)
        return -1;
    return fill(planning, error);
}

int request_check(const struct wish *wish, struct topomap_error *error)
{
    struct planning planning = {.settings = &wish->settings};
    int result = name_wish(&planning, wish, error);

    if (result == 0)
        result = name_coordinates(&planning, error);
    wire_request_free(&planning.request);
    return result;
}
