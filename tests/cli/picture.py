# SPDX-License-Identifier: BSD-3-Clause
"""A picture as tests look at it: picture.py FILE.svg [FILE.json PATH-BEFORE PATH-AFTER].

It is well-formed XML, has a title and a description, draws nothing outside of itself, uses the
classes of its own style sheet only, and no two texts touch. With a JSON file, the metrics in the
description are those at these paths ("layout", "default", ...) of the file."""
import json
import re
import sys
import xml.etree.ElementTree as xml

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
    assert "prefers-color-scheme:dark" in style
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
    assert width < 4000 and height < 6000
    assert root[0].tag == SVG + "title" and root[0].text
    assert root[1].tag == SVG + "desc" and root[1].text
    check_texts(root, width, height)
    check_classes(root)
    check_shapes(root, width, height)
    if numbers:
        check_numbers(root[1].text, numbers, names)


if __name__ == "__main__":
    main(*sys.argv[1:])
