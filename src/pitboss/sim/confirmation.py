"""Exact and simulated figures compared: how many standard errors apart, and whether that can be chance.

Every mean, win frequency and line is a comparison, and so is every wager's whole distribution by chi-square.
The verdict is Holm's: it holds for all of them together, however many they are. The exact side comes from the
counts of `odds`, every outcome class settled by the settlement itself: the tables of the simulation are not
asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, inf, lgamma, log, sqrt
from typing import Any, Final, Literal

from pitboss.errors import NotPriced, Refusal
from pitboss.money import Cents
from pitboss.odds.decisions import Choose
from pitboss.odds.game import Game
from pitboss.odds.outcomes import OutcomeClass
from pitboss.odds.plan import deciding
from pitboss.sim.intervals import Sample
from pitboss.sim.question import Question
from pitboss.sim.run_figures import LineKey, line_counts, wager_nets
from pitboss.sim.run_setup import Setup
from pitboss.sim.totals import Totals

Chances = Mapping[int, Fraction]  # by net in cents


@dataclass(frozen=True, slots=True)
class ExactSeat:
    """One seat under full cover and without envy; a wager out of exact reach is not there."""

    wagers: Mapping[str, Chances]
    lines: Mapping[LineKey, Fraction]
    missing: Mapping[str, str]  # wager -> why it has no exact figure

    def mean(self, wager: str) -> Fraction:
        """The exact mean net, in cents."""
        return mean_of(self.wagers[wager])

    @property
    def whole_mean(self) -> Fraction | None:
        """The exact mean of all wagers together."""
        return None if self.missing else sum(map(self.mean, self.wagers), Fraction(0))


def mean_of(chances: Chances) -> Fraction:
    """The mean of a distribution."""
    return sum((net * chance for net, chance in chances.items()), Fraction(0))


def variance_of(chances: Chances) -> Fraction:
    """The variance of a distribution."""
    square = sum((net * net * chance for net, chance in chances.items()), Fraction(0))
    return square - mean_of(chances) ** 2


def exact_seat(game: Game, bets: Mapping[str, Cents], strategy: Choose) -> ExactSeat:
    """The exact chances of one seat's wagers and lines, with the game's meter standing.

    Wagers that no decision touches are counted by themselves: that is much less work than all together.
    """
    wagers: dict[str, Chances] = {}
    lines: dict[LineKey, Fraction] = {}
    missing: dict[str, str] = {}
    for group in _groups(game, bets):
        try:
            classes = _classes(game, group, strategy)
        except NotPriced as refusal:
            missing |= dict.fromkeys(group, refusal.text)
            continue
        _add(game, group, classes, wagers, lines)
    return ExactSeat({name: wagers[name] for name in bets if name in wagers}, lines, missing)


def exact_seats(question: Question) -> dict[int, ExactSeat]:
    """The exact figures of every seat; seats that bet and decide alike are counted once."""
    game = Game(question.table, meter=question.meter)
    kept: dict[tuple[object, ...], ExactSeat] = {}
    found = {}
    for number, seat in enumerate(question.seats):
        key = (seat.plan.digest, *sorted(seat.wagers.items()))
        if key not in kept:
            kept[key] = exact_seat(game, seat.wagers, seat.plan.chooser)
        found[number] = kept[key]
    return found


def exact_first_seat(question: Question) -> ExactSeat | None:
    """The exact figures of the first seat alone; None where the meter moves or a stake can run out."""
    if question.stake is not None or question.meter_mode == "moves":
        return None
    seat = question.seats[0]
    return exact_seat(Game(question.table, meter=question.meter), seat.wagers, seat.plan.choose)


def exact_control(question: Question) -> Fraction | None:
    """The exact mean of all seats under full cover, which sharpens what is simulated of a bank."""
    if question.stake is None:
        return None
    means = [seat.whole_mean for seat in exact_seats(question).values()]
    known = [mean for mean in means if mean is not None]
    return sum(known, Fraction(0)) if len(known) == len(means) else None


def _groups(game: Game, bets: Mapping[str, Cents]) -> list[dict[str, Cents]]:
    together = deciding(game, bets) if "ante" in bets else {}
    alone = [{name: cents} for name, cents in bets.items() if name not in together]
    return [together, *alone] if together else alone


def _classes(game: Game, bets: Mapping[str, Cents], strategy: Choose) -> list[OutcomeClass]:
    if "ante" in bets:
        return list(game.classes_of(bets, strategy))
    (wager,) = bets
    alone = game if game.players == 1 else Game(game.table, 1, game.meter)
    return list(alone.outcomes(wager).classes)


def _add(
    game: Game,
    bets: Mapping[str, Cents],
    classes: Iterable[OutcomeClass],
    wagers: dict[str, Chances],
    lines: dict[LineKey, Fraction],
) -> None:
    nets: dict[str, dict[int, int]] = {name: defaultdict(int) for name in bets}
    ways: dict[LineKey, int] = defaultdict(int)
    total = 0
    for end in classes:
        total += end.number
        sums = dict.fromkeys(bets, 0)
        for line in game.lines_of(bets, end):
            sums[line.id if line.id in sums else "ante"] += line.profit
            by = line.by[0] if line.by else None
            pay = (by.table, by.column, by.line) if by else ("", "", "")
            ways[LineKey(line.id, line.result, *pay)] += end.number
        for name, net in sums.items():
            nets[name][net] += end.number
    for name, counts in nets.items():
        wagers[name] = {net: Fraction(number, total) for net, number in sorted(counts.items())}
    for key, number in ways.items():
        lines[key] = Fraction(number, total)


LEVEL: Final = Fraction(1, 100)  # the chance that sound figures are called unsound
POOLED: Final = 5  # expected rounds, below which nets are counted together
Kind = Literal["mean", "wins", "line", "distribution"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One figure: exact, simulated, and the chance that luck alone takes them this far apart."""

    seat: int  # from 1
    kind: Kind
    wager: str
    line: LineKey | None
    exact: float
    simulated: float
    z: float | None  # standard errors; chi-square has none
    p: float
    cells: int = 0  # of a distribution
    impossible: tuple[Cents, ...] = ()  # nets that came and have no exact chance

    def as_json(self) -> dict[str, Any]:
        """One row of the part `confirm`."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "wager": self.wager,
            "line": self.line and self.line._asdict(),
            "expected": self.exact,
            "simulated": self.simulated,
            "z": None if self.z is None or abs(self.z) == inf else self.z,
            "p": self.p,
            "cells": self.cells,
            "impossible": list(self.impossible),
        }


@dataclass(frozen=True, slots=True)
class Confirmation:
    """All comparisons of a run, and the verdict over them."""

    rows: tuple[Comparison, ...]
    missing: Mapping[str, str]  # wagers without an exact figure, and why

    @property
    def worst(self) -> Comparison | None:
        """The least likely of them."""
        return min(self.rows, key=lambda row: row.p, default=None)

    @property
    def adjusted(self) -> float:
        """Holm's chance of the worst one among so many."""
        return min(1.0, len(self.rows) * self.worst.p) if self.worst else 1.0

    @property
    def agrees(self) -> bool:
        """Whether nothing speaks against the exact figures."""
        return self.adjusted >= LEVEL

    def as_json(self) -> dict[str, Any]:
        """The part `confirm`."""
        return {
            "agrees": self.agrees,
            "level": float(LEVEL),
            "comparisons": len(self.rows),
            "least_likely": self.adjusted,
            "rows": [row.as_json() for row in self.rows],
            "missing": dict(self.missing),
        }


