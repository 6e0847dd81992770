"""How often one seat, or two seats of the same deal, end in each way, before any cover.

Two seats share the dealer's hand and the deck, so their ends are counted together: for each dealer's hand up
to suits, every hand of three cards falls into one end of each seat. Pairs of hands without a common card are
all pairs, less those that share a card, plus those that share two, less those that share three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from pitboss.hands import value3
from pitboss.money import Cents
from pitboss.odds.class_payoffs import SUITS, Payoffs
from pitboss.odds.counts import VERSUS
from pitboss.odds.dealer_hands import six_categories
from pitboss.odds.decisions import PLAY, Chooser, from_value
from pitboss.odds.geometry import Flags, Ints, rows
from pitboss.odds.hand_table import PAIRS, all_hands, disjoint_pairs, up_beside_rows
from pitboss.odds.reach import joint_reach
from pitboss.odds.risk.four_cards import four_card_sets
from pitboss.odds.sheet_price import Game
from pitboss.odds.six_card_counts import SIXES
from pitboss.odds.suit_orders import family_of, orbits
from pitboss.odds.work import Progress
from pitboss.round.profit import Meter
from pitboss.round.settlement import ActionId, Line, needs_six, outcome_lines
from pitboss.round.table import Table
from pitboss.sheet.payclass import HAND_CLASSES, pay_class

SeatEnd = tuple[Line, ...]
# How many deals end so, seat by seat.
Ends = dict[tuple[SeatEnd, ...], int]
FOURTHS: Final = 43  # fourth cards that the dealer's hand and those of two seats leave


def one_seat(game: Game, bets: Mapping[str, Cents], strategy: Chooser, pays: Payoffs | None = None) -> Ends:
    """Every end of one seat; `pays` is what the strategy goes by where that is not full cover."""
    stays = _stays(bets)
    ends = game.tally_of(bets, pays or game.payoffs_of(bets), strategy if stays else from_value(0))
    found: Counter[tuple[SeatEnd, ...]] = Counter()

    def add(number: int, action: ActionId | None, versus: int, paid_as: int, six: int) -> None:
        found[(end_of(game.table, bets, action, versus, paid_as, six),)] += number

    for hand, six in np.argwhere(ends.fold).tolist():
        add(int(ends.fold[hand, six]), "fold", 0, hand, six)
    for hand, versus, six in np.argwhere(ends.pat).tolist():
        add(int(ends.pat[hand, versus, six]), stays, versus, hand, six)
    for first, final, versus, six in np.argwhere(ends.drawn).tolist():
        add(int(ends.drawn[first, final, versus, six]), "draw", versus, pay_class(final, first), six)
    return dict(found)


def end_of(
    table: Table, bets: Mapping[str, Cents], action: ActionId | None, versus: int, paid_as: int, six: int = 0
) -> SeatEnd:
    """The lines of one outcome class. A player-banked sheet has no meter."""
    return tuple(outcome_lines(table, bets, action, versus, paid_as, six, Meter(0, 0)))


def _stays(bets: Mapping[str, Cents]) -> ActionId | None:
    return "play" if "ante" in bets else None


def two_seats(
    game: Game,
    bets: tuple[Mapping[str, Cents], Mapping[str, Cents]],
    strategy: Chooser,
    progress: Progress | None = None,
) -> Ends:
    """Every pair of ends of two seats at one deal, the first seat's first, where no player draws."""
    beyond = joint_reach(game.dealing, bets)
    if beyond is not None:
        raise beyond
    first = _Seat.of(game, bets[0], strategy)
    second = first if bets[0] == bets[1] else _Seat.of(game, bets[1], strategy)
    dealers = _dealers(game, up_to_suits=first.suits_alike and second.suits_alike)
    total = np.zeros((len(first.ends), len(second.ends)), object)
    for done, (cards, weight) in enumerate(dealers, start=1):
        for (mine, theirs), ways in _labels(game, cards, first, second).items():
            left = np.frombuffer(mine, np.uint16)
            right = left if theirs == mine else np.frombuffer(theirs, np.uint16)
            pairs = disjoint_pairs(left, right, len(first.ends), len(second.ends))
            total += weight * ways * pairs.astype(object)  # all deals can be more than 64 bits count
        if progress is not None:
            progress(done, len(dealers))
    return {(first.ends[a], second.ends[b]): int(total[a, b]) for a, b in np.argwhere(total).tolist()}


