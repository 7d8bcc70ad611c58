/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "srun_topology.h"

#include "wire/node_coordinates.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of slurm.conf unless SLURM_CONF is set. */
#define CONFIG_DIR "/etc/slurm"

#define MAX_FILE ((size_t)1 << 24) /* bytes */

/* slurmctld's information about a job, which the caller frees; NULL if it does not answer. */
static job_info_msg_t *load_job(uint32_t job)
{
    job_info_msg_t *jobs = NULL;
    int result;

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0)
    slurm_step_id_t id = SLURM_STEP_ID_INITIALIZER;

    id.job_id = job;
    result = slurm_load_job(&jobs, id, SHOW_ALL);
#else
    result = slurm_load_job(&jobs, job, SHOW_ALL);
#endif
    if (result == SLURM_SUCCESS && jobs && jobs->record_count)
        return jobs;
    if (result == SLURM_SUCCESS && jobs)
        slurm_free_job_info_msg(jobs);
    return NULL;
}

static char *copy(const char *text)
{
    return strdup(text ? text : "");
}

void topology_job(uint32_t job, struct wire_facts *facts)
{
    job_info_msg_t *jobs = load_job(job);

    if (!jobs)
        return;
    facts->partition = copy(jobs->job_array[0].partition);
    facts->account = copy(jobs->job_array[0].account);
    facts->constraint = copy(jobs->job_array[0].features);
    slurm_free_job_info_msg(jobs);
}

int topology_comment(uint32_t job, char **id, char **comment)
{
    job_info_msg_t *jobs = load_job(job);
    const slurm_job_info_t *info = jobs ? &jobs->job_array[0] : NULL;
    int length = -1;
    char text[32];

    *id = *comment = NULL;
    /* The number of an array's last task is also the array's. */
    if (info && info->array_job_id && info->array_task_id != NO_VAL)
        length = snprintf(text, sizeof text, "%u_%u", info->array_job_id, info->array_task_id);
    else if (info)
        length = snprintf(text, sizeof text, "%u", job);
    if (length > 0)
        *id = strdup(text);
    if (info && info->comment)
        *comment = strdup(info->comment);
    /* An unknown comment must not be overwritten. */
    if (info && info->comment && !*comment)
        length = -1;
    if (jobs)
        slurm_free_job_info_msg(jobs);
    return length > 0 && *id ? 0 : -1;
}

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
/* The partition of a job; the caller frees it. NULL if slurmctld does not answer. */
static char *partition_of(uint32_t job)
{
    job_info_msg_t *jobs = load_job(job);
    char *partition = NULL;

    if (!jobs)
        return NULL;
    if (jobs->job_array[0].partition)
        partition = strdup(jobs->job_array[0].partition);
    slurm_free_job_info_msg(jobs);
    return partition;
}

static bool has_own(const partition_info_t *partition)
{
    return partition->topology_name && *partition->topology_name;
}

/* Find the topology of the partition, or of the job's, among `partitions`, *name. Returns 0, or -1
 * if the partition is not there or memory runs out. */
static int find_topology(const partition_info_msg_t *partitions, uint32_t job, const char *named,
                         char **name)
{
    char *partition = named ? strdup(named) : partition_of(job);
    int result = -1;

    for (uint32_t i = 0; partition && i < partitions->record_count && result < 0; i++) {
        const partition_info_t *found = &partitions->partition_array[i];

        if (!found->name || strcmp(found->name, partition) != 0)
            continue;
        if (has_own(found) && !(*name = strdup(found->topology_name)))
            break;
        result = 0;
    }
    free(partition);
    return result;
}

/*
 * The topology of the job's partition, *name, which the caller frees; NULL if the partition has the
 * cluster's. slurmctld is only asked for the job if some partition has its own topology. Returns 0,
 * or -1 if slurmctld does not answer.
 */
static int own_topology(uint32_t job, const char *partition, char **name)
{
    partition_info_msg_t *partitions = NULL;
    bool any = false;
    int result;

    if (slurm_load_partitions(0, &partitions, SHOW_ALL) != SLURM_SUCCESS)
        return -1;
    for (uint32_t i = 0; i < partitions->record_count; i++)
        any = any || has_own(&partitions->partition_array[i]);
    result = any ? find_topology(partitions, job, partition, name) : 0;
    slurm_free_partition_info_msg(partitions);
    return result;
}

