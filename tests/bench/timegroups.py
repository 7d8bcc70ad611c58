# SPDX-License-Identifier: BSD-3-Clause
"""What `make bench-time` runs: groups of a graph and a network, as topomap and SimGrid see it."""
import csv
import hashlib
import os
import random
import statistics

BANDWIDTH = 12.5e9  # bytes/s of a link
LATENCY = 2e-7      # s of a link
MESSAGES = 12000    # of an exchange, at most: what a judge can take

# What SMPI makes of messages, unless it is told otherwise: factors of latency and bandwidth by size
# (its options smpi/lat-factor and smpi/bw-factor), an envelope that counts in these sizes, and 5 % of
# the traffic back (network/crosstraffic).
ENVELOPE = 16 # bytes
SIZES = [(0, 0.812084, 2.01467), (257, 0.338112, 1.95341), (732, 0.341987, 1.9503),
         (1426, 0.608902, 1.61075), (3484, 0.77493, 1.88101), (5776, 1.08739, 2.18796),
         (9376, 0.58729, 2.59299), (15424, 0.697866, 3.48845), (65472, 0.940694, 11.6436)]
PROTOCOL = ("protocol: {sizes: [" +
            ", ".join(f"{{from: {max(size - ENVELOPE, 0)}, bandwidth: {bandwidth}, latency: {latency}}}"
                      for size, bandwidth, latency in SIZES) +
            f"], header: {ENVELOPE}, acknowledgements: 0.05, "
            "inside: {bandwidth: 1e10, latency: 5e-7}}")

# Tasks of a node for each graph. Of a job's nodes there may be fewer than the network has.
GRAPHS = {
    "lulesh_27.p2p": 1, "lulesh_64.p2p": 1, "lulesh_64.coll": 4, "lulesh_125.p2p": 4,
    "hpccg_64.p2p": 4, "comd_64.p2p": 1, "minife_100.p2p": 4, "amg_64.p2p": 4, "amg_64.coll": 1,
    "npb_bt_64.p2p": 4, "npb_bt_144.p2p": 3, "npb_cg_64.p2p": 4, "npb_cg_256.p2p": 4,
    "npb_mg_64.p2p": 1, "npb_lu_64.p2p": 4, "npb_ft_64.coll": 4, "npb_is_64.p2p": 1,
    "pencil_64.coll": 4, "maplib/amg": 1, "maplib/btmz": 4, "maplib/cg": 1, "maplib/lulesh": 4,
}

TORI = {16: (4, 2, 2), 25: (5, 5), 27: (3, 3, 3), 32: (4, 4, 2), 48: (4, 4, 3), 64: (4, 4, 4)}


class Network:
    """A network, and the nodes on it that a job got."""

    def __init__(self, name, nodes, given, topomap, simgrid):
        self.name, self.nodes, self.given = name, nodes, given
        self.topomap, self.simgrid = topomap, simgrid

    def description(self, routes, protocol):
        """topomap's; without what it says of routes, or of the protocol, if that is not to be
        known."""
        own = ", ".join([part for part in self.topomap
                         if routes or not part.startswith(("routing", "global_links"))] +
                        [PROTOCOL] * protocol)
        return (f"network: {{{own}, nodes: \"n[0-{self.nodes - 1}]\", "
                f"links: [{{bandwidth: {BANDWIDTH:g}, latency: {LATENCY:g}}}]}}\n")

    def platform(self):
        """SimGrid's. A cluster as the root zone crashes some releases."""
        return ("<?xml version='1.0'?>\n"
                "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                "<platform version=\"4.1\">\n<zone id=\"world\" routing=\"Full\">\n"
                f"<cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-{self.nodes - 1}\" "
                f"speed=\"1Gf\" bw=\"{BANDWIDTH:g}Bps\" lat=\"{LATENCY:g}s\" "
                "loopback_bw=\"10GBps\" loopback_lat=\"0.5us\" "
                f"topology=\"{self.simgrid[0]}\" topo_parameters=\"{self.simgrid[1]}\"/>\n"
                "</zone>\n</platform>\n")


