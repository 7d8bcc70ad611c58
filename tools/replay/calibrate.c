/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap-calibrate: what to measure, and what to write. */
#include "config.h"

#include "calibrate.h"
#include "replay.h"

#include "common/calibrate.h"
#include "topomap_internal.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOST 256
#define UNKNOWN (-1)
#define SIZES 12 /* of messages, up to MOST_PING_BYTES */

static struct {
    const char *network, *output, *seconds;
    bool progress;
} args;

static const struct cli_option options[] = {
    CALIBRATE_OPTIONS(args),
    {0},
};

static const struct cli_command command = {
    "topomap-calibrate",
    "-N NETWORK [OPTION]...",
    CALIBRATE_SUMMARY,
    "topomap calibrate launches it on the nodes to measure.\n",
    options,
};

/* Where a rank runs. */
struct place {
    char host[HOST];
    int package;    /* of all CPUs that it may use, or UNKNOWN */
};

/* The ranks of one host. */
struct site {
    uint32_t node;  /* index in the network */
    int *rank;      /* [ranks], in order */
    int ranks;
};

/* What rank 0 knows. */
struct survey {
    const struct place *place; /* [ranks] */
    int ranks;
    struct site *site;
    uint32_t sites;
    int width;                 /* ranks of each node that send at once */
    struct topomap_network *network;
    struct topomap_calibration *links;
    struct step *step;
    struct flow *flow;
    int steps, flows;
    int sizes;                 /* step of the first ping of each size, or UNKNOWN */
    int inside[2];             /* steps of a ping, within a package and between packages, after
                                * which comes that of a stream; or UNKNOWN */
};

static int find_package(int cpu)
{
    int package = UNKNOWN;
    char path[96];
    FILE *file;

    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/physical_package_id", cpu);
    file = fopen(path, "r");
    if (!file)
        return UNKNOWN;
    if (fscanf(file, "%d", &package) != 1)
        package = UNKNOWN;
    fclose(file);
    return package;
}

static void find_place(struct place *place)
{
    const char *node = getenv("SLURMD_NODENAME");
    int package = UNKNOWN;
    cpu_set_t set;

    memset(place, 0, sizeof *place);
    if (node && *node)
        snprintf(place->host, sizeof place->host, "%s", node);
    else
        gethostname(place->host, sizeof place->host - 1);
    place->package = UNKNOWN;
    if (sched_getaffinity(0, sizeof set, &set) < 0)
        return;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        int its;

        if (!CPU_ISSET(cpu, &set))
            continue;
        its = find_package(cpu);
        if (its == UNKNOWN || (package != UNKNOWN && its != package))
            return;
        package = its;
    }
    place->package = package;
}

/* The places of all ranks, on rank 0; NULL on all ranks if memory runs out there. */
static struct place *find_places(int ranks)
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

/* ---- rank 0: what to measure ------------------------------------------------------------- */

static int fail(enum topomap_code code, const char *format, const char *what)
{
    fprintf(stderr, "topomap-calibrate: ");
    fprintf(stderr, format, what);
    fprintf(stderr, "\n");
    return (int)code;
}

static int no_memory(void)
{
    return fail(TOPOMAP_INTERNAL, "%s", "out of memory");
}

/* The node of a host, also if the network calls it without its domain; or below 0. */
static int64_t find_node(const struct topomap_network *network, const char *host)
{
    int64_t node = topomap_network_find(network, host);
    char name[HOST];

    if (node >= 0)
        return node;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(host, "."), host);
    return topomap_network_find(network, name);
}

static struct site *get_site(struct survey *survey, uint32_t node)
{
    struct site *site;

    for (uint32_t s = 0; s < survey->sites; s++) {
        if (survey->site[s].node == node)
            return &survey->site[s];
    }
    site = &survey->site[survey->sites++];
    site->node = node;
    return site;
}

static int add_rank(struct site *site, int rank)
{
    int *ranks = realloc(site->rank, ((size_t)site->ranks + 1) * sizeof *ranks);

    if (!ranks)
        return no_memory();
    site->rank = ranks;
    site->rank[site->ranks++] = rank;
    return TOPOMAP_OK;
}

static int find_sites(struct survey *survey)
{
    survey->site = calloc((size_t)survey->ranks, sizeof *survey->site);
    if (!survey->site)
        return no_memory();
    for (int r = 0; r < survey->ranks; r++) {
        int64_t node = find_node(survey->network, survey->place[r].host);
        int code;

        if (node < 0)
            return fail(TOPOMAP_INPUT, "host '%s' is not in the network", survey->place[r].host);
        code = add_rank(get_site(survey, (uint32_t)node), r);
        if (code != TOPOMAP_OK)
            return code;
    }
    survey->width = survey->ranks;
    for (uint32_t s = 0; s < survey->sites; s++) {
        if (survey->site[s].ranks < survey->width)
            survey->width = survey->site[s].ranks;
    }
    return TOPOMAP_OK;
}

