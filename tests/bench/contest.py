# SPDX-License-Identifier: BSD-3-Clause
"""Who competes: how each peer and topomap are run, what that costs, and what the judge says."""
import json
import os
import shutil
import statistics
import subprocess
import time

import geometry
from cases import inputs

SHORT = 1.0  # CPU seconds; what takes less is run three times
DECO_NODES = 1024  # beyond, Scotch's decompositions of networks (quadratic) are left out

PACKAGES = {"scotch_gmap": "scotch", "amk_grf": "scotch", "gpmetis": "metis",
            "qdelaunay": "qhull-bin"}
ZOLTAN2 = "libtrilinos-{zoltan2,tpetra,xpetra,epetra,teuchos,kokkos,kokkos-kernels,zoltan}-dev"


def missing(tools):
    """Programs of peers and generators that are not there, with the Debian packages of each."""
    lacking = {program: package for program, package in PACKAGES.items()
               if not shutil.which(program)}
    if not os.path.exists(os.path.join(tools, "geometric")):
        lacking["Zoltan2's geometric mapping"] = ZOLTAN2
    return lacking


def run_once(tools, entry, folder):
    """CPU seconds (user and system, of the process and its children) and peak MiB of one run, or
    None if it fails; what it says is in `log` then."""
    with open(os.path.join(folder, "log"), "w", encoding="utf-8") as log:
        run = subprocess.run([os.path.join(tools, "cost"), *entry.command], cwd=folder, stderr=log,
                             stdout=subprocess.PIPE, check=False,
                             env={**os.environ, **entry.environment})
    return None if run.returncode else tuple(float(word) for word in run.stdout.split())


def scotch_networks(case, nodes):
    """Target files for Scotch: its own name for the network, or a decomposition made of it."""
    targets = {}
    if os.path.exists(case.path("sub.tgt")):
        targets["scotch"] = "sub.tgt"
    whole = case.hosts.startswith("all") and "scotch" in targets
    if nodes > DECO_NODES or whole:
        return targets
    if not os.path.exists(case.path("deco.tgt")):
        made = subprocess.run("amk_grf -ldeco.list deco.grf deco0.tgt && acpl deco0.tgt deco.new "
                              "&& mv deco.new deco.tgt", shell=True, cwd=case.folder,
                              capture_output=True, check=False)
        if made.returncode:
            return targets
    targets["scotch-deco"] = "deco.tgt"
    return targets


def program(build):
    """Path of topomap itself, not of libtool's script around it, and what it needs to start."""
    hidden = os.path.join(build, "tools", ".libs", "topomap")
    if not os.path.exists(hidden):
        return os.path.join(build, "tools", "topomap"), {}
    return hidden, {"LD_LIBRARY_PATH": os.path.join(build, "lib", ".libs")}


def versions(build):
    """What was compared, and where: a line each."""
    def first_line(*command, **options):
        found = subprocess.run(command, capture_output=True, text=True, check=False, **options)
        return (found.stdout.splitlines() or ["unknown"])[0]

    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next((line.split(":")[1].strip() for line in file if "model name" in line), "?")
    topomap_path, environment = program(build)
    lines = [first_line(topomap_path, "--version", env=environment),
             f"{os.cpu_count()} x {model}"]
    for package in sorted(set(PACKAGES.values())):
        lines.append(f"{package} " + first_line("dpkg-query", "-W", "-f", "${Version}", package))
    return lines


class Entry:
    """A competitor: its command, run in the folder of the case, and the answer that it leaves
    there, which the judge reads as `kind`."""

    def __init__(self, name, kind, answer, command, environment=None):
        self.name, self.kind, self.answer = name, kind, answer
        self.command, self.environment = command, environment or {}


def scotch(case, nodes):
    """Scotch runs with threads, as it does unless told otherwise, and with a single one, which
    costs less and always gives the same answer."""
    for network, target in scotch_networks(case, nodes).items():
        for threads, environment in (("", {}), ("-single", {"SCOTCH_PTHREAD_NUMBER": "1"})):
            for strict, options in (("", []), ("-strict", ["-cb", "-b0"])):
                name = network + threads + strict
                yield Entry(name, "scotch", name, ["scotch_gmap", *options, "graph.grf", target,
                                                   name], environment)


def metis(case, nodes):
    """Part i goes to node i of the allocation."""
    uneven = os.path.exists(case.path("weights.metis"))
    weights = ["-tpwgts=weights.metis"] if uneven else []
    for kind in ("kway", "rb"):
        yield Entry(f"metis-{kind}", "metis", f"graph.metis.part.{nodes}",
                    ["gpmetis", f"-ptype={kind}", *weights, "graph.metis", str(nodes)])


