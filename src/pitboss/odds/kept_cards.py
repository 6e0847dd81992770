"""A player's draw beside one up card, by the two cards that are kept: hands that keep the same share counts.

Who keeps p and q, gives up r and draws x meets the outcomes that hold the up card and avoid p, q and x, less
those of them that hold r. The first do not depend on r. Of the others, those that hold x as well depend on
all five cards; the rest depend on x through the value of the hand that it makes alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.odds.geometry import KIND, SUIT_ORDERS, VALUE, WIDTH, Cards, Flags, Ints, renamed_each, rows
from pitboss.odds.results import FINALS, VERSUS, by_final
from pitboss.odds.upcards import UpTables, order_class, representatives

Bytes = npt.NDArray[np.uint8]
Singles = npt.NDArray[np.float32]  # whole numbers below 2^24: exact
_DECK: Final = np.arange(52)
_KEPT: Final = np.array(((1, 2), (0, 2), (0, 1)))  # places, after each discard


def beside_one_up_card(tables: UpTables, qualifies_from: int, fourths: int) -> Singles:
    """The ends of every row against every up card after each draw: (rows, 52 ups, 3 discards, 8, 6).

    A hand on which the dealer stands goes with so many fourth cards, none of them drawn or held. No count is
    above 49 cards drawn with C(47, 2) · 46 outcomes.
    """
    kept_cards = _kept_cards()
    held = _Held.of(tables, kept_cards, fourths)
    found = np.empty((len(rows()), 52, 3, FINALS, VERSUS), np.float32)
    renamed = renamed_each(np.tile(_DECK, (len(SUIT_ORDERS), 1)), np.arange(len(SUIT_ORDERS)))
    for kept, parts in zip(kept_cards, _avoiding(tables, kept_cards, qualifies_from, fourths), strict=True):
        kinds, member = _kinds(kept, qualifies_from)
        limits = (kept.value, kept.value + 1, np.full(52, qualifies_from) if qualifies_from else None, None)
        sums = np.empty((len(kept.discard), 52, len(kinds), len(parts)), np.float32)
        for number, (part, limit) in enumerate(zip(parts, limits, strict=True)):
            given_up = part[kept.discard][..., None] * member[kept.discard][:, None]
            sums[..., number] = (part.T @ member) - given_up
            if limit is not None:
                sums[..., number] -= held.with_discard(kept, limit, member)
        told = sums[np.arange(len(sums))[:, None], renamed[kept.order]]  # up cards by the suits they have
        found[kept.row, :, kept.place] = by_final(told, kinds, qualifies_from)
    return found


@dataclass(frozen=True, slots=True)
class _Kept:
    """Two cards, their suits renamed to the first ones, and all that rows give up to keep them."""

    cards: tuple[int, int]
    value: Ints  # with each card of the deck
    row: Ints
    place: Ints  # of the discard among the row's cards
    order: Ints  # of suits, that makes the two cards these
    discard: Cards


def _kept_cards() -> list[_Kept]:
    """Every two cards up to suits: 169 of them, for 1,758 rows with three discards."""
    hands = rows().cards
    two = hands[:, _KEPT].reshape(-1, 2)
    first, second = (two & 3).T
    fits = (SUIT_ORDERS[:, first] == 0) & ((first == second) | (SUIT_ORDERS[:, second] == 1))
    order = fits.argmax(axis=0)
    discard = renamed_each(hands.reshape(-1, 1), order)[:, 0]
    each, of = np.unique(renamed_each(two, order), axis=0, return_inverse=True)
    found = []
    for number, (one, other) in enumerate(each.tolist()):
        mine = np.flatnonzero(of.ravel() == number)
        value = _values()[one, other].astype(np.int64)
        found.append(_Kept((one, other), value, mine // 3, mine % 3, order[mine], discard[mine]))
    return found


def _kinds(kept: _Kept, qualifies_from: int) -> tuple[list[int], Singles]:
    """The kinds of hands that a draw can make, and which cards make each: (cards, kinds)."""
    kind = KIND[kept.value] + (kept.value >= qualifies_from)
    kind[list(kept.cards)] = -1  # they cannot be drawn
    kinds = np.unique(kind)[1:]
    return kinds.tolist(), (kind[:, None] == kinds).astype(np.float32)


def _avoiding(
    tables: UpTables, kept_cards: list[_Kept], qualifies_from: int, fourths: int
) -> Iterator[list[Singles]]:
    """For each two cards that are kept: the outcomes that avoid them and the card drawn, (drawn, ups).

    They are those below the hand, up to it, below the qualifier, and all; none where the card drawn shows.
    """
    cards = np.array([kept.cards for kept in kept_cards])
    one, other = (cards[:, place, None, None] for place in range(2))
    drawn, up = _DECK[:, None], _DECK[None, :]
    outcomes = tables.avoiding([up], [one, other, drawn], fourths)
    below, up_to = outcomes.around(np.stack([kept.value for kept in kept_cards])[..., None])
    unqualified = outcomes.below(np.full((1, 1, 1), qualifies_from)) if qualifies_from else 0 * below
    every = np.full_like(below, comb(47, 2) * fourths)
    free = drawn != up
    for number in range(len(cards)):
        yield [(part[number] * free).astype(np.float32) for part in (below, up_to, unqualified, every)]


class _Fourth(NamedTuple):
    """A card with three others, (discard, up, drawn): the best value, and how many ways one came last."""

    best: Ints
    ways: Bytes


@dataclass(frozen=True, slots=True)
class _Held:
    """Outcomes below each value that hold the up card and a discard, or a third card beside them."""

    two: Ints  # by value and then by class of the two cards
    three: Bytes  # of three; no more than 49 cards with 3 ways each, and a standing hand with 45
    pair: Ints  # the class of a discard and an up card
    triple: Ints  # the class of both with a third card; where cards are the same, one without outcomes
    fourth: dict[int, _Fourth]  # where the dealer draws, for each card that is kept

    @classmethod
    def of(cls, tables: UpTables, kept_cards: list[_Kept], fourths: int) -> _Held:
        """The tables for these cards that are kept, a standing hand going with so many fourth cards."""
        reps, blank = representatives(3), 4  # three times the lowest card
        value, limit = _values()[tuple(reps.T)], np.arange(WIDTH)[:, None]
        three = (value < limit).view(np.uint8)
        if tables.fourth:
            three = np.uint8(fourths) * (three & (value >= tables.draws_below)) + tables.fourth[3]
        three[:, blank] = 0
        discard, up, other = _DECK[:, None, None], _DECK[None, :, None], _DECK[None, None, :]
        triple = np.where(_repeated(), blank, order_class([up, discard, other]))
        known = {card for kept in kept_cards for card in kept.cards}
        fourth = {card: _fourth(card, tables.draws_below) for card in known} if tables.fourth else {}
        pair = order_class([up[..., 0], discard[..., 0]])
        return cls(tables.holding_two(fourths), three, pair, triple, fourth)

    def with_discard(self, kept: _Kept, limit: Ints, member: Singles) -> Singles:
        """Outcomes that hold the discard, avoid the cards kept and drawn, and lie below a limit of each card
        drawn: (discards, ups, kinds)."""
        each, place = np.unique(limit, return_inverse=True)
        apart = self._apart_from_drawn(kept, each)
        times = np.zeros((len(each), member.shape[1]), np.float32)
        np.add.at(times, place, member)
        found = np.tensordot(apart, times, axes=(0, 0))
        found -= np.tensordot(self._with_drawn(kept, limit).astype(np.float32), member, axes=1)
        # Neither the discard nor the up card is drawn.
        given_up = apart[place[kept.discard], np.arange(len(kept.discard))]
        found -= given_up[..., None] * member[kept.discard][:, None]
        found -= apart[place, :, _DECK].T[..., None] * member
        return found

    def _apart_from_drawn(self, kept: _Kept, limit: Ints) -> Singles:
        """Outcomes that hold the discard and avoid the cards kept, whatever is drawn, below each limit:
        (limits, discards, ups)."""
        found = self.two[limit].take(self.pair[kept.discard], axis=1)
        three = self.three[limit]
        for card in kept.cards:
            found -= three.take(self.triple[kept.discard, :, card], axis=1)
        if self.fourth:
            one, other = kept.cards
            best, ways = (part[kept.discard, :, other] for part in self.fourth[one])
            found += ways * (best < limit[:, None, None])
        return found.astype(np.float32)

    def _with_drawn(self, kept: _Kept, limit: Ints) -> Bytes:
        """Those that hold the card drawn as well, below the limit of that card: (discards, ups, drawn)."""
        found = self.three.take(self.triple[kept.discard] + limit * self.three.shape[1])
        if self.fourth:
            for card in kept.cards:
                best, ways = (part[kept.discard] for part in self.fourth[card])
                found -= ways * (best < limit)
        return found


def _values() -> Ints:
    """The value of any three cards."""
    return VALUE.reshape(52, 52, 52)


def _repeated() -> Flags:
    """Whether two of three cards are the same."""
    same = np.eye(52, dtype=bool)
    return same[:, :, None] | same[:, None, :] | same[None, :, :]


def _fourth(card: int, draws_below: int) -> _Fourth:
    """The card with a discard, an up card and one drawn; the up card cannot have come last."""
    values = _values()
    beside = values[card]
    best = np.maximum(
        np.maximum(beside[:, :, None], beside[:, None, :]), np.maximum(beside[None, :, :], values)
    )
    low, low_beside = values < draws_below, beside < draws_below
    ways = low.astype(np.uint8) + low_beside[None, :, :] + low_beside[:, :, None]
    ways[_repeated()] = 0
    ways[card], ways[:, card], ways[:, :, card] = 0, 0, 0
    return _Fourth(best, ways)
