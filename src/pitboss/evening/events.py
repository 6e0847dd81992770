"""What can happen to an evening, and what comes of it. The events, in their order, are the evening."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import Struct

from pitboss.evening.model import Evening, Plan
from pitboss.money import Cents


class Announce(Struct, frozen=True, tag="announce"):
    """Somebody announces it, and is its host."""

    host: str
    plan: Plan


class Enter(Struct, frozen=True, tag="enter"):
    """People enter, or bots, each of its kind."""

    people: tuple[str, ...]
    bots: tuple[str, ...] = ()


class Leave(Struct, frozen=True, tag="leave"):
    """Somebody goes by themselves, or is removed."""

    person: str
    removed: bool = False


class Start(Struct, frozen=True, tag="start"):
    """Seats are drawn by lot: everybody's lot is a hash of this and their id."""

    lot: str


class Count(Struct, frozen=True, tag="count"):
    """All tables have ended the round: what everybody has, who has bet, which tables were closed.

    And who was paid out of a meter.
    """

    stacks: dict[str, Cents]
    played: tuple[str, ...]
    lost_tables: tuple[str, ...] = ()
    jackpots: tuple[tuple[str, Cents], ...] = ()


class Pause(Struct, frozen=True, tag="pause"):
    """No further round begins."""


class Resume(Struct, frozen=True, tag="resume"):
    """It goes on."""


class CallOff(Struct, frozen=True, tag="call_off"):
    """It ends without a ranking when the running round has; `deserted`, because no person is there."""

    deserted: bool = False


Event = Announce | Enter | Leave | Start | Count | Pause | Resume | CallOff


class Movement(NamedTuple):
    """Chips from the tray of the evening to a person, or back where it is negative; and what for."""

    person: str
    cents: Cents
    what: str  # stake, missed, out, end


class Outcome(NamedTuple):
    """The evening after an event, and the chips that move."""

    evening: Evening
    moved: tuple[Movement, ...] = ()


def dump_event(event: Event) -> str:
    """An event as it is stored."""
    return msgspec.json.encode(event, order="deterministic").decode()


def load_event(text: str) -> Event:
    """An event as it was stored."""
    event: Event = msgspec.json.decode(text, type=Event)
    return event
