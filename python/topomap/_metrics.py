# SPDX-License-Identifier: BSD-3-Clause
"""What placements cost."""

from __future__ import annotations

import array
import ctypes
from dataclasses import dataclass
from typing import Any, Collection, List, Tuple

from . import _arrays, _binding
from ._binding import call, decode, get
from ._graph import Graph
from ._network import Allocation


@dataclass(frozen=True)
class Metrics:
    """What a placement costs: sums over the directed edges of the graph.

    c(i,j) are the bytes from rank i to rank j, d is the hop distance, p the placement.
    """

    hop_bytes: float  #: sum of c(i,j) * d(p(i),p(j))
    average_hops: float  #: hop_bytes / total_bytes; 0 without traffic
    total_bytes: float  #: sum of c(i,j)
    internode_bytes: float  #: sum of c(i,j) where p(i) != p(j)
    internode_messages: float  #: the same of messages
    max_hops: int  #: longest distance that any edge travels
    max_link_bytes: float  #: load of the most loaded directed link under the routing
    average_link_bytes: float  #: mean load of the links that carry anything
    mean_link_bytes: float  #: mean load of all links of the network
    min_link_bytes: float  #: load of the least loaded of them
    used_links: int  #: links that carry anything
    bytes_by_hops: Tuple[float, ...]  #: that travel 0 (also inside a node), 1, 2, ... hops; the last: more
    max_link: str  #: name of the most loaded link; "" where none carries anything


@dataclass(frozen=True)
class ClassLoads:
    """What the links of a class carry: of a dimension, of a level, global ones, ..."""

    name: str  #: "x", "global", "level 1"
    bytes: float  #: that pass any of them, counted once
    max_link_bytes: float  #: load of the most loaded one
    average_link_bytes: float  #: mean load of those that carry anything
    mean_link_bytes: float  #: mean load of all of them
    min_link_bytes: float  #: load of the least loaded one
    used_links: int  #: how many carry anything
    links: int  #: how many there are


@dataclass(frozen=True)
class BusyLink:
    """A part of the network that messages share."""

    name: str  #: of the link
    bytes: float  #: its load
    seconds: float  #: load / bandwidth


@dataclass(frozen=True)
class Time:
    """How long one exchange takes in which every rank sends all that it has to send."""

    #: of the exchange, no less than transfer and latency, unless the protocol's factors make
    #: messages faster
    seconds: float
    transfer: float  #: seconds of the busiest link
    latency: float  #: of the used route whose links have most of it, in all rounds, seconds
    assumed: bool  #: speeds of links are not known: they are the defaults
    busiest: Tuple[BusyLink, ...]  #: busiest first, at most 8


def _fields(structure: Any) -> List[Any]:
    """The values of a structure of C as they are in Python."""
    result: List[Any] = []
    for field in structure._fields_:
        value = getattr(structure, field[0])
        if isinstance(value, bytes):
            value = decode(value)
        elif isinstance(value, ctypes.Array):
            value = tuple(value)
        result.append(value)
    return result


def as_metrics(found: _binding.Metrics) -> Metrics:
    """Metrics of the library."""
    return Metrics(*_fields(found)[:-2])  # but for score and time, which plans have apart


def metrics(graph: Graph, allocation: Allocation, placement: Collection[int]) -> Metrics:
    """Hop-bytes and all else that a placement costs."""
    found = _binding.Metrics()
    call("metrics_compute", *_placed(graph, allocation, placement), ctypes.byref(found))
    return as_metrics(found)


def lower_bound(graph: Graph, allocation: Allocation) -> float:
    """A number of hop-bytes that no placement can be below; 0 where nothing is known."""
    found = ctypes.c_double()
    call("bound_compute", graph._pointer, allocation._pointer, ctypes.byref(found))
    return found.value


def link_loads(
    graph: Graph, allocation: Allocation, placement: Collection[int]
) -> "array.array[float]":
    """The bytes that each directed link of the network carries, as `Network.links` orders them."""
    count = get("network_links", allocation.network._pointer)
    loads = array.array("d", bytes(8 * count))
    out = (ctypes.c_double * count).from_buffer(loads)
    call("link_loads", *_placed(graph, allocation, placement), out)
    return loads


def class_loads(
    graph: Graph, allocation: Allocation, placement: Collection[int]
) -> List[ClassLoads]:
    """The loads of each class of links."""
    found = (_binding.ClassLoads * get("network_classes", allocation.network._pointer))()
    call("class_loads_compute", *_placed(graph, allocation, placement), found)
    return [ClassLoads(*_fields(one)) for one in found]


def predict_time(graph: Graph, allocation: Allocation, placement: Collection[int]) -> Time:
    """The time of one exchange, by the model "analytic" of ``topomap simulate``.

    The messages between two nodes are a flow, which begins after the latencies of its route; flows
    that use the same links share them by weighted max-min fairness, and the exchange ends with the
    last one (Velho and others, TOMACS 23, 2013). For exchanges of many flows over long routes, the
    time is the maximum over all links of load / bandwidth and the longest latency over the link
    (Hoefler and Snir, ICS 2011, section 2). doc/prediction.md has the details.
    """
    found = _binding.Time()
    call("time_predict", *_placed(graph, allocation, placement), ctypes.byref(found))
    busiest = tuple(BusyLink(*_fields(one)) for one in found.busiest[: found.busy])
    return Time(found.seconds, found.transfer, found.latency, found.assumed, busiest)


def _placed(graph: Graph, allocation: Allocation, placement: Collection[int]) -> Tuple[Any, ...]:
    """The arguments that all of these have."""
    return graph._pointer, allocation._pointer, _arrays.pointer(allocation._placement(placement))
