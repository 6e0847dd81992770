"""What the dealer of a table with two seats that draw can hold, play and have shown, up to suits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import Final, NamedTuple

import numpy as np

from pitboss.odds.counts import Dealing
from pitboss.odds.geometry import Cards, Ints, all_hands, known_by, renamed, up_number, up_sets, values_of

SEATS_HOLD: Final = 8  # cards: each hand, and the one that the deck has for it
_LAST: Final = 53  # a fourth card, or none


class DealerCase(NamedTuple):
    """Deals in which the dealer holds these cards, plays this value and has shown these."""

    first: tuple[int, ...]  # the cards that were dealt first; none where it does not matter which
    shown: tuple[int, ...]
    value: int
    out: tuple[int, ...]  # three cards; four where one was drawn
    ways: int


def every_dealer_case(dealing: Dealing, orders: Sequence[int], *, by_first: bool) -> list[DealerCase]:
    """Every case, up to these orders of suits, in such an order that neighbours end much alike.

    A dealer who stands leaves the fourth card in the deck: it is any of those that the seats leave too.
    `by_first` keeps hands apart that become the same four cards.
    """
    hands = all_hands()
    numbers = np.stack([up_number(3)[known_by(renamed(hands.cards, order))] for order in orders])
    each, weight = np.unique(numbers.min(axis=0), return_counts=True)
    stands = hands.value[each] >= dealing.draws_below
    fourths = 52 - 3 - SEATS_HOLD if dealing.dealer_draws else 1
    found = _up_to_suits(dealing, orders, each[stands], None, weight[stands] * fourths, by_first=by_first)
    if not stands.all():
        hand, last = (part.ravel() for part in np.meshgrid(each[~stands], np.arange(52), indexing="ij"))
        free = ~hands.holds[last, hand]
        ways = np.repeat(weight[~stands], 52)
        found += _up_to_suits(dealing, orders, hand[free], last[free], ways[free], by_first=by_first)
    return list(_to_and_fro(found))


def _up_to_suits(
    dealing: Dealing, orders: Sequence[int], hand: Ints, last: Ints | None, ways: Ints, *, by_first: bool
) -> list[DealerCase]:
    """The cases of some hands, with the fourth cards that they draw; each stands for so many deals."""
    first = all_hands().cards[hand]
    keys, times = [], []
    for places in combinations(range(3), dealing.shows):
        shown = first[:, list(places)]
        codes = [_code(first, shown, last, order, by_first=by_first) for order in orders]
        keys.append(np.minimum.reduce(codes))
        times.append(ways)
    each, place = np.unique(np.concatenate(keys), return_inverse=True)
    number = np.zeros(len(each), np.int64)
    np.add.at(number, place, np.concatenate(times))
    size = 3 if last is None else 4
    return [
        _case(dealing, code, size, times, by_first=by_first)
        for code, times in zip(each.tolist(), number.tolist(), strict=True)
    ]


def _code(first: Cards, shown: Cards, last: Ints | None, order: int, *, by_first: bool) -> Ints:
    """A number for each case with its suits in this order: the cards first or held, those shown, the last."""
    held = first if by_first or last is None else np.column_stack([first, last])
    whole, up = (
        up_number(cards.shape[1])[known_by(renamed(cards, order))].astype(np.int64) for cards in (held, shown)
    )
    rest = 0 if last is None or not by_first else 1 + renamed(last, order)
    return (whole * len(up_sets(shown.shape[1])) + up) * _LAST + rest


def _case(dealing: Dealing, code: int, size: int, ways: int, *, by_first: bool) -> DealerCase:
    """The case of a number, whose dealer ends with so many cards."""
    rest, last = divmod(code, _LAST)
    whole, up = divmod(rest, len(up_sets(dealing.shows)))
    held = tuple(up_sets(3 if by_first else size)[whole].tolist())
    shown = tuple(up_sets(dealing.shows)[up].tolist())
    out = (*held, last - 1) if last else held
    value = max(int(values_of(*np.array(three))) for three in combinations(out, 3))
    return DealerCase(held if by_first else (), shown, value, out, ways)


def _to_and_fro(cases: list[DealerCase]) -> Iterator[DealerCase]:
    """What was first and what shows stays together; values go up, then down, then up."""
    for number, (_, some) in enumerate(groupby(sorted(cases), key=lambda case: case[:2])):
        yield from sorted(some, reverse=number % 2 == 1)
