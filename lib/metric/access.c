/* SPDX-License-Identifier: BSD-3-Clause */
#include "topomap_internal.h"

#include <math.h>
#include <stdlib.h>

void topomap_metrics_destroy(struct topomap_metrics *metrics)
{
    free(metrics);
}

double topomap_metrics_get(const struct topomap_metrics *metrics, enum topomap_metric metric)
{
    switch (metric) {
    case TOPOMAP_SCORE:
        return metrics->score;
    case TOPOMAP_HOP_BYTES:
        return metrics->hop_bytes;
    case TOPOMAP_AVERAGE_HOPS:
        return metrics->average_hops;
    case TOPOMAP_TOTAL_BYTES:
        return metrics->total_bytes;
    case TOPOMAP_INTERNODE_BYTES:
        return metrics->internode_bytes;
    case TOPOMAP_INTERNODE_MESSAGES:
        return metrics->internode_messages;
    case TOPOMAP_MAX_HOPS:
        return metrics->max_hops;
    case TOPOMAP_MAX_LINK_BYTES:
        return metrics->max_link_bytes;
    case TOPOMAP_AVERAGE_LINK_BYTES:
        return metrics->average_link_bytes;
    case TOPOMAP_MEAN_LINK_BYTES:
        return metrics->mean_link_bytes;
    case TOPOMAP_MIN_LINK_BYTES:
        return metrics->min_link_bytes;
    case TOPOMAP_USED_LINKS:
        return (double)metrics->used_links;
    }
    return NAN;
}
