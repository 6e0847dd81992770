"""Past rounds: those of a person, with their net and who decided, and rounds found by id, table or time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel

from pitboss.cards import card_text
from pitboss.desk.table_questions import Bet, means_question, means_told, worths_question, worths_told
from pitboss.hands import category3, value3
from pitboss.house.progress import APART, LONGEST, Ask, SeatAt, decision_of, settled_round
from pitboss.ledger import history, journal
from pitboss.ledger.history import Decision, FoundRound, Only, RoundQuery, read_receipts, rounds_of_person
from pitboss.ledger.journal import Purse
from pitboss.ledger.people import Person
from pitboss.ledger.store import Connection, Store, reads
from pitboss.money import MICRO, Cents
from pitboss.odds.coach import Worth, meter_for
from pitboss.odds.envy import envy_mean
from pitboss.proof import receipt
from pitboss.round import Refusal, Round, parse_round
from pitboss.round.bank import most_used, reach_of, seat_use
from pitboss.round.events import people_of
from pitboss.round.state import Seat
from pitboss.round.views import read_out
from pitboss.sheet import houses as house_ids
from pitboss.table.table_state import Unusable, stored_sheet

BATCH: Final = 100  # rounds of an export that are looked up at once


class PastRound(BaseModel):
    """One round of one person."""

    round: str
    table: str
    number: int
    house: str
    own: bool  # the sheet was none of the houses'
    purse: Purse  # chips are no money: a net of chips is in no sum
    title: str | None  # of the table, while it is open
    ended: str
    void: str | None  # the clause
    by_platform: bool  # a decision of this person was the platform's
    at: int  # of its end
    net: Cents
    place: int  # ask for rounds before this one


class Receipts(NamedTuple):
    """When some rounds of a person have ended, with their receipts, the latest first."""

    rounds: list[tuple[int, str]]
    before: int | None  # where the next begin; none: there are no more


@reads
def receipts_of(connection: Connection, person: str, before: int | None) -> Receipts:
    """The receipts of a person's latest rounds before a place."""
    found = rounds_of_person(connection, person, before, BATCH)
    texts = read_receipts(connection, [each.id for each in found])
    kept = [(each.at, texts[each.id]) for each in found if each.id in texts]  # a round given up has none
    return Receipts(kept, found[-1].place if len(found) == BATCH else None)


def receipt_for(store: Store, round_id: str, who: Person | None) -> str:
    """The receipt of a round: of any at a public table, at a private one of one's own."""
    stored = store.read(lambda connection: journal.read_round(connection, round_id))
    if stored is None:
        raise Refusal("no_round", "There is no such round", None, "round")
    text = receipt(store, round_id)
    if who is not None and who.role == "operator":
        return text
    mine = who is not None and who.id in people_of(parse_round(text).events)
    if not mine and not store.read(lambda connection: is_public(connection, stored.felt)):
        raise Refusal("private", "This round was played at a private table", None)
    return text


def house_id(connection: Connection, hash_: str) -> str:
    """Whose rules a sheet has, by its hash."""
    try:
        return stored_sheet(hash_, journal.sheet_content(connection, hash_)).id
    except Unusable:
        return "?"


@reads
def rounds_of(
    connection: Connection, person: str, before: int | None, most: int, only: Only | None = None
) -> list[PastRound]:
    """The latest rounds of a person that have ended, with what each brought in all."""
    found = rounds_of_person(connection, person, before, most, only)
    titles = {table_id: title_of(connection, table_id) for table_id in {row.felt for row in found}}
    houses = {hash_: house_id(connection, hash_) for hash_ in {row.sheet for row in found}}
    printed = house_ids()
    return [
        PastRound(
            **row._asdict() | {"void": row.void or None},
            round=row.id,
            table=row.felt,
            house=houses[row.sheet],
            own=houses[row.sheet] not in printed,
            title=titles[row.felt],
            by_platform=row.away,
        )
        for row in found
    ]


