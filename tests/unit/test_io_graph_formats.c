/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/conversions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void texts_give_these_edges(void **state)
{
    static const struct conversion cases[] = {
        {"edges", "# n=3\n0 1 10 2\n2 0 5 1\n", HEAD("3") "0 1 10 2\n2 0 5 1\n"},
        {"edges", "0 1 10\n", WEIGHTS("2") "0 1 10\n"},
        {"edges", "# n=5", WEIGHTS("5")},
        {"edges", "#n=5\n# by hand\n\n 4\t0  7 1 # back\r\n", HEAD("5") "4 0 7 1\n"},
        {"edges", "# about n=9 ranks\n0 1 1 1", HEAD("2") "0 1 1 1\n"},
        {"edges", "1 1 50 5\n0 1 1 1\n0 1 2 2\n", HEAD("2") "0 1 3 3\n1 1 50 5\n"},
        {"edges", "0 1 9007199254740992 1\n", HEAD("2") "0 1 9007199254740992 1\n"},
        {"edges", "0 1 1.5e3 2\n1 0 .5 1.0\n", HEAD("2") "0 1 1500 2\n1 0 1 1\n"},
        {"edges", "0.00e+00 1.00e+00 1.5e+03\n", WEIGHTS("2") "0 1 1500\n"},
        {"edges", "0 1\n1 2 # x\n0 1\n", WEIGHTS("3") "0 1 2\n1 2 1\n"},
        {"edges", "0;1;5\n1; 0 ;7;2\n", HEAD("2") "0 1 5 1\n1 0 7 2\n"},
        {"edges", "# n=3 base=1\n1 3 5\n", WEIGHTS("3") "0 2 5\n"},
        {"edges", "# base=1 n=4\n1 3 5\n", WEIGHTS("4") "0 2 5\n"},
        {"edges", "#base=1\n3,1\n", WEIGHTS("3") "2 0 1\n"},
        {"edges", "\xef\xbb\xbf" "0 1 5\n", WEIGHTS("2") "0 1 5\n"},
        {"edges", "\xef\xbb\xbfsource,target,tag,weight\r\n0,1,\"a, b\",5\r\n",
         WEIGHTS("2") "0 1 5\n"},
        {"edges", "# by hand\n\"\";\"src\";\"dst\";\"Bytes\";\"Msgs\"\n\"1\";\"0\";\"1\";5;2\n",
         HEAD("2") "0 1 5 2\n"},
        {"edges", "dst src\n1 0\n", WEIGHTS("2") "0 1 1\n"},
        {"edges", "From\tTo\tTotal Time\tbytes\n0\t1\t2 s\t9\n", WEIGHTS("2") "0 1 9\n"},
        {"metis", "2 1\n2\n1\n", WEIGHTS("2") "0 1 1\n1 0 1\n"},
        {"metis", "% c\n3 2 001\n2 10\n1 10 3 5\n% c\n2 5\n",
         WEIGHTS("3") "0 1 5\n1 0 5\n1 2 3\n2 1 2\n"},
        {"metis", "3 1 1\n2 4\n1 4\n\n", WEIGHTS("3") "0 1 2\n1 0 2\n"},
        {"metis", "3 1 1\n\n3 4\n2 4\n\n\n", WEIGHTS("3") "1 2 2\n2 1 2\n"},
        {"metis", "2 1 011\n9 2 4\n9 1 4\n", WEIGHTS("2") "0 1 2\n1 0 2\n"},
        {"metis", "2 1 10 2\n9 8 2\n9 8 1\n", WEIGHTS("2") "0 1 1\n1 0 1\n"},
        {"metis", "2 1 111 2\n7 9 8 2 4\n7 9 8 1 4", WEIGHTS("2") "0 1 2\n1 0 2\n"},
        {"metis", "1 0\n\n", WEIGHTS("1")},
    };

    (void)state;
    conversions_give(cases, sizeof cases / sizeof *cases);
}

