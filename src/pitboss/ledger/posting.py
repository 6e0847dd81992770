"""The one way to move money. Everything here happens inside a transaction, and only the pit calls it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from pitboss.ledger.accounts import (
    MOST_TEXT,
    Account,
    NotWholeCents,
    Overdrawn,
    TooMuch,
    Transfer,
    account_ids,
)
from pitboss.ledger.deeds import Request, record_deed, write_deed
from pitboss.ledger.schema import MOST, transfers
from pitboss.ledger.store import Prepared

_move = Prepared(insert(transfers).inline())


def do_deed(
    connection: Connection, asked: Request, answer: str, at: int, moved: Sequence[Transfer] = ()
) -> int:
    """Writes a deed that is no table's, moves its money and records both. Gives the deed's number."""
    deed = write_deed(connection, asked, answer, at)
    move(connection, deed, moved)
    record_deed(connection, deed, asked, answer, at, moved)
    return deed


def move(connection: Connection, deed: int, moved: Sequence[Transfer]) -> None:
    """Writes transfers under a deed."""
    move_all(connection, [(deed, each) for each in moved])


def move_all(connection: Connection, due: Sequence[tuple[int, Transfer]]) -> None:
    """Writes transfers, each under the number of its deed.

    The database keeps the balances, and refuses what may not be.
    """
    if not due:
        return
    moved = [transfer for _, transfer in due]
    numbers = account_ids(connection, _in_order(moved))
    rows = [
        {"deed": deed, "giver": numbers[giver], "taker": numbers[taker], "amount": amount, "what": what}
        for deed, (giver, taker, amount, what) in due
    ]
    for each in moved:
        if each.amount <= 0:
            raise ValueError(f"A transfer moves at least one micro-cent, not {each.amount}")
        if each.amount > MOST:
            raise TooMuch(MOST_TEXT)
    with _refusals(moved):
        _move.write(connection, rows)


def _in_order(moved: Iterable[Transfer]) -> list[Account]:
    """The accounts of some transfers in one order for all: new ones are opened in it."""
    return sorted({account for each in moved for account in (each.giver, each.taker)})


@contextmanager
def _refusals(moved: Sequence[Transfer]) -> Iterator[None]:
    try:
        yield
    except IntegrityError as fault:
        text = str(fault.orig)
        if "no_overdraft" in text:
            givers = ", ".join(sorted({str(each.giver) for each in moved}))
            raise Overdrawn(f"There is not enough in the account to move this from: {givers}") from None
        if "whole_cents" in text:
            raise NotWholeCents("Only meters, the house and trays hold fractions of a cent") from None
        if "countable" in text:
            raise TooMuch(MOST_TEXT) from None
        raise
