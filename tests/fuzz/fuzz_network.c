/* SPDX-License-Identifier: BSD-3-Clause */
/* Network readers: what is accepted has distances that its routes agree with. */
#include "fuzz/target.h"

#include "topomap_internal.h"

#define ROUTE 4096
#define PAIRS 8

static void check_pair(const struct topomap_network *network, uint32_t a, uint32_t b)
{
    uint32_t links[ROUTE], distance = topomap_network_distance(network, a, b);
    size_t length = topomap_network_route(network, a, b, links, ROUTE);
    char name[64];

    /* Valiant routes have other lengths; nodes of one router may be 0 hops apart. */
    EXPECT((length > 0) == (distance > 0) && (a != b || length == 0));
    EXPECT(topomap_network_distance(network, b, a) == distance);
    for (size_t i = 0; i < length && i < ROUTE; i++) {
        EXPECT(links[i] < topomap_network_links(network));
        topomap_network_link_name(network, links[i], name, sizeof name);
    }
}

static void try_input(const uint8_t *data, size_t size)
{
    struct topomap_error error = {.code = TOPOMAP_OK};
    struct topomap_network *network = topomap_network_parse("input", (const char *)data, size,
                                                            &error);
    uint32_t nodes = network ? topomap_network_nodes(network) : 0;

    EXPECT(network || (error.code != TOPOMAP_OK && error.text[0]));
    for (uint32_t i = 0; i < PAIRS && i < nodes; i++) {
        uint32_t a = (uint32_t)((uint64_t)nodes * i / PAIRS);

        EXPECT(topomap_network_find(network, topomap_network_node_name(network, a)) == a);
        check_pair(network, a, a);
        check_pair(network, a, nodes - 1 - a);
        check_pair(network, 0, a);
    }
    topomap_network_destroy(network);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!takes_long(data, size))
        try_input(data, size);
    return 0;
}
