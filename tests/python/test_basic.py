# SPDX-License-Identifier: BSD-3-Clause
"""The Python module without any other: the same input gives what the command gives."""

import array
import copy
import gc
import os
import pickle
import struct
import subprocess
import tempfile
import threading
import unittest
import zlib

import topomap
from topomap import Allocation, Code, Error, Graph, Network, Profile

SOURCE = os.environ["top_srcdir"]
COMMAND = os.path.join(os.environ["top_builddir"], "tools", "topomap")
LULESH = os.path.join(SOURCE, "tests", "graphs", "lulesh_64.p2p.el")
AMG = os.path.join(SOURCE, "tests", "graphs", "amg_64.coll.el")


def command(*words):
    return subprocess.run([COMMAND, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def number(value):
    """A number of a profile: 7 bits a byte, the lowest first."""
    return bytes([value & 127 | 128]) + number(value >> 7) if value > 127 else bytes([value])


def chunk(tag, *values):
    payload = b"".join(number(v) if isinstance(v, int) else number(len(v)) + v for v in values)
    text = tag + struct.pack("<I", len(payload)) + payload
    return text + struct.pack("<I", zlib.crc32(text))


class Profiles(unittest.TestCase):
    def write(self, *chunks):
        """A profile of four ranks, of which rank 1 sent something and rank 2 did not finalize."""
        file = tempfile.NamedTemporaryFile(suffix=".profile")
        self.addCleanup(file.close)
        file.write(b"topomap-profile 1\n")
        for one in chunks:
            file.write(one)
        file.write(chunk(b"E", len(chunks)))
        file.flush()
        return file.name

    def setUp(self):
        self.path = self.write(
            chunk(b"H", 4, 99, 10, 1500, b"Open MPI v4.1.4", b"app"),
            chunk(b"R", 1, 0, 1, 2 * 2, 300, 3),  # part 0 is p2p, phase 1; to rank 2
            chunk(b"R", 1, 2, 7, 2 * 0, 40, 4),  # collectives, phase 7; to rank 0
            chunk(b"R", 1, 3, 7, 2 * 3, 5, 1),  # fetched from rank 3
            chunk(b"D", 1, 0, 0, 0), chunk(b"D", 2, 1, 0, 0))

    def test_told(self):
        profile = Profile(self.path)
        self.assertEqual((profile.ranks, profile.recorded, profile.unfinished), (4, 2, 1))
        self.assertEqual((profile.sampling, profile.slice), (10, 1.5))
        self.assertEqual((profile.library, profile.program), ("Open MPI v4.1.4", "app"))
        self.assertEqual(profile.phases, [1, 7])

    def test_graphs(self):
        profile = Profile(self.path)
        everything = [(1, 0, 40, 4), (1, 2, 300, 3), (3, 1, 5, 1)]
        self.assertEqual(profile.graph().edge_list(), everything)
        self.assertEqual(Graph.read(self.path).edge_list(), everything)
        self.assertEqual(profile.graph("p2p").edge_list(), [(1, 2, 300, 3)])
        self.assertEqual(profile.graph("collectives", "p2p", "p2p").edges, 2)
        self.assertEqual(profile.graph("one-sided").edge_list(), [(3, 1, 5, 1)])
        self.assertEqual(profile.graph(phase=7).bytes, 45)
        self.assertEqual(profile.graph("p2p", phase=7).edge_list(), [])

    def test_refused(self):
        with self.assertRaisesRegex(Error, "'pp' is none of p2p"):
            Profile(self.path).graph("pp")
        with self.assertRaisesRegex(Error, "No such file") as caught:
            Profile("/no/such.profile")
        self.assertEqual(caught.exception.code, Code.INPUT)
        with self.assertRaisesRegex(Error, "is not a profile"):
            Profile(LULESH)
        with self.assertRaisesRegex(Error, "a rank is out of range"):
            Profile(self.write(chunk(b"H", 4, 99, 1, 0, b"", b""), chunk(b"R", 1, 0, 1, 8, 1, 1)))


class Graphs(unittest.TestCase):
    def test_edges(self):
        graph = Graph.from_edges(4, [2, 0, 1, 0], [0, 1, 1, 1], [5, 10, 1000, 7], [1, 2, 9, 1])
        self.assertEqual(graph.edge_list(), [(0, 1, 17, 3), (2, 0, 5, 1)])
        self.assertEqual((graph.ranks, graph.edges, graph.bytes, graph.messages), (4, 2, 22, 4))
        self.assertEqual(graph.edge_list()[1].messages, 1)
        self.assertEqual(repr(graph), "<Graph: 4 ranks, 2 edges, 22 bytes>")
        one = Graph.from_edges(3, (0, 1), array.array("I", [1, 2]), 8)
        self.assertEqual(one.edge_list(), [(0, 1, 8, 1), (1, 2, 8, 1)])
        self.assertEqual(Graph.from_edges(3, [], [], []).edge_list(), [])

    def test_geometric(self):
        graph = Graph.geometric(50, 6, seed=3)
        self.assertEqual(graph.ranks, 50)
        self.assertEqual(graph.edge_list(), Graph.geometric(50, 6, seed=3).edge_list())
        self.assertNotEqual(graph.edge_list(), Graph.geometric(50, 6, seed=4).edge_list())
        pairs = {(edge.src, edge.dst) for edge in graph.edge_list()}
        self.assertEqual(pairs, {(dst, src) for src, dst in pairs})
        self.assertTrue(3 < graph.edges / 50 < 12)

    def test_matrix(self):
        graph = Graph.from_matrix([[0, 3, 0], [0, 0, 2.0], [1, 0, 0]])
        self.assertEqual(graph.edge_list(), [(0, 1, 3, 1), (1, 2, 2, 1), (2, 0, 1, 1)])
        counted = Graph.from_matrix([[0, 3], [4, 0]], messages=[[0, 30], [0, 0]])
        self.assertEqual(counted.edge_list(), [(0, 1, 3, 30), (1, 0, 4, 0)])

    def test_files(self):
        graph = Graph.read(LULESH)
        self.assertEqual((graph.edges, graph.bytes, graph.messages), (936, 9014976, 9396))
        for form in "npy", "profile", "json", "dot":
            self.assertEqual(Graph.parse(graph.data(form)).bytes, graph.bytes)
        again = Graph.parse(graph.text("mtx"), "mtx")
        self.assertEqual([edge[:3] for edge in again.edge_list()],
                         [edge[:3] for edge in graph.edge_list()])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.el")
            graph.write(path)
            self.assertEqual(Graph.read(path).edge_list(), graph.edge_list())
            graph.write(path, "metis")
            self.assertEqual(Graph.read(path, "metis").ranks, 64)
            with self.assertRaisesRegex(Error, "cannot be written"):
                graph.write(os.path.join(folder, "no", "graph.el"))
            self.assertEqual(os.listdir(folder), ["graph.el"])

    def test_product(self):
        graph = Graph.of_product([[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], 4)
        self.assertEqual([edge.bytes for edge in graph.edge_list()], [8])

    def test_what_it_is(self):
        graph = Graph.pattern("grid:4x8:periodic")
        structure = graph.structure()
        self.assertEqual((structure.kind, sorted(structure.dims)), ("grid", [4, 8]))
        self.assertEqual((structure.periodic, structure.neighbours), ((True, True), 4))
        self.assertEqual(len(set(structure.coordinates)), 32)
        self.assertEqual(Graph.from_edges(3, [], [], []).structure().kind, "none")
        info = command("graph", "info", LULESH)
        metrics = Graph.read(LULESH).metrics()
        for name in ("amount", "balance", "centrality", "heterogeneity"):
            self.assertRegex(info, rf"(?m)^C., {name} +{getattr(metrics, name):.10g}$")
        self.assertRegex(info, rf"(?m)^NBC.* {metrics.neighbour:.10g}$")
        self.assertEqual(graph.by_messages().bytes, graph.messages)
        network = Network("torus:4x4x4")
        self.assertEqual(network.message_bytes, 12500)
        counted = Graph.read(LULESH)
        self.assertEqual(counted.by_time(network.message_bytes).bytes,
                         counted.bytes + 12500 * counted.messages)
        self.assertEqual(graph.by_time(12500).bytes, graph.bytes)
        self.assertEqual(Graph.from_edges(4, [0, 1], [1, 2], [30, 10]).split(2), 0.25)

    def test_names(self):
        self.assertIn("edges", topomap.graph_formats())
        self.assertIn("grid", " ".join(topomap.patterns()))
        self.assertIn("torus", topomap.network_kinds())
        self.assertIn("hop-bytes", topomap.objectives())
        self.assertIn("rankfile", topomap.plan_formats())
        self.assertIn("multisect", [algorithm.name for algorithm in topomap.algorithms()])
        self.assertEqual(command("--version").split()[-1], topomap.__version__)


class Networks(unittest.TestCase):
    def test_forms_and_files(self):
        network = Network("torus:4x3")
        self.assertEqual((network.kind, len(network.nodes)), ("torus", 12))
        self.assertEqual(network.distance("n0", "n3"), 1)
        self.assertEqual(network.distance(0, 6), 3)
        self.assertEqual(network.coordinates("n5"), (1, 1))
        links = network.links()
        self.assertEqual(len(network.route(0, 6)), 3)
        self.assertEqual(len(links), 48)
        self.assertTrue(links[network.route(0, 1)[0]].assumed)
        path = os.path.join(SOURCE, "tests", "cli", "networks", "tree.yaml")
        self.assertEqual(Network(path).kind, "tree")
        self.assertEqual(Network(path).coordinates(0), ())
        self.assertEqual([link.width for link in Network(path).links()].count(2) > 0, True)
        self.assertEqual(Network.flat("a[1-3]").nodes, ["a1", "a2", "a3"])
        self.assertIn("<platform", network.export("simgrid"))

    def test_weights(self):
        self.assertEqual(Network("torus:4x4", link_weights="y:5").distance("n0", "n4"), 5)
        with self.assertRaises(Error) as caught:
            Network("torus:4x4", link_weights="w:5")
        self.assertEqual(caught.exception.code, Code.USAGE)

    def test_distances(self):
        network = Network.from_distances([[0, 1, 9], [1, 0, 3], [9, 3, 0]], nodes=["a", "b", "c"])
        self.assertEqual((network.distance("a", "c"), network.distance(1, 2)), (9, 3))
        with self.assertRaisesRegex(Error, "same in both directions"):
            Network.from_distances([[0, 1], [2, 0]])
        for name in ('b"\n', "", "n[1-2]"):
            with self.assertRaisesRegex(Error, "the name of node 1 is not one: names are letters"):
                Network.from_distances([[0, 1], [1, 0]], nodes=["a", name])
        with self.assertRaisesRegex(Error, "3 names for 2 nodes"):
            Network.from_distances([[0, 1], [1, 0]], nodes=["a", "b", "c"])

    def test_allocations(self):
        network = Network("tree:4x4")
        allocation = Allocation(network, "n[0-2]", "2(x2),1")
        self.assertEqual((allocation.hosts, allocation.tasks), (["n0", "n1", "n2"], [2, 2, 1]))
        self.assertEqual(list(allocation.block()), [0, 0, 1, 1, 2])
        self.assertEqual(list(allocation.cyclic()), [0, 1, 2, 0, 1])
        self.assertEqual(sorted(allocation.random(3)), [0, 0, 1, 1, 2])
        self.assertEqual(allocation.random(3), allocation.random(3))
        listed = Allocation(network, ["n7", "n1"], [3, 1])
        self.assertEqual(listed.hosts_of([0, 1, 0, 0]), ["n7", "n1", "n7", "n7"])
        self.assertEqual(listed.distance(0, 1), network.distance("n7", "n1"))
        self.assertEqual(Allocation(network, tasks=2).ranks, 32)
        self.assertEqual(Allocation(network, ["n1", "n2"], "4,1").ranks, 5)
        with self.assertRaises(Error):
            Allocation(network, [])
        with self.assertRaisesRegex(Error, "3 hosts, but 2"):
            Allocation(network, "n[0-2]", [1, 2])


class Plans(unittest.TestCase):
    def setUp(self):
        self.graph = Graph.read(LULESH)
        self.allocation = Allocation(Network("tree:4x4"), tasks=4)

    def test_same_as_the_command(self):
        inputs = ["-N", "tree:4x4", "-H", "n[0-15]", "-t", "4"]
        plan = topomap.plan(self.graph, self.allocation)
        self.assertEqual(plan.text("hosts"), command("plan", "-g", LULESH, *inputs, "-f", "hosts"))
        self.assertEqual(plan.text("hosts").split(), plan.hosts)
        self.assertEqual(plan.hosts, self.allocation.hosts_of(plan.placement))
        order = topomap.plan(Graph.pattern("order", 64), self.allocation, layout=[
            *self.allocation.cyclic()])
        text = command("plan", "-g", "order", *inputs, "--layout", "cyclic", "-f", "slots")
        self.assertEqual(order.text("slots"), text)
        named = topomap.plan(self.graph, self.allocation, algorithms="random,cyclic", seed=7)
        text = command("plan", "-g", LULESH, *inputs, "-a", "random,cyclic", "-s", "7", "-f",
                       "hosts")
        self.assertEqual(named.text("hosts"), text)
        kept = topomap.plan(self.graph, self.allocation, algorithms="cyclic", keep_layout=True)
        self.assertTrue(kept.kept)

    def test_training_jobs_keep_rank_0_on_its_node(self):
        graph = topomap.Graph.pattern("train:tp=2,pp=2,dp=4")
        network = topomap.Network("tree:4x4")
        allocation = topomap.Allocation(network, "n[9,1,5,13,2,6,10,14]", tasks=2)
        for traffic in (graph, graph.by_messages()):
            first = [topomap.plan(traffic, allocation, keep_first=keep).hosts[0]
                     for keep in (None, True, False)]
            self.assertEqual(first[:2], ["n9", "n9"])
            self.assertNotEqual(first[2], "n9")
        for setting in ({"keep_first": "off"}, {"keep_layout": "no"}):
            with self.assertRaisesRegex(topomap.Error, "is neither True nor False"):
                topomap.plan(graph, allocation, **setting)

    def test_metrics(self):
        plan = topomap.plan(self.graph, self.allocation, objective="hop-bytes")
        self.assertLess(plan.after.hop_bytes, plan.before.hop_bytes)
        self.assertEqual(topomap.metrics(self.graph, self.allocation, plan.placement), plan.after)
        self.assertEqual(
            topomap.metrics(self.graph, self.allocation, self.allocation.block()), plan.before)
        self.assertEqual(plan.after.total_bytes, 9014976)
        self.assertEqual(sum(plan.after.bytes_by_hops), 9014976)
        self.assertEqual(plan.score_after.value, plan.after.hop_bytes)
        self.assertEqual(topomap.score(self.graph, self.allocation, plan.placement,
                                       objective="hop-bytes").value, plan.after.hop_bytes)
        bound = topomap.lower_bound(self.graph, self.allocation)
        self.assertTrue(0 < bound <= plan.after.hop_bytes)
        loads = topomap.link_loads(self.graph, self.allocation, plan.placement)
        self.assertEqual(max(loads), plan.after.max_link_bytes)
        links = self.allocation.network.links()
        self.assertEqual(links[loads.index(max(loads))].name, plan.after.max_link)
        classes = topomap.class_loads(self.graph, self.allocation, plan.placement)
        self.assertEqual(max(one.max_link_bytes for one in classes), max(loads))
        self.assertEqual(sum(one.links for one in classes), len(links))
        time = topomap.predict_time(self.graph, self.allocation, plan.placement)
        self.assertTrue(max(time.transfer, time.latency) < time.seconds)
        self.assertEqual(time.busiest[0].bytes, max(loads))

    def test_what_was_tried(self):
        plan = topomap.plan(self.graph, self.allocation, algorithms="tree,hilbert")
        self.assertEqual([one.algorithm for one in plan.candidates], ["tree", "hilbert"])
        self.assertIsNone(plan.candidates[0].failure)
        self.assertIn("coordinates", plan.candidates[1].failure)
        self.assertEqual(plan.algorithm, "tree")
        self.assertTrue(plan.phases)
        self.assertGreater(plan.seconds, 0)
        placed = topomap.place(self.graph, self.allocation, "tree")
        self.assertEqual(placed.placement, plan.placement)

    def test_inside_nodes(self):
        tree = topomap.NodeTree("package:2 core:4 pu:1")
        self.assertEqual((tree.pus, tree.cores), (8, 8))
        graph = Graph.from_matrix([[9 * ((i + j) % 2 and i != j) for i in range(8)]
                                   for j in range(8)])
        allocation = Allocation(Network("tree:2"), "n0", 8)
        rings = Graph.from_edges(8, [0, 2, 1, 3], [2, 4, 3, 5], 100)
        for one, gains in ((graph, False), (rings, True)):
            plan = topomap.plan(one, allocation, node_tree=tree)
            in_order = topomap.score(one, allocation, plan.placement, node_tree=tree)
            self.assertEqual(plan.score_after.inside < in_order.inside, gains)
            score = topomap.score(one, allocation, plan.placement, plan.slots, node_tree=tree)
            self.assertEqual(score, plan.score_after)
            self.assertEqual(sorted(plan.slots), list(range(8)))
        with self.assertRaisesRegex(Error, "7 slots for 8 ranks"):
            topomap.score(rings, allocation, plan.placement, range(7))

    def test_coordinates_and_recipes(self):
        grid = Allocation(Network("torus:4x4"), tasks=4)
        by_array = topomap.place(self.graph, grid, "rcb", coordinates=[
            (x, y, z) for x in range(4) for y in range(4) for z in range(4)])
        self.assertEqual(by_array, topomap.place(self.graph, grid, "rcb", coordinates="4x4x4"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "hosts")
            topomap.plan(self.graph, grid, algorithms="rcb", coordinates="4x4x4").write(path)
            self.assertEqual(grid.read(path), by_array.placement)
        with self.assertRaisesRegex(Error, "as many numbers"):
            topomap.plan(self.graph, grid, coordinates=[(1, 2), (3,)])

    def test_threads(self):
        expected = topomap.plan(self.graph, self.allocation).placement
        found = []
        threads = [threading.Thread(target=lambda: found.append(
            topomap.plan(self.graph, self.allocation).placement)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 4)

    def test_copies(self):
        network = Network("tree:4x2")
        allocation = Allocation(network, tasks=2)
        graph = Graph.pattern("grid:4x4")
        plan = topomap.plan(graph, allocation)
        for one in (network, allocation, graph, plan, topomap.NodeTree("package:1 core:2 pu:1")):
            self.assertIs(copy.copy(one), one)
            for duplicate in (copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(Error, f"a {type(one).__name__} .* cannot be pickled"):
                    duplicate(one)
        shared = copy.copy(graph)
        del graph
        gc.collect()
        self.assertEqual(shared.edge_list()[0].dst, 1)

    def test_lifetimes(self):
        plan = topomap.plan(Graph.pattern("grid:4x4"), Allocation(Network("tree:4x2"), tasks=2))
        self.assertEqual(len(plan.text("json")) > 100 and len(plan.hosts), 16)


class Faults(unittest.TestCase):
    def refused(self, code, pattern, call, *arguments, **named):
        with self.assertRaisesRegex(Error, pattern) as caught:
            call(*arguments, **named)
        self.assertEqual(caught.exception.code, code)
        self.assertEqual(caught.exception.text, str(caught.exception))

    def test_inputs(self):
        allocation = Allocation(Network("tree:2x2"), tasks=1)
        graph = Graph.pattern("grid:2x2")
        cases = [
            ("No such file", Graph.read, "/no/such/file"),
            ("text:1:5: ", Graph.parse, "0 1 x\n", "edges"),
            ("rank 9 is out of range", Graph.from_edges, 4, [9], [0], [1]),
            ("2 sources, 1 destinations", Graph.from_edges, 4, [1, 2], [0], 1),
            ("sources: -1 is not", Graph.from_edges, 4, [-1], [0], [1]),
            ("bytes: 0.5 is not", Graph.from_edges, 4, [1], [0], [0.5]),
            ("bytes: nan is not", Graph.from_edges, 4, [1], [0], [float("nan")]),
            ("bytes: 1.5 is not", Graph.from_edges, 4, [1], [0], 1.5),
            ("'x' is not a whole", Graph.from_edges, 4, [1], [0], ["x"]),
            ("exceed 2\\^53", Graph.from_edges, 4, [1, 2], [0, 0], 2**53),
            ("-4 ranks are out", Graph.from_edges, -4, [], [], []),
            ("ranks: 'x' is not a whole", Graph.from_edges, "x", [], [], []),
            ("square", Graph.from_matrix, [[1, 2], [3]]),
            ("2 and 1 rows", Graph.from_matrix, [[0, 1], [1, 0]], [[0]]),
            ("did you mean 'torus:4x4'", Network, "trous:4x4"),
            ("no node 'n9'", allocation.network.distance, "n9", 0),
            ("no node 0.5", allocation.network.distance, 0.5, 0),
            ("no node 4", allocation.network.distance, 0, 4),
        ]
        for pattern, *call in cases:
            self.refused(Code.INPUT, pattern, *call)
        self.refused(Code.USAGE, "NUL", Network, "torus:4\0")
        self.refused(Code.USAGE, "NUL", Network.flat, "a\0b")
        for call in (Graph.read, topomap.Profile, topomap.NodeTree, allocation.read, graph.write):
            self.refused(Code.USAGE, "NUL", call, __file__ + "\0")
        self.refused(Code.USAGE, "unknown algorithm", topomap.plan, graph, allocation,
                     algorithms="no-such")
        self.refused(Code.USAGE, "effort needs fast", topomap.plan, graph, allocation, effort="most")
        self.refused(Code.USAGE, "min_gain", topomap.plan, graph, allocation, min_gain=2)
        for setting, value, needs in [
            ("cpus_per_task", 2.9, "from 1 to 65535, not '2.9'"),
            ("cpus_per_task", 0, "from 1 to 65535, not '0'"),
            ("cpus_per_task", None, "from 1 to 65535, not 'None'"),
            ("seed", -1, "a whole number, not '-1'"),
            ("seed", 2**64 + 1, "a whole number, not '18446744073709551617'"),
            ("seed", 1.5, "a whole number, not '1.5'"),
            ("time_budget", 1e9, "from 0 to 86400, not '1000000000'"),
            ("time_budget", -1, "from 0 to 86400, not '-1'"),
        ]:
            self.refused(Code.USAGE, f"{setting} needs .*{needs}", topomap.plan, graph, allocation,
                         **{setting: value})
        self.assertEqual(topomap.plan(graph, allocation, seed=2.0, cpus_per_task=1.0).placement,
                         topomap.plan(graph, allocation, seed=2).placement)
        ones = [[1, 1], [1, 1]]
        for seed in (-1, 2**64, 0.5):
            self.refused(Code.INPUT, "seed: .* is not", allocation.random, seed)
            self.refused(Code.INPUT, "seed: .* is not", Graph.geometric, 8, 2, seed)
            self.refused(Code.INPUT, "seed: .* is not", Graph.of_product, ones, 2, 8, seed)
        self.refused(Code.INPUT, "value_bytes: -1", Graph.of_product, ones, 2, -1)
        self.refused(Code.INPUT, "ranks: 8.5 is not", Graph.pattern, "ring", 8.5)
        self.refused(Code.INPUT, "tasks of nodes: 1.5 is not", Allocation, allocation.network,
                     "n[0-1]", tasks=1.5)
        self.refused(Code.USAGE, "no graph format", graph.text, "no-such")
        self.refused(Code.IMPOSSIBLE, "ranks", topomap.plan, Graph.pattern("grid:2x3"), allocation)
        self.refused(Code.IMPOSSIBLE, "3 ranks", topomap.metrics, graph, allocation, [0, 1, 2])
        self.refused(Code.IMPOSSIBLE, "", topomap.metrics, graph, allocation, [0, 0, 0, 1])
        self.refused(Code.INPUT, "placement: -1", allocation.check, [0, 1, 2, -1])

    def test_optional_modules(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            with self.assertRaises(ImportError):
                Graph.pattern("grid:2x2").to_numpy()


if __name__ == "__main__":
    unittest.main()
