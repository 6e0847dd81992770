"""A round document as rows of a table: every settled line of everybody, and the bank's result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.round.document import RoundDocument
from pitboss.round.events import BankTaken, BetsPlaced, PaidBank, RoundSettled, RoundVoided

COLUMNS: Final = (
    "time", "table", "number", "round", "house", "seat", "person",
    "wager", "stake", "result", "profit", "returned", "clause",
)  # fmt: skip


def settled_rows(at: str, document: RoundDocument) -> Iterator[tuple[object, ...]]:
    """A row for each settled line, and one for a bank; `at` is when the round ended. Money is in cents."""
    ended = document.events[-1] if document.events else None
    proof = document.proof
    if proof is None or not isinstance(ended, (RoundSettled, RoundVoided)):
        return  # closed unused: nothing was settled
    place = (at, proof.table, proof.number, document.round, document.sheet.id)
    seats = {each.seat: each.player for each in document.events if isinstance(each, BetsPlaced)}
    for paid in ended.seats:
        for line in paid.lines:
            money = (line.stake, line.result, line.profit, line.returned)
            yield *place, paid.seat, seats[paid.seat], line.id, *money, line.clause
    if ended.bank is not None:
        bank = [each for each in document.events if isinstance(each, BankTaken)][-1]
        clause = ended.clause if isinstance(ended, RoundVoided) else None
        yield *place, bank.seat, bank.player, "bank", *_bank(ended.bank, clause)


def _bank(paid: PaidBank, void: str | None) -> tuple[object, ...]:
    if void is not None:
        return paid.stake, "void", 0, paid.stake, void
    result = "win" if paid.net > 0 else "lose" if paid.net < 0 else "push"
    return paid.stake, result, paid.net, 0, None
