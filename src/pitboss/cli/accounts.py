"""`pitboss accounts` and `pitboss grant`: whose money is where, and play money for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final
from uuid import uuid4

import typer
from typer import Argument, Option

from pitboss.cli import options
from pitboss.cli.output import Lines, grid, iso, show_records
from pitboss.errors import Refusal
from pitboss.ledger import Store
from pitboss.ledger.accounts import person_account
from pitboss.ledger.balances import (
    PER_ROUND,
    Movement,
    Position,
    by_kind,
    movements,
    of_kind,
    position,
    trial_balance,
)
from pitboss.ledger.people import person_called, read_person
from pitboss.ledger.store import Connection
from pitboss.messages.times import moment_words
from pitboss.money import dollars, micro_dollars
from pitboss.table import PROPOSITION, Pit
from pitboss.text import one_of, plural

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
        str | None, Argument(metavar="[NAME]", help="A person, by registered name or by id.")
    ] = None,
    kind: Annotated[
        str | None, Option(metavar="KIND", help=f"Every account of a kind: {one_of(ABOUT)}.")
    ] = None,
    last: Annotated[int, Option(min=1, max=10_000, help="How many movements of NAME to show.")] = 10,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
    db: options.Db = None,
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
    forms = {"as_json": as_json, "as_csv": as_csv}
    with options.opened(db) as store:
        if name is not None:
            _show_person(store, name, last, forms)
        elif kind is not None:
            _show_kind(store, kind, forms)
        else:
            _show_all(store, forms)


def grant_command(
    name: Annotated[str, Argument(metavar="NAME", help="The person, by registered name or by id.")],
    amount: Annotated[str, Argument(metavar=options.UNIT, help="How much: 50000 or '$500'.")],
    id_: Annotated[
        str | None, Option("--id", metavar="ID", help="Idempotency key: the same id gives only once.")
    ] = None,
    why: Annotated[str, Option(metavar="TEXT", help="The reason, kept with the grant.")] = "",
    new: Annotated[bool, Option("--new", help="Create the account if it does not exist.")] = False,
    db: options.Db = None,
) -> None:
    """Give play money to a person, out of the mint. It is in the journal of acts.

    \b
    Example:
      pitboss grant ann 500$ --id welcome-ann --why "first evening"
    """
    for text, what in ((name, "a person's name"), (id_ or "-", "an id"), (why or "-", "a reason")):
        _check_text(text, what)

    from pitboss.house.operator_people import CONSOLE, PeopleDesk

    if name == PROPOSITION:
        raise Refusal("name", f"{name!r} is the house's own player at each table, not a person", None, "name")
    cents = _cents(amount)
    with options.opened(db, new=True) as store:
        pit = Pit(store, lambda _: b"", options.now)
        key, shown = _account_of(store, name)
        if not new and not _has_account(store, key):
            text = f"Nobody is registered as {name!r}, and no account is called so: look, or add --new"
            raise Refusal("no_person", text, None, "name")
        desk = PeopleDesk(CONSOLE, store, options.now, pit, str)
        done = desk.grant(id_ or str(uuid4()), key, cents, why)
        given = "was given before under this id; nothing is given again" if done.repeated else "given"
        typer.echo(f"{dollars(cents)} {given}. {shown} has {dollars(pit.funds(key))} in hand.")


def _account_of(store: Store, name: str) -> tuple[str, str]:
    """The account of a registered person, or else the one called so; and how the person is called."""
    from pitboss.house.credentials import looked_up

    found = store.read(lambda connection: person_called(connection, looked_up(name)))
    return (name, name) if found is None else (found.id, found.shown)


def _has_account(store: Store, key: str) -> bool:
    """Whether a person is registered with this id, or has had money before."""

    def work(connection: Connection) -> bool:
        known = read_person(connection, key) is not None
        return known or position(connection, person_account(key)) is not None

    return store.read(work)


def _check_text(text: str, what: str) -> None:
    if not 0 < len(text) <= MOST_LETTERS or not text.isprintable() or text != text.strip():
        allowed = f"1 to {MOST_LETTERS} printable characters, no blanks around them"
        raise Refusal("text", f"{text[:40]!r}: {what} has {allowed}")


def _cents(amount: str) -> int:
    cents = options.read_money("amount", amount)
    if not 0 < cents <= MOST_GRANTED:
        text = f"A grant is from $0.01 to {dollars(MOST_GRANTED)}, not {dollars(cents)}"
        raise Refusal("amount", text, None, "amount")
    return cents


def _show_all(store: Store, forms: Mapping[str, bool]) -> None:
    totals, trial = store.read(lambda connection: (by_kind(connection), trial_balance(connection)))
    rows = [
        (each.kind, f"{each.accounts:,}", f"{each.used:,}", micro_dollars(each.total), ABOUT[each.kind])
        for each in totals
    ]
    verdict = "Trial balance: $0. All accounts together hold nothing, as they must."
    if trial:
        must = "It must be $0: run pitboss doctor, then pitboss audit."
        verdict = f"Trial balance: {micro_dollars(trial)}. {must}"
    kinds = [each._asdict() for each in totals]
    heads = ("Kind", "Accounts", "In use", "Total", "What it is")
    show_records(
        lambda: {"unit": "micro-cent", "kinds": kinds, "trial_balance": trial},
        lambda: [grid(heads, rows, right=(1, 2, 3)), verdict],
        rows=lambda: [("kind", "accounts", "used", "micro_cents"), *totals],
        **forms,
    )
    if trial:
        raise typer.Exit(1)


def _show_kind(store: Store, kind: Any, forms: Mapping[str, bool]) -> None:
    held = store.read(lambda connection: of_kind(connection, kind))
    rows = [{"kind": kind, "key": each.account.key, "balance": each.balance} for each in held]
    shown = ((str(each.account), micro_dollars(each.balance)) for each in held)
    empty = " that hold money" if kind in PER_ROUND else ""
    together = micro_dollars(sum(each.balance for each in held))
    sentence = f"{plural(len(held), 'account')} of the kind {kind}{empty}, together {together}."
    show_records(
        lambda: {"unit": "micro-cent", "accounts": rows},
        lambda: [grid(("", ""), shown, right=(1,)), sentence],
        rows=lambda: [("kind", "key", "micro_cents"), *(row.values() for row in rows)],
        **forms,
    )


def _show_person(store: Store, name: str, last: int, forms: Mapping[str, bool]) -> None:
    key, shown = _account_of(store, name)
    account = person_account(key)
    found, moved = store.read(
        lambda connection: (position(connection, account), movements(connection, account, last))
    )
    if found is None:
        raise Refusal("person", f"There is no account of a person {name!r}", None, "name")
    heads = ("time", "what", "table", "round", "other", "amount")
    cells = [(iso(one.at), one.what, one.felt, one.round, str(one.other), one.amount) for one in moved]
    show_records(
        lambda: {
            "unit": "micro-cent",
            "person": key,
            "balance": found.balance,
            "waiting": [{"round": round_, "amount": amount} for round_, amount in found.waiting],
            "granted": found.granted,
            "movements": [dict(zip(heads, row, strict=True)) for row in cells],
        },
        lambda: _person(shown, found, moved),
        rows=lambda: [(*heads[:-1], "micro_cents"), *cells],
        **forms,
    )


def _person(name: str, found: Position, moved: list[Movement]) -> Lines:
    waits = sum(amount for _, amount in found.waiting)
    result = found.balance + waits - found.granted
    yield f"{name} has {micro_dollars(found.balance)} in hand."
    for round_, amount in found.waiting:
        yield f"{micro_dollars(amount)} waits in the open round {round_}."
    yield (
        f"Given by the house: {micro_dollars(found.granted)}. Won or lost at the tables: {_signed(result)}.\n"
    )
    rows = (
        (moment_words(each.at), each.what, each.round or each.felt or "", _signed(each.amount))
        for each in moved
    )
    yield grid(("When", "What", "Round or table", "Amount"), rows, right=(3,), cut=True)


def _signed(micro_cents: int) -> str:
    """Money that came or went: `+$5`, `−$5`."""
    return f"{'+' if micro_cents > 0 else ''}{micro_dollars(micro_cents)}"
