"""The compiled kernel's other half: pays rounds whose ends are known, and counts what they come to.

It does what `paying` and `array_engine` do, in Numba: envy, a bank's cover, sessions, the meter's winners.
Numba keeps what it has compiled (`compiling`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pitboss.sheet.pays import DEALER_CLASSES, HAND_CLASSES, SIX_CLASSES
from pitboss.sim.compiling import compiled
from pitboss.sim.kernel import FINAL, FOLD
from pitboss.sim.line_tables import (
    ABSENT,
    COLOURS,
    DEALER,
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
    WINNING,
)
from pitboss.sim.run_setup import (
    ENVY,
    EVERY_HIT,
    FIRST_LINE,
    FIRST_SEAT,
    FULL,
    GAME,
    LEFT,
    NET,
    NEVER,
    SESSION_LEFT,
    SESSION_ROUNDS,
    SHORT,
    TABLE,
    UNCOLLECTED,
    UNPAID,
    WITH_ENVY,
    Ints,
    PayArrays,
)

EMPTY: Final = -(2**63)
SHIFT: Final = 1 << 50  # values are counted from here, so that none is below zero
PLAYED, USED, EVENTS, PRODUCT = range(4)  # of `state`
NUMBER: Final = (1 << FINAL) - 1  # of an end: its class
_AXES: Final = len(WIDTHS)
_PAYS: Final = WIDTHS[PAY]
_SIX, _DEALER, _COLOURS = SPANS[SIX:]
_GOLDEN, _HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


@compiled
def _find_cells(number: int, at: Ints) -> None:
    """The cell of a class on every axis, as `class_parts` has them."""
    rest, six = number // SIX_CLASSES, number % SIX_CLASSES
    rest, paid = rest // _PAYS, rest % _PAYS
    rest, main = rest // MAINS, rest % MAINS
    at[MAIN], at[PAY], at[SIX], at[COLOURS] = main, paid, six, rest // DEALER_CLASSES
    at[DEALER] = min(paid % HAND_CLASSES, OWN - 1) * DEALER_CLASSES + rest % DEALER_CLASSES
    at[WINNING] = main % 3 * RAISED + paid
    if paid >= FOLDED:
        block = 1 + (paid - FOLDED) // HAND_CLASSES
        at[SIX] += block * _SIX
        at[DEALER] += block * _DEALER
        at[COLOURS] += block * _COLOURS
        if paid >= RAISED:
            at[MAIN] += (block - 1) * MAINS
            at[WINNING] += paid % HAND_CLASSES - paid


@compiled
def _sum(parts: Ints, at: Ints) -> int:
    """What the cells of all axes add to."""
    found = 0
    for axis in range(_AXES):
        found += parts[axis, at[axis]]
    return found


@compiled
def pay(
    ends: npt.NDArray[np.uint32],
    first: int,
    a: PayArrays,
    keys: Ints,
    counts: Ints,
    events: Ints,
    state: Ints,
    sessions: Ints,
    trace: Ints,
) -> int:
    """Pays rounds from the first on; returns the round after the last one that there was room for.

    `sessions` has what is left to each seat, and the round of its ruin; `trace` (rounds, seats, 3 + lines)
    takes down each round where it has room.
    """
    seats, lines, banked = a.seats, a.lines, a.stake >= 0
    mask, tight = len(keys) - 1, len(keys) // 2 - 2 * a.kinds
    kinds, values = np.zeros(a.kinds, np.int64), np.zeros(a.kinds, np.int64)
    nets, envies = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    takes, at = np.zeros(seats, np.int64), np.zeros(_AXES, np.int64)
    for number in range(first, len(ends)):
        if state[USED] > tight or state[EVENTS] + seats > len(events):
            return number
        held = 0
        if a.envy:
            for seat in range(seats):
                end = np.int64(ends[number, seat])
                envies[seat] = 0
                if (a.envy_of_folded or end >> FOLD == 0) and (a.envy_bet[seat] or not a.envy_needs_bet):
                    envies[seat] = a.envy_cents[end >> FINAL & 15]
                held += envies[seat]
        used, table, full, takers, left, short = 0, 0, 0, 0, a.stake, 0
        for seat in range(seats):
            end = np.int64(ends[number, seat])
            cell_of, kind = end & NUMBER, FIRST_SEAT + seat * (FIRST_LINE + lines)
            _find_cells(cell_of, at)
            net = _sum(a.nets[seat], at)
            full += net
            takes[seat] = 0 if a.record == NEVER else _sum(a.takes[seat], at)
            takers += takes[seat]
            if a.envy:
                envy = held - envies[seat]
                if not a.envy_bet[seat] or (a.envy_folds_lose and end >> FOLD):
                    envy = 0
                envies[seat] = envy
                net += envy
                if a.envy_bet[seat]:
                    own = _sum(a.envy_nets[seat], at)
                    kinds[used], values[used] = kind + ENVY, envy
                    kinds[used + 1], values[used + 1] = kind + WITH_ENVY, own + envy
                    used += 2
            if banked:
                net, unpaid, uncollected, game = 0, 0, 0, 0
                for line in range(lines):
                    axis = a.line_axis[seat, line]
                    if axis < 0:
                        continue
                    cell = at[axis]
                    due, result = a.line_profit[seat, line, cell], a.line_result[seat, line, cell]
                    profit = due
                    if left == 0 or result == ABSENT:
                        profit = 0
                    elif result == WIN and due > left:
                        profit = left
                    elif result == LOSE and a.collecting and a.line_stake[seat, line] > left:
                        profit = -left
                    if result == WIN or (result == LOSE and a.collecting):
                        left -= abs(profit)
                    unpaid += max(due, 0) - max(profit, 0)
                    uncollected += max(-due, 0) - max(-profit, 0)
                    net += profit
                    if a.line_game[seat, line]:
                        game += profit
                    kinds[used], values[used] = kind + FIRST_LINE + line, profit
                    used += 1
                    if len(trace):
                        trace[state[PLAYED], seat, 3 + line] = profit
                kinds[used], values[used] = kind + UNPAID, unpaid
                kinds[used + 1], values[used + 1] = kind + UNCOLLECTED, uncollected
                kinds[used + 2], values[used + 2] = kind + GAME, game
                used += 3
                short |= unpaid + uncollected > 0
            nets[seat] = net
            table += net
            if a.count_nets:
                kinds[used], values[used] = kind + NET, net
                used += 1
            if a.session:
                now = state[PLAYED] % a.session
                if now == 0:
                    sessions[0, seat], sessions[1, seat] = a.bankroll, 0
                if sessions[1, seat] == 0:
                    sessions[0, seat] += net
                    if sessions[0, seat] < a.needs[seat]:
                        sessions[1, seat] = now + 1
                if now == a.session - 1:
                    kinds[used], values[used] = kind + SESSION_LEFT, sessions[0, seat]
                    kinds[used + 1], values[used + 1] = kind + SESSION_ROUNDS, sessions[1, seat]
                    used += 2
            if len(trace):
                trace[state[PLAYED], seat, 0], trace[state[PLAYED], seat, 1] = cell_of, net
                trace[state[PLAYED], seat, 2] = envies[seat]
        kinds[used], values[used] = TABLE, table
        used += 1
        if banked:
            kinds[used], values[used] = FULL, full
            kinds[used + 1], values[used + 1] = LEFT, left
            kinds[used + 2], values[used + 2] = SHORT, short
            used += 3
            state[PRODUCT] += table * full
        if a.record != NEVER and takers >= (1 if a.record == EVERY_HIT else 2):
            for seat in range(seats):
                if takes[seat]:
                    event = state[EVENTS]
                    events[event, 0], events[event, 1] = state[PLAYED], seat
                    events[event, 2] = np.int64(ends[number, seat]) & NUMBER
                    events[event, 3], events[event, 4] = envies[seat], table
                    state[EVENTS] += 1
        for place in range(used):
            key = (values[place] + SHIFT) * a.kinds + kinds[place]
            spot = np.int64((np.uint64(key) * _GOLDEN) >> _HALF) & mask
            while keys[spot] != key:
                if keys[spot] == EMPTY:
                    keys[spot] = key
                    state[USED] += 1
                    break
                spot = (spot + 1) & mask
            counts[spot] += 1
        state[PLAYED] += 1
    return len(ends)


@compiled
def move(keys: Ints, counts: Ints, to_keys: Ints, to_counts: Ints) -> None:
    """Moves all counts into a larger place."""
    mask = len(to_keys) - 1
    for number in range(len(keys)):
        key = keys[number]
        if key == EMPTY:
            continue
        place = np.int64((np.uint64(key) * _GOLDEN) >> _HALF) & mask
        while to_keys[place] != EMPTY:
            place = (place + 1) & mask
        to_keys[place], to_counts[place] = key, counts[number]
