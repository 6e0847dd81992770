"""Knowledge of the dealer's cards and of the next one: counted over every deal, for any sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import DRAW, FOLD, PLAY
from pitboss.odds.geometry import Doubles, Flags, Ints, rows
from pitboss.odds.hand_table import all_hands
from pitboss.odds.knowledge.information import Information, Sign, information_of, whole_signs
from pitboss.odds.knowledge.measures import NET, SQUARE, WIN, Measures, versus_of
from pitboss.odds.knowledge.question import Known, class_by_rank
from pitboss.odds.knowledge.result import Knowledge
from pitboss.odds.knowledge.rules import Rule, RuleShape, RuleSums
from pitboss.odds.knowledge.single_hands import HandWorths, hand_worths
from pitboss.odds.suit_orders import family_of
from pitboss.odds.work import Progress


def best_action(sums: Doubles) -> Ints:
    """The best action on the first axis; of equal ones playing, then raises or draws, then folding."""
    order = [PLAY, *range(DRAW, len(sums)), FOLD]
    found: Ints = np.array(order)[np.argmax(sums[order], axis=0)]
    return found


def best_discard(sums: Doubles) -> int:
    """The best of the actions that draw; the last where nobody does."""
    return DRAW + int(np.argmax(sums[DRAW:])) if len(sums) > DRAW else DRAW


@dataclass(slots=True)
class Totals:
    """Whole numbers summed over deals, in the units of the measures; squares and wins may be left out."""

    honest: int = 0
    net: int = 0
    square: int = 0
    wins: int = 0
    changes: int = 0
    outcomes: int = 0

    def knowledge(self, house: str, known: Known, units: Fraction, rule: RuleSums | None) -> Knowledge:
        """The answer; `units` is a unit of the measures in Antes."""
        honest, ev = (Fraction(total, self.outcomes) * units for total in (self.honest, self.net))
        found = None
        if rule is not None:
            lines = rule.lines()
            mean = rule.total(lines) / self.outcomes * units
            found = Rule(lines, mean, ev - mean) if mean > honest else None
        return Knowledge(
            house=house,
            known=known,
            honest=honest,
            ev=ev,
            gain=ev - honest,
            changes=Fraction(self.changes, self.outcomes),
            rule=found,
            outcomes=self.outcomes,
            variance=Fraction(self.square, self.outcomes) * units**2 - ev**2 if self.square else None,
            win_frequency=Fraction(self.wins, self.outcomes) if self.square else None,
        )


@dataclass(slots=True)
class _Count:
    """One question while hands are counted."""

    dealing: Dealing
    known: Known
    information: Information
    rule: RuleSums | None
    totals: Totals = field(default_factory=Totals)
    beside: dict[int, Information] = field(default_factory=dict)  # the same for each family of rows

    @classmethod
    def of(cls, dealing: Dealing, known: Known, shape: RuleShape) -> _Count:
        """Nothing counted yet."""
        found = information_of(dealing.shows, known)
        draws = dealing.player_draws or dealing.dealer_draws
        signs: tuple[Sign, ...] = found.signs
        if known.next_card:
            signs = tuple(each._replace(next_card=ranks) for each in signs for ranks in known.edges)
        if found.whole:
            signs = () if draws else whole_signs()
        rule = RuleSums(signs, shape) if signs else None
        return cls(dealing, known, found, rule)

    def add(self, worths: HandWorths) -> None:
        """Adds what one row does with the knowledge, against every hand of the dealer."""
        family = int(family_of()[worths.row])
        if family not in self.beside:
            self.beside[family] = information_of(self.dealing.shows, self.known, family)
        self.information = self.beside[family]
        sums, size = worths.sums, self.information.size
        actions, classes = sums.shape[1:3]
        sets = self.information.sets[:, worths.places]
        mine = np.empty((actions, classes, size))
        for action in range(actions):
            for group in range(classes):
                mine[action, group] = by_set(sets, sums[NET, action, group], size)
        public = self._public(worths)
        best = best_action(mine)
        top = np.take_along_axis(mine, best[None], axis=0)[0]
        self.totals.net += worths.weight * int(top.sum())
        self.totals.honest += worths.weight * int(public.max(axis=0).sum())
        for group in range(classes):
            self._add_outcomes(worths, group, sets, best[group])
            self._add_changes(worths, group, sets, mine[:, group] < top[group], best_action(public))
        if self.rule is not None:
            keys = self._keys(worths, classes)
            draw = best_discard(public.sum(axis=1))
            flat = np.moveaxis(mine, 1, 2).reshape(actions, -1)
            self.rule.add(worths.row, worths.weight, keys, flat, draw)

    def _public(self, worths: HandWorths) -> Doubles:
        """What each action is worth for somebody who only sees what shows: (actions, sets of up cards)."""
        whole = worths.sums[NET].sum(axis=1)
        size, ways = self.information.publics, len(self.information.sets)
        if size == 1:
            return ways * whole.sum(axis=1, keepdims=True)
        ups = self.information.ups[:, worths.places]
        return np.stack([by_set(ups, worth, size) for worth in whole])

    def _add_outcomes(self, worths: HandWorths, group: int, sets: Ints, best: Ints) -> None:
        """Adds squares and wins of the best actions."""
        total, weight = self.totals, worths.weight
        for action in range(worths.sums.shape[1]):
            times = (best == action).view(np.uint8)[sets].sum(axis=0, dtype=np.uint8)
            for measure in (SQUARE, WIN) if times.any() else ():
                number = weight * int((times * worths.sums[measure, action, group]).sum())
                if measure == SQUARE:
                    total.square += number
                else:
                    total.wins += number
        total.outcomes += weight * len(sets) * int(worths.outcomes[group].sum())

    def _add_changes(self, worths: HandWorths, group: int, sets: Ints, worse: Flags, honest: Ints) -> None:
        """Adds the outcomes in which the honest action is worse than the best."""
        if len(honest) == 1:
            changed = worse[honest[0]].view(np.uint8)[sets]
        else:
            changed = worse.view(np.uint8)[honest[self.information.ups[:, worths.places]], sets]
        times = changed.sum(axis=0, dtype=np.uint8)
        self.totals.changes += worths.weight * int((times * worths.outcomes[group]).sum())

    def _keys(self, worths: HandWorths, classes: int) -> Ints:
        """The sign of each set, told by the class of the next card where that is known."""
        if self.information.whole:
            value = int(rows().value[worths.row])
            theirs = all_hands().value[self.information.first]
            return versus_of(value, theirs, self.dealing.qualifies_from)
        return (self.information.keys[:, None] * classes + np.arange(classes)).ravel()


def by_set(sets: Ints, worth: Doubles, size: int) -> Doubles:
    """Sums over the hands of each set, once for each way that a hand is in it."""
    if size == 1:
        return np.array([len(sets) * worth.sum()])
    return np.bincount(sets.ravel(), np.broadcast_to(worth, sets.shape).ravel(), size).astype(np.float64)


def count_knowledge(
    house: str,
    dealing: Dealing,
    measures: Measures,
    ante: Cents,
    questions: Sequence[Known],
    progress: Progress | None = None,
    hands: Sequence[int] | None = None,
) -> list[Knowledge]:
    """The answers to questions about the dealer's cards and the next one, in their order.

    `hands` are the rows to count, if not all: then the answers are those of these hands alone.
    """
    passes = _passes(questions)
    found: dict[Known, Knowledge] = {}
    for number, (classes, asked) in enumerate(passes):
        counts = [_Count.of(dealing, known, measures.rule_shape) for known in asked]
        for worths in hand_worths(dealing, measures, classes, hands, up_to_suits=True):
            for count in counts:
                count.add(worths)
            if progress is not None:
                progress(number * len(rows()) + worths.row + 1, len(passes) * len(rows()))
        for count in counts:
            units = Fraction(measures.unit, ante)
            found[count.known] = count.totals.knowledge(house, count.known, units, count.rule)
    return [found[known] for known in questions]


def _passes(questions: Iterable[Known]) -> list[tuple[list[int], list[Known]]]:
    """The questions that can be counted together: those that tell the next card apart in the same way."""
    found: dict[tuple[int, ...], list[Known]] = {}
    for known in dict.fromkeys(questions):
        classes = class_by_rank(known.edges) if known.next_card else class_by_rank(())
        found.setdefault(tuple(classes), []).append(known)
    return [(list(classes), asked) for classes, asked in found.items()]


def deals_of(dealing: Dealing, known: Known) -> int:
    """How many ways there are to deal and to know: the sample space of a question."""
    hidden = 3 - dealing.shows
    ways = comb(hidden, known.hole) * comb(hidden - known.hole, known.backs)
    return dealing.sample_space * ways
