/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "base/error.h"
#include "base/hint.h"
#include "base/json.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void error_is_one_line_and_bounded(void **state)
{
    struct topomap_error error;
    char longer[2 * TOPOMAP_ERROR_TEXT];

    (void)state;
    assert_int_equal(error_set(&error, TOPOMAP_INPUT, "a\nb\t%d", 7), -1);
    assert_string_equal(error.text, "a?b?7");
    assert_int_equal(error.code, TOPOMAP_INPUT);
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    error_set(&error, TOPOMAP_INPUT, "%s", longer);
    assert_int_equal(strlen(error.text), TOPOMAP_ERROR_TEXT - 1);
    assert_int_equal(error_set(NULL, TOPOMAP_INPUT, "nobody listens"), -1);
}

static void arrays_refuse_sizes_that_overflow(void **state)
{
    void *array = NULL;
    size_t capacity = 0;

    (void)state;
    assert_null(array_new(SIZE_MAX / 2, 4));
    assert_null(array_raw(SIZE_MAX / 2, 4));
    assert_int_equal(array_grow(&array, &capacity, SIZE_MAX, 1), -1);
    assert_int_equal(array_grow(&array, &capacity, SIZE_MAX / 4, 8), -1);
    assert_null(array);
    assert_int_equal(array_grow(&array, &capacity, 100, 8), 0);
    assert_true(capacity >= 100);
    free(array);
}

static void control_characters_are_hidden(void **state)
{
    static const struct {
        const char *before, *after;
    } cases[] = {
        {"plain text", "plain text"},
        {"Größe 3×4, €, 😀", "Größe 3×4, €, 😀"},
        {"\x1b[2J\x1b]0;title\x07gone", "?[2J?]0;title?gone"},
        {"two\nlines\r\tand\x7f\x08", "two?lines??and??"},
        {"\xc2\x9b" "31m \x9b" "31m", "??31m ?31m"},
        {"\xc3\x9b is a letter, \xc3\xa9\x9b is one and a control",
         "\xc3\x9b is a letter, \xc3\xa9? is one and a control"},
        {"cut \xc2", "cut \xc2"},
        {"", ""},
    };
    char text[80];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "%s", cases[i].before);
        text_hide_controls(text);
        assert_string_equal(text, cases[i].after);
    }
}

static void text_grows_and_prints(void **state)
{
    struct text text = {0};
    char *result;

    (void)state;
    for (int i = 0; i < 1000; i++)
        text_printf(&text, "%d,", i % 10);
    text_number(&text, UINT64_MAX);
    text_number(&text, 0);
    result = text_take(&text);
    assert_int_equal(strlen(result), 2000 + 20 + 1);
    assert_string_equal(result + 2000, "184467440737095516150");
    free(result);
    result = text_take(&text);
    assert_string_equal(result, "");
    free(result);
}

