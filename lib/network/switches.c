/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/switches.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

int switches_add(struct switch_list *list, const struct switch_entry *entry,
                 struct topomap_error *error)
{
    if (array_grow(&list->entry, &list->capacity, list->count + 1, sizeof *list->entry) < 0) {
        free(entry->name);
        free(entry->nodes);
        free(entry->switches);
        return error_memory(error);
    }
    list->entry[list->count++] = *entry;
    return 0;
}

void switches_free(struct switch_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->entry[i].name);
        free(list->entry[i].nodes);
        free(list->entry[i].switches);
    }
    free(list->entry);
    *list = (struct switch_list){0};
}

/* The tree under construction. */
struct builder {
    const struct switch_list *list;
    const char *file;
    struct topomap_error *error;
    struct names switches;
    struct names nodes;
    uint32_t *parent;      /* [switches] */
    uint32_t *width;       /* [switches] */
    uint32_t *depth;       /* [switches] */
    size_t *first;         /* [switches+1]: offsets in `listed` of the nodes that each switch
                            * lists */
    uint32_t *listed;      /* nodes listed by the switches */
    size_t listed_count;
    size_t listed_capacity;
    uint32_t *leaf;        /* [nodes]: the switch that each node is attached to */
};

static void builder_free(struct builder *builder)
{
    names_free(&builder->switches);
    names_free(&builder->nodes);
    free(builder->parent);
    free(builder->width);
    free(builder->depth);
    free(builder->first);
    free(builder->listed);
    free(builder->leaf);
}

/* Put `file:line: ` in front of an error from a deeper layer. */
static int fail_at(const struct builder *builder, uint32_t line, const struct topomap_error *why)
{
    return error_set(builder->error, why->code, "%.200s:%u: %.300s", builder->file, line,
                     why->text);
}

static int name_switches(struct builder *builder)
{
    const struct switch_list *list = builder->list;

    for (size_t i = 0; i < list->count; i++) {
        int64_t index = names_add(&builder->switches, list->entry[i].name);

        if (index < 0)
            return error_memory(builder->error);
        if ((size_t)index < i)
            return error_set(builder->error, TOPOMAP_INPUT,
                             "%s:%u: switch '%s' is already defined on line %u", builder->file,
                             list->entry[i].line, list->entry[i].name, list->entry[index].line);
    }
    return 0;
}

static int adopt(struct builder *builder, uint32_t s, const char *child)
{
    const struct switch_entry *entry = &builder->list->entry[s];
    int64_t index = names_find(&builder->switches, child);

    if (index < 0)
        return error_set(builder->error, TOPOMAP_INPUT, "%s:%u: switch '%s' is not defined",
                         builder->file, entry->line, child);
    if (builder->parent[index] != NETWORK_NONE)
        return error_set(builder->error, TOPOMAP_INPUT,
                         "%s:%u: switch '%s' is already below '%s'", builder->file, entry->line,
                         child, builder->switches.name[builder->parent[index]]);
    builder->parent[index] = s;
    return 0;
}

static int join_switches(struct builder *builder)
{
    struct topomap_error why;

    for (uint32_t s = 0; s < builder->switches.count; s++) {
        const struct switch_entry *entry = &builder->list->entry[s];
        char **children;
        uint32_t count;
        int result = 0;

        if (!entry->switches)
            continue;
        if (topomap_hostlist_expand(entry->switches, &children, &count, &why) < 0)
            return fail_at(builder, entry->line, &why);
        for (uint32_t c = 0; c < count && result == 0; c++)
            result = adopt(builder, s, children[c]);
        topomap_hostlist_free(children, count);
        if (result < 0)
            return -1;
    }
    return 0;
}

/* Find the depth of each switch. A climb that passes more switches than there are is in a cycle. */
static int measure_depths(struct builder *builder)
{
    for (uint32_t s = 0; s < builder->switches.count; s++) {
        uint32_t depth = 0;

        for (uint32_t t = builder->parent[s]; t != NETWORK_NONE; t = builder->parent[t]) {
            if (t == s)
                return error_set(builder->error, TOPOMAP_INPUT,
                                 "%s:%u: switch '%s' is below itself", builder->file,
                                 builder->list->entry[s].line, builder->switches.name[s]);
            if (++depth == NETWORK_MAX_DEPTH)
                break;
        }
        builder->depth[s] = depth;
    }
    for (uint32_t s = 0; s < builder->switches.count; s++) {
        if (builder->depth[s] == NETWORK_MAX_DEPTH)
            return error_set(builder->error, TOPOMAP_INPUT,
                             "%s:%u: switch '%s' is below more than %d others, or below a cycle",
                             builder->file, builder->list->entry[s].line,
                             builder->switches.name[s], NETWORK_MAX_DEPTH - 1);
    }
    return 0;
}

