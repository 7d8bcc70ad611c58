/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_LINK_LOADS_H
#define REFINE_LINK_LOADS_H

#include "refine/known_gains.h"
#include "search/model.h"

/* The longest cycle whose change can be asked for. */
#define LINK_LOADS_CYCLE 3

/*
 * Loads of links, in bytes or seconds, as the cost of units on nodes: the sum of prices that grow
 * with a high power of each load, see refine/channel_loads.h. The cost is not a sum over pairs:
 * moves affect each other wherever their routes share a link.
 */
struct link_loads {
    struct model model;
    const struct topomap_graph *graph; /* of units */
    double *sent;    /* for each element of graph->partner: bytes sent to that partner */
    struct refine_loads *loads;
    uint64_t counted; /* work of the loads that the model's has in it */
    struct known_gains *known;
    struct link_loads_traffic {
        double sent, received; /* bytes */
        bool listed;
    } *at;           /* [nodes]: what moving units exchange with each */
    uint32_t *place; /* [nodes]: those that are listed */
    uint32_t places;
    uint32_t tried[LINK_LOADS_CYCLE]; /* units of the cycle on trial */
    uint32_t trying; /* how many; 0: something else is on trial */
};

/* Everything given must outlive the model; places are the nodes of the allocation. The loads are
 * those of the arrangement, or none: then link_loads_init adds them. `known` has room for the
 * graph's units, and holds no gains but theirs. */
int link_loads_init(struct link_loads *links, struct arrangement *arrangement,
                    const struct topomap_graph *graph, struct refine_loads *loads,
                    struct known_gains *known, struct topomap_error *error);
void link_loads_free(struct link_loads *links);

/* The quality of an arrangement. */
struct link_standing {
    double load;      /* the highest one */
    double hop_bytes;
};

struct link_standing link_loads_measure(struct link_loads *links);

/* List the units with traffic over links of at least this load in busy[units]; returns how many.
 * is_busy[units] is scratch. */
uint32_t link_loads_busy(struct link_loads *links, double load, uint32_t *busy, bool *is_busy);

#endif
