"""Shuffles with one planted defect each, mistakes that real programs made. The checks refuse every one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hmac import digest
from itertools import count

from pitboss.cards import Deck

from .checks import Shuffle
from .independent import with_lengths

Draw = Callable[[int], int]


def naive_swap(cards: Sequence[int], draw: Draw) -> Deck:
    """Every place is changed with any place: n**n ways do not spread over n! orders."""
    places = list(cards)
    for i in range(len(places)):
        j = draw(len(places))
        places[i], places[j] = places[j], places[i]
    return tuple(places)


def off_by_one(cards: Sequence[int], draw: Draw) -> Deck:
    """No card may stay: only the orders that are one cycle come up."""
    places = list(cards)
    for i in range(len(places) - 1, 0, -1):
        j = draw(i)
        places[i], places[j] = places[j], places[i]
    return tuple(places)


def stops_early(cards: Sequence[int], draw: Draw) -> Deck:
    """The last change of places is forgotten."""
    places = list(cards)
    for i in range(len(places) - 1, 1, -1):
        j = draw(i + 1)
        places[i], places[j] = places[j], places[i]
    return tuple(places)


def cut(cards: Sequence[int], draw: Draw) -> Deck:
    """Every card may be anywhere, but its neighbours stay."""
    j = draw(len(cards))
    return (*cards[j:], *cards[:j])


def modulo(m: int, flow: Iterator[int]) -> int:
    """No byte is rejected: small numbers come up more often."""
    return next(flow) % m


def modulo_of_two_bytes(m: int, flow: Iterator[int]) -> int:
    """The same with 65,536 values: too little bias for statistics on millions of decks."""
    return (next(flow) << 8 | next(flow)) % m


def rejects_one_too_few(m: int, flow: Iterator[int]) -> int:
    """`>` in the place of `>=`: number 0 comes up more often."""
    while (byte := next(flow)) > 256 - 256 % m:
        pass
    return byte % m


def rejects_too_much(m: int, flow: Iterator[int]) -> int:
    """Fair, but not the scheme: another program would deal other cards."""
    while (byte := next(flow)) >= 256 - 256 % m - (m if 256 % m == 0 else 0):
        pass
    return byte % m


def scaled(m: int, flow: Iterator[int]) -> int:
    """A byte as a fraction of one, times m: as unfair as the modulo."""
    return next(flow) * m >> 8


def stream_of(
    fields: Callable[[bytes, bytes, list[bytes], bytes], bytes], step: int = 1
) -> Callable[[str, str, bytes, Mapping[int, bytes]], Iterator[int]]:
    """A stream whose message is put together in another way."""

    def stream(round_id: str, sheet: str, server: bytes, seats: Mapping[int, bytes]) -> Iterator[int]:
        seeds = [seats[seat] for seat in sorted(seats)]
        for counter in count(0, step):
            number = counter.to_bytes(8, "big")
            yield from digest(
                server, fields(round_id.encode(), bytes.fromhex(sheet), seeds, number), "sha256"
            )

    return stream


def stream_as_told(round_id: str, sheet: str, server: bytes, seats: Mapping[int, bytes]) -> Iterator[int]:
    """Seeds in the order in which they arrived, not in seat order."""
    for counter in count():
        fields = [round_id.encode(), bytes.fromhex(sheet), *seats.values(), counter.to_bytes(8, "big")]
        yield from digest(server, with_lengths(*fields), "sha256")


sound = stream_of(lambda id_, sheet, seeds, number: with_lengths(id_, sheet, *seeds, number))
no_counter = stream_of(lambda id_, sheet, seeds, number: with_lengths(id_, sheet, *seeds, number), step=0)
no_round = stream_of(lambda id_, sheet, seeds, number: with_lengths(sheet, *seeds, number))
no_sheet = stream_of(lambda id_, sheet, seeds, number: with_lengths(id_, *seeds, number))
no_seeds = stream_of(lambda id_, sheet, seeds, number: with_lengths(id_, sheet, number))
any_order = stream_of(lambda id_, sheet, seeds, number: with_lengths(id_, sheet, *sorted(seeds), number))
no_empty = stream_of(lambda id_, sheet, seeds, number: with_lengths(id_, sheet, *filter(None, seeds), number))
joined = stream_of(lambda id_, sheet, seeds, number: b"".join([id_, sheet, *seeds, number]))
joined_seeds = stream_of(lambda id_, sheet, seeds, number: with_lengths(id_, sheet, b"".join(seeds), number))
with_commas = stream_of(lambda id_, sheet, seeds, number: b",".join([id_, sheet, *seeds, number]))

# defect → the words of the check that must refuse it
UNFAIR_DRAWS = {
    modulo: "does not give every number equally often",
    modulo_of_two_bytes: "does not give every number equally often",
    rejects_one_too_few: "does not give every number equally often",
    scaled: "does not give every number equally often",
    rejects_too_much: "rejects other bytes",
}
UNFAIR_ORDERS = {
    naive_swap: "with chance",
    off_by_one: "with chance 0",
    stops_early: "with chance 1",
    cut: "with chance 1/3",
}
BAD_STREAMS = {
    "no_counter": (no_counter, "blocks of the stream repeat"),
    "no_round": (no_round, "two rounds have the same stream"),
    "no_sheet": (no_sheet, "the rules do not count"),
    "no_seeds": (no_seeds, "a seat seed does not count"),
    "any_order": (any_order, "the order of the seat seeds does not count"),
    "stream_as_told": (stream_as_told, "the order in which seats are told"),
    "no_empty": (no_empty, "an empty seat seed has no place"),
    "joined": (joined, "fields run into each other"),
    "with_commas": (with_commas, "fields run into each other"),
    "joined_seeds": (joined_seeds, "an empty seat seed has no place"),
}

# defects that are large enough to be seen in dealt decks, and where
SEEN_BY_PLACE = {
    "naive_swap": Shuffle(shuffled=naive_swap),
    "off_by_one": Shuffle(shuffled=off_by_one),
    "stops_early": Shuffle(shuffled=stops_early),
    "modulo": Shuffle(below=modulo),
    "scaled": Shuffle(below=scaled),
    "no_counter": Shuffle(stream=no_counter),
}
SEEN_BY_NEIGHBOUR = {"cut": Shuffle(shuffled=cut)}
