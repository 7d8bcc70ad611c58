/* SPDX-License-Identifier: BSD-3-Clause */
/* Graphs as written by scripts, spreadsheets and profilers. */
#include "unit/conversions.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define TASK(rank, size)                                                                           \
    "<task ipm_version=\"2.0.6\" mpi_rank=\"" rank "\" mpi_size=\"" size "\" >\n"
#define HENT(call, bytes, orank, count)                                                            \
    "<hent key=\"0a\" call=\"" call "\" bytes=\"" bytes "\" orank=\"" orank                        \
    "\" region=\"1\" callsite=\"2\" count=\"" count "\" tid=\"0\" >1 2 3</hent>\n"
/* An entry of IPM 2 with an orank that counts from the sender, and the partner in its key. */
#define SENT(partner, orank)                                                                       \
    "<hent key=\"01C000000000000000000007" partner "\" call=\"MPI_Isend\" bytes=\"7\" orank=\"" orank  \
    "\" region=\"0\" callsite=\"0\" count=\"1\" tid=\"0\" >1 2 3</hent>\n"
#define IPM "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<ipm_job_profile>\n"

static void texts_give_these_edges(void **state)
{
    static const char both[] = WEIGHTS("2") "0 1 7\n1 0 8\n";
    static const char three[] = WEIGHTS("3") "0 1 10\n1 0 10\n1 2 30\n2 1 30\n";
    static const struct conversion cases[] = {
        /* A spreadsheet, a data frame with and without its index, R, a profiler's export. */
        {"csv", "0;7\n8;0\n", both},
        {"csv", ",0,1\n0,0,7\n1,8,0\n", both},
        {"csv", "0,1\n0,7\n8,0\n", both},
        {"csv", "\"V1\" \"V2\"\n\"1\" 0 7\n\"2\" 8 0\n", both},
        {"csv", "V1 V2\n1 0 7\n2 8 0\n", both},
        {"csv", "Process 0\tProcess 1\n0\t7\n8\t0\n", both},
        {"csv", "sender,rank 0,rank 1\r\nrank 0,0,7\r\nrank 1,8.0,0\r\n", both},
        {"csv", "r0,0,7\nr1,8,0\n", both},
        {"csv", "\xef\xbb\xbf\"0\";\"7\"\n\"8\";\"0\"\n", both},
        {"csv", "0 10 0\n10 0 30\n0 30 0\n", three},
        {"csv", "0.0e+00 1.0e+01 0.0\n1.0e1 0 3e1\n0 30 0\n", three},
        {"csv", "# rows=senders\n0,7\n8,0\n", both},
        {"csv-by-receiver", "# rows=receivers\n0,8\n7,0\n", both},
        {"csv-by-receiver", "0 8\n7 0\n", both},
        /* Columns that blanks align. */
        {"csv", " 0   7\n 8   0\n", both},
        {"edges", "0   1   7\n1   0   8\n", both},
        {"ipm", IPM TASK("0", "3") SENT("3FFFFFFF", "0") SENT("3FFFFFFD", "0") SENT("80000001", "1")
                "</task>" TASK("1", "3") SENT("00000002", "1") SENT("00000000", "-1") "</task>"
                TASK("2", "3") SENT("3FFFFFFE", "0") "</task></ipm_job_profile>\n",
         HEAD("3") "0 1 7 1\n1 0 7 1\n1 2 7 1\n"},
        {"edges", "src  dst  bytes\n  0    1      7\n  1    0      8\n", both},
        {"json", "{\"directed\": true, \"multigraph\": false, \"graph\": {\"a\": [1, {}]},\n"
                 " \"nodes\": [{\"id\": 0, \"label\": \"x\\\"}\"}, {\"id\": 1}],\n"
                 " \"links\": [{\"weight\": 7, \"source\": 0, \"target\": 1},\n"
                 "{\"weight\": 8.0, \"source\": 1, \"target\": 0, \"key\": null}]}\n",
         both},
        {"json", "{\"edges\":[{\"source\":\"n0\",\"target\":\"n1\",\"bytes\":15}]}",
         WEIGHTS("2") "0 1 8\n1 0 7\n"},
        {"json", "{\"nodes\": [{}, {}, {}], \"links\": [], \"directed\": true}", WEIGHTS("3")},
        {"json", "{\"links\": [{\"source\": 0, \"target\": 1, \"count\": 3}], \"directed\": true}",
         HEAD("2") "0 1 1 3\n"},
        {"dot", "digraph G {\n  0 -> 1 [weight=7, color=red];\n  1 -> 0 [weight=\"8\"]\n}\n", both},
        {"dot", "strict graph { r0 -- \"r1\" [bytes=15] }",
         WEIGHTS("2") "0 1 8\n1 0 7\n"},
        {"dot", "graph { 0 -- 1 [bytes=2] }", WEIGHTS("2") "0 1 1\n1 0 1\n"},
        {"dot", "graph { 0 -- 1 [bytes=1] }", WEIGHTS("2") "0 1 1\n"},
        {"dot", "/* by\nhand */ digraph { rankdir=LR; node [shape=box] // boxes\n"
                "# line 1\nsubgraph cluster_0 { 0:w; 1 [label=\"a]\"]; } 0 -> 1 -> 2 [msgs=2] }",
         HEAD("3") "0 1 1 2\n1 2 1 2\n"},
        {"ipm", IPM TASK("0", "2") "<hash nlog=\"1\" nkey=\"3\" >\n"
                HENT("MPI_Isend", "3", "1", "2")
                HENT("MPI_Send", "1", "1", "1") HENT("MPI_Irecv", "8", "1", "1") "</hash></task>\n"
                TASK("1", "2") HENT("MPI_Send", "8", "0", "1")
                HENT("MPI_Allreduce", "8", "0", "5") "</task></ipm_job_profile>\n",
         HEAD("2") "0 1 7 3\n1 0 8 1\n"},
    };

    (void)state;
    conversions_give(cases, sizeof cases / sizeof *cases);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        char *guessed = convert("g", cases[i].text, NULL, "edges", &error);

        /* A table that does not give its orientation is taken as rows of senders. */
        if (strcmp(cases[i].format, "csv-by-receiver") == 0 && cases[i].text[0] != '#') {
            free(guessed);
            continue;
        }
        if (!guessed)
            fail_msg("%zu: %s", i, error.text);
        assert_string_equal(guessed, cases[i].result);
        free(guessed);
    }
}

