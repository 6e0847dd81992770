"""What a server does by itself: it tidies up, shows people out, writes incidents, reads meters."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from pitboss.desk.question import question
from pitboss.desk.table_questions import pays_question, table_values
from pitboss.errors import CageFault
from pitboss.house import HOUR
from pitboss.house.accounts import forget_expired
from pitboss.house.house_cards import HOUSE
from pitboss.ledger.servers import Reason, take_chore
from pitboss.money import MICRO, Cents
from pitboss.proof import make_head
from pitboss.round import Refusal, open_table
from pitboss.sheet import houses, load_house
from pitboss.web.lab import what_asked
from pitboss.web.log import log, log_fault
from pitboss.web.pages import TEMPLATES
from pitboss.web.server_state import House


async def every(seconds: float, what: str, work: Callable[[], Awaitable[object]]) -> None:
    """Does something again and again until it is cancelled; a failure goes into the log."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception as fault:  # noqa: BLE001 - it looks again
            log_fault(what, fault)


HOURLY: Final = "hourly"


async def tidy(house: House) -> None:
    """Closes tables of this server that nobody comes to, and does what is to be done once an hour."""
    closed = await house.floor.close_deserted()
    if closed:
        log("tidy", closed=closed)
    await house.in_pool(lambda: do_hourly(house))


def do_hourly(house: House) -> bool:
    """A head over all chains, which the log keeps elsewhere; old sessions and tries go. Not twice an hour."""
    now = house.milliseconds
    if not house.store.write(lambda connection: take_chore(connection, HOURLY, HOUR, now)):
        return False
    try:
        made = make_head(house.store, lambda: house.milliseconds)
    except CageFault as fault:
        house.incidents.note("head_failed", "house", fault=type(fault).__name__)
        raise
    log("head", number=made.number, head=made.head, forgotten=forget_expired(house.store, now))
    return True


async def send_away(house: House, person: str, reason: Reason) -> None:
    """Shows a person out: their sessions have ended, or they are excluded."""
    departure = await house.in_pool(lambda: house.departures.announce(person, reason))
    await house.departures.show_out(departure)


async def show_out_departed(house: House) -> None:
    """Shows out who must go because another server or the command line says so."""
    for departure in await house.in_pool(house.departures.news):
        await house.departures.show_out(departure)


def tell_incidents(house: House) -> None:
    """Writes what was met since the last look."""
    house.incidents.note_lost_tables(dict(house.floor.unusable.faults))
    house.incidents.write()


async def read_meters(house: House) -> None:
    """Reads them; while the database is away they stay as last seen."""
    house.metrics.meters = await house.in_pool(lambda: shared_meters(house))


def shared_meters(house: House) -> dict[str, Cents]:
    """The meter that the tables of each house share; one that was never fed has what it starts with."""
    found = {}
    for sheet in map(load_house, house.settings.offered):
        if sheet.meter is not None:
            found[sheet.id] = house.pit.meter(sheet) // MICRO or sheet.meter.reset
    return found


FIRST: Final = 6.0  # seconds in which people who waited for the house to open come first


async def warm(house: House) -> None:
    """Reads the pages' templates, and asks the desk, one after the other, for the figures on those pages."""
    await asyncio.sleep(FIRST)
    for name in TEMPLATES.list_templates():
        TEMPLATES.get_template(name)
        await asyncio.sleep(0)  # tables come in between
    tables = [open_table(load_house(name)) for name in houses()]
    printed = what_asked()
    for asked in (
        *(question("edge", house=name) for name in houses()),
        *(question("fair_meter", **table_values(table)) for table in tables if table.sheet.meter),
        *(pays_question(table) for table in tables),
        *(printed.of("lab", name) for name in houses()),
        *(printed.of("lab_chart", name, up="") for name in houses()),
    ):
        try:
            await house.desk.ask(HOUSE, asked, lane="house")
        except Refusal:  # it is asked for again when a page needs it
            continue
