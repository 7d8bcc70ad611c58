/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/quote.h"

#include <string.h>

void quote_csv(struct text *out, const char *field)
{
    if (!strpbrk(field, ",\"\n")) {
        text_puts(out, field);
        return;
    }
    text_puts(out, "\"");
    for (; *field; field++) {
        if (*field == '"')
            text_puts(out, "\"");
        text_add(out, field, 1);
    }
    text_puts(out, "\"");
}
