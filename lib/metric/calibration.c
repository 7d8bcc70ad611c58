/* SPDX-License-Identifier: BSD-3-Clause */
/* What to measure to find the speeds of links, and what follows from it. */
#include "base/error.h"
#include "base/memory.h"
#include "network/network.h"
#include "topomap_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAIRS 16384U   /* pairs of nodes among which pings and streams are chosen */
#define MAX_PINGS 64U
#define MAX_ALIKE 3U       /* pings over the same number of links of each class */
#define MAX_STREAMS 64U    /* in a trial */
#define SWEEPS 2000
#define FULL 0.9           /* a link is full if streams get less than that part of what one gets */

/* Choosing: pairs of nodes, and the ways between them. */
struct choice {
    struct topomap_calibration *calibration;
    const struct topomap_network *network;
    const uint32_t *nodes;
    uint32_t count;
    uint32_t pairs;
    struct network_spread spread;
    struct network_share *shares; /* [network_spread_most] */
    double *crossed;              /* [classes]: links of a way */
    double *alike;                /* [MAX_PINGS][classes]: the same of the pings so far */
    uint32_t *users;              /* [links]: pairs whose traffic uses it */
    bool *busy;                   /* [count]: the node is part of a stream */
};

/* The i-th pair. Pairs of large allocations are a sample. */
static void get_pair(const struct choice *choice, uint32_t i, uint32_t *a, uint32_t *b)
{
    uint64_t all = (uint64_t)choice->count * (choice->count - 1);
    uint64_t at = all * i / choice->pairs;

    *a = (uint32_t)(at / (choice->count - 1));
    *b = (uint32_t)(at % (choice->count - 1));
    *b += *b >= *a;
}

static size_t get_way(const struct choice *choice, uint32_t i, uint32_t *a, uint32_t *b)
{
    get_pair(choice, i, a, b);
    return network_spread(&choice->spread, choice->nodes[*a], choice->nodes[*b], choice->shares);
}

/* The links of each class on the way from one node to another, `crossed` [classes]. */
static double cross(const struct topomap_network *network, const struct network_share *shares,
                    size_t length, double *crossed)
{
    double all = 0;

    memset(crossed, 0, network->classes * sizeof *crossed);
    for (size_t i = 0; i < length; i++) {
        crossed[network->ops->link_class(network, shares[i].link)] += (double)shares[i].part;
        all += (double)shares[i].part;
    }
    return all;
}

static bool is_alike(const double *a, const double *b, uint32_t classes)
{
    for (uint32_t c = 0; c < classes; c++) {
        if (fabs(a[c] - b[c]) > 1e-3)
            return false;
    }
    return true;
}

/* Take a pair as a ping unless there are enough over as many links of each class. */
static void consider_ping(struct choice *choice, uint32_t from, uint32_t to)
{
    struct topomap_calibration *calibration = choice->calibration;
    uint32_t classes = choice->network->classes, alike = 0;

    if (calibration->pings == MAX_PINGS)
        return;
    for (uint32_t p = 0; p < calibration->pings; p++)
        alike += is_alike(choice->alike + (size_t)p * classes, choice->crossed, classes);
    if (alike >= MAX_ALIKE)
        return;
    memcpy(choice->alike + (size_t)calibration->pings * classes, choice->crossed,
           classes * sizeof *choice->crossed);
    calibration->ping[calibration->pings++] = (struct topomap_ping){from, to, 0};
}

static void look_at_pairs(struct choice *choice)
{
    for (uint32_t i = 0; i < choice->pairs; i++) {
        uint32_t a, b;
        size_t length = get_way(choice, i, &a, &b);

        if (cross(choice->network, choice->shares, length, choice->crossed) > 0)
            consider_ping(choice, choice->nodes[a], choice->nodes[b]);
        for (size_t k = 0; k < length; k++)
            choice->users[choice->shares[k].link]++;
    }
}

/* The link of a class that most pairs use, or network->links. */
static uint32_t find_link(const struct choice *choice, uint32_t class)
{
    const struct topomap_network *network = choice->network;
    uint32_t best = network->links, most = 0;

    for (uint32_t link = 0; link < network->links; link++) {
        if (choice->users[link] > most && network->ops->link_class(network, link) == class) {
            most = choice->users[link];
            best = link;
        }
    }
    return best;
}

