"""A question as plain arrays: all that dealing, judging and paying a round needs, for NumPy and for Numba."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.hands import KIND_OF_VALUE
from pitboss.odds.counts import dealing_of
from pitboss.odds.geometry import SUIT_ORDERS, known_by, renamed, up_number
from pitboss.round.table import most_need
from pitboss.sheet.pays import BY_DEALER, HAND_CLASSES
from pitboss.sim.deal_layout import DealLayout
from pitboss.sim.hand_tables import (
    five_suited,
    packed_hands,
    packed_rows,
    row_hands,
    six_by_ranks,
    two_coloured,
    with_actions,
)
from pitboss.sim.line_tables import WIDTHS, SeatLines, SimLine, seat_lines
from pitboss.sim.question import Question

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

# Numbers of the distributions that are counted by value, see `Kinds`.
TABLE, FULL, LEFT, SHORT, FIRST_SEAT = 0, 1, 2, 3, 4
NET, ENVY, WITH_ENVY, UNPAID, UNCOLLECTED, SESSION_LEFT, SESSION_ROUNDS, GAME, FIRST_LINE = range(9)

NEVER, EVERY_HIT, SEVERAL_HITS = 0, 1, 2  # which rounds are written down for the meter


class JudgeArrays(NamedTuple):
    """What dealing and judging needs; every field is a number or an array."""

    seats: int
    cards: int
    groups: npt.NDArray[np.uint64]  # the first place of each word, and the end
    thresholds: npt.NDArray[np.uint64]
    player_draws: bool
    dealer_draws: bool
    draws_below: int
    qualifies_from: int
    shows: int
    hands: npt.NDArray[np.uint32]  # (plans, triples)
    rows: npt.NDArray[np.uint32]
    row_hands: npt.NDArray[np.uint32]
    moved: npt.NDArray[np.uint8]
    up_numbers: npt.NDArray[np.int32]
    choices: npt.NDArray[np.uint8]  # (plans, rows, ups): of those that look at up cards
    plan: Ints  # of each seat; one that goes by the suit of an A-K-Q has four in a row
    by_suit: Flags
    looks: Flags  # whether a seat's plan goes by the up cards
    decides: Flags
    six: Flags  # whether a seat's bet looks at the six cards, at the dealer's hand, at the colours
    dealer: Flags
    colours: Flags
    kind: npt.NDArray[np.uint8]  # by value
    six_by_ranks: npt.NDArray[np.uint8]
    five_suited: npt.NDArray[np.uint8]
    two_coloured: npt.NDArray[np.uint8]


class PayArrays(NamedTuple):
    """What paying needs beyond the classes."""

    seats: int
    nets: Ints  # (seats, axes, cells)
    count_nets: bool  # of each seat: they do not follow from its class
    envy: bool
    envy_cents: Ints  # by hand class of the holder
    envy_bet: Flags  # which seats have made the envy wager
    envy_needs_bet: bool  # of the holder
    envy_of_folded: bool
    envy_folds_lose: bool
    envy_nets: Ints  # (seats, axes, cells) of the envy wager alone
    stake: int  # of the bank; below zero: everything is covered
    collecting: bool
    lines: int  # of a seat, at most
    line_axis: Ints  # (seats, lines) in the order in which they get action; below zero: there is none
    line_profit: Ints  # (seats, lines, cells)
    line_result: Ints
    line_stake: Ints
    line_game: Flags  # whether a line belongs to the main game
    record: int
    takes: Ints  # (seats, axes, cells) how many lines are paid out of the meter
    session: int  # rounds; 0 where there are none
    bankroll: int
    needs: Ints
    kinds: int


@dataclass(frozen=True, eq=False)
class Setup:
    """A question with its arrays and the names behind their numbers."""

    question: Question
    layout: DealLayout
    seats: tuple[SeatLines, ...]
    covered: tuple[tuple[SimLine, ...], ...]  # the lines of each seat in the order in which they get action
    judging: JudgeArrays
    paying: PayArrays
    beyond: bool  # whether anything beyond the classes is counted

    @property
    def classes(self) -> int:
        """All class numbers are below this one."""
        return max(seat.classes for seat in self.seats)

    @property
    def envy_wager(self) -> str | None:
        """The wager whose bettors are paid envy, where somebody is."""
        envy = self.question.table.sheet.envy
        return envy.wager if envy and self.paying.envy else None

    def wager_of(self, line: str) -> str:
        """The wager that a line belongs to: Play and bonuses are the main game's."""
        return line if line in {side.id for side in self.question.table.sides} else "ante"

    def lines_of(self, wager: str) -> frozenset[str]:
        """The lines that make up a wager."""
        return _lines_of(self.question, wager)

    def kind(self, seat: int, which: int) -> int:
        """The number of a seat's distribution."""
        return FIRST_SEAT + seat * (FIRST_LINE + self.paying.lines) + which


