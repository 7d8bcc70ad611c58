/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "topology.h"

#include <stdio.h>

/* Ask slurmctld; NULL if there is nothing to print. */
static topo_info_response_msg_t *load(void)
{
    topo_info_response_msg_t *topology = NULL;

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
    if (slurm_load_topo(&topology, NULL) != SLURM_SUCCESS)
        return NULL;
#else
    if (slurm_load_topo(&topology) != SLURM_SUCCESS)
        return NULL;
    /* Printing an empty one would log an error. */
    if (topology->record_count == 0) {
        slurm_free_topo_info_msg(topology);
        return NULL;
    }
#endif
    return topology;
}

static void print(FILE *out, topo_info_response_msg_t *topology)
{
    const char *limit = getenv("SLURM_TOPO_LEN");
    char *kept = limit ? strdup(limit) : NULL;

    /* A user's wish for short lines of scontrol would cut off nodes here. */
    unsetenv("SLURM_TOPO_LEN");
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
    slurm_print_topo_info_msg(out, topology, NULL, NULL, 1);
#elif SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
    slurm_print_topo_info_msg(out, topology, NULL, 1);
#else
    slurm_print_topo_info_msg(out, topology, 1);
#endif
    if (kept)
        setenv("SLURM_TOPO_LEN", kept, 1);
    free(kept);
}

char *topology_network(size_t *length)
{
    topo_info_response_msg_t *topology = load();
    char *text = NULL;
    FILE *out;

    if (!topology)
        return NULL;
    out = open_memstream(&text, length);
    if (out) {
        print(out, topology);
        if (fclose(out) != 0 || *length == 0) {
            free(text);
            text = NULL;
        }
    }
    slurm_free_topo_info_msg(topology);
    return text;
}

char *topology_node(const char *name)
{
    node_info_msg_t *nodes = NULL;
    char *copy = strdup(name);
    char text[96] = "";

    if (copy && slurm_load_node_single(&nodes, copy, 0) == SLURM_SUCCESS) {
        const node_info_t *node = nodes->record_count == 1 ? &nodes->node_array[0] : NULL;

        if (node && node->sockets && node->cores && node->threads)
            snprintf(text, sizeof text, "package:%u core:%u pu:%u", node->sockets, node->cores,
                     node->threads);
        slurm_free_node_info_msg(nodes);
    }
    free(copy);
    return *text ? strdup(text) : NULL;
}

bool topology_step_lives(uint32_t job, uint32_t step)
{
    job_step_info_response_msg_t *steps = NULL;
    bool lives;
    int result;

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
    slurm_step_id_t id = SLURM_STEP_ID_INITIALIZER;

    id.job_id = job;
    id.step_id = step;
    result = slurm_get_job_steps(&id, &steps, SHOW_ALL);
#else
    result = slurm_get_job_steps(0, job, step, &steps, SHOW_ALL);
#endif
    if (result != SLURM_SUCCESS || !steps)
        return true;
    lives = steps->job_step_count > 0;
    slurm_free_job_step_info_response_msg(steps);
    return lives;
}

char *topology_first_host(const char *hosts)
{
    slurm_hostlist list = slurm_hostlist_create(hosts);
    char *first = list ? slurm_hostlist_shift(list) : NULL;

    if (list)
        slurm_hostlist_destroy(list);
    return first;
}
