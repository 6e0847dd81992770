"""How often one seat, or two seats of the same deal, end in each way, before any cover.

Seats share the dealer's hand and the deck, so their ends are counted together: for each dealer's hand up to
suits, every hand of three cards falls into one end of each seat, and pairs of hands without a common card are
counted (`geometry.disjoint_pairs`). See "The bank's side" in docs/method.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import value3
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Looks, colours_beside, six_categories
from pitboss.odds.decisions import Chooser, from_value, places_of
from pitboss.odds.game import Game
from pitboss.odds.geometry import (
    PAIRS,
    SUITS,
    Cards,
    Ints,
    all_hands,
    disjoint_pairs,
    rows,
    up_beside_rows,
)
from pitboss.odds.inclusion import VERSUS
from pitboss.odds.not_priced import joint_reach
from pitboss.odds.risk.disjoint_hands import four_card_sets
from pitboss.odds.work import Progress
from pitboss.round.settlement import ActionId, Line, Meter, looks_at, outcome_lines
from pitboss.round.table import Table, raises_of
from pitboss.sheet.pays import BLACK, HAND_CLASSES, pay_class, shared_classes

SeatEnd = tuple[Line, ...]
# How many deals end so, seat by seat.
Ends = dict[tuple[SeatEnd, ...], int]


def one_seat(game: Game, bets: Mapping[str, Cents], strategy: Chooser, pays: Payoffs | None = None) -> Ends:
    """Every end of one seat; `pays` is what the strategy goes by where that is not full cover."""
    stays = _stays(bets)
    ends = game.tally_of(bets, pays or game.payoffs_of(bets), strategy if stays else from_value(0))
    found: Counter[tuple[SeatEnd, ...]] = Counter()
    shared = shared_classes(looks_at(game.table, bets))

    def add(number: int, action: ActionId | None, versus: int, paid_as: int, place: int) -> None:
        found[(end_of(game.table, bets, action, versus, paid_as, shared[place]),)] += number

    for hand, six in np.argwhere(ends.fold).tolist():
        add(int(ends.fold[hand, six]), "fold", 0, hand, six)
    for action, pat in ((stays, ends.pat), *ends.raised.items()):
        for hand, versus, six in np.argwhere(pat).tolist():
            add(int(pat[hand, versus, six]), action, versus, hand, six)
    for first, final, versus, six in np.argwhere(ends.drawn).tolist():
        add(int(ends.drawn[first, final, versus, six]), "draw", versus, pay_class(final, first), six)
    return dict(found)


def end_of(
    table: Table,
    bets: Mapping[str, Cents],
    action: ActionId | None,
    versus: int,
    paid_as: int,
    shared: int = 0,
) -> SeatEnd:
    """The lines of one outcome class. A player-banked sheet has no meter."""
    return tuple(outcome_lines(table, bets, action, versus, paid_as, shared, Meter(0, 0)))


def _stays(bets: Mapping[str, Cents]) -> ActionId | None:
    return "play" if "ante" in bets else None


def two_seats(
    game: Game,
    bets: Sequence[Mapping[str, Cents]],
    strategy: Chooser,
    progress: Progress | None = None,
) -> Ends:
    """The ends of two seats at one deal, the first seat's first, where none of them draws."""
    beyond = joint_reach(game.dealing, bets)
    if beyond is not None:
        raise beyond
    one, other = bets
    first = _Seat.of(game, one, strategy)
    seats = first, first if other == one else _Seat.of(game, other, strategy)
    dealers = _dealers(game, up_to_suits=all(seat.suits_alike for seat in seats))
    total = np.zeros([len(seat.ends) for seat in seats], object)  # all deals can be more than 64 bits count
    for done, (cards, weight) in enumerate(dealers, start=1):
        for labels, ways in _labels(game, cards, seats).items():
            used, counts = _count([np.frombuffer(each, np.uint32) for each in labels], seats)
            total[np.ix_(*used)] += weight * ways * counts.astype(object)
        if progress is not None:
            progress(done, len(dealers))
    found = np.argwhere(total).tolist()
    return {
        tuple(seat.ends[end] for seat, end in zip(seats, each, strict=True)): int(total[tuple(each)])
        for each in found
    }


def _count(labels: Sequence[Ints], seats: Sequence[_Seat]) -> tuple[list[Ints], Ints]:
    """The ends that there are against a dealer's hand, and the deals in each two of them."""
    used: list[Ints] = []
    names: list[Ints] = []
    for number, (label, seat) in enumerate(zip(labels, seats, strict=True)):
        twin = next((i for i in range(number) if seats[i] is seat), None)
        if twin is not None:
            used.append(used[twin])
            names.append(names[twin])
            continue
        there = np.flatnonzero(np.bincount(label, minlength=len(seat.ends) + 1)[:-1])
        name = np.full(len(seat.ends) + 1, len(there))
        name[there] = np.arange(len(there))
        used.append(there)
        names.append(name[label])
    return used, disjoint_pairs(names[0], names[1], len(used[0]), len(used[1]))


