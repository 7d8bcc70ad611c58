/* SPDX-License-Identifier: BSD-3-Clause */
/* Drivers know no model: each of them on hop-bytes of both kinds, and on a toy model. */
#include "unit/sorting.h"
#include "unit/world.h"

#include "base/clock.h"
#include "map/common/shared.h"
#include "refine/hop_bytes.h"
#include "refine/hop_bytes_whole.h"
#include "search/anneal.h"
#include "search/cycles.h"
#include "search/descent.h"
#include "search/passes.h"
#include "search/sampling.h"

#include <stdlib.h>
#include <string.h>

#define UNITS 512

/* A shuffled mesh on a torus of as many nodes, and a search on it. */
struct trial {
    struct world world;
    struct partition_graph view;
    struct search_near near;
    struct arrangement arrangement;
    struct pairwise pairwise;
    struct hop_bytes_whole whole;
    struct search search;
    uint32_t placement[UNITS];
    double before; /* cost */
};

static double cost(struct trial *t)
{
    return t->search.model->calls->cost(t->search.model);
}

static void begin(struct trial *t, bool whole)
{
    const struct nearest *nearest;

    memset(t, 0, sizeof *t);
    world_even(&t->world, "network: {kind: torus, dims: [8, 8, 8], nodes: 'n[0-511]'}", "n[0-511]",
               1, graph_mesh(8, 8, 8));
    t->view = partition_graph_view(t->world.graph);
    world_shuffle(&t->world, 1, t->placement);
    nearest = map_shared_nearest(&t->world.job, NEAREST_CLOSE, NULL);
    assert_non_null(nearest);
    t->near = (struct search_near){6, nearest->count, nearest->node};
    assert_int_equal(arrangement_init(&t->arrangement, UNITS, UNITS, t->placement, NULL), 0);
    assert_int_equal(hop_bytes_init(&t->pairwise, &t->arrangement, &t->view, t->world.allocation),
                     0);
    assert_int_equal(
        hop_bytes_whole_init(&t->whole, &t->arrangement, &t->view, t->world.allocation), 0);
    assert_int_equal(search_init(&t->search, whole ? &t->whole.model : &t->pairwise.model, &t->near,
                                 0),
                     0);
    t->before = cost(t);
}

static void end(struct trial *t)
{
    /* The change of the cost that the driver reports is right, up to the rounding of a test's
     * sums. */
    assert_true(t->before + t->search.change - cost(t) < 1e-9 * t->before &&
                cost(t) - t->before - t->search.change < 1e-9 * t->before);
    assert_int_equal(topomap_placement_check(t->world.allocation, t->placement, NULL), 0);
    search_free(&t->search);
    pairwise_free(&t->pairwise);
    hop_bytes_whole_free(&t->whole);
    arrangement_free(&t->arrangement);
    world_free(&t->world);
}

static void descent_ends_where_no_swap_gains(void **state)
{
    static struct trial t;
    double after;

    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        begin(&t, whole);
        assert_true(descent_run(&t.search, UINT64_MAX));
        after = cost(&t);
        assert_true(after < 0.7 * t.before);
        assert_int_equal(t.search.waiting, 0);
        assert_false(descent_run(&t.search, UINT64_MAX));
        assert_true(cost(&t) == after);
        end(&t);
    }
}

/* More work is done with better results, and at most a few looks beyond the limit. */
static void descent_keeps_to_its_limit(void **state)
{
    static struct trial t;
    double last = 0;

    (void)state;
    for (uint64_t limit = 10000; limit <= 160000; limit *= 4) {
        begin(&t, false);
        descent_run(&t.search, limit);
        assert_true(t.pairwise.model.work >= limit);
        assert_true(t.pairwise.model.work < limit + 20000);
        assert_true(t.search.waiting > 0);
        assert_true(last == 0 || cost(&t) < last);
        last = cost(&t);
        end(&t);
    }
}

