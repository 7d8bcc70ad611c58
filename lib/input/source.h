/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef INPUT_SOURCE_H
#define INPUT_SOURCE_H

#include "topomap_internal.h"

/* Input of a parser: a text in memory, and its name in messages. */
struct source {
    const char *name;
    const char *path;  /* the file it came from; NULL if it is from memory or standard input */
    const char *text;
    size_t length;
    char **owner;      /* the text, for source_drop to free; NULL if it must not be freed */
};

/* Free the text early if that is allowed: a parser that is done with it then builds the graph
 * without the text in memory. Name and length stay. */
void source_drop(const struct source *source);

/* Largest files that are read. */
#define SOURCE_MAX_GRAPH (UINT64_C(4) << 30)
#define SOURCE_MAX_NETWORK (UINT64_C(256) << 20)

/*
 * Read the whole file `path` ("-" is standard input), of at most `limit` bytes, and unpack it if it
 * was packed by gzip or zstd. TOPOMAP_INPUT if it cannot be read, is a directory or a device, or is
 * too large, packed or unpacked. The caller frees source->text.
 */
int source_read(struct source *source, const char *path, uint64_t limit,
                struct topomap_error *error);

/* TOPOMAP_INPUT if the text is empty or holds a NUL byte, as binary files do. */
int source_check(const struct source *source, struct topomap_error *error);

#endif
