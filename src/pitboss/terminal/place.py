"""A place at a table, wherever the table is: commands go there, the table and its events come back.

The terminal knows a table only through this. What may be bet or decided, what it costs and what was paid is
in the frames (docs/protocol.md); the sheet is there for the words of the house, and never for its rules.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Annotated, Any, Final

from pydantic import Discriminator, TypeAdapter, ValidationError

from pitboss.messages.rounds import fact_words
from pitboss.messages.tables import AVATARS, note_words
from pitboss.messages.times import in_own_time
from pitboss.money import Cents, dollars
from pitboss.round import Refusal
from pitboss.round.facts import (
    BankFact,
    BetsFact,
    DealFact,
    Fact,
    HandFact,
    LineFact,
    NetFact,
    ShowdownFact,
    Stake,
    SureFact,
    UpFact,
)
from pitboss.round.showdown import SureBet
from pitboss.round.views import HIDDEN
from pitboss.sheet.model import Sheet
from pitboss.table.live_state import GestureNote, Noted
from pitboss.table.seating import LEFT
from pitboss.table.view_types import SeatFrame, TableView
from pitboss.text import all_of

OWN_TABLE: Final = "At the terminal"  # the title of a table that nobody else can come to


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
        """What has come since this was last asked."""
        found, self._heard = self._heard, []
        return found

    def last(self) -> TableView | None:
        """The newest view among what was not asked for yet."""
        return self._heard[-1].view if self._heard else None


class Place(ABC):
    """One person at one table. How frames come in, each kind of place knows itself."""

    name: str  # what the table calls the person
    practice: bool = False  # the cards come from a seed that is known: no seeds of one's own, no receipts
    view: TableView  # the last one
    sheet: Sheet

    def __init__(self) -> None:
        self._frames = Frames()

    def hear(self, wait: float = 0.0) -> list[Heard]:
        """What has come since, waiting up to some seconds for the first of it."""
        self._catch_up(wait)
        return self._frames.heard()

    def _take(self, text: str | bytes) -> dict[str, Any] | None:
        """Takes in one frame; gives the answer to a command that is in it."""
        answer = self._frames.take(text)
        self.view = self._frames.last() or self.view
        return answer

    @abstractmethod
    def _catch_up(self, wait: float = 0.0) -> None:
        """Takes in every frame that is there."""

    @abstractmethod
    def say(self, do: str, **fields: Any) -> Mapping[str, Any]:
        """A command and its answer; raises its refusal. What it has caused can be read right after it."""

    @abstractmethod
    def seconds_left(self) -> float | None:
        """Until the running clock of the last view ends; None when none runs."""

    @abstractmethod
    def purse(self) -> Purse:
        """The person's money."""

    @abstractmethod
    def top_up(self) -> Cents:
        """Free play money for a person who has next to none; how much was given."""

    @abstractmethod
    def document(self, round_id: str) -> str:
        """A round that has ended, as it is saved."""

    @abstractmethod
    def introduce(self, what: str, value: str) -> None:
        """Another `name` or another `avatar` for the person; raises its refusal."""

    @abstractmethod
    def evening_end(self) -> str:
        """What the evening came to whose table was closed, for this person, in sentences."""

    @abstractmethod
    def leave(self) -> None:
        """Goes for good: nothing that was bet is lost for it, and the platform decides what is open."""

    @abstractmethod
    def close(self) -> None:
        """Closes the connection to the table."""


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


_DONE = {"folded": "has folded", "played": "has played", "drew": "has drawn a card"}