def confirm_run(made: Setup, totals: Totals) -> Confirmation:
    """A run compared with the exact figures of its seats."""
    check_confirmable(made.question)
    return confirm(made, totals, exact_seats(made.question))


def check_confirmable(question: Question) -> None:
    """Refuses a question whose figures have no exact counterparts."""
    if question.meter_mode == "moves":
        raise Refusal("confirm", "To confirm needs a meter that stands: the exact figures have one")
    if question.stake is not None:
        raise Refusal("confirm", "To confirm needs full cover: leave the stake out, and ask `pitboss bank`")


def confirm(made: Setup, totals: Totals, exact: Mapping[int, ExactSeat]) -> Confirmation:
    """Holds the seats of a run against their exact figures; envy and a bank's limits have none here."""
    rows: list[Comparison] = []
    missing: dict[str, str] = {}
    for seat, figures in exact.items():
        rows += _seat(made, totals, seat, figures)
        missing |= figures.missing
    return Confirmation(tuple(rows), missing)


def _seat(made: Setup, totals: Totals, seat: int, exact: ExactSeat) -> Iterator[Comparison]:
    size = totals.rounds
    for wager, chances in exact.wagers.items():
        if made.question.stake is not None or wager == made.envy_wager:
            continue
        stake = made.question.seats[seat].wagers[wager]
        nets = wager_nets(made, totals, seat, wager)
        error = sqrt(variance_of(chances) / size)
        true, found = mean_of(chances), Sample(nets).mean
        z = float(found - true) / error if error else 0.0
        yield Comparison(
            seat + 1, "mean", wager, None, float(true / stake), float(found / stake), z, two_sided(z)
        )
        wins = sum((chance for net, chance in chances.items() if net > 0), Fraction(0))
        won = sum(number for net, number in nets.items() if net > 0)
        yield _share(seat, "wins", wager, None, wins, won, size)
        yield _distribution(seat, wager, chances, nets, size)
    counts = line_counts(made, totals, seat)
    for key, chance in exact.lines.items():
        if chance not in (0, 1):
            wager = made.wager_of(key.line)
            yield _share(seat, "line", wager, key, chance, counts.get(key, 0), size)


