/* SPDX-License-Identifier: BSD-3-Clause */
/* The best placements so far, and which of them is refined next. */
#include "unit/unit.h"

#include "plan/leaders.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROOM 3

static struct leaders leaders;

static void offer(double score, double tie, uint32_t mark, bool hard_to_refine)
{
    uint32_t placement[2] = {mark, mark + 1};
    struct contestant placed = {.placement = placement, .score = {score, tie}};

    snprintf(placed.name, sizeof placed.name, "%u", mark);
    leaders_offer(&leaders, &placed, 2, hard_to_refine);
}

static void check(size_t index, uint32_t mark)
{
    const struct contestant *placed = &leaders.leader[index].placed;
    char name[16];

    snprintf(name, sizeof name, "%u", mark);
    assert_string_equal(placed->name, name);
    assert_int_equal(placed->placement[0], mark);
    assert_int_equal(placed->placement[1], mark + 1);
}

static int make(void **state)
{
    (void)state;
    return leaders_init(&leaders, ROOM, 2);
}

static int unmake(void **state)
{
    (void)state;
    leaders_free(&leaders);
    return 0;
}

static void the_best_three_stay_in_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROOM; i++)
        assert_true(leaders.leader[i].placed.score.value == INFINITY);
    offer(5, 0, 5, false);
    check(0, 5);
    assert_true(leaders.leader[1].placed.score.value == INFINITY);
    offer(7, 0, 7, false);
    offer(6, 0, 6, false);
    offer(9, 0, 9, false); /* worse than all of them */
    offer(4, 1, 4, false);
    check(0, 4);
    check(1, 5);
    check(2, 6);
    offer(4, 0, 3, false); /* the same value, a better tie */
    check(0, 3);
    check(1, 4);
    check(2, 5);
}

static void equal_placements_are_kept_once(void **state)
{
    (void)state;
    offer(5, 2, 5, false);
    offer(5, 2, 8, false);
    check(0, 5);
    assert_true(leaders.leader[1].placed.score.value == INFINITY);
}

static void what_led_furthest_goes_first(void **state)
{
    (void)state;
    offer(10, 0, 1, false);
    offer(11, 0, 2, false);
    offer(12, 0, 3, false);
    leaders_put_best_first(&leaders, 1); /* nothing was refined, so nothing changes */
    check(0, 1);
    leaders_note_refined(&leaders, 0, (struct objective_score){9, 0});
    leaders_note_refined(&leaders, 1, (struct objective_score){8, 0});
    assert_true(leaders.leader[0].gain == 0); /* refinements count for the next choice */
    leaders_put_best_first(&leaders, 1);
    check(0, 2);
    check(1, 1);
    assert_float_equal(leaders.leader[0].gain, 1 - 8.0 / 11, 1e-12);
    leaders_put_best_first(&leaders, 1); /* and are forgotten then */
    check(0, 2);
}

static void those_hard_to_refine_must_lead_clearly(void **state)
{
    (void)state;
    offer(10, 0, 1, true);
    offer(11, 0, 2, false);
    leaders_note_refined(&leaders, 0, (struct objective_score){10, 0});
    leaders_note_refined(&leaders, 1, (struct objective_score){10.5, 0});
    leaders_put_best_first(&leaders, 1.04);
    check(0, 1);
    leaders_note_refined(&leaders, 0, (struct objective_score){10, 0});
    leaders_note_refined(&leaders, 1, (struct objective_score){10.5, 0});
    leaders_put_best_first(&leaders, 1.06);
    check(0, 2);
    leaders_put_promising_first(&leaders, 1.05);
    check(0, 1);
    leaders_put_promising_first(&leaders, 1.2);
    check(0, 2);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_best_three_stay_in_order, make, unmake),
        cmocka_unit_test_setup_teardown(equal_placements_are_kept_once, make, unmake),
        cmocka_unit_test_setup_teardown(what_led_furthest_goes_first, make, unmake),
        cmocka_unit_test_setup_teardown(those_hard_to_refine_must_lead_clearly, make, unmake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
