"""Tables as operators see them, and what operators do at tables.

What is shown of a table is what everybody may see there, and who runs it: no card, no seed, no invitation.
What is written about an act names people by id, so that a deleted person's name is nowhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final, Literal

from pydantic import BaseModel, ValidationError

from pitboss.house.operator_journal import (
    ActingOperator,
    ActShown,
    Change,
    Command,
    done_elsewhere,
    known_act,
    log_act,
    write_down,
)
from pitboss.house.people import names_of
from pitboss.ledger.accounts import operator_actor, read_balances
from pitboss.ledger.journal import Purse
from pitboss.ledger.servers import served_tables
from pitboss.ledger.store import Conflict, Connection, Store
from pitboss.money import MICRO, Cents
from pitboss.round import Refusal
from pitboss.table import PROPOSITION, Pit
from pitboss.table.answers import first_fault
from pitboss.table.live_floor import Floor
from pitboss.table.live_state import LiveState
from pitboss.table.lobby import Entry, Listing
from pitboss.table.messages import HOST_MESSAGES, CloseUp, Freeze, Govern, TableCommand, Void
from pitboss.table.rooms import no_table
from pitboss.table.seating import Sitter
from pitboss.table.settings import Settings


def _any(live: LiveState) -> None:
    """A table as it is."""


def _nothing() -> None:
    """There is nothing to claim."""


@dataclass(frozen=True, slots=True)
class OperatorDesk(ActingOperator):
    """One operator, or the console, at work at the tables of a running house.

    What is to be claimed with an act is claimed in its transaction, before anything is done; it may refuse.
    """

    pit: Pit
    floor: Floor
    claim: Callable[[], None] = _nothing

    @property
    def actor(self) -> str:
        """The operator as tables and ledger know them."""
        return operator_actor(self.operator)

    def known(self, command: Command) -> ActShown | None:
        """The act of a command that was done before."""
        return known_act(self.store, command)

    def new(self, command: Command) -> ActShown:
        """The act of a command that was done at this moment, and stored beside what it has caused."""
        return log_act(done_elsewhere(self.store, command).model_copy(update={"repeated": False}))

    def opened(self, command: Command) -> Callable[[LiveState], None]:
        """Writes down that a table of the house's own was opened, in the transaction that opens it."""

        def beside(live: LiveState) -> None:
            after = _picture(live) | {
                "settings": asdict(live.settings) | {"invite": ""},
                "sheet": live.table.sheet.hash,
                "low": live.table.min,
                "high": live.table.max,
                "why": command.asked["why"],
            }
            found = self.known(command)
            if found is None:
                self.claim()
                write_down(self.store, command, self.milliseconds(), Change({}, after, live.id))
            elif found.table != live.id:  # another server has opened one meanwhile
                raise Conflict("this command has opened a table")

        return beside

    async def do(self, command: Command) -> ActShown:
        """Does an act at a table that is there: stops it, lets it go on, voids its round, closes it, or does
        what its host may. What is asked names the table and the reason."""
        match command.what:
            case "freeze":
                return await self._at_table(command, Freeze(True), _check_running)
            case "thaw":
                return await self._at_table(command, Freeze(False), _check_frozen)
            case "void":
                void = Void(self.actor, command.id, command.asked["cause"])
                return await self._at_table(command, void, partial(_check_round, command.asked["round"]))
            case "close":
                return await self._close(command)
            case _:
                return await self._govern(command)

    async def _close(self, command: Command) -> ActShown:
        """A running round is finished first, bets that were not dealt go back.

        The round of a table that was set aside is void, and what lay there goes back to whose it was.
        """
        table, why = command.asked["table"], command.asked["why"]
        if not self.floor.is_lost(table):
            return await self._at_table(command, CloseUp(self.actor, command.id))
        change = Change({"set_aside": self.floor.set_aside[table]}, {"closed": True, "why": why}, table)

        def beside() -> None:
            self.claim()
            write_down(self.store, command, self.milliseconds(), change)

        try:
            await self.floor.close(table, self.actor, command.id, beside)
        except Conflict:
            return await asyncio.to_thread(done_elsewhere, self.store, command)
        return await asyncio.to_thread(self.new, command)

    async def _govern(self, command: Command) -> ActShown:
        """Does at any table what its host may: what is asked are the fields of the host's command."""
        asked = {key: value for key, value in command.asked.items() if key not in ("table", "why")}
        try:
            said = {"t": "cmd", "id": command.id, "rev": 0, **asked, "do": command.what}
            message = HOST_MESSAGES.validate_python(said)
        except ValidationError as fault:
            raise Refusal("message", first_fault(fault), None) from None
        return await self._at_table(command, Govern(self.actor, message))

    async def _at_table(
        self, command: Command, asked: TableCommand, check: Callable[[LiveState], None] = _any
    ) -> ActShown:
        """An act at a live table; it is written down in the transaction in which it is done."""
        table = command.asked["table"]

        def act(live: LiveState, do: Callable[[], LiveState]) -> ActShown:
            found = self.known(command)
            if found is not None:
                return found
            check(live)
            self.claim()
            funds = self._funds(live)
            done = do()
            after = _picture(done) | {"funds": self._funds(live), "why": command.asked["why"]}
            change = Change(_picture(live) | {"funds": funds}, after, table, _round(live))
            return write_down(self.store, command, self.milliseconds(), change)

        found = await asyncio.to_thread(self.known, command)  # its table may be closed
        if found is not None:
            return found
        try:
            room = await self.floor.seek(table)
            return log_act(await room.do(asked, around=act))
        except Conflict:
            return await asyncio.to_thread(done_elsewhere, self.store, command)

    def _funds(self, live: LiveState) -> dict[str, Cents]:
        """What those whose money is in the open round have in hand."""
        purses = {live.till.purse(person): person for person in _people(live)}
        held = self.store.read(lambda connection: read_balances(connection, list(purses)))
        return {purses[purse]: cents // MICRO for purse, cents in held.items()}


def _check_running(live: LiveState) -> None:
    if live.frozen:
        raise Refusal("frozen", "This table is stopped already", None)


def _check_frozen(live: LiveState) -> None:
    if not live.frozen:
        raise Refusal("not_frozen", "This table is not stopped", None)


def _check_round(round_: str | None, live: LiveState) -> None:
    """Refuses to void another round than the one that was meant."""
    if round_ is not None and round_ != _round(live):
        text = f"The round on the table is {_round(live) or 'none'}, not {round_}"
        raise Refusal("stale", text, None, "round")


def _picture(live: LiveState) -> dict[str, Any]:
    """What an operator can change at a table."""
    stored = live.stored_table
    return {
        "round": _round(live),
        "phase": live.phase,
        "frozen": live.frozen,
        "closing": live.closing,
        "closed": stored.closed,
        "host": live.settings.host,
        "terms": [stored.low, stored.high, live.clock is not None, live.settings.coach],
    }


def _round(live: LiveState) -> str | None:
    return live.state.id if live.state else None


def _people(live: LiveState) -> list[str]:
    """Whose money is in the open round."""
    state = live.open_round
    return [] if state is None else sorted(state.people - {PROPOSITION})


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
    """All open tables of the house, wherever they are; `errors` are those that this server knows of."""
    entries = {each.listed.table: each for each in listing.entries(fresh=True)}
    hosts = {each.was.settings.host for each in entries.values()} - {""}

    def work(connection: Connection) -> tuple[dict[str, str | None], dict[str, str]]:
        served = {each.id: each.address for each in served_tables(connection)}
        return served, names_of(connection, hosts)

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
        **asdict(listed),
        state=_state(settings, fault, playing=listed.playing),
        fault=fault,
        coach=settings.coach,
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
    nothing: dict[str, Any] = dict.fromkeys(("house", "name", "game"), "") | dict.fromkeys(
        ("low", "high", "round", "seats"), 0
    )
    closed = dict.fromkeys(("clock", "coach", "private", "spectators"), False)
    return TableRow(
        **nothing | closed,
        table=table,
        state="set_aside",
        fault=fault,
        title=table,
        purse="house",
        people=[],
        host=None,
        host_name=None,
        server=address,
    )
