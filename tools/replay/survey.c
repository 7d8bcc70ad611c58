/* SPDX-License-Identifier: BSD-3-Clause */
/* What to measure: steps for the links, for the sizes of messages, and for the nodes. */
#include "calibrate.h"

#include "base/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES 3 /* of each limit of nodes, on different ones if there are enough */

/* The node of a host, also if the network calls it without its domain; or below 0. */
static int64_t find_node(const struct topomap_network *network, const char *host)
{
    int64_t node = topomap_network_find(network, host);
    char name[HOST] = "";

    if (node >= 0)
        return node;
    memcpy(name, host, strcspn(host, "."));
    return topomap_network_find(network, name);
}

static struct site *get_site(struct survey *survey, uint32_t node)
{
    struct site *site;

    for (uint32_t s = 0; s < survey->sites; s++) {
        if (survey->site[s].node == node)
            return &survey->site[s];
    }
    survey->node[survey->sites] = node;
    site = &survey->site[survey->sites++];
    site->node = node;
    return site;
}

static int add_rank(struct site *site, int rank)
{
    int *ranks = realloc(site->rank, ((size_t)site->ranks + 1) * sizeof *ranks);

    if (!ranks)
        return -1;
    site->rank = ranks;
    site->rank[site->ranks++] = rank;
    return 0;
}

/* The CPUs of the ranks of a site, which the caller frees; NULL if memory runs out. */
static struct topomap_cpu_place *cpus_of(const struct survey *survey, const struct site *site)
{
    struct topomap_cpu_place *cpu = calloc((size_t)site->ranks, sizeof *cpu);

    for (int i = 0; cpu && i < site->ranks; i++)
        cpu[i] = survey->place[site->rank[i]].cpu;
    return cpu;
}

/* Change the order of the ranks of a site so that its sockets take turns. */
static int take_turns(const struct survey *survey, struct site *site)
{
    struct topomap_cpu_place *cpu = cpus_of(survey, site);
    uint32_t *order = calloc((size_t)site->ranks, sizeof *order);
    int *rank = calloc((size_t)site->ranks, sizeof *rank);
    int result = cpu && order && rank ? 0 : -1;

    if (result == 0) {
        topomap_calibration_take_turns(cpu, (uint32_t)site->ranks, order);
        memcpy(rank, site->rank, (size_t)site->ranks * sizeof *rank);
    }
    for (int i = 0; result == 0 && i < site->ranks; i++)
        site->rank[i] = rank[order[i]];
    free(cpu);
    free(order);
    free(rank);
    return result;
}

static int find_sites(struct survey *survey, struct topomap_error *error)
{
    survey->site = calloc((size_t)survey->ranks, sizeof *survey->site);
    survey->node = calloc((size_t)survey->ranks, sizeof *survey->node);
    if (!survey->site || !survey->node)
        return error_memory(error);
    for (int r = 0; r < survey->ranks; r++) {
        int64_t node = find_node(survey->network, survey->place[r].host);

        if (node < 0)
            return error_set(error, TOPOMAP_INPUT, "host '%s' is not in the network",
                             survey->place[r].host);
        if (add_rank(get_site(survey, (uint32_t)node), r) < 0)
            return error_memory(error);
    }
    survey->width = survey->ranks;
    for (uint32_t s = 0; s < survey->sites; s++) {
        if (survey->site[s].ranks > 1 && take_turns(survey, &survey->site[s]) < 0)
            return error_memory(error);
        if (survey->site[s].ranks < survey->width)
            survey->width = survey->site[s].ranks;
    }
    return 0;
}

static int rank_of(struct survey *survey, uint32_t node, int number)
{
    return get_site(survey, node)->rank[number];
}

/* ---- inside nodes ------------------------------------------------------------------------ */

/* A ping and a stream between the first two ranks of a node that are that near. */
static void add_inside(struct survey *survey, enum topomap_nearness nearness)
{
    struct schedule *schedule = &survey->schedule;

    survey->inside[nearness] = UNKNOWN;
    for (uint32_t s = 0; s < survey->sites; s++) {
        const struct site *site = &survey->site[s];

        for (int i = 0; i < site->ranks * site->ranks; i++) {
            int a = site->rank[i / site->ranks], b = site->rank[i % site->ranks];

            if (a >= b || topomap_calibration_nearness(&survey->place[a].cpu,
                                                       &survey->place[b].cpu) != nearness)
                continue;
            survey->inside[nearness] = schedule_step(schedule, PING, PING_BYTES);
            schedule_flow(schedule, a, b);
            schedule_step(schedule, STREAM, 0);
            schedule_flow(schedule, a, b);
            return;
        }
    }
}

