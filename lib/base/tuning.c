/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/tuning.h"

#ifndef TUNING_WRITABLE
const
#endif
struct tuning_number tuning_numbers[TUNING_NUMBERS] = {
    [TUNING_LARGE_RANKS] = {
        "large-ranks", "ranks", 1024, 2, 16777216,
        "jobs of fewer ranks try everything at effort default: it takes no time to speak of",
        "stencil7-busy-1.1",
        "0.1 % more; stencil7-busy-1.1, which has 512 ranks, 1.8 %",
        "no quick case changes"},
    [TUNING_HUGE_RANKS] = {
        "huge-ranks", "ranks", 32768, 1024, 16777216,
        "jobs of more ranks get no partitions where their ranks have coordinates",
        "those for scale",
        "the quick cases are smaller",
        "the quick cases are smaller"},
    [TUNING_BEHIND] = {
        "behind", "times the best score", 1.6, 1, 100,
        "a placement with a higher score is not refined",
        "geometric-busy.1, lulesh64-busy.1",
        "1, the least: 0.1 % more; geometric-busy.1 2.3 %",
        "no quick case changes, 9 % more CPU"},
    [TUNING_BEHIND_ON_TREE] = {
        "behind-on-tree", "times the best score", 1.01, 1, 100,
        "the same for large jobs on trees, where swaps gain little",
        "none: half and double decide the same",
        "1, the least: no case changes",
        "no case changes"},
    [TUNING_LOOSE] = {
        "loose", "bytes that leave nodes, as a part of the layout's", 0.95, 0, 1,
        "a partition that lets more leave ends the search for better partitions",
        "geometric-busy.1",
        "0.4 % more, 13 % less CPU; geometric-busy.1 4.5 % more",
        "1, the most: no quick case changes"},
    [TUNING_LESS_WORK] = {
        "less-work", "part of the work of annealing", 0.5, 0.01, 1,
        "what is annealed where the layout is good or swaps gained little",
        "cg-busy.1, cg-dragonfly, rows-busy.1; no quick ones",
        "cg-busy.1 2.0 % more, cg-dragonfly 0.6 % less",
        "1: cg-busy.1 3.3 % less, rows-busy.1 0.7 % more; 15 % more CPU"},
    [TUNING_CALM] = {
        "calm", "part of the score that swaps gained", 0.01, 0, 1,
        "large jobs on trees from which swaps gain less are annealed with less work",
        "stencil7-tree-uneven.1; no quick ones",
        "no case changes",
        "stencil7-tree-uneven.1 0.1 % more"},
    [TUNING_AT_REST] = {
        "at-rest", "part of the score that swaps gained", 5e-4, 0, 1,
        "a layout of a large job from which swaps gain no more is not annealed",
        "none: half and double decide the same",
        "no case changes",
        "no case changes"},
    [TUNING_TRY_SHARE] = {
        "try-share", "part of the work of annealing", 0.125, 0.01, 1,
        "how long each of the last tries of effort best is",
        "none: effort best is not in the bench",
        "not measured",
        "not measured"},
    [TUNING_TRY_BEHIND] = {
        "try-behind", "times the best score", 1.05, 1, 100,
        "the best of the last tries is not repeated at full length above that",
        "none: effort best is not in the bench",
        "not measured",
        "not measured"},
    [TUNING_NEAR_BOUND] = {
        "near-bound", "times the ideal hop-bytes", 1.03, 1, 100,
        "a placement of a large job on a tree that costs no more is good enough",
        "stencil7-tree-uneven.1; no quick ones",
        "1, the least: no case changes",
        "stencil7-tree-uneven.1 10 % more; 31 % less CPU"},
    [TUNING_SWAPPED_HANDICAP] = {
        "swapped-handicap", "times the score", 1.08, 1, 100,
        "what multisect's placements count for after swaps: annealing gains less from them",
        "geometric-busy.1, stencil7-busy-1.1, stencil7-uneven.1",
        "1, the least: 0.1 % more; geometric-busy.1 2.3 %",
        "0.1 % less; stencil7-uneven.1 6.1 % less, stencil7-busy-1.1 5.2 % more"},
    [TUNING_PLAIN_HANDICAP] = {
        "plain-handicap", "times the score", 1.4, 1, 100,
        "what they count for before swaps, where only one placement is swapped",
        "rows-busy.1, cg-busy.1; no quick ones",
        "1, the least: rows-busy.1 2.8 % more, cg-busy.1 2.1 % less",
        "no case changes"},
    [TUNING_PARTITION_SECONDS] = {
        "partition-seconds", "seconds for each pair of ranks", 7e-7, 1e-9, 1,
        "a partition, which nothing can stop, is not begun with less time left",
        "none: only with a time budget",
        "not measured",
        "not measured"},
    [TUNING_BEST_SECONDS] = {
        "best-seconds", "seconds for each pair of ranks", 1e-5, 1e-9, 1,
        "with less time left effort best takes the algorithms of effort default",
        "none: only effort best with a time budget",
        "not measured",
        "not measured"},
};
