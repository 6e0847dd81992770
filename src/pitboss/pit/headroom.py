"""How much a table may ever pay: no round can bring an account to where the ledger stops counting.

A round is bounded when its table opens; the accounts of a table have room for many such rounds, and a table
whose accounts have not plays no further round.
"""

from __future__ import annotations

from typing import Final

from pitboss.ledger.ledger import MINT, Account
from pitboss.ledger.schema import MOST
from pitboss.money import MICRO, Cents, dollars
from pitboss.pit.books import Books
from pitboss.pit.event_postings import PROPOSITION, PROPOSITION_STAKES, Till
from pitboss.round import Refusal
from pitboss.round.bank import Part, payouts
from pitboss.round.table import Table

LARGEST_ROUND: Final[Cents] = MOST // 400 // MICRO  # that one round may pay, all seats together
MINTED: Final = MOST // 2  # micro-cents that the mint gives out at most
FULL: Final = MOST // 8  # micro-cents that an account holds or owes at most when a round begins


def check_exposure(table: Table) -> None:
    """Refuses a table of which one round could pay more than any table may."""
    sheet = table.sheet
    parts = list(payouts(table))
    for part in parts:
        if part.cents is None:
            text = f"{sheet.label(part.line)} has no maximum, so a round could pay any amount: give it one"
            raise Refusal("exposure", text, sheet.limits.clause, f"wagers.{part.line}")
    if sheet.bank:
        parts.append(Part("bank", PROPOSITION_STAKES * table.max))
    if sheet.meter:
        parts.append(Part("meter", sheet.meter.reset))
    total = sum(part.cents or 0 for part in parts)
    if total <= LARGEST_ROUND:
        return
    worst = max(parts, key=lambda part: part.cents or 0)
    words = {"bank": "for the bank", "meter": "for the meter"}
    label = words.get(worst.line) or f"for {sheet.label(worst.line)}"
    text = (
        f"One round at this table could pay {dollars(total)}, {dollars(worst.cents or 0)} of it {label};"
        f" a table may pay up to {dollars(LARGEST_ROUND)} in one round:"
        f" lower the pays, or the table maximum ({dollars(table.max)})"
    )
    values: dict[str, int | str] = {"largest": total, "allowed": LARGEST_ROUND, "line": worst.line}
    raise Refusal("exposure", text, sheet.limits.clause, "limits.max", values)


def worn_out(books: Books, till: Till, table: Table) -> str | None:
    """Why a table can play no further round: an account of its own is too full, or owes too much."""
    mine = [till.house]
    if table.sheet.bank:
        mine += [till.purse(PROPOSITION), till.feeder]
    books.check_read(mine)
    full = next(
        (each.kind for each in mine if abs(books.balance(each)) > (MINTED if each == MINT else FULL)), None
    )
    if full is None and till.meter is not None and books.meter_held() > FULL:
        full = "meter"
    return f"The books of this table are full ({full}): no further round is played here" if full else None


def check_purse(books: Books, account: Account) -> None:
    """Refuses a bet from a purse that a win could make fuller than the ledger counts."""
    if books.balance(account) > FULL:
        text = (
            f"You have more than {dollars(FULL // MICRO)}, all that the books bear: no bet of yours is taken"
        )
        raise Refusal("full_books", text, None, "wagers", {"most": FULL // MICRO})


def check_mint(books: Books, micro_cents: int, taker: Account) -> None:
    """Refuses a grant when its taker would hold, or the mint has given out, as much as the books bear."""
    books.check_read([taker, MINT])
    if books.balance(taker) + micro_cents > FULL:
        text = f"Nobody is granted more than they may hold: {dollars(FULL // MICRO)} in all"
        raise Refusal("full_books", text, None, "cents", {"most": FULL // MICRO})
    if -books.balance(MINT) + micro_cents > MINTED:
        text = f"The mint has given out {dollars(MINTED // MICRO)}, all that the books bear"
        raise Refusal("full_books", text, None, "cents")
