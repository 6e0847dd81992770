"""A place at a table, wherever the table is: commands go there, views and events come back.

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

from pitboss.floor.announcements import Noted
from pitboss.floor.view_types import TableView
from pitboss.money import Cents
from pitboss.round import Refusal
from pitboss.round.facts import Fact
from pitboss.sheet.model import Sheet


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
    """Reads the frames of one table. Events wait for the view that comes after them."""

    def __init__(self) -> None:
        self._waiting: list[Fact | Noted] = []
        self._heard: list[Heard] = []
        self._fresh = True

    def begin_again(self) -> None:
        """The next view is a first look."""
        self._waiting, self._fresh = [], True

    def take(self, text: str | bytes) -> dict[str, Any] | None:
        """Reads a frame; gives it back when it is the answer to a command."""
        frame: dict[str, Any] = json.loads(text)
        match frame.get("t"):
            case "events":
                self._waiting += [event for each in frame["list"] if (event := _event(each)) is not None]
            case "view":
                self._heard.append(Heard(tuple(self._waiting), _view(text), self._fresh))
                self._waiting, self._fresh = [], False
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
        """Takes in one frame; gives it back when it is the answer to a command."""
        answer = self._frames.take(text)
        self.view = self._frames.last() or self.view
        return answer


def _view(text: str | bytes) -> TableView:
    try:
        return _views().validate_json(text, extra="ignore")
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
    """A refusal as it came in a frame, or as the body of an answer over HTTP."""
    return Refusal(
        str(frame["code"]),
        str(frame["text"]),
        frame.get("clause"),
        str(frame.get("path", "")),
        frame.get("values"),
    )
