/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/quote.h"

#include <string.h>

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,=@%+-"

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

void quote_shell(struct text *out, const char *word)
{
    if (*word && !word[strspn(word, PLAIN)]) {
        text_puts(out, word);
        return;
    }
    text_puts(out, "'");
    for (; *word; word++) {
        if (*word == '\'')
            text_puts(out, "'\\'");
        text_add(out, word, 1);
    }
    text_puts(out, "'");
}
