"""Sets of hands of which no two share a card, counted by their kinds: a transfer over the ranks of a deck.

Ranks are gone through from the ace up. What has to be known on the way is, in each suit, whether a straight
flush waits for its next cards and how many cards flushes have taken; and how many straights wait for their
next cards, pairs for a third card, and third cards for a pair. Which cards these have does not matter: those
that wait are different, and each takes any card of the rank that no suit has claimed. So suits and ranks are
two lists of states that meet only in how many cards of a rank are left.

Counts are made twice, modulo 2^64 and modulo a prime, and put together: the largest is below 2^72.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.work import Progress

PRIME: Final = 2**31 - 1
TRIPLE: Final = 3  # cards in a hand

Words = NDArray[np.uint64]
Places = NDArray[np.intp]


class Kinds(NamedTuple):
    """How many hands of each kind a set has; the royals are those of the first suits.

    A straight or a flush may be a straight flush, and threes may be three aces; a straight flush is no royal.
    """

    royals: int = 0
    straight_flushes: int = 0
    threes: int = 0
    straights: int = 0
    flushes: int = 0
    pairs: int = 0
    three_aces: int = 0


class Deck(NamedTuple):
    """A deck: its ranks from the ace, which is low and high, and its suits."""

    ranks: int = 13
    suits: int = 4


WHOLE: Final = Deck()


class _Rank(NamedTuple):
    """What of a rank decides its steps."""

    is_ace: bool
    is_royal: bool  # in the royal, so that these cards of the royals' suits are gone
    starts: bool  # whether a straight can start, if not with the ace above
    ends_high: bool  # the second of the royal: aces that were put aside for it now wait for two cards
    three: bool  # three of these cards are a hand of the set that is counted apart


def _ranks(deck: Deck, *, aces: bool = False) -> list[_Rank]:
    last = deck.ranks - 1
    return [
        _Rank(
            rank == 0, rank == 0 or rank >= last - 1, rank <= last - 2, rank == last - 1, aces and rank == 0
        )
        for rank in range(deck.ranks)
    ]


# Ranks: straights, pairs and threes of a kind


class _Open(NamedTuple):
    """Hands begun by the ranks so far, and those that wait."""

    straights: int = 0
    pairs: int = 0
    threes: int = 0
    aces: int = 0  # put aside for straights up to the ace
    two_more: int = 0  # straights that wait for this rank and the next
    one_more: int = 0  # straights that wait for this rank
    thirds: int = 0  # pairs that wait for a third card
    twos: int = 0  # third cards that wait for a pair

    @property
    def hands(self) -> int:
        return self.straights + self.pairs + self.threes

    @property
    def done(self) -> bool:
        return not any(self[3:])


def _taken(state: _Open, rank: _Rank, cards: int) -> Iterator[tuple[_Open, int, int]]:
    """What a rank can do with at most so many cards: the next state, the cards, in how many orders."""
    first = state.two_more + (state.aces if rank.ends_high else 0)
    aces = 0 if rank.ends_high else state.aces
    left = cards - first - state.one_more
    if left < 0:
        return
    for up, new, three, two, third in product(
        range(left + 1 if rank.is_ace else 1),
        range(left + 1 if rank.starts else 1),
        range(1 if rank.three else 0, 2),
        range(left // 2 + 1),
        range(left + 1),
    ):
        used = up + new + 3 * three + 2 * two + third
        if used > left:
            continue
        alike = factorial(up) * factorial(new) * 6**three * 2**two
        orders = factorial(first + state.one_more + used)
        for joined, ending in product(range(min(two, state.twos) + 1), range(min(third, state.thirds) + 1)):
            fresh_two, fresh_third = two - joined, third - ending
            ways = orders * comb(state.twos, joined) * comb(state.thirds, ending)
            ways //= alike * factorial(fresh_two) * factorial(fresh_third)
            yield (
                _Open(
                    state.straights + up + new,
                    state.pairs + fresh_two + fresh_third,
                    state.threes + three - rank.three,
                    aces + up,
                    new,
                    first,
                    state.thirds - ending + fresh_two,
                    state.twos - joined + fresh_third,
                ),
                first + state.one_more + used,
                ways,
            )


class _Steps(NamedTuple):
    """A step as sums: for each next place the places that lead to it, one after another."""

    into: Places
    start: Places
    source: Places
    ways: Words

    def of(self, values: Words, modulus: int) -> Words:
        """Rows of values that become the rows of the next places; what leads further is left out."""
        found = np.zeros_like(values)
        last = int(np.searchsorted(self.into, len(values)))
        if last:
            end = int(self.start[last]) if last < len(self.start) else len(self.source)
            parts = values[self.source[:end]] * self.ways[:end, None]
            found[self.into[:last]] = np.add.reduceat(parts, self.start[:last], axis=0)
        return found % np.uint64(modulus) if modulus else found


def _steps(moves: Mapping[tuple[int, int], int]) -> _Steps:
    """The steps of moves into a place from a place, with their ways."""
    ordered = sorted(moves.items())
    into, start = np.unique(np.array([into for (into, _), _ in ordered], np.intp), return_index=True)
    source = np.array([source for (_, source), _ in ordered], np.intp)
    return _Steps(into, start, source, np.array([ways for _, ways in ordered], np.uint64))


@dataclass(frozen=True, slots=True)
class _RankSteps:
    """The states of ranks, those with fewer hands first, and the steps of each rank by the cards left."""

    states: list[_Open]
    until: list[int]  # how many states have at most so many hands
    by_rank: list[list[_Steps]]  # of each rank, for so many cards that are left in it


def _rank_steps(deck: Deck, most: int, *, aces: bool) -> _RankSteps:
    moves: dict[_Rank, dict[_Open, list[tuple[_Open, int, int]]]] = defaultdict(dict)
    seen, now = {_Open()}, {_Open()}
    for rank in _ranks(deck, aces=aces):
        for state in now - set(moves[rank]):
            moves[rank][state] = [each for each in _taken(state, rank, deck.suits) if each[0].hands <= most]
        now = {each[0] for state in now for each in moves[rank][state]}
        seen |= now
    states = sorted(seen, key=lambda state: (state.hands, state))
    place = {state: number for number, state in enumerate(states)}

    def with_left(rank: _Rank, left: int) -> _Steps:
        found: Counter[tuple[int, int]] = Counter()
        for state, every in moves[rank].items():
            for then, cards, ways in every:
                if cards <= left:
                    found[place[then], place[state]] += comb(left, cards) * ways
        return _steps(found)

    made = {rank: [with_left(rank, left) for left in range(deck.suits + 1)] for rank in moves}
    until = [sum(state.hands <= hands for state in states) for hands in range(most + 1)]
    return _RankSteps(states, until, [made[rank] for rank in _ranks(deck, aces=aces)])


# Suits: straight flushes and flushes


class _Suit(NamedTuple):
    """A suit: what is asked of it, and how far it is."""

    royal: bool  # whether its royal is in the set
    flushes: int
    waits: int = 0  # for how many cards its open straight flush waits
    cards: int = 0  # that its flushes have


Suits = tuple[_Suit, ...]  # sorted: suits of which the same is asked are alike


def _claims(suit: _Suit, rank: _Rank) -> Iterator[tuple[_Suit, int, int]]:
    """What a suit can do with its card of a rank: the suit then, straight flushes begun, cards left."""
    if suit.royal and rank.is_royal:
        if not suit.waits:
            yield suit, 0, 0
        return
    if suit.waits:
        yield suit._replace(waits=suit.waits - 1), 0, 0
        return
    yield suit, 0, 1
    if suit.cards < TRIPLE * suit.flushes:
        yield suit._replace(cards=suit.cards + 1), 0, 0
    if rank.starts:
        yield suit._replace(waits=TRIPLE - 1), 1, 0


SuitMoves = dict[tuple[int, int], dict[tuple[int, int], int]]  # (begun, left) -> into and from -> ways


def _suit_steps(
    asked: Suits, deck: Deck, most: int
) -> tuple[list[Suits], list[dict[tuple[int, int], _Steps]]]:
    """The states of all suits, and the steps of each rank by straight flushes begun and cards left.

    At most so many straight flushes wait at a time.
    """
    moves: dict[_Rank, dict[Suits, Counter[tuple[Suits, int, int]]]] = defaultdict(dict)
    seen, now = {asked}, {asked}
    for rank in _ranks(deck):
        for state in now - set(moves[rank]):
            found: Counter[tuple[Suits, int, int]] = Counter()
            for each in product(*(list(_claims(suit, rank)) for suit in state)):
                then = tuple(sorted(suit for suit, _, _ in each))
                if sum(suit.waits > 0 for suit in then) > most:
                    continue
                found[then, sum(begun for _, begun, _ in each), sum(left for _, _, left in each)] += 1
            moves[rank][state] = found
        now = {then for state in now for then, _, _ in moves[rank][state]}
        seen |= now
    states = sorted(seen)
    place = {state: number for number, state in enumerate(states)}
    made: dict[_Rank, dict[tuple[int, int], _Steps]] = {}
    for rank, by_state in moves.items():
        into: SuitMoves = defaultdict(dict)
        for state, every in by_state.items():
            for (then, begun, left), ways in every.items():
                into[begun, left][place[then], place[state]] = ways
        made[rank] = {key: _steps(some) for key, some in into.items()}
    return states, [made[rank] for rank in _ranks(deck)]


# Both together


def _transfer(ranks: _RankSteps, asked: Suits, deck: Deck, most: int, modulus: int) -> Counter[Kinds]:
    """The sets with the royals and the flushes of these suits and at most so many hands more."""
    suits, by_rank = _suit_steps(asked, deck, most)
    now: dict[int, Words] = {0: np.zeros((ranks.until[most], len(suits)), np.uint64)}  # by straight flushes
    now[0][ranks.states.index(_Open()), suits.index(asked)] = 1
    for rank_steps, suit_steps in zip(ranks.by_rank, by_rank, strict=True):
        then: dict[int, Words] = {}
        for begun, values in now.items():
            for left in {left for _, left in suit_steps}:
                moved = rank_steps[left].of(values, modulus)
                for (more, also), steps in suit_steps.items():
                    if also == left and begun + more <= most:
                        rows = ranks.until[most - begun - more]
                        made = steps.of(np.ascontiguousarray(moved[:rows].T), modulus).T
                        then[begun + more] = then[begun + more] + made if begun + more in then else made
        now = {begun: np.ascontiguousarray(values) for begun, values in then.items()}
    end = suits.index(tuple(sorted(suit._replace(cards=TRIPLE * suit.flushes) for suit in asked)))
    royals, flushes = sum(suit.royal for suit in asked), sum(suit.flushes for suit in asked)
    found: Counter[Kinds] = Counter()
    for begun, values in now.items():
        for place, number in enumerate(values[:, end].tolist()):
            state = ranks.states[place]
            if state.done:
                kinds = Kinds(royals, begun, state.threes, state.straights, flushes, state.pairs)
                found[kinds] += number % modulus if modulus else number
    return found


def _allocations(deck: Deck, royals: int, flushes: int) -> Counter[Suits]:
    """The ways to have flushes in suits, the first of which have their royal in the set."""
    found: Counter[Suits] = Counter()
    for some in combinations_with_replacement(range(deck.suits), flushes):
        each = [_Suit(suit < royals, some.count(suit)) for suit in range(deck.suits)]
        if all(TRIPLE * (suit.flushes + suit.royal) <= deck.ranks for suit in each):
            found[tuple(sorted(each))] += 1
    return found


def count_hand_sets(most: int, deck: Deck = WHOLE, progress: Progress | None = None) -> dict[Kinds, int]:
    """How many sets of at most so many hands have these kinds; sets that there are none of are left out.

    >>> found = count_hand_sets(1)
    >>> [found[Kinds(**{kind: 1})] for kind in Kinds._fields]
    [1, 44, 52, 768, 1144, 3744, 4]
    """
    found = count_beside(most, deck, progress)
    if most:
        found |= count_beside(most - 1, deck, progress, aces=True)
    return found


def count_beside(
    most: int, deck: Deck = WHOLE, progress: Progress | None = None, *, aces: bool = False
) -> dict[Kinds, int]:
    """The same without three aces as a kind, or beside them."""
    found: Counter[Kinds] = Counter()
    parts = [
        (most - royals - flushes, asked, times)
        for royals in range(min(most, deck.suits) + 1)
        for flushes in range(most - royals + 1)
        for asked, times in _allocations(deck, royals, flushes).items()
    ]
    ranks = {rest: _rank_steps(deck, rest, aces=aces) for rest in range(most + 1)}
    for done, (rest, asked, times) in enumerate(parts, 1):
        ways = times * prod(_deals_of_flushes(suit.flushes) for suit in asked)
        low, high = (_transfer(ranks[rest], asked, deck, rest, modulus) for modulus in (0, PRIME))
        for kinds, number in low.items():
            found[kinds._replace(three_aces=int(aces))] += ways * _together(number, high[kinds])
        if progress is not None:
            progress(done, len(parts))
    return {kinds: number for kinds, number in found.items() if number}


def _deals_of_flushes(flushes: int) -> int:
    """The ways to put the cards that a suit's flushes have into hands."""
    return factorial(TRIPLE * flushes) // (6**flushes * factorial(flushes))


def _together(low: int, high: int) -> int:
    """The number below 2^95 that is `low` modulo 2^64 and `high` modulo the prime."""
    return low + 2**64 * ((high - low) * pow(2**64, -1, PRIME) % PRIME)
