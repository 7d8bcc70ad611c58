/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include "base/random.h"
#include "input/scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void lines_are_counted_and_cut(void **state)
{
    static const char text[] = "one\r\n\n # two\nthree";
    struct source source = {.name = "t", .text = text, .length = sizeof text - 1};
    struct topomap_error error;
    struct scan scan;

    (void)state;
    scan_init(&scan, &source);
    assert_int_equal(scan_next_filled(&scan, '#', &error), 1);
    assert_int_equal(scan.line, 1);
    assert_int_equal(scan.end - scan.at, 3);
    assert_int_equal(scan_next_filled(&scan, '#', &error), 1);
    assert_int_equal(scan.line, 4);
    scan.at += 2;
    assert_int_equal(scan_fail(&scan, &error, "what %d", 7), -1);
    assert_string_equal(error.text, "t:4:3: what 7");
    assert_int_equal(scan_next(&scan, &error), 0);
}

static void long_lines_are_refused(void **state)
{
    size_t length = SCAN_MAX_LINE + 3;
    char *text = malloc(length);
    struct source source = {.name = "t", .text = text, .length = length};
    struct topomap_error error;
    struct scan scan;

    (void)state;
    memset(text, ' ', length);
    text[0] = '\n';
    scan_init(&scan, &source);
    assert_int_equal(scan_next(&scan, &error), 1);
    assert_int_equal(scan_next(&scan, &error), -1);
    assert_string_equal(error.text, "t:2:1: the line is too long");
    free(text);
}

/* A text in its own block of memory. */
static struct source source_of(const char *text, char **copy)
{
    *copy = malloc(strlen(text));
    assert_non_null(*copy);
    memcpy(*copy, text, strlen(text));
    return (struct source){.name = "t", .text = *copy, .length = strlen(text)};
}

/* A number of any length, wherever the line and the text end. */
static void numbers_are_read(void **state)
{
    static const char *const behind[] = {"", " ", "\n", "\r\n", ",12345678901", "x and more words"};
    struct random random;

    (void)state;
    random_seed(&random, 1);
    for (unsigned trial = 0; trial < 2000; trial++) {
        uint64_t wanted = random_next(&random) >> (trial & 63), number = 0;
        char text[64], *copy;
        struct source source;
        struct scan scan;

        snprintf(text, sizeof text, "%" PRIu64 "%s", wanted,
                 behind[trial % (sizeof behind / sizeof *behind)]);
        source = source_of(text, &copy);
        scan_init(&scan, &source);
        assert_int_equal(scan_next(&scan, NULL), 1);
        assert_int_equal(scan_number(&scan, "the number", UINT64_MAX, &number, NULL), 0);
        assert_true(number == wanted);
        assert_int_equal(scan.at - scan.start, strspn(text, "0123456789"));
        if (wanted > 0) {
            scan.at = scan.start;
            assert_int_equal(scan_number(&scan, "the number", wanted - 1, &number, NULL), -1);
        }
        free(copy);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"x", "t:1:1: the number is not a number: 'x'"},
        {"-1", "t:1:1: the number is not a number: '-1'"},
        {"", "t:1:1: the number is missing"},
        {"18446744073709551616", "t:1:1: the number exceeds 100"},
        {"101", "t:1:1: the number exceeds 100"},
        {"000000000000000000000000101", "t:1:1: the number exceeds 100"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        char *copy, line[64];
        struct source source;
        struct scan scan;
        uint64_t number;

        snprintf(line, sizeof line, "%s\n", cases[i].text);
        source = source_of(line, &copy);
        scan_init(&scan, &source);
        assert_int_equal(scan_next(&scan, &error), 1);
        assert_int_equal(scan_number(&scan, "the number", 100, &number, &error), -1);
        assert_string_equal(error.text, cases[i].error);
        free(copy);
    }
}

/* Lines read at once give the same as when read word by word; all others leave the cursor. */
static void plain_lines_are_read_at_once(void **state)
{
    static const struct {
        const char *line;
        unsigned count;
        uint64_t number[SCAN_PLAIN];
    } cases[] = {
        {"1 2 3 4\n", 4, {1, 2, 3, 4}}, {"10 20 30\n", 3, {10, 20, 30}},
        {"7\r\n", 1, {7}}, {"1 2 3 4 5\n", 0, {0}}, {"1  2\n", 0, {0}}, {" 1 2\n", 0, {0}},
        {"1 2 \n", 0, {0}}, {"1 x\n", 0, {0}}, {"\n", 0, {0}}, {"1,2\n", 0, {0}},
        {"123456789012345678 1\n", 0, {0}}, {"12345678901234567 1\n", 2, {12345678901234567, 1}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t number[SCAN_PLAIN];
        struct source source = {.name = "t"};
        char text[256], *copy;
        struct scan scan;

        snprintf(text, sizeof text, "%s%0100d", cases[i].line, 0);
        source = source_of(text, &copy);
        scan_init(&scan, &source);
        assert_int_equal(scan_plain_line(&scan, number), cases[i].count);
        assert_memory_equal(number, cases[i].number, cases[i].count * sizeof *number);
        assert_ptr_equal(scan.next, copy + (cases[i].count ? strlen(cases[i].line) : 0));
        assert_int_equal(scan.line, cases[i].count > 0);
        /* Near the end of the text lines are left to scan_next. */
        source.length = strlen(cases[i].line);
        scan_init(&scan, &source);
        assert_int_equal(scan_plain_line(&scan, number), 0);
        free(copy);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_counted_and_cut),
        cmocka_unit_test(long_lines_are_refused),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(plain_lines_are_read_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
