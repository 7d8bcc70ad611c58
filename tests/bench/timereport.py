# SPDX-License-Identifier: BSD-3-Clause
"""What `make bench-time` and `make bench-programs` print: times beside those of Slurm's block
distribution, how far the predicted ones agree with them, and which targets that meets."""
import json
import math
import os
import statistics
import types

PLANS = ["auto", "hop-bytes", "congestion", "time"]  # objectives; the first is the default
GROUPS = 120   # of recorded graphs, at least
SLOWER = 1.02  # than block, to count as slower
GAINS = 0.95   # what some mapping must reach for the mean over groups that can gain
NEAR = 1.03    # of the best mapping found for the group, by any objective, algorithm or effort
CLOSE = 0.1    # error of a predicted ratio
CLEAR = 0.0025 # error of the default objective: a smaller predicted gain means nothing to it


class Result:
    def __init__(self, group, judged, predicted):
        self.group, self.judged, self.predicted = group, judged, predicted

    def ratio(self, name):
        return self.judged[name] / self.judged["block"]

    def over_best(self, name):
        return self.judged[name] / min(self.judged.values())

    def gains(self):
        return min(map(self.ratio, self.judged)) <= GAINS

    def predicted_ratio(self, name):
        return self.predicted[name][0] / max(self.predicted["block"][0], 1e-300)

    def tau(self):
        return kendall([(self.predicted[n][0], self.judged[n]) for n in self.judged])

    def errors(self):
        """Of the predicted ratios to block."""
        return [abs(self.predicted_ratio(name) / self.ratio(name) - 1) for name in self.judged
                if name != "block"]


def save(work, results):
    """What was judged last, for `make bench-judges`."""
    path = os.path.join(work, "results.json")
    with open(path + ".new", "w", encoding="utf-8") as out:
        json.dump([{"group": r.group.name, "network": r.group.network.name,
                    "apart": r.group.apart, "judged": r.judged, "predicted": r.predicted}
                   for r in results], out)
    os.replace(path + ".new", path)


def load(work):
    with open(os.path.join(work, "results.json"), encoding="utf-8") as kept:
        rows = json.load(kept)
    return [Result(types.SimpleNamespace(name=row["group"], apart=row["apart"],
                                         network=types.SimpleNamespace(name=row["network"])),
                   row["judged"], row["predicted"]) for row in rows]


def sign(a, b, near):
    return 0 if abs(a - b) <= near * max(abs(a), abs(b)) else 1 if a > b else -1


def kendall(pairs):
    """tau-b, but for pairs whose judged times are within half a percent of each other: what the
    judge does not tell apart need not be told apart. None if that is all of them."""
    up = left = right = 0
    for i, (a, x) in enumerate(pairs):
        for b, y in pairs[:i]:
            s, t = sign(a, b, 1e-6), sign(x, y, 0.005)
            if t == 0:
                continue
            up += s * t
            left += s * s
            right += 1
    if not right:
        return None
    return up / math.sqrt(left * right) if left else 0.0


def mean(values):
    values = list(values)
    return math.exp(statistics.fmean(map(math.log, values))) if values else math.nan


def print_group(result, verbose):
    print(f"{result.group.name:34}{'*' if result.group.apart else ' '}" +
          "".join(f" {result.ratio(name):6.3f} ({result.predicted_ratio(name):5.3f})"
                  for name in PLANS) +
          f"  best {min(map(result.ratio, result.judged)):.3f}  tau "
          f"{'-' if result.tau() is None else format(result.tau(), '.2f'):>5}",
          flush=True)
    for name in sorted(result.judged, key=result.judged.get) if verbose else ():
        seconds, hop_bytes = result.predicted[name]
        print(f"    {name:12} judged {result.judged[name]:.6g} s, predicted {seconds:.6g} s, "
              f"hop-bytes {hop_bytes:g}")


def print_head():
    print(f"{'group (* apart)':35}" + "".join(f" {name:>14}" for name in PLANS))


def print_plans(title, results):
    print(f"\n{title}: {len(results)} groups")
    print(f"{'plan by':12} {'mean':>6} {'can gain':>9} {'worst':>6} {'slower':>7} "
          f"{'over best':>10} {'within 3 %':>11}")
    able = [r for r in results if r.gains()]
    for name in PLANS:
        ratios = [r.ratio(name) for r in results]
        over = [r.over_best(name) for r in results]
        print(f"{name:12} {mean(ratios):6.3f} {mean(r.ratio(name) for r in able):9.3f} "
              f"{max(ratios):6.3f} {sum(r > SLOWER for r in ratios):7} {mean(over):10.3f} "
              f"{part(o <= NEAR for o in over):10.0%}")


