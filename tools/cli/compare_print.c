/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/compare.h"

#include <math.h>
#include <string.h>

#define COLUMN(field)                                                                              \
    static double get_##field(const struct topomap_metrics *metrics)                               \
    {                                                                                              \
        return (double)metrics->field;                                                             \
    }

COLUMN(hop_bytes)
COLUMN(average_hops)
COLUMN(max_hops)
COLUMN(internode_bytes)
COLUMN(max_link_bytes)
COLUMN(average_link_bytes)
COLUMN(used_links)

static const struct {
    const char *title;
    const char *key;
    double (*get)(const struct topomap_metrics *metrics);
    bool lower; /* is better */
} columns[] = {
    {"hop-bytes", "hop_bytes", get_hop_bytes, true},
    {"avg hops", "average_hops", get_average_hops, true},
    {"max hops", "max_hops", get_max_hops, true},
    {"between nodes", "internode_bytes", get_internode_bytes, true},
    {"heaviest link", "max_link_bytes", get_max_link_bytes, true},
    {"avg link", "average_link_bytes", get_average_link_bytes, false},
    {"links", "used_links", get_used_links, false},
};

#define COLUMNS (sizeof columns / sizeof *columns)

static bool same_group(const struct comparison *a, const struct comparison *b)
{
    return strcmp(a->graph, b->graph) == 0 && strcmp(a->weights, b->weights) == 0 &&
           strcmp(a->network, b->network) == 0;
}

static size_t group_size(const struct comparison *rows, size_t count)
{
    size_t size = 1;

    while (size < count && same_group(&rows[0], &rows[size]))
        size++;
    return size;
}

/* The least value of a column in a group. */
static double best_of(const struct comparison *rows, size_t count, size_t column)
{
    double best = INFINITY;

    for (size_t i = 0; i < count; i++) {
        double value = rows[i].failure ? INFINITY : columns[column].get(&rows[i].metrics);

        if (value < best)
            best = value;
    }
    return best;
}

static bool is_best(const struct comparison *row, size_t column, double best)
{
    return columns[column].lower && !row->failure && columns[column].get(&row->metrics) <= best;
}

static void print_table_row(FILE *out, const struct comparison *row, const double *best)
{
    fprintf(out, "%-20s", row->algorithm);
    if (row->failure) {
        fprintf(out, " -  %s\n", row->failure);
        return;
    }
    for (size_t c = 0; c < COLUMNS; c++)
        fprintf(out, " %16.12g%c", columns[c].get(&row->metrics),
                is_best(row, c, best[c]) ? '*' : ' ');
    fprintf(out, " %9.4f\n", row->seconds);
}

static void print_table(FILE *out, const struct comparison *rows, size_t count)
{
    for (size_t first = 0; first < count;) {
        size_t size = group_size(rows + first, count - first);
        double best[COLUMNS];

        fprintf(out, "%s%s, %s, network %s\n%-20s", first ? "\n" : "", rows[first].graph,
                rows[first].weights, rows[first].network, "");
        for (size_t c = 0; c < COLUMNS; c++) {
            best[c] = best_of(rows + first, size, c);
            fprintf(out, " %16s ", columns[c].title);
        }
        fprintf(out, " %9s\n", "seconds");
        for (size_t i = first; i < first + size; i++)
            print_table_row(out, &rows[i], best);
        first += size;
    }
    fprintf(out, "\n* best of its group\n");
}

/* A field as RFC 4180 has it. */
static void print_field(FILE *out, const char *field)
{
    if (!strpbrk(field, ",\"\n")) {
        fputs(field, out);
        return;
    }
    putc('"', out);
    for (; *field; field++) {
        if (*field == '"')
            putc('"', out);
        putc(*field, out);
    }
    putc('"', out);
}

static void print_csv(FILE *out, const struct comparison *rows, size_t count)
{
    fputs("graph,weights,network,algorithm", out);
    for (size_t c = 0; c < COLUMNS; c++)
        fprintf(out, ",%s", columns[c].key);
    fputs(",best,seconds,failure\n", out);
    for (size_t first = 0; first < count;) {
        size_t size = group_size(rows + first, count - first);
        double best = best_of(rows + first, size, 0);

        for (size_t i = first; i < first + size; i++) {
            const char *const names[] = {rows[i].graph, rows[i].weights, rows[i].network,
                                         rows[i].algorithm};

            for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
                print_field(out, names[n]);
                putc(',', out);
            }
            for (size_t c = 0; c < COLUMNS; c++) {
                if (!rows[i].failure)
                    fprintf(out, "%.15g", columns[c].get(&rows[i].metrics));
                putc(',', out);
            }
            fprintf(out, "%d,%.6f,", is_best(&rows[i], 0, best), rows[i].seconds);
            print_field(out, rows[i].failure ? rows[i].failure : "");
            putc('\n', out);
        }
        first += size;
    }
}

static void print_string(FILE *out, const char *key, const char *value)
{
    fprintf(out, "\"%s\": \"", key);
    for (; *value; value++) {
        unsigned char c = (unsigned char)*value;

        if (c == '"' || c == '\\')
            putc('\\', out);
        if (c < ' ')
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

static void print_json_row(FILE *out, const struct comparison *row, double best)
{
    fputs("    {", out);
    print_string(out, "graph", row->graph);
    fputs(", ", out);
    print_string(out, "weights", row->weights);
    fputs(", ", out);
    print_string(out, "network", row->network);
    fputs(", ", out);
    print_string(out, "algorithm", row->algorithm);
    if (row->failure) {
        fputs(", ", out);
        print_string(out, "failure", row->failure);
    }
    for (size_t c = 0; !row->failure && c < COLUMNS; c++)
        fprintf(out, ", \"%s\": %.15g", columns[c].key, columns[c].get(&row->metrics));
    fprintf(out, ", \"best\": %s,\n     \"seconds\": %.6f\n    }",
            is_best(row, 0, best) ? "true" : "false", row->seconds);
}

static void print_json(FILE *out, const struct comparison *rows, size_t count)
{
    fputs("{\n  \"schema_version\": 1,\n  \"experiments\": [\n", out);
    for (size_t first = 0; first < count;) {
        size_t size = group_size(rows + first, count - first);
        double best = best_of(rows + first, size, 0);

        for (size_t i = first; i < first + size; i++) {
            print_json_row(out, &rows[i], best);
            fputs(i + 1 < count ? ",\n" : "\n", out);
        }
        first += size;
    }
    fputs("  ]\n}\n", out);
}

void comparison_print(FILE *out, const char *format, const struct comparison *rows, size_t count)
{
    if (strcmp(format, "json") == 0)
        print_json(out, rows, count);
    else if (strcmp(format, "csv") == 0)
        print_csv(out, rows, count);
    else
        print_table(out, rows, count);
}
