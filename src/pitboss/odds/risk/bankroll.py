"""What a bet asks of a player's bankroll: an hour, N0, growth, ruin some day and within rounds, offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final, TypedDict

from pitboss.dataframes import Rows, Tabular, in_json
from pitboss.errors import Refusal
from pitboss.money import Cents, dollars
from pitboss.odds.game import Game
from pitboss.odds.house_prices import game_of
from pitboss.odds.prices import PACE, Price
from pitboss.odds.risk.offers import Coupon, CouponKind, Quitting, Rebate, best_quitting, coupon
from pitboss.odds.risk.ruin import (
    CUT,
    Bracket,
    Lattice,
    RuinCurve,
    certainty_equivalent,
    endless_ruin,
    kelly_bankroll,
    lattice_of,
    n0,
    ruin_within,
    score,
)
from pitboss.odds.row_kinds import EnoughRow, QuittingRow
from pitboss.odds.work import Progress
from pitboss.round.table import House, most_need

CHANCES: Final = (0.5, 0.2, 0.1, 0.05, 0.01, 0.001)  # of ruin, for which a bankroll is named
HORIZONS: Final = (100, 1_000, 10_000)  # rounds


@dataclass(frozen=True, slots=True)
class Horizon:
    """Ruin within some rounds: its chance with the bankroll, and the bankrolls that are enough."""

    rounds: int
    ruin: tuple[float, float] | None  # between which it lies; None without a bankroll
    enough: Mapping[float, Cents]  # chance of ruin -> bankroll


@dataclass(frozen=True, slots=True)
class Endless:
    """Ruin some day, where it is not certain."""

    root: Bracket  # of the moment equation, for one step
    step: Cents
    ruin: tuple[float, float] | None  # between which the chance lies, with the bankroll
    enough: Mapping[float, Cents]


class BracketEntry(TypedDict):
    """A number between two exact ones."""

    value: float
    low: Fraction
    high: Fraction


class EndlessEntry(TypedDict):
    """Ruin some day."""

    root: BracketEntry
    step: Cents
    ruin: list[float] | None


class HorizonEntry(TypedDict):
    """Ruin within some rounds."""

    rounds: int
    ruin: list[float] | None


class CouponEntry(TypedDict):
    """What a coupon is worth, in cents."""

    kind: CouponKind
    amount: Cents
    worth: Fraction
    share: Fraction
    added: Fraction
    rounds: Fraction


class TermsEntry(TypedDict):
    """The terms of a rebate."""

    share: Fraction
    rounds: int
    least: int
    most: Cents | None


class RebateEntry(TypedDict):
    """What a rebate is worth, in cents, and when to quit."""

    terms: TermsEntry
    worth: float
    to_the_end: float
    expected_rounds: float
    paid: float
    mean_rebate: float
    error: float
    points: list[QuittingRow]


class BankrollAnswer(TypedDict):
    """What `pitboss bankroll --json` prints; money in cents."""

    house: str
    bets: Mapping[str, Cents]
    need: Cents
    ev: Fraction
    variance: Fraction
    stdev: float
    pace: int
    hour_mean: Fraction
    hour_stdev: float
    n0: Fraction | None
    score: Fraction | None
    kelly_bankroll: BracketEntry | None
    kelly_fraction: float | None
    bankroll: Cents | None
    certainty_equivalent_hour: float | None
    endless: EndlessEntry | None
    horizons: list[HorizonEntry]
    enough: list[EnoughRow]
    coupons: list[CouponEntry]
    rebate: RebateEntry | None


@dataclass(frozen=True, slots=True)
class Bankroll(Tabular[EnoughRow]):
    """A bet and what it asks for; money in cents."""

    house: str
    bets: Mapping[str, Cents]
    price: Price
    need: Cents  # of one round
    pace: int
    bankroll: Cents | None
    kelly: Bracket | None  # the bankroll that this bet suits best; None: no bet does
    certain: float | None  # certainty equivalent of an hour with the bankroll
    endless: Endless | None  # None: ruin is certain
    horizons: tuple[Horizon, ...]
    coupons: tuple[Coupon, ...] = field(default=())
    rebate: Quitting | None = None

    @property
    def hour_mean(self) -> Fraction:
        """What an hour brings on average."""
        return self.pace * self.price.ev

    @property
    def hour_stdev(self) -> float:
        """How far an hour strays."""
        return sqrt(self.pace) * self.price.stdev

    @property
    def n0(self) -> Fraction | None:
        """Rounds after which the mean is one deviation."""
        return n0(self.price)

    @property
    def score(self) -> Fraction | None:
        """Cents that Kelly's bet wins in 100 rounds with $10,000."""
        return score(self.price)

    @property
    def kelly_fraction(self) -> float | None:
        """What is bet before the deal, as a share of Kelly's bankroll."""
        return None if self.kelly is None else sum(self.bets.values()) / self.kelly.value

    @property
    def enough(self) -> Rows[EnoughRow]:
        """The bankrolls that are enough, as rows."""
        return self.rows()

    def rows(self) -> Rows[EnoughRow]:
        """One row for each horizon and chance of ruin, with the bankroll that is enough."""
        endless = [(None, self.endless.enough)] if self.endless is not None else []
        return Rows(
            EnoughRow,
            (
                EnoughRow(rounds=rounds, ruin=chance, bankroll=cents)
                for rounds, enough in [*((each.rounds, each.enough) for each in self.horizons), *endless]
                for chance, cents in enough.items()
            ),
        )

    def as_json(self) -> dict[str, Any]:
        """What `pitboss bankroll --json` prints."""
        price = self.price.figures()
        told = {name: price[name] for name in ("ev", "variance", "stdev")}
        told |= {"kelly_bankroll": self.kelly, "certainty_equivalent_hour": self.certain}
        told |= {name: getattr(self, name) for name in BankrollAnswer.__annotations__ if name not in told}
        answer: dict[str, Any] = in_json(BankrollAnswer, told)
        return answer


