/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "network/names.h"

#include <stdio.h>
#include <string.h>

#define MANY 5000

static void names_keep_their_order_and_place(void **state)
{
    struct names names = {0};
    const char *first;
    char name[32];

    (void)state;
    assert_int_equal(names_find(&names, "n0"), -1);
    assert_int_equal(names_add(&names, "n0"), 0);
    first = names.name[0];
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "n%d", i);
        assert_int_equal(names_add(&names, name), i);
    }
    assert_ptr_equal(names.name[0], first);
    assert_int_equal(names.count, MANY);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "n%d", i);
        assert_int_equal(names_find(&names, name), i);
        assert_string_equal(names.name[i], name);
    }
    assert_int_equal(names_find(&names, "n"), -1);
    assert_int_equal(names_find(&names, ""), -1);
    names_free(&names);
    assert_int_equal(names.count, 0);
}

static void long_names_are_stored_whole(void **state)
{
    struct names names = {0};
    char name[200001];

    (void)state;
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(names_add(&names, "short"), 0);
    assert_int_equal(names_add(&names, name), 1);
    assert_int_equal(names_add(&names, "after"), 2);
    assert_string_equal(names.name[1], name);
    assert_int_equal(names_find(&names, "after"), 2);
    names_free(&names);
}

static void a_name_that_comes_twice_is_named(void **state)
{
    char *list[] = {"a", "b", "a"};
    struct topomap_error error;
    struct names names;

    (void)state;
    assert_int_equal(names_init(&names, 3, list, &error), -1);
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_string_equal(error.text, "'a' occurs twice");
    assert_int_equal(names_init(&names, 2, list, &error), 0);
    assert_int_equal(names_find(&names, "b"), 1);
    names_free(&names);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_keep_their_order_and_place),
        cmocka_unit_test(long_names_are_stored_whole),
        cmocka_unit_test(a_name_that_comes_twice_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
