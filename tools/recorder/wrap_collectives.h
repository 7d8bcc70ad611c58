/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI's collectives: blocking, non-blocking and persistent ones from one row each. Included with
 * COUNT, the type of counts, PLACE, that of displacements, and F(MPI_Bcast), which forms names.
 */

/* Blocks whose counts are in an array. */
struct T(blocks) {
    const COUNT *counts;
    const MPI_Datatype *types; /* one type for each block, or `type` for all */
    MPI_Datatype type;
};

static uint64_t T(counted)(const void *from, int i)
{
    const struct T(blocks) *blocks = from;

    return record_bytes(blocks->counts[i], blocks->types ? blocks->types[i] : blocks->type);
}

#define LIST(...) __VA_ARGS__

/* ROW(name of each kind, parameters, arguments, code that records a `struct collective c`). */
#define BLOCKING(name, parameters, arguments, record)                                              \
    int F(name)(parameters MPI_Comm comm)                                                          \
    {                                                                                              \
        struct collective c;                                                                       \
        if (collective_begin(&c, comm, false)) {                                                   \
            record;                                                                                \
        }                                                                                          \
        return NEXT(F(name))(arguments comm);                                                      \
    }                                                                                              \
    TAKE_NAME(F(name));

#define NONBLOCKING(name, parameters, arguments, record)                                           \
    int F(name)(parameters MPI_Comm comm, MPI_Request *request)                                    \
    {                                                                                              \
        struct collective c;                                                                       \
        if (collective_begin(&c, comm, false)) {                                                   \
            record;                                                                                \
        }                                                                                          \
        return NEXT(F(name))(arguments comm, request);                                             \
    }                                                                                              \
    TAKE_NAME(F(name));

#if HAVE_PERSISTENT
#define PERSISTENTLY(name, parameters, arguments, record)                                          \
    int F(name)(parameters MPI_Comm comm, MPI_Info info, MPI_Request *request)                     \
    {                                                                                              \
        struct collective c;                                                                       \
        int result;                                                                                \
        if (collective_begin(&c, comm, true)) {                                                    \
            record;                                                                                \
        }                                                                                          \
        result = NEXT(F(name))(arguments comm, info, request);                                     \
        if (result == MPI_SUCCESS)                                                                 \
            plan_keep(*request, c.plan);                                                           \
        else                                                                                       \
            plan_free(c.plan);                                                                     \
        return result;                                                                             \
    }                                                                                              \
    TAKE_NAME(F(name));
#else
#define PERSISTENTLY(name, parameters, arguments, record)
#endif

#define ROW(name, iname, parameters, arguments, record)                                            \
    BLOCKING(MPI_##name, LIST(parameters), LIST(arguments), LIST(record))                          \
    NONBLOCKING(MPI_##iname, LIST(parameters), LIST(arguments), LIST(record))                      \
    PERSISTENTLY(PERSISTENT(name), LIST(parameters), LIST(arguments), LIST(record))

#define BLOCKS(its, same) (&(struct T(blocks)){.counts = its, .type = same})
#define TYPED_BLOCKS(its, different) (&(struct T(blocks)){.counts = its, .types = different})

/* The count and the type may have no meaning, as those of ranks in the root's group of an
 * inter-communicator: MPI must then not be asked for the size of the type. */
#define BYTES_IF(valid, count, type) ((valid) ? record_bytes(count, type) : 0)

#ifndef LARGE
ROW(Barrier, Ibarrier, , , collective_barrier(&c))
#endif

ROW(Bcast, Ibcast, LIST(void *buf, COUNT count, MPI_Datatype type, int root, ),
    LIST(buf, count, type, root, ),
    collective_bcast(&c, root, BYTES_IF(root != MPI_PROC_NULL, count, type)))

ROW(Reduce, Ireduce,
    LIST(const void *in, void *out, COUNT count, MPI_Datatype type, MPI_Op op, int root, ),
    LIST(in, out, count, type, op, root, ),
    collective_reduce(&c, root, BYTES_IF(root >= 0, count, type)))

ROW(Allreduce, Iallreduce,
    LIST(const void *in, void *out, COUNT count, MPI_Datatype type, MPI_Op op, ),
    LIST(in, out, count, type, op, ),
    collective_allreduce(&c, count > 0 ? (uint64_t)count : 0, record_bytes(1, type)))

ROW(Scan, Iscan, LIST(const void *in, void *out, COUNT count, MPI_Datatype type, MPI_Op op, ),
    LIST(in, out, count, type, op, ), collective_scan(&c, record_bytes(count, type)))

ROW(Exscan, Iexscan, LIST(const void *in, void *out, COUNT count, MPI_Datatype type, MPI_Op op, ),
    LIST(in, out, count, type, op, ), collective_scan(&c, record_bytes(count, type)))

/* On an intra-communicator the counts of the receiving side are only valid at the root, and those
 * of the sending side elsewhere; on an inter-communicator those of the sending side only in the
 * group that sends. */
#define GATHERED(root) ((root) >= 0 && ((root) != c.rank || c.comm->inter))

ROW(Gather, Igather,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, COUNT rcount,
         MPI_Datatype rtype, int root, ),
    LIST(in, count, type, out, rcount, rtype, root, ),
    collective_gather(&c, root, BYTES_IF(GATHERED(root), count, type)))

ROW(Gatherv, Igatherv,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, const COUNT rcounts[],
         const PLACE places[], MPI_Datatype rtype, int root, ),
    LIST(in, count, type, out, rcounts, places, rtype, root, ),
    collective_gatherv(&c, root, BYTES_IF(GATHERED(root), count, type)))