def zoltan2(workshop, case):
    """The geometric mapping, given the coordinates that ranks have in their application."""
    if geometry.write_problem(workshop, case, case.path("zoltan2.in")):
        alone = {"OMPI_MCA_ess_singleton_isolated": "1"} # Open MPI starts no daemon for it
        orders = ["1"] if "scale" in case.tags else []
        yield Entry("zoltan2", "metis", "zoltan2",
                    [os.path.join(workshop.tools, "geometric"), "zoltan2.in", "zoltan2", *orders],
                    alone)


def multisections(case):
    """Hierarchical multisection, on whole fat trees: SharedMap, and KaHIP's, which is that of VieM.
    Neither is a Debian package: they run if they are in the PATH."""
    kind, *words = case.network.split(":")
    if kind != "fattree" or not case.hosts.startswith("all"):
        return
    nodes, leaf, spine = (int(word) for word in words)
    sizes = [str(n) for n in (leaf, spine, nodes // (leaf * spine)) if n > 1]
    tree = ":".join(sizes), ":".join(str(2 * (i + 1)) for i in range(len(sizes)))
    for seed in "123":
        if shutil.which("SharedMap"):
            for imbalance in ("0", "0.03"):
                yield Entry(f"sharedmap-{imbalance}.{seed}", "metis", "sharedmap",
                            ["SharedMap", "-g", "graph.metis", "-m", "sharedmap", "-h", tree[0],
                             "-d", tree[1], "-e", imbalance, "-c", "strong", "-t", "1",
                             "-s", "nb_layer", "--seed", seed])
        if shutil.which("global_multisection"):
            yield Entry(f"multisection.{seed}", "metis", "multisection",
                        ["global_multisection", "graph.metis", f"--seed={seed}",
                         "--preconfiguration=strong", f"--hierarchy_parameter_string={tree[0]}",
                         f"--distance_parameter_string={tree[1]}",
                         "--output_filename=multisection"])


def peers(workshop, case, nodes):
    """The peers that are installed, on a case that stands in a file."""
    lacking = missing(workshop.tools)
    if case.pattern():
        return
    if "scotch_gmap" not in lacking:
        yield from scotch(case, nodes)
    if "gpmetis" not in lacking:
        yield from metis(case, nodes)
    if os.path.exists(os.path.join(workshop.tools, "geometric")):
        yield from zoltan2(workshop, case)
    yield from multisections(case)


def topomap(case, build, effort, objective="hop-bytes"):
    """Our command for a case."""
    answer = f"topomap-{effort}"
    path, environment = program(build)
    with open(case.path("tasks"), encoding="utf-8") as file:
        tasks = file.read().strip()
    return Entry(answer, "hosts", answer,
                 [path, "plan", "--graph", case.pattern() or "graph.grf", "--network", "network",
                  "--hosts", "@hosts", "--tasks-per-node", tasks, "--effort", effort,
                  "--objective", objective,
                  "--format", "hosts", "--output", answer], environment)


def annealing(tools, case, results, seconds):
    """The reference: annealing from the best answer of the peers."""
    start = min((r for n, r in results.items() if not n.startswith("topomap") and "answer" in r),
                key=lambda r: r["hop_bytes"])
    return Entry("anneal", "metis", "anneal", [os.path.join(tools, "judge"), "anneal",
                                               *inputs(case), start["answer"], str(seconds),
                                               "anneal"])


def score(tools, case, answers):
    """The judge's figures for each answer, in order."""
    lines = subprocess.run([os.path.join(tools, "judge"), "score", *inputs(case), *answers],
                           capture_output=True, text=True, check=False)
    if lines.returncode:
        raise SystemExit(f"{case.name}: {lines.stderr.strip()}")
    return [json.loads(line) for line in lines.stdout.splitlines()]


def compete(tools, case, entry):
    """Run an entry and have it judged. Short ones run three times, and each figure is the median:
    what a user gets, neither luck nor bad luck."""
    runs, answers = [], []
    while not runs or (len(runs) < 3 and runs[0][0] < SHORT):
        cost = run_once(tools, entry, case.folder)
        if cost is None:
            return {"failed": True}
        kept = case.path(f"{entry.name}.answer{len(runs)}")
        os.replace(case.path(entry.answer), kept)
        answers.append(f"{entry.kind}:{kept}")
        runs.append(cost)
    figures = sorted(zip(score(tools, case, answers), answers), key=lambda f: f[0]["hop_bytes"])
    figure, answer = figures[len(figures) // 2]
    return {**figure, "answer": answer, "cpu": statistics.median(r[0] for r in runs),
            "peak": max(r[1] for r in runs), "date": time.strftime("%Y-%m-%d %H:%M")}
