"""Plain counting: every dealer outcome one by one, ranked by the naive evaluator, paid by settlement.

Nothing of `pitboss.odds` is used here, and nothing is included and excluded: outcomes that hold a known card
are left out, those that remain are counted. Cards are the numbers 4 * rank + suit, sets of cards are bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import cards_text, parse_cards
from pitboss.round import open_table
from pitboss.round.settlement import ActionId, Deal, Hand, Settlement, pay_deal
from pitboss.round.table import Table
from pitboss.sheet.model import Sheet
from tests.naive.hands import DECK, rank3

Array = npt.NDArray[Any]
Three = tuple[int, int, int]
Key = tuple[int, ...]

ANY: Key = (0,)
QUEEN_HIGH: Key = (0, 12, 0, 0)
PAIR: Key = (1, 0, 0)
NEVER: Key = (0,)  # the dealer draws to less than this: never
ALWAYS: Key = (9,)
MINI_ROYAL: Key = (5, 14)

FULL_COVER = 10**9  # cents: no bet of these tests asks more of a bank (NAPA-11)


def cards(text: str) -> Three:
    a, b, c = parse_cards(text)
    return a, b, c


def naive_key(hand: Sequence[int]) -> Key:
    return rank3([DECK[card] for card in hand])


@lru_cache(maxsize=1)
def triples() -> Array:
    """All 22,100 hands."""
    return np.array(list(combinations(range(52), 3)), dtype=np.int64)


@lru_cache(maxsize=1)
def keys() -> list[Key]:
    """The naive key of each of the 22,100 hands."""
    return [naive_key(hand) for hand in triples().tolist()]


@lru_cache(maxsize=1)
def ladder() -> list[Key]:
    """The different keys, worst first: a hand's strength is its place here."""
    return sorted(set(keys()))


@lru_cache(maxsize=1)
def strength_table() -> Array:
    """The strength of any three cards in any order."""
    place = {key: number for number, key in enumerate(ladder())}
    strong = np.array([place[key] for key in keys()], dtype=np.int16)
    table = np.full((52, 52, 52), -1, dtype=np.int16)
    for i, j, k in permutations(range(3)):
        table[triples()[:, i], triples()[:, j], triples()[:, k]] = strong
    return table


def strength(a: Any, b: Any, c: Any) -> Array:
    found: Array = strength_table()[a, b, c]
    return found


@lru_cache(maxsize=32)
def place_of(lowest: Key) -> int:
    """The strength from which hands are at least a key."""
    return sum(key < lowest for key in ladder())


class Rules(NamedTuple):
    """What the naive count must be told of a sheet."""

    qualifier: Key = QUEEN_HIGH
    draws_below: Key = NEVER
    player_draws: bool = False


# The dealer's outcomes


def bits(some: Sequence[int]) -> int:
    """Some cards as a set."""
    return sum(1 << card for card in some)


class Outcomes(NamedTuple):
    """Sets of dealer cards, the strength of each, and in how many ways it can come."""

    sets: Array
    strong: Array
    ways: Array

    def where(self, keep: Array) -> Outcomes:
        return Outcomes(self.sets[keep], self.strong[keep], self.ways[keep])

    def without(self, dead: Sequence[int]) -> Outcomes:
        return self.where((self.sets & bits(dead)) == 0)

    def by_strength(self) -> Array:
        """How many outcomes there are of each strength."""
        most = 5  # one more than the cards of an outcome
        cells = np.bincount(self.strong * most + self.ways, minlength=len(ladder()) * most)
        found: Array = cells.reshape(-1, most) @ np.arange(most)
        return found


class Dealer(NamedTuple):
    """Every way the dealer's cards can come: hands that stand, and hands with a fourth card drawn to them."""

    stands: Outcomes
    draws: Outcomes | None

    def without(self, dead: Sequence[int]) -> Dealer:
        return Dealer(self.stands.without(dead), self.draws and self.draws.without(dead))

    def by_strength(self, known: int) -> Array:
        """Outcomes of each strength: a standing hand goes with any fourth card that nobody holds."""
        if self.draws is None:
            return self.stands.by_strength()
        return self.stands.by_strength() * (52 - known - 3) + self.draws.by_strength()


