/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * topomap-simgrid PLATFORM EXCHANGE: simulates an exchange of messages with SimGrid, and prints the
 * seconds that it takes. `topomap simulate` starts it, so that no other program needs SimGrid.
 *
 * EXCHANGE is text: the line "topomap-exchange 2", "ranks R phases P messages M", R lines with the
 * host of each rank, and M lines "src dst bytes rounds". In each phase every rank sends all its
 * messages and receives all those to it at the same time, but a message of several rounds has the
 * latency of its route for each of them; all ranks begin a phase together.
 */
#include "common/cli.h"

#include <simgrid/actor.h>
#include <simgrid/barrier.h>
#include <simgrid/comm.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>

#define MAX_HOST 256

#define NONE UINT32_MAX

struct message {
    uint32_t src;
    uint32_t dst;
    uint64_t bytes;
    double late;              /* seconds of the latencies of all its rounds but the last */
    uint32_t next_sent;       /* next message of the same sender, and of the same receiver; or
                               * NONE */
    uint32_t next_received;
};

struct rank {
    sg_host_t host;
    uint32_t sent;            /* its first message, or NONE */
    uint32_t received;
    uint32_t count;           /* of its messages, both ways */
};

/* Actors of SimGrid take no pointer of ours, so shared data are global. */
static struct {
    uint32_t ranks;
    uint32_t phases;
    uint32_t count;
    struct rank *rank;        /* [ranks] */
    struct message *message;  /* [count] */
    sg_bar_t barrier;
} exchange;

static const struct cli_option options[] = {{0}};

static const struct cli_command command = {
    "topomap-simgrid", "PLATFORM EXCHANGE",
    "Simulate an exchange of messages; topomap simulate starts this.", NULL, options,
};

static int broken(const char *path, const char *what)
{
    fprintf(stderr, "topomap-simgrid: %s: %s\n", path, what);
    return TOPOMAP_INPUT;
}

static int read_hosts(FILE *in, const char *path)
{
    char name[MAX_HOST];

    for (uint32_t r = 0; r < exchange.ranks; r++) {
        if (fscanf(in, "%255s", name) != 1)
            return broken(path, "a host is missing");
        exchange.rank[r] = (struct rank){sg_host_by_name(name), NONE, NONE, 0};
        if (!exchange.rank[r].host)
            return broken(path, "a host is not in the platform");
    }
    return TOPOMAP_OK;
}

/* The messages of a rank are sent in the order in which they may be. */
static void list_sent(struct rank *src, uint32_t message)
{
    struct message *m = &exchange.message[message];
    uint32_t *next = &src->sent;

    while (*next != NONE && exchange.message[*next].late < m->late)
        next = &exchange.message[*next].next_sent;
    m->next_sent = *next;
    *next = message;
}

static int read_messages(FILE *in, const char *path)
{
    for (uint32_t i = 0; i < exchange.count; i++) {
        struct message *m = &exchange.message[i];
        struct rank *src, *dst;
        double rounds;

        if (fscanf(in, "%" SCNu32 " %" SCNu32 " %" SCNu64 " %lf", &m->src, &m->dst, &m->bytes,
                   &rounds) != 4)
            return broken(path, "a message is missing");
        if (m->src >= exchange.ranks || m->dst >= exchange.ranks || m->bytes > LONG_MAX ||
            !(rounds >= 1 && rounds < INFINITY))
            return broken(path, "a message is out of range");
        src = &exchange.rank[m->src];
        dst = &exchange.rank[m->dst];
        m->late = rounds > 1 ? (rounds - 1) * sg_host_get_route_latency(src->host, dst->host) : 0;
        list_sent(src, i);
        m->next_received = dst->received;
        dst->received = i;
        src->count++;
        dst->count++;
    }
    return TOPOMAP_OK;
}

