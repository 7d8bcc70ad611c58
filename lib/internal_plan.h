/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal, see topomap_internal.h. */
#ifndef INTERNAL_PLAN_H
#define INTERNAL_PLAN_H

#include "internal_graph.h"
#include "internal_network.h"

/* ---- recipes ----------------------------------------------------------------------------- */

/*
 * A recipe says how the ranks of a process grid come into a box of the network: both are cut into
 * trees of boxes, the ranks of the leaves of one go into the leaves of the other, and are permuted
 * there. The text is YAML, see topomap-recipe(5). Source: Bhatele et al., "Mapping Applications
 * with Collectives over Sub-communicators on Torus Networks" (Rubik), SC 2012.
 */
struct topomap_recipe;

/* Read a recipe from `path` ("-" is standard input). TOPOMAP_INPUT with `path:line: `. */
struct topomap_recipe *topomap_recipe_read(const char *path, struct topomap_error *error);

/* The same from `length` bytes of text; `name` stands for the file name in messages. */
struct topomap_recipe *topomap_recipe_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error);
void topomap_recipe_destroy(struct topomap_recipe *recipe);

/* The graph that it names, a pattern or a path (relative to the recipe's folder already), or
 * NULL, also of no recipe (NULL). */
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

/* Names and summaries of the operations of recipes: index 0, 1, ... until false. */
bool topomap_recipe_operation_get(size_t index, const char **name, const char **summary);

/* ---- metrics ----------------------------------------------------------------------------- */

#define TOPOMAP_HOPS 24 /* distances that are told apart */

/*
 * What a placement costs. With c(i,j) the bytes from rank i to rank j, d hop distance and p the
 * placement; all sums run over directed edges. A trunk of several parallel links counts as so many
 * links that share its traffic evenly, unless the network is routed over each of them.
 */
struct topomap_metrics {
    double hop_bytes;         /* sum of c(i,j) * d(p(i),p(j)), bytes */
    double average_hops;      /* hop_bytes / total_bytes; 0 for a graph without traffic */
    double total_bytes;       /* sum of c(i,j) */
    double internode_bytes;   /* sum of c(i,j) where p(i) != p(j) */
    double internode_messages;
    uint32_t max_hops;        /* longest distance that any edge travels */
    double max_link_bytes;    /* load of the most loaded directed link under the routing */
    double average_link_bytes; /* mean load of the links that carry anything; 0 if none does */
    double mean_link_bytes;   /* mean load of all links of the network */
    double min_link_bytes;    /* load of the least loaded of them */
    uint64_t used_links;      /* links that carry anything */
    double bytes_by_hops[TOPOMAP_HOPS]; /* bytes that travel 0 (inside a node), 1, 2, ... hops;
                                         * the last element holds all longer ways too */
    char max_link[128];       /* its name; "" when no link carries anything */
    double score;             /* of a plan or of topomap_metrics_create: what the objective says */
    double seconds;           /* of these: the predicted time of an exchange, see
                               * topomap_time_predict; without latencies where the graph does not
                               * tell how many messages there are */
};

/*
 * Compute what `placement` costs, all but score and seconds. TOPOMAP_IMPOSSIBLE if the graph's
 * rank count differs from the allocation's or the placement is not valid for it.
 */
int topomap_metrics_compute(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_metrics *metrics,
                            struct topomap_error *error);

/* The same with the predicted seconds. */
int topomap_metrics_timed(const struct topomap_graph *graph,
                          const struct topomap_allocation *allocation, const uint32_t *placement,
                          struct topomap_metrics *metrics, struct topomap_error *error);

/*
 * A lower bound of the hop-bytes of every valid placement. Hop-bytes are summed up over the
 * distances that pairs exceed; what cannot be nearer follows from each rank's heaviest partners and
 * the most room there is near any task, from the number of pairs of tasks that near, and, in a
 * graph with a structure (see topomap_structure_create), from the most weight that sets of as many
 * ranks as a node, or a group of nodes, takes can have inside: Loomis and Whitney, "An inequality
 * related to the isoperimetric inequality", Bulletin of the AMS 55, 1949; Harper, "Optimal
 * assignments of numbers to vertices", SIAM Journal 12, 1964; Lindsey, "Assignment of numbers to
 * vertices", American Mathematical Monthly 71, 1964. Grids that fall into cubes, one a node, with
 * those that touch a hop apart, meet the bound. It is 0, and says nothing, for graphs without
 * structure where all partners of each rank fit on one node, and for more than 4096 nodes or 2^23
 * pairs of ranks. Work is that of topomap_structure_create, and the square of the number of nodes.
 * TOPOMAP_IMPOSSIBLE if the graph's rank count differs from the allocation's.
 */
