/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sparse matrices like those of HierTopoMap's test suite, in Matrix Market's format, symmetric,
 * without values, in place of the collections that have the originals.
 */
#include "bench/generate.h"

#include <inttypes.h>

/* A box of points, the first dimension fastest. */
struct mesh {
    long size[3];
};

static int read_mesh(char **argv, int dims, struct mesh *mesh)
{
    for (int d = 0; d < 3; d++) {
        char *end;

        mesh->size[d] = strtol(argv[d < dims ? d : 0], &end, 10);
        if (*end || mesh->size[d] < 2 || mesh->size[d] > 400)
            return -1;
    }
    return 0;
}

static uint64_t points(const struct mesh *mesh)
{
    return (uint64_t)mesh->size[0] * (uint64_t)mesh->size[1] * (uint64_t)mesh->size[2];
}

/* Count the pairs of points that are at most one step apart in each dimension, in both directions,
 * and each point with itself. */
static uint64_t near_pairs(const struct mesh *mesh)
{
    uint64_t pairs = 1;

    for (int d = 0; d < 3; d++)
        pairs *= 3 * (uint64_t)mesh->size[d] - 2;
    return pairs;
}

/* Call `pair` for each point and each of the up to 27 points near it, itself included. */
static void each_pair(const struct mesh *mesh, void (*pair)(uint64_t a, uint64_t b, uint64_t rows),
                      uint64_t rows)
{
    uint64_t a = 0;
    long x, y, z;

    for (z = 0; z < mesh->size[2]; z++)
        for (y = 0; y < mesh->size[1]; y++)
            for (x = 0; x < mesh->size[0]; x++, a++)
                for (int step = 0; step < 27; step++) {
                    long i = x + step % 3 - 1, j = y + step / 3 % 3 - 1, k = z + step / 9 - 1;

                    if (i >= 0 && i < mesh->size[0] && j >= 0 && j < mesh->size[1] && k >= 0 &&
                        k < mesh->size[2])
                        pair(a, (uint64_t)((k * mesh->size[1] + j) * mesh->size[0] + i), rows);
                }
}

static void print_head(uint64_t rows, uint64_t entries)
{
    printf("%%%%MatrixMarket matrix coordinate pattern symmetric\n");
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", rows, rows, entries);
}

/* Three displacements at each point, each coupled with those at all points of its elements. */
static void print_block(uint64_t a, uint64_t b, uint64_t rows)
{
    (void)rows;
    for (uint64_t i = 3 * a; b <= a && i < 3 * a + 3; i++) {
        for (uint64_t j = 3 * b; j < 3 * b + 3 && j <= i; j++)
            printf("%" PRIu64 " %" PRIu64 "\n", i + 1, j + 1);
    }
}

/* A stiffness matrix of trilinear bricks; 68 68 68 is as large as audikw_1, 48 48 49 as F1. */
static int stiffness(int argc, char **argv)
{
    struct mesh mesh;
    uint64_t rows;

    if (read_mesh(argv, argc, &mesh) < 0)
        return generate_fail("X Y Z are from 2 to 400");
    rows = 3 * points(&mesh);
    print_head(rows, (9 * near_pairs(&mesh) + rows) / 2);
    each_pair(&mesh, print_block, rows);
    return 0;
}

/* An adjoint variable, `rows` after the states, and a state in its equation. */
static void print_constraint(uint64_t a, uint64_t b, uint64_t rows)
{
    printf("%" PRIu64 " %" PRIu64 "\n", rows + a + 1, b + 1);
}

/*
 * The optimality (KKT) system of a boundary control problem in a cube: [I 0 A'; 0 I B'; A B 0] for
 * N^3 states, 6 N^2 controls, which act on the faces, and N^3 adjoint variables; A is a 27-point
 * stencil. It has as many rows as nlpkkt80, 120 and so on, and as many entries within 2 %.
 */
static int kkt(int argc, char **argv)
{
    struct mesh mesh;
    uint64_t n, states, controls;

    if (read_mesh(argv, argc, &mesh) < 0)
        return generate_fail("N is from 2 to 400");
    n = (uint64_t)mesh.size[0];
    states = n * n * n;
    controls = 6 * n * n;
    print_head(2 * states + controls, near_pairs(&mesh) + states + 2 * controls);
    for (uint64_t v = 0; v < states + controls; v++)
        printf("%" PRIu64 " %" PRIu64 "\n", v + 1, v + 1);
    each_pair(&mesh, print_constraint, states + controls);
    for (uint64_t c = 0; c < controls; c++) {
        uint64_t face = c / (n * n), at = c % (n * n);
        uint64_t stride[3] = {1, n, n * n}, across = face / 2;
        uint64_t point = at % n * stride[(across + 1) % 3] + at / n * stride[(across + 2) % 3] +
                         (face % 2 ? (n - 1) * stride[across] : 0);

        printf("%" PRIu64 " %" PRIu64 "\n", states + controls + point + 1, states + c + 1);
    }
    return 0;
}

const struct generator matrix_generators[] = {
    {"kkt", "N", 1, 1, kkt},
    {"stiffness", "X Y Z", 3, 3, stiffness},
    {NULL, NULL, 0, 0, NULL},
};
