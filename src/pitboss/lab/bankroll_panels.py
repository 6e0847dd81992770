"""What a bet brings over time: sittings, bankrolls, ruin, offers, and the risk of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Final

from pitboss.lab.figures import Simulation, bet_price, in_time
from pitboss.lab.rule_changes import WhatIf, chooser_of, game_of
from pitboss.money import Cents, dollars
from pitboss.odds import NotPriced, Price
from pitboss.odds.risk.bankroll import CHANCES, Bankroll, bankroll_of
from pitboss.odds.risk.long_runs import MeterRisk, meter_risk
from pitboss.odds.risk.offers import KINDS, CouponKind, Quitting, Rebate
from pitboss.odds.risk.ruin import Lattice, RuinCurve, endless_ruin, lattice_of, ruin_within
from pitboss.odds.risk.table_swings import Days, TableBand, TableRisk, table_risk
from pitboss.odds.sessions import SessionResult, session
from pitboss.round import Refusal
from pitboss.round.table import most_need

CHECKPOINTS: Final = 60
BARS: Final = 60
MOST_STEPS: Final = 2_000_000  # that the nets of one round may lie apart
MOST_ROUNDS: Final = 100_000
MOST_WORK: Final = 1_000_000_000  # multiplications: some seconds


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a session can go; of what it can leave, `result` has at most sixty bands."""

    house: str
    bets: Mapping[str, Cents]
    ev: str
    result: SessionResult
    how: tuple[str, ...]
    simulated: Simulation | None  # what one round brings, where that has no exact distribution here


def sitting(
    asked: WhatIf,
    bets: Mapping[str, Cents],
    bankroll: Cents,
    rounds: int,
    stop_win: Cents | None = None,
    stop_loss: Cents | None = None,
) -> Sitting:
    """The same bet under optimal play, from a bankroll, for some rounds or until ruin or a stop."""
    if rounds > MOST_ROUNDS:
        raise Refusal("rounds", f"A session has at most {MOST_ROUNDS:,} rounds here", None, "rounds")
    price, simulated = bet_price(asked, bets)
    need = most_need(game_of(asked).table, bets)
    play = need - sum(bets.values())
    if bankroll < need:
        kept = f", {dollars(play)} of it kept for {asked.sheet.play.label}" if play else ""
        text = f"A round needs {dollars(need)}{kept}, and the bankroll is {dollars(bankroll)}"
        raise Refusal("bankroll", text, None, "bankroll", {"min": need})
    refuse_wide(price)
    result = session(price, rounds, bankroll, need, stop_win, stop_loss, CHECKPOINTS, MOST_WORK)
    bands, band = banded(result)
    error = f"Every chance is within {result.error:.1e} of the exact one."
    return Sitting(
        house=asked.house,
        bets=dict(bets),
        ev=str(price.ev),
        result=replace(result, distribution=bands, band=band),
        how=(
            f"One round has {len(price.distribution)} different nets over {price.outcomes:,} outcomes.",
            "Their counts are convolved round by round.",
            f"A player with less than {dollars(need)}, or at a stop, plays no further round.",
            error if simulated is None else simulated.words,
        ),
        simulated=simulated,
    )


def refuse_wide(price: Price) -> None:
    """Refuses a bet whose nets lie too many steps apart: a large meter against small stakes."""
    nets = [int(net) for net in price.distribution]
    if (max(nets) - min(nets)) // (gcd(*nets) or 1) > MOST_STEPS:
        text = f"One round can bring {dollars(max(nets))}: that is too far from the stakes to follow here"
        raise NotPriced(text)


