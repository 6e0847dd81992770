"""How often two seats of one deal end in each way where players draw, before any cover.

The deck holds a card for each seat whether it draws or not, so every seat has four cards, one of them last.
Given what the dealer holds, plays and has shown, each set of four has an end for each card that can be the
last, and pairs of sets without a common card are counted (`drawn_hand_pairs`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import VALUES
from pitboss.money import Cents
from pitboss.odds.dealer_cases import DealerCase, every_dealer_case
from pitboss.odds.dealer_hands import six_categories
from pitboss.odds.decisions import ACTIONS, DRAW, FOLD, PLAY, Chooser
from pitboss.odds.drawn_hand_pairs import DrawnPairs, DrawnSeat, Labels, four_places
from pitboss.odds.game import Game
from pitboss.odds.geometry import KIND, SUIT_ORDERS, Ints, all_hands, values_of
from pitboss.odds.not_priced import COUNTED_TOGETHER, joint_reach, seats_draw
from pitboss.odds.plan import Plan, plan_of
from pitboss.odds.results import VERSUS
from pitboss.odds.risk.four_cards import QUADS, TRIPLES
from pitboss.odds.seat_ends import Ends, end_of, seats_together
from pitboss.odds.shared_counts import shared_places
from pitboss.odds.work import Progress
from pitboss.round.settlement import ActionId, looks_at
from pitboss.sheet.pays import HAND_CLASSES, ROYAL, pay_class, shared_classes

PAT: Final = HAND_CLASSES  # kinds of outcome: folded, pat, then drawn; by the class of the first three
DRAWN: Final = 2 * HAND_CLASSES  # and of the last
KINDS: Final = DRAWN + HAND_CLASSES**2


def ends_together(
    game: Game, bets: Sequence[Mapping[str, Cents]], strategy: Chooser, progress: Progress | None = None
) -> Ends:
    """The ends of some seats at one deal, by four cards where they draw and by three where not."""
    count = drawn_seats_together if seats_draw(game.dealing, bets) else seats_together
    return count(game, bets, strategy, progress)


def drawn_seats_together(
    game: Game, bets: Sequence[Mapping[str, Cents]], strategy: Chooser, progress: Progress | None = None
) -> Ends:
    """The ends of two seats at one deal, the first seat's first; this takes a minute or more."""
    beyond = joint_reach(game.dealing, bets, COUNTED_TOGETHER)
    if beyond is not None:
        raise beyond
    different = bets[:1] if bets[1] == bets[0] else bets
    plans = [plan_of(game, strategy, each) if "ante" in each else None for each in different]
    seats = [_Seat(game, each, plan) for each, plan in zip(different, plans, strict=True)]
    first, second = seats[0], seats[-1]
    counted = [DrawnSeat(len(seat.ends)) for seat in seats]
    pairs = DrawnPairs(counted[0], counted[-1])
    orders = [order for order in range(len(SUIT_ORDERS)) if all(seat.leaves(order) for seat in seats)]
    dealers = every_dealer_case(game.dealing, orders, by_first=any(seat.looks.six for seat in seats))
    total = np.zeros((len(first.ends), len(second.ends)), object)  # all deals can be more than 64 bits count
    known: DealerCase | None = None
    for done, case in enumerate(dealers, start=1):
        if known is None or known[:3] != case[:3]:
            pairs.take([seat.labels(case) for seat in seats])
            known = case
        mine, theirs, counts = pairs.count(case.out)
        total[np.ix_(mine, theirs)] += case.ways * counts.astype(object)
        if progress is not None:
            progress(done, len(dealers))
    return {
        (first.ends[one], second.ends[other]): int(total[one, other])
        for one, other in np.argwhere(total).tolist()
    }


