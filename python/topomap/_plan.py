# SPDX-License-Identifier: BSD-3-Clause
"""Plans: which rank runs on which node."""

from __future__ import annotations

import array
import ctypes
import os
from dataclasses import dataclass
from typing import Any, Collection, List, NamedTuple, Optional, Union

from . import _arrays, _binding
from ._binding import Code, Error, Owner, call, decode, encode, encode_path, get, take
from ._files import Path, write
from ._graph import Graph
from ._metrics import Metrics, as_metrics
from ._network import Allocation


@dataclass(frozen=True)
class Score:
    """What the objective says of a placement; lower is better."""

    value: float  #: the objective
    inside: float  #: bytes times levels of the node's tree between two ranks of a node; NaN if
    #: the tree has too few CPUs for the tasks of a node
    weighted: float  #: what bytes inside nodes add to hop-bytes where levels have weights; or NaN


@dataclass(frozen=True)
class Candidate:
    """How one algorithm did."""

    algorithm: str
    score: float  #: objective of its placement; nan: others are known to be better
    seconds: float  #: time it took
    failure: Optional[str]  #: why it gave no placement; None when it did


@dataclass(frozen=True)
class Phase:
    """The time that a part of planning took."""

    algorithm: Optional[str]  #: whose part it is; None: planning's own
    name: str  #: "partition", "mapping", "refinement", ...
    seconds: float


@dataclass(frozen=True)
class Algorithm:
    """A mapping algorithm."""

    name: str
    parameter: Optional[str]  #: what follows the name: ":N", or "[:N]" if it may
    summary: str  #: one line
    source: str  #: paper and section
    needs: str  #: what it needs: "any network", "coordinates", ...
    complexity: str  #: work, with n ranks, e edges, m nodes


class Placed(NamedTuple):
    """The placement of one algorithm."""

    placement: "array.array[int]"  #: node of each rank, an index among the allocation's hosts
    slots: "array.array[int]"  #: slot of each rank on its node


class NodeTree(Owner):
    """The packages, caches, cores and PUs of a node, from hwloc.

    `source` is a synthetic description ("package:2 core:4 pu:1"), "xml:PATH", or "self" for this
    machine; `allowed` is a list of CPUs, "0-3,8". `weights`, as "package:1,l3:0.5", says what a
    byte between two parts of a level counts beside hop-bytes.
    """

    def __init__(
        self, source: str, allowed: Optional[str] = None, weights: Optional[str] = None
    ) -> None:
        cpus = None if allowed is None else encode(allowed)
        super().__init__(call("nodetree_create", encode(source), cpus), "nodetree_destroy")
        if weights is not None:
            call("nodetree_weigh", self._pointer, encode(weights))

    @property
    def pus(self) -> int:
        """Number of PUs."""
        return int(get("nodetree_pus", self._pointer))

    @property
    def cores(self) -> int:
        """Number of cores."""
        return int(get("nodetree_cores", self._pointer))


class _Coordinates(Owner):
    """Where each rank is in what it computes: a grid "16x8", a file, or an array [ranks][dims]."""

    def __init__(self, where: Any) -> None:
        if isinstance(where, str):
            pointer = call("coordinates_grid", encode(where))
        elif isinstance(where, os.PathLike):
            pointer = call("coordinates_read", encode_path(where))
        else:
            try:
                rows = [[float(value) for value in row] for row in where]
            except (TypeError, ValueError):
                raise Error(Code.INPUT, "coordinates: a row of numbers for each rank") from None
            dims = len(rows[0]) if rows else 0
            if any(len(row) != dims for row in rows):
                raise Error(Code.INPUT, "coordinates: all ranks need as many numbers")
            values = (ctypes.c_double * (len(rows) * dims))(*(x for row in rows for x in row))
            pointer = call("coordinates_create", len(rows), dims, values)
        super().__init__(pointer, "coordinates_destroy")


class _Recipe(Owner):
    def __init__(self, path: Path) -> None:
        super().__init__(call("recipe_read", encode_path(path)), "recipe_destroy")