@dataclass(frozen=True, slots=True)
class _Seat:
    """One seat's ends by number, the number of each outcome class, and what its strategy chooses."""

    ends: list[SeatEnd]
    sixes: int  # categories of six cards that are told apart: one where none is
    number: Ints  # (2 actions * 6 showdown results * 10 hand classes * sixes)
    actions: Callable[[tuple[int, ...]], Ints]  # up cards -> for each hand, where its action's classes begin
    suits_alike: bool  # whether no mini royal is paid by its suit

    @classmethod
    def of(cls, game: Game, bets: Mapping[str, Cents], strategy: Chooser) -> _Seat:
        stays = _stays(bets)
        doing: tuple[ActionId | None, ...] = ("fold" if stays else None, stays)
        sixes = SIXES if needs_six(game.table, bets) else 1
        classes = [
            end_of(game.table, bets, action, versus if action != "fold" else 0, hand, six)
            for action in doing
            for versus in range(VERSUS)
            for hand in range(HAND_CLASSES)
            for six in range(sixes)
        ]
        place = {end: number for number, end in enumerate(dict.fromkeys(classes))}
        ends = list(place)
        number = np.array([place[each] for each in classes], np.uint16)
        royals = number.reshape(-1, HAND_CLASSES, sixes)[:, HAND_CLASSES - SUITS :]
        choose = strategy if stays else from_value(0)
        plays = _plays(game, bets, choose)

        @lru_cache(maxsize=PAIRS)
        def actions(shown: tuple[int, ...]) -> Ints:
            return plays[all_hands().row, up_beside_rows(shown)] * np.uint16(VERSUS * HAND_CLASSES * sixes)

        return cls(ends, sixes, number, actions, bool((royals == royals[:, :1]).all()))


def _plays(game: Game, bets: Mapping[str, Cents], choose: Chooser) -> Flags:
    """Whether each row plays against each set of up cards: (rows, ups)."""
    shows = game.dealing.shows
    found = np.zeros((len(rows()), comb(52, shows)), bool)
    for chunk in game.worths(bets, by_hands=True):
        mine, plays = chunk.counts.rows, choose(chunk) == PLAY
        if plays.shape[1] < found.shape[1]:  # up cards are told up to suits
            plays = plays[:, orbits(shows, int(family_of()[mine[0]])).of]
        found[mine] = plays
    return found


def _dealers(game: Game, *, up_to_suits: bool) -> list[tuple[tuple[int, ...], int]]:
    """Every dealer's hand with the number it stands for; all 22,100 where a suit is paid for.

    Where the dealer draws, a hand that stands goes with each of the fourth cards that two seats leave, and
    other hands come as sets of four cards, the fourth being any of them.
    """
    dealing, hands = game.dealing, rows()
    found = [(tuple(hand), n) for hand, n in zip(hands.cards.tolist(), hands.weight.tolist(), strict=True)]
    if not up_to_suits:
        found = [(tuple(hand), 1) for hand in all_hands().cards.tolist()]
    if not dealing.dealer_draws:
        return found
    stand = [
        (hand, FOURTHS * n) for hand, n in found if value3(hand[0], hand[1], hand[2]) >= dealing.draws_below
    ]
    sets = four_card_sets()
    if not up_to_suits:
        return stand + [(tuple(four), 1) for four in sets.quads.tolist()]
    fours = zip(sets.quads[sets.first].tolist(), sets.size.tolist(), strict=True)
    return stand + [(tuple(four), n) for four, n in fours]


def _labels(game: Game, cards: tuple[int, ...], first: _Seat, second: _Seat) -> Counter[tuple[bytes, bytes]]:
    """The end of every hand at each seat against the dealer's cards, and how many up cards give it.

    A hand that the dealer's cards rule out has the number after the last end. Most up cards lead to the same
    decisions, and then the same counts serve them all.
    """
    hands = all_hands()
    value = max(value3(*three) for three in combinations(cards, 3))
    versus = (hands.value > value).astype(np.uint16) + (hands.value >= value)
    cell = (versus + np.uint16(3 * (value >= game.dealing.qualifies_from))) * HAND_CLASSES + hands.hand_class
    taken = hands.holds[list(cards)].any(axis=0)

    def labels(seat: _Seat, shown: tuple[int, ...], six: Ints | None) -> bytes:
        place = cell if six is None else cell * np.uint16(seat.sixes) + six
        label = seat.number[place + seat.actions(shown)]
        label[taken] = len(seat.ends)
        return label.tobytes()

    found: Counter[tuple[bytes, bytes]] = Counter()
    for dealer in _first_three(game, cards):
        told = (
            six_categories(np.array(dealer)).astype(np.uint16) if max(first.sixes, second.sixes) > 1 else None
        )
        for shown in combinations(dealer, game.dealing.shows):
            mine, theirs = (labels(seat, shown, told if seat.sixes > 1 else None) for seat in (first, second))
            found[mine, theirs] += 1
    return found


def _first_three(game: Game, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The hands that the dealer can have had first: of four cards those that draw."""
    if len(cards) == 3:
        return [cards]
    return [three for three in combinations(cards, 3) if value3(*three) < game.dealing.draws_below]
