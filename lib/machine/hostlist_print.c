/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/hostlist.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A longer number might not fit in 64 bits, and topomap_hostlist_expand refuses it. */
#define MAX_DIGITS 18

/* Find where the number at the end of a name begins; the end of the name if there is none. */
static size_t stem(const char *name)
{
    size_t length = strlen(name), at = length;

    while (at > 0 && length - at < MAX_DIGITS && isdigit((unsigned char)name[at - 1]))
        at--;
    return at;
}

/* Whether `name` is `first` with its final number increased by `step`. */
static bool follows(const char *name, const char *first, size_t at, uint64_t step)
{
    char number[24];

    snprintf(number, sizeof number, "%0*" PRIu64, (int)strlen(first + at),
             (uint64_t)strtoull(first + at, NULL, 10) + step);
    return strncmp(name, first, at) == 0 && strcmp(name + at, number) == 0;
}

/* Count the names from the first on that share its stem and end in a number. */
static uint32_t count_alike(const char *const *names, uint32_t count)
{
    size_t at = stem(names[0]);
    uint32_t alike = 1;

    while (names[0][at] && alike < count && stem(names[alike]) == at && names[alike][at] &&
           strncmp(names[alike], names[0], at) == 0)
        alike++;
    return alike;
}

static void print_bracket(struct text *text, const char *const *names, uint32_t count)
{
    size_t at = stem(names[0]);
    uint32_t next;

    text_add(text, names[0], at);
    for (uint32_t i = 0; i < count; i = next) {
        for (next = i + 1; next < count && follows(names[next], names[i], at, next - i);)
            next++;
        text_puts(text, i ? "," : "[");
        text_puts(text, names[i] + at);
        if (next - i > 1) {
            text_puts(text, next - i > 2 ? "-" : ",");
            text_puts(text, names[next - 1] + at);
        }
    }
    text_puts(text, "]");
}

void hostlist_print(struct text *text, const char *const *names, uint32_t count)
{
    uint32_t alike;

    for (uint32_t i = 0; i < count; i += alike) {
        alike = count_alike(names + i, count - i);
        text_puts(text, i ? "," : "");
        if (alike > 1)
            print_bracket(text, names + i, alike);
        else
            text_puts(text, names[i]);
    }
}
