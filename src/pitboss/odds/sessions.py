"""A session: what is left of a bankroll after many rounds of one bet, with ruin and stops as ends.

The exact counts of one round are convolved round by round on the grid of the bet's nets; nothing is sampled.
Every chance is a double, and the result says how far off it can be: what was cut from the far ends of the
distribution is added up, and so is a bound on the rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from math import ceil, gcd, log, log2, log10, sqrt
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.dataframes import Rows, Tabular
from pitboss.errors import NotPriced, Refusal
from pitboss.money import Cents, dollars
from pitboss.odds.prices import Price, html_table
from pitboss.odds.row_kinds import LeftRow, SessionRow
from pitboss.odds.work import Progress

# --- How far the bankrolls of a session reach, before it is played: what it will cost to count it.

RAREST: Final = 1e-21  # less than a session cuts from either end
TILTS: Final = 400
FINER: Final = 1.03  # from one number of rounds to the next that is looked at


class Reach:
    """The positions at which a session can still be going on after some rounds, by Chernoff's bound."""

    def __init__(
        self, steps: Sequence[int], chances: Sequence[float], low: int, high: int | None, rounds: int
    ) -> None:
        self.low, self.high, self.rounds = low, high, rounds
        self.least, self.most = min(0, *steps), max(0, *steps)
        nets, p = np.array(steps, float), np.array(chances)
        self.tilts = np.geomspace(1e-7 / max(1.0, float(np.abs(nets).max())), 60.0, TILTS)
        self._up, self._down = (_growth(np.outer(self.tilts, side) + np.log(p)) for side in (nets, -nets))

    def width(self, after: int) -> int:
        """How many positions there are after so many rounds, at most."""
        top = min(after * self.most, self._beyond(self._up, after))
        bottom = max(after * self.least, -self._beyond(self._down, after), self.low)
        if self.high is not None:
            top = min(top, self.high - 1)
        return max(1, top - bottom + 1)

    def _beyond(self, growth: NDArray[np.float64], after: int) -> int:
        """Further than this to one side a position is rarer than what is cut."""
        return ceil(float(((after * growth - log(RAREST)) / self.tilts).min()))

    def work(self, cost: Callable[[int], int]) -> list[tuple[int, int]]:
        """What some rounds cost, at most, up to all of them: each starts from where the one before ended."""
        found = [(1, cost(1))]
        while (done := found[-1][0]) < self.rounds:
            until = min(self.rounds, max(done + 1, int(done * FINER)))
            found.append((until, found[-1][1] + (until - done) * cost(self.width(until))))
        return found


