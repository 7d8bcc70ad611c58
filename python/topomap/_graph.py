# SPDX-License-Identifier: BSD-3-Clause
"""Communication graphs, and the profiles of applications that they come from."""

from __future__ import annotations

import builtins
import ctypes
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Collection, List, NamedTuple, Optional, Tuple, Union

from . import _arrays, _binding
from ._binding import Code, Error, Owner, call, decode, encode, encode_path, get
from ._files import Path, write

if TYPE_CHECKING:
    import numpy

_CHUNK = 1 << 16
_EVERY_PHASE = 2**32 - 1
_PARTS = {"p2p": 1, "one-sided": 2, "collectives": 4}
_KINDS = ("none", "grid", "rows", "hypercube")


class Edge(NamedTuple):
    """What rank `src` sent to rank `dst` in the whole run."""

    src: int
    dst: int
    bytes: int
    messages: int


@dataclass(frozen=True)
class GraphMetrics:
    """What characterises a graph of n ranks; C(i,j) is the bytes from i to j, S their sum.

    Korndoerfer et al., Mapping Matters, 2020.
    """

    amount: float  #: CA: S / n^2
    balance: float  #: CB: 1 - mean of the rows' sums / the largest of them
    centrality: float  #: CC: the band around the diagonal that holds half of each row, over n^2
    heterogeneity: float  #: CH: mean over the rows of the variance of C / its largest element
    neighbour: float  #: NBC: 1 - the part of S between ranks i and i+1


@dataclass(frozen=True)
class Structure:
    """The pattern in which the ranks of a graph communicate, recognised from its edges alone."""

    kind: str  #: "none", "grid", "rows" (all to all along lines of ranks) or "hypercube"
    dims: Tuple[int, ...]  #: size of each dimension
    periodic: Tuple[bool, ...]  #: whether a dimension is a ring
    complete: Tuple[bool, ...]  #: whether all ranks along it exchange data
    neighbours: int  #: of a rank inside
    share: float  #: part of all bytes that goes to these
    coordinates: Tuple[Tuple[int, ...], ...]  #: where each rank lies


