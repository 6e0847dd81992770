"""The coach: what a decision of one hand is worth in money, what it gives up, and what perfect play had won.

It goes by what the hand's own person sees: three cards, the up cards and the bets of the seat. Hands of other
seats do not count, nor does envy, which comes from them; a bank covers every bet. The modules that count are
imported when a hand is weighed: a table opens without them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from pitboss.cards import Card, card_text, parse_cards
from pitboss.money import MICRO, Cents
from pitboss.round import (
    Action,
    Decide,
    Refusal,
    RevealDealer,
    Round,
    RoundSettled,
    SettleRound,
    legal_actions,
    step,
)
from pitboss.round.play import contributions
from pitboss.round.state import Seat
from pitboss.round.table import Table

Grade = Literal["best", "close", "mistake", "blunder"]
# The most that each grade gives up, in percent of the Ante; a blunder gives up more.
THRESHOLDS: Final[Mapping[Grade, int]] = {"best": 0, "close": 2, "mistake": 15}


def grade_of(percent: Fraction) -> Grade:
    """The grade of what a decision gives up, in percent of the Ante.

    >>> grade_of(Fraction(2)), grade_of(Fraction(201, 100))
    ('close', 'mistake')
    """
    return next((grade for grade, most in THRESHOLDS.items() if percent <= most), "blunder")


@dataclass(frozen=True, slots=True)
class Hand:
    """All that the worth of a decision depends on, so that any process can weigh it."""

    table: Table
    meter: Cents | None  # None: at its reset, or not bet on
    cards: tuple[Card, ...]
    up: tuple[Card, ...]
    wagers: tuple[tuple[str, Cents], ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What each action of a hand is worth, per Ante, and how the dealer's outcomes end when it is played."""

    actions: Mapping[str, Fraction]
    best: tuple[str, ...]
    ends: Mapping[str, int]
    left_out: tuple[str, ...] = ()  # wagers that no decision touches, and whose worth is not in it


def worth_of(hand: Hand) -> Worth:
    """Weighs a hand; this is what takes time. Raises `NotPriced` where the bet has no exact price."""
    from pitboss.odds.house_prices import kept_game
    from pitboss.odds.strategies import advise

    return advise(kept_game(hand.table, meter=hand.meter), hand.cards, hand.up, dict(hand.wagers))


@dataclass(frozen=True, slots=True)
class Weighed:
    """One action: its mean net per Ante and in cents of this bet, and what it gives up against the best."""

    action: Action
    ev: Fraction
    cents: Fraction
    cost: Fraction  # in cents
    percent: Fraction  # the cost in percent of the Ante
    grade: Grade


@dataclass(frozen=True, slots=True)
class Shadow:
    """The perfect player on the same cards: what they do, and what the round had paid them for it."""

    action: Action
    net: Cents


@dataclass(frozen=True, slots=True)
class Coached:
    """A decision weighed; what was chosen once it is, and the shadow once the round is paid."""

    seat: int
    actions: tuple[Weighed, ...]
    ends: Mapping[str, int]  # of the dealer's outcomes when the hand is played
    chosen: Weighed | None
    shadow: Shadow | None
    left_out: tuple[str, ...] = ()  # wagers of the bet that no decision touches

    @property
    def best(self) -> tuple[Weighed, ...]:
        """The actions that no other beats."""
        return tuple(each for each in self.actions if not each.cost)


def coached(state: Round, number: int, meter: int | None = None) -> Coached:
    """Weighs the decision of a seat. `meter`, in micro-cents, is how the meter stood before the round.

    Raises `NotPriced` where the bet has no exact price.

    >>> from pitboss.cards import CARD_TEXTS
    >>> from pitboss.round import DealCards, EndDeal, PlaceBets, open_round, open_table
    >>> from pitboss.sheet import load_house
    >>> state = step(open_round(open_table(load_house("rivers"))), PlaceBets(1, "ann", {"ante": 1000}))
    >>> state = step(step(state, DealCards(CARD_TEXTS)), EndDeal())
    >>> [(each.action.id, each.grade) for each in coached(state, 1).actions]
    [('fold', 'blunder'), ('play', 'best')]
    """
    return weigh(state, number, worth_of(hand_of(state, number, meter)))


