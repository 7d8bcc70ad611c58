/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/problems.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void push(struct problems *problems, const struct problem *problem)
{
    if (problems->count == problems->room) {
        size_t room = problems->room ? 2 * problems->room : 16;
        struct problem *grown = realloc(problems->list, room * sizeof *grown);

        if (!grown) {
            problems->failed = true;
            free(problem->file);
            free(problem->text);
            return;
        }
        problems->list = grown;
        problems->room = room;
    }
    problems->list[problems->count++] = *problem;
    problems->errors += !problem->warning;
}

static void add(struct problems *problems, const char *file, uint32_t line, bool warning,
                const char *text)
{
    struct problem problem = {
        .file = strdup(file), .line = line, .warning = warning, .text = strdup(text)};

    if (!problem.file || !problem.text)
        problems->failed = true;
    push(problems, &problem);
}

void problems_add(struct problems *problems, const char *file, uint32_t line, bool warning,
                  const char *format, ...)
{
    char text[TOPOMAP_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    text_hide_controls(text);
    add(problems, file, line, warning, text);
}

void problems_add_error(struct problems *problems, const char *file,
                        const struct topomap_error *error)
{
    const char *text = error->text;
    size_t length = strlen(file);
    unsigned long line = 0;
    char *end;

    if (error->code == TOPOMAP_INTERNAL) {
        problems->failed = true;
        return;
    }
    if (strncmp(text, file, length) == 0 && text[length] == ':') {
        text += length + 1;
        /* Skip the line number, and a column if there is one. */
        for (int i = 0; i < 2; i++) {
            unsigned long number = strtoul(text, &end, 10);

            if (end == text || *end != ':')
                break;
            line = i == 0 ? number : line;
            text = end + 1;
        }
        text += strspn(text, " ");
    }
    add(problems, file, (uint32_t)line, false, text);
}

void problems_print(const struct problems *problems, bool errors)
{
    for (size_t i = 0; i < problems->count; i++) {
        const struct problem *problem = &problems->list[i];
        const char *severity = problem->warning ? "warning: " : "";

        if (problem->warning && errors)
            continue;
        if (problem->line)
            fprintf(stderr, "%s:%u: %s%s\n", problem->file, problem->line, severity,
                    problem->text);
        else
            fprintf(stderr, "%s: %s%s\n", problem->file, severity, problem->text);
    }
}

void problems_free(struct problems *problems)
{
    for (size_t i = 0; i < problems->count; i++) {
        free(problems->list[i].file);
        free(problems->list[i].text);
    }
    free(problems->list);
    *problems = (struct problems){0};
}