static void faults_are_named_with_their_place(void **state)
{
    static const struct conversion cases[] = {
        {"edges", "", "g: is empty"},
        {"edges", "\n\n", "g:2:1: there are no edges"},
        {"edges", "# nothing\n", "g:1:10: there are no edges"},
        {"edges", "0 1 1\n0 1\n", "g:2:4: the number of bytes is missing"},
        {"edges", "0 1\n0 1 1\n", "g:2:5: there are more than two numbers, unlike"},
        {"edges", "0\n", "g:1:2: the destination rank is missing"},
        {"edges", "0 1 10 2 3\n", "g:1:10: there are more than four numbers"},
        {"edges", "0 1 10\n0 x 10\n", "g:2:3: the destination rank is not a number: 'x 10'"},
        {"edges", "0 1 -10\n", "g:1:5: the number of bytes is not a number"},
        {"edges", "0 1 10x\n", "g:1:7: unexpected character after the number of bytes"},
        {"edges", "0 1 1e99\n", "g:1:5: the number of bytes is not a number from 0 to 2^53"},
        {"edges", "0 1.5 1\n", "g:1:3: the destination rank is not a whole number"},
        {"edges", "0;1;1,5\n",
         "g:1:6: unexpected character after the number of bytes: numbers have no comma"},
        {"edges", "0,1,10\n1,0 5\n", "g:2:5: a ',' is missing"},
        {"edges", "0,1,10,\n", "g:1:8: there is nothing after ','"},
        {"edges", "a,b,bytes\n0,1,5\n", "g:1:1: no columns are named 'src' and 'dst'"},
        {"edges", "src,dst,size,bytes\n0,1,5,5\n", "g:1:1: two columns are called the number of"},
        {"edges", "src,dst\n0,1,5\n", "g:2:5: there are more than the 2 columns named"},
        {"edges", "# base=1\n0 1 5\n", "there is no rank 0, as 'base=1' counts"},
        {"edges", "# n=3 base=1 n=3\n1 3 5\n", "g:1:14: 'n=' may occur once, before all edges"},
        {"edges", "# n=2 base=1\n1 3 5\n", "g:2:3: the destination rank exceeds 2"},
        {"edges", "# base=2\n", "g:1:8: the number of the first rank exceeds 1"},
        {"edges", "# n=4\n0 4 1 1\n", "g:2:3: the destination rank exceeds 3"},
        {"edges", "# n=4\n4 0 1 1\n", "g:2:1: the source rank exceeds 3"},
        {"edges", "0 16777216 1 1\n", "g:1:3: the destination rank exceeds 16777215"},
        {"edges", "0 99999999999999999999999 1 1\n", "g:1:3: the destination rank exceeds"},
        {"edges", "0 1 9007199254740993\n", "g:1:5: the number of bytes exceeds"},
        {"edges", "0 1 9007199254740992\n1 0 1\n", "g:2:6: all bytes together exceed 2^53"},
        {"edges", "# n=0\n", "g:1:6: a graph has at least one rank"},
        {"edges", "# n=x\n", "g:1:5: the number of ranks is not a number: 'x'"},
        {"edges", "# n=16777217\n", "g:1:5: the number of ranks exceeds 16777216"},
        {"edges", "# n=4\n# n=4\n", "g:2:3: 'n=' may occur once, before all edges"},
        {"edges", "0 1 1\n# n=4\n", "g:2:3: 'n=' may occur once, before all edges"},
        {"metis", "% only\n", "g:1:1: the header is missing"},
        {"metis", "2\n2\n1\n", "g:1:2: the number of edges is missing"},
        {"metis", "0 0\n", "g:1:2: a graph has at least one vertex"},
        {"metis", "16777217 0\n", "g:1:1: the number of vertices exceeds 16777216"},
        {"metis", "2 1 2\n2\n1\n", "g:1:5: the format code"},
        {"metis", "2 1 0011\n2\n1\n", "g:1:9: the format code"},
        {"metis", "2 1 010 x\n1 2\n1 1\n", "g:1:9: the number of vertex weights is not a number"},
        {"metis", "2 1 011 1 1\n", "g:1:11: unexpected text after the header"},
        {"metis", "2 1\n2\n", "g:2:2: the text ends after 1 of 2 vertices"},
        {"metis", "2 1\n2\n1\n1\n", "g:4:1: more lines than the 2 vertices"},
        {"metis", "2 2\n2\n1\n", "g:3:2: the lists hold 2 entries, but 2 edges need"},
        {"metis", "3 1\n2\n1 3\n2\n", "g:3:4: more than the 1 edges of the header"},
        {"metis", "2 1\n1\n2\n", "g:2:2: vertex 1 is its own neighbour"},
        {"metis", "2 1\n0\n1\n", "g:2:2: vertices are counted from 1, not 0"},
        {"metis", "2 1\n3\n1\n", "g:2:1: the neighbour exceeds 2"},
        {"metis", "2 1\nx\n1\n", "g:2:1: the neighbour is not a number: 'x'"},
        {"metis", "2 1 1\n2\n1 5\n", "g:2:2: the weight of the edge is missing"},
        {"metis", "2 1 1\n2 0\n1 0\n", "g:2:4: weights of edges must be positive"},
        {"metis", "2 1 1\n2 5\n1 6\n", "g:2: neighbour 2 of vertex 1 lists it with another"},
        {"metis", "3 1\n2\n3\n\n", "g:2: neighbour 2 of vertex 1 does not list it"},
        {"metis", "2 2\n2 2\n1 1\n", "g:2: neighbour 2 of vertex 1 is listed twice"},
        {"metis", "2 1 010\n\n1 2\n", "g:2:1: a size or weight of the vertex is missing"},
        {NULL, " \n\n", "g: holds only blanks; graph formats are edges, metis, mtx, csv"},
        {NULL, "hello\n", "g: begins with 'hello'; graph formats are edges, metis"},
        {NULL, "5\n", "g: begins with '5'; graph formats are"},
        {NULL, "5 1 2\n1 5 2\n2 2 5\n",
         "g: may be a list of edges or a matrix: name the format, or"},
        {NULL, "0 1\n1 0\n", "g: may be a list of edges or a matrix"},
        {NULL, "0 3\n3 0\n", "g: may be a list of edges or a matrix"},
        {NULL, "90 1 2\n80 0 5\n7 7 7\n", "g: may be a list of edges or a matrix"},
        {NULL, "<html>\n", "g: is an HTML or XML file, but not an IPM report; graph formats are"},
        {NULL, "@ mpiP\n@ Command : ./a\n",
         "g: is an mpiP report, which sums up call sites and holds"},
        {NULL, "PK\003\004abc", "g: is a zip archive, as numpy's .npz"},
        {NULL, "[1, 2]\n", "g: is a JSON array: node-link data are an object"},
        {NULL, "a,b,c\n1,2,3\n4,5,6\n", "g: begins with 'a,b,c'; graph formats"},
    };

    (void)state;
    conversions_refused(cases, sizeof cases / sizeof *cases);
}

