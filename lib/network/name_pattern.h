/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_NAME_PATTERN_H
#define NETWORK_NAME_PATTERN_H

#include "network/network.h"

/*
 * Coordinates in the names of nodes. A pattern is a name with a placeholder for each dimension: x,
 * y, z, or a to h if there are more. "{x}" is a decimal number, "{x:36}" one digit of base 36, as
 * in names for Slurm's topology/3d_torus.
 */
struct name_pattern {
    uint32_t dims;
    struct name_pattern_part {
        const char *literal;     /* the text before the placeholder; part of the pattern */
        size_t length;
        uint32_t dim;            /* NETWORK_NONE: this is the end of the pattern */
        bool digit;              /* a single digit of base 36 */
    } part[NETWORK_MAX_DIMS + 1];
};

/* Read a pattern, whose text must outlive the result. TOPOMAP_INPUT if a dimension is missing,
 * unknown or occurs twice, or if the end of a number would be ambiguous. */
int name_pattern_parse(struct name_pattern *pattern, const char *text, uint32_t dims,
                       struct topomap_error *error);

/* Find the coordinates in a name, [dims]; false if the name does not match the pattern. */
bool name_pattern_match(const struct name_pattern *pattern, const char *name,
                        int32_t *coordinates);

#endif
