/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs from other programs: Matrix Market, dense matrices, Scotch, Open MPI's monitoring. */
#include "unit/conversions.h"

#include <stdlib.h>
#include <string.h>

#define MTX(kind) "%%MatrixMarket matrix coordinate " kind "\n"
#define TRAFFIC(kind, src, dst, bytes, messages)                                                   \
    kind "\t" src "\t" dst "\t" bytes " bytes\t" messages " msgs sent"

static void texts_give_these_edges(void **state)
{
    static const struct conversion cases[] = {
        {"mtx", MTX("integer general") "% c\n\n3 3 3\n1 2 10\n 3 1\t7\n2 2 5\n",
         WEIGHTS("3") "0 1 10\n1 1 5\n2 0 7\n"},
        {"mtx", "%%MatrixMarket MATRIX Coordinate Real General\n2 2 2\n1 2 1.5e3\n2 1 0.4\n",
         WEIGHTS("2") "0 1 1500\n"},
        {"mtx", MTX("integer symmetric") "3 3 2\n2 1 10\n3 3 4\n",
         WEIGHTS("3") "0 1 10\n1 0 10\n2 2 4\n"},
        {"mtx", MTX("pattern general") "2 2 2\n1 2\n1 2\n", WEIGHTS("2") "0 1 2\n"},
        {"mtx", MTX("integer general") "4 4 0\n", WEIGHTS("4")},
        {"csv", "0,10,0\n1,2,3\r\n0, 7 ,\t0", WEIGHTS("3") "0 1 10\n1 0 1\n1 1 2\n1 2 3\n"
                                                        "2 1 7\n"},
        {"csv", "# by row\n0.0,1e2\n\n2.6,0\n", WEIGHTS("2") "0 1 100\n1 0 3\n"},
        {"csv", "5\n", WEIGHTS("1") "0 0 5\n"},
        {"grf", "0\n2 2\n0 000\n1 1\n1 0\n", WEIGHTS("2") "0 1 1\n1 0 1\n"},
        {"grf", "0 3 4 1 010 1 7 2 2 7 1 4 3 1 4 2", WEIGHTS("3") "0 1 4\n1 0 3\n1 2 2\n"
                                                               "2 1 2\n"},
        {"grf", "0\n2 2\n1 111\n2 9 1 6 1\n1 8 1 6 2\n", WEIGHTS("2") "0 1 3\n1 0 3\n"},
        {"grf", "0\n3 0\n0 0\n0\n0\n0\n\n", WEIGHTS("3")},
        {"prof", "# POINT TO POINT\n" TRAFFIC("E", "0", "2", "100", "3") "\t0,1,2\n"
                 TRAFFIC("I", "0", "2", "8", "1") "\n# OSC\n" TRAFFIC("S", "1", "0", "40", "2") "\n"
                 TRAFFIC("R", "0", "1", "30", "1") "\n# COLLECTIVES\n"
                 TRAFFIC("C", "0", "1", "4288", "27") "\n"
                 "D\tMPI_COMM_WORLD\tprocs: 0,1,2\nO2A\t0\t9 bytes\t1 msgs sent\n"
                 "A2O\t0\t9 bytes\t1 msgs sent\nA2A\t0\t9 bytes\t1 msgs sent\n",
         HEAD("3") "0 2 108 4\n1 0 70 3\n"},
    };

    (void)state;
    conversions_give(cases, sizeof cases / sizeof *cases);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *guessed = convert("g", cases[i].text, NULL, "edges", NULL);

        /* A single number is only a matrix if the format is named; all else is recognised. */
        if (strlen(cases[i].text) > 2 && strncmp(cases[i].text, "0 3", 3) != 0 &&
            strncmp(cases[i].text, "# by", 4) != 0)
            assert_string_equal(guessed, cases[i].result);
        free(guessed);
    }
}

