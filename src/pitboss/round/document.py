"""A round as one JSON document: the hand history. Reading it back replays and re-judges every event.

With its proof it is a receipt, whose head `seal` chains to the one before it at its table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Discriminator, TypeAdapter, ValidationError

from pitboss.canonical import NotJson, canonical_text, link, parse_plain
from pitboss.errors import Refusal
from pitboss.money import Cents
from pitboss.round.events import Event, RoundSettled, RoundVoided
from pitboss.round.play import apply, command_of
from pitboss.round.settlement import Recorded
from pitboss.round.state import Round, evolve, open_round
from pitboss.round.table import Table, open_table
from pitboss.sheet import Sheet, houses, load_house, sheet_from_content

FORMAT: Final = "pitboss.round/2"


class NotADocument(ValueError):
    """A file that is no round document, or one whose events do not follow from the rules."""


@dataclass(frozen=True, slots=True)
class SheetOfRound(Recorded):
    """Which rules the round was played by; the content is there when no house of Pitboss has that hash."""

    id: str
    hash: str
    content: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class LimitsOfRound(Recorded):
    """The table's limits in that round."""

    min: Cents
    max: Cents


@dataclass(frozen=True, slots=True)
class Proof(Recorded):
    """What makes a document a receipt: the opened seeds of its deal and its place in the table's chain."""

    scheme: Literal["pitboss-shuffle/1"]  # how the seeds make the deck
    table: str
    number: int
    commitment: str
    server_seed: str
    seat_seeds: dict[str, str]  # seat -> what its person put into the shuffle, in hexadecimal
    previous: str
    head: str


@dataclass(frozen=True, slots=True)
class RoundDocument(Recorded):
    """A whole round: its rules, its table and everything that happened, in order."""

    format: Literal["pitboss.round/2"]
    round: str
    sheet: SheetOfRound
    limits: LimitsOfRound
    events: tuple[Annotated[Event, Discriminator("k")], ...]
    proof: Proof | None = None

    @property
    def ended(self) -> Literal["settled", "void", "unused"]:
        """How the round ended. Unused: the table closed with no bet on it; some may have been taken back."""
        last = self.events[-1] if self.events else None
        if isinstance(last, RoundSettled):
            return "settled"
        return "void" if isinstance(last, RoundVoided) else "unused"


def to_document(
    state: Round, events: Sequence[Event], proof: Proof | None = None, *, other_rules: bool = False
) -> RoundDocument:
    """The document of a round and its events, with its proof where it has one.

    With `other_rules` the rules are named where they would be inside, or the other way round.
    """
    return RoundDocument(
        format=FORMAT,
        round=state.id,
        sheet=_sheet_of(state.table.sheet, shipped=_ships(state.table.sheet) != other_rules),
        limits=LimitsOfRound(state.table.min, state.table.max),
        events=tuple(events),
        proof=proof,
    )


def _ships(sheet: Sheet) -> bool:
    """Whether these rules come with Pitboss."""
    return sheet.id in houses() and load_house(sheet.id).hash == sheet.hash


def _sheet_of(sheet: Sheet, *, shipped: bool) -> SheetOfRound:
    return SheetOfRound(sheet.id, sheet.hash, None if shipped else sheet.rules)


def dump_round(state: Round, events: Sequence[Event], proof: Proof | None = None) -> str:
    """A round as canonical JSON, so that equal rounds are equal bytes.

    >>> from pitboss import PlaceBets, apply, dump_round, evolve, open_round, open_table
    >>> state = open_round(open_table("rivers"), "round 1")
    >>> events = apply(state, PlaceBets(1, "ann", {"ante": 1000}))
    >>> state = evolve(state, events[0])
    >>> dump_round(state, events)[:40]
    '{"events":[{"k":"bets","player":"ann","s'
    """
    return dump_document(to_document(state, events, proof))


def dump_document(document: RoundDocument) -> str:
    """A document as canonical JSON, the one way to write it; one without a proof has no such key."""
    data = _adapter().dump_python(document, mode="json")
    if document.proof is None:
        del data["proof"]
    return canonical_text(data)


def dump_event(event: Event) -> dict[str, Any]:
    """One event as JSON."""
    found: dict[str, Any] = _event_adapter().dump_python(event, mode="json")
    return found


