/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of tuned numbers is complete. */
#include "unit/unit.h"

#include "base/tuning.h"

#include <string.h>

static void every_row_says_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNING_NUMBERS; i++) {
        const struct tuning_number *n = &tuning_numbers[i];
        const char *const texts[] = {n->name, n->unit, n->means, n->cases, n->half, n->twice};

        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            assert_non_null(texts[k]);
            assert_true(strlen(texts[k]) > 2);
        }
    }
}

static void names_are_words_and_differ(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNING_NUMBERS; i++) {
        const char *name = tuning_numbers[i].name;

        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz-"), strlen(name));
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(name, tuning_numbers[k].name);
    }
}

static void values_are_in_their_range(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNING_NUMBERS; i++) {
        const struct tuning_number *n = &tuning_numbers[i];

        assert_true(n->low < n->high);
        for (int effort = 0; effort < TUNING_EFFORTS; effort++)
            assert_true(n->low <= n->value[effort] && n->value[effort] <= n->high);
    }
}

/* A higher effort never does less. */
static void efforts_grow(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNING_NUMBERS; i++) {
        const double *value = tuning_numbers[i].value;

        assert_true(value[TOPOMAP_EFFORT_FAST] <= value[TOPOMAP_EFFORT_DEFAULT]);
        assert_true(value[TOPOMAP_EFFORT_DEFAULT] <= value[TOPOMAP_EFFORT_BEST]);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_says_all),
        cmocka_unit_test(names_are_words_and_differ),
        cmocka_unit_test(values_are_in_their_range),
        cmocka_unit_test(efforts_grow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
