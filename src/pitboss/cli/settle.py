"""`pitboss settle`: adjudicate finished rounds, one JSON line each."""

from __future__ import annotations

import json
import sys
from functools import lru_cache

import typer

from pitboss.round.adjudicate import rule
from pitboss.sheet import Sheet, load_sheet


def command() -> None:
    """Settle finished rounds: JSON Lines in, one JSON line out for each, with the clause of every pay.

    A line that cannot be accepted is answered with its fault, and the status is 1 after the last line.

    \b
    Examples:
      pitboss settle < rounds.jsonl > settled.jsonl
      echo '{"house": "shine", "dealer": ["Qh", "7c", "2d"], "seats": [{"seat": 1,
      "wagers": {"ante": 1000}, "cards": ["Ks", "9d", "4h"],
      "action": "play"}]}' | tr -d '\\n' | pitboss settle
    """
    files = lru_cache(maxsize=64)(_sheet_file)
    refused = 0
    out = sys.stdout.buffer
    for number, line in enumerate(sys.stdin.buffer, 1):
        answer, accepted = rule(line.removesuffix(b"\n").removesuffix(b"\r"), number, files)
        refused += not accepted
        out.write(json.dumps(answer).encode() + b"\n")
        out.flush()
    if refused:
        raise typer.Exit(1)


def _sheet_file(path: str) -> Sheet:
    return load_sheet(path)
