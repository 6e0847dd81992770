"""`pitboss settle`, `pitboss replay` and `pitboss verify`: rounds judged and checked from files."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import typer
from rich.padding import Padding
from typer import Argument, Option

from pitboss.canonical import parse
from pitboss.cards import CARD_TEXTS, Card, signs
from pitboss.cli import options
from pitboss.cli.output import Lines, print_lines, show
from pitboss.errors import Refusal
from pitboss.hands import describe
from pitboss.messages.rounds import line_words, signed, tell_round
from pitboss.money import MICRO, dollars
from pitboss.proof import VerifiedFile, verify_file
from pitboss.round.adjudicate import Loader, read_round, rule
from pitboss.round.document import NotADocument, RoundDocument, parse_round
from pitboss.round.settlement import pay_deal
from pitboss.sheet import load_sheet


def settle_command(
    as_text: Annotated[
        bool, Option("--text", help="Print sentences: what each seat won or lost, and by which clause.")
    ] = False,
) -> None:
    """Settle finished rounds: JSON Lines in, one JSON line out for each, with the clause of every pay.

    A line that cannot be accepted is answered with its fault, and the status is 1 after the last line.

    \b
    Examples:
      pitboss settle < rounds.jsonl > settled.jsonl
      pitboss settle --text < rounds.jsonl
      echo '{"house": "shine", "dealer": ["Qh", "7c", "2d"], "seats": [{"seat": 1,
      "wagers": {"ante": 1000}, "cards": ["Ks", "9d", "4h"],
      "action": "play"}]}' | tr -d '\\n' | pitboss settle --text
    """
    if sys.stdin.isatty():
        typer.echo(WAITING, err=True)
    files = lru_cache(maxsize=64)(load_sheet)
    refused = 0
    out = sys.stdout.buffer
    for number, line in enumerate(sys.stdin.buffer, 1):
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        answer, accepted = rule(text, number, files)
        refused += not accepted
        if not as_text:
            out.write(json.dumps(answer).encode() + b"\n")
            out.flush()
        elif accepted:
            print_lines(["", *_settled(text, files)] if number > 1 else _settled(text, files))
        else:
            error = answer["error"]
            where = f"{error['path']}: " if error["path"] else ""
            clause = f" ({error['clause']})" if error["clause"] else ""
            typer.echo(f"Line {number}: {where}{error['message']}{clause}")
    if refused:
        raise typer.Exit(1)


WAITING: Final = (
    "Write each finished round as JSON on one line (pitboss settle --help has one), and end with Ctrl-D;\n"
    "or give a file: pitboss settle --text < rounds.jsonl"
)


def _settled(line: bytes, files: Loader) -> Lines:
    """A round in sentences: what each seat won or lost, then why, line by line."""
    table, deal = read_round(parse(line), files)
    sheet, paid = table.sheet, pay_deal(table, deal)
    if paid.void:
        yield f"The round is void ({paid.void}): every wager goes back."
    hands = {hand.seat: _hand(hand.final) for hand in deal.hands}
    for seat in paid.seats:
        does = "wins" if seat.net > 0 else "loses" if seat.net < 0 else "neither wins nor loses"
        amount = f" {dollars(abs(seat.net))}" if seat.net else ""
        yield f"Seat {seat.seat} {does}{amount} with {hands[seat.seat]}:"
        yield from (Padding(line_words(sheet, each), (0, 0, 0, 2), expand=False) for each in seat.lines)
    dealer, label = paid.dealer, sheet.dealer.label.lower()
    does = "qualifies" if dealer.qualifies else "does not qualify"
    yield f"{sheet.name}: the {label} has {_hand(dealer.plays)}, and {does}."
    if paid.bank is not None:
        net, left = signed(paid.bank.net), dollars(paid.bank.cover_left)
        yield f"The bank's result: {net}; {left} of {dollars(paid.bank.stake)} cover left."
    if paid.meter is not None and paid.meter.before != paid.meter.after:
        before, after = (dollars(each // MICRO) for each in (paid.meter.before, paid.meter.after))
        yield f"The meter goes from {before} to {after}."


def _hand(cards: Sequence[Card]) -> str:
    return f"{signs(CARD_TEXTS[card] for card in cards)}, {describe(cards)}"


# --- `pitboss replay`: a recorded round, step by step.


def replay_command(
    file: Annotated[Path, Argument(metavar="FILE", help="A round document, or one per line.")],
    number: Annotated[int | None, Option("--round", help="Only the N-th round of the file.")] = None,
    as_json: options.Json = False,
) -> None:
    """Show a recorded round in plain sentences, step by step, and check it against the rules.

    \b
    Examples:
      pitboss play rivers --save evening.jsonl
      pitboss replay evening.jsonl
    """
    with _open(file) as stream:
        documents = [parse_round(text) for text in _documents(stream)]
    if not documents:
        raise NotADocument(f"{file} is empty")
    if number is not None:
        if not 1 <= number <= len(documents):
            raise NotADocument(f"{file} has rounds 1 to {len(documents)}, not {number}")
        documents = documents[number - 1 : number]
    for index, document in enumerate(documents):
        _show_round(document, as_json, first=index == 0)


def _show_round(document: RoundDocument, as_json: bool, *, first: bool) -> None:
    lines = list(tell_round(document))
    found = {"round": document.round, "house": document.sheet.id, "tale": lines}
    show(lambda: found, lambda: lines if first else ["", *lines], as_json=as_json, wrap=False)


# --- `pitboss verify`: whether receipts are true, by nothing but what is in the file.

_SHOWN: Final = 20  # tables of a file
_HEAD: Final = re.compile(r"[0-9a-f]{64}")


def verify_command(
    file: Annotated[Path, Argument(metavar="FILE", help="A receipt, or one per line; - reads the input.")],
    head: Annotated[
        str | None,
        Option(metavar="HEX", help="A head that you kept: it must be in the chain of the receipts."),
    ] = None,
    gaps: Annotated[
        bool, Option("--gaps", help="Rounds may be missing, as among the receipts of one person.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Check receipts: the seeds, the deck, every event, the payments and the chain, without any database.

    \b
    Example:
      pitboss verify receipt.json
    """
    kept = None if head is None else kept_head(head)
    with _open(file) as stream:
        found = verify_file(_documents(stream), kept, gaps=gaps)
    if found.fault is None or as_json:
        show(lambda: _receipts_json(found), lambda: _receipts_text(found, gaps=gaps), as_json=as_json)
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


