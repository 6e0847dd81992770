"""What any implementation of the shuffle must fulfil: functions that raise an AssertionError with the reason.

They take the implementation as a value: the real one must pass them and each planted defect must fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, permutations
from math import factorial

from pitboss import fair
from pitboss.cards import FULL_DECK, Deck

SHEET = "3c" * 32
SERVER = bytes(range(32))
ANN, BOB = b"the seed of ann.", b"the seed of bob."


@dataclass(frozen=True)
class Shuffle:
    """The parts of an implementation."""

    stream: Callable[[str, str, bytes, Mapping[int, bytes]], Iterator[int]] = fair.stream
    below: Callable[[int, Iterator[int]], int] = fair.below
    shuffled: Callable[[Sequence[int], Callable[[int], int]], Deck] = fair.shuffled

    def deck(self, round_id: str, sheet: str, server: bytes, seats: Mapping[int, bytes]) -> Deck:
        flow = self.stream(round_id, sheet, server, seats)
        return self.shuffled(FULL_DECK, lambda m: self.below(m, flow))

    def first(self, count: int, round_id: str, seats: Mapping[int, bytes], sheet: str = SHEET) -> bytes:
        """The first bytes of a stream."""
        return bytes(islice(self.stream(round_id, sheet, SERVER, seats), count))


class RanDry(Exception):
    """More bytes were wanted than the check gave."""


def trickle(given: Sequence[int]) -> Iterator[int]:
    yield from given
    raise RanDry


def results_of_bytes(shuffle: Shuffle, m: int, depth: int) -> Counter[int]:
    """How many of the 256**depth inputs give each result; those that are still undecided count as -1."""
    found: Counter[int] = Counter()

    def follow(given: tuple[int, ...]) -> None:
        try:
            found[shuffle.below(m, trickle(given))] += 256 ** (depth - len(given))
        except RanDry:
            if len(given) == depth:
                found[-1] += 1
                return
            for byte in range(256):
                follow((*given, byte))

    follow(())
    return found


def check_draws(shuffle: Shuffle) -> None:
    """The bounded draw over its whole input space: all two bytes where a deck needs it, one byte beyond."""
    for m in range(1, 257):
        depth = 2 if m <= 52 else 1
        found = results_of_bytes(shuffle, m, depth)
        undecided = found.pop(-1, 0)
        assert set(found) == set(range(m)), f"below({m}) gives {sorted(set(found))}"
        assert len(set(found.values())) == 1, f"below({m}) does not give every number equally often"
        assert undecided == (256 % m) ** depth, f"below({m}) rejects other bytes than the {256 % m} it must"


def chances(shuffle: Shuffle, n: int) -> dict[Deck, Fraction]:
    """Exact chance of each order of n cards when the draws are fair: every sequence of draws is played."""
    found: dict[Deck, Fraction] = {}

    def follow(drawn: tuple[int, ...], chance: Fraction) -> None:
        rest = iter(drawn)
        open_choice = 0

        def draw(m: int) -> int:
            nonlocal open_choice
            for number in rest:
                return number
            open_choice = m
            raise RanDry

        try:
            order = shuffle.shuffled(range(n), draw)
        except RanDry:
            for number in range(open_choice):
                follow((*drawn, number), chance / open_choice)
        else:
            found[order] = found.get(order, Fraction(0)) + chance

    follow((), Fraction(1))
    return found


def check_orders(shuffle: Shuffle) -> None:
    """Fisher–Yates over all sequences of draws, for two to six cards: each order has the same chance."""
    for n in range(2, 7):
        found = chances(shuffle, n)
        fair_chance = Fraction(1, factorial(n))
        for order in permutations(range(n)):
            chance = found.pop(order, Fraction(0))
            assert chance == fair_chance, f"{n} cards come as {order} with chance {chance}, not {fair_chance}"
        assert not found, f"{n} cards come as {next(iter(found))}"


def check_stream(shuffle: Shuffle) -> None:
    """The stream goes on and depends on each of its fields, on their order and on where one ends."""
    flow = shuffle.first(64 * 32, "round 1", {1: ANN, 2: BOB})
    blocks = {flow[start : start + 32] for start in range(0, len(flow), 32)}
    assert len(blocks) == 64, "blocks of the stream repeat"

    same = shuffle.first(64 * 32, "round 1", {2: BOB, 1: ANN})
    assert same == flow, "the order in which seats are told changes the stream"

    def differ(one: bytes, other: bytes, reason: str) -> None:
        shared = {one[i : i + 32] for i in range(0, len(one), 32)}
        assert not any(other[i : i + 32] in shared for i in range(0, len(other), 32)), reason

    def of(round_id: str, seats: Mapping[int, bytes], sheet: str = SHEET) -> bytes:
        return shuffle.first(8 * 32, round_id, seats, sheet)

    base = of("round 1", {1: ANN, 2: BOB})
    differ(base, of("round 2", {1: ANN, 2: BOB}), "two rounds have the same stream")
    differ(base, of("round 1", {1: ANN, 2: BOB}, "3d" * 32), "the rules do not count")
    differ(base, of("round 1", {1: ANN, 2: ANN}), "a seat seed does not count")
    differ(base, of("round 1", {1: BOB, 2: ANN}), "the order of the seat seeds does not count")
    # the same bytes in one row, cut into fields at other places, without and with a comma between fields
    half, rest = b"half of a hash..".hex(), b"the rest of it..".hex()
    one, other = of("round 1", {1: ANN}, half + rest), of("round 1half of a hash..", {}, rest + ANN.hex())
    differ(one, other, "fields run into each other")
    half, rest = b"half of a hash..,".hex(), b"the rest of it.".hex()
    comma = b",".hex()
    one = of("round 1", {1: ANN}, half + rest)
    other = of("round 1,half of a hash..", {}, rest + comma + ANN.hex())
    differ(one, other, "fields run into each other")
    differ(
        of("round 1", {1: ANN, 2: b""}), of("round 1", {1: b"", 2: ANN}), "an empty seat seed has no place"
    )
    differ(of("round 1", {1: ANN}), of("round 1", {1: ANN, 2: b""}), "an empty seat seed has no place")
