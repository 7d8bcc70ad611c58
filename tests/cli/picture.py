# SPDX-License-Identifier: BSD-3-Clause
"""A picture as tests look at it: picture.py FILE.svg [FILE.json PATH-BEFORE PATH-AFTER].

It is well-formed XML, has a title and a description, draws nothing outside of itself, uses the
classes of its own style sheet only, and no two texts touch, nor a text cells to which it does not
belong. Legends have both their ends, and their marks are where their values belong; keys have colours
that the picture has. With a JSON file, the metrics in the
description are those at these paths ("layout", "default", ...) of the file."""
import json
import math
import re
import sys
import xml.etree.ElementTree as xml

LEAST = 4.0  # pixels: the height of what has cells
SVG = "{http://www.w3.org/2000/svg}"


def moved(transform):
    """Where a translation leads, and whether text stands on its side."""
    at = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", transform or "")
    return (float(at[1]), float(at[2])) if at else (0.0, 0.0), "rotate(-90)" in (transform or "")


def box(text):
    """The least room that a text needs."""
    size = float(text.get("font-size"))
    width = 0.45 * size * len(text.text)
    (x, y), upwards = moved(text.get("transform"))
    x += float(text.get("x", 0))
    y += float(text.get("y", 0))
    start = {"start": 0, "middle": -width / 2, "end": -width}[text.get("text-anchor", "start")]
    if upwards:
        return x - 0.7 * size, y - width / 2, x, y + width / 2
    return x + start, y - 0.7 * size, x + start + width, y


def check_texts(root, width, height):
    texts = [(box(text), text.text) for text in root.iter(SVG + "text")]
    assert len(texts) > 3, "there is hardly any text"
    for i, (one, said) in enumerate(texts):
        assert one[0] >= -1 and one[1] >= -1, f"'{said}' leaves the picture"
        assert one[2] <= width + 1 and one[3] <= height + 1, f"'{said}' leaves the picture"
        for other, also in texts[:i]:
            assert (one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or
                    other[1] >= one[3]), f"'{said}' touches '{also}'"


def check_classes(root):
    style = root.find(SVG + "style").text
    assert "@media screen and (prefers-color-scheme:dark)" in style
    known = set(re.findall(r"\.([a-z]\w*)", style))
    for element in root.iter():
        for name in (element.get("class") or "").split():
            assert name in known, f"class {name} has no style"


def check_shapes(root, width, height):
    for rect in root.iter(SVG + "rect"):
        if rect.get("width") == "100%":
            continue
        x, y, w, h = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
        assert x >= -1 and y >= -1 and x + w <= width + 3 and y + h <= height + 3, \
            f"a rectangle at {x},{y} of {w}x{h} leaves the picture of {width}x{height}"


def check_cells(root):
    """No text lies on cells but the numbers of ranks in them, which have colours of their own."""
    texts = [(box(text), text.text) for text in root.iter(SVG + "text")
             if text.get("class") not in ("white", "middle", "black")]
    for group in root.iter(SVG + "g"):
        at = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.e-]+) ([\d.e-]+)\)",
                          group.get("transform", ""))
        if not at:
            continue
        x, y, wide, high = (float(value) for value in at.groups())
        runs = [[int(value) for value in run] for path in group.iter(SVG + "path")
                for run in re.findall(r"M(\d+) (\d+)h(\d+)v1", path.get("d"))]
        if not runs:
            continue
        left, right = min(run[0] for run in runs), max(run[0] + run[2] for run in runs)
        top, bottom = min(run[1] for run in runs), max(run[1] + 1 for run in runs)
        assert (bottom - top) * high >= LEAST, f"cells at {x},{y} are a thread"
        for one, said in texts:
            assert (one[0] >= x + right * wide or x + left * wide >= one[2] or
                    one[1] >= y + bottom * high or y + top * high >= one[3]), \
                f"'{said}' lies on cells at {x},{y}"


def check_key(root):
    """A colour that is explained is one that is drawn: as bars or as curves."""
    rects = [r for r in root.iter(SVG + "rect") if r.get("class") in ("first", "second", "only")]
    keys = {r.get("class") for r in rects if r.get("width") == "14"}
    drawn = {r.get("class") for r in rects if r.get("width") != "14"}
    assert not drawn or keys - {"only"} <= drawn - {"only"}, f"{keys} explained, {drawn} drawn"
    assert "only" not in keys or "only" in drawn


