/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/multilevel.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tuning.h"
#include "refine/annealing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits of work, in edges and units that are looked at. */
struct budget {
    uint64_t contents;       /* annealing of node contents, for each rank ... */
    uint64_t nodes;          /* ... or for each node, if that is more */
    uint64_t large_contents; /* for each rank, for node contents, even beyond `most` */
    uint64_t clusters;       /* annealing of clusters of one size, for each rank */
    uint64_t ranks;          /* annealing of ranks, for each rank */
    uint64_t least;          /* lower limit of each of them */
    uint64_t most;           /* upper limit of each of them */
};

/* With one rank on each node there are no clusters, and ranks are node contents. */
static bool has_levels(const struct map_job *job)
{
    return job->graph->ranks > job->allocation->nodes;
}

static bool is_dense(const struct topomap_graph *graph)
{
    double all = (double)graph->ranks * graph->ranks;

    return (double)graph->pair_offset[graph->ranks] >= tuning(TUNING_DENSE_PART) * all;
}

/* Whether the weights of all pairs are so much the same that placements cost the same, too: if all
 * were the mean, no placement would cost more than another. */
static bool is_even(const struct topomap_graph *graph)
{
    size_t pairs = graph->pair_offset[graph->ranks];
    double all = (double)graph->ranks * (graph->ranks - 1.0);
    double sum = 0, apart;

    for (size_t e = 0; e < pairs; e++)
        sum += graph->weight[e];
    apart = (all - (double)pairs) * (sum / all);
    for (size_t e = 0; e < pairs; e++)
        apart += fabs(graph->weight[e] - sum / all);
    return apart <= tuning(TUNING_NEGLIGIBLE_SWAP_GAIN) * sum;
}

/* The least work of annealing. A look at a rank of a dense graph takes much of it, and each of the
 * levels gets its part. Starts of annealing on time do not gain by it. */
static double least_work(const struct map_job *job)
{
    double levels = has_levels(job) ? 2 + tuning(TUNING_CLUSTER_LEVELS) : 1;
    double least = tuning_at(TUNING_LEAST_ANNEALING_WORK, job->effort);

    if (job->is_start || !is_dense(job->graph) || is_even(job->graph))
        return least;
    return fmax(least, tuning_at(TUNING_DENSE_WORK, job->effort) / levels);
}

static struct budget budget_of(const struct map_job *job)
{
    double part = job->part > 0 ? job->part : 1;
    double grouped = job->grouped ? tuning(TUNING_GROUPED_WORK) : 1;

#define PART_OF(id) (uint64_t)(tuning_at(id, job->effort) * part)
    return (struct budget){
        .contents = PART_OF(TUNING_CONTENTS_WORK),
        .nodes = PART_OF(TUNING_NODES_WORK),
        .large_contents = PART_OF(TUNING_LARGE_CONTENTS_WORK),
        .clusters = (uint64_t)((double)PART_OF(TUNING_CLUSTERS_WORK) * grouped),
        .ranks = (uint64_t)((double)PART_OF(TUNING_RANKS_WORK) * grouped),
        .least = (uint64_t)(least_work(job) * part),
        .most = PART_OF(TUNING_MOST_ANNEALING_WORK),
    };
#undef PART_OF
}

struct multilevel {
    const struct map_job *job;
    const struct search_near *near;
    struct budget budget;
    uint64_t ranks; /* factor of the work for each rank */
    bool dense;     /* node contents are ranks of a dense graph */
    double alike;   /* probability that two nodes have the same number of tasks */
};

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- work -------------------------------------------------------------------------------- */

static uint64_t contents_wish(const struct multilevel *m)
{
    const struct topomap_network *network = m->job->allocation->network;
    uint64_t work = larger(m->budget.contents * m->ranks,
                           m->budget.nodes * m->job->allocation->nodes);
    uint64_t most = (uint64_t)tuning(TUNING_LARGE_DIAMETER);
    uint64_t far = smaller(network->max_distance / network->scale, most);

    /* On networks of small diameter the partitions have decided most already. */
    return has_levels(m->job) ? work * far * far / (most * most) : work;
}

static uint64_t contents_work(const struct multilevel *m)
{
    uint64_t work = (uint64_t)((double)contents_wish(m) * m->alike);
    uint64_t most = larger(m->budget.most, m->budget.large_contents * m->ranks);

    return smaller(larger(work, m->budget.least), most);
}

/* Whether the most work of a level is too little to look at all ranks and their partners often
 * enough: in the largest jobs such annealing gains nothing. */
static bool is_too_little(const struct multilevel *m)
{
    const struct topomap_graph *graph = m->job->graph;
    double look = 2 * ((double)graph->pair_offset[graph->ranks] + graph->ranks);

    return (double)m->budget.most < tuning(TUNING_FEW_LOOKS) * look;
}

/* The work on ranks (level 0) or on clusters of 2^level ranks; 0: leave the level out. Work that
 * node contents cannot use, because few nodes have the same number of tasks, goes to clusters. */