int topomap_bound_compute(const struct topomap_graph *graph,
                      const struct topomap_allocation *allocation, double *hop_bytes,
                      struct topomap_error *error);

/* Load in bytes of each directed link, of a trunk as a whole: loads[topomap_network_links()]. */
int topomap_link_loads(const struct topomap_graph *graph,
                       const struct topomap_allocation *allocation, const uint32_t *placement,
                       double *loads, struct topomap_error *error);

/* What the links of a class carry (see topomap_network_classes). A trunk is its parallel links. */
struct topomap_class_loads {
    char name[24];
    double bytes;              /* that pass any of them, counted once: all that leaves the subtrees
                                * below a level, goes to another group, ... */
    double max_link_bytes;     /* load of the most loaded one */
    double average_link_bytes; /* mean load of those that carry anything; 0 if none does */
    double mean_link_bytes;    /* mean load of all of them */
    double min_link_bytes;     /* load of the least loaded one */
    uint64_t used_links;       /* how many carry anything */
    uint64_t links;            /* how many there are */
};

/* The loads of each class, loads[topomap_network_classes()]. Errors as topomap_metrics_compute. */
int topomap_class_loads_compute(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_class_loads *loads,
                            struct topomap_error *error);

/* A part of the network that messages share. */
struct topomap_busy_link {
    char name[128];
    double bytes;     /* its load; of a trunk, what all its links carry together */
    double seconds;   /* load / bandwidth */
};

#define TOPOMAP_BUSIEST 8

/* How long one exchange of a graph takes, in which every rank sends all that it has to send. */
struct topomap_time {
    double seconds;       /* at most transfer + latency */
    double transfer;      /* seconds of the busiest link */
    double latency;       /* of the used route whose links have most of it together, times the
                           * rounds of messages */
    bool assumed;         /* speeds of links are not known: they are the defaults */
    uint32_t busy;        /* how many links `busiest` holds; 0 if nothing leaves a node */
    struct topomap_busy_link busiest[TOPOMAP_BUSIEST]; /* the busiest links, busiest first */
};

/*
 * Predict the time of one exchange: with the load of each directed link under the network's
 * routing, the maximum over the links of load / bandwidth, plus the latency of the longest route
 * that uses the link, in each round of messages. An exchange takes as many rounds as pairs have
 * messages on average. Messages inside a node take no time: they do not use the network. Where a
 * network has no links of nodes, a flat network, a matrix or the routers of a dragonfly without
 * `node_links`, each node sends and receives over a port as fast as the fastest link; on grids,
 * hypercubes and PERCS nodes are their own routers, and their links are their ports. Sources: the
 * congestion of Hoefler and Snir, "Generic topology mapping strategies for large-scale parallel
 * architectures", ICS 2011, section 2; latency + size / bandwidth is Hockney's model, Parallel
 * Computing 20, 1994.
 * Errors as topomap_metrics_compute.
 */
int topomap_time_predict(const struct topomap_graph *graph,
                     const struct topomap_allocation *allocation, const uint32_t *placement,
                     struct topomap_time *time, struct topomap_error *error);

/*
 * A platform file of SimGrid with the hosts of the allocation, and with those routes only on which
 * anything travels: what a simulation of the exchange needs. Latencies are those of all rounds
 * together, see topomap_time_predict. Bounded by the traffic alone.
 */
char *topomap_time_platform(const struct topomap_graph *graph,
                            const struct topomap_allocation *allocation,
                            const uint32_t *placement, struct topomap_error *error);

/* ---- algorithms -------------------------------------------------------------------------- */

/* What an algorithm needs of its input; it refuses what does not have it (TOPOMAP_IMPOSSIBLE). */
enum topomap_requirement {
    TOPOMAP_REQUIRES_COORDINATES = 1,       /* of the nodes */
    TOPOMAP_REQUIRES_UNITS = 2,             /* a tree of switches, or coordinates of the nodes */
    TOPOMAP_REQUIRES_BOX = 4,               /* nodes that fill a box of a torus, mesh or the like */
    TOPOMAP_REQUIRES_GRID = 8,              /* a graph that is a grid */
    TOPOMAP_REQUIRES_RANK_COORDINATES = 16, /* of the ranks: given, or found in the graph */
    TOPOMAP_REQUIRES_EVEN_TASKS = 32,       /* as many on each node */
};

