/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Mini-applications that communicate as real ones do, for any MPI.
 *
 * miniapps NAME [ITERATIONS [SIZE]]
 *
 * NAME is one of the table at the end. SIZE is what a process holds of the problem: points along
 * each side of its cube (halo3d, multigrid), or numbers of a message or vector (the others).
 * Everything that is received is compared with what must arrive, and the exit status tells.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLANES 8      /* that follow one another through a sweep */
#define COARSEST 8    /* points along a side: of fewer, every other process holds all */
#define PARTNERS 26   /* of one exchange, at most */
#define LARGEST 32768 /* size, whose square is a number of numbers */

static int ranks, rank, iterations, size;
static long wrong; /* numbers that were received */

static double *numbers(int count)
{
    double *found = calloc((size_t)count, sizeof *found);

    if (!found)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return found;
}

static void check(double found, double right)
{
    wrong += found != right;
}

/* ---- exchange with partners -------------------------------------------------------------------- */

struct partners {
    int count;
    int rank[PARTNERS], numbers[PARTNERS];
};

/* Number `i` of a message. */
static double number(int from, int to, int round, int i)
{
    return (double)from * ranks + to + round / 1024.0 + i / 1073741824.0;
}

/* With all of them at once, as many numbers in each direction. */
static void exchange(const struct partners *with, int round)
{
    MPI_Request request[2 * PARTNERS];
    double *in[PARTNERS], *out[PARTNERS];

    for (int p = 0; p < with->count; p++) {
        in[p] = numbers(with->numbers[p]);
        MPI_Irecv(in[p], with->numbers[p], MPI_DOUBLE, with->rank[p], 0, MPI_COMM_WORLD,
                  &request[p]);
    }
    for (int p = 0; p < with->count; p++) {
        out[p] = numbers(with->numbers[p]);
        for (int i = 0; i < with->numbers[p]; i++)
            out[p][i] = number(rank, with->rank[p], round, i);
        MPI_Isend(out[p], with->numbers[p], MPI_DOUBLE, with->rank[p], 0, MPI_COMM_WORLD,
                  &request[with->count + p]);
    }
    MPI_Waitall(2 * with->count, request, MPI_STATUSES_IGNORE);
    for (int p = 0; p < with->count; p++) {
        for (int i = 0; i < with->numbers[p]; i++)
            check(in[p][i], number(with->rank[p], rank, round, i));
        free(in[p]);
        free(out[p]);
    }
}

static void add_partner(struct partners *with, int partner, int count)
{
    if (partner == rank)
        return;
    with->rank[with->count] = partner;
    with->numbers[with->count++] = count;
}

/* In a grid of processes with three dimensions. */
static void locate(int *dims, int *at)
{
    dims[0] = dims[1] = dims[2] = 0;
    MPI_Dims_create(ranks, 3, dims);
    for (int d = 2, left = rank; d >= 0; left /= dims[d--])
        at[d] = left % dims[d];
}

static void sum_of_all(double mine, double right)
{
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check(mine, right);
}

/* ---- halo3d: faces, edges and corners of cubes, and a sum, as LULESH and miniFE ----------------- */

/* Those around a process of a grid without periods. */
static void find_neighbours(struct partners *with)
{
    int dims[3], at[3];

    locate(dims, at);
    with->count = 0;
    for (int n = 0; n < 27; n++) {
        int step[3] = {n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1};
        int to = 0, points = 1, inside = 1;

        for (int d = 0; d < 3; d++) {
            inside &= at[d] + step[d] >= 0 && at[d] + step[d] < dims[d];
            to = to * dims[d] + at[d] + step[d];
            points *= step[d] ? 1 : size;
        }
        if (inside)
            add_partner(with, to, points);
    }
}

static void halo3d(void)
{
    struct partners with;

    find_neighbours(&with);
    for (int i = 0; i < iterations; i++) {
        exchange(&with, i);
        sum_of_all(rank + i, ranks * (ranks - 1) / 2.0 + (double)ranks * i);
    }
}

/* ---- multigrid: partners farther away on coarser levels, as NPB-MG ------------------------------- */

/* Those that hold the next points along each axis of a periodic grid, if every `stride`-th process
 * holds points. */
