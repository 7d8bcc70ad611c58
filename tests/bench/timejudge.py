# SPDX-License-Identifier: BSD-3-Clause
"""The judge of times, SimGrid's SMPI, and topomap, whose plans and predictions it judges: what
`make bench-time` and `make bench-programs` share."""
import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

import timereport

EFFORTS = ["fast", "best"] # of the default objective, beside that of all plans
OTHERS = ["cyclic", "random", "rcm", "tree", "bisect", "greedy"]


def stop(text):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {text}")


# SimGrid's default, to work out the rest of a transfer only when its own rate changes, loses bytes:
# one placement of an all-to-all exchange took 1.7 % less than the bytes on its busiest link need.
EXACT = ["--cfg=network/optim:Full"]


class Judge:
    """SMPI, asked only for what is not in the cache. Subclasses say what is run."""
    options = []        # of smpirun, beside those that all have
    seconds_line = None # regular expression: what tells the simulated seconds

    def __init__(self, work, sources):
        if not shutil.which("smpirun"):
            stop("smpirun is not in the PATH")
        self.cache = os.path.join(work, "judged")
        os.makedirs(self.cache, exist_ok=True)
        self.key = subprocess.run(["smpirun", "-version"], capture_output=True, text=True,
                                  check=False).stdout.split("\n", 1)[0].encode()
        self.key += " ".join(["", *EXACT, *self.options]).encode()
        for path in sources:
            with open(path, "rb") as source:
                self.key += source.read()

    def command(self, what, folder):
        """The program and its arguments; may write into the folder."""
        raise NotImplementedError

    def seconds(self, platform, what, hosts):
        """`hosts` has the host of each rank."""
        known = hashlib.sha256(b"\0".join([self.key, platform.encode(), what.encode(),
                                           "\n".join(hosts).encode()])).hexdigest()
        path = os.path.join(self.cache, known[:32])
        if not os.path.exists(path):
            with tempfile.TemporaryDirectory(dir=self.cache) as folder:
                seconds = self.run(folder, platform, what, hosts)
            with open(path + ".new", "w", encoding="utf-8") as out:
                out.write(f"{seconds!r}\n")
            os.replace(path + ".new", path)
        with open(path, encoding="utf-8") as kept:
            return float(kept.read())

    def run(self, folder, platform, what, hosts):
        inputs = {"platform.xml": platform, "hosts": "\n".join(hosts) + "\n"}
        for name, text in inputs.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                out.write(text)
        run = subprocess.run(
            ["smpirun", "-platform", "platform.xml", "-hostfile", "hosts", "-np", str(len(hosts)),
             "--log=root.thres:critical", "--cfg=smpi/simulate-computation:no", *EXACT,
             *self.options, *self.command(what, folder)],
            capture_output=True, text=True, check=False, cwd=folder)
        said = re.findall(self.seconds_line, run.stdout + run.stderr, re.MULTILINE)
        if run.returncode or len(said) != 1:
            stop(f"smpirun failed: {(run.stdout + run.stderr).strip()[-500:]}")
        return float(said[0])


class Planner:
    """topomap on the graph and the network of one group."""

    def __init__(self, build, folder, graph, group, args):
        self.program = os.path.join(build, "tools", "topomap")
        self.folder, self.effort = folder, args.effort
        network = os.path.join(folder, "network.yaml")
        with open(network, "w", encoding="utf-8") as out:
            out.write(group.network.description(not args.unknown_routes,
                                                not args.unknown_protocol))
        self.job = ["-g", graph, "-N", network, "-H", ",".join(group.hosts()), "-t", group.spec(),
                    "-n", str(group.ranks)]

    def say(self, *words):
        run = subprocess.run([self.program, *words], capture_output=True, text=True, check=False)
        if run.returncode:
            stop(f"topomap {words[0]} failed: {run.stderr.strip()}")
        return run.stdout

    def place(self, name, options, effort=None):
        """The host of each rank."""
        hosts = self.say("plan", *self.job, "--effort", effort or self.effort, "-f", "hosts",
                         *options)
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(hosts)
        return hosts.split()

    def predict(self, names):
        """Seconds and hop-bytes of Slurm's block distribution and of mappings that are placed."""
        files = ",".join(os.path.join(self.folder, name) for name in names)
        rows = self.say("simulate", *self.job, "--model", "analytic", "-f", "csv",
                        "-m", files).strip().split("\n")
        columns = rows[0].split(",")
        rows = [dict(zip(columns, row.split(","))) for row in rows[1:]]
        return {name: (float(row["seconds"]), float(row["hop_bytes"]))
                for name, row in zip(["block", *names], rows)}


def block(group):
    return [host for i, host in enumerate(group.hosts())
            for _ in range(min(group.tasks, group.ranks - i * group.tasks))]


def compare(group, planner, judge, what, args):
    """What the judge and topomap say of block and of the plans for one group."""
    placed = {name: planner.place(name, ["-O", name]) for name in timereport.PLANS}
    if not args.plans_only:
        placed |= {name: planner.place(name, ["-a", name]) for name in OTHERS}
        placed |= {effort: planner.place(effort, [], effort) for effort in EFFORTS}
    predicted = planner.predict(list(placed))
    placed["block"] = block(group)
    platform = group.network.platform()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        distinct = {tuple(hosts) for hosts in placed.values()}
        found = dict(zip(distinct, pool.map(
            lambda hosts: judge.seconds(platform, what, hosts), distinct)))
    judged = {name: found[tuple(hosts)] for name, hosts in placed.items()}
    return timereport.Result(group, judged, predicted)


def add_arguments(parser, work):
    """The options that both benches have."""
    parser.add_argument("pattern", nargs="*", help="groups, shell patterns of GRAPH/NETWORK [all]")
    parser.add_argument("--build", default=os.environ.get("top_builddir", "."),
                        help="where topomap was built [$top_builddir]")
    parser.add_argument("--work",
                        help=f"folder of inputs and answers [BUILD/tests/bench/{work}]")
    parser.add_argument("--jobs", type=int, default=1, help="simulations at a time [1]")
    parser.add_argument("--effort", default="default", help="of the plans [default]")
    parser.add_argument("--unknown-routes", action="store_true",
                        help="do not tell topomap what routing and arrangement the network has")
    parser.add_argument("--unknown-protocol", action="store_true",
                        help="do not tell topomap what the protocol makes of messages")
    parser.add_argument("--plans-only", action="store_true",
                        help="judge block and the plans alone: no order of mappings")
    parser.add_argument("--verbose", action="store_true", help="all mappings of each group")
    parser.set_defaults(default_work=work)


def parse(parser):
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.work = os.path.abspath(
        args.work or os.path.join(args.build, "tests", "bench", args.default_work))
    return args
