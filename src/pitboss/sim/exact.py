"""The exact figures that a simulated seat is held against: chances of nets and of lines, as fractions.

They come from the counts of `odds`, and every outcome class is settled by the settlement itself: the tables
of the simulation are not asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.money import Cents
from pitboss.odds.decisions import Chooser
from pitboss.odds.game import Game
from pitboss.odds.not_priced import NotPriced
from pitboss.odds.outcome_classes import OutcomeClass
from pitboss.odds.plan import deciding
from pitboss.sim.question import Question
from pitboss.sim.run_figures import LineKey

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


def exact_seat(game: Game, bets: Mapping[str, Cents], strategy: Chooser) -> ExactSeat:
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
            kept[key] = exact_seat(game, seat.wagers, seat.plan.choose)
        found[number] = kept[key]
    return found


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


def _classes(game: Game, bets: Mapping[str, Cents], strategy: Chooser) -> list[OutcomeClass]:
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
