"""`pitboss evening`: evenings and leagues of a house as text, CSV or JSON. It only looks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from typer import Argument

from pitboss.cli import options
from pitboss.cli.output import Lines, grid, show_records
from pitboss.evening.commands import Evenings
from pitboss.evening.rows import events_of_evening
from pitboss.evening.views import EveningShown, LeagueShown
from pitboss.house.limits import Limits
from pitboss.ledger import Store
from pitboss.ledger.people import Person
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
from pitboss.table.lobby import Most

evening_app = typer.Typer(
    help="Show evenings and leagues: their standings, their results, what has happened to them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
EveningArgument = Annotated[str, Argument(metavar="ID", help="An evening, as `list` names it.")]
COLUMNS = ("place", "tied", "name", "person", "bot", "chips", "state", "out_round", "rounds", "missed")
ALL = 1_000_000  # evenings, or leagues
LATEST = 10  # of what has happened


@evening_app.command("list")
def list_command(as_json: options.Json = False, db: options.Db = None) -> None:
    """List the evenings of the house, also private ones.

    \b
    Example:
      pitboss evening list
    """
    with _evenings(db) as (evenings, _):
        found = evenings.listed(_operator(), most=ALL)

    rows = [
        (one.id, one.name, one.house_name, EVENING_PHASES[one.phase], str(one.round), str(one.entered))
        for one in found
    ]
    listed = grid(("Id", "Name", "House", "Is", "Round", "Entered"), rows)
    lines = [listed if found else "No evening was announced."]
    show_records(lambda: {"evenings": found}, lambda: lines, as_json=as_json)


@evening_app.command("show")
def show_command(evening: EveningArgument, as_json: options.Json = False, db: options.Db = None) -> None:
    """Show an evening: how it is played, the standings, the latest news.

    \b
    Example:
      pitboss evening show 5f0c
    """
    found = _look(db, evening)
    show_records(lambda: found, lambda: _evening(found), as_json=as_json)


def _evening(found: EveningShown) -> Lines:
    yield f"{found.name}: {found.house_name}, {EVENING_KINDS[found.kind]}, {EVENING_PHASES[found.phase]}."
    yield f"Announced by {found.host} {moment_words(found.made)}. A stake is {dollars(found.chips)} in chips."
    if found.level is not None:
        limits = f"{dollars(found.level.low)} to {dollars(found.level.high)}"
        rest = " The evening is paused." if found.paused else ""
        rest += " It is called off after this round." if found.calling_off else ""
        yield f"Round {found.round}, level {found.level.number}: {limits}.{rest}"
    yield from _standings(found)
    for place, prize in enumerate(found.prizes, 1):
        yield f"Prize {place}: {prize}"
    for each in found.news[:LATEST]:
        yield f"{moment_words(each.at)}  {news_words(each.what, each.values)}"


@evening_app.command("standings")
def standings_command(
    evening: EveningArgument,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
    db: options.Db = None,
) -> None:
    """Print the standings of an evening: the result of one that is over.

    \b
    Example:
      pitboss evening standings 5f0c --csv
    """
    found = _look(db, evening)
    rows = [{name: getattr(each, name) for name in COLUMNS} for each in found.standings]
    cells = ((int(cell) if isinstance(cell, bool) else cell for cell in row.values()) for row in rows)
    show_records(
        lambda: {"evening": found.id, "phase": found.phase, "standings": rows},
        lambda: _standings(found),
        as_json=as_json,
        as_csv=as_csv,
        rows=lambda: [COLUMNS, *cells],
    )


@evening_app.command("events")
def events_command(evening: EveningArgument, db: options.Db = None) -> None:
    """Print everything that has happened to an evening, one line of JSON for each event.

    \b
    Example:
      pitboss evening events 5f0c
    """
    _look(db, evening)
    with _evenings(db) as (_, store):
        for each in store.read(lambda connection: events_of_evening(connection, evening)):
            event = {"number": each.number, "at": each.at, "deed": each.deed, "event": json.loads(each.body)}
            typer.echo(json.dumps(event))


@evening_app.command("league")
def league_command(
    league: Annotated[str | None, Argument(metavar="[ID]", help="A league; all of them without.")] = None,
    as_json: options.Json = False,
    db: options.Db = None,
) -> None:
    """Print the standings of a league, or list the leagues.

    \b
    Example:
      pitboss evening league
    """
    with _evenings(db) as (evenings, _):
        if league is not None:
            found = evenings.league(league, _operator())
            show_records(lambda: found, lambda: _league(found), as_json=as_json)
            return
        every = evenings.leagues(_operator(), most=ALL)
    rows = [(one.id, one.name, one.host, str(one.ended)) for one in every]
    lines = [grid(("Id", "Name", "Host", "Ended"), rows) if every else "No league was begun."]
    show_records(lambda: {"leagues": every}, lambda: lines, as_json=as_json)


def _league(found: LeagueShown) -> Lines:
    yield f"{found.name}: {found.ended} of {found.evenings} evenings are over."
    rows = [
        (place_words(one.place, tied=one.tied), one.name, str(one.points), str(one.evenings), str(one.wins))
        for one in found.standings
    ]
    if rows:
        yield grid(("", "Name", "Points", "Evenings", "Won"), rows)


@contextmanager
def _evenings(db: str | None) -> Iterator[tuple[Evenings, Store]]:
    with options.opened(db) as store:
        nothing = (lambda size: b"", lambda: "", (), Most(0, 0, 0))  # nobody announces one here
        yield Evenings(store, Limits(store), options.now, *nothing), store


def _look(db: str | None, evening: str) -> EveningShown:
    with _evenings(db) as (evenings, _):
        return evenings.look(evening, _operator())


def _operator() -> Person:
    """Anyone with access to the database may look at everything."""
    return Person("", None, "operator", 0, 0)


def _standings(found: EveningShown) -> Lines:
    rows = [
        (
            place_words(one.place, tied=one.tied),
            one.name,
            "–" if one.state == "out" else dollars(one.chips),
            "lasted to the end"
            if found.phase == "ended" and one.state != "out"
            else ENTRANT_STATES[one.state],
            prize_words(one.prizes, shared=one.shares),
        )
        for one in found.standings
    ]
    if rows:
        yield grid(("", "Name", "Chips", "", ""), rows)
