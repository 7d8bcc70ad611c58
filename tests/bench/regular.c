/* SPDX-License-Identifier: BSD-3-Clause */
/* Communication graphs of regular codes, as edge lists. */
#include "bench/generate.h"

#include <string.h>

#define BYTES 4096

/* Faces carry most, edges less, corners least: a halo of width one around an 8x8x8 block. */
static unsigned volume(int kinds)
{
    return kinds == 1 ? BYTES : kinds == 2 ? 512 : 64;
}

/* A 3-D grid of ranks, rows of x first. */
struct grid {
    int size[3];
    bool all;      /* with the neighbours at edges and corners */
    bool periodic;
};

/* The neighbour's place along one dimension, or -1 outside the grid. A ring of two has one
 * neighbour, not the same one twice. */
static int beside(const struct grid *grid, int dim, int place, int step)
{
    int size = grid->size[dim], next = place + step;

    if (!grid->periodic)
        return next < size ? next : -1;
    if (size <= 2 && (size == 1 ? step != 0 : step < 0))
        return -1;
    return (next + size) % size;
}

static void stencil_point(const struct grid *grid, int x, int y, int z)
{
    const int *size = grid->size;

    for (int i = 0; i < 27; i++) {
        int step[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        int kinds = (step[0] != 0) + (step[1] != 0) + (step[2] != 0);
        int a = beside(grid, 0, x, step[0]);
        int b = beside(grid, 1, y, step[1]);
        int c = beside(grid, 2, z, step[2]);

        if (!kinds || (!grid->all && kinds > 1) || a < 0 || b < 0 || c < 0)
            continue;
        printf("%d %d %u 1\n", x + size[0] * (y + size[1] * z), a + size[0] * (b + size[1] * c),
               volume(kinds));
    }
}

static int stencil(int argc, char **argv)
{
    struct grid grid = {.size = {atoi(argv[0]), atoi(argv[1]), atoi(argv[2])},
                        .all = strcmp(argv[3], "27") == 0,
                        .periodic = argc == 5};

    if (grid.size[0] < 1 || grid.size[1] < 1 || grid.size[2] < 1)
        return generate_fail("sizes are at least 1");
    printf("# n=%d\n", grid.size[0] * grid.size[1] * grid.size[2]);
    for (int z = 0; z < grid.size[2]; z++) {
        for (int y = 0; y < grid.size[1]; y++) {
            for (int x = 0; x < grid.size[0]; x++)
                stencil_point(&grid, x, y, z);
        }
    }
    return 0;
}

/*
 * NPB CG: ranks in rows and columns, powers of two, with as many columns as rows or twice as many.
 * Sums go through each row by recursive halving, vectors to the transposed place.
 */
static int cg(int argc, char **argv)
{
    long ranks = atol(argv[0]), rows = 1, columns;

    (void)argc;
    if (ranks < 1 || (ranks & (ranks - 1)))
        return generate_fail("CG runs on a power of two");
    while (rows * rows * 4 <= ranks)
        rows *= 2;
    columns = ranks / rows;
    printf("# n=%ld\n", ranks);
    for (long r = 0; r < ranks; r++) {
        long twin = columns == rows ? r % rows * rows + r / rows
                                    : 2 * (r / 2 % rows * rows + r / 2 / rows) + r % 2;

        for (long bit = columns / 2; bit > 0; bit /= 2)
            printf("%ld %ld %d 1\n", r, r ^ bit, BYTES);
        if (twin != r)
            printf("%ld %ld %d 1\n", r, twin, BYTES);
    }
    return 0;
}

/* All to all in each row and in each column of a grid of ranks, as in transposes. */
static int rows(int argc, char **argv)
{
    long rows = atol(argv[0]), columns = atol(argv[1]);

    (void)argc;
    if (rows < 1 || columns < 1)
        return generate_fail("sizes are at least 1");
    printf("# n=%ld\n", rows * columns);
    for (long r = 0; r < rows * columns; r++) {
        for (long c = 0; c < columns; c++) {
            if (c != r % columns)
                printf("%ld %ld %d 1\n", r, r / columns * columns + c, BYTES);
        }
        for (long c = 0; c < rows; c++) {
            if (c != r / columns)
                printf("%ld %ld %d 1\n", r, c * columns + r % columns, BYTES);
        }
    }
    return 0;
}

/* Renumber an edge list at random, as in applications whose numbering has no locality. */
static int shuffle(int argc, char **argv)
{
    struct random random;
    unsigned long src, dst, bytes, messages, ranks;
    uint32_t *number;

    (void)argc;
    if (scanf("# n=%lu", &ranks) != 1 || ranks < 1 || ranks > UINT32_MAX)
        return generate_fail("no edge list with a '# n=' line on standard input");
    number = generate_memory(ranks, sizeof *number);
    for (uint32_t r = 0; r < ranks; r++)
        number[r] = r;
    random_seed(&random, strtoull(argv[0], NULL, 10));
    random_shuffle(&random, number, (uint32_t)ranks);
    printf("# n=%lu\n", ranks);
    while (scanf("%lu %lu %lu %lu", &src, &dst, &bytes, &messages) == 4) {
        if (src >= ranks || dst >= ranks)
            return generate_fail("a rank is out of range");
        printf("%u %u %lu %lu\n", number[src], number[dst], bytes, messages);
    }
    free(number);
    return feof(stdin) ? 0 : generate_fail("a line is no edge");
}

const struct generator graph_generators[] = {
    {"stencil", "X Y Z 7|27 [periodic]", 4, 5, stencil},
    {"cg", "RANKS", 1, 1, cg},
    {"rows", "ROWS COLUMNS", 2, 2, rows},
    {"shuffle", "SEED <EDGE-LIST", 1, 1, shuffle},
    {0},
};
