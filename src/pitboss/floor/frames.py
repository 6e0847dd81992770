"""What a viewer is sent: the table as one view, and what has just happened as events.

Built from nothing for each viewer, from the round's own views: a card that is hidden from the viewer is not
in it. The view alone is enough to show the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal

from pitboss.floor.banking import least_stake
from pitboss.floor.held import Change, Note
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Sitter
from pitboss.floor.settings import Seconds
from pitboss.money import MICRO, Cents
from pitboss.pit import PROPOSITION
from pitboss.round import Action, Spot, Viewer, spots, tell
from pitboss.round.events import PaidLine
from pitboss.round.view import DealerView, SeatView, Told, dealer_view, own_actions, seat_view
from pitboss.sheet.model import Sheet
from pitboss.sheet.printed import PrintedTable, printed_tables

Shape = Literal["ring", "sensor"]


@dataclass(frozen=True, slots=True)
class SpotFrame:
    """A betting spot: what lies on it, what may, why not, and what became of it."""

    id: str
    label: str
    shape: Shape
    amount: Cents
    min: Cents
    max: Cents | None
    step: Cents
    enabled: bool
    why: str | None
    why_code: str | None
    why_clause: str | None
    lit: bool | None
    line: PaidLine | None


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """A seat, taken or not."""

    n: int
    you: bool
    name: str | None
    bot: bool
    here: bool
    leaving: bool
    stack: Cents | None
    status: str
    cards: tuple[str, ...]
    hand: str | None
    label: str | None
    first_three: str | None
    discard: str | None
    by: str | None
    spots: tuple[SpotFrame, ...]
    net: Cents | None
    lines: tuple[PaidLine, ...]


@dataclass(frozen=True, slots=True)
class BankFrame:
    """The player bank and its offer."""

    label: str
    name: str | None
    seat: int | None
    you: bool
    stake: Cents | None
    net: Cents | None
    cover_left: Cents | None
    offered_to: int | None  # a seat
    offered_to_you: bool
    offer_until: str | None
    least: Cents


@dataclass(frozen=True, slots=True)
class MeterFrame:
    """The meter as it stands, and what envy pays."""

    value: Cents
    reset: Cents
    envy: tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class FairFrame:
    """The seal of the round's shuffle, and the head of the table's chain."""

    commitment: str | None
    chain_head: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything one viewer may see of a table."""

    rev: int
    house: str
    name: str
    table: str
    title: str
    round: int
    phase: str
    deadline: str | None
    paused: bool
    closing: bool
    dealer: DealerView
    seats: tuple[SeatFrame, ...]
    actions: tuple[Action, ...]
    bank: BankFrame | None
    meter: MeterFrame | None
    fair: FairFrame
    tables: tuple[PrintedTable, ...]
    notices: tuple[str, ...]
    t: Literal["view"] = "view"


@dataclass(frozen=True, slots=True)
class EventsFrame:
    """What has happened since the frame before; decoration, the view that follows says it all."""

    rev: int
    list: tuple[dict[str, Any], ...]
    t: Literal["events"] = "events"


def told_to(changes: list[Change], person: str | None) -> list[Told | Note]:
    """Some changes as one viewer may hear them."""
    found: list[Told | Note] = []
    for change in changes:
        if change.event is not None and change.state is not None:
            found.append(tell(change.state, change.event, Viewer(person)))
        elif change.note is not None:
            found.append(change.note)
    return found


def events_frame(changes: list[Change], person: str | None) -> EventsFrame:
    """Some changes as the frame of one viewer."""
    told = told_to(changes, person)
    kinds = tuple(dict(each) if isinstance(each, Mapping) else asdict(each) for each in told)
    return EventsFrame(changes[-1].rev if changes else 0, kinds)


def table_view(live: LiveTable, person: str | None) -> TableView:
    """A table as one viewer may see it now."""
    sheet, state, felt = live.table.sheet, live.state, live.felt.standing.felt
    return TableView(
        rev=live.rev,
        house=sheet.id,
        name=sheet.name,
        table=live.felt.id,
        title=live.settings.name,
        round=felt.rounds,
        phase=live.phase,
        deadline=_time(live.until),
        paused=live.frozen,
        closing=live.closing,
        dealer=dealer_view(state) if state else DealerView(sheet.dealer.label, (), "", None, (), None),
        seats=tuple(seat_frame(live, number, person) for number in range(1, sheet.seats + 1)),
        actions=actions_of(live, person),
        bank=bank_frame(live, person),
        meter=_meter(live),
        fair=_fair(live),
        tables=_tables(sheet),
        notices=tuple(notice.text for notice in sheet.notices),
    )


