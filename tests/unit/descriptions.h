/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptions of networks as text, and files that they name. */
#ifndef UNIT_DESCRIPTIONS_H
#define UNIT_DESCRIPTIONS_H

#include "unit/unit.h"

/* The network in a file "t" with this text. */
struct topomap_network *description_parse(const char *text, struct topomap_error *error);

struct refused {
    const char *text;
    const char *error; /* a part of the message */
};

/* Check that all of `cases` are refused as malformed, with their errors. */
void descriptions_refused(const struct refused *cases, size_t count);

/* A file beside a description; a NULL error: it is accepted. */
struct beside {
    const char *lines;
    const char *error;
};

/* Read `description`, which names a file `name` in its folder, with each case in that file.
 * Networks that are accepted are passed to `check`. */
void descriptions_read_beside(const char *description, const char *name,
                              const struct beside *cases, size_t count,
                              void (*check)(const struct topomap_network *network));

#endif