static void cycles_go_further_than_swaps(void **state)
{
    static struct trial t;
    double swapped;
    bool turned;

    (void)state;
    begin(&t, false);
    descent_run(&t.search, UINT64_MAX);
    swapped = cost(&t);
    assert_int_equal(cycles_run(&t.search, UINT64_MAX, &turned), 0);
    assert_true(turned && cost(&t) < swapped);
    swapped = cost(&t);
    assert_int_equal(cycles_run(&t.search, UINT64_MAX, &turned), 0);
    assert_true(!turned && cost(&t) == swapped);
    end(&t);
}

static void annealing_goes_further_than_descent(void **state)
{
    static struct trial t;
    double swapped;

    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        struct anneal_schedule schedule = {{.volumes = 1}, 0, 100, 20000000, 7, NULL};

        begin(&t, whole);
        descent_run(&t.search, UINT64_MAX);
        swapped = cost(&t);
        end(&t);
        begin(&t, whole);
        schedule.volume = whole ? t.whole.volume
                                : (float)(2.0 * (double)t.world.graph->total_bytes / UNITS);
        assert_int_equal(anneal_run(&t.search, &schedule), 0);
        assert_true(cost(&t) < 0.9 * swapped);
        end(&t);
    }
}

/* From an optimum, which annealing loses and cannot find again in so little time. */
static void annealing_gives_nothing_up(void **state)
{
    static struct trial t;
    double before;

    (void)state;
    begin(&t, true);
    for (uint32_t unit = 0; unit < UNITS; unit++)
        t.placement[unit] = unit;
    arrangement_renew(&t.arrangement);
    t.whole.model.calls->renew(&t.whole.model);
    before = t.before = cost(&t);
    assert_int_equal(anneal_run(&t.search, &(struct anneal_schedule){
                                               {.volumes = 1}, t.whole.volume, 100, 200000, 7,
                                               NULL}),
                     0);
    assert_true(cost(&t) == before);
    end(&t);
}

/* Anneal the start. Returns the cost; `work` is what it took. */
static double anneal_start(float *harmless, uint64_t *work)
{
    static struct trial t;
    double after;

    begin(&t, true);
    *work = t.whole.model.work;
    assert_int_equal(anneal_run(&t.search, &(struct anneal_schedule){
                                               .heat = {.times = 1},
                                               .volume = t.whole.volume,
                                               .temperatures = 100,
                                               .work = 1000000,
                                               .seed = 7,
                                               .harmless = harmless}),
                     0);
    *work = t.whole.model.work - *work;
    after = cost(&t);
    end(&t);
    return after;
}

/* The temperature to begin with is looked for in the first of several runs alone. */
static void runs_share_the_harmless_temperature(void **state)
{
    uint64_t alone, first, second;
    float harmless = 0;
    double after = anneal_start(NULL, &alone);
    float found;

    (void)state;
    assert_true(anneal_start(&harmless, &first) == after);
    assert_int_equal(first, alone);
    assert_true(harmless > 0);
    found = harmless;
    anneal_start(&harmless, &second);
    assert_true(harmless == found);
    assert_true(second < first);
}

/* Passes between the halves of a torus: they start and end with equal numbers of units on both
 * sides, and go uphill on the way, unlike descent. */
static void passes_find_what_swaps_do_not(void **state)
{
    static struct trial t;
    static struct topomap_allocation *two;
    struct search_near near = {1, 1, (uint32_t[]){1, 0}};
    struct arrangement a;
    struct pairwise pairwise;
    struct search search;
    uint32_t half[UNITS];
    double cost[2];

    (void)state;
    begin(&t, false);
    two = topomap_allocation_create(t.world.network, "n[0-1]", "256", NULL);
    assert_non_null(two);
    for (int passes = 0; passes < 2; passes++) {
        for (uint32_t unit = 0; unit < UNITS; unit++)
            half[unit] = t.placement[unit] % 2;
        assert_int_equal(arrangement_init(&a, UNITS, 2, half, NULL), 0);
        assert_int_equal(hop_bytes_init(&pairwise, &a, &t.view, two), 0);
        assert_int_equal(search_init(&search, &pairwise.model, &near, 0), 0);
        if (passes)
            assert_int_equal(passes_run(&search), 0);
        else
            descent_run(&search, UINT64_MAX);
        cost[passes] = pairwise.model.calls->cost(&pairwise.model);
        assert_int_equal(a.first[1], UNITS / 2);
        arrangement_renew(&a);
        assert_int_equal(a.first[1], UNITS / 2);
        search_free(&search);
        pairwise_free(&pairwise);
        arrangement_free(&a);
    }
    assert_true(cost[1] < 0.9 * cost[0]);
    topomap_allocation_destroy(two);
    end(&t);
}