@lru_cache(maxsize=1)
def all_threes() -> Outcomes:
    sets = (np.int64(1) << triples()).sum(axis=1)
    return Outcomes(sets, strength(*triples().T).astype(np.int64), np.ones(len(sets), np.int64))


@lru_cache(maxsize=1)
def _all_fours() -> tuple[Array, Array, Array]:
    """All sets of four cards, the strength of the best three of each, and of each three in it."""
    four = np.array(list(combinations(range(52), 4)), dtype=np.int64)
    threes = np.array([strength(*four[:, list(three)].T) for three in combinations(range(4), 3)])
    return (np.int64(1) << four).sum(axis=1), threes.max(axis=0).astype(np.int64), threes


@lru_cache(maxsize=4)
def _fours(draws_below: Key) -> Outcomes:
    """Sets of four cards in which at least one three draws: a set stands for each fourth card it can have."""
    sets, best, threes = _all_fours()
    ways = (threes < place_of(draws_below)).sum(axis=0)
    return Outcomes(sets, best, ways).where(ways > 0)


def dealer_outcomes(known: Sequence[int], up: Sequence[int], rules: Rules) -> Dealer:
    """Every way the dealer's cards can come, none of them known; up cards are among the first three."""
    if not up and rules.draws_below != NEVER:
        stands = all_threes().where(all_threes().strong >= place_of(rules.draws_below))
        return Dealer(stands, _fours(rules.draws_below)).without(known)
    return one_by_one(known, up, rules)


def one_by_one(known: Sequence[int], up: Sequence[int], rules: Rules) -> Dealer:
    """The same without the shortcut: three cards, then each fourth card."""
    all_sets, strong = all_threes().sets, all_threes().strong
    possible = ((all_sets & bits(known)) == 0) & ((all_sets & bits(up)) == bits(up))
    if rules.draws_below == NEVER:
        return Dealer(all_threes().where(possible), None)
    drawing = strong < place_of(rules.draws_below)
    first = np.flatnonzero(possible & drawing)
    sets, found = [], []
    for fourth in sorted({*range(52)} - {*known, *up}):
        apart = first[(all_sets[first] & (1 << fourth)) == 0]
        hand = triples()[apart]
        best = strong[apart]
        for i, j in combinations(range(3), 2):
            best = np.maximum(best, strength(hand[:, i], hand[:, j], fourth))
        sets.append(all_sets[apart] | (1 << fourth))
        found.append(best)
    drawn = np.concatenate(sets)
    draws = Outcomes(drawn, np.concatenate(found), np.ones(len(drawn), np.int64))
    return Dealer(all_threes().where(possible & ~drawing), draws)


