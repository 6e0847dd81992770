"""A player's draw against every dealer hand by itself: where all three cards show, or where six cards matter.

The six cards are those that were dealt (STD-7), so hand and dealer fix them whatever is drawn. For each row,
discard and drawn card, dealer hands are counted all at once; the card drawn is none of theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.odds.counts import Counts, Dealing, deals_of, every_row
from pitboss.odds.dealer_hands import fourths_below, up_places
from pitboss.odds.geometry import KIND, Doubles, Ints, draws, family_of, orbits, rows, up_sets
from pitboss.odds.results import KINDS, PARTS, by_final
from pitboss.odds.six_card_counts import SIXES
from pitboss.odds.three_up import SeenHands, seen_hands, shown_to

Counted = npt.NDArray[np.uint16]  # no more than 49 drawn cards with 46 fourth cards
_BLOCK: Final = 4096  # dealer hands that are worked on together: their counts stay in the cache
_DRAWN_CARDS: Final = 45  # that are left beside the player's, the dealer's and the dealer's fourth


def count_drawn_hands(dealing: Dealing, six: bool) -> Iterator[Counts]:
    """The counts of every row with its draws, one row at a time; up cards are told up to suits."""
    for row in every_row().tolist():
        yield count_drawn_row(dealing, six, row)


def count_drawn_row(dealing: Dealing, six: bool, row: int) -> Counts:
    """The counts of one row."""
    seen = seen_hands(dealing, row, six)
    drawn = _sums(dealing, row)
    if dealing.shows == 3:
        ends = by_final(np.moveaxis(drawn, -1, 0).astype(np.int32), range(KINDS), dealing.qualifies_from)
        told = None if seen.six is None else seen.six[None]
        ups, times = shown_to(row).cards, seen.times.astype(np.int64)
        return Counts(
            ups, times[None], seen.ends()[None, ..., None], ends[None, ..., None], np.array([row]), told
        )
    return _gathered(dealing, six, row, seen, drawn)


def _gathered(dealing: Dealing, six: bool, row: int, seen: SeenHands, drawn: Counted) -> Counts:
    """Dealer hands put together by the cards of them that show, and by the category of six cards."""
    shown, shows, width = shown_to(row), dealing.shows, SIXES if six else 1
    alike = orbits(shows, int(family_of()[row]))
    size = len(alike.first)
    # Each dealer hand stands for its likes; so many of them meet each of the up cards that are alike.
    weight = np.where(seen.times > 0, shown.size, 0)
    label = alike.of[up_places(shows)[:, shown.first]] * width + (0 if seen.six is None else seen.six)

    def gather(counts: Doubles) -> Doubles:
        flat = np.zeros(size * width)
        for places in label:
            flat += np.bincount(places, counts * weight, size * width)
        return flat.reshape(size, width) / alike.size[:, None]

    pat = np.stack([gather(end) for end in seen.ends().T], axis=1)
    flat = drawn.reshape(-1, drawn.shape[-1])
    sums = np.stack([gather(part) for part in flat.astype(np.float64)], axis=-1)
    found = by_final(sums.reshape(size, width, 3, KINDS, PARTS), range(KINDS), dealing.qualifies_from)
    ups, hands = up_sets(shows)[alike.first], np.array([row])
    return Counts(ups, deals_of(hands, ups, alike.size), pat[None], np.moveaxis(found, 1, -1)[None], hands)


def _sums(dealing: Dealing, row: int) -> Counted:
    """Outcomes by discard and kind of final hand against each dealer hand: (3, kinds, parts, hands)."""
    shown, values = shown_to(row), np.stack([value[row] for value in draws().values])
    kinds = KIND[values] + (values >= dealing.qualifies_from)
    members = [[np.flatnonzero(kind == each) for each in range(KINDS)] for kind in kinds]
    found = np.zeros((3, KINDS, PARTS, len(shown.first)), np.uint16)
    draw = int(np.searchsorted(shown.value, dealing.draws_below))
    for begin, end in ((0, draw), (draw, len(shown.first))):
        for start in range(begin, end, _BLOCK):
            some = slice(start, min(start + _BLOCK, end))
            parts = _drawing if end == draw else _standing
            for discard, part, counts in parts(dealing, row, some, values):
                for kind, cards in enumerate(members[discard]):
                    if len(cards):
                        np.add.reduce(
                            counts[cards], axis=0, dtype=np.uint16, out=found[discard, kind, part, some]
                        )
    return found


def _free(row: int, some: slice) -> npt.NDArray[np.uint8]:
    """Whether each card that could be drawn is none of the dealer's: (49, hands)."""
    return (~shown_to(row).holds[draws().drawn[row], some]).view(np.uint8)


_Parts = Iterator[tuple[int, int, Counted]]  # discard, part, (49 drawn cards, hands)


def _standing(dealing: Dealing, row: int, some: slice, values: Ints) -> _Parts:
    """Dealer hands that take no fourth card, or any of those that are left."""
    value = shown_to(row).value[some]
    free = _free(row, some).astype(np.uint16)
    if dealing.dealer_draws:
        free *= np.uint16(_DRAWN_CARDS)
    unqualified = free * (value < dealing.qualifies_from)
    for discard, mine in enumerate(values):
        yield discard, 0, free * (value < mine[:, None])
        yield discard, 1, free * (value <= mine[:, None])
        yield discard, 2, unqualified
        yield discard, 3, free


def _drawing(dealing: Dealing, row: int, some: slice, values: Ints) -> _Parts:
    """Dealer hands that take a fourth card: one that is neither held nor drawn."""
    shown, drawn = shown_to(row), draws().drawn[row]
    kind, free = shown.row[some], _free(row, some)
    each, places = np.unique(values, return_inverse=True)
    places = places.reshape(values.shape)
    mine = [shown.best[card, some] for card in rows().cards[row].tolist()]

    def below(value: int) -> npt.NDArray[np.uint8]:
        counts: npt.NDArray[np.uint8] = np.take(_fourths()[value], kind, mode="clip")
        for best in mine:
            counts -= (best < value).view(np.uint8)
        return counts

    with_drawn = shown.best[drawn, some]
    unqualified = below(dealing.qualifies_from) - (with_drawn < dealing.qualifies_from).view(np.uint8)
    under, up_to = (np.stack([below(value + more) for value in each.tolist()]) for more in (0, 1))
    low, every = (unqualified * free).astype(np.uint16), free.astype(np.uint16) * np.uint16(_DRAWN_CARDS)
    for discard, value in enumerate(values):
        place = places[discard]
        less = under[place] - (with_drawn < value[:, None]).view(np.uint8)
        not_more = up_to[place] - (with_drawn <= value[:, None]).view(np.uint8)
        yield discard, 0, (less * free).astype(np.uint16)
        yield discard, 1, (not_more * free).astype(np.uint16)
        yield discard, 2, low
        yield discard, 3, every


@lru_cache(maxsize=1)
def _fourths() -> npt.NDArray[np.uint8]:
    return fourths_below().astype(np.uint8)