static void formats_are_recognised(void **state)
{
    static const char edges[] = "# n=2\n0 1 5 1\n";
    static const struct {
        const char *name;
        const char *text;
        bool metis;
    } cases[] = {
        {"g", edges, false},
        {"g.graph", edges, false},
        {"g.graph", "0 1 18048 11\n1 0 18048 11\n", false},
        {"g.graph", "3 1 18048 11\n1 3 18048 11\n", false},
        {"g.graph", "2 1 1\n2 6\n1 6\n", true},
        {"G.GRAPH", "2 1 1\n2 6\n1 6\n", true},
        {"g", "2 1 1\n0 1 6\n", false},
        {"g.el", "2 1 1\n0 1 6\n", false},
        {"g", "2 1 001\n2 6\n1 6\n", true},
        {"g", "4 4 1\n2 6 4 6\n1 6 3 6\n2 6 4 6\n1 6 3 6\n", true},
        {"g", "  4  3  1\n  2  6\n  1  6  3  6\n  2  6  4  6\n  3  6\n", true},
        {"g", "4 4 1 1\n2 6 4 6\n1 6 3 6\n2 6 4 6\n1 6 3 6\n", false},
        {"g", "4 4 1\n2 5 4 3\n1 5 3 2\n2 2 4 9\n3 9 1 3\n\n \n", true},
        {"g", "4 2 10\n7 2\n7 1\n7 4\n7 3\n", true},
        {"g", "4 4 10\n7 2 4\n7 1 3\n7 2 4\n7 3 1\n", true},
        {"g", "4 2 11\n1 2 5\n1 1 5\n1 4 5\n1 3 5\n", true},
        {"g", "4 2 10 2\n1 9 2\n1 9 1\n1 9 4\n1 9 3\n", true},
        {"g", "4 4\n2 4\n1 3\n2 4\n1 3\n\n", true},
        {"g", "4 7 10\n0 1 10 2\n1 2 10 2\n2 3 1 1\n3 0 1 1\n", false},
        {"g.el", "4 7 10\n0 1 10 2\n1 2 10 2\n2 3 1 1\n3 0 1 1\n", false},
        {"g.el", "4 2 11\n1 2 5\n1 1 5\n1 4 5\n1 3 5\n", false},
        {"g", "1 0 1\n\n", false},
        {"g", "2 0 1\n\n\n", false},
        {"g", "4 0 1\n0 1 10 2\n1 2 10 2\n2 3 1 1\n3 0 1 1\n", false},
        {"g", "2 1\n2\n1\n", true},
        {"g", "% weighted\n2 1 1\n2 6\n1 6\n", true},
        {"g", "\n\n  0 1 5 1\n", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        char *guessed = convert(cases[i].name, cases[i].text, NULL, "edges", &error);
        char *known = convert("g", cases[i].text, cases[i].metis ? "metis" : "edges", "edges",
                              &error);

        if (!guessed || !known)
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(guessed, known);
        free(guessed);
        free(known);
    }
}

/* Formats are recognised by what precedes the first edge, or by the lack of it. */
static void formats_are_recognised_by_their_begin(void **state)
{
    static const struct {
        const char *text, *format;
    } cases[] = {
        {"//written by hand\ndigraph { 0 -> 1 }\n", "dot"},
        {"/*written by hand*/ strict digraph { 0 -> 1 }\n", "dot"},
        {"graph{ 0 -- 1 }\n", "dot"},
        {"# nothing was sent\n", "edges"},
        {"0 4\n4 0\n", "csv"}, /* two rows of edges name four ranks at most */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error guess, error;
        char *guessed = convert("g", cases[i].text, NULL, "edges", &guess);
        char *known = convert("g", cases[i].text, cases[i].format, "edges", &error);

        assert_int_equal(!guessed, !known);
        if (known)
            assert_string_equal(guessed, known);
        else
            assert_string_equal(guess.text, error.text);
        free(guessed);
        free(known);
    }
}

static void conversions_keep_what_they_can(void **state)
{
    static const char edges[] = HEAD("4") "0 1 10 2\n0 3 7 1\n1 0 4 1\n3 2 1 1\n";
    static const char metis[] = "4 3 001\n2 14 4 7\n1 14\n4 1\n1 7 3 1\n";
    struct topomap_graph *a, *b;
    char *printed;

    (void)state;
    printed = convert("g", edges, "edges", "edges", NULL);
    assert_string_equal(printed, edges);
    free(printed);
    printed = convert("g", edges, "edges", "metis", NULL);
    assert_string_equal(printed, metis);
    free(printed);
    printed = convert("g", metis, "metis", "metis", NULL);
    assert_string_equal(printed, metis);
    free(printed);
    a = topomap_graph_parse("g", edges, strlen(edges), NULL, NULL);
    b = topomap_graph_parse("g", metis, strlen(metis), NULL, NULL);
    assert_int_equal(topomap_graph_bytes(a), topomap_graph_bytes(b));
    topomap_graph_destroy(a);
    topomap_graph_destroy(b);
}

/* Write every `step`th edge, then those after these, and so on. */
static char *write_edges(const struct topomap_edge *edges, size_t count, size_t step)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    fprintf(out, "# n=40\n");
    for (size_t begin = 0; begin < step; begin++) {
        for (size_t i = begin; i < count; i += step)
            fprintf(out, "%u %u %u %u\n", edges[i].src, edges[i].dst, (unsigned)edges[i].bytes,
                    (unsigned)edges[i].messages);
    }
    fclose(out);
    return text;
}