static void sampling_makes_swaps_that_gain_only(void **state)
{
    static struct trial t;
    struct random random;
    double last;
    uint32_t swapped = 0;

    (void)state;
    random_seed(&random, 3);
    begin(&t, false);
    last = t.before;
    for (uint32_t unit = 0; unit < UNITS; unit++) {
        bool moved = sampling_visit(&t.search, &random, unit, 8);

        swapped += moved;
        assert_true(moved ? cost(&t) < last : cost(&t) == last);
        last = cost(&t);
    }
    assert_true(swapped > UNITS / 4);
    end(&t);
}

static void a_late_search_stops_soon(void **state)
{
    static struct trial t;
    bool turned;

    (void)state;
    begin(&t, false);
    t.search.deadline = clock_seconds();
    assert_int_equal(anneal_run(&t.search, &(struct anneal_schedule){{.volumes = 1}, 1e6, 100,
                                                                     UINT64_MAX / 2, 7, NULL}),
                     0);
    assert_int_equal(cycles_run(&t.search, UINT64_MAX, &turned), 0);
    assert_false(turned);
    descent_run(&t.search, UINT64_MAX);
    assert_true(t.pairwise.model.work < 3000000);
    end(&t);
}

/* ---- a toy ------------------------------------------------------------------------------- */

struct toy {
    struct arrangement arrangement;
    struct model model;
    struct search_near near;
    struct search search;
    uint32_t place[64];
    uint32_t list[16][2];
};

/* 64 units on 16 places, of which those left and right of it are near. */
static void begin_toy(struct toy *t)
{
    for (uint32_t place = 0; place < 16; place++) {
        t->list[place][0] = (place + 1) % 16;
        t->list[place][1] = (place + 15) % 16;
    }
    for (uint32_t unit = 0; unit < 64; unit++)
        t->place[unit] = (unit * 7 + 3) % 16;
    t->near = (struct search_near){2, 2, t->list[0]};
    assert_int_equal(arrangement_init(&t->arrangement, 64, 16, t->place, NULL), 0);
    t->model = sorting_model(&t->arrangement);
    assert_int_equal(search_init(&t->search, &t->model, &t->near, 0), 0);
}

static void end_toy(struct toy *t)
{
    for (uint32_t place = 0; place < 16; place++)
        assert_int_equal(t->arrangement.first[place], 4 * place);
    search_free(&t->search);
    arrangement_free(&t->arrangement);
}

static void a_new_objective_is_one_file(void **state)
{
    struct toy t;
    struct random random;
    double before;

    (void)state;
    begin_toy(&t);
    assert_true(descent_run(&t.search, UINT64_MAX));
    for (uint32_t unit = 0; unit < 64; unit++)
        assert_int_equal(t.place[unit], unit / 4);
    end_toy(&t);

    begin_toy(&t);
    before = t.model.calls->cost(&t.model);
    assert_int_equal(
        anneal_run(&t.search, &(struct anneal_schedule){{.volumes = 1}, 20, 100, 400000, 1, NULL}),
        0);
    assert_true(t.model.calls->cost(&t.model) < 0.05 * before);
    end_toy(&t);

    begin_toy(&t);
    random_seed(&random, 1);
    for (uint32_t visit = 0; visit < 64 * 64; visit++)
        sampling_visit(&t.search, &random, visit % 64, 8);
    assert_true(t.model.calls->cost(&t.model) < 0.05 * before);
    end_toy(&t);
}

