"""A session: what is left of a bankroll after many rounds of one bet, with ruin and stops as ends.

The exact counts of one round are convolved round by round on the grid of the bet's nets; nothing is sampled.
Every chance is a double, and the result says how far off it can be: what was cut from the far ends of the
distribution is added up, and so is a bound on the rounding. See "Sessions" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from math import ceil, log10, sqrt
from typing import Any, Final, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.dataframes import Rows, Tabular, in_json
from pitboss.errors import NotPriced, Refusal, check_whole
from pitboss.money import Cents, dollars
from pitboss.odds.game import Game
from pitboss.odds.house_prices import game_of
from pitboss.odds.policies import Policy
from pitboss.odds.prices import Price, html_table
from pitboss.odds.risk.ruin import Chances, Lattice, lattice_of
from pitboss.odds.row_kinds import LeftRow, SessionRow
from pitboss.odds.work import Progress
from pitboss.round.table import House

# --- How a session of many rounds can end, and where it stands on the way.

MOST_LISTED: Final = 10_000  # last bankrolls that are listed one by one


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How a session has gone after some rounds; a session that has ended keeps its last bankroll.

    Money is in cents, and every chance within `error` of the exact one.
    """

    rounds: int
    ruin: float
    stopped_ahead: float
    stopped_behind: float
    playing: float
    mean: float
    quantiles: Mapping[int, Cents]  # per cent -> the least bankroll with that much at or below it
    error: float


class EndsEntry(TypedDict):
    """How likely a session ends in each way."""

    ruin: float
    stop_win: float
    stop_loss: float
    playing: float


class ErrorEntry(TypedDict):
    """How far off every chance can be, and how much of that was cut from the ends."""

    chance: float
    cut: float