/* Sources that come back, rows out of order, long rows, duplicate pairs, empty edges, silent
 * ranks. */
static void edges_come_in_any_order(void **state)
{
    static const size_t steps[] = {2, 7, 100, 1499};
    struct topomap_edge edges[1500];
    char *expected, *text;
    size_t count = 0;

    (void)state;
    for (uint32_t src = 0; src < 40; src += src == 20 ? 3 : 1) {
        for (uint32_t i = 0; i < (src % 5 == 0 ? 90 : 17); i++)
            edges[count++] = (struct topomap_edge){src, (i * 7 + src) % 37, i % 11 * 100, i % 3};
    }
    assert_true(count < 1500);
    text = write_edges(edges, count, 1);
    expected = convert("g", text, NULL, "edges", NULL);
    free(text);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        char *printed;

        text = write_edges(edges, count, steps[i]);
        printed = convert("g", text, NULL, "edges", NULL);
        assert_string_equal(printed, expected);
        free(printed);
        free(text);
    }
    free(expected);
}

/* Near the end of the text lines are read in another way. */
static void long_lists_are_read_as_short_ones(void **state)
{
    static const struct {
        const char *line, *error;
    } cases[] = {
        {"1 0 7 2", NULL},
        {"1 0 7 2\r", NULL},
        {"1 0 7.0 2 # as well", NULL},
        {"1  0\t7 2", NULL},
        {"1 0 7 2 5", "g:3:9: there are more than four numbers"},
        {"1 0", "g:3:4: the number of bytes is missing"},
        {"1 9 7 2", "g:3:3: the destination rank exceeds 1"},
        {"1 0 9007199254740993 2", "g:3:5: the number of bytes exceeds 9007199254740992"},
        {"1 0 7 99999999999999999", "g:3:7: the number of messages exceeds 9007199254740992"},
        {"1 0 9007199254740992 2", "g:3:23: all bytes together exceed 2^53"},
        {"1 0 7 -2", "g:3:7: the number of messages is not a number: '-2'"},
        {"1 0 7x", "g:3:6: unexpected character after the number of bytes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int behind = 0; behind <= 30; behind += 30) {
            struct topomap_error error = {.text = ""};
            char text[1024], *printed;

            snprintf(text, sizeof text, "# n=2\n0 1 1 1\n%s\n", cases[i].line);
            for (int line = 0; line < behind; line++)
                strcat(text, "0 1 0 0\n");
            printed = convert("g", text, NULL, "edges", &error);
            if (cases[i].error ? !strstr(error.text, cases[i].error) : !printed)
                fail_msg("%zu, %d lines behind: %s", i, behind, error.text);
            if (printed)
                assert_string_equal(printed, HEAD("2") "0 1 1 1\n1 0 7 2\n");
            free(printed);
        }
    }
}