static void faults_are_named_with_their_place(void **state)
{
    static const struct conversion cases[] = {
        {"mtx", "2 2 0\n", "g:1:1: '%%MatrixMarket' is missing"},
        {"mtx", "%%MatrixMarket vector coordinate integer general\n", "g:1:16: the object "
                                                                      "'vector'"},
        {"mtx", "%%MatrixMarket matrix array integer general\n", "g:1:23: the layout 'array'"},
        {"mtx", MTX("complex general"), "g:1:34: the kind of values 'complex'"},
        {"mtx", MTX("integer hermitian"), "g:1:42: the symmetry 'hermitian' is not supported"},
        {"mtx", MTX("integer general"), "g:1:49: the size of the matrix is missing"},
        {"mtx", MTX("integer general") "2 3 0\n", "g:2:6: the matrix has 2 rows but 3 columns"},
        {"mtx", MTX("integer general") "0 0 0\n", "g:2:6: the matrix has no rows"},
        {"mtx", MTX("integer general") "2 2\n", "g:2:4: the number of entries is missing"},
        {"mtx", MTX("integer general") "2 2 1 1\n", "g:2:7: unexpected text at the end"},
        {"mtx", MTX("integer general") "2 2 1\n3 1 5\n", "g:3:1: the row exceeds 2"},
        {"mtx", MTX("integer general") "2 2 1\n0 1 5\n", "g:3:6: rows and columns are counted"},
        {"mtx", MTX("integer general") "2 2 1\n1 2 -5\n", "g:3:5: the value is not a number: '-5'"},
        {"mtx", MTX("integer general") "2 2 1\n1 2 1.5\n", "g:3:6: unexpected character after"},
        {"mtx", MTX("real general") "2 2 1\n1 2 -1.5\n", "g:3:5: the value is not a number from"},
        {"mtx", MTX("real general") "2 2 1\n1 2 1e99\n", "g:3:5: the value is not a number from"},
        {"mtx", MTX("real general") "2 2 1\n1 2 nan\n",
         "g:3:5: the value is not a number from 0 to 2^53: 'nan'"},
        {"mtx", MTX("integer general") "2 2 1\n1 2\n", "g:3:4: the value is missing"},
        {"mtx", MTX("integer symmetric") "2 2 1\n1 2 5\n", "g:3:6: a symmetric matrix must list"},
        {"mtx", MTX("integer general") "2 2 2\n1 2 5\n", "g:3:6: the text ends after 1 of 2"},
        {"mtx", MTX("integer general") "2 2 1\n1 2 5\n2 1 5\n", "g:4:1: more than the expected 1"},
        {"mtx", MTX("integer general") "2 2 2\n1 2 9007199254740992\n2 1 1\n",
         "g:4:6: all bytes together exceed 2^53"},
        {"csv", "", "g: is empty"},
        {"csv", "\n", "g:1:1: there are no rows"},
        {"csv", "1,2\n3\n", "g:2:2: 1 values, but there are 2 in the first row"},
        {"csv", "1,2\n3,4,5\n", "g:2:6: 3 values, but there are 2"},
        {"csv", "1,2\n", "g:1:4: the text ends after 1 of 2 rows"},
        {"csv", "1,2\n3,4\n5,6\n", "g:3:1: more rows than the 2 columns"},
        {"csv", "1,\n", "g:1:3: the value is missing"},
        {"csv", "1,x\n", "g:1:3: the value is not a number from 0 to 2^53: 'x'"},
        {"csv", "1,2 3\n", "g:1:5: a ',' is missing"},
        {"csv", "1,-2\n3,4\n", "g:1:3: the value is not a number from 0"},
        {"csv", "0,9007199254740992\n9,0\n", "g:2:2: all bytes together exceed 2^53"},
        {"grf", "1\n2 2\n0 000\n1 1\n1 0\n", "g:1:2: version 1 of the format is unknown"},
        {"grf", "0\n", "g:1:2: the text ends where the number of vertices should be"},
        {"grf", "0\n0 0\n0 000\n", "g:3:6: a graph has at least one vertex"},
        {"grf", "0\n2 2\n2 000\n", "g:3:1: the base exceeds 1"},
        {"grf", "0\n2 2\n0 020\n", "g:3:6: the flags are not three digits of 0 and 1"},
        {"grf", "0\n2 2\n0 200\n", "g:3:3: the flag field exceeds 111"},
        {"grf", "0\n2 2\n0 000\n1 1\n", "g:4:4: the text ends where the degree of a vertex"},
        {"grf", "0\n2 2\n0 000\n1 2\n1 0\n", "g:4:3: the neighbour exceeds 1"},
        {"grf", "0\n2 2\n1 000\n1 0\n1 1\n", "g:4:4: vertices are counted from 1"},
        {"grf", "0\n2 2\n0 000\n1 0\n1 0\n", "g:4:4: vertex 0 is its own neighbour"},
        {"grf", "0\n2 2\n0 010\n1 0 1\n1 0 0\n", "g:4:5: loads of arcs must be positive"},
        {"grf", "0\n2 2\n0 010\n1 5 1\n1 6 0\n", "g:4: neighbour 1 of vertex 0 lists it with"},
        {"grf", "0\n2 1\n0 000\n1 1\n0\n", "g:4: neighbour 1 of vertex 0 does not list it"},
        {"grf", "0\n2 4\n0 000\n2 1 1\n2 0 0\n", "g:4: neighbour 1 of vertex 0 is listed twice"},
        {"grf", "0\n2 1\n0 000\n1 1\n1 0\n", "g:5:4: more than the expected 1 arcs"},
        {"grf", "0\n2 4\n0 000\n1 1\n1 0\n", "g:5:4: the lists hold 2 of 4 arcs"},
        {"grf", "0\n2 2\n0 000\n1 1\n1 0\n\n7\n", "g:7:1: unexpected text after the last"},
        {"grf", "0\n2 2\n0 100\n1 1 0\n1 1 0\n", "g:5:3: vertex 1 occurs twice"},
        {"prof", "# POINT TO POINT\n", "g:1:1: there is no traffic"},
        {"prof", "X\t0\t1\n", "g:1:1: the line is of an unknown kind"},
        {"prof", "E\t0\t1\t5 byte\t1 msgs sent\n", "g:1:9: 'bytes' is missing"},
        {"prof", "E\t0\t1\t5 bytes\t1\n", "g:1:16: 'msgs sent' is missing"},
        {"prof", "E\t0\t16777216\t5 bytes\t1 msgs sent\n", "g:1:5: the second rank exceeds"},
        {"prof", "E\t0\t1\t9007199254740993 bytes\t1 msgs sent\n", "g:1:7: the number of bytes"},
    };

    (void)state;
    conversions_refused(cases, sizeof cases / sizeof *cases);
}

