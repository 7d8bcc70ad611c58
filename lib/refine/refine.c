/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/refine.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/tuning.h"
#include "map/common/shared.h"
#include "refine/hop_bytes.h"
#include "refine/multilevel.h"
#include "refine/pace.h"
#include "refine/reheat.h"
#include "refine/units.h"
#include "search/cycles.h"
#include "search/descent.h"

#include <math.h>
#include <string.h>

int refinement_near(const struct map_job *job, struct search_near *near,
                    struct topomap_error *error)
{
    const struct nearest *nearest = map_shared_nearest(job, NEAREST_QUICK, error);
    uint32_t most = (uint32_t)tuning(TUNING_NEAR_NODES);

    if (!nearest)
        return -1;
    *near = (struct search_near){
        .count = nearest->count < most ? nearest->count : most,
        .stride = nearest->count,
        .place = nearest->node,
    };
    return 0;
}

/* ---- swaps ------------------------------------------------------------------------------- */

/* Upper limit of the distances that swaps look up. It grows with the number of edges, with a
 * lower limit for small graphs and an upper limit of seconds for dense ones. */
static uint64_t swap_limit(const struct map_job *job)
{
    double pairs = (double)job->graph->pair_offset[job->graph->ranks];
    double work = tuning_at(TUNING_SWAP_WORK, job->effort) * pairs;

    work = fmax(work, tuning_at(TUNING_LEAST_SWAP_WORK, job->effort));
    return (uint64_t)fmin(work, tuning_at(TUNING_MOST_SWAP_WORK, job->effort));
}

/* A search for fewer hop-bytes. */
struct hop_search {
    struct arrangement arrangement;
    struct pairwise hop_bytes;
    struct search search;
};

static void close_search(struct hop_search *h, const struct map_job *job)
{
    map_work(job, h->hop_bytes.model.work);
    search_free(&h->search);
    pairwise_free(&h->hop_bytes);
    arrangement_free(&h->arrangement);
}

/* `alike`: all units have the same size. */
static int open_search(struct hop_search *h, const struct map_job *job,
                       const struct search_near *near, struct refine_units *units, bool alike,
                       struct topomap_error *error)
{
    *h = (struct hop_search){0};
    if (arrangement_init(&h->arrangement, units->graph.vertices, job->allocation->nodes,
                         units->place, alike ? NULL : units->size) < 0 ||
        hop_bytes_init(&h->hop_bytes, &h->arrangement, &units->graph, job->allocation) < 0 ||
        search_init(&h->search, &h->hop_bytes.model, near, job->deadline) < 0) {
        close_search(h, job);
        return error_memory(error);
    }
    return 0;
}

static int swap_units(const struct map_job *job, const struct search_near *near,
                      struct refine_units *units, bool alike, uint64_t *work, bool *swapped,
                      struct topomap_error *error)
{
    uint64_t limit = swap_limit(job);
    struct hop_search h;

    if (open_search(&h, job, near, units, alike, error) < 0)
        return -1;
    *swapped = descent_run(&h.search, *work < limit ? limit - *work : 0);
    *work += h.hop_bytes.model.work;
    close_search(&h, job);
    return 0;
}

static int swap_contents(const struct map_job *job, const struct search_near *near,
                         uint32_t *placement, uint64_t *work, bool *swapped,
                         struct topomap_error *error)
{
    struct refine_units contents;
    int result;

    if (refine_units_contents(job, placement, &contents, error) < 0)
        return -1;
    result = swap_units(job, near, &contents, false, work, swapped, error);
    if (result == 0)
        refine_units_follow(contents.place, job->graph->ranks, placement);
    refine_units_free(&contents);
    return result;
}

static int swap_ranks(const struct map_job *job, const struct search_near *near,
                      uint32_t *placement, uint64_t *work, bool *swapped,
                      struct topomap_error *error)
{
    struct refine_units ranks;
    int result;

    if (refine_units_ranks(job, placement, &ranks, error) < 0)
        return -1;
    result = swap_units(job, near, &ranks, !job->keep_first, work, swapped, error);
    if (result == 0)
        memcpy(placement, ranks.place, job->graph->ranks * sizeof *placement);
    refine_units_free(&ranks);
    return result;
}

