/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_PROFILE_H
#define IO_PROFILE_H

#include "input/source.h"

/* Whether a text is a profile, by its first bytes. */
bool profile_is(const struct source *source);

/* The profile in `source`, whose text becomes the profile's; it stays the caller's on failure. */
struct topomap_profile *profile_parse(const struct source *source, struct topomap_error *error);

/* The graph of all that a profile in `source` holds. */
struct topomap_graph *profile_parse_graph(const struct source *source,
                                          struct topomap_error *error);

/* What a writer of profiles puts bytes into a struct text with. */
int profile_put_text(void *where, const void *bytes, size_t length);

#endif