class Telling:
    """Puts what happens into sentences for one person. Names come from the views; that person is `you`."""

    def __init__(self, place: Place) -> None:
        self.leaves = False  # the person has gone: only the hand is still of interest
        self._names: dict[str, str] = {}
        self._place = place
        self._sheet = place.sheet
        self._muted: set[str] = set()  # names, as they are compared
        self._all_muted = False

    def mute(self, name: str, *, mute: bool) -> str:
        """Whose gestures are not told, or told again; a sentence about it."""
        name = name.strip()
        if name.lower() in ("", "all"):
            self._all_muted, self._muted = mute, set()
            return "No gestures are told." if mute else "All gestures are told."
        (self._muted.add if mute else self._muted.discard)(name.casefold())
        return f"Gestures of {name} are {'not told' if mute else 'told again'}."

    def _is_muted(self, note: Noted) -> bool:
        return isinstance(note, GestureNote) and (self._all_muted or note.name.casefold() in self._muted)

    def sentences(self, heard: Heard) -> Iterator[str]:
        """What has happened, one thought a line."""
        view = heard.view
        for event in heard.events:
            if isinstance(event, Noted):
                hushed = self.leaves or self._is_muted(event)
                yield from self._noted(event, view) if not hushed else ()
            else:
                yield self._told(event, view)

    def _told(self, fact: Fact, view: TableView) -> str:
        match fact:
            case BetsFact(seat, player):
                self._names[player] = name_at(view, seat)
            case BankFact(player) if view.state.bank is not None:
                self._names[player] = "you" if view.banks else view.state.bank.name or "a player who has left"
        return fact_words(self._sheet, fact, lambda player: self._names.get(player, player))

    def _noted(self, note: Noted, view: TableView) -> Iterator[str]:
        """People, the bank's offer, the operator; of oneself only which seats one has."""
        values = asdict(note)
        own = next((seat.name for seat in view.you.seats), self._place.name)  # two of one name are told apart
        sentence = note_words(note.k, values, values.get("name") == own)
        if sentence is not None:
            yield sentence

    def standing(self, view: TableView) -> Iterator[str]:
        """A round under way, or just paid, for a person who comes to it now."""
        bets = [seat for seat in view.seen if any(spot.amount for spot in seat.spots)]
        for seat in bets:
            stakes = tuple(Stake(spot.id, spot.amount) for spot in seat.spots if spot.amount)
            yield self._told(BetsFact(seat.n, seat.name or "", stakes), view)
        if view.state.bank is not None and view.state.bank.stake:
            yield self._told(BankFact(view.state.bank.name or "", view.state.bank.stake, None), view)
        if any(seat.cards for seat in bets):
            yield from self._cards(view, bets)
        for seat in bets:
            yield from (self._told(fact, view) for fact in _paid(seat))

    def _cards(self, view: TableView, bets: list[SeatFrame]) -> Iterator[str]:
        up = tuple(card for card in view.state.dealer.cards if card != HIDDEN)
        yield self._told(DealFact(tuple(seat.n for seat in bets)), view)
        if up and view.state.phase == "decisions":
            yield self._told(UpFact(up, self._sheet.dealer.clause), view)
        for seat in bets:
            if HIDDEN not in seat.cards:
                yield self._told(HandFact(seat.n, seat.cards), view)
                yield from (self._told(SureFact(seat.n, bet), view) for bet in _sure(seat))
        if up and view.state.phase != "decisions":
            yield f"{view.state.dealer.label} holds {' '.join(up)}."
        yield from (f"Seat {seat.n} {_DONE[seat.status]}." for seat in bets if seat.status in _DONE)


def _sure(seat: SeatFrame) -> tuple[SureBet, ...]:
    return seat.hand.sure if seat.hand else ()


def _paid(seat: SeatFrame) -> Iterator[Fact]:
    if seat.hand and seat.hand.showdown:
        yield ShowdownFact(seat.n, seat.hand.showdown)
    for each in seat.lines if seat.net is not None else ():
        yield LineFact(seat.n, each)
    if seat.net is not None:
        yield NetFact(seat.n, seat.net)


def name_at(view: TableView, number: int) -> str:
    """The name of the person at a seat."""
    seat = view.seats[number - 1]
    return "you" if view.owns(number) else seat.name or LEFT


def free_seats(view: TableView) -> list[int]:
    """Where one can sit down; an evening seats its players itself."""
    return [seat.n for seat in view.seats if seat.name is None and view.table.evening is None]


def people(view: TableView) -> Iterator[str]:
    """Who sits where."""
    for seat in view.seats:
        if seat.name is not None:
            stack = f", {dollars(seat.stack)} in hand" if seat.stack is not None and not seat.bot else ""
            away = "" if seat.here or seat.bot else ", away"
            face = f" ({AVATARS.get(seat.avatar, seat.avatar)})" if seat.avatar is not None else ""
            yield f"Seat {seat.n}: {name_at(view, seat.n)}{face}{stack}{away}."
    free = free_seats(view)
    if free:
        yield f"Free: seat{'s' if len(free) > 1 else ''} {all_of(map(str, free))}."
    if view.state.watching:
        yield f"Looking on: {view.state.watching}."
