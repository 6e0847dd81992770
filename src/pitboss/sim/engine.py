"""The engine: deals, plays and pays rounds, and counts what they come to.

One source plays rounds as arrays and one by one. `play_round` and `pay_round` take arrays with a number for
each round, or single numbers, and rest on `round/judge`; nothing in them branches on a card. Without Numba
they work on blocks of rounds by NumPy, here. With Numba `compiling` compiles the same functions into two
loops, one round after the other. Only the exchange of two cards and the counting of values are written twice:
a hash table is fast where it is compiled, sorting where it is not. The counts are the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, Final, Literal, NamedTuple

import numpy as np

from pitboss.odds.geometry import rows
from pitboss.odds.plan import TRIPLES
from pitboss.round import judge
from pitboss.round.judge import DRAW, RAISE, Flags, Ints, either, look, some, total
from pitboss.sim.deals import Cards, Stream, Words, deal, fresh_decks
from pitboss.sim.line_tables import LOSE, WIN
from pitboss.sim.run_setup import (
    ACTION,
    ENVY,
    FIRST_LINE,
    FIRST_SEAT,
    FULL,
    GAME,
    LEFT,
    NET,
    PLACES,
    RENAMING,
    ROW_BITS,
    ROW_ROYAL,
    ROW_SUITS,
    SESSION_LEFT,
    SESSION_ROUNDS,
    SHORT,
    TABLE,
    UNCOLLECTED,
    UNPAID,
    WITH_ENVY,
    PayArrays,
    PlayArrays,
    Setup,
)

EngineName = Literal["numba", "numpy"]
BLOCK: Final = {"numba": 1 << 13, "numpy": 1 << 14}  # rounds that are worked on together
EVENT: Final = 5  # round, seat, end, envy, and the net of the whole table with the meter as it stood
ROWS: Final = len(rows())
_SAFE: Final = 1 << 62


class Job(NamedTuple):
    """One chunk to be played."""

    seed: int
    chunk: int
    rounds: int


@dataclass(slots=True)
class ChunkCounts:
    """What a chunk has come to, in whole numbers, which add up exactly."""

    rounds: int
    classes: Ints  # (seats, ends) how often each seat ended so
    values: dict[int, Counter[int]] = field(default_factory=dict)  # by kind
    events: Ints = field(default_factory=lambda: np.zeros((0, EVENT), np.int64))  # that the meter needs
    product: int = 0  # the sum of the table's net times its net under full cover

    def add_values(self, kind: int, values: Ints) -> None:
        """Counts each value of an array."""
        found, numbers = np.unique(values, return_counts=True)
        own = self.values.setdefault(kind, Counter())
        for value, number in zip(found.tolist(), numbers.tolist(), strict=True):
            own[value] += number


# --- a round, or many of them ------------------------------------------------------


def play_round(a: PlayArrays, deck: Cards, seat: int, dealer: judge.Dealer) -> Ints:
    """The number of the end in which a seat comes out, by the cards that were dealt."""
    step = a.seats + 1
    dealt = look(deck, seat), look(deck, step + seat), look(deck, 2 * step + seat)
    hand, action = decide(a, seat, judge.triple(dealt[0], dealt[1], dealt[2]), deck)
    looks = judge.Looks(a.six[seat], a.dealer[seat], a.colours[seat])
    drawn = look(deck, 3 * step + seat)
    end = judge.judge_hand(
        a.known, a.qualifies_from, looks, dealer, dealt, hand, drawn, action, a.decides[seat]
    )
    return judge.number_of(end)


def play_dealer(a: PlayArrays, deck: Cards) -> judge.Dealer:
    """The dealer's hand."""
    seats, step = a.seats, a.seats + 1
    dealt = look(deck, seats), look(deck, step + seats), look(deck, 2 * step + seats)
    hand = hand_at(a, judge.triple(dealt[0], dealt[1], dealt[2]))
    return judge.judge_dealer(a.known, dealt, hand, look(deck, a.cards - 1), a.draws_below)


def hand_at(a: PlayArrays, place: Ints) -> Ints:
    """Three cards as `judge.Cards.hands` has them, out of the one large table that the plans look at too."""
    if not a.by_rows:
        return look(a.known.hands, place)
    row = look(a.rows, place)
    found: Ints = look(a.row_hands, row & ROW_BITS) | row >> ROW_SUITS << judge.SUITS
    return found


