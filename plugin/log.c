/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "log.h"

#include "base/text.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include <slurm/spank.h>

#define LINE_BYTES 4096 /* longer lines are truncated */

enum level { ERROR, INFO, VERBOSE };

/* Standard error of srun was closed: Slurm would wait for seconds before it gives up a line. */
static bool closed;

void log_look(void)
{
    int flags = fcntl(STDERR_FILENO, F_GETFD);

    /* What srun opens itself in its place is closed on exec, what it inherits is not. */
    closed = flags < 0 || (flags & FD_CLOEXEC);
}

static void print(enum level level, const char *format, va_list args)
{
    char line[LINE_BYTES];

    if (closed)
        return;

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
