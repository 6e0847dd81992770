"""How far a bet and a price have to go: `python -m tests.walks` counts it by a trace of the calls.

A walk is what lies between a question and the places where something comes of it: the rules are asked, hands
are counted, a row is written, a frame or a line of text goes out. Each function of ours on the stack at such
a moment is a hop; what only helps one of them along is counted apart. Files are those that the hops are in,
shapes the kinds of records that the hops are given or give back. Everything is warm: what is made once for a
sheet is no part of a bet.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pitboss
from pitboss.ledger import open_store
from pitboss.ledger.sqlite_store import MEMORY
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import Pit
from pitboss.table.answers import Asking
from pitboss.table.audience import Watcher
from pitboss.table.live_floor import Floor
from pitboss.table.settings import Settings

SRC = str(Path(pitboss.__file__).parent)
INSIDE = ("<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<module>", "__init__", "__new__")


RULES = {"round/play:apply", "round/settlement:outcome_lines", "round/settlement:pay_deal"}
GOES_OUT = {"execute", "executemany", "encode", "write"}  # to SQLite, to JSON, to the terminal


class Walk(NamedTuple):
    """What was walked through."""

    hops: list[str]
    files: list[str]
    shapes: list[str]
    helpers: list[str]

    def line(self, name: str) -> str:
        found = f"{len(self.hops)} hops, {len(self.files)} files, {len(self.shapes)} shapes"
        return f"{name}: {found}; {len(self.helpers)} functions help"


class Trace:
    """The calls of our functions in this thread, while it is open."""

    def __init__(self, goes_out: Callable[[object], bool]) -> None:
        self.goes_out = goes_out
        self.functions: dict[CodeType, str] = {}
        self.hops: set[CodeType] = set()
        self.records: dict[CodeType, set[str]] = {}

    def __call__(self, frame: FrameType, event: str, value: object) -> None:
        code = frame.f_code
        if event == "c_call" and self.goes_out(value):
            self.mark(frame)
        if event not in ("call", "return") or not code.co_filename.startswith(SRC):
            return
        seen = self.records.setdefault(code, set())
        if event == "return":
            seen.update(_records(value))
            return
        if code.co_name not in INSIDE:
            name = f"{code.co_filename[len(SRC) + 1 : -3]}:{code.co_qualname}"
            self.functions[code] = name
            if name in RULES:
                self.mark(frame)
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            seen.update(_records(frame.f_locals.get(name)))

    def mark(self, frame: FrameType | None) -> None:
        """Something comes of it here."""
        while frame is not None:
            self.hops.add(frame.f_code)
            frame = frame.f_back

    def __enter__(self) -> Trace:
        sys.setprofile(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def walk(self) -> Walk:
        hops = {code: name for code, name in self.functions.items() if code in self.hops}
        shapes = {each for code in hops for each in self.records[code]}
        files = {name.partition(":")[0] for name in hops.values()}
        helpers = sorted(name for code, name in self.functions.items() if code not in hops)
        return Walk(list(hops.values()), sorted(files), sorted(shapes), helpers)


def _goes_out(called: object) -> bool:
    return getattr(called, "__name__", "") in GOES_OUT


def _counts(called: object) -> bool:
    """Whether arrays are worked on, or something is written."""
    module = getattr(called, "__module__", None) or type(getattr(called, "__self__", None)).__module__
    return module.startswith("numpy") or _goes_out(called)


def _records(value: object) -> Iterator[str]:
    """The kind of a record, or of those in a sequence of them."""
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        for each in value[:3]:
            yield from _records(each)
        return
    kind = type(value)
    if not kind.__module__.startswith("pitboss"):
        return
    if (
        dataclasses.is_dataclass(kind)
        or hasattr(kind, "_fields")
        or hasattr(kind, "__struct_fields__")
        or hasattr(kind, "model_fields")
    ):
        yield kind.__name__


def bet() -> Walk:
    """One click on a bet at a full live table on SQLite, from the message to the frames."""
    return asyncio.run(_bet())


async def _bet() -> Walk:
    numbers = count(1)
    pit = Pit(open_store(MEMORY), Random(1).randbytes, lambda: 0)
    floor = Floor(pit, ThreadPoolExecutor(1), time.time, lambda: f"id {next(numbers)}")
    room = await floor.open(Settings("t", None), open_table(load_house("rivers")), "op", "t")
    sent: list[bytes] = []
    asking: dict[str, Asking] = {}

    async def say(person: str, do: str, **fields: Any) -> None:
        message = {"t": "cmd", "id": f"said-{next(numbers)}", "rev": room.live.rev, "do": do, **fields}
        await asking[person].answer(json.dumps(message))

    for seat, person in enumerate(("ann", "bob", "cem"), 1):
        pit.grant(person, 1_000_000, "op", f"grant {person}")
        watcher = Watcher(person, sent.append)
        await room.come(person, person.title(), watcher)
        asking[person] = Asking(room, person, None, _fail, watcher, sees_through=True)
        await say(person, "sit", seat=seat)
    await say("ann", "bets", seat=1, wagers={"ante": 1000})
    await say("bob", "bets", seat=2, wagers={"ante": 1000, "pair_plus": 500})
    with Trace(_goes_out) as traced:
        await say("cem", "bets", seat=3, wagers={"ante": 1000, "pair_plus": 500})
    assert b'"bets"' in sent[-1]
    await floor.stop()
    return traced.walk()


def _fail(what: str, fault: Exception) -> None:
    raise fault


def price() -> Walk:
    """`pitboss odds pechanga`."""
    from typer.testing import CliRunner

    from pitboss.cli import app

    def show() -> None:
        assert CliRunner().invoke(app, ["odds", "pechanga"]).exit_code == 0

    show()
    with Trace(_counts) as traced:
        show()
    return traced.walk()


def main(names: list[str]) -> None:
    """The numbers; with names of walks, their hops, files and shapes, too."""
    for name, walk in (("bet", bet), ("odds", price)):
        found = walk()
        print(found.line(name))
        if name in names:
            print("\n".join(["", *found.hops, "", *found.files, "", *found.shapes, "", *found.helpers]))


if __name__ == "__main__":
    main(sys.argv[1:])
