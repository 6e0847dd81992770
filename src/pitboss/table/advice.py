"""What a table has worked out for people, never in a transaction: the coach, the bank's price, a fair meter.

People are answered from what they may see. A `Reckoner` does the work, and the table goes on meanwhile.
It also weighs the hands of bots, and of people who are away; where no answer comes in time, the sheet's away
rule decides (STD-13).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Protocol

from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.coach import THRESHOLDS, Grade, Hand, Weighed, Worth, hand_of, weigh, worth_of
from pitboss.round import Refusal
from pitboss.round.settlement import ActionId
from pitboss.round.table import Table
from pitboss.table.live_state import Advice, LiveState

if TYPE_CHECKING:  # they bring NumPy, which a table in a terminal does without until the first question
    from pitboss.odds.bank import BankRound, BankWorth

# The bank's price


@dataclass(frozen=True, slots=True)
class BankPriceFrame:
    """The exact price of a round for its bank, before any card is known. Fractions are texts, in cents.

    Every seat plays its own bet in the best way there is, as if everything were covered. Where more seats
    than can be counted together may use up the stake, `ev` is null, and `full` has the mean with cover for
    everything; a bet without an exact price has a sentence instead.
    """

    round: int
    stake: Cents
    cover: Literal["full", "limited"] | None = None  # whether the stake covers every wager in every deal
    ev: str | None = None
    full: str | None = None
    short: str | None = None  # how often a cent stays uncovered
    win_frequency: str | None = None
    stdev: float | None = None
    why: str | None = None


def banked_round(live: LiveState, person: str) -> BankRound:
    """The round on the felt, for the player who holds its bank."""
    from pitboss.odds.bank import BankRound

    state = live.state
    bank = state.bank if state else None
    if state is None or bank is None or bank.player != person:
        raise Refusal("not_yours", "You do not hold the bank of this round", None, "bank")
    if not state.seats:
        raise Refusal("no_bets", "Nobody has bet against the bank yet", None, "bank")
    bets = tuple(seat.bet for seat in state.seats)
    return BankRound(live.table, bank.stake, bets)


def price_frame(live: LiveState, asked: BankRound, worth: BankWorth | NotPriced) -> BankPriceFrame:
    """The price once it is known; `live` is the table as it was asked about."""
    if isinstance(worth, NotPriced):
        return BankPriceFrame(live.stored_table.rounds, asked.stake, why=f"{worth}.")
    return BankPriceFrame(
        live.stored_table.rounds,
        asked.stake,
        worth.cover,
        ev=None if worth.ev is None else str(worth.ev),
        full=str(worth.full),
        short=None if worth.short is None else str(worth.short),
        win_frequency=None if worth.win_frequency is None else str(worth.win_frequency),
        stdev=worth.stdev,
    )


# The coach


@dataclass(frozen=True, slots=True)
class CoachedAction:
    """One action. Fractions are texts like `-7/2`; `cents` and `cost` are cents of this bet."""

    name: str  # `fold`, `play`, `draw:4d`
    id: ActionId
    discard: str | None
    label: str
    ev: str  # mean net per Ante
    cents: str  # mean net
    cost: str  # given up against the best
    percent: str  # the cost in percent of the Ante
    grade: Grade


@dataclass(frozen=True, slots=True)
class ShadowFrame:
    """What the perfect player does with these cards, and what the round had paid for it."""

    name: str
    label: str
    net: Cents


@dataclass(frozen=True, slots=True)
class ThresholdsFrame:
    """The most that each grade gives up, in percent of the Ante; best gives up nothing, a blunder more."""

    close: int = THRESHOLDS["close"]
    mistake: int = THRESHOLDS["mistake"]


@dataclass(frozen=True, slots=True)
class EndsFrame:
    """How many of the dealer's outcomes win, tie, lose or do not qualify when the hand is played."""

    win: int
    tie: int
    lose: int
    not_qualified: int


@dataclass(frozen=True, slots=True)
class LeftOutFrame:
    """A wager of the bet whose worth is not in the means, since no decision touches it."""

    wager: str
    label: str


