"""Events and rounds as they are stored, read with suspicion: what cannot be theirs is told as Wrong."""

from __future__ import annotations

import json
from typing import Any

from pitboss.cage.deeds import canonical
from pitboss.cage.journal import StoredRound
from pitboss.fair import check_commitment
from pitboss.pit.entries import shuffled
from pitboss.proof.findings import Wrong
from pitboss.round import Event
from pitboss.round.document import parse_event


def event_data(body: str) -> dict[str, Any]:
    """The JSON of an event, if it is written as the journal writes; raises Wrong."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise Wrong("it is not JSON") from None
    if not isinstance(data, dict) or canonical(data) != body:
        raise Wrong("it is not written as the journal writes")
    return data


def event_of(stored: StoredRound, data: dict[str, Any], seeds: dict[int, str]) -> tuple[Event, str]:
    """A stored event with the deck that the seeds give, and the seed that came with a bet."""
    seed = data.pop("seed", None) if data.get("k") == "bets" else ""
    if data.get("k") == "deal":
        if "deck" in data:
            raise Wrong("a deck is stored, where only the seeds may give it")
        data["deck"] = shuffled(stored, seeds)
    try:
        event = parse_event(data)
    except ValueError:
        raise Wrong("it is no event of a round") from None
    if not isinstance(seed, str) or not _is_seed(seed):
        raise Wrong("a seat's seed is 16 bytes in hexadecimal, or nothing")
    return event, seed


def opens(stored: StoredRound) -> bool:
    """Whether the commitment of a round opens with its seed."""
    try:
        seed = bytes.fromhex(stored.seed)
        return seed.hex() == stored.seed and check_commitment(
            stored.commitment, stored.id, stored.sheet, seed
        )
    except ValueError:
        return False


def _is_seed(text: str) -> bool:
    return len(text) in (0, 32) and set(text) <= set("0123456789abcdef")


def is_hash(text: str) -> bool:
    """Whether a text can be a hash at all."""
    return len(text) == 64 and set(text) <= set("0123456789abcdef")
