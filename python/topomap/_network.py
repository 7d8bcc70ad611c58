# SPDX-License-Identifier: BSD-3-Clause
"""Networks, and the part of one that a job has."""

from __future__ import annotations

import array
import ctypes
import numbers
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Collection, List, Optional, Sequence, Tuple, Union

from . import _arrays, _binding
from ._binding import Code, Error, Owner, call, decode, encode, encode_path, get, take
from ._files import Path

if TYPE_CHECKING:
    import numpy

_NAME = 256


@dataclass(frozen=True)
class Link:
    """A directed link of a network."""

    name: str  #: "leaf0->spine0"
    bandwidth: float  #: bytes per second, of all parallel links together
    latency: float  #: seconds
    assumed: bool  #: the description of the network lacks one of them: it is the default
    width: int  #: parallel links that it stands for


class Network(Owner):
    """An interconnection network: named nodes, hop distances, links and routes. Immutable.

    ``Network("torus:4x4x4")`` is a form in one word, with nodes n0, n1, ...; other texts are files:
    Slurm's topology.conf or topology.yaml, or topomap's own YAML. `link_weights`, as "global:5",
    says what a hop over links of a class counts, 1 to 100; the others count 1.
    """

    def __init__(self, spec: Path, link_weights: Optional[str] = None) -> None:
        self._own(call("network_open", encode_path(spec)), link_weights)

    @classmethod
    def parse(cls, text: str, link_weights: Optional[str] = None) -> Network:
        """The network of a description as files have it, or ``scontrol show topology`` prints it."""
        data = text.encode(errors="surrogateescape")
        return cls._of(call("network_parse", b"text", data, len(data)), link_weights)

    @classmethod
    def flat(cls, hosts: str) -> Network:
        """The nodes of a host list in Slurm's syntax, "n[01-16]", all 1 hop from each other."""
        return cls._of(call("network_flat", encode(hosts)), None)

    @classmethod
    def from_distances(cls, distances: Any, nodes: Optional[Sequence[str]] = None) -> Network:
        """A network of a symmetric matrix of hops, of numpy, scipy.sparse or nested lists.

        `nodes` are the names, n0, n1, ... if not said. At most 65535 hops.
        """
        count, (rows, columns, hops) = _arrays.entries(distances, "distances")
        matrix = _arrays.new(count * count)
        places = zip(_arrays.unsigned(rows, "I", "rows"), _arrays.unsigned(columns, "I", "columns"))
        for (row, column), value in zip(places, _arrays.unsigned(hops, "I", "distances")):
            matrix[row * count + column] = value
        if nodes is not None and len(nodes) != count:
            raise Error(Code.IMPOSSIBLE, f"{len(nodes)} names for {count} nodes")
        names = None if nodes is None else (ctypes.c_char_p * count)(*map(encode, nodes))
        given = (count, names, _arrays.pointer(matrix))
        return cls._of(call("network_from_matrix", *given), None)

    @classmethod
    def _of(cls, pointer: Any, link_weights: Optional[str]) -> Network:
        network = cls.__new__(cls)
        network._own(pointer, link_weights)
        return network

    def _own(self, pointer: Any, link_weights: Optional[str]) -> None:
        super().__init__(pointer, "network_destroy")
        if link_weights is not None:
            call("network_weigh", pointer, encode(link_weights))

    @property
    def kind(self) -> str:
        """One of `network_kinds()`."""
        return decode(get("network_kind", self._pointer))

    @property
    def nodes(self) -> List[str]:
        """The names of its nodes, in its order."""
        count = get("network_nodes", self._pointer)
        return [decode(get("network_node_name", self._pointer, i)) for i in range(count)]

    def __repr__(self) -> str:
        return f"<Network: {decode(get('network_summary', self._pointer))}>"

    def index(self, node: Union[int, str]) -> int:
        """The index of a node, given by its name or its index."""
        count = get("network_nodes", self._pointer)
        found = -1
        if isinstance(node, str):
            found = get("network_find", self._pointer, encode(node))
        elif isinstance(node, numbers.Integral):
            found = int(node)
        if not 0 <= found < count:
            raise Error(Code.INPUT, f"the network has no node {node!r}")
        return found

    def distance(self, a: Union[int, str], b: Union[int, str]) -> int:
        """Hops between two nodes, given by name or index."""
        return int(get("network_distance", self._pointer, self.index(a), self.index(b)))

    def distances(self) -> "numpy.ndarray[Any, Any]":
        """The hops between all nodes as a numpy array."""
        import numpy

        count = get("network_nodes", self._pointer)
        result = numpy.zeros((count, count), dtype=numpy.uint32)
        for a in range(count):
            for b in range(a):
                result[a, b] = result[b, a] = get("network_distance", self._pointer, a, b)
        return result

    def coordinates(self, node: Union[int, str]) -> Tuple[int, ...]:
        """Where a node lies in a grid or dragonfly; () where nodes have no coordinates."""
        out = _arrays.new(_binding.MAX_DIMS)
        get("network_coordinates", self._pointer, self.index(node), _arrays.pointer(out))
        return tuple(out[: get("network_dims", self._pointer)])

    def links(self) -> List[Link]:
        """All directed links, in the order of `link_loads`."""
        result: List[Link] = []
        for i in range(get("network_links", self._pointer)):
            name = ctypes.create_string_buffer(_NAME)
            get("network_link_name", self._pointer, i, name, _NAME)
            speed = get("network_link_speed", self._pointer, i)
            width = get("network_link_width", self._pointer, i)
            result.append(
                Link(decode(name.value), speed.bandwidth, speed.latency,
                     speed.bandwidth_assumed or speed.latency_assumed, width)
            )
        return result

    @property
    def message_bytes(self) -> float:
        """The bytes that a link carries in its latency, the mean over all links."""
        return float(get("network_message_bytes", self._pointer))

    def route(self, a: Union[int, str], b: Union[int, str]) -> List[int]:
        """The indices of the links from node a to node b, in order."""
        arguments = (self._pointer, self.index(a), self.index(b))
        links = _arrays.new(get("network_route", *arguments, None, 0) or 1)
        count = get("network_route", *arguments, _arrays.pointer(links), len(links))
        return list(links[:count])

    def export(self, format: str, hosts: Optional[str] = None) -> str:
        """A text for another program: "simgrid" or "positions"; `hosts` leaves other nodes out."""
        name = None if hosts is None else encode(hosts)
        return take(call("network_export", self._pointer, encode(format), name))