struct topomap_algorithm {
    const char *name;
    const char *parameter;  /* what follows the name: ":N", or "[:N]" if it may; NULL: nothing */
    const char *summary;    /* one line */
    const char *source;     /* paper and section */
    const char *needs;      /* what it needs of the input: "any network", "coordinates", ... */
    const char *complexity; /* work, with n ranks, e edges, m nodes */
    unsigned int requirements; /* the same as `needs`: enum topomap_requirement, ored */
};

/* The registered mapping algorithms: index 0, 1, ... until NULL. */
const struct topomap_algorithm *topomap_algorithm_get(size_t index);

/* ---- plan -------------------------------------------------------------------------------- */

enum topomap_effort {
    TOPOMAP_EFFORT_FAST,
    TOPOMAP_EFFORT_DEFAULT,
    TOPOMAP_EFFORT_BEST,
};

/*
 * What to plan. Everything pointed to stays the caller's, except for what `own` holds; graph
 * and allocation must outlive the plan.
 */
struct topomap_request {
    const struct topomap_graph *graph; /* NULL: with a recipe only, which is then taken unscored */
    const struct topomap_allocation *allocation;
    const struct topomap_recipe *recipe; /* one more candidate, "recipe"; NULL: none */
    const struct topomap_coordinates *coordinates; /* of the ranks; NULL: the graph's, if any */
    const uint32_t *layout;       /* placement to beat, [ranks]; NULL: block */
    const char *algorithms;       /* parted by ',' or '/', "NAME[:PARAMETER]", each with up to four
                                   * refinements behind it, as "tree+swap"; NULL: "auto", or the
                                   * recipe alone */
    bool replace_layout;          /* the plan is the best of what is named, algorithms or recipe,
                                   * even where the layout is better, which min_gain does not
                                   * change; "auto" never replaces a better layout */
    bool keep_first;              /* rank 0 stays on its node of the layout, as launch scripts and
                                   * rendezvous by a fixed address want it; not with a recipe */
    const char *objective;        /* NULL: "auto" */
    enum topomap_effort effort;
    uint64_t seed;
    double time_budget;           /* seconds of wall clock after which no more is looked for, 0:
                                   * none; plans depend on the machine where time is short */
    double min_gain;              /* keep the layout unless the score falls by this part, 0 to 1 */
    const struct topomap_nodetree *nodetree; /* ranks are mapped inside nodes by it; what levels
                                              * with weights cost counts as hop-bytes do, and among
                                              * equal placements what is cheaper by all levels wins;
                                              * NULL: not */
    uint32_t pus_per_task;        /* PUs of a slot; 0 means 1 */
    enum topomap_slot_order slot_order;
    void (*begins)(void *context, const char *algorithm); /* told of each before it runs; NULL */
    void *context;
    struct request_own *own;      /* what setters made, see plan/request.c; NULL: nothing */
};

/* A recipe and a node tree for a request by topomap_request_new: they stay the caller's. */
void topomap_request_set_recipe(struct topomap_request *request,
                                const struct topomap_recipe *recipe);
void topomap_request_set_nodetree(struct topomap_request *request,
                                  const struct topomap_nodetree *tree);

/* What a placement costs. Metrics are of the network alone. */
struct topomap_score {
    double value;    /* what the objective says; lower is better */
    double inside;   /* sum of bytes times levels of the node's tree between the slots of two ranks
                      * of a node: 1 where the smallest part that holds more than a slot (a core, a
                      * cache, a package) holds both, 2 in the next larger one, ...; nodes for
                      * which the tree is too small, or that have none, add nothing */
    double weighted; /* what bytes inside nodes add to hop-bytes, see topomap_nodetree_weigh */
};

/* How one algorithm did. */
struct topomap_candidate {
    const char *algorithm;
    double score;          /* objective of its placement; lower is better */
    double seconds;        /* time it took */
    const char *failure;   /* why it gave no placement; NULL when it did */
};

/* A time that a part of planning took. No time is in two phases. */
struct topomap_phase {
    const char *algorithm; /* whose part it is, as the candidate is called; NULL: planning's own */
    const char *name;      /* "partition", "tree construction", "mapping", "refinement", ... */
    double seconds;
};