@lru_cache(maxsize=64)
def _tables(sheet: Sheet) -> tuple[PrintedTable, ...]:
    return printed_tables(sheet)


def _time(at: Seconds | None) -> str | None:
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seat_frame(live: LiveTable, number: int, person: str | None) -> SeatFrame:
    """One seat as one viewer may see it."""
    state = live.state
    bettor = state.seat(number) if state else None
    sitter = live.seating.at(number)
    if state and state.ended and bettor and sitter and sitter.id != bettor.player:
        bettor = None  # somebody new sits there already
    seen = seat_view(state, bettor, Viewer(person)) if state and bettor else None
    mine = person is not None and sitter is not None and sitter.id == person
    bets_open = live.felt.state is None or live.felt.state.phase == "bets"
    found: tuple[Spot, ...] = seen.spots if seen else ()
    if seen is None and mine:
        found = spots(live.table, {}, open_=bets_open, accepted=False)
    player = seen.player if seen else (sitter.id if sitter else None)
    owner = live.seating.people.get(player) if player else None
    return SeatFrame(
        n=number,
        you=seen.you if seen else mine,
        name=_name(live, player),
        bot=bool(owner and owner.bot),
        here=bool(owner and owner.here),
        leaving=bool(owner and number in owner.leaves),
        stack=live.stacks.get(player) if player else None,
        status=seen.status if seen else _status(live, sitter),
        cards=seen.cards if seen else (),
        hand=seen.hand if seen else None,
        label=seen.label if seen else None,
        first_three=seen.first_three if seen else None,
        discard=seen.discard if seen else None,
        by=seen.by if seen else None,
        spots=tuple(_spot(each, seen) for each in found),
        net=seen.net if seen else None,
        lines=seen.lines if seen else (),
    )


def _spot(spot: Spot, seen: SeatView | None) -> SpotFrame:
    lines = seen.lines if seen else ()
    line = next((each for each in lines if each.id == spot.id), None)
    shape: Shape = "ring" if spot.lit is None else "sensor"
    return SpotFrame(
        id=spot.id,
        label=spot.label,
        shape=shape,
        amount=spot.amount,
        min=spot.min,
        max=spot.max,
        step=spot.step,
        enabled=spot.enabled,
        why=spot.why,
        why_code=spot.why_code,
        why_clause=spot.why_clause,
        lit=spot.lit,
        line=line,
    )


def _status(live: LiveTable, sitter: Sitter | None) -> str:
    if sitter is None:
        return "empty"
    state = live.state
    if state is not None and state.bank is not None and state.bank.player == sitter.id:
        return "bank"
    return "sitting" if sitter.here else "away"


def _name(live: LiveTable, player: str | None) -> str | None:
    if player is None:
        return None
    sitter = live.seating.people.get(player)
    return sitter.name if sitter else "a player who has left"


def actions_of(live: LiveTable, person: str | None) -> tuple[Action, ...]:
    """What a person may decide now."""
    state = live.state
    if state is None or person is None:
        return ()
    return own_actions(state, Viewer(person))


def bank_frame(live: LiveTable, person: str | None) -> BankFrame | None:
    """The bank as one viewer sees it; None where the house banks."""
    bank, state = live.table.sheet.bank, live.state
    if bank is None:
        return None
    held = state.bank if state else None
    paid = state.ended.bank if state and state.ended else None
    offered = live.seating.people.get(live.turn.offered) if live.turn.offered else None
    house = "the house's proposition player"
    name = None if held is None else (house if held.player == PROPOSITION else _name(live, held.player))
    return BankFrame(
        label=bank.label,
        name=name,
        seat=held.seat if held else None,
        you=held is not None and held.player == person,
        stake=held.stake if held else None,
        net=paid.net if paid else None,
        cover_left=paid.cover_left if paid else None,
        offered_to=offered.seats[0] if offered and offered.seats else None,
        offered_to_you=offered is not None and offered.id == person,
        offer_until=_time(live.offer_until),
        least=least_stake(live.table),
    )


def _meter(live: LiveTable) -> MeterFrame | None:
    sheet = live.table.sheet
    if sheet.meter is None:
        return None
    envy = tuple(dict.fromkeys(cents for cents in live.table.book.envy if cents)) if sheet.envy else ()
    return MeterFrame(live.meter // MICRO, sheet.meter.reset, tuple(sorted(envy, reverse=True)))


def _fair(live: LiveTable) -> FairFrame:
    stored = live.felt.standing.stored
    return FairFrame(stored.commitment if stored else None, live.felt.standing.felt.head)