def number(text):
    """The number of a mark, such as 1.5 kB, and half a unit of its last digit."""
    found = re.fullmatch(r"(-?[\d.]+(?:e[+-]?\d+)?) ?([kMGTPE]?)B?", text)
    assert found, f"'{text}' is not the value of a mark"
    times = 1000 ** " kMGTPE".index(found[2] or " ")
    digits = len(found[1].partition(".")[2])
    return float(found[1]) * times, 0.5 * 10 ** -digits * (times if times > 1 else 0)


def check_legend(root, left, top, width):
    """The legend whose colours begin at these coordinates."""
    names = [t for t in root.iter(SVG + "text") if not t.get("transform")]
    heading = [t.text for t in names if float(t.get("x")) == left
               and abs(float(t.get("y")) - (top - 7)) < 0.1]
    labels = [t for t in names if abs(float(t.get("y")) - (top + 27)) < 0.1
              and left - 1 <= float(t.get("x")) <= left + width + 1]
    marks = [float(line.get("x1")) for line in root.iter(SVG + "line")
             if abs(float(line.get("y1")) - (top + 12)) < 0.1 and line.get("class") == "rule"
             and left - 1 <= float(line.get("x1")) <= left + width + 1]
    assert len(heading) == 1, f"a legend at {left},{top} is of {heading}"
    places = {float(t.get("x")): number(t.text) for t in labels}
    assert sorted(places) == sorted(marks), f"{heading}: a mark without a value"
    at = sorted(places)
    assert len(at) >= 2 and abs(at[0] - left) < 0.1 and abs(at[-1] - left - width) < 0.1, \
        f"{heading}: an end has no mark"
    logarithmic = heading[0].endswith(", logarithmic")
    (low, low_off), (high, high_off) = places[at[0]], places[at[-1]]
    assert low < high, f"{heading}: from {low} to {high}"
    for x in at[1:-1]:
        value, off = places[x]
        assert low < value < high, f"{heading}: {value} outside of {low} to {high}"
        if logarithmic:
            part = math.log(value / low) / math.log(high / low)
            slack = (low_off / low + high_off / high + off / value) / math.log(high / low)
        else:
            part, slack = (value - low) / (high - low), (low_off + high_off + off) / (high - low)
        assert abs((x - left) / width - part) <= 0.002 + slack, f"{heading}: {value} stands at {x}"


def check_legends(root):
    bars = [r for r in root.iter(SVG + "rect") if r.get("height") == "12"
            and re.fullmatch(r"k\d+ sharp", r.get("class") or "")]
    shades = 1 + max((int(r.get("class")[1:-6]) for r in bars), default=0)
    assert len(bars) % shades == 0
    chords = [float(t.get("y")) for t in root.iter(SVG + "text") if t.text.startswith("chords:")]
    tops = {float(r.get("y")) for r in root.iter(SVG + "rect")
            if re.fullmatch(r"k\d+( sharp)?", r.get("class") or "")}
    assert all(any(0 < top - y < 12 for top in tops) for y in chords), "chords without a legend"
    for first, last in zip(bars[::shades], bars[shades - 1::shades]):
        left, right = float(first.get("x")), float(last.get("x")) + float(last.get("width"))
        check_legend(root, left, float(first.get("y")), right - left)


def check_numbers(described, path, names):
    with open(path, encoding="utf-8") as file:
        scored = json.load(file)
    lines = [line for line in described.splitlines() if "hop_bytes" in line]
    assert len(lines) == len(names), described
    for line, name in zip(lines, names):
        told = dict(re.findall(r"(\w+) ([-\d.e+]+)(?:,|$)", line.split(": ", 1)[1]))
        assert len(told) == 4, line
        for metric, value in told.items():
            wanted = scored[name][metric]
            assert abs(float(value) - wanted) <= 1e-12 * abs(wanted), f"{name}: {metric}"


def main(path, numbers=None, *names):
    root = xml.parse(path).getroot()
    assert root.tag == SVG + "svg"
    width, height = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert width <= 760 and height < 6000, f"a picture of {width}x{height}"
    assert root[0].tag == SVG + "title" and root[0].text
    assert root[1].tag == SVG + "desc" and root[1].text
    check_texts(root, width, height)
    check_classes(root)
    check_shapes(root, width, height)
    check_legends(root)
    check_cells(root)
    check_key(root)
    if numbers:
        check_numbers(root[1].text, numbers, names)


if __name__ == "__main__":
    main(*sys.argv[1:])
