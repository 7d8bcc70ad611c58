/* SPDX-License-Identifier: BSD-3-Clause */
/* Pings and streams between ranks, timed. */
#include "calibrate.h"

#include "replay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_PINGS 8
#define LONG_BYTES (256 << 10)
#define WINDOW 8       /* long messages under way at once */
#define LEAST_ROUNDS 2 /* of a window */
#define MOST_DATA (WINDOW * LONG_BYTES > MOST_PING_BYTES ? WINDOW * LONG_BYTES : MOST_PING_BYTES)

enum { TAG_DATA, TAG_ANSWER };

/* The first byte of a message tells whether it is the last of its flow. */
enum { MORE, LAST };

static void send(char *data, int bytes, int to, int tag)
{
    MPI_Request request;

    MPI_Isend(data, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
    wait_all(1, &request);
}

static void receive(char *data, int bytes, int from, int tag)
{
    MPI_Request request;

    MPI_Irecv(data, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &request);
    wait_all(1, &request);
}

/* Seconds of a message one way: half of the shortest time to and fro. */
static double ping(char *data, int bytes, int to, double seconds)
{
    double start = MPI_Wtime(), least = INFINITY;
    int rounds = 0;

    for (data[0] = MORE; data[0] == MORE; rounds++) {
        double sent = MPI_Wtime();

        data[0] = sent - start >= seconds && rounds >= LEAST_PINGS ? LAST : MORE;
        send(data, bytes, to, TAG_DATA);
        receive(data, bytes, to, TAG_ANSWER);
        least = fmin(least, (MPI_Wtime() - sent) / 2);
    }
    return least;
}

static void answer_pings(char *data, int bytes, int from)
{
    do {
        receive(data, bytes, from, TAG_DATA);
        send(data, bytes, from, TAG_ANSWER);
    } while (data[0] == MORE);
}

static void send_window(char *data, int to, char last)
{
    MPI_Request requests[WINDOW];

    for (int i = 0; i < WINDOW; i++) {
        char *message = data + (size_t)i * LONG_BYTES;

        message[0] = last;
        MPI_Isend(message, LONG_BYTES, MPI_BYTE, to, TAG_DATA, MPI_COMM_WORLD, &requests[i]);
    }
    wait_all(WINDOW, requests);
}

/* Bytes per second. The first window opens connections and is not timed. */
static double stream(char *data, int to, double seconds)
{
    double start, elapsed = 0;
    int rounds = 0;
    bool last = false;
    char answer;

    send_window(data, to, MORE);
    receive(&answer, 1, to, TAG_ANSWER);
    for (start = MPI_Wtime(); !last; rounds++) {
        last = MPI_Wtime() - start >= seconds && rounds + 1 >= LEAST_ROUNDS;
        send_window(data, to, last ? LAST : MORE);
    }
    receive(&answer, 1, to, TAG_ANSWER);
    elapsed = MPI_Wtime() - start;
    return (double)rounds * WINDOW * LONG_BYTES / elapsed;
}

static void take_stream(char *data, int from)
{
    MPI_Request requests[WINDOW];
    bool first = true;

    do {
        for (int i = 0; i < WINDOW; i++)
            MPI_Irecv(data + (size_t)i * LONG_BYTES, LONG_BYTES, MPI_BYTE, from, TAG_DATA,
                      MPI_COMM_WORLD, &requests[i]);
        wait_all(WINDOW, requests);
        if (first || data[0] == LAST)
            send(data, 1, from, TAG_ANSWER);
        first = false;
    } while (data[0] == MORE);
}

static void take_part(const struct step *step, struct flow *flow, int rank, char *data,
                      double seconds)
{
    if (flow->from == rank)
        flow->result = step->ping ? ping(data, step->ping, flow->to, seconds)
                                  : stream(data, flow->to, seconds);
    else if (flow->to == rank && step->ping)
        answer_pings(data, step->ping, flow->from);
    else if (flow->to == rank)
        take_stream(data, flow->from);
}

static void run_steps(const struct step *steps, int step_count, struct flow *flows, char *data,
                      double seconds, bool progress)
{
    double told = 0;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int s = 0; s < step_count; s++) {
        wait_barrier();
        for (int i = 0; i < steps[s].count; i++)
            take_part(&steps[s], &flows[steps[s].first + i], rank, data, seconds);
        if (!progress || rank != 0 || (s + 1 < step_count && MPI_Wtime() - told < 1))
            continue;
        fprintf(stderr, "topomap-calibrate: measurement %d of %d\n", s + 1, step_count);
        told = MPI_Wtime();
    }
}

static int gather(struct flow *flows, int count)
{
    double *mine = calloc((size_t)count + 1, sizeof *mine);
    double *all = calloc((size_t)count + 1, sizeof *all);
    int well = wait_least(mine && all);

    for (int i = 0; well && i < count; i++)
        mine[i] = flows[i].result;
    if (well)
        wait_reduce(mine, all, count, MPI_DOUBLE, MPI_SUM);
    for (int i = 0; well && i < count; i++)
        flows[i].result = all[i];
    free(mine);
    free(all);
    return well ? 0 : -1;
}

int measure(struct step *steps, int step_count, struct flow *flows, int flow_count, double seconds,
            bool progress)
{
    int counts[2] = {step_count, flow_count}, rank, result = -1;
    struct step *my_steps;
    struct flow *my_flows;
    char *data;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wait_share(counts, 2, MPI_INT);
    my_steps = calloc((size_t)counts[0] + 1, sizeof *my_steps);
    my_flows = calloc((size_t)counts[1] + 1, sizeof *my_flows);
    data = calloc(1, MOST_DATA);
    if (wait_least(my_steps && my_flows && data)) {
        if (rank == 0) {
            memcpy(my_steps, steps, (size_t)counts[0] * sizeof *steps);
            memcpy(my_flows, flows, (size_t)counts[1] * sizeof *flows);
        }
        wait_share(my_steps, counts[0] * (int)sizeof *my_steps, MPI_BYTE);
        wait_share(my_flows, counts[1] * (int)sizeof *my_flows, MPI_BYTE);
        run_steps(my_steps, counts[0], my_flows, data, seconds, progress);
        result = gather(my_flows, counts[1]);
    }
    if (rank == 0 && result == 0)
        memcpy(flows, my_flows, (size_t)flow_count * sizeof *flows);
    free(my_steps);
    free(my_flows);
    free(data);
    return result;
}
