/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/strategy.h"

#include "base/tuning.h"

#include <math.h>

/* Efforts that a row is for. Effort best takes the steps of effort default first, so that its plans
 * are never worse, and then its own. */
#define FAST (1U << TOPOMAP_EFFORT_FAST)
#define DEFAULT (1U << TOPOMAP_EFFORT_DEFAULT)
#define BEST (1U << TOPOMAP_EFFORT_BEST)
#define LESSER (FAST | DEFAULT)
#define ANY (LESSER | BEST)

/* What the features of a job and the effort amount to. */
enum situation {
    COORDINATES = 1 << 0, /* ranks have coordinates */
    QUICK_ONLY = 1 << 1,  /* ranks have coordinates, which quick algorithms use; partitions would
                           * take too long */
    LARGE = 1 << 2,       /* a large job at effort default, where fruitless steps cost noticeable
                           * time */
    LARGE_TREE = 1 << 3,  /* a large job on a switch tree, where good partitions matter more than
                           * what annealing makes of worse ones */
    BUSIEST = 1 << 4,     /* the busiest link counts */
    GUIDED_FAST = 1 << 5, /* but hop-bytes guide the search, at effort fast */
    HURRIED = 1 << 6,     /* too little time for the algorithms of effort best */
    WHOLE_TRIALS = 1 << 7, /* a job so small that trials have all of the work */
    TIMED = 1 << 8,       /* a job so small that annealing on time takes little */
};

/* Annealing on time keeps some 24 bytes for each: this is a few hundred megabytes. */
#define MOST_PART_CHANNELS 1e7

/* Conditions that end the search for placements, and refinement. */
#define ENOUGH (SEEN_LATE | SEEN_NEAR_BOUND)
#define PARTITION (ENOUGH | SEEN_PARTITION_TOO_LATE | SEEN_GOOD_GROUPS | SEEN_POOR_PARTITION)
#define OVER (SEEN_LATE | SEEN_FREE)
#define DONE (OVER | SEEN_OPTIMAL)
#define OTHERS (DONE | SEEN_NEAR_BOUND | SEEN_NO_LEADER | SEEN_LEADER_BEHIND)

/* Conditions that are looked at in large jobs at effort default only. */
#define OF_LARGE (SEEN_GOOD_GROUPS | SEEN_POOR_PARTITION | SEEN_LAYOUT_STAYS)

#define OTHER_GROUPS "groups of other ranks on nodes, which may take less time"

/* The share of the work of its effort. */
enum work { ALL_WORK, MAIN_WORK, LESS_WORK, TRIAL_WORK, WARM_WORK };

/* The row that follows each start of annealing on time. */
#define RELIEVE_LATEST                                                                             \
    {DEFAULT, TIMED, 0, ALL_WORK,                                                                  \
     {.source = STRATEGY_LATEST, .refinement = &refinement_congestion,                             \
      .unless = OVER | SEEN_LEFT_OUT | SEEN_RELIEVED,                                              \
      .purpose = "its busiest links, which tell how fast it can become"}}

/* Warm annealing of the first leader, with other random numbers for each draw. */
#define WARM(DRAW)                                                                                 \
    {DEFAULT, TIMED, 0, WARM_WORK,                                                                 \
     {.source = STRATEGY_LEADER, .leader = 0, .refinement = &refinement_warm, .draw = (DRAW),      \
      .unless = DONE | SEEN_NEAR_BOUND,                                                            \
      .purpose = "moves of single ranks may take less time"}}

