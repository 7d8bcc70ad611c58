// SPDX-License-Identifier: BSD-3-Clause
//
// geometric PROBLEM OUT [ORDERS]: the geometric task mapping of Zoltan2 (Deveci et al., "Exploiting
// geometric partitioning in task mapping for parallel computers", IPDPS 2014), a peer of the bench.
// PROBLEM is a text of numbers: the torus's three sizes; the number of tasks, their coordinates
// (three each); for each task a slot, its node and the node's place; the number of edges, and
// `a b weight` for each. OUT gets the node of each task.
//
// Processes of a job try one order of the dimensions each and keep the best. Here one process
// tries them all, one after another, or the first ORDERS; the very first cuts the longest one.
#include <Teuchos_DefaultSerialComm.hpp>
#include <Tpetra_Core.hpp>
#include <Zoltan2_TaskMapping.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <vector>

namespace {

const int all_orders = 6 * 6 + 6 + 6 + 1; // of three dimensions each, fixed or longest first

// Alone, but called by a number that chooses the order of dimensions.
class Pretender : public Teuchos::SerialComm<int> {
public:
    explicit Pretender(int rank) : rank_(rank) {}
    int getRank() const override { return rank_; }

private:
    int rank_;
};

struct Edge {
    int a, b;
    double weight;
};

struct Problem {
    int size[3];
    int tasks;
    std::vector<double> task[3], slot[3];
    std::vector<int> node;
    std::vector<Edge> edges;
};

bool read(Problem &p, const char *path)
{
    std::ifstream in(path);
    size_t edges;

    in >> p.size[0] >> p.size[1] >> p.size[2] >> p.tasks;
    if (!in || p.tasks < 1)
        return false;
    for (int d = 0; d < 3; d++) {
        p.task[d].resize(p.tasks);
        p.slot[d].resize(p.tasks);
    }
    p.node.resize(p.tasks);
    for (int t = 0; t < p.tasks; t++)
        in >> p.task[0][t] >> p.task[1][t] >> p.task[2][t];
    for (int t = 0; t < p.tasks; t++)
        in >> p.node[t] >> p.slot[0][t] >> p.slot[1][t] >> p.slot[2][t];
    in >> edges;
    if (!in)
        return false;
    p.edges.resize(edges);
    for (Edge &edge : p.edges)
        in >> edge.a >> edge.b >> edge.weight;
    return bool(in);
}

double hop_bytes(const Problem &p, const std::vector<int> &slot)
{
    double sum = 0;

    for (const Edge &edge : p.edges) {
        for (int d = 0; d < 3; d++) {
            double way = std::abs(p.slot[d][slot[edge.a]] - p.slot[d][slot[edge.b]]);

            sum += edge.weight * std::min(way, p.size[d] - way);
        }
    }
    return sum;
}

// The slot of each task, with the dimensions in one order.
std::vector<int> map(Problem &p, int order)
{
    Teuchos::RCP<const Teuchos::Comm<int>> comm = Teuchos::rcp(new Pretender(order));
    double *tasks[3] = {p.task[0].data(), p.task[1].data(), p.task[2].data()};
    double *slots[3] = {p.slot[0].data(), p.slot[1].data(), p.slot[2].data()};
    std::vector<int> first(p.tasks + 1), task(p.tasks), slot(p.tasks);
    // Without a graph: comparing the orders is done here, over all edges.
    std::vector<int> none(p.tasks + 1, 0), nobody(1, 0);
    std::vector<double> nothing(1, 0);

    Zoltan2::coordinateTaskMapperInterface<int, double, double>(
        comm, 3, p.tasks, slots, 3, p.tasks, tasks, none.data(), nobody.data(), nothing.data(),
        first.data(), task.data(), -1, Kokkos::View<int *, Kokkos::HostSpace>(), p.size);
    for (int s = 0; s < p.tasks; s++) {
        for (int i = first[s]; i < first[s + 1]; i++)
            slot[task[i]] = s;
    }
    return slot;
}

int run(const char *in, const char *out, int orders)
{
    Problem problem;
    std::vector<int> best;
    double cost = 0;

    if (!read(problem, in)) {
        std::cerr << "geometric: " << in << " is no problem\n";
        return 3;
    }
    for (int order = 0; order < orders; order++) {
        std::vector<int> slot = map(problem, order);
        double now = hop_bytes(problem, slot);

        if (best.empty() || now < cost) {
            best = slot;
            cost = now;
        }
    }
    std::ofstream answer(out);
    for (int t = 0; t < problem.tasks; t++)
        answer << problem.node[best[t]] << '\n';
    return answer.flush() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        std::cerr << "geometric: wrong arguments\n";
        return 2;
    }
    Tpetra::ScopeGuard scope(&argc, &argv);
    return run(argv[1], argv[2], argc == 4 ? std::atoi(argv[3]) : all_orders);
}
