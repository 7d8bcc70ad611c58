/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stepd_cpus.h"

#include "base/text.h"

#include <stdio.h>

int cpus_parse_list(cpu_set_t *cpus, const char *text, size_t length)
{
    const char *end = text + length;

    CPU_ZERO(cpus);
    for (;;) {
        uint64_t low, high;

        if (text_parse_number(&text, end, CPU_SETSIZE - 1, &low) < 0)
            return -1;
        high = low;
        if (text < end && *text == '-') {
            text++;
            if (text_parse_number(&text, end, CPU_SETSIZE - 1, &high) < 0 || high < low)
                return -1;
        }
        for (uint64_t cpu = low; cpu <= high; cpu++)
            CPU_SET(cpu, cpus);
        if (text == end)
            return 0;
        if (*text++ != ',')
            return -1;
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

int cpus_parse_mask(cpu_set_t *cpus, const char *text, size_t length)
{
    CPU_ZERO(cpus);
    if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        text += 2;
        length -= 2;
    }
    if (length == 0)
        return -1;
    for (size_t i = 0; i < length; i++) {
        int digit = hex_digit(text[length - 1 - i]);

        if (digit < 0 || (digit > 0 && i >= CPU_SETSIZE / 4))
            return -1;
        for (int bit = 0; bit < 4; bit++) {
            if (digit & (1 << bit))
                CPU_SET(i * 4 + (size_t)bit, cpus);
        }
    }
    return 0;
}

/* The first CPU from `from` on that is in the set, or is not; CPU_SETSIZE if there is none. */
static int next_cpu(const cpu_set_t *cpus, int from, bool in)
{
    while (from < CPU_SETSIZE && !!CPU_ISSET(from, cpus) != in)
        from++;
    return from;
}

void cpus_print_list(const cpu_set_t *cpus, char *text)
{
    size_t at = 0;
    int stop;

    text[0] = '\0';
    for (int cpu = next_cpu(cpus, 0, true); cpu < CPU_SETSIZE; cpu = next_cpu(cpus, stop, true)) {
        stop = next_cpu(cpus, cpu, false);
        at += (size_t)snprintf(text + at, CPUS_TEXT - at, "%s%d", at ? "," : "", cpu);
        if (stop > cpu + 1)
            at += (size_t)snprintf(text + at, CPUS_TEXT - at, "-%d", stop - 1);
    }
}

void cpus_print_mask(const cpu_set_t *cpus, char *text)
{
    static const char digits[] = "0123456789abcdef";
    int highest = CPU_SETSIZE / 4 - 1;
    size_t at = 2;

    memcpy(text, "0x", 2);
    for (; highest >= 0; highest--) {
        int digit = 0;

        for (int bit = 0; bit < 4; bit++)
            digit |= CPU_ISSET(highest * 4 + bit, cpus) ? 1 << bit : 0;
        if (digit || at > 2 || highest == 0)
            text[at++] = digits[digit];
    }
    text[at] = '\0';
}

bool cpus_inside(const cpu_set_t *part, const cpu_set_t *whole)
{
    cpu_set_t both;

    CPU_AND(&both, part, whole);
    return CPU_EQUAL(&both, part);
}
