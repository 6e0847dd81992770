"""Accounts, what is in them, and how their ids are made. Everything here happens inside a transaction.

Every id of an account, of a round and of the house's own actors is made and taken apart here; `posting` moves
money. A meter that many tables share is kept in 32 parts, so that tables that settle at once do not wait for
each other: each feeds the part that its id gives it, and the meter is their sum. The first part has the
meter's own key: it is started with, wins are paid from it, and then all others are gathered in it.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, or_, select

from pitboss.errors import CageFault
from pitboss.ledger.schema import MOST, accounts, transfers
from pitboss.ledger.store import Prepared, upsert

MicroCents = int
Kind = Literal["mint", "person", "escrow", "house", "bank", "proposition", "meter", "chips", "tray"]
MAY_OWE: Final[frozenset[Kind]] = frozenset({"mint", "house", "tray"})
FRACTIONS: Final[frozenset[Kind]] = frozenset({"meter", "house", "tray"})  # the others hold whole cents
MOST_TEXT: Final = f"No account holds or owes more than ${MOST // 10**8:,}"


class Account(NamedTuple):
    """An account by what it is for and whose it is."""

    kind: Kind
    key: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}" if self.key else self.kind


MINT: Final = Account("mint")


class Transfer(NamedTuple):
    """Money from one account to another, in micro-cents, and what for."""

    giver: Account
    taker: Account
    amount: MicroCents
    what: str


GIVER: Final = accounts.alias("giver")
TAKER: Final = accounts.alias("taker")
WHAT_MOVED: Final = (  # of a query that `with_ends` was given
    GIVER.c.kind, GIVER.c.key, TAKER.c.kind, TAKER.c.key, transfers.c.amount, transfers.c.what,
)  # fmt: skip


def with_ends(query: Select[Any], *, outer: bool = False) -> Select[Any]:
    """A query of transfers with the accounts that gave and took."""
    query = query.join(GIVER, GIVER.c.id == transfers.c.giver, isouter=outer)
    return query.join(TAKER, TAKER.c.id == transfers.c.taker, isouter=outer)


def transfer_of(giver: Any, giver_key: str, taker: Any, taker_key: str, amount: int, what: str) -> Transfer:
    """A transfer by what was read of it as `WHAT_MOVED`."""
    return Transfer(Account(giver, giver_key), Account(taker, taker_key), int(amount), what)


class Overdrawn(CageFault):
    """An account would fall below zero; the database refused it."""


class NotWholeCents(CageFault):
    """An account that holds whole cents would hold a fraction of one; the database refused it."""


class TooMuch(CageFault):
    """An account would hold, or owe, more than is counted; the database refused it."""


_select_balance = select(accounts.c.balance).where(
    accounts.c.kind == bindparam("kind"), accounts.c.key == bindparam("key")
)
_balance = Prepared(_select_balance)
_locked_balance = Prepared(_select_balance.with_for_update())  # SQLite has one writer and needs no lock
_open = Prepared(upsert(accounts).on_conflict_do_nothing().inline())


def balance(connection: Connection, account: Account, *, lock: bool = False) -> MicroCents:
    """What is in an account; one never used holds nothing. `lock` keeps it still until the commit."""
    found = (_locked_balance if lock else _balance).first(connection, account._asdict())
    return int(found[0]) if found else 0


def read_balances(connection: Connection, wanted: Sequence[Account]) -> dict[Account, MicroCents]:
    """What is in each of these accounts, by one query."""
    if not wanted:
        return {}
    found = dict.fromkeys(wanted, 0)
    for kind, key, held in _find_balances(len(wanted)).all(connection, _named(wanted)):
        found[Account(kind, key)] = int(held)
    return found


def held_under(connection: Connection, kind: Kind, prefix: str) -> dict[Account, MicroCents]:
    """The accounts of a kind whose key begins so and that hold something, by key; they stay still."""
    query = select(accounts.c.key, accounts.c.balance).where(accounts.c.kind == kind, accounts.c.balance != 0)
    query = query.where(accounts.c.key.startswith(prefix, autoescape=True))
    found = connection.execute(query.order_by(accounts.c.key).with_for_update())
    return {Account(kind, key): int(held) for key, held in found if key.startswith(prefix)}  # LIKE folds case


def is_account(account: Account) -> ColumnElement[bool]:
    """Of a row: whether it is this account's."""
    return and_(accounts.c.kind == account.kind, accounts.c.key == account.key)


def account_ids(connection: Connection, wanted: Sequence[Account]) -> dict[Account, int]:
    """The numbers of accounts, each opened when it is new; nobody else moves money there until the commit."""
    found = _find(len(wanted)).all(connection, _named(wanted))
    numbers = {Account(kind, key): number for kind, key, number in found}
    new = [account for account in wanted if account not in numbers]
    for account in new:
        may = {"may_owe": account.kind in MAY_OWE, "fractions": account.kind in FRACTIONS}
        _open.run(connection, account._asdict() | may)
    return numbers | account_ids(connection, new) if new else numbers


def _named(wanted: Sequence[Account]) -> dict[str, str]:
    """The values of a query for these accounts."""
    values: dict[str, str] = {}
    for place, (kind, key) in enumerate(wanted):
        values[f"kind{place}"], values[f"key{place}"] = kind, key
    return values


