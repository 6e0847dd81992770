"""How many dealer outcomes lie below a value, among those that hold or avoid given cards.

`docs/method.md`, "Inclusion and exclusion instead of loops". Outcomes that *avoid* cards are all outcomes,
less those that hold one of them, plus those that hold two, and so on. So it is enough to tabulate, up to
suits, the outcomes that hold a card, pair or triple and lie below each value: a few look-ups replace
thousands of comparisons. Come here for how a showdown is counted where a bet looks at nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np

from pitboss.hands import Kind
from pitboss.odds.geometry import (
    PAIR_CLASSES,
    VALUE,
    WIDTH,
    Cards,
    Doubles,
    Flags,
    Ints,
    draws,
    others_of_three,
    others_of_two,
    pair_cards,
    pair_class,
    pairs_beside_one,
    row_of,
    rows,
    triple_index,
    values_of,
)
from pitboss.sheet.pays import SHOWDOWNS


@dataclass(frozen=True, slots=True)
class Below:
    """Outcomes below each value: all of them, and those that hold a card, a pair, a triple of cards."""

    none: Ints  # (742,)
    one: Ints  # (13, 742) by rank
    two: Ints  # (169, 742) by pair class
    three: Ints | None  # (rows, 742), or None where a triple is itself its only outcome
    from_value: int = 0  # where `three` is None: only triples of at least this value are outcomes

    def avoiding_hands(self, value: Ints) -> Ints:
        """Outcomes that avoid the cards of each row and lie below a value of each: (rows, ...)."""
        hands = rows()
        cards, pairs = hands.cards, pair_class()
        places = value[None, :] if value.ndim == 1 and len(value) == WIDTH else value
        found = self.none[places].astype(np.int64)
        for i in range(3):
            found = found - self.one[_beside(cards[:, i] >> 2, places), places]
        for i, j in combinations(range(3), 2):
            found = found + self.two[_beside(pairs[cards[:, i], cards[:, j]], places), places]
        if self.three is not None:
            return found - self.three[_beside(np.arange(len(hands)), places), places]
        own = _beside(hands.value, places)
        return found - ((own < places) & (own >= self.from_value))


def _beside(by_row: Ints, places: Ints) -> Ints:
    """One number per row, shaped to go with an array of one or more axes per row."""
    return by_row.reshape(-1, *[1] * (places.ndim - 1))


def heights(group: Ints, groups: int, value: Ints, weight: Ints | None = None) -> Ints:
    """How many values of each group there are, each in the place above it: (groups, 742)."""
    flat = (group * WIDTH + value + 1).ravel()
    counts = np.bincount(flat, None if weight is None else weight.ravel(), groups * WIDTH)
    return counts.reshape(groups, WIDTH).astype(np.int32)


def cumulated(table: Ints) -> Ints:
    """From how many values there are to how many lie below."""
    return np.cumsum(table, axis=-1, dtype=np.int32)


def below_each(group: Ints, groups: int, value: Ints, ways: Ints) -> Ints:
    """How many values of each group lie below each value: (742, groups), of the type that `ways` has."""
    found = np.zeros((WIDTH, groups), ways.dtype)
    place = (value.astype(np.intp) + 1) * groups + group
    np.add.at(found.reshape(-1), place.ravel(), np.broadcast_to(ways, place.shape).ravel())
    for each in range(1, WIDTH):
        found[each] += found[each - 1]
    return found


def three_card_outcomes() -> Below:
    """Every hand of three cards, once."""
    first, second = pairs_beside_one()
    rank = np.arange(13)[:, None]
    one = cumulated(heights(rank, 13, values_of(4 * rank, first, second)))
    pair, number = pair_cards(), np.arange(PAIR_CLASSES)[:, None]
    two = cumulated(heights(number, PAIR_CLASSES, values_of(pair[:, :1], pair[:, 1:], others_of_two())))
    # Four cards of each rank; each hand holds three cards.
    return Below(4 * one.sum(axis=0) // 3, one, two, None)


def standing(hands: Below, from_value: int) -> Below:
    """Of three-card outcomes, those of at least a value."""

    def part(table: Ints) -> Ints:
        return np.maximum(table - table[..., from_value : from_value + 1], 0)

    return Below(part(hands.none), part(hands.one), part(hands.two), None, from_value)


@dataclass(frozen=True, slots=True)
class FourCards:
    """Each row with each other card: the best three of the four, and in how many ways one was drawn."""

    best: Ints  # (rows, 49)
    ways: Ints


def four_cards(to_value: int) -> FourCards:
    """A dealer draws to hands below a value: in up to four ways four cards come from such a hand."""
    hands, fourth = rows().cards, others_of_three()
    a, b, c = (hands[:, i, None] for i in range(3))
    best = np.broadcast_to(rows().value[:, None].astype(np.uint16), fourth.shape)
    ways = (best < to_value).astype(np.uint8)
    for pair in ((a, b), (a, c), (b, c)):
        value = values_of(*pair, fourth)
        ways = ways + (value < to_value)
        best = np.maximum(best, value)
    return FourCards(best, ways)


def drawn_outcomes(four: FourCards, stand: Below, fourth_cards: int) -> Below:
    """Hands with a drawn fourth card, and standing ones, each of which goes with every fourth card."""
    hands = rows()
    number = np.arange(len(hands))[:, None]
    three = heights(number, len(hands), four.best, four.ways)
    two = _holding_two(four)
    one = _holding_one(two)
    stands = np.flatnonzero(hands.value >= stand.from_value)
    three[stands, hands.value[stands] + 1] += fourth_cards
    return Below(
        cumulated(one.sum(axis=0)) + fourth_cards * stand.none,  # four cards a rank, four cards an outcome
        cumulated(one) + fourth_cards * stand.one,
        cumulated(two) + fourth_cards * stand.two,
        cumulated(three),
    )


def _holding_two(four: FourCards) -> Ints:
    """By pair class: every third card with every fourth counts each outcome twice."""
    pair = pair_cards()
    row = row_of()[triple_index(pair[:, :1], pair[:, 1:], others_of_two())]
    number = np.arange(PAIR_CLASSES)[:, None, None]
    return heights(number, PAIR_CLASSES, four.best[row], four.ways[row]) // 2


def _holding_one(two: Ints) -> Ints:
    """By rank: every second card counts each outcome three times."""
    cards: Cards = 4 * np.arange(13)
    partners = pair_class()[cards]
    partners_but_itself = [np.delete(partners[rank], cards[rank]) for rank in range(13)]
    return np.stack([two[each].sum(axis=0) for each in partners_but_itself]) // 3


# --- How a showdown ends, from counts below some values.

VERSUS: Final = SHOWDOWNS
FINALS: Final = len(Kind)  # kinds of a hand after a draw

BelowValue = Callable[[Ints], Ints]


def split(under: Ints, up_to: Ints, unqualified: Ints, total: int | Ints) -> Doubles:
    """The six ways a showdown ends, from the outcomes below the hand, up to it, and below the qualifier.

    All three are cumulative counts of the same outcomes, so the smaller value has the smaller count.
    """
    return ends(
        np.minimum(under, unqualified),
        np.minimum(up_to, unqualified),
        unqualified,
        np.maximum(under, unqualified),
        np.maximum(up_to, unqualified),
        total,
    )


def ends(
    low: Ints | Doubles,
    mid: Ints | Doubles,
    unqualified: Ints | Doubles,
    high: Ints | Doubles,
    top: Ints | Doubles,
    total: int | Ints | Doubles,
) -> Doubles:
    """The six results as differences of six cumulative counts: whole numbers, as doubles.

    No count is above 2^53, so doubles are exact, and sums over them are much faster than over integers.
    """
    shape = np.broadcast_shapes(*(part.shape for part in (low, mid, unqualified, high, top)))
    found = np.empty((VERSUS, *shape), np.float64)
    found[2] = low
    for result, (more, less) in enumerate(
        ((unqualified, mid), (mid, low), (low, 0), (total, top), (top, high), (high, unqualified))
    ):
        if result != 2:
            np.subtract(more, less, out=found[result])
    return np.moveaxis(found, 0, -1)  # each result stays together in memory: prices go result by result


# --- A player's draw where nothing shows: outcomes avoid the hand and the card drawn as well.


def where_nothing_shows(outcomes: Below, four: FourCards | None, qualifies_from: int) -> Doubles:
    """The ends after each discard, summed over the card drawn: (rows, 1, 3 discards, 8 final kinds, 6)."""
    each, below = draws(), below_drawn(outcomes, four)
    full = below(np.full_like(each.values[0], WIDTH - 1))
    unqualified = below(np.full_like(full, qualifies_from)) if qualifies_from else np.zeros_like(full)
    cells = len(rows()) * FINALS
    found = []
    for value, final in zip(each.values, each.finals, strict=True):
        under, up_to = below(value), below(value + 1)
        parts = [np.minimum(under, unqualified), np.minimum(up_to, unqualified), unqualified]
        parts += [np.maximum(under, unqualified), np.maximum(up_to, unqualified), full]
        sums = [np.bincount(final.ravel(), part.ravel(), cells) for part in parts]
        found.append(ends(*sums).reshape(-1, FINALS, VERSUS))
    return np.stack(found, axis=1)[:, None]


def below_drawn(outcomes: Below, four: FourCards | None) -> BelowValue:
    """The dealer's outcomes below a value that avoid each row and each card it can draw: (rows, 49)."""
    each = draws()
    avoiding = outcomes.avoiding_hands(np.arange(WIDTH)).astype(np.int32)
    number = np.arange(len(avoiding))[:, None] * WIDTH
    one, two, hands = outcomes.one.ravel(), outcomes.two.ravel(), avoiding.ravel()
    three = None if outcomes.three is None else outcomes.three.ravel()

    def below(value: Ints) -> Ints:
        """Outcomes that avoid the hand and the drawn card and lie below a value: inclusion and exclusion."""
        found = hands[number + value] - one[each.one + value]
        for place in each.two:
            found += two[place + value]
        if three is None or four is None:
            for triple in each.triples:
                found -= VALUE[triple] < value
            return found
        for place in each.three:
            found -= three[place + value]
        return found + (four.best < value) * four.ways

    return below


