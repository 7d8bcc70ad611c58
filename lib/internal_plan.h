/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal, see topomap_internal.h. */
#ifndef INTERNAL_PLAN_H
#define INTERNAL_PLAN_H

#include "internal_graph.h"
#include "internal_network.h"

/* ---- recipes ----------------------------------------------------------------------------- */

/*
 * A recipe puts the ranks of a process grid into a box of the network: both are cut into trees of
 * boxes, and the ranks in the leaves of one go into the leaves of the other, where they are
 * permuted. The text is YAML, see topomap-recipe(5). Source: Bhatele et al., "Mapping Applications
 * with Collectives over Sub-communicators on Torus Networks" (Rubik), SC 2012.
 */
struct topomap_recipe;

/* Read a recipe from `path` ("-" is standard input). TOPOMAP_INPUT with `path:line: `. */
struct topomap_recipe *topomap_recipe_read(const char *path, struct topomap_error *error);

/* The same from `length` bytes of text; `name` is used in messages. */
struct topomap_recipe *topomap_recipe_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error);
void topomap_recipe_destroy(struct topomap_recipe *recipe);

/* The graph that the recipe names, a pattern or a path (relative paths are resolved already); NULL
 * if there is none, or no recipe (NULL). */
const char *topomap_recipe_graph(const struct topomap_recipe *recipe);

/*
 * The placement of a recipe: the first dimensions of its network box are the nodes' coordinates,
 * the others number the tasks of each place. On networks without coordinates the cells in scan
 * order are the tasks of one node after another. slots[rank] is the rank's task on its node.
 * TOPOMAP_IMPOSSIBLE if the numbers of ranks differ or the allocated nodes are not that box.
 */
int topomap_recipe_place(const struct topomap_recipe *recipe,
                         const struct topomap_allocation *allocation, uint32_t *placement,
                         uint32_t *slots, struct topomap_error *error);

/* Names and summaries of the operations of recipes, for index 0, 1, ... until it returns false. */
bool topomap_recipe_operation_get(size_t index, const char **name, const char **summary);

/* ---- metrics ----------------------------------------------------------------------------- */

#define TOPOMAP_HOPS 24 /* distances that have their own sum */

/*
 * The cost of a placement. c(i,j) are the bytes from rank i to rank j, d is the distance in hops
 * and p the placement; all sums are over directed edges. A trunk of several parallel links counts
 * as that many links with equal shares of its traffic, unless the network routes over each of them.
 */
struct topomap_metrics {
    double hop_bytes;         /* sum of c(i,j) * d(p(i),p(j)), bytes */
    double average_hops;      /* hop_bytes / total_bytes; 0 for a graph without traffic */
    double total_bytes;       /* sum of c(i,j) */
    double internode_bytes;   /* sum of c(i,j) where p(i) != p(j) */
    double internode_messages;
    uint32_t max_hops;        /* longest distance that any edge travels */
    double max_link_bytes;    /* load of the busiest directed link under the network's routing */
    double average_link_bytes; /* mean load of the links that carry anything; 0 if none does */
    double mean_link_bytes;   /* mean load of all links of the network */
    double min_link_bytes;    /* load of the least busy of all links */
    uint64_t used_links;      /* links that carry anything */
    double bytes_by_hops[TOPOMAP_HOPS]; /* bytes that travel 0 (inside a node, or between nodes 0
                                         * hops apart), 1, 2, ... hops; the last element also has
                                         * all longer distances */
    char max_link[128];       /* its name; "" if no link carries anything */
    double score;             /* for a plan or topomap_metrics_create: the objective's value */
    double seconds;           /* likewise: the predicted time of an exchange, see
                               * topomap_time_predict; without latencies if the graph does not
                               * tell the number of messages */
};

/*
 * Compute the cost of `placement`, except score and seconds. TOPOMAP_IMPOSSIBLE if the graph's
 * number of ranks differs from the allocation's or the placement is not valid for it.
 */
int topomap_metrics_compute(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_metrics *metrics,
                            struct topomap_error *error);

