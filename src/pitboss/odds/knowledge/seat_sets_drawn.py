"""The same where cards are drawn: sums over what the dealer ends with, and over the card that is drawn.

A dealer ends with four cards, of which any may have come last, or stands on three. None of them is held by
the player or the other seat, nor is the card x that the player draws. With n(x, b) for what drawing x brings
against cards b of the dealer's, one hand of the other seat leaves

    the sum over all b that avoid it of ( sum over every x of n(x, b) - sum over x in b of n(x, b) ),
    less, for each of its cards o, the sum over all b that avoid it of n(o, b).

The first is a sum over sets of cards of a number of their own. The second goes by how many sets hold each
card and each pair of cards, told by what they are worth. Sums over sets that avoid three cards are the whole,
less what holds one of the cards, plus what holds two, less what holds all three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from typing import Final

import numpy as np

from pitboss.hands import VALUES
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import EXACT
from pitboss.odds.geometry import (
    PAIRS,
    Cards,
    Doubles,
    Ints,
    all_hands,
    draws,
    known_by,
    pair_number,
    paired_cards,
    rows,
    up_number,
    up_sets,
)
from pitboss.odds.knowledge.counted import NET, Measures
from pitboss.odds.knowledge.seat_sets import SeatSets, SetSums, cards_of_pairs

UNKNOWN: Final = 46  # cards that neither of the two hands holds


@dataclass(frozen=True, slots=True)
class _Ends:
    """What the dealer can end with: sets of so many cards."""

    size: int
    held: Ints  # the cards as bits
    cards: Cards  # (size, sets)
    hands: Ints  # (4 or 1, sets) the hands in a set: of four cards, those without each of them
    pairs: Ints  # (pairs of a set, sets)
    value: Ints
    ways: Doubles  # in how many each comes

    def beside(self, hand: Cards) -> _Ends:
        """Those that hold none of these cards."""
        apart = np.flatnonzero(self.held & np.bitwise_or.reduce(np.int64(1) << hand) == 0)
        cards, hands, pairs = (part.take(apart, axis=1) for part in (self.cards, self.hands, self.pairs))
        return _Ends(self.size, self.held[apart], cards, hands, pairs, self.value[apart], self.ways[apart])


@lru_cache(maxsize=2)
def _every_end(draws_below: int, fourths: int) -> tuple[_Ends, ...]:
    """Hands on which the dealer stands, each with so many fourth cards, and sets of four where one came."""
    every = all_hands()
    stands = np.flatnonzero(every.value >= draws_below)
    three = _ends(every.cards[stands], stands[None], np.full(len(stands), float(fourths)))
    if not draws_below:
        return (three,)
    cards = up_sets(4)
    hands = np.stack([up_number(3)[known_by(np.delete(cards, place, axis=1))] for place in range(4)])
    ways = (every.value[hands] < draws_below).sum(axis=0)
    drawn = np.flatnonzero(ways)
    return (_ends(cards[drawn], hands[:, drawn], ways[drawn]), three)


def _ends(cards: Cards, hands: Ints, ways: Ints | Doubles) -> _Ends:
    """Sets of cards, (sets, size), with the hands that they have; small numbers are picked faster."""
    size = cards.shape[1]
    pairs = [pair_number()[cards[:, i], cards[:, j]] for i, j in combinations(range(size), 2)]
    return _Ends(
        size,
        np.bitwise_or.reduce(np.int64(1) << cards, axis=1),
        cards.T.astype(np.int8),
        hands.astype(np.intp),
        np.stack(pairs).astype(np.int16),
        all_hands().value[hands].max(axis=0).astype(np.int16),
        ways.astype(np.float64),
    )


@dataclass(frozen=True, slots=True)
class _Nets:
    """What the actions of a row bring, by where the dealer's value is among the values that matter to it."""

    place: Ints  # of each value of the dealer's
    plays: Doubles  # (folding, playing and raises, places)
    drawn: Doubles  # (discards, 52 cards drawn, places); nothing for cards that the row holds

    @classmethod
    def of(cls, dealing: Dealing, measures: Measures, row: int) -> _Nets:
        """The nets of a row."""
        mine = int(rows().value[row])
        plays = [dict(_steps(dealing, measures, mine, nets)) for nets in measures.plays(row)]
        after = [values[row] for values in draws().values] if dealing.player_draws else []
        each, final = np.unique(after, return_inverse=True)
        ends = [
            dict(_steps(dealing, measures, value, measures.drawn_to(row, value, 0)))
            for value in each.tolist()
        ]
        cuts = sorted({cut for steps in (*plays, *ends) for cut in steps})
        drawn = np.zeros((len(after), 52, len(cuts)))
        if after:
            by_end = np.array([_by_place(steps, cuts) for steps in ends])
            drawn[:, draws().drawn[row]] = by_end[final.reshape(len(after), -1)]
        place = np.searchsorted(cuts, np.arange(VALUES), side="right")
        return cls(place, np.array([_by_place(steps, cuts) for steps in plays]), drawn)


def _steps(dealing: Dealing, measures: Measures, value: int, nets: Ints) -> Iterator[tuple[int, int]]:
    """What more a dealer's hand below each cut brings than one from it on."""
    for cut, adds in measures.steps(dealing, value, nets):
        yield cut, int(adds[NET, 0])


def _by_place(steps: dict[int, int], cuts: Sequence[int]) -> list[int]:
    """What a dealer's hand brings in each place between the cuts."""
    return [*accumulate(steps.get(cut, 0) for cut in reversed(cuts))][::-1]


