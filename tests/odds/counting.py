"""Plain counting: every dealer outcome one by one, ranked by the naive evaluator, paid by settlement.

Nothing of `pitboss.odds` is used here. Cards are the numbers 4 * rank + suit.
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
from pitboss.round.settle import ActionId, Deal, Hand, settle
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


def place_of(lowest: Key) -> int:
    """The strength from which hands are at least a key."""
    return sum(key < lowest for key in ladder())


class Rules(NamedTuple):
    """What the naive count must be told of a sheet."""

    qualifier: Key = QUEEN_HIGH
    draws_below: Key = NEVER
    player_draws: bool = False


class Outcomes(NamedTuple):
    """Dealer outcomes: the cards in the order dealt, their strength, and how many each stands for."""

    cards: Array  # (n, 3 or 4)
    strong: Array
    weight: int


@lru_cache(maxsize=4)
def four_sets() -> tuple[Array, Array]:
    """All sets of four cards, and the strength of the best three of each."""
    four = np.array(list(combinations(range(52), 4)), dtype=np.int8)
    best = np.max([strength(*four[:, list(three)].T) for three in combinations(range(4), 3)], axis=0)
    return four, best


def dealer_outcomes(known: Sequence[int], up: Sequence[int], rules: Rules) -> list[Outcomes]:
    """Every way the dealer's cards can come, none of them known; up cards are among the first three."""
    first = triples()
    keep = ~np.isin(first, known).any(axis=1)
    for card in up:
        keep &= (first == card).any(axis=1)
    first = first[keep]
    strong = strength(first[:, 0], first[:, 1], first[:, 2])
    draws = strong < place_of(rules.draws_below)
    left = 52 - len(known) - 3
    if rules.draws_below == NEVER:
        return [Outcomes(first, strong, 1)]
    found = [Outcomes(first[~draws], strong[~draws], left)]  # a standing hand goes with any fourth card
    first, strong = first[draws], strong[draws]
    drawn = []
    for fourth in sorted({*range(52)} - {*known}):
        apart = (first != fourth).all(axis=1)
        hand = first[apart]
        best = strong[apart]
        for i, j in combinations(range(3), 2):
            best = np.maximum(best, strength(hand[:, i], hand[:, j], fourth))
        drawn.append((np.column_stack([hand, np.full(len(hand), fourth)]), best))
    found.append(Outcomes(np.concatenate([c for c, _ in drawn]), np.concatenate([b for _, b in drawn]), 1))
    return found


def net(
    table: Table,
    wagers: Mapping[str, int],
    hand: Three,
    action: ActionId | None,
    dealer: Sequence[int] | Array,
    swap: tuple[int | None, int | None] = (None, None),
) -> int:
    """What settlement pays one seat."""
    seat = Hand(1, 1, wagers, hand, action, *swap)
    meter = table.sheet.meter
    deal = Deal(tuple(int(card) for card in dealer), [seat], meter=meter.reset * 10**6 if meter else None)
    return settle(table, deal).seats[0].net


