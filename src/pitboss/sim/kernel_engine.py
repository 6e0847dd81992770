"""Rounds by the compiled kernels: words in, counts out, with room made where it gets tight."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from pitboss.errors import Refusal
from pitboss.sim.counts import EVENT, ChunkCounts
from pitboss.sim.kernel import ROUNDS, WANTED, play
from pitboss.sim.pay_kernel import EMPTY, EVENTS, PLAYED, PRODUCT, SHIFT, USED, move, pay
from pitboss.sim.run_setup import Ints, Setup
from pitboss.sim.streams import Stream

BLOCK: Final = 1 << 13  # rounds whose words are made together: they stay in the processor's cache
FIRST_ROOM: Final = 1 << 13
MOST_ROOM: Final = 1 << 23  # different values of all kinds together: 128 MB
EVENT_ROOM: Final = 1 << 12
_SAFE: Final = 1 << 62


def run_chunk(made: Setup, stream: Stream, rounds: int, trace: Ints | None = None) -> ChunkCounts:
    """Plays so many rounds of one stream; `trace` (rounds, seats, 3 + lines) takes down what each pays."""
    seats, beyond = made.judging.seats, made.beyond
    found = ChunkCounts(rounds, np.zeros((seats, made.classes), np.int64))
    payer = _Payer(made, trace) if beyond else None
    block = min(BLOCK, _safe_rounds(made))
    state = np.zeros(2, np.int64)
    done = 0
    while done < rounds:
        words = stream.words(min(block, rounds - done), len(made.judging.thresholds))
        ends = np.zeros((len(words) if beyond else 0, seats), np.uint32)
        state[ROUNDS], state[WANTED] = 0, len(words)
        play(words, 0, made.judging, found.classes, ends, state)
        if payer is not None:
            payer.pay(ends[: state[ROUNDS]])
        done += int(state[ROUNDS])
    if payer is not None:
        payer.finish(found)
    return found


class _Payer:
    """Pays block after block, and makes room where it gets tight."""

    def __init__(self, made: Setup, trace: Ints | None) -> None:
        arrays = self.arrays = made.paying
        self.keys, self.counts = np.full(FIRST_ROOM, EMPTY, np.int64), np.zeros(FIRST_ROOM, np.int64)
        self.events = np.zeros((EVENT_ROOM, EVENT), np.int64)
        self.state, self.sessions = np.zeros(4, np.int64), np.zeros((2, arrays.seats), np.int64)
        self.trace = np.zeros((0, arrays.seats, 3 + arrays.lines), np.int64) if trace is None else trace
        self.recorded: list[Ints] = []
        self.product = 0

    def pay(self, ends: np.ndarray[tuple[int, int], np.dtype[np.uint32]]) -> None:
        """Pays some rounds."""
        at = 0
        while at < len(ends):
            places = self.keys, self.counts, self.events, self.state, self.sessions, self.trace
            at = pay(ends, at, self.arrays, *places)
            if self.state[EVENTS]:
                self.recorded.append(self.events[: self.state[EVENTS]].copy())
                self.state[EVENTS] = 0
            self.product += int(self.state[PRODUCT])
            self.state[PRODUCT] = 0
            if at < len(ends) and self.state[USED] > len(self.keys) // 4:
                self._make_room()

    def _make_room(self) -> None:
        room = 4 * len(self.keys)
        if room > MOST_ROOM:
            raise Refusal("values", "The bets have too many different results to count: give rounder amounts")
        keys, counts = np.full(room, EMPTY, np.int64), np.zeros(room, np.int64)
        move(self.keys, self.counts, keys, counts)
        self.keys, self.counts = keys, counts

    def finish(self, found: ChunkCounts) -> None:
        """Hands over what was counted."""
        hit = np.flatnonzero(self.keys != EMPTY)
        for key, number in zip(self.keys[hit].tolist(), self.counts[hit].tolist(), strict=True):
            value, kind = divmod(key, self.arrays.kinds)
            found.values.setdefault(kind, Counter())[value - SHIFT] = number
        found.product = self.product
        if self.recorded:
            found.events = np.concatenate(self.recorded)
        if int(self.state[PLAYED]) != found.rounds:
            raise AssertionError("every round is paid")


def _safe_rounds(made: Setup) -> int:
    """For how many rounds the sum of products cannot pass 64 bits."""
    arrays = made.paying
    if arrays.stake < 0:
        return BLOCK
    most = int(np.abs(arrays.nets).max(axis=2).sum())
    return max(1, _SAFE // max(1, most * arrays.stake))
