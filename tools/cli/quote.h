/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_QUOTE_H
#define CLI_QUOTE_H

#include "base/text.h"

/* Append a CSV field, quoted if RFC 4180 requires it. */
void quote_csv(struct text *out, const char *field);

/* Append a word of a command line, quoted if a shell requires it. */
void quote_shell(struct text *out, const char *word);

#endif
