/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void close_to(const char *name, const char *what, double value, double expected)
{
    if (fabs(value - expected) > 1e-9 * (1 + fabs(expected)))
        fail_msg("%s: %s is %.12g, not %.12g", name, what, value, expected);
}

/* The values of communication-statistics, a program of one of the authors (L. L. Pilla), for the
 * published matrices. */
static void published_matrices_have_the_published_metrics(void **state)
{
    static const struct {
        const char *name;
        double ca, cb, cc, ch, nbc;
        double split[3]; /* blocks of 4, 8 and 16 ranks */
    } cases[] = {
        {"amg.size", 1326101.373, 0.2726455424, 0.1630859375, 0.063412126, 0.6856679758,
         {0.685325554, 0.4646651959, 0.3537734126}},
        {"amg.count", 306.9475098, 0.4182123845, 0.3686523438, 0.1194997097, 0.9100915724,
         {0.8975722545, 0.7413679144, 0.6370749974}},
        {"btmz.size", 1168398.867, 0.2050694444, 0.2915039062, 0.0251669313, 0.9540490958,
         {0.9263562505, 0.8168952564, 0.5837337294}},
        {"btmz.count", 44.65576172, 0.2890625, 0.3391113281, 0.1712112427, 0.9626373626,
         {0.9406593407, 0.8483516484, 0.6505494505}},
        {"cg.size", 18526539, 0, 0.06103515625, 0.05859050536, 0.7499930775,
         {0.4687387509, 0.2187318284, 0.1874844244}},
        {"cg.count", 312.3125, 0, 0.06103515625, 0.04586162668, 0.6996197719,
         {0.3868821293, 0.08650190114, 0.07414448669}},
        {"lulesh.size", 4922160.891, 0.2581820802, 0.1567382812, 0.04062027091, 0.6774678393,
         {0.6774678393, 0.4553599152, 0.3443059531}},
        {"lulesh.count", 413.3144531, 0.4125144361, 0.3254394531, 0.0733546279, 0.8581777456,
         {0.8581777456, 0.678513541, 0.5886814386}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[256];
        struct topomap_graph *graph;
        struct topomap_graph_metrics m;

        snprintf(path, sizeof path, SOURCE_DIR "/graphs/maplib/%s.csv", cases[i].name);
        graph = topomap_graph_read(path, NULL, NULL);
        assert_non_null(graph);
        assert_int_equal(topomap_graph_metrics_compute(graph, &m, NULL), 0);
        close_to(cases[i].name, "CA", m.amount, cases[i].ca);
        close_to(cases[i].name, "CB", m.balance, cases[i].cb);
        close_to(cases[i].name, "CC", m.centrality, cases[i].cc);
        close_to(cases[i].name, "CH", m.heterogeneity, cases[i].ch);
        close_to(cases[i].name, "NBC", m.neighbour, cases[i].nbc);
        for (uint32_t k = 0; k < 3; k++)
            close_to(cases[i].name, "SP", topomap_graph_split(graph, 4U << k), cases[i].split[k]);
        topomap_graph_destroy(graph);
    }
}

/* A value with three digits behind the point, rounded to the nearest, halves upwards. */
static void print_rounded(char *text, size_t size, double value)
{
    snprintf(text, size, "%.3f", floor(value * 1e3 + 0.5) / 1e3);
}

/* The seven metrics of a row of tables 2 and 3 as they are printed; returns how many agree. */
static uint32_t agreeing(const struct topomap_graph *graph, const char *name, char printed[7][32])
{
    static const char *const names[] = {"CA", "CB", "CC", "CH", "NBC", "SP(4)", "SP(16)"};
    struct topomap_graph_metrics m;
    uint32_t equal = 0;
    double ours[7];

    assert_int_equal(topomap_graph_metrics_compute(graph, &m, NULL), 0);
    memcpy(ours, (double[]){m.amount, m.balance, m.centrality, m.heterogeneity, m.neighbour,
                            topomap_graph_split(graph, 4), topomap_graph_split(graph, 16)},
           sizeof ours);
    for (uint32_t i = 0; i < 7; i++) {
        char text[32];

        print_rounded(text, sizeof text, ours[i]);
        if (strcmp(text, printed[i]) == 0)
            equal++;
        else if (strcmp(name, "lulesh.size") != 0 || i != 0)
            fail_msg("%s: %s is %s, printed is %s", name, names[i], text, printed[i]);
    }
    return equal;
}

/*
 * Tables 2 and 3 of Mapping Matters, digit by digit. The paper says that it rounds upwards, but its
 * digits are rounded to the nearest. One of the 56 differs: the CA of LULESH's sizes does not fit
 * the sum in the same table.
 */
static void published_tables_agree_in_all_digits(void **state)
{
    FILE *file = fopen(SOURCE_DIR "/graphs/maplib/published-metrics.tsv", "r");
    char line[256], name[32], sum[32], printed[7][32];
    uint32_t equal = 0, rows = 0;

    (void)state;
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file)); /* the header */
    for (; fgets(line, sizeof line, file); rows++) {
        struct topomap_graph *graph;
        char path[256];
        double total = 0;

        assert_int_equal(sscanf(line, "%31s %31s %31s %31s %31s %31s %31s %31s %31s", name, sum,
                                printed[0], printed[1], printed[2], printed[3], printed[4],
                                printed[5], printed[6]),
                         9);
        snprintf(path, sizeof path, SOURCE_DIR "/graphs/maplib/%s.csv", name);
        graph = topomap_graph_read(path, NULL, NULL);
        assert_non_null(graph);
        total = (double)topomap_graph_bytes(graph);
        for (uint32_t r = 0; r < 64; r++)
            total += (double)topomap_graph_self(graph, r).bytes;
        assert_true(total == strtod(sum, NULL));
        equal += agreeing(graph, name, printed);
        topomap_graph_destroy(graph);
    }
    fclose(file);
    assert_int_equal(rows, 8);
    assert_int_equal(equal, 55);
}