static int choose_links(struct survey *survey)
{
    uint32_t *nodes = calloc(survey->sites, sizeof *nodes);
    struct topomap_error error;

    for (uint32_t s = 0; nodes && s < survey->sites; s++)
        nodes[s] = survey->site[s].node;
    if (nodes)
        survey->links = topomap_calibration_create(survey->network, nodes, survey->sites, &error);
    free(nodes);
    if (!nodes)
        return no_memory();
    return survey->links ? TOPOMAP_OK : fail(error.code, "%s", error.text);
}

static void begin_step(struct survey *survey, int ping)
{
    survey->step[survey->steps++] = (struct step){ping, survey->flows, 0};
}

static void add_flow(struct survey *survey, int from, int to)
{
    survey->flow[survey->flows++] = (struct flow){from, to, 0};
    survey->step[survey->steps - 1].count++;
}

/* A ping and a stream between two ranks of one node, within a package or between two. */
static void add_inside(struct survey *survey, bool between)
{
    survey->inside[between] = UNKNOWN;
    for (uint32_t s = 0; s < survey->sites; s++) {
        const struct site *site = &survey->site[s];

        for (int i = 1; i < site->ranks; i++) {
            int a = survey->place[site->rank[0]].package;
            int b = survey->place[site->rank[i]].package;

            if (between ? a == b || a == UNKNOWN || b == UNKNOWN : a != b)
                continue;
            survey->inside[between] = survey->steps;
            begin_step(survey, PING_BYTES);
            add_flow(survey, site->rank[0], site->rank[i]);
            begin_step(survey, 0);
            add_flow(survey, site->rank[0], site->rank[i]);
            return;
        }
    }
}

/* Pings of 1 byte, 4, 16 and so on between two nodes. */
static void add_sizes(struct survey *survey)
{
    const struct topomap_calibration *links = survey->links;

    survey->sizes = links->pings > 0 ? survey->steps : UNKNOWN;
    for (int i = 0; links->pings > 0 && i < SIZES; i++) {
        begin_step(survey, 1 << 2 * i);
        add_flow(survey, get_site(survey, links->ping[0].from)->rank[0],
                 get_site(survey, links->ping[0].to)->rank[0]);
    }
}

static void add_links(struct survey *survey)
{
    const struct topomap_calibration *links = survey->links;

    for (uint32_t p = 0; p < links->pings; p++) {
        begin_step(survey, PING_BYTES);
        add_flow(survey, get_site(survey, links->ping[p].from)->rank[0],
                 get_site(survey, links->ping[p].to)->rank[0]);
    }
    for (uint32_t t = 0; t < links->trials; t++) {
        begin_step(survey, 0);
        for (uint32_t i = 0; i < links->trial[t].count; i++) {
            const struct topomap_stream *stream = &links->stream[links->trial[t].first + i];

            for (int r = 0; r < survey->width; r++)
                add_flow(survey, get_site(survey, stream->from)->rank[r],
                         get_site(survey, stream->to)->rank[r]);
        }
    }
}

static int choose(struct survey *survey)
{
    int code = find_sites(survey);

    if (code == TOPOMAP_OK)
        code = choose_links(survey);
    if (code != TOPOMAP_OK)
        return code;
    survey->step = calloc(survey->links->pings + survey->links->trials + 4 + SIZES,
                          sizeof *survey->step);
    survey->flow = calloc(survey->links->pings + 4 + SIZES +
                          (size_t)survey->links->streams * (size_t)survey->width,
                          sizeof *survey->flow);
    if (!survey->step || !survey->flow)
        return no_memory();
    add_inside(survey, false);
    add_inside(survey, true);
    add_sizes(survey);
    add_links(survey);
    return TOPOMAP_OK;
}

/* ---- rank 0: what was measured ----------------------------------------------------------- */

/* Results, in the order in which flows were added. */
static void take_results(struct survey *survey)
{
    struct topomap_calibration *links = survey->links;
    int at = survey->flows;

    for (uint32_t s = links->streams; s-- > 0;) {
        links->stream[s].rate = 0;
        for (int r = 0; r < survey->width; r++)
            links->stream[s].rate += survey->flow[--at].result;
    }
    for (uint32_t p = links->pings; p-- > 0;)
        links->ping[p].seconds = survey->flow[--at].result;
}

static double result_of(const struct survey *survey, int step)
{
    return survey->flow[survey->step[step].first].result;
}

/* What a byte between packages costs, in what one costs for each hop of a stream. */
static double weigh_packages(const struct survey *survey)
{
    const struct topomap_stream *stream = survey->links->stream;
    double inside = result_of(survey, survey->inside[true] + 1);

    return stream->rate / survey->width / inside *
           topomap_network_distance(survey->network, stream->from, stream->to);
}

