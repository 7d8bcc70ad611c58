/* SPDX-License-Identifier: BSD-3-Clause */
#include "run.h"

#include "base/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct run run;

void run_say(const char *format, ...)
{
    char text[RUN_PATH + 256], line[sizeof text + 16];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(line, sizeof line, "topomap: %s\n", text);
    /* At once: the C library writes long lines in pieces, and other ranks theirs in between. */
    file_write_all(STDERR_FILENO, line, strlen(line));
}

int run_put(void *file, const void *bytes, size_t length)
{
    return file_write_all(*(int *)file, bytes, length);
}
