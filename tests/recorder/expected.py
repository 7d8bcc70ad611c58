#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the kernels send: expected.py KERNEL PART prints edges as `topomap graph extract` does.

Each kernel is written down here by what its ranks send, not by MPI calls: traffic(from, to, bytes
of a message, messages).
"""
import sys
from collections import defaultdict

N, STEPS = 8, 3
edges = {part: defaultdict(lambda: [0, 0]) for part in ('p2p', 'one-sided', 'collectives')}


def traffic(part, src, dst, size, count=1):
    edge = edges[part][src, dst]
    edge[0] += size * count
    edge[1] += count


def halo():
    for r in range(N):
        row, column = r // 2, r % 2
        for other_row in (row + 1) % 4, (row - 1) % 4:
            traffic('p2p', r, 2 * other_row + column, 80, STEPS)
        # Both neighbours in the dimension of two are the same.
        traffic('p2p', r, 2 * row + 1 - column, 80, 2 * STEPS)


def forms():
    for r in range(N):
        # 1, 2, 4, ..., 2048 by one way each; 256 once more; 4096, 8192 and 16384.
        for power in range(15):
            traffic('p2p', r, (r + 1) % N, 2 ** power)
        traffic('p2p', r, (r + 1) % N, 256)
    for r in range(N):
        for step in 1, 2, 4:
            traffic('collectives', r, (r + step) % N, 0)


def pencil():
    for r in range(N):
        for other in range(r // 4 * 4, r // 4 * 4 + 4):
            if other != r:
                traffic('collectives', r, other, 64 * 4, STEPS)
        # Counts 8 + r for the upper rank of the column, 16 + r for the lower one.
        traffic('collectives', r, (r + 4) % N, 4 * (8 + r if r >= 4 else 16 + r), STEPS)


def cg():
    for r in range(N):
        traffic('p2p', r, r ^ 4, 400, STEPS)
        for bit in 1, 2:
            traffic('collectives', r, r ^ bit, 80, STEPS)
        for bit in 1, 2, 4:
            traffic('collectives', r, r ^ bit, 8, STEPS)


def one_sided():
    for r in range(N):
        right, left = (r - 1) % N, (r + 1) % N  # the communicator runs backwards
        for words in 16, 4, 2, 1, 1, 32:  # put, accumulate, get_accumulate, both atomics, rput
            traffic('one-sided', r, right, 4 * words)
        for words in 5, 6:  # raccumulate, rget_accumulate
            traffic('one-sided', r, left, 4 * words)
        traffic('one-sided', left, r, 4 * 8)  # get
        for words in 2, 3, 1, 1, 64:  # what the same calls fetch, and rget
            traffic('one-sided', right, r, 4 * words)
        traffic('one-sided', left, r, 4 * 6)  # rget_accumulate


def neighbours():
    for r in range(N):
        if r > 0:
            traffic('collectives', r, r - 1, 4 * 3)
            traffic('collectives', r, r - 1, 4 * 7)
        if r < N - 1:
            traffic('collectives', r, r + 1, 4 * 5)
            traffic('collectives', r, r + 1, 4 * 7)
        traffic('collectives', r, (r + 1) % N, 4 * 11)
        traffic('collectives', r, r ^ 4, 4 * 11)


def parts():
    for world in (7, 5, 3, 1), (6, 4, 2, 0):  # local ranks 0 to 3

        def send(src, dst, size, count=1):
            traffic('collectives', world[src], world[dst], size, count)

        # A broadcast from 1 to the next, and from both to those two ranks further. In the other
        # trees of four the root has the next and the second next, and this one the one behind it.
        send(1, 2, 100), send(1, 3, 100), send(2, 0, 100)  # broadcast from 1
        send(3, 2, 40), send(1, 0, 40), send(0, 2, 40)  # reduction to 2
        send(1, 0, 7), send(3, 2, 7), send(2, 0, 14)  # gather to 0
        send(3, 1, 18), send(3, 0, 9), send(1, 2, 9)  # scatter from 3
        send(1, 0, 2), send(2, 0, 3), send(3, 0, 4)  # gatherv
        send(0, 1, 2), send(0, 2, 3), send(0, 3, 4)  # scatterv
        for r in range(4):
            send(r, r ^ 1, 5), send(r, r ^ 2, 10)  # allgather
            # allgatherv: a ring, on which each rank passes on all but what the next one has
            for block in range(4):
                if block != (r + 1) % 4:
                    send(r, (r + 1) % 4, block + 1)
            for other in range(4):
                if other != r:
                    send(r, other, other + 1)  # reduce_scatter
                    send(r, other, 6)  # reduce_scatter_block
            for step in 1, 2:
                if r + step < 4:
                    send(r, r + step, 3)  # scan
                send(r, (r + step) % 4, 0)  # barrier
            traffic('p2p', world[r], world[(r + 1) % 4], 10, 50)


def threads():
    for r in range(N):
        traffic('p2p', r, (r + 1) % N, 10, 4 * 50)


def between():
    even, odd = (0, 2, 4, 6), (1, 3, 5, 7)
    for mine, other in (even, odd), (odd, even):
        for r in range(4):
            traffic('p2p', mine[r], other[(r + 1) % 4], 10)
            for o in other:
                traffic('collectives', mine[r], o, 3)  # all-to-all
        # All-reduce: to the first of each side, across, and from the first of each side.
        for child, parent in (1, 0), (3, 2), (2, 0):
            traffic('collectives', mine[child], mine[parent], 8)
        for parent, child in (0, 1), (0, 2), (1, 3):
            traffic('collectives', mine[parent], mine[child], 8)
        traffic('collectives', mine[0], other[0], 8)
    traffic('collectives', 4, 1, 20)  # broadcast: across, and a tree from there
    for src, dst in (0, 1), (0, 2), (1, 3):
        traffic('collectives', odd[src], odd[dst], 20)
    for o in odd:
        traffic('collectives', o, 4, 4)  # gather, to and from one rank of the other side
        traffic('collectives', 4, o, 6)  # scatter


def persistent():
    for src, dst in (0, 1), (0, 2), (1, 3), (0, 4), (1, 5), (2, 6), (3, 7):
        traffic('collectives', src, dst, 12, 2)


def buffered():
    for r in range(N):
        traffic('p2p', r, r ^ 1, 65536, 50)
        traffic('p2p', r, r ^ 1, 8, 8)


def mpi4():
    for r in range(N):
        for size in 100, 1000, 10000:
            traffic('p2p', r, (r + 1) % N, size)


def crowd_shared():
    """Of threads.c: 10 ranks of three threads, which do all three times, here in two generations."""
    for r in range(10):
        for other in range(10):
            if other != r:
                traffic('p2p', r, other, 8, 2 * 3 * 3)
            # When threads end, also those that they start then.
            traffic('one-sided', r, other, 24, 2 * 3 * 2)


def crowd_requests():
    for r in range(10):
        traffic('p2p', r, (r - 1) % 10, 16, 3 * 3 * 2)  # the communicator runs backwards
        traffic('p2p', r, (r - 1) % 10, 32, 3 * 3)


def crowd_windows():
    for r in range(10):
        for size in 16, 4:  # put, fetch_and_op
            traffic('one-sided', r, (r - 1) % 10, size, 2 * 3 * 3)
        traffic('one-sided', (r - 1) % 10, r, 4, 2 * 3 * 3)  # what it fetches


def crowd():
    crowd_shared()
    crowd_requests()
    crowd_windows()
    for r in range(10):  # communicators and windows that come and go
        traffic('p2p', r, r, 24, 3 * 3)
        traffic('one-sided', r, r, 4, 3 * 3)


def fortran():
    """What the Fortran programs do: a ring of three steps, sums, and a gather."""
    for r in range(4):
        traffic('p2p', r, (r + 1) % 4, 800, STEPS)
        traffic('p2p', r, (r + 3) % 4, 400)
        for bit in 1, 2:
            traffic('collectives', r, r ^ bit, 8, STEPS)
    for src, dst, size in (1, 0, 4), (3, 2, 4), (2, 0, 8):
        traffic('collectives', src, dst, size)


KERNELS = [halo, forms, pencil, cg, one_sided, neighbours, parts, threads, between, persistent,
           buffered, mpi4, crowd_shared, crowd_requests, crowd_windows, crowd, fortran]


def main():
    name, part = sys.argv[1:]
    for kernel in KERNELS:
        if name == kernel.__name__:
            kernel()
    for (src, dst), (size, count) in sorted(edges[part].items()):
        print(src, dst, size, count)


main()
