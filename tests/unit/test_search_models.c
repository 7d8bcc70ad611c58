/* SPDX-License-Identifier: BSD-3-Clause */
/* The cached state of arrangements and models equals a count from scratch, after any moves. */
#include "unit/sorting.h"
#include "unit/world.h"

#include "base/random.h"
#include "refine/exchange_loads.h"
#include "refine/hop_bytes.h"
#include "refine/hop_bytes_whole.h"
#include "refine/link_loads.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOVES 400

/* ---- arrangements ------------------------------------------------------------------------ */

/* Every unit is in the range of its place exactly once, and each place has its number of units. */
static void check_arrangement(const struct arrangement *a, const uint32_t *held)
{
    for (uint32_t unit = 0; unit < a->units; unit++) {
        assert_int_equal(a->member[a->slot[unit]], unit);
        assert_true(a->slot[unit] >= a->first[a->place[unit]] &&
                    a->slot[unit] < a->first[a->place[unit] + 1]);
    }
    for (uint32_t place = 0; place < a->places; place++) {
        uint32_t sum = 0;

        for (uint32_t i = a->first[place]; i < a->first[place + 1]; i++)
            sum += a->size ? a->size[a->member[i]] : 1;
        assert_int_equal(sum, held[place]);
    }
}

static void places_keep_what_they_hold(void **state)
{
    static const uint32_t size[12] = {1, 2, 1, 4, 1, 2, 1, 4, 2, 1, 1, 2};
    uint32_t place[12] = {0, 0, 0, 1, 2, 2, 2, 2, 4, 4, 4, 0};
    uint32_t held[5] = {6, 4, 8, 0, 4};
    struct arrangement a;
    struct random random;
    uint32_t moves = 0;

    (void)state;
    random_seed(&random, 3);
    assert_int_equal(arrangement_init(&a, 12, 5, place, size), 0);
    check_arrangement(&a, held);
    for (int i = 0; i < MOVES; i++) {
        uint32_t unit[3];

        for (int k = 0; k < 3; k++)
            unit[k] = random_below(&random, 12);
        if (unit[0] == unit[1] || unit[1] == unit[2] || unit[0] == unit[2] ||
            !arrangement_alike(&a, unit[0], unit[1]) || !arrangement_alike(&a, unit[0], unit[2]))
            continue;
        arrangement_rotate(&a, unit, 2 + i % 2);
        check_arrangement(&a, held);
        moves++;
    }
    assert_true(moves > 20);
    arrangement_free(&a);
}

static void a_cycle_hands_places_on(void **state)
{
    uint32_t place[4] = {3, 1, 2, 0};
    struct arrangement a;

    (void)state;
    assert_int_equal(arrangement_init(&a, 4, 4, place, NULL), 0);
    arrangement_rotate(&a, (uint32_t[]){0, 1, 2}, 3);
    assert_memory_equal(place, ((uint32_t[]){1, 2, 3, 0}), sizeof place);
    arrangement_free(&a);
}

static void fixed_units_are_like_no_others(void **state)
{
    static const uint32_t size[4] = {1, ARRANGEMENT_FIXED, ARRANGEMENT_FIXED, 1};
    uint32_t place[4] = {0, 1, 2, 2};
    struct arrangement a;

    (void)state;
    assert_int_equal(arrangement_init(&a, 4, 3, place, size), 0);
    assert_false(arrangement_alike(&a, 1, 2));
    assert_false(arrangement_alike(&a, 0, 1));
    assert_true(arrangement_alike(&a, 0, 3));
    assert_false(arrangement_takes(&a, 0, 1));
    assert_true(arrangement_takes(&a, 0, 2));
    assert_false(arrangement_takes(&a, 1, 2));
    arrangement_free(&a);
}

/* ---- models ------------------------------------------------------------------------------ */

static bool close_to(double a, double b, double scale)
{
    return fabs(a - b) <= 1e-9 * scale;
}