def part(truths):
    truths = list(truths)
    return sum(truths) / len(truths) if truths else math.nan


def by_network(results):
    kinds = {}
    for result in results:
        kinds.setdefault(result.group.network.name, []).append(result)
    return kinds


def taus(results):
    """Of the groups whose mappings the judge tells apart."""
    return [tau for tau in (r.tau() for r in results) if tau is not None]


def close(results):
    """The part of the predicted ratios that are near to the judged ones."""
    return part(e <= CLOSE for r in results for e in r.errors())


def print_prediction(results):
    print("\npredicted and judged:")
    print(f"{'network':16} {'groups':>6} {'tau':>6} {'least':>6} {'ratio within 10 %':>18}")
    for kind, of in (by_network(results) | {"all": results}).items():
        found = taus(of) or [math.nan]
        print(f"{kind:16} {len(of):6} {statistics.fmean(found):6.2f} {min(found):6.2f} "
              f"{close(of):17.0%}")


def print_gains(results):
    """Whether what is predicted to be faster than block is."""
    print(f"\npredicted to take at most {1 - CLEAR:g} of block's time:")
    for title, of in (("plans of the objectives", lambda name: name in PLANS),
                      ("other mappings", lambda name: name not in PLANS)):
        found = [r.ratio(n) for r in results for n in r.judged
                 if n != "block" and of(n) and r.predicted_ratio(n) <= 1 - CLEAR]
        print(f"{title}: {len(found)}, of which {sum(x > 1 + CLEAR for x in found)} took more than "
              f"{1 + CLEAR:g} of it, {max(found, default=math.nan):.3f} at most")


def plan_values(results, groups=GROUPS):
    """What the targets are about, for the default objective: a name, how it is written, how the
    target is, and the value."""
    plan = PLANS[0]
    able = [r.ratio(plan) for r in results if r.gains()]
    return [
        ("groups", "d", ">=", groups, len(results)),
        ("slower than block by more than 2 %", "d", "<=", 0,
         sum(r.ratio(plan) > SLOWER for r in results)),
        ("mean time where 5 % can be gained", ".3f", "<=", 0.75, mean(able)),
        ("within 3 % of the best mapping", ".0%", ">=", 0.95,
         part(r.over_best(plan) <= NEAR for r in results)),
    ]


def prediction_values(results):
    kinds = [statistics.fmean(found) for found in map(taus, by_network(results).values()) if found]
    return [
        ("tau, mean of the worst network", ".2f", ">=", 0.9, min(kinds, default=math.nan)),
        ("tau, worst group", ".2f", ">=", 0.6, min(taus(results), default=math.nan)),
        ("predicted ratios within 10 %", ".0%", ">=", 0.9, close(results)),
    ]


def verdict(sign_, goal, value):
    if math.isnan(value):
        return "not judged"
    return "met" if (value <= goal if sign_ == "<=" else value >= goal) else "missed"


def print_targets(parts, values):
    """`parts`: title and results; the first ones decide."""
    print(f"\n{'target for ' + PLANS[0]:36} {'':>8}" + "".join(f" {t:>14}" for t, _ in parts))
    for of_parts in zip(*(values(of) for _, of in parts)):
        name, form, sign_, goal, value = of_parts[0]
        print(f"{name:36} {sign_} {format(goal, form):>5}" +
              "".join(f" {format(each[4], form):>14}" for each in of_parts) +
              f"  {verdict(sign_, goal, value)}")


def tuned_and_apart(results):
    return [("all", results), ("tuned on", [r for r in results if not r.group.apart]),
            ("kept apart (*)", [r for r in results if r.group.apart])]


def print_all(parts, prediction, groups=GROUPS):
    """`parts`: title and results; the first ones are all of them. `prediction`: whether there are
    enough mappings for an order of them. `groups`: how many there should be."""
    results = parts[0][1]
    parts = [(title, of) for title, of in parts if of]
    for title, of in parts:
        print_plans(title, of)
    if results and prediction:
        print_prediction(results)
        print_gains(results)
    if results:
        print_targets(parts, lambda of: plan_values(of, groups) +
                      (prediction_values(of) if prediction else []))
