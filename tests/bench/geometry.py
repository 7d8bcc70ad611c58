# SPDX-License-Identifier: BSD-3-Clause
"""Where ranks and nodes are in space, for the geometric mapping of Zoltan2."""
import re


def rank_coordinates(workshop, recipe):
    """Three coordinates of each rank, which the application would know; None if it has none."""
    recipe, _, seed = recipe.partition("+shuffle:")
    kind, *words = recipe.split(":")
    if kind == "stencil":
        x, y, z = (int(word) for word in words[:3])
        places = [(i, j, k) for k in range(z) for j in range(y) for i in range(x)]
    elif kind == "geometric":
        lines = workshop.run("points", words[0], "2", words[1]).decode().splitlines()[2:]
        places = [(*(float(word) for word in line.split()), 0) for line in lines]
    else:
        return None
    return shuffled(workshop, places, seed) if seed else places


def shuffled(workshop, places, seed):
    """The places as `generate shuffle` renumbers their ranks: it is shown one edge a rank."""
    count = len(places)
    edges = f"# n={count}\n" + "".join(f"{i} {i} {i} 1\n" for i in range(count))
    lines = workshop.run("shuffle", seed, source=edges.encode()).decode().splitlines()[1:]
    new = [None] * count
    for line in lines:
        number, _, old, _ = line.split()
        new[int(number)] = places[int(old)]
    return new


def node_numbers(hosts):
    """The numbers of the nodes of a host list n[A-B,C]."""
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", hosts):
        yield from range(int(first), int(last or first) + 1)


def slot_lines(size, hosts, tasks):
    """A line for each slot of the nodes: which node it is on, and where that is in the torus."""
    nodes = list(node_numbers(hosts))
    counts = [int(count) for count in tasks.split(",")]
    counts = counts * len(nodes) if len(counts) == 1 else counts
    for index, (node, count) in enumerate(zip(nodes, counts)):
        place = (node % size[0], node // size[0] % size[1], node // size[0] // size[1])
        for _ in range(count):
            yield f"{index} {place[0]} {place[1]} {place[2]}"


def edge_lines(path):
    """The edges of a graph in Scotch's format, each once."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()[3:]
    for rank, line in enumerate(lines):
        words = line.split()[1:]
        for weight, other in zip(words[::2], words[1::2]):
            if rank < int(other):
                yield f"{rank} {other} {weight}"


def write_problem(workshop, case, path):
    """The problem of a case on a torus; False if its ranks have no coordinates."""
    places = rank_coordinates(workshop, case.graph)
    if not places or not case.network.startswith("torus:"):
        return False
    size = [int(word) for word in case.network.split(":")[1:]]
    with open(case.path("hosts"), encoding="utf-8") as file:
        hosts = file.read()
    with open(case.path("tasks"), encoding="utf-8") as file:
        tasks = file.read()
    edges = list(edge_lines(case.path("graph.grf")))
    lines = [" ".join(map(str, size)), str(len(places)),
             *(f"{x} {y} {z}" for x, y, z in places), *slot_lines(size, hosts, tasks),
             str(len(edges)), *edges]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return True
