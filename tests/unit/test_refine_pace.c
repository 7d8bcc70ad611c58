/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/world.h"

#include "base/clock.h"
#include "refine/pace.h"
#include "refine/refine.h"

#include <stdlib.h>
#include <string.h>

#define RANKS 64
#define MAX_CALLS 8

/* The arguments of calls of a refinement. */
static struct {
    enum topomap_effort effort;
    double part;
    uint32_t first; /* placement[0] */
} call[MAX_CALLS];
static int calls;

/* The place on the ring where a call puts rank 0, which begins at START and sends to rank 1, at 0:
 * the lower one is the better one. */
#define START 7
static uint32_t found[MAX_CALLS];

static int note_call(const struct map_job *job, uint32_t *placement, struct topomap_error *error)
{
    (void)error;
    assert_true(calls < MAX_CALLS);
    call[calls].effort = job->effort;
    call[calls].part = job->part;
    call[calls].first = placement[0];
    placement[0] = found[calls++];
    return 0;
}

static int fail_call(const struct map_job *job, uint32_t *placement,
                     struct topomap_error *error)
{
    (void)job, (void)placement, (void)error;
    calls++;
    return -1;
}

/* Refine with a part of the work at `effort`, within this many seconds, or 0 for no deadline.
 * Returns placement[0]. */
static uint32_t pace_part(enum topomap_effort effort, double part, double seconds)
{
    uint32_t placement[RANKS] = {START};
    struct world world;

    world_text(&world, network_ring, "n[0-15]", "4(x16)", "# n=64\n0 1 1\n");
    world.job.effort = effort;
    world.job.part = part;
    world.job.deadline = seconds != 0 ? clock_seconds() + seconds : 0;
    calls = 0;
    assert_int_equal(refine_paced(&world.job, placement, note_call, NULL), 0);
    world_free(&world);
    return placement[0];
}

/* The first call finds 6, the second 5, ... */
static uint32_t pace(enum topomap_effort effort, double seconds)
{
    for (uint32_t i = 0; i < MAX_CALLS; i++)
        found[i] = i < START ? START - 1 - i : 0;
    return pace_part(effort, 0, seconds);
}

static void one_run_where_time_is_plenty(void **state)
{
    static const double seconds[] = {0, 3600};

    (void)state;
    for (int i = 0; i < 2; i++) {
        for (int effort = TOPOMAP_EFFORT_FAST; effort <= TOPOMAP_EFFORT_BEST; effort++) {
            assert_int_equal(pace((enum topomap_effort)effort, seconds[i]), START - 1);
            assert_int_equal(calls, 1);
            assert_int_equal(call[0].effort, effort);
            assert_true(call[0].part == 0);
        }
    }
}

/* However fast or slow this machine currently is. */
static void each_run_does_more_than_the_one_before(void **state)
{
    uint32_t last = pace(TOPOMAP_EFFORT_BEST, 15);

    (void)state;
    assert_uint_in_range(calls, 1, 3);
    assert_int_equal(last, START - calls);
    assert_int_equal(call[0].effort, TOPOMAP_EFFORT_DEFAULT);
    assert_true(call[0].part == 0);
    for (int i = 1; i < calls; i++) {
        assert_int_equal(call[i].effort, TOPOMAP_EFFORT_BEST);
        assert_int_equal(call[i].first, START);
        assert_true(call[i].part > call[i - 1].part && call[i].part <= 1);
    }
}

static void no_run_does_more_than_is_wanted(void **state)
{
    (void)state;
    pace_part(TOPOMAP_EFFORT_BEST, 0.5, 15);
    assert_uint_in_range(calls, 2, 3);
    assert_true(call[0].part == 0.5);
    for (int i = 1; i < calls; i++)
        assert_true(call[i].part <= 0.5);
}

/* A run that is cut off may find less than the one before. */
static void the_best_run_counts(void **state)
{
    static const uint32_t finds[][3] = {{3, 5, 5}, {3, 6, 6}, {5, 3, 6}, {6, 5, 3}};

    (void)state;
    for (size_t i = 0; i < sizeof finds / sizeof *finds; i++) {
        uint32_t least = START, result;

        memcpy(found, finds[i], sizeof finds[i]);
        result = pace_part(TOPOMAP_EFFORT_BEST, 0.5, 15);
        assert_uint_in_range(calls, 2, 3);
        for (int run = 0; run < calls; run++)
            least = found[run] < least ? found[run] : least;
        assert_int_equal(result, least);
    }
}

static void the_effort_below_where_time_is_over(void **state)
{
    (void)state;
    for (int effort = TOPOMAP_EFFORT_FAST; effort <= TOPOMAP_EFFORT_BEST; effort++) {
        assert_int_equal(pace((enum topomap_effort)effort, -1), START - 1);
        assert_int_equal(calls, 1);
        assert_int_equal(call[0].effort, effort > TOPOMAP_EFFORT_FAST ? effort - 1 : effort);
    }
}

static void failures_are_told(void **state)
{
    struct topomap_graph *graph = graph_mesh(4, 4, 4);
    struct map_job job = {.graph = graph, .effort = TOPOMAP_EFFORT_BEST, .deadline = 1e-9};
    uint32_t placement[RANKS] = {0};

    (void)state;
    calls = 0;
    assert_int_equal(refine_paced(&job, placement, fail_call, NULL), -1);
    assert_int_equal(calls, 1);
    topomap_graph_destroy(graph);
}

/* The sum of hop-bytes from some random placements. */
static double annealed(double part)
{
    struct world world;
    uint32_t placement[RANKS];
    double cost = 0;

    world_even(&world, network_torus, "n[0-63]", 1, graph_of_64(2));
    world.job.part = part;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        world_shuffle(&world, seed, placement);
        assert_int_equal(refinement_anneal.refine(&world.job, placement, NULL), 0);
        cost += world_hop_bytes(&world, placement);
    }
    world_free(&world);
    return cost;
}

static void a_part_of_the_work_finds_less(void **state)
{
    (void)state;
    assert_true(annealed(0) == annealed(1));
    assert_true(annealed(1) < annealed(1e-4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_run_where_time_is_plenty),
        cmocka_unit_test(each_run_does_more_than_the_one_before),
        cmocka_unit_test(no_run_does_more_than_is_wanted),
        cmocka_unit_test(the_best_run_counts),
        cmocka_unit_test(the_effort_below_where_time_is_over),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(a_part_of_the_work_finds_less),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