def setup(question: Question) -> Setup:
    """Makes the arrays of a question."""
    table, sheet = question.table, question.table.sheet
    dealing = dealing_of(sheet)
    layout = DealLayout(len(question.seats), dealing.player_draws, dealing.dealer_draws)
    seats = tuple(seat_lines(table, seat.wagers, question.starting_meter) for seat in question.seats)
    covered = tuple(_in_order(question, each) for each in seats)
    most = max(len(each) for each in covered)
    hands, choices, plan, looks = _plans(question)
    takes = np.stack([each.takes_meter() for each in seats])
    envy, banked, session = _envies(question), question.stake is not None, question.session
    record = NEVER
    if takes.any():
        # In a round with one winner a meter that stands pays what the class says.
        most_takers = takes.max(axis=2).sum()
        record = EVERY_HIT if question.meter_mode == "moves" else SEVERAL_HITS if most_takers > 1 else NEVER
    judging = JudgeArrays(
        seats=len(seats),
        cards=layout.cards,
        groups=np.array([0, *(places.stop for places in layout.words)], np.uint64),
        thresholds=np.array(layout.thresholds, np.uint64),
        player_draws=layout.player_draws,
        dealer_draws=layout.dealer_draws,
        draws_below=dealing.draws_below,
        qualifies_from=dealing.qualifies_from,
        shows=dealing.shows,
        hands=hands,
        rows=packed_rows(),
        row_hands=row_hands(),
        moved=_moved(),
        up_numbers=_up_numbers(dealing.shows),
        choices=choices,
        plan=plan,
        by_suit=np.array([seat.plan.by_suit for seat in question.seats]),
        looks=looks,
        decides=np.array([each.decides for each in seats]),
        six=np.array(["six cards" in each.looks for each in seats]),
        dealer=np.array([bool(each.looks & BY_DEALER) for each in seats]),
        colours=np.array(["colours" in each.looks for each in seats]),
        kind=np.array(KIND_OF_VALUE, np.uint8),
        six_by_ranks=six_by_ranks(),
        five_suited=five_suited(),
        two_coloured=two_coloured(),
    )
    paying = PayArrays(
        seats=len(seats),
        nets=np.stack([each.nets() for each in seats]),
        count_nets=envy or banked,
        envy=envy,
        **_envy_arrays(question, seats),
        stake=-1 if question.stake is None else question.stake,
        collecting=sheet.bank is not None and sheet.bank.collecting_uses_cover,
        lines=most,
        **_line_arrays(question, covered, most),
        record=record,
        takes=takes,
        session=session.rounds if session else 0,
        bankroll=session.bankroll if session else 0,
        needs=np.array([most_need(table, seat.wagers) for seat in question.seats], np.int64),
        kinds=FIRST_SEAT + len(seats) * (FIRST_LINE + most),
    )
    beyond = envy or banked or session is not None or record != NEVER or len(seats) > 1
    return Setup(question, layout, seats, covered, judging, paying, beyond)


def _in_order(question: Question, seat: SeatLines) -> tuple[SimLine, ...]:
    """The lines of a seat in the order in which a bank covers them (NAPA-11), or as they are settled."""
    bank = question.table.sheet.bank
    if bank is None:
        return seat.lines
    return tuple(line for name in bank.order for line in seat.lines if line.id == name)