/* The strategy: steps in the order in which they are taken. */
static const struct row {
    unsigned int efforts;
    unsigned int needs;  /* situations that the step needs */
    unsigned int not_in; /* situations that rule the step out */
    enum work work;
    struct strategy_step step;
} rows[] = {
    /* Algorithms. Their placements and the layout compete, and the best ones are the leaders. */
    {LESSER, 0, 0, ALL_WORK,
     {.algorithm = "inorder", .unless = ENOUGH, .purpose = "ranks in order"}},
    {LESSER, 0, 0, ALL_WORK,
     {.algorithm = "cyclic", .unless = ENOUGH, .purpose = "ranks round robin"}},
    {LESSER, 0, 0, ALL_WORK,
     {.algorithm = "order", .unless = ENOUGH,
      .purpose = "ranks in order, nodes in the network's order"}},
    {LESSER, 0, 0, ALL_WORK,
     {.algorithm = "zorder", .unless = ENOUGH,
      .purpose = "ranks in order along a curve through the network"}},
    {LESSER, COORDINATES, 0, ALL_WORK,
     {.algorithm = "fold", .unless = ENOUGH, .bounded = true,
      .purpose = "the ranks' grid folded onto the network's"}},
    {LESSER, COORDINATES, 0, ALL_WORK,
     {.algorithm = "rcb", .unless = ENOUGH, .bounded = true,
      .purpose = "ranks' and nodes' coordinates halved together"}},
    {LESSER, COORDINATES, 0, ALL_WORK,
     {.algorithm = "bricks", .unless = ENOUGH, .bounded = true,
      .purpose = "a brick of the ranks' grid for each node"}},
    {LESSER, 0, QUICK_ONLY | LARGE_TREE, ALL_WORK,
     {.algorithm = "multisect", .unless = PARTITION, .partition = true, .hard_to_refine = true,
      .purpose = "ranks and nodes halved together"}},
    {DEFAULT, 0, QUICK_ONLY, ALL_WORK,
     {.algorithm = "tree", .unless = PARTITION, .partition = true,
      .purpose = "groups of ranks first, by METIS"}},
    {DEFAULT, 0, QUICK_ONLY, ALL_WORK,
     {.algorithm = "bisect", .unless = PARTITION, .partition = true,
      .purpose = "the graph halved again and again, by METIS"}},

    /* Swaps of all leaders, which tell early what annealing will achieve. If partitions are no
     * better than ranks in order, only the most promising leader is swapped. */
    {DEFAULT, LARGE, 0, ALL_WORK,
     {.source = STRATEGY_PROMISING, .refinement = &refinement_swap,
      .when = SEEN_POOR_PARTITION, .unless = DONE,
      .purpose = "the placement likely to be best after swaps"}},
    {LESSER, 0, 0, ALL_WORK,
     {.source = STRATEGY_LEADER, .leader = 0, .refinement = &refinement_swap,
      .unless = DONE | SEEN_POOR_PARTITION, .purpose = "the best placement"}},
    {DEFAULT, 0, 0, ALL_WORK,
     {.source = STRATEGY_LEADER, .leader = 1, .refinement = &refinement_swap,
      .unless = OTHERS | SEEN_POOR_PARTITION,
      .purpose = "the second best, which may have more to gain"}},
    {DEFAULT, 0, 0, ALL_WORK,
     {.source = STRATEGY_LEADER, .leader = 2, .refinement = &refinement_swap,
      .unless = OTHERS | SEEN_POOR_PARTITION,
      .purpose = "the third best, which may have more to gain"}},

    /* Annealing of the leader that is best after swaps. The relief of busy links that follows where
     * the time decides gains as much after half of it. */
    {DEFAULT, LARGE, 0, LESS_WORK,
     {.source = STRATEGY_LEADER, .refinement = &refinement_anneal,
      .grouped = true, .when = SEEN_POOR_PARTITION,
      .unless = DONE | SEEN_NEAR_BOUND | SEEN_LAYOUT_STAYS,
      .purpose = "partitions are no better than ranks in order"}},
    {DEFAULT, LARGE_TREE, 0, LESS_WORK,
     {.source = STRATEGY_LEADER, .refinement = &refinement_anneal,
      .when = SEEN_LOW_SWAP_GAIN,
      .unless = DONE | SEEN_NEAR_BOUND | SEEN_LAYOUT_STAYS |
                SEEN_POOR_PARTITION,
      .purpose = "swaps gained little"}},
    {DEFAULT, 0, 0, MAIN_WORK,
     {.source = STRATEGY_LEADER, .refinement = &refinement_anneal,
      .unless = DONE | SEEN_NEAR_BOUND | SEEN_LAYOUT_STAYS | SEEN_LOW_SWAP_GAIN |
                SEEN_POOR_PARTITION,
      .purpose = "the best placement after swaps"}},

    /* Where the time decides, placements with few hop-bytes that differ are better starts than one
     * with still fewer. How fast each is tells little before its busiest links are relieved. */
    RELIEVE_LATEST,
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.source = STRATEGY_LEADER, .leader = 1, .refinement = &refinement_anneal, .unless = OTHERS,
      .purpose = "the second best, which may take less time"}},
    RELIEVE_LATEST,
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.source = STRATEGY_LEADER, .leader = 2, .refinement = &refinement_anneal, .unless = OTHERS,
      .purpose = "the third best, which may take less time"}},
    RELIEVE_LATEST,
    WARM(0),
    RELIEVE_LATEST,
    WARM(1),
    RELIEVE_LATEST,
    WARM(2),
    RELIEVE_LATEST,
    WARM(3),
    RELIEVE_LATEST,
    WARM(4),
    RELIEVE_LATEST,

    /* Effort best. Trials with a part of the work predict well what all of it finds, and only the
     * best are repeated with all of it. Refined placements are local optima, from which annealing
     * finds little, so that trials start from unrefined ones. */
    {BEST, 0, HURRIED, ALL_WORK,
     {.algorithm = "multisect", .unless = DONE | SEEN_PARTITION_TOO_LATE,
      .hard_to_refine = true,
      .purpose = "ranks and nodes halved together, with more tries"}},
    {BEST, 0, 0, TRIAL_WORK,
     {.source = STRATEGY_LEADER, .leader = 0, .refinement = &refinement_anneal, .trial = true,
      .unless = DONE, .purpose = "a trial"}},
    {BEST, 0, 0, TRIAL_WORK,
     {.source = STRATEGY_LEADER, .leader = 1, .refinement = &refinement_anneal, .trial = true,
      .unless = OTHERS, .purpose = "a trial"}},
    {BEST, 0, 0, TRIAL_WORK,
     {.source = STRATEGY_LEADER, .leader = 2, .refinement = &refinement_anneal, .trial = true,
      .unless = OTHERS, .purpose = "a trial"}},
    {BEST, 0, 0, TRIAL_WORK,
     {.source = STRATEGY_LEADER, .leader = 0, .refinement = &refinement_warm, .trial = true,
      .unless = DONE, .purpose = "a trial: moves of single ranks may gain more"}},
    {BEST, 0, 0, TRIAL_WORK,
     {.source = STRATEGY_LEADER, .leader = 0, .refinement = &refinement_hot, .trial = true,
      .unless = DONE, .purpose = "a trial: the start may not be worth keeping"}},
    {BEST, 0, WHOLE_TRIALS, ALL_WORK,
     {.source = STRATEGY_BEST_TRIAL, .unless = DONE | SEEN_NO_TRIAL | SEEN_TRIALS_FRUITLESS,
      .purpose = "the best trial, with all of the work"}},
    {BEST, 0, WHOLE_TRIALS, ALL_WORK,
     {.source = STRATEGY_BEST_TRIAL,
      .unless = DONE | SEEN_NO_TRIAL | SEEN_TRIALS_FRUITLESS | SEEN_TRIAL_BEHIND,
      .purpose = "the second best trial, which was hardly worse"}},

    /* Congestion reduction, if the busiest link counts. */
    {ANY, BUSIEST, GUIDED_FAST, ALL_WORK,
     {.source = STRATEGY_SHORTEST, .refinement = &refinement_congestion,
      .unless = DONE | SEEN_RELIEVED | SEEN_LITTLE_WORK,
      .purpose = "the busiest links of the placement with the fewest hop-bytes"}},

    /* Other placements for little work, of which the predicted time decides: those with the fewest
     * hop-bytes need not be the fastest, least of all in graphs of several parts. */
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.algorithm = "greedy", .unless = OVER, .purpose = OTHER_GROUPS}},
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.algorithm = "rcm", .unless = OVER, .purpose = OTHER_GROUPS}},
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.algorithm = "topo-aware", .unless = OVER, .purpose = OTHER_GROUPS}},
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.algorithm = "bipartition", .unless = OVER, .purpose = OTHER_GROUPS}},
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.algorithm = "layout+digits", .unless = OVER,
      .purpose = "regular placements, which swaps do not reach"}},

    /* Annealing on time. From one start to another it finds more than longer from the same. */
    {DEFAULT | BEST, TIMED, 0, ALL_WORK,
     {.source = STRATEGY_BEST, .refinement = &refinement_congestion,
      .unless = OVER | SEEN_RELIEVED,
      .purpose = "the busiest links of the fastest placement"}},
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.source = STRATEGY_RELIEVED, .leader = 0, .refinement = &refinement_anneal_time,
      .unless = OVER | SEEN_NO_LEADER, .purpose = "the fastest start, by its predicted time"}},
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.source = STRATEGY_RELIEVED, .leader = 1, .refinement = &refinement_anneal_time,
      .unless = OVER | SEEN_NO_LEADER, .purpose = "the second fastest, which may become faster"}},
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.source = STRATEGY_RELIEVED, .leader = 2, .refinement = &refinement_anneal_time,
      .unless = OVER | SEEN_NO_LEADER | SEEN_FRUITLESS,
      .purpose = "the third fastest, which may become faster"}},
    {DEFAULT, TIMED, 0, ALL_WORK,
     {.source = STRATEGY_RELIEVED, .leader = 3, .refinement = &refinement_anneal_time,
      .unless = OVER | SEEN_NO_LEADER | SEEN_FRUITLESS,
      .purpose = "the fourth fastest, which may become faster"}},
    {DEFAULT | BEST, TIMED, 0, ALL_WORK,
     {.source = STRATEGY_BEST, .refinement = &refinement_anneal_time,
      .unless = OVER | SEEN_FRUITLESS,
      .purpose = "the fastest placement now, by its predicted time"}},
};

