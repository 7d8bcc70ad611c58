/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/quote.h"

#include "base/json.h"

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
    struct text text = {0};

    json_quote(&text, string);
    if (!text.failed)
        fwrite(text.data, 1, text.length, out);
    text_free(&text);
}

void quote_json_member(FILE *out, const char *key, const char *value)
{
    fprintf(out, "\"%s\": ", key);
    quote_json(out, value);
}