static void find_holders(struct partners *with, int stride, int side)
{
    int dims[3], at[3];

    locate(dims, at);
    with->count = 0;
    if (at[0] % stride || at[1] % stride || at[2] % stride)
        return;
    for (int d = 0; d < 3; d++) {
        /* A side that the stride does not divide has ended on a finer level. */
        for (int step = -stride; dims[d] % stride == 0 && step <= stride; step += 2 * stride) {
            int to[3] = {at[0], at[1], at[2]};

            to[d] = (at[d] + step + dims[d]) % dims[d];
            add_partner(with, (to[0] * dims[1] + to[1]) * dims[2] + to[2], side * side);
        }
    }
}

/* From the finest level to the coarsest and back. */
static void cycle(int stride, int side, int round)
{
    struct partners with;
    int coarser = side > COARSEST ? side / 2 : side;

    find_holders(&with, stride, side);
    exchange(&with, round);
    if (coarser == side)
        stride *= 2;
    if (stride * stride * stride >= ranks)
        return;
    cycle(stride, coarser, round);
    exchange(&with, round);
}

static void multigrid(void)
{
    for (int i = 0; i < iterations; i++) {
        cycle(1, size, i);
        sum_of_all(1, ranks);
    }
}

/* ---- pencil: transpositions of a Fourier transform with two decomposed dimensions ---------------- */

/* All to all inside a row or column. */
static void transpose(MPI_Comm comm, int round)
{
    double *out, *in;
    int count, mine;

    MPI_Comm_size(comm, &count);
    MPI_Comm_rank(comm, &mine);
    out = numbers(count * size), in = numbers(count * size);
    for (int i = 0; i < count * size; i++)
        out[i] = number(mine, i / size, round, i % size);
    MPI_Alltoall(out, size, MPI_DOUBLE, in, size, MPI_DOUBLE, comm);
    for (int i = 0; i < count * size; i++)
        check(in[i], number(i / size, mine, round, i % size));
    free(out);
    free(in);
}