/* The parts of a change equal the difference of the cost. */
static void check_parts(struct model *model, uint32_t a, uint32_t b, double expected)
{
    const struct model_calls *calls = model->calls;
    const uint32_t *place = model->arrangement->place;
    double sum, own;

    if (!calls->move)
        return;
    sum = calls->move(model, a, place[b], INFINITY) + calls->move(model, b, place[a], INFINITY) +
          calls->interplay(model, &(struct model_move){a, place[b]},
                           &(struct model_move){b, place[a]});
    assert_true(sum == expected);
    own = calls->move(model, a, place[b], INFINITY);
    assert_true(calls->move(model, a, place[b], own) == own);
    assert_true(calls->move(model, a, place[b], own + 1) == own);
    assert_true(calls->move(model, a, place[b], own - 1) > own - 1);
}

/* The shares kept are those that are computed anew. */
static void check_shares(struct model *model)
{
    uint32_t units = model->arrangement->units;
    double *kept = calloc(units, sizeof *kept);

    assert_non_null(kept);
    for (uint32_t u = 0; u < units && model->calls->share; u++)
        kept[u] = model->calls->share(model, u);
    model->calls->renew(model);
    for (uint32_t u = 0; u < units && model->calls->share; u++)
        assert_true(kept[u] == model->calls->share(model, u));
    free(kept);
}

/* Random swaps and cycles of up to `most` units: the predicted change is that of the cost. */
static void check_moves(struct model *model, const uint32_t *held, uint32_t most)
{
    struct arrangement *a = model->arrangement;
    const struct model_calls *calls = model->calls;
    struct search_near near = {0};
    struct search search;
    struct random random;
    double cost = calls->cost(model);
    double start = cost;
    uint32_t moves = 0;

    random_seed(&random, 5);
    assert_int_equal(search_init(&search, model, &near, 0), 0);
    for (uint32_t i = 0; i < MOVES; i++) {
        uint32_t count = 2 + i % (most - 1);
        uint32_t unit[3];
        double change;

        for (int k = 0; k < 3; k++)
            unit[k] = random_below(&random, a->units);
        if (unit[0] == unit[1] || unit[1] == unit[2] || unit[0] == unit[2] ||
            !arrangement_alike(a, unit[0], unit[1]) || !arrangement_alike(a, unit[0], unit[2]))
            continue;
        change = calls->change(model, unit, count, INFINITY);
        if (count == 2)
            check_parts(model, unit[0], unit[1], change);
        search_rotate(&search, unit, count, change);
        assert_true(close_to(calls->cost(model), cost + change, start));
        cost = calls->cost(model);
        moves++;
    }
    assert_true(moves > 100);
    assert_true(close_to(search.change, cost - start, start));
    check_arrangement(a, held);
    check_shares(model);
    search_free(&search);
}

static void check_model(struct model *model, const uint32_t *held)
{
    check_moves(model, held, 3);
}

/* Hop-bytes of both kinds, on a machine and a graph. */
static void check_hop_bytes(uint32_t machine, uint32_t number)
{
    struct hop_bytes_whole whole;
    struct partition_graph view;
    struct pairwise pairwise;
    struct arrangement a;
    struct world world;
    uint32_t placement[64];
    uint32_t held[64];

    world_on(&world, &machines_of_64[machine], graph_of_64(number));
    view = partition_graph_view(world.graph);
    memcpy(held, machines_of_64[machine].tasks, sizeof held);
    world_shuffle(&world, 99, placement);
    assert_int_equal(arrangement_init(&a, 64, world.allocation->nodes, placement, NULL), 0);
    assert_int_equal(hop_bytes_init(&pairwise, &a, &view, world.allocation), 0);
    assert_true(pairwise.model.calls->cost(&pairwise.model) == world_hop_bytes(&world, placement));
    check_model(&pairwise.model, held);
    assert_true(pairwise.model.calls->cost(&pairwise.model) == world_hop_bytes(&world, placement));
    pairwise_free(&pairwise);
    assert_int_equal(hop_bytes_whole_init(&whole, &a, &view, world.allocation), 0);
    check_model(&whole.model, held);
    /* What the table says of moves is the same. */
    assert_true(hop_bytes_whole_tabulate(&whole, true));
    check_model(&whole.model, held);
    assert_false(hop_bytes_whole_tabulate(&whole, false));
    check_model(&whole.model, held);
    hop_bytes_whole_free(&whole);
    arrangement_free(&a);
    world_free(&world);
}

