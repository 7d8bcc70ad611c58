/* SPDX-License-Identifier: BSD-3-Clause */
/* The exchange itself: post all receives, send all messages, wait for all. */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number that depends on source, destination, message and iteration (splitmix64). */
static uint64_t stamp(uint64_t src, uint64_t dst, uint64_t tag, uint64_t iteration)
{
    uint64_t z = src * UINT64_C(0x9e3779b97f4a7c15) + dst * UINT64_C(0xbf58476d1ce4e5b9) +
                 tag * UINT64_C(0x94d049bb133111eb) + iteration;

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Fill a message with its stamp, repeatedly. */
static void fill(const struct message *m, uint64_t value)
{
    size_t at = 0;

    for (; at + sizeof value <= m->bytes; at += sizeof value)
        memcpy(m->data + at, &value, sizeof value);
    memcpy(m->data + at, &value, m->bytes - at);
}

static bool holds(const struct message *m, uint64_t value)
{
    size_t at = 0;

    for (; at + sizeof value <= m->bytes; at += sizeof value) {
        if (memcmp(m->data + at, &value, sizeof value) != 0)
            return false;
    }
    return memcmp(m->data + at, &value, m->bytes - at) == 0;
}

static void exchange(const struct traffic *t, MPI_Request *requests)
{
    int count = 0;

    for (size_t i = 0; i < t->receives; i++)
        MPI_Irecv(t->receive[i].data, (int)t->receive[i].bytes, MPI_BYTE, t->receive[i].peer,
                  t->receive[i].tag, MPI_COMM_WORLD, &requests[count++]);
    for (size_t i = 0; i < t->sends; i++)
        MPI_Isend(t->send[i].data, (int)t->send[i].bytes, MPI_BYTE, t->send[i].peer,
                  t->send[i].tag, MPI_COMM_WORLD, &requests[count++]);
    wait_all(count, requests);
}

/* One iteration; preparation and check are not timed. Returns this rank's seconds. */
static double iterate(const struct traffic *t, MPI_Request *requests, uint64_t rank,
                      uint64_t iteration, uint64_t *checksum, uint64_t *wrong)
{
    double start, seconds;

    for (size_t i = 0; i < t->sends; i++)
        fill(&t->send[i], stamp(rank, (uint64_t)t->send[i].peer, (uint64_t)t->send[i].tag,
                                iteration));
    for (size_t i = 0; i < t->receives; i++)
        memset(t->receive[i].data, 0, t->receive[i].bytes);
    wait_barrier();
    start = MPI_Wtime();
    exchange(t, requests);
    seconds = MPI_Wtime() - start;
    for (size_t i = 0; i < t->receives; i++) {
        const struct message *m = &t->receive[i];
        uint64_t value = stamp((uint64_t)m->peer, rank, (uint64_t)m->tag, iteration);
        uint64_t first = 0;

        if (!holds(m, value))
            ++*wrong;
        memcpy(&first, m->data, m->bytes < sizeof first ? m->bytes : sizeof first);
        *checksum += first * (2 * (uint64_t)m->tag + 1) + m->bytes;
    }
    return seconds;
}

static uint64_t sum_up(uint64_t mine)
{
    uint64_t all = 0;

    wait_reduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM);
    return all;
}

/* Show progress at most once a second, and at the end; `told` is the time of the last line. */
static void tell(double *told, uint64_t done, uint64_t rounds)
{
    double now = MPI_Wtime();

    if (done < rounds && now - *told < 1)
        return;
    fprintf(stderr, "topomap-replay: iteration %llu of %llu\n", (unsigned long long)done,
            (unsigned long long)rounds);
    *told = now;
}

int play(struct traffic *traffic, const struct settings *settings, struct result *result)
{
    MPI_Request *requests = calloc(traffic->sends + traffic->receives + 1, sizeof *requests);
    double *seconds = calloc((size_t)settings->iterations, sizeof *seconds);
    uint64_t checksum = 0, wrong = 0, bytes = 0;
    uint64_t rounds = settings->warmup + settings->iterations;
    double told = 0;
    int rank, well = requests && seconds, all;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    result->iterations = settings->iterations;
    result->seconds = calloc((size_t)settings->iterations, sizeof *seconds);
    well = well && result->seconds;
    all = wait_least(well);
    for (uint64_t i = 0; all && i < rounds; i++) {
        double mine = iterate(traffic, requests, (uint64_t)rank, i, &checksum, &wrong);

        if (i >= settings->warmup)
            seconds[i - settings->warmup] = mine;
        if (settings->progress && rank == 0)
            tell(&told, i + 1, rounds);
    }
    if (all) {
        wait_reduce(seconds, result->seconds, (int)settings->iterations, MPI_DOUBLE, MPI_MAX);
        for (size_t i = 0; i < traffic->sends; i++)
            bytes += traffic->send[i].bytes;
        result->bytes = sum_up(bytes);
        result->messages = sum_up(traffic->sends);
        result->checksum = sum_up(checksum);
        result->wrong = sum_up(wrong);
    }
    free(requests);
    free(seconds);
    return all ? 0 : -1;
}
