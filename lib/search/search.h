/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "search/model.h"
#include "search/near.h"

/* The most units in a cycle. */
#define SEARCH_CYCLE 3

/*
 * The search for a cheaper arrangement that drivers work on. A unit is woken when it or a partner
 * moves; descents look at units that are awake.
 */
struct search {
    struct model *model;
    struct arrangement *arrangement; /* the model's */
    const struct search_near *near;
    double deadline;  /* clock_seconds() value; 0: none */
    bool thorough;    /* descents also try swaps from which only the other unit gains by itself */
    double change;    /* of the cost, by all moves so far */
    uint32_t *queue;  /* [units]: ring of units that are awake */
    bool *awake;      /* [units] */
    uint32_t head;
    uint32_t waiting; /* length of the queue */
    uint64_t *tried;  /* [places]: the last look of a descent that tried it */
    uint64_t look;
};

/* All units are awake. The model and the lists must outlive the search. Returns -1 when memory is
 * out. */
int search_init(struct search *search, struct model *model, const struct search_near *near,
                double deadline);
void search_free(struct search *search);

/* Whether the deadline has passed. */
bool search_late(const struct search *search);

/* Wake all units. */
void search_wake(struct search *search);

/* Take the next unit that is awake; it falls asleep. False: there is none. */
bool search_next(struct search *search, uint32_t *unit);

/* Move each of up to SEARCH_CYCLE units to the place of the next one, the last to that of the
 * first, which changes the cost by `change`. Wakes the units and their partners. */
void search_rotate(struct search *search, const uint32_t *unit, uint32_t count, double change);

/* The size of changes by moves of these units that may be rounding. */
double search_rounding(const struct search *search, const uint32_t *unit, uint32_t count);

#endif
