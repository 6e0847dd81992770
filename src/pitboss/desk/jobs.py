"""What the desk can compute, by name. Only a worker imports this; the server itself just names the jobs.

A job takes the values of its question by name and returns a value, or the bytes of its answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from pitboss.canonical import NotJson, parse
from pitboss.cards import Card, NotACard, parse_cards
from pitboss.desk.question import Question, Reply, Step, encoded, refusal_text
from pitboss.hands import HAND_FORMS
from pitboss.lab import (
    CellHands,
    Chart,
    ExploredHand,
    Overview,
    Sitting,
    chart,
    explore,
    hands_of_cell,
    overview,
    own_sheet,
    what_if,
    written_csv,
    written_sheet,
)
from pitboss.lab.bankroll_panels import BankrollPanel, TablePanel, bankroll_panel, sitting, table_panel
from pitboss.lab.explorer import Drawn, cut_off, drawn
from pitboss.money import Cents
from pitboss.odds import Game, NotPriced, advise
from pitboss.odds.bank import BankRound, BankWorth, bank_worth
from pitboss.odds.borderline import PracticeDeal
from pitboss.odds.coach import Hand, Worth, worth_of
from pitboss.odds.house_prices import bets_of, kept_game
from pitboss.odds.policies import strategy_called
from pitboss.proof import Audit, verify_bytes
from pitboss.report.pay_frequencies import pays_of
from pitboss.round import Refusal, open_table
from pitboss.round.adjudicate import rule_round
from pitboss.round.table import Table
from pitboss.sheet import Sheet, houses, load_house, sheet_from_content, with_posted
from pitboss.table.advice import break_evens

T = TypeVar("T")
Job = Callable[..., Any]

JOBS: dict[str, Job] = {}


def answer(asked: Question, step: Step = lambda done, total: None) -> Reply:
    """Works out one question; every failure becomes a reply that can go through a pipe."""
    try:
        values = json.loads(asked.values)
        job = JOBS[values.pop("job")]
        if asked.body:
            values["body"] = asked.body
        found = job(**values, step=step) if job is audit else job(**values)
        return Reply("answer", found if isinstance(found, bytes) else encoded(found))
    except Refusal as refusal:
        return Reply("refusal", refusal_text(refusal))
    except MemoryError:
        text = "This takes more memory to work out than there is for one question"
        return Reply("refusal", refusal_text(Refusal("too_long", text)))
    except Exception as fault:  # noqa: BLE001 - a fault of ours does not end the worker
        return Reply("fault", type(fault).__name__.encode())


def _job(work: Job) -> Job:
    JOBS[work.__name__.strip("_")] = work
    return work


# Houses


@_job
def odds(house: str, players: int, meter: Cents | None, strategy: str, bets: str | None) -> dict[str, Any]:
    """The exact price of every wager."""
    game = Game(_house_table(house), players, meter)
    chosen = strategy_called(game.sheet, strategy)
    if chosen is None:
        raise Refusal("strategy", f"Write optimal, always, mimic or {HAND_FORMS}", None, "strategy")
    return game.price_all(chosen, bets_of(bets) if bets else None).as_json()


@_job
def advice(house: str, cards: str, up: str, bets: str | None) -> dict[str, Any]:
    """The worth of each action for one hand."""
    hand, shown = _cards(cards, "cards"), _cards(up, "cards")
    found = advise(kept_game(_house_table(house)), hand, shown, bets_of(bets) if bets else None)
    return found.as_json() | {"explain": dict(found.ends)}


@_job
def edge(house: str) -> float:
    """What the house keeps of an Ante with its Play, under optimal play."""
    return float(kept_game(_house_table(house)).price("ante").house_edge)


@_job
def pays(**table: Any) -> bytes:
    """The pay tables of a table, with every chance."""
    return pays_of(_table(table)).model_dump_json().encode()


@_job
def settle(body: bytes = b"") -> Any:
    """What a finished round pays, from the bytes of its document."""
    try:
        document = parse(body)
    except NotJson as fault:
        raise Refusal("input", str(fault)) from None
    return rule_round(document, _house_sheet)


@_job
def check_receipt(body: bytes = b"") -> dict[str, Any]:
    """Whether a receipt is good, judged by its bytes."""
    found = verify_bytes(body)
    return {"right": found.fault is None, "checks": list(found.checks), "fault": found.fault}


@_job
def sheet(house: str | None, pays: Any, body: bytes = b"") -> Mapping[str, Any]:
    """The content of an uploaded sheet, or of a house's with the pays that a table posts."""
    found = own_sheet(body.decode()) if house is None else _house_sheet(house)
    return (found if pays is None else with_posted(found, pays)).content


# Tables


@_job
def worths(tables: Sequence[Mapping[str, Any]], hands: Sequence[Sequence[Any]]) -> list[Worth | str]:
    """What each action is worth, for several hands; or why a hand has no exact price."""
    opened, found = [_table(each) for each in tables], list[Worth | str]()
    for number, meter, cards, up, wagers in hands:
        pairs = tuple((name, amount) for name, amount in wagers)
        hand = Hand(opened[number], meter, tuple(cards), tuple(up), pairs)
        found.append(_or_why(worth_of, hand))
    return found


