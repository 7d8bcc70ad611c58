/* SPDX-License-Identifier: BSD-3-Clause */
#include "record.h"

#include <stdlib.h>

/* A one-sided call that fetches, and also sends unless its operation takes no data. */
static void record_exchange(MPI_Win win, int target, MPI_Op op, MPI_Count count, MPI_Datatype type,
                            MPI_Count result_count, MPI_Datatype result_type)
{
    if (op != MPI_NO_OP)
        record_one_sided(win, PROFILE_ONE_SIDED, target, count, type);
    record_one_sided(win, PROFILE_FETCHED, target, result_count, result_type);
}

#define COUNT int
#define F(name) name
#include "wrap_p2p.h"
#undef COUNT
#undef F

#if HAVE_LARGE_COUNTS
#define COUNT MPI_Count
#define F(name) LARGE(name)
#define LARGE(name) name##_c
#include "wrap_p2p.h"
#endif

int MPI_Fetch_and_op(const void *buf, void *result, MPI_Datatype type, int target, MPI_Aint at,
                     MPI_Op op, MPI_Win win)
{
    record_exchange(win, target, op, 1, type, 1, type);
    return NEXT(MPI_Fetch_and_op)(buf, result, type, target, at, op, win);
}
TAKE_NAME(MPI_Fetch_and_op);

int MPI_Compare_and_swap(const void *buf, const void *compare, void *result, MPI_Datatype type,
                         int target, MPI_Aint at, MPI_Win win)
{
    record_one_sided(win, PROFILE_ONE_SIDED, target, 1, type);
    record_one_sided(win, PROFILE_FETCHED, target, 1, type);
    return NEXT(MPI_Compare_and_swap)(buf, compare, result, type, target, at, win);
}
TAKE_NAME(MPI_Compare_and_swap);

/* ---- persistent requests ------------------------------------------------------------------- */

#if HAVE_MPI4
int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype type, int dest,
                   int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int result = NEXT(MPI_Psend_init)(buf, partitions, count, type, dest, tag, comm, info, request);

    if (result == MPI_SUCCESS && partitions > 0)
        plan_send(*request, comm, dest, partitions * count, type);
    return result;
}
TAKE_NAME(MPI_Psend_init);
#endif

int MPI_Start(MPI_Request *request)
{
    struct starting starting;
    int result;

    plan_start(1, request, &starting);
    result = NEXT(MPI_Start)(request);
    plan_started(1, request, &starting);
    return result;
}
TAKE_NAME(MPI_Start);

int MPI_Startall(int count, MPI_Request requests[])
{
    struct starting *starting = count > 0 ? malloc((size_t)count * sizeof *starting) : NULL;
    int result;

    if (starting)
        plan_start(count, requests, starting);
    result = NEXT(MPI_Startall)(count, requests);
    if (starting)
        plan_started(count, requests, starting);
    free(starting);
    return result;
}
TAKE_NAME(MPI_Startall);

int MPI_Request_free(MPI_Request *request)
{
    plan_drop(*request);
    return NEXT(MPI_Request_free)(request);
}
TAKE_NAME(MPI_Request_free);

/* ---- waiting --------------------------------------------------------------------------------- */

/* Nothing tells receives from sends here; a rank that waits for one mostly waits for the other. */
#define WAIT(name, parameters, call, over)                                                         \
    int name parameters                                                                            \
    {                                                                                              \
        int result = (call);                                                                       \
        if (over)                                                                                  \
            record_wait();                                                                         \
        return result;                                                                             \
    }                                                                                              \
    TAKE_NAME(name)

WAIT(MPI_Wait, (MPI_Request *request, MPI_Status *status), NEXT(MPI_Wait)(request, status), true);
WAIT(MPI_Waitall, (int count, MPI_Request requests[], MPI_Status statuses[]),
     NEXT(MPI_Waitall)(count, requests, statuses), true);
WAIT(MPI_Waitany, (int count, MPI_Request requests[], int *index, MPI_Status *status),
     NEXT(MPI_Waitany)(count, requests, index, status), true);
WAIT(MPI_Waitsome,
     (int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]),
     NEXT(MPI_Waitsome)(count, requests, done, indices, statuses), true);
WAIT(MPI_Test, (MPI_Request *request, int *flag, MPI_Status *status),
     NEXT(MPI_Test)(request, flag, status), *flag);
WAIT(MPI_Testall, (int count, MPI_Request requests[], int *flag, MPI_Status statuses[]),
     NEXT(MPI_Testall)(count, requests, flag, statuses), *flag);
WAIT(MPI_Testany, (int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status),
     NEXT(MPI_Testany)(count, requests, index, flag, status), *flag);
WAIT(MPI_Testsome,
     (int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]),
     NEXT(MPI_Testsome)(count, requests, done, indices, statuses), *done > 0);
