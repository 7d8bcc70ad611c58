# SPDX-License-Identifier: BSD-3-Clause
"""A report's page as tests look at it.

page.py FILE.html FILE.json [EVAL.json HOSTS]: the page is well-formed HTML, loads nothing, and holds
the report of the JSON file; the metrics of both are those of eval, the hosts those of the file.
page.py --looked FILE.html light|dark: what a browser says of how it looks (see look.html).
page.py --used FILE.html FILE.json: what a browser made of a page that was used (see report.tap)."""
import json
import re
import sys
from html.parser import HTMLParser

VOID = {"meta", "input", "br", "link"}


class Page(HTMLParser):
    """Open elements, the texts in them, and what the page would load."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.rows, self.ids, self.scripts, self.told = [], {}, set(), {}, {}
        self.row = self.script = self.name = None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert "src" not in attrs and not re.match("https?:", attrs.get("href") or ""), attrs
        if "id" in attrs:
            assert attrs["id"] not in self.ids, f"two elements have the id {attrs['id']}"
            self.ids.add(attrs["id"])
        if tag == "tr" and "data-key" in attrs:
            self.row = self.rows.setdefault(attrs["data-key"], [])
        if tag == "script":
            self.script = attrs.get("id", "program")
        if attrs.get("class") == "told":
            self.name = attrs["data-name"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> in {self.open}"
        self.open.pop()
        if tag == "tr":
            self.row = None
        if tag == "script":
            self.script = None
        self.name = None

    def handle_data(self, data):
        if self.script:
            self.scripts[self.script] = self.scripts.get(self.script, "") + data
        elif self.row is not None and self.open[-1] == "td":
            self.row.append(data)
        if self.name:
            self.told[self.name] = data


def read(path):
    page = Page()
    with open(path, encoding="utf-8") as file:
        page.feed(file.read())
    page.close()
    assert not page.open, page.open
    return page


def check_numbers(page, report):
    placements = report["placements"]
    assert len(page.rows) == 11, page.rows.keys()
    for key, cells in page.rows.items():
        for cell, placement in zip(cells, placements):
            wanted = placement[key]
            assert abs(float(cell) - wanted) <= 1e-9 * abs(wanted), f"{key}: {cell}, {wanted}"
    ranks, hosts = report["per_rank"], report["hosts"]
    assert len(hosts) == report["nodes"]
    for name, values in ranks.items():
        assert len(values) == report["ranks"], name
    for side, placement in zip(("before", "after"), placements):
        assert sum(ranks[side + "_hop_bytes"]) == placement["hop_bytes"]
    assert sum(ranks["sent"]) == sum(ranks["received"]) == placements[0]["total_bytes"]
    links = report["links"]
    assert all(end < len(links["places"]) / 3 for end in links["ends"])
    assert bool(links["ends"]) == bool(report["positions"])
    for side, placement in zip(("before", "after"), placements):
        assert len(links[side]) == len(links["wraps"]) == len(links["ends"]) / 2
        # In a grid all links are there; elsewhere those of nodes are not.
        if report["network"].startswith(("torus", "mesh")):
            assert max(links[side]) == round(placement["max_link_bytes"]), side
        elif links[side]:
            assert max(links[side]) <= placement["max_link_bytes"] + 1, side
    if len(placements) > 1:
        moved = sum(a != b for a, b in zip(ranks["before_host"], ranks["after_host"]))
        assert moved == report["moved_ranks"]


def check(html, path, scored=None, hosts=None):
    page = read(html)
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    held = json.loads(page.scripts["report"])
    for it in (held, report):
        del it["commands"]  # they have another name of a file
    assert held == report
    check_numbers(page, report)
    if scored:
        with open(scored, encoding="utf-8") as file:
            scored = json.load(file)
        for placement, name in zip(report["placements"], ("default", "mapping")):
            for key in ("seconds", "hop_bytes", "average_hops", "internode_bytes", "max_link_bytes",
                        "used_links", "bytes_by_hops", "max_link"):
                assert placement[key] == scored[name][key], key
        with open(hosts, encoding="utf-8") as file:
            hosts = file.read().split()
        assert [report["hosts"][h] for h in report["per_rank"]["after_host"]] == hosts


def check_used(html, path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    told, ranks = read(html).told, report["ranks"]
    hosts, of = report["hosts"], report["per_rank"]
    assert 10 < int(told["rows"]) < 100, told
    assert told["first"].split()[:3] == ["0", hosts[of["before_host"][0]], "0"], told
    assert told["first"].split()[3] == hosts[of["after_host"][0]], told
    assert told["last first"].split()[0] == str(ranks - 1), told
    assert told["sort"] == "descending", told
    found = [r for r in range(ranks) if r == 17 or "17" in hosts[of["before_host"][r]]
             or "17" in hosts[of["after_host"][r]]]
    shown = [int(r) for r in told["found"].split(",")]
    assert shown == found[:len(shown)] and (len(shown) == len(found) or len(shown) > 10), told
    assert told["status"] == f"{len(found)} of {ranks} ranks", told
    assert told["end"].split()[0] == str(ranks - 1), told
    assert told["printed"] == str(min(ranks, 2000)), told
    assert told.get("left out", "") == (f"2000 of {ranks} ranks" if ranks > 2000 else ""), told
    assert 10 < int(told["after printing"]) < 100, told
    positions = report["positions"]
    assert ("planes" in told) == bool(positions)
    if positions:
        assert len(positions) == 3 * len(hosts)
        assert told["planes"] == str(len(set(positions[2::3]))), told
        assert int(told["nodes seen"]) > len(hosts) / 8, told
        links = report["links"]
        most = max(links["before"] + links["after"])
        scale = f"nodes: rank 0 to {ranks - 1}, the mean of their ranks; links: 0 to {most} bytes"
        assert told["scale"] == scale, told
        for change in ("turned by a key", "turned by hand", "without links"):
            assert told[change] == "other", (change, told)
        for change in ("turned by no key", "the same plane"):
            assert told[change] == "same", (change, told)
        assert told["one plane"] == ("other" if int(told["planes"]) > 0 else "same"), told
        said = re.fullmatch(r"link \((.*)\) - \((.*)\): (\d+) bytes on its busier direction",
                            told["a link"])
        places = [links["places"][i:i + 3] for i in range(0, len(links["places"]), 3)]
        wanted = [[float(c) for c in end.split(", ")] for end in said.groups()[:2]]
        assert any([places[a], places[b]] == wanted and load == int(said[3]) for a, b, load in
                   zip(links["ends"][::2], links["ends"][1::2], links["after"])), told
        host, said = told["a node"].split(": ranks ")
        its = [r for r in range(ranks) if hosts[of["after_host"][r]] == host]
        assert said.split(";")[0].split(", ")[:24] == [str(r) for r in its][:24], told
        assert said.endswith(str(sum(of["after_hop_bytes"][r] for r in its))), told


def check_looked(html, scheme):
    told = read(html).told
    assert int(told["screen texts"]) > 500 and int(told["print texts"]) > 500, told
    wanted = {"screen paper": "rgb(255, 255, 255)" if scheme == "light" else "rgb(22, 24, 28)",
              "print paper": "rgb(255, 255, 255)"}
    wrong = {name: text for name, text in told.items()
             if not name.endswith("texts") and text != wanted.get(name, "")}
    assert not wrong, wrong


if __name__ == "__main__":
    if sys.argv[1] == "--used":
        check_used(*sys.argv[2:])
    elif sys.argv[1] == "--looked":
        check_looked(*sys.argv[2:])
    else:
        check(*sys.argv[1:])
