/* SPDX-License-Identifier: BSD-3-Clause */
#include "collectives.h"

uint64_t collective_same(const void *from, int i)
{
    (void)i;
    return *(const uint64_t *)from;
}

/* Send to a rank of the other group. */
static void across(struct collective *c, int to, uint64_t bytes, uint64_t messages)
{
    c->members = &c->comm->remote;
    c->sink.send(&c->sink, to, bytes, messages);
    c->members = &c->comm->local;
}

static void across_bytes(struct collective *c, int to, uint64_t bytes)
{
    if (bytes)
        across(c, to, bytes, 1);
}

/* Whether this group has a tree, towards or from the root on the other side. */
static bool serves(int root)
{
    return root >= 0;
}

void collective_barrier(struct collective *c)
{
    algorithm_barrier(&c->sink, c->rank, c->size);
    if (!c->comm->inter)
        return;
    if (c->rank == 0)
        across(c, 0, 0, 1);
    algorithm_barrier(&c->sink, c->rank, c->size);
}

void collective_bcast(struct collective *c, int root, uint64_t bytes)
{
    if (!c->comm->inter)
        algorithm_bcast(&c->sink, c->rank, c->size, root, bytes);
    else if (root == MPI_ROOT)
        across_bytes(c, 0, bytes);
    else if (serves(root))
        algorithm_bcast(&c->sink, c->rank, c->size, 0, bytes);
}

void collective_reduce(struct collective *c, int root, uint64_t bytes)
{
    if (!c->comm->inter) {
        algorithm_reduce(&c->sink, c->rank, c->size, root, bytes);
    } else if (serves(root)) {
        algorithm_reduce(&c->sink, c->rank, c->size, 0, bytes);
        if (c->rank == 0)
            across_bytes(c, root, bytes);
    }
}

void collective_allreduce(struct collective *c, uint64_t elements, uint64_t element)
{
    if (!c->comm->inter) {
        algorithm_allreduce(&c->sink, c->rank, c->size, elements, element);
        return;
    }
    algorithm_reduce(&c->sink, c->rank, c->size, 0, elements * element);
    if (c->rank == 0)
        across_bytes(c, 0, elements * element);
    algorithm_bcast(&c->sink, c->rank, c->size, 0, elements * element);
}

void collective_gather(struct collective *c, int root, uint64_t block)
{
    if (c->comm->inter)
        collective_gatherv(c, root, block);
    else
        algorithm_gather(&c->sink, c->rank, c->size, root, block);
}

void collective_gatherv(struct collective *c, int root, uint64_t own)
{
    if (!serves(root) || (!c->comm->inter && root == c->rank))
        return;
    c->sink.at_once = true;
    across_bytes(c, root, own);
}

void collective_scatter(struct collective *c, int root, uint64_t block)
{
    if (c->comm->inter)
        collective_scatterv(c, root, collective_same, &block);
    else
        algorithm_scatter(&c->sink, c->rank, c->size, root, block);
}

void collective_scatterv(struct collective *c, int root, block_bytes *block, const void *from)
{
    if (root != (c->comm->inter ? MPI_ROOT : c->rank))
        return;
    c->sink.at_once = true;
    for (int i = 0; i < c->comm->remote.size; i++) {
        if (c->comm->inter || i != c->rank)
            across_bytes(c, i, block(from, i));
    }
}

void collective_allgather(struct collective *c, uint64_t block)
{
    if (c->comm->inter)
        collective_alltoall(c, collective_same, &block);
    else
        algorithm_allgather(&c->sink, c->rank, c->size, block);
}

void collective_allgatherv(struct collective *c, uint64_t own, block_bytes *block,
                           const void *from)
{
    if (c->comm->inter)
        collective_alltoall(c, collective_same, &own);
    else
        algorithm_allgatherv(&c->sink, c->rank, c->size, block, from);
}

void collective_alltoall(struct collective *c, block_bytes *block, const void *from)
{
    /* No rank of the other group is this rank. */
    int self = c->comm->inter ? -1 : c->rank;

    c->members = &c->comm->remote;
    algorithm_pairwise(&c->sink, self, c->comm->remote.size, block, from);
    c->members = &c->comm->local;
}

void collective_reduce_scatter(struct collective *c, block_bytes *block, const void *from)
{
    uint64_t all = 0;

    if (!c->comm->inter) {
        algorithm_pairwise(&c->sink, c->rank, c->size, block, from);
        return;
    }
    for (int i = 0; i < c->size; i++)
        all += block(from, i);
    algorithm_reduce(&c->sink, c->rank, c->size, 0, all);
    if (c->rank)
        return;
    across_bytes(c, 0, all);
    algorithm_pairwise(&c->sink, 0, c->size, block, from);
}

void collective_scan(struct collective *c, uint64_t bytes)
{
    algorithm_scan(&c->sink, c->rank, c->size, bytes);
}

void collective_neighbours(struct collective *c, MPI_Comm comm, block_bytes *block,
                           const void *from)
{
    const struct neighbours *neighbours = comms_neighbours(comm, c->comm);

    c->sink.at_once = true;
    for (int i = 0; neighbours && i < neighbours->count; i++) {
        uint64_t bytes = neighbours->rank[i] >= 0 ? block(from, i) : 0;

        if (bytes)
            c->sink.send(&c->sink, neighbours->rank[i], bytes, 1);
    }
}
