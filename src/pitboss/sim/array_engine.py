"""Rounds by NumPy alone: slower than the compiled kernel, and the same counts to the last one."""

from __future__ import annotations

import numpy as np

from pitboss.sim.counts import EVENT, ChunkCounts
from pitboss.sim.judging import Judged, judge
from pitboss.sim.paying import Paid, pay_rounds, sums
from pitboss.sim.run_setup import (
    ENVY,
    EVERY_HIT,
    FIRST_LINE,
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
    Setup,
)
from pitboss.sim.streams import Stream

BLOCK = 1 << 14  # rounds that are worked on together


def run_chunk(made: Setup, stream: Stream, rounds: int) -> ChunkCounts:
    """Plays so many rounds of one stream."""
    arrays = made.paying
    found = ChunkCounts(rounds, np.zeros((arrays.seats, made.classes), np.int64))
    nets: list[Ints] = []
    done = 0
    while done < rounds:
        cards, sound = made.layout.deal(stream.words(min(BLOCK, rounds - done), len(made.judging.thresholds)))
        judged = judge(made, cards[sound])
        for seat in range(arrays.seats):
            found.classes[seat] += np.bincount(judged.classes[:, seat], minlength=made.classes)
        if made.beyond:
            paid = pay_rounds(made, judged)
            _count(made, judged, paid, found)
            if arrays.record != NEVER:
                _record(made, judged, paid, done, found)
            if arrays.session:
                nets.append(paid.nets)
        done += len(judged.classes)
    if nets:
        _sessions(made, np.concatenate(nets), found)
    return found


def _count(made: Setup, judged: Judged, paid: Paid, found: ChunkCounts) -> None:
    """Counts what does not follow from the classes."""
    arrays = made.paying
    table: Ints = paid.nets.sum(axis=1, dtype=np.int64)
    found.add_values(TABLE, table)
    if arrays.count_nets:
        for seat in range(arrays.seats):
            found.add_values(made.kind(seat, NET), paid.nets[:, seat])
    if arrays.envy:
        own = sums(judged.classes, arrays.envy_nets) + paid.envy
        for seat in np.flatnonzero(arrays.envy_bet).tolist():
            found.add_values(made.kind(seat, ENVY), paid.envy[:, seat])
            found.add_values(made.kind(seat, WITH_ENVY), own[:, seat])
    if paid.cover is not None:
        full: Ints = paid.full.sum(axis=1, dtype=np.int64)
        found.product += sum(map(int.__mul__, table.tolist(), full.tolist()))
        found.add_values(FULL, full)
        found.add_values(LEFT, paid.cover.left)
        short = (paid.cover.unpaid + paid.cover.uncollected).sum(axis=1, keepdims=True)[:, 0]
        found.add_values(SHORT, np.minimum(short, 1))
        for seat, lines in enumerate(made.covered):
            found.add_values(made.kind(seat, UNPAID), paid.cover.unpaid[:, seat])
            found.add_values(made.kind(seat, UNCOLLECTED), paid.cover.uncollected[:, seat])
            game: Ints = paid.cover.lines[:, seat][:, arrays.line_game[seat]].sum(axis=1, dtype=np.int64)
            found.add_values(made.kind(seat, GAME), game)
            for place in range(len(lines)):
                found.add_values(made.kind(seat, FIRST_LINE + place), paid.cover.lines[:, seat, place])


def _record(made: Setup, judged: Judged, paid: Paid, done: int, found: ChunkCounts) -> None:
    """Writes down the rounds in which the meter is won, or won more than once where it stands."""
    arrays = made.paying
    takes = sums(judged.classes, arrays.takes)
    wanted = takes.sum(axis=1) >= (1 if arrays.record == EVERY_HIT else 2)
    rounds, seats = np.nonzero((takes > 0) & wanted[:, None])
    events = np.zeros((len(rounds), EVENT), np.int64)
    table = paid.nets.sum(axis=1)
    for column, part in enumerate(
        (rounds + done, seats, judged.classes[rounds, seats], paid.envy[rounds, seats], table[rounds])
    ):
        events[:, column] = part
    found.events = np.concatenate([found.events, events])


def _sessions(made: Setup, nets: Ints, found: ChunkCounts) -> None:
    """Plays whole sessions with the nets: what is left, and after how many rounds a ruin came."""
    arrays, length = made.paying, made.paying.session
    whole = len(nets) // length
    for seat in range(arrays.seats):
        path = arrays.bankroll + np.cumsum(nets[: whole * length, seat].reshape(whole, length), axis=1)
        broke = path < arrays.needs[seat]
        ruined = broke.any(axis=1)
        ended = np.where(ruined, broke.argmax(axis=1), length - 1)
        found.add_values(made.kind(seat, SESSION_LEFT), path[np.arange(whole), ended])
        # 0 stands for a session that was played to its end
        found.add_values(made.kind(seat, SESSION_ROUNDS), np.where(ruined, ended + 1, 0))