/* Swaps of node contents and of ranks by turns, while they gain something. */
static int swap_all(const struct map_job *job, const struct search_near *near, uint32_t *placement,
                    struct topomap_error *error)
{
    uint64_t limit = swap_limit(job);
    uint64_t work = 0;
    bool swapped = true, moved;

    for (bool first = true; swapped && work < limit; first = false) {
        if (swap_contents(job, near, placement, &work, &moved, error) < 0)
            return -1;
        if (!first && !moved)
            break;
        if (swap_ranks(job, near, placement, &work, &swapped, error) < 0)
            return -1;
    }
    return 0;
}

static int refine_swap(const struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    struct search_near near;

    if (refinement_near(job, &near, error) < 0)
        return -1;
    return swap_all(job, &near, placement, error);
}

/* ---- annealing --------------------------------------------------------------------------- */

/* Cycles of ranks, then swaps again if cycles gained something. */
static int turn_ranks(const struct map_job *job, const struct search_near *near,
                      struct refine_units *ranks, struct topomap_error *error)
{
    uint64_t limit = swap_limit(job);
    struct hop_search h;
    bool turned = true;
    int result = 0;

    if (open_search(&h, job, near, ranks, !job->keep_first, error) < 0)
        return -1;
    while (result == 0 && turned) {
        result = cycles_run(&h.search, limit, &turned);
        if (turned)
            descent_run(&h.search, limit);
    }
    close_search(&h, job);
    return result < 0 ? error_memory(error) : 0;
}

static int turn_all(const struct map_job *job, const struct search_near *near, uint32_t *placement,
                    struct topomap_error *error)
{
    struct refine_units ranks;
    int result;

    if (refine_units_ranks(job, placement, &ranks, error) < 0)
        return -1;
    result = turn_ranks(job, near, &ranks, error);
    if (result == 0)
        memcpy(placement, ranks.place, job->graph->ranks * sizeof *placement);
    refine_units_free(&ranks);
    return result;
}

/* Anneal, then swap, then make cycles of three. */
static int anneal_by(const struct map_job *job, uint32_t *placement,
                     int (*anneal)(const struct map_job *job, const struct search_near *near,
                                   uint32_t *placement, struct topomap_error *error),
                     struct topomap_error *error)
{
    struct search_near near;
    int result;

    if (refinement_near(job, &near, error) < 0)
        return -1;
    result = anneal(job, &near, placement, error);
    if (result == 0)
        result = swap_all(job, &near, placement, error);
    if (result == 0)
        result = turn_all(job, &near, placement, error);
    return result;
}

static int anneal_levels(const struct map_job *job, uint32_t *placement,
                         struct topomap_error *error)
{
    return anneal_by(job, placement, refine_multilevel, error);
}

static int reheat_warm(const struct map_job *job, const struct search_near *near,
                       uint32_t *placement, struct topomap_error *error)
{
    return refine_reheat(job, near, (float)tuning(TUNING_WARM_TEMPERATURE), placement, error);
}

static int reheat_hot(const struct map_job *job, const struct search_near *near,
                      uint32_t *placement, struct topomap_error *error)
{
    return refine_reheat(job, near, (float)tuning(TUNING_HOT_TEMPERATURE), placement, error);
}

static int anneal_warm(const struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    return anneal_by(job, placement, reheat_warm, error);
}

static int anneal_hot(const struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    return anneal_by(job, placement, reheat_hot, error);
}

static int refine_anneal(const struct map_job *job, uint32_t *placement,
                         struct topomap_error *error)
{
    return refine_paced(job, placement, anneal_levels, error);
}

static int refine_warm(const struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    return refine_paced(job, placement, anneal_warm, error);
}

static int refine_hot(const struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    return refine_paced(job, placement, anneal_hot, error);
}

/* ---- all of them ------------------------------------------------------------------------- */

const struct refinement refinement_swap = {
    "+swap", "swaps of nodes' contents and of ranks while they gain something", false, refine_swap};
const struct refinement refinement_anneal = {
    "+anneal", "simulated annealing of nodes' contents, clusters and ranks, then swaps and cycles",
    false, refine_anneal};
const struct refinement refinement_warm = {
    "+warm", "simulated annealing of ranks that keeps most of the start, then swaps and cycles",
    false, refine_warm};
const struct refinement refinement_hot = {
    "+hot", "simulated annealing of ranks that forgets the start, then swaps and cycles",
    false, refine_hot};
