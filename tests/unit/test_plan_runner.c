/* SPDX-License-Identifier: BSD-3-Clause */
/* How `auto` executes its strategy: the steps taken, and what they saw. */
#include "unit/unit.h"

#include "plan/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Teams of four ranks, with a little irregular traffic between neighbouring teams. */
static struct topomap_graph *teams_make(uint32_t ranks)
{
    struct topomap_graph *graph;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    fprintf(file, "# n=%u\n", ranks);
    for (uint32_t r = 0; r < ranks; r++) {
        for (uint32_t other = r + 1; other % 4; other++)
            fprintf(file, "%u %u 1000\n", r, other);
        if (r % 3 && r + 4 < ranks)
            fprintf(file, "%u %u %u\n", r, r + 4, 10 + r % 7);
    }
    fclose(file);
    graph = topomap_graph_parse("teams", text, size, NULL, NULL);
    assert_non_null(graph);
    free(text);
    return graph;
}

/* All nodes of a tree; of a torus some nodes, far from each other. */
static const char tree[] = "network: {kind: tree, children: [32, 8], nodes: 'n[0-255]'}";
static const char torus[] = "network: {kind: torus, dims: [16, 16, 16], nodes: 'n[0-4095]'}";

struct case_of_plan {
    struct topomap_network *network;
    struct topomap_request request;
    struct topomap_plan *plan;
};

static void plan_make(struct case_of_plan *c, const char *network, const char *hosts, uint32_t tasks,
                      struct topomap_graph *graph)
{
    char per_node[16];

    c->network = topomap_network_parse("net", network, strlen(network), NULL);
    assert_non_null(c->network);
    snprintf(per_node, sizeof per_node, "%u", tasks);
    c->request.allocation = topomap_allocation_create(c->network, hosts, per_node, NULL);
    assert_non_null(c->request.allocation);
    assert_non_null(graph);
    c->request.graph = graph;
    c->plan = topomap_plan_create(&c->request, NULL);
    assert_non_null(c->plan);
}

static void plan_free(struct case_of_plan *c)
{
    topomap_plan_destroy(c->plan);
    topomap_graph_destroy((struct topomap_graph *)c->request.graph);
    topomap_allocation_destroy((struct topomap_allocation *)c->request.allocation);
    topomap_network_destroy(c->network);
}

static void teams_on_tree(struct case_of_plan *c, uint32_t ranks, const uint32_t *layout)
{
    char hosts[16];

    *c = (struct case_of_plan){
        .request = {.layout = layout, .effort = TOPOMAP_EFFORT_DEFAULT}};
    snprintf(hosts, sizeof hosts, "n[0-%u]", ranks / 4 - 1);
    plan_make(c, tree, hosts, 4, teams_make(ranks));
}

/* 64 ranks without structure, which differ in what they send, on scattered nodes. */
static void scattered(struct case_of_plan *c, uint64_t seed)
{
    char text[4096] = "# n=64\n";
    uint64_t state = seed;

    *c = (struct case_of_plan){
        .request = {.objective = "auto", .effort = TOPOMAP_EFFORT_DEFAULT}};
    for (uint32_t i = 0; i < 160; i++) {
        size_t length = strlen(text);

        state = state * 6364136223846793005 + 1442695040888963407;
        snprintf(text + length, sizeof text - length, "%u %u %u\n", (unsigned int)(state >> 33) % 64,
                 (unsigned int)(state >> 45) % 64, 1000000 + (unsigned int)(state >> 40) % 1000000);
    }
    plan_make(c, torus, "n[0,17,34,51,300,317,334,351,600,617,634,651,900,917,934,951]", 4,
              topomap_graph_parse("scattered", text, strlen(text), NULL, NULL));
}

/* The step that runs an algorithm or (NULL) refines with this suffix. */
static const struct plan_step *find(const struct case_of_plan *c, const char *algorithm,
                                    const char *suffix, bool taken)
{
    for (size_t i = 0; i < c->plan->steps; i++) {
        const struct plan_step *s = &c->plan->step[i];
        bool same = algorithm ? s->step.algorithm && strcmp(s->step.algorithm, algorithm) == 0
                              : s->step.refinement &&
                                    strcmp(s->step.refinement->suffix, suffix) == 0;

        if (same && s->taken == taken)
            return s;
    }
    return NULL;
}

