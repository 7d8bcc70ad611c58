/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph/shape.h"

#include "base/text.h"

int shape_parse(struct shape *shape, const char **cursor, const char *end)
{
    uint64_t length;

    *shape = (struct shape){.places = 1};
    for (;;) {
        if (shape->dims == TOPOMAP_MAX_DIMENSIONS ||
            text_parse_number(cursor, end, TOPOMAP_MAX_RANKS, &length) < 0 || length == 0 ||
            length > TOPOMAP_MAX_RANKS / shape->places)
            return -1;
        shape->places *= (uint32_t)length;
        shape->dim[shape->dims++] = (uint32_t)length;
        if (*cursor == end || **cursor != 'x')
            break;
        (*cursor)++;
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
