/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METRIC_BUSIEST_H
#define METRIC_BUSIEST_H

#include "topomap_internal.h"

/* The busiest channels; those of lower index first among equals. Start from {0}. */
struct busiest {
    uint32_t count;
    struct {
        uint32_t channel;
        double seconds;
    } entry[TOPOMAP_BUSIEST];
};

/* A channel that is busy for so many seconds. */
void busiest_add(struct busiest *busiest, uint32_t channel, double seconds);

#endif