/* One, two, four, ..., all, and then more. */
static int next_size(int count, int all)
{
    return count < all && 2 * count > all ? all : 2 * count;
}

/* Streams of one pair of ranks of a node, two, four, ..., all. */
static int add_memory_of(struct survey *survey, const struct site *site)
{
    struct schedule *schedule = &survey->schedule;
    struct topomap_cpu_place *cpu = cpus_of(survey, site);
    struct topomap_couple *couple = calloc((size_t)site->ranks, sizeof *couple);
    int result = -1;

    if (cpu && couple &&
        topomap_calibration_couples(cpu, (uint32_t)site->ranks, couple, NULL) == 0)
        result = 0;
    for (int n = 1; result == 0 && n <= survey->width / 2; n = next_size(n, survey->width / 2)) {
        schedule_step(schedule, STREAM, 0);
        for (int i = 0; i < n; i++)
            schedule_flow(schedule, site->rank[couple[i].from], site->rank[couple[i].to]);
    }
    free(cpu);
    free(couple);
    return result;
}

/* ---- between nodes ----------------------------------------------------------------------- */

/* Pings of 1 byte, 4, 16 and so on between two nodes. */
static void add_sizes(struct survey *survey)
{
    const struct topomap_calibration *links = survey->links;
    struct schedule *schedule = &survey->schedule;

    survey->sizes = links->pings > 0 ? schedule->steps : UNKNOWN;
    for (int i = 0; links->pings > 0 && i < SIZES; i++) {
        schedule_step(schedule, PING, 1 << 2 * i);
        schedule_flow(schedule, rank_of(survey, links->ping[0].from, 0),
                      rank_of(survey, links->ping[0].to, 0));
    }
}

static void add_links(struct survey *survey)
{
    const struct topomap_calibration *links = survey->links;
    struct schedule *schedule = &survey->schedule;

    survey->link_steps = schedule->steps;
    for (uint32_t p = 0; p < links->pings; p++) {
        schedule_step(schedule, PING, PING_BYTES);
        schedule_flow(schedule, rank_of(survey, links->ping[p].from, 0),
                      rank_of(survey, links->ping[p].to, 0));
    }
    for (uint32_t t = 0; t < links->trials; t++) {
        schedule_step(schedule, STREAM, 0);
        for (uint32_t i = 0; i < links->trial[t].count; i++) {
            const struct topomap_stream *stream = &links->stream[links->trial[t].first + i];

            for (int r = 0; r < survey->width; r++)
                schedule_flow(schedule, rank_of(survey, stream->from, r),
                              rank_of(survey, stream->to, r));
        }
    }
}

/* One rank of a node, two, four, ..., all send to ranks of its partners, or receive from them. */
static void add_fan(struct survey *survey, uint32_t at, const uint32_t *partner, bool receives,
                    enum pattern pattern)
{
    for (int n = 1; n <= survey->width; n = next_size(n, survey->width)) {
        schedule_step(&survey->schedule, pattern, 0);
        for (int i = 0; i < n; i++) {
            int mine = survey->site[at].rank[i], other = survey->site[partner[i]].rank[i];

            schedule_flow(&survey->schedule, receives ? other : mine, receives ? mine : other);
        }
    }
}

/* A try of everything that shows limits of nodes. Of short messages all go between two nodes, which
 * then do equal work. */
static int add_limits_of(struct survey *survey, uint32_t at, struct series *series,
                         bool receives, enum pattern pattern, struct topomap_error *error)
{
    uint32_t *partner = calloc((size_t)survey->width, sizeof *partner);
    int result;

    if (!partner)
        return error_memory(error);
    result = topomap_calibration_partners(survey->network, survey->node, survey->sites, at,
                                          receives, (uint32_t)survey->width, partner, error);
    for (int i = 1; pattern == BURST && i < survey->width; i++)
        partner[i] = partner[0];
    if (series->count == 0)
        series->first = survey->schedule.steps;
    if (result == 0)
        add_fan(survey, at, partner, receives, pattern);
    series->count = survey->schedule.steps - series->first;
    free(partner);
    return result;
}

/* Several tries of a limit, one after the other. */
static int add_limits(struct survey *survey, struct series *series, bool receives,
                      enum pattern pattern, struct topomap_error *error)
{
    int result = 0;

