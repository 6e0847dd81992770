"""Questions to the desk by what is asked, each with its answer: tables, hands, bets, banks, the hold."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from pitboss.desk.desk import Desk, LaneName
from pitboss.desk.question import Question, decoded, question
from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.odds.bank import BankRound, BankWorth
from pitboss.odds.coach import Hand, Worth
from pitboss.round import Refusal
from pitboss.round.table import Table
from pitboss.table.settings import is_printed

if TYPE_CHECKING:
    from pitboss.proof.hold_report import Law


T = TypeVar("T")


def table_values(table: Table) -> dict[str, Any]:
    """A house by its id, any other rules by their content; and the limits of the table."""
    rules = table.sheet.id if is_printed(table.sheet) else table.sheet.rules
    return {"rules": rules, "low": table.min, "high": table.max}


def pays_question(table: Table) -> Question:
    """What the pay tables of a table are, with every chance."""
    return question("pays", **table_values(table))


def worths_question(hands: Sequence[Hand], *, seconds: float | None = None) -> Question:
    """What each action of some hands is worth."""
    tables: dict[Table, int] = {}
    for hand in hands:
        tables.setdefault(hand.table, len(tables))
    rows = [(tables[hand.table], hand.meter, hand.cards, hand.up, hand.wagers) for hand in hands]
    rules = [table_values(table) for table in tables]
    return question("worths", seconds=seconds, tables=rules, hands=rows)


def worths_told(text: bytes) -> list[Worth | str]:
    """The answer: a worth for each hand, or why there is none."""
    found: list[Worth | str] = decoded(list[Worth | str], text)
    return found


def worth_told(text: bytes) -> Worth:
    """The answer for one hand; raises `NotPriced` where there is none."""
    (found,) = worths_told(text)
    return _priced(found)


def _priced(found: T | str) -> T:
    if isinstance(found, str):
        raise NotPriced(found)
    return found


class Bet(NamedTuple):
    """All that a seat bets in a round, and the meter as it stands for it (None: not bet on)."""

    table: Table
    meter: Cents | None
    wagers: tuple[tuple[str, Cents], ...]


def means_question(bets: Sequence[Bet], *, seconds: float | None = None) -> Question:
    """What some bets bring on average with the best decisions."""
    tables: dict[Table, int] = {}
    for bet in bets:
        tables.setdefault(bet.table, len(tables))
    asked = [(tables[bet.table], bet.meter, bet.wagers) for bet in bets]
    return question("means", seconds=seconds, tables=[table_values(each) for each in tables], bets=asked)


def means_told(text: bytes) -> list[Fraction | None]:
    """The answer: mean net of each bet in cents; None where it has no exact price."""
    found: list[Fraction | None] = decoded(list[Fraction | None], text)
    return found


def bank_question(asked: BankRound, *, seconds: float | None = None) -> Question:
    """What a round is worth to its bank."""
    return question(
        "bank_price", seconds=seconds, **table_values(asked.table), stake=asked.stake, seats=asked.seats
    )


def bank_told(text: bytes) -> BankWorth:
    """The answer as it was worked out; raises `NotPriced` where there is none."""
    found: BankWorth | str = decoded(BankWorth | str, text)
    return _priced(found)


def law_question(table: Table, wager: str, players: int) -> Question:
    """What a wager costs at every meter."""
    return question("hold_law", **table_values(table), wager=wager, players=players)


def law_told(text: bytes) -> Law:
    """The answer; it raises `NotPriced` where there is no price."""
    from pitboss.proof.hold_report import Law

    found: Law | str = decoded(Law | str, text)
    return _priced(found)


DECIDES: Final = 4.0  # seconds for a decision at a table; then the away rule decides (STD-13)
COUNTS: Final = 20.0  # seconds for a bank's round: two seats are counted together
OPENS: Final = 5.0  # seconds that a table waits for its fair meter


class DeskReckoner:
    """How tables ask the desk. Decisions of printed houses come first there: they are quick and few.

    The coach, and tables of other rules, have a lane and a worker of their own.
    """

    waits = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def worth(self, hand: Hand, asker: str, address: str = "") -> Worth:
        first = asker.startswith("table ") and is_printed(hand.table.sheet)
        asked = worths_question([hand], seconds=DECIDES)
        lane: LaneName = "house" if first else "tables"
        return worth_told(await self._desk.ask(asker, asked, address=address, lane=lane))

    async def bank(self, asked: BankRound, asker: str, address: str = "") -> BankWorth:
        return bank_told(await self._desk.ask(asker, bank_question(asked, seconds=COUNTS), address=address))

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        if table.sheet.meter is None:
            return ()
        asked = question("fair_meter", seconds=OPENS, **table_values(table))
        lane: LaneName = "house" if is_printed(table.sheet) else "tables"
        try:
            return tuple(decoded(list[Cents], await self._desk.ask("meters", asked, lane=lane)))
        except (Refusal, NotPriced):
            return ()
