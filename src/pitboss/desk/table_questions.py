"""Questions to the desk by what is asked, each with its answer: tables, hands, bets, banks, the hold."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pitboss.desk.desk import Desk, LaneName
from pitboss.desk.question import Question, question
from pitboss.money import Cents
from pitboss.odds import NotPriced
from pitboss.odds.bank import BankRound, BankWorth, bank_worth
from pitboss.odds.coach import Hand, Worth
from pitboss.odds.house_prices import kept_game
from pitboss.round import Refusal
from pitboss.round.table import Table
from pitboss.sheet import houses, load_house

if TYPE_CHECKING:
    from pitboss.proof.hold_report import Law


def table_values(table: Table) -> dict[str, Any]:
    """A house by its id, any other rules by what stands in them; and the limits of the table."""
    rules = table.sheet.id if is_printed(table) else table.sheet.rules
    return {"rules": rules, "low": table.min, "high": table.max}


def is_printed(table: Table) -> bool:
    """Whether a table plays by one of the printed sheets, unchanged."""
    return table.sheet.id in houses() and table.sheet == load_house(table.sheet.id)


def pays_question(table: Table) -> Question:
    """What the pay tables of a table are, with every chance."""
    return question("pays", **table_values(table))


def worths_question(hands: Sequence[Hand], *, seconds: float | None = None) -> Question:
    """What each action of some hands is worth."""
    tables: dict[Table, int] = {}
    for hand in hands:
        tables.setdefault(hand.table, len(tables))
    told = [(tables[hand.table], hand.meter, hand.cards, hand.up, hand.wagers) for hand in hands]
    rules = [table_values(table) for table in tables]
    return question("worths", seconds=seconds, tables=rules, hands=told)


def worths_told(text: bytes) -> list[Worth | NotPriced]:
    """The answer: a worth for each hand, or why there is none."""
    return [_worth(each) for each in json.loads(text)]


def worth_told(text: bytes) -> Worth:
    """The answer for one hand; raises `NotPriced` where there is none."""
    (found,) = worths_told(text)
    if isinstance(found, NotPriced):
        raise found
    return found


def _worth(told: dict[str, Any]) -> Worth | NotPriced:
    if "why" in told:
        return NotPriced(told["why"])
    actions = {name: Fraction(ev) for name, ev in told["actions"].items()}
    return Worth(actions, tuple(told["best"]), told["ends"], tuple(told["left_out"]))


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


def means_answer(tables: Sequence[Table], values: Mapping[str, Any]) -> list[str | None]:
    """Reckons the answer, in a worker: cents as fractions; null where a bet has no exact price."""
    return [_mean_of(tables[number], meter, dict(wagers)) for number, meter, wagers in values["bets"]]


def _mean_of(table: Table, meter: Cents | None, wagers: Mapping[str, Cents]) -> str | None:
    try:
        return str(kept_game(table, meter=meter).price_bets(wagers).ev)
    except NotPriced:
        return None


def means_told(text: bytes) -> list[Fraction | None]:
    """The answer: mean net of each bet in cents."""
    return [None if each is None else Fraction(each) for each in json.loads(text)]


def bank_question(asked: BankRound, *, seconds: float | None = None) -> Question:
    """What a round is worth to its bank."""
    return question(
        "bank_price", seconds=seconds, **table_values(asked.table), stake=asked.stake, seats=asked.seats
    )


def bank_answer(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """Reckons the answer, in a worker."""
    seats = tuple(tuple((name, cents) for name, cents in seat) for seat in values["seats"])
    try:
        worth = bank_worth(BankRound(table, values["stake"], seats))
    except NotPriced as fault:
        return {"why": fault.text}
    means = {"full": worth.full, "ev": worth.ev, "short": worth.short, "win_frequency": worth.win_frequency}
    told = {name: None if mean is None else str(mean) for name, mean in means.items()}
    return {"cover": worth.cover, "stdev": worth.stdev, **told}


def bank_told(text: bytes) -> BankWorth:
    """The answer as it was reckoned; raises `NotPriced` where there is none."""
    told = json.loads(text)
    if "why" in told:
        raise NotPriced(told["why"])
    means = {name: _fraction(told[name]) for name in ("ev", "short", "win_frequency")}
    return BankWorth(told["cover"], Fraction(told["full"]), stdev=told["stdev"], **means)


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def law_question(table: Table, wager: str, players: int) -> Question:
    """What a wager costs at every meter."""
    return question("hold_law", **table_values(table), wager=wager, players=players)


def law_answer(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """Reckons the answer, in a worker: fractions as text; or why there is no price."""
    from pitboss.proof.hold_report import law_of  # it brings the ledger along, which no other work here needs

    try:
        law = law_of(table, values["wager"], values["players"])
    except NotPriced as why:
        return {"unpriced": str(why)}
    edge, variance = ([str(each) for each in part] for part in law[1:])
    return {"optimal": law.optimal, "edge": edge, "variance": variance}


def law_told(text: bytes) -> Law:
    """The answer; it raises `NotPriced` where there is no price."""
    from pitboss.proof.hold_report import Law

    said = json.loads(text)
    if "unpriced" in said:
        raise NotPriced(said["unpriced"])
    base, slope = map(Fraction, said["edge"])
    free, linear, square = map(Fraction, said["variance"])
    return Law(said["optimal"], (base, slope), (free, linear, square))


DECIDES: Final = 4.0  # seconds for a decision at a table; then the away rule decides (STD-13)
COUNTS: Final = 20.0  # seconds for a bank's round: two seats are counted together
OPENS: Final = 5.0  # seconds that a table waits for its fair meter


class DeskReckoner:
    """Tables ask the desk. What printed houses decide comes first there: it is quick, and few ask for it.

    The coach, and tables of other rules, have a lane and a worker of their own.
    """

    waits = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def worth(self, hand: Hand, asker: str, address: str = "") -> Worth:
        first = asker.startswith("table ") and is_printed(hand.table)
        asked = worths_question([hand], seconds=DECIDES)
        lane: LaneName = "house" if first else "tables"
        return worth_told(await self._desk.ask(asker, asked, address=address, lane=lane))

    async def bank(self, asked: BankRound, asker: str, address: str = "") -> BankWorth:
        return bank_told(await self._desk.ask(asker, bank_question(asked, seconds=COUNTS), address=address))

    async def break_evens(self, table: Table) -> tuple[Cents, ...]:
        if table.sheet.meter is None:
            return ()
        asked = question("fair_meter", seconds=OPENS, **table_values(table))
        lane: LaneName = "house" if is_printed(table) else "tables"
        try:
            return tuple(json.loads(await self._desk.ask("meters", asked, lane=lane)))
        except (Refusal, NotPriced):
            return ()
