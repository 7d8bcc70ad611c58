# SPDX-License-Identifier: BSD-3-Clause
"""The C interface of libtopomap-python: its structures, its functions, its errors.

That library is libtopomap with the functions that topomap's own programs use beyond it. Nothing
else in the package knows ctypes' view of ``topomap_internal.h``. A test compiles a C program from
the tables here, so that a field or an argument that differs from the header does not go unseen.
"""

from __future__ import annotations

import ctypes
import enum
import os
import weakref
from ctypes import (
    POINTER,
    Structure,
    c_bool,
    c_char,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_size_t,
    c_uint,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Callable, Dict, List, Optional, Tuple, Type, Union

try:  # written by `make install` and into wheels
    from ._build import LIBRARY, VERSION
except ImportError:
    LIBRARY, VERSION = "libtopomap-python.so", ""

MAX_DIMS = 8
HOPS = 24
BUSIEST = 8


class Code(enum.IntEnum):
    """What kind of failure an `Error` is. The commands of topomap exit with the same numbers."""

    INTERNAL = 1  #: out of memory, or a defect of topomap
    USAGE = 2  #: an argument or an option is wrong
    INPUT = 3  #: a file, a text or an array is missing, unreadable or malformed
    IMPOSSIBLE = 4  #: well-formed, but it cannot be done: counts that differ, ...
    TIMEOUT = 5  #: out of time with nothing usable


class Error(Exception):
    """What topomap could not do: `code` says what kind of failure, `text` is one line for people.

    Where a file is at fault the text begins with ``file:line: ``.
    """

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return self.text


# ---- structures, field by field as in topomap_internal.h ----------------------------------------------------


class ErrorText(Structure):
    _fields_ = [("code", c_uint), ("text", c_char * 512)]


class Edge(Structure):
    _fields_ = [("src", c_uint32), ("dst", c_uint32), ("bytes", c_uint64), ("messages", c_uint64)]


class GraphMetrics(Structure):
    _fields_ = [
        ("amount", c_double),
        ("balance", c_double),
        ("centrality", c_double),
        ("heterogeneity", c_double),
        ("neighbour", c_double),
    ]


class Structured(Structure):
    _fields_ = [
        ("kind", c_uint),
        ("dims", c_uint32),
        ("dim", c_uint32 * MAX_DIMS),
        ("periodic", c_bool * MAX_DIMS),
        ("complete", c_bool * MAX_DIMS),
        ("neighbours", c_uint32),
        ("share", c_double),
        ("coordinates", POINTER(c_uint32)),
    ]


class ProfileInfo(Structure):
    _fields_ = [
        ("ranks", c_uint32),
        ("recorded", c_uint32),
        ("unfinished", c_uint32),
        ("sampling", c_uint32),
        ("slice", c_double),
        ("outside_messages", c_uint64),
        ("outside_bytes", c_uint64),
        ("library", c_char_p),
        ("program", c_char_p),
    ]


class LinkSpeed(Structure):
    _fields_ = [("bandwidth", c_double), ("latency", c_double), ("bandwidth_assumed", c_bool),
                ("latency_assumed", c_bool)]


class Metrics(Structure):
    _fields_ = [
        ("hop_bytes", c_double),
        ("average_hops", c_double),
        ("total_bytes", c_double),
        ("internode_bytes", c_double),
        ("internode_messages", c_double),
        ("max_hops", c_uint32),
        ("max_link_bytes", c_double),
        ("average_link_bytes", c_double),
        ("mean_link_bytes", c_double),
        ("min_link_bytes", c_double),
        ("used_links", c_uint64),
        ("bytes_by_hops", c_double * HOPS),
        ("max_link", c_char * 128),
        ("score", c_double),
        ("seconds", c_double),
    ]


class ClassLoads(Structure):
    _fields_ = [
        ("name", c_char * 24),
        ("bytes", c_double),
        ("max_link_bytes", c_double),
        ("average_link_bytes", c_double),
        ("mean_link_bytes", c_double),
        ("min_link_bytes", c_double),
        ("used_links", c_uint64),
        ("links", c_uint64),
    ]


class BusyLink(Structure):
    _fields_ = [("name", c_char * 128), ("bytes", c_double), ("seconds", c_double)]


class Time(Structure):
    _fields_ = [
        ("seconds", c_double),
        ("transfer", c_double),
        ("latency", c_double),
        ("assumed", c_bool),
        ("work", c_uint64),
        ("busy", c_uint32),
        ("busiest", BusyLink * BUSIEST),
    ]


class Algorithm(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("parameter", c_char_p),
        ("summary", c_char_p),
        ("source", c_char_p),
        ("needs", c_char_p),
        ("complexity", c_char_p),
        ("requirements", c_uint),
    ]


class Score(Structure):
    _fields_ = [("value", c_double), ("inside", c_double), ("weighted", c_double)]


class Candidate(Structure):
    _fields_ = [
        ("algorithm", c_char_p),
        ("score", c_double),
        ("seconds", c_double),
        ("failure", c_char_p),
        ("least", c_double),
    ]


class Phase(Structure):
    _fields_ = [("algorithm", c_char_p), ("name", c_char_p), ("seconds", c_double)]


class Graph(Structure):
    """Opaque, as are the others without fields."""


class Matrix(Structure):
    pass


class Profile(Structure):
    pass


class Coordinates(Structure):
    pass


class Network(Structure):
    pass


class Allocation(Structure):
    pass


class Recipe(Structure):
    pass


class Nodetree(Structure):
    pass


class Plan(Structure):
    pass


class Request(Structure):
    pass


#: The structure of C that each of these is.
STRUCTURES: Dict[Type[Structure], str] = {
    ErrorText: "topomap_error",
    Edge: "topomap_edge",
    GraphMetrics: "topomap_graph_metrics",
    Structured: "topomap_structure",
    ProfileInfo: "topomap_profile_info",
    LinkSpeed: "topomap_link_speed",
    Metrics: "topomap_metrics",
    ClassLoads: "topomap_class_loads",
    BusyLink: "topomap_busy_link",
    Time: "topomap_time",
    Algorithm: "topomap_algorithm",
    Score: "topomap_score",
    Candidate: "topomap_candidate",
    Phase: "topomap_phase",
    Request: "topomap_request",
    Graph: "topomap_graph",
    Matrix: "topomap_matrix",
    Profile: "topomap_profile",
    Coordinates: "topomap_coordinates",
    Network: "topomap_network",
    Allocation: "topomap_allocation",
    Recipe: "topomap_recipe",
    Nodetree: "topomap_nodetree",
    Plan: "topomap_plan",
}

# ---- functions: name, result, arguments ------------------------------------------------------------


class OwnedText(c_void_p):
    """A ``char *`` that belongs to the caller."""


_error = POINTER(ErrorText)
_graph = POINTER(Graph)
_matrix = POINTER(Matrix)
_profile = POINTER(Profile)
_coordinates = POINTER(Coordinates)
_network = POINTER(Network)
_allocation = POINTER(Allocation)
_recipe = POINTER(Recipe)
_nodetree = POINTER(Nodetree)
_request = POINTER(Request)
_plan = POINTER(Plan)
_ranks = POINTER(c_uint32)
_text = POINTER(c_char_p)
_placed = [_graph, _allocation, _ranks]

FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "version": (c_char_p, []),
    # communication graph
    "graph_create": (_graph, [c_uint32, POINTER(Edge), c_size_t, _error]),
    "graph_read": (_graph, [c_char_p, c_char_p, _error]),
    "graph_parse": (_graph, [c_char_p, c_char_p, c_size_t, c_char_p, _error]),
    "graph_pattern": (_graph, [c_char_p, c_uint32, _error]),
    "graph_pattern_get": (c_bool, [c_size_t, _text, _text]),
    "graph_geometric": (_graph, [c_uint32, c_double, c_uint64, _error]),
    "graph_from_matrix": (_graph, [_matrix, c_uint32, c_uint64, c_uint64, _error]),
    "graph_by_messages": (_graph, [_graph, _error]),
    "graph_by_time": (_graph, [_graph, c_double, _error]),
    "graph_destroy": (None, [_graph]),
    "graph_ranks": (c_uint32, [_graph]),
    "graph_edges": (c_size_t, [_graph]),
    "graph_bytes": (c_uint64, [_graph]),
    "graph_messages": (c_uint64, [_graph]),
    "graph_copy_edges": (None, [_graph, c_size_t, c_size_t, POINTER(Edge)]),
    "graph_print": (OwnedText, [_graph, c_char_p, POINTER(c_size_t), _error]),
    "graph_metrics_compute": (c_int, [_graph, POINTER(GraphMetrics), _error]),
    "graph_split": (c_double, [_graph, c_uint32]),
    "graph_format_get": (c_bool, [c_size_t, _text, _text]),
    "matrix_read": (_matrix, [c_char_p, _error]),
    "matrix_parse": (_matrix, [c_char_p, c_char_p, c_size_t, _error]),
    "matrix_destroy": (None, [_matrix]),
    "structure_create": (POINTER(Structured), [_graph, _error]),
    "structure_destroy": (None, [POINTER(Structured)]),
    "profile_read": (_profile, [c_char_p, _error]),
    "profile_destroy": (None, [_profile]),
    "profile_info": (POINTER(ProfileInfo), [_profile]),
    "profile_phase": (c_bool, [_profile, c_size_t, POINTER(c_uint32)]),
    "profile_graph": (_graph, [_profile, c_uint, c_uint32, _error]),
    "coordinates_create": (_coordinates, [c_uint32, c_uint32, POINTER(c_double), _error]),
    "coordinates_read": (_coordinates, [c_char_p, _error]),
    "coordinates_grid": (_coordinates, [c_char_p, _error]),
    "coordinates_ranks": (c_uint32, [_coordinates]),
    "coordinates_dimensions": (c_uint32, [_coordinates]),
    "coordinates_get": (POINTER(c_double), [_coordinates, c_uint32]),
    "coordinates_destroy": (None, [_coordinates]),
    # network and allocation
    "network_open": (_network, [c_char_p, _error]),
    "network_parse": (_network, [c_char_p, c_char_p, c_size_t, _error]),
    "network_flat": (_network, [c_char_p, _error]),
    "network_from_matrix": (_network, [c_uint32, _text, _ranks, _error]),
    "network_weigh": (c_int, [_network, c_char_p, _error]),
    "network_destroy": (None, [_network]),
    "network_kind": (c_char_p, [_network]),
    "network_kind_get": (c_bool, [c_size_t, _text, _text]),
    "network_summary": (c_char_p, [_network]),
    "network_nodes": (c_uint32, [_network]),
    "network_node_name": (c_char_p, [_network, c_uint32]),
    "network_find": (c_int64, [_network, c_char_p]),
    "network_distance": (c_uint32, [_network, c_uint32, c_uint32]),
    "network_links": (c_uint32, [_network]),
    "network_link_name": (None, [_network, c_uint32, c_char_p, c_size_t]),
    "network_link_width": (c_uint32, [_network, c_uint32]),
    "network_link_speed": (LinkSpeed, [_network, c_uint32]),
    "network_message_bytes": (c_double, [_network]),
    "network_classes": (c_uint32, [_network]),
    "network_dims": (c_uint32, [_network]),
    "network_coordinates": (None, [_network, c_uint32, _ranks]),
    "network_route": (c_size_t, [_network, c_uint32, c_uint32, _ranks, c_size_t]),
    "network_export": (OwnedText, [_network, c_char_p, c_char_p, _error]),
    "allocation_create": (_allocation, [_network, c_char_p, c_char_p, _error]),
    "allocation_from": (_allocation, [_network, c_uint32, _text, _ranks, _error]),
    "allocation_destroy": (None, [_allocation]),
    "allocation_nodes": (c_uint32, [_allocation]),
    "allocation_ranks": (c_uint32, [_allocation]),
    "allocation_host": (c_char_p, [_allocation, c_uint32]),
    "allocation_tasks": (c_uint32, [_allocation, c_uint32]),
    "allocation_distance": (c_uint32, [_allocation, c_uint32, c_uint32]),
    "hostlist_expand": (c_int, [c_char_p, POINTER(_text), _ranks, _error]),
    "hostlist_free": (None, [_text, c_uint32]),
    # placements and what they cost
    "placement_check": (c_int, [_allocation, _ranks, _error]),
    "placement_block": (None, [_allocation, _ranks]),
    "placement_cyclic": (None, [_allocation, _ranks]),
    "placement_random": (None, [_allocation, c_uint64, _ranks]),
    "placement_parse": (
        c_int,
        [_allocation, c_char_p, c_char_p, c_size_t, _ranks, _ranks, _error],
    ),
    "metrics_compute": (c_int, [*_placed, POINTER(Metrics), _error]),
    "bound_compute": (c_int, [_graph, _allocation, POINTER(c_double), _error]),
    "link_loads": (c_int, [*_placed, POINTER(c_double), _error]),
    "class_loads_compute": (c_int, [*_placed, POINTER(ClassLoads), _error]),
    "time_predict": (c_int, [*_placed, POINTER(Time), _error]),
    # plan
    "recipe_read": (_recipe, [c_char_p, _error]),
    "recipe_destroy": (None, [_recipe]),
    "nodetree_create": (_nodetree, [c_char_p, c_char_p, _error]),
    "nodetree_weigh": (c_int, [_nodetree, c_char_p, _error]),
    "nodetree_destroy": (None, [_nodetree]),
    "nodetree_pus": (c_uint32, [_nodetree]),
    "nodetree_cores": (c_uint32, [_nodetree]),
    "algorithm_get": (POINTER(Algorithm), [c_size_t]),
    "objective_get": (c_bool, [c_size_t, _text, _text]),
    "request_new": (_request, [_graph, _allocation, _error]),
    "request_destroy": (None, [_request]),
    "request_set": (c_int, [_request, c_char_p, c_char_p, _error]),
    "request_set_layout": (c_int, [_request, _ranks, _error]),
    "request_set_coordinates": (c_int, [_request, c_uint32, POINTER(c_double), _error]),
    "request_set_recipe": (None, [_request, _recipe]),
    "request_set_nodetree": (None, [_request, _nodetree]),
    "plan_create": (_plan, [_request, _error]),
    "plan_destroy": (None, [_plan]),
    "plan_placement": (_ranks, [_plan]),
    "plan_slots": (_ranks, [_plan]),
    "plan_kept": (c_bool, [_plan]),
    "plan_algorithm": (c_char_p, [_plan]),
    "plan_scored": (c_bool, [_plan]),
    "plan_score_before": (Score, [_plan]),
    "plan_score_after": (Score, [_plan]),
    "plan_before": (POINTER(Metrics), [_plan]),
    "plan_after": (POINTER(Metrics), [_plan]),
    "plan_candidate": (POINTER(Candidate), [_plan, c_size_t]),
    "plan_phase": (POINTER(Phase), [_plan, c_size_t]),
    "plan_seconds": (c_double, [_plan]),
    "plan_print": (OwnedText, [_plan, c_char_p, _error]),
    "plan_format_get": (c_bool, [c_size_t, _text, _text]),
    "map": (c_int, [_request, c_char_p, _ranks, _ranks, _error]),
    "score_compute": (c_int, [_request, _ranks, _ranks, POINTER(Score), _error]),
}


