"""What a viewer is sent of a table: what lasts, how it stands, its seats, and what is theirs alone.

Built from nothing for each viewer, from the round's own views: a card that is hidden from the viewer is not
in it. Each part is a function of a few facts, so that it is made anew only where one of them has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pitboss.ledger.journal import Purse
from pitboss.money import MICRO, Cents
from pitboss.round.choices import actions_of
from pitboss.round.showdown import envy_pays, jackpots
from pitboss.round.state import Seat
from pitboss.round.table import Table
from pitboss.round.views import DealerView, dealer_view
from pitboss.sheet.files import felt_of
from pitboss.sheet.model import Sheet
from pitboss.sheet.rule_card import PrintedTable, printed_tables
from pitboss.table.bots import BOTS
from pitboss.table.clocks import awaited_seats, waiting_for
from pitboss.table.host_powers import powers_of
from pitboss.table.live_state import LiveState, closed_by
from pitboss.table.player_bank import bank_frame, own_bank
from pitboss.table.seat_frames import own_facts, seat_facts, seat_frame
from pitboss.table.seating import Sitter
from pitboss.table.settings import Clock, Seconds, Settings, is_own
from pitboss.table.transfers import Till
from pitboss.table.view_types import (
    BotFrame,
    ClockFrame,
    FairFrame,
    FeltFrame,
    LimitsFrame,
    MeFrame,
    MeterFrame,
    OwnBank,
    OwnPart,
    PatienceFrame,
    StateFrame,
    TableFrame,
    TableView,
    YouFrame,
    field_values,
)

OWN_SHEET: Final = "This table plays a sheet of its own, not one of the printed ones: read its pay tables."

CHIPS_HERE: Final = (
    "Chips are played with here: the table gives them to who sits down and takes them back from who gets up."
    " They are never part of your money, your limits or your results."
)
EVENING_CHIPS: Final = (
    "The chips of an evening are played with here: it gives everybody the same, and they are no money."
    " They are never part of your money, your limits or your results."
)
OWN_METER: Final = "The meter is this table's own: no other table feeds it, and it ends with the table."


def table_view(live: LiveState, person: str | None) -> TableView:
    """A table as one viewer may see it now."""
    seats = seat_facts(live)
    own, viewer = own_facts(seats).get(person or "", ()), viewer_facts(live, [person])[person]
    powers = powers_of(live, [person])[person]
    return TableView(
        rev=live.rev,
        table=table_frame(table_facts(live)),
        state=state_frame(live),
        seats=tuple(seat_frame(facts) for facts in seats),
        you=YouFrame(
            **field_values(own_part(viewer)),
            powers=powers,
            seats=tuple(seat_frame(facts) for facts in own),
        ),
    )


class TableFacts(NamedTuple):
    """All that the lasting part of a view is made of."""

    id: str
    table: Table
    settings: Settings
    purse: Purse
    epoch: int
    till: Till


def table_facts(live: LiveState) -> TableFacts:
    """What a table was opened with."""
    stored = live.stored_table
    return TableFacts(live.id, live.table, live.settings, stored.purse, stored.epoch, live.till)


def table_frame(facts: TableFacts) -> TableFrame:
    """What hardly ever changes at a table."""
    sheet, settings = facts.table.sheet, facts.settings
    return TableFrame(
        house=sheet.id,
        name=sheet.name,
        table=facts.id,
        title=settings.name,
        limits=LimitsFrame(facts.table.min, facts.table.max),
        clock=_clock(settings.clock),
        private=settings.private,
        spectators=settings.spectators,
        coach=settings.coach,
        own=is_own(sheet),
        purse=facts.purse,
        epoch=facts.epoch,
        evening=settings.evening.id if settings.evening is not None else None,
        felt=felt_frame(sheet),
        tables=tables_of(sheet),
        notices=_notices(facts.till, sheet),
    )


def state_frame(live: LiveState) -> StateFrame:
    """How a table stands beside its seats, for everybody."""
    return StateFrame(**state_values(live))


def state_values(live: LiveState) -> dict[str, Any]:
    """The fields of that frame by name: each is compared alone, so nobody needs them as one value."""
    sheet, state = live.table.sheet, live.state
    return {
        "round": live.stored_table.rounds,
        "phase": live.phase,
        "deadline": _time(live.until),
        "waits_until": _time(live.waits_until),
        "paused": live.frozen,
        "evening_paused": live.settings.evening is not None and live.settings.evening.paused,
        "closing": live.closing,
        "closes_by": closed_by(live),
        "watching": live.watching,
        "dealer": dealer_view(state)
        if state
        else DealerView(sheet.dealer.label, (), "", None, None, (), None),
        "bank": bank_frame(live, _time(live.offer_until)),
        "meter": _meter(live),
        "waiting_for": waiting_for(live),
        "patience": _patience(live),
        "host_seat": _host_seat(live),
        "jackpots": jackpots(state) if state else (),
        "envy": envy_pays(state) if state else (),
        "receipt": state.id if state and state.ended else None,
        "fair": _fair(live),
    }


def felt_frame(sheet: Sheet) -> FeltFrame:
    """How a table of a sheet looks."""
    felt = felt_of(sheet)
    return FeltFrame(felt.colours, felt.spots, felt.short)


@lru_cache(maxsize=64)
def tables_of(sheet: Sheet) -> tuple[PrintedTable, ...]:
    """The pay tables as text, made once for a sheet."""
    return printed_tables(sheet)


def notices_of(sheet: Sheet) -> tuple[str, ...]:
    """The notices of a sheet; that it is none of the printed ones comes first."""
    own = (OWN_SHEET,) if is_own(sheet) else ()
    return (*own, *(notice.text for notice in sheet.notices))


def _notices(till: Till, sheet: Sheet) -> tuple[str, ...]:
    """The notices of a table: what is played with here and whose the meter is, then those of its sheet."""
    chips = (CHIPS_HERE if till.gives_chips else EVENING_CHIPS,) if till.chips else ()
    meter = (OWN_METER,) if till.own_meter else ()
    return (*chips, *meter, *notices_of(sheet))


@lru_cache(maxsize=256)
def _time(at: Seconds | None) -> str | None:
    if at is None:
        return None
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class ViewerFacts(NamedTuple):
    """All that a viewer's own part is made of."""

    table: Table
    settings: Settings
    person: str | None
    sitter: Sitter | None
    phase: str
    bets: tuple[Seat, ...]  # their own, while there is something to decide
    bank: OwnBank | None


