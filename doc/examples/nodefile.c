/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Planning without Slurm: reads the node file that PBS and Torque give to jobs, with a line for
 * each slot, and writes a rankfile for mpirun.
 *
 *     cc nodefile.c $(pkg-config --cflags --libs topomap) -o nodefile
 *     ./nodefile comm.graph network.yaml $PBS_NODEFILE >ranks && mpirun --rankfile ranks ./app
 */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <topomap.h>

static char **hosts;    /* in the order in which they come first */
static uint32_t *tasks; /* of each: how many lines name it */
static uint32_t nodes;

static void count(char *name)
{
    uint32_t i = 0;

    while (i < nodes && strcmp(hosts[i], name) != 0)
        i++;
    if (i == nodes) {
        hosts = realloc(hosts, (nodes + 1) * sizeof *hosts);
        tasks = realloc(tasks, (nodes + 1) * sizeof *tasks);
        if (!hosts || !tasks || !(hosts[nodes] = strdup(name)))
            err(TOPOMAP_INTERNAL, "%s", name);
        tasks[nodes++] = 0;
    }
    tasks[i]++;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 4 ? fopen(argv[3], "r") : NULL;
    struct topomap_error error;
    char line[256];

    if (!file)
        err(TOPOMAP_USAGE, "usage: nodefile GRAPH NETWORK NODEFILE");
    while (fscanf(file, "%255s", line) == 1)
        count(line);

    struct topomap_graph *graph = topomap_graph_read(argv[1], NULL, &error);
    struct topomap_network *network = graph ? topomap_network_open(argv[2], &error) : NULL;
    struct topomap_allocation *allocation = network ?
        topomap_allocation_from(network, nodes, (const char *const *)hosts, tasks, &error) : NULL;
    struct topomap_request *request =
        allocation ? topomap_request_new(graph, allocation, &error) : NULL;
    struct topomap_plan *plan = request ? topomap_plan_create(request, &error) : NULL;
    char *text = plan ? topomap_plan_print(plan, "rankfile", &error) : NULL;

    if (!text)
        errx(error.code, "%s", error.text);
    return fputs(text, stdout) == EOF;
}
