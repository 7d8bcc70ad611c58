/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/tuning.h"

#ifndef TUNING_WRITABLE
const
#endif
struct tuning_number tuning_numbers[TUNING_NUMBERS] = {
    [TUNING_LARGE_RANKS] = {
        "large-ranks", "ranks", 1024, 2, 16777216,
        "jobs of fewer ranks try everything at effort default: it takes no time to speak of"},
    [TUNING_HUGE_RANKS] = {
        "huge-ranks", "ranks", 32768, 1024, 16777216,
        "jobs of more ranks get no partitions where their ranks have coordinates"},
    [TUNING_BEHIND] = {
        "behind", "times the best score", 1.6, 1, 100,
        "a placement with a higher score is not refined"},
    [TUNING_BEHIND_ON_TREE] = {
        "behind-on-tree", "times the best score", 1.01, 1, 100,
        "the same for large jobs on trees, where swaps gain little"},
    [TUNING_LOOSE] = {
        "loose", "bytes that leave nodes, as a part of the layout's", 0.95, 0, 1,
        "a partition that lets more leave ends the search for better partitions"},
    [TUNING_LESS_WORK] = {
        "less-work", "part of the work of annealing", 0.5, 0.01, 1,
        "what is annealed where the layout is good or swaps gained little"},
    [TUNING_CALM] = {
        "calm", "part of the score that swaps gained", 0.01, 0, 1,
        "large jobs on trees from which swaps gain less are annealed with less work"},
    [TUNING_AT_REST] = {
        "at-rest", "part of the score that swaps gained", 5e-4, 0, 1,
        "a layout of a large job from which swaps gain no more is not annealed"},
    [TUNING_TRY_SHARE] = {
        "try-share", "part of the work of annealing", 0.125, 0.01, 1,
        "how long each of the last tries of effort best is"},
    [TUNING_TRY_BEHIND] = {
        "try-behind", "times the best score", 1.05, 1, 100,
        "the best of the last tries is not repeated at full length above that"},
    [TUNING_NEAR_BOUND] = {
        "near-bound", "times the ideal hop-bytes", 1.03, 1, 100,
        "a placement of a large job on a tree that costs no more is good enough"},
    [TUNING_SWAPPED_HANDICAP] = {
        "swapped-handicap", "times the score", 1.08, 1, 100,
        "what multisect's placements count for after swaps: annealing gains less from them"},
    [TUNING_PLAIN_HANDICAP] = {
        "plain-handicap", "times the score", 1.4, 1, 100,
        "what they count for before swaps, where only one placement is swapped"},
    [TUNING_PARTITION_SECONDS] = {
        "partition-seconds", "seconds for each pair of ranks", 7e-7, 1e-9, 1,
        "a partition, which nothing can stop, is not begun with less time left"},
    [TUNING_BEST_SECONDS] = {
        "best-seconds", "seconds for each pair of ranks", 1e-5, 1e-9, 1,
        "with less time left effort best takes the algorithms of effort default"},
};
