/* SPDX-License-Identifier: BSD-3-Clause */
/* The inputs of mapping tests: networks, allocations, graphs, and jobs made of them. */
#ifndef UNIT_WORLD_H
#define UNIT_WORLD_H

#include "unit/networks.h"
#include "unit/unit.h"

#include "map/map.h"
#include "partition/partition.h"
#include "refine/refine.h"

struct world {
    struct topomap_network *network;
    struct topomap_allocation *allocation;
    struct topomap_graph *graph;
    struct topomap_coordinates *coordinates; /* coordinates in a process grid, 4x4x4 for 64 ranks */
    uint32_t *layout; /* the block distribution */
    struct map_job job;
    struct topomap_request request; /* made from graph and allocation alone, seed 1 */
    unsigned int hints; /* hints of the last placement by an algorithm */
};

/* `network` is text; `tasks` has one number for each host; both end the test on failure. */
void world_make(struct world *world, const char *network, const char *hosts, const uint32_t *tasks,
                struct topomap_graph *graph);

/* Nodes of a network, with the tasks of each. */
struct world_machine {
    const char *network;
    const char *hosts;
    uint32_t tasks[64];
};

void world_on(struct world *world, const struct world_machine *machine,
              struct topomap_graph *graph);

/* Of 64 ranks: even and uneven, whole and in parts, in order and shuffled. */
#define MACHINES_OF_64 10
extern const struct world_machine machines_of_64[MACHINES_OF_64];

/* The same with `tasks` on every host, of which there are at most 512. */
void world_even(struct world *world, const char *network, const char *hosts, uint32_t tasks,
                struct topomap_graph *graph);

/* The same with tasks such as "2,1(x3)", and the edge list of the graph as text. */
void world_text(struct world *world, const char *network, const char *hosts, const char *tasks,
                const char *edges);
void world_free(struct world *world);

/* Map with the algorithm `name` into placement[ranks]; world_try returns the algorithm's result. */
int world_try(struct world *world, const char *name, uint32_t *placement,
              struct topomap_error *error);
void world_map(struct world *world, const char *name, uint32_t *placement);

/* A random placement in placement[ranks]: the layout with shuffled ranks. */
void world_shuffle(const struct world *world, uint64_t seed, uint32_t *placement);

/* The score of a placement, which must be valid. */
double world_hop_bytes(const struct world *world, const uint32_t *placement);

/* Refine a placement, which must be possible. Uses job, with time or without it. */
void world_refine(const struct world *world, const struct refinement *refinement,
                  uint32_t *placement);

/* The predicted seconds of a placement. */
double world_seconds(const struct world *world, const uint32_t *placement);

/* Graphs: a mesh of x * y * z ranks with 26 neighbours each, heavier across faces; a ring;
 * cliques whose members are `count` ranks apart; random edges; nothing at all. */
struct topomap_graph *graph_mesh(uint32_t x, uint32_t y, uint32_t z);
struct topomap_graph *graph_ring(uint32_t ranks);
struct topomap_graph *graph_cliques(uint32_t count, uint32_t size);
struct topomap_graph *graph_random(uint32_t ranks, uint32_t edges, uint64_t seed);
struct topomap_graph *graph_silent(uint32_t ranks);

/* Graphs of 64 ranks, a different one for each index. */
#define GRAPHS_OF_64 5
struct topomap_graph *graph_of_64(size_t index);

/* A pattern with its ranks in random order. */
struct topomap_graph *graph_shuffled(const char *pattern, uint64_t seed);

/* A grid of side * side ranks, with `along` bytes between neighbours along axes and `diagonal`
 * bytes between diagonal ones. */
struct topomap_graph *graph_king(uint32_t side, uint32_t along, uint32_t diagonal);

/* The pairs of ranks of a graph, as partitioning takes them. */
struct partition_graph graph_view(const struct topomap_graph *graph);

/* Networks. */
extern const char network_two_leaves[]; /* n[0-7] on two switches */
extern const char network_balanced[];   /* n[0-15]: 2 x 2 leaves of 4 */
extern const char network_unbalanced[]; /* n[0-15]: leaves of 1 to 7 on three levels */
extern const char network_torus[];      /* n[0-63]: 4 x 4 x 4 */
extern const char network_ring[];       /* n[0-15] in a ring */
extern const char network_mesh_wide[];  /* n[0-23]: 8 x 3, no wrap */
extern const char network_alike[];      /* n[0-15], all equally far */

#endif
