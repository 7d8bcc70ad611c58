# SPDX-License-Identifier: BSD-3-Clause
"""Where should the ranks of a halo exchange run?

A notebook in cells, as Jupyter (with jupytext), VS Code and Spyder read them; or run it as it is:
``python3 halo.py [FOLDER]`` prints a table, and writes a host file and a rank file.
"""

# %% [markdown]
# The application: a block of 8 x 8 x 4 ranks, each of which exchanges the faces of its own part,
# of 100 x 100 x 50 cells, with its neighbours. Faces across x and y are smaller than those across z.

# %%
import sys
from pathlib import Path

import numpy
import scipy.sparse

import topomap

ranks, cells = (8, 8, 4), (100, 100, 50)
number = numpy.arange(numpy.prod(ranks)).reshape(ranks)
rows, columns, sizes = [], [], []
for axis in range(3):
    face = 8 * numpy.prod(cells) // cells[axis]
    low = number.take(range(ranks[axis] - 1), axis).ravel()
    high = number.take(range(1, ranks[axis]), axis).ravel()
    rows += [low, high]
    columns += [high, low]
    sizes.append(numpy.full(2 * len(low), face))
matrix = scipy.sparse.coo_matrix(
    (numpy.concatenate(sizes), (numpy.concatenate(rows), numpy.concatenate(columns)))
)

graph = topomap.Graph.from_matrix(matrix)
print(graph)
print("recognised:", graph.structure().kind, graph.structure().dims)

# %% [markdown]
# The machine: 32 nodes of 8 tasks, on a 4 x 4 x 4 torus of which the job got two thirds or so of
# each plane. What Slurm would do is the block distribution.

# %%
network = topomap.Network("torus:4x4x4")
hosts = [f"n{i}" for i in range(64) if i % 16 in (0, 1, 2, 4, 5, 6, 8, 9)]
allocation = topomap.Allocation(network, hosts, tasks=8)
placements = {
    "block": allocation.block(),
    "cyclic": allocation.cyclic(),
    "random": allocation.random(seed=1),
    "hilbert": topomap.place(graph, allocation, "hilbert").placement,
}
plan = topomap.plan(graph, allocation)
placements["topomap"] = plan.placement

# %%
print(f"{'':10}{'hop-bytes':>14}{'average hops':>14}{'busiest link':>14}{'exchange, us':>14}")
for name, placement in placements.items():
    costs = topomap.metrics(graph, allocation, placement)
    time = topomap.predict_time(graph, allocation, placement)
    print(
        f"{name:10}{costs.hop_bytes:14.0f}{costs.average_hops:14.3f}"
        f"{costs.max_link_bytes:14.0f}{1e6 * time.seconds:14.1f}"
    )
print(f"{'bound':10}{topomap.lower_bound(graph, allocation):14.0f}")

# %% [markdown]
# Placements are arrays: numpy takes them as they are. The ranks on the first node, and the load of
# the links, which sum up to the hop-bytes.

# %%
nodes = numpy.asarray(plan.placement)
print("ranks on", allocation.hosts[0] + ":", *numpy.flatnonzero(nodes == 0))
loads = numpy.asarray(topomap.link_loads(graph, allocation, nodes))
assert loads.sum() == plan.after.hop_bytes
for link in numpy.argsort(-loads, kind="stable")[:3]:
    print(f"{network.links()[link].name:12}{loads[link]:12.0f} bytes")

# %% [markdown]
# What a launcher takes: a host for each rank (``SLURM_HOSTFILE`` with ``srun -m arbitrary``), or
# Open MPI's rank file.

# %%
folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
plan.write(folder / "halo.hosts", "hosts")
plan.write(folder / "halo.rankfile", "rankfile")
print("written:", "halo.hosts,", "halo.rankfile")
