"""A house that has grown: a few tables played for real, then copied by the database itself under other names.

What was played is whole, and the audit finds no fault in it. A copy has every row that the writer would have
written, with its own ids, people, times and money; only its hashes are still those of the table that it was
copied from, so no audit of a house with copies is clean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, insert, select, text, update

from pitboss.house.credentials import session_token
from pitboss.ledger import Store
from pitboss.ledger.accounts import account_ids, meter_account, part_of
from pitboss.ledger.people import Name, add_guest, keep_token, name_person, set_role
from pitboss.ledger.schema import decisions, metadata, people, transfers
from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.table import CloseTable, OpenRound, Pit
from tests.table.pit_evening import PEOPLE, next_commands
from tests.web.edge import NOON, Edge

REGULAR: Final = PEOPLE[0]  # sits at every table
ONCE, OFTEN = PEOPLE[1], PEOPLE[2]  # somebody else in each copy, and in each ten copies
TABLES: Final = (("pechanga", "house"), ("rivers", "house"), ("napa-valley", "house"), ("shine", "chips"))
MINUTE: Final = 60_000
DAY: Final = 24 * 60 * MINUTE
DECISIONS: Final = 10_000  # that the regular has kept
GRANT: Final = 10**8  # cents
COPIED: Final = (
    "deeds",
    "accounts",
    "felts",
    "lobby",
    "rounds",
    "events",
    "transfers",
    "receipts",
    "results",
)
NUMBERED: Final = ("deeds", "accounts", "transfers")


class Played(NamedTuple):
    """A table that was played, and the rows that came with it: from one number, to another, by table."""

    id: str
    rounds: int
    first: dict[str, int]
    last: dict[str, int]


def grow(
    store: Store, rounds: int, *, a_table: int = 100, tell: Callable[[int], None] = lambda count: None
) -> list[Played]:
    """Fills an empty database with that many rounds, `a_table` at each table; the last ends about noon."""
    played = [_play(store, number, a_table, rounds) for number in range(min(len(TABLES), rounds // a_table))]
    done = len(played) * a_table
    for number in range(len(played), rounds // a_table):
        _copy(store, played[number % len(played)], number, (number + 1) * a_table)
        done += a_table
        tell(done)
    return played


def _play(store: Store, number: int, rounds: int, whole: int) -> Played:
    """One table of those that are copied later, each round in a minute of its own."""
    chance, table = Random(number), named("t", number)
    at = int(NOON * 1000) - (whole - number * rounds) * MINUTE
    pit = Pit(store, chance.randbytes, lambda: at)
    if number == 0:
        store.write(lambda connection: [add_guest(connection, each, at) for each in PEOPLE])
        for person in PEOPLE:
            pit.grant(person, 1_000 * GRANT, "cashier", person)
        for house, _ in TABLES:  # a sheet and a meter belong to no table that is copied
            pit.open(f"first {house}", open_table(load_house(house)), "cashier", f"first {house}")
    house, purse = TABLES[number]
    meter = meter_account(
        part_of(load_house(house).hash, table)
    )  # of all tables that are copied from this one
    store.write(lambda connection: account_ids(connection, [meter]))
    first = store.read(_numbers)
    opened = pit.open(table, open_table(load_house(house)), "cashier", f"open {table}", purse)  # type: ignore[arg-type]
    if purse == "chips":
        for person in PEOPLE:
            opened.feed(person, GRANT // 100, f"chips {person}")
    settings = '{"name":"Copied","private":false}'
    lobby = metadata.tables["lobby"]
    row = {"felt": table, "settings": settings, "seating": "", "version": 0}
    store.write(lambda connection: connection.execute(insert(lobby), row))
    place = 0
    while opened.state is not None or opened.standing.stored_table.rounds < rounds:
        for actor, command in next_commands(opened, chance, voids=0.003):
            at += MINUTE if isinstance(command, OpenRound) else 0
            opened.do(actor, f"{table} {place}", command)
            place += 1
    opened.do("cashier", f"close {table}", CloseTable())
    return Played(table, rounds, first, store.read(_numbers))


def _copy(store: Store, played: Played, number: int, rounds: int) -> None:
    """The rows of a table once more, as those of another one that was played later."""
    table = named("t", number)
    people = {ONCE: named("a", number), OFTEN: named("b", number // 10)}

    def work(connection: Connection) -> None:
        later = (rounds - (int(played.id[1:]) + 1) * played.rounds) * MINUTE
        values: dict[str, Any] = {"old": played.id, "new": table, "later": later}
        for name, who in (("once", ONCE), ("often", OFTEN)):
            values[name], values[f"{name}_was"] = people[who], _account(connection, who)
            values[f"{name}_is"] = _arrived(connection, people[who], later)
        for name, last in _numbers(connection).items():
            values |= {f"first_{name}": played.first[name], f"last_{name}": played.last[name]}
            values[f"more_{name}"] = last - played.first[name]
        for name in COPIED:
            if name in metadata.tables:
                connection.execute(text(_statement(name)), values)
        _count_on(connection)

    store.write(work)


def named(letter: str, number: int) -> str:
    """An id as long as those that the house gives."""
    return f"{letter}{number:031d}"


def _numbers(connection: Connection) -> dict[str, int]:
    tables = (metadata.tables[name] for name in NUMBERED)
    last = (select(table.c.id).order_by(table.c.id.desc()).limit(1) for table in tables)
    return {
        name: int(connection.execute(query).scalar() or 0) for name, query in zip(NUMBERED, last, strict=True)
    }


def _account(connection: Connection, person: str) -> int | None:
    accounts = metadata.tables["accounts"]
    query = select(accounts.c.id).where(accounts.c.kind == "person", accounts.c.key == person)
    return connection.execute(query).scalar()


def _arrived(connection: Connection, person: str, at: int) -> int:
    """The account of somebody, who gets money when they are new."""
    found = _account(connection, person)
    if found is not None:
        return found
    add_guest(connection, person, at)
    tables, last = metadata.tables, _numbers(connection)
    number = {name: each + 1 for name, each in last.items()}
    account = {"kind": "person", "key": person, "may_owe": False, "fractions": False, "balance": 0}
    deed = {"actor": "cashier", "command": person, "content": "", "answer": "{}", "at": at}
    mint = select(tables["accounts"].c.id).where(tables["accounts"].c.kind == "mint").scalar_subquery()
    connection.execute(insert(tables["accounts"]), account | {"id": number["accounts"]})
    connection.execute(insert(tables["deeds"]), deed | {"id": number["deeds"]})
    moved = {"id": number["transfers"], "deed": number["deeds"], "amount": GRANT * 10**6, "what": "grant"}
    connection.execute(insert(tables["transfers"]).values(giver=mint, taker=number["accounts"], **moved))
    return number["accounts"]


def _statement(name: str) -> str:
    """Copies the rows of one table of the database."""
    columns = [column.name for column in metadata.tables[name].columns]
    values = ", ".join(_value(name, column) for column in columns)
    return f"INSERT INTO {name} ({', '.join(columns)}) SELECT {values} FROM {name} WHERE {_rows(name)}"


def _rows(name: str) -> str:
    """Which rows came with the table that is copied."""
    if name in NUMBERED:
        return f"id > :first_{name} AND id <= :last_{name}"
    if name == "felts":
        return "id = :old"
    if name in ("receipts", "results"):
        return "round IN (SELECT id FROM rounds WHERE felt = :old)"
    return "felt = :old"


def _value(name: str, column: str) -> str:
    """What stands in the copy for a value."""
    place = f"{name}.{column}"
    if column == "balance":
        return "0"  # the transfers make it
    if column == "at":
        return "at + :later"
    if place in ("deeds.id", "transfers.id", "accounts.id"):
        return f"id + :more_{name}"
    if column in ("deed", "place"):
        return f"{column} + :more_deeds"
    if column in ("giver", "taker"):
        moved = f"WHEN {column} > :first_accounts THEN {column} + :more_accounts"
        once = f"WHEN {column} = :once_was THEN :once_is WHEN {column} = :often_was THEN :often_is"
        return f"CASE {moved} {once} ELSE {column} END"
    if column in ("actor", "person"):
        return (
            f"CASE {column} WHEN '{ONCE}' THEN :once WHEN '{OFTEN}' THEN :often"
            f" ELSE replace({column}, :old, :new) END"
        )
    if place in ("events.body", "receipts.text"):
        once = f"replace({column}, '\"{ONCE}\"', '\"' || :once || '\"')"
        return f"replace(replace({once}, '\"{OFTEN}\"', '\"' || :often || '\"'), :old, :new)"
    if place == "accounts.key":
        chips = " ".join(
            f"WHEN :old || '\\:{who}' THEN :new || '\\:' || :{name}"
            for name, who in (("once", ONCE), ("often", OFTEN))
        )
        return f"CASE key {chips} ELSE replace(key, :old, :new) END"
    if place in ("deeds.command", "felts.id", "rounds.id") or column in ("felt", "round"):
        return f"replace({column}, :old, :new)"
    return column


def _count_on(connection: Connection) -> None:
    """PostgreSQL numbers the next rows after those that were written with their numbers."""
    if connection.dialect.name == "postgresql":
        for name in NUMBERED:
            last = f"SELECT max(id) FROM {name}"
            connection.exec_driver_sql(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), ({last}))")


# What is asked of it


def open_doors(store: Store) -> None:
    """The regular has a name and a drill book, and is an operator, too; each has a session."""
    at, sheet = int(NOON * 1000) - DAY, "0" * 64
    row: dict[str, Any] = {
        "kind": "drill",
        "house": "shine",
        "sheet": sheet,
        "cards": "Qs 7h 2d",
        "up": "",
        "action": "play",
    }
    row |= {"person": REGULAR, "best": "fold", "cost": 1_000_000, "ante": 500, "drill": 1, "ms": 900}
    for who in (REGULAR, named("b", 1)):
        token = session_token(who, who, at)
        store.write(lambda connection, token=token: keep_token(connection, token))  # type: ignore[misc]
    store.write(lambda connection: name_person(connection, REGULAR, Name("Ann", "ann", "ann"), "x"))
    store.write(lambda connection: set_role(connection, REGULAR, "operator", "console", at))
    kept = [
        row | {"at": at + number * 10_000, "cost": 10**6 * (number % 8 == 0)} for number in range(DECISIONS)
    ]
    last = select(func.max(transfers.c.id)).scalar_subquery()  # rounds that were looked at
    looked = update(people).where(people.c.id == REGULAR).values(progress_after=last)
    store.write(lambda connection: connection.execute(looked))
    store.write(lambda connection: connection.execute(insert(decisions), kept))


def pages(edge: Edge, played: list[Played]) -> Iterator[tuple[str, str]]:
    """Who asks for what: the regular of every table, somebody of ten of them, and an operator."""
    noon, rare = int(NOON * 1000), named("b", 1)
    table, other = played[0].id, played[-1].id
    for who in (REGULAR, rare):
        yield who, "/api/me"
        yield who, "/api/rounds?most=200"
        yield who, "/api/rounds?only=voids&most=20"
        yield who, "/api/rounds?only=platform&most=20"
        yield who, "/history"
        last = edge.ask("GET", "/api/rounds", who).json()["rounds"][-1]
        yield who, f"/api/rounds?before={last['place'] // 2}"
        yield who, f"/history?before={last['place']}"
        yield who, f"/rounds/{last['round']}"
        yield who, f"/api/rounds/{last['round']}/receipt"
        yield who, "/api/progress"
    yield REGULAR, "/"
    yield REGULAR, "/api/tables"
    yield REGULAR, "/metrics"
    day = f"since={noon - 31 * DAY}&until={noon - 30 * DAY}"
    for asked in (
        "attention",
        "tables",
        "people?most=20",
        "people?search=b0000&most=20",
        f"people/{rare}",
        "rounds",
        "rounds?most=20",
        f"rounds?{day}",
        f"rounds?table={table}",
        f"rounds?table={other}&{day}",
        f"rounds?person={REGULAR}",
        f"rounds?person={rare}",
        f"rounds?person={rare}&{day}",
        f"rounds?person={REGULAR}&table={table}",
        f"rounds/{table}:7",
        "books",
        *(f"books/{kind}?most=20" for kind in ("person", "escrow", "chips", "house")),
        "books/person?used=true&after=b&most=20",
        f"books/person/account?key={REGULAR}",
        f"books/person/account?key={rare}",
        "books/mint/account",
        f"books/house/account?key={table}",
        "meters",
        "jackpots",
        "disputes",
        "disputes?state=closed",
        "acts",
        "proof?most=20",
        "audits",
        f"hold?table={table}",
        f"hold?house=pechanga&{day}",
        "hold",
    ):
        yield REGULAR, f"/api/operator/{asked}"