def _sums(ends: _Ends, worth: Doubles) -> SetSums:
    """Sums of a number that each set has."""
    return SetSums.of(_by_hand(ends, [worth] * len(ends.hands)), ends.size)


def _by_hand(ends: _Ends, worths: Sequence[Doubles]) -> Doubles:
    """Sums over the sets that hold each hand; a number for each hand that a set has."""
    found = np.zeros(len(all_hands().cards))
    for hands, worth in zip(ends.hands, worths, strict=True):
        found += np.bincount(hands, worth, len(found))
    return found


@dataclass(frozen=True, slots=True)
class _Places:
    """How many sets have the dealer's value in each place: all, those with a card, and those with two."""

    whole: Doubles  # (places,)
    one: Doubles  # (52, places)
    two: Doubles  # (pairs, places)

    @classmethod
    def of(cls, every: Sequence[_Ends], places: Sequence[Ints], size: int) -> _Places:
        """Of all sets that a dealer can end with."""
        found = cls(np.zeros(size), np.zeros((52, size)), np.zeros((PAIRS, size)))
        for ends, place in zip(every, places, strict=True):
            two = np.zeros(PAIRS * size)
            for pair in ends.pairs:
                two += np.bincount(pair * np.intp(size) + place, ends.ways, PAIRS * size)
            one = cards_of_pairs() @ two.reshape(PAIRS, size) / (ends.size - 1)
            np.add(found.two, two.reshape(PAIRS, size), out=found.two)
            np.add(found.one, one, out=found.one)
            np.add(found.whole, one.sum(axis=0) / ends.size, out=found.whole)
        return found


def are_counted_exactly(dealing: Dealing, measures: Measures) -> bool:
    """Whether sums over all hands of the other seat are whole numbers that doubles hold."""
    if measures.six or measures.dealer or measures.by_suit:
        return False
    drawn = [] if measures.drawn is None else [measures.drawn]
    most = max(
        int(np.abs(part[NET]).max()) for part in (measures.fold, measures.pat, *measures.raised, *drawn)
    )
    alike = int(np.bincount(rows().value, rows().weight).max())  # hands of one value, which a rule adds up
    return most * _outcomes(dealing) * comb(49, 3) * alike < EXACT


def _outcomes(dealing: Dealing) -> int:
    """Outcomes beside one hand of the other seat."""
    left = UNKNOWN - 3
    found = comb(UNKNOWN, 3)
    for draws_one in (dealing.dealer_draws, dealing.player_draws):
        if draws_one:
            found, left = found * left, left - 1
    return found


def sets_where_cards_are_drawn(
    dealing: Dealing, measures: Measures, hands: Sequence[int] | None = None
) -> Iterator[SeatSets]:
    """Every row in turn, or some, beside each hand of the other seat; nothing is seen of the dealer."""
    fourths = UNKNOWN - 3 - dealing.player_draws if dealing.dealer_draws else 1
    every = _every_end(dealing.draws_below, fourths)
    for row in range(len(rows())) if hands is None else hands:
        hand = rows().cards[row]
        other, ends = all_hands().apart(hand), [each.beside(hand) for each in every]
        nets = _Nets.of(dealing, measures, row)
        places = [nets.place[each.value] for each in ends]
        sums = [_played(dealing, ends, places, worth, other) for worth in nets.plays]
        if len(nets.drawn):
            counts = _Places.of(ends, places, nets.drawn.shape[-1])
            sums += [_drawn(ends, places, counts, worth, other) for worth in nets.drawn]
        outcomes = np.full((1, len(other)), float(_outcomes(dealing)))
        yield SeatSets(row, int(rows().weight[row]), other, np.stack(sums)[:, None], outcomes)


def _played(
    dealing: Dealing, every: Sequence[_Ends], places: Sequence[Ints], worth: Doubles, other: Ints
) -> Doubles:
    """What an action without a draw brings beside each hand of the other seat."""
    if (worth == worth[0]).all():
        return np.full(len(other), worth[0] * _outcomes(dealing))
    found = np.zeros(len(other))
    for ends, place in zip(every, places, strict=True):
        left = UNKNOWN - ends.size if dealing.player_draws else 1  # cards that the player might have drawn
        found += _sums(ends, ends.ways * worth[place] * left).avoiding(other)
    return found


def _drawn(
    every: Sequence[_Ends], places: Sequence[Ints], counts: _Places, worth: Doubles, other: Ints
) -> Doubles:
    """What giving up a card brings beside each hand of the other seat, by the worth of each card drawn."""
    size, flat, whole = worth.shape[1], worth.ravel(), worth.sum(axis=0)
    sums = SetSums.nothing()
    for ends, place in zip(every, places, strict=True):
        each = [flat.take(card * np.intp(size) + place) for card in ends.cards]
        held = sum(each[1:], start=each[0])
        sums.add(_sums(ends, ends.ways * (whole[place] - held)))
        beside = [held - one for one in each] if len(ends.hands) > 1 else [held]
        sums.three -= _by_hand(ends, [ends.ways * one for one in beside])
    # The other seat's cards cannot be drawn.
    one, two = worth @ counts.one.T, worth @ counts.two.T
    (first, second), number = paired_cards(), np.arange(PAIRS)
    sums.one += worth @ counts.whole - one.diagonal()
    sums.two += one[first, second] + one[second, first] - two[first, number] - two[second, number]
    found = sums.avoiding(other)
    for card, pair in zip(all_hands().cards.T[::-1], all_hands().pairs, strict=True):  # the card beside it
        found -= two[card[other], pair[other]]
    return found
