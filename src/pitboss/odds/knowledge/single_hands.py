"""What each action of a hand is worth against each dealer's hand, summed over the cards still to be drawn.

Any knowledge of the dealer's three cards only sorts these sums into sets that the player can tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.hands import VALUES
from pitboss.odds.counts import Dealing
from pitboss.odds.dealer_hands import sixes
from pitboss.odds.decisions import DRAW
from pitboss.odds.geometry import SUITS, Doubles, Flags, Ints, draws, rows, royal_suits
from pitboss.odds.hand_table import all_hands
from pitboss.odds.knowledge.fourth_cards import fourths, fourths_beside
from pitboss.odds.knowledge.measures import MEASURES, Measures, versus_of
from pitboss.odds.suit_orders import family_of, orbits


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
        versus = versus_of(value, theirs, dealing.qualifies_from)
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
    number = classes[draws().drawn[row] >> 2]
    hands = against.places
    six = sixes(rows().cards[row])[against.numbers] if measures.six else None
    sums = np.zeros((MEASURES, 5, width, len(hands)))
    outcomes = np.zeros((width, len(hands)))
    for group in range(width):
        mine = np.flatnonzero(number == group)
        lacking = below.lacking(draws().drawn[row][mine])
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

    `mine` are the places of the cards that may be drawn, as in `draws`; whoever does not draw leaves them.
    """
    drawn = draws().drawn[row]
    if action < DRAW:
        nets, value = measures.plays(row)[action], int(rows().value[row])
        for cut, adds in measures.steps(dealing, value, nets):
            yield below.beside(drawn[mine], lacking, cut), adds
        return
    after = draws().values[action - DRAW][row]
    for value in np.unique(after[mine]).tolist():
        cards = drawn[mine][after[mine] == value]
        some = below.lacking(cards)
        for cut, adds in measures.steps(dealing, value, measures.drawn_to(row, value, suit)):
            yield below.beside(cards, some, cut), adds
