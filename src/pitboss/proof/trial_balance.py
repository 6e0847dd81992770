"""The trial balance: every account against its transfers, its kind, and the round that it was opened for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, get_args

from sqlalchemy import Connection, Select, func, select

from pitboss.ledger.accounts import FRACTIONS, MAY_OWE, Account, Kind, is_part, table_among
from pitboss.ledger.journal import StoredTable
from pitboss.ledger.schema import accounts, felts, rounds, sheets, transfers
from pitboss.money import MICRO
from pitboss.proof.findings import Findings
from pitboss.proof.streams import rows

_KINDS: Final = frozenset(get_args(Kind))
_OF_ROUNDS: Final = frozenset({"escrow", "bank"})
_OF_TABLES: Final = frozenset({"house", "proposition", "tray"})
_OF_CHIPS: Final = frozenset({"chips", "tray", "proposition"})  # of a chips table: nothing is left at its end


def _moved(side: Any, name: str) -> Any:
    """The sum of what an account gave or took, in two parts so that no sum leaves 64 bits."""
    return (
        select(
            side.label("account"),
            func.sum(transfers.c.amount // MICRO).label("cents"),
            func.sum(transfers.c.amount % MICRO).label("rest"),
        )
        .group_by(side)
        .subquery(name)
    )


_given, _taken = _moved(transfers.c.giver, "given"), _moved(transfers.c.taker, "taken")
_accounts: Select[Any] = (
    select(
        accounts.c.kind,
        accounts.c.key,
        accounts.c.may_owe,
        accounts.c.fractions,
        accounts.c.balance,
        _given.c.cents,
        _given.c.rest,
        _taken.c.cents,
        _taken.c.rest,
        rounds.c.id,
        rounds.c.ended,
        felts.c.id,
        sheets.c.hash,
    )
    .select_from(accounts)
    .outerjoin(_given, _given.c.account == accounts.c.id)
    .outerjoin(_taken, _taken.c.account == accounts.c.id)
    .outerjoin(rounds, rounds.c.id == accounts.c.key)
    .outerjoin(felts, felts.c.id == accounts.c.key)
    .outerjoin(sheets, sheets.c.hash == accounts.c.key)
)


def audit_accounts(
    connection: Connection,
    reserved: Mapping[Account, int | None],
    places: Mapping[str, StoredTable],
    evenings: Mapping[str, bool],
    findings: Findings,
) -> None:
    """Checks each account, and that all together hold nothing. `reserved` is what open rounds must hold.

    `evenings` says of each whether it is over.
    """
    total = 0
    ends = {stored.id: stored.closed for stored in places.values() if stored.purse == "chips"} | dict(
        evenings
    )
    chips = ends.keys()
    used = {table_id.sheet for table_id in places.values()}
    waiting = {account: amount for account, amount in reserved.items() if amount}
    for kind, key, may_owe, fractions, balance, *sums, round_, ended, table_id, sheet in rows(
        connection, _accounts
    ):
        account = Account(kind, key)
        given, given_rest, taken, taken_rest = (int(each or 0) for each in sums)
        moved = (taken - given) * MICRO + taken_rest - given_rest
        total += balance
        findings.figures[f"micro-cents {kind}"] += balance
        if balance != moved:
            findings.fault(f"Account {account} holds {balance} micro-cents, and its transfers give {moved}")
        if kind not in _KINDS or (bool(may_owe), bool(fractions)) != (kind in MAY_OWE, kind in FRACTIONS):
            findings.fault(f"Account {account} has another kind than its rights say")
        elif (balance < 0 and not may_owe) or (balance % MICRO and not fractions):
            findings.fault(f"Account {account} may not hold {balance} micro-cents")
        place = table_id or (key if key in evenings else None)
        place = table_among(key, chips) if kind == "chips" else place
        if not _belongs(kind, key, round_, place, sheet, chips, used):
            findings.fault(f"Account {account} belongs to nothing that is stored")
        elif kind in _OF_CHIPS and balance and place is not None and ends.get(place):
            findings.fault(f"Account {account} holds {balance} micro-cents, and its table has closed")
        if kind in _OF_ROUNDS and round_ is not None:
            wanted = reserved.get(account, 0) if ended is None else 0
            waiting.pop(account, None)
            if wanted is not None and balance != wanted:
                why = "has ended" if ended is not None else "is open"
                findings.fault(f"Account {account} holds {balance}, must hold {wanted}: the round {why}")
    for account, amount in waiting.items():
        findings.fault(f"Account {account} is missing: the open round has {amount} micro-cents in it")
    if total:
        findings.fault(f"All accounts together hold {total} micro-cents instead of nothing")


def _belongs(
    kind: str,
    key: str,
    round_: str | None,
    table_id: str | None,
    sheet: str | None,
    chips: Collection[str],
    used: Collection[str],
) -> bool:
    if kind in _OF_ROUNDS:
        return round_ is not None
    if kind in ("chips", "tray"):
        return table_id in chips
    if kind in _OF_TABLES:
        return table_id is not None and (kind != "house" or table_id not in chips)
    if kind == "meter":
        return sheet is not None or table_id is not None or is_part(key, used)
    return bool(key) == (kind != "mint")
