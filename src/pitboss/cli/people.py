"""`pitboss person` and `pitboss operator`: people of the house, and what an operator can do for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated

import typer
from typer import Argument, Option

from pitboss.cli import options
from pitboss.cli.output import Lines, grid, iso, show_records
from pitboss.errors import Refusal
from pitboss.house.credentials import looked_up, make_secret
from pitboss.house.operator_people import CONSOLE, PeopleDesk, PersonShown, find_people, show_person
from pitboss.ledger.deeds import Act, canonical
from pitboss.ledger.operators import write_act
from pitboss.ledger.people import Role, operators, person_called, read_person, set_role
from pitboss.ledger.store import Connection
from pitboss.messages.times import moment_words
from pitboss.money import dollars
from pitboss.table import Pit
from pitboss.text import plural

# --- `pitboss operator`: the people who may run tables, settle disputes and grant money from the browser.

operator_app = typer.Typer(
    help="Give people the operator role, take it away, list operators.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
OperatorArgument = Annotated[str, Argument(metavar="NAME", help="A registered person, by name.")]


@operator_app.command("add")
def add_command(name: OperatorArgument, db: options.Db = None) -> None:
    """Make a registered person an operator. It is written down and holds at once.

    \b
    Example:
      pitboss operator add ann
    """
    _give(name, "operator", db)


@operator_app.command("remove")
def remove_command(name: OperatorArgument, db: options.Db = None) -> None:
    """Make an operator a player again.

    \b
    Example:
      pitboss operator remove ann
    """
    _give(name, "player", db)


@operator_app.command("list")
def operator_list_command(as_json: options.Json = False, db: options.Db = None) -> None:
    """List the operators.

    \b
    Example:
      pitboss operator list
    """
    with options.opened(db) as store:
        found = store.read(operators)
    told = [{"name": each.name, "id": each.id, "last_seen": iso(each.last_seen)} for each in found]
    lines = [f"{each.name:<24}  last seen {moment_words(each.last_seen)}" for each in found]
    lines.append(f"{plural(len(found), 'operator')}.")
    show_records(lambda: {"operators": told}, lambda: lines, as_json=as_json)


def _give(name: str, role: Role, db: str | None) -> None:
    def work(connection: Connection) -> tuple[str, bool]:
        found = person_called(connection, looked_up(name))
        known = read_person(connection, found.id, lock=True) if found else None
        if known is None:
            text = f"Nobody is registered as {name[:40]!r}: a guest chooses a name first, in the browser"
            raise Refusal("person", text, None, "name")
        if known.role == role:
            return known.shown, False
        at = options.now()
        set_role(connection, known.id, role, CONSOLE, at)
        before, after = ({"person": known.id, "role": each} for each in (known.role, role))
        what = "operator add" if role == "operator" else "operator remove"
        write_act(connection, Act(at, CONSOLE, what, canonical(before), canonical(after)))
        return known.shown, True

    with options.opened(db) as store:
        shown, changed = store.write(work)
    called = "an operator" if role == "operator" else "a player"
    typer.echo(f"{shown} is {called} {'now' if changed else 'already: nothing was changed'}.")


person_app = typer.Typer(
    help="List and show people, keep them from play, reset their passwords, delete them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
NameArgument = Annotated[str, Argument(metavar="NAME", help="A person, by registered name or by id.")]


@person_app.command("list")
def person_list_command(
    search: Annotated[str, Argument(metavar="[TEXT]", help="How a name or an id begins.")] = "",
    most: Annotated[int, Option(min=1, max=200, help="How many to list.")] = 50,
    as_json: options.Json = False,
    db: options.Db = None,
) -> None:
    """List the people of the house, most recently seen first.

    \b
    Example:
      pitboss person list
      pitboss person list an
    """
    with options.opened(db) as store:
        found = find_people(store, search, most=most).people

    rows = [
        (
            f"{each.name} (operator)" if each.role == "operator" else each.name,
            each.id[:12],
            moment_words(each.last_seen),
            dollars(each.funds),
        )
        for each in found
    ]
    listed = grid(("Name", "Id", "Last seen", "In hand"), rows, right=(3,), cut=True)
    show_records(
        lambda: {"people": found},
        lambda: [listed, f"{len(found)} listed."] if found else ["No such person."],
        as_json=as_json,
    )


@person_app.command("show")
def show_command(name: NameArgument, as_json: options.Json = False, db: options.Db = None) -> None:
    """Show one person: money, limits, sessions.

    \b
    Example:
      pitboss person show ann
    """
    with options.opened(db) as store:
        found = show_person(store, name, options.now())
    show_records(lambda: found, lambda: _person(found), as_json=as_json)


def _person(found: PersonShown) -> Lines:
    what = "a guest" if found.guest else "an operator" if found.role == "operator" else "a player"
    yield f"{found.name}, {what}, id {found.id}"
    yield f"Came {moment_words(found.created)}, last seen {moment_words(found.last_seen)}."
    yield f"In hand {dollars(found.funds)}, on tables {dollars(found.on_tables)}."
    yield f"Given by the house: {dollars(found.granted)}."
    limits = found.limits
    if limits.excluded_until is not None:
        yield f"Excluded from play until {moment_words(limits.excluded_until)}."
    if limits.loss is not None:
        yield f"Own limit on loss: {dollars(limits.loss)} in a session."
    if limits.minutes is not None:
        yield f"Own limit on time: {limits.minutes} minutes in a session."
    for each in found.sessions:
        kind = "browser" if each.kind == "session" else f"program {each.label!r}"
        used = f", last used {moment_words(each.last_used)}" if each.last_used is not None else ""
        yield f"Signed in: {kind}, since {moment_words(each.made)}{used}."
    if not found.sessions:
        yield "Signed in nowhere."


@person_app.command("exclude")
def exclude_command(
    name: NameArgument,
    days: Annotated[int, Option(min=1, max=3_650, help="For how many days.")],
    why: options.Why,
    id_: options.Id = None,
    db: options.Db = None,
) -> None:
    """Keep a person from play for some days. It cannot be shortened.

    \b
    Example:
      pitboss person exclude ann --days 30 --why "asked for it"
    """
    until = options.now() + days * 86_400_000
    with _desk(db, why) as desk:
        act = desk.exclude(options.act_id(id_), name, until, why)
        shown = moment_words(act.after["excluded_until"])
        typer.echo(
            f"{desk.find(name).shown} is excluded from play until {shown}.{options.again(act.repeated)}"
        )


@person_app.command("reset")
def reset_command(
    name: NameArgument,
    why: options.Why,
    address: Annotated[
        str | None,
        Option(metavar="URL", help="How people reach the house; else the first of PITBOSS_ADDRESSES."),
    ] = None,
    id_: options.Id = None,
    db: options.Db = None,
) -> None:
    """Make a link to reset a forgotten password; hand it over yourself.

    It works once, within a day, and is never printed again.

    \b
    Example:
      pitboss person reset ann --why "forgot it"
    """
    own = os.environ.get("PITBOSS_ADDRESSES", "").split(",")[0].strip()
    home = (address or own or "http://127.0.0.1:8888").rstrip("/")
    with _desk(db, why) as desk:
        made = desk.reset_password(options.act_id(id_), name, why)
        shown = desk.find(name).shown
    if made.secret is None:
        raise Refusal("id_used", "A link was made under this id, and it is not shown again: take another id")
    typer.echo(f"{shown} sets a new password at this address, within a day:")
    typer.echo(f"{home}/reset/{made.secret}")


@person_app.command("sign-out")
def sign_out_command(
    name: NameArgument, why: options.Why, id_: options.Id = None, db: options.Db = None
) -> None:
    """End all sessions of a person and of their programs.

    \b
    Example:
      pitboss person sign-out ann --why "lost the phone"
    """
    with _desk(db, why) as desk:
        act = desk.sign_out(options.act_id(id_), name, why)
        typer.echo(f"{desk.find(name).shown} is signed in nowhere any more.{options.again(act.repeated)}")


@person_app.command("delete")
def delete_command(
    name: NameArgument, why: options.Why, id_: options.Id = None, db: options.Db = None
) -> None:
    """Delete a person: name, password, limits, sessions, progress. Rounds keep the id; money goes back.

    \b
    Example:
      pitboss person delete ann --why "asked for it"
    """
    with _desk(db, why) as desk:
        shown = desk.find(name).shown
        desk.delete(options.act_id(id_), name, why)
    typer.echo(f"{shown} is deleted. The name is nobody's for thirty days.")


@contextmanager
def _desk(db: str | None, why: str) -> Iterator[PeopleDesk]:
    options.check_reason(why)
    with options.opened(db) as store:
        yield PeopleDesk(
            CONSOLE, store, options.now, Pit(store, os.urandom, options.now), partial(make_secret, os.urandom)
        )
