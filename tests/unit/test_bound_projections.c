/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines that sets of places meet, compared with all sets. */
#include "unit/unit.h"

#include "bound/projections.h"

#include <math.h>

#define SIDE 3
#define MOST 8

/* How many lines along `axis` of a grid of SIDE^axes places a set meets. */
static uint32_t lines_met(uint32_t set, uint32_t axes, uint32_t axis)
{
    uint32_t met = 0, stride = 1, places = 1;
    bool seen[SIDE * SIDE * SIDE] = {false};

    for (uint32_t i = 0; i < axes; i++)
        places *= SIDE;
    for (uint32_t i = 0; i < axis; i++)
        stride *= SIDE;
    for (uint32_t place = 0; place < places; place++) {
        uint32_t line = place - place / stride % SIDE * stride;

        if (set >> place & 1 && !seen[line]) {
            seen[line] = true;
            met++;
        }
    }
    return met;
}

/* The least weight of lines that any set of each size meets, least[1..MOST]. */
static void find_least(uint32_t axes, const double *weight, double *least)
{
    uint32_t places = axes == 2 ? 9 : 27;

    for (uint32_t size = 1; size <= MOST; size++)
        least[size] = INFINITY;
    /* All sets in two dimensions; those of at most MOST among the first 18 places in three. */
    for (uint32_t set = 1; set < UINT32_C(1) << (places < 18 ? places : 18); set++) {
        uint32_t size = (uint32_t)__builtin_popcount(set);
        double sum = 0;

        if (size > MOST)
            continue;
        for (uint32_t i = 0; i < axes; i++)
            sum += weight[i] * lines_met(set, axes, i);
        least[size] = fmin(least[size], sum);
    }
}

static void no_set_meets_fewer_lines(void **state)
{
    static const double weights[][3] = {{1, 1, 1}, {3, 2, 1}, {16, 4, 1}};
    static const double ones[3] = {1, 1, 1};

    (void)state;
    for (size_t w = 0; w < sizeof weights / sizeof *weights; w++) {
        for (uint32_t axes = 2; axes <= 3; axes++) {
            double least[MOST + 1];

            find_least(axes, weights[w], least);
            for (uint32_t size = 1; size <= MOST; size++) {
                double any = projections_least(weights[w], NULL, axes, size);
                double whole = projections_least_whole(weights[w], ones, axes, size);

                assert_true(any <= whole * (1 + 1e-9));
                assert_true(whole <= least[size]);
            }
        }
    }
}

static void cubes_meet_as_many(void **state)
{
    static const double equal[3] = {2, 2, 2}, ones[3] = {1, 1, 1};
    static const double uneven[2] = {4, 1};

    (void)state;
    assert_float_equal(projections_least(equal, NULL, 3, 1000), 600, 1e-9);
    assert_float_equal(projections_least_whole(equal, ones, 3, 1000), 600, 1e-9);
    assert_float_equal(projections_least_whole(equal, ones, 3, 27), 54, 0);
    /* 4 by 16: 4 lines along the axis with the heavy steps, 16 along the other. */
    assert_float_equal(projections_least(uneven, NULL, 2, 64), 32, 1e-9);
    assert_float_equal(projections_least_whole(uneven, ones, 2, 64), 32, 0);
}

/* A grid that is too short for the optimal shape. */
static void each_axis_has_a_least(void **state)
{
    static const double weight[2] = {1, 1}, least[2] = {32, 1};

    (void)state;
    assert_float_equal(projections_least(weight, least, 2, 64), 34, 1e-9);
    assert_float_equal(projections_least_whole(weight, least, 2, 64), 34, 0);
    assert_float_equal(projections_least_whole(weight, least, 1, 64), 32, 0);
}

static void no_axes_have_no_lines(void **state)
{
    static const double nothing[2] = {0, 1};

    (void)state;
    assert_float_equal(projections_least(NULL, NULL, 0, 8), 0, 0);
    assert_float_equal(projections_least(nothing, NULL, 2, 8), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_set_meets_fewer_lines),
        cmocka_unit_test(cubes_meet_as_many),
        cmocka_unit_test(each_axis_has_a_least),
        cmocka_unit_test(no_axes_have_no_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
