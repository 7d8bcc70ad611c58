/* SPDX-License-Identifier: BSD-3-Clause */
/* topomap-calibrate: measures the speeds of links by MPI messages. */
#ifndef REPLAY_CALIBRATE_H
#define REPLAY_CALIBRATE_H

#include <stdbool.h>

#define PING_BYTES 8               /* of short messages */
#define MOST_PING_BYTES (4 << 20)

/* Messages from one rank to another. */
struct flow {
    int from, to;
    double result;  /* measured; of a ping: seconds of a message one way; else bytes per second */
};

/* Flows that go at once. No rank takes part in two of them. */
struct step {
    int ping;       /* bytes of messages to and fro, one at a time; 0: long ones, one way */
    int first, count;
};

/*
 * Measure all steps, one after the other, each for about `seconds`. Collective; `steps` and
 * `flows` are those of rank 0, which gets the results. Returns 0, or -1 on all ranks if memory runs
 * out on any.
 */
int measure(struct step *steps, int step_count, struct flow *flows, int flow_count, double seconds,
            bool progress);

#endif