def _growth(scaled: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithms of sums of powers, with the largest taken out."""
    top = scaled.max(axis=1)
    found: NDArray[np.float64] = top + np.log(np.exp(scaled - top[:, None]).sum(axis=1))
    return found


# --- How a session of many rounds can end, and where it stands on the way.

MOST_LISTED: Final = 10_000  # last bankrolls that are listed one by one


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a session stands after some rounds; who has ended keeps the bankroll of the end.

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
    mean_error: float
    stdev_error: float
    # The last bankroll -> its chance; of many, the least of a band that is so wide -> the chance of the band
    distribution: Mapping[Cents, float] = field(repr=False)
    band: Cents
    course: tuple[Checkpoint, ...] = field(default=(), repr=False)  # from the start to the last round

    @property
    def rounds_error(self) -> float:
        """How far off the expected number of rounds can be."""
        return self.rounds * self.error

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

    def as_json(self) -> dict[str, Any]:
        """What `pitboss session --json` prints of the result."""
        return {
            "rounds": self.rounds,
            "bankroll": self.bankroll,
            "need": self.need,
            "stop_win": self.stop_win,
            "stop_loss": self.stop_loss,
            "ends": {
                "ruin": self.ruin,
                "stop_win": self.stopped_ahead,
                "stop_loss": self.stopped_behind,
                "playing": self.playing,
            },
            "mean": self.mean,
            "stdev": self.stdev,
            "quantiles": {str(percent): cents for percent, cents in self.quantiles.items()},
            "ahead": self.ahead,
            "even": self.even,
            "behind": self.behind,
            "expected_rounds": self.expected_rounds,
            "error": {
                "chance": self.error,
                "cut": self.cut,
                "mean": self.mean_error,
                "stdev": self.stdev_error,
                "expected_rounds": self.rounds_error,
            },
            "band": self.band,
            "distribution": {str(cents): chance for cents, chance in self.distribution.items()},
        }


def _row(at: Checkpoint) -> SessionRow:
    quantiles = {f"q{percent}": cents for percent, cents in at.quantiles.items()}
    ends = {"ruin": at.ruin, "stop_win": at.stopped_ahead, "stop_loss": at.stopped_behind}
    known = {"rounds": at.rounds, **ends, "playing": at.playing, "mean": at.mean}
    return cast(SessionRow, {**known, **quantiles, "error": at.error})


def _power_above(value: float) -> str:
    """The next power of ten, for a bound: `1e-11`."""
    return f"1e{ceil(log10(value))}" if value > 0 else "0"


def listed(
    cents: NDArray[np.int64], chances: NDArray[np.float64], grid: Cents, faintest: float
) -> tuple[Mapping[Cents, float], Cents]:
    """The last bankrolls with their chances, or bands of them where they are many, and how wide these are.

    A chance that is no larger than the `faintest` may be what a transform leaves where nobody can be.
    """
    known = np.flatnonzero(chances > faintest)
    if known.size <= MOST_LISTED:
        each = zip(cents[known].tolist(), chances[known].tolist(), strict=True)
        return dict(each), grid
    cents, chances = cents[known[0] : known[-1] + 1], chances[known[0] : known[-1] + 1]
    first = int(cents[0])
    wide = -(-((int(cents[-1]) - first) // grid + 1) // MOST_LISTED) * grid
    sums = np.bincount((cents - first) // wide, chances)
    return {first + place * wide: chance for place, chance in enumerate(sums.tolist()) if chance}, wide


Chances: TypeAlias = NDArray[np.float64]
QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)  # per cent
EPS: Final = float(np.finfo(np.float64).eps)
CUT: Final = 1e-20  # what a round may cut from each end of the distribution
CUT_FFT: Final = 1e-15  # the same where a Fourier transform leaves noise
FFT_COST: Final = 40  # a transformed cell costs as much as this many multiplied ones
FFT_FROM: Final = 200_000  # multiplications of a round, below which none is transformed
CALL_COST: Final = 1_000  # what one vector operation costs beside its cells
TELLINGS: Final = 500  # of the progress of a session
MOST_WORK: Final = 60_000_000_000  # multiplications of a session: about a minute


def session(
    price: Price,
    rounds: int,
    bankroll: Cents,
    need: Cents,
    stop_win: Cents | None = None,
    stop_loss: Cents | None = None,
    checkpoints: int = 0,
    most_work: int | None = None,
    progress: Progress | None = None,
) -> SessionResult:
    """The same bet for some rounds, or until the bankroll is below `need` (ruin) or at a stop.

    A last bankroll that is below `need` and at the stop-loss too counts as ruin. The price is in cents. With
    `checkpoints` the result has a course: the start and up to so many moments more, the last round included.
    A session of more multiplications than `most_work`, by default a minute's, is refused before any is done.
    `progress` is told now and then how much of that work is done.

    >>> from fractions import Fraction
    >>> coin = Price("coin", 2, {Fraction(-100): 1, Fraction(100): 1})
    >>> ends = session(coin, 3, bankroll=200, need=100)
    >>> ends.ruin, ends.playing, ends.mean, dict(ends.distribution)
    (0.25, 0.75, 200.0, {0: 0.25, 100: 0.25, 300: 0.375, 500: 0.125})
    """
    nets = _whole_nets(price)
    _check(nets, rounds, bankroll, need, stop_win, stop_loss)
    walk = _Walk(nets, price.outcomes, bankroll, need, stop_win, stop_loss)
    work = walk.work(rounds, most_work or MOST_WORK)
    course = [walk.checkpoint(0)] if checkpoints else []
    done = 0
    for until in _moments(rounds, checkpoints):
        while done < until:
            more = min(until - done, rounds if progress is None else max(1, rounds // TELLINGS))
            done += more
            walk.play(more, rounds - done)
            if progress is not None:
                progress(_done(work, done), work[-1][1])
        if checkpoints:
            course.append(walk.checkpoint(done))
    return walk.result(rounds, tuple(course))


def _moments(rounds: int, checkpoints: int) -> list[int]:
    """The rounds after which a course is read, evenly apart; the last round always is one."""
    parts = max(1, min(checkpoints, rounds))
    return [rounds * part // parts for part in range(1, parts + 1)]


def _done(work: Sequence[tuple[int, int]], rounds: int) -> int:
    """The work of the first rounds."""
    return int(np.interp(rounds, [each for each, _ in work], [cost for _, cost in work]))


def _whole_nets(price: Price) -> dict[Cents, int]:
    """The nets that can happen, in whole cents, worst first."""
    if price.moments:
        raise NotPriced("A session needs the distribution of a round, and that of this bet is left out")
    if any(net.denominator != 1 for net in price.distribution):
        raise NotPriced("A session is counted in whole cents, and this bet wins or loses parts of a cent")
    return {int(net): count for net, count in sorted(price.distribution.items()) if count}


def _check(
    nets: Mapping[Cents, int],
    rounds: int,
    bankroll: Cents,
    need: Cents,
    stop_win: Cents | None,
    stop_loss: Cents | None,
) -> None:
    """Raises a refusal in one sentence for a session that cannot be played."""
    if rounds < 1:
        raise Refusal("rounds", f"A session has at least one round, not {rounds}")
    if need < -min(nets):
        lost = dollars(-min(nets))
        raise Refusal(
            "need", f"A round can lose {lost}, so a player needs at least that, not {dollars(need)}"
        )
    if bankroll < need:
        raise Refusal("bankroll", f"A round needs {dollars(need)}, and the bankroll is {dollars(bankroll)}")
    if stop_win is not None and stop_win <= 0:
        raise Refusal("stop_win", f"A stop-win is an amount to win above $0, not {dollars(stop_win)}")
    if stop_loss is not None and not 0 < stop_loss <= bankroll:
        limits = f"above $0 and at most the bankroll ({dollars(bankroll)})"
        raise Refusal("stop_loss", f"A stop-loss is an amount to lose {limits}, not {dollars(stop_loss)}")


class _Walk:
    """The chances of every bankroll, round by round; positions count grid steps from the first bankroll."""

    def __init__(
        self,
        nets: Mapping[Cents, int],
        outcomes: int,
        bankroll: Cents,
        need: Cents,
        stop_win: Cents | None,
        stop_loss: Cents | None,
    ) -> None:
        self.bankroll, self.need, self.stop_win, self.stop_loss = bankroll, need, stop_win, stop_loss
        self.grid = grid = gcd(*nets) or 1
        self.steps = [net // grid for net in nets]
        self.chances = [count / outcomes for count in nets.values()]
        self.least, self.most = min(0, *self.steps), max(0, *self.steps)
        sizes = [abs(step) for step in self.steps]
        self.size = sum(p * size for p, size in zip(self.chances, sizes, strict=True))
        self.root_square = sqrt(sum(p * size * size for p, size in zip(self.chances, sizes, strict=True)))
        # A position plays on from `low` up to, not including, `high`.
        self.funded = -((bankroll - need) // grid)
        self.low = self.funded if stop_loss is None else max(self.funded, -((stop_loss - 1) // grid))
        self.high = None if stop_win is None else -(-stop_win // grid)
        self.fell = np.zeros(-self.least)  # ended at low + least and up
        self.rose = np.zeros(self.most)  # ended at high and up
        self.base, self.live = 0, np.ones(1)
        self.cut = self.noise = 0.0
        self.off_first = self.off_second = 0.0  # what cut and noise can add to the first two moments
        self.expected_rounds = 0.0
        self.faintest = 0.0  # a chance that is no larger cannot be told from none
        self.kernels: dict[int, NDArray[np.complex128]] = {}

    def work(self, rounds: int, most_work: int) -> list[tuple[int, int]]:
        """The multiplications of some rounds, up to all; a session that would take more is refused."""
        reach = Reach(self.steps, self.chances, self.low, self.high, rounds)
        found = reach.work(self._cost)
        if found[-1][1] > most_work:
            raise NotPriced(
                f"This session is too large to count: its bankrolls lie {dollars(self.grid)} apart and reach "
                f"over {dollars(reach.width(rounds) * self.grid)}; play fewer rounds, set a stop-win or bet "
                "rounder amounts"
            )
        return found

    def _transforms(self, width: int) -> bool:
        """Whether a round over so many positions is faster by a Fourier transform."""
        direct = len(self.steps) * width
        return direct > FFT_FROM and direct > FFT_COST * (width + self.most - self.least)

    def _cost(self, width: int) -> int:
        """The multiplications of a round over so many positions."""
        if self._transforms(width):
            return FFT_COST * (width + self.most - self.least)
        return len(self.steps) * (width + CALL_COST)

    def play(self, rounds: int, after: int) -> None:
        """Some rounds, or as many as anybody can still be playing; so many more follow `after` them."""
        for left in range(after + rounds - 1, after - 1, -1):
            if not self.live.size:
                return
            self.expected_rounds += float(self.live.sum())
            cut = self._round(left)
            self._end()
            self._trim(cut, left)

    def _round(self, left: int) -> float:
        """One round for everybody still playing; what may be cut after it."""
        width = self.live.size
        full = width + self.most - self.least
        self.base += self.least
        if self._transforms(width):
            return max(CUT_FFT, self._transform(full, left))
        after, part = np.zeros(full), np.empty(width)
        for step, chance in zip(self.steps, self.chances, strict=True):
            np.multiply(self.live, chance, out=part)
            place = after[step - self.least : step - self.least + width]
            np.add(place, part, out=place)
        self.live = after
        return CUT

    def _transform(self, full: int, left: int) -> float:
        """The same by a Fourier transform, for many nets over a wide grid; its noise is bounded and kept.

        Returns the bound: less than it at the far ends may be nothing but noise.
        """
        size = _smooth(full)
        if size not in self.kernels:
            kernel = np.zeros(size)
            kernel[np.array(self.steps) - self.least] = self.chances
            self.kernels[size] = np.fft.rfft(kernel)
        after = np.fft.irfft(np.fft.rfft(self.live, size) * self.kernels[size], size)[:full]
        # A transform is off by a few eps * log2(size) of the root of the squares (itself at most that of
        # largest * sum); over all cells that is at most sqrt(size) times as much. No chance is below zero,
        # so setting those to zero only helps.
        squares = float(self.live.max()) * float(self.live.sum())
        noise = 16 * EPS * log2(size) * sqrt(size * squares)
        self.noise += noise
        self.faintest += noise / sqrt(size)
        self._off(noise, max(abs(self.base), abs(self.base + full)), left)
        self.live = np.maximum(after, 0.0)
        return noise

    def _end(self) -> None:
        """Takes out those who are ruined or at a stop."""
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

    def _trim(self, cut: float, left: int) -> None:
        """Cuts what is next to nothing from both ends, and adds it to the error."""
        if not self.live.size:
            return
        first = int(np.searchsorted(np.cumsum(self.live), cut, side="right"))
        last = self.live.size - int(np.searchsorted(np.cumsum(self.live[::-1]), cut, side="right"))
        if first >= last:
            first = last = self.live.size
        for part, far in (
            (self.live[:first], abs(self.base)),
            (self.live[last:], abs(self.base + self.live.size)),
        ):
            if part.size and (lost := float(part.sum())):
                self.cut += lost
                self._off(lost, max(far, abs(self.base + first), abs(self.base + last)), left)
        self.live, self.base = self.live[first:last], self.base + first

    def _off(self, chance: float, far: int, left: int) -> None:
        """What a chance at most this far out can add to the moments by the last round.

        The rounds left move it by their sizes on average, and by their root squares in the mean square.
        """
        self.off_first += chance * (far + left * self.size)
        self.off_second += chance * (far + left * self.root_square) ** 2

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
        error = self.cut + self.noise + self._relative(rounds)
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
        relative = self._relative(rounds)
        mean = float((places * chances).sum())
        square = float(((places - mean) ** 2 * chances).sum())
        mean_error = self.off_first + relative * float((np.abs(places) * chances).sum())
        square_error = self.off_second + relative * float((places.astype(float) ** 2 * chances).sum())
        square_error += 2 * abs(mean) * mean_error + mean_error**2
        stdev = sqrt(square)
        stdev_error = min(sqrt(square_error), square_error / stdev if stdev else np.inf)
        left = self.bankroll + places * self.grid
        distribution, band = listed(left, chances, self.grid, self.faintest)
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
            mean_error=mean_error * self.grid,
            stdev_error=float(stdev_error) * self.grid,
            distribution=distribution,
            band=band,
            course=course,
        )


def _smooth(least: int) -> int:
    """The next size a transform is fast at: 2, 3, 5, 9 or 15 times a power of two, from 8 of them up."""
    found = []
    for odd in (1, 3, 5, 9, 15):
        size = odd * 8
        while size < least:
            size *= 2
        found.append(size)
    return min(found)
