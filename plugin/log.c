/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "log.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

#include <slurm/spank.h>

#define LINE_BYTES 4096 /* longer lines are truncated */

enum level { ERROR, INFO, VERBOSE };

static void print(enum level level, const char *format, va_list args)
{
    char line[LINE_BYTES];

    text_vformat(line, sizeof line, format, args);
    text_hide_controls(line);
    switch (level) {
    case ERROR:
        slurm_error("topomap: %s", line);
        break;
    case INFO:
        slurm_info("topomap: %s", line);
        break;
    case VERBOSE:
        slurm_verbose("topomap: %s", line);
        break;
    }
}

void complain(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    print(ERROR, format, args);
    va_end(args);
}

void say(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    print(INFO, format, args);
    va_end(args);
}

void whisper(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    print(VERBOSE, format, args);
    va_end(args);
}