def parse_event(data: Mapping[str, Any]) -> Event:
    """One event from JSON, read strictly."""
    return _event_adapter().validate_json(json.dumps(data))


def parse_round(text: str | bytes) -> RoundDocument:
    """The document of a JSON text; raises NotADocument with the place of the first fault.

    >>> from pitboss import PlaceBets, apply, dump_round, evolve, open_round, open_table, parse_round
    >>> state = open_round(open_table("rivers"), "round 1")
    >>> events = apply(state, PlaceBets(1, "ann", {"ante": 1000}))
    >>> state = evolve(state, events[0])
    >>> parse_round(dump_round(state, events)).sheet.id
    'rivers'
    """
    try:
        data = parse_plain(text)
    except NotJson as fault:
        raise NotADocument(f"Not a round document: {fault}") from None
    except (ValueError, RecursionError):
        data = None  # no JSON: the reader below says why
    try:
        document = _adapter().validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise NotADocument(f"Not a round document: {place or 'the file'}: {first['msg']}") from None
    if document.proof is None and "proof" in data:
        raise NotADocument("Not a round document: proof: a round without a proof has no such key")
    return document


def load_round(document: RoundDocument) -> tuple[Round, tuple[Event, ...]]:
    """The final state of a document's round. Each event must follow from the rules, to the last cent.

    >>> from pitboss import PlaceBets, apply, evolve, open_round, open_table
    >>> from pitboss import dump_round, load_round, parse_round
    >>> state = open_round(open_table("rivers"), "round 1")
    >>> events = apply(state, PlaceBets(1, "ann", {"ante": 1000}))
    >>> state = evolve(state, events[0])
    >>> load_round(parse_round(dump_round(state, events))) == (state, events)
    True
    """
    state = open_round(_table(document), document.round)
    for number, event in enumerate(document.events, 1):
        try:
            expected = apply(state, command_of(state, event))
        except Refusal as refusal:
            raise NotADocument(f"Event {number} ({event.k}) is against the rules: {refusal}") from None
        if expected != (event,):
            raise NotADocument(f"Event {number} ({event.k}) is not what the rules give")
        state = evolve(state, event)
    return state, document.events


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the round document."""
    schema = _adapter().json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


@lru_cache(maxsize=1)
def _event_adapter() -> TypeAdapter[Event]:
    adapter: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Discriminator("k")])
    return adapter


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[RoundDocument]:
    return TypeAdapter(RoundDocument)


def _table(document: RoundDocument) -> Table:
    kept = document.sheet
    if kept.content is None and kept.id not in houses():  # a document never makes us open a file
        raise NotADocument(f"{kept.id[:60]!r} is neither a house nor are its rules in the document")
    try:
        sheet: Sheet = load_house(kept.id) if kept.content is None else sheet_from_content(kept.content)
        table = open_table(sheet, document.limits.min, document.limits.max)
    except Refusal as fault:
        raise NotADocument(f"The round's rules cannot be used: {fault}") from None
    if (sheet.id, sheet.hash) != (kept.id, kept.hash):
        raise NotADocument(f"The round was played by other rules of {kept.id} (hash {kept.hash[:12]})")
    if kept != _sheet_of(sheet, shipped=_ships(sheet)):
        raise NotADocument("The round's rules are not written as Pitboss writes them")
    return table


class Receipt(NamedTuple):
    """A receipt as its canonical text, and its head in the chain of its table."""

    text: str
    head: str


def seal(document: RoundDocument, previous: str) -> Receipt:
    """The receipt of a document whose proof has no head yet."""
    unsealed = dump_document(document)
    head = link(previous, unsealed.encode())
    return Receipt(_with_head(unsealed, "", head), head)


def head_of(text: str, proof: Proof) -> str:
    """The head that the chain has after a receipt of this canonical text, whatever head it carries."""
    return link(proof.previous, _with_head(text, proof.head, "").encode())


def _with_head(text: str, before: str, after: str) -> str:
    """The text with another head in its proof.

    The proof's is the first key "head" of a canonical document: what sorts before it, events and limits, has
    none but wagers and their cents, and a quotation mark within a text is written as an escape.
    """
    return text.replace(f'"head":"{before}"', f'"head":"{after}"', 1)