def hand_of(state: Round, number: int, meter: int | None = None) -> Hand:
    """The hand that a seat decides, with what its person sees."""
    seat = _deciding(state, number)
    return Hand(
        state.table,
        meter_for(state, seat, meter),
        tuple(seat.cards),
        tuple(state.up_cards),
        tuple(seat.wagers.items()),
    )


def weigh(state: Round, number: int, worth: Worth) -> Coached:
    """The decision of a seat, with what its actions are worth."""
    seat = _deciding(state, number)
    before = _undecided(state, number)
    top, ante = max(worth.actions.values()), seat.wagers["ante"]
    weighed = tuple(
        Weighed(action, ev, ev * ante, (top - ev) * ante, percent, grade_of(percent))
        for action in legal_actions(before, number)
        for ev in (worth.actions[action.text],)
        for percent in ((top - ev) * 100,)
    )
    discard = card_text(seat.discard) if seat.discard is not None else None
    chosen = next(
        (each for each in weighed if (each.action.id, each.action.discard) == (seat.action, discard)), None
    )
    shadow = _shadow(state, before, weighed, chosen)
    return Coached(number, weighed, worth.ends, chosen, shadow, worth.left_out)


def _deciding(state: Round, number: int) -> Seat:
    """The seat, if it has cards to decide about."""
    seat, clause = state.seat(number), state.table.sheet.play.clause
    if seat is None:
        raise Refusal("no_bet", f"Seat {number} is not in this round", clause, "seat")
    if not seat.decides:
        text = f"Without {state.table.sheet.label('ante')} there is nothing to decide"
        raise Refusal("nothing_to_decide", text, clause, "seat")
    if state.phase not in ("decisions", "reveal", "settled"):
        text = "The coach speaks from the decisions on"
        raise Refusal("phase", text, clause, "", {"phase": state.phase})
    return seat


def _undecided(state: Round, number: int) -> Round:
    """The round as it was before this seat decided; all others have done what they did."""
    seats = tuple(
        replace(seat, action=None, discard=None, drawn=None, by=None) if seat.number == number else seat
        for seat in state.seats
    )
    return replace(state, phase="decisions", seats=seats, revealed=False, ended=None)


def meter_for(state: Round, seat: Seat, meter: int | None = None) -> Cents | None:
    """The meter in cents for a seat that has bet on it (RIV-12)."""
    own = state.table.sheet.meter
    if own is None or own.feeds not in seat.wagers:
        return None
    if isinstance(state.ended, RoundSettled) and state.ended.meter is not None:
        meter = state.ended.meter.before
    return None if meter is None else (meter + contributions(state)) // MICRO


def _card(action: Action) -> Card:
    """The card that an action gives up; of one that keeps all, none is lower."""
    return -1 if action.discard is None else parse_cards(action.discard)[0]


def _shadow(state: Round, before: Round, weighed: Sequence[Weighed], chosen: Weighed | None) -> Shadow | None:
    """What the round had paid with this one decision made perfectly; the round itself says so."""
    if not isinstance(state.ended, RoundSettled) or chosen is None:
        return None
    from pitboss.odds.decisions import preferred

    best = {each.action.text: each.action for each in weighed if not each.cost}
    high_first = sorted(best, key=lambda text: _card(best[text]), reverse=True)
    action = chosen.action if not chosen.cost else best[preferred(high_first)]
    seat = state.seat(action.seat)
    player = seat.player if seat else ""
    meter = state.ended.meter.before if state.ended.meter else None
    decided = step(before, Decide(action.seat, player, action.id, action.discard))
    paid = step(step(decided, RevealDealer()), SettleRound.at(meter)).paid(action.seat)
    return Shadow(action, paid.net if paid else 0)