static char *comment(const struct survey *survey, bool crowded)
{
    static const char *const where[] = {"within a socket", "between sockets"};
    char *text = malloc(1024);
    size_t at;

    if (!text)
        return NULL;
    at = (size_t)snprintf(text, 1024, "Measured by topomap calibrate: %d ranks on %u nodes.\n",
                          survey->ranks, survey->sites);
    if (crowded)
        at += (size_t)snprintf(text + at, 1024 - at, "Ranks outnumbered CPUs and slept while they "
                               "waited: times are longer than those of the network.\n");
    for (int i = 0; i < 2; i++) {
        if (survey->inside[i] == UNKNOWN)
            continue;
        at += (size_t)snprintf(text + at, 1024 - at, "Inside a node, %s: bandwidth %.3g, latency "
                               "%.3g\n", where[i], result_of(survey, survey->inside[i] + 1),
                               result_of(survey, survey->inside[i]));
    }
    if (survey->inside[true] != UNKNOWN && survey->links->streams > 0)
        snprintf(text + at, 1024 - at, "Weight of the way between sockets: --link-weights "
                 "package:%.2g\n", weigh_packages(survey));
    return text;
}

/* The speed of a message inside a node is that within a package if that was measured. */
static void find_protocol(const struct survey *survey, struct topomap_protocol *protocol)
{
    int step = survey->inside[survey->inside[false] == UNKNOWN];
    struct topomap_message_time times[SIZES];

    *protocol = (struct topomap_protocol){0};
    if (step != UNKNOWN) {
        protocol->inside_bandwidth = result_of(survey, step + 1);
        protocol->inside_latency = result_of(survey, step);
    }
    if (survey->sizes == UNKNOWN)
        return;
    for (int i = 0; i < SIZES; i++) {
        times[i].bytes = survey->step[survey->sizes + i].ping;
        times[i].seconds = result_of(survey, survey->sizes + i);
    }
    topomap_calibration_sizes(times, SIZES, protocol);
}

static int conclude(struct survey *survey, bool crowded)
{
    struct topomap_class_speed *speeds =
        calloc(topomap_network_classes(survey->network) + 1, sizeof *speeds);
    char *remarks = comment(survey, crowded), *text = NULL;
    struct topomap_protocol protocol;
    struct topomap_error error;
    int code = TOPOMAP_OK;

    take_results(survey);
    find_protocol(survey, &protocol);
    if (!speeds || !remarks) {
        code = no_memory();
    } else if (topomap_calibration_fit(survey->links, speeds, &error) < 0 ||
               !(text = topomap_calibration_describe(args.network, survey->network, speeds,
                                                     &protocol, remarks, &error)) ||
               cli_write(args.output, text, &error) < 0) {
        code = cli_fail(&command, &error);
    }
    free(speeds);
    free(remarks);
    free(text);
    return code;
}

static void free_survey(struct survey *survey)
{
    for (uint32_t s = 0; s < survey->sites; s++)
        free(survey->site[s].rank);
    free(survey->site);
    free(survey->step);
    free(survey->flow);
    topomap_calibration_destroy(survey->links);
    topomap_network_destroy(survey->network);
}

static int prepare(struct survey *survey)
{
    struct topomap_error error;

    survey->network = topomap_network_open(args.network, &error);
    return survey->network ? choose(survey) : fail(error.code, "%s", error.text);
}

static int run(double seconds)
{
    struct survey survey = {0};
    struct place *places;
    int rank, code = TOPOMAP_OK, crowded = wait_choose();

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &survey.ranks);
    places = find_places(survey.ranks);
    if (!places)
        return rank == 0 ? no_memory() : TOPOMAP_INTERNAL;
    survey.place = places;
    if (rank == 0)
        code = prepare(&survey);
    wait_share(&code, 1, MPI_INT);
    if (code == TOPOMAP_OK && measure(survey.step, survey.steps, survey.flow, survey.flows,
                                      seconds, args.progress) < 0)
        code = rank == 0 ? no_memory() : TOPOMAP_INTERNAL;
    if (rank == 0 && code == TOPOMAP_OK)
        code = conclude(&survey, crowded);
    wait_share(&code, 1, MPI_INT);
    free_survey(&survey);
    free(places);
    return code;
}

/* --help, --version and errors end the program before MPI starts. */
int main(int argc, char **argv)
{
    double seconds = 0.05;
    int code = TOPOMAP_OK, first = cli_parse(&command, argc, argv, &code);

    if (!cli_is_whole(&command, first, argc, argv, &code))
        return code;
    if (!args.network)
        return cli_usage(&command, "a network is needed: --network NETWORK");
    if (args.seconds && (cli_real(args.seconds, &seconds) < 0 || seconds <= 0 || seconds > 60))
        return cli_usage(&command, "--seconds needs a number above 0 and up to 60");
    MPI_Init(&argc, &argv);
    code = run(seconds);
    MPI_Finalize();
    return code;
}