class Allocation(Owner):
    """The nodes that a job step got, in its order, and how many tasks each of them runs.

    `hosts` is a list of names, a host list in Slurm's syntax, or all nodes of the network. `tasks`
    is one number for all, a list, or Slurm's syntax, "16(x63),8".

    A placement is an array of the index among these hosts on which each rank runs: any sequence of
    whole numbers is taken, an ``array.array`` given, of which ``numpy.asarray`` makes one of numpy
    without a copy.
    """

    def __init__(
        self,
        network: Network,
        hosts: Union[None, str, Sequence[str]] = None,
        tasks: Union[int, str, Collection[int]] = 1,
    ) -> None:
        self.network = network  #: which it is a part of
        if isinstance(hosts, str):
            names = expand_hosts(hosts)
        else:
            names = network.nodes if hosts is None else list(hosts)
        if isinstance(tasks, str):
            listed = (encode(hosts if isinstance(hosts, str) else ",".join(names)), encode(tasks))
            super().__init__(
                call("allocation_create", network._pointer, *listed), "allocation_destroy"
            )
            return
        every = [tasks] * len(names) if isinstance(tasks, numbers.Real) else tasks
        counts = _arrays.unsigned(every, "I", "tasks of nodes")
        if len(counts) != len(names):
            raise Error(
                Code.IMPOSSIBLE, f"{len(names)} hosts, but {len(counts)} numbers of tasks"
            )
        texts = (ctypes.c_char_p * len(names))(*map(encode, names))
        from_ = (network._pointer, len(names), texts, _arrays.pointer(counts))
        super().__init__(call("allocation_from", *from_), "allocation_destroy")

    @property
    def ranks(self) -> int:
        """Number of tasks of all nodes together."""
        return int(get("allocation_ranks", self._pointer))

    @property
    def hosts(self) -> List[str]:
        """The names of its nodes, in its order."""
        return [decode(get("allocation_host", self._pointer, i)) for i in range(self._nodes)]

    @property
    def tasks(self) -> List[int]:
        """How many tasks each node runs."""
        return [get("allocation_tasks", self._pointer, i) for i in range(self._nodes)]

    def __repr__(self) -> str:
        return f"<Allocation: {self.ranks} ranks on {self._nodes} nodes>"

    def distance(self, a: int, b: int) -> int:
        """Hops between two of its nodes, given by their indices."""
        for node in (a, b):
            if not 0 <= node < self._nodes:
                raise Error(Code.INPUT, f"the allocation has no node {node}")
        return int(get("allocation_distance", self._pointer, a, b))

    def block(self) -> "array.array[int]":
        """Slurm's block distribution: consecutive ranks fill one node after another."""
        return self._distribute("placement_block")

    def cyclic(self) -> "array.array[int]":
        """Slurm's cyclic distribution: ranks round robin over the nodes that still have room."""
        return self._distribute("placement_cyclic")

    def random(self, seed: int = 1) -> "array.array[int]":
        """Ranks at random, the same for the same seed."""
        return self._distribute("placement_random", _arrays.whole(seed, _arrays.SEED, "seed"))

    def read(self, path: Path) -> "array.array[int]":
        """The placement of a file: host names, `slots` lines, a Blue Gene map file, a recipe."""
        name = encode_path(path)
        try:
            with open(name, "rb") as file:
                text = file.read()
        except OSError as why:
            raise Error(Code.INPUT, f"{os.fspath(path)}: {why.strerror}") from why
        placement = _arrays.new(self.ranks)
        out = _arrays.pointer(placement)
        call("placement_parse", self._pointer, name, text, len(text), out, None)
        return placement

    def check(self, placement: Collection[int]) -> None:
        """Raise an `Error` unless a placement gives every node as many ranks as it has tasks."""
        self._placement(placement)

    def hosts_of(self, placement: Collection[int]) -> List[str]:
        """The name of the host of each rank."""
        hosts = self.hosts
        return [hosts[node] for node in self._placement(placement)]

    @property
    def _nodes(self) -> int:
        return int(get("allocation_nodes", self._pointer))

    def _distribute(self, how: str, *seed: int) -> "array.array[int]":
        placement = _arrays.new(self.ranks)
        get(how, self._pointer, *seed, _arrays.pointer(placement))
        return placement

    def _placement(self, placement: Collection[int]) -> "array.array[int]":
        """A copy of a placement that is one."""
        copy = _arrays.unsigned(placement, "I", "placement")
        if len(copy) != self.ranks:
            raise Error(
                Code.IMPOSSIBLE, f"the placement has {len(copy)} ranks, the allocation {self.ranks}"
            )
        call("placement_check", self._pointer, _arrays.pointer(copy))
        return copy


def expand_hosts(hosts: str) -> List[str]:
    """The names of a host list in Slurm's syntax, "n[001-064,070]"."""
    names = ctypes.POINTER(ctypes.c_char_p)()
    count = ctypes.c_uint32()
    call("hostlist_expand", encode(hosts), ctypes.byref(names), ctypes.byref(count))
    try:
        return [decode(names[i]) for i in range(count.value)]
    finally:
        get("hostlist_free", names, count)


def network_kinds() -> "dict[str, str]":
    """The kinds of networks, and what each is."""
    return _binding.names("network_kind_get")