/* Writing and reading again keeps all that a format can hold. */
static void conversions_keep_what_they_can(void **state)
{
    static const char edges[] = WEIGHTS("4") "0 1 10\n0 3 7\n1 0 4\n2 2 9\n3 2 1\n";
    static const struct {
        const char *format;
        const char *text;
    } cases[] = {
        {"mtx", MTX("integer general") "4 4 5\n1 2 10\n1 4 7\n2 1 4\n3 3 9\n4 3 1\n"},
        {"csv", "# rows=senders\n0,10,0,7\n4,0,0,0\n0,0,9,0\n0,0,1,0\n"},
        {"grf", "0\n4 6\n0 010\n2 14 1 7 3\n1 14 0\n1 1 3\n2 7 0 1 2\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *printed = convert("g", edges, "edges", cases[i].format, NULL);
        char *again = convert("g", cases[i].text, NULL, cases[i].format, NULL);
        char *back = convert("g", cases[i].text, NULL, "edges", NULL);

        assert_string_equal(printed, cases[i].text);
        assert_string_equal(again, cases[i].text);
        if (strcmp(cases[i].format, "grf") != 0)
            assert_string_equal(back, edges);
        free(printed);
        free(again);
        free(back);
    }
}

static void some_graphs_cannot_be_written(void **state)
{
    struct topomap_graph *graph = topomap_graph_create(32769, NULL, 0, NULL);
    struct topomap_error error;

    (void)state;
    assert_null(topomap_graph_print(graph, "prof", NULL, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_null(topomap_graph_print(graph, "csv", NULL, &error));
    assert_int_equal(error.code, TOPOMAP_IMPOSSIBLE);
    topomap_graph_destroy(graph);
}

static void published_matrices_are_read(void **state)
{
    struct topomap_error error = {.text = ""};
    struct topomap_graph *graph =
        topomap_graph_read(SOURCE_DIR "/graphs/maplib/amg.size.csv", NULL, &error);

    (void)state;
    assert_string_equal(error.text, "");
    assert_int_equal(topomap_graph_ranks(graph), 64);
    assert_int_equal(topomap_graph_self(graph, 0).bytes, 72);
    assert_int_equal(topomap_graph_edge(graph, 0).bytes, 17737128);
    topomap_graph_destroy(graph);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_give_these_edges),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(conversions_keep_what_they_can),
        cmocka_unit_test(some_graphs_cannot_be_written),
        cmocka_unit_test(published_matrices_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
