"""A plan that is close to the best one, in seconds, where the best takes too long to count.

The dealer's hidden cards, and the card that a player draws, are taken to come from all cards that do not show
or that the player does not hold; and up cards count by ranks and equal suits. So a plan is a few products of
matrices. It is a plan like any other: what a simulation says of it is right, and at most what the best gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.batch import values3
from pitboss.hands import VALUES
from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import DRAW, FOLD, PLAY, PREFERRED, RAISE_NUMBER
from pitboss.odds.game import Game
from pitboss.odds.geometry import KIND, Ints, rows, triple_index, up_sets
from pitboss.odds.inclusion import order_class
from pitboss.odds.plan import Plan, spread_rows

Floats = npt.NDArray[np.float32]


def near_plan(game: Game, bets: Mapping[str, Cents]) -> Plan:
    """What to do with every hand against every set of up cards, for a bet with an Ante.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> napa = near_plan(Game(open_table(load_house("napa-valley"))), {"ante": 1000})
    >>> [napa.choice(parse_cards(hand), parse_cards("Kh")).text for hand in ("Kd 9c 2s", "Kd 8c 2s")]
    ['play', 'fold']
    """
    ups = up_sets(game.dealing.shows)
    _, first, kind = np.unique(_up_kinds(ups), return_index=True, return_inverse=True)
    ends = _ends(game.dealing, ups[first])
    worths = dict(_worths(game, bets, ends))
    order = [action for action in (*PREFERRED, *RAISE_NUMBER.values()) if action in worths]
    best, top = np.full(worths[FOLD].shape, order[0], np.uint8), worths[order[0]]
    for action in order[1:]:
        best[worths[action] > top] = action
        top = np.maximum(top, worths[action])
    return Plan(game.dealing.shows, best[:, kind])


def _worths(game: Game, bets: Mapping[str, Cents], ends: Floats) -> Iterator[tuple[int, Floats]]:
    """Each action by its number with its mean net, (rows, kinds of up cards)."""
    pays, mine, shape = game.payoffs_of(bets), rows(), (len(rows()), ends.shape[2])
    at_value = ends[:, mine.value]

    def kept(nets: Ints) -> Floats:
        """The nets of the hand as it was dealt."""
        found = np.zeros(shape, np.float32)
        for each, chance in zip(nets[mine.hand_class, :, 0].T, at_value, strict=True):
            found += each[:, None].astype(np.float32) * chance
        return found

    yield FOLD, np.broadcast_to(pays.fold[mine.hand_class, 0][:, None].astype(np.float32), shape)
    yield PLAY, kept(pays.pat)
    for name, nets in pays.raised.items():
        barred = mine.value < pays.raised_from
        yield RAISE_NUMBER[name], np.where(barred[:, None], -np.inf, kept(nets)).astype(np.float32)
    if pays.drawn is None:
        return
    drawn = pays.drawn_by_class[:, KIND][..., 0]  # (first three, values, 6)
    for place in range(3):
        found = np.zeros(shape, np.float32)
        for held in np.unique(mine.hand_class):
            here = np.flatnonzero(mine.hand_class == held)
            found[here] = _after_draw(mine.cards[here], place) @ sum(
                drawn[held, :, end, None].astype(np.float32) * ends[end] for end in range(len(ends))
            )
        yield DRAW + place, found


def _after_draw(hands: Ints, place: int) -> Floats:
    """The chance of every value after one card of each hand has been replaced, (hands, values)."""
    found = np.zeros((len(hands), VALUES), np.float32)
    for number, hand in enumerate(hands):
        new = np.setdiff1d(np.arange(52), hand)
        cards = np.tile(hand, (len(new), 1))
        cards[:, place] = new
        found[number] = np.bincount(values3(cards), minlength=VALUES) / len(new)
    return found


def _ends(dealing: Dealing, ups: Ints) -> Floats:
    """The chance of every showdown for a player's value against some up cards, (6, values, ups)."""
    found = np.zeros((6, VALUES, len(ups)), np.float32)
    for number, shown in enumerate(ups):
        rest = np.setdiff1d(np.arange(52), shown)
        size = 3 - len(shown)
        hidden = np.array([*combinations(rest, size)], np.int64).reshape(comb(len(rest), size), size)
        hands = np.concatenate([np.tile(shown, (len(hidden), 1)), hidden], axis=1)
        values = values3(hands).astype(np.int64)
        if dealing.dealer_draws:
            values = _drawn(dealing, hands, values)
        counts = np.bincount(values, minlength=VALUES) / len(values)
        for first, among in ((0, slice(0, dealing.qualifies_from)), (3, slice(dealing.qualifies_from, None))):
            part = np.zeros(VALUES)
            part[among] = counts[among]
            below = np.cumsum(part) - part
            found[first : first + 3, :, number] = part.sum() - below - part, part, below
    return found


def _drawn(dealing: Dealing, hands: Ints, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The dealer's values after the fourth card, every one of them for every hand."""
    fourth = np.array([np.setdiff1d(np.arange(52), hand) for hand in hands])
    best = np.repeat(values[:, None], fourth.shape[1], axis=1)
    with_it = best
    for i, j in combinations(range(3), 2):
        pair = np.broadcast_to(hands[:, None, [i, j]], (*fourth.shape, 2))
        with_it = np.maximum(with_it, values3(np.concatenate([pair, fourth[..., None]], axis=2)))
    return np.where(values[:, None] < dealing.draws_below, with_it, best).ravel()


def _up_kinds(ups: Ints) -> Ints:
    """A number for each set of up cards, the same where they differ in the names of suits alone."""
    if ups.shape[1] == 3:
        return spread_rows().row[triple_index(*ups.T)]
    return order_class(list(ups.T)).ravel()