/* Candidates are the steps taken, in order, with their results. */
static void steps_are_what_was_tried(void **state)
{
    static const enum topomap_effort efforts[] = {TOPOMAP_EFFORT_FAST, TOPOMAP_EFFORT_DEFAULT,
                                                  TOPOMAP_EFFORT_BEST};
    static const char *const objectives[] = {"hop-bytes", "congestion", "time"};

    (void)state;
    for (size_t i = 0; i < 9; i++) {
        struct case_of_plan c = {
            .request = {.effort = efforts[i / 3], .objective = objectives[i % 3],
                        .time_budget = efforts[i / 3] == TOPOMAP_EFFORT_BEST ? 0.5 : 0}};
        double best;
        size_t taken = 0;

        plan_make(&c, i % 2 ? tree : torus, "n[0-15]", 2, teams_make(32));
        best = c.plan->score_before.value;
        assert_true(c.plan->steps > 0);
        for (size_t k = 0; k < c.plan->steps; k++) {
            const struct plan_step *s = &c.plan->step[k];
            const struct topomap_candidate *candidate;

            assert_true(s->taken == !s->why);
            if (!s->taken)
                continue;
            candidate = topomap_plan_candidate(c.plan, taken++);
            assert_non_null(candidate);
            assert_string_equal(s->name, candidate->algorithm);
            assert_true(isnan(candidate->score) ? isnan(s->score) && candidate->least >= best
                                                : s->score == candidate->score);
            assert_true(s->before == best);
            assert_true(s->seconds >= 0);
            best = s->score < best ? s->score : best;
        }
        assert_null(topomap_plan_candidate(c.plan, taken));
        assert_true(c.plan->score_after.value == best);
        plan_free(&c);
    }
}

static void features_are_those_of_the_job(void **state)
{
    struct case_of_plan c = {.request = {.effort = TOPOMAP_EFFORT_FAST}};
    const struct features *f;

    (void)state;
    plan_make(&c, torus, "n[0-15]", 4, topomap_graph_pattern("grid:8x8", 64, NULL));
    f = &c.plan->features;
    assert_int_equal(f->ranks, 64);
    assert_int_equal(f->nodes, 16);
    assert_int_equal(f->pairs, 2 * 2 * 7 * 8);
    assert_string_equal(f->structure, "grid 8x8");
    assert_true(f->coordinates && !f->tree && f->dims == 3 && !f->inside);
    assert_true(f->busiest && f->guided);
    assert_true(f->least_tasks == 4 && f->most_tasks == 4);
    /* A line of 16 nodes of a ring of 16: up to 8 hops, 64 / 15 on average. */
    assert_true(f->most_hops == 8);
    assert_float_equal(f->mean_hops, 64.0 / 15, 0.2);
    plan_free(&c);
    teams_on_tree(&c, 64, NULL);
    f = &c.plan->features;
    assert_string_equal(f->structure, "none");
    assert_true(!f->coordinates && f->tree && f->dims == 0);
    plan_free(&c);
}

/* An algorithm that does not suit this network gives no candidate, but a reason. */
static void what_cannot_run_is_left_out_with_its_reason(void **state)
{
    struct case_of_plan c = {.request = {.effort = TOPOMAP_EFFORT_FAST}};
    const struct plan_step *fold;

    (void)state;
    plan_make(&c, tree, "n[0-15]", 4, topomap_graph_pattern("grid:8x8", 64, NULL));
    fold = find(&c, "fold", NULL, false);
    assert_non_null(fold);
    assert_string_equal(fold->why, "the network is not a torus, mesh or small hypercube");
    for (size_t i = 0; i < c.plan->candidates; i++)
        assert_string_not_equal(c.plan->candidate[i].algorithm, "fold");
    plan_free(&c);
}

