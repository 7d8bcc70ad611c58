# SPDX-License-Identifier: BSD-3-Clause
"""The arithmetic of the bench, and its tables: everything is ratios to Slurm's block placement."""
import math

EFFORTS = ("fast", "default", "best")


def geometric_mean(values):
    """The geometric mean of positive values; None of none."""
    values = list(values)
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else None


def ratio(a, b):
    """a / b, where nothing travels at all 1."""
    return a / b if b else 1.0


class Row:
    """A case's results, as ratios."""

    def __init__(self, name, tags, results):
        self.name, self.tags, self.results = name, set(tags), results
        self.block = results["block"]["hop_bytes"]
        peers = {n: r for n, r in results.items()
                 if not n.startswith(("topomap", "anneal")) and "failed" not in r}
        self.best_peer = min(peers, key=lambda n: peers[n]["hop_bytes"])
        self.peer = peers[self.best_peer]
        self.peer_ratio = ratio(self.peer["hop_bytes"], self.block)

    def ours(self, effort):
        """Our result at an effort, or None."""
        result = self.results.get(f"topomap-{effort}")
        return result if result and "failed" not in result else None

    def ours_ratio(self, effort):
        return ratio(self.ours(effort)["hop_bytes"], self.block) if self.ours(effort) else None

    def to_peer(self, effort):
        """Ours to the best peer's hop-bytes: below 1 is better."""
        return (ratio(self.ours(effort)["hop_bytes"], self.peer["hop_bytes"])
                if self.ours(effort) else None)

    def annealed(self):
        """The reference's ratio, or None."""
        result = self.results.get("anneal")
        return ratio(result["hop_bytes"], self.block) if result else None

    def bound(self):
        """The lower bound's ratio, or None if it is 0: nothing is known."""
        return ratio(self.least(), self.block) if self.least() else None

    def least(self):
        """Hop-bytes that no placement can be below; the bound is that of when an answer was scored,
        and the highest holds for all."""
        return max(result.get("bound", 0) for result in self.results.values())

    def per_edge(self):
        """Nanoseconds of CPU that planning takes per edge, both directions counted, or None."""
        result = self.ours("default")
        return result["cpu"] * 1e9 / self.results["block"]["edges"] if result else None

    def scotch_cpu(self, threads=""):
        """CPU seconds of Scotch's default strategy, with the network that suits it best."""
        runs = [self.results[n + threads]["cpu"] for n in ("scotch", "scotch-deco")
                if "cpu" in self.results.get(n + threads, {})]
        return min(runs) if runs else None


def cell(value, digits=3):
    return "–" if value is None else f"{value:.{digits}f}"


def markdown(header, lines):
    """A table; the first column is text, the others are figures."""
    rule = ["---"] + ["---:"] * (len(header) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [header, rule, *lines]) + "\n"


def quality_table(rows):
    """Hop-bytes of everybody."""
    header = ["case", "best peer", "is", "its ranks over capacity",
              *(f"ours, {e}" for e in EFFORTS), "default / best peer", "annealing", "bound"]
    return markdown(header, [
        [row.name, cell(row.peer_ratio), row.best_peer, str(row.peer.get("over", 0)),
         *(cell(row.ours_ratio(e)) for e in EFFORTS), cell(row.to_peer("default")),
         cell(row.annealed()), cell(row.bound())] for row in rows])


def cost_table(rows):
    """CPU seconds, and peak memory at the default effort."""
    def cpu(row, name):
        return cell(row.results.get(name, {}).get("cpu"))

    header = ["case", "ranks", "Scotch", "single-threaded", "METIS k-way",
              *(f"ours, {e}" for e in EFFORTS), "default, MiB"]
    return markdown(header, [
        [row.name, str(row.results["block"]["ranks"]), cell(row.scotch_cpu()),
         cell(row.scotch_cpu("-single")), cpu(row, "metis-kway"),
         *(cpu(row, f"topomap-{e}") for e in EFFORTS),
         cell((row.ours("default") or {}).get("peak"), 0)] for row in rows])


def verdict(name, values, limit, worst=max):
    """A line: whether every value (name -> figure) is at most `limit`, and which ones are not."""
    if not values:
        return f"- {name}: not measured"
    over = {n: v for n, v in values.items() if v > limit * (1 + 1e-9)}
    top = worst(values, key=values.get)
    state = "met" if not over else f"missed on {len(over)} of {len(values)}"
    return f"- {name}: **{state}** (at most {limit:g}; highest {values[top]:.3f}, {top})"


def mean_verdict(name, values, limit):
    """A line about a geometric mean."""
    mean = geometric_mean(values)
    if mean is None:
        return f"- {name}: not measured"
    return (f"- {name}: **{'met' if mean <= limit else 'missed'}** "
            f"({mean:.3f} of {len(values)} cases; at most {limit:g})")


def quality_verdicts(rows):
    """Target 1."""
    default = {r.name: r.to_peer("default") for r in rows if r.ours("default")}
    busy = [default[r.name] for r in rows
            if r.name in default and "scattered" in r.tags and r.tags & {"stencil", "mesh"}]
    over = {f"{r.name}, {e}": float(r.ours(e)["over"]) for r in rows for e in EFFORTS if r.ours(e)}
    block = {f"{r.name}, {e}": r.ours_ratio(e) for r in rows for e in EFFORTS if r.ours(e)}
    best = {r.name: ratio(r.ours("best")["hop_bytes"], r.results["anneal"]["hop_bytes"])
            for r in rows if r.ours("best") and r.annealed() is not None}
    return [
        verdict("1, default / best peer, every case", default, 1),
        mean_verdict("1, default / best peer, geometric mean", default.values(), 0.93),
        mean_verdict("1, the same, stencils and meshes on non-contiguous tori", busy, 0.80),
        verdict("1, ours / block, every case and effort", block, 1),
        verdict("1, our ranks over capacity", over, 0),
        verdict("1, best / annealed, every case", best, 1.01),
        mean_verdict("1, best / best peer, geometric mean",
                     [r.to_peer("best") for r in rows if r.ours("best")], 0.90)]


