"""`pitboss table`: the tables of the house, and what an operator can do there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import closing
from enum import StrEnum
from typing import Annotated

import typer
from typer import Argument, Option

from pitboss.cli import options
from pitboss.cli.output import Lines, grid, show_records
from pitboss.errors import Refusal
from pitboss.house import LONGEST_TITLE
from pitboss.house.operator_journal import LOOKS, PATIENCE, ActShown, Command, Errands, known_act
from pitboss.house.operator_people import CONSOLE
from pitboss.house.operator_tables import TableRow, list_tables
from pitboss.ledger.database import ServedAlready, Serving, is_postgres, serve_database
from pitboss.ledger.servers import servers_run
from pitboss.ledger.store import Store
from pitboss.messages.tables import TABLE_STATES, table_act_words
from pitboss.money import dollars
from pitboss.sheet import houses
from pitboss.table.bots import BOTS, MOST_BOTS
from pitboss.table.lobby import Listing

table_app = typer.Typer(
    help="List and show tables, open, freeze, void, close and change them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
TableArgument = Annotated[str, Argument(metavar="TABLE", help="A table, by its id or how it begins.")]
LowOption = Annotated[int | None, options.money_option("--low", "The smallest Ante.")]
HighOption = Annotated[int | None, options.money_option("--high", "The largest Ante.")]


class Cause(StrEnum):
    """Why a round is void."""

    EXPOSED = "exposed"
    MALFUNCTION = "malfunction"
    CANNOT_GO_ON = "cannot go on"


@table_app.command("list")
def list_command(as_json: options.Json = False, db: options.Db = None) -> None:
    """List the open tables, public and private.

    \b
    Example:
      pitboss table list
    """
    found = _tables(db)
    rows = [
        (
            each.table[:10],
            each.title,
            each.house,
            TABLE_STATES[each.state] + (", private" if each.private else ""),
            str(sum(one.bot is None for one in each.people)),
            str(each.round),
        )
        for each in found
    ]
    heads = ("Table", "Title", "House", "State", "People", "Round")
    listed = grid(heads, rows, right=(4, 5), cut=True)
    show_records(
        lambda: {"tables": found},
        lambda: [listed, f"{len(found)} open."] if found else ["No table is open."],
        as_json=as_json,
    )


@table_app.command("show")
def show_command(table: TableArgument, as_json: options.Json = False, db: options.Db = None) -> None:
    """Show one table: its state, terms, players and server. No card is shown.

    \b
    Example:
      pitboss table show 3f2a
    """
    found = _fitting(_tables(db), table)
    if found is None:
        text = f"No open table has an id like {table[:40]!r}: `pitboss table list` lists them"
        raise Refusal("no_table", text, None, "table")
    show_records(lambda: found, lambda: _table(found), as_json=as_json)


def _table(each: TableRow) -> Lines:
    yield f"{each.title}, {'a private' if each.private else 'a public'} table, id {each.table}"
    yield f"{TABLE_STATES[each.state].capitalize()}{f' ({each.fault})' if each.fault else ''}."
    clock, coach = ("with" if on else "without" for on in (each.clock, each.coach))
    terms = f"{dollars(each.low)} to {dollars(each.high)}, {clock} a clock, {coach} the coach"
    yield f"{each.name}, {terms}. Round {each.round}."
    yield f"Opened by {each.host_name or each.host or 'the house'}."
    for one in each.people:
        what = f"the bot {one.bot}" if one.bot else "connected" if one.here else "not connected"
        yield f"Seat {', '.join(map(str, one.seats))}: {one.name}, {what}."
    yield f"Served at {each.server}." if each.server else "No server has it at this moment."


@table_app.command("open")
def open_command(
    house: Annotated[
        str,
        Argument(
            metavar="HOUSE", autocompletion=options.houses_starting, help="A house (see `pitboss houses`)."
        ),
    ],
    why: options.Why,
    title: Annotated[str, Option(metavar="TEXT", help="What the table is called.")] = "Main floor",
    low: LowOption = None,
    high: HighOption = None,
    clock: Annotated[bool, Option("--clock/--no-clock", help="Whether a clock runs.")] = True,
    bot: Annotated[list[str] | None, Option(metavar="NAME", help="A bot that sits down. Repeatable.")] = None,
    id_: options.Id = None,
    as_json: options.Json = False,
    db: options.Db = None,
) -> None:
    """Open a public table of the house's own.

    \b
    Example:
      pitboss table open napa-valley --title "Friday" --low 10$ --why "the club"
    """
    if house not in houses():
        raise Refusal("no_house", f"{house!r} is no house: `pitboss houses` lists them", None, "house")
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise Refusal("title", f"--title: give 1 to {LONGEST_TITLE} printable characters")
    bots = bot or []
    if len(bots) > MOST_BOTS or any(each not in BOTS for each in bots):
        raise Refusal("bot", f"--bot: at most {MOST_BOTS} of {', '.join(BOTS)}")
    asked: dict[str, object] = {"house": house, "title": title, "low": low, "high": high, "clock": clock}
    asked |= {"sheet": None, "private": False, "spectators": True, "coach": True, "pays": None}
    asked |= {"seat": None, "bots": bots}
    _act(db, why, id_, "open", asked, as_json)


def _add_command(what: str, says: str, reason: str) -> None:
    """Adds a command that says nothing but the table and why."""

    def act(
        table: TableArgument,
        why: options.Why,
        id_: options.Id = None,
        as_json: options.Json = False,
        db: options.Db = None,
    ) -> None:
        _at(db, table, why, id_, what, as_json)

    example = f'\b\nExample:\n  pitboss table {what} 3f2a --why "{reason}"'
    table_app.command(what, help=f"{says}\n\n{example}")(act)


_add_command("freeze", "Stop a table as it is: no bet, no decision, no clock.", "a quarrel")
_add_command("thaw", "Let a frozen table go on, with full clocks.", "settled")


@table_app.command("void")
def void_command(
    table: TableArgument,
    why: options.Why,
    cause: Annotated[Cause, Option(help="What has happened (STD-12).")] = Cause.MALFUNCTION,
    round_: Annotated[
        str | None, Option("--round", metavar="ROUND", help="Only if this round is on the table.")
    ] = None,
    id_: options.Id = None,
    as_json: options.Json = False,
    db: options.Db = None,
) -> None:
    """Declare the round on a table void: all wagers go back (STD-12).

    \b
    Example:
      pitboss table void 3f2a --cause exposed --why "a card fell"
    """
    _at(db, table, why, id_, "void", as_json, cause=cause.value, round=round_)


_add_command(
    "close",
    "Close a table: a running round is finished first, bets that were not dealt go back.",
    "the evening is over",
)


@table_app.command("change")
def change_command(
    table: TableArgument,
    why: options.Why,
    low: LowOption = None,
    high: HighOption = None,
    clock: Annotated[bool | None, Option("--clock/--no-clock", help="Whether a clock runs.")] = None,
    coach: Annotated[bool | None, Option("--coach/--no-coach", help="Whether the coach helps.")] = None,
    id_: options.Id = None,
    as_json: options.Json = False,
    db: options.Db = None,
) -> None:
    """Change the limits of a table, its clock, its coach, between two rounds.

    \b
    Example:
      pitboss table change 3f2a --low 25$ --high 500$ --why "high rollers"
    """
    given = {"low": low, "high": high, "clock": clock, "coach": coach}
    asked = {name: value for name, value in given.items() if value is not None}
    if not asked:
        raise Refusal("change", "Say what shall change: --low, --high, --clock or --coach")
    _at(db, table, why, id_, "change", as_json, **asked)


def _tables(db: str | None) -> list[TableRow]:
    with options.opened(db) as store:
        return list_tables(store, Listing(store))


def _fitting(found: list[TableRow], table: str) -> TableRow | None:
    """The table with this id, or the one whose id begins so."""
    exact = [each for each in found if each.table == table]
    fits = exact or [each for each in found if table and each.table.startswith(table)]
    if len(fits) > 1:
        raise Refusal("no_table", f"More than one open table has an id like {table[:40]!r}", None, "table")
    return next(iter(fits), None)


def _at(
    db: str | None, table: str, why: str, id_: str | None, what: str, as_json: bool, **more: object
) -> None:
    """An act at a table; a repeated one is answered even when its table is closed by now."""
    found = _fitting(_tables(db), table)
    _act(db, why, id_, what, {"table": found.table if found else table, **more}, as_json)


def _act(
    db: str | None, why: str, id_: str | None, what: str, asked: Mapping[str, object], as_json: bool
) -> None:
    options.check_reason(why)
    act = do_at_table(db, Command(CONSOLE, options.act_id(id_), what, {**asked, "why": why}))
    done = f"{table_act_words(act.what, act.table, act.round, act.after)}{options.again(act.repeated)}"
    show_records(lambda: act, lambda: [done, f"Number {act.number} in the journal."], as_json=as_json)


# --- An act at a table from the command line: done by the server that has the table, or here where none runs.


def do_at_table(db: str | None, command: Command) -> ActShown:
    """Has an act done once, wherever its table is; refused means that nothing has changed.

    A running server has its tables in its memory and carries the act out there. Where none runs, this
    process is the house's server for a moment: it takes the one table, as every server would.
    """
    with options.opened(db) as store:
        known = known_act(store, command)
        if known is not None:
            return known
        if is_postgres(options.address_of(db)) and store.read(servers_run):
            return _by_server(store, command)
        try:
            serving = serve_database(store)
        except ServedAlready:
            return _by_server(store, command)
        with closing(serving):
            return asyncio.run(_here(db, store, serving, command))


def _by_server(store: Store, command: Command) -> ActShown:
    """Waits for the server that has the table."""
    errands = Errands(store)
    number = errands.send(command)
    try:
        for _ in range(int(PATIENCE / LOOKS)):
            found = errands.look(number, command)
            if found is not None:
                return found
            time.sleep(LOOKS)
    except KeyboardInterrupt:
        pass  # no longer waiting means taking it back
    return errands.withdraw(number, command)


async def _here(db: str | None, store: Store, serving: Serving, command: Command) -> ActShown:
    """Does it in this process, with the settings that a server would have."""
    from pitboss.table.lease_keeper import leases_of
    from pitboss.web.operators import act_here
    from pitboss.web.server_state import House
    from pitboss.web.settings import file_in_use, read_settings

    settings = read_settings(file_in_use(None)).model_copy(update={"db": options.address_of(db)})
    leases = leases_of(store, settings.public_address, lambda _: house.floor.lose_leases())
    house = House(settings, store, serving=serving, leases=leases, reckons_here=True)
    try:
        await asyncio.to_thread(leases.start)
        return await act_here(house, command)
    finally:
        await house.floor.stop()
        house.watch.close()
        house.pool.shutdown(wait=True)
        await house.desk.close()