/* The same with the predicted seconds. */
int topomap_metrics_timed(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement,
                          struct topomap_metrics *metrics, struct topomap_error *error);

/* The error of predicted seconds, as a part of them: times that differ by less are alike. */
double topomap_time_error(void);

/*
 * A lower bound of the hop-bytes of every valid placement. Hop-bytes are summed over the distances
 * that pairs exceed. How many bytes must be farther apart than a distance follows from three facts:
 * each rank's heaviest partners and the most room near any task; the number of pairs of tasks
 * within the distance; and, in a graph with a structure (see topomap_structure_create), the most
 * weight inside sets of as many ranks as a node or a group of nodes takes: Loomis and Whitney, "An
 * inequality related to the isoperimetric inequality", Bulletin of the AMS 55, 1949; Harper,
 * "Optimal assignments of numbers to vertices", SIAM Journal 12, 1964; Lindsey, "Assignment of
 * numbers to vertices", American Mathematical Monthly 71, 1964. Grids that divide into cubes, one
 * for each node, with neighbouring cubes a hop apart, meet the bound. It is 0, and says nothing,
 * for graphs without structure in which all partners of each rank fit on one node, and for more
 * than 4096 nodes or 2^23 pairs of ranks. Work is that of topomap_structure_create, and the square
 * of the number of nodes. TOPOMAP_IMPOSSIBLE if the graph's number of ranks differs from the
 * allocation's.
 */
int topomap_bound_compute(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, double *hop_bytes,
                      struct topomap_error *error);

/* The load in bytes of each directed link, for a trunk that of all its links:
 * loads[topomap_network_links()]. Errors are those of topomap_metrics_compute. */
int topomap_link_loads(const struct topomap_graph *graph,
                       const struct topomap_allocation *allocation, const uint32_t *placement,
                       double *loads, struct topomap_error *error);

/* The loads of the links of a class (see topomap_network_classes). A trunk counts as its parallel
 * links. */
struct topomap_class_loads {
    char name[24];
    double bytes;              /* bytes that pass any of them, counted once: all that leaves the
                                * subtrees below a level, goes to another group, ... */
    double max_link_bytes;     /* load of the most loaded one */
    double average_link_bytes; /* mean load of those that carry anything; 0 if none does */
    double mean_link_bytes;    /* mean load of all of them */
    double min_link_bytes;     /* load of the least loaded one */
    uint64_t used_links;       /* number of links that carry anything */
    uint64_t links;            /* number of links */
};

/* The loads of each class, loads[topomap_network_classes()]. Errors are those of
 * topomap_metrics_compute. */
int topomap_class_loads_compute(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_class_loads *loads,
                            struct topomap_error *error);

/* A part of the network that messages share. */
struct topomap_busy_link {
    char name[128];
    double bytes;     /* its load; for a trunk the sum over all its links */
    double seconds;   /* load / bandwidth */
};

#define TOPOMAP_BUSIEST 8

/* The duration of one exchange of a graph, in which every rank sends all its messages. */
struct topomap_time {
    double seconds;       /* of the exchange, no less than transfer and latency, unless the
                           * protocol's factors make messages faster */
    double transfer;      /* seconds that the busiest link, or node, takes for its bytes; the mean
                           * if the routing is not stated */
    double latency;       /* the most latencies of a flow: those of its route, for each message of a
                           * pair of ranks, but no more than the rounds of the graph */
    bool assumed;         /* speeds of links are missing, and are the defaults */
    uint64_t work;        /* of the prediction: looks at channels of flows */
    uint32_t busy;        /* number of links in `busiest`; 0 if nothing leaves a node */
    struct topomap_busy_link busiest[TOPOMAP_BUSIEST]; /* the busiest links, busiest first */
};