/* From 25.05 on partitions may have topologies of their own. */
static topo_info_response_msg_t *load(uint32_t job, const char *partition, char **name)
{
    topo_info_response_msg_t *topology = NULL;

    if (own_topology(job, partition, name) < 0 ||
        slurm_load_topo(&topology, *name) != SLURM_SUCCESS)
        return NULL;
    return topology;
}
#else
static topo_info_response_msg_t *load(uint32_t job, const char *partition, char **name)
{
    topo_info_response_msg_t *topology = NULL;

    (void)job, (void)partition, (void)name;
    return slurm_load_topo(&topology) == SLURM_SUCCESS ? topology : NULL;
}
#endif

/*
 * Whether the answer has contents. From 23.11 on the topology plugin unpacks it, and srun's plugin
 * comes from srun's own configuration. If that is not slurmctld's plugin the answer is empty, and
 * printing it would crash srun.
 */
static bool can_be_printed(const topo_info_response_msg_t *topology)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
    return topology->topo_info != NULL;
#else
    (void)topology;
    return true;
#endif
}

/* Printing an answer without switches would log an error. */
static bool is_empty(const topo_info_response_msg_t *topology)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
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

    /* The user's setting for short lines of scontrol would truncate node lists here. */
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

/* Print an answer, which may be nothing: *text is NULL then. Returns -1 when memory runs out. */
static int print_all(topo_info_response_msg_t *topology, char **text, size_t *length)
{
    FILE *out = open_memstream(text, length);
    int result;

    if (!out)
        return -1;
    print(out, topology);
    result = ferror(out) ? -1 : 0;
    result = fclose(out) == 0 ? result : -1;
    if (result < 0 || *length == 0) {
        free(*text);
        *text = NULL;
    }
    return result;
}

/* What slurmctld's configuration says about the network. */
enum network_kind { KIND_PLAIN, KIND_HYPERCUBE, KIND_DRAGONFLY, KIND_NAMES };

static bool task_plugin_binds(const slurm_conf_t *conf)
{
    return conf->task_plugin &&
           (strstr(conf->task_plugin, "affinity") || strstr(conf->task_plugin, "cgroup"));
}

static enum network_kind kind_of_network(int *binds)
{
    enum network_kind kind = KIND_PLAIN;
    slurm_conf_t *conf = NULL;

    if (slurm_load_ctl_conf(0, &conf) != SLURM_SUCCESS || !conf)
        return KIND_PLAIN;
    if (conf->topology_plugin && strcasestr(conf->topology_plugin, "hypercube"))
        kind = KIND_HYPERCUBE;
    else if (conf->topology_plugin && strcasestr(conf->topology_plugin, "3d_torus"))
        kind = KIND_NAMES;
    else if (conf->topology_param && strcasestr(conf->topology_param, "dragonfly"))
        kind = KIND_DRAGONFLY;
    /* It is asked for later where Slurm's placement stays. */
    *binds = task_plugin_binds(conf);
    slurm_free_ctl_conf(conf);
    return kind;
}

/* Say in the text, by the word of slurm.conf, what its switches are. Without memory there is no
 * text: its switches would be taken for those of a tree. */
static void add_kind(enum network_kind kind, struct topology *topology)
{
    static const char *const lines[] = {
        [KIND_HYPERCUBE] = "TopologyPlugin=topology/hypercube\n",
        [KIND_DRAGONFLY] = "TopologyParam=dragonfly\n",
        [KIND_NAMES] = NULL,
    };
    const char *line = lines[kind];
    char *longer = line ? malloc(strlen(line) + topology->length + 1) : NULL;

    if (!line)
        return;
    if (longer) {
        memcpy(longer, line, strlen(line));
        memcpy(longer + strlen(line), topology->text, topology->length + 1);
    }
    free(topology->text);
    topology->text = longer;
    topology->length = longer ? topology->length + strlen(line) : 0;
}

/* The file beside slurm.conf: slurmctld does not report the switches of a hypercube. */
static char *read_file(void)
{
    char *path = topology_file(), *text = NULL;
    FILE *file = path ? fopen(path, "re") : NULL;
    size_t length = 0;

    if (file && (text = malloc(MAX_FILE)))
        length = fread(text, 1, MAX_FILE - 1, file);
    if (text)
        text[length] = '\0';
    if (file)
        fclose(file);
    free(path);
    return text;
}

