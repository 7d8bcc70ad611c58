/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"

#include "base/text.h"

#include <stdarg.h>

#undef error_set
#undef error_memory

int error_set(struct topomap_error *error, enum topomap_code code, const char *format, ...)
{
    va_list args;

    if (!error)
        return -1;
    error->code = code;
    va_start(args, format);
    text_vformat(error->text, sizeof error->text, format, args);
    va_end(args);
    /* File names and words quoted from input may hold line breaks; a message is one line. */
    text_hide_controls(error->text);
    return -1;
}

int error_memory(struct topomap_error *error)
{
    return error_set(error, TOPOMAP_INTERNAL, "out of memory");
}
