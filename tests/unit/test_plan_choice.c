/* SPDX-License-Identifier: BSD-3-Clause */
/* Parsing of algorithm names, and what runs then. */
#include "unit/unit.h"

#include "plan/choice.h"

#include <string.h>

static void words_are_split(void **state)
{
    static const struct {
        const char *text, *algorithm, *parameter;
        const char *refinement[CHOICE_REFINEMENTS];
        bool recipe;
    } cases[] = {
        {"tree", "tree", "", {NULL}, false},
        {"tree+swap", "tree", "", {"+swap"}, false},
        {"tree+swap+anneal", "tree", "", {"+swap", "+anneal"}, false},
        {"tree+anneal+swap+warm+hot", "tree", "", {"+anneal", "+swap", "+warm", "+hot"}, false},
        {"plane:3", "plane", "3", {NULL}, false},
        {"plane:3+congestion", "plane", "3", {"+congestion"}, false},
        {"random-drawers", "random-drawers", "", {NULL}, false},
        {"layout", NULL, "", {NULL}, false},
        {"layout+swap", NULL, "", {"+swap"}, false},
        {"recipe+anneal", NULL, "", {"+anneal"}, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct choice choice;

        /* In lists there is more text after the word. */
        if (choice_parse(&choice, cases[i].text, strlen(cases[i].text), &error) < 0)
            fail_msg("%s: %s", cases[i].text, error.text);
        assert_string_equal(choice.text, cases[i].text);
        assert_string_equal(choice.parameter, cases[i].parameter);
        assert_int_equal(choice.recipe, cases[i].recipe);
        if (cases[i].algorithm)
            assert_string_equal(choice.algorithm->about.name, cases[i].algorithm);
        else
            assert_null(choice.algorithm);
        for (size_t k = 0; k < CHOICE_REFINEMENTS; k++) {
            if (cases[i].refinement[k])
                assert_string_equal(choice.refinement[k]->suffix, cases[i].refinement[k]);
            else
                assert_null(choice.refinement[k]);
        }
    }
}

static void only_the_word_counts(void **state)
{
    struct choice choice;

    (void)state;
    assert_int_equal(choice_parse(&choice, "tree+swap,bisect", 9, NULL), 0);
    assert_string_equal(choice.text, "tree+swap");
}

static void wrong_words_are_refused(void **state)
{
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"", "unknown algorithm ''"},
        {"tre", "unknown algorithm 'tre'"},
        {"+swap", "unknown algorithm '+swap'"},
        {"tree+swop", "unknown refinement '+swop'; did you mean '+swap'?"},
        {"tree+swpa+anneal", "unknown refinement '+swpa'; did you mean '+swap'?"},
        {"layout+anneal+xyzzy", "unknown refinement '+xyzzy'"},
        {"tre+swop", "unknown algorithm 'tre+swop'; did you mean 'tree'?"},
        {"tree+swap+swap+swap+swap+anneal",
         "at most 4 refinements follow an algorithm, not '+swap+swap+swap+swap+anneal'"},
        {"plane:4+swap+swap+swap+swap+swap", "at most 4 refinements follow"},
        {"auto", "unknown algorithm 'auto'"},
        {"tree:4", "algorithm 'tree' takes no parameter"},
        {"tree:", "algorithm 'tree' takes no parameter"},
        {"layout:1", "algorithm 'layout' takes no parameter"},
        {"plane", "algorithm 'plane' needs a parameter: plane:"},
        {"plane:", "algorithm 'plane' needs a parameter: plane:"},
        {"plane:+swap", "algorithm 'plane' needs a parameter: plane:"},
    };
    char much[2 * CHOICE_SIZE];
    struct topomap_error error;
    struct choice choice;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(choice_parse(&choice, cases[i].text, strlen(cases[i].text), &error), -1);
        assert_int_equal(error.code, TOPOMAP_USAGE);
        if (strncmp(error.text, cases[i].reason, strlen(cases[i].reason)) != 0)
            fail_msg("'%s': %s", cases[i].text, error.text);
    }
    memset(much, 'x', sizeof much);
    assert_int_equal(choice_parse(&choice, much, sizeof much, &error), -1);
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_int_equal(choice_parse(&choice, much, CHOICE_SIZE, &error), -1);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_split),
        cmocka_unit_test(only_the_word_counts),
        cmocka_unit_test(wrong_words_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
