"""`pitboss settle`: adjudicate finished rounds, one JSON line each."""

from __future__ import annotations

import json
import sys
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import JsonOption
from pitboss.messages.rounds import tell_round
from pitboss.round.adjudicate import rule
from pitboss.round.document import NotADocument, parse_round
from pitboss.sheet import Sheet, load_sheet


def settle_command() -> None:
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


# --- `pitboss replay`: a recorded round, told step by step.


def replay_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A round document, or one per line.")],
    number: Annotated[int | None, typer.Option("--round", help="Only the N-th round of the file.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell a recorded round in plain sentences, step by step, and check it against the rules.

    \b
    Examples:
      pitboss play rivers --save evening.jsonl
      pitboss replay evening.jsonl
    """
    documents = [parse_round(text) for text in _documents(file)]
    if number is not None:
        if not 1 <= number <= len(documents):
            raise NotADocument(f"{file} has rounds 1 to {len(documents)}, not {number}")
        documents = documents[number - 1 : number]
    for index, document in enumerate(documents):
        if index and not as_json:
            typer.echo("")
        lines = list(tell_round(document))
        if as_json:
            typer.echo(json.dumps({"round": document.round, "house": document.sheet.id, "tale": lines}))
        else:
            typer.echo("\n".join(lines))


def _documents(file: Path) -> list[bytes]:
    """One document in the whole file, or one on each line."""
    content = file.read_bytes()
    lines = [line for line in content.splitlines() if line.strip()]
    if not lines:
        raise NotADocument(f"{file} is empty")
    if len(lines) > 1 and not lines[0].rstrip().endswith(b"}"):
        return [content]
    return lines