class Graph(Owner):
    """The directed communication graph of an application; vertices are MPI ranks. Immutable.

    What a rank sends to itself is no edge and in no sum, as it never leaves a node.
    """

    # ---- in ----

    @classmethod
    def read(cls, path: Path, format: Optional[str] = None) -> Graph:
        """Read a file of one of `graph_formats()`, recognised by name and content if not said."""
        name = None if format is None else encode(format)
        return cls(call("graph_read", encode_path(path), name), "graph_destroy")

    @classmethod
    def parse(cls, text: Union[str, bytes], format: Optional[str] = None) -> Graph:
        """The same from a text."""
        data = text if isinstance(text, bytes) else text.encode(errors="surrogateescape")
        name = None if format is None else encode(format)
        return cls(call("graph_parse", b"text", data, len(data), name), "graph_destroy")

    @classmethod
    def pattern(cls, pattern: str, ranks: int = 0) -> Graph:
        """A graph from a pattern, as "grid:16x8:periodic", "rows:16x16" or "order"; `patterns()`.

        `ranks` is how many there should be; 0 takes the pattern's.
        """
        arguments = (encode(pattern), _rank_count(ranks, 0))
        return cls(call("graph_pattern", *arguments), "graph_destroy")

    @classmethod
    def geometric(cls, ranks: int, degree: float, seed: int = 1) -> Graph:
        """Points in a square, edges between those so close that each has `degree` neighbours."""
        arguments = (_rank_count(ranks), degree, _arrays.whole(seed, _arrays.SEED, "seed"))
        return cls(call("graph_geometric", *arguments), "graph_destroy")

    @classmethod
    def from_edges(
        cls,
        ranks: int,
        sources: Collection[int],
        destinations: Collection[int],
        bytes: Union[int, Collection[int]],
        messages: Union[int, Collection[int]] = 1,
    ) -> Graph:
        """A graph of lists or arrays, one element an edge; one number of bytes is that of all.

        Edges between the same pair add up. All bytes together are at most 2^53. If no pair has two
        messages, in particular if `messages` is 0, messages were not counted: bytes are weights,
        and predicted times know no latencies.
        """
        return cls._create(ranks, _arrays.edges([(sources, destinations, bytes, messages)]))

    @classmethod
    def from_matrix(cls, matrix: Any, messages: Any = None) -> Graph:
        """A graph of a square matrix: scipy.sparse, numpy or nested lists.

        Row i, column j is how many bytes rank i sends to rank j; a matrix of receivers and senders
        is given as its transpose. `messages` is a matrix of the numbers of messages; without it
        bytes are weights, see `from_edges`. Values are whole: fractions raise an `Error`.
        """
        ranks, (src, dst, size) = _arrays.entries(matrix, "bytes")
        if messages is None:
            return cls._create(ranks, _arrays.edges([(src, dst, size, 1)]))
        rows, (from_, to, count) = _arrays.entries(messages, "messages")
        if rows != ranks:
            raise Error(Code.INPUT, f"the matrices have {ranks} and {rows} rows")
        return cls._create(ranks, _arrays.edges([(src, dst, size, 0), (from_, to, 0, count)]))

    @classmethod
    def from_networkx(
        cls, graph: Any, weight: str = "weight", messages: Optional[str] = None
    ) -> Graph:
        """A graph of networkx, whose nodes are the ranks 0 to n-1.

        `weight` names the attribute with the bytes, `messages` that with the number of messages. An
        edge of an undirected graph counts in both directions. Nodes that are called otherwise are
        numbered by ``networkx.convert_node_labels_to_integers``.
        """
        ranks = graph.number_of_nodes()
        if set(graph) != set(range(ranks)):
            raise Error(Code.INPUT, f"the nodes must be the ranks 0 to {ranks - 1}")
        found: List[Tuple[int, int, Any, Any]] = []
        for src, dst, data in graph.edges(data=True):
            for name in (weight, messages):
                if name is not None and name not in data:
                    raise Error(Code.INPUT, f"the edge {src}-{dst} has no attribute {name!r}")
            edge = (src, dst, data[weight], 1 if messages is None else data[messages])
            found.append(edge)
            if not graph.is_directed() and src != dst:
                found.append((dst, src, *edge[2:]))
        columns = [[edge[i] for edge in found] for i in range(4)]
        return cls._create(ranks, _arrays.edges([(columns[0], columns[1], columns[2], columns[3])]))

    @classmethod
    def of_product(
        cls, matrix: Any, ranks: int, value_bytes: int = 8, seed: int = 1
    ) -> Graph:
        """The graph of y = A x with the rows of A spread over `ranks` ranks by METIS.

        `matrix` is a scipy.sparse, numpy or nested matrix, or the path of a Matrix Market file; the
        places of its entries count, not their values. Wu, Xiong, Lan, J. Supercomputing 2015.
        """
        if isinstance(matrix, (str, os.PathLike)):
            source = call("matrix_read", encode_path(matrix))
        else:
            rows, (row, column, _) = _arrays.entries(matrix, "matrix", values=False)
            lines = [f"{i + 1} {j + 1}\n" for i, j in zip(row, column)]
            head = "%%MatrixMarket matrix coordinate pattern general\n"
            text = (head + f"{rows} {rows} {len(lines)}\n" + "".join(lines)).encode()
            source = call("matrix_parse", b"matrix", text, len(text))
        try:
            size = _arrays.whole(value_bytes, _arrays.LIMIT, "value_bytes")
            number = _arrays.whole(seed, _arrays.SEED, "seed")
            arguments = (source, _rank_count(ranks), size, number)
            return cls(call("graph_from_matrix", *arguments), "graph_destroy")
        finally:
            get("matrix_destroy", source)

    @classmethod
    def _create(cls, ranks: int, edges: Any) -> Graph:
        arguments = (_rank_count(ranks), edges, len(edges))
        return cls(call("graph_create", *arguments), "graph_destroy")

    # ---- what it is ----

    @property
    def ranks(self) -> int:
        """Number of ranks."""
        return int(get("graph_ranks", self._pointer))

    @property
    def edges(self) -> int:
        """Number of ordered pairs of distinct ranks that exchange anything."""
        return int(get("graph_edges", self._pointer))

    @property
    def bytes(self) -> int:
        """Sum over all edges."""
        return int(get("graph_bytes", self._pointer))

    @property
    def messages(self) -> int:
        """Sum over all edges."""
        return int(get("graph_messages", self._pointer))

    def __repr__(self) -> str:
        return f"<Graph: {self.ranks} ranks, {self.edges} edges, {self.bytes} bytes>"

    def by_messages(self) -> Graph:
        """The same graph with as many bytes on each edge as it has messages. Times are still
        predicted of its bytes."""
        return Graph(call("graph_by_messages", self._pointer), "graph_destroy")

    def by_time(self, message_bytes: float) -> Graph:
        """The same graph where each message counts as `message_bytes` beside its bytes; see
        Network.message_bytes. Bytes stay where messages are not counted."""
        return Graph(call("graph_by_time", self._pointer, message_bytes), "graph_destroy")

    def metrics(self) -> GraphMetrics:
        """CA, CB, CC, CH and NBC; all are 0 without traffic."""
        found = _binding.GraphMetrics()
        call("graph_metrics_compute", self._pointer, ctypes.byref(found))
        return GraphMetrics(*(getattr(found, field[0]) for field in found._fields_))

    def split(self, block: int) -> float:
        """SP(k): 1 - the part of all bytes that stays inside blocks of k consecutive ranks."""
        return float(get("graph_split", self._pointer, _rank_count(block)))

    def structure(self) -> Structure:
        """Recognise a grid, rows or a hypercube, however the ranks are numbered."""
        pointer = call("structure_create", self._pointer)
        try:
            found = pointer.contents
            dims = found.dims
            places = found.coordinates[: self.ranks * dims] if dims else []
            return Structure(
                _KINDS[found.kind],
                tuple(found.dim[:dims]),
                tuple(found.periodic[:dims]),
                tuple(found.complete[:dims]),
                found.neighbours,
                found.share,
                tuple(zip(*[iter(places)] * dims)),
            )
        finally:
            get("structure_destroy", pointer)

    # ---- out ----

    def edge_list(self) -> List[Edge]:
        """All edges, in order of source, then destination."""
        result: List[Edge] = []
        for first in range(0, self.edges, _CHUNK):
            part = self._copy(first, min(_CHUNK, self.edges - first))
            result += [Edge(edge.src, edge.dst, edge.bytes, edge.messages) for edge in part]
        return result

    def edge_array(self) -> "numpy.ndarray[Any, Any]":
        """All edges as a numpy array with the fields src, dst, bytes and messages."""
        import numpy

        if self.edges == 0:
            return numpy.empty(0, dtype=_binding.Edge)
        return numpy.frombuffer(self._copy(0, self.edges), dtype=_binding.Edge)

    def to_numpy(self, weight: str = "bytes") -> "numpy.ndarray[Any, Any]":
        """A dense matrix of bytes or messages: a row for each sender, a column for each receiver."""
        import numpy

        edges = self.edge_array()
        result = numpy.zeros((self.ranks, self.ranks), dtype=numpy.uint64)
        result[edges["src"], edges["dst"]] = edges[_weight(weight)]
        return result

    def to_scipy(self, weight: str = "bytes") -> Any:
        """The same as a scipy.sparse.csr_matrix."""
        import scipy.sparse

        edges = self.edge_array()
        entries = (edges[_weight(weight)], (edges["src"], edges["dst"]))
        return scipy.sparse.csr_matrix(entries, shape=(self.ranks, self.ranks))

    def to_networkx(self) -> Any:
        """A networkx.DiGraph whose edges have the attributes "weight", of bytes, and "messages"."""
        import networkx

        result = networkx.DiGraph()
        result.add_nodes_from(range(self.ranks))
        result.add_edges_from(
            (edge.src, edge.dst, {"weight": edge.bytes, "messages": edge.messages})
            for edge in self.edge_list()
        )
        return result

    def data(self, format: str = "edges") -> builtins.bytes:
        """The graph in one of `graph_formats()` that can be written, as a file holds it."""
        length = ctypes.c_size_t()
        printed = call("graph_print", self._pointer, encode(format), ctypes.byref(length))
        return _binding.take_bytes(printed, length.value)

    def text(self, format: str = "edges") -> str:
        """The same in a format of text; "npy" and "profile" are binary."""
        return self.data(format).decode()

    def write(self, path: Path, format: str = "edges") -> None:
        """Write a file, whole or not at all."""
        write(path, self.data(format))

    def _copy(self, first: int, count: int) -> Any:
        result = (_binding.Edge * count)()
        get("graph_copy_edges", self._pointer, first, count, result)
        return result


