/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * topomap-simgrid PLATFORM EXCHANGE: simulates an exchange of messages on SimGrid, and prints how
 * many seconds it takes. `topomap simulate` starts it; so SimGrid is in no other program.
 *
 * EXCHANGE is text: the line "topomap-exchange 1", "ranks R phases P messages M", R lines with the
 * host of each rank, and M lines "src dst bytes". In each phase every rank sends all its messages
 * and receives all those to it at the same time; phases begin together.
 */
#include "common/cli.h"

#include <simgrid/actor.h>
#include <simgrid/barrier.h>
#include <simgrid/comm.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/mailbox.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_HOST 256

struct message {
    uint32_t src;
    uint32_t dst;
    uint64_t bytes;
};

/* Actors of SimGrid take no pointer of ours, so what they share is global. */
static struct {
    uint32_t ranks;
    uint32_t phases;
    size_t count;
    sg_host_t *host;          /* [ranks] */
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
        exchange.host[r] = sg_host_by_name(name);
        if (!exchange.host[r])
            return broken(path, "a host is not in the platform");
    }
    return TOPOMAP_OK;
}

static int read_messages(FILE *in, const char *path)
{
    for (size_t i = 0; i < exchange.count; i++) {
        struct message *m = &exchange.message[i];

        if (fscanf(in, "%" SCNu32 " %" SCNu32 " %" SCNu64, &m->src, &m->dst, &m->bytes) != 3)
            return broken(path, "a message is missing");
        if (m->src >= exchange.ranks || m->dst >= exchange.ranks || m->bytes > INT64_MAX)
            return broken(path, "a message is out of range");
    }
    return TOPOMAP_OK;
}

static int read_exchange(const char *path)
{
    FILE *in = fopen(path, "r");
    int code;

    if (!in)
        return broken(path, "cannot be opened");
    if (fscanf(in, "topomap-exchange 1 ranks %" SCNu32 " phases %" SCNu32 " messages %zu",
               &exchange.ranks, &exchange.phases, &exchange.count) != 3 ||
        exchange.ranks > TOPOMAP_MAX_RANKS || exchange.count > UINT32_MAX) {
        fclose(in);
        return broken(path, "is no exchange");
    }
    exchange.host = calloc(exchange.ranks, sizeof *exchange.host);
    exchange.message = calloc(exchange.count + 1, sizeof *exchange.message);
    if (!exchange.host || !exchange.message) {
        fclose(in);
        return broken(path, "out of memory");
    }
    code = read_hosts(in, path);
    if (code == TOPOMAP_OK)
        code = read_messages(in, path);
    fclose(in);
    return code;
}

static sg_mailbox_t mailbox_of(size_t message)
{
    char name[32];

    snprintf(name, sizeof name, "%zu", message);
    return sg_mailbox_by_name(name);
}

/* One exchange, seen by a rank: receives are posted first, as MPI programs do. */
static void exchange_once(uint32_t rank, sg_comm_t *comms)
{
    static char payload;
    static void *received;
    size_t count = 0;

    for (size_t i = 0; i < exchange.count; i++) {
        if (exchange.message[i].dst == rank)
            comms[count++] = sg_mailbox_get_async(mailbox_of(i), &received);
    }
    for (size_t i = 0; i < exchange.count; i++) {
        if (exchange.message[i].src == rank)
            comms[count++] = sg_mailbox_put_async(mailbox_of(i), &payload,
                                                  (long)exchange.message[i].bytes);
    }
    sg_comm_wait_all(comms, count);
}

static void run_rank(int argc, char **argv)
{
    uint32_t rank = (uint32_t)strtoul(argv[1], NULL, 10);
    size_t count = 0;
    sg_comm_t *comms;

    (void)argc;
    for (size_t i = 0; i < exchange.count; i++)
        count += (exchange.message[i].src == rank) + (exchange.message[i].dst == rank);
    comms = calloc(count + 1, sizeof *comms);
    for (uint32_t phase = 0; phase < exchange.phases && comms; phase++) {
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
        sg_actor_start_(sg_actor_init("rank", exchange.host[r]), run_rank, 2, arguments);
    }
}

int main(int argc, char **argv)
{
    /* Bandwidth is shared by max-min fairness and latency is that of the links: no model of TCP,
     * which networks of this kind do not speak. */
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
    simgrid_init(&simgrid_argc, simgrid);
    simgrid_load_platform(argv[first]);
    code = read_exchange(argv[first + 1]);
    if (code == TOPOMAP_OK) {
        start_ranks();
        simgrid_run();
        printf("%.17g\n", simgrid_get_clock());
        code = fflush(stdout) || ferror(stdout) ? TOPOMAP_INTERNAL : TOPOMAP_OK;
    }
    free(exchange.host);
    free(exchange.message);
    return code;
}