def is_public(connection: Connection, table: str) -> bool:
    """Whether everybody may read the rounds of a table, be it open or closed."""
    kept = journal.settings_of_table(connection, table)
    try:
        return kept is not None and json.loads(kept)["private"] is False
    except (ValueError, TypeError, LookupError):  # what is kept of it cannot be read
        return False


def title_of(connection: Connection, table_id: str) -> str | None:
    """What the host of a table calls it, while it is open."""
    kept = journal.read_lobby(connection, table_id)
    try:
        return None if kept is None else str(json.loads(kept.settings)["name"])
    except (ValueError, TypeError, LookupError):  # what is kept of it cannot be read
        return None


How = Literal["settled", "void", "unused"]


class RoundFound(BaseModel):
    """A round in a list."""

    round: str
    table: str
    house: str
    number: int
    ended: How | None  # null: it is open
    at: int  # of its last event
    place: int  # ask for rounds before this one


@reads
def find_rounds(connection: Connection, asked: RoundQuery) -> list[RoundFound]:
    """Rounds by id, table, person and time, the latest first."""
    found = history.find_rounds(connection, asked)
    houses = {hash_: house_id(connection, hash_) for hash_ in {each.sheet for each in found}}
    return [
        RoundFound(**each._asdict(), round=each.id, table=each.felt, house=houses[each.sheet])
        for each in found
    ]


# A sitting at one table


MOST: Final = 200  # rounds of a sitting that are told; with more, the latest

Counts = Literal["priced", "void", "bank", "uncovered", "unpriced"]


class SatRound(BaseModel):
    """A round of a sitting. `expected` and what was given up are micro-cents, there where it is priced."""

    round: str
    number: int
    at: int  # of its end
    net: Cents
    counts: Counts
    expected: int | None = None
    given_up: int | None = None  # by decisions of the person
    given_up_away: int | None = None  # by those that the platform made for them


class BestHand(BaseModel):
    """The best three cards of a sitting."""

    round: str
    number: int
    cards: list[str]
    category: str
    words: str  # "pair of nines"


class DearestDecision(BaseModel):
    """The decision of a sitting that gave up most, in micro-cents."""

    round: str
    number: int
    cards: list[str]
    up: list[str]
    action: str
    best: list[str]
    cost: int


class Reckoning(BaseModel):
    """The rounds that have an exact price, added up: luck is net − expected + given up. In micro-cents."""

    rounds: int
    net: Cents  # in cents
    expected: int
    given_up: int
    given_up_away: int
    luck: int


class SittingCard(BaseModel):
    """One's rounds at a table with no hour between them. `more`: it was longer, these are the latest."""

    table: str
    title: str | None
    house: str | None  # the id of its sheet
    name: str | None  # what the house is called
    purse: Purse | None
    began: int | None
    ended: int | None
    more: bool
    net: Cents
    rounds: list[SatRound]  # the oldest first
    decisions: int  # the person's own
    best_decisions: int
    reckoning: Reckoning
    best_hand: BestHand | None
    dearest: DearestDecision | None


class _Found(NamedTuple):
    """What is known of a sitting before anything is reckoned."""

    title: str | None
    rows: list[FoundRound]  # the oldest first
    states: Mapping[str, Round]  # of the settled ones
    kept: Mapping[tuple[str, int], Decision]
    more: bool


async def sitting_of(store: Store, person: str, table: str, before: int | None, ask: Ask) -> SittingCard:
    """A person's last sitting at a table, or the last one `before` a place of their history."""
    found = await asyncio.to_thread(store.read, lambda connection: _find(connection, person, table, before))
    hands = [each for row in found.rows for each in _hands(found, row, person)]
    means = await _means(hands, ask)
    decisions = await _decisions(found, hands, ask)
    return await asyncio.to_thread(_told, table, found, person, means, decisions)


def _find(connection: Connection, person: str, table: str, before: int | None) -> _Found:
    rows = rounds_of_person(connection, person, before, MOST + 1, table=table)
    sat = _unbroken(rows)
    ids = [row.id for row in sat]
    states = {id_: state for id_ in ids if (state := settled_round(connection, id_)) is not None}
    kept = {
        (each.round, each.seat): each
        for each in history.decisions_in(connection, person, ids)
        if each.round is not None and each.seat is not None
    }
    return _Found(title_of(connection, table), sat[:MOST][::-1], states, kept, len(sat) > MOST)


