/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_PROBLEMS_H
#define CLI_PROBLEMS_H

#include "topomap_internal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A problem with a file. */
struct problem {
    char *file;
    uint32_t line; /* 0: it is about the whole file */
    bool warning;
    char *text;
};

struct problems {
    struct problem *list;
    size_t count, room;
    size_t errors;
    bool failed; /* memory ran out */
};

void problems_add(struct problems *problems, const char *file, uint32_t line, bool warning,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Add a parser's error, whose text begins with `file:line: ` or `file: `; also that memory ran
 * out. */
void problems_add_error(struct problems *problems, const char *file,
                        const struct topomap_error *error);
/* Print them on standard error, a line each; with `errors` without warnings. */
void problems_print(const struct problems *problems, bool errors);
void problems_free(struct problems *problems);

#endif