def _is_one_of(size: int) -> ColumnElement[bool]:
    """Of a row: whether it is one of that many accounts."""
    return or_(
        *(
            and_(accounts.c.kind == bindparam(f"kind{place}"), accounts.c.key == bindparam(f"key{place}"))
            for place in range(size)
        )
    )


@lru_cache
def _find_balances(size: int) -> Prepared:
    return Prepared(select(accounts.c.kind, accounts.c.key, accounts.c.balance).where(_is_one_of(size)))


@lru_cache
def _find(size: int) -> Prepared:
    """Looks up that many accounts, and locks them as the trigger will.

    The order is one for all, so that two transactions do not wait in a ring.
    """
    found = select(accounts.c.kind, accounts.c.key, accounts.c.id).where(_is_one_of(size))
    return Prepared(found.order_by(accounts.c.kind, accounts.c.key).with_for_update(key_share=True))


# Accounts, each by its kind and the id of whom or what it belongs to
person_account: Final = partial(Account, "person")  # a person's own money
escrow_account: Final = partial(Account, "escrow")  # where the stakes of a round wait
bank_account: Final = partial(Account, "bank")  # what a player who holds the bank has put up for a round
house_account: Final = partial(Account, "house")  # who pays and collects at a table with people's money
tray_account: Final = partial(Account, "tray")  # who pays and collects at a table with chips
proposition_account: Final = partial(Account, "proposition")  # what the house's own player at a table has
meter_account: Final = partial(Account, "meter")  # of all tables of a sheet by its hash, or of one by its id


def chips_account(table: str, person: str) -> Account:
    """A person's chips at one table."""
    return Account("chips", f"{table}:{person}")


def chips_under(table: str) -> str:
    """How the keys of all chips of a table begin."""
    return f"{table}:"


def chips_behind(person: str) -> str:
    """How the keys of all chips of a person end."""
    return f":{person}"


def owner_of_chips(key: str, table: str) -> str:
    """Whose chips an account of a table holds."""
    return key.removeprefix(chips_under(table))


def table_of_chips(key: str, person: str) -> str:
    """At which table the chips of a person lie."""
    return key.removesuffix(chips_behind(person))


def table_among(key: str, tables: Container[str]) -> str | None:
    """Which of some tables the chips of an account belong to; ids of tables and people may have colons."""
    ends = (place for place, letter in enumerate(key) if letter == ":")
    return next((key[:end] for end in ends if key[:end] in tables), None)


def evening_actor(evening: str) -> str:
    """An evening that acts by itself; its chips and its tray are under its own id."""
    return f"evening:{evening}"


# Rounds
def round_id(table: str, number: int) -> str:
    """The id of a table's round.

    >>> round_id("rivers", 7), table_of_round("rivers:7")
    ('rivers:7', 'rivers')
    """
    return f"{table}:{number}"


def table_of_round(round_: str) -> str:
    """The table of a round, by its id alone."""
    return round_.rpartition(":")[0]


# Who does something, where it is no player
def table_actor(table: str) -> str:
    """A table that acts by itself."""
    return f"table:{table}"


def operator_actor(person: str) -> str:
    """An operator: what they do as such is apart from what they do as a player."""
    return f"operator:{person}"


def is_operator(actor: str) -> bool:
    """Whether something was done by an operator as such."""
    return actor.startswith(operator_actor(""))


# Meters that many tables share


PARTS: Final = 32


def part_key(meter: str, number: int) -> str:
    """The key of one part of a shared meter."""
    return f"{meter}#{number:02}" if number else meter


def part_of(meter: str, table: str) -> str:
    """The key of the part that a table feeds."""
    return part_key(meter, sha256(table.encode()).digest()[0] % PARTS)


def whole_of(part: str) -> str:
    """The key of the meter that a part belongs to."""
    return part.partition("#")[0]


def is_part(key: str, meters: Container[str]) -> bool:
    """Whether a key is that of a part of one of some shared meters."""
    whole = whole_of(key)
    return whole in meters and meter_account(key) in parts_of(whole)


@lru_cache
def parts_of(meter: str) -> tuple[Account, ...]:
    """All parts of a shared meter, the first one first."""
    return tuple(meter_account(part_key(meter, number)) for number in range(PARTS))


_names: Final = [f"part{number}" for number in range(PARTS)]
_held: Final = Prepared(
    select(accounts.c.key, accounts.c.balance).where(
        accounts.c.kind == bindparam("kind"), accounts.c.key.in_([bindparam(name) for name in _names])
    )
)


def read_parts(connection: Connection, meter: str) -> dict[Account, MicroCents]:
    """What is in each part of a shared meter that was ever fed."""
    keys = (part.key for part in parts_of(meter))
    values = {"kind": "meter", **dict(zip(_names, keys, strict=True))}
    return {meter_account(key): int(held) for key, held in _held.all(connection, values)}


def read_meter(connection: Connection, meter: str) -> MicroCents:
    """What a shared meter holds; tables may be feeding it at this moment."""
    return sum(read_parts(connection, meter).values())


def lock_meter(connection: Connection, meter: str) -> dict[Account, MicroCents]:
    """What is in each part of a shared meter, by key; nobody feeds or wins it until the commit."""
    account_ids(connection, parts_of(meter))  # also those that were never fed: they are opened, and locked
    return dict(sorted(read_parts(connection, meter).items()))
