"""Decisions by chance at a live table: what the coach says in its frame, beside plain counting."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.cards import CARD_TEXTS
from pitboss.odds import NotPriced
from pitboss.odds.coach import worth_of
from pitboss.round import DealCards, EndDeal, PlaceBets, Round, TakeBank, open_round, step
from pitboss.round.state import Seat
from pitboss.round.table import Table
from pitboss.table import advice
from pitboss.table.advice import CoachFrame, coached_hand
from pitboss.table.audience import encode
from pitboss.table.live_state import LiveState
from pitboss.table.messages import DoneFrame
from tests.clauses.tables import PEOPLE, PLENTY
from tests.odds.counting import ANY, PAIR, Rules, all_evs
from tests.table.pit_evening import random_wagers

SIX = {"six_card_bonus", "super_6_bonus"}  # settled by six cards: counted by hand elsewhere
GRADES = ("best", "close", "mistake", "blunder")


def coach_frame(live: LiveState, person: str, number: int) -> CoachFrame:
    """Weighs a person's own decision on the spot."""
    hand = coached_hand(live, person, number)
    try:
        return advice.coach_frame(live, number, worth_of(hand))
    except NotPriced as fault:
        return advice.coach_frame(live, number, fault)


def rules_of(house: str) -> Rules:
    """The sheets' own rules: the dealer of the draw game always plays, and draws with less than a pair."""
    return Rules(ANY, PAIR, True) if house == "pechanga" else Rules()


def dealt_by_chance(table: Table, chance: Random) -> Round:
    """A round with three hands, each with an Ante and perhaps more, before the decisions."""
    state = open_round(table)
    if table.sheet.bank:
        state = step(state, TakeBank("ivy", PLENTY))
    for number, person in enumerate(PEOPLE[:3], 1):
        wagers = {"ante": 500} | random_wagers(table, chance)
        plain = {name: cents for name, cents in wagers.items() if name not in SIX | {"progressive"}}
        state = step(state, PlaceBets(number, person, plain))
    return step(step(state, DealCards(tuple(chance.sample(CARD_TEXTS, 52)))), EndDeal())


def told(live: LiveState, person: str, number: int) -> dict[str, Any]:
    """The coach's answer as it is sent."""
    text = encode(DoneFrame(id="c", rev=live.rev, coach=coach_frame(live, person, number)))
    found: dict[str, Any] = json.loads(text)["coach"]
    return found


def weigh(live: LiveState, chance: Random) -> Iterator[str]:
    """One deal: the coach of each seat against the count; gives the grades that were told."""
    state = dealt_by_chance(live.table, chance)
    live = replace(live, last=state)
    for seat in state.seats:
        frame = told(live, seat.player, seat.number)
        check(live.table, state, seat, frame)
        yield from (each["grade"] for each in frame["actions"])


def check(table: Table, state: Round, seat: Seat, frame: dict[str, Any]) -> None:
    """Every number of a frame, from the naive worth of each action."""
    a, b, c = seat.cards
    wagers = dict(seat.wagers)
    counted = all_evs(table.sheet, rules_of(table.sheet.id), (a, b, c), state.up_cards, wagers)
    assert {each["name"]: Fraction(each["ev"]) for each in frame["actions"]} == counted, (seat, frame)
    top, ante = max(counted.values()), wagers["ante"]
    for each in frame["actions"]:
        less = top - counted[each["name"]]
        assert Fraction(each["cents"]) == counted[each["name"]] * ante
        assert Fraction(each["cost"]) == less * ante
        assert Fraction(each["percent"]) == less * 100
        over = (less > 0) + (less > Fraction(2, 100)) + (less > Fraction(15, 100))
        assert each["grade"] == GRADES[over]
    assert set(frame["best"]) == {name for name, ev in counted.items() if ev == top}
    assert frame["chosen"] is frame["shadow"] is frame["why"] is None