def classes(outcomes: Outcomes, mine: int, qualifies: int) -> Iterator[tuple[int, Array, int]]:
    """The showdown results among some outcomes: which, cards of one of them, how many."""
    versus = 3 * (outcomes.strong >= qualifies) + 1 + np.sign(mine - outcomes.strong)
    for result in range(6):
        hit = np.flatnonzero(versus == result)
        if hit.size:
            yield result, outcomes.cards[hit[len(hit) // 2]], len(hit) * outcomes.weight


def play_ev(
    sheet: Sheet, rules: Rules, hand: Three, up: Sequence[int] = (), wagers: Mapping[str, int] | None = None
) -> Fraction:
    """The mean net of playing pat, per Ante."""
    table, bets = open_table(sheet), wagers or {"ante": 1000}
    total = count = 0
    for outcomes in dealer_outcomes(hand, up, rules):
        for _, dealer, number in classes(outcomes, int(strength(*hand)), place_of(rules.qualifier)):
            total += number * net(table, bets, hand, "play", dealer)
            count += number
    return Fraction(total, count * bets["ante"])


def fold_ev(
    sheet: Sheet, rules: Rules, hand: Three, up: Sequence[int] = (), wagers: Mapping[str, int] | None = None
) -> Fraction:
    """The net of folding, per Ante: no card of the dealer's changes it where no six cards are judged."""
    bets = wagers or {"ante": 1000}
    some = next(each for each in dealer_outcomes(hand, up, rules) if len(each.cards))
    return Fraction(net(open_table(sheet), bets, hand, "fold", some.cards[0]), bets["ante"])


def beside_a_draw(known: Sequence[int], rules: Rules) -> list[tuple[Array, Array, Array]]:
    """Dealer outcomes beside a player's draw as (cards, strength, weight); a set of four cards stands for all
    the ways in which one of them can be the fourth."""
    if rules.draws_below == NEVER:
        (plain,) = dealer_outcomes(known, (), rules)
        return [(plain.cards, plain.strong, np.ones(len(plain.strong), np.int64))]
    first = triples()[~np.isin(triples(), known).any(axis=1)]
    strong = strength(first[:, 0], first[:, 1], first[:, 2])
    stands = strong >= place_of(rules.draws_below)
    four, best, ways = _ways(rules.draws_below)
    taken = np.zeros(52, bool)
    taken[list(known)] = True
    apart = ~(taken[four[:, 0]] | taken[four[:, 1]] | taken[four[:, 2]] | taken[four[:, 3]])
    return [
        (first[stands], strong[stands], np.full(int(stands.sum()), 52 - len(known) - 3)),
        (four[apart], best[apart], ways[apart]),
    ]


@lru_cache(maxsize=4)
def _ways(draws_below: Key) -> tuple[Array, Array, Array]:
    """The sets of four with at least one drawing hand of three in them, and how many there are in each."""
    four, best = four_sets()
    limit = place_of(draws_below)
    ways = np.zeros(len(four), np.int64)
    for three in combinations(range(4), 3):
        ways += strength(*four[:, list(three)].T) < limit
    return four[ways > 0], best[ways > 0], ways[ways > 0]


def draw_evs(
    sheet: Sheet, rules: Rules, hand: Three, wagers: Mapping[str, int] | None = None
) -> dict[int, Fraction]:
    """The mean net of each discard, per Ante: every drawn card with every dealer outcome."""
    table, bets = open_table(sheet), wagers or {"ante": 1000}
    qualified = np.arange(len(ladder())) >= place_of(rules.qualifier)
    totals, counts = dict.fromkeys(hand, 0), dict.fromkeys(hand, 0)
    paid: dict[tuple[Any, ...], int] = {}
    for drawn in sorted({*range(52)} - {*hand}):
        for dealers, strong, weight in beside_a_draw([*hand, drawn], rules):
            number_of = np.bincount(strong, weight, len(ladder())).astype(np.int64)
            for discard in hand:
                kept = [card for card in hand if card != discard]
                mine = int(strength(kept[0], kept[1], drawn))
                versus = 3 * qualified + 1 + np.sign(mine - np.arange(len(ladder())))
                for result in range(6):
                    number = int(number_of[versus == result].sum())
                    if not number:
                        continue
                    royal = drawn & 3 if ladder()[mine] == (5, 14) else None
                    kind = (ladder()[mine][0], royal, result)
                    if kind not in paid:
                        dealer = dealers[int(np.argmax(versus[strong] == result))]
                        paid[kind] = net(table, bets, hand, "draw", dealer, (discard, drawn))
                    totals[discard] += number * paid[kind]
                    counts[discard] += number
    return {card: Fraction(totals[card], counts[card] * bets["ante"]) for card in hand}


def all_evs(
    sheet: Sheet, rules: Rules, hand: Three, up: Sequence[int] = (), wagers: Mapping[str, int] | None = None
) -> dict[str, Fraction]:
    """Every action's worth, named as `advise` names it."""
    found = {
        "fold": fold_ev(sheet, rules, hand, up, wagers),
        "play": play_ev(sheet, rules, hand, up, wagers),
    }
    if rules.player_draws:
        for card, ev in draw_evs(sheet, rules, hand, wagers).items():
            found[f"draw:{cards_text([card])}"] = ev
    return found


def six_card_evs(sheet: Sheet, hand: Three, wagers: Mapping[str, int]) -> dict[str, Fraction]:
    """Fold and play where six cards matter: each of the 18,424 dealer hands is settled by itself."""
    table = open_table(sheet)
    dealers = triples()[~np.isin(triples(), hand).any(axis=1)].tolist()
    actions: tuple[ActionId, ...] = ("fold", "play")
    return {
        action: Fraction(
            sum(net(table, wagers, hand, action, dealer) for dealer in dealers), len(dealers) * wagers["ante"]
        )
        for action in actions
    }


@lru_cache(maxsize=1)
def up_to_suits() -> list[tuple[Three, int]]:
    """One hand of each of the 1,755 classes up to suits, with the number of hands in its class."""
    found: dict[Three, int] = {}
    for hand in triples().tolist():
        smallest = min(tuple(sorted(4 * (c >> 2) + p[c & 3] for c in hand)) for p in _SUIT_ORDERS)
        a, b, c = smallest
        found[a, b, c] = found.get((a, b, c), 0) + 1
    return list(found.items())


_SUIT_ORDERS = tuple(permutations(range(4)))
