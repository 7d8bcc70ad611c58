# SPDX-License-Identifier: BSD-3-Clause
"""numpy, scipy.sparse and networkx in and out."""

import os
import unittest

import networkx
import numpy
import scipy.sparse

import topomap
from topomap import Allocation, Error, Graph, Network

LULESH = os.path.join(os.environ["top_srcdir"], "tests", "graphs", "lulesh_64.p2p.el")


class Arrays(unittest.TestCase):
    def setUp(self):
        self.graph = Graph.read(LULESH)

    def test_dense(self):
        matrix = self.graph.to_numpy()
        self.assertEqual((matrix.shape, matrix.dtype), ((64, 64), numpy.uint64))
        self.assertEqual(matrix.sum(), 9014976)
        self.assertEqual(self.graph.to_numpy("messages").sum(), 9396)
        again = Graph.from_matrix(matrix, messages=self.graph.to_numpy("messages"))
        self.assertEqual(again.edge_list(), self.graph.edge_list())
        for dtype in (float, numpy.int64, numpy.float32):
            again = Graph.from_matrix(matrix.astype(dtype))
            self.assertEqual(again.bytes, 9014976)
        edge = self.graph.edge_list()[0]
        self.assertEqual(matrix[edge.src, edge.dst], edge.bytes)
        receivers = Graph.from_matrix(numpy.array([[0, 0], [3, 0]]).T)
        self.assertEqual(receivers.edge_list(), [(0, 1, 3, 1)])

    def test_sparse(self):
        matrix = self.graph.to_scipy()
        self.assertEqual((matrix.nnz, matrix.sum()), (936, 9014976))
        self.assertTrue((matrix.toarray() == self.graph.to_numpy()).all())
        for convert in ("tocsr", "tocsc", "tocoo", "tolil", "todok"):
            again = Graph.from_matrix(getattr(matrix, convert)(),
                                      messages=self.graph.to_scipy("messages"))
            self.assertEqual(again.edge_list(), self.graph.edge_list())
        self.assertEqual(Graph.from_matrix(scipy.sparse.csr_matrix((5, 5))).edges, 0)
        self.assertEqual(Graph.from_matrix(matrix.todense()).bytes, 9014976)
        twice = scipy.sparse.coo_matrix(([1, 2, 1, 2], ([0, 0, 1, 1], [1, 1, 0, 0])), shape=(2, 2))
        self.assertEqual(Graph.from_matrix(twice).edge_list(), [(0, 1, 3, 1), (1, 0, 3, 1)])
        self.assertEqual(topomap.Network.from_distances(twice).distance(0, numpy.int64(1)), 3)
        self.assertEqual(twice.nnz, 4)
        places = ([0, 0, 1], [1, 1, 0])
        for values, kind, total in (
            ([3000000000] * 2 + [0], "u4", 6000000000), ([2000000000] * 2 + [0], "i4", 4000000000),
            ([200, 100, 0], "u1", 300), ([2**24, 1, 0], "f4", 2**24 + 1), ([1, 1, 0], "?", 2),
        ):
            narrow = scipy.sparse.coo_matrix((numpy.array(values, kind), places), shape=(2, 2))
            self.assertEqual(Graph.from_matrix(narrow).edge_list(), [(0, 1, total, 1)])
        for values, pattern in (([5, -2, 0], "bytes: -2"), ([0.5, 0.5, 0], "bytes: 0.5"),
                                ([2**53, 2**53, 0], "bytes: all entries")):
            with self.assertRaisesRegex(Error, pattern):
                Graph.from_matrix(scipy.sparse.coo_matrix((values, places), shape=(2, 2)))
        stencil = scipy.sparse.diags([1, -4, 1], [-1, 0, 1], shape=(100, 100))
        product = Graph.of_product(stencil, 10)
        self.assertEqual((product.ranks, {edge.bytes for edge in product.edge_list()}), (10, {8}))

    def test_edges(self):
        edges = self.graph.edge_array()
        self.assertEqual(edges.dtype.names, ("src", "dst", "bytes", "messages"))
        self.assertEqual([tuple(edge) for edge in edges.tolist()], self.graph.edge_list())
        again = Graph.from_edges(64, edges["src"], edges["dst"], edges["bytes"], edges["messages"])
        self.assertEqual(again.edge_list(), self.graph.edge_list())
        self.assertEqual(len(Graph.from_edges(2, [], [], []).edge_array()), 0)
        many = numpy.arange(200000)
        ring = Graph.from_edges(200000, many, (many + 1) % 200000, numpy.uint16(7))
        self.assertEqual((ring.bytes, len(ring.edge_list())), (1400000, 200000))
        self.assertEqual(ring.edge_list()[-1], (199999, 0, 7, 1))

    def test_coordinates(self):
        allocation = Allocation(Network("tree:2x2"), tasks=1)
        with self.assertRaisesRegex(topomap.Error, "a row of numbers for each rank"):
            topomap.place(Graph.pattern("grid:4"), allocation, "rcb", coordinates=[0, 1, 2, 3])

    def test_masks(self):
        masked = numpy.ma.masked_array([5, 6], mask=[False, True])
        for edges in (([0, 1], [1, 2], masked), (masked, [1, 2], [1, 1])):
            with self.assertRaisesRegex(topomap.Error, "numbers of the array are masked"):
                Graph.from_edges(7, *edges)
        with self.assertRaisesRegex(topomap.Error, "numbers of the array are masked"):
            Graph.from_matrix(numpy.ma.masked_array([[0, 1], [1, 0]], mask=[[0, 1], [0, 0]]))
        whole = numpy.ma.masked_array([5, 6], mask=[False, False])
        self.assertEqual(Graph.from_edges(3, [0, 1], [1, 2], whole).bytes, 11)

    def test_networkx(self):
        graph = self.graph.to_networkx()
        self.assertEqual((graph.number_of_nodes(), graph.number_of_edges()), (64, 936))
        self.assertEqual(Graph.from_networkx(graph, messages="messages").edge_list(),
                         self.graph.edge_list())
        ring = networkx.cycle_graph(5)
        networkx.set_edge_attributes(ring, 3, "volume")
        self.assertEqual(Graph.from_networkx(ring, weight="volume").edges, 10)
        multi = networkx.MultiDiGraph([(0, 1, {"weight": 2}), (0, 1, {"weight": 5})])
        self.assertEqual(Graph.from_networkx(multi).edge_list(), [(0, 1, 7, 2)])
        with self.assertRaisesRegex(Error, "no attribute 'weight'"):
            Graph.from_networkx(ring)
        with self.assertRaisesRegex(Error, "the ranks 0 to 1"):
            Graph.from_networkx(networkx.Graph([("a", "b", {"weight": 1})]))

    def test_networks(self):
        network = Network("torus:4x4")
        distances = network.distances()
        self.assertEqual(distances[0, 10], network.distance(0, 10))
        matrix = Network.from_distances(distances)
        self.assertTrue((matrix.distances() == distances).all())
        sparse = Network.from_distances(scipy.sparse.csr_matrix(distances))
        self.assertTrue((sparse.distances() == distances).all())
        allocation = Allocation(network, tasks=numpy.full(16, 4))
        placement = numpy.repeat(numpy.arange(16), 4)
        metrics = topomap.metrics(self.graph, allocation, placement)
        self.assertEqual(metrics, topomap.metrics(self.graph, allocation, allocation.block()))
        # Hop-bytes by hand, of what was given out.
        plan = topomap.plan(self.graph, allocation, layout=placement)
        nodes = numpy.asarray(plan.placement)
        by_hand = (self.graph.to_numpy() * distances[nodes][:, nodes]).sum()
        self.assertEqual(by_hand, plan.after.hop_bytes)
        coordinates = numpy.indices((4, 4, 4)).reshape(3, 64).T
        self.assertEqual(topomap.place(self.graph, allocation, "rcb", coordinates=coordinates),
                         topomap.place(self.graph, allocation, "rcb", coordinates="4x4x4"))

    def test_faults(self):
        for matrix, pattern in (
            (numpy.zeros((2, 3)), "square"),
            (numpy.zeros(4), "square"),
            (numpy.array([[0, 0.5], [0, 0]]), "bytes: 0.5"),
            (numpy.array([[0, -1], [0, 0]]), "bytes: -1"),
            (numpy.array([[0, numpy.nan], [0, 0]]), "bytes: nan"),
            (numpy.array([[0, 2.0**60], [0, 0]]), "bytes: 1.15"),
            (numpy.array([[0, 1j], [0, 0]]), "bytes: an array of numbers"),
            (scipy.sparse.csr_matrix((2, 3)), "square"),
        ):
            with self.assertRaisesRegex(Error, pattern):
                Graph.from_matrix(matrix)
        for sources in (numpy.array([2**32]), numpy.array([2.0**32], "f4")):
            with self.assertRaisesRegex(Error, "sources: 4294967296"):
                Graph.from_edges(4, sources, [0], [1])
        with self.assertRaisesRegex(Error, "bytes: inf"):
            Graph.from_edges(4, [0], [1], numpy.array([numpy.inf], "f2"))


if __name__ == "__main__":
    unittest.main()