/* The first partition of a large job shows whether more of them are worth their time. */
static void partitions_are_compared_with_the_layout(void **state)
{
    uint32_t dealt[1024];
    struct case_of_plan c;

    (void)state;
    for (uint32_t r = 0; r < 1024; r++)
        dealt[r] = r % 256;
    teams_on_tree(&c, 1024, NULL);
    assert_non_null(find(&c, "tree", NULL, true));
    assert_non_null(find(&c, "bisect", NULL, false));
    assert_null(find(&c, NULL, "+anneal", true)); /* swaps hardly improve the layout */
    plan_free(&c);
    teams_on_tree(&c, 1024, dealt);
    assert_non_null(find(&c, "bisect", NULL, true));
    assert_non_null(find(&c, NULL, "+anneal", true));
    plan_free(&c);
    teams_on_tree(&c, 512, NULL);
    assert_non_null(find(&c, "bisect", NULL, true));
    assert_non_null(find(&c, NULL, "+anneal", true));
    plan_free(&c);
}

/* Annealing with less work gives another result than full annealing by name. */
static void the_share_of_work_is_that_of_the_step(void **state)
{
    char hosts[256 * 6] = "n[0";
    struct case_of_plan c = {.request = {.effort = TOPOMAP_EFFORT_DEFAULT}};
    struct case_of_plan named = c;
    const struct plan_step *anneal;

    (void)state;
    for (int i = 1; i < 256; i++)
        sprintf(hosts + strlen(hosts), ",%d", 16 * i + i * i * 7 / 16 % 16);
    strcat(hosts, "]");
    plan_make(&c, torus, hosts, 4, teams_make(1024));
    anneal = find(&c, NULL, "+anneal", true);
    assert_non_null(anneal);
    assert_true(anneal->step.share < 1);
    named.request.algorithms = anneal->name;
    plan_make(&named, torus, hosts, 4, teams_make(1024));
    assert_string_equal(named.plan->candidate[0].algorithm, anneal->name);
    assert_true(named.plan->candidate[0].score != anneal->score);
    assert_int_equal(named.plan->steps, 0);
    plan_free(&named);
    plan_free(&c);
}

/* Whether swaps gained little depends on swaps alone, not on annealing: exactly one of the steps
 * that anneal the first leader is taken. */
static void the_first_leader_is_annealed_once(void **state)
{
    static const char scattered[] = "network: {kind: tree, children: [16, 8], nodes: 'n[0-127]'}";
    struct case_of_plan c = {
        .request = {.effort = TOPOMAP_EFFORT_DEFAULT, .objective = "hop-bytes"}};
    size_t taken = 0;

    (void)state;
    plan_make(&c, scattered, "n[19,25-30,45-65,68-90,95-107]", 16,
              topomap_graph_pattern("grid:16x8x8", 1024, NULL));
    for (size_t i = 0; i < c.plan->steps; i++) {
        const struct plan_step *s = &c.plan->step[i];

        if (!s->taken || s->step.refinement != &refinement_anneal)
            continue;
        taken++;
        assert_true(s->step.share < 1);
        assert_true(s->score < 0.99 * find(&c, "bricks", NULL, true)->score);
    }
    assert_int_equal(taken, 1);
    plan_free(&c);
}

/* Whether `name` is `start` and the suffix behind it. */
static bool is_refined(const char *name, const char *start, const char *suffix)
{
    size_t length = strlen(start);

    return strncmp(name, start, length) == 0 && strcmp(name + length, suffix) == 0;
}

/* In large jobs a time is predicted of the placement with the fewest hop-bytes that algorithms, swaps
 * and annealing have found, and of what the relief of its links makes of it. */
static void few_times_of_large_jobs_are_predicted(void **state)
{
    struct case_of_plan c = {.request = {.effort = TOPOMAP_EFFORT_DEFAULT}};
    const struct topomap_candidate *before = NULL;
    size_t predicted = 0;

    (void)state;
    plan_make(&c, torus, "n[3,16-90,140-239,500-579]", 4, teams_make(1024));
    for (size_t i = 0; i < c.plan->candidates; i++) {
        const struct topomap_candidate *candidate = &c.plan->candidate[i];

        if (isnan(candidate->score))
            continue;
        predicted++;
        assert_true(c.plan->score_after.value <= candidate->score);
        if (i + 1 == c.plan->candidates)
            assert_true(is_refined(candidate->algorithm, before->algorithm, "+congestion"));
        before = candidate;
    }
    assert_true(predicted >= 2 && predicted <= 4);
    assert_true(c.plan->candidates > 2 * predicted);
    assert_true(c.plan->score_after.value < c.plan->score_before.value);
    plan_free(&c);
}

