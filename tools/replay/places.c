/* SPDX-License-Identifier: BSD-3-Clause */
/* Where ranks run: their hosts, and their sockets and NUMA domains as hwloc tells them. */
#include "config.h"

#include "calibrate.h"
#include "replay.h"

#include "base/text.h"
#include "wire/idlist.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The CPUs that this process may use, as a list that the caller frees; NULL if that fails. */
static char *list_cpus(void)
{
    uint32_t ids[CPU_SETSIZE];
    struct text list = {0};
    size_t count = 0;
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) < 0)
        return NULL;
    for (uint32_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &set))
            ids[count++] = cpu;
    }
    idlist_print(&list, ids, count);
    return text_take(&list);
}

static void find_cpu(struct topomap_cpu_place *place)
{
    struct topomap_nodetree *tree = topomap_nodetree_create("self", NULL, NULL);
    char *cpus = list_cpus();

    *place = (struct topomap_cpu_place){UNKNOWN, UNKNOWN};
    if (tree && cpus)
        *place = (struct topomap_cpu_place){topomap_nodetree_part(tree, "package", cpus),
                                            topomap_nodetree_part(tree, "numanode", cpus)};
    topomap_nodetree_destroy(tree);
    free(cpus);
}

static void find_place(struct place *place)
{
    const char *node = getenv("SLURMD_NODENAME");
    char host[MPI_MAX_PROCESSOR_NAME + 1] = "";
    int length;

    memset(place, 0, sizeof *place);
    MPI_Get_processor_name(host, &length);
    snprintf(place->host, sizeof place->host, "%.*s", HOST - 1, node && *node ? node : host);
    find_cpu(&place->cpu);
}

struct place *find_places(int ranks)
{
    struct place mine, *all = calloc((size_t)ranks, sizeof *all);
    MPI_Request request;

    find_place(&mine);
    if (!wait_least(all != NULL)) {
        free(all);
        return NULL;
    }
    MPI_Igather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD,
                &request);
    wait_all(1, &request);
    return all;
}