/* The looks of annealing the toy that may take so many. */
static uint64_t toy_work(uint64_t most)
{
    struct toy t;
    uint64_t work;

    begin_toy(&t);
    assert_int_equal(
        anneal_run(&t.search, &(struct anneal_schedule){{.volumes = 1}, 20, 10, most, 1, NULL}),
        0);
    work = t.model.work;
    end_toy(&t);
    return work;
}

/* They try each swap often enough with less than they are given. */
static void a_few_units_take_little_work(void **state)
{
    uint64_t little = toy_work(10000), enough = toy_work(100000000);

    (void)state;
    assert_true(10 * little < enough);
    assert_true(enough < 50000000);
    assert_int_equal(toy_work(200000000), enough);
}

/* ---- three units on a line --------------------------------------------------------------- */

static double along(const void *context, uint32_t a, uint32_t b)
{
    (void)context;
    return a < b ? b - a : a - b;
}

static double sum_along(const void *context, uint32_t place, const uint32_t *at,
                        const double *weight, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += weight[i] * along(context, place, at[i]);
    return sum;
}

/* Unit 0 never moves. It belongs beside unit 1, and unit 2 stands between them. Swapping those two
 * gains 9, though unit 2 loses 1 by it. Only unit 2 is awake. */
static bool last_unit_swaps(bool thorough)
{
    static const struct pairwise_metric metric = {along, sum_along};
    static const uint32_t near_of[3][2] = {{1, 2}, {0, 2}, {1, 0}};
    static const size_t offset[] = {0, 2, 3, 4};
    static const uint32_t target[] = {1, 2, 0, 0};
    static const double weight[] = {10, 1, 10, 1};
    static const uint32_t size[] = {ARRANGEMENT_FIXED, 1, 1};
    const struct pairwise_graph edges = {offset, target, weight};
    const struct search_near near = {2, 2, near_of[0]};
    uint32_t place[] = {0, 2, 1}, unit;
    struct arrangement arrangement;
    struct pairwise pairwise;
    struct search search;
    bool swapped;

    assert_int_equal(arrangement_init(&arrangement, 3, 3, place, size), 0);
    assert_int_equal(pairwise_init(&pairwise, &arrangement, &edges, &metric, NULL), 0);
    assert_int_equal(search_init(&search, &pairwise.model, &near, 0), 0);
    search.thorough = thorough;
    assert_true(search_next(&search, &unit) && search_next(&search, &unit));
    swapped = descent_run(&search, UINT64_MAX);
    assert_true(search.change == (swapped ? -9 : 0));
    search_wake(&search);
    assert_true(descent_run(&search, UINT64_MAX) == !swapped);
    assert_int_equal(place[1], 1);
    search_free(&search);
    pairwise_free(&pairwise);
    arrangement_free(&arrangement);
    return swapped;
}

static void thorough_descent_swaps_for_the_other_unit_too(void **state)
{
    (void)state;
    assert_false(last_unit_swaps(false));
    assert_true(last_unit_swaps(true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descent_ends_where_no_swap_gains),
        cmocka_unit_test(descent_keeps_to_its_limit),
        cmocka_unit_test(cycles_go_further_than_swaps),
        cmocka_unit_test(annealing_goes_further_than_descent),
        cmocka_unit_test(annealing_gives_nothing_up),
        cmocka_unit_test(runs_share_the_harmless_temperature),
        cmocka_unit_test(passes_find_what_swaps_do_not),
        cmocka_unit_test(sampling_makes_swaps_that_gain_only),
        cmocka_unit_test(a_late_search_stops_soon),
        cmocka_unit_test(a_new_objective_is_one_file),
        cmocka_unit_test(a_few_units_take_little_work),
        cmocka_unit_test(thorough_descent_swaps_for_the_other_unit_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