@_job
def means(tables: Sequence[Mapping[str, Any]], bets: Sequence[Sequence[Any]]) -> list[Fraction | None]:
    """What some bets bring on average, before any card is dealt; null for one that has no exact price."""
    opened = [_table(each) for each in tables]

    def mean_of(number: int, meter: Cents | None, wagers: list[tuple[str, Cents]]) -> Fraction | None:
        try:
            return kept_game(opened[number], meter=meter).price_bets(dict(wagers)).ev
        except NotPriced:
            return None

    return [mean_of(*bet) for bet in bets]


@_job
def bank_price(stake: Cents, seats: Sequence[Sequence[Any]], **table: Any) -> BankWorth | str:
    """What a round is worth to its bank; or why that has no price."""
    bets = tuple(tuple((name, cents) for name, cents in seat) for seat in seats)
    return _or_why(bank_worth, BankRound(_table(table), stake, bets))


@_job
def hold_law(wager: str, players: int, **table: Any) -> Any:
    """The price of a wager at every meter; or why there is none."""
    from pitboss.proof.hold_report import law_of  # it brings the ledger along, which no other work here needs

    return _or_why(law_of, _table(table), wager, players)


@_job
def fair_meter(**table: Any) -> tuple[Cents, ...]:
    """From which meter on a bet on it is fair, for any number of players."""
    return break_evens(_table(table))


def _or_why(work: Callable[..., T], *asked: Any) -> T | str:
    """What comes of some work, or why it has no exact price."""
    try:
        return work(*asked)
    except NotPriced as why:
        return why.text


# The whole house


@_job
def audit(address: str, step: Step) -> Audit:
    """The audit of the ledger at an address."""
    from pitboss.proof.house_audit import audit_at

    return audit_at(address, step)


# Drills


@_job
def drill_hands(house: str, kind: Drawn, number: int, seed: str) -> list[list[tuple[Card, ...]]]:
    """Hands to decide about."""
    return [[deal.cards, deal.up] for deal in drawn(house, kind, number, seed)]


@_job
def drill_rule(house: str, cards: Sequence[Card], up: Sequence[Card]) -> str:
    """The rule of optimal play that a hand falls under."""
    first, second, third = cards
    return cut_off(house, PracticeDeal((first, second, third), tuple(up)))


# The Lab


@_job
def lab(**asked: Any) -> Overview:
    """A house with some rules changed."""
    return overview(what_if(**asked))


@_job
def lab_csv(**asked: Any) -> bytes:
    """The figures of every wager as a file."""
    return written_csv(what_if(**asked)).encode()


@_job
def lab_chart(up: str, **asked: Any) -> Chart:
    """Optimal play as a chart."""
    return chart(what_if(**asked), up)


@_job
def lab_cell(cell: str, up: str, **asked: Any) -> CellHands:
    """The hands of one cell of the chart."""
    return hands_of_cell(what_if(**asked), cell, up)


@_job
def lab_hand(cards: str, up: str, bets: str | None, **asked: Any) -> ExploredHand:
    """What each action is worth for one hand."""
    hand, shown = _cards(cards, "cards"), _cards(up, "up")
    return explore(what_if(**asked), hand, shown, bets_of(bets) if bets else None)


@_job
def lab_session(
    bets: str, bankroll: Cents, rounds: int, stop_win: Cents | None, stop_loss: Cents | None, **asked: Any
) -> Sitting:
    """How many rounds of one bet can go."""
    return sitting(what_if(**asked), bets_of(bets), bankroll, rounds, stop_win, stop_loss)


@_job
def lab_bankroll(bets: str, bankroll: Cents, pace: int, rebate: int | None, **asked: Any) -> BankrollPanel:
    """How big a bankroll a bet needs."""
    return bankroll_panel(what_if(**asked), bets_of(bets), bankroll, pace, rebate)


@_job
def lab_risk(bets: str, pace: int, hours: int, **asked: Any) -> TablePanel:
    """The risk of a table with such bets at every seat."""
    return table_panel(what_if(**asked), bets_of(bets), pace, hours)


@_job
def lab_sheet(**asked: Any) -> bytes:
    """The sheet with its changes, as a file, after a line with its name."""
    changed = what_if(**asked)
    name = f"{changed.house}-changed.toml" if changed.changed else f"{changed.house}.toml"
    return f"{name}\n{written_sheet(changed)}".encode()


# Small parts


def _house_sheet(name: str) -> Sheet:
    """A house by its id, and nothing else: no question opens a file."""
    if name not in houses():
        raise Refusal("no_house", f"There is no house {name[:40]!r}; allowed: {', '.join(houses())}", None)
    return load_house(name)


def _house_table(name: str) -> Table:
    return open_table(_house_sheet(name))


def _table(values: Mapping[str, Any]) -> Table:
    """A table as `table_values` writes it."""
    return _kept_table(json.dumps([values["rules"], values["low"], values["high"]], sort_keys=True))


@lru_cache(maxsize=32)
def _kept_table(text: str) -> Table:
    rules, low, high = json.loads(text)
    sheet = _house_sheet(rules) if isinstance(rules, str) else sheet_from_content(rules)
    return open_table(sheet, low, high)


def _cards(text: str, path: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except NotACard as fault:
        fault.path = path
        raise
