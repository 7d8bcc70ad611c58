/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/shape.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

/* Parse the length of the next dimension. */
static int add_length(struct shape *shape, const char *text, const char **cursor,
                      struct topomap_error *error)
{
    bool digits = **cursor >= '0' && **cursor <= '9';
    uint64_t length;

    if (shape->dims == TOPOMAP_MAX_DIMENSIONS)
        return error_set(error, TOPOMAP_INPUT, "'%.100s': more than %u dimensions", text,
                         TOPOMAP_MAX_DIMENSIONS);
    if (text_parse_number(cursor, text + strlen(text), TOPOMAP_MAX_RANKS / shape->places,
                          &length) < 0 && digits)
        return error_set(error, TOPOMAP_INPUT, "'%.100s': more than %u ranks", text,
                         TOPOMAP_MAX_RANKS);
    if (!digits || length == 0)
        return error_set(error, TOPOMAP_INPUT, "'%.100s': expected lengths like 16x8x64", text);
    shape->places *= (uint32_t)length;
    shape->dim[shape->dims++] = (uint32_t)length;
    return 0;
}

int shape_parse(struct shape *shape, const char *text, const char **cursor,
                struct topomap_error *error)
{
    *shape = (struct shape){.places = 1};
    for (;;) {
        if (add_length(shape, text, cursor, error) < 0)
            return -1;
        if (**cursor != 'x')
            break;
        ++*cursor;
    }
    shape_set_strides(shape, false);
    return 0;
}

void shape_set_strides(struct shape *shape, bool column_major)
{
    uint32_t stride = 1;

    for (uint32_t i = 0; i < shape->dims; i++) {
        uint32_t d = column_major ? i : shape->dims - 1 - i;

        shape->stride[d] = stride;
        stride *= shape->dim[d];
    }
}
