# SPDX-License-Identifier: BSD-3-Clause
"""The cases of the bench: the table `cases`, and the files that each of them needs."""
import fnmatch
import hashlib
import os
import shutil
import subprocess


PARTS = ("quick", "best")  # tags of cases that run alone; all run but those for scale


class Case:
    """One row of the table, for one seed."""

    def __init__(self, name, graph, network, hosts, tasks, tags):
        self.name, self.graph, self.network = name, graph, network
        self.hosts, self.tasks, self.tags = hosts, tasks, tags
        self.folder = None

    def path(self, name):
        return os.path.join(self.folder, name)

    def pattern(self):
        """The pattern of topomap's that stands for the graph, or None if it is a file."""
        return self.graph[len("pattern:"):] if self.graph.startswith("pattern:") else None

    def recipe(self):
        return " ".join((self.graph, self.network, self.hosts, self.tasks))


def read_cases(path):
    """All cases of the table, in its order."""
    cases = []
    with open(path, encoding="utf-8") as table:
        for number, line in enumerate(table, 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if len(words) not in (6, 7):
                raise SystemExit(f"{path}:{number}: six or seven columns, not {len(words)}")
            tags = words[6].split(",") if len(words) == 7 else []
            cases += expand(words[:5], words[5], tags)
    return cases


def expand(recipes, seeds, tags):
    """The cases of one row: only the first of its seeds is in the parts."""
    if seeds == "-":
        return [Case(*recipes, set(tags))]
    return [Case(f"{recipes[0]}.{seed}", *[r.replace("{s}", seed) for r in recipes[1:]],
                 set(tags) - (set(PARTS) if i else set()))
            for i, seed in enumerate(seeds.split(","))]


def select(cases, patterns, part):
    """Those of a part (all, quick, best, scale) whose name matches one of the shell patterns, or
    all if there are none. Those for scale are only in their own part."""
    return [c for c in cases if ("scale" in c.tags) == (part == "scale") and
            (part not in PARTS or part in c.tags) and
            (not patterns or any(fnmatch.fnmatch(c.name, p) for p in patterns))]


def version():
    """Changes with the sources of what makes the inputs."""
    here = os.path.dirname(os.path.abspath(__file__))
    digest = hashlib.sha256()
    for name in ("regular.c", "meshes.c", "networks.c", "peer_files.c"):
        with open(os.path.join(here, name), "rb") as source:
            digest.update(source.read())
    return digest.hexdigest()[:12]


class Workshop:
    """Makes the files of cases, once: a graph is shared by all cases with the same recipe."""

    def __init__(self, tools, graphs, work):
        self.generate, self.judge = (os.path.join(tools, t) for t in ("generate", "judge"))
        self.tools, self.graphs, self.work = tools, graphs, work
        self.version = version()

    def run(self, *words, source=None):
        """What `generate` prints."""
        result = subprocess.run([self.generate, *words], input=source, capture_output=True,
                                check=False)
        if result.returncode:
            raise SystemExit(f"generate {' '.join(words)}: {result.stderr.decode().strip()}")
        return result.stdout

    def edges(self, recipe):
        """The edge list of a recipe, as bytes."""
        recipe, plus, seed = recipe.partition("+shuffle:")
        kind, *words = recipe.split(":")
        if kind == "file":
            with open(os.path.join(self.graphs, words[0]), "rb") as file:
                edges = file.read()
        elif kind == "delaunay":
            edges = self.delaunay(*words)
        else:
            edges = self.run(kind, *words)
        return self.run("shuffle", seed, source=edges) if plus else edges

    def delaunay(self, dims, ranks, points, seed):
        """Who borders on whom when a mesh of `points` points a rank is cut among the ranks."""
        cloud = self.run("points", str(int(ranks) * int(points)), dims, seed)
        simplices = subprocess.run(["qdelaunay", "i"], input=cloud, stdout=subprocess.PIPE,
                                   check=True).stdout
        return self.run("quotient", ranks, dims, source=simplices)

    def graph(self, recipe):
        """Path of the graph in Scotch's format, which all read."""
        path = os.path.join(self.work, f"graphs-{self.version}", recipe + ".grf")
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path + ".el", "wb") as file:
                file.write(self.edges(recipe))
            subprocess.run([self.judge, "rescale", path + ".el", path + ".new"], check=True)
            os.remove(path + ".el")
            os.rename(path + ".new", path)
        return path

    def hosts(self, recipe):
        kind, *words = recipe.split(":")
        if kind == "all":
            return f"n[0-{int(words[0]) - 1}]\n".encode()
        return self.run(kind, *words)

    def tasks(self, recipe):
        kind, *words = recipe.split(":")
        return self.run("tasks", *words) if kind == "uneven" else f"{kind}\n".encode()

    def make(self, case):
        """The folder of a case, complete. False if a program for its graph is missing."""
        if case.graph.startswith("delaunay") and not shutil.which("qdelaunay"):
            return False
        case.folder = os.path.join(self.work, case.name)
        stamp = f"{case.recipe()} {self.version}\n"
        if os.path.exists(case.path("recipe")):
            with open(case.path("recipe"), encoding="utf-8") as file:
                if file.read() == stamp:
                    return True
        shutil.rmtree(case.folder, ignore_errors=True)
        os.makedirs(case.folder)
        if not case.pattern():
            os.symlink(self.graph(case.graph), case.path("graph.grf"))
        for name, content in (("network", self.run(*case.network.split(":"))),
                              ("hosts", self.hosts(case.hosts)), ("tasks", self.tasks(case.tasks))):
            with open(case.path(name), "wb") as file:
                file.write(content)
        if not case.pattern():
            subprocess.run([self.judge, "files", *inputs(case), case.folder], check=True)
        with open(case.path("recipe"), "w", encoding="utf-8") as file:
            file.write(stamp)
        return True


def inputs(case):
    """The four arguments by which the judge takes a case."""
    return [case.pattern() or case.path("graph.grf"),
            *(case.path(name) for name in ("network", "hosts", "tasks"))]
