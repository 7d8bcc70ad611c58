/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits for messages, in the place of replay/wait.c: simulated ranks need no CPU of their own. */
#include "replay.h"

void wait_all(int count, MPI_Request *requests)
{
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

void wait_barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

void wait_share(void *data, int count, MPI_Datatype type)
{
    MPI_Bcast(data, count, type, 0, MPI_COMM_WORLD);
}

void wait_reduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op operation)
{
    MPI_Reduce(mine, all, count, type, operation, 0, MPI_COMM_WORLD);
}

int wait_least(int mine)
{
    int least;

    MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return least;
}

bool wait_choose(void)
{
    return false;
}