/* Jobs of which no cache holds a table have none. */
static void large_jobs_have_no_table(void **state)
{
    (void)state;
    assert_true(cost_table_fits(256, 256));
    assert_false(cost_table_fits(512, 512));
    assert_false(cost_table_fits(UINT32_MAX, UINT32_MAX));
}

static void hop_bytes_are_kept(void **state)
{
    (void)state;
    for (uint32_t machine = 0; machine < MACHINES_OF_64; machine++) {
        for (uint32_t number = 0; number < 3; number++)
            check_hop_bytes(machine, number);
    }
}

/* ---- loads of links ---------------------------------------------------------------------- */

/* Loads without messages, and the model of a graph's messages on them. */
static void links_make(struct link_loads *links, struct refine_loads *loads,
                       struct known_gains *known, struct arrangement *a, const struct world *world,
                       enum routes_kind kind)
{
    assert_int_equal(refine_loads_init(loads, world->allocation, kind, NULL), 0);
    assert_int_equal(known_gains_init(known, a->units), 0);
    assert_int_equal(link_loads_init(links, a, world->graph, loads, known, NULL), 0);
}

static void links_free(struct link_loads *links, struct refine_loads *loads,
                       struct known_gains *known)
{
    link_loads_free(links);
    known_gains_free(known);
    refine_loads_free(loads);
}

/* The loads of links are kept up to date, whatever moves: in bytes, and in seconds. */
static void check_link_loads(uint32_t machine, enum routes_kind kind)
{
    struct refine_loads loads;
    struct known_gains known;
    struct link_loads links;
    struct arrangement a;
    struct world world;
    uint32_t placement[64];
    uint32_t held[64];
    double *kept;

    world_on(&world, &machines_of_64[machine], graph_of_64(0));
    memcpy(held, machines_of_64[machine].tasks, sizeof held);
    world_shuffle(&world, 99, placement);
    assert_int_equal(arrangement_init(&a, 64, world.allocation->nodes, placement, NULL), 0);
    links_make(&links, &loads, &known, &a, &world, kind);
    refine_loads_set_prices(&loads, 16, INFINITY);
    refine_loads_rescale(&loads, refine_loads_most(&loads));
    check_model(&links.model, held);
    kept = calloc(loads.used, sizeof *kept);
    assert_non_null(kept);
    for (uint32_t i = 0; i < loads.used; i++)
        kept[i] = loads.channel[i].load;
    links.model.calls->renew(&links.model);
    for (uint32_t i = 0; i < loads.used; i++)
        assert_true(kept[i] == loads.channel[i].load);
    free(kept);
    links_free(&links, &loads, &known);
    arrangement_free(&a);
    world_free(&world);
}

static void link_loads_are_kept(void **state)
{
    (void)state;
    for (uint32_t machine = 0; machine < MACHINES_OF_64; machine++) {
        check_link_loads(machine, ROUTES_LINK_BYTES);
        check_link_loads(machine, ROUTES_LINK_SECONDS);
    }
}

/* The seconds of a job of 64 ranks, on a torus or a tree. */
struct timed_world {
    struct world world;
    uint32_t placement[64], rank[64];
    struct refine_units units;
    struct routes routes;
    struct arrangement arrangement;
    struct exchange_loads loads;
};

/* On each machine, where messages have headers, and nodes inside bandwidth, unless these are 0.
 * Routes of large allocations have no room each: those of odd graphs share few
 * places. */
static void timed_world_init_of(struct timed_world *t, size_t graph, struct topomap_graph *of,
                                double header, double inside)
{
    world_even(&t->world, graph % 2 ? network_torus : network_balanced, "n[0-15]", 4, of);
    t->world.network->protocol.header = header;
    t->world.network->protocol.inside.bandwidth = inside;
    t->world.job.timed = t->world.job.delayed = true;
    world_shuffle(&t->world, graph, t->placement);
    for (uint32_t r = 0; r < 64; r++)
        t->rank[r] = r;
    assert_int_equal(refine_units_ranks(&t->world.job, t->placement, &t->units, NULL), 0);
    assert_int_equal(arrangement_init(&t->arrangement, 64, 16, t->placement, NULL), 0);
    assert_int_equal(routes_init(&t->routes, t->world.allocation, ROUTES_DELAYED_CHANNELS,
                                 NULL), 0);
    if (graph / 2 % 2) {
        t->routes.all = false;
        t->routes.count = 16;
    }
    assert_int_equal(exchange_loads_init(&t->loads, &t->world.job, &t->units, t->rank,
                                         &t->arrangement, &t->routes,
                                         graph % 2 ? EXCHANGE_NORM_8 : EXCHANGE_NORM_16, INFINITY,
                                         NULL),
                     0);
}