ROW(Scatter, Iscatter,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, COUNT rcount,
         MPI_Datatype rtype, int root, ),
    LIST(in, count, type, out, rcount, rtype, root, ),
    collective_scatter(&c, root, root == (c.comm->inter ? MPI_ROOT : c.rank)
                                     ? record_bytes(count, type)
                                     : BYTES_IF(root >= 0, rcount, rtype)))

ROW(Scatterv, Iscatterv,
    LIST(const void *in, const COUNT counts[], const PLACE places[], MPI_Datatype type, void *out,
         COUNT rcount, MPI_Datatype rtype, int root, ),
    LIST(in, counts, places, type, out, rcount, rtype, root, ),
    collective_scatterv(&c, root, T(counted), BLOCKS(counts, type)))

ROW(Allgather, Iallgather,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, COUNT rcount,
         MPI_Datatype rtype, ),
    LIST(in, count, type, out, rcount, rtype, ),
    collective_allgather(&c, c.comm->inter ? record_bytes(count, type)
                                           : record_bytes(rcount, rtype)))

ROW(Allgatherv, Iallgatherv,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, const COUNT rcounts[],
         const PLACE places[], MPI_Datatype rtype, ),
    LIST(in, count, type, out, rcounts, places, rtype, ),
    collective_allgatherv(&c, c.comm->inter ? record_bytes(count, type) : 0, T(counted),
                          BLOCKS(rcounts, rtype)))

ROW(Alltoall, Ialltoall,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, COUNT rcount,
         MPI_Datatype rtype, ),
    LIST(in, count, type, out, rcount, rtype, ),
    uint64_t block = in == MPI_IN_PLACE ? record_bytes(rcount, rtype) : record_bytes(count, type);
    collective_alltoall(&c, collective_same, &block))

ROW(Alltoallv, Ialltoallv,
    LIST(const void *in, const COUNT counts[], const PLACE places[], MPI_Datatype type, void *out,
         const COUNT rcounts[], const PLACE rplaces[], MPI_Datatype rtype, ),
    LIST(in, counts, places, type, out, rcounts, rplaces, rtype, ),
    collective_alltoall(&c, T(counted),
                        in == MPI_IN_PLACE ? BLOCKS(rcounts, rtype) : BLOCKS(counts, type)))

ROW(Alltoallw, Ialltoallw,
    LIST(const void *in, const COUNT counts[], const PLACE places[], const MPI_Datatype types[],
         void *out, const COUNT rcounts[], const PLACE rplaces[], const MPI_Datatype rtypes[], ),
    LIST(in, counts, places, types, out, rcounts, rplaces, rtypes, ),
    collective_alltoall(&c, T(counted), in == MPI_IN_PLACE ? TYPED_BLOCKS(rcounts, rtypes)
                                                           : TYPED_BLOCKS(counts, types)))

ROW(Reduce_scatter, Ireduce_scatter,
    LIST(const void *in, void *out, const COUNT counts[], MPI_Datatype type, MPI_Op op, ),
    LIST(in, out, counts, type, op, ),
    collective_reduce_scatter(&c, T(counted), BLOCKS(counts, type)))

ROW(Reduce_scatter_block, Ireduce_scatter_block,
    LIST(const void *in, void *out, COUNT count, MPI_Datatype type, MPI_Op op, ),
    LIST(in, out, count, type, op, ), uint64_t block = record_bytes(count, type);
    collective_reduce_scatter(&c, collective_same, &block))

/* ---- neighbourhood collectives -------------------------------------------------------------- */

ROW(Neighbor_allgather, Ineighbor_allgather,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, COUNT rcount,
         MPI_Datatype rtype, ),
    LIST(in, count, type, out, rcount, rtype, ), uint64_t block = record_bytes(count, type);
    collective_neighbours(&c, comm, collective_same, &block))

ROW(Neighbor_allgatherv, Ineighbor_allgatherv,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, const COUNT rcounts[],
         const PLACE places[], MPI_Datatype rtype, ),
    LIST(in, count, type, out, rcounts, places, rtype, ),
    uint64_t block = record_bytes(count, type);
    collective_neighbours(&c, comm, collective_same, &block))

ROW(Neighbor_alltoall, Ineighbor_alltoall,
    LIST(const void *in, COUNT count, MPI_Datatype type, void *out, COUNT rcount,
         MPI_Datatype rtype, ),
    LIST(in, count, type, out, rcount, rtype, ), uint64_t block = record_bytes(count, type);
    collective_neighbours(&c, comm, collective_same, &block))

ROW(Neighbor_alltoallv, Ineighbor_alltoallv,
    LIST(const void *in, const COUNT counts[], const PLACE places[], MPI_Datatype type, void *out,
         const COUNT rcounts[], const PLACE rplaces[], MPI_Datatype rtype, ),
    LIST(in, counts, places, type, out, rcounts, rplaces, rtype, ),
    collective_neighbours(&c, comm, T(counted), BLOCKS(counts, type)))

ROW(Neighbor_alltoallw, Ineighbor_alltoallw,
    LIST(const void *in, const COUNT counts[], const MPI_Aint places[],
         const MPI_Datatype types[], void *out, const COUNT rcounts[], const MPI_Aint rplaces[],
         const MPI_Datatype rtypes[], ),
    LIST(in, counts, places, types, out, rcounts, rplaces, rtypes, ),
    collective_neighbours(&c, comm, T(counted), TYPED_BLOCKS(counts, types)))

#undef LIST
#undef BLOCKING
#undef NONBLOCKING
#undef PERSISTENTLY
#undef ROW
#undef BLOCKS
#undef TYPED_BLOCKS
#undef BYTES_IF
#undef GATHERED