static void faults_are_named_with_their_place(void **state)
{
    static const struct conversion cases[] = {
        {"csv", "# rows=receivers\n0,8\n7,0\n", "g:1:1: the file says 'rows=receivers': its format "
                                                "is 'csv-by-receiver'"},
        {"csv-by-receiver", "# rows=senders\n0\n", "g:1:1: the file says 'rows=senders'"},
        {"csv", "0;1,5\n2;0\n", "g:1:4: unexpected character after the value: numbers have no"},
        {"csv", "a,b,c\n1,2\n", "g:1:1: the value is not a number from 0 to 2^53: 'a'"},
        {"json", "[]", "g:1:1: an object is missing"},
        {"json", "{}", "g:1:3: there are no \"links\""},
        {"json", "{\"links\": []}", "g:1:14: there are no nodes"},
        {"json", "{\"links\": [], \"edges\": []}", "g:1:23: the links occur twice"},
        {"json", "{\"links\": [{\"source\": 0}]}", "g:1:25: the link has no \"source\" or no"},
        {"json", "{\"links\": [\n{\"source\": \"a\", \"target\": 1}]}",
         "g:2:15: 'a' does not name a rank: it does not end in a whole number"},
        {"json", "{\"links\": [{\"source\": \"a1\", \"target\": \"b2\"}]}",
         "'b2' does not name a rank: the others begin with 'a'"},
        {"json", "{\"links\": [{\"source\": -1, \"target\": 1}]}", "'-1' does not name a rank"},
        {"json", "{\"links\": [{\"source\": 99999999, \"target\": 1}]}",
         "the rank exceeds 16777215"},
        {"json", "{\"links\": [{\"source\": 0, \"target\": 1, \"weight\": -5}]}",
         "g:1:49: the number of bytes is not a number from 0"},
        {"json", "{\"links\": [{\"source\": 0 \"target\"", "g:1:25: a comma or a closing bracket"},
        {"json", "{\"links\": [", "g:1:12: a link must be an object"},
        {"json", "{\"li", "g:1:5: the string is not closed"},
        {"json", "{\"links\": []} x", "g:1:15: there is text after the object"},
        {"dot", "graph { 0 -> 1 }", "g:1:11: a graph has no '->'"},
        {"dot", "digraph { 0 -- 1 }", "g:1:13: a digraph has no '--'"},
        {"dot", "digraph { a -> b }", "'a' does not name a rank: it does not end in a whole "
                                      "number"},
        {"dot", "digraph { 0 -> {1 2} }", "edges join nodes, not subgraphs"},
        {"dot", "digraph { {0 1} -> 2 }", "edges join nodes, not subgraphs"},
        {"dot", "digraph {\n0 -> 1 [weight=x]\n}",
         "g:2:16: the number of bytes is not a number from 0 to 2^53: 'x'"},
        {"dot", "digraph { 0 -> 1 ", "the text ends before the last '}'"},
        {"dot", "digraph { \"0 -> 1 ", "the string is not closed"},
        {"dot", "/* digraph", "the comment is not closed"},
        {"dot", "digraph {}", "there are no nodes"},
        {"dot", "digraph { 0 } 1", "there is text after the graph"},
        {"dot", "graf", "g:1:5: 'digraph' or 'graph' is missing"},
        {"ipm", IPM, "there is no task"},
        {"ipm", IPM TASK("0", "2"), "the report holds 1 of 2 tasks"},
        {"ipm", IPM TASK("0", "1"), "no pairs of ranks: make it with IPM_LOG=full"},
        {"ipm", IPM TASK("2", "2"), "mpi_rank exceeds 1"},
        {"ipm", IPM TASK("0", "1") TASK("0", "2"), "the tasks differ in the size"},
        {"ipm", IPM TASK("0", "2") "</task>" TASK("0", "2"), "there are two tasks of this rank"},
        {"ipm", IPM TASK("0", "2") SENT("00000002", "0"), "not one of MPI_COMM_WORLD"},
        {"ipm", IPM TASK("0", "2") "<taskcopy mpi_rank=\"1\" cluster_rank=\"0\"></taskcopy>",
         "g:4:1: the report has one task for several similar"},
        {"ipm", IPM TASK("0", "2") HENT("MPI_Send", "1", "2", "1"), "orank exceeds 1"},
        {"ipm", IPM TASK("0", "2") HENT("MPI_Send", "1", "-1", "1"), "orank is not a number"},
        {"ipm", IPM HENT("MPI_Send", "1", "2", "1"), "g:3:22: the entry is outside any task"},
        {"ipm", IPM TASK("0", "2") HENT("MPI_Send", "2000000000", "1", "9000000"), "exceed 2^53"},
        {"ipm", IPM TASK("0", "1") "<hent call=\"MPI_Send\" >", "the element has no orank"},
    };

    (void)state;
    conversions_refused(cases, sizeof cases / sizeof *cases);
}

