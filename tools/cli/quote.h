/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_QUOTE_H
#define CLI_QUOTE_H

#include "base/text.h"

/* Append a field of CSV, in quotes where RFC 4180 wants them. */
void quote_csv(struct text *out, const char *field);

/* Append a word of a command line, in quotes where a shell wants them. */
void quote_shell(struct text *out, const char *word);

#endif
