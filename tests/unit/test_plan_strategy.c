/* SPDX-License-Identifier: BSD-3-Clause */
/* The steps of `auto` for features, efforts and what was seen. */
#include "unit/unit.h"

#include "base/tuning.h"
#include "plan/choice.h"
#include "plan/strategy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PLAIN "inorder cyclic order zorder "
#define GRID "fold rcb bricks "
#define PARTITIONS "multisect tree bisect "
#define SWAPS "0+swap 1+swap 2+swap "
#define RELIEF "latest+congestion "
#define STARTS_WITH(WORK)                                                                          \
    "0+anneal " RELIEF "1+anneal " RELIEF "2+anneal " RELIEF "0+warm*" WORK " " RELIEF             \
    "0+warm*" WORK "#1 " RELIEF "0+warm*" WORK "#2 " RELIEF "0+warm*" WORK "#3 " RELIEF            \
    "0+warm*" WORK "#4 " RELIEF
#define STARTS STARTS_WITH("0.0305176")
#define EIGHT_RELIEFS RELIEF RELIEF RELIEF RELIEF RELIEF RELIEF RELIEF RELIEF
#define WARM                                                                                       \
    "0+warm*0.0305176 0+warm*0.0305176#1 0+warm*0.0305176#2 0+warm*0.0305176#3 "                   \
    "0+warm*0.0305176#4 "
#define FINISH "0 relieved+anneal-time 1 relieved+anneal-time 2 relieved+anneal-time " \
    "3 relieved+anneal-time fastest+anneal-time "
#define OTHER_GROUPS "greedy rcm topo-aware bipartition "
/* Effort best, after the steps of effort default. */
#define HOTTER "0+warm*0.125 0+hot*0.125 "
#define TRIALS "0+anneal*0.125 1+anneal*0.125 2+anneal*0.125 " HOTTER

/* Features that are not named are 0: no tree, no coordinates, hop-bytes, nothing inside nodes. */
struct row {
    const char *what;
    struct features features;
    enum topomap_effort effort;
    unsigned int seen; /* from the first refinement on if `late` is set, else from the start */
    const char *steps;
};

#define FEW .ranks = 512, .pairs = 4096, .seconds = INFINITY
#define MANY .ranks = 4096, .pairs = 32768, .seconds = INFINITY
#define HUGE .ranks = 65536, .pairs = 524288, .seconds = INFINITY

#define TIMES .busiest = true, .guided = true, .timed = true

#define FAST TOPOMAP_EFFORT_FAST
#define DEFAULT TOPOMAP_EFFORT_DEFAULT
#define BEST TOPOMAP_EFFORT_BEST

