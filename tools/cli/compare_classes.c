/* SPDX-License-Identifier: BSD-3-Clause */
/* The load of each class of links for each placement. */
#include "cli/compare_classes.h"

#include "cli/quote.h"

#include <string.h>

#define CLASS(field)                                                                               \
    static double get_##field(const struct topomap_class_loads *loads)                             \
    {                                                                                              \
        return (double)loads->field;                                                               \
    }

CLASS(links)
CLASS(used_links)
CLASS(bytes)
CLASS(max_link_bytes)
CLASS(average_link_bytes)
CLASS(mean_link_bytes)
CLASS(min_link_bytes)

static const struct {
    const char *title;
    const char *key;
    double (*get)(const struct topomap_class_loads *loads);
} columns[] = {
    {"links", "links", get_links},
    {"used", "used_links", get_used_links},
    {"passing", "bytes", get_bytes},
    {"heaviest", "max_link_bytes", get_max_link_bytes},
    {"avg used", "average_link_bytes", get_average_link_bytes},
    {"avg all", "mean_link_bytes", get_mean_link_bytes},
    {"lightest", "min_link_bytes", get_min_link_bytes},
};

#define COLUMNS (sizeof columns / sizeof *columns)

void comparison_print_names(struct text *out, const struct comparison *row)
{
    const char *const names[] = {row->graph, row->weights, row->network, row->algorithm};

    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        quote_csv(out, names[n]);
        text_puts(out, ",");
    }
}

#define LEAST_WIDTH 20

int comparison_names_width(const struct comparisons *all)
{
    size_t width = LEAST_WIDTH;

    for (size_t r = 0; r < all->count; r++) {
        size_t length = strlen(all->rows[r].algorithm);

        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_head(struct text *out, const struct comparison *row, int width)
{
    text_printf(out, "%s%s, %s, network %s\n%-*s %-12s", row->group ? "\n" : "", row->graph,
                row->weights, row->network, width, "", "class");
    for (size_t c = 0; c < COLUMNS; c++)
        text_printf(out, " %14s", columns[c].title);
    text_puts(out, "\n");
}

void classes_print_table(struct text *out, const struct comparisons *all)
{
    int width = comparison_names_width(all);

    for (size_t r = 0; r < all->count; r++) {
        const struct comparison *row = &all->rows[r];

        if (r == 0 || row->group != all->rows[r - 1].group)
            print_head(out, row, width);
        if (row->failure)
            text_printf(out, "%-*s -  %s\n", width, row->algorithm, row->failure);
        for (uint32_t i = 0; i < row->class_count; i++) {
            text_printf(out, "%-*s %-12s", width, i ? "" : row->algorithm, row->classes[i].name);
            for (size_t c = 0; c < COLUMNS; c++)
                text_printf(out, " %14.10g", columns[c].get(&row->classes[i]));
            text_puts(out, "\n");
        }
    }
}

void classes_print_csv(struct text *out, const struct comparisons *all)
{
    text_puts(out, "graph,weights,network,algorithm,class");
    for (size_t c = 0; c < COLUMNS; c++)
        text_printf(out, ",%s", columns[c].key);
    text_puts(out, "\n");
    for (size_t r = 0; r < all->count; r++) {
        for (uint32_t i = 0; i < all->rows[r].class_count; i++) {
            comparison_print_names(out, &all->rows[r]);
            quote_csv(out, all->rows[r].classes[i].name);
            for (size_t c = 0; c < COLUMNS; c++)
                text_printf(out, ",%.15g", columns[c].get(&all->rows[r].classes[i]));
            text_puts(out, "\n");
        }
    }
}

void classes_add_json(struct json *json, const struct comparison *row)
{
    json_open(json, "classes", '[');
    for (uint32_t i = 0; i < row->class_count; i++) {
        json_open(json, NULL, '{');
        json_string(json, "name", row->classes[i].name);
        for (size_t c = 0; c < COLUMNS; c++)
            json_number(json, columns[c].key, columns[c].get(&row->classes[i]));
        json_close(json, '}');
    }
    json_close(json, ']');
}
