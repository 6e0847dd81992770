"""The risk of a house's table: how far its result strays with n seats, what it holds, and its worst day.

Seats are not independent: they share the dealer's hand. With the covariance of two seats the variance of a
table is exact, n times that of a seat and n (n - 1) times that of two. Bands of one seat are exact too;
those of more seats take the sum of many rounds as normal, with the exact mean and deviation. See "Seats that
share a dealer" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any, Final, NamedTuple, TypedDict, cast

import numpy as np

from pitboss.dataframes import Rows, Tabular, exact, in_json
from pitboss.errors import Refusal
from pitboss.hands import Kind
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs, combined
from pitboss.odds.decisions import DRAW, PLAY, optimal
from pitboss.odds.game import Game
from pitboss.odds.geometry import Flags, Ints, rows
from pitboss.odds.house_prices import game_of
from pitboss.odds.not_priced import risk_reach
from pitboss.odds.outcomes import Tally
from pitboss.odds.policies import Policy, chooser_of
from pitboss.odds.risk.covariance import ENVY, Matrix, seat_covariance, seat_parts
from pitboss.odds.risk.long_runs import ROUNDS, MeterEntry
from pitboss.odds.row_kinds import PlayersRow
from pitboss.odds.work import Progress
from pitboss.round.choices import Range, bets_on_all, check_wagers, least, most
from pitboss.round.table import House
from pitboss.sheet.pays import HAND_CLASSES, ROYAL

CONFIDENCE: Final = 99  # per cent, of the bands
DAYS: Final = 365


@dataclass(frozen=True, slots=True)
class TableBand:
    """Between which results so many rounds of a table end, 99 times of 100; cents, and shares of the bets."""

    rounds: int
    low: float
    high: float
    low_hold: float
    high_hold: float


@dataclass(frozen=True, slots=True)
class Days:
    """A table's days: the mean, the deviation, how often one loses, and the worst of a year."""

    rounds: int
    mean: float
    stdev: float
    loses: float
    worst_usual: float  # half of all years have a worse worst day
    worst_rare: float  # one year in twenty has
    year_loses: float


class BandEntry(TypedDict):
    """A band of `pitboss risk --json`: cents, and shares of what was bet before the deal."""

    rounds: int
    low: float
    high: float
    low_hold: float
    high_hold: float


class DayEntry(TypedDict):
    """A day of `pitboss risk --json`, in cents."""

    rounds: int
    mean: float
    stdev: float
    loses: float
    worst_usual: float
    worst_rare: float
    year_loses: float


class PlayersEntry(TypedDict):
    """A round with so many seats, in cents."""

    players: int
    mean: Fraction
    variance: Fraction
    stdev: float
    stdev_apart: float


class PartsEntry(TypedDict):
    """The parts of a bet, how they move together, and a round by the number of seats; cents."""

    parts: list[str]
    means: list[Fraction]
    covariance_at_a_seat: list[list[Fraction]]
    covariance_of_two_seats: list[list[Fraction]]
    correlation_at_a_seat: list[list[float]]
    correlation_of_two_seats: list[list[float]]
    players: list[PlayersEntry]


class RiskAnswer(PartsEntry):
    """What `pitboss risk --json` prints; the house's side, in cents."""

    house: str
    bets: Mapping[str, Cents]
    strategy: str
    seats: int
    bands: list[BandEntry]
    day: DayEntry
    meters: Mapping[str, MeterEntry] | None