static const struct row rows[] = {
    /* Efforts. */
    {"fast, no grid", {FEW}, FAST, 0, PLAIN "multisect 0+swap"},
    {"fast, grid", {FEW, .coordinates = true}, FAST, 0, PLAIN GRID "0+swap"},
    {"default, no grid", {FEW}, DEFAULT, 0, PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},
    {"default, grid", {FEW, .coordinates = true}, DEFAULT, 0,
     PLAIN GRID PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},
    {"best", {FEW}, BEST, 0, PLAIN PARTITIONS SWAPS "0+anneal multisect " TRIALS "try try"},

    /* Sizes. */
    {"fast, many", {MANY}, FAST, 0, PLAIN "multisect 0+swap"},
    {"default, many on a grid network", {MANY, .coordinates = true}, DEFAULT, 0,
     PLAIN GRID PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},
    {"default, many on a tree", {MANY, .tree = true}, DEFAULT, 0,
     PLAIN "tree bisect 0+swap 1+swap 2+swap 0+anneal"},
    {"default, few on a tree", {FEW, .tree = true}, DEFAULT, 0,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},
    {"best, so few that trials have all of the work", {.ranks = 64, .pairs = 512,
     .seconds = INFINITY}, BEST, 0,
     PLAIN PARTITIONS SWAPS "0+anneal multisect 0+anneal 1+anneal 2+anneal 0+warm 0+hot"},
    {"best, many on a tree", {MANY, .tree = true}, BEST, 0,
     PLAIN "tree bisect " SWAPS "0+anneal multisect 0+anneal*0.1 1+anneal*0.1 2+anneal*0.1 "
     "0+warm*0.1 0+hot*0.1 try try"},
    {"default, a huge grid", {HUGE, .coordinates = true}, DEFAULT, 0,
     PLAIN GRID "0+swap 1+swap 2+swap 0+anneal"},
    {"default, huge without coordinates", {HUGE}, DEFAULT, 0,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},

    /* What is seen. */
    {"near the bound", {FEW}, DEFAULT, SEEN_NEAR_BOUND, "0+swap"},
    {"near the bound, at best", {FEW, .tree = true}, BEST, SEEN_NEAR_BOUND,
     "0+swap multisect " TRIALS "try try"},
    {"near the bound, levels inside nodes", {FEW, .inside = true}, DEFAULT, SEEN_NEAR_BOUND,
     "0+swap 1+swap 2+swap 0+anneal"},
    {"near the bound of another objective", {FEW, .busiest = true}, DEFAULT, SEEN_NEAR_BOUND,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal +congestion"},
    {"proved optimal", {FEW}, BEST, SEEN_NEAR_BOUND | SEEN_OPTIMAL, ""},
    {"proved optimal, and times count", {FEW, .busiest = true, .guided = true}, DEFAULT,
     SEEN_NEAR_BOUND | SEEN_OPTIMAL, ""},
    {"near the bound, and times count", {FEW, .busiest = true, .guided = true}, DEFAULT,
     SEEN_NEAR_BOUND, "0+swap +congestion"},
    {"proved optimal, but congestion is asked for", {FEW, .busiest = true}, DEFAULT, SEEN_OPTIMAL,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal +congestion"},
    {"no proof on a tree", {FEW, .tree = true}, FAST, SEEN_OPTIMAL, PLAIN "multisect 0+swap"},
    {"free", {FEW}, BEST, SEEN_FREE, PLAIN PARTITIONS},
    {"near the bound and proved optimal but for best", {FEW}, BEST, SEEN_OPTIMAL, PLAIN PARTITIONS},
    {"free links", {FEW, .busiest = true}, FAST, SEEN_FREE, PLAIN "multisect "},
    {"late", {FEW, .busiest = true}, BEST, SEEN_LATE, ""},
    {"no time for partitions", {FEW}, DEFAULT, SEEN_PARTITION_TOO_LATE,
     PLAIN "0+swap 1+swap 2+swap 0+anneal"},
    {"too little time for best", {.ranks = 512, .pairs = 1000000, .seconds = 5, .tree = true}, BEST,
     0, PLAIN PARTITIONS SWAPS "0+anneal " TRIALS "try try"},
    {"others are behind", {FEW}, BEST, SEEN_LEADER_BEHIND,
     PLAIN PARTITIONS "0+swap 0+anneal multisect 0+anneal*0.125 " HOTTER "try try"},
    {"no trial was made", {FEW}, BEST, SEEN_NO_TRIAL,
     PLAIN PARTITIONS SWAPS "0+anneal multisect " TRIALS},
    {"trials bring nothing", {FEW}, BEST, SEEN_TRIALS_FRUITLESS,
     PLAIN PARTITIONS SWAPS "0+anneal multisect " TRIALS},
    {"one trial is ahead", {FEW}, BEST, SEEN_TRIAL_BEHIND,
     PLAIN PARTITIONS SWAPS "0+anneal multisect " TRIALS "try"},

    /* For large jobs at effort default only. */
    {"loose partitions", {MANY}, DEFAULT, SEEN_POOR_PARTITION,
     PLAIN "promising+swap 0+anneal*0.5:grouped"},
    {"loose partitions, few ranks", {FEW}, DEFAULT, SEEN_POOR_PARTITION,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},
    {"good groups", {MANY, .coordinates = true}, DEFAULT, SEEN_GOOD_GROUPS,
     PLAIN GRID "0+swap 1+swap 2+swap 0+anneal"},
    {"good groups, few ranks", {FEW, .coordinates = true}, DEFAULT, SEEN_GOOD_GROUPS,
     PLAIN GRID PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},
    {"layout stays", {MANY}, DEFAULT, SEEN_LAYOUT_STAYS, PLAIN PARTITIONS "0+swap 1+swap 2+swap"},
    {"layout stays, poor partitions", {MANY}, DEFAULT, SEEN_LAYOUT_STAYS | SEEN_POOR_PARTITION,
     PLAIN "promising+swap"},
    {"layout stays, few ranks", {FEW}, DEFAULT, SEEN_LAYOUT_STAYS,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},
    {"low gain of swaps, on a tree", {MANY, .tree = true}, DEFAULT, SEEN_LOW_SWAP_GAIN,
     PLAIN "tree bisect 0+swap 1+swap 2+swap 0+anneal*0.5"},
    {"low gain of swaps, elsewhere", {MANY}, DEFAULT, SEEN_LOW_SWAP_GAIN,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal"},

    /* Objectives. */
    {"busiest link", {FEW, .busiest = true}, FAST, 0, PLAIN "multisect 0+swap +congestion"},
    {"times", {FEW, TIMES}, DEFAULT, 0,
     PLAIN PARTITIONS SWAPS STARTS "+congestion " OTHER_GROUPS
     "layout+digits fastest+congestion " FINISH},
    {"times, so few that all of the work is little", {.ranks = 64, .pairs = 512,
     .seconds = INFINITY, TIMES}, DEFAULT, 0,
     PLAIN PARTITIONS SWAPS STARTS_WITH("0.0625") "+congestion " OTHER_GROUPS
     "layout+digits fastest+congestion " FINISH},
    {"times, free", {FEW, TIMES}, DEFAULT, SEEN_FREE, PLAIN PARTITIONS},
    {"times, late", {FEW, TIMES}, DEFAULT, SEEN_LATE, ""},
    {"times, fast", {FEW, TIMES}, FAST, 0, PLAIN "multisect 0+swap"},
    {"times, many", {MANY, TIMES}, DEFAULT, 0,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal*0.5 +congestion"},
    {"times, many parts on a large network", {FEW, TIMES, .part_channels = 1.1e7}, DEFAULT, 0,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal +congestion"},
    {"times, many, little work", {MANY, TIMES}, DEFAULT, SEEN_LITTLE_WORK,
     PLAIN PARTITIONS "0+swap 1+swap 2+swap 0+anneal*0.5"},
    {"times, at best", {FEW, TIMES}, BEST, 0,
     PLAIN PARTITIONS SWAPS STARTS "+congestion " OTHER_GROUPS
     "layout+digits fastest+congestion " FINISH "multisect " TRIALS
     "try try +congestion fastest+congestion fastest+anneal-time"},
    {"times, links relieved", {FEW, TIMES}, DEFAULT, SEEN_RELIEVED,
     PLAIN PARTITIONS SWAPS "0+anneal 1+anneal 2+anneal " WARM OTHER_GROUPS
     "layout+digits " FINISH},
    {"times, starts do not become faster", {FEW, TIMES}, DEFAULT, SEEN_FRUITLESS,
     PLAIN PARTITIONS SWAPS STARTS "+congestion " OTHER_GROUPS
     "layout+digits fastest+congestion 0 relieved+anneal-time 1 relieved+anneal-time"},
    {"times, at best, starts do not become faster", {FEW, TIMES}, BEST, SEEN_FRUITLESS,
     PLAIN PARTITIONS SWAPS STARTS "+congestion " OTHER_GROUPS
     "layout+digits fastest+congestion 0 relieved+anneal-time 1 relieved+anneal-time "
     "multisect " TRIALS "try try +congestion fastest+congestion fastest+anneal-time"},
    {"times, no start", {FEW, TIMES}, DEFAULT, SEEN_NO_LEADER | SEEN_LEFT_OUT,
     PLAIN PARTITIONS "0+swap 0+anneal " WARM "+congestion " OTHER_GROUPS
     "layout+digits fastest+congestion fastest+anneal-time"},
    {"times, near the bound", {FEW, TIMES}, DEFAULT, SEEN_NEAR_BOUND,
     "0+swap " EIGHT_RELIEFS "+congestion " OTHER_GROUPS
     "layout+digits fastest+congestion " FINISH},
    {"times, fewest hop-bytes", {FEW, TIMES}, DEFAULT, SEEN_NEAR_BOUND | SEEN_OPTIMAL,
     EIGHT_RELIEFS OTHER_GROUPS "layout+digits fastest+congestion " FINISH},
    {"times asked for", {FEW, .busiest = true, .timed = true}, DEFAULT, SEEN_LATE, ""},
};

/* The steps taken, as words. */
static void spell(const struct strategy *strategy, unsigned int seen, char *text, size_t size)
{
    static const char *const sources[] = {
        [STRATEGY_PROMISING] = "promising",
        [STRATEGY_BEST_TRIAL] = "try",
        [STRATEGY_SHORTEST] = "",
        [STRATEGY_LATEST] = "latest",
        [STRATEGY_RELIEVED] = " relieved",
        [STRATEGY_BEST] = "fastest",
    };
    size_t length = 0;

    *text = '\0';
    for (size_t i = 0; i < strategy->steps; i++) {
        const struct strategy_step *s = &strategy->step[i];
        char leader[8];

        if (strategy_refuses(s, seen))
            continue;
        snprintf(leader, sizeof leader, "%u", s->leader);
        if (s->source == STRATEGY_RELIEVED)
            length += (size_t)snprintf(text + length, size - length, "%s", leader);
        length += (size_t)snprintf(text + length, size - length, "%s%s",
                                   s->source == STRATEGY_ALGORITHM ? s->algorithm
                                   : s->source == STRATEGY_LEADER  ? leader
                                                                   : sources[s->source],
                                   s->refinement ? s->refinement->suffix : "");
        if (s->share < 1)
            length += (size_t)snprintf(text + length, size - length, "*%g", s->share);
        if (s->draw > 0)
            length += (size_t)snprintf(text + length, size - length, "#%u", s->draw);
        length += (size_t)snprintf(text + length, size - length, "%s ",
                                   s->grouped ? ":grouped" : "");
        assert_true(length < size);
    }
}

static void steps_follow_from_features(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct strategy strategy;
        char steps[1000], expected[1000];

        strategy_choose(&rows[i].features, rows[i].effort, &strategy);
        spell(&strategy, rows[i].seen, steps, sizeof steps);
        snprintf(expected, sizeof expected, "%s", rows[i].steps);
        if (*expected && expected[strlen(expected) - 1] != ' ')
            strcat(expected, " ");
        if (strcmp(steps, expected) != 0)
            fail_msg("%s:\n%s\ninstead of\n%s", rows[i].what, steps, expected);
    }
}

/* Only features decide, and the limits are the tuned ones. */
static void sizes_have_the_tuned_borders(void **state)
{
    const struct {
        double ranks;
        bool coordinates, tree;
        const char *algorithm;
        bool taken;
    } cases[] = {
        {tuning(TUNING_LARGE_JOB_RANKS) - 1, false, true, "multisect", true},
        {tuning(TUNING_LARGE_JOB_RANKS), false, true, "multisect", false},
        {tuning(TUNING_HUGE_JOB_RANKS), true, false, "tree", true},
        {tuning(TUNING_HUGE_JOB_RANKS) + 1, true, false, "tree", false},
        {tuning(TUNING_HUGE_JOB_RANKS) + 1, false, false, "tree", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct features features = {.ranks = (uint32_t)cases[i].ranks, .tree = cases[i].tree,
                                    .coordinates = cases[i].coordinates, .seconds = INFINITY};
        struct strategy strategy;

        strategy_choose(&features, TOPOMAP_EFFORT_DEFAULT, &strategy);
        for (size_t k = 0; k < strategy.steps; k++) {
            const struct strategy_step *s = &strategy.step[k];

            if (s->algorithm && strcmp(s->algorithm, cases[i].algorithm) == 0)
                assert_true(!strategy_refuses(s, 0) == cases[i].taken);
        }
    }
}

/* Annealing on time follows in jobs of up to timed-ranks that are planned by time. What effort best
 * adds is no mere start. */
static void starts_are_those_of_annealing_on_time(void **state)
{
    const struct features features[] = {{FEW, TIMES}, {.ranks = 513, .seconds = INFINITY, TIMES},
                                        {FEW}};
    struct strategy strategy;

    (void)state;
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        strategy_choose(&features[i], BEST, &strategy);
        for (size_t s = 0; s < strategy.steps; s++)
            assert_int_equal(strategy.step[s].is_start,
                             i == 0 && strategy.step[s].effort == DEFAULT);
    }
}

/* In large jobs predictions take as long as much of the search. */
static void few_times_are_predicted_where_they_take_long(void **state)
{
    static const struct {
        struct features features;
        enum topomap_effort effort;
        enum strategy_times times;
    } cases[] = {
        {{FEW, TIMES}, FAST, STRATEGY_TIMES_LAST},
        {{MANY, TIMES}, FAST, STRATEGY_TIMES_LAST},
        {{FEW, TIMES}, DEFAULT, STRATEGY_TIMES_EACH},
        {{MANY, TIMES}, DEFAULT, STRATEGY_TIMES_SERIES},
        {{MANY, TIMES}, BEST, STRATEGY_TIMES_EACH},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strategy strategy;

        strategy_choose(&cases[i].features, cases[i].effort, &strategy);
        assert_int_equal(strategy.times, cases[i].times);
    }
}

/* What is checked after a step is what later steps depend on. */
static void bounds_are_looked_at_where_they_matter(void **state)
{
    static const struct {
        struct features features;
        enum topomap_effort effort;
        bool bounded, partition;
    } cases[] = {
        {{MANY, .tree = true, .coordinates = true}, DEFAULT, true, true},
        {{MANY, .tree = true, .coordinates = true}, FAST, true, false},
        {{FEW, .tree = true, .coordinates = true}, DEFAULT, false, false},
        {{MANY, .coordinates = true}, DEFAULT, false, true},
        {{MANY, .tree = true, .coordinates = true, .busiest = true}, DEFAULT, false, true},
        {{MANY, .coordinates = true}, BEST, false, true}, /* of effort default */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strategy strategy;
        bool bounded = false, partition = false;

        strategy_choose(&cases[i].features, cases[i].effort, &strategy);
        for (size_t k = 0; k < strategy.steps; k++) {
            bounded = bounded || strategy.step[k].bounded;
            partition = partition || strategy.step[k].partition;
        }
        assert_int_equal(bounded, cases[i].bounded);
        assert_int_equal(partition, cases[i].partition);
    }
}

/* Each flag that can keep a step from being taken does so, and has a reason of its own. */
static void check_refusals(const struct strategy_step *step)
{
    for (unsigned int bit = 1; bit && !step->without; bit <<= 1) {
        const char *found = strategy_refuses(step, bit | step->when);
        const char *missing = strategy_refuses(step, step->when & ~bit);

        assert_int_equal(found != NULL, (step->unless & bit) != 0);
        assert_int_equal(missing != NULL, (step->when & bit) != 0);
        if (found)
            assert_string_not_equal(found, STRATEGY_NO_REASON);
        if (missing)
            assert_string_not_equal(missing, STRATEGY_NO_REASON);
    }
}

/* Each step names its algorithm or refinement, its purpose, and why it may be left out. */
static void every_step_is_complete(void **state)
{
    static const enum topomap_effort efforts[] = {FAST, DEFAULT, BEST};
    static const struct features features[] = {
        {MANY, .tree = true, .coordinates = true},
        {FEW, .dims = 3, .coordinates = true, TIMES},
        {HUGE, .tree = true, TIMES},
        {MANY, .busiest = true, .guided = true},
        {FEW, .busiest = true},
    };

    (void)state;
    for (size_t e = 0; e < 3 * sizeof features / sizeof *features; e++) {
        struct strategy strategy;

        strategy_choose(&features[e / 3], efforts[e % 3], &strategy);
        for (size_t i = 0; i < strategy.steps; i++) {
            const struct strategy_step *s = &strategy.step[i];
            struct choice choice;

            assert_non_null(s->purpose);
            assert_true(s->share > 0 && s->share <= 1);
            assert_true((s->source == STRATEGY_ALGORITHM) == (s->algorithm != NULL));
            if (s->algorithm)
                assert_int_equal(
                    choice_parse(&choice, s->algorithm, strlen(s->algorithm), NULL), 0);
            check_refusals(s);
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_follow_from_features),
        cmocka_unit_test(sizes_have_the_tuned_borders),
        cmocka_unit_test(starts_are_those_of_annealing_on_time),
        cmocka_unit_test(few_times_are_predicted_where_they_take_long),
        cmocka_unit_test(bounds_are_looked_at_where_they_matter),
        cmocka_unit_test(every_step_is_complete),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