/* The grid of which the cluster's nodes tell, by their names or by their own coordinates. All nodes
 * are asked for, as any of them may tell. */
static void span(bool by_name, struct topology *topology)
{
    struct node_coordinates all = {0};
    node_info_msg_t *nodes = NULL;
    struct topomap_error error;

    if (slurm_load_node(0, &nodes, SHOW_ALL) != SLURM_SUCCESS)
        return;
    for (uint32_t i = 0; i < nodes->record_count; i++) {
        const node_info_t *node = &nodes->node_array[i];
        const struct node_texts texts = {node->name, node->extra, node->comment, node->features};

        if (node->name)
            node_coordinates_add(&all, &texts, by_name);
    }
    slurm_free_node_info_msg(nodes);
    if (node_coordinates_print(&all, &topology->text, &error) < 0)
        topology->problem = strdup(error.text);
}

static bool begins(const char *text, const char *word)
{
    return text && strncmp(text, word, strlen(word)) == 0;
}

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
/* What is printed of rings and tori has lost where nodes are; the configuration has it. */
static void take_configuration(char **text, size_t *length)
{
    topo_config_response_msg_t *config = NULL;
    char *copy = NULL;

    if (slurm_load_topo_config(&config) == SLURM_SUCCESS && config && config->config)
        copy = strdup(config->config);
    if (config)
        slurm_free_topo_config_msg(config);
    if (!copy)
        return;
    free(*text);
    *text = copy;
    *length = strlen(copy);
}
#else
static void take_configuration(char **text, size_t *length)
{
    (void)text;
    (void)length;
}
#endif

/* Whether the text may describe switches that do not form a tree. Blocks always do, and a single
 * switch is the same in all networks. */
static bool may_be_no_tree(const char *text)
{
    const char *second = begins(text, "SwitchName=") ? strchr(text, '\n') : NULL;

    return second && begins(second + 1, "SwitchName=");
}

/* Add to what slurmctld printed what it did not. Its configuration is asked for only where it can
 * make a difference. */
static void complete(struct topology *topology)
{
    if (begins(topology->text, "RingName=") || begins(topology->text, "TorusName=")) {
        take_configuration(&topology->text, &topology->length);
    } else if (topology->text) {
        if (may_be_no_tree(topology->text))
            add_kind(kind_of_network(&topology->binds), topology);
    } else {
        enum network_kind kind = kind_of_network(&topology->binds);

        if (kind == KIND_HYPERCUBE)
            topology->text = read_file();
        else
            span(kind == KIND_NAMES, topology);
        topology->length = topology->text ? strlen(topology->text) : 0;
        if (topology->text && kind == KIND_HYPERCUBE)
            add_kind(kind, topology);
    }
}

int topology_network(uint32_t job, const char *partition, struct topology *topology)
{
    topo_info_response_msg_t *answer;
    int result = -1;

    *topology = (struct topology){.binds = -1};
    answer = load(job, partition, &topology->name);
    if (answer && can_be_printed(answer)) {
        result = is_empty(answer) ? 0 : print_all(answer, &topology->text, &topology->length);
        if (result == 0)
            complete(topology);
    }
    if (answer)
        slurm_free_topo_info_msg(answer);
    return result;
}