class Request(Owner):
    """What to plan, with all that it points to: see `plan` for the arguments."""

    def __init__(
        self,
        graph: Optional[Graph],
        allocation: Allocation,
        *,
        algorithms: Optional[str] = None,
        layout: Optional[Collection[int]] = None,
        keep_layout: bool = False,
        keep_first: Optional[bool] = None,
        objective: Optional[str] = None,
        effort: str = "default",
        seed: int = 1,
        time_budget: float = 0,
        min_gain: float = 0,
        coordinates: Any = None,
        recipe: Optional[Path] = None,
        node_tree: Optional[NodeTree] = None,
        cpus_per_task: int = 1,
        slot_order: str = "compact",
    ) -> None:
        self.ranks = allocation.ranks
        self._owners: List[Any] = [graph, allocation, node_tree]
        pointer = None if graph is None else graph._pointer
        super().__init__(call("request_new", pointer, allocation._pointer), "request_destroy")
        if layout is not None:
            call("request_set_layout", self._pointer, _arrays.pointer(allocation._placement(layout)))
        if recipe is not None:
            self._owners.append(_Recipe(recipe))
            get("request_set_recipe", self._pointer, self._owners[-1]._pointer)
        if coordinates is not None:
            self._set_coordinates(_Coordinates(coordinates))
        if node_tree is not None:
            get("request_set_nodetree", self._pointer, node_tree._pointer)
        named = algorithms is not None or recipe is not None
        if algorithms is not None:
            self._set("algorithms", algorithms, "algorithm")
        if objective is not None:
            self._set("objective", objective)
        if keep_first is not None:
            self._set("keep_first", "on" if _arrays.flag(keep_first, "keep_first") else "off")
        keeps = _arrays.flag(keep_layout, "keep_layout")
        replaces = named and not keeps and min_gain == 0
        self._set("keep_layout", "on" if replaces else "off", "replace-layout")
        self._set("effort", effort)
        self._set("slot_order", slot_order)
        self._set("seed", seed)
        self._set("time_budget", time_budget)
        self._set("min_gain", min_gain)
        self._set("cpus_per_task", cpus_per_task)

    def _set(self, parameter: str, value: Any, option: Optional[str] = None) -> None:
        """Set an option to what the library takes; it refuses all else, and rounds nothing."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        option = option or parameter.replace("_", "-")
        try:
            call("request_set", self._pointer, encode(option), encode(str(value)))
        except Error as why:
            raise Error(why.code, why.text.replace(option, parameter, 1)) from None

    def _set_coordinates(self, coordinates: _Coordinates) -> None:
        ranks = get("coordinates_ranks", coordinates._pointer)
        if ranks != self.ranks:
            raise Error(
                Code.IMPOSSIBLE,
                f"the coordinates are of {ranks} ranks, the number of tasks is {self.ranks}",
            )
        dimensions = get("coordinates_dimensions", coordinates._pointer)
        values = get("coordinates_get", coordinates._pointer, 0)
        call("request_set_coordinates", self._pointer, dimensions, values)


class Plan(Owner):
    """A placement, what it costs, and what was tried. `plan` makes it."""

    def __init__(self, request: Request, allocation: Allocation) -> None:
        self._request = request
        self.allocation = allocation  #: which was planned for
        super().__init__(call("plan_create", request._pointer), "plan_destroy")

    @property
    def placement(self) -> "array.array[int]":
        """The node of each rank: an index among the allocation's hosts."""
        return _arrays.copied(get("plan_placement", self._pointer), self._request.ranks)

    @property
    def slots(self) -> "array.array[int]":
        """The slot of each rank on its node, from 0 to the node's tasks - 1."""
        return _arrays.copied(get("plan_slots", self._pointer), self._request.ranks)

    @property
    def hosts(self) -> List[str]:
        """The name of the host of each rank."""
        hosts = self.allocation.hosts
        return [hosts[node] for node in self.placement]

    @property
    def kept(self) -> bool:
        """Whether the layout stays because nothing better was found."""
        return bool(get("plan_kept", self._pointer))

    @property
    def algorithm(self) -> str:
        """Whose placement was taken; "layout" if it was kept."""
        return decode(get("plan_algorithm", self._pointer))

    @property
    def scored(self) -> bool:
        """False if there was no graph: scores and metrics are 0 then."""
        return bool(get("plan_scored", self._pointer))

    @property
    def before(self) -> Metrics:
        """Metrics of the layout."""
        return as_metrics(get("plan_before", self._pointer).contents)

    @property
    def after(self) -> Metrics:
        """Metrics of the placement."""
        return as_metrics(get("plan_after", self._pointer).contents)

    @property
    def score_before(self) -> Score:
        """Score of the layout."""
        return _score(get("plan_score_before", self._pointer))

    @property
    def score_after(self) -> Score:
        """Score of the placement."""
        return _score(get("plan_score_after", self._pointer))

    @property
    def candidates(self) -> List[Candidate]:
        """What was tried."""
        result: List[Candidate] = []
        while found := get("plan_candidate", self._pointer, len(result)):
            c = found.contents
            result.append(Candidate(decode(c.algorithm), c.score, c.seconds, _maybe(c.failure)))
        return result

    @property
    def phases(self) -> List[Phase]:
        """How long the parts of planning took."""
        result: List[Phase] = []
        while found := get("plan_phase", self._pointer, len(result)):
            c = found.contents
            result.append(Phase(_maybe(c.algorithm), decode(c.name), c.seconds))
        return result

    @property
    def seconds(self) -> float:
        """What planning took altogether."""
        return float(get("plan_seconds", self._pointer))

    def __repr__(self) -> str:
        return f"<Plan: {self._request.ranks} ranks, by {self.algorithm}>"

    def text(self, format: str = "text") -> str:
        """The plan in one of `plan_formats()`."""
        return take(call("plan_print", self._pointer, encode(format)))

    def write(self, path: Path, format: str = "hosts") -> None:
        """Write a file, whole or not at all: "hosts" for SLURM_HOSTFILE, "rankfile", "mpich", ..."""
        write(path, self.text(format).encode(errors="surrogateescape"))