static uint64_t level_work(const struct multilevel *m, uint32_t level)
{
    uint64_t work = (level ? m->budget.clusters : m->budget.ranks) * m->ranks;

    if (level)
        work += (uint64_t)((double)contents_wish(m) * (1 - m->alike)) /
                (uint64_t)tuning(TUNING_CLUSTER_LEVELS);
    if (work > m->budget.most && is_too_little(m))
        return 0;
    return smaller(larger(work, m->budget.least), m->budget.most);
}

/* The probability that two random nodes have the same number of tasks; -1 when memory runs out. */
static double find_alike(const struct topomap_allocation *allocation)
{
    uint32_t *count = array_new((size_t)allocation->ranks + 1, sizeof *count);
    double pairs = 0;

    if (!count)
        return -1;
    for (uint32_t node = 0; node < allocation->nodes; node++)
        count[allocation->tasks[node]]++;
    for (uint32_t tasks = 1; tasks <= allocation->ranks; tasks++)
        pairs += (double)count[tasks] * count[tasks];
    pairs /= (double)(allocation->nodes - count[0]) * (allocation->nodes - count[0]);
    free(count);
    return pairs;
}

/* ---- levels ------------------------------------------------------------------------------ */

static int anneal(const struct multilevel *m, struct refine_units *units, float heat,
                  uint64_t work, uint64_t seed, struct topomap_error *error)
{
    return refine_anneal_units(m->job, units, m->near, &(struct anneal_heat){.times = heat}, work,
                               m->job->seed + seed, error);
}

static int anneal_contents(const struct multilevel *m, struct refine_units *ranks,
                           struct topomap_error *error)
{
    enum tuning_id heat = m->dense ? TUNING_DENSE_TEMPERATURE : TUNING_CONTENTS_TEMPERATURE;
    struct refine_units contents;
    int result;

    if (refine_units_contents(m->job, ranks->place, &contents, error) < 0)
        return -1;
    result = anneal(m, &contents, (float)tuning(heat), contents_work(m), 0, error);
    if (result == 0)
        refine_units_follow(contents.place, ranks->graph.vertices, ranks->place);
    refine_units_free(&contents);
    return result;
}

static int anneal_clusters(const struct multilevel *m, struct refine_units *units,
                           uint32_t level, struct topomap_error *error);

/* Anneal units of up to 2^level ranks; larger ones first. */
static int anneal_from(const struct multilevel *m, struct refine_units *units, uint32_t level,
                       struct topomap_error *error)
{
    float heat = (float)tuning(level ? TUNING_CLUSTERS_TEMPERATURE : TUNING_RANKS_TEMPERATURE);
    uint64_t work = level_work(m, level);

    if (level < tuning(TUNING_CLUSTER_LEVELS) && level_work(m, level + 1) > 0 &&
        anneal_clusters(m, units, level + 1, error) < 0)
        return -1;
    return work == 0 ? 0 : anneal(m, units, heat, work, level + 1, error);
}

static int anneal_clusters(const struct multilevel *m, struct refine_units *units,
                           uint32_t level, struct topomap_error *error)
{
    struct refine_units clusters;
    uint32_t *cluster = array_raw(units->graph.vertices, sizeof *cluster);
    int result;

    if (!cluster)
        return error_memory(error);
    result = refine_units_pair(units, UINT32_C(1) << (level - 1), m->job->allocation->nodes,
                                cluster, &clusters, error);
    if (result == 0) {
        result = anneal_from(m, &clusters, level, error);
        for (uint32_t t = 0; result == 0 && t < units->graph.vertices; t++)
            units->place[t] = clusters.place[cluster[t]];
        refine_units_free(&clusters);
    }
    free(cluster);
    return result;
}

static int anneal_all(const struct multilevel *m, struct refine_units *ranks,
                      struct topomap_error *error)
{
    if (anneal_contents(m, ranks, error) < 0)
        return -1;
    return has_levels(m->job) ? anneal_from(m, ranks, 0, error) : 0;
}

int refine_multilevel(const struct map_job *job, const struct search_near *near,
                      uint32_t *placement, struct topomap_error *error)
{
    uint32_t ranks = job->graph->ranks;
    struct multilevel m = {
        .job = job,
        .near = near,
        .budget = budget_of(job),
        .ranks = larger(ranks, smaller(2 * (uint64_t)ranks,
                                       (uint64_t)tuning(TUNING_SMALL_JOB_RANKS))),
        .dense = !has_levels(job) && is_dense(job->graph),
        .alike = find_alike(job->allocation),
    };
    struct refine_units units;
    int result;

    if (m.alike < 0)
        return error_memory(error);
    if (refine_units_ranks(job, placement, &units, error) < 0)
        return -1;
    result = anneal_all(&m, &units, error);
    if (result == 0)
        memcpy(placement, units.place, ranks * sizeof *placement);
    refine_units_free(&units);
    return result;
}
