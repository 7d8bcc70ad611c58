/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "search/model.h"
#include "search/near.h"

/* The longest cycle of units that a driver turns. */
#define SEARCH_CYCLE 3

/*
 * A search for an arrangement that costs less: what the drivers work on. Units are woken when
 * something moved that matters to them; descents look at those that are awake.
 */
struct search {
    struct model *model;
    struct arrangement *arrangement; /* the model's */
    const struct search_near *near;
    double deadline;  /* clock_seconds() value; 0: none */
    bool thorough;    /* descents also try swaps from which only the other unit gains by itself */
    double change;    /* of the cost, by all that moved */
    uint32_t *queue;  /* [units]: ring of units that are awake */
    bool *awake;      /* [units] */
    uint32_t head;
    uint32_t waiting; /* length of the queue */
    uint64_t *tried;  /* [places]: by which look of a descent last */
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

/* The next unit that is awake, which falls asleep; false: there is none. */
bool search_next(struct search *search, uint32_t *unit);

/* Each of up to SEARCH_CYCLE units takes the place of the next one, the last one that of the first,
 * which changes the cost by `change`. They and their partners wake up. */
void search_rotate(struct search *search, const uint32_t *unit, uint32_t count, double change);

/* What changes of the cost by moves of these units may be rounding. */
double search_rounding(const struct search *search, const uint32_t *unit, uint32_t count);

#endif