void topology_free(struct topology *topology)
{
    free(topology->text);
    free(topology->name);
    free(topology->problem);
    *topology = (struct topology){.binds = -1};
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

int topology_cpus(const char *hosts, uint32_t *cpus, uint32_t count)
{
    slurm_hostlist list = slurm_hostlist_create(hosts);
    node_info_msg_t *nodes = NULL;
    uint32_t found = 0;

    if (!list || slurm_load_node(0, &nodes, SHOW_ALL) != SLURM_SUCCESS)
        nodes = NULL;
    for (uint32_t i = 0; nodes && i < nodes->record_count; i++) {
        const node_info_t *node = &nodes->node_array[i];
        int at = node->name ? slurm_hostlist_find(list, node->name) : -1;

        if (at < 0 || (uint32_t)at >= count)
            continue;
        cpus[at] = node->cpus;
        found++;
    }
    if (nodes)
        slurm_free_node_info_msg(nodes);
    if (list)
        slurm_hostlist_destroy(list);
    return found == count ? 0 : -1;
}

bool topology_binds(void)
{
    slurm_conf_t *conf = NULL;
    bool binds;

    if (slurm_load_ctl_conf(0, &conf) != SLURM_SUCCESS || !conf)
        return false;
    binds = task_plugin_binds(conf);
    slurm_free_ctl_conf(conf);
    return binds;
}

/* slurmctld's information about a step, which the caller frees; NULL if it does not answer. */
static job_step_info_response_msg_t *load_step(uint32_t job, uint32_t step)
{
    job_step_info_response_msg_t *steps = NULL;
    int result;

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
    slurm_step_id_t id = SLURM_STEP_ID_INITIALIZER;

    id.job_id = job;
    id.step_id = step;
    result = slurm_get_job_steps(&id, &steps, SHOW_ALL);
#else
    result = slurm_get_job_steps(0, job, step, &steps, SHOW_ALL);
#endif
    return result == SLURM_SUCCESS ? steps : NULL;
}

enum topology_step topology_step(uint32_t job, uint32_t step)
{
    job_step_info_response_msg_t *steps = load_step(job, step);
    enum topology_step state = STEP_UNKNOWN;

    if (steps)
        state = steps->job_step_count > 0 ? STEP_LIVES : STEP_GONE;
    else if (errno == ESLURM_INVALID_JOB_ID)
        state = STEP_GONE;
    if (steps)
        slurm_free_job_step_info_response_msg(steps);
    return state;
}

/* The number of hosts whose slurmd is not older than that. */
static unsigned count_restarted(slurm_hostlist hosts, time_t since)
{
    node_info_msg_t *nodes = NULL;
    unsigned count = 0;

    if (slurm_load_node(0, &nodes, SHOW_ALL) != SLURM_SUCCESS)
        return 0;
    for (uint32_t i = 0; i < nodes->record_count; i++) {
        const node_info_t *node = &nodes->node_array[i];

        count += node->name && node->slurmd_start_time >= since &&
                 slurm_hostlist_find(hosts, node->name) >= 0;
    }
    slurm_free_node_info_msg(nodes);
    return count;
}

static bool slurmctld_is_new(time_t since)
{
    slurm_conf_t *conf = NULL;
    bool is_new;

    if (slurm_load_ctl_conf(0, &conf) != SLURM_SUCCESS || !conf)
        return false;
    is_new = conf->boot_time >= since;
    slurm_free_ctl_conf(conf);
    return is_new;
}

unsigned topology_registrations(uint32_t job, uint32_t step)
{
    job_step_info_response_msg_t *steps = load_step(job, step);
    const job_step_info_t *found = steps && steps->job_step_count == 1 ? steps->job_steps : NULL;
    slurm_hostlist hosts = found && found->nodes ? slurm_hostlist_create(found->nodes) : NULL;
    unsigned count = 0;

    if (hosts) {
        count = count_restarted(hosts, found->start_time);
        if (slurmctld_is_new(found->start_time))
            count += (unsigned)slurm_hostlist_count(hosts);
        slurm_hostlist_destroy(hosts);
    }
    if (steps)
        slurm_free_job_step_info_response_msg(steps);
    return count;
}

static bool names_gpus(const char *tres)
{
    return tres && strstr(tres, "gpu");
}

bool topology_has_gpus(uint32_t job, uint32_t step)
{
    job_step_info_response_msg_t *steps = load_step(job, step);
    const job_step_info_t *found = steps && steps->job_step_count == 1 ? steps->job_steps : NULL;
    bool has = found && (names_gpus(found->tres_per_step) || names_gpus(found->tres_per_node) ||
                         names_gpus(found->tres_per_socket) || names_gpus(found->tres_per_task));

    if (steps)
        slurm_free_job_step_info_response_msg(steps);
    return has;
}

char *topology_first_host(const char *hosts)
{
    slurm_hostlist list = slurm_hostlist_create(hosts);
    char *first = list ? slurm_hostlist_shift(list) : NULL;

    if (list)
        slurm_hostlist_destroy(list);
    return first;
}
