/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/nodetree.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "wire/idlist.h"

#include <ctype.h>
#include <errno.h>
#include <hwloc.h>
#include <stdlib.h>
#include <string.h>

#define XML "xml:"

/* Objects deeper than this, which no real machine has, are taken as leaves. */
#define MAX_DEPTH 64

/* ---- loading ----------------------------------------------------------------------------- */

static bool is_self(const char *source)
{
    return strcmp(source, "self") == 0;
}

static int set_synthetic(hwloc_topology_t topology, const char *source,
                         struct topomap_error *error)
{
    if (nodetree_check_indexes(source, error) < 0)
        return -1;
    if (hwloc_topology_set_synthetic(topology, source) < 0)
        return error_set(error, TOPOMAP_INPUT,
                         "node tree '%s' is not an hwloc synthetic description "
                         "like 'package:2 core:4 pu:1', in which pu comes last", source);
    return nodetree_check_pus(source, error);
}

static int set_source(hwloc_topology_t topology, const char *source, struct topomap_error *error)
{
    if (is_self(source))
        return 0;
    if (strncmp(source, XML, strlen(XML)) == 0) {
        if (hwloc_topology_set_xml(topology, source + strlen(XML)) < 0)
            return error_set(error, TOPOMAP_INPUT, "%s: hwloc cannot read it: %s",
                             source + strlen(XML), strerror(errno));
        return 0;
    }
    return set_synthetic(topology, source, error);
}

/* Do not look for objects that say nothing about the tree: each of hundreds of CPUs has files for
 * them. And do not bind the process to each CPU in turn. */
static int skip_unneeded(hwloc_topology_t topology)
{
    unsigned long flags = 0;

#if HWLOC_API_VERSION >= 0x00020500
    flags |= HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING;
#endif
#if HWLOC_API_VERSION >= 0x00020800
    flags |= HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
             HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS;
#endif
    /* First-level caches belong to one core. */
    if (hwloc_topology_set_icache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE) < 0 ||
        hwloc_topology_set_type_filter(topology, HWLOC_OBJ_L1CACHE,
                                       HWLOC_TYPE_FILTER_KEEP_NONE) < 0)
        return -1;
    return hwloc_topology_set_flags(topology, flags);
}

static int load(hwloc_topology_t topology, const char *source, struct topomap_error *error)
{
    if (set_source(topology, source, error) < 0)
        return -1;
    /* Finding devices takes time, and they say nothing about distance. Keep levels that repeat
     * others: they may have weights. */
    if (hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE) < 0 ||
        hwloc_topology_set_type_filter(topology, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_NONE) < 0 ||
        (is_self(source) && skip_unneeded(topology) < 0))
        return error_set(error, TOPOMAP_INTERNAL, "hwloc refuses its type filters");
    if (hwloc_topology_load(topology) < 0)
        return error_set(error, TOPOMAP_INPUT, "hwloc cannot load the node tree '%s': %s%s", source,
                         strerror(errno), strncmp(source, XML, strlen(XML)) == 0 ?
                         "; files of newer releases of hwloc cannot be read" : "");
    return 0;
}

/* Parse the numbers of an hwloc list; NULL if it is malformed or empty. */
static uint32_t *parse_list(const char *list, size_t *count)
{
    const char *end = list + strlen(list);
    int64_t numbers = idlist_count(list, end, NODETREE_MAX_PUS);
    uint32_t *ids = numbers > 0 ? array_raw((size_t)numbers, sizeof *ids) : NULL;

    *count = 0;
    if (ids &&
        (idlist_parse(&list, end, NODETREE_MAX_PUS - 1, ids, (size_t)numbers) < 0 || list != end)) {
        free(ids);
        return NULL;
    }
    if (ids)
        *count = (size_t)numbers;
    return ids;
}

static int restrict_to(hwloc_topology_t topology, const char *allowed, struct topomap_error *error)
{
    hwloc_bitmap_t set;
    uint32_t *ids;
    size_t count;
    int result = 0;

    if (!allowed)
        return 0;
    ids = parse_list(allowed, &count);
    if (!ids)
        return error_set(error, TOPOMAP_INPUT, "'%s' is not a list of CPUs", allowed);
    set = hwloc_bitmap_alloc();
    if (!set)
        result = error_memory(error);
    for (size_t i = 0; result == 0 && i < count; i++) {
        if (hwloc_bitmap_set(set, ids[i]) < 0)
            result = error_memory(error);
    }
    if (result == 0 && !hwloc_bitmap_intersects(set, hwloc_topology_get_topology_cpuset(topology)))
        result = error_set(error, TOPOMAP_IMPOSSIBLE, "none of the CPUs %s is in the node tree",
                           allowed);
    else if (result == 0 && hwloc_topology_restrict(topology, set, 0) < 0)
        result = error_set(error, TOPOMAP_INTERNAL, "hwloc cannot restrict the node tree");
    hwloc_bitmap_free(set);
    free(ids);
    return result;
}

