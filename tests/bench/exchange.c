/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One exchange of a communication graph, to be run by SimGrid's SMPI, with all ranks in one process
 * that share its variables (smpi/privatization:no).
 *
 * exchange MESSAGES
 *
 * A line of MESSAGES is a pair of ranks: source, destination, number of messages, bytes of each.
 * Every rank posts all its receives, sends all its messages, and waits for both. Prints the
 * simulated seconds until the last rank is done.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

struct pair {
    int from, to, count, bytes;
};

/* Shared by all ranks. */
static struct pair *table;
static int pairs, largest;
static double last;

/* Returns -1 if they cannot be read to the end. */
static int read_pairs(const char *path)
{
    FILE *file = fopen(path, "r");
    struct pair pair;
    int room = 0, whole;

    if (!file)
        return -1;
    while (fscanf(file, "%d %d %d %d", &pair.from, &pair.to, &pair.count, &pair.bytes) == 4) {
        if (pairs == room) {
            int wanted = room ? 2 * room : 1024;
            struct pair *more = realloc(table, (size_t)wanted * sizeof *table);

            if (!more)
                break;
            table = more;
            room = wanted;
        }
        table[pairs++] = pair;
        largest = pair.bytes > largest ? pair.bytes : largest;
    }
    whole = feof(file) && pairs > 0;
    return fclose(file) == 0 && whole ? 0 : -1;
}

/* Post what `rank` receives, then what it sends; returns the number of requests. */
static int post(int rank, char *buffer, MPI_Request *request)
{
    int posted = 0;

    for (int p = 0; p < pairs; p++) {
        for (int i = 0; table[p].to == rank && i < table[p].count; i++)
            MPI_Irecv(buffer, table[p].bytes, MPI_CHAR, table[p].from, 0, MPI_COMM_WORLD,
                      &request[posted++]);
    }
    for (int p = 0; p < pairs; p++) {
        for (int i = 0; table[p].from == rank && i < table[p].count; i++)
            MPI_Isend(buffer, table[p].bytes, MPI_CHAR, table[p].to, 0, MPI_COMM_WORLD,
                      &request[posted++]);
    }
    return posted;
}

int main(int argc, char **argv)
{
    MPI_Request *request;
    char *buffer;
    int rank, messages = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!table && (argc != 2 || read_pairs(argv[1]) < 0)) {
        fprintf(stderr, "exchange: no messages can be read\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    for (int p = 0; p < pairs; p++)
        messages += ((table[p].from == rank) + (table[p].to == rank)) * table[p].count;
    request = malloc(((size_t)messages + 1) * sizeof(MPI_Request));
    /* Memory that SMPI does not copy: nothing reads it. */
    buffer = SMPI_SHARED_MALLOC((size_t)largest + 1);
    if (!request || !buffer)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Waitall(post(rank, buffer, request), request, MPI_STATUSES_IGNORE);
    last = MPI_Wtime() > last ? MPI_Wtime() : last;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("seconds %.9g\n", last);
    SMPI_SHARED_FREE(buffer);
    free(request);
    MPI_Finalize();
    return 0;
}
