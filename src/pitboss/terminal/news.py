"""What is heard at a table, in plain sentences: the round's own events, and people who come and go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from pitboss.messages.rounds import fact_words
from pitboss.messages.tables import AVATARS, note_words
from pitboss.money import dollars
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
from pitboss.table.live_state import GestureNote, Noted
from pitboss.table.seating import LEFT
from pitboss.table.view_types import SeatFrame, TableView
from pitboss.terminal.place import Heard, Place
from pitboss.text import all_of

_DONE = {"folded": "has folded", "played": "has played", "drew": "has drawn a card"}


class Telling:
    """Tells one person what they hear. Names come from the views; that person is `you`."""

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
                self._names[player] = "you" if view.banks else view.state.bank.name or "somebody who has left"
        return fact_words(self._sheet, fact, lambda player: self._names.get(player, player))

    def _noted(self, note: Noted, view: TableView) -> Iterator[str]:
        """People, the bank's offer, the operator; of oneself only which seats one has."""
        values = asdict(note)
        own = next((seat.name for seat in view.you.seats), self._place.name)  # two of one name are told apart
        sentence = note_words(note.k, values, values.get("name") == own)
        if sentence is not None:
            yield sentence

    def standing(self, view: TableView) -> Iterator[str]:
        """A round under way, or just paid, for somebody who comes to it now."""
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
        yield LineFact(
            seat.n, each.id, each.stake, each.result, each.profit, each.returned, each.clause, each.by
        )
    if seat.net is not None:
        yield NetFact(seat.n, seat.net)


def name_at(view: TableView, number: int) -> str:
    """How somebody at a seat is called."""
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