/*
 * The placement that one algorithm gives, better than the layout or not: fills `placement` [ranks]
 * and, unless it is NULL, `slots` [ranks] as topomap_plan_slots has them; their contents are
 * undefined after a failure. `algorithm` is named as in requests; it may be "layout" too. Their
 * algorithms and min_gain are not used, their objective by "auto" and "+congestion" alone, the
 * budget by "auto" alone. TOPOMAP_USAGE: unknown algorithm or objective, or wrong parameter;
 * TOPOMAP_IMPOSSIBLE: it cannot work on this network, or the numbers of ranks differ.
 */
int topomap_map(const struct topomap_request *request, const char *algorithm, uint32_t *placement,
                uint32_t *slots, struct topomap_error *error);

/* True if the layout stays because nothing better was found. */
bool topomap_plan_kept(const struct topomap_plan *plan);

/* False if there was no graph: all scores and metrics of the plan are 0 then. */
bool topomap_plan_scored(const struct topomap_plan *plan);

/* Of the layout, with slots in the order of ranks, and of the planned placement. */
struct topomap_score topomap_plan_score_before(const struct topomap_plan *plan);
struct topomap_score topomap_plan_score_after(const struct topomap_plan *plan);

/* What was tried, and how long the parts took: index 0, 1, ... until NULL. */
const struct topomap_candidate *topomap_plan_candidate(const struct topomap_plan *plan,
                                                       size_t index);
const struct topomap_phase *topomap_plan_phase(const struct topomap_plan *plan, size_t index);

/* What planning took altogether, in seconds: the phases, and what lies between them. */
double topomap_plan_seconds(const struct topomap_plan *plan);

/*
 * What "auto" knew of the job, which steps it took or left out, why, and what each gave in which
 * time, as text. That "auto" did not run, where algorithms were named. The format "json" of a plan
 * has the same as its member "explain". Freed by the caller; NULL when memory is out.
 */
char *topomap_plan_explain(const struct topomap_plan *plan, struct topomap_error *error);

/* Names and summaries of plan formats and of objectives: index 0, 1, ... until false. */
bool topomap_plan_format_get(size_t index, const char **name, const char **summary);
bool topomap_objective_get(size_t index, const char **name, const char **summary);

/*
 * Score a placement as plans do, by the request's graph, allocation, objective and node tree.
 * `slots` [ranks] as topomap_plan_slots has them; NULL: in the order of ranks. TOPOMAP_USAGE: there
 * is no such objective; TOPOMAP_IMPOSSIBLE: slots are no permutation of those of the nodes; else
 * errors as topomap_metrics_compute.
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
 * A report of two placements with the ratio of each metric, the scores and, with a node tree, what
 * they are made of, and the loads of each class of links. `format` is "text" or "json". Errors as
 * topomap_score_compute; TOPOMAP_USAGE if there is no such format.
 */
char *topomap_score_print(const struct topomap_request *request, const struct topomap_placed *base,
                          const struct topomap_placed *other, const char *format,
                          struct topomap_error *error);

/* ---- launches ---------------------------------------------------------------------------- */

/* A launch that the Slurm plugin asked about (the text is described in topomap-request(5)), with
 * the graph, network and allocation that it names. */
struct topomap_launch;

/*
 * Load the launch request of `length` bytes from the file `name`, or from the plugin (NULL), where
 * a network in the request is what slurmctld told. TOPOMAP_INPUT with `name:line: ` if it is
 * malformed, or if a graph or network that it names is; TOPOMAP_IMPOSSIBLE if its parts do not fit
 * together.
 */
struct topomap_launch *topomap_launch_parse(const char *name, const char *text, size_t length,
                                            struct topomap_error *error);
void topomap_launch_destroy(struct topomap_launch *launch);

/* What it asks to plan. */
const struct topomap_request *topomap_launch_request(const struct topomap_launch *launch);

/*
 * Plan the launch and give the reply text. NULL only when memory is out: a launch that cannot be
 * planned gets a reply that says why.
 */
char *topomap_launch_answer(const struct topomap_launch *launch, struct topomap_error *error);

/* The reply to a request that could not even be loaded; `why` is from topomap_launch_parse. */
char *topomap_launch_refusal(const struct topomap_error *why, struct topomap_error *error);

#endif