def other_verdicts(rows):
    """Targets 2 and 3, of the cases."""
    hops = {r.name: float(r.ours("default")["max_hops"]) for r in rows
            if "embed" in r.tags and r.ours("default")}
    optimal = {r.name: ratio(r.ours("default")["hop_bytes"], r.least() or 1)
               for r in rows if "embed" in r.tags and r.ours("default")}
    def speed(threads):
        return {r.name: r.ours("default")["cpu"] / r.scotch_cpu(threads) for r in rows
                if r.ours("default") and r.scotch_cpu(threads) and
                r.results["block"]["ranks"] >= 4096}

    fast = {r.name: r.ours("fast")["cpu"] for r in rows
            if r.ours("fast") and r.results["block"]["ranks"] == 8192}
    return [verdict("2, hops of any edge, embeddable cases", hops, 1),
            verdict("2, hop-bytes / bound, the same", optimal, 1),
            verdict("3, CPU of default / Scotch, 4096 ranks and more", speed(""), 1),
            verdict("3, the same, Scotch with a single thread", speed("-single"), 1),
            verdict("3, CPU seconds of fast, 8192 ranks", fast, 0.030)]


def scale_table(rows):
    """Cost of large cases."""
    header = ["case", "ranks", "nodes", "ours, fast", "ours, default", "CPU s", "MiB",
              "ns per edge", "Scotch, CPU s", "METIS k-way, CPU s", "Zoltan2, CPU s", "best peer"]
    return markdown(header, [
        [row.name, str(row.results["block"]["ranks"]), str(row.results["block"]["nodes"]),
         cell(row.ours_ratio("fast")), cell(row.ours_ratio("default")),
         cell((row.ours("default") or {}).get("cpu"), 2),
         cell((row.ours("default") or {}).get("peak"), 0), cell(row.per_edge(), 0),
         cell(row.scotch_cpu(), 2), cell(row.results.get("metis-kway", {}).get("cpu"), 2),
         cell(row.results.get("zoltan2", {}).get("cpu"), 2),
         f"{row.best_peer} {cell(row.peer_ratio)}"] for row in rows])


def scale_verdicts(rows):
    """Target 4."""
    def cost(ranks, what):
        return {r.name: r.ours("default")[what] for r in rows
                if r.ours("default") and r.results["block"]["ranks"] == ranks}

    networks = {}
    for row in rows:
        if row.per_edge() is not None and "file" not in row.name:
            networks.setdefault(row.name.rsplit("-", 1)[0], []).append(row.per_edge())
    growth = {name: max(times) / min(times) for name, times in networks.items() if len(times) > 1}
    return [verdict("4, CPU seconds, 262,144 ranks on 16,384 nodes", cost(262144, "cpu"), 8),
            verdict("4, MiB, the same", cost(262144, "peak"), 500 / 1.048576),
            verdict("4, CPU seconds, 1,048,576 ranks on 65,536 nodes", cost(1048576, "cpu"), 40),
            verdict("4, MiB, the same", cost(1048576, "peak"), 2000 / 1.048576),
            verdict("4, time per edge, slowest / fastest size", growth, 2)]


LEGEND = """\
`block` and `cyclic` are Slurm's. `scotch` is `scotch_gmap` with Scotch's own description of the
network (`tleaf`, `torus3D`, a `sub` of them), `scotch-deco` with a decomposition of it by
`amk_grf`; `-single` is one thread instead of as many as there are cores, `-strict` is `-cb -b0`.
`metis-kway` and `metis-rb` are `gpmetis`, part i on node i. `zoltan2` is the geometric mapping of
Zoltan2, on tori, which is told where ranks are in their application; it tries all 49 orders of
the dimensions (at scale one), as that many processes would, and its time is that of all. Of three
runs the median counts. Where an answer puts more ranks on nodes than they hold, the number is
given, and ranks were moved to nodes with room, the one that adds the fewest hop-bytes first,
before it was scored. `annealing` is a reference, from the best peer's answer. Hosts `busy` and
`uneven` are scattered over a torus.
"""


def document(rows, skipped, notes, versions):
    """The tables and verdicts in Markdown; `notes` is text of other benches by name."""
    large = [row for row in rows if "scale" in row.tags]
    rows = [row for row in rows if "scale" not in row.tags]
    parts = ["# Results of the benches\n",
             "Made by `make bench-report` from the last runs of the benches; not typed. Figures "
             "are of the machine named here, which did other things at the same time.\n"]
    parts += ["\n".join(f"- {line}" for line in versions) + "\n"] if versions else []
    verdicts = []
    if rows:
        verdicts += quality_verdicts(rows) + other_verdicts(rows)
        parts += ["## Hop-bytes, relative to Slurm's block placement\n", LEGEND,
                  quality_table(rows),
                  "## CPU seconds of the whole process\n", cost_table(rows)]
    if large:
        verdicts += scale_verdicts(large)
        parts += ["## Scale: 27-point stencils, 16 ranks a node\n", scale_table(large)]
    for name, text in notes.items():
        parts.append(f"## What the {name} costs\n\n```\n{text}```\n")
    parts += ["## Targets\n", "\n".join(verdicts) + "\n"]
    parts += ["\n".join(f"- {line}" for line in skipped) + "\n"] if skipped else []
    return "\n".join(parts)