class SessionAnswer(TypedDict):
    """What `pitboss session --json` prints; money in cents."""

    house: str
    bets: Mapping[str, Cents]
    rounds: int
    bankroll: Cents
    need: Cents
    stop_win: Cents | None
    stop_loss: Cents | None
    ends: EndsEntry
    mean: float
    stdev: float
    quantiles: Mapping[int, Cents]
    ahead: float
    even: float
    behind: float
    expected_rounds: float
    error: ErrorEntry
    band: Cents
    distribution: Mapping[Cents, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionResult(Checkpoint, Tabular[SessionRow]):
    """How a session can end: where it stands after the last round, and how it came there."""

    bankroll: Cents
    need: Cents
    stop_win: Cents | None
    stop_loss: Cents | None
    stdev: float
    ahead: float
    even: float
    behind: float
    expected_rounds: float
    cut: float  # the part of the error that was cut from the ends
    # The last bankroll -> its chance; of many, the least of a band that is so wide -> the chance of the band
    distribution: Mapping[Cents, float] = field(repr=False)
    band: Cents
    course: tuple[Checkpoint, ...] = field(default=(), repr=False)  # from the start to the last round

    @property
    def error_text(self) -> str:
        """A bound of every chance's error: `1e-11`."""
        return _power_above(self.error)

    def next_to_none(self, chance: float) -> str | None:
        """What is said of a chance that cannot be told from none; None of one that can."""
        if chance == 0 and self.cut == 0:
            return "0%"
        return f"under {_power_above(2 * self.error)}" if chance <= self.error else None

    def rows(self) -> Rows[SessionRow]:
        """Where it stands on the way, one row for each checkpoint; without any, the end."""
        return Rows(SessionRow, (_row(each) for each in self.course or (self,)))

    def left(self) -> Rows[LeftRow]:
        """One row for each bankroll at the end, or for each band of them where they are many."""
        return Rows(
            LeftRow,
            (
                LeftRow(bankroll=cents, band=self.band, probability=chance)
                for cents, chance in self.distribution.items()
            ),
        )

    def _repr_html_(self) -> str:
        """How a notebook shows it: how the session can end, and what is left."""
        ends = {
            "Ruin": f"{self.ruin:.4%}",
            "Stop-win": f"{self.stopped_ahead:.4%}",
            "Stop-loss": f"{self.stopped_behind:.4%}",
            "Still playing": f"{self.playing:.4%}",
            "Mean": dollars(round(self.mean)),
            "Standard deviation": dollars(round(self.stdev)),
        }
        left = {f"at most, {percent} %": dollars(cents) for percent, cents in self.quantiles.items()}
        caption = f"{self.rounds:,} rounds from {dollars(self.bankroll)}"
        return html_table(caption, ("", ""), (ends | left).items())

    def as_json(self, house: str, bets: Mapping[str, Cents]) -> dict[str, Any]:
        """What `pitboss session --json` prints of a bet at a house."""
        told: dict[str, Any] = {"house": house, "bets": bets}
        ends = {"ruin": self.ruin, "stop_win": self.stopped_ahead, "stop_loss": self.stopped_behind}
        told |= {"ends": ends | {"playing": self.playing}, "error": {"chance": self.error, "cut": self.cut}}
        told |= {name: getattr(self, name) for name in SessionAnswer.__annotations__ if name not in told}
        answer: dict[str, Any] = in_json(SessionAnswer, told)
        return answer


def _row(at: Checkpoint) -> SessionRow:
    quantiles = {f"q{percent}": cents for percent, cents in at.quantiles.items()}
    ends = {"ruin": at.ruin, "stop_win": at.stopped_ahead, "stop_loss": at.stopped_behind}
    known = {"rounds": at.rounds, **ends, "playing": at.playing, "mean": at.mean}
    return cast(SessionRow, {**known, **quantiles, "error": at.error})


def _power_above(value: float) -> str:
    """The next power of ten, for a bound: `1e-11`."""
    return f"1e{ceil(log10(value))}" if value > 0 else "0"


def listed(cents: NDArray[np.int64], chances: Chances, grid: Cents) -> tuple[Mapping[Cents, float], Cents]:
    """The last bankrolls with their chances, or bands of them where they are many, and how wide these are."""
    if cents.size <= MOST_LISTED:
        return dict(zip(cents.tolist(), chances.tolist(), strict=True)), grid
    first = int(cents[0])
    wide = -(-((int(cents[-1]) - first) // grid + 1) // MOST_LISTED) * grid
    sums = np.bincount((cents - first) // wide, chances)
    return {first + place * wide: chance for place, chance in enumerate(sums.tolist()) if chance}, wide


QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)  # per cent
EPS: Final = float(np.finfo(np.float64).eps)
CUT: Final = 1e-20  # what a round may cut from each end of the distribution
CALL_COST: Final = 1_000  # what one vector operation costs beside its cells
TELLINGS: Final = 500  # of the progress of a session
MOST_WORK: Final = 60_000_000_000  # multiplications of a session: about a minute


def session(
    price: Price | House | Game,
    rounds: int,
    bankroll: Cents,
    need: Cents | None = None,
    stop_win: Cents | None = None,
    stop_loss: Cents | None = None,
    checkpoints: int = 0,
    most_work: int | None = None,
    progress: Progress | None = None,
    *,
    bets: Mapping[str, Cents] | None = None,
    strategy: Policy = "optimal",
) -> SessionResult:
    """The same bet for some rounds, or until the bankroll is below `need` (ruin) or at a stop.

    What is played is a price in cents, or a house with bets, the smallest Ante by default, and a strategy.
    What a round needs is what it can lose unless you say more. A last bankroll that is below `need` and at
    the stop-loss too counts as ruin. With
    `checkpoints` the result has a course: the start and up to so many moments more, the last round included.
    A session of more multiplications than `most_work`, by default a minute's, is refused before any is done.
    `progress` is told now and then how much of that work is done.

    >>> from fractions import Fraction
    >>> from pitboss import session
    >>> session("rivers", rounds=100, bankroll=50_000, bets={"ante": 1000}).need
    2000
    >>> coin = Price("coin", 2, {Fraction(-100): 1, Fraction(100): 1})
    >>> ends = session(coin, 3, bankroll=200, need=100)
    >>> ends.ruin, ends.playing, ends.mean, dict(ends.distribution)
    (0.25, 0.75, 200.0, {0: 0.25, 100: 0.25, 300: 0.375, 500: 0.125})
    """
    if not isinstance(price, Price):
        game = game_of(price)
        price = game.price_bets(game.least_bet if bets is None else bets, strategy=strategy)
    lattice = lattice_of(price)
    most_lost = -lattice.steps[0] * lattice.grid
    need = most_lost if need is None else need
    _check(most_lost, rounds, bankroll, need, stop_win, stop_loss)
    walk = _Walk(lattice, bankroll, need, stop_win, stop_loss)
    walk.refuse_work(rounds, most_work or MOST_WORK)
    course = [walk.checkpoint(0)] if checkpoints else []
    done = 0
    parts = max(1, min(checkpoints, rounds))  # a course is read at even distances, the last round included
    for until in (rounds * part // parts for part in range(1, parts + 1)):
        while done < until:
            more = min(until - done, rounds if progress is None else max(1, rounds // TELLINGS))
            done += more
            walk.play(more)
            if progress is not None:
                progress(int(done**1.5), int(rounds**1.5))  # bankrolls spread with the root of the rounds
        if checkpoints:
            course.append(walk.checkpoint(done))
    return walk.result(rounds, tuple(course))


def _check(
    most_lost: Cents,
    rounds: int,
    bankroll: Cents,
    need: Cents,
    stop_win: Cents | None,
    stop_loss: Cents | None,
) -> None:
    """Raises a refusal in one sentence for a session that cannot be played."""
    amounts = {"bankroll": bankroll, "need": need, "stop_win": stop_win or 0, "stop_loss": stop_loss or 0}
    for name, number in {"rounds": rounds, **amounts}.items():
        check_whole(number, name, name)
    if rounds < 1:
        raise Refusal("rounds", f"A session has at least one round, not {rounds}", None, "rounds")
    if need < most_lost:
        lost = dollars(most_lost)
        text = f"A round can lose {lost}, so a player needs at least that, not {dollars(need)}"
        raise Refusal("need", text, None, "need")
    if bankroll < need:
        text = f"A round needs {dollars(need)}, and the bankroll is {dollars(bankroll)}"
        raise Refusal("bankroll", text, None, "bankroll", {"min": need})
    if stop_win is not None and stop_win <= 0:
        text = f"A stop-win is an amount to win above $0, not {dollars(stop_win)}"
        raise Refusal("stop_win", text, None, "stop_win")
    if stop_loss is not None and not 0 < stop_loss <= bankroll:
        limits = f"above $0 and at most the bankroll ({dollars(bankroll)})"
        text = f"A stop-loss is an amount to lose {limits}, not {dollars(stop_loss)}"
        raise Refusal("stop_loss", text, None, "stop_loss")


class _Walk:
    """The chances of every bankroll, round by round; positions count grid steps from the first bankroll."""

    def __init__(
        self,
        lattice: Lattice,
        bankroll: Cents,
        need: Cents,
        stop_win: Cents | None,
        stop_loss: Cents | None,
    ) -> None:
        self.bankroll, self.need, self.stop_win, self.stop_loss = bankroll, need, stop_win, stop_loss
        self.lattice, self.grid = lattice, lattice.grid
        self.steps, self.chances = lattice.steps, lattice.chances.tolist()
        self.least, self.most, grid = lattice.least, lattice.most, lattice.grid
        # A position plays on from `low` up to, not including, `high`.
        self.funded = -((bankroll - need) // grid)
        self.low = self.funded if stop_loss is None else max(self.funded, -((stop_loss - 1) // grid))
        self.high = None if stop_win is None else -(-stop_win // grid)
        self.fell = np.zeros(-self.least)  # ended at low + least and up
        self.rose = np.zeros(self.most)  # ended at high and up
        self.base, self.live = 0, np.ones(1)
        self.cut = 0.0
        self.expected_rounds = 0.0

    def refuse_work(self, rounds: int, most_work: int) -> None:
        """Refuses a session that would take too long, before a round is counted."""
        mean, span = abs(float(self.lattice.mean)), self.most - self.least
        spread = ceil(20 * sqrt(self.lattice.variance * rounds) + mean * rounds)
        width = min(rounds * span, spread + 10 * span)
        if self.high is not None:
            width = min(width, self.high - self.low)
        # The spread grows with the root of the rounds, so the mean round is two thirds as wide as the last.
        if rounds * len(self.steps) * (width * 2 // 3 + CALL_COST) > most_work:
            raise NotPriced(
                f"This session is too large to count: its bankrolls lie {dollars(self.grid)} apart and reach "
                f"over {dollars(width * self.grid)}; play fewer rounds, set a stop-win or bet rounder amounts"
            )

    def play(self, rounds: int) -> None:
        """Some rounds, or fewer where every session has ended before."""
        for _ in range(rounds):
            if not self.live.size:
                return
            self.expected_rounds += float(self.live.sum())
            self._round()
            self._end()
            self._trim()

    def _round(self) -> None:
        """One round for everybody still playing."""
        width = self.live.size
        self.base += self.least
        after, part = np.zeros(width + self.most - self.least), np.empty(width)
        for step, chance in zip(self.steps, self.chances, strict=True):
            np.multiply(self.live, chance, out=part)
            place = after[step - self.least : step - self.least + width]
            np.add(place, part, out=place)
        self.live = after

    def _end(self) -> None:
        """Takes out the bankrolls that are ruined or at a stop."""
        below = self.low - self.base
        if below > 0:
            gone = self.live[:below]
            place = self.base - self.low - self.least
            self.fell[place : place + gone.size] += gone
            self.live, self.base = self.live[below:], self.low
        if self.high is not None and (above := self.high - self.base) < self.live.size:
            gone = self.live[above:]
            self.rose[: gone.size] += gone
            self.live = self.live[:above]

    def _trim(self) -> None:
        """Cuts what is next to nothing from both ends, and adds it to the error."""
        if not self.live.size:
            return
        first = int(np.searchsorted(np.cumsum(self.live), CUT, side="right"))
        last = self.live.size - int(np.searchsorted(np.cumsum(self.live[::-1]), CUT, side="right"))
        if first >= last:
            first = last = self.live.size
        self.cut += float(self.live[:first].sum() + self.live[last:].sum())
        self.live, self.base = self.live[first:last], self.base + first

    def _spread(self) -> tuple[NDArray[np.int64], Chances]:
        """The places that can be reached, in order (fallen, playing, risen), and their chances."""
        parts = [(self.low + self.least, self.fell), (self.base, self.live)]
        if self.high is not None:
            parts.append((self.high, self.rose))
        places = np.concatenate([np.arange(start, start + part.size) for start, part in parts])
        chances = np.concatenate([part for _, part in parts])
        happens = chances > 0
        return places[happens], chances[happens]

    def _relative(self, rounds: int) -> float:
        """Every round multiplies and adds once per net, and each chance of the bet is rounded itself."""
        return rounds * (len(self.steps) + 4) * EPS

    def _cents(self, place: int) -> Cents:
        return self.bankroll + place * self.grid

    def checkpoint(self, rounds: int) -> Checkpoint:
        """How everybody stands after these rounds."""
        places, chances = self._spread()
        error = self.cut + self._relative(rounds)
        heap = np.cumsum(chances)
        at = [min(int(np.searchsorted(heap, each / 100 - error)), places.size - 1) for each in QUANTILES]
        ruined = max(0, min(self.fell.size, self.funded - self.low - self.least))
        return Checkpoint(
            rounds,
            ruin=float(self.fell[:ruined].sum()),
            stopped_ahead=float(self.rose.sum()),
            stopped_behind=float(self.fell[ruined:].sum()),
            playing=float(self.live.sum()),
            mean=self.bankroll + float((places * chances).sum()) * self.grid,
            quantiles={
                each: self._cents(int(places[place])) for each, place in zip(QUANTILES, at, strict=True)
            },
            error=error,
        )

    def result(self, rounds: int, course: tuple[Checkpoint, ...]) -> SessionResult:
        """Everything read off the last distribution."""
        end = self.checkpoint(rounds)
        places, chances = self._spread()
        mean = float((places * chances).sum())
        stdev = sqrt(float(((places - mean) ** 2 * chances).sum()))
        left = self.bankroll + places * self.grid
        distribution, band = listed(left, chances, self.grid)
        return SessionResult(
            *astuple(end),
            bankroll=self.bankroll,
            need=self.need,
            stop_win=self.stop_win,
            stop_loss=self.stop_loss,
            stdev=stdev * self.grid,
            ahead=float(chances[places > 0].sum()),
            even=float(chances[places == 0].sum()),
            behind=float(chances[places < 0].sum()),
            expected_rounds=self.expected_rounds,
            cut=self.cut,
            distribution=distribution,
            band=band,
            course=course,
        )
