"""Progressive meters as operators read them: what went in, what was paid, and to whom by which clause."""

from __future__ import annotations

import json
from typing import Any, Final

from pydantic import BaseModel

from pitboss.house.books import Micro
from pitboss.house.history import house_id
from pitboss.ledger import meter_sums
from pitboss.ledger.ids import owner_of_chips
from pitboss.ledger.meter_sums import PaidJackpot, StoredMeter
from pitboss.ledger.meters import whole_of
from pitboss.ledger.people import read_person
from pitboss.ledger.store import Connection, Store
from pitboss.money import MICRO, Cents

MOST_JACKPOTS: Final = 100


class MeterShown(BaseModel):
    """A meter, of all tables of a sheet or of one table alone, in micro-cents."""

    key: str
    house: str
    table: str | None  # whose own it is
    held: Micro
    started: Micro  # with what it began
    contributed: Micro  # by bets
    reseeded: Micro  # by the house, up to the reset
    paid: Micro  # to people
    swept: Micro  # back to the table's own money, when it closed


class MetersShown(BaseModel):
    """All meters."""

    meters: list[MeterShown]


class ShareShown(BaseModel):
    """A line of the settlement that was paid from the meter."""

    wager: str
    clause: str
    paid: Cents  # the stake, which was its price, included


class JackpotShown(BaseModel):
    """A share of a meter that was won."""

    place: int  # ask for jackpots before this one
    at: int  # milliseconds since 1970
    meter: str
    house: str
    table: str
    round: str
    player: str
    name: str | None
    amount: Micro
    shares: list[ShareShown]


class JackpotPage(BaseModel):
    """Jackpots, the latest first."""

    jackpots: list[JackpotShown]


def show_meters(store: Store) -> MetersShown:
    """Every meter with all that went in and out."""

    def work(connection: Connection) -> MetersShown:
        found = meter_sums.all_meters(connection)
        return MetersShown(meters=[_meter(each, house_id(connection, each.sheet)) for each in found])

    return store.read(work)


def show_jackpots(store: Store, before: int | None, most: int) -> JackpotPage:
    """The jackpots that were paid: when, to whom, by which clause."""

    def work(connection: Connection) -> JackpotPage:
        found = meter_sums.paid_jackpots(connection, before, min(most, MOST_JACKPOTS))
        return JackpotPage(jackpots=[_jackpot(connection, each) for each in found])

    return store.read(work)


def _meter(stored: StoredMeter, house: str) -> MeterShown:
    def moved(what: str) -> str:
        return str(abs(stored.moved.get(what, 0)))

    return MeterShown(
        key=stored.key,
        house=house,
        table=stored.felt,
        held=str(stored.held),
        started=moved("meter"),
        contributed=moved("contribution"),
        reseeded=moved("reset"),
        paid=moved("jackpot"),
        swept=moved("swept"),
    )


def _jackpot(connection: Connection, paid: PaidJackpot) -> JackpotShown:
    player = owner_of_chips(paid.taker, paid.felt) if paid.taker_kind == "chips" else paid.taker
    known = read_person(connection, player)
    own = paid.meter == paid.felt
    return JackpotShown(
        place=paid.number,
        at=paid.at,
        meter=paid.meter if own else whole_of(paid.meter),
        house=house_id(connection, paid.sheet),
        table=paid.felt,
        round=paid.round,
        player=player,
        name=known.shown if known else None,
        amount=str(paid.amount),
        shares=_shares(json.loads(paid.body), paid.amount),
    )


def _shares(settled: dict[str, Any], amount: int) -> list[ShareShown]:
    """The lines of a settlement that were paid from the meter to a seat that got this much."""
    for seat in settled["seats"]:
        lines = [line for line in seat["lines"] if any(each.get("payer") == "meter" for each in line["by"])]
        if lines and sum(line["profit"] + line["stake"] for line in lines) * MICRO == amount:
            return [
                ShareShown(wager=line["id"], clause=line["clause"], paid=line["profit"] + line["stake"])
                for line in lines
            ]
    return []
