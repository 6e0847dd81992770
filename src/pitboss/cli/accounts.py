"""`pitboss accounts` and `pitboss grant`: whose money is where, and play money for a person."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final
from uuid import uuid4

import typer
from rich.table import Table as Grid

from pitboss.cli.options import UNIT, CsvOption, DbOption, JsonOption, console, read_money, store_at
from pitboss.errors import Refusal
from pitboss.messages.times import moment_words
from pitboss.money import MICRO, MINUS, dollars
from pitboss.text import one_of, write_rows

if TYPE_CHECKING:
    from pitboss.ledger import Store
    from pitboss.ledger.balances import Held, KindTotal, Movement, Position
    from pitboss.ledger.store import Connection

MOST_GRANTED: Final = 100_000_000  # cents in one grant
MOST_LETTERS: Final = 100
ABOUT: Final = {
    "mint": "where play money comes from",
    "person": "money in hand",
    "escrow": "stakes in open rounds",
    "house": "won or lost at each table",
    "bank": "banks in open rounds",
    "proposition": "the house's own banker",
    "meter": "progressive meters",
    "chips": "people's chips at tables with rules of their own",
    "tray": "where those chips come from",
}


def accounts_command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A person, by registered name or by id.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help=f"Every account of a kind: {one_of(ABOUT)}.")
    ] = None,
    last: Annotated[int, typer.Option(min=1, max=10_000, help="How many movements of NAME to show.")] = 10,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    db: DbOption = None,
) -> None:
    """Show whose money is where: all accounts by kind with the trial balance, or one person's movements.

    \b
    Examples:
      pitboss accounts
      pitboss accounts ann --last 20
    """
    if kind is not None and kind not in ABOUT:
        raise Refusal("kind", f"--kind {kind!r}: write {one_of(ABOUT)}")
    if kind is not None and name is not None:
        raise Refusal("kind", "A name is a person's: leave out either the name or --kind")
    if as_json and as_csv:
        raise Refusal("format", "Write --json or --csv, not both")
    store = store_at(db, new=False)
    try:
        if name is not None:
            _show_person(store, name, last, as_json, as_csv)
        elif kind is not None:
            _show_kind(store, kind, as_json, as_csv)
        else:
            _show_all(store, as_json, as_csv)
    finally:
        store.close()


def grant_command(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="Who gets it: a registered name, or an id."),
    ],
    amount: Annotated[str, typer.Argument(metavar=UNIT, help="How much: 50000 or '$500'.")],
    id_: Annotated[
        str | None,
        typer.Option("--id", metavar="ID", help="A name for this grant: the same one gives only once."),
    ] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="The reason, kept with the grant.")] = "",
    new: Annotated[bool, typer.Option("--new", help="NAME has no account yet, and shall have one.")] = False,
    db: DbOption = None,
) -> None:
    """Give play money to a person, out of the mint. It is in the journal of acts.

    \b
    Example:
      pitboss grant ann 500$ --id welcome-ann --why "first evening"
    """
    for text, what in ((name, "a person's name"), (id_ or "-", "an id"), (why or "-", "a reason")):
        _check_text(text, what)
    from pitboss.house.operator_people import CONSOLE, PeopleDesk
    from pitboss.table import PROPOSITION, Pit

    if name == PROPOSITION:
        raise Refusal("name", f"{name!r} is the house's own player at each table, not a person", None, "name")
    cents = _cents(amount)
    store = store_at(db)
    try:
        pit = Pit(store, lambda _: b"", _now)
        key, shown = _account_of(store, name)
        if not new and not _has_account(store, key):
            text = f"Nobody is registered as {name!r}, and no account is called so: look, or add --new"
            raise Refusal("no_person", text, None, "name")
        desk = PeopleDesk(CONSOLE, store, pit, _now, str)
        done = desk.grant(id_ or str(uuid4()), key, cents, why)
        given = "was given before under this id; nothing is given again" if done.repeated else "given"
        typer.echo(f"{dollars(cents)} {given}. {shown} has {dollars(pit.funds(key))} in hand.")
    finally:
        store.close()


def _now() -> int:
    return time.time_ns() // 10**6


def _account_of(store: Store, name: str) -> tuple[str, str]:
    """The account of a registered person, or else the one called so; and how the person is called."""
    from pitboss.house.credentials import looked_up
    from pitboss.ledger.people import person_called

    found = store.read(lambda connection: person_called(connection, looked_up(name)))
    return (name, name) if found is None else (found.id, found.shown)


def _has_account(store: Store, key: str) -> bool:
    """Whether somebody is registered with this id, or has had money before."""
    from pitboss.ledger.accounts import person_account
    from pitboss.ledger.balances import position
    from pitboss.ledger.people import read_person

    def work(connection: Connection) -> bool:
        known = read_person(connection, key) is not None
        return known or position(connection, person_account(key)) is not None

    return store.read(work)


def _check_text(text: str, what: str) -> None:
    if not 0 < len(text) <= MOST_LETTERS or not text.isprintable() or text != text.strip():
        raise Refusal(
            "text",
            f"{text[:40]!r}: {what} has 1 to {MOST_LETTERS} printable characters, no blanks around them",
        )


def _cents(amount: str) -> int:
    cents = read_money("amount", amount)
    if not 0 < cents <= MOST_GRANTED:
        raise Refusal(
            "amount",
            f"A grant is from $0.01 to {dollars(MOST_GRANTED)}, not {dollars(cents)}",
            None,
            "amount",
        )
    return cents


# All accounts


def _show_all(store: Store, as_json: bool, as_csv: bool) -> None:
    from pitboss.ledger.balances import by_kind, trial_balance

    totals, trial = store.read(lambda connection: (by_kind(connection), trial_balance(connection)))
    if as_json:
        kinds = [each._asdict() for each in totals]
        typer.echo(json.dumps({"unit": "micro-cent", "kinds": kinds, "trial_balance": trial}, indent=2))
    elif as_csv:
        _csv(("kind", "accounts", "used", "micro_cents"), totals)
    else:
        _print_totals(totals)
        typer.echo(
            "Trial balance: $0. All accounts together hold nothing, as they must."
            if trial == 0
            else f"Trial balance: {money(trial)}. It must be $0: run pitboss doctor and pitboss audit."
        )
    if trial:
        raise typer.Exit(1)


def _print_totals(totals: Sequence[KindTotal]) -> None:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head, justify in (("Kind", "left"), ("Accounts", "right"), ("In use", "right"), ("Total", "right")):
        grid.add_column(head, justify=justify, no_wrap=True)  # type: ignore[arg-type]  # one of its words
    grid.add_column("What it is")
    for each in totals:
        grid.add_row(each.kind, f"{each.accounts:,}", f"{each.used:,}", money(each.total), ABOUT[each.kind])
    console().print(grid)


def _show_kind(store: Store, kind: Any, as_json: bool, as_csv: bool) -> None:
    from pitboss.ledger.balances import PER_ROUND, of_kind

    held: list[Held] = store.read(lambda connection: list(of_kind(connection, kind)))
    if as_json:
        found = [{"kind": kind, "key": each.account.key, "balance": each.balance} for each in held]
        typer.echo(json.dumps({"unit": "micro-cent", "accounts": found}, indent=2))
        return
    if as_csv:
        rows = ((kind, each.account.key, each.balance) for each in held)
        _csv(("kind", "key", "micro_cents"), rows)
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(overflow="fold")
    grid.add_column(justify="right", no_wrap=True)
    for each in held:
        grid.add_row(str(each.account), money(each.balance))
    console().print(grid)
    empty = " that hold money" if kind in PER_ROUND else ""
    number = f"{len(held):,} account{'' if len(held) == 1 else 's'}"
    typer.echo(f"{number} of the kind {kind}{empty}, together {money(sum(each.balance for each in held))}.")


# One person


def _show_person(store: Store, name: str, last: int, as_json: bool, as_csv: bool) -> None:
    from pitboss.ledger.accounts import person_account
    from pitboss.ledger.balances import movements, position

    key, shown = _account_of(store, name)
    account = person_account(key)
    found, moved = store.read(
        lambda connection: (position(connection, account), movements(connection, account, last))
    )
    if found is None:
        raise Refusal("person", f"There is no account of a person {name!r}", None, "name")
    if as_json:
        typer.echo(json.dumps(_person_json(key, found, moved), indent=2))
    elif as_csv:
        columns = ("time", "what", "table", "round", "other", "micro_cents")
        rows = (
            (iso(each.at), each.what, each.felt, each.round, str(each.other), each.amount) for each in moved
        )
        _csv(columns, rows)
    else:
        _print_person(shown, found, moved)


def _person_json(key: str, found: Position, moved: Sequence[Movement]) -> dict[str, Any]:
    return {
        "unit": "micro-cent",
        "person": key,
        "balance": found.balance,
        "waiting": [{"round": round_, "amount": amount} for round_, amount in found.waiting],
        "granted": found.granted,
        "movements": [
            {
                "time": iso(each.at),
                "what": each.what,
                "table": each.felt,
                "round": each.round,
                "other": str(each.other),
                "amount": each.amount,
            }
            for each in moved
        ],
    }


def _print_person(name: str, found: Position, moved: Sequence[Movement]) -> None:
    waits = sum(amount for _, amount in found.waiting)
    result = found.balance + waits - found.granted
    typer.echo(f"{name} has {money(found.balance)} in hand.")
    for round_, amount in found.waiting:
        typer.echo(f"{money(amount)} waits in the open round {round_}.")
    typer.echo(f"Given by the house: {money(found.granted)}. Won or lost at the tables: {signed(result)}.")
    typer.echo("")
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("When", no_wrap=True)
    grid.add_column("What", no_wrap=True)
    grid.add_column("Round or table", overflow="ellipsis", no_wrap=True, ratio=1)
    grid.add_column("Amount", justify="right", no_wrap=True)
    for each in moved:
        grid.add_row(moment_words(each.at), each.what, each.round or each.felt or "", signed(each.amount))
    console().print(grid)


def money(micro_cents: int) -> str:
    """Dollars; the micro-cents of a cent are there only where there are any.

    >>> money(150_000_000), money(-12_345_678_900), money(2_500_000)
    ('$1.50', '−$123.456789', '$0.025')
    """
    sign = MINUS if micro_cents < 0 else ""
    cents, rest = divmod(abs(micro_cents), MICRO)
    if not rest:
        return sign + dollars(cents)
    fraction = f"{cents % 100:02d}{rest:06d}".rstrip("0")
    return f"{sign}${cents // 100:,}.{fraction}"


def signed(micro_cents: int) -> str:
    """Money that came or went: `+$5`, `−$5`."""
    return f"+{money(micro_cents)}" if micro_cents > 0 else money(micro_cents)


def iso(milliseconds: int) -> str:
    """A time as text, in UTC.

    >>> iso(1_794_700_800_500)
    '2026-11-15T00:00:00.500Z'
    """
    at = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    write_rows(sys.stdout, [columns])
    write_rows(sys.stdout, rows)
