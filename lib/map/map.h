/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_MAP_H
#define MAP_MAP_H

#include "base/random.h"
#include "graph/coordinates.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "topomap_internal.h"

#define MAP_MAX_PHASES 400

/* The times of the parts of a job, and the work that is counted rather than timed. */
struct map_times {
    struct topomap_phase phase[MAP_MAX_PHASES]; /* added up by algorithm and name */
    size_t phases;
    double last;              /* when the latest phase ended */
    uint64_t work;            /* of refinements: looks at edges, units and channels */
};

/* What a mapping algorithm is given. */
struct map_job {
    const struct topomap_graph *graph;
    const struct topomap_allocation *allocation; /* same rank count as the graph */
    const struct topomap_coordinates *coordinates; /* of the ranks, as given; NULL: none were,
                                                    * see map_shared_coordinates */
    const uint32_t *layout;   /* the placement found; valid */
    const uint32_t *recipe;   /* the placement of the user's recipe; valid; NULL: none */
    enum topomap_effort effort;
    double part;              /* of the work of that effort in annealing; 0: all of it */
    bool grouped;             /* nodes hold what belongs together: annealing does less inside */
    bool keep_first;          /* rank 0 stays on its node of the layout, see plan/first.h;
                               * refinements leave it where it is */
    bool timed;               /* the objective is time: busy links are those that take longest */
    uint64_t seed;
    double deadline;          /* clock_seconds() value, 0: none */
    const char *parameter;    /* what stood behind "name:"; NULL: nothing */
    struct map_shared *shared; /* results that several algorithms use, see map/shared.h */
    const char *algorithm;    /* whose times are taken; NULL: planning's own */
    struct map_times *times;  /* NULL: nobody wants them */
};

/* What an algorithm knows of its placement beyond what a score says. */
enum map_hint {
    MAP_NEAR_BOUND = 1,   /* its hop-bytes are near the least that any placement can have */
    MAP_GOOD_GROUPS = 2,  /* partitions of the graph hardly put better groups of ranks on nodes */
};

/* What an algorithm returns. */
struct map_result {
    uint32_t *placement; /* [ranks]: the caller's array, filled with a valid placement */
    unsigned int hints;  /* flags of enum map_hint; the caller clears them */
};

/* An algorithm: fills `out` and changes nothing else, but for what job->shared keeps and
 * job->times adds up. On failure the contents of out->placement are undefined.
 * TOPOMAP_IMPOSSIBLE: not for this network, with the reason; TOPOMAP_USAGE: its parameter is
 * malformed. */
struct map_algorithm {
    struct topomap_algorithm about;
    int (*map)(const struct map_job *job, struct map_result *out, struct topomap_error *error);
};

/* The registry (map/registry.c): index 0, 1, ... until NULL; by name or NULL. */
const struct map_algorithm *map_algorithm(size_t index);
const struct map_algorithm *map_algorithm_find(const char *name);

/*
 * Add the time since *start to the phase called `name` (a string constant) of job->algorithm;
 * *start = now. What lies before the end of another phase is not counted again, so that phases may
 * hold phases.
 */
void map_phase(const struct map_job *job, const char *name, double *start);

/* Add to the work of refinements. */
void map_work(const struct map_job *job, uint64_t work);

/* The parameter of the algorithm called `name` as a number from 1 to TOPOMAP_MAX_RANKS. */
int map_number(const struct map_job *job, const char *name, uint32_t *number,
               struct topomap_error *error);

/* The numbers below `count` in random order; the caller frees them. NULL when memory is out. */
uint32_t *map_shuffled(uint64_t seed, uint32_t count);

/* Whether the deadline has passed. */
bool map_late(const struct map_job *job);

#endif
