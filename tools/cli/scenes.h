/* SPDX-License-Identifier: BSD-3-Clause */
/* From the command line to what pictures and reports show. */
#ifndef CLI_SCENES_H
#define CLI_SCENES_H

#include "cli/commands.h"
#include "draw/scene.h"

/* A job with the placement to beat, and another one: planned, or that of --mapping. */
struct job {
    struct inputs inputs;
    const char *layout, *mapping, *title;
    struct topomap_coordinates *loaded;
    struct topomap_structure *structure;
    struct topomap_coordinates *found; /* those of the structure */
    struct topomap_request request;
    struct topomap_plan *plan; /* NULL: --mapping says it all */
    uint32_t *work;            /* placements, and slots behind them */
    char other[96];            /* what the second placement is called */
    struct scene scene;
};

#define JOB_OPTIONS(job)                                                                           \
    INPUT_OPTIONS((job).inputs),                                                                   \
    {"layout", 0, "block|cyclic|random|FILE", "placement to compare with, FILE as --mapping has "  \
     "it [block]", &(job).layout, NULL},                                                           \
    {"recipe", 'R', "FILE", "recipe to plan by, see topomap-recipe(5)",                            \
     &(job).inputs.recipe_path, NULL},                                                             \
    {"mapping", 'm', "default|cyclic|random|FILE", "show this mapping instead of a plan",          \
     &(job).mapping, NULL},                                                                        \
    {"title", 0, "TEXT", "what stands above the picture", &(job).title, NULL}

/* Load what the options name, and plan. Returns 0 or the exit code, after a message; job_free() in
 * any case. */
int job_load(struct job *job, const struct cli_command *command);
void job_free(struct job *job);

/* The same for the graph alone, without hosts and placements. */
int job_load_graph(struct job *job, const struct cli_command *command);

#endif