static double part_over(const struct choice *choice, size_t length, uint32_t link)
{
    double part = 0;

    for (size_t k = 0; k < length; k++) {
        if (choice->shares[k].link == link)
            part += (double)choice->shares[k].part;
    }
    return part;
}

/* Pairs over the link that have no node in common, into the array; returns how many. */
static uint32_t find_streams(struct choice *choice, uint32_t link, struct topomap_stream *streams)
{
    uint32_t found = 0;

    memset(choice->busy, 0, choice->count * sizeof *choice->busy);
    for (uint32_t i = 0; i < choice->pairs && found < MAX_STREAMS; i++) {
        uint32_t a, b;
        size_t length;
        double part;

        get_pair(choice, i, &a, &b);
        if (choice->busy[a] || choice->busy[b])
            continue;
        length = get_way(choice, i, &a, &b);
        part = part_over(choice, length, link);
        if (part <= 0)
            continue;
        choice->busy[a] = choice->busy[b] = true;
        streams[found++] = (struct topomap_stream){0, choice->nodes[a], choice->nodes[b], part, 0};
    }
    return found;
}

/* One stream, two, four, ..., all. */
static void add_trials(struct choice *choice, uint32_t class, uint32_t link)
{
    struct topomap_calibration *calibration = choice->calibration;
    struct topomap_stream streams[MAX_STREAMS];
    uint32_t found = find_streams(choice, link, streams);

    for (uint32_t size = 1; size <= found; size = size < found && 2 * size > found ? found
                                                                                   : 2 * size) {
        struct topomap_trial *trial = &calibration->trial[calibration->trials];

        *trial = (struct topomap_trial){class, link, calibration->streams, size};
        for (uint32_t i = 0; i < size; i++) {
            streams[i].trial = calibration->trials;
            calibration->stream[calibration->streams++] = streams[i];
        }
        calibration->trials++;
    }
}

static void choose(struct choice *choice)
{
    look_at_pairs(choice);
    for (uint32_t c = 0; c < choice->network->classes; c++) {
        uint32_t link = find_link(choice, c);

        if (link < choice->network->links)
            add_trials(choice, c, link);
    }
}

/* At most 8 trials of a class, and 2 * MAX_STREAMS streams in them. */
static int allocate(struct choice *choice)
{
    struct topomap_calibration *calibration = choice->calibration;
    const struct topomap_network *network = choice->network;

    calibration->ping = array_raw(MAX_PINGS, sizeof *calibration->ping);
    calibration->stream = array_raw((size_t)network->classes * 2 * MAX_STREAMS,
                                    sizeof *calibration->stream);
    calibration->trial = array_raw((size_t)network->classes * 8, sizeof *calibration->trial);
    choice->shares = array_raw(network_spread_most(network), sizeof *choice->shares);
    choice->crossed = array_raw(network->classes, sizeof *choice->crossed);
    choice->alike = array_raw((size_t)MAX_PINGS * network->classes, sizeof *choice->alike);
    choice->users = array_new(network->links, sizeof *choice->users);
    choice->busy = array_raw(choice->count, sizeof *choice->busy);
    return network_spread_init(&choice->spread, network) == 0 && calibration->ping &&
           calibration->stream && calibration->trial && choice->shares && choice->crossed &&
           choice->alike && choice->users && choice->busy ? 0 : -1;
}

struct topomap_calibration *topomap_calibration_create(const struct topomap_network *network,
                                                       const uint32_t *nodes, uint32_t count,
                                                       struct topomap_error *error)
{
    uint64_t pairs = (uint64_t)count * (count - 1);
    struct choice choice = {
        .network = network,
        .nodes = nodes,
        .count = count,
        .pairs = pairs < MAX_PAIRS ? (uint32_t)pairs : MAX_PAIRS,
    };

    if (count < 2) {
        error_set(error, TOPOMAP_IMPOSSIBLE, "links are measured between two nodes or more");
        return NULL;
    }
    choice.calibration = array_new(1, sizeof *choice.calibration);
    if (choice.calibration && allocate(&choice) == 0) {
        choice.calibration->network = network;
        choose(&choice);
    } else {
        error_memory(error);
        topomap_calibration_destroy(choice.calibration);
        choice.calibration = NULL;
    }
    network_spread_free(&choice.spread);
    free(choice.shares);
    free(choice.crossed);
    free(choice.alike);
    free(choice.users);
    free(choice.busy);
    return choice.calibration;
}

