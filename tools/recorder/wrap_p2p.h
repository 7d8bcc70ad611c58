/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI's point-to-point and one-sided functions, from one row each. Included with COUNT, the type of
 * counts, and F(MPI_Send), which forms names: without a suffix, and with "_c" for large counts.
 */

#define SEND(name)                                                                                 \
    int F(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) \
    {                                                                                              \
        record_send(comm, dest, count, type);                                                      \
        return NEXT(F(name))(buf, count, type, dest, tag, comm);                                   \
    }                                                                                              \
    TAKE_NAME(F(name))

#define ISEND(name)                                                                                \
    int F(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
                MPI_Request *request)                                                              \
    {                                                                                              \
        record_send(comm, dest, count, type);                                                      \
        return NEXT(F(name))(buf, count, type, dest, tag, comm, request);                          \
    }                                                                                              \
    TAKE_NAME(F(name))

#define SEND_INIT(name)                                                                            \
    int F(name)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
                MPI_Request *request)                                                              \
    {                                                                                              \
        int result = NEXT(F(name))(buf, count, type, dest, tag, comm, request);                    \
        if (result == MPI_SUCCESS)                                                                 \
            plan_send(*request, comm, dest, count, type);                                          \
        return result;                                                                             \
    }                                                                                              \
    TAKE_NAME(F(name))

SEND(MPI_Send);
SEND(MPI_Bsend);
SEND(MPI_Ssend);
SEND(MPI_Rsend);
ISEND(MPI_Isend);
ISEND(MPI_Ibsend);
ISEND(MPI_Issend);
ISEND(MPI_Irsend);
SEND_INIT(MPI_Send_init);
SEND_INIT(MPI_Bsend_init);
SEND_INIT(MPI_Ssend_init);
SEND_INIT(MPI_Rsend_init);

int F(MPI_Sendrecv)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag, void *in,
                    COUNT in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
                    MPI_Status *status)
{
    int result;

    record_send(comm, dest, count, type);
    result = NEXT(F(MPI_Sendrecv))(buf, count, type, dest, tag, in, in_count, in_type, source,
                                   in_tag, comm, status);
    record_receive(comm, source, status);
    return result;
}
TAKE_NAME(F(MPI_Sendrecv));

int F(MPI_Sendrecv_replace)(void *buf, COUNT count, MPI_Datatype type, int dest, int tag,
                            int source, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    int result;

    record_send(comm, dest, count, type);
    result = NEXT(F(MPI_Sendrecv_replace))(buf, count, type, dest, tag, source, in_tag, comm,
                                           status);
    record_receive(comm, source, status);
    return result;
}
TAKE_NAME(F(MPI_Sendrecv_replace));

int F(MPI_Recv)(void *buf, COUNT count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                MPI_Status *status)
{
    int result = NEXT(F(MPI_Recv))(buf, count, type, source, tag, comm, status);

    record_receive(comm, source, status);
    return result;
}
TAKE_NAME(F(MPI_Recv));

int F(MPI_Mrecv)(void *buf, COUNT count, MPI_Datatype type, MPI_Message *message,
                 MPI_Status *status)
{
    int result = NEXT(F(MPI_Mrecv))(buf, count, type, message, status);

    record_wait();
    return result;
}
TAKE_NAME(F(MPI_Mrecv));

#if HAVE_MPI4
int F(MPI_Isendrecv)(const void *buf, COUNT count, MPI_Datatype type, int dest, int tag, void *in,
                     COUNT in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm,
                     MPI_Request *request)
{
    record_send(comm, dest, count, type);
    return NEXT(F(MPI_Isendrecv))(buf, count, type, dest, tag, in, in_count, in_type, source,
                                  in_tag, comm, request);
}
TAKE_NAME(F(MPI_Isendrecv));

int F(MPI_Isendrecv_replace)(void *buf, COUNT count, MPI_Datatype type, int dest, int tag,
                             int source, int in_tag, MPI_Comm comm, MPI_Request *request)
{
    record_send(comm, dest, count, type);
    return NEXT(F(MPI_Isendrecv_replace))(buf, count, type, dest, tag, source, in_tag, comm,
                                          request);
}
TAKE_NAME(F(MPI_Isendrecv_replace));
#endif

/* ---- one-sided ----------------------------------------------------------------------------- */

#define MOVE(name, part, CONST)                                                                    \
    int F(name)(CONST void *buf, COUNT count, MPI_Datatype type, int target, MPI_Aint at,          \
                COUNT target_count, MPI_Datatype target_type, MPI_Win win)                         \
    {                                                                                              \
        record_one_sided(win, part, target, count, type);                                          \
        return NEXT(F(name))(buf, count, type, target, at, target_count, target_type, win);        \
    }                                                                                              \
    TAKE_NAME(F(name))

#define RMOVE(name, part, CONST)                                                                   \
    int F(name)(CONST void *buf, COUNT count, MPI_Datatype type, int target, MPI_Aint at,          \
                COUNT target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request)   \
    {                                                                                              \
        record_one_sided(win, part, target, count, type);                                          \
        return NEXT(F(name))(buf, count, type, target, at, target_count, target_type, win,         \
                             request);                                                             \
    }                                                                                              \
    TAKE_NAME(F(name))

MOVE(MPI_Put, PROFILE_ONE_SIDED, const);
MOVE(MPI_Get, PROFILE_FETCHED, );
RMOVE(MPI_Rput, PROFILE_ONE_SIDED, const);
RMOVE(MPI_Rget, PROFILE_FETCHED, );

int F(MPI_Accumulate)(const void *buf, COUNT count, MPI_Datatype type, int target, MPI_Aint at,
                      COUNT target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
    record_one_sided(win, PROFILE_ONE_SIDED, target, count, type);
    return NEXT(F(MPI_Accumulate))(buf, count, type, target, at, target_count, target_type, op,
                                   win);
}
TAKE_NAME(F(MPI_Accumulate));

int F(MPI_Raccumulate)(const void *buf, COUNT count, MPI_Datatype type, int target, MPI_Aint at,
                       COUNT target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                       MPI_Request *request)
{
    record_one_sided(win, PROFILE_ONE_SIDED, target, count, type);
    return NEXT(F(MPI_Raccumulate))(buf, count, type, target, at, target_count, target_type, op,
                                    win, request);
}
TAKE_NAME(F(MPI_Raccumulate));

int F(MPI_Get_accumulate)(const void *buf, COUNT count, MPI_Datatype type, void *result,
                          COUNT result_count, MPI_Datatype result_type, int target, MPI_Aint at,
                          COUNT target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
    record_exchange(win, target, op, count, type, result_count, result_type);
    return NEXT(F(MPI_Get_accumulate))(buf, count, type, result, result_count, result_type, target,
                                       at, target_count, target_type, op, win);
}
TAKE_NAME(F(MPI_Get_accumulate));

int F(MPI_Rget_accumulate)(const void *buf, COUNT count, MPI_Datatype type, void *result,
                           COUNT result_count, MPI_Datatype result_type, int target, MPI_Aint at,
                           COUNT target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                           MPI_Request *request)
{
    record_exchange(win, target, op, count, type, result_count, result_type);
    return NEXT(F(MPI_Rget_accumulate))(buf, count, type, result, result_count, result_type, target,
                                        at, target_count, target_type, op, win, request);
}
TAKE_NAME(F(MPI_Rget_accumulate));

#undef SEND
#undef ISEND
#undef SEND_INIT
#undef MOVE
#undef RMOVE
