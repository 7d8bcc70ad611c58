/* SPDX-License-Identifier: BSD-3-Clause */
#include "option/deadline.h"

#define LEAST_SECONDS 5.0
#define RANKS_PER_SECOND 10000.0

/* A time budget that the user asked for is added to what everything else needs. */
double deadline_seconds(const struct settings *settings, uint32_t ranks)
{
    if (settings->deadline > 0)
        return settings->deadline;
    return LEAST_SECONDS + ranks / RANKS_PER_SECOND + settings->time_budget / DEADLINE_BUDGET;
}
