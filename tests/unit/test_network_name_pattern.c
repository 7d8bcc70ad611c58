/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "network/name_pattern.h"

#include <string.h>

static void names_hold_coordinates(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t dims;
        const char *name;
        int32_t at[4];
        bool matches;
    } cases[] = {
        {"c{x}-{y}s{z}", 3, "c12-3s007", {12, 3, 7}, true},
        {"r{y}c{x}", 2, "r1c2", {2, 1}, true},
        {"tux{x:36}{y:36}{z:36}", 3, "tux0aZ", {0, 10, 35}, true},
        {"{a}_{b}_{c}_{d}x", 4, "1_2_3_4x", {1, 2, 3, 4}, true},
        {"n{x}", 1, "n2147483647", {INT32_MAX}, true},
        {"n{x}", 1, "n2147483648", {0}, false},
        {"n{x}", 1, "n", {0}, false},
        {"n{x}", 1, "n-1", {0}, false},
        {"n{x}", 1, "n1a", {0}, false},
        {"n{x}", 1, "m1", {0}, false},
        {"n{x}", 1, "", {0}, false},
        {"n{x:36}", 1, "n", {0}, false},
        {"n{x:36}", 1, "n_", {0}, false},
        {"n{x:36}", 1, "n00", {0}, false},
        {"{x}-rack", 1, "1-rac", {0}, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct name_pattern pattern;
        int32_t at[4];

        assert_int_equal(name_pattern_parse(&pattern, cases[i].pattern, cases[i].dims, NULL), 0);
        assert_int_equal(name_pattern_match(&pattern, cases[i].name, at), cases[i].matches);
        if (cases[i].matches)
            assert_memory_equal(at, cases[i].at, cases[i].dims * sizeof *at);
    }
}

static void bad_patterns_are_refused(void **state)
{
    static const struct {
        const char *pattern;
        uint32_t dims;
        const char *error;
    } cases[] = {
        {"n{x}", 2, "the pattern of names has 1 coordinate, not 2"},
        {"", 2, "the pattern of names has 0 coordinates, not 2"},
        {"n{x}-{x}", 2, "'{x}': the dimension occurs twice"},
        {"n{x}-{y}-{x}", 2, "'{x}': the dimension occurs twice"},
        {"n{x}{y}", 2, "'{x}{y}': the end of the number is ambiguous"},
        {"n{z}", 2, "'{z}' is not a placeholder: write {x} or {x:36} for one of 2 dimensions"},
        {"n{z}", 4, "'{z}' is not a placeholder: write {a} or {a:36} for one of 4 dimensions"},
        {"n{", 1, "'{' is not a placeholder: write {x} or {x:36} for one of 1 dimension"},
        {"n{x", 1, "'{x' is not a placeholder"},
        {"n{x:16}", 1, "'{x:16}' is not a placeholder"},
        {"n{x:36", 1, "'{x:36' is not a placeholder"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error;
        struct name_pattern pattern;

        assert_int_equal(name_pattern_parse(&pattern, cases[i].pattern, cases[i].dims, &error), -1);
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (!strstr(error.text, cases[i].error))
            fail_msg("%zu: %s", i, error.text);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_hold_coordinates),
        cmocka_unit_test(bad_patterns_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
