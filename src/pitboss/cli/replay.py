"""`pitboss replay`: a recorded round, told step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import JsonOption
from pitboss.messages.rounds import tell_round
from pitboss.round.document import NotADocument, parse_round


def command(
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
