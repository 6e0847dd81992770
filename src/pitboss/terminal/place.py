"""A place at a table, wherever the table is: commands go there, the table and its events come back.

The terminal knows a table only through this. What may be bet or decided, what it costs and what was paid is
in the frames (docs/protocol.md); the sheet is there for the words of the house, and never for its rules.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Protocol

from pydantic import Discriminator, TypeAdapter, ValidationError

from pitboss.messages.times import in_own_time
from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.round.facts import Fact
from pitboss.sheet.model import Sheet
from pitboss.table.live_state import Noted
from pitboss.table.view_types import TableView


@dataclass(frozen=True, slots=True)
class Heard:
    """What has happened at a table, and the table after it; a first look has no events."""

    events: tuple[Fact | Noted, ...]
    view: TableView
    fresh: bool = False  # a first look, or the first after a lost connection


@dataclass(frozen=True, slots=True)
class Purse:
    """A person's money: in hand, and on tables."""

    funds: Cents
    on_tables: Cents


class Place(Protocol):
    """One person at one table."""

    name: str  # what the table calls the person
    practice: bool  # the cards come from a seed that is known: no seeds of one's own, no receipts
    view: TableView  # as it was last heard
    sheet: Sheet

    def say(self, do: str, **fields: Any) -> Mapping[str, Any]:
        """A command and its answer; raises its refusal. What it has caused can be heard right after it."""

    def hear(self, wait: float = 0.0) -> list[Heard]:
        """What has come since, waiting up to some seconds for the first of it."""

    def seconds_left(self) -> float | None:
        """Until the running clock of the last view ends; None when none runs."""

    def purse(self) -> Purse:
        """The person's money."""

    def top_up(self) -> Cents:
        """Free play money for who has next to none; how much was given."""

    def document(self, round_id: str) -> str:
        """A round that has ended, as it is saved."""

    def introduce(self, what: str, value: str) -> None:
        """Another `name` or another `avatar` for the person; raises its refusal."""

    def evening_end(self) -> str:
        """What the evening came to whose table was closed, for this person, in sentences."""

    def leave(self) -> None:
        """Goes for good: nothing that was bet is lost for it, and the platform decides what is open."""

    def close(self) -> None:
        """Lets go of whatever leads to the table."""


@cache
def _views() -> TypeAdapter[TableView]:
    return TypeAdapter(TableView)


@cache
def _events() -> TypeAdapter[Fact | Noted]:
    return TypeAdapter(Annotated[Fact | Noted, Discriminator("k")])


class Frames:
    """Reads the frames of one table, and puts the table together from what has changed."""

    def __init__(self) -> None:
        self._table: dict[str, Any] = {}  # as it is now
        self._heard: list[Heard] = []
        self._fresh = True

    def begin_again(self) -> None:
        """The next view is a first look."""
        self._fresh = True

    def take(self, text: str | bytes) -> dict[str, Any] | None:
        """Reads a frame; gives the answer to a command that is in it, alone or with what came of it."""
        frame: dict[str, Any] = json.loads(text)
        match frame.get("t"):
            case "view":
                self._table = frame
                self._heard.append(Heard((), _view(frame), self._fresh))
                self._fresh = False
            case "update":
                self._table = merged(self._table, frame)
                events = [event for each in frame["events"] if (event := _event(each)) is not None]
                self._heard.append(Heard(tuple(events), _view(self._table)))
                return {"t": "done", "id": frame["done"]} if "done" in frame else None
            case "done" | "refused" | "unknown":
                return frame
        return None

    def heard(self) -> list[Heard]:
        """All that was heard since this was last asked."""
        found, self._heard = self._heard, []
        return found

    def last(self) -> TableView | None:
        """The newest view among what was not asked for yet."""
        return self._heard[-1].view if self._heard else None


class Hearing(ABC):
    """The part of a place that hears its table; how frames come in, each place knows itself."""

    view: TableView

    def __init__(self) -> None:
        self._frames = Frames()

    def hear(self, wait: float = 0.0) -> list[Heard]:
        """What has come since, waiting up to some seconds for the first of it."""
        self._catch_up(wait)
        return self._frames.heard()

    @abstractmethod
    def _catch_up(self, wait: float = 0.0) -> None:
        """Takes in every frame that is there."""

    def _take(self, text: str | bytes) -> dict[str, Any] | None:
        """Takes in one frame; gives the answer to a command that is in it."""
        answer = self._frames.take(text)
        self.view = self._frames.last() or self.view
        return answer


def merged(table: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """A table with what has changed: keys of `state` and `you` are replaced, seats by their numbers."""
    seats = {seat["n"]: seat for seat in (*table["seats"], *update.get("seats", ()))}
    return {
        **table,
        "rev": update["rev"],
        "table": update.get("table", table["table"]),
        "state": {**table["state"], **update.get("state", {})},
        "seats": list(seats.values()),
        "you": {**table["you"], **update.get("you", {})},
    }


def _view(table: dict[str, Any]) -> TableView:
    try:
        return _views().validate_json(json.dumps(table), extra="ignore")
    except ValidationError:
        raise _other_version() from None


def _event(told: dict[str, Any]) -> Fact | Noted | None:
    """An event; None when it is of a kind that is not known here."""
    try:
        return _events().validate_json(json.dumps(told), extra="ignore")
    except ValidationError as fault:
        if fault.errors(include_url=False)[0]["type"] == "union_tag_invalid":
            return None
        raise _other_version() from None


def _other_version() -> Refusal:
    return Refusal("protocol", "The table speaks another version of the protocol than this program")


def refusal_of(frame: dict[str, Any]) -> Refusal:
    """A refusal as it came in a frame, or as the body of an answer over HTTP; its times are the reader's."""
    return in_own_time(
        Refusal(
            str(frame["code"]),
            str(frame["text"]),
            frame.get("clause"),
            str(frame.get("path", "")),
            frame.get("values"),
        )
    )