/* ---- copying hwloc's tree ---------------------------------------------------------------- */

/* Whether all PUs have numbers, below the limit. */
static bool are_numbered(hwloc_topology_t topology)
{
    hwloc_obj_t pu = NULL;

    while ((pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != NULL) {
        if (pu->os_index >= NODETREE_MAX_PUS)
            return false;
    }
    return true;
}

static int copy_pus(struct topomap_nodetree *tree, hwloc_topology_t topology)
{
    hwloc_obj_t last_core = NULL;

    tree->os = array_raw(tree->pus, sizeof *tree->os);
    tree->core = array_raw((size_t)tree->pus + 1, sizeof *tree->core);
    tree->next_core = array_raw((size_t)tree->pus + 1, sizeof *tree->next_core);
    if (!tree->os || !tree->core || !tree->next_core)
        return -1;
    for (uint32_t i = 0; i < tree->pus; i++) {
        hwloc_obj_t pu = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, i);
        hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);

        tree->os[i] = pu->os_index;
        tree->os_limit = pu->os_index >= tree->os_limit ? pu->os_index + 1 : tree->os_limit;
        /* A PU without a core object is a core by itself. */
        if (!core || core != last_core)
            tree->core[tree->cores++] = i;
        last_core = core;
    }
    tree->core[tree->cores] = tree->pus;
    tree->next_core[tree->pus] = tree->pus;
    for (uint32_t i = tree->pus, core = tree->cores; i-- > 0;) {
        if (tree->core[core - 1] == i)
            tree->next_core[i] = tree->core[--core];
        else
            tree->next_core[i] = tree->next_core[i + 1];
    }
    return 0;
}

static int index_pus(struct topomap_nodetree *tree)
{
    tree->place = array_raw(tree->os_limit, sizeof *tree->place);
    if (!tree->place)
        return -1;
    for (uint32_t os = 0; os < tree->os_limit; os++)
        tree->place[os] = NODETREE_NONE;
    for (uint32_t i = 0; i < tree->pus; i++)
        tree->place[tree->os[i]] = i;
    return 0;
}

/* The next child from `at` on that has PUs: a package or cache outside of the CPUs that may be used
 * stays in hwloc's tree if it has memory. */
static hwloc_obj_t next_child(hwloc_obj_t object, unsigned *at)
{
    while (*at < object->arity) {
        hwloc_obj_t child = object->children[(*at)++];

        if (!hwloc_bitmap_iszero(child->cpuset))
            return child;
    }
    return NULL;
}

static unsigned count_children(hwloc_obj_t object)
{
    unsigned at = 0, count = 0;

    while (next_child(object, &at))
        count++;
    return count;
}

/* The first object, from `object` downwards, that has several children or is a PU. */
static hwloc_obj_t skip_chain(hwloc_obj_t object)
{
    while (count_children(object) == 1) {
        unsigned at = 0;

        object = next_child(object, &at);
    }
    return object;
}

static uint32_t first_pu(hwloc_obj_t object)
{
    hwloc_obj_t child;

    for (unsigned at = 0; (child = next_child(object, &at)) != NULL; at = 0)
        object = child;
    return object->logical_index;
}

/* Copy breadth first, so that children are consecutive. Inner vertices have at least two
 * children. */
static int copy_vertices(struct topomap_nodetree *tree, hwloc_topology_t topology)
{
    size_t limit = 2 * (size_t)tree->pus;
    hwloc_obj_t *object = array_raw(limit, sizeof *object);

    tree->vertex = array_new(limit, sizeof *tree->vertex);
    if (!object || !tree->vertex) {
        free(object);
        return -1;
    }
    object[0] = skip_chain(hwloc_get_root_obj(topology));
    tree->vertices = 1;
    for (uint32_t v = 0; v < tree->vertices; v++) {
        struct nodetree_vertex *vertex = &tree->vertex[v];

        vertex->first = first_pu(object[v]);
        vertex->count = (uint32_t)hwloc_bitmap_weight(object[v]->cpuset);
        vertex->child = tree->vertices;
        vertex->children = object[v]->depth < MAX_DEPTH ? count_children(object[v]) : 0;
        for (unsigned i = 0, at = 0; i < vertex->children; i++)
            object[tree->vertices++] = skip_chain(next_child(object[v], &at));
    }
    free(object);
    return 0;
}

/* The number of the object of type `type`, at `depth`, that holds a PU. NUMA nodes are not on the
 * main path of the tree. */
