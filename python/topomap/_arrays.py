# SPDX-License-Identifier: BSD-3-Clause
"""Arrays in and out: lists, `array.array`, and numpy's and scipy's, none of which is required."""

from __future__ import annotations

import array
import ctypes
import numbers
import sys
from typing import Any, Collection, Iterable, List, Tuple, Union

from ._binding import Code, Edge, Error

#: The largest whole number that floating-point numbers count without gaps, and graphs hold.
LIMIT = 2**53


def _is_numpy(values: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(values, numpy.ndarray)


def _unmasked(values: Any, what: str) -> Any:
    """An array of numpy, without a mask: an `Error` if that hides numbers."""
    mask = getattr(values, "mask", None)
    if mask is not None and mask.any():
        raise Error(Code.INPUT, f"{what}: some numbers of the array are masked")
    return values.__array__()


#: The largest seed.
SEED = 2**64 - 1


def whole(value: Any, limit: int, what: str) -> int:
    """A whole number, which may be a floating-point number, from 0 to the limit."""
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        raise Error(Code.INPUT, f"{what}: {value!r} is not a whole number") from None
    if number != value or not 0 <= number <= limit:
        raise Error(Code.INPUT, f"{what}: {value!r} is not a whole number from 0 to {limit}")
    return number


def flag(value: Any, what: str) -> bool:
    """A truth value: a word such as "off" would be a true one."""
    if value not in (False, True):
        raise Error(Code.USAGE, f"{what}: {value!r} is neither True nor False")
    return bool(value)


def unsigned(values: Any, typecode: str, what: str) -> "array.array[int]":
    """A copy of whole numbers, which may be floating-point numbers: "I" of 32, "Q" of 64 bits.

    Fractions, negative and too large numbers raise an `Error`: nothing is rounded.
    """
    limit = LIMIT if typecode == "Q" else 2**32 - 1
    result = array.array(typecode)
    if isinstance(values, array.array) and values.typecode == typecode == "I":
        return values[:]
    if not _is_numpy(values):
        result.extend(whole(value, limit, what) for value in values)
        return result
    if values.ndim != 1 or values.dtype.kind not in "biuf":
        raise Error(Code.INPUT, f"{what}: an array of numbers in one dimension is needed")
    values = _unmasked(values, what)
    if values.dtype.kind == "f":
        values = values.astype("f8")  # smaller ones may take the limit for a number of their own
    good = (values >= 0) & (values <= limit)
    if values.dtype.kind == "f":
        good &= values == values.round()
    if not good.all():
        whole(values[~good][0].item(), limit, what)
    result.frombytes(values.astype("u4" if typecode == "I" else "u8").tobytes())
    return result


def pointer(values: "array.array[int]") -> Any:
    """An array of 32-bit numbers as C takes it, without a copy."""
    return (ctypes.c_uint32 * len(values)).from_buffer(values)


def new(count: int) -> "array.array[int]":
    return array.array("I", bytes(4 * count))


def copied(source: Any, count: int) -> "array.array[int]":
    """What a pointer to 32-bit numbers points to."""
    result = array.array("I")
    result.frombytes(ctypes.string_at(source, 4 * count))
    return result


#: Sources, destinations and values of the entries of a matrix.
Entries = Tuple[Any, Any, Any]


def _summed(matrix: Any, what: str) -> Any:
    """A copy of a sparse matrix of whole numbers, in which entries of one place add up."""
    matrix = matrix.tocoo(copy=True)
    values = unsigned(matrix.data, "Q", what)
    matrix.data = sys.modules["numpy"].frombuffer(values, "u8").copy()
    if matrix.data.sum(dtype="f8") > LIMIT:
        raise Error(Code.INPUT, f"{what}: all entries together exceed {LIMIT}")
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix


def _stored(matrix: Any) -> Any:
    """A copy of a sparse matrix with a value in each place that it stores."""
    matrix = matrix.tocoo(copy=True)
    matrix.data = sys.modules["numpy"].ones(matrix.data.shape, "u8")
    matrix.sum_duplicates()
    return matrix


def entries(matrix: Any, what: str, values: bool = True) -> Tuple[int, Entries]:
    """Rows, and entries that are not 0, of a square matrix: scipy.sparse, numpy, nested lists.

    Without values all that a sparse matrix stores are entries.
    """
    if hasattr(matrix, "tocoo"):
        matrix = _summed(matrix, what) if values else _stored(matrix)
        shape, found = matrix.shape, (matrix.row, matrix.col, matrix.data)
    elif _is_numpy(matrix):
        matrix = _unmasked(matrix, "matrix")
        shape = matrix.shape
        if len(shape) == 2:
            places = matrix.nonzero()
            found = (places[0], places[1], matrix[places])
    else:
        rows = [list(row) for row in matrix]
        shape = (len(rows), len(rows) if all(len(row) == len(rows) for row in rows) else -1)
        found = _nested(rows)
    if len(shape) != 2 or shape[0] != shape[1]:
        raise Error(Code.INPUT, "a square matrix is needed: a row and a column for each rank")
    return int(shape[0]), found


def _nested(rows: List[List[Any]]) -> Entries:
    found = [(i, j, x) for i, row in enumerate(rows) for j, x in enumerate(row) if x != 0]
    return [e[0] for e in found], [e[1] for e in found], [e[2] for e in found]


def edges(parts: Iterable[Tuple[Any, Any, Any, Any]]) -> Any:
    """Edges as C takes them, of one or more groups of sources, destinations, bytes, messages.

    Bytes or messages may be one number for all edges of a group.
    """
    columns = []
    for src, dst, size, messages in parts:
        src, dst = unsigned(src, "I", "sources"), unsigned(dst, "I", "destinations")
        size, messages = _column(size, len(src), "bytes"), _column(messages, len(src), "messages")
        if not len(src) == len(dst) == len(size) == len(messages):
            raise Error(
                Code.INPUT,
                f"{len(src)} sources, {len(dst)} destinations, {len(size)} sizes and "
                f"{len(messages)} numbers of messages: there must be as many of each",
            )
        columns.append((src, dst, size, messages))
    count = sum(len(part[0]) for part in columns)
    result = (Edge * count)()
    if count == 0:
        return result
    # Column by column into the structures, seen as words of 32 and of 64 bits.
    octets = memoryview(result).cast("B")
    words, longs = octets.cast("I"), octets.cast("Q")
    start = 0
    for src, dst, size, messages in columns:
        end = start + len(src)
        words[6 * start : 6 * end : 6] = memoryview(src)
        words[6 * start + 1 : 6 * end : 6] = memoryview(dst)
        longs[3 * start + 1 : 3 * end : 3] = memoryview(size)
        longs[3 * start + 2 : 3 * end : 3] = memoryview(messages)
        start = end
    return result


def _column(values: Union[int, Collection[int], Any], count: int, what: str) -> "array.array[int]":
    if isinstance(values, numbers.Real):
        return array.array("Q", [whole(values, LIMIT, what)]) * count
    return unsigned(values, "Q", what)