def decide(a: PlayArrays, seat: int, place: Ints, deck: Cards) -> tuple[Ints, Ints]:
    """A seat's hand, and what its plan does with it; a draw names the place of its card."""
    if not a.looks[seat]:
        hand = look(a.hands, a.plan[seat] * TRIPLES + place)
        return hand, hand >> ACTION
    row, step = look(a.rows, place), a.seats + 1
    hand = look(a.row_hands, row & ROW_BITS) | row >> ROW_SUITS << judge.SUITS
    renaming, up = row >> RENAMING & 31, 0 * row
    for card in range(3 - a.shows, 3):
        up = 52 * up + look(a.moved, 52 * renaming + deck[card * step + a.seats])
    plan = a.plan[seat] + (row >> ROW_ROYAL) * a.by_suit[seat]
    action = look(a.choices, (plan * ROWS + (row & ROW_BITS)) * a.ups + look(a.up_numbers, up))
    draws = (action >= DRAW) & (action < RAISE)
    if some(draws):
        action = either(draws, DRAW + (row >> PLACES + 2 * (action - DRAW) & 3), action)
    return hand, action


def pay_round(a: PayArrays, ends: Any, values: Ints) -> Ints:
    """Pays a round by the numbers of its ends, with the meter as it stands: writes the values of all kinds.

    What comes back is how many lines are paid out of the meter.
    """
    none = look(ends, 0) & 0
    left, table, full, short, takers, held = none + a.stake, none, none, none, none, none
    if a.envy:
        for seat in range(a.seats):
            pay = judge.end_of(look(ends, seat)).pay
            kind = FIRST_SEAT + seat * (FIRST_LINE + a.lines) + ENVY
            values[kind] = look(a.envy_cents, judge.final_class(pay)) * a.envy_held[seat]
            if not a.envy_of_folded:
                values[kind] = values[kind] * (1 - judge.is_folded(pay))
            held = held + values[kind]
    for seat in range(a.seats):
        end, kind = judge.end_of(look(ends, seat)), FIRST_SEAT + seat * (FIRST_LINE + a.lines)
        at = judge.cells(end)
        net = total(a.nets[seat], at)
        full = full + net
        if a.takers:
            takers = takers + total(a.takes[seat], at)
        if a.envy:
            envy = (held - values[kind + ENVY]) * a.envy_bet[seat]
            if a.envy_folds_lose:
                envy = envy * (1 - judge.is_folded(end.pay))
            values[kind + ENVY], values[kind + WITH_ENVY] = envy, total(a.envy_nets[seat], at) + envy
            net = net + envy
        if a.stake >= 0:  # wagers get action seat by seat as far as the stake goes (NAPA-11)
            net, unpaid, uncollected, game = none, none, none, none
            for line in range(a.lines):
                axis = a.line_axis[seat, line]
                if axis < 0:
                    continue
                due, result = (
                    look(a.line_profit[seat, line], at[axis]),
                    look(a.line_result[seat, line], at[axis]),
                )
                wins, loses = result == WIN, (result == LOSE) & a.collecting
                profit = either(wins & (due > left), left, due)
                profit = either(loses & (a.line_stake[seat, line] > left), -left, profit) * (left > 0)
                left = left - np.abs(profit) * (wins | loses)
                unpaid = unpaid + np.maximum(due, 0) - np.maximum(profit, 0)
                uncollected = uncollected + np.maximum(-due, 0) - np.maximum(-profit, 0)
                net, game = net + profit, game + profit * a.line_game[seat, line]
                values[kind + FIRST_LINE + line] = profit
            values[kind + UNPAID], values[kind + UNCOLLECTED], values[kind + GAME] = unpaid, uncollected, game
            short = short + unpaid + uncollected
        values[kind + NET] = net
        table = table + net
    values[TABLE], values[FULL], values[LEFT], values[SHORT] = table, full, left, short > 0
    return takers


# --- chunks ------------------------------------------------------------------------


@lru_cache(maxsize=1)
def best_engine() -> EngineName:
    """Numba where it is installed."""
    return "numba" if find_spec("numba") else "numpy"


def run_job(made: Setup, job: Job, engine: EngineName | None = None) -> ChunkCounts:
    """Plays one chunk: its counts follow from the seed and the chunk's number alone."""
    return run_chunk(made, Stream(job.seed, job.chunk), job.rounds, engine or best_engine())


