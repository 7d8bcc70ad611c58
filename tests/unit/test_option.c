/* SPDX-License-Identifier: BSD-3-Clause */
/* The option schema: the requirements of every row, and the functions of the table for all of
 * them. */
#include "unit/unit.h"

#include "option/option.h"

#include <stdlib.h>
#include <string.h>

static void rows_are_complete(void **state)
{
    const struct option_row *row;
    size_t count = 0;

    (void)state;
    for (; (row = option_get(count)); count++) {
        struct text argument = {0};
        char *taken;

        assert_true(row->name && row->summary && row->scopes);
        assert_true(row->summary[strlen(row->summary) - 1] != '.');
        text_puts(&argument, "=");
        option_argument(row, &argument);
        taken = text_take(&argument);
        assert_int_equal(row->type == OPTION_FLAG, strcmp(taken, "=") == 0);
        free(taken);
        assert_int_equal(row->store, row->type == OPTION_WHOLE  ? STORE_WHOLE
                                     : row->type == OPTION_REAL ? STORE_REAL
                                     : row->type == OPTION_WORD || row->type == OPTION_FLAG
                                         ? STORE_INT
                                         : STORE_TEXT);
        assert_true(row->least <= row->most);
        assert_true(row->type != OPTION_WORD || row->words);
    }
    assert_uint_in_range(count, 20, 64); /* struct settings has a bit for each */
}

/* In each scope a name means one row. */
static void names_are_unique(void **state)
{
    const struct option_row *row;

    (void)state;
    for (size_t i = 0; (row = option_get(i)); i++) {
        for (unsigned scope = 1; scope <= SCOPE_POLICY; scope *= 2) {
            const char *name = option_name(row, scope);

            if (row->scopes & scope)
                assert_ptr_equal(option_find(scope, name, strlen(name)), row);
        }
    }
}

/* A value that the row accepts. */
static const char *sample(const struct option_row *row)
{
    switch (row->type) {
    case OPTION_FLAG:
        return "";
    case OPTION_WORD:
        return row->words[1];
    case OPTION_WHOLE:
    case OPTION_REAL:
        return "1";
    case OPTION_PATH:
        return "/a/b";
    case OPTION_LIST:
        return "a,b";
    case OPTION_TEXT:
        break;
    }
    return "some text";
}

static void values_print_as_they_were_set(void **state)
{
    const struct option_row *row;

    (void)state;
    for (size_t i = 0; (row = option_get(i)); i++) {
        struct settings settings;
        struct text text = {0};
        char *printed;

        assert_int_equal(settings_init(&settings), 0);
        assert_false(option_given(row, &settings));
        assert_int_equal(option_set(row, &settings, row->name, sample(row), NULL), 0);
        assert_true(option_given(row, &settings));
        text_puts(&text, "");
        assert_true(option_print(row, &settings, &text));
        printed = text_take(&text);
        assert_string_equal(printed ? printed : "", sample(row));
        free(printed);
        settings_free(&settings);
    }
}

/* A copy has its own texts: both are freed. */
static void copies_share_nothing(void **state)
{
    struct settings settings, copy;
    const struct option_row *row;

    (void)state;
    assert_int_equal(settings_init(&settings), 0);
    for (size_t i = 0; (row = option_get(i)); i++)
        assert_int_equal(option_set(row, &settings, row->name, sample(row), NULL), 0);
    assert_int_equal(settings_copy(&copy, &settings), 0);
    for (size_t i = 0; (row = option_get(i)); i++) {
        char **one = (char **)((char *)&settings + row->offset);
        char **other = (char **)((char *)&copy + row->offset);

        if (row->store != STORE_TEXT)
            continue;
        assert_string_equal(*one, *other);
        assert_ptr_not_equal(*one, *other);
    }
    settings_free(&settings);
    settings_free(&copy);
}

static void presets_are_those_of_a_plan(void **state)
{
    struct topomap_request request = {0};
    struct settings settings;

    (void)state;
    assert_int_equal(settings_init(&settings), 0);
    request.keep_first = true; /* as the graph's pattern may have it */
    option_apply(&settings, false, &request);
    assert_int_equal(request.effort, TOPOMAP_EFFORT_DEFAULT);
    assert_int_equal(request.slot_order, TOPOMAP_COMPACT);
    assert_int_equal(request.seed, 1);
    assert_int_equal(request.pus_per_task, 1);
    assert_true(request.keep_first);
    assert_null(request.algorithms);
    settings_free(&settings);
}

static void set(struct settings *settings, const char *name, const char *value)
{
    const struct option_row *row = option_find(SCOPE_PLAN, name, strlen(name));

    assert_non_null(row);
    assert_int_equal(option_set(row, settings, name, value, NULL), 0);
}

static void what_was_given_overrides_a_request(void **state)
{
    struct topomap_request request = {.effort = TOPOMAP_EFFORT_BEST, .seed = 7, .keep_first = true,
                                      .min_gain = 0.5, .pus_per_task = 4};
    struct settings settings;

    (void)state;
    assert_int_equal(settings_init(&settings), 0);
    set(&settings, "algorithm", "tree/bisect");
    set(&settings, "keep-first", "off");
    set(&settings, "cpus-per-task", "2");
    set(&settings, "slot-order", "spread");
    option_apply(&settings, true, &request);
    assert_string_equal(request.algorithms, "tree,bisect");
    assert_false(request.keep_first);
    assert_int_equal(request.pus_per_task, 2);
    assert_int_equal(request.slot_order, TOPOMAP_SPREAD);
    assert_int_equal(request.effort, TOPOMAP_EFFORT_BEST);
    assert_int_equal(request.seed, 7);
    assert_true(request.min_gain == 0.5);
    settings_free(&settings);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(values_print_as_they_were_set),
        cmocka_unit_test(copies_share_nothing),
        cmocka_unit_test(presets_are_those_of_a_plan),
        cmocka_unit_test(what_was_given_overrides_a_request),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
