/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Prints for each rank a line `RANK HOST RANKS-THAT-SHARE-ITS-MEMORY`, after checking that MPI and
 * Slurm agree on its number, that those ranks are on its host, and that messages arrive.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME 64

static int rank, size, local_size;
static MPI_Comm local;

/* A message around the ring of all ranks. */
static int ring_works(void)
{
    int from = -1;

    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &from, 1, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return from == (rank + size - 1) % size;
}

static int all_here(const char *host)
{
    char *hosts = calloc((size_t)local_size, NAME);
    int good = hosts != NULL;

    if (!hosts)
        return 0;
    MPI_Allgather(host, NAME, MPI_CHAR, hosts, NAME, MPI_CHAR, local);
    for (int i = 0; i < local_size; i++)
        good = good && strcmp(hosts + (size_t)i * NAME, host) == 0;
    free(hosts);
    return good;
}

static void print_line(const char *host)
{
    int *members = calloc((size_t)local_size, sizeof *members);
    char line[4096];
    size_t at;

    if (!members)
        return;
    MPI_Allgather(&rank, 1, MPI_INT, members, 1, MPI_INT, local);
    at = (size_t)snprintf(line, sizeof line, "%d %s ", rank, host);
    for (int i = 0; i < local_size && at < sizeof line; i++)
        at += (size_t)snprintf(line + at, sizeof line - at, "%s%d", i ? "," : "", members[i]);
    puts(line);
    free(members);
}

int main(int argc, char **argv)
{
    const char *told = getenv("SLURM_PROCID");
    char host[NAME] = "";
    int good;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &local);
    MPI_Comm_size(local, &local_size);
    gethostname(host, sizeof host - 1);
    good = ring_works();
    good = all_here(host) && good;
    good = told && strtol(told, NULL, 10) == rank && good;
    print_line(host);
    MPI_Finalize();
    return good ? 0 : 1;
}
