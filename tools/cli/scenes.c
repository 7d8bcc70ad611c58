/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/scenes.h"

#include "cli/progress.h"
#include "plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_NAME 34 /* for which keys and headings of pictures have room */

/* Find coordinates of ranks in the application: those that the user gives, those of the graph's
 * pattern, or those of the structure of its edges. NULL: unknown. */
static int find_coordinates(struct job *job, struct topomap_error *error)
{
    const struct topomap_graph *graph = job->inputs.graph;
    double *values;
    uint32_t ranks;

    job->scene.coordinates = job->loaded ? job->loaded
                             : graph     ? topomap_graph_coordinates(graph)
                                         : NULL;
    if (job->scene.coordinates || !graph)
        return 0;
    job->structure = topomap_structure_create(graph, error);
    if (!job->structure)
        return -1;
    if (job->structure->kind != TOPOMAP_GRID && job->structure->kind != TOPOMAP_ROWS)
        return 0;
    ranks = topomap_graph_ranks(graph);
    values = calloc((size_t)ranks * job->structure->dims, sizeof *values);
    if (!values)
        return error_memory(error);
    for (size_t i = 0; i < (size_t)ranks * job->structure->dims; i++)
        values[i] = job->structure->coordinates[i];
    job->found = topomap_coordinates_create(ranks, job->structure->dims, values, error);
    job->scene.coordinates = job->found;
    free(values);
    return job->found ? 0 : -1;
}

/* The name of a placement from a file, or of a word such as "random"; a long one ends with dots. */
static void name_mapping(const char *file, char *name, size_t size)
{
    const char *what = strchr(file, '.') ? "" : "mapping ";

    if (strlen(file) > LONGEST_NAME)
        snprintf(name, size, "%s%.*s...", what, LONGEST_NAME - 3, file);
    else
        snprintf(name, size, "%s%s", what, file);
}

/* Get the second placement, from --mapping or by planning. */
static int place(struct job *job, uint32_t *mapping, uint32_t *slots, struct topomap_error *error)
{
    struct scene_side *side = &job->scene.side[1];
    bool with_slots = false;

    if (job->mapping) {
        if (placement_read(job->inputs.allocation, job->mapping, job->request.seed, mapping, slots,
                           &with_slots, error) < 0)
            return -1;
        const char *slash = strrchr(job->mapping, '/');

        name_mapping(slash ? slash + 1 : job->mapping, job->other, sizeof job->other);
        *side = (struct scene_side){.name = job->other, .placement = mapping,
                                    .slots = with_slots ? slots : NULL};
        return 0;
    }
    job->plan = topomap_plan_create(&job->request, error);
    if (!job->plan)
        return -1;
    snprintf(job->other, sizeof job->other, "planned by %.80s", topomap_plan_algorithm(job->plan));
    *side = (struct scene_side){.name = job->other,
                                .placement = topomap_plan_placement(job->plan),
                                .slots = topomap_plan_slots(job->plan)};
    return 0;
}

/* Read the placement to beat, and its name. */
static int read_layout(struct job *job, uint32_t *layout, uint32_t *slots,
                       struct topomap_error *error)
{
    const char *word = job->layout ? job->layout : "block";
    bool named = strcmp(word, "block") == 0 || strcmp(word, "cyclic") == 0;
    bool with_slots = false;

    if (placement_read(job->inputs.allocation, word, job->request.seed, layout, slots,
                       &with_slots, error) < 0)
        return -1;
    job->scene.side[0] = (struct scene_side){.name = named ? "Slurm's layout" : "layout",
                                             .placement = layout,
                                             .slots = with_slots ? slots : NULL};
    job->request.layout = layout;
    return 0;
}

static int make(struct job *job, struct topomap_error *error)
{
    size_t ranks = topomap_allocation_ranks(job->inputs.allocation);
    bool same;

    job->work = calloc(4 * ranks, sizeof *job->work);
    if (!job->work)
        return error_memory(error);
    if (read_layout(job, job->work, job->work + ranks, error) < 0 ||
        place(job, job->work + 2 * ranks, job->work + 3 * ranks, error) < 0 ||
        find_coordinates(job, error) < 0)
        return -1;
    same = memcmp(job->scene.side[0].placement, job->scene.side[1].placement,
                  ranks * sizeof(uint32_t)) == 0 && !job->inputs.nodetree;
    if (same) {
        job->scene.side[0].name = "Slurm's layout";
        job->scene.side[1] = (struct scene_side){0};
    }
    if (same && job->plan && topomap_plan_kept(job->plan)) {
        struct text why = {0};

        plan_why_kept(job->plan, &why);
        job->scene.why = job->why = text_take(&why);
        if (!job->why)
            return error_memory(error);
        job->scene.side[0].name = "Slurm's layout, which stays";
    }
    job->scene.sides = same ? 1 : 2;
    return scene_prepare(&job->scene, error);
}

/* What pictures show of the graph. */
static void show_graph(struct job *job)
{
    const struct inputs *in = &job->inputs;

    job->scene.request = &job->request;
    job->scene.graph = in->graph;
    job->scene.sized = job->read ? job->read : in->graph;
    job->scene.messages = in->weights && strcmp(in->weights, "messages") == 0;
    job->scene.graph_name = in->graph_path ? base_name(in->graph_path) : "";
    job->scene.title = job->title;
}

static bool gave(const struct job *job, const char *name)
{
    return option_given(option_find(SCOPE_PLAN, name, strlen(name)), &job->inputs.settings);
}

int job_load(struct job *job, const struct cli_command *command)
{
    struct topomap_error error;
    struct progress progress;
    int code, result;

    if (job->mapping && gave(job, "algorithm"))
        return cli_usage(command, "--mapping and --algorithm exclude each other");
    job->inputs.read = &job->read;
    inputs_ask_slurm(&job->inputs);
    code = coordinates_load(&job->inputs.settings, command, &job->loaded);
    if (code == TOPOMAP_OK)
        code = inputs_load(&job->inputs, command);
    if (code != TOPOMAP_OK)
        return code;
    inputs_request(&job->inputs, &job->request);
    job->request.coordinates = job->loaded;
    job->request.replace_layout = gave(job, "algorithm") || job->inputs.recipe_path;
    show_graph(job);
    job->scene.allocation = job->inputs.allocation;
    progress_start(&progress, "planning", 0);
    job->request.begins = progress_begins;
    job->request.context = &progress;
    result = make(job, &error);
    progress_end(&progress);
    return result < 0 ? cli_fail(command, &error) : TOPOMAP_OK;
}

int job_load_graph(struct job *job, const struct cli_command *command)
{
    struct topomap_error error;
    int code;

    job->inputs.read = &job->read;
    code = inputs_load_graph(&job->inputs, command);
    if (code != TOPOMAP_OK)
        return code;
    show_graph(job);
    return scene_prepare(&job->scene, &error) < 0 ? cli_fail(command, &error) : TOPOMAP_OK;
}

void job_free(struct job *job)
{
    scene_free(&job->scene);
    topomap_plan_destroy(job->plan);
    topomap_coordinates_destroy(job->found);
    topomap_structure_destroy(job->structure);
    topomap_coordinates_destroy(job->loaded);
    topomap_graph_destroy(job->read);
    free(job->why);
    free(job->work);
    inputs_free(&job->inputs);
}