class Profile(Owner):
    """What ``topomap profile`` or ``srun --topomap-profile`` recorded of a run."""

    def __init__(self, path: Path) -> None:
        super().__init__(call("profile_read", encode_path(path)), "profile_destroy")
        info = get("profile_info", self._pointer).contents
        self.ranks: int = info.ranks  #: of the application
        self.recorded: int = info.recorded  #: ranks whose record is in it
        self.unfinished: int = info.unfinished  #: of these, that ended before MPI_Finalize
        self.sampling: int = info.sampling  #: one call of so many was recorded
        self.slice: float = info.slice  #: seconds of each phase; 0: the application marked them
        self.library = decode(info.library)  #: the MPI library, with its version
        self.program = decode(info.program)  #: what ran

    @property
    def phases(self) -> List[int]:
        """The phases that something was recorded in, ascending."""
        phase = ctypes.c_uint32()
        result: List[int] = []
        while get("profile_phase", self._pointer, len(result), ctypes.byref(phase)):
            result.append(phase.value)
        return result

    def graph(self, *parts: str, phase: Optional[int] = None) -> Graph:
        """The graph of some of "p2p", "one-sided", "collectives"; all parts and phases if not said."""
        for part in parts:
            if part not in _PARTS:
                raise Error(Code.USAGE, f"{part!r} is none of {', '.join(_PARTS)}")
        mask = sum(_PARTS[part] for part in set(parts or _PARTS))
        which = _EVERY_PHASE
        if phase is not None:
            which = _arrays.whole(phase, _EVERY_PHASE - 1, "phase")
        return Graph(call("profile_graph", self._pointer, mask, which), "graph_destroy")


def graph_formats() -> "dict[str, str]":
    """The formats of graphs, and what each is."""
    return _binding.names("graph_format_get")


def patterns() -> "dict[str, str]":
    """The patterns that graphs can be made from, and what each is."""
    return _binding.names("graph_pattern_get")


def _rank_count(ranks: int, least: int = 1) -> int:
    if isinstance(ranks, (int, float)) and not least <= ranks < 2**32:
        raise Error(Code.INPUT, f"{ranks} ranks are out of range")
    return _arrays.whole(ranks, 2**32 - 1, "ranks")


def _weight(weight: str) -> str:
    if weight not in ("bytes", "messages"):
        raise Error(Code.USAGE, f"weight is 'bytes' or 'messages', not {weight!r}")
    return weight
