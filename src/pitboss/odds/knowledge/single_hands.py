"""What each action of a hand is worth against each dealer's hand, summed over the cards still to be drawn.

Any knowledge of the dealer's three cards only sorts these sums into sets that the player can tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final

import numpy as np

from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Dealing
from pitboss.odds.dealer_hands import sixes
from pitboss.odds.decisions import DRAW, EXACT, FOLD, PLAY
from pitboss.odds.geometry import CATEGORY, Doubles, Ints, draws, rows
from pitboss.odds.hand_table import all_hands
from pitboss.odds.knowledge.fourth_cards import fourths
from pitboss.odds.not_priced import NotPriced
from pitboss.odds.results import split

MEASURES: Final = 3  # of a net: itself, its square, and whether it is a win
NET, SQUARE, WIN = range(MEASURES)


@dataclass(frozen=True, slots=True)
class Measures:
    """Net, square and win of every outcome class, in units that divide every net."""

    unit: int  # cents
    fold: Ints  # (3, 10 hand classes, sixes)
    pat: Ints  # (3, 10, 6 showdown results, sixes)
    drawn: Ints | None  # (3, 10 first three, 7 final categories, 6)

    @property
    def six(self) -> bool:
        """Whether the category of six cards matters."""
        return self.fold.shape[-1] > 1

    @property
    def largest(self) -> int:
        """The largest measure of all."""
        parts = [self.fold, self.pat] if self.drawn is None else [self.fold, self.pat, self.drawn]
        return max(int(np.abs(part).max()) for part in parts)


def measures_of(dealing: Dealing, pays: Payoffs) -> Measures:
    """What is summed up; a bet that needs more than whole doubles hold is refused."""
    if pays.drawn is not None and (pays.drawn[:, -1] != pays.drawn[:, -1, :1]).any():
        raise NotPriced("A bet that pays a drawn A-K-Q by its suit is not priced: hands are told up to suits")
    if pays.drawn is not None and pays.fold.shape[-1] > 1:
        raise NotPriced("A six-card wager beside decisions is priced only where no player draws")
    parts = [pays.fold, pays.pat] if pays.drawn is None else [pays.fold, pays.pat, pays.drawn[:, :, 0, :, 0]]
    unit = max(1, gcd(*(int(net) for part in parts for net in np.unique(part))))
    most = max(int(np.abs(part).max()) for part in parts) // unit
    if most**2 * dealing.dealer_outcomes * dealing.draw_cards * 6 >= EXACT:
        raise NotPriced("What knowledge is worth is priced for bets with smaller pays than this one has")
    fold, pat, *drawn = (np.stack([part, part**2, part > 0]) for part in (each // unit for each in parts))
    return Measures(unit, fold, pat, drawn[0] if drawn else None)


@dataclass(frozen=True, slots=True)
class HandWorths:
    """One row against every dealer's hand apart from it; whole numbers, as doubles."""

    row: int
    hands: Ints  # numbers of the dealer's hands
    outcomes: Doubles  # (classes of the next card, hands): cards still to be drawn
    sums: Doubles  # (3 measures, actions, classes, hands)

    @property
    def weight(self) -> int:
        """How many hands the row stands for."""
        return int(rows().weight[self.row])


def hand_worths(
    dealing: Dealing, measures: Measures, class_of_rank: Sequence[int], hands: Sequence[int] | None = None
) -> Iterator[HandWorths]:
    """Every row in turn, or some. The classes tell ranks of the next card apart where a player draws."""
    classes = np.array(class_of_rank)
    for row in range(len(rows())) if hands is None else hands:
        if dealing.player_draws and measures.drawn is not None:
            yield _with_draws(dealing, measures, row, classes)
        else:
            yield _pat_only(dealing, measures, row)


def _pat_only(dealing: Dealing, measures: Measures, row: int) -> HandWorths:
    """A hand that is played or folded: the dealer's fourth card is all that may be open."""
    hand, kind = rows().cards[row], int(rows().hand_class[row])
    found = all_hands().apart(hand)
    six = sixes(hand)[found] if measures.six else 0
    value = int(rows().value[row])
    if not dealing.dealer_draws:
        versus = versus_of(value, all_hands().value[found], dealing.qualifies_from)
        play, each = measures.pat[:, kind, versus, six], 1
    else:
        below = _Below(dealing, row)
        under, up_to, low = (below.at(cut)[found] for cut in (value, value + 1, dealing.qualifies_from))
        nets = measures.pat[:, kind][:, :, six] if measures.six else measures.pat[:, kind]
        play, each = (split(under, up_to, low, 46).T * nets).sum(axis=1), 46
    fold = np.broadcast_to(measures.fold[:, kind, six].reshape(MEASURES, -1) * each, play.shape)
    sums = np.stack([fold, play], axis=1)[:, :, None].astype(np.float64)
    return HandWorths(row, found, np.full((1, len(found)), float(each)), sums)