def _load() -> Dict[str, Callable[..., Any]]:
    path = os.environ.get("TOPOMAP_LIBRARY") or LIBRARY
    functions: Dict[str, Callable[..., Any]] = {}
    try:
        library = ctypes.CDLL(path)
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(library, "topomap_" + name)
            function.restype = result
            function.argtypes = arguments
            functions[name] = function
    except OSError as why:
        raise ImportError(
            f"the library of topomap cannot be loaded: {why}; "
            "install it, or name its file in TOPOMAP_LIBRARY"
        ) from why
    except AttributeError as why:
        raise ImportError(f"{path} is of another version than this module: {why}") from why
    found = functions["version"]().decode()
    if VERSION and found != VERSION:
        raise ImportError(f"{path} is version {found}, and this module of version {VERSION}")
    return functions


_functions = _load()
_free = ctypes.CDLL(None).free
_free.argtypes = [c_void_p]
_free.restype = None


def get(name: str, *arguments: Any) -> Any:
    """Call a function that cannot fail, by its name without ``topomap_``."""
    return _functions[name](*arguments)


def call(name: str, *arguments: Any) -> Any:
    """Call a function that can fail; its failure becomes an `Error`."""
    error = ErrorText()
    result = _functions[name](*arguments, ctypes.byref(error))
    if result < 0 if isinstance(result, int) else not result:
        raise Error(Code(error.code), decode(error.text))
    return result


