/* SPDX-License-Identifier: BSD-3-Clause */
/* Host lists, task counts and host files: three parts of the input, separated by '|'. */
#include "fuzz/target.h"

#include "topomap_internal.h"

#include <string.h>

static void check_placements(const struct topomap_allocation *allocation, const char *hosts)
{
    uint32_t ranks = topomap_allocation_ranks(allocation);
    uint32_t *placement = calloc(ranks, sizeof *placement), *slots = calloc(ranks, sizeof *slots);

    EXPECT(placement && slots);
    topomap_placement_block(allocation, placement);
    EXPECT(topomap_placement_check(allocation, placement, NULL) == 0);
    topomap_placement_cyclic(allocation, placement);
    EXPECT(topomap_placement_check(allocation, placement, NULL) == 0);
    if (topomap_placement_parse(allocation, "input", hosts, strlen(hosts), placement, slots,
                                NULL) == 0) {
        EXPECT(topomap_placement_check(allocation, placement, NULL) == 0);
        for (uint32_t rank = 0; rank < ranks; rank++)
            EXPECT(slots[rank] < topomap_allocation_tasks(allocation, placement[rank]));
    }
    free(placement);
    free(slots);
}

static void try_input(const uint8_t *data, size_t size)
{
    char *list = calloc(size + 1, 1), *tasks = NULL, *hosts = NULL;
    struct topomap_network *network;

    EXPECT(list);
    memcpy(list, data, size);
    tasks = strchr(list, '|');
    if (tasks)
        *tasks++ = '\0';
    hosts = tasks ? strchr(tasks, '|') : NULL;
    if (hosts)
        *hosts++ = '\0';
    network = topomap_network_flat(list, NULL);
    if (network && tasks) {
        struct topomap_allocation *allocation = topomap_allocation_create(network, list, tasks,
                                                                          NULL);

        if (allocation)
            check_placements(allocation, hosts ? hosts : "");
        topomap_allocation_destroy(allocation);
    }
    topomap_network_destroy(network);
    free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!takes_long(data, size))
        try_input(data, size);
    return 0;
}
