"""The coach at a live table: its answer to a seat's own person, from nothing that they may not see."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.odds.coach import THRESHOLDS, Coached, Grade, Hand, Weighed, Worth, hand_of, weigh, worth_of
from pitboss.round import Refusal, Round
from pitboss.round.settlement import ActionId
from pitboss.table.live_state import LiveState


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


@dataclass(frozen=True, slots=True)
class CoachAsked:
    """A hand that its person has the coach weigh, as the table knows it; nothing is reckoned yet."""

    state: Round
    number: int
    rounds: int
    hand: Hand


def coach_asked(live: LiveState, person: str, number: int) -> CoachAsked:
    """A person's own decision, before it is made or after."""
    if not live.settings.coach:
        raise Refusal("no_coach", "This table has no coach: whoever opened it decided so", None, "coach")
    state, rounds = live.state, live.stored_table.rounds
    seat = state.seat(number) if state else None
    if state is None or seat is None or seat.player != person:
        raise Refusal("not_yours", f"You have no hand at seat {number} in this round", None, "seat")
    return CoachAsked(state, number, rounds, hand_of(state, number, live.meter))


def coach_told(asked: CoachAsked, worth: Worth | NotPriced) -> CoachFrame:
    """What the coach says of a hand once it is weighed."""
    if isinstance(worth, NotPriced):
        return CoachFrame(asked.number, asked.rounds, why=f"{worth}.")
    return _frame(weigh(asked.state, asked.number, worth), asked)


def coach_frame(live: LiveState, person: str, number: int) -> CoachFrame:
    """Weighs a person's own decision on the spot."""
    asked = coach_asked(live, person, number)
    try:
        return coach_told(asked, worth_of(asked.hand))
    except NotPriced as fault:
        return coach_told(asked, fault)


def _frame(found: Coached, asked: CoachAsked) -> CoachFrame:
    shadow, sheet = found.shadow, asked.state.table.sheet
    return CoachFrame(
        seat=found.seat,
        round=asked.rounds,
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
