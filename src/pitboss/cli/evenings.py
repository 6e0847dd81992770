"""`pitboss evening`: evenings and leagues of a house as text, CSV or JSON. It only looks."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

from pitboss.cli.options import CsvOption, DbOption, JsonOption, console, store_at
from pitboss.messages.tables import (
    ENTRANT_STATES,
    EVENING_KINDS,
    EVENING_PHASES,
    news_words,
    place_words,
    prize_words,
)
from pitboss.messages.times import moment_words
from pitboss.money import dollars
from pitboss.text import write_rows

if TYPE_CHECKING:
    from pitboss.evening.commands import Evenings
    from pitboss.evening.views import EveningShown, StandingShown
    from pitboss.ledger import Store
    from pitboss.ledger.people import Person

evening_app = typer.Typer(
    help="Show evenings and leagues: their standings, their results, what has happened to them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
EveningArgument = Annotated[str, typer.Argument(metavar="ID", help="An evening, as `list` names it.")]
COLUMNS = ("place", "tied", "name", "person", "bot", "chips", "state", "out_round", "rounds", "missed")
ALL = 1_000_000  # evenings, or leagues
LATEST = 10  # of what has happened


@evening_app.command("list")
def list_command(as_json: JsonOption = False, db: DbOption = None) -> None:
    """List the evenings of the house, also private ones.

    \b
    Example:
      pitboss evening list
    """
    with _evenings(db) as (evenings, _):
        found = evenings.listed(_operator(), most=ALL)
    if as_json:
        typer.echo(json.dumps({"evenings": [each.model_dump() for each in found]}, indent=2))
        return
    rows = [
        (each.id, each.name, each.house_name, EVENING_PHASES[each.phase], str(each.round), str(each.entered))
        for each in found
    ]
    _print(("Id", "Name", "House", "Is", "Round", "Entered"), rows)
    if not found:
        typer.echo("No evening was announced.")


@evening_app.command("show")
def show_command(evening: EveningArgument, as_json: JsonOption = False, db: DbOption = None) -> None:
    """Show an evening: how it is played, how it stands, what has happened last.

    \b
    Example:
      pitboss evening show 5f0c
    """
    found = _look(db, evening)
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
        return
    typer.echo(
        f"{found.name}: {found.house_name}, {EVENING_KINDS[found.kind]}, {EVENING_PHASES[found.phase]}."
    )
    typer.echo(
        f"Announced by {found.host} {moment_words(found.made)}. A stake is {dollars(found.chips)} in chips."
    )
    if found.level is not None:
        limits = f"{dollars(found.level.low)} to {dollars(found.level.high)}"
        rest = " The evening is paused." if found.paused else ""
        rest += " It is called off after this round." if found.calling_off else ""
        typer.echo(f"Round {found.round}, level {found.level.number}: {limits}.{rest}")
    _standings(found)
    for place, prize in enumerate(found.prizes, 1):
        typer.echo(f"Prize {place}: {prize}")
    for each in found.news[:LATEST]:
        typer.echo(f"{moment_words(each.at)}  {news_words(each.what, each.values)}")


@evening_app.command("standings")
def standings_command(
    evening: EveningArgument, as_json: JsonOption = False, as_csv: CsvOption = False, db: DbOption = None
) -> None:
    """Print the standings of an evening: the result of one that is over.

    \b
    Example:
      pitboss evening standings 5f0c --csv
    """
    found = _look(db, evening)
    if as_json:
        rows = [each.model_dump(include=set(COLUMNS)) for each in found.standings]
        typer.echo(json.dumps({"evening": found.id, "phase": found.phase, "standings": rows}, indent=2))
    elif as_csv:
        write_rows(sys.stdout, [COLUMNS])
        for each in found.standings:
            values = each.model_dump()
            write_rows(sys.stdout, [[_cell(values[name]) for name in COLUMNS]])
    else:
        _standings(found)


@evening_app.command("events")
def events_command(evening: EveningArgument, db: DbOption = None) -> None:
    """Print everything that has happened to an evening as lines of JSON: it can be told again from them.

    \b
    Example:
      pitboss evening events 5f0c
    """
    from pitboss.evening.rows import events_of_evening

    _look(db, evening)
    with _evenings(db) as (_, store):
        for each in store.read(lambda connection: events_of_evening(connection, evening)):
            told = {"number": each.number, "at": each.at, "deed": each.deed, "event": json.loads(each.body)}
            typer.echo(json.dumps(told))


@evening_app.command("league")
def league_command(
    league: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A league; all of them without.")
    ] = None,
    as_json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Print what a league adds up to, or list the leagues.

    \b
    Example:
      pitboss evening league
    """
    with _evenings(db) as (evenings, _):
        if league is None:
            every = evenings.leagues(_operator(), most=ALL)
        else:
            found = evenings.league(league, _operator())
    if league is None:
        if as_json:
            typer.echo(json.dumps({"leagues": [each.model_dump() for each in every]}, indent=2))
            return
        _print(
            ("Id", "Name", "Host", "Ended"), [(one.id, one.name, one.host, str(one.ended)) for one in every]
        )
        if not every:
            typer.echo("No league was begun.")
        return
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
        return
    typer.echo(f"{found.name}: {found.ended} of {found.evenings} evenings are over.")
    _print(
        ("", "Name", "Points", "Evenings", "Won"),
        [
            (
                place_words(one.place, tied=one.tied),
                one.name,
                str(one.points),
                str(one.evenings),
                str(one.wins),
            )
            for one in found.standings
        ],
    )


@contextmanager
def _evenings(db: str | None) -> Iterator[tuple[Evenings, Store]]:
    from pitboss.evening.commands import Evenings
    from pitboss.house.limits import Limits
    from pitboss.table.lobby import Most

    store = store_at(db, new=False)
    try:
        yield Evenings(store, Limits(store), _now, lambda size: b"", lambda: "", (), Most(0, 0, 0)), store
    finally:
        store.close()


def _look(db: str | None, evening: str) -> EveningShown:
    with _evenings(db) as (evenings, _):
        return evenings.look(evening, _operator())


def _operator() -> Person:
    """Whoever has the database may look at everything."""
    from pitboss.ledger.people import Person

    return Person("", None, "operator", 0, 0)


def _now() -> int:
    return int(time.time() * 1000)


def _standings(found: EveningShown) -> None:
    rows = [
        (
            place_words(one.place, tied=one.tied),
            one.name,
            "–" if one.state == "out" else dollars(one.chips),
            _state(found, one),
            prize_words(one.prizes, shared=one.shares),
        )
        for one in found.standings
    ]
    _print(("", "Name", "Chips", "", ""), rows)


def _state(found: EveningShown, one: StandingShown) -> str:
    lasted = found.phase == "ended" and one.state != "out"
    return "lasted to the end" if lasted else ENTRANT_STATES[one.state]


def _print(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if not rows:
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in heads:
        grid.add_column(head, overflow="fold")
    for row in rows:
        grid.add_row(*row)
    console().print(grid)


def _cell(value: object) -> object:
    return int(value) if isinstance(value, bool) else value
