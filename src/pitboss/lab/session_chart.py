"""A sitting: the exact course of one bet over many rounds, with ruin and stops, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Final

from pitboss.lab.rule_changes import WhatIf, game_of
from pitboss.lab.simulated import Simulation, bet_price
from pitboss.money import Cents, dollars
from pitboss.odds import NotPriced, Price
from pitboss.odds.sessions import Checkpoint, SessionResult, session
from pitboss.round import Refusal
from pitboss.round.table import most_need

CHECKPOINTS: Final = 60
BARS: Final = 60
MOST_STEPS: Final = 2_000_000  # that the nets of one round may lie apart
MOST_ROUNDS: Final = 100_000
MOST_WORK: Final = 1_000_000_000  # multiplications: some seconds


@dataclass(frozen=True, slots=True)
class Ends:
    """The chances of the ways a sitting ends."""

    ruin: float
    stop_win: float
    stop_loss: float
    playing: float


@dataclass(frozen=True, slots=True)
class Moment(Ends):
    """Where it stands after some rounds; quantiles by per cent."""

    rounds: int
    mean: float
    quantiles: Mapping[str, Cents]


@dataclass(frozen=True, slots=True)
class Bar:
    """The chance that the last bankroll is at least `low` and below `high`."""

    low: Cents
    high: Cents
    chance: float


@dataclass(frozen=True, slots=True)
class Sitting:
    """How a sitting can go, in cents; every chance is within `error` of the exact one."""

    house: str
    bets: Mapping[str, Cents]
    rounds: int
    bankroll: Cents
    need: Cents
    stop_win: Cents | None
    stop_loss: Cents | None
    ev: str
    ends: Ends
    mean: float
    stdev: float
    quantiles: Mapping[str, Cents]
    ahead: float
    even: float
    behind: float
    expected_rounds: float
    error: float
    course: tuple[Moment, ...]
    histogram: tuple[Bar, ...]
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
    """The same bet under its best play, from a bankroll on, for some rounds or until ruin or a stop."""
    return _sitting(asked, tuple(bets.items()), bankroll, rounds, stop_win, stop_loss)


@lru_cache(maxsize=32)
def _sitting(
    asked: WhatIf,
    bets: tuple[tuple[str, Cents], ...],
    bankroll: Cents,
    rounds: int,
    stop_win: Cents | None,
    stop_loss: Cents | None,
) -> Sitting:
    if rounds > MOST_ROUNDS:
        raise Refusal("rounds", f"A sitting has at most {MOST_ROUNDS:,} rounds here", None, "rounds")
    game, wagers = game_of(asked), dict(bets)
    price, simulated = bet_price(asked, wagers)
    need = most_need(game.table, wagers)
    play = need - sum(wagers.values())
    if bankroll < need:
        kept = f", {dollars(play)} of it kept for {asked.sheet.play.label}" if play else ""
        text = f"A round needs {dollars(need)}{kept}, and the bankroll is {dollars(bankroll)}"
        raise Refusal("bankroll", text, None, "bankroll")
    refuse_wide(price)
    result = session(price, rounds, bankroll, need, stop_win, stop_loss, CHECKPOINTS, MOST_WORK)
    return Sitting(
        house=asked.house,
        bets=wagers,
        rounds=rounds,
        bankroll=bankroll,
        need=need,
        stop_win=stop_win,
        stop_loss=stop_loss,
        ev=str(price.ev),
        ends=Ends(*_ends(result)),
        mean=result.mean,
        stdev=result.stdev,
        quantiles=_by_text(result.quantiles),
        ahead=result.ahead,
        even=result.even,
        behind=result.behind,
        expected_rounds=result.expected_rounds,
        error=result.error,
        course=_course(result),
        histogram=histogram(result.distribution),
        how=(
            f"One round has {len(price.distribution)} different nets over {price.outcomes:,} outcomes.",
            "Their counts are convolved round by round.",
            f"Who has less than {dollars(need)}, or has reached a stop, plays no further round.",
            f"Every chance is within {result.error:.1e} of the exact one."
            if simulated is None
            else simulated.words,
        ),
        simulated=simulated,
    )


def refuse_wide(price: Price) -> None:
    """Refuses a bet whose nets lie too many steps apart: a large meter against small stakes."""
    nets = [int(net) for net in price.distribution]
    if (max(nets) - min(nets)) // (gcd(*nets) or 1) > MOST_STEPS:
        text = f"One round can bring {dollars(max(nets))}: that is too far from the stakes to follow here"
        raise NotPriced(text)


def _course(result: SessionResult) -> tuple[Moment, ...]:
    return tuple(
        Moment(*_ends(at), rounds=at.rounds, mean=at.mean, quantiles=_by_text(at.quantiles))
        for at in result.course
    )


def _ends(at: Checkpoint) -> tuple[float, float, float, float]:
    return at.ruin, at.stopped_ahead, at.stopped_behind, at.playing


def _by_text(quantiles: Mapping[int, Cents]) -> dict[str, Cents]:
    return {str(percent): cents for percent, cents in quantiles.items()}


def histogram(distribution: Mapping[Cents, float]) -> tuple[Bar, ...]:
    """At most sixty bars of one width over all bankrolls that can be left.

    >>> [(bar.low, bar.high, bar.chance) for bar in histogram({0: 0.25, 100: 0.5, 5999: 0.25})][:2]
    [(0, 100, 0.25), (100, 200, 0.5)]
    """
    least, most = min(distribution), max(distribution)
    width = -(-(most - least + 1) // BARS)
    chances = [0.0] * ((most - least) // width + 1)
    for cents, chance in distribution.items():
        chances[(cents - least) // width] += chance
    return tuple(
        Bar(least + place * width, least + (place + 1) * width, chance)
        for place, chance in enumerate(chances)
    )
