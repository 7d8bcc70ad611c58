# SPDX-License-Identifier: BSD-3-Clause
"""Places in C sources that can be changed, and how a change is switched on while a program runs."""
import json
import os
import re

FLIPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ANSWERS = {"true": "false", "false": "true", "-1": "0", "0": "-1"}
ATTRIBUTE = re.compile(r"__attribute__\s*\(\(.*?\)\)", re.S)
WORD = re.compile(r"\b(if|while|for|return)\b")
RELATION = re.compile(r"(?<![<>=!\-])(<=|>=|==|!=|<|>)(?![<>=])")
NUMBER = re.compile(r"(?<![\w.])(?<!_C\()(\d{1,6})(?![\w.])")
EFFECT = re.compile(r"\w\s*\(|\+\+|--|[^<>=!]=[^=]")  # evaluated twice it may do harm

# A relation is evaluated both ways, so that a trace tells whether a test can feel the change.
HEADER = r"""
#ifndef MUTANT_H
#define MUTANT_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static int mutant_now = -1;
static unsigned char *mutant_seen;
/* At once, as a mapping made later may take a place that a test has just left. */
static __attribute__((constructor)) void mutant_start(void) {
    const char *now = getenv("TOPOMAP_MUTANT"), *trace = getenv("TOPOMAP_MUTANT_TRACE");
    mutant_now = now ? atoi(now) : mutant_now;
    int fd = trace ? open(trace, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    mutant_seen = map == MAP_FAILED ? NULL : map;
}
static __attribute__((unused)) int mutant_is(int n) {
    if (mutant_seen)
        mutant_seen[n] = 3;
    return n == mutant_now;
}
static __attribute__((unused)) int mutant_differs(int n, int changed, int plain) {
    if (mutant_seen)
        mutant_seen[n] |= 1 | (changed != plain) << 1;
    return n == mutant_now ? changed : plain;
}
#endif
"""


class Change:
    """One place: `text[start:end]` of a file becomes `new`."""

    def __init__(self, path, text, start, end, new, relation=False):
        self.path, self.start, self.end, self.new = path, start, end, new
        self.old = text[start:end]
        self.line = text.count("\n", 0, start) + 1
        self.number, self.function = 0, ""
        self.harmless = relation and not EFFECT.search(self.old)

    @classmethod
    def loaded(cls, line):
        change = cls.__new__(cls)
        change.__dict__.update(json.loads(line))
        return change

    def saved(self):
        return json.dumps(self.__dict__) + "\n"

    def switched(self):
        if self.harmless:
            return f"mutant_differs({self.number}, ({self.new}), ({self.old}))"
        return f"(mutant_is({self.number}) ? ({self.new}) : ({self.old}))"

    def words(self):
        return f"{' '.join(self.old.split())} -> {' '.join(self.new.split())}"

    def name(self):
        """Without its line, which moves."""
        return f"{self.path} {self.function}: {self.words()}"

    def __str__(self):
        return f"{self.number:4} {self.path}:{self.line} {self.function}: {self.words()}"


def masked(text):
    """The text with comments, strings, characters and preprocessor lines blanked."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
                  r"|^[ \t]*#(?:\\\n|[^\n])*", blank, text, flags=re.S | re.M)


def bodies(code):
    """Name, start and end of every function body."""
    depth, start, last = 0, None, 0
    for match in re.finditer(r"[{}]", code):
        if match.group() == "{":
            head = code[last:match.start()]
            if depth == 0 and head.rstrip().endswith(")"):
                start = match.end()
                name = re.search(r"(\w+)\s*\(", ATTRIBUTE.sub("", head)).group(1)
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                last = match.end()
                if start is not None:
                    yield name, start, match.start()
                start = None


def closing(code, start):
    """Where the parenthesis that opens at `start` closes."""
    depth = 0
    for i in range(start, len(code)):
        depth += (code[i] == "(") - (code[i] == ")")
        if depth == 0:
            return i
    return len(code)


def split(code, start, end, separator):
    """The parts of code[start:end] between separators outside all parentheses."""
    depth, begin = 0, start
    i = start
    while i < end:
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0 and code.startswith(separator, i):
            yield begin, i
            i += len(separator)
            begin = i
            continue
        i += 1
    yield begin, end


def conditions(code, start, end):
    """Start and end of every condition and answer in a body."""
    for match in WORD.finditer(code, start, end):
        if match.group() == "return":
            stop = code.index(";", match.end())
            yield match.end(), stop, True
            continue
        opening = code.index("(", match.end())
        parts = [(opening + 1, closing(code, opening))]
        if match.group() == "for":
            parts = list(split(code, *parts[0], ";"))[1:2]
        for part in parts:
            yield (*part, False)


def flat(code, start, end):
    """What stands outside all parentheses; the rest is blanked."""
    depth, out = 0, []
    for char in code[start:end]:
        depth -= char in ")]}"
        out.append(char if depth == 0 else " ")
        depth += char in "([{"
    return "".join(out)


def clauses(code, start, end):
    for left, right in split(code, start, end, "||"):
        yield from split(code, left, right, "&&")


def relations(path, text, code, start, end):
    """Flipped comparisons of a condition."""
    for left, right in clauses(code, start, end):
        top = flat(code, left, right)
        found = list(RELATION.finditer(top))
        if len(found) != 1 or re.search(r"[?,;{]|(?<![<>=!])=(?!=)", top):
            continue
        operator = found[0]
        old = text[left:right]
        lead = len(old) - len(old.lstrip())
        new = old[:operator.start()] + FLIPS[operator.group()] + old[operator.end():]
        yield Change(path, text, left + lead, right, new[lead:], True)


def numbers(path, text, code, start, end):
    """Whole numbers of a condition or answer, one more."""
    for match in NUMBER.finditer(code, start, end):
        yield Change(path, text, match.start(), match.end(), str(int(match.group()) + 1))


def answers(path, text, code, start, end):
    """True becomes false, a failure none, and the other way round."""
    word = code[start:end].strip()
    if word in ANSWERS:
        begin = code.index(word, start)
        yield Change(path, text, begin, begin + len(word), ANSWERS[word])


def changes_of(top, path):
    """All places of a source file."""
    with open(os.path.join(top, path), encoding="utf-8") as file:
        text = file.read()
    code = masked(text)
    for function, first, last in bodies(code):
        for start, end, answer in conditions(code, first, last):
            found = list(answers(path, text, code, start, end)) if answer else []
            if not found:
                found = [*relations(path, text, code, start, end),
                         *numbers(path, text, code, start, end)]
            for change in found:
                change.function = function
                yield change