/* Note the nodes that a switch lists, in the order of the file. */
static int list_nodes(struct builder *builder, const struct switch_entry *entry)
{
    struct topomap_error why;
    char **names;
    uint32_t count;
    int result = -1;

    if (!entry->nodes)
        return 0;
    if (topomap_hostlist_expand(entry->nodes, &names, &count, &why) < 0)
        return fail_at(builder, entry->line, &why);
    if (array_grow(&builder->listed, &builder->listed_capacity, builder->listed_count + count,
                   sizeof *builder->listed) < 0)
        goto out;
    for (uint32_t i = 0; i < count; i++) {
        int64_t node = names_add(&builder->nodes, names[i]);

        if (node < 0)
            goto out;
        builder->listed[builder->listed_count++] = (uint32_t)node;
    }
    result = 0;
out:
    topomap_hostlist_free(names, count);
    if (result < 0)
        return error_memory(builder->error);
    if (builder->nodes.count > NETWORK_MAX_NODES)
        return error_set(builder->error, TOPOMAP_INPUT, "%s:%u: more than %u nodes in all",
                         builder->file, entry->line, NETWORK_MAX_NODES);
    return 0;
}

static bool is_below(const struct builder *builder, uint32_t s, uint32_t top)
{
    while (s != NETWORK_NONE && s != top)
        s = builder->parent[s];
    return s == top;
}

/* Attach to switch `s` the nodes it lists that no lower switch lists. */
static int hang_nodes(struct builder *builder, uint32_t s)
{
    const struct switch_entry *entry = &builder->list->entry[s];

    for (size_t i = builder->first[s]; i < builder->first[s + 1]; i++) {
        uint32_t *leaf = &builder->leaf[builder->listed[i]];
        const char *node = builder->nodes.name[builder->listed[i]];

        if (*leaf == NETWORK_NONE)
            *leaf = s;
        else if (*leaf == s)
            return error_set(builder->error, TOPOMAP_INPUT, "%s:%u: node '%s' is listed twice",
                             builder->file, entry->line, node);
        else if (!is_below(builder, *leaf, s))
            return error_set(builder->error, TOPOMAP_INPUT,
                             "%s:%u: node '%s' is already on switch '%s'", builder->file,
                             entry->line, node, builder->switches.name[*leaf]);
    }
    return 0;
}

static int place_nodes(struct builder *builder)
{
    uint32_t switches = builder->switches.count;

    for (uint32_t s = 0; s < switches; s++) {
        if (list_nodes(builder, &builder->list->entry[s]) < 0)
            return -1;
        builder->first[s + 1] = builder->listed_count;
    }
    if (builder->nodes.count == 0)
        return error_set(builder->error, TOPOMAP_INPUT, "%s: no switch has a node",
                         builder->file);
    builder->leaf = array_raw(builder->nodes.count, sizeof *builder->leaf);
    if (!builder->leaf)
        return error_memory(builder->error);
    for (uint32_t n = 0; n < builder->nodes.count; n++)
        builder->leaf[n] = NETWORK_NONE;
    /* Take the lowest switches first. */
    for (uint32_t depth = NETWORK_MAX_DEPTH; depth-- > 0;) {
        for (uint32_t s = 0; s < switches; s++) {
            if (builder->depth[s] == depth && hang_nodes(builder, s) < 0)
                return -1;
        }
    }
    return 0;
}

static int build(struct builder *builder)
{
    uint32_t switches;

    if (name_switches(builder) < 0)
        return -1;
    switches = builder->switches.count;
    builder->parent = array_raw(switches, sizeof *builder->parent);
    builder->width = array_raw(switches, sizeof *builder->width);
    builder->depth = array_raw(switches, sizeof *builder->depth);
    builder->first = array_new((size_t)switches + 1, sizeof *builder->first);
    if (!builder->parent || !builder->width || !builder->depth || !builder->first)
        return error_memory(builder->error);
    for (uint32_t s = 0; s < switches; s++) {
        builder->parent[s] = NETWORK_NONE;
        builder->width[s] = builder->list->entry[s].width ? builder->list->entry[s].width : 1;
    }
    if (join_switches(builder) < 0 || measure_depths(builder) < 0)
        return -1;
    return place_nodes(builder);
}

struct topomap_network *switches_build(const struct switch_list *list, const char *name,
                                       struct topomap_error *error)
{
    struct builder builder = {.list = list, .file = name, .error = error};
    struct topomap_network *network = NULL;
    struct topomap_error why;

    if (build(&builder) == 0) {
        network = network_tree_create(builder.switches.count, builder.switches.name,
                                      builder.parent, builder.width, builder.nodes.count,
                                      builder.nodes.name, builder.leaf, &why);
        if (!network)
            error_set(error, why.code, "%.200s: %.300s", name, why.text);
    }
    builder_free(&builder);
    return network;
}