def _share(
    seat: int, kind: Kind, wager: str, line: LineKey | None, chance: Fraction, hits: int, size: int
) -> Comparison:
    """A share: by the normal law where it is good enough, else by Poisson's."""
    expected = float(chance * size)
    error = sqrt(expected * float(1 - chance))
    z = (hits - expected) / error if error else 0.0 if hits == expected else inf
    p = two_sided(z) if min(expected, size - expected) >= 25 else _rare(hits, expected)
    return Comparison(seat + 1, kind, wager, line, float(chance), hits / size, z, p)


def _distribution(seat: int, wager: str, chances: Chances, nets: Mapping[int, int], size: int) -> Comparison:
    """Chi-square over the nets of a wager; nets that are expected next to never are counted together."""
    impossible = tuple(sorted(net for net, number in nets.items() if number and not chances.get(net)))
    square, cells, pooled, came = 0.0, 0, 0.0, 0
    for net, chance in chances.items():
        expected, number = float(chance * size), nets.get(net, 0)
        if expected < POOLED:
            pooled, came = pooled + expected, came + number
        else:
            square, cells = square + (number - expected) ** 2 / expected, cells + 1
    if pooled >= POOLED:
        square, cells = square + (came - pooled) ** 2 / pooled, cells + 1
    p = 0.0 if impossible else upper_chi_square(square, cells - 1) if cells > 1 else 1.0
    return Comparison(seat + 1, "distribution", wager, None, cells - 1.0, square, None, p, cells, impossible)


def two_sided(z: float) -> float:
    """The chance that a normal number is at least this far out."""
    return erfc(abs(z) / sqrt(2))


def _rare(hits: int, expected: float) -> float:
    """Twice the smaller tail of Poisson's law, at most 1."""
    if expected == 0:
        return 1.0 if hits == 0 else 0.0
    up_to = upper_gamma(hits + 1, expected)  # the chance of so many or fewer
    from_there = 1.0 if hits == 0 else 1.0 - upper_gamma(hits, expected)
    return min(1.0, 2 * min(up_to, from_there))


def upper_chi_square(square: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least this large.

    >>> round(upper_chi_square(3.841459, 1), 6), round(upper_chi_square(18.307038, 10), 6)
    (0.05, 0.05)
    """
    return upper_gamma(freedom / 2, square / 2)


def upper_gamma(shape: float, at: float) -> float:
    """The regularised upper incomplete gamma function, by a series or by a continued fraction."""
    if at <= 0:
        return 1.0
    scale = exp(-at + shape * log(at) - lgamma(shape))
    if at < shape + 1:
        term = total = 1 / shape
        step = shape
        while abs(term) > abs(total) * 1e-16:
            step += 1
            term *= at / step
            total += term
        return max(0.0, 1 - total * scale)
    tiny = 1e-300
    b = at + 1 - shape
    c, d = 1 / tiny, 1 / b
    found = d
    for number in range(1, 100_000):
        factor = -number * (number - shape)
        b += 2
        d = 1 / _away(factor * d + b, tiny)
        c = _away(b + factor / c, tiny)
        found *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return found * scale


def _away(number: float, tiny: float) -> float:
    return number if abs(number) >= tiny else tiny
