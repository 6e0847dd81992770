"""A round settled again from its cards and decisions, with what was paid laid beside it."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel

from pitboss.ledger.journal import StoredRound
from pitboss.ledger.ledger import Transfer
from pitboss.money import Cents
from pitboss.pit import Till, postings
from pitboss.round import (
    Refusal,
    Round,
    RoundSettled,
    RoundVoided,
    SettleRound,
    VoidRound,
    apply,
    evolve,
    open_round,
)
from pitboss.round.events import Event, PaidLine, PaidSeat
from pitboss.round.table import Table


class LineJudged(BaseModel):
    """What a line pays by the rules, and what the journal says it was paid."""

    id: str
    label: str
    ruled: PaidLine | None  # null: the rules pay no such line
    paid: PaidLine | None
    equal: bool


class SeatJudged(BaseModel):
    """The lines of one seat."""

    seat: int
    player: str
    ruled: Cents
    paid: Cents
    lines: list[LineJudged]


def settle_again(
    table: Table,
    stored: StoredRound,
    till: Till,
    told: tuple[Event, ...],
    moved: tuple[Transfer, ...],
    checks: list[str],
    faults: list[str],
) -> list[SeatJudged]:
    """Settles the round again from its cards and decisions, and lays what was paid beside it."""
    if stored.ended == "unused":
        return []
    paid = told[-1] if told else None
    try:
        state, owed = _until_the_end(table, stored, till, told)
        ruled = _ruled(state, paid)
        owed += postings(till, state, ruled)
    except (Refusal, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        faults.append("The journal breaks the rules before the end: nothing can be settled again")
        return []
    seats = _seats(table, state, ruled.seats, paid.seats if isinstance(paid, type(ruled)) else ())
    unlike = [f"seat {seat.seat} {line.label}" for seat in seats for line in seat.lines if not line.equal]
    if unlike:
        faults.append(f"Settled again, these lines pay something else than was paid: {', '.join(unlike)}")
    else:
        checks.append("Settled again, every line pays what was paid.")
    if Counter(moved) == Counter(owed):
        checks.append("The ledger moved exactly what the rules give.")
    else:
        faults.append("The ledger moved something else than the rules give")
    return seats


def _until_the_end(
    table: Table, stored: StoredRound, till: Till, told: tuple[Event, ...]
) -> tuple[Round, tuple[Transfer, ...]]:
    """The state before the last event, and the transfers of all events before it."""
    state = open_round(table, stored.id)
    owed: tuple[Transfer, ...] = ()
    for event in told[:-1]:
        owed += postings(till, state, event)
        state = evolve(state, event)
    return state, owed


def _ruled(state: Round, paid: Event | None) -> RoundSettled | RoundVoided:
    """The end of the round as the rules give it."""
    match paid:
        case RoundSettled(_, _, meter):
            events_ = apply(state, SettleRound(meter.before if meter else None))
        case RoundVoided(cause):
            events_ = apply(state, VoidRound(cause))
        case _:
            raise ValueError("the round has no end")
    end = events_[-1]
    if isinstance(end, (RoundSettled, RoundVoided)):
        return end
    raise AssertionError("a round ends settled or void")


def _seats(
    table: Table, state: Round, ruled: tuple[PaidSeat, ...], paid: tuple[PaidSeat, ...]
) -> list[SeatJudged]:
    rules, journal_ = {each.seat: each for each in ruled}, {each.seat: each for each in paid}
    found = []
    for number in sorted(rules.keys() | journal_.keys()):
        by_rules, by_journal = rules.get(number), journal_.get(number)
        seat = state.seat(number)
        found.append(
            SeatJudged(
                seat=number,
                player=seat.player if seat else "",
                ruled=by_rules.net if by_rules else 0,
                paid=by_journal.net if by_journal else 0,
                lines=_lines(table, by_rules, by_journal),
            )
        )
    return found


def _lines(table: Table, ruled: PaidSeat | None, paid: PaidSeat | None) -> list[LineJudged]:
    rules = {line.id: line for line in ruled.lines} if ruled else {}
    journal_ = {line.id: line for line in paid.lines} if paid else {}
    return [
        LineJudged(
            id=id_,
            label=table.sheet.label(id_) if id_ in rules else id_,
            ruled=rules.get(id_),
            paid=journal_.get(id_),
            equal=rules.get(id_) == journal_.get(id_),
        )
        for id_ in (*rules, *(id_ for id_ in journal_ if id_ not in rules))
    ]
