/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef INPUT_SOURCE_H
#define INPUT_SOURCE_H

#include "topomap_internal.h"

/* What a parser reads: text in memory and what to call it in messages. */
struct source {
    const char *name;
    const char *path;  /* the file it came from; NULL: from memory or standard input */
    const char *text;
    size_t length;
    char **owner;      /* what source_drop frees; NULL: it frees nothing */
};

/* Free the text, if it may be, as soon as its parser is done with it: a graph is made of what was
 * read without the text in memory. Name and length stay. */
void source_drop(const struct source *source);

/* Largest files that are read. */
#define SOURCE_MAX_GRAPH (UINT64_C(4) << 30)
#define SOURCE_MAX_NETWORK (UINT64_C(256) << 20)

/*
 * Read all of the file `path` ("-" is standard input), at most `limit` bytes; what gzip or zstd
 * packed is unpacked. TOPOMAP_INPUT if it cannot be read, is a directory or a device, or is larger,
 * also when unpacked. source->text is the caller's to free.
 */
int source_read(struct source *source, const char *path, uint64_t limit,
                struct topomap_error *error);

/* TOPOMAP_INPUT if the text is empty or holds a NUL byte, as binary files do. */
int source_check(const struct source *source, struct topomap_error *error);

#endif