static void unknown_formats_are_usage_errors(void **state)
{
    struct topomap_graph *graph = topomap_graph_parse("g", "0 1 1\n", 6, NULL, NULL);
    const char *name, *summary;
    struct topomap_error error;

    (void)state;
    assert_null(topomap_graph_parse("g", "0 1 1\n", 6, "nonsense", &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_null(topomap_graph_read("/dev/null", "nonsense", &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    assert_null(topomap_graph_print(graph, "nonsense", NULL, &error));
    assert_int_equal(error.code, TOPOMAP_USAGE);
    for (size_t i = 0; topomap_graph_format_get(i, &name, &summary); i++) {
        char *printed = topomap_graph_print(graph, name, NULL, &error);

        assert_int_equal(!printed, strstr(summary, "read only") != NULL);
        free(printed);
    }
    topomap_graph_destroy(graph);
}

static void binary_data_is_refused(void **state)
{
    struct topomap_error error;

    (void)state;
    assert_null(topomap_graph_parse("g", "0 1 1\n0 \0 1\n", 12, NULL, &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
    assert_string_equal(error.text, "g:2: is not text: it holds a NUL byte");
    assert_null(topomap_graph_parse("g", "\x7f" "ELF\2\1\1", 7, NULL, &error));
    assert_int_equal(error.code, TOPOMAP_INPUT);
}

/* The graph of a real application has the totals measured with it. */
static void a_recorded_graph_is_read(void **state)
{
    struct topomap_error error = {.text = ""};
    struct topomap_graph *graph =
        topomap_graph_read(SOURCE_DIR "/graphs/lulesh_64.p2p.el", NULL, &error);

    (void)state;
    assert_string_equal(error.text, "");
    assert_int_equal(topomap_graph_ranks(graph), 64);
    assert_int_equal(topomap_graph_edges(graph), 936);
    assert_int_equal(topomap_graph_bytes(graph), 9014976);
    assert_int_equal(topomap_graph_messages(graph), 9396);
    assert_int_equal(topomap_graph_edge(graph, 0).bytes, 18048);
    assert_int_equal(topomap_graph_edge(graph, 935).src, 63);
    topomap_graph_destroy(graph);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_give_these_edges),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(formats_are_recognised),
        cmocka_unit_test(formats_are_recognised_by_their_begin),
        cmocka_unit_test(conversions_keep_what_they_can),
        cmocka_unit_test(edges_come_in_any_order),
        cmocka_unit_test(long_lists_are_read_as_short_ones),
        cmocka_unit_test(unknown_formats_are_usage_errors),
        cmocka_unit_test(binary_data_is_refused),
        cmocka_unit_test(a_recorded_graph_is_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