#define ROWS (sizeof rows / sizeof *rows)

_Static_assert(2 * ROWS <= STRATEGY_MAX_STEPS, "more rows than steps");

/* ---- choosing ---------------------------------------------------------------------------- */

/* The smaller the job, the less do trials cost, and the more do their starts differ. */
static double trial_share(const struct features *f)
{
    return fmin(1, fmax(tuning(TUNING_TRIAL_WORK), tuning(TUNING_TRIAL_RANKS) / f->ranks));
}

static unsigned int situation_of(const struct features *f, enum topomap_effort effort)
{
    bool large = effort == TOPOMAP_EFFORT_DEFAULT && f->ranks >= tuning(TUNING_LARGE_JOB_RANKS);
    bool huge = effort == TOPOMAP_EFFORT_DEFAULT && f->ranks > tuning(TUNING_HUGE_JOB_RANKS);
    unsigned int is = 0;

    if (f->coordinates)
        is |= COORDINATES;
    if (f->coordinates && (effort == TOPOMAP_EFFORT_FAST || huge))
        is |= QUICK_ONLY;
    if (large)
        is |= f->tree ? LARGE | LARGE_TREE : LARGE;
    if (f->busiest)
        is |= BUSIEST;
    if (f->guided && effort == TOPOMAP_EFFORT_FAST)
        is |= GUIDED_FAST;
    if (f->seconds <= tuning(TUNING_BEST_SECONDS) * (double)f->pairs)
        is |= HURRIED;
    if (trial_share(f) >= 1)
        is |= WHOLE_TRIALS;
    if (f->timed && f->ranks <= tuning(TUNING_TIMED_RANKS) &&
        f->part_channels <= MOST_PART_CHANNELS)
        is |= TIMED;
    return is;
}

