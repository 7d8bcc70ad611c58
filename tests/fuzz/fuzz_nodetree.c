/* SPDX-License-Identifier: BSD-3-Clause */
/* Node trees, as hwloc's XML or a synthetic description: slots are cut from what is accepted. */
#define _GNU_SOURCE
#include "fuzz/target.h"

#include "topomap_internal.h"

#include <sys/mman.h>
#include <unistd.h>

/* hwloc forgets memory where a description is malformed: leaks do not count there. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#include <sanitizer/lsan_interface.h>
#else
#define __lsan_disable()
#define __lsan_enable()
#endif

static struct topomap_nodetree *create(const char *source, const char *allowed,
                                       struct topomap_error *error)
{
    struct topomap_nodetree *tree;

    *error = (struct topomap_error){.code = TOPOMAP_OK};
    __lsan_disable();
    tree = topomap_nodetree_create(source, allowed, error);
    __lsan_enable();
    return tree;
}

/* Cut the tree into as many slots, which are in tree order then. */
static void cut(const struct topomap_nodetree *tree, uint32_t slots, uint32_t pus)
{
    char **cpusets = calloc(slots, sizeof *cpusets);
    uint32_t *order = calloc(slots, sizeof *order);

    EXPECT(cpusets && order);
    EXPECT(topomap_nodetree_slots(tree, slots, pus, TOPOMAP_COMPACT, cpusets, NULL) == 0);
    EXPECT(topomap_nodetree_sort(tree, slots, (const char *const *)cpusets, order, NULL) == 0);
    for (uint32_t i = 0; i < slots; i++) {
        EXPECT(order[i] < slots);
        free(cpusets[i]);
    }
    free(cpusets);
    free(order);
}

static void check(struct topomap_nodetree *tree, const struct topomap_error *error)
{
    uint32_t pus;

    EXPECT(tree || (error->code != TOPOMAP_OK && error->text[0]));
    if (!tree)
        return;
    pus = topomap_nodetree_pus(tree);
    EXPECT(pus > 0 && topomap_nodetree_cores(tree) > 0 && topomap_nodetree_cores(tree) <= pus);
    EXPECT(topomap_nodetree_weigh(tree, "package:1,l3:0.5", NULL) == 0);
    cut(tree, 1, pus);
    if (pus > 1)
        cut(tree, pus / 2, 2);
    topomap_nodetree_destroy(tree);
}

static void try_xml(const uint8_t *data, size_t size)
{
    struct topomap_error error;
    int file = memfd_create("tree", MFD_CLOEXEC);
    char source[64];

    EXPECT(file >= 0 && write(file, data, size) == (ssize_t)size);
    snprintf(source, sizeof source, "xml:/proc/self/fd/%d", file);
    check(create(source, NULL, &error), &error);
    check(create(source, "0", &error), &error);
    close(file);
}

static void try_input(const uint8_t *data, size_t size)
{
    struct topomap_error error;
    char *source;

    if (size > 0 && data[0] == '<') {
        try_xml(data, size);
        return;
    }
    source = calloc(size + 1, 1);
    EXPECT(source);
    memcpy(source, data, size);
    if (strncmp(source, "xml:", 4) != 0)
        check(create(source, NULL, &error), &error);
    free(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!takes_long(data, size))
        try_input(data, size);
    return 0;
}