def as_dealt(together: int, up: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The cards of a set in an order in which they can be dealt: a fourth card comes to a hand that draws."""
    held = [card for card in range(52) if together >> card & 1]
    if len(held) == 3:
        return tuple(held)
    for fourth in held:
        first = [card for card in held if card != fourth]
        if fourth not in up and strength(*first) < place_of(rules.draws_below):
            return (*first, fourth)
    raise AssertionError("no three of the four draw")


# What is paid


def settled(
    table: Table,
    wagers: Mapping[str, int],
    hand: Three,
    action: ActionId | None,
    dealer: Sequence[int],
    swap: tuple[int | None, int | None] = (None, None),
) -> Settlement:
    """One seat, settled; a bank covers everything, a meter stands at its reset."""
    meter = table.sheet.meter
    deal = Deal(
        tuple(dealer),
        [Hand(1, 1, wagers, hand, action, *swap)],
        bank=FULL_COVER if table.sheet.bank else None,
        meter=meter.reset if meter else None,
    )
    return pay_deal(table, deal)


def net(
    table: Table,
    wagers: Mapping[str, int],
    hand: Three,
    action: ActionId | None,
    dealer: Sequence[int],
    swap: tuple[int | None, int | None] = (None, None),
) -> int:
    """What settlement pays one seat."""
    return settled(table, wagers, hand, action, dealer, swap).seats[0].net


def versus(mine: Any, theirs: Any, rules: Rules) -> Array:
    """The showdown result, 0 to 5: not qualified and worse, equal, better; qualified and the same."""
    found: Array = 3 * (np.asarray(theirs) >= place_of(rules.qualifier)) + 1 + np.sign(mine - theirs)
    return found


def ends(by_strength: Array, mine: int, rules: Rules) -> list[int]:
    """How many dealer outcomes end in each showdown result."""
    results = versus(mine, np.arange(len(ladder())), rules)
    return [int(by_strength[results == result].sum()) for result in range(6)]


def example(dealer: Dealer, mine: int, result: int, rules: Rules, up: Sequence[int] = ()) -> tuple[int, ...]:
    """Dealer cards with which a showdown ends in this way."""
    for outcomes in dealer:
        if outcomes is not None:
            hit = np.flatnonzero(versus(mine, outcomes.strong, rules) == result)
            if hit.size:
                return as_dealt(int(outcomes.sets[hit[len(hit) // 2]]), up, rules)
    raise AssertionError("no such outcome")


def all_evs(
    sheet: Sheet, rules: Rules, hand: Three, up: Sequence[int] = (), wagers: Mapping[str, int] | None = None
) -> dict[str, Fraction]:
    """Every action's worth per Ante, named as `advise` names it; each outcome class is paid once."""
    table, bets = open_table(sheet), wagers or {"ante": 1000}
    dealer = dealer_outcomes(hand, up, rules)
    mine = int(strength(*hand))
    total = count = 0
    some: tuple[int, ...] = ()
    for result, number in enumerate(ends(dealer.by_strength(3), mine, rules)):
        if number:
            some = example(dealer, mine, result, rules, up)
            total += number * net(table, bets, hand, "play", some)
            count += number
    # No card of the dealer's changes a fold where no six cards are judged.
    fold = Fraction(net(table, bets, hand, "fold", some), bets["ante"])
    found = {"fold": fold, "play": Fraction(total, count * bets["ante"])}
    if rules.player_draws:
        for card, ev in _draw_evs(table, rules, hand, up, dealer, bets).items():
            found[f"draw:{cards_text([card])}"] = ev
    return found


def _draw_evs(
    table: Table, rules: Rules, hand: Three, up: Sequence[int], dealer: Dealer, bets: Mapping[str, int]
) -> dict[int, Fraction]:
    """The worth of each discard: every drawn card with every dealer outcome beside it."""
    totals, counts = dict.fromkeys(hand, 0), dict.fromkeys(hand, 0)
    paid: dict[tuple[Any, ...], int] = {}
    for drawn in sorted({*range(52)} - {*hand, *up}):
        beside = dealer.without([drawn])
        by_strength = beside.by_strength(4)
        for discard in hand:
            kept = [card for card in hand if card != discard]
            mine = int(strength(kept[0], kept[1], drawn))
            royal = drawn & 3 if ladder()[mine] == MINI_ROYAL else None
            for result, number in enumerate(ends(by_strength, mine, rules)):
                kind = (ladder()[mine][0], royal, result)
                if number and kind not in paid:
                    some = example(beside, mine, result, rules, up)
                    paid[kind] = net(table, bets, hand, "draw", some, (discard, drawn))
                if number:
                    totals[discard] += number * paid[kind]
                    counts[discard] += number
    return {card: Fraction(totals[card], counts[card] * bets["ante"]) for card in hand}


# Every deal by itself


def dealers_beside(hand: Three) -> Iterator[Three]:
    """Each of the 18,424 dealer hands beside a hand."""
    yield from combinations([card for card in range(52) if card not in hand], 3)


def six_card_evs(sheet: Sheet, hand: Three, wagers: Mapping[str, int]) -> dict[str, Fraction]:
    """Fold and play where six cards matter: each of the 18,424 dealer hands is settled by itself."""
    table = open_table(sheet)
    actions: tuple[ActionId, ...] = ("fold", "play")
    return {
        action: Fraction(
            sum(net(table, wagers, hand, action, dealer) for dealer in dealers_beside(hand)),
            18_424 * wagers["ante"],
        )
        for action in actions
    }


@lru_cache(maxsize=1)
def up_to_suits() -> list[tuple[Three, int]]:
    """One hand of each of the 1,755 classes up to suits, with the number of hands in its class."""
    found: dict[Three, int] = {}
    for hand in triples().tolist():
        smallest = min(tuple(sorted(4 * (c >> 2) + p[c & 3] for c in hand)) for p in SUIT_ORDERS)
        a, b, c = smallest
        found[a, b, c] = found.get((a, b, c), 0) + 1
    return list(found.items())


SUIT_ORDERS = tuple(permutations(range(4)))