static void numbers_are_parsed_strictly(void **state)
{
    static const struct {
        const char *text;
        uint64_t limit;
        int result;
        uint64_t number;
    } cases[] = {
        {"0", 10, 0, 0},           {"10", 10, 0, 10},
        {"11", 10, -1, 0},         {"", 10, -1, 0},
        {"-1", 10, -1, 0},         {" 1", 10, -1, 0},
        {"18446744073709551615", UINT64_MAX, 0, UINT64_MAX},
        {"18446744073709551616", UINT64_MAX, -1, 0},
        {"99999999999999999999999", UINT64_MAX, -1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *cursor = cases[i].text;
        uint64_t number = 0;

        assert_int_equal(text_parse_number(&cursor, cursor + strlen(cursor), cases[i].limit,
                                           &number),
                         cases[i].result);
        assert_int_equal(number, cases[i].number);
        if (cases[i].result < 0)
            assert_ptr_equal(cursor, cases[i].text);
    }
}

static void random_numbers_are_the_same_everywhere(void **state)
{
    struct random random;
    uint32_t numbers[100], seen[100] = {0}, count[7] = {0};

    (void)state;
    random_seed(&random, 42);
    assert_int_equal(random_next(&random), UINT64_C(1546998764402558742));
    assert_int_equal(random_next(&random), UINT64_C(6990951692964543102));
    for (int i = 0; i < 70000; i++)
        count[random_below(&random, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_uint_in_range(count[i], 9500, 10500);
    for (uint32_t i = 0; i < 100; i++)
        numbers[i] = i;
    random_shuffle(&random, numbers, 100);
    for (int i = 0; i < 100; i++)
        seen[numbers[i]]++;
    for (int i = 0; i < 100; i++)
        assert_int_equal(seen[i], 1);
}

static void json_is_escaped_and_nested(void **state)
{
    struct json json = {0};
    uint32_t list[] = {1, 2, 3};
    char *result;

    (void)state;
    json_open(&json, NULL, '{');
    json_string(&json, "a\"b", "x\\y\n");
    json_open(&json, "empty", '[');
    json_close(&json, ']');
    json_list(&json, "list", list, 3);
    json_number(&json, "nan", 0.0 / 0.0);
    json_number(&json, "exact", 0x1p53 - 1);
    json_number(&json, "part", 0.1);
    json_string(&json, "nothing", NULL);
    json_close(&json, '}');
    result = text_take(&json.text);
    assert_string_equal(result, "{\n  \"a\\\"b\": \"x\\\\y\\u000a\",\n  \"empty\": [],\n"
                                "  \"list\": [1, 2, 3],\n  \"nan\": null,\n"
                                "  \"exact\": 9007199254740991,\n  \"part\": 0.1,\n"
                                "  \"nothing\": null\n}\n");
    free(result);
}

static void json_is_utf8(void **state)
{
    static const struct {
        const char *bytes, *quoted;
    } cases[] = {
        {"caf\xc3\xa9", "\"caf\xc3\xa9\""},
        {"\xf0\x9f\x90\x8d", "\"\xf0\x9f\x90\x8d\""},
        {"caf\xe9", "\"caf\xef\xbf\xbd\""},
        {"\xc3", "\"\xef\xbf\xbd\""},
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                      /* longer than need be */
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},  /* a surrogate */
        {"\xf4\x90\x80\x80",
         "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},      /* above U+10FFFF */
        {"\x1f\x7f\"", "\"\\u001f\x7f\\\"\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        char *result;

        json_quote(&text, cases[i].bytes);
        result = text_take(&text);
        assert_string_equal(result, cases[i].quoted);
        free(result);
    }
}

static void lists_are_parted_by_marks(void **state)
{
    static const struct {
        const char *list, *marks;
        size_t lengths[4], count;
    } cases[] = {
        {"tree,bisect/auto", LIST_NAMES, {4, 6, 4}, 3},
        {"a/b.yaml,c", LIST_FILES, {8, 1}, 2},
        {"", LIST_NAMES, {0}, 1},
        {",x/", LIST_NAMES, {0, 1, 0}, 3},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *list = cases[i].list, *item;
        size_t length, count = 0;

        while (list_next(&list, cases[i].marks, &item, &length))
            assert_int_equal(length, cases[i].lengths[count++]);
        assert_int_equal(count, cases[i].count);
    }
    assert_true(list_has("tree/auto", "auto"));
    assert_false(list_has("tree/autos", "auto"));
}

static void the_nearest_word_is_meant(void **state)
{
    static const char *const words[] = {"plan",  "eval",    "compare",
                                        "graph", "network", "congestion"};
    static const struct {
        const char *word, *meant;
    } cases[] = {
        {"plam", "plan"},       {"paln", "plan"},      {"lpan", "plan"},   {"pla", "plan"},
        {"netwrok", "network"}, {"comapre", "compare"}, {"graf", "graph"},    {"grap", "graph"},
        {"cong", "congestion"}, {"x", NULL},           {"poem", NULL},     {"", NULL},
        {"evaluate", NULL},     {"planned-much-longer-than-any-word-that-is-offered", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hint hint;

        hint_init(&hint, cases[i].word, strlen(cases[i].word));
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            hint_offer(&hint, words[w]);
        if (cases[i].meant)
            assert_string_equal(hint.nearest, cases[i].meant);
        else
            assert_null(hint.nearest);
        assert_true(!*hint_text(&hint) == !cases[i].meant);
    }
}

/* Lines of a bounded text: empty ones count, one without a newline at the end too. */
static void lines_are_parted_at_newlines(void **state)
{
    static const char text[] = "one\n\nthree\r\nlast";
    static const char *const lines[] = {"one", "", "three\r", "last"};
    const char *at = text, *end = text + strlen(text), *line, *line_end;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_true(text_line(&at, end, &line, &line_end));
        assert_int_equal(line_end - line, strlen(lines[i]));
        assert_memory_equal(line, lines[i], strlen(lines[i]));
        assert_int_equal(line_end == end, i == 3);
    }
    assert_false(text_line(&at, end, &line, &line_end));
    at = text;
    assert_true(text_line(&at, text + 4, &line, &line_end));
    assert_false(text_line(&at, text + 4, &line, &line_end));
}

static void note_task(void *argument, unsigned i)
{
    unsigned *calls = argument;

    calls[i]++;
}

static void tasks_are_all_called_once(void **state)
{
    (void)state;
    for (unsigned count = 0; count < 200; count++) {
        unsigned calls[200] = {0};

        parallel_run(count, note_task, calls);
        for (unsigned i = 0; i < 200; i++)
            assert_int_equal(calls[i], i < count);
    }
    assert_uint_in_range(parallel_threads(), 1, PARALLEL_MOST);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_is_one_line_and_bounded),
        cmocka_unit_test(arrays_refuse_sizes_that_overflow),
        cmocka_unit_test(control_characters_are_hidden),
        cmocka_unit_test(text_grows_and_prints),
        cmocka_unit_test(numbers_are_parsed_strictly),
        cmocka_unit_test(random_numbers_are_the_same_everywhere),
        cmocka_unit_test(json_is_escaped_and_nested),
        cmocka_unit_test(json_is_utf8),
        cmocka_unit_test(lists_are_parted_by_marks),
        cmocka_unit_test(lines_are_parted_at_newlines),
        cmocka_unit_test(the_nearest_word_is_meant),
        cmocka_unit_test(tasks_are_all_called_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