class _Seat:
    """One seat's ends by number, and the end of every four cards against one dealer after another."""

    def __init__(self, game: Game, bets: Mapping[str, Cents], plan: Plan | None) -> None:
        self.dealing = game.dealing
        self.looks = game.looks(bets)
        classes = [
            end_of(game.table, bets, action, versus if action != "fold" else 0, paid_as, shared)
            for action, paid_as in _kinds(bets)
            for versus in range(VERSUS)
            for shared in shared_classes(looks_at(game.table, bets))
        ]
        place = {end: number for number, end in enumerate(dict.fromkeys(classes))}
        self.ends = list(place)
        number = np.array([place[each] for each in classes], np.uint16)
        self._number: Labels = number.reshape(KINDS, VERSUS, self.looks.width)
        self._plan = plan  # none where nothing is decided
        self._case: DealerCase | None = None
        self._labels: Labels = np.zeros((4, QUADS), np.uint16)

    def leaves(self, order: int) -> bool:
        """Whether all is alike with the suits in this order: no A-K-Q is paid or played by its suit."""
        suits, number, plan = SUIT_ORDERS[order], self._number, self._plan
        turned = np.concatenate([np.arange(ROYAL), ROYAL + suits])
        drawn = DRAWN + HAND_CLASSES * turned[:, None] + turned
        kinds = np.concatenate([turned, PAT + turned, drawn.ravel()])
        plays = plan is None or not plan.by_suit or bool((plan.table[suits] == plan.table).all())
        return plays and bool((number[kinds] == number).all())

    def labels(self, case: DealerCase) -> tuple[Labels, Ints | None]:
        """The number of the end of every set of four cards, for each of them as the last.

        With it come the sets that may end otherwise than last time; none are told where any may.
        """
        before, self._case = self._case, case
        if before is None or before.shown != case.shown:
            self._chosen = _chosen(self._plan, case.shown)
            self._order = np.argsort(self._chosen.value.ravel(), kind="stable")
            each = np.bincount(self._chosen.value.ravel(), None, VALUES)
            self._begins = np.append(0, np.cumsum(each))  # the places of each value
        if before is None or self._parts_of(before) != self._parts_of(case):
            self._label(case, slice(None))
            return self._labels, None
        # Only hands between both values fare otherwise, those values included.
        low, high = sorted((before.value, case.value))
        moved = self._order[self._begins[low] : self._begins[high + 1]]
        self._label(case, moved)
        return self._labels, np.unique(moved % QUADS)

    def _parts_of(self, case: DealerCase) -> tuple[object, ...]:
        """What tells a hand's end but for its showdown, and changes that of hands of any value."""
        first = case.first if self.looks.six else ()
        category = int(KIND[case.value]) if self.looks.dealer else 0
        return case.shown, first, category, case.value >= self.dealing.qualifies_from

    def _label(self, case: DealerCase, some: Ints | slice) -> None:
        """Numbers the ends of some places."""
        kind, value = (part.ravel()[some] for part in self._chosen)
        versus = (value > case.value).astype(np.uint16) + (value >= case.value)
        cell = kind * VERSUS + versus + 3 * (case.value >= self.dealing.qualifies_from)
        six: Ints | int = 0
        if self.looks.six:
            six = six_categories(np.array(case.first)).astype(np.uint16)[four_places().hand.ravel()[some]]
        if self.looks.six or self.looks.dealer:
            cell = cell * self.looks.width + shared_places(self.looks, case.value, value, six, 0)
        self._labels.ravel()[some] = self._number.ravel().take(cell)


def _kinds(bets: Mapping[str, Cents]) -> list[tuple[ActionId | None, int]]:
    """What was done and what it is paid as, for each kind of outcome."""
    actions: tuple[ActionId | None, ...] = ("fold", "play", "draw") if "ante" in bets else (None,) * 3
    fold, stays, draw = actions
    hands = range(HAND_CLASSES)
    pat = [(action, hand) for action in (fold, stays) for hand in hands]
    return pat + [(draw, pay_class(last, first)) for first in hands for last in hands]


class _Outcomes(NamedTuple):
    """The kind and the final value of sets of four cards, by the card that comes last: (..., 4, sets)."""

    kind: Labels
    value: NDArray[np.int16]


@lru_cache(maxsize=1)
def _every_outcome() -> _Outcomes:
    """What each action makes of every set, discards in the order of the hand's cards: (5, 4, sets)."""
    places, hands = four_places(), all_hands()
    shape = (len(ACTIONS), 4, QUADS)
    found = _Outcomes(np.zeros(shape, np.uint16), np.zeros(shape, np.int16))
    for last in range(4):
        kept = [place for place in range(4) if place != last]
        hand = places.hand[last]
        first = hands.hand_class[hand].astype(np.uint16)
        found.kind[FOLD, last], found.kind[PLAY, last] = first, PAT + first
        found.value[[FOLD, PLAY], last] = hands.value[hand]
        for discard in range(3):
            final = places.cards[:, [last, *(place for place in kept if place != kept[discard])]]
            value = values_of(*final.T).astype(np.int64)
            hand_class = KIND[value] + np.where(KIND[value] == ROYAL, final[:, 0] & 3, 0)
            found.kind[DRAW + discard, last] = DRAWN + HAND_CLASSES * first + hand_class
            found.value[DRAW + discard, last] = value
    return found


def _chosen(plan: Plan | None, shown: tuple[int, ...]) -> _Outcomes:
    """What a plan makes of every set against these up cards: (4, sets)."""
    actions: Ints = np.full(TRIPLES, PLAY)
    if plan is not None:
        ups = np.tile(np.array(shown, np.int64), (TRIPLES, 1))
        actions = plan.numbers(all_hands().cards, ups[:, : plan.shows]).astype(np.int64)
    every = _every_outcome()
    place = actions[four_places().hand] * (4 * QUADS)
    place += np.arange(4 * QUADS).reshape(4, QUADS)
    return _Outcomes(every.kind.ravel().take(place), every.value.ravel().take(place))