@dataclass(frozen=True, slots=True)
class CoachFrame:
    """What the coach says of one hand; a bet without an exact price has a sentence instead of actions."""

    seat: int
    round: int
    actions: tuple[CoachedAction, ...] = ()
    best: tuple[str, ...] = ()
    thresholds: ThresholdsFrame = ThresholdsFrame()
    ends: EndsFrame | None = None
    chosen: str | None = None
    shadow: ShadowFrame | None = None
    left_out: tuple[LeftOutFrame, ...] = ()
    why: str | None = None


def coached_hand(live: LiveState, person: str, number: int) -> Hand:
    """A person's own decision, before it is made or after."""
    if not live.settings.coach:
        raise Refusal("no_coach", "This table has no coach: its host decided so", None, "coach")
    state = live.state
    seat = state.seat(number) if state else None
    if state is None or seat is None or seat.player != person:
        raise Refusal("not_yours", f"You have no hand at seat {number} in this round", None, "seat")
    return hand_of(state, number, live.meter)


def coach_frame(live: LiveState, number: int, worth: Worth | NotPriced) -> CoachFrame:
    """What the coach says of a hand once it is weighed; `live` is the table as it was asked about."""
    rounds, state, sheet = live.stored_table.rounds, live.state, live.table.sheet
    if isinstance(worth, NotPriced) or state is None:
        return CoachFrame(number, rounds, why=f"{worth}.")
    found = weigh(state, number, worth)
    shadow = found.shadow
    return CoachFrame(
        seat=found.seat,
        round=rounds,
        actions=tuple(_weighed(each) for each in found.actions),
        best=tuple(each.action.text for each in found.best),
        ends=EndsFrame(**found.ends),
        chosen=found.chosen.action.text if found.chosen else None,
        shadow=ShadowFrame(shadow.action.text, shadow.action.label, shadow.net) if shadow else None,
        left_out=tuple(LeftOutFrame(name, sheet.label(name)) for name in found.left_out),
    )


def _weighed(each: Weighed) -> CoachedAction:
    return CoachedAction(
        name=each.action.text,
        id=each.action.id,
        discard=each.action.discard,
        label=each.action.label,
        ev=str(each.ev),
        cents=str(each.cents),
        cost=str(each.cost),
        percent=str(each.percent),
        grade=each.grade,
    )


# What works it out


@lru_cache(maxsize=64)
def break_evens(table: Table) -> tuple[Cents, ...]:
    """The smallest meter at which the wager that wins it loses nothing, with one player and with more.

    Empty where no wager wins a meter; as far as it is counted where several seats can be paid from it. It
    takes a third of a second, so it is asked for when a table opens.
    """
    from pitboss.odds import Game
    from pitboss.odds.not_priced import OutOfReach

    sheet = table.sheet
    if sheet.meter is None:
        return ()
    wager = next((name for name in sheet.wagers if sheet.wins_meter(name)), None)
    if wager is None:
        return ()
    found: list[Cents] = []
    for players in range(1, sheet.seats + 1):
        try:
            found.append(Game(table, players).break_even_meter(wager))
        except OutOfReach:  # several seats share this meter: with more players even more so
            break
    return tuple(found)


class Reckoner(Protocol):
    """Works out odds for tables."""

    waits: bool  # whether a table goes on with other things meanwhile

    async def worth(self, hand: Hand, asker: str, address: str = "") -> Worth:
        """What each action of a hand is worth; raises a refusal where that is not known in time."""
        ...

    async def bank(self, asked: BankRound, asker: str, address: str = "") -> BankWorth:
        """What a round is worth to its bank; raises a refusal where that is not known in time."""
        ...

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        """From which meter on a bet on it is fair; empty where that is not known in time."""
        ...


class ReckonedHere:
    """Reckons in a thread of this process, and the table waits: for one person's own table, and for tests."""

    waits = False

    async def worth(self, hand: Hand, asker: str, address: str = "") -> Worth:
        return await asyncio.to_thread(worth_of, hand)

    async def bank(self, asked: BankRound, asker: str, address: str = "") -> BankWorth:
        from pitboss.odds.bank import bank_worth

        return await asyncio.to_thread(bank_worth, asked)

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        return await asyncio.to_thread(break_evens, table)


async def advice_on(reckoner: Reckoner, hand: Hand, asker: str) -> Advice:
    """The best action of a hand; None where there is no answer."""
    from pitboss.odds.decisions import preferred

    try:
        return preferred((await reckoner.worth(hand, asker)).best)
    except Refusal:
        return None
