/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes what pictures and reports show from the command line. */
#ifndef CLI_SCENES_H
#define CLI_SCENES_H

#include "cli/commands.h"
#include "draw/scene.h"

/* A job with the placement to beat and another one, planned or from --mapping. */
struct job {
    struct inputs inputs;
    const char *layout, *mapping, *title;
    struct topomap_graph *read; /* the graph as it was before --weights, or NULL */
    struct topomap_coordinates *loaded;
    struct topomap_structure *structure;
    struct topomap_coordinates *found; /* coordinates of a recognised structure */
    struct topomap_request request;
    struct topomap_plan *plan; /* NULL with --mapping */
    uint32_t *work;            /* memory of the placements and their slots */
    char other[96];            /* name of the second placement */
    char *why;                 /* why the layout stays; NULL: it does not */
    struct scene scene;
};

#define JOB_OPTIONS(job)                                                                           \
    INPUT_OPTIONS((job).inputs),                                                                   \
    {"layout", 0, "block|cyclic|random|FILE", "placement to compare it with, FILE as for "         \
     "--mapping [block]", &(job).layout, NULL},                                                    \
    {"recipe", 'R', "FILE", "recipe to plan by, see topomap-recipe(5)",                            \
     &(job).inputs.recipe_path, NULL},                                                             \
    {"mapping", 'm', "default|cyclic|random|FILE", "show this mapping instead of a plan",          \
     &(job).mapping, NULL},                                                                        \
    {"title", 0, "TEXT", "title above the picture", &(job).title, NULL}

/* Load what the options name, and plan. Returns 0, or the exit code after a message; call
 * job_free() in both cases. */
int job_load(struct job *job, const struct cli_command *command);
void job_free(struct job *job);

/* The same for a graph alone, without hosts and placements. */
int job_load_graph(struct job *job, const struct cli_command *command);

#endif
