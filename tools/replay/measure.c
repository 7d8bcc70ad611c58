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
#define SHORT_BYTES 8
#define SHORT_WINDOW 256 /* short messages under way at once */

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

/* Messages under way at once. Short ones may leave long before they arrive, so that each window of
 * them is answered. */
struct window {
    int messages, bytes;
    bool answered;
};

static struct window window_of(enum pattern pattern)
{
    return pattern == STREAM ? (struct window){WINDOW, LONG_BYTES, false}
                             : (struct window){SHORT_WINDOW, SHORT_BYTES, true};
}

static void send_window(const struct window *window, char *data, int to, char last)
{
    MPI_Request requests[SHORT_WINDOW];

    for (int i = 0; i < window->messages; i++) {
        char *message = data + (size_t)i * (size_t)window->bytes;

        message[0] = last;
        MPI_Isend(message, window->bytes, MPI_BYTE, to, TAG_DATA, MPI_COMM_WORLD, &requests[i]);
    }
    wait_all(window->messages, requests);
}

/* Messages per second. The first window opens connections and is not timed. */
static double stream(const struct window *window, char *data, int to, double seconds)
{
    double start, elapsed = 0;
    int rounds = 0;
    bool last = false;
    char answer;

    send_window(window, data, to, MORE);
    receive(&answer, 1, to, TAG_ANSWER);
    for (start = MPI_Wtime(); !last; rounds++) {
        last = MPI_Wtime() - start >= seconds && rounds + 1 >= LEAST_ROUNDS;
        send_window(window, data, to, last ? LAST : MORE);
        if (window->answered || last)
            receive(&answer, 1, to, TAG_ANSWER);
    }
    elapsed = MPI_Wtime() - start;
    return (double)rounds * window->messages / elapsed;
}

static void expect_window(const struct window *window, char *data, int from, MPI_Request *requests)
{
    for (int i = 0; i < window->messages; i++)
        MPI_Irecv(data + (size_t)i * (size_t)window->bytes, window->bytes, MPI_BYTE, from, TAG_DATA,
                  MPI_COMM_WORLD, &requests[i]);
}

/* The next window is expected before the answer lets it go: no message waits to be received. */
static void take_stream(const struct window *window, char *data, int from)
{
    MPI_Request requests[SHORT_WINDOW];
    bool first = true, last = false;

    expect_window(window, data, from, requests);
    while (!last) {
        char answer = 0;

        wait_all(window->messages, requests);
        last = data[0] == LAST;
        if (!last)
            expect_window(window, data, from, requests);
        if (first || last || window->answered)
            send(&answer, 1, from, TAG_ANSWER);
        first = false;
    }
}

static void take_part(const struct step *step, struct flow *flow, int rank, char *data,
                      double seconds)
{
    struct window window = window_of(step->pattern);

    if (flow->from == rank && step->pattern == PING)
        flow->result = ping(data, step->bytes, flow->to, seconds);
    else if (flow->from == rank)
        flow->result = stream(&window, data, flow->to, seconds) *
                       (step->pattern == STREAM ? window.bytes : 1);
    else if (flow->to == rank && step->pattern == PING)
        answer_pings(data, step->bytes, flow->from);
    else if (flow->to == rank)
        take_stream(&window, data, flow->from);
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

int measure(struct schedule *schedule, double seconds, bool progress)
{
    int counts[2] = {schedule->steps, schedule->flows}, rank, result = -1;
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
            memcpy(my_steps, schedule->step, (size_t)counts[0] * sizeof *my_steps);
            memcpy(my_flows, schedule->flow, (size_t)counts[1] * sizeof *my_flows);
        }
        wait_share(my_steps, counts[0] * (int)sizeof *my_steps, MPI_BYTE);
        wait_share(my_flows, counts[1] * (int)sizeof *my_flows, MPI_BYTE);
        run_steps(my_steps, counts[0], my_flows, data, seconds, progress);
        result = gather(my_flows, counts[1]);
    }
    if (rank == 0 && result == 0)
        memcpy(schedule->flow, my_flows, (size_t)counts[1] * sizeof *my_flows);
    free(my_steps);
    free(my_flows);
    free(data);
    return result;
}
