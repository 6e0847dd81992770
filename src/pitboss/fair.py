"""The provably fair shuffle: a commitment before the bets, a deck that anyone can work out afterwards.

The whole scheme is this file; `docs/fairness.md` says it in words.

commitment = SHA-256(round id ‖ sheet hash ‖ server seed)
stream     = HMAC-SHA-256, key: server seed, over round id ‖ sheet hash ‖ seat seeds in seat order ‖ counter
deck       = Fisher–Yates from the top; one byte of the stream chooses, bytes that would favour are rejected

Every field stands behind its length, so two different lists of fields are never the same bytes.

The caller brings the luck: in a game `entropy` is the system's own, here it is not.

>>> from pitboss.fair import check_commitment, commitment, deck, new_seed
>>> from pitboss.cards import cards_text
>>> rules = "11" * 32  # the hash of the rule sheet
>>> seed = new_seed(entropy=bytes)
>>> published = commitment("round 1", rules, seed)
>>> cards_text(deck("round 1", rules, seed, {2: b"seed of seat two", 5: b""})[:5])
'5h 5d 6s 2s 7c'
>>> check_commitment(published, "round 1", rules, seed), check_commitment(published, "round 2", rules, seed)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from hmac import digest
from itertools import chain, count
from typing import Final

from pitboss.cards import FULL_DECK, Card, Deck

__all__ = [
    "SCHEME",
    "SEAT_SEED_BYTES",
    "SERVER_SEED_BYTES",
    "below",
    "check_commitment",
    "commitment",
    "deck",
    "new_seed",
    "shuffled",
    "stream",
]

SCHEME: Final = "pitboss-shuffle/1"  # the name of this way from seeds to a deck; receipts carry it
SERVER_SEED_BYTES: Final = 32
SEAT_SEED_BYTES: Final = 16
HASH_DIGITS: Final = 64
HEX: Final = frozenset("0123456789abcdef")
BYTE_VALUES: Final = 256


def new_seed(entropy: Callable[[int], bytes]) -> bytes:
    """A round's server seed from a source of random bytes, which is asked once for all of them."""
    return _server_seed(entropy(SERVER_SEED_BYTES))


def commitment(round_id: str, sheet_hash: str, server_seed: bytes) -> str:
    """What is published before the bets: it fixes the seed and does not give it away."""
    return sha256(_round_fields(round_id, sheet_hash) + _field(_server_seed(server_seed))).hexdigest()


def check_commitment(published: str, round_id: str, sheet_hash: str, server_seed: bytes) -> bool:
    """Whether an opened seed is the one that was committed to, for this round and these rules."""
    return published == commitment(round_id, sheet_hash, server_seed)


def deck(round_id: str, sheet_hash: str, server_seed: bytes, seat_seeds: Mapping[int, bytes]) -> Deck:
    """The shuffled deck of a round, top card first. `seat_seeds` holds each seat that bet, by its number."""
    random_bytes = stream(round_id, sheet_hash, server_seed, seat_seeds)
    return shuffled(FULL_DECK, lambda m: below(m, random_bytes))


def shuffled(cards: Sequence[Card], draw: Callable[[int], int]) -> Deck:
    """Fisher–Yates from the top place down; `draw(m)` gives a number from 0 to m - 1."""
    places = list(cards)
    for i in range(len(places) - 1, 0, -1):
        j = draw(i + 1)
        places[i], places[j] = places[j], places[i]
    return tuple(places)


def below(m: int, random_bytes: Iterator[int]) -> int:
    """A number from 0 to m - 1 (m at most 256): the first byte that favours none of them, modulo m."""
    if not 1 <= m <= BYTE_VALUES:
        raise ValueError(f"One byte chooses among 1 to {BYTE_VALUES} numbers, not among {m}")
    accepted = BYTE_VALUES - BYTE_VALUES % m
    while (byte := next(random_bytes)) >= accepted:
        pass
    return byte % m


def stream(
    round_id: str, sheet_hash: str, server_seed: bytes, seat_seeds: Mapping[int, bytes]
) -> Iterator[int]:
    """The round's random bytes, without end: 32 for each value of the counter, one after the other."""
    key = _server_seed(server_seed)
    seeds = b"".join(_field(_seat_seed(seat, seat_seeds[seat])) for seat in sorted(seat_seeds))
    told = _round_fields(round_id, sheet_hash) + seeds
    return chain.from_iterable(
        digest(key, told + _field(counter.to_bytes(8, "big")), "sha256") for counter in count()
    )


def _round_fields(round_id: str, sheet_hash: str) -> bytes:
    if not round_id:
        raise ValueError("A round needs an id: without one its commitment would fit any other round")
    if len(sheet_hash) != HASH_DIGITS or not set(sheet_hash) <= HEX:
        raise ValueError(f"A sheet hash is {HASH_DIGITS} digits from 0-9 and a-f, not {sheet_hash[:80]!r}")
    return _field(round_id.encode()) + _field(bytes.fromhex(sheet_hash))


def _server_seed(seed: bytes) -> bytes:
    if len(seed) != SERVER_SEED_BYTES:
        raise ValueError(f"A server seed has {SERVER_SEED_BYTES} bytes, not {len(seed)}")
    return seed


def _seat_seed(seat: int, seed: bytes) -> bytes:
    if len(seed) not in (0, SEAT_SEED_BYTES):
        raise ValueError(f"Seat {seat}: a seat seed has {SEAT_SEED_BYTES} bytes or none, not {len(seed)}")
    return seed


def _field(content: bytes) -> bytes:
    """Four bytes of length, the largest first, then the content."""
    return len(content).to_bytes(4, "big") + content
