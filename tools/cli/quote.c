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

int json_print(FILE *out, struct json *json)
{
    bool failed = json->text.failed;

    if (!failed)
        fwrite(json->text.data, 1, json->text.length, out);
    text_free(&json->text);
    return failed ? -1 : 0;
}