static void timed_world_init(struct timed_world *t, size_t graph)
{
    timed_world_init_of(t, graph, graph_of_64(graph / 2), 0, 0);
}

static void timed_world_free(struct timed_world *t)
{
    exchange_loads_free(&t->loads);
    routes_free(&t->routes);
    arrangement_free(&t->arrangement);
    refine_units_free(&t->units);
    world_free(&t->world);
}

/* Where only distances are known a way has the latency of each hop. */
static void ways_have_the_latency_of_their_hops(void **state)
{
    const struct network_share *share;
    struct routes routes;
    struct world w;

    (void)state;
    world_text(&w, "network: {kind: matrix, nodes: 'n[0-2]', "
               "distances: [[0, 1, 3], [1, 0, 3], [3, 3, 0]], "
               "links: [{bandwidth: 100, latency: 0.5}]}", "n[0-2]", "1", "0 1 1 1\n1 2 1 1\n");
    assert_int_equal(routes_init(&routes, w.allocation, ROUTES_DELAYED_CHANNELS, NULL), 0);
    assert_true(routes_find(&routes, 0, 1, &share)->latency == 0.5);
    assert_true(routes_find(&routes, 2, 0, &share)->latency == 1.5);
    routes_free(&routes);
    world_free(&w);
}

/* The seconds of the links in an exchange. What was predicted best is kept. */
static void exchange_loads_are_kept(void **state)
{
    static const uint32_t held[16] = {[0 ... 15] = 4};

    (void)state;
    for (size_t g = 0; g < 2 * GRAPHS_OF_64; g++) {
        struct timed_world timed;
        struct topomap_time time;

        timed_world_init(&timed, g);
        timed.loads.least = INFINITY; /* the first swap leads to what costs less than all before */
        check_moves(&timed.loads.model, held, 2);
        assert_int_equal(exchange_loads_finish(&timed.loads, NULL), 0);
        assert_int_equal(topomap_time_predict(timed.world.graph, timed.world.allocation,
                                              timed.loads.best, &time, NULL),
                         0);
        assert_true(timed.loads.seconds == time.seconds);
        timed_world_free(&timed);
    }
}

/* A change that nothing is known of. */
static double look(struct exchange_loads *loads, const uint32_t *unit, double most)
{
    swap_memo_clear(&loads->memo);
    return loads->model.calls->change(&loads->model, unit, 2, most);
}

/* Lower bounds refuse a change only if it is above the limit, also long after tangents were
 * renewed. What is asked for again is the same, and as much work, whichever unit comes first. */
static void check_bounds(struct exchange_loads *loads)
{
    const struct model_calls *calls = loads->model.calls;
    struct search_near near = {0};
    struct search search;
    struct random random;
    uint32_t refused = 0, units = loads->model.arrangement->units;

    random_seed(&random, 7);
    assert_int_equal(search_init(&search, &loads->model, &near, 0), 0);
    for (uint32_t i = 0; i < MOVES; i++) {
        const uint32_t unit[] = {random_below(&random, units), random_below(&random, units)};
        const uint32_t turned[] = {unit[1], unit[0]};
        double change, limited;
        uint64_t before, work;

        if (unit[0] == unit[1])
            continue;
        change = look(loads, unit, INFINITY);
        assert_true(look(loads, unit, change + 1e-3) == change);
        before = loads->model.work;
        limited = look(loads, unit, change - 1e-3);
        work = loads->model.work - before;
        assert_true(limited >= change - 1e-3 && limited <= change);
        assert_true(calls->change(&loads->model, turned, 2, change - 1e-3) == limited);
        assert_true(loads->model.work == before + 2 * work);
        if (limited < change) {
            refused++;
            assert_true(calls->change(&loads->model, unit, 2, limited) > limited);
            assert_true(calls->change(&loads->model, turned, 2, limited) == change);
        }
        if (i % 8 == 0)
            search_rotate(&search, unit, 2, change);
    }
    assert_true(refused > MOVES / 100);
    search_free(&search);
}

