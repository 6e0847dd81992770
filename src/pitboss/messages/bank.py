"""The bank's account of a round as sentences, for the terminal: by seat, worst and best, the breakdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from pitboss.messages.rounds import signed
from pitboss.money import Cents, dollars
from pitboss.round.bank import CoveredSeat, CoveredWager
from pitboss.text import all_of

_COVERS: Final = {"full": "covered in full", "partial": "covered in part", "none": "not sure to be covered"}
_DONE: Final = {
    "win": "is paid",
    "lose": "brings",
    "push": "pushes",
    "returned": "goes back",
    "void": "is void",
}


def ahead_words(
    seats: tuple[CoveredSeat, ...], name: Callable[[int], str], worst: Cents | None, best: Cents | None
) -> Iterator[str]:
    """What can still come of a round, for who holds its bank."""
    if not seats:
        yield "Nobody has bet against your bank yet."
        return
    yield f"Your stake covers clockwise, seat {seats[0].n} first."
    for row in seats:
        bets = all_of([f"{each.label} {dollars(each.stake)}" for each in row.wagers])
        win, lose = dollars(row.can_lose or 0), dollars(row.can_win or 0)
        cover = _COVERS[row.cover or "none"]
        yield f"Seat {row.n} ({name(row.n)}): {bets}. You can win {win} and lose {lose}; {cover}."
    if worst is not None and best is not None:
        yield f"At worst the bank's round is {signed(worst)}, at best {signed(best)}."


def account_words(seats: tuple[CoveredSeat, ...], name: Callable[[int], str]) -> Iterator[str]:
    """What became of a round, wager by wager, with the cover left after each seat."""
    for row in seats:
        bets = all_of([_wager(each) for each in row.wagers])
        left = dollars(row.left or 0)
        yield f"Seat {row.n} ({name(row.n)}): {bets}. For the bank {signed(row.net or 0)}; cover left {left}."


def price_words(cover: str, ev: Fraction | None, full: Fraction | None, seats: int) -> str:
    """What a round is worth to its bank on average, and what that assumes."""
    if ev is None:
        with_full = f"; with full cover it is {_mean(full)}" if full is not None else ""
        return f"The price is not reckoned for {seats} seats with a stake that can run out{with_full}."
    how = "with full cover" if cover == "full" else "with this stake"
    return f"On average the round is worth {_mean(ev)} to you, {how}, when every seat plays its best."


def _mean(cents: Fraction) -> str:
    sign = "+" if cents > 0 else "−" if cents < 0 else ""
    return f"{sign}${float(abs(cents)) / 100:,.4f}"


def offer_words(least: Cents, enough: Cents | None) -> str:
    """What a bank takes that is offered, and what the bets on the table can ask of it."""
    bets = f"the bets on the table can ask for {dollars(enough)}" if enough else "nobody has bet yet"
    return f"It takes {dollars(least)} or more; {bets}."


def _wager(wager: CoveredWager) -> str:
    what, end = f"{wager.label} {dollars(wager.stake)}", wager.end
    if end is None:
        return what
    money = f" {dollars(abs(end.profit))}" if end.profit else ""
    short = f", {dollars(abs(end.uncovered))} not covered" if end.uncovered else ""
    return f"{what} {_DONE[end.result]}{money}{short}"