/*
 * Predict the time of one exchange. The messages between two nodes are a flow over the channels of
 * its route. It begins after the latency of the route, once for each message of the median pair or
 * of its own pairs if these have fewer, and shares channels with other flows by weighted max-min
 * fairness, see metric/flows.h, under the network's routing and protocol; if the routing is not
 * stated, times are the mean over those that the network may have, and the busiest links those of
 * its expected loads. If there are more than 8192 uses of channels by flows in Slurm's block
 * distribution, or four times as many in this placement, the time is instead the maximum over the
 * channels of load / bandwidth, plus the latencies of the routes over the channel, by their bytes.
 * Phases of a graph follow one another: their times add up, unless latencies decide, see
 * metric/waits.h. Messages inside a node take the time that the protocol says, or none. If a
 * network has no links of nodes (a flat network, a matrix, or a dragonfly without `node_links`),
 * each node sends and receives over a port as fast as the fastest link. On grids, hypercubes and
 * PERCS nodes are their own routers, and their links are their ports.
 * Sources: Velho, Schnorr, Casanova, Legrand, "On the validity of flow-level TCP network models for
 * grid and cloud simulations", TOMACS 23, 2013; for the maximum the congestion of Hoefler and Snir,
 * "Generic topology mapping strategies for large-scale parallel architectures", ICS 2011, section
 * 2; latency + size / bandwidth is Hockney's model, Parallel Computing 20, 1994. Errors are those
 * of topomap_metrics_compute.
 */
int topomap_time_predict(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     struct topomap_time *time, struct topomap_error *error);

/* The same with all flows simulated, however many there are. That takes seconds where many messages
 * of a large job share links. */
int topomap_time_simulate(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement,
                          struct topomap_time *time, struct topomap_error *error);

/*
 * A platform file of SimGrid with the hosts of the allocation and only the routes that carry
 * messages, which is all that a simulation of the exchange needs. Latencies are those of all rounds
 * together, see topomap_time_predict. Its size is limited by the traffic alone. The caller frees
 * it; errors are those of topomap_metrics_compute.
 */
char *topomap_time_platform(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_error *error);

/* ---- algorithms -------------------------------------------------------------------------- */

/* What an algorithm needs of its input; without it the algorithm refuses (TOPOMAP_IMPOSSIBLE). */
enum topomap_requirement {
    TOPOMAP_REQUIRES_COORDINATES = 1,       /* of the nodes */
    TOPOMAP_REQUIRES_UNITS = 2,             /* a tree of switches, or coordinates of the nodes */
    TOPOMAP_REQUIRES_BOX = 4,               /* nodes that fill a box of a torus, mesh or similar
                                             * network */
    TOPOMAP_REQUIRES_GRID = 8,              /* a graph that is a grid */
    TOPOMAP_REQUIRES_RANK_COORDINATES = 16, /* of the ranks: given, or found in the graph */
    TOPOMAP_REQUIRES_EVEN_TASKS = 32,       /* the same number on each node */
};

struct topomap_algorithm {
    const char *name;
    const char *parameter;  /* what follows the name: ":N", or "[:N]" if optional; NULL: nothing */
    const char *summary;    /* one line */
    const char *source;     /* paper and section */
    const char *needs;      /* what it needs of the input: "any network", "coordinates", ... */
    const char *complexity; /* work, with n ranks, e edges, m nodes */
    unsigned int requirements; /* the same as `needs`, as a set of enum topomap_requirement */
};

/* The mapping algorithms, for index 0, 1, ... until it returns NULL. */
const struct topomap_algorithm *topomap_algorithm_get(size_t index);

/* ---- plan -------------------------------------------------------------------------------- */

enum topomap_effort {
    TOPOMAP_EFFORT_FAST,
    TOPOMAP_EFFORT_DEFAULT,
    TOPOMAP_EFFORT_BEST,
};

/*
 * What to plan. Everything pointed to stays the caller's, except `own`; graph and allocation must
 * outlive the plan.
 */