static void bounds_refuse_only_what_costs_more(void **state)
{
    (void)state;
    for (size_t g = 0; g < 2 * GRAPHS_OF_64; g++) {
        struct timed_world timed;

        timed_world_init(&timed, g);
        check_bounds(&timed.loads);
        timed_world_free(&timed);
    }
}

static void swap_units(struct timed_world *t, uint32_t one, uint32_t two)
{
    const uint32_t unit[] = {one, two};
    const uint32_t from[] = {t->arrangement.place[one], t->arrangement.place[two]};

    if (from[0] == from[1])
        return;
    arrangement_swap(&t->arrangement, one, two);
    t->loads.model.calls->moved(&t->loads.model, unit, from, 2);
}

/* Swap a unit with one that stands beside `with` and is none of the first four. */
static void put_beside(struct timed_world *t, uint32_t unit, uint32_t with)
{
    uint32_t other = 4;

    while (t->arrangement.place[other] != t->arrangement.place[with])
        other++;
    swap_units(t, unit, other);
}

/* Once nothing leaves nodes, little is left of sums of powers that were large before. */
static void sums_are_not_rounding(void **state)
{
    const struct topomap_edge edge[] = {{0, 1, 333333, 1}, {0, 2, 777777, 1}, {1, 3, 123457, 1}};

    (void)state;
    for (size_t norm = 0; norm < 2; norm++) {
        struct timed_world t;
        struct random random;

        timed_world_init_of(&t, norm, topomap_graph_create(64, edge, 3, NULL), 0, 0);
        random_seed(&random, 1);
        for (uint32_t i = 0; i < 1000; i++)
            swap_units(&t, random_below(&random, 4), random_below(&random, 64));
        for (uint32_t unit = 1; unit < 4; unit++) {
            if (t.arrangement.place[unit] != t.arrangement.place[0])
                put_beside(&t, unit, 0);
        }
        assert_true(fabs(t.loads.part[0].sum) < 1e-18);
        timed_world_free(&t);
    }
}

/* What units exchange adds up to twice the tangent's height, and twice the latencies. */
static void check_tangent(struct timed_world *t)
{
    for (size_t p = 0; p < t->loads.parts; p++) {
        double height = 0, powers = 0;
        uint64_t work = 0;

        for (uint32_t unit = 0; unit < 64; unit++) {
            struct tangent_change own = exchange_tangent_of(
                &t->loads.tangent[p], &t->loads.part[p], t->arrangement.place, unit, &work);

            height += own.height;
            powers += own.powers;
        }
        assert_true(fabs(height - 2 * t->loads.tangent[p].height) <= 1e-6 * height);
        assert_true(fabs(powers - 2 * t->loads.part[p].latencies) <=
                    1e-6 * (t->loads.part[p].sum + t->loads.part[p].latencies));
    }
}

static void units_share_the_tangent(void **state)
{
    (void)state;
    for (size_t g = 0; g < 2 * GRAPHS_OF_64; g++) {
        struct timed_world t;
        struct random random;

        timed_world_init(&t, g);
        random_seed(&random, 5);
        for (uint32_t i = 0; i < 100; i++) {
            check_tangent(&t);
            swap_units(&t, random_below(&random, 64), random_below(&random, 64));
        }
        timed_world_free(&t);
    }
}

/* Bounds know by how much powers of latencies and of messages inside nodes change, though nodes are
 * so slow inside that partners who meet there would take longer than all else. */
static void powers_of_bounds_are_exact(void **state)
{
    (void)state;
    for (size_t g = 0; g < 2 * GRAPHS_OF_64; g++) {
        struct timed_world t;
        struct random random;

        timed_world_init_of(&t, g, graph_of_64(g / 2), 0, 1e8);
        random_seed(&random, 3);
        for (uint32_t i = 0; i < 1000; i++) {
            const uint32_t unit[] = {random_below(&random, 64), random_below(&random, 64)};
            const uint32_t *place = t.arrangement.place;
            struct part_loads *part = &t.loads.part[i % t.loads.parts];
            struct part_trial *trial = &t.loads.trial;
            uint64_t work = 0;
            double bound;

            if (place[unit[0]] == place[unit[1]])
                continue;
            bound = exchange_tangent_swap(&t.loads.tangent[i % t.loads.parts], part, place, unit,
                                          place[unit[0]], place[unit[1]], &work)
                        .powers;
            part_loads_try(part, trial, place, unit, place[unit[0]], place[unit[1]]);
            assert_true(fabs(bound - trial->powers) <=
                        1e-9 * (part->latencies + fabs(trial->powers)));
        }
        timed_world_free(&t);
    }
}

