"""Events and rounds as they are stored, read with suspicion: what cannot be theirs is told as Wrong."""

from __future__ import annotations

import json
from typing import Any

from pitboss.fair import check_commitment
from pitboss.ledger.deeds import canonical
from pitboss.ledger.journal import StoredRound
from pitboss.proof.findings import Wrong
from pitboss.round import Event
from pitboss.round.document import parse_event
from pitboss.table.commands import ChangeTerms, WriteDown
from pitboss.table.table_state import shuffled


def event_data(body: str) -> dict[str, Any]:
    """The JSON of an event, if it is written as the journal writes; raises Wrong."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise Wrong("it is not JSON") from None
    if not isinstance(data, dict) or canonical(data) != body:
        raise Wrong("it is not written as the journal writes")
    return data


def event_data_or_none(body: str) -> dict[str, Any] | None:
    """The JSON of an event; None where it is not written as the journal writes."""
    try:
        return event_data(body)
    except Wrong:
        return None


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


def terms_of(data: dict[str, Any]) -> ChangeTerms:
    """What was asked for where the terms of a table were changed."""
    match data:
        case {"low": low, "high": high, "clock": clock, "coach": coach}:
            if _whole(low, high) and all(each in (None, True, False) for each in (clock, coach)):
                return ChangeTerms(low, high, clock, coach)
    raise Wrong("the terms of the table were changed to something that cannot be")


def act_of(round_: str | None, data: dict[str, Any]) -> WriteDown:
    """What was done with people at a table: it says whom and where, and belongs to no round."""
    match data:
        case {"k": _, "act": str(act), "seat": seat, "person": str() | None as person, **rest}:
            if not rest and round_ is None and _whole(seat):
                return WriteDown(act, seat, person=person)
    raise Wrong("what was done with people is not written as the journal writes")


def _whole(*numbers: object) -> bool:
    """Whether these are whole numbers, or nothing is said of them."""
    return all(each is None or type(each) is int for each in numbers)


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