void topomap_calibration_destroy(struct topomap_calibration *calibration)
{
    if (!calibration)
        return;
    free(calibration->ping);
    free(calibration->stream);
    free(calibration->trial);
    free(calibration);
}

/* ---- what follows ------------------------------------------------------------------------ */

static double carried(const struct topomap_calibration *calibration,
                      const struct topomap_trial *trial)
{
    double bytes = 0;

    for (uint32_t i = 0; i < trial->count; i++) {
        const struct topomap_stream *stream = &calibration->stream[trial->first + i];

        bytes += stream->part * stream->rate;
    }
    return bytes / network_link_capacity(calibration->network, trial->link);
}

static void fit_bandwidths(const struct topomap_calibration *calibration,
                           struct topomap_class_speed *speeds)
{
    double single = 0;

    for (uint32_t t = 0; t < calibration->trials; t++) {
        const struct topomap_trial *trial = &calibration->trial[t];
        struct topomap_class_speed *speed = &speeds[trial->class];
        double bandwidth = carried(calibration, trial);

        if (trial->count == 1)
            single = bandwidth;
        speed->saturated = trial->count == 1 || bandwidth < FULL * trial->count * single;
        if (bandwidth <= speed->bandwidth)
            continue;
        speed->bandwidth = bandwidth;
        speed->streams = trial->count;
    }
}

/* Sums over the pings for least squares: of products of links, and of links times seconds. */
struct sums {
    uint32_t classes;
    double *squares;   /* [classes][classes] */
    double *times;     /* [classes] */
    double seconds, links; /* of all pings */
};

static void add_ping(struct sums *sums, const double *crossed, double links, double seconds)
{
    for (uint32_t c = 0; c < sums->classes; c++) {
        for (uint32_t k = 0; k < sums->classes; k++)
            sums->squares[(size_t)c * sums->classes + k] += crossed[c] * crossed[k];
        sums->times[c] += crossed[c] * seconds;
    }
    sums->seconds += seconds;
    sums->links += links;
}

/* Coordinate by coordinate, beginning with the same latency for all links. */
static void solve(const struct sums *sums, struct topomap_class_speed *speeds)
{
    for (uint32_t c = 0; c < sums->classes; c++)
        speeds[c].latency = sums->times[c] > 0 ? sums->seconds / sums->links : -1;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (uint32_t c = 0; c < sums->classes; c++) {
            const double *row = sums->squares + (size_t)c * sums->classes;
            double left = sums->times[c];

            if (row[c] <= 0)
                continue;
            for (uint32_t k = 0; k < sums->classes; k++)
                left -= k != c && row[k] > 0 ? row[k] * speeds[k].latency : 0;
            speeds[c].latency = fmax(left / row[c], 0);
        }
    }
}

static int fit_latencies(const struct topomap_calibration *calibration,
                         struct topomap_class_speed *speeds, struct topomap_error *error)
{
    const struct topomap_network *network = calibration->network;
    struct network_spread spread;
    struct network_share *shares = array_raw(network_spread_most(network), sizeof *shares);
    double *crossed = array_raw(network->classes, sizeof *crossed);
    struct sums sums = {
        .classes = network->classes,
        .squares = array_new((size_t)network->classes * network->classes, sizeof(double)),
        .times = array_new(network->classes, sizeof(double)),
    };
    int result = -1;

    if (network_spread_init(&spread, network) == 0 && shares && crossed && sums.squares &&
        sums.times) {
        for (uint32_t p = 0; p < calibration->pings; p++) {
            const struct topomap_ping *ping = &calibration->ping[p];
            size_t length = network_spread(&spread, ping->from, ping->to, shares);
            double hops = network_latencies(network, ping->from, ping->to);
            double links = cross(network, shares, length, crossed);

            for (uint32_t c = 0; c < network->classes; c++)
                crossed[c] *= hops;
            add_ping(&sums, crossed, hops * links, ping->seconds);
        }
        solve(&sums, speeds);
        result = 0;
    } else {
        error_memory(error);
    }
    network_spread_free(&spread);
    free(shares);
    free(crossed);
    free(sums.squares);
    free(sums.times);
    return result;
}

int topomap_calibration_fit(const struct topomap_calibration *calibration,
                            struct topomap_class_speed *speeds, struct topomap_error *error)
{
    for (uint32_t c = 0; c < calibration->network->classes; c++)
        speeds[c] = (struct topomap_class_speed){.latency = -1};
    fit_bandwidths(calibration, speeds);
    return fit_latencies(calibration, speeds, error);
}