def viewer_facts(live: LiveState, people: Iterable[str | None]) -> dict[str | None, ViewerFacts]:
    """What a table knows of each of these viewers."""
    table, settings, phase, known = live.table, live.settings, live.phase, live.seating.people
    bets: dict[str, tuple[Seat, ...]] = {}
    for seat in live.state.seats if live.state and phase == "decisions" else ():
        bets[seat.player] = (*bets.get(seat.player, ()), seat)
    return {
        person: ViewerFacts(
            table,
            settings,
            person,
            known.get(person) if person is not None else None,
            phase,
            bets.get(person, ()) if person is not None else (),
            own_bank(live, person) if table.sheet.bank else None,
        )
        for person in people
    }


def own_part(facts: ViewerFacts) -> OwnPart:
    """What a viewer gets for themselves: decisions, their side of the bank, what is the host's."""
    settings, sitter, phase = facts.settings, facts.sitter, facts.phase
    seated = sitter is not None and bool(sitter.seats)
    host = facts.person is not None and facts.person == settings.host
    actions = (actions_of(facts.table, "decisions", seat) for seat in facts.bets)
    return OwnPart(
        actions=tuple(action for each in actions for action in each),
        bank=facts.bank,
        host=host,
        invite=settings.invite or None if host or seated else None,
        bots=_BOTS if _seats_bots(settings, facts.person, sitter) else (),
        me=_me(settings.clock, sitter, phase) if sitter and seated else None,
    )


def may_seat_bots(live: LiveState, person: str | None) -> bool:
    """Whether somebody may add and remove bots: who has opened the table, or sits there."""
    sitter = live.seating.people.get(person) if person is not None else None
    return _seats_bots(live.settings, person, sitter)


def _seats_bots(settings: Settings, person: str | None, sitter: Sitter | None) -> bool:
    return person is not None and (person == settings.host or bool(sitter and sitter.seats))


_BOTS: Final = tuple(BotFrame(name, bot.label) for name, bot in BOTS.items())


def _me(clock: Clock | None, sitter: Sitter, phase: str) -> MeFrame:
    left = clock.extensions - sitter.more_time if clock else 0
    ready = sitter.ready and phase == "bets"
    return MeFrame(ready, max(0, left), sitter.wants_bank, sitter.instruction)


def _clock(clock: Clock | None) -> ClockFrame | None:
    if clock is None:
        return None
    return ClockFrame(clock.bets, clock.decision, clock.extension, clock.extensions)


def _meter(live: LiveState) -> MeterFrame | None:
    sheet = live.table.sheet
    if sheet.meter is None:
        return None
    taken = sum(len(each.seats) for each in live.seating.people.values())
    fair = live.break_evens[max(1, taken) - 1] if live.break_evens else None
    return MeterFrame(
        value=live.meter // MICRO,
        reset=sheet.meter.reset,
        break_even=fair,
        envy=_envy(live.table),
        own=live.till.own_meter,
    )


@lru_cache(maxsize=64)
def _envy(table: Table) -> tuple[Cents, ...]:
    """What envy pays, each amount once and the highest first."""
    pays = {cents for cents in table.book.envy if cents} if table.sheet.envy else ()
    return tuple(sorted(pays, reverse=True))


def _patience(live: LiveState) -> tuple[PatienceFrame, ...]:
    """Until when the table waits for whom; the nearest end first."""
    found = []
    for person, until in sorted(live.patience.items(), key=lambda each: each[1]):
        sitter, end = live.seating.people.get(person), _time(until)
        if sitter is not None and end is not None:
            seats = awaited_seats(live, sitter)
            found.append(PatienceFrame(seats, "nudged" if sitter.here else "away", end))
    return tuple(found)


def _host_seat(live: LiveState) -> int | None:
    """Where the host sits, if they have a seat."""
    host = live.seating.people.get(live.settings.host) if live.settings.host else None
    return host.seats[0] if host is not None and host.seats else None


def _fair(live: LiveState) -> FairFrame:
    stored = live.standing.stored
    return FairFrame(stored.commitment if stored else None, live.stored_table.head)