# --- Cards of the dealer that show: outcomes hold them and avoid the player's. Where the dealer draws, an up
# card can never be the fourth card, so tables tell cards that must come first from those that may come later.


@dataclass(slots=True)
class Sum:
    """How many outcomes lie below a value: a sum of table rows and of single sets of cards.

    What does not depend on the value is worked out once, however many values are asked.
    """

    # A factor, the flat table, places in it for the value 0, and how far the next value is
    tables: list[tuple[int, Ints, Ints, int]] = field(default_factory=list)
    # A factor, the value, and how many outcomes or, None, one
    singles: list[tuple[int, Ints, Ints | Flags | None]] = field(default_factory=list)

    def below(self, value: Ints) -> Ints:
        """The count for each value; values and places broadcast together."""
        found: Ints = np.zeros((1, 1), np.int32)
        for factor, table, place, step in self.tables:
            found = _plus(found, factor, table[place + value * step])
        for factor, mine, ways in self.singles:
            found = _plus(found, factor, mine < value if ways is None else (mine < value) * ways)
        return found

    def around(self, value: Ints) -> tuple[Ints, Ints]:
        """The counts below each value and up to it: as `below` of it and of the next, and faster.

        Memory is taken once and used again: fresh pages cost more than the sums.
        """
        places = [*(place for _, _, place, _ in self.tables), *(mine for _, mine, _ in self.singles)]
        shape = np.broadcast_shapes(value.shape, *(each.shape for each in places))
        under, up_to = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
        at = np.empty(shape, np.intp)
        parts = {table.dtype: np.empty(shape, table.dtype) for _, table, _, _ in self.tables}
        for factor, table, place, step in self.tables:
            np.add(place, value * step, out=at)
            part = parts[table.dtype]
            for total, flat in ((under, table), (up_to, table[step:])):
                np.take(flat, at, out=part, mode="clip")  # no place is outside: this only spares a copy
                _plus(total, factor, part)
        for factor, mine, ways in self.singles:
            for total, hit in ((under, mine < value), (up_to, mine <= value)):
                _plus(total, factor, hit if ways is None else hit * ways)
        return under, up_to


