/* SPDX-License-Identifier: BSD-3-Clause */
/* Trees of switches as topomap's YAML. */
#include "base/memory.h"
#include "base/text.h"
#include "io/network_format.h"

#include <stdlib.h>

/* Nodes or switches by the switch above them: first[switches+1], below[count]. */
struct children {
    uint32_t *first;
    uint32_t *below;
};

/* `parent` [count]; the root has none. */
static int find_children(struct children *children, uint32_t switches, uint32_t count,
                         const uint32_t *parent)
{
    children->first = array_new((size_t)switches + 2, sizeof *children->first);
    children->below = array_raw(count, sizeof *children->below);
    if (!children->first || !children->below)
        return -1;
    for (uint32_t i = 0; i < count; i++) {
        if (parent[i] != NETWORK_NONE)
            children->first[parent[i] + 2]++;
    }
    for (uint32_t s = 0; s < switches; s++)
        children->first[s + 2] += children->first[s + 1];
    for (uint32_t i = 0; i < count; i++) {
        if (parent[i] != NETWORK_NONE)
            children->below[children->first[parent[i] + 1]++] = i;
    }
    return 0;
}

static void print_children(struct text *text, const char *key, const struct children *children,
                           uint32_t s, char *const *name)
{
    if (children->first[s] == children->first[s + 1])
        return;
    text_printf(text, ", %s: \"", key);
    for (uint32_t i = children->first[s]; i < children->first[s + 1]; i++)
        text_printf(text, "%s%s", i > children->first[s] ? "," : "", name[children->below[i]]);
    text_puts(text, "\"");
}

char *network_tree_print(const struct topomap_network *network, const char *origin)
{
    const struct network_tree *tree = network->tree;
    struct children nodes = {0}, switches = {0};
    struct text text = {0};
    char *result = NULL;

    if (find_children(&nodes, tree->switches, network->nodes, tree->leaf) == 0 &&
        find_children(&switches, tree->switches, tree->switches, tree->parent) == 0) {
        text_printf(&text, "# By topomap network import, from %s.\nnetwork:\n  kind: tree\n"
                    "  switches:\n", origin);
        for (uint32_t s = 0; s < tree->switches; s++) {
            if (tree->virtual_root && s == tree->root)
                continue;
            text_printf(&text, "    - {name: \"%s\"", tree->name[s]);
            print_children(&text, "nodes", &nodes, s, network->names.name);
            print_children(&text, "switches", &switches, s, tree->name);
            if (tree->width[s] > 1)
                text_printf(&text, ", width: %u", tree->width[s]);
            text_puts(&text, "}\n");
        }
        result = text_take(&text);
    }
    free(nodes.first);
    free(nodes.below);
    free(switches.first);
    free(switches.below);
    return result;
}