def versus_of(value: Ints | int, theirs: Ints, qualifies_from: int) -> Ints:
    """The result of a showdown, as in the paybook."""
    won = (theirs < value).astype(np.int64) - (theirs > value)
    return 3 * (theirs >= qualifies_from) + 1 + won


class _Below:
    """How many cards still to come leave each dealer's hand below a value; standing ones go with them all.

    Hands that share a card with the player's have numbers without meaning: looking at all is faster.
    """

    def __init__(self, dealing: Dealing, row: int) -> None:
        self.draws = dealing.dealer_draws
        self.table = fourths(dealing.draws_below)
        self.mine = [self.table.best[card] for card in rows().cards[row].tolist()]
        self.kept: dict[int, Ints] = {}

    def at(self, value: int) -> Ints:
        """Of the 46 fourth cards that neither hand holds; where the dealer never draws, the hand once."""
        if value not in self.kept:
            if self.draws:
                found = self.table.below[value].astype(np.int16)
                for best in self.mine:
                    found -= best < value
            else:
                found = (all_hands().value < value).astype(np.int16)
            self.kept[value] = found
        return self.kept[value]

    def beside(self, cards: Ints, value: int) -> Ints:
        """The same summed over cards that a player draws: such a card is no fourth card, nor the dealer's."""
        found = self.at(value) * self.lacking(cards)
        if self.draws:
            for card in cards:
                found -= self.table.best[card] < value
        return found

    @property
    def fourth_cards(self) -> int:
        """How many can be the dealer's fourth card once a player has drawn."""
        return 45 if self.draws else 1

    def lacking(self, cards: Ints) -> Ints:
        """How many of these cards each dealer's hand leaves to be drawn."""
        found: Ints = self.table.lacks[cards].sum(axis=0, dtype=np.int16)
        return found


@dataclass(slots=True)
class _Part:
    """Counts below a value, and what each of them adds to an action of a class of the next card."""

    action: int
    group: int
    counts: Ints
    adds: Ints  # (3 measures,)


def _with_draws(dealing: Dealing, measures: Measures, row: int, classes: Ints) -> HandWorths:
    """A hand that may draw: every card it can draw, with every fourth card of the dealer."""
    below = _Below(dealing, row)
    width = int(classes.max()) + 1
    number = classes[draws().drawn[row] >> 2]
    hands = all_hands().apart(rows().cards[row])
    sums = np.zeros((MEASURES, 5, width, len(hands)))
    outcomes = np.zeros((width, len(hands)))
    for group in range(width):
        mine = np.flatnonzero(number == group)
        left = below.lacking(draws().drawn[row][mine]) * below.fourth_cards
        outcomes[group] = left[hands]
        for action in range(5):
            alike: dict[bytes, tuple[Ints, Ints]] = {}  # counts that add the same are added first
            for counts, adds in _parts(dealing, measures, row, action, mine, below, left):
                told = adds.tobytes()
                if told in alike:
                    np.add(alike[told][0], counts, out=alike[told][0])
                elif adds.any():
                    alike[told] = counts.astype(np.int32), adds
            for counts, adds in alike.values():
                sums[:, action, group] += np.multiply.outer(adds, counts[hands])
    return HandWorths(row, hands, outcomes, sums)


def _parts(
    dealing: Dealing, measures: Measures, row: int, action: int, mine: Ints, below: _Below, left: Ints
) -> Iterator[tuple[Ints, Ints]]:
    """Counts of what is still to come, and what each adds to the three measures of an action.

    `mine` are the places of the cards that may be drawn, as in `draws`; whoever does not draw leaves them.
    """
    hand, drawn = int(rows().hand_class[row]), draws().drawn[row]
    if action == FOLD:
        yield left, measures.fold[:, hand, 0]
        return
    if action == PLAY:
        nets = measures.pat[:, hand, :, 0]
        yield from _showdown(dealing, below, drawn[mine], left, int(rows().value[row]), nets)
        return
    if measures.drawn is None:
        raise AssertionError("a sheet with draws pays them")
    after = draws().values[action - DRAW][row]
    for value in np.unique(after[mine]).tolist():
        cards = drawn[mine][after[mine] == value]
        nets = measures.drawn[:, hand, CATEGORY[value]]
        yield from _showdown(dealing, below, cards, below.lacking(cards) * below.fourth_cards, value, nets)


def _showdown(
    dealing: Dealing, below: _Below, cards: Ints, left: Ints, value: int, nets: Ints
) -> Iterator[tuple[Ints, Ints]]:
    """A final hand of this value against all that is still to come, beside some cards that may be drawn."""
    lower, tied, higher = (2, 1, 0) if value < dealing.qualifies_from else (5, 4, 3)
    yield below.beside(cards, value), nets[:, lower] - nets[:, tied]
    yield below.beside(cards, value + 1), nets[:, tied] - nets[:, higher]
    yield left, nets[:, 3]
    if dealing.qualifies_from:
        other = nets[:, 0] - nets[:, 3] if higher == 0 else nets[:, 2] - nets[:, 5]
        yield below.beside(cards, dealing.qualifies_from), other