/* Rank 0 sends 6 to 1 and 2 to 2; rank 2 sends 4 to itself: S = 12, n = 3. */
static void a_small_graph_by_hand(void **state)
{
    static const struct topomap_edge edges[] = {{0, 1, 6, 1}, {0, 2, 2, 1}, {2, 2, 4, 1}};
    struct topomap_graph *graph = topomap_graph_create(3, edges, 3, NULL);
    struct topomap_graph_metrics m;

    (void)state;
    assert_int_equal(topomap_graph_metrics_compute(graph, &m, NULL), 0);
    close_to("small", "CA", m.amount, 12.0 / 9);
    close_to("small", "CB", m.balance, 1 - 4.0 / 8);
    close_to("small", "CC", m.centrality, 1.0 / 9); /* row 0: radius 1, columns 0 to 1 */
    /* Row 0 is 0, 1, 1/3 with mean 4/9; row 2 is 0, 0, 2/3 with mean 2/9. */
    close_to("small", "CH", m.heterogeneity, (14.0 / 81 + 8.0 / 81) / 3);
    close_to("small", "NBC", m.neighbour, 0.5);
    close_to("small", "SP(1)", topomap_graph_split(graph, 1), 1 - 4.0 / 12);
    close_to("small", "SP(2)", topomap_graph_split(graph, 2), 1 - 10.0 / 12);
    close_to("small", "SP(3)", topomap_graph_split(graph, 3), 0);
    topomap_graph_destroy(graph);
}

static void a_silent_graph_has_none(void **state)
{
    static const struct topomap_edge edges[] = {{0, 1, 0, 5}};
    struct topomap_graph *graph = topomap_graph_create(2, edges, 1, NULL);
    struct topomap_graph_metrics m = {.amount = 7, .heterogeneity = 7};

    (void)state;
    assert_int_equal(topomap_graph_metrics_compute(graph, &m, NULL), 0);
    assert_true(m.amount == 0 && m.balance == 0 && m.centrality == 0 && m.heterogeneity == 0);
    assert_true(m.neighbour == 0 && topomap_graph_split(graph, 4) == 0);
    topomap_graph_destroy(graph);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_matrices_have_the_published_metrics),
        cmocka_unit_test(published_tables_agree_in_all_digits),
        cmocka_unit_test(a_small_graph_by_hand),
        cmocka_unit_test(a_silent_graph_has_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
