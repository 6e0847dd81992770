"""Events as the journal keeps them: without the deck, which the seeds give, and with the seats' seeds."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from pitboss.cards import card_text
from pitboss.fair import deck
from pitboss.ledger.deeds import canonical
from pitboss.ledger.journal import StoredEvent, StoredRound
from pitboss.ledger.receipts import Result
from pitboss.pit.event_postings import PROPOSITION
from pitboss.round import (
    BankTaken,
    BetsPlaced,
    CardsDealt,
    Decided,
    Event,
    Round,
    RoundSettled,
    RoundVoided,
    evolve,
    open_round,
)
from pitboss.round.document import dump_event, parse_event
from pitboss.round.table import Table

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
    cards = deck(stored.id, stored.sheet, bytes.fromhex(stored.seed), known)
    return tuple(card_text(card) for card in cards)


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
    """What a round brought everybody who had bet in it or held the bank; the house's own player is nobody."""
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
