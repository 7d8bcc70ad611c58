/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit/networks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct topomap_network *four_nodes;

struct topomap_network *network_of(const char *text)
{
    struct topomap_error error = {.text = ""};
    struct topomap_network *network = topomap_network_parse("network", text, strlen(text), &error);

    if (!network)
        fail_msg("%s", error.text);
    return network;
}

int four_nodes_make(void **state)
{
    (void)state;
    four_nodes = topomap_network_flat("n[0-3]", NULL);
    return four_nodes ? 0 : -1;
}

int four_nodes_free(void **state)
{
    (void)state;
    topomap_network_destroy(four_nodes);
    return 0;
}

char **node_names(uint32_t count)
{
    char **names = calloc(count + 1, sizeof *names);

    assert_non_null(names);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = calloc(1, 16);
        assert_non_null(names[i]);
        snprintf(names[i], 16, "n%u", i);
    }
    return names;
}

void node_names_free(char **names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}
