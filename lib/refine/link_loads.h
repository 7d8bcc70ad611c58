/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_LINK_LOADS_H
#define REFINE_LINK_LOADS_H

#include "refine/loads.h"
#include "search/model.h"

/* The longest cycle whose change can be asked for. */
#define LINK_LOADS_CYCLE 3

/*
 * What links carry, or how long that takes them, as the cost of units on nodes: the sum of prices
 * that grow with a high power of each load, see refine/loads.h. It is no sum over pairs: moves
 * matter to each other wherever their routes share a link.
 */
struct link_loads {
    struct model model;
    const struct topomap_graph *graph; /* of units */
    double *sent;    /* by element of graph->partner: bytes to that neighbour */
    uint32_t part;   /* see refine_loads_set_prices; 0: swaps must lower the hop-bytes */
    struct refine_loads loads;
    uint32_t tried[LINK_LOADS_CYCLE]; /* units whose cycle is on trial */
    uint32_t trying; /* how many; 0: another trial is */
};

/* The graph and the arrangement, whose places are those of the allocation, must outlive the
 * model; `timed` as in refine_loads_init. Prices are not set. */
int link_loads_init(struct link_loads *links, struct arrangement *arrangement,
                    const struct topomap_graph *graph, const struct topomap_allocation *allocation,
                    bool timed, struct topomap_error *error);
void link_loads_free(struct link_loads *links);

/* How good an arrangement is. */
struct link_standing {
    double load;      /* the highest one */
    double latency;   /* of the longest route; 0 if time does not count */
    double hop_bytes;
};

struct link_standing link_loads_measure(struct link_loads *links);

/* The units with traffic over links with at least `load`, or over routes of at least such a
 * latency, into busy[units]; returns how many. is_busy[units] is scratch. */
uint32_t link_loads_busy(struct link_loads *links, double load, double latency, uint32_t *busy,
                         bool *is_busy);

#endif