struct topomap_request {
    const struct topomap_graph *graph; /* NULL: only with a recipe, whose placement is then used
                                        * without a score */
    const struct topomap_allocation *allocation;
    const struct topomap_recipe *recipe; /* one more candidate, "recipe"; NULL: none */
    const struct topomap_coordinates *coordinates; /* of the ranks; NULL: the graph's, if any */
    const uint32_t *layout;       /* placement to beat, [ranks]; NULL: block */
    const char *algorithms;       /* separated by ',' or '/': "NAME[:PARAMETER]", each followed
                                   * by up to four refinements, as in "tree+swap"; NULL: "auto",
                                   * or the recipe alone */
    bool replace_layout;          /* the plan is the best placement of the named algorithms or the
                                   * recipe, even if the layout is better; min_gain is then
                                   * ignored. "auto" never replaces a better layout */
    bool keep_first;              /* rank 0 stays on its node of the layout, for launch scripts
                                   * that use its fixed address; not with a recipe */
    const char *objective;        /* NULL: "auto" */
    enum topomap_effort effort;
    uint64_t seed;
    double time_budget;           /* seconds of wall clock after which the search ends, 0: no
                                   * limit; if time is short plans depend on the machine */
    double min_gain;              /* keep the layout unless the score falls by this part, 0 to 1 */
    const struct topomap_nodetree *nodetree; /* if set, ranks are mapped inside nodes by it: the
                                              * cost of levels with weights counts like
                                              * hop-bytes, and among equal placements the one
                                              * with cheaper levels wins; may be NULL */
    uint32_t pus_per_task;        /* PUs of a slot; 0 means 1 */
    enum topomap_slot_order slot_order;
    void (*begins)(void *context, const char *algorithm); /* called with each algorithm before it
                                                           * runs; may be NULL */
    void *context;
    struct request_own *own;      /* owned by setters, see plan/request.c; may be NULL */
};

/* Set the algorithms and keep_first of a request to what holds where no option says otherwise: what
 * the pattern of its graph asks for. With a recipe no pattern counts. */
void topomap_request_take_defaults(struct topomap_request *request);

/* Set the recipe and the node tree of a request by topomap_request_new; they stay the caller's. */
void topomap_request_set_recipe(struct topomap_request *request,
                                const struct topomap_recipe *recipe);
void topomap_request_set_nodetree(struct topomap_request *request,
                                  const struct topomap_nodetree *tree);

/* The cost of a placement. Metrics only cover the network. */
struct topomap_score {
    double value;    /* the objective's value; lower is better */
    double inside;   /* sum of bytes times levels of the node's tree between the slots of two
                      * ranks of a node: 1 if the smallest part that holds more than a slot (a
                      * core, a cache, a package) holds both, 2 in the next larger one, ...;
                      * 0 without a tree, NAN if it has too few PUs for the tasks of a node */
    double weighted; /* the weighted bytes inside nodes that are added to hop-bytes, see
                      * topomap_nodetree_weigh; NAN as above */
};

/* The result of one algorithm. */
struct topomap_candidate {
    const char *algorithm;
    double score;          /* objective of its placement; lower is better; NAN if it failed, or if
                            * others have fewer hop-bytes or are known to be faster */
    double seconds;        /* seconds that it took */
    const char *failure;   /* why it gave no placement, or NULL */
    double least;          /* what a score that is NAN is at least; 0: that is not known */
};

/* The time of a part of planning. No time is in two phases. */
struct topomap_phase {
    const char *algorithm; /* the candidate that it belongs to; NULL: planning itself */
    const char *name;      /* "partition", "tree construction", "mapping", "refinement", ... */
    double seconds;
};

/*
 * The placement of one algorithm, whether or not it is better than the layout: fills `placement`
 * [ranks] and, unless it is NULL, `slots` [ranks] as in topomap_plan_slots; their contents are
 * undefined after a failure. `algorithm` is named as in requests; it may also be "layout". Of the
 * request, algorithms and min_gain are not used; the objective is only used by "auto",
 * "+congestion" and "+digits", the budget only by "auto". TOPOMAP_USAGE: unknown algorithm or
 * objective, or wrong parameter; TOPOMAP_IMPOSSIBLE: it cannot work on this network, or the numbers
 * of ranks differ.
 */
