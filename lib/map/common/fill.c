/* SPDX-License-Identifier: BSD-3-Clause */
#include "map/common/fill.h"

void map_fill(const struct topomap_allocation *allocation, const uint32_t *order,
              uint32_t *placement)
{
    uint32_t rank = 0;

    for (uint32_t i = 0; i < allocation->nodes; i++) {
        for (uint32_t t = 0; t < allocation->tasks[order[i]]; t++)
            placement[rank++] = order[i];
    }
}