def number(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def some(count, nodes, name):
    """As many nodes as a busy machine hands out, in their order."""
    return sorted(random.Random(number(name)).sample(range(nodes), count))


def torus(name, dims, given):
    nodes = 1
    for size in dims:
        nodes *= size
    return Network(name, nodes, given, ["kind: torus", f"dims: {list(dims)}", "routing: simgrid"],
                   ("TORUS", ",".join(map(str, dims))))


def fat_tree(name, leaf, width, given):
    """Leaf switches of `leaf` nodes with one link to each of `width` switches on top."""
    leaves = 64 // leaf
    return Network(name, 64, given,
                   ["kind: tree", f"children: [{leaf}, {leaves}]", f"widths: [{width}]",
                    "routing: d-mod-k"],
                   ("FAT_TREE", f"2;{leaf},{leaves};1,{width};1,1"))


def dragonfly(name, given):
    return Network(name, 64, given,
                   ["kind: dragonfly", "groups: 4", "rows: 1", "columns: 8",
                    "nodes_per_router: 2", "group_links: 1", "global_links: numbered",
                    "routing: minimal"],
                   ("DRAGONFLY", "4,1;1,1;8,1;2"))


def networks(nodes, name):
    """The networks for a job of that many nodes."""
    leaf = 8 if nodes > 32 else 4
    first = list(range(nodes))
    return [
        torus("torus", TORI[nodes], first),
        torus("torus-scattered", (8, 4, 4), some(nodes, 128, name + "torus")),
        fat_tree("fat-tree-1:1", leaf, leaf, some(nodes, 64, name + "fat-tree")),
        fat_tree("fat-tree-2:1", leaf, leaf // 2, first),
        fat_tree("fat-tree-4:1", leaf, leaf // 4, some(nodes, 64, name + "fat-tree")),
        dragonfly("dragonfly", first if nodes > 16 else some(nodes, 64, name + "dragonfly")),
    ]


# ---- graphs ------------------------------------------------------------------------------------

def read_edges(path):
    with open(path, encoding="utf-8") as lines:
        ranks = int(next(lines).split("n=")[1].split()[0])
        return ranks, [tuple(map(int, line.split())) for line in lines if line.strip()]


def read_matrix(path):
    with open(path, encoding="utf-8") as lines:
        return [[int(float(word)) for word in row] for row in csv.reader(lines) if row]


def read_matrices(stem):
    size, count = read_matrix(stem + ".size.csv"), read_matrix(stem + ".count.csv")
    return len(size), [(i, j, size[i][j], max(count[i][j], 1)) for i in range(len(size))
                       for j in range(len(size)) if i != j and size[i][j] > 0]


def find_graph(name, folders):
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path + ".el"):
            return read_edges(path + ".el")
        if os.path.exists(path + ".size.csv"):
            return read_matrices(path)
    raise SystemExit(f"time: there is no graph '{name}'")


def exchange(edges):
    """The messages of one exchange, (source, destination, messages, bytes of each): a run's are
    divided by what most pairs have of them, and their sizes kept as far as that goes."""
    edges = [e for e in edges if e[2] > 0]
    rounds = max(statistics.median(e[3] for e in edges), 1)
    while sum(max(1, round(e[3] / rounds)) for e in edges) > max(MESSAGES, len(edges)):
        rounds *= 1.5
    messages = []
    for source, target, size, count in edges:
        each = max(1, round(count / rounds))
        messages.append((source, target, each, max(1, round(size / rounds / each))))
    return messages


class Job:
    """Ranks that Slurm distributes in blocks over nodes of a network."""

    def __init__(self, graph, ranks, tasks, network):
        self.graph, self.ranks, self.tasks, self.network = graph, ranks, tasks, network
        self.name = f"{graph}/{network.name}"
        self.apart = False  # kept from tuning

    def hosts(self):
        return [f"n{node}" for node in self.network.given]

    def spec(self):
        """Tasks of each node, as Slurm writes them."""
        left = self.ranks - self.tasks * (len(self.network.given) - 1)
        return (f"{self.tasks}(x{len(self.network.given) - 1}),{left}" if left < self.tasks
                else str(self.tasks))


class Group(Job):
    def __init__(self, graph, ranks, edges, tasks, network):
        super().__init__(graph, ranks, tasks, network)
        self.run = edges                # a whole run: source, destination, bytes, messages
        self.messages = exchange(edges) # of one exchange: source, destination, messages, bytes each
        self.edges = [(s, t, count * size, count) for s, t, count, size in self.messages]
        self.apart = number(self.name) % 3 == 0


def groups(folders):
    found = []
    for graph, tasks in GRAPHS.items():
        ranks, edges = find_graph(graph, folders)
        for network in networks(-(-ranks // tasks), graph):
            found.append(Group(graph, ranks, edges, tasks, network))
    return found