def _plus(found: Ints, factor: int, part: Ints | Flags) -> Ints:
    """`found + factor * part`, in place where the shape allows it."""
    out = found if found.shape == np.broadcast_shapes(found.shape, part.shape) else None
    if factor == -1:
        return np.subtract(found, part, out=out)
    return np.add(found, part if factor == 1 else factor * part, out=out)


@dataclass(frozen=True, slots=True)
class UpTables:
    """Dealer outcomes below each value that hold cards: up cards among the first three, others anywhere."""

    draws_below: int
    # Hands of three cards, or where the dealer draws those that stand: by value, then by one or two cards
    # held, so that what is asked of one hand lies together in memory.
    one: Ints
    two: Ints
    fourth: dict[int, Ints]  # the same with a fourth card drawn, by the number of cards held

    def avoiding(self, up: Sequence[Ints], cards: Sequence[Ints], fourths: int) -> Sum:
        """Outcomes with these up cards and none of the others; a standing hand goes with so many fourths."""
        found = Sum()
        for size in range(len(cards) + 1):
            for held in combinations(cards, size):
                self._add(found, (-1) ** size, up, held, fourths)
        return found

    def _add(self, to: Sum, sign: int, up: Sequence[Ints], free: Sequence[Ints], fourths: int) -> None:
        """Adds the outcomes that hold the up cards and, anywhere, the free ones."""
        held = [*up, *free]
        if len(held) == 1:
            to.tables.append((sign * fourths, self.one, held[0] >> 2, 13))
        elif len(held) == 2:
            place = pair_class().ravel()[52 * held[1] + held[0]]
            to.tables.append((sign * fourths, self.two, place, PAIR_CLASSES))
        elif len(held) == 3:
            value = values_of(*free, *up)  # what is known of the hand alone is added first
            to.singles.append((sign * fourths, value, value >= self.draws_below if self.fourth else None))
        if self.fourth and len(held) < 4:
            table = self.fourth[len(held)]
            to.tables.append((sign, table.ravel(), order_class(held), table.shape[1]))
        elif self.fourth and len(held) == 4:
            to.singles.append((sign, *_ways(up, free, self.draws_below)))


