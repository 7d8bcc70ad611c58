/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw/loads.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

int loads_make(struct loads *loads, const struct scene *scene, struct topomap_error *error)
{
    *loads = (struct loads){.scene = scene, .links = topomap_network_links(scene->network)};
    scale_include(&loads->scale, 0);
    for (unsigned i = 0; i < scene->sides; i++) {
        loads->load[i] = array_new(loads->links, sizeof *loads->load[i]);
        if (!loads->load[i])
            return error_memory(error);
        if (topomap_link_loads(scene->graph, scene->allocation, scene->side[i].placement,
                               loads->load[i], error) < 0)
            return -1;
        for (uint32_t link = 0; link < loads->links; link++) {
            if (loads->load[i][link] > 0)
                loads->load[i][link] /= topomap_network_link_width(scene->network, link);
            scale_include(&loads->scale, loads->load[i][link]);
        }
    }
    return 0;
}

void loads_free(struct loads *loads)
{
    free(loads->load[0]);
    free(loads->load[1]);
}
