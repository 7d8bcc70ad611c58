# SPDX-License-Identifier: BSD-3-Clause
"""A C program from the tables of the Python module, which only compiles and runs where they agree
with topomap_internal.h: sizes and offsets of structures, arguments and results of functions."""

import ctypes
import os
import subprocess
import sys
import tempfile

from topomap import _binding

NAMES = {
    ctypes.c_bool: "bool",
    ctypes.c_char: "char",
    ctypes.c_char_p: "char *",
    ctypes.c_double: "double",
    ctypes.c_int: "int",
    ctypes.c_int64: "int64_t",
    ctypes.c_size_t: "size_t",
    ctypes.c_uint32: "uint32_t",
    ctypes.c_uint64: "uint64_t",
    ctypes.c_void_p: "void *",
    _binding.OwnedText: "char *",
    None: "void",
}
TEXTS = ctypes.POINTER(ctypes.c_char_p)


def spelled(kind):
    if kind in NAMES:
        return NAMES[kind]
    if kind in _binding.STRUCTURES:
        return "struct " + _binding.STRUCTURES[kind]
    return spelled(kind._type_) + " *"


def structure(kind, name):
    yield f"_Static_assert(sizeof(struct {name}) == {ctypes.sizeof(kind)}, \"{name}\");"
    for field, type_, *_ in kind._fields_:
        at = getattr(kind, field)
        yield f"_Static_assert(offsetof(struct {name}, {field}) == {at.offset}, \"{name}.{field}\");"
        yield (f"_Static_assert(sizeof(((struct {name} *)0)->{field}) == {at.size}, "
               f"\"size of {name}.{field}\");")
        if isinstance(type_, type) and type_ in NAMES or type_ in _binding.STRUCTURES:
            yield f"static {spelled(type_)} as_{name}_{field}(struct {name} *s)"
            yield f"{{ return s->{field}; }}"


def function(name, result, arguments):
    parameters = ", ".join(f"{spelled(kind)} a{i}" for i, kind in enumerate(arguments))
    # Constness behind two pointers: void * takes the place of what C would refuse.
    passed = ", ".join(
        f"(void *)a{i}" if kind == TEXTS else f"a{i}" for i, kind in enumerate(arguments))
    call = f"topomap_{name}({passed})"
    if result is None:
        body = f"{call};"
    else:
        body = f"{spelled(result)} r = {call}; (void)r; "
        body += f"_Static_assert(sizeof r == sizeof({call}), \"{name}\");"
    return f"static void call_{name}({parameters or 'void'}) {{ {body} }}"


def program(structures, functions):
    lines = ["#include <stddef.h>", '#include "topomap_internal.h"']
    for kind, name in structures.items():
        if hasattr(kind, "_fields_"):
            lines += structure(kind, name)
    lines += [function(name, *types) for name, types in functions.items()]
    return "\n".join(lines) + "\n"


def compiles(text, header):
    """The compiler's complaints, "" if there are none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "interface.c")
        with open(path, "w") as file:
            file.write(text)
        command = [*os.environ.get("CC", "cc").split(), "-std=gnu11", "-c", path, "-I", header,
                   "-Werror", "-Wconversion", "-Werror=incompatible-pointer-types",
                   "-Wno-discarded-qualifiers", "-o", os.path.join(folder, "interface.o")]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    return done.stderr if done.returncode else ""


def main(header):
    found = compiles(program(_binding.STRUCTURES, _binding.FUNCTIONS), header)
    print(found, end="")
    # What differs is seen: a field too few, an argument too small, and a result of another size.
    class Edge(ctypes.Structure):
        _fields_ = [("src", ctypes.c_uint32), ("bytes", ctypes.c_uint64)]

    wrong = [
        program({Edge: "topomap_edge"}, {}),
        program({}, {"graph_ranks": (ctypes.c_uint64, [ctypes.POINTER(_binding.Graph)])}),
        program({}, {"graph_ranks": (ctypes.c_uint32, [ctypes.POINTER(_binding.Network)])}),
        program({}, {"graph_pattern": (None, [ctypes.c_char_p, ctypes.c_uint64])}),
    ]
    blind = [i for i, text in enumerate(wrong) if not compiles(text, header)]
    for i in blind:
        print(f"the wrong interface {i} is not seen")
    return 1 if found or blind else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
