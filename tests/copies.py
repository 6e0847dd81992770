"""`python -m tests.copies [--most N] [PLACE]`: pairs of places in the source that have one shape.

A shape is what is left of statements when names and constants are blanked. Imports, docstrings, heads of
classes, fields and constants do not count. A pair is two runs of statements in a row, with all that stands
within them, as long as they go and of six lines or more on both sides.
"""

from __future__ import annotations

import argparse
import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEAST = 6
BODIES = ("body", "orelse", "finalbody", "handlers", "cases")


@dataclass(frozen=True)
class Step:
    """A statement without its body: its shape, how deep it stands, and its lines."""

    shape: str
    depth: int
    first: int
    last: int


@dataclass(frozen=True)
class Place:
    """Lines of a file, and how many of them hold statements."""

    path: Path
    first: int
    last: int
    lines: int

    def __str__(self) -> str:
        return f"{self.path}:{self.first}-{self.last}"


@dataclass(frozen=True)
class Pair:
    """Two places of one shape."""

    one: Place
    other: Place

    @property
    def lines(self) -> int:
        return min(self.one.lines, self.other.lines)


def near_copies(place: Path) -> list[Pair]:
    """All pairs below a folder, the longest first."""
    files = {path: steps_of(path.read_text(encoding="utf-8")) for path in sorted(place.rglob("*.py"))}
    alike = defaultdict[str, list[tuple[Path, int]]](list)
    for path, steps in files.items():
        for index, step in enumerate(steps):
            alike[step.shape].append((path, index))
    found = []
    for starts in alike.values():
        for one, other in combinations(starts, 2):
            pair = _pair(files, one, other)
            if pair is not None:
                found.append(pair)
    found.sort(key=lambda pair: (-pair.lines, str(pair.one), str(pair.other)))
    return _outermost(found)


def steps_of(text: str) -> list[Step]:
    """The statements of a file in order.

    >>> [step.shape for step in steps_of("put(a + 1)") + steps_of("take(b + 2)")]
    ['Expr(Call(Name, [BinOp(Name, Add, Constant)]))', 'Expr(Call(Name, [BinOp(Name, Add, Constant)]))']
    """
    steps = []
    body = [node for node in ast.parse(text).body if not _is_named(node)]
    for node, depth in _statements(body, 0):
        parts = [child for name, child in ast.iter_fields(node) if name not in BODIES]
        inner = [name for name in BODIES if getattr(node, name, None)]
        shape = _shape_of(type(node).__name__, [*parts, *inner])
        within = [getattr(node, name)[0] for name in inner]
        above = [node, *getattr(node, "decorator_list", [])]  # a decorator stands above its function
        first = min(each.lineno for each in above)
        last = min(_first_line(each) for each in within) - 1 if within else node.end_lineno or 0
        steps.append(Step(shape, depth, first, max(first, last)))
    return steps


def _statements(body: list[ast.AST] | list[ast.stmt], depth: int) -> Iterator[tuple[ast.stmt, int]]:
    """Statements and how deep they stand, without those that are no steps."""
    for node in body:
        if isinstance(node, ast.stmt) and not _is_silent(node):
            yield node, depth
        for name in BODIES:
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                declares = isinstance(node, ast.ClassDef)
                yield from _statements(
                    [each for each in inner if not (declares and _is_named(each))], depth + 1
                )


def _is_silent(node: ast.stmt) -> bool:
    """Imports, docstrings, heads of classes, and names that are only declared."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef) or (
        isinstance(node, ast.AnnAssign) and not node.value
    )


def _is_named(node: ast.AST) -> bool:
    """A field of a class, or a constant of a file."""
    return isinstance(node, ast.Assign | ast.AnnAssign)


def _first_line(node: ast.AST) -> int:
    """Where a part of a statement begins; the cases of a match have no line of their own."""
    return node.pattern.lineno if isinstance(node, ast.match_case) else getattr(node, "lineno", 0)


def _shape_of(kind: str, parts: list[object]) -> str:
    inner = ", ".join(shape for part in parts if (shape := _shape(part)))
    return f"{kind}({inner})" if inner else kind


def _shape(part: object) -> str:
    """What is left of a part of the tree without names, constants and contexts."""
    if isinstance(part, list):
        return f"[{', '.join(_shape(each) for each in part)}]" if part else ""
    if isinstance(part, ast.Name | ast.Constant):
        return type(part).__name__
    if isinstance(part, ast.expr_context) or not isinstance(part, ast.AST):
        return part if part in BODIES and isinstance(part, str) else ""
    return _shape_of(type(part).__name__, [child for _, child in ast.iter_fields(part)])


def _pair(files: dict[Path, list[Step]], one: tuple[Path, int], other: tuple[Path, int]) -> Pair | None:
    """The run that begins at these two statements, if none begins before it and it is long enough."""
    (path, i), (path_of_other, j) = one, other
    ours, others = files[path], files[path_of_other]
    apart = j - i if path == path_of_other else len(ours)
    deeper = others[j].depth - ours[i].depth

    def alike(offset: int) -> bool:
        here, there = ours[i + offset], others[j + offset]
        return here.shape == there.shape and there.depth - here.depth == deeper

    if i and j and alike(-1) and ours[i - 1].depth <= ours[i].depth:
        return None
    count = 1
    while (
        count < min(apart, len(ours) - i, len(others) - j)
        and ours[i + count].depth >= ours[i].depth
        and alike(count)
    ):
        count += 1
    pair = Pair(_place(path, ours[i : i + count]), _place(path_of_other, others[j : j + count]))
    return pair if pair.lines >= LEAST else None


def _place(path: Path, steps: list[Step]) -> Place:
    lines = {line for step in steps for line in range(step.first, step.last + 1)}
    return Place(path.relative_to(ROOT), steps[0].first, max(step.last for step in steps), len(lines))


def _outermost(pairs: list[Pair]) -> list[Pair]:
    """Pairs that do not lie within a longer one, nor within one run of many alike."""
    kept = list[Pair]()
    for pair in pairs:
        if not any(_says(each, pair) for each in kept):
            kept.append(pair)
    return kept


def _says(longer: Pair, pair: Pair) -> bool:
    one, other = longer.one, longer.other
    if one.path == other.path and other.first <= one.last + 2:
        one = other = Place(one.path, one.first, other.last, one.lines + other.lines)
    return _within(pair.one, one) and _within(pair.other, other)


def _within(inner: Place, outer: Place) -> bool:
    return inner.path == outer.path and outer.first <= inner.first and inner.last <= outer.last


def main() -> None:
    """Prints the pairs, the longest first, and how many there are."""
    parser = argparse.ArgumentParser(prog="python -m tests.copies", description="Places of one shape in src.")
    parser.add_argument("place", nargs="?", type=Path, default=ROOT / "src", help="a folder of it (src)")
    parser.add_argument("--most", type=int, default=40, metavar="N", help="how many pairs to print (40)")
    asked = parser.parse_args()
    pairs = near_copies(asked.place.resolve())
    for pair in pairs[: asked.most]:
        print(f"{pair.lines:4}  {pair.one} — {pair.other}")
    print(f"{len(pairs)} pairs of {LEAST} lines or more of one shape")


if __name__ == "__main__":
    main()