def _unbroken(rows: Sequence[FoundRound]) -> list[FoundRound]:
    """The latest rounds until there is an hour between two."""
    last = next((n for n in range(1, len(rows)) if rows[n - 1].at - rows[n].at >= APART), len(rows))
    return list(rows[:last])


def last_rounds(rounds: Iterable[PastRound]) -> set[str]:
    """The last round of each sitting among some rounds, which are given the latest first."""
    found, next_at = set[str](), dict[str, int]()
    for each in rounds:
        if next_at.get(each.table, each.at + APART) - each.at >= APART:
            found.add(each.round)
        next_at[each.table] = each.at
    return found


def _counts(found: _Found, row: FoundRound, person: str) -> Counts:
    state = found.states.get(row.id)
    if state is None:
        return "unpriced" if row.ended == "settled" else "void"
    if state.bank is not None and state.bank.player == person:
        return "bank"
    own = [seat for seat in state.seats if seat.player == person]
    return "priced" if all(_covered(state, seat) for seat in own) else "uncovered"


def _covered(state: Round, seat: Seat) -> bool:
    """Whether the bank's stake was enough for a seat, whatever would have been dealt (NAPA-11)."""
    if state.bank is None:
        return True
    bets = [dict(each.bet) for each in state.seats]
    place = state.seats.index(seat)
    used = most_used(state.table, bets[:place])
    return reach_of(state.bank.stake, used, seat_use(state.table, bets[place])) == "full"


def _hands(found: _Found, row: FoundRound, person: str) -> Iterator[SeatAt]:
    if _counts(found, row, person) == "priced":
        state = found.states[row.id]
        yield from (SeatAt(state, seat, row.at) for seat in state.seats if seat.player == person)


# What the desk reckons


async def _means(hands: Sequence[SeatAt], ask: Ask) -> dict[tuple[str, int], Fraction | None]:
    """What each hand's bets were worth before the deal; equal bets are asked about once."""
    bets = {
        (hand.state.id, hand.seat.number): Bet(
            hand.state.table, meter_for(hand.state, hand.seat), hand.seat.bet
        )
        for hand in hands
    }
    different = list(dict.fromkeys(bets.values()))
    if not different:
        return {}
    told = means_told(await ask(means_question(different, seconds=LONGEST)))
    mean_of = dict(zip(different, told, strict=True))
    return {place: mean_of[bet] for place, bet in bets.items()}


async def _decisions(
    found: _Found, hands: Sequence[SeatAt], ask: Ask
) -> dict[tuple[str, int], Decision | None]:
    """What each decision cost; what is kept is not reckoned again. None: it has no exact price."""
    decided = [hand for hand in hands if hand.seat.decides]
    places = [(hand.state.id, hand.seat.number) for hand in decided]
    known: dict[tuple[str, int], Decision | None] = {
        place: found.kept[place] for place in places if place in found.kept
    }
    new = [hand for hand, place in zip(decided, places, strict=True) if place not in known]
    if new:
        worths = worths_told(await ask(worths_question([each.hand for each in new], seconds=LONGEST)))
        for each, worth in zip(new, worths, strict=True):
            cost = next(decision_of(each, worth), None) if isinstance(worth, Worth) else None
            known[each.state.id, each.seat.number] = cost
    return known


# What is told


