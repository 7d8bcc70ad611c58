/* SPDX-License-Identifier: BSD-3-Clause */
#include "metric/busiest.h"

static bool is_behind(const struct busiest *busiest, uint32_t at, uint32_t channel, double seconds)
{
    double other = busiest->entry[at].seconds;

    return other < seconds || (other == seconds && busiest->entry[at].channel > channel);
}

void busiest_add(struct busiest *busiest, uint32_t channel, double seconds)
{
    uint32_t at = busiest->count;

    if (at < TOPOMAP_BUSIEST)
        busiest->count++;
    else if (!is_behind(busiest, --at, channel, seconds))
        return;
    for (; at > 0 && is_behind(busiest, at - 1, channel, seconds); at--)
        busiest->entry[at] = busiest->entry[at - 1];
    busiest->entry[at].channel = channel;
    busiest->entry[at].seconds = seconds;
}
