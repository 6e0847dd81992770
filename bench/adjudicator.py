"""Lines per second of the adjudicator, as a multiple of the time that JSON itself needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from time import process_time

from bench.report import columns, heading, note, progress, row
from bench.rounds import one_seat_rounds
from pitboss.round.adjudicate import rule

SETTLE = (sys.executable, "-m", "pitboss", "settle")
AIM = 8  # times JSON alone, at most
CHUNK = 5_000  # lines that are timed together


@dataclass(frozen=True)
class Race:
    """Seconds spent on the same lines by the standard JSON module alone and by the adjudicator."""

    lines: int
    json: float
    settle: float

    @property
    def ratio(self) -> float:
        return self.settle / self.json


def run(quick: bool) -> None:
    """Plain rounds, each house alone, rounds with limits and pays of their own, then the command."""
    count, repeats = (10_000, 2) if quick else (100_000, 3)
    heading(f"Settle: {count:,} one-seat rounds, best of {repeats}, as a multiple of JSON alone")
    columns("in this process", "lines", "time, JSON = 1")
    plain = _race("all five houses", _lines(1, count), repeats)
    row("JSON alone", plain.lines, plain.json, 1, "reference")
    verdict = f"aim: ≤ {AIM}" if plain.ratio <= AIM else f"MISSES {AIM}"
    row("Pitboss rule, all five houses", plain.lines, plain.settle, plain.ratio, verdict)
    lines = _lines(2, count // 2)
    for house in range(5):
        name = json.loads(lines[house])["house"]
        race = _race(name, lines[house::5], repeats)
        row(f"  {name} alone", race.lines, race.settle, race.ratio)
    own = _race("own limits", _lines(3, count, limits=True), repeats)
    row("  half with limits of their own", own.lines, own.settle, own.ratio)
    posted = [line for line in _lines(4, count // 4, pays=1.0) if b'"pays"' in line]
    own = _race("own pays", posted, repeats)
    row("  shine, each posting other pays", own.lines, own.settle, own.ratio)
    columns("as a command, with its start-up", "lines", "time, JSON above = 1")
    _command(_lines(1, count), plain, repeats)
    note("JSON alone is json.loads of the same line and json.dumps of the same answer.")


def cannot_settle() -> str | None:
    """Why `pitboss settle` does not answer a round here; None when it does."""
    done = subprocess.run(SETTLE, input=next(one_seat_rounds(1)) + b"\n", capture_output=True, check=False)
    if done.returncode == 0 and done.stdout.startswith(b'{"house"'):
        return None
    said = (done.stderr or done.stdout).decode(errors="replace").split("\n")
    last = next((line for line in reversed(said) if line.strip()), f"status {done.returncode}")
    return f"`pitboss settle` does not run here, so it is left out: {last}"


def _lines(seed: int, count: int, *, limits: bool = False, pays: float = 0.0) -> list[bytes]:
    return list(islice(one_seat_rounds(seed, limits=limits, pays=pays), count))


def _chunks(lines: list[bytes]) -> Iterator[list[bytes]]:
    for start in range(0, len(lines), CHUNK):
        yield lines[start : start + CHUNK]


def _race(name: str, lines: list[bytes], repeats: int) -> Race:
    """Both over each chunk in turn, so that a busy moment hits both alike; the best turn of each counts."""
    json_time = settle_time = 0.0
    with progress(name, -(-len(lines) // CHUNK)) as step:
        for chunk in _chunks(lines):
            step(f"{CHUNK:,} lines at a time")
            ruled = [rule(line, 1) for line in chunk]  # warms up, too
            assert all(accepted for _, accepted in ruled), "a bench round was refused"
            answers = [answer for answer, _ in ruled]
            turns: list[tuple[float, float]] = []
            for _ in range(repeats):
                start = process_time()
                for line in chunk:
                    json.dumps(rule(line, 1)[0])
                middle = process_time()
                for line, answer in zip(chunk, answers, strict=True):
                    json.loads(line)
                    json.dumps(answer)
                turns.append((middle - start, process_time() - middle))
            settle_time += min(turn[0] for turn in turns)
            json_time += min(turn[1] for turn in turns)
    return Race(len(lines), json_time, settle_time)


def _command(lines: list[bytes], plain: Race, repeats: int) -> None:
    """The same lines through `pitboss settle`, from file to file; the answers are those given above."""
    fault = cannot_settle()
    if fault:
        note(fault)
        return
    best = float("inf")
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as got:
        given.write(b"".join(line + b"\n" for line in lines))
        with progress("pitboss settle", repeats) as step:
            for turn in range(repeats):
                step(f"turn {turn + 1}")
                given.seek(0)
                got.seek(0)
                before = os.times()
                subprocess.run(SETTLE, stdin=given, stdout=got, check=True)
                after = os.times()
                user = after.children_user - before.children_user
                best = min(best, user + after.children_system - before.children_system)
        got.seek(0)
        for number, (line, answer) in enumerate(zip(lines, got, strict=True), 1):
            assert json.loads(answer) == rule(line, number)[0], f"line {number} is answered otherwise"
    row("pitboss settle", len(lines), best, best / plain.json)
