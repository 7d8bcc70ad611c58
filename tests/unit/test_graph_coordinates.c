/* SPDX-License-Identifier: BSD-3-Clause */
/* Coordinates of ranks: from files, process grids, patterns and arrays. */
#include "unit/unit.h"

#include <math.h>
#include <string.h>

static struct topomap_coordinates *parse(const char *text, struct topomap_error *error)
{
    return topomap_coordinates_parse("c", text, strlen(text), error);
}

static void check(const struct topomap_coordinates *c, uint32_t ranks, uint32_t dimensions,
                  const double *values)
{
    assert_non_null(c);
    assert_int_equal(topomap_coordinates_ranks(c), ranks);
    assert_int_equal(topomap_coordinates_dimensions(c), dimensions);
    for (uint32_t r = 0; r < ranks; r++) {
        for (uint32_t d = 0; d < dimensions; d++)
            assert_true(topomap_coordinates_get(c, r)[d] == values[r * dimensions + d]);
    }
}

static void files_are_read(void **state)
{
    static const struct {
        const char *text;
        uint32_t ranks, dimensions;
        double values[16];
    } cases[] = {
        {"0 0\n0 1\n1 0\n", 3, 2, {0, 0, 0, 1, 1, 0}},
        {"# x y z\n\n 1.5\t-2 3e2 # the first\r\n+.5 0 -0.25", 2, 3, {1.5, -2, 300, .5, 0, -.25}},
        {"7", 1, 1, {7}},
        {"1 2 3 4 5 6 7 8\n", 1, 8, {1, 2, 3, 4, 5, 6, 7, 8}},
        {"1e15\n-1E+15\n4#\n", 3, 1, {1e15, -1e15, 4}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_coordinates *c = parse(cases[i].text, NULL);

        check(c, cases[i].ranks, cases[i].dimensions, cases[i].values);
        topomap_coordinates_destroy(c);
    }
}

static void wrong_files_name_the_place(void **state)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "c: is empty"},
        {"# nothing\n\n", "c:2:1: there is no line of coordinates"},
        {"0 1\n0 1 2\n", "c:2:6: there are 3 coordinates, but 2 on the lines before"},
        {"0 1\n0\n", "c:2:2: there are 1 coordinates, but 2 on the lines before"},
        {"1 2 3 4 5 6 7 8 9\n", "c:1:17: there are more than 8 coordinates"},
        {"1\nx\n", "c:2:1: expected a number from -1e+15 to 1e+15"},
        {"nan\n", "c:1:1: expected a number from -1e+15 to 1e+15"},
        {"1 inf\n", "c:1:3: expected a number from -1e+15 to 1e+15"},
        {"1e16\n", "c:1:1: expected a number from -1e+15 to 1e+15"},
        {"1e999\n", "c:1:1: expected a number from -1e+15 to 1e+15"},
        {"1e\n", "c:1:1: expected a number from -1e+15 to 1e+15"},
        {"--1\n", "c:1:1: expected a number from -1e+15 to 1e+15"},
        {"1,2\n", "c:1:2: unexpected character after a number"},
        {"0x10\n", "c:1:2: unexpected character after a number"},
        {"00000000000000000000000000000000000000000000000000000000000000001\n",
         "c:1:1: expected a number from -1e+15 to 1e+15"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};

        assert_null(parse(cases[i].text, &error));
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(error.code, TOPOMAP_INPUT);
    }
    assert_null(topomap_coordinates_parse("c", "1\0002\n", 4, NULL));
    assert_null(topomap_coordinates_read("/nowhere/at/all", NULL));
}

static void process_grids_have_coordinates(void **state)
{
    static const double rows[] = {0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2};
    static const double columns[] = {0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 1, 2};
    static const char *const wrong[] = {"", "2y3", "0x3", "2x3:", "2x3:columns", "2x3:27", "x2",
                                        "1x1x1x1x1x1x1x1x1", "16777217", "4097x4097"};
    struct topomap_coordinates *c = topomap_coordinates_grid("2x3", NULL);
    struct topomap_error error;

    (void)state;
    check(c, 6, 2, rows);
    topomap_coordinates_destroy(c);
    c = topomap_coordinates_grid("2x3:column", NULL);
    check(c, 6, 2, columns);
    topomap_coordinates_destroy(c);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(topomap_coordinates_grid(wrong[i], &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
    }
}

static void patterns_know_their_grid(void **state)
{
    static const double columns[] = {0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 1, 2};
    static const char *const shaped[] = {"grid:2x3:column", "rows:2x3:column",
                                         "grid:2x3:periodic:9:column"};
    struct topomap_graph *graph = topomap_graph_pattern("order", 6, NULL);

    (void)state;
    assert_null(topomap_graph_coordinates(graph));
    topomap_graph_destroy(graph);
    for (size_t i = 0; i < sizeof shaped / sizeof *shaped; i++) {
        struct topomap_graph *messages;

        graph = topomap_graph_pattern(shaped[i], 0, NULL);
        check(topomap_graph_coordinates(graph), 6, 2, columns);
        messages = topomap_graph_by_messages(graph, NULL);
        topomap_graph_destroy(graph);
        check(topomap_graph_coordinates(messages), 6, 2, columns);
        topomap_graph_destroy(messages);
    }
    graph = topomap_graph_parse("g", "0 1 5\n", 6, NULL, NULL);
    assert_null(topomap_graph_coordinates(graph));
    topomap_graph_destroy(graph);
}

static void arrays_are_checked(void **state)
{
    double values[] = {1, 2, 3, 4};
    struct topomap_error error;
    struct topomap_coordinates *c = topomap_coordinates_create(2, 2, values, NULL);

    (void)state;
    check(c, 2, 2, values);
    topomap_coordinates_destroy(c);
    topomap_coordinates_destroy(NULL);
    assert_null(topomap_coordinates_create(0, 2, values, &error));
    assert_null(topomap_coordinates_create(4, 0, values, &error));
    assert_null(topomap_coordinates_create(1, 9, values, &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
    values[3] = NAN;
    assert_null(topomap_coordinates_create(2, 2, values, &error));
    assert_string_equal(error.text, "coordinates of rank 1 are beyond +-1e+15");
    values[3] = -INFINITY;
    assert_null(topomap_coordinates_create(2, 2, values, &error));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(wrong_files_name_the_place),
        cmocka_unit_test(process_grids_have_coordinates),
        cmocka_unit_test(patterns_know_their_grid),
        cmocka_unit_test(arrays_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