    for (uint32_t try = 0; result == 0 && try < TRIES; try++)
        result = add_limits_of(survey, try * survey->sites / TRIES, series, receives, pattern,
                               error);
    return result;
}

static int add_memory(struct survey *survey, struct topomap_error *error)
{
    survey->memory.first = survey->schedule.steps;
    for (uint32_t try = 0; try < TRIES; try++) {
        if (add_memory_of(survey, &survey->site[try * survey->sites / TRIES]) < 0)
            return error_memory(error);
    }
    survey->memory.count = survey->schedule.steps - survey->memory.first;
    return 0;
}

/* ---- the output -------------------------------------------------------------------------- */

/* The folder of a file, absolute, which the caller frees; NULL with errno. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup("."), *whole = NULL;

    if (folder)
        whole = realpath(folder, NULL);
    free(folder);
    return whole;
}

/* Whether a file can be written, or else made in its folder; false with errno. */
static bool is_writable(const char *path, const char *folder)
{
    struct stat status;

    if (stat(path, &status) < 0)
        return access(folder, W_OK | X_OK) == 0;
    if (S_ISDIR(status.st_mode))
        errno = EISDIR;
    return !S_ISDIR(status.st_mode) && access(path, W_OK) == 0;
}

/* Find out whether paths in the description must change. Where standard output goes is unknown. */
static int find_folder(struct survey *survey, const char *network, const char *output,
                       struct topomap_error *error)
{
    bool is_file = output && strcmp(output, "-") != 0;
    char *there = is_file ? folder_of(output) : NULL;

    if (is_file && (!there || !is_writable(output, there))) {
        error_set(error, TOPOMAP_INPUT, "%s: %s", output, strerror(errno));
        free(there);
        return -1;
    }
    survey->folder = folder_of(network);
    if (survey->folder && there && strcmp(survey->folder, there) == 0) {
        free(survey->folder);
        survey->folder = NULL;
    }
    free(there);
    return 0;
}

/* Write the description with any numbers: an error shows before there are measured ones. The
 * bandwidth leaves some to other jobs, whatever their load. */
static int try_output(const struct survey *survey, const char *network,
                      struct topomap_error *error)
{
    const struct topomap_limit limit = {.rate = 1, .reached = true};
    const struct topomap_protocol protocol = {
        .inside_bandwidth = 1, .memory = limit, .bytes = limit, .messages = limit,
        .size = {{0, 1, 1}}, .sizes = 1,
    };
    uint32_t classes = topomap_network_classes(survey->network);
    struct topomap_class_speed *speeds = calloc((size_t)classes + 1, sizeof *speeds);
    char *text;
    int result;

    if (!speeds)
        return error_memory(error);
    for (uint32_t c = 0; c < classes; c++)
        speeds[c] = (struct topomap_class_speed){.bandwidth = 1e18};
    text = topomap_calibration_describe(network, survey->network, speeds, &protocol, "",
                                        survey->folder, error);
    result = text ? 0 : -1;
    free(speeds);
    free(text);
    return result;
}

/* ---- all of it --------------------------------------------------------------------------- */

int survey_plan(struct survey *survey, const char *network, const char *output,
                struct topomap_error *error)
{
    survey->network = topomap_network_open(network, error);
    if (!survey->network || find_sites(survey, error) < 0 ||
        find_folder(survey, network, output, error) < 0 ||
        try_output(survey, network, error) < 0)
        return -1;
    survey->links = topomap_calibration_create(survey->network, survey->node, survey->sites,
                                               error);
    if (!survey->links)
        return -1;
    for (enum topomap_nearness n = 0; n < TOPOMAP_NEARNESSES; n++)
        add_inside(survey, n);
    if (add_memory(survey, error) < 0)
        return -1;
    add_sizes(survey);
    add_links(survey);
    if (add_limits(survey, &survey->fan[0], false, STREAM, error) < 0 ||
        add_limits(survey, &survey->fan[1], true, STREAM, error) < 0 ||
        add_limits(survey, &survey->messages, false, BURST, error) < 0)
        return -1;
    return survey->schedule.failed ? error_memory(error) : 0;
}

void survey_free(struct survey *survey)
{
    for (uint32_t s = 0; s < survey->sites; s++)
        free(survey->site[s].rank);
    free(survey->site);
    free(survey->node);
    free(survey->folder);
    schedule_free(&survey->schedule);
    topomap_calibration_destroy(survey->links);
    topomap_network_destroy(survey->network);
}