/* A small table that could be a matrix or a list is recognised by its contents. */
static void small_tables_are_told_apart(void **state)
{
    static const struct {
        const char *text;
        const char *result; /* NULL: refused */
    } cases[] = {
        {"0 10 20\n10 0 30\n20 30 0\n", "csv"},
        {"0 1 10\n1 2 10\n2 0 10\n", "edges"},
        {"0,1,10\n1,2,10\n2,0,10\n", "edges"},
        {"0,10,0\n1,2,3\n0,7,0\n", "csv"},
        {"5 1 2\n1 5 2\n2 2 5\n", NULL},
        {"0 1\n1 2\n2 0\n", "edges"},
        {"3 3\n2 3\n1 3\n1 2\n", "metis"},
        {"3 3\n2 3\n1 3\n1 2\n0 1\n", "edges"},
        {"0 1 2 3\n0 0 0 0\n1 0 0 0\n1 0 0 0\n2 2 0 0\n", "csv"},
        {"0 1 9 3\n1 0 9 1\n", "edges"},
        {"0 1 2 3 4\n1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n", "csv"},
        {"0,1,10\n1,2,10,4\n", "edges"},
        {"0 1 2\n0 1 2 3\n1 2 3 4\n", "edges"},
        {"0 1 2\n0 1 2 3\n1 2 3 4\n2 0 3 1\n3 0 3 1\n", "edges"},
        {"1 2 3\n0 1 2 3\n1 2 3 4\n2 0 3 1\n", "edges"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct topomap_error error = {.text = ""};
        char *guessed = convert("g", cases[i].text, NULL, "edges", &error);
        char *known = cases[i].result
                          ? convert("g", cases[i].text, cases[i].result, "edges", &error)
                          : NULL;

        if (!guessed != !known || (guessed && strcmp(guessed, known) != 0))
            fail_msg("%zu: %s", i, error.text);
        free(guessed);
        free(known);
    }
}

/* The matrix whose element i, j is (i * j + 2 * i + j) % 4, with a first row and a first column
 * that number the ranks from `base`; above the latter stands `corner`. */
static char *print_numbered(uint32_t ranks, char separator, const char *corner, uint32_t base)
{
    struct text text = {0};

    text_puts(&text, corner);
    for (uint32_t j = 0; j < ranks; j++)
        text_printf(&text, "%s%u", j ? (char[]){separator, '\0'} : "", base + j);
    for (uint32_t i = 0; i < ranks; i++) {
        text_printf(&text, "\n%u", base + i);
        for (uint32_t j = 0; j < ranks; j++)
            text_printf(&text, "%c%u", separator, (i * j + 2 * i + j) % 4);
    }
    text_puts(&text, "\n");
    return text_take(&text);
}

/* The same as an edge list. */
static char *print_its_edges(uint32_t ranks)
{
    struct text text = {0};

    text_printf(&text, WEIGHTS("%u"), ranks);
    for (uint32_t i = 0; i < ranks; i++) {
        for (uint32_t j = 0; j < ranks; j++) {
            if ((i * j + 2 * i + j) % 4)
                text_printf(&text, "%u %u %u\n", i, j, (i * j + 2 * i + j) % 4);
        }
    }
    return text_take(&text);
}

/* Blanks and tabs do not say whether the cell above the row numbers is empty or not there. */
static void matrices_with_numbered_ranks_are_read(void **state)
{
    static const uint32_t ranks[] = {2, 3, 4, 5, 6, 7, 8, 9, 64};
    static const char separators[] = {',', ';', '\t', ' '};

    (void)state;
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks * sizeof separators * 4; i++) {
        uint32_t n = ranks[i / 4 / sizeof separators];
        char separator[] = {separators[i / 4 % sizeof separators], '\0'};
        char *text = print_numbered(n, *separator, i & 1 ? separator : "", i >> 1 & 1);
        char *expected = print_its_edges(n), *given, *guessed;
        struct topomap_error error = {.text = ""};

        given = convert("g", text, "csv", "edges", &error);
        guessed = convert("g", text, NULL, "edges", &error);
        if (!given || !guessed)
            fail_msg("%u ranks and '%c': %s", n, *separator, error.text);
        assert_string_equal(given, expected);
        assert_string_equal(guessed, expected);
        free(text);
        free(expected);
        free(given);
        free(guessed);
    }
}

