"""A question as plain arrays: all that dealing, judging and paying a round needs, for NumPy and for Numba."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.counts import dealing_of
from pitboss.odds.geometry import SUIT_ORDERS, known_by, renamed, rows, triple_index, up_number
from pitboss.odds.plan import TRIPLES, Plan, spread_rows
from pitboss.round import judge
from pitboss.round.judge import FIRST, SUITS, WIDTH
from pitboss.round.table import most_need
from pitboss.sheet.pays import BY_DEALER, HAND_CLASSES
from pitboss.sim.deals import DealLayout
from pitboss.sim.line_tables import SeatLines, SimLine, seat_lines
from pitboss.sim.question import Question

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Packed = npt.NDArray[np.uint32]

# Numbers of the distributions that are counted by value: those of the table, then those of each seat.
TABLE, FULL, LEFT, SHORT, FIRST_SEAT = 0, 1, 2, 3, 4
NET, ENVY, WITH_ENVY, UNPAID, UNCOLLECTED, SESSION_LEFT, SESSION_ROUNDS, GAME, FIRST_LINE = range(9)

ACTION: Final = 28  # the bits of a plan's action, above a hand as `judge.Cards.hands` has it
# Where three cards have, in `PlayArrays.rows`, their row of `geometry`, how it is turned, where its cards are
# among the three, their suits, and the suit of the A-K-Q that they can draw, if any.
ROW_BITS, RENAMING, PLACES, ROW_SUITS, ROW_ROYAL = 2047, 11, 16, 22, 27


class PlayArrays(NamedTuple):
    """What dealing and judging needs; every field is a number or an array."""

    seats: int
    cards: int
    groups: Ints  # the first place of each word, and the end
    thresholds: npt.NDArray[np.uint64]
    draws_below: int
    qualifies_from: int
    shows: int
    known: judge.Cards
    hands: Packed  # (plans * triples) with what each plan does that goes by the hand alone
    by_rows: bool  # whether any plan goes by the up cards
    rows: Packed  # by triple
    row_hands: Packed
    moved: npt.NDArray[np.uint8]  # (orders of suits * cards)
    ups: int  # sets of up cards
    up_numbers: npt.NDArray[np.int32]
    choices: npt.NDArray[np.uint8]  # (plans * rows * ups): of those that look at up cards
    plan: Ints  # of each seat; one that goes by the suit of an A-K-Q has four in a row
    by_suit: Flags
    looks: Flags  # whether a seat's plan goes by the up cards
    decides: Flags
    six: Flags  # whether a seat's bet looks at the six cards, at the dealer's hand, at the colours
    dealer: Flags
    colours: Flags


class PayArrays(NamedTuple):
    """What paying needs beyond the ends of hands."""

    seats: int
    nets: Ints  # (seats, cells)
    envy: bool
    envy_cents: Ints  # by hand class of the holder
    envy_bet: Flags  # which seats have made the envy wager
    envy_held: Flags  # whose hands pay envy
    envy_of_folded: bool
    envy_folds_lose: bool
    envy_nets: Ints  # (seats, cells) of the envy wager alone
    stake: int  # of the bank; below zero: everything is covered
    collecting: bool
    lines: int  # of a seat, at most
    line_axis: Ints  # (seats, lines) in the order in which they get action; below zero: there is none
    line_profit: Ints  # (seats, lines, cells)
    line_result: Ints
    line_stake: Ints
    line_game: Flags  # whether a line belongs to the main game
    takers: int  # lines that take from the meter, from which on a round is written down; 0: never
    takes: Ints  # (seats, cells) how many lines are paid out of the meter
    counted: Ints  # the kinds of values that do not follow from the ends
    kinds: int


@dataclass(frozen=True, eq=False)
class Setup:
    """A question with its arrays and the names behind their numbers."""

    question: Question
    layout: DealLayout
    seats: tuple[SeatLines, ...]
    covered: tuple[tuple[SimLine, ...], ...]  # the lines of each seat in the order in which they get action
    playing: PlayArrays
    paying: PayArrays
    needs: tuple[Cents, ...]  # what a round takes of each seat's bankroll
    beyond: bool  # whether anything beyond the ends is counted

    @property
    def classes(self) -> int:
        """All numbers of ends are below this one."""
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
    plans = _plans(question)
    takes = np.stack([each.takes_meter() for each in seats])
    envy, banked = _envies(question), question.stake is not None
    takers = 0
    if takes.any():
        # In a round with one winner a meter that stands pays what the end says.
        most_takers = np.maximum.reduceat(takes, FIRST[:-1], axis=1).sum()
        takers = 1 if question.meter_mode == "moves" else 2 if most_takers > 1 else 0
    playing = PlayArrays(
        seats=len(seats),
        cards=layout.cards,
        groups=np.array(layout.groups),
        thresholds=np.array(layout.thresholds, np.uint64),
        draws_below=dealing.draws_below,
        qualifies_from=dealing.qualifies_from,
        shows=dealing.shows,
        known=judge.cards()._replace(hands=plans["hands"][:TRIPLES]),
        rows=_packed_rows(),
        row_hands=_row_hands(),
        moved=_moved(),
        ups=comb(52, dealing.shows),
        up_numbers=_up_numbers(dealing.shows),
        by_suit=np.array([seat.plan.by_suit for seat in question.seats]),
        by_rows=bool(plans["looks"].any()),
        decides=np.array([each.decides for each in seats]),
        six=np.array(["six cards" in each.looks for each in seats]),
        dealer=np.array([bool(each.looks & BY_DEALER) for each in seats]),
        colours=np.array(["colours" in each.looks for each in seats]),
        **plans,
    )
    envies = _envy_arrays(question, seats)
    paying = PayArrays(
        seats=len(seats),
        nets=np.stack([each.nets() for each in seats]),
        envy=envy,
        **envies,
        stake=-1 if question.stake is None else question.stake,
        collecting=sheet.bank is not None and sheet.bank.collecting_uses_cover,
        lines=most,
        **_line_arrays(question, covered, most),
        takers=takers,
        takes=takes,
        counted=np.array(_counted(covered, envies["envy_bet"] & envy, banked, most)),
        kinds=FIRST_SEAT + len(seats) * (FIRST_LINE + most),
    )
    needs = tuple(most_need(table, seat.wagers) for seat in question.seats)
    beyond = envy or banked or question.session is not None or takers > 0 or len(seats) > 1
    return Setup(question, layout, seats, covered, playing, paying, needs, beyond)


def _counted(covered: tuple[tuple[SimLine, ...], ...], envied: Flags, banked: bool, most: int) -> list[int]:
    """The kinds of values that are counted."""
    found = [TABLE, FULL, LEFT, SHORT] if banked else [TABLE]
    for seat, lines in enumerate(covered):
        kinds = [NET] if banked or envied.any() else []
        kinds += [ENVY, WITH_ENVY] if envied[seat] else []
        kinds += [UNPAID, UNCOLLECTED, GAME, *range(FIRST_LINE, FIRST_LINE + len(lines))] if banked else []
        found += [FIRST_SEAT + seat * (FIRST_LINE + most) + kind for kind in kinds]
    return found


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
    ids, bet = _lines_of(question, wager), np.array([wager in seat.wagers for seat in question.seats])
    return {
        "envy_cents": np.array(table.book.envy if envy else [0] * HAND_CLASSES, np.int64),
        "envy_bet": bet,
        "envy_held": bet if envy is not None and envy.holder_must_bet else np.ones_like(bet),
        "envy_of_folded": envy is not None and envy.folded_holder_counts,
        "envy_folds_lose": envy is not None and sheet.wagers[wager].fold.does == "lose",
        "envy_nets": np.stack([each.nets(ids) for each in seats]),
    }


def _line_arrays(question: Question, covered: tuple[tuple[SimLine, ...], ...], most: int) -> dict[str, Any]:
    sides = {side.id for side in question.table.sides}
    axis = np.full((len(covered), most), -1, np.int64)
    profit = np.zeros((len(covered), most, WIDTH), np.int64)
    result, stake = np.zeros_like(profit), np.zeros_like(axis)
    game = np.zeros(axis.shape, np.bool_)
    for seat, lines in enumerate(covered):
        for place, line in enumerate(lines):
            axis[seat, place], stake[seat, place] = line.axis, line.stake
            game[seat, place] = line.id not in sides
            profit[seat, place], result[seat, place] = line.profit, line.result
    return {
        "line_axis": axis,
        "line_profit": profit,
        "line_result": result,
        "line_stake": stake,
        "line_game": game,
    }


def _plans(question: Question) -> dict[str, Any]:
    """Hands with the actions of every plan, choices of those that look at up cards, and whose they are."""
    by_hand: dict[str, int] = {}
    by_up: dict[str, int] = {}
    hands: list[Packed] = []
    choices: list[npt.NDArray[np.uint8]] = []
    plan, looks = [], []
    for seat in question.seats:
        digest = seat.plan.digest
        looks.append(seat.plan.shows > 0)
        if seat.plan.shows:
            if seat.plan.by_hand:
                text = "Beside an up card a strategy that goes by suits is priced exactly and not simulated"
                raise NotPriced(text, "strategy")
            if digest not in by_up:
                by_up[digest] = len(choices)
                choices += list(seat.plan.table) if seat.plan.by_suit else [seat.plan.table]
            plan.append(by_up[digest])
            continue
        if digest not in by_hand:
            by_hand[digest] = len(hands)
            hands.append(_with_actions(seat.plan))
        plan.append(by_hand[digest])
    return {
        "hands": np.concatenate(hands) if hands else judge.cards().hands,
        "choices": np.concatenate([each.ravel() for each in choices]) if choices else np.zeros(1, np.uint8),
        "plan": np.array(plan, np.int64),
        "looks": np.array(looks),
    }


def _with_actions(plan: Plan) -> Packed:
    """Every hand with the action of a plan that goes by it alone; a draw names the place of its card."""
    every = np.indices((52, 52, 52)).reshape(3, -1).T
    action = np.zeros(len(every), np.int64)
    hands = (every[:, :2] != every[:, 1:]).all(axis=1) & (every[:, 0] != every[:, 2])
    action[hands] = plan.numbers(every[hands])
    return judge.cards().hands | (action << ACTION).astype(np.uint32)


@lru_cache(maxsize=1)
def _packed_rows() -> Packed:
    """Every three cards as they are in their row of `geometry`."""
    spread, suits = spread_rows(), (judge.cards().hands >> np.uint32(SUITS)).astype(np.int64)
    packed = spread.row | spread.renaming.astype(np.int64) << RENAMING
    packed = packed | spread.places.astype(np.int64) << PLACES | suits << ROW_SUITS
    return (packed | spread.royal.astype(np.int64) << ROW_ROYAL).astype(np.uint32)


@lru_cache(maxsize=1)
def _row_hands() -> Packed:
    """The hand of each row, without its suits: few enough to stay in the processor's nearest cache."""
    return judge.cards().hands[triple_index(*rows().cards.T)] & np.uint32((1 << SUITS) - 1)


@lru_cache(maxsize=1)
def _moved() -> npt.NDArray[np.uint8]:
    """Every card with its suit renamed by each order of suits."""
    cards = np.arange(52)
    return np.concatenate([renamed(cards, order) for order in range(len(SUIT_ORDERS))]).astype(np.uint8)


@lru_cache(maxsize=4)
def _up_numbers(shows: int) -> npt.NDArray[np.int32]:
    """The place in `up_sets` of up cards in any order, at the index `52 * first + second` and so on."""
    every = np.indices((52,) * shows).reshape(shows, 52**shows).T
    return up_number(shows)[known_by(every)].astype(np.int32)
