"""Actual against theoretical hold as operators read it: counted from the journal, priced by the desk."""

from __future__ import annotations

from fractions import Fraction
from statistics import NormalDist
from typing import Final, Literal

from pydantic import BaseModel

from pitboss.desk.desk import Desk
from pitboss.desk.hold_values import law_question, law_told
from pitboss.house.audit_runner import InPool
from pitboss.house.own_questions import HOUSE
from pitboss.ledger.store import Store
from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.proof.hold_laws import Law
from pitboss.proof.wager_hold import (
    SURE,
    BetKind,
    Counted,
    Span,
    Theory,
    TooManyRounds,
    WagerHold,
    count_bets,
)
from pitboss.round import Refusal
from pitboss.round.table import Table

MOST_ROUNDS: Final = 200_000  # that are counted at once
MOST_PRICES: Final = 400
VERY_SURE: Final = 0.999
FAR: Final = NormalDist().inv_cdf((1 + VERY_SURE) / 2)

Chance = Literal["within", "rare", "very rare"]


class TheoryShown(BaseModel):
    """What the house should have kept of the money bet, and how far chance leads away from it."""

    play: Literal["optimal", "any"]  # whether the figure takes the best play for granted
    hold: float
    exact: str
    standard_error: float
    low: float  # 95 %
    high: float
    very_low: float  # 99.9 %
    very_high: float
    won: str  # cents as an exact fraction


class HoldShown(BaseModel):
    """One wager: what was bet, what the house kept of it, and whether that is within chance."""

    house: str
    wager: str
    label: str
    bets: int
    staked: Cents
    won: Cents
    actual: float
    theory: TheoryShown | None
    unpriced: str | None
    inside: bool | None  # of the 95 % interval
    chance: Chance | None


class HoldReport(BaseModel):
    """Actual against theoretical hold. Intervals: at these confidences, bets taken for independent."""

    confidence: float = SURE
    high_confidence: float = VERY_SURE
    wagers: list[HoldShown]


async def hold_report(store: Store, span: Span, desk: Desk, in_pool: InPool) -> HoldReport:
    """The hold of every wager of a span: read away from the event loop, priced in the desk's processes."""
    counted = await in_pool(lambda: _count(store, span))
    laws: dict[BetKind, Law | NotPriced] = {}
    for kind, table in counted.wanted():
        question = law_question(table, kind.wager, kind.players)
        try:
            laws[kind] = law_told(await desk.ask(HOUSE, question, lane="house"))
        except NotPriced as why:
            laws[kind] = why
        except Refusal as why:  # it takes too long, or too much
            laws[kind] = NotPriced(why.text)

    def law(kind: BetKind, table: Table) -> Law:
        found = laws[kind]
        if isinstance(found, NotPriced):
            raise found
        return found

    return HoldReport(wagers=[_shown(row) for row in counted.rows(law)])


def _count(store: Store, span: Span) -> Counted:
    try:
        counted = count_bets(store, span, limit=MOST_ROUNDS)
    except TooManyRounds as many:
        text = f"There are more than {many.limit:,} rounds: choose a house, a table or a shorter time"
        raise Refusal("many_rounds", text, None, "since", {"most": many.limit}) from None
    if len(counted.sums) > MOST_PRICES:
        text = f"There are more than {MOST_PRICES} prices to work out: choose a house or a table"
        raise Refusal("many_rounds", text, None, "house", {"most": MOST_PRICES})
    return counted


def _shown(row: WagerHold) -> HoldShown:
    return HoldShown(
        house=row.house,
        wager=row.wager,
        label=row.label,
        bets=row.bets,
        staked=row.staked,
        won=row.won,
        actual=float(row.actual),
        theory=_theory(row.theory, row.staked),
        unpriced=row.unpriced,
        inside=row.inside,
        chance=chance_of(row.actual, row.theory),
    )


def _theory(theory: Theory | None, staked: Cents) -> TheoryShown | None:
    if theory is None:
        return None
    return TheoryShown(
        play="optimal" if theory.optimal else "any",
        hold=float(theory.hold),
        exact=str(theory.hold),
        standard_error=theory.error,
        low=theory.low,
        high=theory.high,
        very_low=float(theory.hold) - FAR * theory.error,
        very_high=float(theory.hold) + FAR * theory.error,
        won=str(theory.hold * staked),
    )


def chance_of(actual: Fraction, theory: Theory | None) -> Chance | None:
    """How an actual hold lies to the theory: as chance goes, outside 95 %, or outside 99.9 % of all cases."""
    if theory is None:
        return None
    away = abs(float(actual - theory.hold))
    if theory.low <= float(actual) <= theory.high:
        return "within"
    return "very rare" if away > FAR * theory.error else "rare"
