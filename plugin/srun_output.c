/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_output.h"

#include "base/file.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

#define MAX_DIGITS 10
#define ACCOUNT_BYTES 4096

static void put_number(struct text *text, const char *digits, size_t width)
{
    for (size_t length = strlen(digits); length < width; length++)
        text_puts(text, "0");
    text_puts(text, digits);
}

static void put_user(struct text *text)
{
    char room[ACCOUNT_BYTES];
    struct passwd account, *found = NULL;

    if (getpwuid_r(geteuid(), &account, room, sizeof room, &found) == 0 && found)
        text_puts(text, found->pw_name);
    else
        text_printf(text, "%lu", (unsigned long)geteuid());
}

/* Replace one symbol. Returns false if it is unknown. */
static bool put_symbol(struct text *text, char symbol, size_t width, const struct output_step *step)
{
    char job[16], number[16];

    snprintf(job, sizeof job, "%u", step->job);
    snprintf(number, sizeof number, "%u", step->step);
    switch (symbol) {
    case 'j':
        put_number(text, job, width);
        return true;
    case 'J':
        put_number(text, job, width);
        text_printf(text, ".%s", number);
        return true;
    case 's':
        put_number(text, number, width);
        return true;
    case 'A':
        put_number(text, step->array_job ? step->array_job : job, width);
        return true;
    case 'a':
        put_number(text, step->array_task ? step->array_task : "0", width);
        return true;
    case 'x':
        text_puts(text, step->job_name ? step->job_name : "");
        return true;
    case 'u':
        put_user(text);
        return true;
    default:
        return false;
    }
}

/* Replace the symbol after the '%' at `at`; returns the text after it. */
static const char *put_pattern(struct text *text, const char *at, const struct output_step *step)
{
    const char *start = at;
    unsigned long width = 0;

    if (*at == '%') {
        text_puts(text, "%");
        return at + 1;
    }
    if (isdigit((unsigned char)*at)) {
        char *end;

        width = strtoul(at, &end, 10);
        at = end;
    }
    if (put_symbol(text, *at, width < MAX_DIGITS ? width : MAX_DIGITS, step))
        return at + 1;
    text_puts(text, "%");
    text_add(text, start, (size_t)(at - start));
    return at;
}

char *output_name(const char *pattern, const struct output_step *step)
{
    bool literal = strchr(pattern, '\\') != NULL;
    struct text text = {0};

    for (const char *at = pattern; *at;) {
        if (literal ? *at == '\\' : *at == '%') {
            at++;
            if (!literal)
                at = put_pattern(&text, at, step);
        } else {
            text_add(&text, at++, 1);
        }
    }
    return text_take(&text);
}

int output_write(const char *name, const char *data, size_t length, struct topomap_error *error)
{
    /* Do not even open anything else, such as a pipe without a reader, or a device. */
    if (!file_is_replaceable(name))
        return error_set(error, TOPOMAP_INPUT, "cannot write '%s': not a regular file", name);
    if (file_write(name, data, length, false) == 0)
        return 0;
    return error_set(error, TOPOMAP_INPUT, "cannot write '%s': %s", name, strerror(errno));
}