/* ---- numpy ------------------------------------------------------------------------------- */

#define NPY(version, length) "\x93NUMPY" version "\0" length
#define V1(descr, order, shape)                                                                    \
    NPY("\1", "\x4e\0") "{'descr': '" descr "', 'fortran_order': " order ", 'shape': (" shape "), }"

/* A .npy file of `count` bytes of elements behind `header`, which is padded as its length says. */
static char *read_npy(const char *header, size_t header_length, const void *data, size_t count,
                      struct topomap_error *error)
{
    size_t start = 10 + 0x4e;
    char *bytes = malloc(start + count), *printed;
    struct topomap_graph *graph;

    memset(bytes, ' ', start);
    memcpy(bytes, header, header_length);
    memcpy(bytes + start, data, count);
    graph = topomap_graph_parse("a.npy", bytes, start + count, NULL, error);
    printed = graph ? topomap_graph_print(graph, "edges", NULL, error) : NULL;
    topomap_graph_destroy(graph);
    free(bytes);
    return printed;
}

/* The order of bytes in numbers of this machine, as numpy writes it. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define NATIVE ">"
#else
#define NATIVE "<"
#endif

#define READ(header, data, count, error) read_npy(header, sizeof header - 1, data, count, error)

static void arrays_of_numpy_are_read(void **state)
{
    static const double real[] = {0, 7, 8, 0};
    static const int32_t list[] = {0, 1, 1, 0, 7, 8};
    static const unsigned char large[] = {0, 0, 1, 7, 0, 8, 0, 0};
    static const uint8_t pairs[] = {0, 1, 1, 0, 2, 0};
    struct topomap_error error = {.text = ""};
    char *printed;

    (void)state;
    printed = READ(V1(NATIVE "f8", "False", "2, 2"), real, sizeof real, &error);
    assert_string_equal(error.text, "");
    assert_string_equal(printed, WEIGHTS("2") "0 1 7\n1 0 8\n");
    free(printed);
    printed = READ(V1(NATIVE "f8", "True", "2, 2"), real, sizeof real, &error);
    assert_string_equal(printed, WEIGHTS("2") "0 1 8\n1 0 7\n");
    free(printed);
    printed = READ(V1(NATIVE "i4", "True", "2, 3"), list, sizeof list, &error);
    assert_string_equal(printed, WEIGHTS("2") "0 1 7\n1 0 8\n");
    free(printed);
    printed = READ(V1(">u2", "False", "2, 2"), large, sizeof large, &error);
    assert_string_equal(printed, WEIGHTS("2") "0 1 263\n1 0 8\n");
    free(printed);
    printed = READ(V1("|u1", "False", "3, 2"), pairs, sizeof pairs, &error);
    assert_string_equal(printed, WEIGHTS("3") "0 1 1\n1 0 1\n2 0 1\n");
    free(printed);
}

static void bad_arrays_are_refused(void **state)
{
    static const double negative[] = {0, -7, 8, 0}, ranks[] = {0, 1, 0.5, 1, 1, 0};
    static const int64_t below[] = {0, -1, 0, 0};
    struct topomap_error error;

    (void)state;
#define REFUSED(header, data, count, what)                                                         \
    assert_null(READ(header, data, count, &error));                                                \
    assert_int_equal(error.code, TOPOMAP_INPUT);                                                   \
    if (!strstr(error.text, what))                                                                 \
        fail_msg("%s", error.text);
    REFUSED(V1(NATIVE "f8", "False", "2, 2"), negative, sizeof negative,
            "a.npy: element [0,1] is not a number from 0 to 9007199254740992")
    REFUSED(V1(NATIVE "i8", "False", "2, 2"), below, sizeof below,
            "element [0,1] is not a number from 0")
    REFUSED(V1(NATIVE "f8", "False", "3, 2"), ranks, sizeof ranks,
            "element [1,0] is not a whole number")
    REFUSED(V1(NATIVE "f8", "False", "2, 2"), below, sizeof below - 1,
            "ends before its last element")
    REFUSED(V1(NATIVE "f8", "False", "4,"), below, sizeof below, "does not have two dimensions")
    REFUSED(V1(NATIVE "f8", "False", "2, 2, 1"), below, sizeof below, "more than two dimensions")
    REFUSED(V1(NATIVE "f8", "False", "0, 2"), below, sizeof below, "without elements")
    REFUSED(V1(NATIVE "f8", "False", "1, 4294967296"), below, sizeof below, "ends before its last")
    REFUSED(V1(NATIVE "f8", "False", "1, 1099511627776"), below, sizeof below,
            "ends before its last")
    REFUSED(V1("<c8", "False", "2, 2"), below, sizeof below, "not plain numbers")
    REFUSED(V1("<u8", "False", "1, 4") "  ", below, 8, "ends before its last element")
    REFUSED(NPY("\1", "\xff\xff"), below, sizeof below, "that ends in its header")
    REFUSED(NPY("\4", "\x4e\0"), below, sizeof below, "of an unknown version")
    REFUSED("\x93NUMPY\1", "", 0, "ends")
#undef REFUSED
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_give_these_edges),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(small_tables_are_told_apart),
        cmocka_unit_test(matrices_with_numbered_ranks_are_read),
        cmocka_unit_test(arrays_of_numpy_are_read),
        cmocka_unit_test(bad_arrays_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
