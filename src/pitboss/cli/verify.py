"""`pitboss verify`: whether receipts are true, by nothing but what is in the file."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import typer

from pitboss.cli.options import JsonOption, console
from pitboss.proof import VerifiedFile, verify_file
from pitboss.round.refusal import Refusal

_SHOWN: Final = 20  # tables of a file
_HEAD: Final = re.compile(r"[0-9a-f]{64}")


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A receipt, or one per line; - reads the input.")
    ],
    head: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="A head that you kept: it must be in the chain of the receipts."),
    ] = None,
    gaps: Annotated[
        bool, typer.Option("--gaps", help="Rounds may be missing, as among the receipts of one person.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check receipts: the seeds, the deck, every event, the payments and the chain, without any database.

    \b
    Example:
      pitboss verify receipt.json
    """
    kept = None if head is None else kept_head(head)
    with _open(file) as stream:
        found = verify_file(_receipts(stream), kept, gaps=gaps)
    if as_json:
        typer.echo(json.dumps(_as_json(found)))
    elif found.fault is None:
        _print(found, gaps=gaps)
    else:
        where = "the input" if str(file) == "-" else file
        typer.echo(f"pitboss: {where}: {plain(found.fault)}", err=True)
    if not found.good:
        raise typer.Exit(1)


def kept_head(text: str) -> str:
    """A head as a person gives it."""
    if not _HEAD.fullmatch(text.lower()):
        raise Refusal("head", f"--head {text[:70]!r}: a head has 64 digits from 0-9 and a-f")
    return text.lower()


def plain(text: str) -> str:
    """A sentence without what would move a terminal's cursor: names in a receipt may be anybody's."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


@contextmanager
def _open(file: Path) -> Iterator[BinaryIO]:
    if str(file) == "-":
        yield sys.stdin.buffer
        return
    with file.open("rb") as stream:
        yield stream


def _receipts(stream: BinaryIO) -> Iterable[bytes]:
    """One receipt on each line, or one over the whole file."""
    lines = (line.strip() for line in stream)
    first = next((line for line in lines if line), None)
    if first is None:
        return ()
    if not first.endswith(b"}"):
        return (b"\n".join((first, *lines)),)
    return chain((first,), (line for line in lines if line))


def _as_json(found: VerifiedFile) -> dict[str, object]:
    return {
        "good": found.good,
        "receipts": found.receipts,
        "tables": {table: asdict(run) for table, run in found.runs.items()},
        "checks": list(found.only.checks) if found.only else [],
        "kept_head": found.kept,
        "fault": found.fault,
    }


def _print(found: VerifiedFile, *, gaps: bool) -> None:
    out = console()
    if found.only is not None:
        out.print(f"The receipt of round {plain(found.only.round)} ({found.only.house}) is good.")
        for sentence in found.only.checks:
            out.print(f"- {plain(sentence)}")
    else:
        tables = "one table" if len(found.runs) == 1 else f"{len(found.runs)} tables"
        out.print(f"{found.receipts:,} receipts of {tables} are good.")
        chain = (
            "receipts that follow each other fit"
            if gaps
            else "the receipts of each table form one unbroken chain"
        )
        out.print(
            "Each commitment opens, each deck is the one of its seeds, each event and payment follows from "
            f"the rules, and {chain}:"
        )
        for table, run in list(found.runs.items())[:_SHOWN]:
            rounds = f"round {run.last}" if run.first == run.last else f"rounds {run.first} to {run.last}"
            out.print(f"- {plain(table)}: {rounds}, with the head\n  {run.head}")
        if len(found.runs) > _SHOWN:
            out.print(f"- and {len(found.runs) - _SHOWN} more tables")
    if found.kept:
        out.print(plain(found.kept))
    if found.only is not None and found.only.proof is not None:
        out.print("Keep its head: it shows later whether rounds were cut off or changed.")
        out.print(found.only.proof.head)
