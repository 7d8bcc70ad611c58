/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "topology.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where slurm.conf is, unless SLURM_CONF tells. */
#define CONFIG_DIR "/etc/slurm"

/* Ask slurmctld. NULL if it does not tell. */
static topo_info_response_msg_t *load(void)
{
    topo_info_response_msg_t *topology = NULL;

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
    return slurm_load_topo(&topology, NULL) == SLURM_SUCCESS ? topology : NULL;
#else
    return slurm_load_topo(&topology) == SLURM_SUCCESS ? topology : NULL;
#endif
}

/* Printing an empty one would log an error. */
static bool is_empty(const topo_info_response_msg_t *topology)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
    (void)topology;
    return false;
#else
    return topology->record_count == 0;
#endif
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

static void print_all(topo_info_response_msg_t *topology, char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);

    if (!out)
        return;
    print(out, topology);
    if (fclose(out) != 0 || *length == 0) {
        free(*text);
        *text = NULL;
    }
}

int topology_network(char **text, size_t *length)
{
    topo_info_response_msg_t *topology = load();

    *text = NULL;
    if (!topology)
        return -1;
    if (!is_empty(topology))
        print_all(topology, text, length);
    slurm_free_topo_info_msg(topology);
    return 0;
}

char *topology_file(void)
{
    static const char *const names[] = {"topology.yaml", "topology.conf"};
    const char *config = getenv("SLURM_CONF");
    const char *slash = config ? strrchr(config, '/') : NULL;
    const char *folder = slash ? config : CONFIG_DIR;
    int length = slash ? (int)(slash - config) : (int)strlen(folder);
    char path[PATH_MAX];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct stat status;
        int written = snprintf(path, sizeof path, "%.*s/%s", length, folder, names[i]);

        if (written < (int)sizeof path && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
            access(path, R_OK) == 0)
            return strdup(path);
    }
    return NULL;
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
