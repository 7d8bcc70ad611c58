/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFINE_COST_TABLE_H
#define REFINE_COST_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What each unit would cost on each place, with all others where they are. Two of these numbers
 * judge a move, however many partners the unit has. But a move changes the rows of all partners: it
 * is worth it in small jobs, while few of the moves that are judged are made. All are whole numbers
 * of up to COST_TABLE_LARGEST, which are exact in this type. Every machine has vectors of it.
 */
struct cost_table {
    uint32_t units;
    size_t stride; /* of rows: the places, rounded up */
    float *cost;   /* [units][stride]: sum of weight times distance; 0 above the places */
    float *step;   /* [stride]: by how much places get further from a unit that moves */
    int32_t *pull; /* [units]: weight to that unit; 0 between changes */
};

#define COST_TABLE_LARGEST (INT32_C(1) << 24)

/* Whether a table for so many stays in a processor's cache. */
bool cost_table_fits(uint32_t units, uint32_t places);

/* All costs are 0. Returns -1 when memory runs out. */
int cost_table_init(struct cost_table *table, uint32_t units, uint32_t places);
void cost_table_free(struct cost_table *table);

/* Set all costs to 0. */
void cost_table_clear(struct cost_table *table);

/* Add pull times step to the costs of a unit, and set its pull to 0. */
void cost_table_change(struct cost_table *table, uint32_t unit);

/* The cost of a unit on a place. */
static inline float cost_table_of(const struct cost_table *table, uint32_t unit, uint32_t place)
{
    return table->cost[unit * table->stride + place];
}

#endif
