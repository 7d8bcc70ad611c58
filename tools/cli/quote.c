/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/quote.h"

#include <string.h>

void quote_csv(FILE *out, const char *field)
{
    if (!strpbrk(field, ",\"\n")) {
        fputs(field, out);
        return;
    }
    putc('"', out);
    for (; *field; field++) {
        if (*field == '"')
            putc('"', out);
        putc(*field, out);
    }
    putc('"', out);
}

void quote_json(FILE *out, const char *string)
{
    putc('"', out);
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;

        if (c == '"' || c == '\\')
            putc('\\', out);
        if (c < ' ')
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

void quote_json_member(FILE *out, const char *key, const char *value)
{
    fprintf(out, "\"%s\": ", key);
    quote_json(out, value);
}
