"""Knowledge of the dealer's cards and of the next one: counted over every deal, for any sheet.

See "Knowledge" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, gcd
from typing import Final

import numpy as np

from pitboss.errors import NotPriced
from pitboss.hands import KIND_OF_VALUE, VALUES, Kind
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Dealing, Fourths, dealer_classes, fourths, sixes
from pitboss.odds.decisions import DRAW, EXACT, FOLD, PLAY
from pitboss.odds.geometry import (
    KIND,
    SUITS,
    Doubles,
    Flags,
    Ints,
    all_hands,
    family_of,
    orbits,
    others_of_three,
    rows,
    royal_suits,
    values_drawn,
)
from pitboss.odds.knowledge.question import (
    Information,
    Knowledge,
    Known,
    Rule,
    RuleShape,
    RuleSums,
    Sign,
    class_by_rank,
    information_of,
    whole_signs,
)
from pitboss.odds.work import Progress
from pitboss.round.judge import showdown
from pitboss.sheet.pays import DEALER_CLASSES, SIX_CLASSES

MEASURES: Final = 3  # of a net: itself, its square, and whether it is a win
NET, SQUARE, WIN = range(MEASURES)
# Outcomes that are summed up for one hand: a dealer's hand beside that of another seat, in each way that a
# card shows. Where both draw, in each way to know two cards, there are fewer.
MOST_SUMMED: Final = 3 * comb(49, 3) ** 2
_LOWS: Final = tuple(KIND_OF_VALUE.index(kind) for kind in Kind)


@dataclass(frozen=True, slots=True)
class Measures:
    """Net, square and win of every outcome class, in units that divide every net.

    Where squares are too large to be summed exactly, squares and wins are nothing.
    """

    unit: int  # cents
    fold: Ints  # (3, 11 hand classes, sixes)
    pat: Ints  # (3, 11, 6 showdown results, sixes)
    drawn: Ints | None  # (3, 11 first three, 8 final kinds, 4 suits of a mini royal, 6, sixes)
    dealer: bool = False  # whether sixes are told apart by the dealer's hand too
    raised: tuple[Ints, ...] = ()  # for each raise, the least first, like `pat`
    raised_from: int = 0  # the least value of a hand that may raise

    @property
    def sixes(self) -> int:
        """How many categories of six cards are told apart."""
        return self.fold.shape[-1] // (DEALER_CLASSES if self.dealer else 1)

    @property
    def six(self) -> bool:
        """Whether the category of six cards matters."""
        return self.sixes > 1

    @property
    def by_suit(self) -> bool:
        """Whether a mini royal that was drawn is paid by its suit."""
        return self.drawn is not None and bool((self.drawn[:, :, -1] != self.drawn[:, :, -1, :1]).any())

    @property
    def rule_shape(self) -> RuleShape:
        """What a rule for such a bet has to say."""
        return RuleShape(self.drawn is not None, bool(self.raised), self.raised_from)

    def place(self, value: Ints | int, theirs: Ints, six: Ints | int) -> Ints | int:
        """Where a hand of this value and the dealer's stand among sixes."""
        if not self.dealer:
            return six
        return six + dealer_classes(value, theirs) * (SIX_CLASSES if self.six else 1)

    def plays(self, row: int) -> list[Ints]:
        """What folding, playing and each raise bring with a row: (3, 6 showdown results, sixes) each.

        A raise that the row may not make brings what playing does, and is so never better.
        """
        hand, value = int(rows().hand_class[row]), int(rows().value[row])
        pat = self.pat[:, hand]
        fold = np.broadcast_to(self.fold[:, hand, None], pat.shape)
        return [fold, pat, *(each[:, hand] if value >= self.raised_from else pat for each in self.raised)]

    def drawn_to(self, row: int, value: int, suit: int) -> Ints:
        """What a row brings that has drawn to a hand of this value; a mini royal is of this suit."""
        if self.drawn is None:
            raise AssertionError("a sheet with draws pays them")
        return self.drawn[:, int(rows().hand_class[row]), int(KIND[value]), suit]

    def steps(self, dealing: Dealing, value: int, nets: Ints) -> Iterator[tuple[int, Ints]]:
        """What a hand of this value brings, by the value that the dealer ends with, in steps.

        For each value, what more a dealer's hand below it brings than one from it on: (3, six categories).
        All hands are below the last.
        """
        lows = _LOWS if self.dealer else ()
        cuts = sorted({0, value, value + 1, dealing.qualifies_from, *lows, VALUES})
        told = nets.reshape(*nets.shape[:2], -1, self.sixes)
        columns = []
        for low, _ in pairwise(cuts):
            result = showdown(value, low, dealing.qualifies_from)
            columns.append(told[:, result, int(dealer_classes(value, low)) if self.dealer else 0])
        for cut, here, above in zip(cuts[1:], columns, [*columns[1:], 0 * columns[-1]], strict=True):
            yield cut, here - above


