/* SPDX-License-Identifier: BSD-3-Clause */
/* The times of the parts of planning: which parts there are, and that no time is counted twice. */
#include "unit/world.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

static struct topomap_plan *plan_of(const struct world *world, const char *algorithms)
{
    struct topomap_request request = {
        .graph = world->graph,
        .allocation = world->allocation,
        .layout = world->layout,
        .algorithms = algorithms,
        .effort = TOPOMAP_EFFORT_DEFAULT,
        .seed = 1,
    };
    struct topomap_error error = {0};
    struct topomap_plan *plan = topomap_plan_create(&request, &error);

    if (!plan)
        fail_msg("%s", error.text);
    return plan;
}

/* The phases of a candidate, by its name (NULL: of planning), with commas between, and the sum of
 * their times. */
static double phases_of(const struct topomap_plan *plan, const char *algorithm, char *names,
                        size_t size)
{
    const struct topomap_phase *phase;
    double sum = 0;
    size_t length = 0;

    *names = '\0';
    for (size_t i = 0; (phase = topomap_plan_phase(plan, i)); i++) {
        if (phase->algorithm != algorithm)
            continue;
        assert_true(phase->seconds >= 0);
        sum += phase->seconds;
        length += (size_t)snprintf(names + length, size - length, "%s%s", length ? "," : "",
                                   phase->name);
        assert_true(length < size);
    }
    return sum;
}

static void has_phases(const struct topomap_plan *plan, const char *algorithm, const char *expected)
{
    const struct topomap_candidate *candidate = NULL;
    char names[256];

    for (size_t i = 0; algorithm && (candidate = topomap_plan_candidate(plan, i)); i++) {
        if (strcmp(candidate->algorithm, algorithm) == 0)
            break;
    }
    phases_of(plan, candidate ? candidate->algorithm : algorithm, names, sizeof names);
    assert_string_equal(names, expected);
}

static void algorithms_have_the_phases_of_their_papers(void **state)
{
    struct topomap_plan *plan;
    struct world world;

    (void)state;
    world_even(&world, network_torus, "n[0-15]", 4, graph_mesh(4, 4, 4));
    plan = plan_of(&world, "tree+swap");
    has_phases(plan, "tree+swap",
               "tree construction,partition,repair,mapping,refinement,scoring");
    has_phases(plan, NULL, "slots,metrics");
    topomap_plan_destroy(plan);
    plan = plan_of(&world, "bisect+swap");
    has_phases(plan, "bisect+swap", "tree construction,bipartitioning,refinement,scoring");
    topomap_plan_destroy(plan);
    plan = plan_of(&world, "hs-recursive");
    has_phases(plan, "hs-recursive", "tree construction,partition,repair,mapping,scoring");
    topomap_plan_destroy(plan);
    plan = plan_of(&world, "rcm");
    has_phases(plan, "rcm", "tree construction,partition,repair,node order,mapping,scoring");
    topomap_plan_destroy(plan);
    world_free(&world);
}

/* What several algorithms share is made once, and counts for the first that needs it. */
static void shared_parts_are_timed_once(void **state)
{
    struct topomap_plan *plan;
    struct world world;

    (void)state;
    world_even(&world, network_balanced, "n[0-15]", 4, graph_mesh(4, 4, 4));
    plan = plan_of(&world, "tree,tree-nj");
    has_phases(plan, "tree", "tree construction,partition,repair,mapping,scoring");
    has_phases(plan, "tree-nj", "tree construction,mapping,scoring");
    topomap_plan_destroy(plan);
    world_free(&world);
}

/* Also if candidates were dropped. */
static void check_owners(const struct topomap_plan *plan)
{
    const struct topomap_phase *phase;

    for (size_t i = 0; (phase = topomap_plan_phase(plan, i)); i++) {
        bool found = !phase->algorithm;

        for (size_t c = 0; !found && topomap_plan_candidate(plan, c); c++)
            found = topomap_plan_candidate(plan, c)->algorithm == phase->algorithm;
        assert_true(found);
    }
}

static void check_sums(const struct topomap_plan *plan)
{
    const struct topomap_candidate *candidate;
    char names[256];
    double all = phases_of(plan, NULL, names, sizeof names);

    for (size_t i = 0; (candidate = topomap_plan_candidate(plan, i)); i++) {
        double sum = phases_of(plan, candidate->algorithm, names, sizeof names);

        if (candidate->failure)
            continue;
        assert_true(*names);
        assert_true(sum <= candidate->seconds + 1e-9);
        all += sum;
    }
    assert_true(all <= topomap_plan_seconds(plan) + 1e-9);
}

static void parts_are_no_more_than_the_whole(void **state)
{
    static const char *const lists[] = {
        "auto", "layout+swap", "layout+anneal",
        "tree,bisect,tree-nj,rcm,hs-recursive,order,inorder,tree+swap,bisect+swap"};
    static const char *const networks[] = {network_balanced, network_torus, network_alike};

    (void)state;
    for (size_t n = 0; n < 2 * sizeof networks / sizeof *networks; n++) {
        struct world world;

        world_even(&world, networks[n / 2], "n[0-15]", 4,
                   n % 2 ? graph_mesh(4, 4, 4) : graph_random(64, 500, 5));
        for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
            struct topomap_plan *plan = plan_of(&world, lists[l]);

            check_owners(plan);
            check_sums(plan);
            topomap_plan_destroy(plan);
        }
        world_free(&world);
    }
}

static void wait_a_little(void)
{
    double start = clock_seconds();

    while (clock_seconds() - start < 0.002)
        ;
}

static void a_phase_in_a_phase_is_not_counted_twice(void **state)
{
    struct map_times times = {.phases = 0};
    struct map_job job = {.algorithm = "a", .times = &times};
    double begin = clock_seconds();
    double outer = begin, inner;

    (void)state;
    wait_a_little();
    inner = clock_seconds();
    wait_a_little();
    map_phase(&job, "inner", &inner);
    wait_a_little();
    map_phase(&job, "outer", &outer);
    job.algorithm = "b";
    wait_a_little();
    map_phase(&job, "outer", &outer);
    assert_int_equal(times.phases, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(times.phase[i].seconds >= 0.002);
    assert_true(times.phase[0].seconds + times.phase[1].seconds + times.phase[2].seconds <=
                clock_seconds() - begin - 0.002);
    job.times = NULL;
    map_phase(&job, "nobody asks", &outer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algorithms_have_the_phases_of_their_papers),
        cmocka_unit_test(shared_parts_are_timed_once),
        cmocka_unit_test(parts_are_no_more_than_the_whole),
        cmocka_unit_test(a_phase_in_a_phase_is_not_counted_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
