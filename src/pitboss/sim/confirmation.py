"""Exact beside simulated: how many standard errors apart, and whether all of it together can be chance.

Every mean, win frequency and line is a comparison, and so is every wager's whole distribution by chi-square.
The verdict is Holm's: it holds for all of them together, however many they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, inf, lgamma, log, sqrt
from typing import Any, Final, Literal

from pitboss.money import Cents
from pitboss.round.refusal import Refusal
from pitboss.sim.exact import Chances, ExactSeat, exact_seats, mean_of, variance_of
from pitboss.sim.intervals import Sample
from pitboss.sim.question import Question
from pitboss.sim.run_figures import LineKey, line_counts, wager_nets
from pitboss.sim.run_setup import Setup
from pitboss.sim.totals import Totals

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
            "exact": self.exact,
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
    """A run beside the exact figures of its seats."""
    check_confirmable(made.question)
    return confirm(made, totals, exact_seats(made.question))


def check_confirmable(question: Question) -> None:
    """Refuses a question whose figures have no exact ones beside them."""
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