@dataclass(frozen=True, slots=True)
class TableRisk(Tabular[PlayersRow]):
    """Equal bets at some seats, in cents a round: the house's mean, and how the parts move together.

    Part `ante` is the main game; part `envy` is what a hand pays each other seat.
    """

    house: str
    bets: Mapping[str, Cents]
    seats: int  # that the house has
    names: tuple[str, ...]
    means: tuple[Fraction, ...]  # of the player
    own: Matrix  # covariance of parts at one seat
    across: Matrix  # covariance of a part at one seat with one at another

    def mean(self, players: int) -> Fraction:
        """What the house wins a round, on average."""
        times = self._times(players)
        return -players * sum((t * mean for t, mean in zip(times, self.means, strict=True)), Fraction(0))

    def variance(self, players: int) -> Fraction:
        """The variance of what the house wins a round."""
        times = self._times(players)
        one, two = (_form(times, matrix) for matrix in (self.own, self.across))
        return players * one + players * (players - 1) * two

    def stdev(self, players: int) -> float:
        """The standard deviation of a round."""
        return sqrt(self.variance(players))

    def apart(self, players: int) -> float:
        """The standard deviation that seats would have that shared no dealer and no deck."""
        return sqrt(players * _form(self._times(players), self.own))

    def correlation(self, part: str, other: str, *, seats: int = 1) -> float:
        """Of two parts, at one seat or at two; 0 where one of them never moves."""
        i, j = self.names.index(part), self.names.index(other)
        square = self.own[i][i] * self.own[j][j]
        matrix = self.own if seats == 1 else self.across
        return float(matrix[i][j]) / sqrt(square) if square else 0.0

    def staked(self, players: int) -> Cents:
        """What is bet before the deal by all seats."""
        return players * sum(self.bets.values())

    def bands(self, players: int, rounds_of: Iterable[int] = ROUNDS) -> tuple[TableBand, ...]:
        """Where the result of many rounds lies, taken as normal with the exact deviation."""
        z = NormalDist().inv_cdf((1 + CONFIDENCE / 100) / 2)
        found = []
        for rounds in rounds_of:
            middle, away = float(rounds * self.mean(players)), z * sqrt(rounds * self.variance(players))
            staked = rounds * self.staked(players)
            low, high = middle - away, middle + away
            found.append(TableBand(rounds, low, high, low / staked, high / staked))
        return tuple(found)

    def days(self, players: int, rounds: int) -> Days:
        """Days of so many rounds, taken as normal with the exact deviation."""
        if rounds < 1:
            raise Refusal("rounds", f"A day has at least one round, not {rounds}")
        mean, stdev = float(rounds * self.mean(players)), sqrt(rounds * self.variance(players))
        normal = NormalDist(mean, stdev) if stdev else NormalDist(mean, 1e-9)
        usual, rare = (1 - chance ** (1 / DAYS) for chance in (0.5, 0.95))
        loses, year_loses = (_below_zero(normal.mean * sqrt(days), normal.stdev) for days in (1, DAYS))
        return Days(rounds, mean, stdev, loses, normal.inv_cdf(usual), normal.inv_cdf(rare), year_loses)

    def _times(self, players: int) -> tuple[int, ...]:
        """How often each part counts for the table: envy is paid to all others."""
        if not 1 <= players <= self.seats:
            raise Refusal("players", f"A table has 1 to {self.seats} seats, not {players}")
        return tuple(players - 1 if name == ENVY else 1 for name in self.names)

    def rows(self) -> Rows[PlayersRow]:
        """One row for each number of players: mean, deviation, and the deviation were seats independent."""
        return Rows(
            PlayersRow,
            (
                cast(
                    PlayersRow,
                    {
                        "players": players,
                        **exact("mean", self.mean(players)),
                        **exact("variance", self.variance(players)),
                        **self._deviations(players),
                    },
                )
                for players in range(1, self.seats + 1)
            ),
        )

    def _deviations(self, players: int) -> dict[str, float]:
        return {"stdev": self.stdev(players), "stdev_apart": self.apart(players)}

    def by_players(self) -> list[dict[str, Any]]:
        """The same with fractions: the part `players` of `pitboss risk --json`, and its CSV."""
        return [
            {"players": at, "mean": self.mean(at), "variance": self.variance(at)} | self._deviations(at)
            for at in range(1, self.seats + 1)
        ]

    def _correlations(self, seats: int) -> list[list[float]]:
        return [[self.correlation(a, b, seats=seats) for b in self.names] for a in self.names]

    def as_json(self, **more: object) -> dict[str, Any]:
        """The parts, their covariances, and the table by players; what `pitboss risk` asks `more`, too."""
        told = {
            "parts": self.names,
            "means": self.means,
            "covariance_at_a_seat": self.own,
            "covariance_of_two_seats": self.across,
            "correlation_at_a_seat": self._correlations(1),
            "correlation_of_two_seats": self._correlations(2),
            "players": self.by_players(),
        }
        answer: dict[str, Any] = in_json(RiskAnswer if more else PartsEntry, told | more)
        return answer


def table_risk(
    house: House | Game,
    bets: Mapping[str, Cents],
    strategy: Policy = optimal,
    progress: Progress | None = None,
) -> TableRisk:
    """The risk of a table whose seats all make this bet."""
    game = game_of(house)
    chooser = chooser_of(game, strategy, bets)
    check_wagers(game.table, bets)
    if "ante" in bets:
        envied = game.sheet.envy is not None and game.sheet.envy.wager in bets
        envy = game.table.book.envy if envied else ()
        beyond = risk_reach(game.dealing, game.payoffs_of(bets), envy)
        if beyond is not None:
            raise beyond
    parts = seat_parts(game, bets, chooser)
    return TableRisk(
        game.sheet.id,
        dict(bets),
        game.sheet.seats,
        parts.names,
        parts.means(),
        parts.covariance(),
        seat_covariance(parts, progress),
    )


def _form(times: tuple[int, ...], matrix: Matrix) -> Fraction:
    """The variance of a sum of parts."""
    cells = (
        a * b * cell for a, row in zip(times, matrix, strict=True) for b, cell in zip(times, row, strict=True)
    )
    return sum(cells, Fraction(0))


