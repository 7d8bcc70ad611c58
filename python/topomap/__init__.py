# SPDX-License-Identifier: BSD-3-Clause
"""Put MPI ranks on the nodes where their messages travel least.

>>> import topomap
>>> graph = topomap.Graph.pattern("grid:8x8")
>>> allocation = topomap.Allocation(topomap.Network("torus:4x4"), tasks=4)
>>> plan = topomap.plan(graph, allocation)
>>> plan.before.hop_bytes > plan.after.hop_bytes == topomap.lower_bound(graph, allocation)
True

`Graph` is who sends how much to whom: from files, patterns, lists, numpy, scipy.sparse, networkx.
`Network` is what connects the nodes, `Allocation` the nodes of a job. `plan` gives a `Plan`;
`metrics`, `score`, `lower_bound`, `link_loads`, `class_loads` and `predict_time` judge placements.
What goes wrong raises `Error`.

The work is done by the C library libtopomap-python, with Python's lock released. Objects are immutable,
and may be used from several threads. numpy, scipy and networkx are needed only by the functions
that are named after them. The library's file is found by its name, or named in TOPOMAP_LIBRARY.
"""

from ._binding import Code, Error, decode, get
from ._graph import (
    Edge,
    Graph,
    GraphMetrics,
    Profile,
    Structure,
    graph_formats,
    patterns,
)
from ._metrics import (
    BusyLink,
    ClassLoads,
    Metrics,
    Time,
    class_loads,
    link_loads,
    lower_bound,
    metrics,
    predict_time,
)
from ._network import Allocation, Link, Network, expand_hosts, network_kinds
from ._plan import (
    Algorithm,
    Candidate,
    NodeTree,
    Phase,
    Placed,
    Plan,
    Score,
    algorithms,
    objectives,
    place,
    plan,
    plan_formats,
    score,
)

#: Of the library.
__version__: str = decode(get("version"))

__all__ = [
    "Algorithm",
    "Allocation",
    "BusyLink",
    "Candidate",
    "ClassLoads",
    "Code",
    "Edge",
    "Error",
    "Graph",
    "GraphMetrics",
    "Link",
    "Metrics",
    "Network",
    "NodeTree",
    "Phase",
    "Placed",
    "Plan",
    "Profile",
    "Score",
    "Structure",
    "Time",
    "algorithms",
    "class_loads",
    "expand_hosts",
    "graph_formats",
    "link_loads",
    "lower_bound",
    "metrics",
    "network_kinds",
    "objectives",
    "patterns",
    "place",
    "plan",
    "plan_formats",
    "predict_time",
    "score",
]
