/* SPDX-License-Identifier: BSD-3-Clause */
#include "refine/cost_table.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Places that are handled together: compilers make vector instructions of them. */
#define LANE 8

/* The most numbers of a table: half a megabyte. */
#define MOST_NUMBERS (UINT32_C(1) << 17)

bool cost_table_fits(uint32_t units, uint32_t places)
{
    return (uint64_t)units * places <= MOST_NUMBERS;
}

int cost_table_init(struct cost_table *table, uint32_t units, uint32_t places)
{
    size_t stride = ((size_t)places + LANE - 1) / LANE * LANE;

    *table = (struct cost_table){
        .units = units,
        .stride = stride,
        .cost = array_new(units * stride, sizeof *table->cost),
        .step = array_new(stride, sizeof *table->step),
        .pull = array_new(units, sizeof *table->pull),
    };
    if (table->cost && table->step && table->pull)
        return 0;
    cost_table_free(table);
    return -1;
}

void cost_table_free(struct cost_table *table)
{
    free(table->cost);
    free(table->step);
    free(table->pull);
    *table = (struct cost_table){0};
}

void cost_table_clear(struct cost_table *table)
{
    memset(table->cost, 0, table->units * table->stride * sizeof *table->cost);
}

void cost_table_change(struct cost_table *table, uint32_t unit)
{
    float *restrict row = table->cost + unit * table->stride;
    const float *restrict step = table->step;
    float pull = (float)table->pull[unit];

    if (table->pull[unit] == 0)
        return;
    table->pull[unit] = 0;
    for (size_t place = 0; place < table->stride; place += LANE) {
        for (size_t i = 0; i < LANE; i++)
            row[place + i] += pull * step[place + i];
    }
}
