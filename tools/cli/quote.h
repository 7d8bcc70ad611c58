/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_QUOTE_H
#define CLI_QUOTE_H

#include <stdio.h>

/* A field of CSV, in quotes where RFC 4180 wants them. */
void quote_csv(FILE *out, const char *field);

/* A string of JSON (RFC 8259), with its quotes. */
void quote_json(FILE *out, const char *string);

/* A member of an object that is a string. */
void quote_json_member(FILE *out, const char *key, const char *value);

#endif