static uint32_t part_of(hwloc_topology_t topology, int depth, hwloc_obj_t pu)
{
    hwloc_obj_t part = depth == HWLOC_TYPE_DEPTH_NUMANODE
                           ? NULL
                           : hwloc_get_ancestor_obj_by_depth(topology, depth, pu);

    if (depth != HWLOC_TYPE_DEPTH_NUMANODE)
        return pu->depth == depth ? pu->logical_index : part ? part->logical_index : NODETREE_NONE;
    while ((part = hwloc_get_next_obj_by_depth(topology, depth, part)) != NULL) {
        if (hwloc_bitmap_isset(part->cpuset, pu->os_index))
            return part->logical_index;
    }
    return NODETREE_NONE;
}

static int copy_level(struct topomap_nodetree *tree, hwloc_topology_t topology, int depth)
{
    struct nodetree_level *level = &tree->level[tree->levels++];

    *level = (struct nodetree_level){
        .type = (int)hwloc_get_depth_type(topology, depth),
        .part = array_raw(tree->pus, sizeof *level->part),
    };
    for (uint32_t i = 0; level->part && i < tree->pus; i++)
        level->part[i] = part_of(topology, depth,
                                 hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, i));
    return level->part ? 0 : -1;
}

/* Copy all levels below the machine itself. */
static int copy_levels(struct topomap_nodetree *tree, hwloc_topology_t topology)
{
    int depths = hwloc_topology_get_depth(topology);

    tree->level = array_raw((size_t)depths, sizeof *tree->level);
    if (!tree->level)
        return -1;
    for (int depth = 1; depth < depths; depth++) {
        if (copy_level(tree, topology, depth) < 0)
            return -1;
    }
    return copy_level(tree, topology, HWLOC_TYPE_DEPTH_NUMANODE);
}

static int take_over(struct topomap_nodetree *tree, hwloc_topology_t topology, const char *source,
                     struct topomap_error *error)
{
    int pus = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);

    if (pus < 1 || (uint32_t)pus > NODETREE_MAX_PUS)
        return error_set(error, TOPOMAP_INPUT, "the node tree '%s' has %d PUs; 1 to %u can be used",
                         source, pus, NODETREE_MAX_PUS);
    if (!are_numbered(topology))
        return error_set(error, TOPOMAP_INPUT,
                         "the node tree '%s' has PUs without a number, or beyond %u", source,
                         NODETREE_MAX_PUS - 1);
    tree->pus = (uint32_t)pus;
    if (copy_pus(tree, topology) < 0 || index_pus(tree) < 0 ||
        copy_vertices(tree, topology) < 0 || copy_levels(tree, topology) < 0)
        return error_memory(error);
    return 0;
}

struct topomap_nodetree *topomap_nodetree_create(const char *source, const char *allowed,
                                                 struct topomap_error *error)
{
    struct topomap_nodetree *tree = array_new(1, sizeof *tree);
    hwloc_topology_t topology;

    if (!tree || hwloc_topology_init(&topology) < 0) {
        free(tree);
        error_memory(error);
        return NULL;
    }
    if (load(topology, source, error) < 0 || restrict_to(topology, allowed, error) < 0 ||
        take_over(tree, topology, source, error) < 0) {
        topomap_nodetree_destroy(tree);
        tree = NULL;
    }
    hwloc_topology_destroy(topology);
    return tree;
}

void nodetree_hold(const struct topomap_nodetree *tree)
{
    if (tree)
        atomic_fetch_add(&((struct topomap_nodetree *)tree)->holders, 1);
}

void topomap_nodetree_destroy(struct topomap_nodetree *tree)
{
    if (!tree || atomic_fetch_sub(&tree->holders, 1) > 0)
        return;
    free(tree->os);
    free(tree->core);
    free(tree->next_core);
    free(tree->vertex);
    free(tree->place);
    for (uint32_t i = 0; i < tree->levels; i++)
        free(tree->level[i].part);
    free(tree->level);
    free(tree->missing);
    free(tree);
}

uint32_t topomap_nodetree_pus(const struct topomap_nodetree *tree)
{
    return tree->pus;
}

uint32_t topomap_nodetree_cores(const struct topomap_nodetree *tree)
{
    return tree->cores;
}

/* ---- levels ------------------------------------------------------------------------------ */

int nodetree_type(const char *text, size_t length)
{
    hwloc_obj_type_t type;
    char name[16];

    if (length >= sizeof name)
        return -1;
    memcpy(name, text, length);
    name[length] = '\0';
    /* To hwloc a "node" is a NUMA node; here it is a node of the network. */
    if (strcmp(name, "node") == 0 || hwloc_type_sscanf(name, &type, NULL, 0) < 0 ||
        (type != HWLOC_OBJ_NUMANODE && (!hwloc_obj_type_is_normal(type) ||
                                        type == HWLOC_OBJ_MACHINE)))
        return -1;
    return (int)type;
}

