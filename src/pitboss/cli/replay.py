"""`pitboss replay`: a recorded round, told step by step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cards import cards_text
from pitboss.cli.options import JsonOption
from pitboss.money import dollars
from pitboss.round.document import NotADocument, RoundDocument, load_round, parse_round
from pitboss.round.state import Round, evolve, open_round
from pitboss.round.tale import Teller
from pitboss.round.view import DealTold, DecisionTold, Shown, Told, tell


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A round document, or one per line.")],
    number: Annotated[int | None, typer.Option("--round", help="Only the N-th round of the file.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell a recorded round in plain sentences, step by step, and check it against the rules.

    Example: pitboss play rivers --save evening.jsonl, then: pitboss replay evening.jsonl
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


def tell_round(document: RoundDocument) -> Iterator[str]:
    """The sentences of a whole round, every card open: the round is over."""
    final, events = load_round(document)
    table = final.table
    teller = Teller(table.sheet)
    limits = f"table {dollars(table.min)} to {dollars(table.max)}"
    yield f"{table.sheet.name}, {table.sheet.game}, {limits}, sheet {document.sheet.hash[:12]}."
    if document.round:
        yield f"Round {document.round}."
    state = open_round(table, document.round)
    for event in events:
        state = evolve(state, event)
        yield from teller.sentences(_opened(state, tell(state, event)))


def _opened(state: Round, told: Told) -> Told:
    """What was told to nobody in particular, with the hands that are public now that the round is over."""
    if isinstance(told, DealTold):
        hands = tuple(Shown(seat.number, tuple(cards_text(seat.cards).split())) for seat in state.seats)
        return DealTold(told.seats, hands)
    if isinstance(told, DecisionTold) and told.action == "draw":
        seat = state.seat(told.seat)
        if seat is not None and seat.discard is not None and seat.drawn is not None:
            discard, drawn = cards_text((seat.discard, seat.drawn)).split()
            return DecisionTold(told.seat, told.action, told.by, told.cost, discard, drawn)
    return told


def _documents(file: Path) -> list[bytes]:
    """One document in the whole file, or one on each line."""
    content = file.read_bytes()
    lines = [line for line in content.splitlines() if line.strip()]
    if not lines:
        raise NotADocument(f"{file} is empty")
    if len(lines) > 1 and not lines[0].rstrip().endswith(b"}"):
        return [content]
    return lines