/* The reason why a row is ruled out for a job; NULL: it is not. */
static const char *refuses_in(const struct row *row, unsigned int situation)
{
    static const struct {
        enum situation is;
        const char *missing, *there;
    } reasons[] = {
        {COORDINATES, "ranks have no coordinates", NULL},
        {QUICK_ONLY, NULL, "ranks have coordinates, and partitions take longer"},
        {LARGE, "the job is small", NULL},
        {LARGE_TREE, "it is not a large job on a tree",
         "METIS's partitions are better for large jobs on trees"},
        {BUSIEST, "the objective is hop-bytes", NULL},
        {GUIDED_FAST, NULL, "it takes longer than the rest of effort fast"},
        {HURRIED, NULL, "there is no time for more tries"},
        {WHOLE_TRIALS, NULL, "trials of small jobs have all of the work"},
        {TIMED, "it is not a small job of few parts that is planned by time", NULL},
    };

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (row->needs & reasons[i].is & ~situation)
            return reasons[i].missing;
        if (row->not_in & reasons[i].is & situation)
            return reasons[i].there;
    }
    return NULL;
}

/* The share of the work of +warm that is enough for a start of annealing on time. */
static double warm_share(const struct features *f)
{
    double all = tuning_at(TUNING_REHEAT_WORK, TOPOMAP_EFFORT_DEFAULT) * f->ranks;

    return fmin(tuning(TUNING_WARM_PART), tuning(TUNING_WARM_MOST) / all);
}

static void set_numbers(struct strategy_step *step, enum work work, const struct features *f,
                        unsigned int situation)
{
    if (work == MAIN_WORK)
        work = f->guided && (situation & LARGE) ? LESS_WORK : ALL_WORK;
    step->share = work == TRIAL_WORK  ? trial_share(f)
                  : work == LESS_WORK ? tuning(TUNING_REDUCED_WORK)
                  : work == WARM_WORK ? warm_share(f)
                                      : 1;
    /* A few hop-bytes less do not make a start better. */
    step->is_start = (situation & TIMED) && step->effort == TOPOMAP_EFFORT_DEFAULT;
    if (step->unless & SEEN_LEADER_BEHIND)
        step->within = tuning(TUNING_LEADER_BEHIND);
}