def _documents(stream: BinaryIO) -> Iterable[bytes]:
    """One document on each line, or one over the whole file."""
    lines = (line.strip() for line in stream)
    first = next((line for line in lines if line), None)
    if first is None:
        return ()
    if not first.endswith(b"}"):
        return (b"\n".join((first, *lines)),)
    return chain((first,), (line for line in lines if line))


def _receipts_json(found: VerifiedFile) -> dict[str, object]:
    return {
        "good": found.good,
        "receipts": found.receipts,
        "tables": dict(found.runs),
        "checks": list(found.only.checks) if found.only else [],
        "kept_head": found.kept,
        "fault": found.fault,
    }


def _receipts_text(found: VerifiedFile, *, gaps: bool) -> Lines:
    if found.only is not None:
        yield f"The receipt of round {plain(found.only.round)} ({found.only.house}) is good."
        yield from (f"- {plain(sentence)}" for sentence in found.only.checks)
    else:
        tables = "one table" if len(found.runs) == 1 else f"{len(found.runs)} tables"
        yield f"{found.receipts:,} receipts of {tables} are good."
        chain = (
            "receipts that follow each other fit"
            if gaps
            else "the receipts of each table form one unbroken chain"
        )
        yield (
            "Each commitment opens, each deck is the one of its seeds, each event and payment follows from "
            f"the rules, and {chain}:"
        )
        for table, run in list(found.runs.items())[:_SHOWN]:
            rounds = f"round {run.last}" if run.first == run.last else f"rounds {run.first} to {run.last}"
            yield f"- {plain(table)}: {rounds}, with the head\n  {run.head}"
        if len(found.runs) > _SHOWN:
            yield f"- and {len(found.runs) - _SHOWN} more tables"
    if found.kept:
        yield plain(found.kept)
    if found.only is not None and found.only.proof is not None:
        yield "Keep its head: it shows later whether rounds were cut off or changed."
        yield found.only.proof.head
