/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MAP_MAP_H
#define MAP_MAP_H

#include "base/random.h"
#include "graph/coordinates.h"
#include "graph/graph.h"
#include "machine/allocation.h"
#include "topomap_internal.h"

#define MAP_MAX_PHASES 400

/* Times of the phases of a job, and its counted work. */
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
    const struct topomap_coordinates *coordinates; /* of the ranks, as given; NULL: not given,
                                                    * see map_shared_coordinates */
    const uint32_t *layout;   /* the placement found; valid */
    const uint32_t *recipe;   /* the placement of the user's recipe; valid; NULL: none */
    enum topomap_effort effort;
    double part;              /* part of the work of annealing at that effort; 0: all of it */
    uint64_t most_work;       /* of congestion reduction; 0: that of the effort */
    double known;             /* predicted seconds of the placement to refine; 0: not known */
    double *found;            /* where to note those of what refinement made of it, if they are
                               * predicted; NULL: nowhere */
    bool is_start;            /* annealing on time follows: dense graphs are annealed no longer
                               * than others */
    bool grouped;             /* nodes hold good groups of ranks: annealing works less on ranks
                               * and clusters */
    bool keep_first;          /* rank 0 stays on its node of the layout, see plan/keep_first.h;
                               * refinements do not move it */
    bool timed;               /* the objective is time: the busiest link is the slowest one */
    bool delayed;             /* the latency of routes counts then */
    uint64_t seed;
    double deadline;          /* clock_seconds() value, 0: none */
    const char *parameter;    /* the text after "name:"; NULL: none */
    struct map_shared *shared; /* results that several algorithms share, see map/common/shared.h */
    const char *algorithm;    /* algorithm of the phases; NULL: planning itself */
    struct map_times *times;  /* NULL: not measured */
};

/* What an algorithm knows about its placement beyond the score. */
enum map_hint {
    MAP_NEAR_BOUND = 1,   /* its hop-bytes are near the lower bound */
    MAP_GOOD_GROUPS = 2,  /* partitions of the graph hardly find better groups of ranks for nodes */
};

/* What an algorithm returns. */
struct map_result {
    uint32_t *placement; /* [ranks]: the caller's array, filled with a valid placement */
    unsigned int hints;  /* flags of enum map_hint; the caller clears them */
};

/* An algorithm. It fills `out` and changes nothing else except job->shared and job->times. After
 * a failure the contents of out->placement are undefined. TOPOMAP_IMPOSSIBLE: it cannot run on
 * this network, with the reason; TOPOMAP_USAGE: its parameter is malformed. */
struct map_algorithm {
    struct topomap_algorithm about;
    int (*map)(const struct map_job *job, struct map_result *out, struct topomap_error *error);
};

/* The registry (map/registry.c): index 0, 1, ... until NULL; by name or NULL. */
const struct map_algorithm *map_algorithm(size_t index);
const struct map_algorithm *map_algorithm_find(const char *name);

/*
 * Add the time since *start to the phase `name` (a string constant) of job->algorithm, and set
 * *start to now. Time before the end of another phase is not counted again, so phases may be
 * nested.
 */
void map_phase(const struct map_job *job, const char *name, double *start);

/* Add to the work of refinements. */
void map_work(const struct map_job *job, uint64_t work);

/* The parameter of the algorithm called `name` as a number from 1 to TOPOMAP_MAX_RANKS. */
int map_number(const struct map_job *job, const char *name, uint32_t *number,
               struct topomap_error *error);

/* The numbers below `count` in random order; the caller frees them. NULL when memory runs out. */
uint32_t *map_shuffled(uint64_t seed, uint32_t count);

/* The hop-bytes of a valid placement [ranks]: bytes times distances, in the network's unit. */
double map_hop_bytes(const struct map_job *job, const uint32_t *placement);

/* Note the predicted seconds of the placement that a refinement found. */
void map_found(const struct map_job *job, double seconds);

/* Whether the deadline has passed. */
bool map_late(const struct map_job *job);

#endif
