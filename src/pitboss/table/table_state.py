"""Where a table stands between two commands, and how that is rebuilt from what is stored.

The journal keeps events without the deck, which the seeds give, and with the seats' seeds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct, field

from pitboss.canonical import START
from pitboss.cards import texts_of
from pitboss.errors import CageFault
from pitboss.fair import SCHEME, deck
from pitboss.ledger import journal
from pitboss.ledger.deeds import canonical
from pitboss.ledger.history import Result
from pitboss.ledger.journal import StoredEvent, StoredRound, StoredTable
from pitboss.ledger.store import Connection
from pitboss.money import Cents
from pitboss.round import (
    BankTaken,
    BetsPlaced,
    CardsDealt,
    Decided,
    Event,
    Refusal,
    Round,
    RoundSettled,
    RoundVoided,
    evolve,
    open_round,
)
from pitboss.round.document import Proof, Receipt, dump_event, parse_event, seal, to_document
from pitboss.round.table import Table, open_table
from pitboss.sheet import Sheet, SheetRefused, sheet_from_content
from pitboss.sheet.model import with_order
from pitboss.table.till import PROPOSITION

# Events as they are stored

CardTexts = tuple[str, ...]


class RetoldRound(NamedTuple):
    """A round as its journal tells it."""

    state: Round
    events: tuple[Event, ...]
    seeds: dict[int, str]  # seat -> hexadecimal


def body_of(event: Event, seed: str = "") -> str:
    """An event as it is stored."""
    data = dump_event(event)
    match event:
        case CardsDealt():
            del data["deck"]
        case BetsPlaced():
            data["seed"] = seed
    return canonical(data)


def shuffled(stored: StoredRound, seeds: dict[int, str]) -> CardTexts:
    """The deck of a round, from the server's seed and those of the seats that bet."""
    known = {seat: bytes.fromhex(seed) for seat, seed in seeds.items()}
    return texts_of(deck(stored.id, stored.sheet, bytes.fromhex(stored.seed), known))


def retell(table: Table, stored: StoredRound, entries: list[StoredEvent]) -> RetoldRound:
    """A round rebuilt from its journal."""
    state, events, seeds = open_round(table, stored.id), [], dict[int, str]()
    for entry in entries:
        data = json.loads(entry.body)
        if data["k"] in ("open", "unused"):
            continue
        if data["k"] == "bets":
            seed = data.pop("seed")
            seeds = seeds_after(seeds, data["seat"], seed, placed=bool(data["wagers"]))
        if data["k"] == "deal":
            data["deck"] = shuffled(stored, seeds)
        event = parse_event(data)
        state = evolve(state, event)
        events.append(event)
    return RetoldRound(state, tuple(events), seeds)


def seeds_after(seeds: dict[int, str], seat: int, seed: str, *, placed: bool) -> dict[int, str]:
    """The seeds of the seats that bet after one of them placed or cleared its bet."""
    others = {number: each for number, each in seeds.items() if number != seat}
    return others | {seat: seed} if placed else others


def results_of(events: Iterable[Event]) -> list[Result]:
    """What a round brought each person with a bet or the bank; the house's own player is left out."""
    seats, bank = dict[int, str](), ""
    nets, void, away = dict[str, int](), None, set[str]()
    for event in events:
        match event:
            case BetsPlaced(seat, player):
                seats[seat] = player
                nets.setdefault(player, 0)
            case BankTaken(player):
                bank = player
                nets.setdefault(player, 0)
            case Decided(seat) if event.by != "player":
                away.add(seats[seat])
            case RoundSettled():
                for paid in event.seats:
                    nets[seats[paid.seat]] += paid.net
                if event.bank is not None:
                    nets[bank] += event.bank.net
            case RoundVoided():
                void = event.clause
    nets.pop(PROPOSITION, None)
    return [Result(person, net, void, person in away) for person, net in sorted(nets.items())]


# Where a table stands


class Done(NamedTuple):
    """The answer to an accepted command: the places of its events at the table.

    A command that had been done before is answered with the same places and `repeated`; nothing happens
    again. The first time, the round's own events and its state after them go with it.
    """

    first: int
    last: int
    repeated: bool = False
    events: tuple[Event, ...] = ()
    state: Round | None = None


class Standing(Struct, frozen=True):
    """All that a table remembers between two commands; it is replaced only when a command is stored."""

    stored_table: StoredTable
    stored: StoredRound | None = None  # the open round
    state: Round | None = None
    events: tuple[Event, ...] = ()
    seeds: dict[int, str] = field(default_factory=dict)
    link: str = START  # of its last event


def table_of(connection: Connection, stored: StoredTable) -> Table:
    """The rules of a stored table."""
    return _rules(journal.sheet_content(connection, stored.sheet), stored.low, stored.high)


@lru_cache(maxsize=256)
def _rules(content: str, low: Cents, high: Cents) -> Table:
    """A table of a stored sheet; tables of one house share it, and taking one over is quick."""
    try:
        return open_table(sheet_from_content(json.loads(content)), low, high)
    except Refusal as fault:  # of what is stored, so it refuses nothing that a person asked
        raise ValueError(f"The stored rules of a table cannot be read: {fault}") from None


def standing_of(connection: Connection, table_id: str) -> Standing:
    """A table rebuilt from what is stored."""
    stored_table = journal.read_table(connection, table_id)
    stored = journal.last_round(connection, table_id)
    link = journal.last_link(connection, stored_table)
    if stored is None or stored.ended is not None:
        return Standing(stored_table, link=link)
    entries = journal.events_of_round(connection, stored.id)
    told = retell(table_of(connection, stored_table), stored, entries)
    return Standing(stored_table, stored, told.state, told.events, told.seeds, link)


def receipt_of(
    stored: StoredRound,
    state: Round,
    events: Sequence[Event],
    seeds: dict[int, str],
    previous: str,
    *,
    other_rules: bool = False,
) -> Receipt:
    """The receipt of a round that has ended, behind the head of the round before it.

    With `other_rules` it is that of a time when its rules came with Pitboss, or did not yet: the other way
    than now.
    """
    proof = Proof(
        scheme=SCHEME,
        table=stored.felt,
        number=stored.number,
        commitment=stored.commitment,
        server_seed=stored.seed,
        seat_seeds={str(seat): seeds[seat] for seat in sorted(seeds)},
        previous=previous,
        head="",
    )
    return seal(to_document(state, events, proof, other_rules=other_rules), previous)


class Unusable(CageFault):
    """Something stored is not what was stored there; the message says what."""


@lru_cache(maxsize=256)
def stored_sheet(hash_: str, content: str) -> Sheet:
    """The sheet of a stored text, which must give the hash it is stored under."""
    try:
        sheet = sheet_from_content(json.loads(content))
        written = canonical(with_order(sheet.content))
    except (SheetRefused, ValueError, TypeError, AttributeError, RecursionError):
        raise Unusable(f"The sheet {hash_[:12]} cannot be read: it was changed after it was stored") from None
    if sheet.hash != hash_ or written != content:
        raise Unusable(f"The sheet {hash_[:12]} has another content: its hash is {sheet.hash[:12]}")
    return sheet


@lru_cache(maxsize=256)
def stored_table(hash_: str, content: str, low: int, high: int) -> Table:
    """The table of a stored sheet with its limits."""
    try:
        return open_table(stored_sheet(hash_, content), low, high)
    except Refusal as fault:
        raise Unusable(f"A table has limits that no table can have: {fault}") from None
