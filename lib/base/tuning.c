/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/tuning.h"

/* A value that holds at all efforts. */
#define ALL(value) {value, value, value}

/* What a number of annealing on time is judged by, instead of hop-bytes. */
#define TIMES_OF_SEEDS "seconds predicted for the groups of bench-time, three seeds"
#define TIMES_OF_FIRST "seconds predicted for the first 75 groups of bench-time, three seeds"
#define TIMES_OF_GROUPS "seconds predicted for the groups of bench-time and bench-programs"

#ifndef TUNING_WRITABLE
const
#endif
struct tuning_number tuning_numbers[TUNING_NUMBERS] = {
    [TUNING_LARGE_JOB_RANKS] = {
        "large-job-ranks", "ranks", ALL(1024), 2, 16777216,
        "smaller jobs take all steps of effort default, which need little time",
        "stencil7-busy-1.1",
        "0.1 % more; stencil7-busy-1.1 1.8 % more",
        "no quick case changes"},
    [TUNING_HUGE_JOB_RANKS] = {
        "huge-job-ranks", "ranks", ALL(32768), 1024, 16777216,
        "larger jobs whose ranks have coordinates are not partitioned",
        "the cases for scale, of 262144 ranks and more",
        "the quick cases are smaller",
        "the quick cases are smaller"},
    [TUNING_LEADER_BEHIND] = {
        "leader-behind", "times the best score", ALL(1.6), 1, 100,
        "a placement with a higher score is not refined",
        "geometric-busy.1, lulesh64-busy.1",
        "1, the least: 0.1 % more; geometric-busy.1 2.3 % more, lulesh64-busy.1 0.1 % less",
        "no quick case changes"},
    [TUNING_POOR_PARTITION] = {
        "poor-partition", "bytes that leave nodes, as a part of the layout's", ALL(0.95), 0, 1,
        "a partition for which more bytes leave ends the search for better partitions",
        "geometric-busy.1",
        "0.3 % more; geometric-busy.1 4.4 % more; 16 % less CPU",
        "1, the most: no quick case changes"},
    [TUNING_REDUCED_WORK] = {
        "reduced-work", "part of the work of annealing", ALL(0.5), 0.01, 1,
        "annealing if the layout is good or swaps gained little, and of large jobs planned by time",
        "delaunay2-busy.1, delaunay3-busy.1; cg-busy.1, cg-dragonfly, rows-busy.1",
        "0.8 % more; delaunay2-busy.1 7.9 % more; 11 % less CPU",
        "as many on average; delaunay2-busy.1 0.1 % more, delaunay3-busy.1 1.1 % less"},
    [TUNING_LOW_SWAP_GAIN] = {
        "low-swap-gain", "part of the score that swaps gained", ALL(0.01), 0, 1,
        "large jobs on trees from which swaps gain less are annealed with less work",
        "stencil7-tree-uneven.1; no quick ones",
        "no case changes",
        "stencil7-tree-uneven.1 0.1 % more"},
    [TUNING_NEGLIGIBLE_SWAP_GAIN] = {
        "negligible-swap-gain", "part of the score that swaps gained", ALL(5e-4), 0, 1,
        "a large job's layout from which swaps gain no more than this is not annealed; nor does a "
        "dense graph get dense-work if its weights differ from their mean by no more",
        "all 109: delaunay2-tree.2, ft64-busy.1",
        "delaunay2-tree.2 0.02 % less; 0: as many on average; 2 % more CPU",
        "no case changes"},
    [TUNING_TRIAL_WORK] = {
        "trial-work", "part of the work of annealing", ALL(0.1), 0.01, 1,
        "work of each trial of effort best",
        "effort best, delaunay3-busy.1, stencil27-dragonfly.1, minife100-busy.1, cg-dragonfly",
        "no case changes; 15 % less CPU",
        "as many on average; 24 % more CPU"},
    [TUNING_TRIAL_RANKS] = {
        "trial-ranks", "ranks", ALL(64), 1, 16777216,
        "jobs of up to so many ranks have trials with all of the work, larger ones less, by ranks",
        "effort best, four real programs: amg64-busy.1, minife100-busy.1",
        "as many on average; amg64-busy.1 0.7 % more, minife100-busy.1 0.7 % less; 24 % less CPU",
        "as many on average; minife100-busy.1 0.2 % more"},
    [TUNING_TRIAL_BEHIND] = {
        "trial-behind", "times the best score", ALL(1.02), 1, 100,
        "trials of effort best with a higher score are not repeated with all of the work",
        "effort best, delaunay3-busy.1, stencil27-dragonfly.1, minife100-busy.1, cg-dragonfly",
        "1, the least: 0.5 % more; cg-dragonfly 1.9 % more; 39 % less CPU",
        "no case changes; 30 % more CPU"},
    [TUNING_NEAR_BOUND] = {
        "near-bound", "times the ideal hop-bytes", ALL(1.03), 1, 100,
        "a placement of a large job on a tree with no more is good enough",
        "stencil7-tree-uneven.1; no quick ones",
        "1, the least: no case changes",
        "stencil7-tree-uneven.1 10 % more; 31 % less CPU"},
    [TUNING_HANDICAP_AFTER_SWAPS] = {
        "handicap-after-swaps", "times the score", ALL(1.08), 1, 100,
        "factor for scores of multisect's placements after swaps: annealing gains less from them",
        "stencil7-uneven.1, stencil7-busy-1.1, geometric-busy.1",
        "1, the least: 0.1 % more; geometric-busy.1 2.3 % more",
        "0.1 % less; stencil7-busy-1.1 5.2 % more, stencil7-uneven.1 6.1 % less"},
    [TUNING_HANDICAP_BEFORE_SWAPS] = {
        "handicap-before-swaps", "times the score", ALL(1.4), 1, 100,
        "the same before swaps, if only one placement is swapped",
        "delaunay2-busy.1; rows-busy.1, cg-busy.1",
        "1, the least: 2.0 % more; delaunay2-busy.1 24.8 % more",
        "no quick case changes"},
    [TUNING_PARTITION_SECONDS] = {
        "partition-seconds", "seconds for each pair of ranks", ALL(7e-7), 1e-9, 1,
        "a partition cannot be stopped, so it is not started with less time left",
        "none: only with a time budget, where plans depend on the clock",
        "not to be measured",
        "not to be measured"},
    [TUNING_BEST_SECONDS] = {
        "best-seconds", "seconds for each pair of ranks", ALL(1e-5), 1e-9, 1,
        "with less time left effort best runs multisect with no more tries than effort default",
        "none: only with a time budget, where plans depend on the clock",
        "not to be measured",
        "not to be measured"},
    [TUNING_UNPACED_SECONDS] = {
        "unpaced-seconds", "seconds", ALL(0.2), 0, 1000,
        "with at least this time left annealing is not paced",
        "none: only with a time budget, where plans depend on the clock",
        "not to be measured",
        "not to be measured"},
    [TUNING_UNPACED_SECONDS_PER_RANK] = {
        "unpaced-seconds-per-rank", "seconds for each rank", ALL(5e-5), 0, 1,
        "added to that for each rank",
        "none: only with a time budget, where plans depend on the clock",
        "not to be measured",
        "not to be measured"},
    [TUNING_USABLE_TIME] = {
        "usable-time", "part of the time left", ALL(0.85), 0.1, 1,
        "the time for which a run of annealing is planned, as runs vary",
        "none: only with a time budget, where plans depend on the clock",
        "not to be measured",
        "not to be measured"},
    [TUNING_SWAP_WORK] = {
        "swap-work", "looks at each pair", {16, 32, 4096}, 1, 1e6,
        "upper limit of the work of swaps",
        "delaunay3-busy.1",
        "as many on average",
        "as many on average; delaunay3-busy.1 0.1 % less; 6 % more CPU"},
    [TUNING_LEAST_SWAP_WORK] = {
        "least-swap-work", "looks", {2e5, 2e6, 2e8}, 0, 1e12,
        "swaps of small jobs may take at least this",
        "delaunay3-busy.1",
        "as many on average",
        "as many on average; delaunay3-busy.1 0.1 % less; 6 % more CPU"},
    [TUNING_MOST_SWAP_WORK] = {
        "most-swap-work", "looks", {6e7, 6e7, 2e10}, 1, 1e12,
        "swaps of large jobs take at most this",
        "none of the quick ones; large jobs",
        "no quick case changes",
        "no quick case changes"},
    [TUNING_NEAR_NODES] = {
        "near-nodes", "nodes", ALL(12), 1, 16,
        "swaps and annealing try this many nodes near a partner's",
        "lulesh64-busy.1, stencil27-busy.1, geometric-busy.1",
        "0.2 % more; lulesh64-busy.1 5.7 % more, geometric-busy.1 2.4 % less; 10 % less CPU",
        "16, the most: 0.1 % more; stencil27-busy.1 4.0 % more, geometric-busy.1 1.2 % less"},
    [TUNING_NEAR_PULL] = {
        "near-pull", "part of the strongest pull", ALL(0.25), 0, 1,
        "descents try the nodes near partners that pull a unit at least this much",
        "all 109: delaunay3-torus.2, delaunay3-uneven.2",
        "as many on average; 0: delaunay3-torus.2 1.0 % more; 1 % more CPU",
        "as many on average; delaunay3-uneven.2 0.1 % more"},
    [TUNING_PASS_PATIENCE] = {
        "pass-patience", "swaps", ALL(12), 1, 1000,
        "a pass of exchanges in a bisection ends after this many swaps without gain",
        "stencil7-uneven.1, geometric-busy.1, stencil27-busy.1",
        "0.9 % less; stencil27-busy.1 1.5 % more, stencil7-uneven.1 7.8 % less",
        "0.3 % less; geometric-busy.1 2.8 % less"},
    [TUNING_CONTENTS_WORK] = {
        "contents-work", "looks for each rank", {750, 12500, 400000}, 1, 1e9,
        "work of annealing of node contents, by ranks",
        "delaunay3-busy.1, geometric-torus.1, geometric-busy.1",
        "0.2 % more; delaunay3-busy.1 4.6 % more, geometric-busy.1 2.0 % less; 5 % less CPU",
        "0.3 % less; geometric-dragonfly-shuf.1 0.1 % more, geometric-torus.1 2.1 % less; 13 % "
        "more CPU"},
    [TUNING_NODES_WORK] = {
        "nodes-work", "looks for each node", {6000, 60000, 3e6}, 1, 1e9,
        "the same by nodes; the larger one counts",
        "stencil7-busy-1.1",
        "0.1 % more; stencil7-busy-1.1 2.1 % more",
        "0.3 % less; stencil7-busy-1.1 2.4 % less; 5 % more CPU"},
    [TUNING_LARGE_CONTENTS_WORK] = {
        "large-contents-work", "looks for each rank", {200, 3000, 100000}, 1, 1e9,
        "node contents of large jobs get this even above most-annealing-work",
        "none of the quick ones; a geometric graph of 32768 ranks",
        "no quick case changes; 1, the least: 3.9 % more there",
        "no quick case changes; 2.1 % less there; 40 % more CPU"},
    [TUNING_CLUSTERS_WORK] = {
        "clusters-work", "looks for each rank", {120, 1200, 40000}, 1, 1e9,
        "work of annealing of clusters of one size",
        "stencil7-uneven.1, delaunay2-busy.1, delaunay3-busy.1",
        "0.1 % more; delaunay3-busy.1 1.0 % more, stencil7-uneven.1 2.1 % less",
        "as many on average; delaunay2-busy.1 1.0 % more, stencil7-uneven.1 1.2 % less; 12 % "
        "more CPU"},
    [TUNING_RANKS_WORK] = {
        "ranks-work", "looks for each rank", {300, 3000, 100000}, 1, 1e9,
        "work of annealing of ranks",
        "geometric-busy.1, geometric-dragonfly-shuf.1, geometric-torus.1",
        "0.2 % more; geometric-dragonfly-shuf.1 1.1 % more, geometric-torus.1 0.4 % less; 7 % "
        "less CPU",
        "0.4 % less; delaunay2-busy.1 0.1 % more, geometric-busy.1 3.0 % less; 9 % more CPU"},
    [TUNING_LEAST_ANNEALING_WORK] = {
        "least-annealing-work", "looks", {4e5, 1e6, 1e8}, 0, 1e12,
        "each annealing gets at least this",
        "lulesh64-busy.1",
        "as many on average; lulesh64-busy.1 0.2 % less; 11 % less CPU",
        "as many on average; lulesh64-busy.1 0.1 % less"},
    [TUNING_DENSE_WORK] = {
        "dense-work", "looks", {2e6, 5e7, 4e8}, 0, 1e12,
        "annealing of graphs in which most ranks exchange with most others gets at least this, "
        "unless annealing on time follows",
        "QAPLIB's grids (make bench-qap), lulesh27-busy.1: QAPLIB's",
        "0.14 % more on our grids of make bench-qap; 37 % less CPU",
        "no case changes, as most-annealing-work is no more"},
    [TUNING_DENSE_PART] = {
        "dense-part", "of all pairs of ranks", ALL(0.3), 0, 1,
        "graphs in which so many pairs exchange are dense",
        "QAPLIB's grids (make bench-qap), 16 real programs: QAPLIB's, lulesh125-busy.1",
        "as many on average; lulesh64-busy.1 0.1 % less; 45 % more CPU for real programs",
        "as many on average"},
    [TUNING_MOST_ANNEALING_WORK] = {
        "most-annealing-work", "looks", {8e6, 5e7, 4e9}, 1, 1e12,
        "each annealing gets at most this",
        "delaunay2-busy.1, stencil7-busy.1, stencil7-busy-1.1",
        "1.2 % more; delaunay2-busy.1 7.4 % more, stencil7-busy-1.1 0.2 % less; 14 % less CPU",
        "0.3 % less; delaunay2-busy.1 0.9 % more, stencil7-busy.1 3.4 % less"},
    [TUNING_CLUSTER_LEVELS] = {
        "cluster-levels", "levels", ALL(2), 1, 8,
        "clusters have up to 2^levels ranks",
        "lulesh64-busy.1, stencil7-uneven.1, delaunay2-busy.1",
        "0.3 % more; lulesh64-busy.1 5.0 % more, stencil7-uneven.1 2.7 % less; 12 % less CPU",
        "as many on average; delaunay2-busy.1 1.4 % more, stencil7-uneven.1 1.3 % less; 15 % "
        "more CPU"},
    [TUNING_TEMPERATURES] = {
        "temperatures", "temperatures", ALL(100), 1, 10000,
        "the temperature falls to a tenth in this many steps",
        "lulesh64-busy.1, delaunay3-busy.1, stencil7-busy.1",
        "0.1 % less; lulesh64-busy.1 4.9 % more, stencil7-uneven.1 3.3 % less",
        "as many on average; delaunay3-busy.1 4.3 % more, stencil7-busy.1 3.4 % less; 5 % less "
        "CPU"},
    [TUNING_TEMPERATURE_CHOICES] = {
        "temperature-choices", "temperatures", ALL(9), 1, 64,
        "initial temperatures of annealing to choose from",
        "delaunay2-busy.1, stencil7-busy.1, stencil7-busy-1.1",
        "1.1 % more; delaunay2-busy.1 7.8 % more, stencil7-busy.1 2.2 % less",
        "0.2 % less; stencil7-busy-1.1 2.6 % more, stencil7-busy.1 3.6 % less"},
    [TUNING_TEMPERATURE_RATIO] = {
        "temperature-ratio", "of the next higher temperature", ALL(0.7), 0.1, 0.99,
        "the ratio of consecutive initial temperatures to choose from",
        "geometric-busy.1, delaunay3-busy.1, stencil7-busy.1",
        "1.0 % more; delaunay3-busy.1 5.7 % more, stencil7-busy.1 3.3 % less",
        "0.99, the most: 1.5 % more; geometric-busy.1 7.5 % more, stencil7-uneven.1 0.5 % less"},
    [TUNING_PROBE_WORK] = {
        "probe-work", "part of the work of annealing", ALL(0.05), 0.001, 0.5,
        "work of testing one initial temperature",
        "lulesh64-busy.1, stencil7-uneven.1, delaunay2-busy.1",
        "0.1 % more; delaunay2-busy.1 2.8 % more, stencil7-uneven.1 3.6 % less",
        "0.3 % more; lulesh64-busy.1 4.0 % more, geometric-torus.1 0.8 % less; 11 % more CPU"},
    [TUNING_MOST_PROBE_WORK] = {
        "most-probe-work", "looks at each pair and unit", ALL(200), 1, 1000000,
        "limit of the work of such a test",
        "delaunay2-busy.1, geometric-busy.1, geometric-torus.1",
        "0.7 % less; delaunay2-busy.1 1.4 % more, geometric-busy.1 4.8 % less",
        "0.3 % more; delaunay2-busy.1 4.8 % more, geometric-torus.1 2.2 % less"},
    [TUNING_SWAP_TRIES] = {
        "swap-tries", "times each swap", ALL(32), 1, 1000000,
        "limit of the work at each temperature, which jobs of a few ranks reach",
        TIMES_OF_SEEDS "; effort best, 27 and 64 ranks: hop-bytes",
        "as long on average; 2 % less CPU; effort best 0.02 % more, 16 % less CPU",
        "as long on average; as much CPU; effort best 0.02 % more, 10 % more CPU"},
    [TUNING_FROZEN_TEMPERATURES] = {
        "frozen-temperatures", "temperatures", ALL(4), 1, 100,
        "annealing ends after this many temperatures without a swap",
        "all 109: bt64-busy.1, cg-busy.1",
        "as many on average; bt64-busy.1 0.5 % more; 4 % less CPU",
        "as many on average; cg-busy.1 0.1 % more"},
    [TUNING_CONTENTS_TEMPERATURE] = {
        "contents-temperature", "times the highest temperature that does no harm",
        ALL(3), 0.01, 1000,
        "the initial temperature of node contents",
        "stencil27-busy.1, delaunay2-busy.1, geometric-torus.1",
        "1.0 % more; stencil27-busy.1 7.5 % more, geometric-torus.1 2.8 % less",
        "0.7 % more; delaunay2-busy.1 6.7 % more, stencil7-uneven.1 1.8 % less"},
    [TUNING_DENSE_TEMPERATURE] = {
        "dense-temperature", "times the highest temperature that does no harm",
        ALL(1.2), 0.01, 1000,
        "the same in dense graphs with one rank on each node",
        "QAPLIB's grids (make bench-qap), lulesh27-busy.1: QAPLIB's",
        "0.1 % more on 19 of QAPLIB's",
        "0.2 % more on 19 of QAPLIB's"},
    [TUNING_CLUSTERS_TEMPERATURE] = {
        "clusters-temperature", "times the highest temperature that does no harm",
        ALL(4), 0.01, 1000,
        "the initial temperature of clusters of ranks",
        "stencil7-uneven.1, geometric-busy.1, geometric-torus.1",
        "as many on average; stencil7-uneven.1 0.8 % more, geometric-torus.1 1.8 % less",
        "0.3 % more; geometric-busy.1 3.0 % more, stencil7-uneven.1 3.0 % less"},
    [TUNING_RANKS_TEMPERATURE] = {
        "ranks-temperature", "times the highest temperature that does no harm", ALL(2), 0.01, 1000,
        "the initial temperature of single ranks",
        "stencil7-uneven.1, geometric-torus.1, geometric-busy.1",
        "0.3 % more; geometric-busy.1 1.7 % more, lulesh64-busy.1 0.1 % less",
        "0.1 % more; geometric-torus.1 2.3 % more, stencil7-uneven.1 2.6 % less"},
    [TUNING_WARM_TEMPERATURE] = {
        "warm-temperature", "mean volumes of a rank", ALL(0.5), 0.01, 100,
        "initial temperature of +warm, which keeps most of the placement",
        "effort best, lulesh27-busy.1 and amg64-busy.1: amg64-busy.1",
        "0.2 % more; amg64-busy.1 0.3 % more",
        "0.2 % more; amg64-busy.1 0.3 % more; 7 % more CPU"},
    [TUNING_HOT_TEMPERATURE] = {
        "hot-temperature", "mean volumes of a rank", ALL(2), 0.01, 100,
        "initial temperature of +hot, which forgets the placement",
        "algorithm tree+hot: geometric-busy.1, stencil7-uneven.1, lulesh64-busy.1",
        "1.2 % less; stencil7-uneven.1 5.5 % more, geometric-busy.1 12.6 % less",
        "4.0 % more; geometric-busy.1 29.8 % more, lulesh64-busy.1 6.6 % less"},
    [TUNING_FINAL_TEMPERATURE] = {
        "final-temperature", "mean volumes of a rank", ALL(0.05), 0.0001, 1,
        "the final temperature of both",
        "algorithm tree+hot: lulesh64-busy.1, stencil7-busy-1.1",
        "as many on average; stencil7-busy-1.1 3.5 % more, lulesh64-busy.1 6.5 % less",
        "1.0 % less; lulesh64-busy.1 6.5 % less; 8 % more CPU"},
    [TUNING_REHEAT_WORK] = {
        "reheat-work", "looks for each rank", {32000, 320000, 3.2e6}, 1, 1e12,
        "work of +warm and +hot",
        "algorithm tree+hot: lulesh64-busy.1, stencil7-busy-1.1",
        "0.2 % more; stencil7-busy-1.1 3.8 % more; 3 % less CPU",
        "0.4 % less; lulesh64-busy.1 6.4 % less; 14 % more CPU"},
    [TUNING_REHEAT_MOST] = {
        "reheat-most", "looks", {1.6e7, 1.6e8, 3.2e9}, 1, 1e13,
        "limit of the work of +warm and +hot",
        "algorithm tree+hot: stencil7-torus, stencil5-torus",
        "2.7 % more; stencil7-torus 10.6 % more; 43 % less CPU",
        "3.8 % less; stencil5-torus 10.3 % less; 64 % more CPU"},
    [TUNING_LARGE_DIAMETER] = {
        "large-diameter", "hops", ALL(24), 1, 10000,
        "on networks of a smaller diameter node contents get less work, by its square",
        "delaunay2-busy.1, geometric-torus.1, stencil7-uneven.1",
        "0.3 % less; geometric-torus.1 3.9 % less; 19 % more CPU",
        "1.6 % more; delaunay2-busy.1 6.7 % more, stencil7-uneven.1 0.3 % less; 12 % less CPU"},
    [TUNING_SMALL_JOB_RANKS] = {
        "small-job-ranks", "ranks", ALL(4096), 1, 16777216,
        "smaller jobs get up to twice the work of annealing for each rank",
        "geometric-torus.1, stencil7-busy.1",
        "no quick case changes",
        "0.4 % less; stencil7-busy.1 0.8 % more, geometric-torus.1 2.7 % less; 28 % more CPU"},
    [TUNING_FEW_LOOKS] = {
        "few-looks", "looks at each rank and partner", ALL(8), 0, 1000000,
        "annealing leaves out ranks and clusters where most-annealing-work allows fewer",
        "those for scale, of 262144 ranks and more",
        "the quick cases are smaller; 0: those for scale 0.3 % more; 23 % more CPU",
        "the quick cases are smaller; 32: of 65536 ranks 1.2 % more; 26 % less CPU"},
    [TUNING_GROUPED_WORK] = {
        "grouped-work", "part of the work of annealing", ALL(0.5), 0.01, 1,
        "work of ranks and clusters if nodes hold good groups",
        "delaunay3-busy.1, delaunay2-busy.1",
        "0.1 % more; delaunay3-busy.1 0.9 % more",
        "as many on average; delaunay2-busy.1 0.6 % more, delaunay3-busy.1 0.5 % less"},
    [TUNING_RELIEF_WORK] = {
        "relief-work", "looks at each pair", {128, 768, 65536}, 1, 1e9,
        "work of congestion reduction",
        "objective congestion, six cases: stencil7-busy.1, geometric-busy.1",
        "5.3 % more; stencil7-busy.1 10.0 % more; 16 % less CPU",
        "3.4 % less; geometric-busy.1 6.9 % less; 26 % more CPU"},
    [TUNING_RELIEF_MOST] = {
        "relief-most", "looks", {1e7, 4e8, 1e10}, 1, 1e12,
        "large jobs get at most this",
        "objective auto: scale-busy-262144",
        "6.9 % more there; no quick case changes",
        "no case changes"},
    [TUNING_RELIEF_LEAST] = {
        "relief-least", "looks at each pair", ALL(15), 0, 1e6,
        "beside a search for hop-bytes busiest links are not relieved for less: most of it would "
        "go to adding up loads",
        "objective auto: scale-torus-32768, scale-tree-32768",
        "no case changes; 40 % more CPU there",
        "no case changes"},
    [TUNING_RELIEF_STAGES] = {
        "relief-stages", "stages", ALL(5), 1, 20,
        "prices of hop-bytes that are tried in turn; the last stage only lowers hop-bytes",
        "objective congestion, six cases: geometric-busy.1, stencil7-uneven.1",
        "12.1 % more; geometric-busy.1 20.7 % more",
        "0.5 % more; stencil7-uneven.1 4.0 % more, stencil27-busy.1 4.2 % less; 4 % more CPU"},
    [TUNING_RELIEF_PRICE_STEP] = {
        "relief-price-step", "times the last stage", ALL(4), 1.1, 100,
        "the price of hop-bytes falls by this factor from stage to stage",
        "objective congestion, six cases: geometric-busy.1, stencil27-busy.1",
        "5.8 % more; geometric-busy.1 10.3 % more",
        "0.1 % less; stencil7-busy.1 5.7 % more, stencil27-busy.1 6.0 % less; 13 % more CPU"},
    [TUNING_RELIEF_THRESHOLD_STEP] = {
        "relief-threshold-step", "times the last", ALL(0.7), 0.01, 0.99,
        "the threshold of busy links falls by this factor after a round without gain",
        "objective congestion, six cases: geometric-busy.1, stencil7-busy.1",
        "1.6 % more; stencil7-uneven.1 4.0 % more",
        "0.99, the most: 0.8 % less; geometric-busy.1 6.9 % more, stencil7-busy.1 5.7 % less; "
        "7 % more CPU"},
    [TUNING_RELIEF_FAILURES] = {
        "relief-failures", "rounds", ALL(4), 1, 100,
        "a stage ends after this many rounds without gain",
        "objective congestion, six cases: stencil7-uneven.1, stencil27-busy.1",
        "0.2 % more; stencil7-uneven.1 6.0 % more, stencil27-busy.1 2.9 % less",
        "as many on average"},
    [TUNING_RELIEF_TRIES] = {
        "relief-tries", "swaps", ALL(8), 1, 1000,
        "swaps that a unit at a busy link tries in a round",
        "objective congestion, six cases: stencil7-uneven.1, geometric-busy.1",
        "1.0 % more; stencil7-uneven.1 8.0 % more, geometric-busy.1 3.5 % less",
        "1.2 % more; geometric-busy.1 6.9 % more, stencil27-busy.1 2.3 % less"},
    [TUNING_CUT_TRIES_VERTICES] = {
        "cut-tries-vertices", "vertices", {16384, 16384, 65536}, 1, 1e9,
        "tries of each cut in multisect: this divided by the vertices of the graph",
        "stencil7-uneven.1",
        "0.3 % less; stencil7-uneven.1 6.1 % less",
        "no quick case changes"},
    [TUNING_CUT_TRIES_LEAST] = {
        "cut-tries-least", "tries", {2, 4, 16}, 1, 1e6,
        "least tries of each cut in multisect",
        "all 109: delaunay3-torus.1",
        "no case changes",
        "delaunay3-torus.1 1.2 % less"},
    [TUNING_CUT_TRIES_MOST] = {
        "cut-tries-most", "tries", {6, 16, 64}, 1, 1e6,
        "most tries of each cut in multisect",
        "stencil7-uneven.1",
        "0.3 % less; stencil7-uneven.1 6.1 % less",
        "no quick case changes"},
    [TUNING_REGION_PASSES] = {
        "region-passes", "passes", ALL(3), 1, 100,
        "passes in which multisect moves vertices between regions on each level",
        "all 109: delaunay3-torus.1",
        "delaunay3-torus.1 2.7 % more",
        "delaunay3-torus.1 3.5 % more"},
    [TUNING_REGION_PULL] = {
        "region-pull", "part of the heaviest traffic with a region", ALL(0.25), 0, 1,
        "multisect does not try regions that pull a vertex less",
        "all 109: delaunay3-torus.1, stencil7-busy-1.1",
        "delaunay3-torus.1 0.3 % less; 0: 0.1 % more; delaunay3-torus.1 13.8 % more",
        "delaunay3-torus.1 0.4 % less"},
    [TUNING_REGION_SLACK] = {
        "region-slack", "part of the capacity", ALL(0.01), 0, 1,
        "regions may be larger by this before sizes are made exact",
        "stencil7-busy-1.1, stencil7-uneven.1",
        "0.1 % less; stencil7-busy-1.1 2.6 % less",
        "0.2 % more; stencil7-busy-1.1 4.8 % more, stencil7-uneven.1 0.8 % less"},
    [TUNING_CUT_VERTICES] = {
        "cut-vertices", "vertices", ALL(128), 2, 4096,
        "multisect cuts regions of at least this many vertices",
        "cg-torus, stencil7-uneven.1",
        "0.4 % less; stencil7-uneven.1 6.1 % less",
        "0.1 % more; cg-torus 6.5 % more, stencil7-uneven.1 3.5 % less"},
    [TUNING_COARSE_VERTICES] = {
        "coarse-vertices", "vertices", ALL(1024), 1, 65536,
        "larger graphs are cut when regions have fewer vertices, down to half",
        "all 109: delaunay3-torus.1",
        "0.1 % more; delaunay3-torus.1 10.8 % more",
        "delaunay3-torus.1 4.1 % more"},
    [TUNING_CUT_PASSES] = {
        "cut-passes", "passes", ALL(6), 1, 100,
        "tentative moves in a bisection of multisect",
        "effort fast, all 110: delaunay2-busy.2, delaunay2-torus.2",
        "0.1 % more; delaunay2-busy.2 4.4 % more, delaunay2-torus.2 1.5 % less; 2 % less CPU",
        "as many on average; delaunay2-busy.2 2.4 % more"},
    [TUNING_CUT_PATIENCE] = {
        "cut-patience", "moves", ALL(8), 1, 10000,
        "such a pass ends after this many moves without gain",
        "stencil7-uneven.1, stencil7-busy-1.1",
        "0.3 % less; stencil7-uneven.1 6.1 % less",
        "0.1 % less; stencil7-busy-1.1 1.8 % less"},
    [TUNING_CUT_PATIENCE_PART] = {
        "cut-patience-part", "moves for each vertex", ALL(0.125), 0, 1,
        "so many more in larger graphs",
        "stencil7-uneven.1, stencil7-busy-1.1",
        "0.3 % less; stencil7-uneven.1 6.1 % less",
        "0.1 % less; stencil7-busy-1.1 1.8 % less"},
    [TUNING_SMALL_BISECTION] = {
        "small-bisection", "vertices", ALL(48), 2, 256,
        "graphs up to this size are bisected by exchanges, larger ones by METIS",
        "stencil7-uneven.1, stencil7-busy.1, stencil7-dragonfly",
        "0.6 % less; stencil27-busy.1 1.6 % more, stencil7-uneven.1 5.8 % less",
        "0.6 % less; stencil7-dragonfly 2.0 % more, stencil7-busy.1 5.1 % less"},
    [TUNING_KWAY_RANKS] = {
        "kway-ranks", "ranks", {1024, 1024, 16384}, 1, 16777216,
        "jobs up to this size are partitioned k-way by METIS, larger ones by bisection",
        "hpccg64-busy.1, delaunay2-busy-1.1, geometric-busy.2; no quick ones",
        "no quick case changes; 1, the least: 0.1 % less; hpccg64-busy.1 10 % less, "
        "delaunay2-busy-1.1 2.7 % more",
        "no quick case changes; without limit 0.6 % more; geometric-busy.2 19 % more; 11 % more "
        "CPU"},
    [TUNING_HALVES_TOLERANCE] = {
        "halves-tolerance", "part of the larger half", ALL(0.35), 0, 1,
        "halves of the nodes that differ more in size do not swap their ranks",
        "all 109: stencil7-uneven.1, stencil7-busy-4.1; scale-busy-32768 and larger ones like it",
        "as many on average, at effort fast 0.6 % more; stencil7-uneven.1 11 % more",
        "as many on average, at effort fast 0.3 % less; stencil7-busy-4.1 5.5 % more; 0.5: those "
        "for scale 1.5 % more, at effort fast 0.4 % less"},
    [TUNING_RANGE_SAMPLES] = {
        "range-samples", "nodes", ALL(4), 1, 64,
        "distances between ranges of nodes are means over this many nodes of each",
        "geometric-busy.1, geometric-torus.1, geometric-dragonfly-shuf.1",
        "0.5 % less; geometric-dragonfly-shuf.1 0.2 % more, geometric-busy.1 4.7 % less",
        "0.8 % less; geometric-torus.1 1.0 % more, geometric-busy.1 10.1 % less; 6 % more CPU"},
    [TUNING_BOKHARI_WORK] = {
        "bokhari-work", "looks", {8388608, 67108864, 536870912}, 1, 1e12,
        "work of bokhari",
        "algorithm bokhari: delaunay3-busy.1, stencil27-busy.1, stencil7-torus",
        "0.5 % less; stencil7-torus 0.6 % more, stencil27-busy.1 9.8 % less; 11 % less CPU",
        "1.3 % more; delaunay3-busy.1 18.1 % more; 9 % more CPU"},
    [TUNING_PACMAP_STARTS] = {
        "pacmap-starts", "vertices", {1, 16, 64}, 1, 10000,
        "vertices that pacmap starts from, one after the other",
        "algorithm pacmap: stencil7-uneven.1, stencil7-busy.1",
        "0.4 % more; stencil7-busy.1 2.7 % more; 18 % less CPU",
        "0.6 % less; stencil7-uneven.1 3.9 % less; 29 % more CPU"},
    [TUNING_BOKHARI_JUMPS] = {
        "bokhari-jumps", "jumps", ALL(8), 1, 1000,
        "bokhari ends after this many random jumps without gain",
        "algorithm bokhari: delaunay2-busy.1, lulesh64-busy.1, stencil7-busy-1.1",
        "1.1 % less; lulesh64-busy.1 9.5 % more, delaunay2-busy.1 11.4 % less; 32 % less CPU",
        "0.2 % less; stencil7-torus 0.4 % more, stencil7-busy-1.1 2.9 % less; 48 % more CPU"},
    [TUNING_FOLDING_TOLERANCE] = {
        "folding-tolerance", "times the least cost", ALL(1.1), 1, 10,
        "a folded grid that costs no more is near the bound",
        "none of the quick ones",
        "1, the least: no quick case changes; 23 % more CPU",
        "no quick case changes"},
    [TUNING_PREDICTED] = {
        "predicted", "times the least hop-bytes", ALL(1.5), 1, 100,
        "a search that hop-bytes guide predicts the time of placements with no more of them",
        "objective auto: geometric-torus.1",
        "1, the least: 17.1 % more; geometric-torus.1 92 % more",
        "no quick case changes; 3 % more CPU"},
    [TUNING_GUIDED_WORK] = {
        "guided-work", "times the work of refinements", ALL(0.3), 0, 100,
        "what congestion reduction may take beside a search for hop-bytes",
        "objective auto: stencil27-busy.1; larger jobs",
        "0.9 % more; stencil27-busy.1 6.8 % more; 5 % less CPU",
        "2.5 % less; delaunay3-busy.1 12.1 % less; 8 % more CPU"},
    [TUNING_LEAST_GUIDED_WORK] = {
        "least-guided-work", "looks", ALL(7e6), 1, 1e12,
        "the same in small jobs, at least",
        "predicted time of 19 jobs of 1000 to 8192 ranks: stencil27-dragonfly.1, geometric-busy.1",
        "0.3 % less; stencil27-dragonfly.1 4.4 % less; 6 % less CPU",
        "1.8 % less; geometric-busy.1 15.7 % less; 15 % more CPU"},
    [TUNING_TIMED_RANKS] = {
        "timed-ranks", "ranks", ALL(512), 1, 65536,
        "jobs up to this size are annealed on time at efforts default and best",
        TIMES_OF_GROUPS,
        "no group changes",
        "no group changes"},
    [TUNING_WARM_PART] = {
        "warm-part", "part of the work of +warm", ALL(0.0625), 0.001, 1,
        "work of +warm beside +anneal where the time decides, in jobs of that size",
        TIMES_OF_FIRST,
        "0.3 % more; 4 % less CPU",
        "as many on average; 8 % more CPU"},
    [TUNING_WARM_MOST] = {
        "warm-most", "looks", ALL(5e6), 1, 1e12,
        "limit of that work; larger jobs than the groups have gain little by it",
        TIMES_OF_SEEDS,
        "0.1 % more; 3 % less CPU",
        "as many on average; 1 % more CPU"},
    [TUNING_DIGITS_WORK] = {
        "digits-work", "looks", {2.5e6, 5e6, 2e7}, 1, 1e12,
        "work of +digits, which counts pairs of ranks and the channels that they are over",
        TIMES_OF_FIRST,
        "0.1 % more; 3 % less CPU",
        "as many on average; 5 % more CPU"},
    [TUNING_TIMED_RUNS] = {
        "timed-runs", "runs", {2, 4, 8}, 1, 1000,
        "annealing of a placement on time anneals node contents and then ranks so many times",
        TIMES_OF_FIRST,
        "0.5 % more; 26 % less CPU",
        "0.3 % less; 43 % more CPU"},
    [TUNING_TIMED_WORK] = {
        "timed-work", "looks", {5e5, 1e6, 2e6}, 1, 1e12,
        "work of each of these runs, of node contents and of ranks",
        TIMES_OF_FIRST,
        "0.5 % more; 24 % less CPU",
        "as many on average; 37 % more CPU"},
    [TUNING_TIMED_TEMPERATURES] = {
        "timed-temperatures", "temperatures", ALL(25), 1, 10000,
        "the temperature falls to a tenth in this many steps of each of these runs",
        TIMES_OF_SEEDS,
        "as many on average; 2 % more CPU",
        "0.1 % more; 5 % less CPU"},
    [TUNING_TIMED_SHARE] = {
        "timed-share", "times the mean share", ALL(0.5), 0, 10,
        "these runs pass over node contents and ranks with less of the seconds",
        TIMES_OF_SEEDS,
        "0.1 % more; as much CPU",
        "as many on average; 4 % less CPU"},
    [TUNING_TIMED_GUIDE] = {
        "timed-guide", "times the time", ALL(0.02), 0, 10,
        "what the hop-bytes of the start count there",
        TIMES_OF_SEEDS,
        "0.2 % more; 1 % more CPU",
        "0.1 % more; as much CPU"},
};
