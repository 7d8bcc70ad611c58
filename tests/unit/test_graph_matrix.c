/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse matrices: what is accepted, what is refused, and which rank sends what. */
#include "unit/unit.h"

#include "graph/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MTX(kind) "%%MatrixMarket matrix coordinate " kind "\n"

static struct topomap_matrix *parse(const char *text)
{
    struct topomap_error error;
    struct topomap_matrix *matrix = topomap_matrix_parse("m", text, strlen(text), &error);

    if (!matrix)
        fail_msg("%s", error.text);
    return matrix;
}

static void values_of_all_kinds_are_read(void **state)
{
    static const struct {
        const char *text;
        size_t entries;
    } cases[] = {
        {MTX("integer general") "2 2 3\n1 1 -4\n1 2 +5\n2 1 0\n", 3},
        {MTX("real general") "% c\n\n2 2 3\n1 1 -1.5e-3\n 1 2\t.5 \r\n2 2 1.D+02\n", 3},
        {MTX("double symmetric") "3 3 3\n1 1 2.\n2 1 -1\n3 2 1e5\n", 5},
        {MTX("pattern symmetric") "2 2 2\n1 1\n2 1\n", 3},
        {MTX("pattern general") "2 2 0\n", 0},
        {MTX("complex hermitian") "2 2 2\n1 1 1 0\n2 1 0.5 -2\n", 3},
        {MTX("real skew-symmetric") "2 2 1\n2 1 7\n", 2},
        {"%%MatrixMarket MATRIX Coordinate Real Symmetric\n2 2 1\n2 1 7", 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_matrix *matrix = parse(cases[i].text);

        assert_int_equal(matrix->entries, cases[i].entries);
        topomap_matrix_destroy(matrix);
    }
}

static void faults_are_named_with_their_place(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "m: is empty"},
        {"2 2 0\n", "m:1:1: '%%MatrixMarket' is missing"},
        {"%%MatrixMarket matrix array real general\n", "m:1:23: the layout 'array' is not supported"},
        {MTX("quaternion general"), "m:1:34: the kind of values 'quaternion' is not supported"},
        {MTX("real lopsided"), "m:1:39: the symmetry 'lopsided' is not supported"},
        {MTX("real general"), "m:1:46: the size of the matrix is missing"},
        {MTX("real general") "0 0 0\n", "m:2:6: the matrix has no rows"},
        {MTX("real general") "2 3 0\n", "m:2:6: the matrix has 2 rows but 3 columns"},
        {MTX("real general") "67108865 67108865 0\n", "m:2:1: the number of rows exceeds 67108864"},
        {MTX("real general") "2 2 1\n3 1 5\n", "m:3:1: the row exceeds 2"},
        {MTX("real general") "2 2 1\n0 1 5\n", "m:3:6: rows and columns are counted from 1"},
        {MTX("real general") "2 2 1\n1 2\n", "m:3:4: the value is missing"},
        {MTX("real general") "2 2 1\n1 2 nan\n", "m:3:5: the value is not a number"},
        {MTX("real general") "2 2 1\n1 2 .\n", "m:3:5: the value is not a number"},
        {MTX("real general") "2 2 1\n1 2 1e\n", "m:3:5: the value is not a number"},
        {MTX("real general") "2 2 1\n1 2 1 1\n", "m:3:7: unexpected text at the end"},
        {MTX("integer general") "2 2 1\n1 2 1.5\n", "m:3:5: the value is not a whole number"},
        {MTX("complex general") "2 2 1\n1 2 1\n", "m:3:6: the value is missing"},
        {MTX("pattern general") "2 2 1\n1 2 1\n", "m:3:5: unexpected text at the end"},
        {MTX("real symmetric") "2 2 1\n1 2 5\n", "m:3:6: a symmetric matrix must list"},
        {MTX("real hermitian") "2 2 1\n1 2 5\n", "m:3:6: a symmetric matrix must list"},
        {MTX("real general") "2 2 2\n1 2 5\n", "m:3:6: the text ends after 1 of 2 entries"},
        {MTX("real general") "2 2 1\n1 2 5\n2 1 5\n", "m:4:1: more than the expected 1 entries"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {0};

        assert_null(topomap_matrix_parse("m", cases[i].text, strlen(cases[i].text), &error));
        assert_int_equal(error.code, TOPOMAP_INPUT);
        if (strncmp(error.text, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("'%s', not '%s'", error.text, cases[i].message);
    }
}

/* The edge list of a matrix over so many ranks. */
static char *edges(const char *text, uint32_t ranks, uint64_t bytes)
{
    struct topomap_matrix *matrix = parse(text);
    struct topomap_error error;
    struct topomap_graph *graph = topomap_graph_from_matrix(matrix, ranks, bytes, 1, &error);
    char *printed;

    if (!graph)
        fail_msg("%s", error.text);
    printed = topomap_graph_print(graph, "edges", NULL, NULL);
    topomap_graph_destroy(graph);
    topomap_matrix_destroy(matrix);
    return printed;
}

/* With one row on each rank nothing is partitioned: rank i needs x(j) for each stored a(i,j). */
static void each_rank_needs_what_its_row_names(void **state)
{
    char *printed = edges(MTX("real general") "3 3 6\n1 1 4\n1 3 -1\n2 1 2\n3 1 0\n3 3 9\n2 1 2\n",
                          3, 8);

    (void)state;
    assert_string_equal(printed, "# n=3  src dst bytes msgs\n0 1 8 1\n0 2 8 1\n2 0 8 1\n");
    free(printed);
}

/* Two cliques, 1 to 4 and 5 to 8; 5 and 6 both need x(4), 2 needs x(5). */
static void a_value_is_sent_once_to_each_rank(void **state)
{
    char text[1024] = MTX("pattern general") "8 8 27\n";
    char *printed;

    (void)state;
    for (uint32_t r = 1; r <= 8; r++) {
        for (uint32_t c = r <= 4 ? 1 : 5; c <= (r <= 4 ? 4U : 8U); c++) {
            if (r != c)
                snprintf(text + strlen(text), sizeof text - strlen(text), "%u %u\n", r, c);
        }
    }
    strcat(text, "5 4\n6 4\n2 5\n");
    printed = edges(text, 2, 4);
    assert_string_equal(printed, "# n=2  src dst bytes msgs\n0 1 4 1\n1 0 4 1\n");
    free(printed);
    printed = edges(text, 1, 4);
    assert_string_equal(printed, "# n=1  src dst bytes msgs\n");
    free(printed);
}

/* A 5-point stencil of 16 x 16 points, cut into squares: each of four ranks sends the 8 values of a
 * side to two others, 64 in total; traffic is symmetric. */
static void a_symmetric_matrix_sends_alike_both_ways(void **state)
{
    static char text[16384] = MTX("real symmetric") "256 256 736\n";
    struct topomap_matrix *matrix;
    struct topomap_graph *graph;
    char *end = text + strlen(text);

    (void)state;
    for (uint32_t p = 1; p <= 256; p++) {
        if (p > 16)
            end += sprintf(end, "%u %u -1\n", p, p - 16);
        if (p % 16 != 1)
            end += sprintf(end, "%u %u -1\n", p, p - 1);
        end += sprintf(end, "%u %u 4\n", p, p);
    }
    matrix = parse(text);
    assert_int_equal(matrix->entries, 256 + 2 * 480);
    graph = topomap_graph_from_matrix(matrix, 4, 1, 1, NULL);
    assert_non_null(graph);
    assert_true(topomap_graph_bytes(graph) >= 48 && topomap_graph_bytes(graph) <= 96);
    assert_int_equal(topomap_graph_messages(graph), topomap_graph_edges(graph));
    for (size_t e = 0; e < topomap_graph_edges(graph); e++) {
        struct topomap_edge edge = topomap_graph_edge(graph, e);
        bool back = false;

        for (size_t o = topomap_graph_first_edge(graph, edge.dst);
             o < topomap_graph_first_edge(graph, edge.dst + 1); o++)
            back |= topomap_graph_edge(graph, o).dst == edge.src;
        assert_true(back);
    }
    topomap_graph_destroy(graph);
    topomap_matrix_destroy(matrix);
}

static void what_cannot_be_spread_is_refused(void **state)
{
    struct topomap_matrix *matrix = parse(MTX("pattern general") "3 3 1\n1 2\n");
    struct topomap_error error;

    (void)state;
    assert_null(topomap_graph_from_matrix(matrix, 4, 8, 1, &error));
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_string_equal(error.text, "3 rows cannot be spread over 4 ranks");
    assert_null(topomap_graph_from_matrix(matrix, 0, 8, 1, &error));
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    assert_null(topomap_graph_from_matrix(matrix, 2, 0, 1, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_null(topomap_graph_from_matrix(matrix, 2, (1 << 20) + 1, 1, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    topomap_matrix_destroy(matrix);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_all_kinds_are_read),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(each_rank_needs_what_its_row_names),
        cmocka_unit_test(a_value_is_sent_once_to_each_rank),
        cmocka_unit_test(a_symmetric_matrix_sends_alike_both_ways),
        cmocka_unit_test(what_cannot_be_spread_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