def decode(text: Optional[bytes]) -> str:
    return (text or b"").decode(errors="replace")


def encode(text: str) -> bytes:
    """Text for a function of C, to which a NUL would be its end."""
    if "\0" in text:
        raise Error(Code.USAGE, "a text holds a NUL character")
    return text.encode(errors="surrogateescape")


def encode_path(path: Union[str, bytes, "os.PathLike[Any]"]) -> bytes:
    """The same of a path."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise Error(Code.USAGE, "a path holds a NUL character")
    return name


def take(text: OwnedText) -> str:
    """The text, which is freed."""
    try:
        return decode(ctypes.string_at(text))
    finally:
        _free(text)


def take_bytes(data: OwnedText, length: int) -> bytes:
    """The same of any bytes."""
    try:
        return ctypes.string_at(data, length)
    finally:
        _free(data)


def names(function: str) -> Dict[str, str]:
    """Names and summaries of a table of the library."""
    name, summary = c_char_p(), c_char_p()
    found: Dict[str, str] = {}
    while get(function, len(found), ctypes.byref(name), ctypes.byref(summary)):
        found[decode(name.value)] = decode(summary.value)
    return found


class Owner:
    """Owns an object of the library, which goes with it. Neither changes, so a copy is the same."""

    def __init__(self, pointer: Any, destroy: str) -> None:
        self._pointer = pointer
        weakref.finalize(self, _functions[destroy], pointer).atexit = False

    def __copy__(self) -> Owner:
        return self

    def __reduce__(self) -> Any:
        name = type(self).__name__
        raise Error(
            Code.USAGE,
            f"a {name} of the library cannot be pickled or copied deeply: make it again from its "
            "sources",
        )