def run_chunk(made: Setup, stream: Stream, rounds: int, engine: EngineName) -> ChunkCounts:
    """Plays so many rounds of one stream."""
    play, counter = _engine(made, engine)
    found = ChunkCounts(rounds, np.zeros((made.playing.seats, made.classes), np.int64))
    nets = np.zeros((made.playing.seats, rounds if made.question.session else 0), np.int64)
    block, done = min(BLOCK[engine], _safe_rounds(made)), 0
    while done < rounds:
        words = stream.words(min(block, rounds - done), len(made.playing.thresholds))
        ends = play(made.playing, words, found.classes)
        if made.beyond:
            hits = counter.add(ends, nets[:, done : done + ends.shape[1]])
            if len(hits):
                _record(made, ends[:, hits], hits + done, found)
        done += ends.shape[1]
    if made.beyond:
        counter.finish(found)
    if made.question.session:
        _sessions(made, nets, found)
    return found


def _engine(made: Setup, engine: EngineName) -> tuple[Any, Any]:
    """What plays words, and what counts ends."""
    if engine == "numba":
        from pitboss.sim import compiling

        return compiling.play, compiling.Counting(made.paying)
    return play_block, Counting(made.paying)


def play_block(a: PlayArrays, words: Words, classes: Ints) -> Ints:
    """The ends (seats, rounds) of those rows of words that are good for a deal, counted as well."""
    decks = fresh_decks(len(words))
    sound = deal(words.T, a.groups, a.thresholds, decks)
    if not sound.all():
        decks = decks[:, sound]
    dealer = play_dealer(a, decks)
    ends = np.stack([play_round(a, decks, seat, dealer) for seat in range(a.seats)])
    for seat, numbers in enumerate(ends):
        classes[seat] += np.bincount(numbers, minlength=classes.shape[1])
    return ends


class Counting:
    """Counts the values of rounds, block after block."""

    def __init__(self, arrays: PayArrays) -> None:
        self.arrays, self.found = arrays, ChunkCounts(0, np.zeros((0, 0), np.int64))

    def add(self, ends: Ints, nets: Ints) -> Ints:
        """Counts rounds, and keeps nets where they are wanted; returns the rounds that the meter needs."""
        a, values = self.arrays, np.zeros((self.arrays.kinds, ends.shape[1]), np.int64)
        takers = pay_round(a, ends, values)
        for kind in a.counted.tolist():
            self.found.add_values(kind, values[kind])
        if a.stake >= 0:
            self.found.product += int((values[TABLE] * values[FULL]).sum())
        if nets.shape[1]:
            nets[:] = values[FIRST_SEAT + NET :: FIRST_LINE + a.lines]
        return np.flatnonzero(takers >= a.takers) if a.takers else np.zeros(0, np.int64)

    def finish(self, found: ChunkCounts) -> None:
        """Hands over what was counted."""
        found.values, found.product = self.found.values, self.found.product


def _safe_rounds(made: Setup) -> int:
    """For how many rounds the sum of products cannot pass 64 bits."""
    stake = made.question.stake
    if stake is None:
        return _SAFE
    most = sum(max(map(abs, seat.reach())) for seat in made.seats)
    return max(1, _SAFE // max(1, most * stake))


def _record(made: Setup, ends: Ints, rounds: Ints, found: ChunkCounts) -> None:
    """Writes down rounds in which the meter is won, or won more than once where it does not move."""
    a, ends = made.paying, ends.astype(np.int64)
    values = np.zeros((a.kinds, len(rounds)), np.int64)
    pay_round(a, ends, values)
    takes = [total(a.takes[seat], judge.cells(judge.end_of(end))) for seat, end in enumerate(ends)]
    place, seat = np.nonzero(np.stack(takes, axis=1))
    envy = values[FIRST_SEAT + ENVY :: FIRST_LINE + a.lines]
    events = rounds[place], seat, ends[seat, place], envy[seat, place], values[TABLE, place]
    found.events = np.concatenate([found.events, np.stack(events, axis=1)])


def _sessions(made: Setup, nets: Ints, found: ChunkCounts) -> None:
    """Plays whole sessions with the nets: what is left, and after how many rounds a ruin came."""
    session = made.question.session
    assert session is not None
    length = session.rounds
    for seat, row in enumerate(nets):
        path = session.bankroll + np.cumsum(row[: row.size // length * length].reshape(-1, length), axis=1)
        broke: Flags = path < made.needs[seat]
        ruined = broke.any(axis=1)
        ended = np.where(ruined, broke.argmax(axis=1), length - 1)
        found.add_values(made.kind(seat, SESSION_LEFT), path[np.arange(len(path)), ended])
        # 0 means a session that was played to its end
        found.add_values(made.kind(seat, SESSION_ROUNDS), np.where(ruined, ended + 1, 0))