static int read_exchange(const char *path)
{
    FILE *in = fopen(path, "r");
    int code;

    if (!in)
        return broken(path, "cannot be opened");
    if (fscanf(in, "topomap-exchange 2 ranks %" SCNu32 " phases %" SCNu32 " messages %" SCNu32,
               &exchange.ranks, &exchange.phases, &exchange.count) != 3 ||
        exchange.ranks > TOPOMAP_MAX_RANKS || exchange.count == NONE) {
        fclose(in);
        return broken(path, "is not an exchange");
    }
    exchange.rank = calloc(exchange.ranks + 1, sizeof *exchange.rank);
    exchange.message = calloc((size_t)exchange.count + 1, sizeof *exchange.message);
    if (!exchange.rank || !exchange.message) {
        fclose(in);
        return broken(path, "out of memory");
    }
    code = read_hosts(in, path);
    if (code == TOPOMAP_OK)
        code = read_messages(in, path);
    fclose(in);
    return code;
}

static sg_mailbox_t mailbox_of(uint32_t message)
{
    char name[16];

    snprintf(name, sizeof name, "%" PRIu32, message);
    return sg_mailbox_by_name(name);
}

/* One exchange on one rank: receives are posted first, as in MPI programs. */
static void exchange_once(const struct rank *rank, sg_comm_t *comms)
{
    static char payload;
    static void *received;
    double passed = 0;
    size_t count = 0;

    for (uint32_t i = rank->received; i != NONE; i = exchange.message[i].next_received)
        comms[count++] = sg_mailbox_get_async(mailbox_of(i), &received);
    for (uint32_t i = rank->sent; i != NONE; i = exchange.message[i].next_sent) {
        const struct message *m = &exchange.message[i];

        if (m->late > passed)
            sg_actor_sleep_for(m->late - passed);
        passed = m->late;
        comms[count++] = sg_mailbox_put_async(mailbox_of(i), &payload, (long)m->bytes);
    }
    for (size_t i = 0; i < count; i++)
        sg_comm_wait(comms[i]);
}

static void run_rank(int argc, char **argv)
{
    const struct rank *rank = &exchange.rank[strtoul(argv[1], NULL, 10)];
    sg_comm_t *comms = calloc((size_t)rank->count + 1, sizeof *comms);

    (void)argc;
    if (!comms) {
        fputs("topomap-simgrid: out of memory\n", stderr);
        exit(TOPOMAP_INTERNAL);
    }
    for (uint32_t phase = 0; phase < exchange.phases; phase++) {
        exchange_once(rank, comms);
        sg_barrier_wait(exchange.barrier);
    }
    free(comms);
}

static void start_ranks(void)
{
    exchange.barrier = sg_barrier_init(exchange.ranks);
    for (uint32_t r = 0; r < exchange.ranks; r++) {
        char number[16];
        const char *arguments[] = {"rank", number, NULL};

        snprintf(number, sizeof number, "%" PRIu32, r);
        sg_actor_start_(sg_actor_init("rank", exchange.rank[r].host), run_rank, 2, arguments);
    }
}

int main(int argc, char **argv)
{
    /* Bandwidth is shared by max-min fairness, and latency is that of the links: TCP is not
     * modelled, as such networks do not use it. */
    char *simgrid[] = {"topomap-simgrid", "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0",
                       "--cfg=network/crosstraffic:0", "--cfg=contexts/stack-size:64",
                       "--log=root.thres:error", NULL};
    int simgrid_argc = sizeof simgrid / sizeof *simgrid - 1;
    int code = TOPOMAP_OK;
    int first = cli_parse(&command, argc, argv, &code);

    if (first < 0)
        return code;
    if (argc - first != 2)
        return cli_usage(&command, "a platform and an exchange are needed");
    /* If the process that asked is gone, stop. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    simgrid_init(&simgrid_argc, simgrid);
    simgrid_load_platform(argv[first]);
    code = read_exchange(argv[first + 1]);
    if (code == TOPOMAP_OK) {
        start_ranks();
        simgrid_run();
        printf("%.17g\n", simgrid_get_clock());
        code = cli_printed(&command);
    }
    free(exchange.rank);
    free(exchange.message);
    return code;
}
