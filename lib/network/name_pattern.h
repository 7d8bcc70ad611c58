/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef NETWORK_NAME_PATTERN_H
#define NETWORK_NAME_PATTERN_H

#include "network/network.h"

/*
 * Coordinates that stand in the names of nodes. A pattern is such a name with a placeholder for
 * each dimension, whose letter is that of links: x, y, z, or a to h where there are more. "{x}" is
 * a decimal number, "{x:36}" one digit of base 36, as in names for Slurm's topology/3d_torus.
 */
struct name_pattern {
    uint32_t dims;
    struct name_pattern_part {
        const char *literal;     /* what stands before the placeholder; the pattern's */
        size_t length;
        uint32_t dim;            /* NETWORK_NONE: the end of the pattern */
        bool digit;              /* one digit of base 36 */
    } part[NETWORK_MAX_DIMS + 1];
};

/* Read a pattern, which has to outlive what is read; TOPOMAP_INPUT if a dimension is missing, comes
 * twice or is none, or where a number would not end. */
int name_pattern_parse(struct name_pattern *pattern, const char *text, uint32_t dims,
                       struct topomap_error *error);

/* The coordinates in a name, [dims]; false if it is not like the pattern. */
bool name_pattern_match(const struct name_pattern *pattern, const char *name,
                        int32_t *coordinates);

#endif