def measures_of(dealing: Dealing, pays: Payoffs, *, by_dealer: bool = False) -> Measures:
    """What is summed up; a bet that needs more than whole doubles hold is refused.

    With `by_dealer` it is paid by the dealer's hand too.
    """
    parts = [pays.fold, pays.pat, *pays.raised.values()]
    if pays.drawn is not None:
        parts.append(pays.drawn)
    unit = max(1, gcd(*(int(net) for part in parts for net in np.unique(part))))
    most = max(int(np.abs(part).max()) for part in parts) // unit
    if most * MOST_SUMMED >= EXACT:
        raise NotPriced("What knowledge is worth is priced for bets with smaller pays than this one has")
    squares = most**2 * dealing.dealer_outcomes * dealing.draw_cards * 6 < EXACT
    fold, pat, *rest = (_measured(part // unit, squares=squares) for part in parts)
    drawn = rest.pop() if pays.drawn is not None else None
    return Measures(unit, fold, pat, drawn, by_dealer, tuple(rest), pays.raised_from)


def _measured(nets: Ints, *, squares: bool) -> Ints:
    return np.stack([nets, nets**2, nets > 0] if squares else [nets, 0 * nets, 0 * nets])


@lru_cache(maxsize=16)
def fourths_beside(draws_below: int, family: int) -> Fourths:
    """The same of the hands that a family of rows tells apart, up to suits: 60 MB for all families."""
    table, first = fourths(draws_below), orbits(3, family).first
    return Fourths(table.best.take(first, 1), table.below.take(first, 1), table.lacks.take(first, 1))


@dataclass(frozen=True, slots=True)
class HandWorths:
    """One row against every dealer's hand apart from it; whole numbers, as doubles.

    Up to suits, a hand stands for all that an order of suits makes of it which leaves the row as it is.
    """

    row: int
    hands: Ints  # numbers of the dealer's hands
    places: Ints  # among all hands, or among those that the row's family tells apart
    outcomes: Doubles  # (classes of the next card, hands): cards still to be drawn
    sums: Doubles  # (3 measures, actions, classes, hands)
    suit: int | None = None  # of the mini royal that may be drawn, where it is paid by its suit

    @property
    def weight(self) -> int:
        """How many hands the row stands for; each suit of a mini royal is that of as many."""
        return int(rows().weight[self.row]) // (1 if self.suit is None else SUITS)


def hand_worths(
    dealing: Dealing,
    measures: Measures,
    class_of_rank: Sequence[int],
    hands: Sequence[int] | None = None,
    up_to_suits: bool = False,
) -> Iterator[HandWorths]:
    """Every row in turn, or some. The classes tell ranks of the next card apart where a player draws."""
    classes = np.array(class_of_rank)
    for row in range(len(rows())) if hands is None else hands:
        against = _Against.of(row, up_to_suits)
        told = measures.by_suit and royal_suits()[row] >= 0
        for suit in range(SUITS) if told else (None,):
            if dealing.player_draws and measures.drawn is not None:
                found = _with_draws(dealing, measures, row, classes, against, suit)
            else:
                found = _pat_only(dealing, measures, row, against)
            if against.size is not None:
                np.multiply(found.sums, against.size, out=found.sums)
                np.multiply(found.outcomes, against.size, out=found.outcomes)
            yield found


@dataclass(frozen=True, slots=True)
class _Against:
    """The dealer's hands that are apart from a row, each with how many it stands for."""

    family: int | None  # None: all hands are told apart
    numbers: Ints
    places: Ints
    size: Ints | None

    @classmethod
    def of(cls, row: int, up_to_suits: bool) -> _Against:
        every = all_hands()
        if not up_to_suits:
            apart = every.apart(rows().cards[row])
            return cls(None, apart, apart, None)
        family = int(family_of()[row])
        alike = orbits(3, family)
        mine = np.bitwise_or.reduce(np.int64(1) << rows().cards[row])
        places = np.flatnonzero(every.held[alike.first] & mine == 0)
        return cls(family, alike.first[places], places, alike.size[places])


def _pat_only(dealing: Dealing, measures: Measures, row: int, against: _Against) -> HandWorths:
    """A hand that is played, raised or folded: the dealer's fourth card is all that may be open."""
    hand, found, value = rows().cards[row], against.numbers, int(rows().value[row])
    six = sixes(hand)[found] if measures.six else 0
    plays = measures.plays(row)
    sums = np.zeros((MEASURES, len(plays), 1, len(found)))
    if not dealing.dealer_draws:
        theirs, each = all_hands().value[found], 1
        place = measures.place(value, theirs, six)
        versus = showdown(value, theirs, dealing.qualifies_from)
        for action, nets in enumerate(plays):
            sums[:, action, 0] = nets[:, versus, place]
    else:
        below, each = _Below(dealing, row, against.family), 46
        for action, nets in enumerate(plays):
            for cut, adds in measures.steps(dealing, value, nets):
                sums[:, action, 0] += adds[:, six].reshape(MEASURES, -1) * below.at(cut)[against.places]
    return HandWorths(row, found, against.places, np.full((1, len(found)), float(each)), sums)


class _Below:
    """How many cards still to come leave each dealer's hand below a value; standing ones go with them all.

    Hands that share a card with the player's have numbers without meaning: looking at all is faster.
    """

    def __init__(self, dealing: Dealing, row: int, family: int | None) -> None:
        self.draws = dealing.dealer_draws
        self.table = fourths(dealing.draws_below)
        self.value = all_hands().value
        if family is not None:
            self.table = fourths_beside(dealing.draws_below, family)
            self.value = self.value[orbits(3, family).first]
        self.mine = [self.table.best[card] for card in rows().cards[row].tolist()]
        self.kept: dict[int, Ints] = {}

    def at(self, value: int) -> Ints:
        """Of the 46 fourth cards that neither hand holds; where the dealer never draws, the hand once."""
        if value not in self.kept:
            if self.draws:
                found = self.table.below[value].astype(np.int16)
                found -= _how_many(best < value for best in self.mine)
            else:
                found = (self.value < value).astype(np.int16)
            self.kept[value] = found
        return self.kept[value]

    def beside(self, cards: Ints, lacking: Ints, value: int) -> Ints:
        """The same summed over cards that a player draws: such a card is no fourth card, nor the dealer's."""
        if value == VALUES:
            return lacking * self.fourth_cards
        found = self.at(value) * lacking
        if self.draws:
            found -= _how_many(self.table.best[card] < value for card in cards)
        return found

    @property
    def fourth_cards(self) -> int:
        """How many can be the dealer's fourth card once a player has drawn."""
        return 45 if self.draws else 1

    def lacking(self, cards: Ints) -> Ints:
        """How many of these cards each dealer's hand leaves to be drawn."""
        return _how_many(self.table.lacks[card] for card in cards).astype(np.int16)


def _how_many(flags: Iterable[Flags]) -> Ints:
    """How many of some flags, no more than 52, are raised in each place: as bytes, which are added fast."""
    first, *others = flags
    found = first.view(np.uint8).copy()
    for each in others:
        found += each.view(np.uint8)
    return found


def _with_draws(
    dealing: Dealing, measures: Measures, row: int, classes: Ints, against: _Against, suit: int | None
) -> HandWorths:
    """A hand that may draw: every card it can draw, with every fourth card of the dealer."""
    below = _Below(dealing, row, against.family)
    width = int(classes.max()) + 1
    number = classes[others_of_three()[row] >> 2]
    hands = against.places
    six = sixes(rows().cards[row])[against.numbers] if measures.six else None
    sums = np.zeros((MEASURES, 5, width, len(hands)))
    outcomes = np.zeros((width, len(hands)))
    for group in range(width):
        mine = np.flatnonzero(number == group)
        lacking = below.lacking(others_of_three()[row][mine])
        outcomes[group] = lacking[hands] * below.fourth_cards
        for action in range(5):
            alike: dict[bytes, tuple[Ints, Ints]] = {}  # counts that add the same are added first
            for counts, adds in _parts(dealing, measures, row, action, mine, below, lacking, suit or 0):
                told = adds.tobytes()
                if told in alike:
                    np.add(alike[told][0], counts, out=alike[told][0])
                elif adds.any():
                    alike[told] = counts.astype(np.int32), adds
            for counts, adds in alike.values():
                if six is None:
                    sums[:, action, group] += np.multiply.outer(adds[:, 0], counts[hands])
                else:
                    sums[:, action, group] += adds[:, six] * counts[hands]
    return HandWorths(row, against.numbers, hands, outcomes, sums, suit)


def _parts(
    dealing: Dealing,
    measures: Measures,
    row: int,
    action: int,
    mine: Ints,
    below: _Below,
    lacking: Ints,
    suit: int,
) -> Iterator[tuple[Ints, Ints]]:
    """Counts of what is still to come, and what each adds to the three measures of an action by six cards.

    `mine` are the places in `others_of_three` of the cards that may be drawn; a hand that does not draw
    leaves them.
    """
    drawn = others_of_three()[row]
    if action < DRAW:
        nets, value = measures.plays(row)[action], int(rows().value[row])
        for cut, adds in measures.steps(dealing, value, nets):
            yield below.beside(drawn[mine], lacking, cut), adds
        return
    after = values_drawn()[action - DRAW][row]
    for value in np.unique(after[mine]).tolist():
        cards = drawn[mine][after[mine] == value]
        some = below.lacking(cards)
        for cut, adds in measures.steps(dealing, value, measures.drawn_to(row, value, suit)):
            yield below.beside(cards, some, cut), adds


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
        """What each action is worth to a player who only sees what shows: (actions, sets of up cards)."""
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
            return showdown(value, theirs, self.dealing.qualifies_from)
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
