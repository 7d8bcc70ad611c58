/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/holds.h"
#include "graph/generate.h"

#define NUMBER 8   /* bytes */
#define PRODUCTS 26 /* per iteration: 25 steps of CG and the residual */
#define SUMS 52
#define SUM_NUMBERS 54 /* 52 sums of one number and one of two */

bool cg_find_class(char name, struct cg_size *size)
{
    static const struct {
        char name;
        struct cg_size size;
    } classes[] = {
        {'S', {1400, 15}},    {'W', {7000, 15}},     {'A', {14000, 15}},    {'B', {75000, 75}},
        {'C', {150000, 75}},  {'D', {1500000, 100}}, {'E', {9000000, 100}}, {'F', {54000000, 100}},
    };

    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (classes[i].name == name) {
            *size = classes[i].size;
            return true;
        }
    }
    return false;
}

struct cg {
    struct edge_array *edges;
    uint64_t repeats; /* one more iteration is run before the timed ones */
    uint32_t order, rows, columns;
};

/* Bytes of its vector that a rank sends: its row's part. In a grid that is not square the two
 * halves of a row share it: in the first step a rank sends the rest to the rank of the other
 * half. */
static uint64_t part(const struct cg *cg, uint32_t rank, bool rest)
{
    uint32_t row = rank / cg->columns;
    uint64_t length = cg->order / cg->rows + (row < cg->order % cg->rows);

    if (cg->rows == cg->columns)
        return length;
    return rank % 2 == rest ? (length + 1) / 2 : length / 2;
}

static int add(const struct cg *cg, uint32_t src, uint32_t dst, uint64_t numbers,
               uint64_t messages)
{
    struct topomap_edge edge = {src, dst, cg->repeats * numbers * NUMBER, cg->repeats * messages};

    return src == dst ? 0 : edge_array_add(cg->edges, edge);
}

/* The rank that holds a rank's part of the transposed matrix. In a grid with twice as many columns
 * as rows, pairs of ranks move together. */
static uint32_t transposed(const struct cg *cg, uint32_t rank)
{
    uint32_t together = cg->columns / cg->rows, at = rank / together;

    return (at % cg->rows * cg->rows + at / cg->rows) * together + rank % together;
}

int cg_edges(struct edge_array *edges, uint32_t ranks, const struct cg_size *size)
{
    struct cg cg = {.edges = edges, .repeats = size->iterations + 1, .order = size->order,
                    .rows = 1};

    while (cg.rows * cg.rows * 4 <= ranks)
        cg.rows *= 2;
    cg.columns = ranks / cg.rows;
    HOLDS(cg.columns == cg.rows || cg.columns == 2 * cg.rows);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        for (uint32_t bit = 1; bit < cg.columns; bit *= 2) {
            if (add(&cg, rank, rank ^ bit, PRODUCTS * part(&cg, rank, bit == 1) + SUM_NUMBERS,
                    PRODUCTS + SUMS + 1) < 0)
                return -1;
        }
        if (add(&cg, rank, transposed(&cg, rank), PRODUCTS * part(&cg, rank, false), PRODUCTS) < 0)
            return -1;
    }
    return 0;
}
