/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/name_pattern.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

static uint32_t find_dim(const struct name_pattern *pattern, char letter)
{
    uint32_t d = 0;

    while (d < pattern->dims && network_axis_letter(pattern->dims, d) != letter)
        d++;
    return d < pattern->dims ? d : NETWORK_NONE;
}

/* Read the placeholder at *cursor and move *cursor past it. */
static int parse_placeholder(const struct name_pattern *pattern, const char **cursor,
                             struct name_pattern_part *part, struct topomap_error *error)
{
    const char *at = *cursor + 1;

    part->dim = *at ? find_dim(pattern, *at++) : NETWORK_NONE;
    part->digit = strncmp(at, ":36", 3) == 0;
    if (part->digit)
        at += 3;
    if (part->dim == NETWORK_NONE || *at++ != '}')
        return error_set(error, TOPOMAP_INPUT,
                         "'%.20s' is not a placeholder: write {%c} or {%c:36} for one "
                         "of %u dimension%s", *cursor, network_axis_letter(pattern->dims, 0),
                         network_axis_letter(pattern->dims, 0), pattern->dims,
                         pattern->dims == 1 ? "" : "s");
    for (const struct name_pattern_part *p = pattern->part; p < part; p++) {
        if (p->dim == part->dim)
            return error_set(error, TOPOMAP_INPUT, "'%.20s': the dimension occurs twice", *cursor);
    }
    if (!part->digit && *at == '{')
        return error_set(error, TOPOMAP_INPUT, "'%.20s': the end of the number is ambiguous",
                         *cursor);
    *cursor = at;
    return 0;
}

int name_pattern_parse(struct name_pattern *pattern, const char *text, uint32_t dims,
                       struct topomap_error *error)
{
    *pattern = (struct name_pattern){.dims = dims};
    for (uint32_t i = 0; i <= dims; i++) {
        struct name_pattern_part *part = &pattern->part[i];

        part->literal = text;
        part->length = strcspn(text, "{");
        text += part->length;
        part->dim = NETWORK_NONE;
        if (!*text)
            return i == dims ? 0 : error_set(error, TOPOMAP_INPUT, "the pattern of names has %u "
                                             "coordinate%s, not %u", i, i == 1 ? "" : "s", dims);
        if (parse_placeholder(pattern, &text, part, error) < 0)
            return -1;
    }
    return error_set(error, TOPOMAP_INPUT, "the pattern of names has more than %u coordinates",
                     dims);
}

static bool match_digit(const char **cursor, int32_t *value)
{
    char c = **cursor;

    if (c >= '0' && c <= '9')
        *value = c - '0';
    else if (c >= 'a' && c <= 'z')
        *value = c - 'a' + 10;
    else if (c >= 'A' && c <= 'Z')
        *value = c - 'A' + 10;
    else
        return false;
    ++*cursor;
    return true;
}

bool name_pattern_match(const struct name_pattern *pattern, const char *name,
                        int32_t *coordinates)
{
    const char *end = name + strlen(name);

    for (const struct name_pattern_part *part = pattern->part;; part++) {
        uint64_t number;

        if (strncmp(name, part->literal, part->length) != 0)
            return false;
        name += part->length;
        if (part->dim == NETWORK_NONE)
            return name == end;
        if (part->digit) {
            if (!match_digit(&name, &coordinates[part->dim]))
                return false;
            continue;
        }
        if (text_parse_number(&name, end, INT32_MAX, &number) < 0)
            return false;
        coordinates[part->dim] = (int32_t)number;
    }
}