def up_tables(shows: int, draws_below: int) -> UpTables:
    """The tables for so many up cards and a dealer who draws to less than a value, or never (0)."""
    hands = three_card_outcomes()
    if not draws_below:
        return UpTables(0, *_by_value(hands), {})
    fourth = {3: _three_held(shows, draws_below)}
    for size in range(2, shows - 1, -1):
        fourth[size] = _fewer_held(size, fourth[size + 1])
    return UpTables(draws_below, *_by_value(standing(hands, draws_below)), fourth)


def _by_value(hands: Below) -> tuple[Ints, Ints]:
    """The tables of one and of two cards held, flat, all cards of a value together."""
    return hands.one.T.ravel(), hands.two.T.ravel()


@lru_cache(maxsize=2)
def kept_up_tables(shows: int, draws_below: int) -> UpTables:
    """The same, kept for the next hand somebody asks about."""
    return up_tables(shows, draws_below)


def _ways(up: Sequence[Ints], free: Sequence[Ints], draws_below: int) -> tuple[Ints, Ints]:
    """The best value of four cards, and in how many ways a free one can be the fourth card drawn."""
    four = [*up, *free]
    best = ways = np.zeros((1, 1), np.uint8)
    for last in range(4):
        value = values_of(*(card for place, card in enumerate(four) if place != last))
        best = np.maximum(best, value)
        if last >= len(up):
            ways = ways + (value < draws_below)
    return best, ways


def _three_held(shows: int, draws_below: int) -> Ints:
    """For up cards and free cards that make three: outcomes with one more card, below each value.

    There are no more than 49 such cards, each with three ways to come last: small numbers.
    """
    reps = representatives(3)
    three = [reps[:, i, None] for i in range(3)]
    best, ways = _ways(three[:shows], [*three[shows:], _others(reps)], draws_below)
    return below_each(np.arange(len(reps))[:, None], len(reps), best, ways)


def _fewer_held(size: int, one_more: Ints) -> Ints:
    """The same for fewer cards: sums over one more free card, each outcome found once for each it has."""
    reps = representatives(size)
    others = _others(reps)
    index = order_class([*(reps[:, i, None] for i in range(size)), others])
    found = np.zeros((WIDTH, len(reps)), np.int32)
    for each in index.T:
        found += one_more.take(each, axis=1)
    return found // (4 - size)


def order_class(cards: Sequence[Ints]) -> Ints:
    """A number for one, two or three cards in order, up to suits: their ranks and which suits are equal."""
    ranks = cards[0] >> 2
    for card in cards[1:]:
        ranks = 13 * ranks + (card >> 2)
    if len(cards) == 1:
        return ranks
    same = (cards[0] & 3) == (cards[1] & 3)
    if len(cards) == 2:
        return 2 * ranks + same
    third = cards[2] & 3
    first, second = third == (cards[0] & 3), third == (cards[1] & 3)
    # 0 no suits equal, 1 the first two, 2 first and third, 3 second and third, 4 all
    pattern = np.where(same, np.where(first, 4, 1), np.where(first, 2, np.where(second, 3, 0)))
    return 5 * ranks + pattern


_SUITS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    1: ((0,),),
    2: ((0, 1), (0, 0)),
    3: ((0, 1, 2), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 0, 0)),
}


def representatives(size: int) -> Ints:
    """Cards for every number of `order_class`; numbers that no different cards have repeat a card."""
    suits = np.array(_SUITS[size])
    ranks = np.stack(np.meshgrid(*[np.arange(13)] * size, indexing="ij"), axis=-1).reshape(-1, 1, size)
    return (4 * ranks + suits[None]).reshape(-1, size).astype(np.int64)


def _others(reps: Ints) -> Ints:
    """The cards beside each representative; where it repeats a card, one card too many is left out."""
    left = np.ones((len(reps), 52), dtype=bool)
    np.put_along_axis(left, reps, False, axis=1)
    size = 52 - reps.shape[1]
    order = np.argsort(~left, axis=1, kind="stable")
    return order[:, :size]
