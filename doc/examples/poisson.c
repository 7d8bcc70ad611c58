/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A small MPI application: the Poisson equation on the unit square by conjugate gradients, the
 * five-point stencil, a grid of processes and exchange of halos. It knows nothing of topomap.
 *
 *     mpicc -O2 poisson.c -o app -lm && srun -n64 ./app [CELLS [ITERATIONS]]
 *
 * CELLS x CELLS unknowns belong to each process (32). The right-hand side is a sum of waves, of
 * which the solution is known: it is compared, and the exit status tells. ITERATIONS ends a run
 * early, before it has the solution.
 */
#define _XOPEN_SOURCE 700 /* M_PI */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define WAVES 4

static MPI_Comm grid;
static int cells;             /* in each direction, of this process */
static int most;              /* iterations */
static int dims[2], place[2]; /* of the grid of processes */
static int north, south, west, east;
static MPI_Datatype column;

/* Fields have a halo of one cell: cell (i, j) of 1 ... cells is field[i * (cells + 2) + j]. */
static double *field_new(void)
{
    double *field = calloc((size_t)(cells + 2) * (size_t)(cells + 2), sizeof *field);
    if (!field)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return field;
}

static size_t at(int i, int j)
{
    return (size_t)i * (size_t)(cells + 2) + (size_t)j;
}

#define EACH_CELL(i, j)                                                                            \
    for (int i = 1; i <= cells; i++)                                                               \
        for (int j = 1; j <= cells; j++)

static void exchange(double *f)
{
    MPI_Request request[8];

    MPI_Irecv(f + at(0, 1), cells, MPI_DOUBLE, north, 0, grid, &request[0]);
    MPI_Irecv(f + at(cells + 1, 1), cells, MPI_DOUBLE, south, 0, grid, &request[1]);
    MPI_Irecv(f + at(1, 0), 1, column, west, 0, grid, &request[2]);
    MPI_Irecv(f + at(1, cells + 1), 1, column, east, 0, grid, &request[3]);
    MPI_Isend(f + at(1, 1), cells, MPI_DOUBLE, north, 0, grid, &request[4]);
    MPI_Isend(f + at(cells, 1), cells, MPI_DOUBLE, south, 0, grid, &request[5]);
    MPI_Isend(f + at(1, 1), 1, column, west, 0, grid, &request[6]);
    MPI_Isend(f + at(1, cells), 1, column, east, 0, grid, &request[7]);
    MPI_Waitall(8, request, MPI_STATUSES_IGNORE);
}

/* result = A f, the stencil without the factor of the mesh width. */
static void apply(double *f, double *result)
{
    exchange(f);
    EACH_CELL(i, j)
        result[at(i, j)] = 4 * f[at(i, j)] - f[at(i - 1, j)] - f[at(i + 1, j)] -
                           f[at(i, j - 1)] - f[at(i, j + 1)];
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    EACH_CELL(i, j)
        sum += a[at(i, j)] * b[at(i, j)];
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, grid);
    return sum;
}

/* a = a + factor b, or b + factor a. */
static void add(double *a, double factor, const double *b, int swapped)
{
    EACH_CELL(i, j)
        a[at(i, j)] = swapped ? b[at(i, j)] + factor * a[at(i, j)]
                              : a[at(i, j)] + factor * b[at(i, j)];
}

/* The waves are eigenvectors of the stencil: the solution, and what makes it one. */
static void set_up(double *solution, double *right)
{
    double width[2] = {M_PI / (dims[0] * cells + 1), M_PI / (dims[1] * cells + 1)};

    for (int wave = 1; wave <= WAVES; wave++) {
        double value = 4 - 2 * cos(wave * width[0]) - 2 * cos(wave * width[1]);

        EACH_CELL(i, j) {
            double f = sin(wave * width[0] * (place[0] * cells + i)) *
                       sin(wave * width[1] * (place[1] * cells + j));

            solution[at(i, j)] += f / wave;
            right[at(i, j)] += value * f / wave;
        }
    }
}

/* Conjugate gradients from 0: `r` begins as the right-hand side. */
static int solve(double *x, double *r)
{
    double *p = field_new(), *q = field_new();
    double first = dot(r, r), rest = first, ratio = 0;
    int iterations = 0;
    while (rest > 1e-20 * first && iterations < most) {
        double alpha, before = rest;

        iterations++;
        add(p, ratio, r, 1);
        apply(p, q);
        alpha = rest / dot(p, q);
        add(x, alpha, p, 0);
        add(r, -alpha, q, 0);
        rest = dot(r, r);
        ratio = rest / before;
    }
    free(p);
    free(q);
    return iterations;
}

int main(int argc, char **argv)
{
    int ranks, rank, iterations, periods[2] = {0, 0};
    double *solution, *x, *r, error;

    MPI_Init(&argc, &argv);
    cells = argc > 1 ? atoi(argv[1]) : 32;
    most = argc > 2 ? atoi(argv[2]) : 1000;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, place);
    MPI_Cart_shift(grid, 0, 1, &north, &south);
    MPI_Cart_shift(grid, 1, 1, &west, &east);
    MPI_Type_vector(cells, 1, cells + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    solution = field_new(), x = field_new(), r = field_new();
    set_up(solution, r);
    iterations = solve(x, r);
    add(x, -1, solution, 0);
    error = sqrt(dot(x, x) / dot(solution, solution));
    if (rank == 0)
        printf("%d ranks, %d x %d unknowns: %d iterations, error %.1e\n", ranks, dims[0] * cells,
               dims[1] * cells, iterations, error);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return error < 1e-6 || argc > 2 ? 0 : 1;
}
