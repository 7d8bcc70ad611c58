/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_QUOTE_H
#define CLI_QUOTE_H

#include "base/json.h"

#include <stdio.h>

/* A field of CSV, in quotes where RFC 4180 wants them. */
void quote_csv(FILE *out, const char *field);

/* Write what was made of JSON, and free it. Returns -1 when memory was out on the way. */
int json_print(FILE *out, struct json *json);

#endif
