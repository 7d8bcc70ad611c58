/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/slurm_peers.h"

#include "base/error.h"
#include "base/text.h"
#include "topomap.h"

#include <stdlib.h>
#include <string.h>

static void begin(struct text *text)
{
    text_puts(text, "network:\n  kind: fabric\n  switches:\n");
}

static void print_switch(struct text *text, const struct switch_entry *entry)
{
    text_printf(text, "    - {name: \"%s\"", entry->name);
    if (entry->nodes)
        text_printf(text, ", nodes: \"%s\"", entry->nodes);
    text_puts(text, ", ports: [");
}

/* The length of a switch's name without the speed of the link behind it: "r0i0s1-2". */
static int without_speed(const char *name)
{
    const char *dash = strrchr(name, '-');
    bool speed = dash && dash[1] && !dash[1 + strspn(dash + 1, "0123456789")];

    return (int)(speed ? (size_t)(dash - name) : strlen(name));
}

static int print_neighbours(struct text *text, const struct switch_entry *entry,
                            struct topomap_error *error)
{
    uint32_t count = 0;
    char **names;

    if (!entry->switches)
        return 0;
    if (topomap_hostlist_expand(entry->switches, &names, &count, error) < 0)
        return -1;
    for (uint32_t i = 0; i < count; i++)
        text_printf(text, "%s\"%.*s\"", i ? ", " : "", without_speed(names[i]), names[i]);
    topomap_hostlist_free(names, count);
    return 0;
}

static char *finish(struct text *text, int result, struct topomap_error *error)
{
    char *taken = text_take(text);

    if (!taken)
        error_memory(error);
    if (result == 0)
        return taken;
    free(taken);
    return NULL;
}

char *slurm_hypercube_describe(const struct switch_list *list, struct topomap_error *error)
{
    struct text text = {0};
    int result = 0;

    begin(&text);
    for (size_t i = 0; i < list->count && result == 0; i++) {
        print_switch(&text, &list->entry[i]);
        result = print_neighbours(&text, &list->entry[i], error);
        text_puts(&text, "]}\n");
    }
    return finish(&text, result, error);
}

static bool is_group(const struct switch_entry *entry)
{
    return entry->nodes && !entry->switches;
}

char *slurm_dragonfly_describe(const struct switch_list *list, struct topomap_error *error)
{
    struct text text = {0};

    begin(&text);
    for (size_t i = 0; i < list->count; i++) {
        const char *between = "";

        if (!is_group(&list->entry[i]))
            continue;
        print_switch(&text, &list->entry[i]);
        for (size_t j = 0; j < list->count; j++) {
            if (j == i || !is_group(&list->entry[j]))
                continue;
            text_printf(&text, "%s\"%s\"", between, list->entry[j].name);
            between = ", ";
        }
        text_puts(&text, "]}\n");
    }
    return finish(&text, 0, error);
}