/* Another arrangement has other changes, also if nobody has said what moved. */
static void restarts_forget_swaps(void **state)
{
    const uint32_t unit[] = {0, 63};
    struct timed_world t;
    struct model *model;
    double before, after;
    uint32_t kept;

    (void)state;
    timed_world_init(&t, 0);
    model = &t.loads.model;
    before = model->calls->change(model, unit, 2, INFINITY);
    kept = t.arrangement.place[1];
    t.arrangement.place[1] = t.arrangement.place[62];
    t.arrangement.place[62] = kept;
    arrangement_renew(&t.arrangement);
    model->calls->renew(model);
    after = model->calls->change(model, unit, 2, INFINITY);
    assert_true(after != before);
    assert_true(after == look(&t.loads, unit, INFINITY));
    timed_world_free(&t);
}

/* The seconds of a ring of two messages to each next rank. */
static double seconds_of_ring(uint64_t bytes, double header)
{
    struct topomap_edge edges[64];
    struct timed_world t;
    double seconds;

    for (uint32_t r = 0; r < 64; r++)
        edges[r] = (struct topomap_edge){r, (r + 1) % 64, bytes, 2};
    timed_world_init_of(&t, 1, topomap_graph_create(64, edges, 64, NULL), header, 0);
    seconds = t.loads.part[0].seconds;
    timed_world_free(&t);
    return seconds;
}

static void headers_are_bytes(void **state)
{
    double seconds = seconds_of_ring(1000000, 250000);

    (void)state;
    assert_true(seconds > 1.2 * seconds_of_ring(1000000, 0));
    assert_true(fabs(seconds - seconds_of_ring(1500000, 0)) <= 1e-6 * seconds);
}

/* Of two rings, one of so many bytes and one of 1: how many ranks of each annealing passes over. */
static void count_idle(uint64_t bytes, uint32_t *idle)
{
    struct topomap_edge edges[64];
    struct timed_world t;

    for (uint32_t r = 0; r < 64; r++)
        edges[r] = (struct topomap_edge){r, r / 32 * 32 + (r + 1) % 32, r < 32 ? bytes : 1, 1};
    timed_world_init_of(&t, 0, topomap_graph_create(64, edges, 64, NULL), 0, 0);
    idle[0] = idle[1] = 0;
    for (uint32_t r = 0; r < 64; r++)
        idle[r / 32] += t.loads.model.calls->idle(&t.loads.model, r);
    timed_world_free(&t);
}

/* But where latencies decide, as many ranks of both rings matter. */
static void ranks_that_take_little_time_are_idle(void **state)
{
    uint32_t idle[2];

    (void)state;
    count_idle(1000000, idle);
    assert_true(idle[0] < 8);
    assert_int_equal(idle[1], 32);
    count_idle(1, idle);
    assert_true(idle[0] < 32 && idle[1] < 32);
}

