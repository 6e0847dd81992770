"""The tables of a house as its operators see them: all of them, public and private, and how each stands.

What is told of a table is what everybody may see there, and who runs it: no card, no seed, no invitation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import BaseModel

from pitboss.ledger.journal import Purse
from pitboss.ledger.leases import served_tables
from pitboss.ledger.people import read_person
from pitboss.ledger.store import Connection, Store
from pitboss.money import Cents
from pitboss.table.listing import Entry, Listing
from pitboss.table.settings import Settings
from pitboss.table.sitters import Sitter
from pitboss.table.stored_tables import no_table

State = Literal["open", "playing", "frozen", "closing", "set_aside"]
UNREADABLE: Final = "unreadable"  # what is said of a table whose row nobody understands


class SeatTaken(BaseModel):
    """Somebody at a table, a bot among them."""

    id: str
    name: str
    seats: list[int]
    bot: str | None
    here: bool  # connected


class TableRow(BaseModel):
    """A table of the house. Of one that cannot be read only the id is known."""

    table: str
    state: State
    fault: str | None  # the kind of fault for which it is set aside
    title: str
    house: str
    name: str
    game: str
    low: Cents
    high: Cents
    clock: bool
    coach: bool
    private: bool
    spectators: bool
    round: int
    seats: int
    purse: Purse
    people: list[SeatTaken]
    host: str | None  # the id of who opened it; none: the house itself
    host_name: str | None
    server: str | None  # the address of the server that has it now


class TablesFound(BaseModel):
    """All tables that are open."""

    tables: list[TableRow]


def list_tables(store: Store, listing: Listing, faults: Mapping[str, str] | None = None) -> list[TableRow]:
    """All open tables of the house, wherever they are; `faults` are those that this server knows of."""
    entries = {each.listed.table: each for each in listing.entries(fresh=True)}
    hosts = {each.was.settings.host for each in entries.values()} - {""}

    def work(connection: Connection) -> tuple[dict[str, str | None], dict[str, str]]:
        known = {host: read_person(connection, host) for host in sorted(hosts)}
        served = {each.id: each.address for each in served_tables(connection)}
        return served, {host: person.shown for host, person in known.items() if person}

    served, names = store.read(work)
    rows = [
        _row(entries[table], address, names, (faults or {}).get(table))
        if table in entries
        else _unknown(table, address, (faults or {}).get(table, UNREADABLE))
        for table, address in served.items()
    ]
    return sorted(rows, key=lambda row: (row.house, row.title, row.table))


def show_table(
    store: Store, listing: Listing, table: str, faults: Mapping[str, str] | None = None
) -> TableRow:
    """One table that is open."""
    found = next((each for each in list_tables(store, listing, faults) if each.table == table), None)
    if found is None:
        raise no_table()
    return found


def _row(entry: Entry, address: str | None, names: Mapping[str, str], fault: str | None) -> TableRow:
    listed, settings = entry.listed, entry.was.settings
    fault = fault or settings.aside or None
    return TableRow(
        table=listed.table,
        state=_state(settings, fault, playing=listed.playing),
        fault=fault,
        title=listed.title,
        house=listed.house,
        name=listed.name,
        game=listed.game,
        low=listed.low,
        high=listed.high,
        clock=listed.clock,
        coach=settings.coach,
        private=listed.private,
        spectators=listed.spectators,
        round=listed.round,
        seats=listed.seats,
        purse=listed.purse,
        people=[_taken(each) for each in entry.was.seating.seated()],
        host=settings.host or None,
        host_name=names.get(settings.host),
        server=address,
    )


def _state(settings: Settings, fault: str | None, *, playing: bool) -> State:
    if fault is not None:
        return "set_aside"
    if settings.frozen:
        return "frozen"
    if settings.closes_by is not None:
        return "closing"
    return "playing" if playing else "open"


def _taken(sitter: Sitter) -> SeatTaken:
    return SeatTaken(
        id=sitter.id, name=sitter.name, seats=list(sitter.seats), bot=sitter.bot, here=sitter.here
    )


def _unknown(table: str, address: str | None, fault: str) -> TableRow:
    return TableRow(
        table=table,
        state="set_aside",
        fault=fault,
        title=table,
        house="",
        name="",
        game="",
        low=0,
        high=0,
        clock=False,
        coach=False,
        private=False,
        spectators=False,
        round=0,
        seats=0,
        purse="house",
        people=[],
        host=None,
        host_name=None,
        server=address,
    )