/* A regular placement ends the search early, and adding up its loads would take all the work that
 * relief may have beside it. */
static void links_are_not_relieved_without_work(void **state)
{
    static const char whole[] = "network: {kind: torus, dims: [16, 16, 8], nodes: 'n[0-2047]'}";
    struct case_of_plan c = {.request = {.effort = TOPOMAP_EFFORT_DEFAULT}};
    size_t left_out = 0;

    (void)state;
    plan_make(&c, whole, "n[0-2047]", 16, topomap_graph_pattern("grid:32x32x32:27", 32768, NULL));
    for (size_t i = 0; i < c.plan->steps; i++) {
        const struct plan_step *s = &c.plan->step[i];

        if (s->step.source != STRATEGY_SHORTEST)
            continue;
        assert_false(s->taken);
        assert_string_equal(s->why,
                            "the search for hop-bytes ended too early to spend as much on links");
        left_out++;
    }
    assert_int_equal(left_out, 1);
    plan_free(&c);
}

static bool relieved(const struct plan_step *step)
{
    return step->taken && step->step.refinement == &refinement_congestion;
}

/* How many scores below `score` have those whose links were relieved before step `last`. */
static size_t faster(const struct topomap_plan *plan, size_t last, double score)
{
    size_t count = 0;

    for (size_t i = 0; i < last; i++) {
        bool counts = relieved(&plan->step[i]) && plan->step[i].score < score;

        for (size_t k = 0; k < i; k++)
            counts = counts && !(relieved(&plan->step[k]) &&
                                 plan->step[k].score == plan->step[i].score);
        count += counts;
    }
    return count;
}

/* Whether step `last`, which anneals on time, can have begun with the one that it names, of which
 * there are several: as many others were faster. */
static bool has_its_start(const struct topomap_plan *plan, size_t last)
{
    const struct plan_step *step = &plan->step[last];

    for (size_t i = 0; i < last; i++) {
        const struct plan_step *s = &plan->step[i];

        if (relieved(s) && is_refined(step->name, s->name, "+anneal-time") &&
            faster(plan, last, s->score) == step->step.leader)
            return true;
    }
    return false;
}

/* More than two starts, and last the best placement, are annealed on time only if that has led to
 * something better than the best. */
static void no_search_follows_fruitless_ones(const struct topomap_plan *plan)
{
    bool found = false;

    for (size_t i = 0; i < plan->steps; i++) {
        const struct plan_step *s = &plan->step[i];

        if (s->step.refinement != &refinement_anneal_time)
            continue;
        if (s->step.source == STRATEGY_BEST) {
            assert_true(s->taken == found);
            assert_true(!s->taken || s->score <= s->before);
        } else if (s->step.leader >= 2) {
            assert_true(!s->taken || found);
        }
        found = found || (s->taken && s->score < s->before);
    }
}

/* No links are relieved twice; those that are fastest then are annealed on time, in that order, and
 * last the fastest of all. */
static void the_fastest_starts_are_annealed_on_time(void **state)
{
    size_t annealed = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct case_of_plan c;

        scattered(&c, seed);
        for (size_t i = 0; i < c.plan->steps; i++) {
            const struct plan_step *s = &c.plan->step[i];

            if (!s->taken || s->step.source != STRATEGY_RELIEVED)
                continue;
            assert_true(has_its_start(c.plan, i));
            annealed++;
        }
        for (size_t i = 1; i < c.plan->candidates; i++) {
            const struct topomap_candidate *one = &c.plan->candidate[i];

            /* Warm placements of the same name are others, and are relieved as soon as found. */
            for (size_t k = 1; k < i; k++)
                assert_false(strstr(one->algorithm, "+congestion") &&
                             !strstr(one->algorithm, "+anneal-time") &&
                             strcmp(one->algorithm, c.plan->candidate[k].algorithm) == 0 &&
                             (!strstr(one->algorithm, "+warm") ||
                              one[-1].score == c.plan->candidate[k - 1].score));
        }
        no_search_follows_fruitless_ones(c.plan);
        assert_int_equal(c.plan->step[c.plan->steps - 1].step.source, STRATEGY_BEST);
        plan_free(&c);
    }
    assert_true(annealed >= 4 * 3);
}