def plan(graph: Optional[Graph], allocation: Allocation, **settings: Any) -> Plan:
    """Plan on which node each rank should run. The same input gives the same plan.

    The settings, all by name:

    algorithms: parted by ',' each with up to four refinements behind it, as "tree+swap"; see
        `algorithms()`. Without: "auto", a portfolio, which keeps a layout that is better.
    layout: the placement to beat; without: block.
    keep_layout: keep the layout where no named algorithm is better, as "auto" does.
    keep_first: whether rank 0 stays on its node of the layout, for launch scripts that use its
        address; without: if the graph is a "train:" pattern, and there is no recipe.
    objective: one of `objectives()`; without: "auto".
    effort: "fast", "default" or "best".
    seed: of random choices.
    time_budget: seconds of wall clock after which no more is looked for, at most a day; 0: none. A
        plan that takes long cannot be interrupted otherwise.
    min_gain: keep the layout unless the score falls by this part, 0 to 1.
    coordinates: of the ranks in what they compute: a grid "16x8", the `pathlib.Path` of a file, or
        an array [ranks][dimensions].
    recipe: path of a recipe, one more candidate. With one, the graph may be None.
    node_tree, cpus_per_task, slot_order: ranks are mapped inside nodes by a `NodeTree`, on slots
        of so many PUs, "compact" or "spread".
    """
    return Plan(Request(graph, allocation, **settings), allocation)


def place(graph: Graph, allocation: Allocation, algorithm: str, **settings: Any) -> Placed:
    """The placement of one algorithm, better than the layout or not; settings as for `plan`."""
    request = Request(graph, allocation, **settings)
    placed = Placed(_arrays.new(request.ranks), _arrays.new(request.ranks))
    out = (_arrays.pointer(column) for column in placed)
    call("map", request._pointer, encode(algorithm), *out)
    return placed


def score(
    graph: Graph,
    allocation: Allocation,
    placement: Collection[int],
    slots: Optional[Collection[int]] = None,
    **settings: Any,
) -> Score:
    """Score a placement as plans do; of the settings of `plan`, objective and node tree count."""
    request = Request(graph, allocation, **settings)
    copy = allocation._placement(placement)
    inside = None
    if slots is not None:
        inside = _arrays.unsigned(slots, "I", "slots")
        if len(inside) != request.ranks:
            raise Error(Code.IMPOSSIBLE, f"{len(inside)} slots for {request.ranks} ranks")
    found = _binding.Score()
    out = inside if inside is None else _arrays.pointer(inside)
    call("score_compute", request._pointer, _arrays.pointer(copy), out, ctypes.byref(found))
    return _score(found)


def algorithms() -> List[Algorithm]:
    """The mapping algorithms."""
    result: List[Algorithm] = []
    while found := get("algorithm_get", len(result)):
        c = found.contents
        texts = (decode(t) for t in (c.summary, c.source, c.needs, c.complexity))
        result.append(Algorithm(decode(c.name), _maybe(c.parameter), *texts))
    return result


def objectives() -> "dict[str, str]":
    """What can be lowered, and what each is."""
    return _binding.names("objective_get")


def plan_formats() -> "dict[str, str]":
    """The formats of plans, and what each is."""
    return _binding.names("plan_format_get")


def _score(found: _binding.Score) -> Score:
    return Score(found.value, found.inside, found.weighted)


def _maybe(text: Optional[bytes]) -> Optional[str]:
    return None if text is None else decode(text)