int topomap_map(const struct topomap_request *request, const char *algorithm, uint32_t *placement,
                uint32_t *slots, struct topomap_error *error);

/* True if the layout stays because nothing better was found. */
bool topomap_plan_kept(const struct topomap_plan *plan);

/* False if there was no graph: all scores and metrics of the plan are then 0. */
bool topomap_plan_scored(const struct topomap_plan *plan);

/* The scores of the layout, with slots in the order of ranks, and of the planned placement. */
struct topomap_score topomap_plan_score_before(const struct topomap_plan *plan);
struct topomap_score topomap_plan_score_after(const struct topomap_plan *plan);

/* What was tried, and the times of the parts, for index 0, 1, ... until it returns NULL. */
const struct topomap_candidate *topomap_plan_candidate(const struct topomap_plan *plan,
                                                       size_t index);
const struct topomap_phase *topomap_plan_phase(const struct topomap_plan *plan, size_t index);

/* The total seconds of planning: the phases, and what lies between them. */
double topomap_plan_seconds(const struct topomap_plan *plan);

/*
 * The strategy of "auto" as text: the features of the job, the steps taken or left out and why,
 * their gains and times. If algorithms were named, a note that "auto" did not run. The format
 * "json" of a plan has the same in its member "explain". The caller frees it; NULL when memory runs
 * out.
 */
char *topomap_plan_explain(const struct topomap_plan *plan, struct topomap_error *error);

/* Names and summaries of plan formats and of objectives, for index 0, 1, ... until they return
 * false. */
bool topomap_plan_format_get(size_t index, const char **name, const char **summary);
bool topomap_objective_get(size_t index, const char **name, const char **summary);

/*
 * Score a placement as plans do, with the request's graph, allocation, objective and node tree.
 * `slots` [ranks] as in topomap_plan_slots; NULL: in the order of ranks. TOPOMAP_USAGE: there is no
 * such objective; TOPOMAP_IMPOSSIBLE: slots are not a permutation of the nodes' slots; else errors
 * are those of topomap_metrics_compute.
 */
int topomap_score_compute(const struct topomap_request *request, const uint32_t *placement,
                      const uint32_t *slots, struct topomap_score *score,
                      struct topomap_error *error);

/* A placement that a report is about. */
struct topomap_placed {
    const char *name;
    const uint32_t *placement; /* [ranks] */
    const uint32_t *slots;     /* [ranks]; NULL: in the order of ranks */
};

/*
 * A report that compares two placements: each metric with its ratio, the scores and, with a node
 * tree, their parts, and the loads of each class of links. `format` is "text" or "json". Errors are
 * those of topomap_score_compute; TOPOMAP_USAGE if there is no such format.
 */
char *topomap_score_print(const struct topomap_request *request, const struct topomap_placed *base,
                          const struct topomap_placed *other, const char *format,
                          struct topomap_error *error);

/* ---- launches ---------------------------------------------------------------------------- */

/* A launch that the Slurm plugin asks about (topomap-request(5) describes the text), with the
 * graph, network and allocation that it names. */
struct topomap_launch;

/*
 * Load the launch request of `length` bytes from the file `name`, or from the plugin (NULL), in
 * which case a network in the request came from slurmctld. TOPOMAP_INPUT with `name:line: ` if it
 * is malformed, or if a graph or network that it names is; TOPOMAP_IMPOSSIBLE if its parts do not
 * fit together.
 */
struct topomap_launch *topomap_launch_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error);
void topomap_launch_destroy(struct topomap_launch *launch);

/* The request to plan. */
const struct topomap_request *topomap_launch_request(const struct topomap_launch *launch);

/*
 * Plan the launch and give the reply text. NULL only when memory runs out: a launch that cannot be
 * planned gets a reply that says why.
 */
char *topomap_launch_answer(const struct topomap_launch *launch, struct topomap_error *error);

/* The reply to a request that could not be loaded; `why` is from topomap_launch_parse. */
char *topomap_launch_refusal(const struct topomap_error *why, struct topomap_error *error);

#endif
