/* SPDX-License-Identifier: BSD-3-Clause */
/* The network that Slurm knows as topomap's YAML. */
#include "cli/network_from_slurm.h"

#include "base/error.h"
#include "base/text.h"
#include "common/cli.h"
#include "common/slurm.h"
#include "topomap_internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)1 << 26)

/* A flat network of all nodes. */
static char *describe_flat(struct topomap_error *error)
{
    char *const words[] = {"sinfo", "-h", "-a", "-o", "%N", NULL};
    struct text yaml = {0};
    size_t length;
    char *nodes = slurm_ask(words, &length);

    if (!nodes) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "slurmctld does not answer");
        return NULL;
    }
    text_printf(&yaml, "network:\n  kind: flat\n  nodes: \"%.*s\"\n",
                (int)strcspn(nodes, "\n"), nodes);
    free(nodes);
    return text_take(&yaml);
}

/* A partition that is not there must not pass for one with the cluster's network. */
static int check_partition(const char *partition, struct topomap_error *error)
{
    char *const words[] = {"scontrol", "show", "partition", (char *)partition, NULL};
    size_t length;
    char *shown = slurm_ask(words, &length);
    bool known = shown;

    free(shown);
    return known ? 0 : error_set(error, TOPOMAP_IMPOSSIBLE,
                                 "slurmctld does not know a partition '%s'", partition);
}

char *network_from_slurm(const char *partition, struct topomap_error *error)
{
    char path[PATH_MAX], own[SLURM_NAME], from[PATH_MAX], *text, *yaml = NULL;
    struct text described = {0};
    size_t length;

    if (partition && check_partition(partition, error) < 0)
        return NULL;
    if (slurm_topology(partition, own, from, sizeof from, &text, error) < 0)
        return NULL;
    if (!text && *own) {
        slurm_not_reported(own, error);
        return NULL;
    }
    if (!text && slurm_find_file(path, sizeof path)) {
        snprintf(from, sizeof from, "%s", path);
        text = cli_read(path, MAX_BYTES, &length, error);
        if (!text)
            return NULL;
    }
    if (text) {
        yaml = topomap_network_describe(from, text, strlen(text), *own ? own : NULL, error);
    } else {
        snprintf(from, sizeof from, "the list of nodes, as there is no description");
        yaml = describe_flat(error);
    }
    free(text);
    if (!yaml)
        return NULL;
    text_printf(&described, "# From %s.\n%s", from,
                *yaml == '#' ? yaml + strcspn(yaml, "\n") + 1 : yaml);
    free(yaml);
    yaml = text_take(&described);
    if (!yaml)
        error_memory(error);
    return yaml;
}