def _below_zero(mean: float, stdev: float) -> float:
    """How likely a normal result is below zero, also far out, where its distribution function would be 0."""
    return erfc(mean / stdev / sqrt(2)) / 2


@dataclass(frozen=True, slots=True)
class Exposure:
    """What the largest bets can win in one round, in cents."""

    bets: Mapping[str, Cents]  # the largest that the table takes at one seat
    by_wager: Mapping[str, Cents]  # the most that each pays by itself; `ante` is the main game
    seat: Cents  # the most that one seat wins with all of them
    table: Cents  # no deal costs a full table more


def exposure(game: Game) -> Exposure:
    """The exposure of a table at its limits, the meter as the game has it.

    That of a full table adds the best hands that can lie there together, each suited A-K-Q once. Beside six
    cards, and with bets that are not counted together with a draw, it is a bound that no deal reaches.
    """
    every = largest_bets(game)
    game = Game(game.table, meter=game.meter)  # envy, which comes from other seats, is added for the table
    bets = dict(game.counted_together(every))
    by_wager = {name: max(net for net, _ in game.own_nets(name, every[name])) for name in every.keys() - bets}
    apart = sum(by_wager.values())
    whole, ends = game.payoffs_of(bets), _ends_within_reach(game, bets)
    sides = frozenset(bets) - {"ante"}
    for name in sides:
        by_wager[name] = int(_by_class(ends, game.payoffs_of(bets, only=frozenset({name}))).max())
    if "ante" in bets:
        main = combined(np.subtract, whole, game.payoffs_of(bets, only=sides))
        by_wager["ante"] = int(_by_class(ends, main).max())
    best = _by_class(ends, whole) + apart
    seats = game.sheet.seats
    envy = np.array(game.table.book.envy) * (seats - 1) if _envied(game, bets) else 0
    costs = best + envy
    table = _together(costs, seats)
    ordered = {name: by_wager[name] for name in game.sheet.wagers if name in by_wager}
    return Exposure(every, ordered, int(best.max()), int(table))


def _together(costs: Ints, seats: int) -> Cents:
    """The most that so many hands cost together: each suited A-K-Q once, or three aces and one of them."""
    royals = sorted(costs[ROYAL:].tolist(), reverse=True)
    other = int(np.delete(costs[:ROYAL], Kind.THREE_ACES).max())

    def beside(scarce: Sequence[Cents]) -> Cents:
        dealt = sorted((max(each, other) for each in scarce), reverse=True)[:seats]
        return sum(dealt) + other * (seats - len(dealt))

    return max(beside(royals), beside([int(costs[Kind.THREE_ACES]), royals[0]]))


def _envied(game: Game, bets: Mapping[str, Cents]) -> bool:
    return game.sheet.envy is not None and game.sheet.envy.wager in bets


def largest_bets(game: Game) -> dict[str, Cents]:
    """The largest bet on every wager, one after another as the sheet has them."""

    def largest(span: Range) -> Cents:
        return max(least(span), most(game.table.max if span.high is None else span.high, span))

    return bets_on_all(game.table, largest)


class _Ends(NamedTuple):
    """Which outcome classes can come, whatever players decide."""

    pat: Flags | None  # as in `Payoffs`; None: all, where nothing is decided
    drawn: Flags  # by the hand class at the end


def _ends_within_reach(game: Game, bets: Mapping[str, Cents]) -> _Ends:
    """What comes of playing every hand, and of every draw with every hand."""
    pays = game.payoffs_of(bets)
    if "ante" not in bets:
        return _Ends(None, np.zeros(0, bool))

    def always(action: int) -> Tally:
        return game.tally_of(bets, pays, lambda worth: np.full(worth.sums.shape[:2], action))

    drawn = [always(DRAW + place).drawn > 0 for place in range(3 if pays.drawn is not None else 0)]
    return _Ends(always(PLAY).pat > 0, np.any(drawn, axis=0))


def _by_class(ends: _Ends, pays: Payoffs) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The most that each final hand class can bring, over all results that can come."""
    pat = pays.pat if ends.pat is None else np.where(ends.pat, pays.pat, pays.pat.min())
    found = pat.max(axis=(1, 2))
    may = np.isin(np.arange(HAND_CLASSES), rows().hand_class[rows().value >= pays.raised_from])
    for raised in pays.raised.values():
        found = np.where(may, np.maximum(found, raised.max(axis=(1, 2))), found)
    if pays.drawn is not None:
        drawn = np.where(ends.drawn, pays.drawn_by_class, pays.drawn.min())
        found = np.maximum(found, drawn.max(axis=(0, 2, 3)))
    return found