def _envies(question: Question) -> bool:
    envy = question.table.sheet.envy
    return (
        envy is not None
        and len(question.seats) > 1
        and any(envy.wager in seat.wagers for seat in question.seats)
    )


def _lines_of(question: Question, wager: str) -> frozenset[str]:
    bonuses = question.table.sheet.bonuses
    return frozenset(("ante", "play", *bonuses)) if wager == "ante" else frozenset((wager,))


def _envy_arrays(question: Question, seats: tuple[SeatLines, ...]) -> dict[str, Any]:
    table, sheet = question.table, question.table.sheet
    envy = sheet.envy
    wager = envy.wager if envy else ""
    ids = _lines_of(question, wager)
    return {
        "envy_cents": np.array(table.book.envy if envy else [0] * HAND_CLASSES, np.int64),
        "envy_bet": np.array([wager in seat.wagers for seat in question.seats]),
        "envy_needs_bet": envy is not None and envy.holder_must_bet,
        "envy_of_folded": envy is not None and envy.folded_holder_counts,
        "envy_folds_lose": envy is not None and sheet.wagers[wager].fold.does == "lose",
        "envy_nets": np.stack([each.nets(ids) for each in seats]),
    }


def _line_arrays(question: Question, covered: tuple[tuple[SimLine, ...], ...], most: int) -> dict[str, Any]:
    sides = {side.id for side in question.table.sides}
    axis = np.full((len(covered), most), -1, np.int64)
    profit = np.zeros((len(covered), most, max(WIDTHS)), np.int64)
    result, stake = np.zeros_like(profit), np.zeros_like(axis)
    game = np.zeros(axis.shape, np.bool_)
    for seat, lines in enumerate(covered):
        for place, line in enumerate(lines):
            axis[seat, place], stake[seat, place] = line.axis, line.stake
            game[seat, place] = line.id not in sides
            profit[seat, place, : len(line.profit)] = line.profit
            result[seat, place, : len(line.result)] = line.result
    return {
        "line_axis": axis,
        "line_profit": profit,
        "line_result": result,
        "line_stake": stake,
        "line_game": game,
    }


def _plans(
    question: Question,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8], Ints, npt.NDArray[np.bool_]]:
    """Hands with the actions of every plan, choices of those that look at up cards, and whose they are."""
    by_hand: dict[str, int] = {}
    by_up: dict[str, int] = {}
    hands: list[npt.NDArray[np.uint32]] = []
    choices: list[npt.NDArray[np.uint8]] = []
    plan, looks = [], []
    for seat in question.seats:
        digest = seat.plan.digest
        looks.append(seat.plan.shows > 0)
        if seat.plan.shows:
            if digest not in by_up:
                by_up[digest] = len(choices)
                choices += list(seat.plan.table) if seat.plan.by_suit else [seat.plan.table]
            plan.append(by_up[digest])
            continue
        if digest not in by_hand:
            by_hand[digest] = len(hands)
            hands.append(with_actions(seat.plan))
        plan.append(by_hand[digest])
    every = np.stack(hands) if hands else packed_hands()[None]
    chosen = np.stack(choices) if choices else np.zeros((1, 1, 1), np.uint8)
    return every, chosen, np.array(plan, np.int64), np.array(looks)


@lru_cache(maxsize=1)
def _moved() -> npt.NDArray[np.uint8]:
    """Every card with its suit renamed by each order of suits: (24, 52)."""
    cards = np.arange(52)
    return np.stack([renamed(cards, order) for order in range(len(SUIT_ORDERS))]).astype(np.uint8)


@lru_cache(maxsize=4)
def _up_numbers(shows: int) -> npt.NDArray[np.int32]:
    """The place in `up_sets` of up cards in any order, at the index `52 * first + second` and so on."""
    every = np.indices((52,) * shows).reshape(shows, 52**shows).T
    return up_number(shows)[known_by(every)].astype(np.int32)
