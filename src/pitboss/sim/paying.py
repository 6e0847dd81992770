"""What rounds pay, as arrays: nets by class, envy from other seats, a bank as far as it covers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.sheet.pays import DEALER_CLASSES, HAND_CLASSES, SIX_CLASSES
from pitboss.sim.judging import Judged
from pitboss.sim.line_tables import (
    ABSENT,
    FOLDED,
    LOSE,
    MAIN,
    MAINS,
    OWN,
    PAY,
    RAISED,
    SIX,
    SPANS,
    WIDTHS,
    WIN,
)
from pitboss.sim.run_setup import Ints, Setup


class Cover(NamedTuple):
    """What a bank's stake leaves of rounds."""

    lines: Ints  # (rounds, seats, lines) profits in the order in which they get action
    unpaid: Ints  # (rounds, seats)
    uncollected: Ints
    left: Ints  # (rounds)


class Paid(NamedTuple):
    """The nets of rounds, (rounds, seats)."""

    full: Ints  # before envy, everything covered
    envy: Ints
    nets: Ints
    cover: Cover | None


def cells(classes: Ints) -> tuple[Ints, ...]:
    """The cells of classes on all axes, as `class_parts` has them."""
    rest, six = np.divmod(classes, SIX_CLASSES)
    rest, pay = np.divmod(rest, WIDTHS[PAY])
    rest, main = np.divmod(rest, MAINS)
    colours, dealer = np.divmod(rest, DEALER_CLASSES)
    own = np.minimum(pay % HAND_CLASSES, OWN - 1)
    shared = np.stack([six, own * DEALER_CLASSES + dealer, colours], axis=-1)
    block = np.maximum(0, 1 + (pay - FOLDED) // HAND_CLASSES)
    shared += block[..., None] * np.array(SPANS[SIX:])
    winning = main % 3 * RAISED + np.where(pay < RAISED, pay, pay % HAND_CLASSES)
    return main + np.maximum(0, block - 1) * SPANS[MAIN], pay, *np.moveaxis(shared, -1, 0), winning


def sums(classes: Ints, parts: Ints) -> Ints:
    """Something that each axis adds to, (seats, axes, cells), summed for classes (rounds, seats)."""
    seats = np.arange(classes.shape[1])
    found = np.zeros_like(classes)
    for axis, at in enumerate(cells(classes)):
        found += parts[seats, axis, at]
    return found


def pay_rounds(made: Setup, judged: Judged) -> Paid:
    """Pays rounds; the meter stands."""
    arrays = made.paying
    full = sums(judged.classes, arrays.nets)
    envy = _envy(made, judged) if arrays.envy else np.zeros_like(full)
    if arrays.stake < 0:
        return Paid(full, envy, full + envy, None)
    cover = _cover(made, judged.classes)
    return Paid(full, envy, cover.lines.sum(axis=2), cover)


def _envy(made: Setup, judged: Judged) -> Ints:
    """What each seat is paid for the hands of the others (RIV-11)."""
    arrays = made.paying
    held = arrays.envy_cents[judged.finals]
    if not arrays.envy_of_folded:
        held = np.where(judged.folded, 0, held)
    if arrays.envy_needs_bet:
        held = np.where(arrays.envy_bet, held, 0)
    others = held.sum(axis=1, keepdims=True) - held
    paid = np.broadcast_to(arrays.envy_bet, judged.folded.shape)
    if arrays.envy_folds_lose:
        paid = paid & ~judged.folded
    return np.where(paid, others, 0)


def _cover(made: Setup, classes: Ints) -> Cover:
    """Wagers get action seat by seat as far as the stake goes (NAPA-11)."""
    arrays = made.paying
    rounds, seats = classes.shape
    at = cells(classes)
    left = np.full(rounds, arrays.stake, np.int64)
    lines = np.zeros((rounds, seats, arrays.lines), np.int64)
    unpaid, uncollected = np.zeros((rounds, seats), np.int64), np.zeros((rounds, seats), np.int64)
    for seat in range(seats):
        for place, axis in enumerate(arrays.line_axis[seat].tolist()):
            if axis < 0:
                continue
            cell = at[axis][:, seat]
            due = arrays.line_profit[seat, place][cell]
            result = arrays.line_result[seat, place][cell]
            profit = np.where(result == ABSENT, 0, due)
            lost = result == LOSE
            profit = np.where((result == WIN) & (due > left), left, profit)
            if arrays.collecting:
                profit = np.where(lost & (arrays.line_stake[seat, place] > left), -left, profit)
            profit = np.where(left == 0, 0, profit)
            uses = (result == WIN) | lost if arrays.collecting else result == WIN
            left = left - np.where(uses, np.abs(profit), 0)
            lines[:, seat, place] = profit
            unpaid[:, seat] += np.maximum(due, 0) - np.maximum(profit, 0)
            uncollected[:, seat] += np.maximum(-due, 0) - np.maximum(-profit, 0)
    return Cover(lines, unpaid, uncollected, left)
