/* SPDX-License-Identifier: BSD-3-Clause */
/* Even if a program has set a locale with a decimal comma, files, requests and messages have
 * decimal points. */
#include "unit/unit.h"

#include "base/error.h"
#include "base/json.h"
#include "graph/graph.h"
#include "option/option.h"
#include "wire/reply.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOCALE "de_DE.UTF-8"
#define SKIPPED 77

static char folder[] = "test_locale.XXXXXX";

/* Make such a locale, as most systems have none; false if that is impossible. */
static bool make_locale(void)
{
    char command[256];

    if (!mkdtemp(folder))
        return false;
    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 %s/" LOCALE " >/dev/null 2>&1", folder);
    return system(command) == 0 && setenv("LOCPATH", folder, 1) == 0 &&
           setlocale(LC_ALL, LOCALE) && strcmp(localeconv()->decimal_point, ",") == 0;
}

static int remove_locale(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* The locale stays what the program has set. */
static void numbers_have_points(void **state)
{
    struct topomap_error error;
    struct text text = {0};
    char string[16], *end;

    (void)state;
    assert_int_equal(text_format(string, sizeof string, "%.2f", 1.25), 4);
    assert_string_equal(string, "1.25");
    text_printf(&text, "%g and %.1f", 0.5, 2.5);
    assert_string_equal(text.data, "0.5 and 2.5");
    text_free(&text);
    assert_true(text_real("1.25e1 x", &end) == 12.5);
    assert_string_equal(end, " x");
    assert_true(text_real("1,25", &end) == 1);
    assert_string_equal(end, ",25");
    error_set(&error, TOPOMAP_INPUT, "%g seconds", 1.5);
    assert_string_equal(error.text, "1.5 seconds");
    snprintf(string, sizeof string, "%.1f", 1.5);
    assert_string_equal(string, "1,5");
    assert_string_equal(localeconv()->decimal_point, ",");
}

static void json_is_json(void **state)
{
    struct json json = {.depth = 0};

    (void)state;
    json_open(&json, NULL, '{');
    json_number(&json, "half", 0.5);
    json_close(&json, '}');
    assert_non_null(strstr(json.text.data, "\"half\": 0.5"));
    text_free(&json.text);
}

/* 1.5 KB is 1500 bytes in all of them. */
static void graphs_are_read(void **state)
{
    static const struct {
        const char *format, *text;
    } cases[] = {
        {"edges", "# n=2\n0 1 1.5e3 1\n"},
        {"csv", "0,1500.0\n0.0,0\n"},
        {"csv", "0;1500.0\n0.0;0\n"},
        {NULL, "src,dst,bytes\n0,1,1500.0\n"},
        {"mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1500.0\n"},
        {NULL, "{\"nodes\": [{\"id\": 0}, {\"id\": 1}], "
               "\"links\": [{\"source\": 0, \"target\": 1, \"weight\": 1500.0}]}\n"},
        {NULL, "digraph { 0 -> 1 [weight=1500.0]; }\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        struct topomap_graph *graph = topomap_graph_parse("graph", cases[i].text,
                                                          strlen(cases[i].text), cases[i].format,
                                                          &error);

        if (!graph)
            fail_msg("%zu: %s", i, error.text);
        assert_int_equal(topomap_graph_bytes(graph), 1500);
        topomap_graph_destroy(graph);
    }
}

static void patterns_are_read(void **state)
{
    struct topomap_error error = {.text = ""};
    struct topomap_graph *graph = topomap_graph_pattern("geometric:degree=6.5", 64, &error);

    (void)state;
    if (!graph)
        fail_msg("%s", error.text);
    topomap_graph_destroy(graph);
}

static void coordinates_are_read(void **state)
{
    static const char text[] = "0 0.5\n1 1.25\n";
    struct topomap_error error = {.text = ""};
    struct topomap_coordinates *coordinates =
        topomap_coordinates_parse("coordinates", text, sizeof text - 1, &error);

    (void)state;
    if (!coordinates)
        fail_msg("%s", error.text);
    topomap_coordinates_destroy(coordinates);
}

static void networks_are_read_and_written(void **state)
{
    static const char text[] = "network:\n  kind: torus\n  dims: [2, 2]\n  nodes: n[0-3]\n"
                               "  links: [{bandwidth: 1.5e9, latency: 0.5e-6}]\n";
    struct topomap_error error = {.text = ""};
    struct topomap_network *network =
        topomap_network_parse("network", text, sizeof text - 1, &error);
    char *table;

    (void)state;
    if (!network)
        fail_msg("%s", error.text);
    table = topomap_network_export(network, "positions", NULL, &error);
    if (!table)
        fail_msg("%s", error.text);
    for (char *line = table; *line; line = strchr(line, '\n') + 1) {
        unsigned commas = 0;

        for (char *c = line; *c != '\n'; c++)
            commas += *c == ',';
        assert_int_equal(commas, 3);
    }
    free(table);
    topomap_network_destroy(network);
}

static void options_are_read_and_written(void **state)
{
    const struct option_row *row = option_find(SCOPE_REQUEST, "time-budget", 11);
    struct topomap_error error = {.text = ""};
    struct settings settings;
    struct text text = {0};

    (void)state;
    assert_non_null(row);
    assert_int_equal(settings_init(&settings), 0);
    if (option_set(row, &settings, "time-budget", "1.5", &error) < 0)
        fail_msg("%s", error.text);
    assert_true(option_number(row, &settings) == 1.5);
    assert_true(option_print(row, &settings, &text));
    assert_string_equal(text.data, "1.5");
    text_free(&text);
    settings_free(&settings);
}

static void replies_are_read_and_written(void **state)
{
    uint32_t tasks[] = {1, 1}, tids[] = {1, 0};
    struct wire_reply reply = {.status = WIRE_PLACED, .algorithm = "tree", .network = "tree",
                               .gain = "hop-bytes 1.00 -> 0.50",
                               .scored = true, .before = 2.5, .after = 1.25, .ranks = 2,
                               .nodes = 2, .tasks = tasks, .tids = tids};
    struct wire_reply again = {.ranks = 0};
    struct topomap_error error = {.text = ""};
    size_t length;
    char *text = wire_reply_print(&reply, &length);

    (void)state;
    assert_non_null(text);
    assert_non_null(strstr(text, "before 2.5\nafter 1.25\n"));
    if (wire_reply_parse(&again, text, length, 2, tasks, &error) < 0)
        fail_msg("%s", error.text);
    assert_true(again.before == 2.5 && again.after == 1.25);
    wire_reply_free(&again);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_points),
        cmocka_unit_test(json_is_json),
        cmocka_unit_test(graphs_are_read),
        cmocka_unit_test(patterns_are_read),
        cmocka_unit_test(coordinates_are_read),
        cmocka_unit_test(networks_are_read_and_written),
        cmocka_unit_test(options_are_read_and_written),
        cmocka_unit_test(replies_are_read_and_written),
    };

    if (!make_locale()) {
        remove_locale(NULL);
        printf("localedef cannot make " LOCALE " (Debian: package locales)\n");
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, remove_locale);
}
