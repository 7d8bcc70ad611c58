/* SPDX-License-Identifier: BSD-3-Clause */
#include "places.h"

#include "base/error.h"
#include "base/text.h"
#include "common/slurm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Cut a host's name at its domain. */
static void shorten(char *name)
{
    name[strcspn(name, ".")] = '\0';
}

static char *join(const struct hosts *hosts)
{
    struct text text = {0};

    for (uint32_t i = 0; i < hosts->count; i++)
        text_printf(&text, "%s%s", i ? "," : "", hosts->host[i].name);
    return text_take(&text);
}

/* The network that Slurm reports inside a job, or a flat one. */
static int ask(struct places *places, const struct hosts *hosts, struct topomap_error *error)
{
    char *list = join(hosts);

    if (!list)
        return error_memory(error);
    if (getenv("SLURM_JOB_ID")) {
        places->network = slurm_network(list, NULL, places->from, sizeof places->from, error);
    } else {
        snprintf(places->from, sizeof places->from, "no description: it is flat");
        places->network = topomap_network_flat(list, error);
    }
    free(list);
    return places->network ? 0 : -1;
}

static int find_network(struct places *places, const struct hosts *hosts, const char *file,
                        struct topomap_error *error)
{
    const char *planned = getenv("SLURM_TOPOMAP_NETWORK_FILE");

    if (!*file && planned && access(planned, R_OK) == 0)
        file = planned;
    if (!*file)
        return ask(places, hosts, error);
    snprintf(places->from, sizeof places->from, "%s", file);
    places->network = topomap_network_open(file, error);
    return places->network ? 0 : -1;
}

static int by_text(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* If a launcher passes its own environment to all ranks, all nodes seem to have the same name. */
static bool all_differ(const char *const *names, uint32_t count)
{
    const char **sorted = calloc(count, sizeof *sorted);
    bool differ = sorted != NULL;

    if (sorted) {
        memcpy(sorted, names, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_text);
    }
    for (uint32_t i = 1; differ && i < count; i++)
        differ = strcmp(sorted[i - 1], sorted[i]) != 0;
    free(sorted);
    return differ;
}

/* MPI's name of a host if the network has it, else its short form in `place`. */
static const char *own_name(const struct topomap_network *network, const struct host *host,
                            char *place)
{
    if (topomap_network_find(network, host->name) >= 0)
        return host->name;
    snprintf(place, HOST_NAME, "%s", host->name);
    shorten(place);
    return place;
}

/* The first host that the network does not have, or NULL. */
static const char *unknown_host(const struct topomap_network *network, const char *const *names,
                            uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (topomap_network_find(network, names[i]) < 0)
            return names[i];
    }
    return NULL;
}

static int allocate(struct places *places, const struct hosts *hosts, const char **names,
                    char *short_names, struct topomap_error *error)
{
    const char *unknown;

    for (uint32_t i = 0; i < hosts->count; i++)
        names[i] = own_name(places->network, hosts->host + i, short_names + (size_t)i * HOST_NAME);
    unknown = unknown_host(places->network, names, hosts->count);
    if (unknown) {
        for (uint32_t i = 0; i < hosts->count; i++)
            names[i] = hosts->host[i].slurm;
        if (unknown_host(places->network, names, hosts->count) || !all_differ(names, hosts->count))
            return error_set(error, TOPOMAP_IMPOSSIBLE, "host %.200s is not in the network from %s",
                             unknown, places->from);
    }
    places->allocation = topomap_allocation_from(places->network, hosts->count, names,
                                                 hosts->tasks, error);
    return places->allocation ? 0 : -1;
}

int places_find(struct places *places, const struct hosts *hosts, const char *file,
                struct topomap_error *error)
{
    const char **names = calloc(hosts->count, sizeof *names);
    char *short_names = calloc(hosts->count, HOST_NAME);
    int result = -1;

    *places = (struct places){.network = NULL};
    if (!names || !short_names)
        error_memory(error);
    else if (find_network(places, hosts, file, error) == 0)
        result = allocate(places, hosts, names, short_names, error);
    free(names);
    free(short_names);
    return result;
}

void places_free(struct places *places)
{
    topomap_allocation_destroy(places->allocation);
    topomap_network_destroy(places->network);
}
