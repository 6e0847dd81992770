"""How accounts, rounds and the house's own actors are called: every id is made here, and taken apart here."""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from typing import Final

from pitboss.ledger.ledger import Account

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
