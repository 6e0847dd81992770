"""A bankroll in the Lab: what a bet asks of it, the curves of ruin, and what offers are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitboss.lab.rule_changes import WhatIf, game_of
from pitboss.lab.session_chart import refuse_wide
from pitboss.lab.simulated import Simulation, bet_price, in_time
from pitboss.money import Cents
from pitboss.odds.risk.bankroll import CHANCES, Bankroll, bankroll_of
from pitboss.odds.risk.offers import KINDS, CouponKind, Quitting, Rebate
from pitboss.odds.risk.ruin import Lattice, RuinCurve, endless_ruin, lattice_of, ruin_within

HORIZONS: Final = (100, 1_000, 5_000)  # rounds
POINTS: Final = 60  # of a curve
QUITTING: Final = 8  # moments of which is said when to get up
LEAST: Final = 0.001  # the smallest chance that a curve shows
REBATE_ROUNDS: Final = 100


@dataclass(frozen=True, slots=True)
class RuinPoint:
    """The chance that a bankroll is ruined."""

    bankroll: Cents
    chance: float


@dataclass(frozen=True, slots=True)
class RuinHorizon:
    """Ruin within some rounds, or some day where `rounds` is null."""

    rounds: int | None
    ruin: float  # with the bankroll
    enough: tuple[Cents, ...]  # the bankroll for each chance of `chances`
    curve: tuple[RuinPoint, ...]


@dataclass(frozen=True, slots=True)
class CouponWorth:
    """What a coupon on this bet is worth under its own best play."""

    kind: CouponKind
    amount: Cents
    worth: float  # cents
    exact: str
    share: float


@dataclass(frozen=True, slots=True)
class QuitMoment:
    """When to get up after so many rounds; null is never so."""

    rounds: int
    win: Cents | None
    loss: Cents | None


@dataclass(frozen=True, slots=True)
class RebateWorth:
    """What a rebate is worth to who quits at the best point, in cents."""

    percent: int
    rounds: int
    worth: float
    to_the_end: float
    expected_rounds: float
    paid: float
    quit: tuple[QuitMoment, ...]


@dataclass(frozen=True, slots=True)
class BankrollPanel:
    """What a bet asks of a bankroll; money in cents, `kelly` and `score` null where the bet does not win."""

    house: str
    bets: Mapping[str, Cents]
    bankroll: Cents
    need: Cents
    pace: int
    ev: str
    hour_mean: float
    hour_stdev: float
    n0: float | None
    score: float | None
    kelly: float | None
    kelly_fraction: float | None
    certain: float | None
    chances: tuple[float, ...]
    horizons: tuple[RuinHorizon, ...]
    certain_ruin: bool  # some day, whatever the bankroll
    coupons: tuple[CouponWorth, ...]
    rebate: RebateWorth | None
    simulated: Simulation | None  # what one round brings, where that has no exact distribution here


def bankroll_panel(
    asked: WhatIf, bets: Mapping[str, Cents], bankroll: Cents, pace: int, rebate: int | None = None
) -> BankrollPanel:
    """The same bet under its best play, for somebody with this much; a rebate is in per cent."""
    return _panel(asked, tuple(bets.items()), bankroll, pace, rebate)


@lru_cache(maxsize=32)
def _panel(
    asked: WhatIf, bets: tuple[tuple[str, Cents], ...], bankroll: Cents, pace: int, rebate: int | None
) -> BankrollPanel:
    game, wagers = game_of(asked), dict(bets)
    price, simulated = bet_price(asked, wagers)
    refuse_wide(price)
    kinds = () if simulated else KINDS if "ante" in wagers else ("first_loss",)
    back = None if rebate is None else Rebate(Fraction(rebate, 100), REBATE_ROUNDS)

    def found_with(kinds: Sequence[CouponKind]) -> Bankroll:
        offers = [(kind, None) for kind in kinds]
        return bankroll_of(game, wagers, bankroll, pace, (), offers, back, price=price)

    found = in_time(lambda: found_with(kinds), lambda why: found_with(()))
    n0, score = found.n0, found.score
    return BankrollPanel(
        house=asked.house,
        bets=wagers,
        bankroll=bankroll,
        need=found.need,
        pace=pace,
        ev=str(found.price.ev),
        hour_mean=float(found.hour_mean),
        hour_stdev=found.hour_stdev,
        n0=None if n0 is None else float(n0),
        score=None if score is None else float(score),
        kelly=None if found.kelly is None else found.kelly.value,
        kelly_fraction=found.kelly_fraction,
        certain=found.certain,
        chances=CHANCES,
        horizons=_horizons(found),
        certain_ruin=found.endless is None,
        coupons=tuple(
            CouponWorth(c.kind, c.amount, float(c.worth), str(c.worth), float(c.share)) for c in found.coupons
        ),
        rebate=None if found.rebate is None else _rebate(found.rebate),
        simulated=simulated,
    )


def _horizons(found: Bankroll) -> tuple[RuinHorizon, ...]:
    lattice = lattice_of(found.price)
    curves: list[tuple[int | None, RuinCurve]] = list(
        zip(HORIZONS, ruin_within(lattice, HORIZONS), strict=True)
    )
    endless = endless_ruin(lattice, LEAST)
    if endless is not None:
        curves.append((None, endless[1]))
    return tuple(_horizon(found, lattice, rounds, curve) for rounds, curve in curves)


def _horizon(found: Bankroll, lattice: Lattice, rounds: int | None, curve: RuinCurve) -> RuinHorizon:
    steps = ((found.bankroll or 0) - found.need) // lattice.grid
    last = curve.enough(LEAST)
    places = sorted({round(last * part / POINTS) for part in range(POINTS + 1)})
    return RuinHorizon(
        rounds,
        float(curve.high[steps]) if steps < curve.high.size else 0.0,
        tuple(found.need + curve.enough(chance) * lattice.grid for chance in CHANCES),
        tuple(
            RuinPoint(found.need + step * lattice.grid, float(curve.high[step]))
            for step in places
            if step < curve.high.size
        ),
    )


def _rebate(found: Quitting) -> RebateWorth:
    return RebateWorth(
        int(100 * found.terms.share),
        found.terms.rounds,
        found.worth,
        found.to_the_end,
        found.expected_rounds,
        found.paid,
        tuple(QuitMoment(each.rounds, each.win, each.loss) for each in found.at(QUITTING)),
    )