static void pencil(void)
{
    int dims[2] = {0, 0};
    MPI_Comm row, column;

    MPI_Dims_create(ranks, 2, dims);
    MPI_Comm_split(MPI_COMM_WORLD, rank / dims[1], rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % dims[1], rank, &column);
    for (int i = 0; i < iterations; i++) {
        transpose(row, i);
        transpose(column, i);
        transpose(column, i);
        transpose(row, i);
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
}

/* ---- cg: products of a matrix that is spread over a grid of processes, as NPB-CG ----------------- */

static void swap(double *out, double *in, int count, int partner)
{
    MPI_Sendrecv(out, count, MPI_DOUBLE, partner, 0, in, count, MPI_DOUBLE, partner, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Partial sum `i` of a process, and the sum over its row, of `columns` processes. */
static double partial(int of, int columns, int i)
{
    return of / columns + of % columns + i;
}

static double whole(int of, int columns, int i)
{
    return columns * (of / columns + i + (columns - 1) / 2.0);
}

/* Recursive halving: sums over the row; returns from where on size / columns of them are here. */
static int reduce(double *sums, double *received, int columns)
{
    int first = 0, count = size;

    for (int bit = columns / 2; bit; bit /= 2) {
        int upper = (rank & bit) != 0; /* which half stays */

        count /= 2;
        swap(sums + first + !upper * count, received, count, rank ^ bit);
        first += upper * count;
        for (int i = 0; i < count; i++)
            sums[first + i] += received[i];
    }
    return first;
}

/* As NPB-CG pairs them, of a square of processes, or of two squares side by side. */
static int transposed(int columns)
{
    int rows = ranks / columns, wide = columns / rows, of = rank / wide;

    return wide * (of % rows * rows + of / rows) + rank % wide;
}

static void product(double *sums, double *received, int columns)
{
    int first = reduce(sums, received, columns), count = size / columns;
    int partner = transposed(columns), from = partner % columns * count;

    swap(sums + first, received, count, partner);
    for (int i = 0; i < count; i++)
        check(received[i], whole(partner, columns, from + i));
}

/* A sum over the row by recursive doubling, as for a scalar product. */
static void sum_of_row(int columns, int round)
{
    double sum = partial(rank, columns, round), other;

    for (int bit = 1; bit < columns; bit *= 2) {
        swap(&sum, &other, 1, rank ^ bit);
        sum += other;
    }
    check(sum, whole(rank, columns, round));
}

static void cg(void)
{
    double *sums, *received;
    int columns = 1;

    while (columns * columns < ranks)
        columns *= 2;
    if (ranks & (ranks - 1) || size % columns) {
        fprintf(stderr, "miniapps: cg takes 2^n processes and a multiple of %d numbers\n", columns);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    sums = numbers(size), received = numbers(size);
    for (int i = 0; i < iterations; i++) {
        for (int k = 0; k < size; k++)
            sums[k] = partial(rank, columns, k);
        product(sums, received, columns);
        sum_of_row(columns, i);
        sum_of_row(columns, i + 1);
    }
    free(sums);
    free(received);
}

/* ---- sweep: a wavefront through a grid of processes and back, as NPB-LU -------------------------- */

/* One plane: what depends on two sides is passed on to the two others. */
static void plane(const int *from, const int *to, double *north, double *west, double steps)
{
    double *side[2] = {north, west};

    for (int s = 0; s < 2; s++) {
        for (int i = 0; from[s] == MPI_PROC_NULL && i < size; i++)
            side[s][i] = i;
        MPI_Recv(side[s], size, MPI_DOUBLE, from[s], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < size; i++) {
        north[i] = west[i] = (north[i] > west[i] ? north[i] : west[i]) + 1;
        check(north[i], steps + i);
    }
    for (int s = 0; s < 2; s++)
        MPI_Send(side[s], size, MPI_DOUBLE, to[s], 0, MPI_COMM_WORLD);
}

static void sweep(void)
{
    double *north = numbers(size), *west = numbers(size);
    int dims[2] = {0, 0}, near[2], far[2], row, column;

    MPI_Dims_create(ranks, 2, dims);
    row = rank / dims[1], column = rank % dims[1];
    near[0] = row > 0 ? rank - dims[1] : MPI_PROC_NULL;
    near[1] = column > 0 ? rank - 1 : MPI_PROC_NULL;
    far[0] = row < dims[0] - 1 ? rank + dims[1] : MPI_PROC_NULL;
    far[1] = column < dims[1] - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int i = 0; i < iterations; i++) {
        for (int p = 0; p < PLANES; p++)
            plane(near, far, north, west, row + column + 1);
        for (int p = 0; p < PLANES; p++)
            plane(far, near, north, west, dims[0] - row + dims[1] - column - 1);
        sum_of_all(i, (double)ranks * i);
    }
    free(north);
    free(west);
}

/* ------------------------------------------------------------------------------------------------ */

static const struct application {
    const char *name;
    void (*run)(void);
    int iterations, size; /* unless they are given */
} applications[] = {
    {"halo3d", halo3d, 5, 64},       /* faces of 32 KiB */
    {"pencil", pencil, 3, 2048},     /* 16 KiB for each partner */
    {"cg", cg, 5, 32768},            /* 128 KiB and less */
    {"sweep", sweep, 5, 640},        /* 5 KiB */
    {"multigrid", multigrid, 5, 64}, /* 32 KiB and less */
};

int main(int argc, char **argv)
{
    const struct application *chosen = NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t a = 0; argc > 1 && a < sizeof applications / sizeof applications[0]; a++) {
        if (!strcmp(argv[1], applications[a].name))
            chosen = &applications[a];
    }
    iterations = !chosen ? 0 : argc > 2 ? atoi(argv[2]) : chosen->iterations;
    size = !chosen ? 0 : argc > 3 ? atoi(argv[3]) : chosen->size;
    if (!chosen || iterations < 1 || size < 1 || size > LARGEST) {
        fprintf(stderr, "miniapps: halo3d, pencil, cg, sweep or multigrid, iterations and a size "
                        "are wanted\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    chosen->run();
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s: %d ranks, %d iterations, size %d: %ld numbers are wrong\n", chosen->name, ranks,
               iterations, size, wrong);
    MPI_Finalize();
    return wrong ? 1 : 0;
}
