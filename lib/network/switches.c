/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/switches.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "network/switch_groups.h"

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
    struct switch_groups groups;
    uint32_t *lister;      /* [switches]: the last switch that lists each one, or NETWORK_NONE */
    uint32_t *depth;       /* [switches]: of the first switch of each group */
    size_t *first;         /* [switches+1]: offsets in `listed` of the nodes that each switch
                            * lists */
    uint32_t *listed;      /* nodes listed by the switches */
    size_t listed_count;
    size_t listed_capacity;
    uint32_t *leaf;        /* [nodes]: the switch that each node is attached to */
    /* The groups as switches of the network, [count]. */
    uint32_t count;
    char **name;           /* of a group with several switches: "s4..s7" */
    uint32_t *parent;
    uint32_t *width;
    uint32_t *number;      /* [switches]: the group of each switch */
};

static void builder_free(struct builder *builder)
{
    names_free(&builder->switches);
    names_free(&builder->nodes);
    switch_groups_free(&builder->groups);
    free(builder->lister);
    free(builder->depth);
    free(builder->first);
    free(builder->listed);
    free(builder->leaf);
    for (uint32_t s = 0; builder->name && s < builder->count; s++)
        free(builder->name[s]);
    free(builder->name);
    free(builder->parent);
    free(builder->width);
    free(builder->number);
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
    if (builder->lister[index] == s)
        return error_set(builder->error, TOPOMAP_INPUT, "%s:%u: switch '%s' is listed twice",
                         builder->file, entry->line, child);
    builder->lister[index] = s;
    return switch_groups_link(&builder->groups, (uint32_t)index, s, builder->error);
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
    return switch_groups_join(&builder->groups, builder->error);
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

static int list_all_nodes(struct builder *builder)
{
    for (uint32_t s = 0; s < builder->switches.count; s++) {
        if (list_nodes(builder, &builder->list->entry[s]) < 0)
            return -1;
        builder->first[s + 1] = builder->listed_count;
    }
    if (builder->nodes.count == 0)
        return error_set(builder->error, TOPOMAP_INPUT, "%s: no switch has a node",
                         builder->file);
    builder->leaf = array_raw(builder->nodes.count, sizeof *builder->leaf);
    return builder->leaf ? 0 : error_memory(builder->error);
}

static void forget_leaves(struct builder *builder)
{
    for (uint32_t n = 0; n < builder->nodes.count; n++)
        builder->leaf[n] = NETWORK_NONE;
}

static bool same_nodes(const struct builder *builder, uint32_t s, uint32_t t)
{
    size_t x = builder->first[s], y = builder->first[t], count = builder->first[s + 1] - x;

    return builder->first[t + 1] - y == count &&
           memcmp(builder->listed + x, builder->listed + y, count * sizeof *builder->listed) == 0;
}

/* Unite leaf switches that list the same nodes: each of these has a link to each of them. */
static void unite_leaves(struct builder *builder)
{
    uint32_t *lowest = builder->leaf;

    forget_leaves(builder);
    for (uint32_t s = 0; s < builder->switches.count; s++) {
        size_t begin = builder->first[s], end = builder->first[s + 1];

        if (builder->list->entry[s].switches || begin == end)
            continue;
        if (lowest[builder->listed[begin]] != NETWORK_NONE &&
            same_nodes(builder, s, lowest[builder->listed[begin]]))
            switch_groups_unite(&builder->groups, s, lowest[builder->listed[begin]]);
        for (size_t i = begin; i < end; i++) {
            if (lowest[builder->listed[i]] == NETWORK_NONE)
                lowest[builder->listed[i]] = s;
        }
    }
}

/* Whether the group of `s`, its first switch, has further ones. */
static bool is_joined(struct switch_groups *groups, uint32_t s)
{
    for (uint32_t t = 0; t < groups->switches; t++) {
        if (t != s && switch_groups_first(groups, t) == switch_groups_first(groups, s))
            return true;
    }
    return false;
}

/* Find the depth of each group. A climb that passes more groups than there are is in a cycle. */
static int measure_depths(struct builder *builder)
{
    struct switch_groups *groups = &builder->groups;

    for (uint32_t s = 0; s < builder->switches.count; s++) {
        uint32_t depth = 0, first = switch_groups_first(groups, s);

        for (uint32_t t = switch_groups_above(groups, s); t != NETWORK_NONE;
             t = switch_groups_above(groups, t)) {
            if (t == first)
                return error_set(builder->error, TOPOMAP_INPUT,
                                 "%s:%u: switch '%s' is below itself%s", builder->file,
                                 builder->list->entry[s].line, builder->switches.name[s],
                                 is_joined(groups, s) ? ", as those above one switch are one" : "");
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

static bool is_below(struct builder *builder, uint32_t s, uint32_t top)
{
    uint32_t end = switch_groups_first(&builder->groups, top);

    s = switch_groups_first(&builder->groups, s);
    while (s != NETWORK_NONE && s != end)
        s = switch_groups_above(&builder->groups, s);
    return s == end;
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
                             "%s:%u: node '%s' is already on switch '%s', and only switches that "
                             "list the same nodes can share them", builder->file, entry->line,
                             node, builder->switches.name[*leaf]);
    }
    return 0;
}

static int place_nodes(struct builder *builder)
{
    forget_leaves(builder);
    /* Take the lowest switches first. */
    for (uint32_t depth = NETWORK_MAX_DEPTH; depth-- > 0;) {
        for (uint32_t s = 0; s < builder->switches.count; s++) {
            if (builder->depth[s] == depth && hang_nodes(builder, s) < 0)
                return -1;
        }
    }
    return 0;
}

/* Name a group after its first switch and its last one. */
static int name_group(struct builder *builder, uint32_t group, uint32_t s)
{
    const char *first = builder->switches.name[switch_groups_first(&builder->groups, s)];
    const char *last = builder->switches.name[s];
    struct text name = {0};

    text_puts(&name, first);
    if (strcmp(first, last) != 0) {
        text_puts(&name, "..");
        text_puts(&name, last);
    }
    free(builder->name[group]);
    builder->name[group] = text_take(&name);
    return builder->name[group] ? 0 : error_memory(builder->error);
}

/* Give the group of a switch as many links up as the switch has. */
static int add_width(struct builder *builder, uint32_t s)
{
    const struct switch_entry *entry = &builder->list->entry[s];
    uint32_t *width = &builder->width[builder->number[s]], more = entry->width ? entry->width : 1;

    if (more > NETWORK_MAX_WIDTH - *width)
        return error_set(builder->error, TOPOMAP_INPUT,
                         "%s:%u: more than %d links up from switch '%s'", builder->file,
                         entry->line, NETWORK_MAX_WIDTH, entry->name);
    *width += more;
    return 0;
}

/* Add up the links from each group to the one above it. Groups without one are joined by a root
 * that is not there, to which each of their switches leads. */
static int add_widths(struct builder *builder)
{
    const struct switch_groups *groups = &builder->groups;
    uint32_t roots = 0;

    for (size_t l = 0; l < groups->links; l++) {
        if (add_width(builder, groups->link[l].lower) < 0)
            return -1;
    }
    for (uint32_t g = 0; g < builder->count; g++)
        roots += builder->parent[g] == NETWORK_NONE;
    for (uint32_t s = 0; roots > 1 && s < builder->switches.count; s++) {
        if (builder->parent[builder->number[s]] == NETWORK_NONE && add_width(builder, s) < 0)
            return -1;
    }
    return 0;
}

static int number_groups(struct builder *builder)
{
    struct switch_groups *groups = &builder->groups;
    uint32_t switches = builder->switches.count;

    builder->name = array_new(switches, sizeof *builder->name);
    builder->parent = array_raw(switches, sizeof *builder->parent);
    builder->width = array_new(switches, sizeof *builder->width);
    builder->number = array_raw(switches, sizeof *builder->number);
    if (!builder->name || !builder->parent || !builder->width || !builder->number)
        return error_memory(builder->error);
    for (uint32_t s = 0; s < switches; s++) {
        uint32_t first = switch_groups_first(groups, s);

        builder->number[s] = first == s ? builder->count++ : builder->number[first];
        if (name_group(builder, builder->number[s], s) < 0)
            return -1;
    }
    for (uint32_t s = 0; s < switches; s++) {
        uint32_t above = switch_groups_above(groups, s);

        builder->parent[builder->number[s]] = above == NETWORK_NONE ? above
                                                                    : builder->number[above];
    }
    for (uint32_t n = 0; n < builder->nodes.count; n++)
        builder->leaf[n] = builder->number[builder->leaf[n]];
    return add_widths(builder);
}

static int build(struct builder *builder)
{
    uint32_t switches;

    if (name_switches(builder) < 0)
        return -1;
    switches = builder->switches.count;
    builder->lister = array_raw(switches, sizeof *builder->lister);
    builder->depth = array_raw(switches, sizeof *builder->depth);
    builder->first = array_new((size_t)switches + 1, sizeof *builder->first);
    if (!builder->lister || !builder->depth || !builder->first)
        return error_memory(builder->error);
    for (uint32_t s = 0; s < switches; s++)
        builder->lister[s] = NETWORK_NONE;
    if (switch_groups_init(&builder->groups, switches, builder->error) < 0 ||
        join_switches(builder) < 0 || list_all_nodes(builder) < 0)
        return -1;
    unite_leaves(builder);
    if (measure_depths(builder) < 0 || place_nodes(builder) < 0)
        return -1;
    return number_groups(builder);
}

struct topomap_network *switches_build(const struct switch_list *list, const char *name,
                                       struct topomap_error *error)
{
    struct builder builder = {.list = list, .file = name, .error = error};
    struct topomap_network *network = NULL;
    struct topomap_error why;

    if (build(&builder) == 0) {
        network = network_tree_create(builder.count, builder.name, builder.parent, builder.width,
                                      builder.nodes.count, builder.nodes.name, builder.leaf,
                                      &why);
        if (!network)
            error_set(error, why.code, "%.200s: %.300s", name, why.text);
    }
    builder_free(&builder);
    return network;
}