/* What is known of a swap holds at other prices, and no longer when units or limits are others. */
static void known_gains_are_those_of_now(void **state)
{
    static const uint32_t swaps[][2] = {{0, 9}, {17, 40}, {9, 0}, {3, 60}};
    struct refine_loads loads;
    struct known_gains known;
    struct link_loads links;
    const struct model_calls *calls;
    struct arrangement a;
    struct world world;
    uint32_t placement[64];

    (void)state;
    world_even(&world, network_torus, "n[0-63]", 1, graph_of_64(0));
    world_shuffle(&world, 99, placement);
    assert_int_equal(arrangement_init(&a, 64, 64, placement, NULL), 0);
    links_make(&links, &loads, &known, &a, &world, ROUTES_LINK_SECONDS);
    calls = links.model.calls;
    refine_loads_rescale(&loads, refine_loads_most(&loads));
    for (uint32_t round = 0; round < 8; round++) {
        const uint32_t *made = swaps[round % 4];
        const uint32_t from[] = {placement[made[0]], placement[made[1]]};

        for (uint32_t part = 1; part <= 256; part *= 16) {
            refine_loads_set_prices(&loads, part,
                                    round == 7 ? refine_loads_most(&loads) : INFINITY);
            for (size_t i = 0; i < 4; i++) {
                double change = calls->change(&links.model, swaps[i], 2, 0);
                uint64_t work = links.model.work;

                assert_true(calls->change(&links.model, swaps[i], 2, 0) == change);
                assert_true(links.model.work == work);
                loads.version++;
                assert_true(close_to(calls->change(&links.model, swaps[i], 2, 0), change, 1));
                assert_true(links.model.work > work);
            }
        }
        arrangement_rotate(&a, made, 2);
        calls->moved(&links.model, made, from, 2);
    }
    links_free(&links, &loads, &known);
    arrangement_free(&a);
    world_free(&world);
}

/* Without a price for loads only swaps that save hop-bytes gain anything. */
static void hop_bytes_may_have_to_fall(void **state)
{
    struct refine_loads loads;
    struct known_gains known;
    struct link_loads links;
    struct partition_graph view;
    struct pairwise pairwise;
    struct arrangement a;
    struct world world;
    uint32_t placement[64];
    uint32_t refused = 0;

    (void)state;
    world_even(&world, network_torus, "n[0-63]", 1, graph_of_64(0));
    view = partition_graph_view(world.graph);
    world_shuffle(&world, 99, placement);
    assert_int_equal(arrangement_init(&a, 64, 64, placement, NULL), 0);
    links_make(&links, &loads, &known, &a, &world, ROUTES_LINK_BYTES);
    assert_int_equal(hop_bytes_init(&pairwise, &a, &view, world.allocation), 0);
    refine_loads_set_prices(&loads, 0, INFINITY);
    refine_loads_rescale(&loads, refine_loads_most(&loads));
    for (uint32_t unit = 1; unit < 64; unit++) {
        const uint32_t pair[] = {0, unit};
        double hops = pairwise.model.calls->change(&pairwise.model, pair, 2, INFINITY);

        refused += hops >= 0;
        assert_true((links.model.calls->change(&links.model, pair, 2, 0) == INFINITY) ==
                    (hops >= 0));
    }
    assert_true(refused > 0 && refused < 63);
    pairwise_free(&pairwise);
    links_free(&links, &loads, &known);
    arrangement_free(&a);
    world_free(&world);
}

static void the_toy_is_a_model_too(void **state)
{
    static const uint32_t held[16] = {[0 ... 15] = 4};
    uint32_t place[64];
    struct arrangement a;
    struct model model;

    (void)state;
    for (uint32_t unit = 0; unit < 64; unit++)
        place[unit] = (unit * 7 + 3) % 16;
    assert_int_equal(arrangement_init(&a, 64, 16, place, NULL), 0);
    model = sorting_model(&a);
    check_model(&model, held);
    arrangement_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_keep_what_they_hold),
        cmocka_unit_test(a_cycle_hands_places_on),
        cmocka_unit_test(fixed_units_are_like_no_others),
        cmocka_unit_test(hop_bytes_are_kept),
        cmocka_unit_test(large_jobs_have_no_table),
        cmocka_unit_test(link_loads_are_kept),
        cmocka_unit_test(ways_have_the_latency_of_their_hops),
        cmocka_unit_test(exchange_loads_are_kept),
        cmocka_unit_test(sums_are_not_rounding),
        cmocka_unit_test(bounds_refuse_only_what_costs_more),
        cmocka_unit_test(units_share_the_tangent),
        cmocka_unit_test(powers_of_bounds_are_exact),
        cmocka_unit_test(restarts_forget_swaps),
        cmocka_unit_test(headers_are_bytes),
        cmocka_unit_test(ranks_that_take_little_time_are_idle),
        cmocka_unit_test(known_gains_are_those_of_now),
        cmocka_unit_test(hop_bytes_may_have_to_fall),
        cmocka_unit_test(the_toy_is_a_model_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