@dataclass(frozen=True, slots=True, eq=False)
class _Seat:
    """One seat's ends by number, the number of each outcome class, and what its strategy chooses."""

    ends: list[SeatEnd]
    looks: Looks  # at what its bets look beside its own cards
    number: Ints  # (fold, play and each raise * showdown results * hand classes * shared classes)
    actions: Callable[[tuple[int, ...]], Ints]  # up cards -> for each hand, where its action's classes begin
    suits_alike: bool  # whether no mini royal is paid by its suit, and nothing by colours

    @classmethod
    def of(cls, game: Game, bets: Mapping[str, Cents], strategy: Chooser) -> _Seat:
        stays = _stays(bets)
        raises = raises_of(game.sheet) if stays else ()
        doing: tuple[ActionId | None, ...] = ("fold" if stays else None, stays, *raises)
        looks, width = game.looks(bets), game.looks(bets).width
        classes = [
            end_of(game.table, bets, action, versus if action != "fold" else 0, hand, shared)
            for action in doing
            for versus in range(VERSUS)
            for hand in range(HAND_CLASSES)
            for shared in shared_classes(looks_at(game.table, bets))
        ]
        place = {end: number for number, end in enumerate(dict.fromkeys(classes))}
        ends = list(place)
        number = np.array([place[each] for each in classes], np.uint32)
        royals = number.reshape(-1, HAND_CLASSES, width)[:, HAND_CLASSES - SUITS :]
        choose = strategy if stays else from_value(0)
        does = places_of(raises)[_chosen(game, bets, choose)] * (VERSUS * HAND_CLASSES * width)

        @lru_cache(maxsize=PAIRS)
        def actions(shown: tuple[int, ...]) -> Ints:
            return does[all_hands().row, up_beside_rows(shown)]

        alike = bool((royals == royals[:, :1]).all()) and not looks.colours
        return cls(ends, looks, number, actions, alike)


def _chosen(game: Game, bets: Mapping[str, Cents], choose: Chooser) -> NDArray[np.uint8]:
    """The number of what each row does against each set of up cards: (rows, ups)."""
    shows = game.dealing.shows
    found = np.zeros((len(rows()), comb(52, shows)), np.uint8)
    for chunk in game.worths(bets):
        found[chunk.counts.rows] = choose(chunk)
    return found


def _dealers(game: Game, *, up_to_suits: bool) -> list[tuple[tuple[int, ...], int]]:
    """Every dealer's hand with the number it stands for; all 22,100 where a suit is paid for.

    Where the dealer draws, a hand that stands goes with each of the fourth cards that the seats leave, and
    other hands come as sets of four cards, the fourth being any of them.
    """
    dealing, hands = game.dealing, rows()
    found = [(tuple(hand), n) for hand, n in zip(hands.cards.tolist(), hands.weight.tolist(), strict=True)]
    if not up_to_suits:
        found = [(tuple(hand), 1) for hand in all_hands().cards.tolist()]
    if not dealing.dealer_draws:
        return found
    fourths = 52 - 3 * 3  # that the dealer and two seats leave
    stand = [
        (hand, fourths * n) for hand, n in found if value3(hand[0], hand[1], hand[2]) >= dealing.draws_below
    ]
    sets = four_card_sets()
    if not up_to_suits:
        return stand + [(tuple(four), 1) for four in sets.quads.tolist()]
    fours = zip(sets.quads[sets.first].tolist(), sets.size.tolist(), strict=True)
    return stand + [(tuple(four), n) for four, n in fours]


def _labels(game: Game, cards: tuple[int, ...], seats: Sequence[_Seat]) -> Counter[tuple[bytes, ...]]:
    """The end of every hand at each seat against the dealer's cards, and how many up cards give it.

    A hand that the dealer's cards rule out has the number after the last end. Most up cards lead to the same
    decisions, and then the same counts serve them all.
    """
    hands = all_hands()
    value = max(value3(*three) for three in combinations(cards, 3))
    versus = 3 * (value >= game.dealing.qualifies_from) + (hands.value > value) + (hands.value >= value)
    cell = versus * HAND_CLASSES + hands.hand_class
    taken = hands.holds[list(cards)].any(axis=0)

    def labels(seat: _Seat, shown: tuple[int, ...], shared: Ints) -> bytes:
        label = seat.number[cell * seat.looks.width + shared + seat.actions(shown)]
        label[taken] = len(seat.ends)
        return label.tobytes()

    found: Counter[tuple[bytes, ...]] = Counter()
    different = list(dict.fromkeys(seats))
    for dealer in _first_three(game, cards):
        shared = {seat: _shared(seat.looks, np.array(dealer), value) for seat in different}
        for shown in combinations(dealer, game.dealing.shows):
            known = {seat: labels(seat, shown, shared[seat]) for seat in different}
            found[tuple(known[seat] for seat in seats)] += 1
    return found


def _shared(looks: Looks, dealer: Cards, value: int) -> Ints:
    """What the bets of a seat look at beside each hand, against a dealer who ends with this value."""
    six = six_categories(dealer) if looks.six else 0
    colours = colours_beside(dealer, BLACK[1]) if looks.colours else 0
    return looks.place(value, all_hands().value, six, colours)


def _first_three(game: Game, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The hands that the dealer can have had first: of four cards those that draw."""
    if len(cards) == 3:
        return [cards]
    return [three for three in combinations(cards, 3) if value3(*three) < game.dealing.draws_below]