/* Steps that are taken again have other random numbers. */
static void warm_starts_differ(void **state)
{
    double first = 0;
    size_t taken = 0, others = 0;
    struct case_of_plan c;

    (void)state;
    scattered(&c, 1);
    for (size_t i = 0; i < c.plan->steps; i++) {
        const struct plan_step *s = &c.plan->step[i];

        if (!s->taken || s->step.refinement != &refinement_warm)
            continue;
        if (taken++ == 0)
            first = s->score;
        others += s->score != first;
    }
    assert_int_equal(taken, 5);
    assert_true(others >= 3);
    plan_free(&c);
}

static size_t annealed_on_time(const struct topomap_plan *plan)
{
    size_t count = 0;

    for (size_t i = 0; i < plan->steps; i++)
        count += plan->step[i].taken && plan->step[i].step.refinement == &refinement_anneal_time;
    return count;
}

/* From one start where ranks differ in nothing, from two where they do: as both lead nowhere, what
 * is best is not annealed again. */
static void two_searches_tell_that_there_is_nothing_to_find(void **state)
{
    static const char ring[] = "network: {kind: torus, dims: [8], nodes: 'n[0-7]'}";
    static const char pods[] = "network: {kind: tree, children: [4, 4, 2], nodes: 'n[0-31]'}";
    struct case_of_plan c = {.request = {.effort = TOPOMAP_EFFORT_DEFAULT, .seed = 1}};

    (void)state;
    plan_make(&c, ring, "n[0-7]", 4, topomap_graph_pattern("alltoall", 32, NULL));
    assert_int_equal(annealed_on_time(c.plan), 1);
    no_search_follows_fruitless_ones(c.plan);
    plan_free(&c);
    plan_make(&c, pods, "n[1-3,5-7,9,11,13-19,21]", 8,
              topomap_graph_pattern("train:tp=8,pp=4,dp=4", 128, NULL));
    assert_int_equal(annealed_on_time(c.plan), 2);
    assert_string_equal(c.plan->step[c.plan->steps - 1].why,
                        "the fastest starts did not lead to a faster one");
    no_search_follows_fruitless_ones(c.plan);
    plan_free(&c);
}

/* Without time two plain algorithms run and nothing else; grids are not searched for. */
static void steps_end_with_the_time(void **state)
{
    struct case_of_plan c = {
        .request = {.effort = TOPOMAP_EFFORT_BEST, .time_budget = 1e-9}};
    size_t taken = 0;

    (void)state;
    plan_make(&c, torus, "n[0-15]", 4, topomap_graph_pattern("grid:8x8", 64, NULL));
    for (size_t i = 0; i < c.plan->steps; i++)
        taken += c.plan->step[i].taken;
    assert_int_equal(taken, 2);
    assert_string_equal(c.plan->features.structure, "");
    plan_free(&c);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_what_was_tried),
        cmocka_unit_test(features_are_those_of_the_job),
        cmocka_unit_test(what_cannot_run_is_left_out_with_its_reason),
        cmocka_unit_test(partitions_are_compared_with_the_layout),
        cmocka_unit_test(the_share_of_work_is_that_of_the_step),
        cmocka_unit_test(the_first_leader_is_annealed_once),
        cmocka_unit_test(few_times_of_large_jobs_are_predicted),
        cmocka_unit_test(links_are_not_relieved_without_work),
        cmocka_unit_test(the_fastest_starts_are_annealed_on_time),
        cmocka_unit_test(warm_starts_differ),
        cmocka_unit_test(two_searches_tell_that_there_is_nothing_to_find),
        cmocka_unit_test(steps_end_with_the_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
