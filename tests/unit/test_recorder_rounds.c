/* SPDX-License-Identifier: BSD-3-Clause */
/* The steps at which the collectives of communicators begin. */
#include "unit.h"

#include "io/profile_format.h"
#include "recorder/rounds.h"

#define LAST (PROFILE_STEPS - 1)

static uint32_t begin(int size, uint32_t first, uint32_t last, bool at_once)
{
    return rounds_begin(&(struct rounds_kind){size, first, last, at_once});
}

static void test_own_steps(void **state)
{
    (void)state;
    rounds_setup(64); /* steps 0 to 5 */
    assert_int_equal(begin(64, 0, 63, false), 0);
    assert_int_equal(begin(8, 0, 7, true), 6);
    assert_int_equal(begin(8, 0, 56, true), 7);
    assert_int_equal(begin(64, 0, 63, true), 8);
    /* Again, also when the communicator is a new one of the same ranks. */
    assert_int_equal(begin(8, 0, 56, true), 7);
    assert_int_equal(begin(8, 0, 7, true), 6);
    assert_int_equal(begin(64, 63, 0, false), 0);
    /* Other ranks, and as many as rounds for them. */
    assert_int_equal(begin(4, 0, 7, false), 9);
    assert_int_equal(begin(8, 0, 7, false), 11);
    assert_int_equal(begin(2, 0, 7, true), 14);
}

/* Twelve ranks: four rounds of trees, and one before recursive doubling. */
static void test_no_power_of_two(void **state)
{
    (void)state;
    rounds_setup(12);
    assert_int_equal(begin(3, 0, 2, false), 5);
    assert_int_equal(begin(5, 0, 4, false), 8);
    assert_int_equal(begin(5, 0, 4, true), 12);
}

static void test_no_steps_left(void **state)
{
    (void)state;
    rounds_setup(4096); /* steps 0 to 11 */
    assert_int_equal(begin(64, 0, 63, false), 0);
    assert_int_equal(begin(4, 0, 3, false), 12);
    assert_int_equal(begin(4, 0, 3, true), 14);
    assert_int_equal(begin(2, 0, 1, false), 0);
    assert_int_equal(begin(4, 4, 7, true), LAST);
    assert_int_equal(begin(4, 8, 11, true), LAST);
    assert_int_equal(begin(4, 0, 3, true), 14);

    rounds_setup(1 << 20);
    assert_int_equal(begin(1 << 20, 0, (1 << 20) - 1, false), 0);
    assert_int_equal(begin(1 << 20, 0, (1 << 20) - 1, true), LAST);
    assert_int_equal(begin(2, 0, 1, false), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_steps),
        cmocka_unit_test(test_no_power_of_two),
        cmocka_unit_test(test_no_steps_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