def banded(result: SessionResult) -> tuple[dict[Cents, float], Cents]:
    """The last bankrolls in bands of one width, from the lowest to the highest, and that width."""
    least, most = min(result.distribution), max(result.distribution) + result.band
    width = -(-(most - least) // (BARS * result.band)) * result.band
    bands = dict.fromkeys(range(least, most, width), 0.0)
    for cents, chance in result.distribution.items():
        bands[least + (cents - least) // width * width] += chance
    return bands, width


HORIZONS: Final = (100, 1_000, 5_000)  # rounds
POINTS: Final = 60  # of a curve
QUITTING: Final = 8  # moments of which is said when to get up
LEAST: Final = 0.001  # the smallest chance that a curve shows
REBATE_ROUNDS: Final = 100


@dataclass(frozen=True, slots=True)
class RuinHorizon:
    """Ruin within some rounds; without a limit where `rounds` is null."""

    rounds: int | None
    ruin: float  # with the bankroll
    enough: tuple[Cents, ...]  # the bankroll for each chance of `chances`
    curve: tuple[tuple[Cents, float], ...]  # bankrolls, each with its chance of ruin


@dataclass(frozen=True, slots=True)
class CouponWorth:
    """What a coupon on this bet is worth, in cents, when it is played best."""

    kind: CouponKind
    amount: Cents
    worth: float
    share: float


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
    rebate: Quitting | None  # with some of its quitting points
    simulated: Simulation | None  # what one round brings, where that has no exact distribution here


def bankroll_panel(
    asked: WhatIf, bets: Mapping[str, Cents], bankroll: Cents, pace: int, rebate: int | None = None
) -> BankrollPanel:
    """What a bet under optimal play asks of this bankroll; a rebate is in per cent."""
    price, simulated = bet_price(asked, bets)
    refuse_wide(price)
    kinds = () if simulated else KINDS if "ante" in bets else ("first_loss",)
    back = None if rebate is None else Rebate(Fraction(rebate, 100), REBATE_ROUNDS)

    def found_with(kinds: Sequence[CouponKind]) -> Bankroll:
        offers = [(kind, None) for kind in kinds]
        return bankroll_of(game_of(asked), bets, bankroll, pace, (), offers, back, price=price)

    found = in_time(lambda: found_with(kinds), lambda why: found_with(()))
    n0, score = found.n0, found.score
    return BankrollPanel(
        house=asked.house,
        bets=dict(bets),
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
            CouponWorth(each.kind, each.amount, float(each.worth), float(each.share))
            for each in found.coupons
        ),
        rebate=found.rebate and replace(found.rebate, points=found.rebate.at(QUITTING)),
        simulated=simulated,
    )


def _horizons(found: Bankroll) -> tuple[RuinHorizon, ...]:
    lattice = lattice_of(found.price)
    curves: list[tuple[int | None, RuinCurve]] = [*zip(HORIZONS, ruin_within(lattice, HORIZONS), strict=True)]
    endless = endless_ruin(lattice, LEAST)
    if endless is not None:
        curves.append((None, endless[1]))
    return tuple(_horizon(found, lattice, rounds, curve) for rounds, curve in curves)


def _horizon(found: Bankroll, lattice: Lattice, rounds: int | None, curve: RuinCurve) -> RuinHorizon:
    chances = curve.high.tolist()
    steps = ((found.bankroll or 0) - found.need) // lattice.grid
    last = min(curve.enough(LEAST), len(chances) - 1)
    return RuinHorizon(
        rounds,
        chances[steps] if steps < len(chances) else 0.0,
        tuple(found.need + curve.enough(chance) * lattice.grid for chance in CHANCES),
        tuple(
            (found.need + step * lattice.grid, chances[step])
            for step in sorted({round(last * part / POINTS) for part in range(POINTS + 1)})
        ),
    )


@dataclass(frozen=True, slots=True)
class SeatsRisk:
    """One round with so many seats, in cents: mean and deviation, and the deviation were they apart."""

    players: int
    mean: float
    stdev: float
    apart: float


@dataclass(frozen=True, slots=True)
class MeterPanel:
    """The meter with all seats on it."""

    wager: str
    label: str
    players: int
    mean_rounds: float
    mean_at_hit: float | None
    contribution: float
    funding: float
    hits: tuple[tuple[int, int, Cents | None], ...]  # chance in per cent, rounds to the hit, the meter then


@dataclass(frozen=True, slots=True)
class TablePanel:
    """The house's side of equal bets at every seat; part `envy` is what a hand pays each other seat."""

    house: str
    bets: Mapping[str, Cents]
    parts: tuple[str, ...]
    labels: tuple[str | None, ...]  # null for envy
    at_a_seat: tuple[tuple[float, ...], ...]  # correlations of parts
    of_two_seats: tuple[tuple[float, ...], ...]
    seats: tuple[SeatsRisk, ...]
    bands: tuple[TableBand, ...]  # with all seats
    days: Days
    meter: MeterPanel | None


def table_panel(asked: WhatIf, bets: Mapping[str, Cents], pace: int, hours: int) -> TablePanel:
    """The risk of a table whose seats all make this bet, so many rounds an hour and hours a day."""
    risk, meter = _counted(asked, tuple(bets.items()))
    players = risk.seats
    wins = any(map(asked.sheet.wins_meter, bets))
    return TablePanel(
        house=asked.house,
        bets=dict(bets),
        parts=risk.names,
        labels=tuple(asked.sheet.label(name) if name in bets else None for name in risk.names),
        at_a_seat=_correlations(risk, 1),
        of_two_seats=_correlations(risk, 2),
        seats=tuple(
            SeatsRisk(number, float(risk.mean(number)), risk.stdev(number), risk.apart(number))
            for number in range(1, players + 1)
        ),
        bands=tuple(risk.bands(players)),
        days=risk.days(players, pace * hours),
        meter=_meter(asked, meter) if meter is not None and wins else None,
    )


@lru_cache(maxsize=16)
def _counted(asked: WhatIf, bets: tuple[tuple[str, Cents], ...]) -> tuple[TableRisk, MeterRisk | None]:
    game = game_of(asked)
    if game.dealing.player_draws or game.dealing.dealer_draws:
        raise NotPriced("Seats where cards are drawn take too long to count together here: use pitboss risk")
    return table_risk(game, dict(bets), chooser_of(asked)), meter_risk(game, asked.sheet.seats)


def _correlations(risk: TableRisk, seats: int) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(risk.correlation(mine, other, seats=seats) for other in risk.names) for mine in risk.names
    )


def _meter(asked: WhatIf, meter: MeterRisk) -> MeterPanel:
    mean = meter.mean_at_hit
    return MeterPanel(
        meter.wager,
        asked.sheet.label(meter.wager),
        meter.players,
        float(meter.mean_rounds),
        None if mean is None else float(mean),
        float(meter.contribution),
        float(meter.funding),
        tuple((row["percent"], row["rounds"], row["meter"]) for row in meter.rows()),
    )