bool nodetree_has_type(const struct topomap_nodetree *tree, int type)
{
    for (uint32_t i = 0; i < tree->levels; i++) {
        if (tree->level[i].type == type)
            return true;
    }
    return false;
}

/* hwloc prints "L3Cache" and "NUMANode", and also accepts "l3" and "numa". */
static void add_type(struct text *text, int type)
{
    const char *name = hwloc_obj_type_string((hwloc_obj_type_t)type);
    size_t length = strlen(name);

    if (length > 5 && strcmp(name + length - 5, "Cache") == 0)
        length -= 5;
    else if (length > 4 && strcmp(name + length - 4, "Node") == 0)
        length -= 4;
    for (size_t i = 0; i < length; i++)
        text_add(text, &(char){(char)tolower((unsigned char)name[i])}, 1);
}

char *nodetree_level_list(const struct topomap_nodetree *tree)
{
    struct text list = {0};

    for (uint32_t i = 0; i < tree->levels; i++) {
        if (i && tree->level[i].type == tree->level[i - 1].type)
            continue; /* groups may be nested */
        text_puts(&list, i ? ", " : "");
        add_type(&list, tree->level[i].type);
    }
    return text_take(&list);
}

uint32_t nodetree_weight(const struct topomap_nodetree *tree, uint32_t a, uint32_t b)
{
    uint32_t weight = 0;

    for (uint32_t i = 0; i < tree->levels; i++) {
        const struct nodetree_level *level = &tree->level[i];

        weight += level->weight && level->part[a] != level->part[b] ? level->weight : 0;
    }
    return weight;
}

bool nodetree_is_weighted(const struct topomap_nodetree *tree)
{
    for (uint32_t i = 0; i < tree->levels; i++) {
        if (tree->level[i].weight)
            return true;
    }
    return false;
}

/* The object of a level that holds all PUs with these numbers. */
static uint32_t find_part(const struct topomap_nodetree *tree, const struct nodetree_level *level,
                          const uint32_t *ids, size_t count)
{
    uint32_t part = NODETREE_NONE;

    for (size_t i = 0; i < count; i++) {
        uint32_t at = ids[i] < tree->os_limit ? tree->place[ids[i]] : NODETREE_NONE;

        if (at == NODETREE_NONE || (i > 0 && level->part[at] != part))
            return NODETREE_NONE;
        part = level->part[at];
    }
    return part;
}

int topomap_nodetree_part(const struct topomap_nodetree *tree, const char *level,
                          const char *cpuset)
{
    int type = nodetree_type(level, strlen(level));
    size_t count;
    uint32_t *ids = parse_list(cpuset, &count), part = NODETREE_NONE;

    for (uint32_t i = 0; i < tree->levels; i++) {
        if (tree->level[i].type == type)
            part = find_part(tree, &tree->level[i], ids, count);
    }
    free(ids);
    return part == NODETREE_NONE ? -1 : (int)part;
}

/* ---- sorting ----------------------------------------------------------------------------- */

struct cpuset_place {
    uint32_t first;
    uint32_t last;
    uint32_t index;
};

static int compare_places(const void *a, const void *b)
{
    const struct cpuset_place *x = a;
    const struct cpuset_place *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int find_place(const struct topomap_nodetree *tree, const char *cpuset,
                      struct cpuset_place *place, struct topomap_error *error)
{
    size_t count;
    uint32_t *ids = parse_list(cpuset, &count);

    if (!ids)
        return error_set(error, TOPOMAP_INPUT, "'%s' is not a list of CPUs", cpuset);
    place->first = NODETREE_NONE;
    place->last = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t at = ids[i] < tree->os_limit ? tree->place[ids[i]] : NODETREE_NONE;

        if (at == NODETREE_NONE) {
            error_set(error, TOPOMAP_INPUT, "CPU %u is not in the node tree", ids[i]);
            free(ids);
            return -1;
        }
        place->first = at < place->first ? at : place->first;
        place->last = at > place->last ? at : place->last;
    }
    free(ids);
    return 0;
}

int topomap_nodetree_sort(const struct topomap_nodetree *tree, uint32_t count,
                          const char *const *cpusets, uint32_t *order, struct topomap_error *error)
{
    struct cpuset_place *places = array_raw(count, sizeof *places);

    if (!places)
        return error_memory(error);
    for (uint32_t i = 0; i < count; i++) {
        places[i].index = i;
        if (find_place(tree, cpusets[i], &places[i], error) < 0) {
            free(places);
            return -1;
        }
    }
    qsort(places, count, sizeof *places, compare_places);
    for (uint32_t i = 0; i < count; i++)
        order[i] = places[i].index;
    free(places);
    return 0;
}
