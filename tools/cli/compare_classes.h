/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_COMPARE_CLASSES_H
#define CLI_COMPARE_CLASSES_H

#include "base/json.h"
#include "cli/comparison.h"

/* The loads of classes of links: as tables, and as the member `classes` of an experiment in
 * JSON. */
void classes_print_table(struct text *out, const struct comparisons *all);
void classes_print_csv(struct text *out, const struct comparisons *all);
void classes_add_json(struct json *json, const struct comparison *row);

/* The width of the names of placements in tables. */
int comparison_names_width(const struct comparisons *all);

/* The CSV fields that name an experiment, with a comma after each. */
void comparison_print_names(struct text *out, const struct comparison *row);

#endif
