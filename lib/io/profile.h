/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_PROFILE_H
#define IO_PROFILE_H

#include "input/source.h"

/* Whether a text is a profile; its first bytes tell. */
bool profile_is(const struct source *source);

/* Parse the profile in `source` and take over its text; on failure the text stays the caller's. */
struct topomap_profile *profile_parse(const struct source *source, struct topomap_error *error);

/* The graph of all traffic in the profile in `source`. */
struct topomap_graph *profile_parse_graph(const struct source *source,
                                          struct topomap_error *error);

/* The `put` function of profile writers that appends to a struct text. */
int profile_put_text(void *where, const void *bytes, size_t length);

#endif