def _told(
    table: str,
    found: _Found,
    person: str,
    means: Mapping[tuple[str, int], Fraction | None],
    decisions: Mapping[tuple[str, int], Decision | None],
) -> SittingCard:
    rounds = [_round(found, row, person, means, decisions) for row in found.rows]
    own = [
        each for place, each in decisions.items() if each is not None and _seat(found, place).by == "player"
    ]
    last = found.states.get(found.rows[-1].id) if found.rows else None
    sheet = last.table.sheet if last is not None else None
    return SittingCard(
        table=table,
        title=found.title,
        house=sheet.id if sheet else None,
        name=sheet.name if sheet else None,
        purse=found.rows[0].purse if found.rows else None,
        began=found.rows[0].at if found.rows else None,
        ended=found.rows[-1].at if found.rows else None,
        more=found.more,
        net=sum(each.net for each in rounds),
        rounds=rounds,
        decisions=len(own),
        best_decisions=sum(not each.cost for each in own),
        reckoning=_reckoning([each for each in rounds if each.counts == "priced"]),
        best_hand=_best_hand(found, person),
        dearest=_dearest(found, own),
    )


def _seat(found: _Found, place: tuple[str, int]) -> Seat:
    seat = found.states[place[0]].seat(place[1])
    if seat is None:
        raise LookupError(f"{place} has not bet")
    return seat


def _round(
    found: _Found,
    row: FoundRound,
    person: str,
    means: Mapping[tuple[str, int], Fraction | None],
    decisions: Mapping[tuple[str, int], Decision | None],
) -> SatRound:
    counts = _counts(found, row, person)
    told = SatRound(round=row.id, number=row.number, at=row.at, net=row.net, counts=counts)
    if counts != "priced":
        return told
    expected, costs = Fraction(0), {True: 0, False: 0}
    for hand in _hands(found, row, person):
        place = (row.id, hand.seat.number)
        mean, envy, made = means[place], _envy(hand), decisions.get(place)
        if mean is None or envy is None or (hand.seat.decides and made is None):
            return told.model_copy(update={"counts": "unpriced"})
        expected += mean + envy
        costs[hand.seat.by == "player"] += made.cost if made else 0
    priced = {"expected": round(expected * MICRO), "given_up": costs[True], "given_up_away": costs[False]}
    return told.model_copy(update=priced)


def _envy(hand: SeatAt) -> Fraction | None:
    """What the others' hands brought on average to a bet on envy, before any card was dealt (RIV-11)."""
    envy, seat = hand.state.table.sheet.envy, hand.seat
    if envy is None or envy.wager not in dict(seat.bet):
        return Fraction(0)
    others = [
        each
        for each in hand.state.seats
        if each.number != seat.number
        and (envy.own == "seat" or each.player != seat.player)
        and (not envy.holder_must_bet or envy.wager in dict(each.bet))
    ]
    return envy_mean(hand.state.table, len(others))


def _reckoning(priced: Sequence[SatRound]) -> Reckoning:
    net = sum(each.net for each in priced)
    expected = sum(each.expected or 0 for each in priced)
    own, away = sum(each.given_up or 0 for each in priced), sum(each.given_up_away or 0 for each in priced)
    luck = net * MICRO - expected + own + away
    return Reckoning(
        rounds=len(priced), net=net, expected=expected, given_up=own, given_up_away=away, luck=luck
    )


def _best_hand(found: _Found, person: str) -> BestHand | None:
    hands = [
        (value3(*seat.final), row, seat)
        for row in found.rows
        if (state := found.states.get(row.id)) is not None
        for seat in state.seats
        if seat.player == person
    ]
    if not hands:
        return None
    _, row, seat = max(hands, key=lambda each: each[0])
    cards = seat.final
    return BestHand(
        round=row.id,
        number=row.number,
        cards=[card_text(card) for card in sorted(cards, reverse=True)],
        category=category3(*cards).text,
        words=read_out(found.states[row.id].table.sheet, cards),
    )


def _dearest(found: _Found, own: Sequence[Decision]) -> DearestDecision | None:
    dearest = max(own, key=lambda each: each.cost, default=None)
    if dearest is None or not dearest.cost or dearest.round is None:
        return None
    number = next(row.number for row in found.rows if row.id == dearest.round)
    return DearestDecision(
        round=dearest.round,
        number=number,
        cards=dearest.cards.split(),
        up=dearest.up.split(),
        action=dearest.action,
        best=dearest.best.split("|"),
        cost=dearest.cost,
    )
