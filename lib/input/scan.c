/* SPDX-License-Identifier: BSD-3-Clause */
#include "input/scan.h"

#include "base/error.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#undef scan_fail

void scan_init(struct scan *scan, const struct source *source)
{
    *scan = (struct scan){.source = source, .at = source->text, .end = source->text,
                          .start = source->text,
                          .next = text_begin(source->text, source->text + source->length)};
}

int scan_next(struct scan *scan, struct topomap_error *error)
{
    if (!text_line(&scan->next, scan->source->text + scan->source->length, &scan->start,
                   &scan->end))
        return 0;
    scan->at = scan->start;
    scan->line++;
    if ((uint64_t)(scan->end - scan->start) > SCAN_MAX_LINE)
        return scan_fail(scan, error, "the line is too long");
    if (scan->end > scan->start && scan->end[-1] == '\r')
        scan->end--;
    return 1;
}

int scan_next_filled(struct scan *scan, char comment, struct topomap_error *error)
{
    int more;

    while ((more = scan_next(scan, error)) > 0) {
        scan_blanks(scan);
        if (!scan_done(scan) && *scan->at != comment)
            break;
    }
    return more;
}

int scan_fail(const struct scan *scan, struct topomap_error *error, const char *format, ...)
{
    char text[TOPOMAP_ERROR_TEXT];
    va_list args;

    va_start(args, format);
    text_vformat(text, sizeof text, format, args);
    va_end(args);
    return error_set(error, TOPOMAP_INPUT, "%.240s:%u:%zu: %.240s", scan->source->name, scan->line,
                     (size_t)(scan->at - scan->start) + 1, text);
}

int scan_any_number(struct scan *scan, const char *what, uint64_t limit, uint64_t *number,
                    struct topomap_error *error)
{
    if (text_parse_number(&scan->at, scan->end, limit, number) == 0)
        return 0;
    if (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
        return scan_fail(scan, error, "%s exceeds %llu", what, (unsigned long long)limit);
    if (scan->at < scan->end)
        return scan_fail(scan, error, "%s is not a number: '%.*s'", what,
                         (int)(scan->end - scan->at < 20 ? scan->end - scan->at : 20), scan->at);
    return scan_fail(scan, error, "%s is missing", what);
}