/* Drop the conditions that do not apply to this job. */
static void set_conditions(struct strategy_step *step, const struct features *f,
                           unsigned int situation)
{
    bool busiest = f->busiest && !f->guided;
    bool refines = step->source != STRATEGY_ALGORITHM;

    if (!(situation & LARGE))
        step->unless &= ~(unsigned int)OF_LARGE;
    if (!(situation & LARGE_TREE))
        step->unless &= ~(unsigned int)SEEN_LOW_SWAP_GAIN;
    /* Bounds count hop-bytes between nodes. They prove nothing where nodes are more than one hop
     * apart, as on trees. */
    if (step->effort == TOPOMAP_EFFORT_BEST || busiest || (refines && f->inside))
        step->unless &= ~(unsigned int)SEEN_NEAR_BOUND;
    if (busiest || f->tree)
        step->unless &= ~(unsigned int)SEEN_OPTIMAL;
    if (step->effort == TOPOMAP_EFFORT_BEST)
        step->unless &= ~(unsigned int)SEEN_FRUITLESS;
    step->bounded =
        step->bounded && f->tree && !busiest && f->ranks >= tuning(TUNING_LARGE_JOB_RANKS);
    step->partition = step->partition && (situation & LARGE);
}

static void add_steps(const struct features *features, enum topomap_effort effort,
                      struct strategy *strategy)
{
    unsigned int situation = situation_of(features, effort);

    for (size_t i = 0; i < ROWS; i++) {
        struct strategy_step *step = &strategy->step[strategy->steps];

        if (!(rows[i].efforts & 1U << effort))
            continue;
        *step = rows[i].step;
        step->effort = effort;
        step->without = refuses_in(&rows[i], situation);
        set_numbers(step, rows[i].work, features, situation);
        set_conditions(step, features, situation);
        strategy->steps++;
    }
}

void strategy_choose(const struct features *features, enum topomap_effort effort,
                     struct strategy *strategy)
{
    strategy->steps = 0;
    strategy->times = STRATEGY_TIMES_EACH;
    if (effort == TOPOMAP_EFFORT_FAST)
        strategy->times = STRATEGY_TIMES_LAST;
    else if (situation_of(features, effort) & LARGE)
        strategy->times = STRATEGY_TIMES_SERIES;
    if (effort == TOPOMAP_EFFORT_BEST)
        add_steps(features, TOPOMAP_EFFORT_DEFAULT, strategy);
    add_steps(features, effort, strategy);
}

/* ---- conditions -------------------------------------------------------------------------- */

/* The reasons for leaving out a step, by what was seen or was not; NULL if no step asks for it. */
static const struct {
    enum strategy_seen seen;
    const char *is;
    const char *is_not;
} reasons[] = {
    {SEEN_LATE, "the time budget has passed", NULL},
    {SEEN_FREE, "the best score is 0", NULL},
    {SEEN_OPTIMAL, "no placement has fewer hop-bytes than the best one", NULL},
    {SEEN_NEAR_BOUND, "hardly any placement has fewer hop-bytes than the best one", NULL},
    {SEEN_PARTITION_TOO_LATE, "it might end after the time budget", NULL},
    {SEEN_GOOD_GROUPS, "bricks found equally good groups of ranks", NULL},
    {SEEN_POOR_PARTITION, "a partition keeps hardly more bytes inside nodes than the layout",
     "partitions keep more bytes inside nodes than the layout"},
    {SEEN_NO_LEADER, "no other placement is left", NULL},
    {SEEN_LEADER_BEHIND, "its score is too far behind", NULL},
    {SEEN_LAYOUT_STAYS, "swaps hardly improved the layout", NULL},
    {SEEN_LOW_SWAP_GAIN, "swaps hardly improved the best placement", "swaps gained enough"},
    {SEEN_NO_TRIAL, "no trial was made", NULL},
    {SEEN_TRIALS_FRUITLESS, "trials found nothing better, nor anything near it", NULL},
    {SEEN_TRIAL_BEHIND, "the other trials are behind the best one", NULL},
    {SEEN_LEFT_OUT, "the step before was left out", NULL},
    {SEEN_RELIEVED, "its busiest links were relieved", NULL},
    {SEEN_FRUITLESS, "the fastest starts did not lead to a faster one", NULL},
    {SEEN_LITTLE_WORK, "the search for hop-bytes ended too early to spend as much on links", NULL},
};

const char *strategy_refuses(const struct strategy_step *step, unsigned int seen)
{
    unsigned int missing = step->when & ~seen, found = step->unless & seen;

    if (step->without)
        return step->without;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (missing & reasons[i].seen && reasons[i].is_not)
            return reasons[i].is_not;
        if (found & reasons[i].seen && reasons[i].is)
            return reasons[i].is;
    }
    return missing | found ? STRATEGY_NO_REASON : NULL;
}
