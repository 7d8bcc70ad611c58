#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Many launches, with and without the plugin: what they leave behind, and how long they take.

load.campaign starts the cluster. Launches with and without the plugin take turns in blocks, as
plugstack.conf is read at each launch. Before and after each block, once all steps have ended, the
cluster's processes, their descriptors and memory, and its files are counted.
"""
import argparse
import collections
import os
import subprocess
import sys
import time

# Whose memory is looked at, by the names that /proc gives; it may vary by a page for each launch.
DAEMONS = ("slurmctld", "slurmd")
MOST_KIB_A_LAUNCH = 4
PERCENTILES = (0, 5, 25, 50, 75, 95, 99, 100)
CONDITIONS = ("without", "with")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cluster", required=True, help="the sandbox's folder")
    parser.add_argument("--plugstack", required=True, help="the plugin's line")
    parser.add_argument("--graph", required=True, help="a graph of four ranks")
    parser.add_argument("--row", type=int, default=1000, help="launches in a row [1000]")
    parser.add_argument("--rounds", type=int, default=200, help="rounds of launches at once [200]")
    parser.add_argument("--at-once", type=int, default=8, help="launches of a round [8]")
    return parser.parse_args()


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def listed(path):
    try:
        return os.listdir(path)
    except OSError:
        return []


def anonymous_kib(pid):
    for line in read(f"/proc/{pid}/status").splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1])
    return 0


class Cluster:
    """The sandbox's processes and files."""

    def __init__(self, folder):
        self.folder = folder
        self.mark = f" {folder}/run/private "
        self.idle = set(self.processes().values())

    def processes(self):
        """Of the cluster: they, and they alone, see the mark. {pid: name}"""
        found = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            if self.mark in read(f"/proc/{pid}/mountinfo"):
                found[int(pid)] = read(f"/proc/{pid}/comm").strip()
        return found

    def is_quiet(self):
        queue = subprocess.run(["squeue", "-h"], capture_output=True, text=True, check=False)
        return queue.returncode == 0 and not queue.stdout and \
            not set(self.processes().values()) - self.idle

    def settle(self):
        """Until no job and no step is left; whether that came to be."""
        for _ in range(600):
            if self.is_quiet():
                return True
            time.sleep(0.2)
        return False

    def files(self, processes):
        names = set()
        for part in ("run", "spool", "tmp", "nodes"):
            for path, folders, files in os.walk(f"{self.folder}/{part}"):
                names.update(os.path.join(path, name) for name in folders + files)
        for pid, name in processes.items():
            if name == "slurmd":
                names.update(f"{pid}:{file}" for file in listed(f"/proc/{pid}/root/dev/shm"))
        names.update(name for name in os.listdir("/dev/shm") if "topomap" in name)
        return names

    def sample(self):
        processes = self.processes()
        memory = collections.Counter()
        for pid, name in processes.items():
            memory[name] += anonymous_kib(pid)
        return {
            "processes": len(processes),
            "descriptors": sum(len(listed(f"/proc/{pid}/fd")) for pid in processes),
            "files": len(self.files(processes)),
            **{f"{name} KiB": memory[name] for name in DAEMONS},
        }