def bankroll_of(
    house: House | Game,
    bets: Mapping[str, Cents],
    bankroll: Cents | None = None,
    pace: int = PACE,
    horizons: Sequence[int] = HORIZONS,
    coupons: Sequence[tuple[CouponKind, Cents | None]] = (),
    rebate: Rebate | None = None,
    progress: Progress | None = None,
    price: Price | None = None,
) -> Bankroll:
    """What a bet under its best play asks of a bankroll; its price may be given where it is known."""
    game = game_of(house)
    need = most_need(game.table, bets)
    _check(bankroll, need, pace, horizons)
    if rebate is not None:
        rebate.check()
    price = game.price_bets(bets, progress) if price is None else price
    lattice = lattice_of(price)
    return Bankroll(
        house=game.sheet.id,
        bets=dict(bets),
        price=price,
        need=need,
        pace=pace,
        bankroll=bankroll,
        kelly=kelly_bankroll(price),
        certain=None if bankroll is None else _certain(price, bankroll, pace),
        endless=_endless(lattice, need, bankroll),
        horizons=tuple(_horizons(lattice, need, bankroll, horizons, progress)),
        coupons=tuple(coupon(game, kind, bets, amount) for kind, amount in coupons),
        rebate=None if rebate is None else best_quitting(lattice, rebate, progress),
    )


def _check(bankroll: Cents | None, need: Cents, pace: int, horizons: Sequence[int]) -> None:
    """Refuses what cannot be answered, before anything is counted."""
    if bankroll is not None and bankroll < need:
        text = f"A round needs {dollars(need)}, and the bankroll is {dollars(bankroll)}"
        raise Refusal("bankroll", text, None, "bankroll", {"min": need})
    if not 1 <= pace <= 1000:
        raise Refusal("pace", f"A pace is 1 to 1,000 rounds an hour, not {pace}")
    if any(rounds < 1 for rounds in horizons):
        raise Refusal("rounds", "A horizon has at least one round")


def _certain(price: Price, bankroll: Cents, pace: int) -> float | None:
    return certainty_equivalent(price, bankroll, pace) if bankroll > -min(price.distribution) else None


def _endless(lattice: Lattice, need: Cents, bankroll: Cents | None) -> Endless | None:
    found = endless_ruin(lattice, min(CHANCES))
    if found is None:
        return None
    root, curve = found
    ruin = None
    if bankroll is not None:
        steps = (bankroll - need) // lattice.grid
        beyond = float(root.low) ** (steps - lattice.least), float(root.high) ** (steps + 1)
        ruin = _at(curve, steps, beyond)
    return Endless(root, lattice.grid, ruin, _enough(curve, lattice, need))


def _horizons(
    lattice: Lattice,
    need: Cents,
    bankroll: Cents | None,
    horizons: Sequence[int],
    progress: Progress | None,
) -> Iterator[Horizon]:
    curves = ruin_within(lattice, horizons, progress=progress)
    for rounds, curve in zip(horizons, curves, strict=True):
        ruin = None
        if bankroll is not None:
            ruin = _at(curve, (bankroll - need) // lattice.grid, (0.0, rounds * CUT))
        yield Horizon(rounds, ruin, _enough(curve, lattice, need))


def _at(curve: RuinCurve, steps: int, beyond: tuple[float, float]) -> tuple[float, float]:
    """Between which chances ruin lies; `beyond` the end of the curve."""
    return (float(curve.low[steps]), float(curve.high[steps])) if steps < curve.low.size else beyond


def _enough(curve: RuinCurve, lattice: Lattice, need: Cents) -> dict[float, Cents]:
    return {chance: need + curve.enough(chance) * lattice.grid for chance in CHANCES}
