"""`pitboss operator`: who may run tables, settle disputes and grant money from the browser."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.accounts import iso
from pitboss.cli.database import DbOption, store_at
from pitboss.cli.options import JsonOption
from pitboss.errors import Refusal
from pitboss.messages.times import moment_words

if TYPE_CHECKING:
    from pitboss.ledger.people import Role
    from pitboss.ledger.store import Connection

app = typer.Typer(
    help="Give people the operator's role, take it away, list who has it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A registered person, by name.")]


@app.command("add")
def add_command(name: NameArgument, db: DbOption = None) -> None:
    """Make a registered person an operator. It is written down and holds at once.

    \b
    Example:
      pitboss operator add ann
    """
    _give(name, "operator", db)


@app.command("remove")
def remove_command(name: NameArgument, db: DbOption = None) -> None:
    """Make an operator a player again.

    \b
    Example:
      pitboss operator remove ann
    """
    _give(name, "player", db)


@app.command("list")
def list_command(as_json: JsonOption = False, db: DbOption = None) -> None:
    """List the operators.

    \b
    Example:
      pitboss operator list
    """
    from pitboss.ledger.people import operators

    store = store_at(db, new=False)
    try:
        found = store.read(operators)
    finally:
        store.close()
    if as_json:
        rows = [{"name": each.name, "id": each.id, "last_seen": iso(each.last_seen)} for each in found]
        typer.echo(json.dumps({"operators": rows}, indent=2))
        return
    for each in found:
        typer.echo(f"{each.name:<24}  last seen {moment_words(each.last_seen)}")
    typer.echo(f"{len(found)} operator{'' if len(found) == 1 else 's'}.")


def _give(name: str, role: Role, db: str | None) -> None:
    from pitboss.house.names import looked_up
    from pitboss.house.operator_people import CONSOLE
    from pitboss.ledger.deed_chain import NewAct
    from pitboss.ledger.deeds import canonical
    from pitboss.ledger.operator_rows import write_act
    from pitboss.ledger.people import person_called, read_person, set_role

    def work(connection: Connection) -> tuple[str, bool]:
        found = person_called(connection, looked_up(name))
        known = read_person(connection, found.id, lock=True) if found else None
        if known is None:
            text = f"Nobody is registered as {name[:40]!r}: a guest chooses a name first, in the browser"
            raise Refusal("person", text, None, "name")
        if known.role == role:
            return known.shown, False
        now = time.time_ns() // 10**6
        set_role(connection, known.id, role, CONSOLE, now)
        before, after = ({"person": known.id, "role": each} for each in (known.role, role))
        what = "operator add" if role == "operator" else "operator remove"
        write_act(connection, NewAct(now, CONSOLE, what, canonical(before), canonical(after)))
        return known.shown, True

    store = store_at(db, new=False)
    try:
        shown, changed = store.write(work)
    finally:
        store.close()
    called = "an operator" if role == "operator" else "a player"
    typer.echo(f"{shown} is {called} {'now' if changed else 'already: nothing was changed'}.")