class Campaign:
    """The launches and their figures."""

    def __init__(self, args):
        self.args = args
        self.cluster = Cluster(args.cluster)
        self.seconds = {}
        self.peaks = {condition: [] for condition in CONDITIONS}
        self.growth = {condition: collections.Counter() for condition in CONDITIONS}
        self.launched = collections.Counter()
        self.failed = []
        self.red = False

    def condition(self, condition):
        path = f"{self.args.cluster}/etc/plugstack.conf"
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(self.args.plugstack + "\n" if condition == "with" else "")
        os.rename(path + ".new", path)

    def start(self, condition, *program):
        words = ["srun", "-N2", "-n4", "--ntasks-per-node=2"]
        if condition == "with":
            words.append(f"--topomap={self.args.graph}")
        return subprocess.Popen(words + list(program), stdin=subprocess.DEVNULL, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def end(self, condition, began, launch):
        """Wait for a launch and take its figures."""
        out = launch.stdout.read()
        said = launch.stderr.read()
        _, status, usage = os.wait4(launch.pid, 0)
        launch.returncode = status
        launch.stdout.close()
        launch.stderr.close()
        placed = "4 ranks on 2 nodes: exchange 1.00 -> 0." in said
        ranks = sorted(int(line) for line in out.split() if line.isdigit())
        if status != 0 or ranks != [0, 1, 2, 3] or placed != (condition == "with"):
            self.failed.append(f"{condition}: status {status}, ranks {ranks}, {said.strip()[:300]}")
        self.peaks[condition].append(usage.ru_maxrss)
        return time.monotonic() - began

    def block(self, kind, condition, rounds, at_once):
        self.condition(condition)
        before = self.cluster.sample()
        for _ in range(rounds):
            began = time.monotonic()
            launches = [self.start(condition, "printenv", "SLURM_PROCID") for _ in range(at_once)]
            for launch in launches:
                self.seconds.setdefault((kind, condition), []).append(
                    self.end(condition, began, launch))
        self.launched[condition] += rounds * at_once
        if not self.cluster.settle():
            self.failed.append(f"{condition}: jobs or steps do not end")
        for what, count in self.cluster.sample().items():
            self.growth[condition][what] += count - before[what]

    def run(self, kind, rounds, at_once, block):
        for begin in range(0, rounds, block):
            for condition in CONDITIONS:
                self.block(kind, condition, min(block, rounds - begin), at_once)
            print(f"# {kind}: {min(begin + block, rounds)} of {rounds}", flush=True)

    def standing(self, condition):
        """Descriptors, threads and children of srun and slurmstepd while a step runs."""
        self.condition(condition)
        launch = self.start(condition, "sh", "-c", "echo $SLURM_PROCID; exec sleep 5")
        for _ in range(4):
            launch.stdout.readline()
        figures = {}
        steps = [pid for pid, name in self.cluster.processes().items() if name == "slurmstepd"]
        for name, pids in (("srun", [launch.pid]), ("slurmstepd", steps)):
            children = [read(f"/proc/{pid}/task/{pid}/children").split() for pid in pids]
            figures[name] = (len(pids), sum(len(listed(f"/proc/{pid}/fd")) for pid in pids),
                             sum(len(listed(f"/proc/{pid}/task")) for pid in pids),
                             sum(map(len, children)))
        launch.communicate()
        self.cluster.settle()
        return figures

    def ok(self, description, good, *details):
        self.red = self.red or not good
        print(f"{'ok' if good else 'not ok'} - load: {description}")
        if not good:
            for detail in details:
                print(f"#   {detail}")

    def judge(self):
        total = sum(self.launched.values())
        self.ok(f"{total} launches end well, each rank once", not self.failed, *self.failed[:20])
        for what in ("processes", "descriptors", "files"):
            grown = self.growth["with"][what]
            self.ok(f"no {what} are left behind: {grown:+d}", grown <= 0)
        for name in DAEMONS:
            each = {c: self.growth[c][f"{name} KiB"] / self.launched[c] for c in CONDITIONS}
            self.ok(f"memory of {name}: {each['with']:+.2f} KiB a launch with the plugin, "
                    f"{each['without']:+.2f} without",
                    each["with"] <= max(each["without"], 0) + MOST_KIB_A_LAUNCH)
        standing = {c: self.standing(c) for c in CONDITIONS}
        for name in ("srun", "slurmstepd"):
            self.ok(f"{name} has the same descriptors, threads and children while a step runs: "
                    f"{standing['with'][name][1:]}",
                    standing["with"][name] == standing["without"][name], standing)

    def table(self):
        print("# milliseconds       " + "".join(f"{p:>7}%" for p in PERCENTILES))
        for kind in dict.fromkeys(kind for kind, _ in self.seconds):
            rows = {}
            for condition in CONDITIONS:
                ordered = sorted(self.seconds[kind, condition])
                rows[condition] = [1e3 * ordered[round(p / 100 * (len(ordered) - 1))]
                                   for p in PERCENTILES]
            rows["added"] = [b - a for a, b in zip(rows["without"], rows["with"])]
            for name, row in rows.items():
                print(f"# {kind + ', ' + name:19}" + "".join(f"{value:8.0f}" for value in row))
        for condition in CONDITIONS:
            peaks = sorted(self.peaks[condition])
            print(f"# peak memory of srun {condition}: median {peaks[len(peaks) // 2]} KiB, "
                  f"largest {peaks[-1]} KiB")


def main():
    args = arguments()
    campaign = Campaign(args)
    campaign.run("warm-up", 10, 1, 10)
    campaign.seconds.clear()
    campaign.launched.clear()
    for counts in campaign.growth.values():
        counts.clear()
    campaign.run("in a row", args.row, 1, 50)
    campaign.run(f"{args.at_once} at once", args.rounds, args.at_once, 20)
    campaign.judge()
    campaign.table()
    return campaign.red


if __name__ == "__main__":
    sys.exit(main())
