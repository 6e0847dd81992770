"""Many decks at once: the real stream, then the draw and the shuffle over arrays instead of one by one.

`test_statistics.py` holds it to the real deck; one by one so many decks take too long for every day.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import islice

import numpy as np

from pitboss.fair import deck, stream

from .counting import Decks

SHEET = sha256(b"rules for statistics").hexdigest()
ENOUGH = 64  # bytes; a deck that needs more is shuffled by the real code


def inputs(label: str, number: int) -> tuple[str, str, bytes, dict[int, bytes]]:
    """The round of a number: its own id, server seed and seat seed, always the same."""
    server = sha256(f"{label} {number}".encode()).digest()
    return f"{label} round {number}", SHEET, server, {1: server[::2]}


def decks_in_bulk(label: str, numbers: range) -> Decks:
    """The decks of these rounds, one per row."""
    flows = b"".join(bytes(islice(stream(*inputs(label, number)), ENOUGH)) for number in numbers)
    given = np.frombuffer(flows, dtype=np.uint8).reshape(-1, ENOUGH)
    rows = np.arange(len(given))
    given = np.concatenate(
        [given, np.zeros((len(given), 1), dtype=np.uint8)], axis=1
    )  # accepted by every draw
    at = np.zeros(len(given), dtype=np.int64)
    places = np.repeat(np.arange(52, dtype=np.uint8)[:, None], len(given), axis=1)
    for i in range(51, 0, -1):
        accepted = 256 - 256 % (i + 1)
        byte = given[rows, at]
        while len(rejected := np.flatnonzero(byte >= accepted)):
            at[rejected] += 1
            byte[rejected] = given[rejected, at[rejected]]
        at = np.minimum(at + 1, ENOUGH)
        choice = byte % (i + 1)
        chosen = places[choice, rows]
        places[choice, rows] = places[i]
        places[i] = chosen
    decks = np.ascontiguousarray(places.T)
    for row in np.flatnonzero(at == ENOUGH):  # ran dry, or used the last byte
        decks[row] = deck(*inputs(label, numbers[int(row)]))
    return decks
