/* SPDX-License-Identifier: BSD-3-Clause */
#include "run.h"

#include "base/file.h"

#include <stdarg.h>
#include <stdio.h>

struct run run;

void run_say(const char *format, ...)
{
    char line[RUN_PATH + 256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "topomap: %s\n", line);
}

int run_put(void *file, const void *bytes, size_t length)
{
    return file_write_all(*(int *)file, bytes, length);
}
