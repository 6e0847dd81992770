"""What the desk can work out, by name. A worker imports this; the house itself only names the jobs.

A job takes plain values and gives the bytes of its answer, so that nothing is read or written twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeVar

from pitboss.canonical import NotJson, parse
from pitboss.cards import Card, NotACard, parse_cards
from pitboss.desk.question import Question, Told, encoded, refusal_text
from pitboss.hands import HAND_FORMS
from pitboss.lab import (
    WhatIf,
    chart,
    comparison,
    explore,
    hands_of_cell,
    overview,
    own_sheet,
    what_if,
    written_csv,
    written_sheet,
)
from pitboss.lab.bankroll_panels import bankroll_panel, sitting, table_panel
from pitboss.lab.explorer import cut_off, drawn
from pitboss.money import Cents
from pitboss.odds import Game, NotPriced, advise
from pitboss.odds.bank import BankRound, bank_worth
from pitboss.odds.borderline import Deal
from pitboss.odds.coach import Hand, Worth, worth_of
from pitboss.odds.house_prices import bets_of, kept_game, strategy_called
from pitboss.proof import verify_bytes
from pitboss.report.pay_frequencies import pays_of
from pitboss.round import Refusal, open_table
from pitboss.round.adjudicate import rule_round
from pitboss.round.table import Table
from pitboss.sheet import Sheet, SheetRefused, houses, load_house, sheet_from_content, with_posted
from pitboss.table.advice import break_evens

T = TypeVar("T")
Values = Mapping[str, Any]
Job = Callable[[Values, bytes], bytes]

JOBS: dict[str, Job] = {}


def answer(asked: Question) -> Told:
    """Works out one question; whatever goes wrong is told in a form that can go through a pipe."""
    try:
        values = json.loads(asked.values)
        return Told("answer", JOBS[values["job"]](values, asked.body))
    except Refusal as refusal:
        return Told("refusal", refusal_text(refusal))
    except SheetRefused as refused:
        return Told("refusal", refusal_text(Refusal("sheet", str(refused).splitlines()[0], None, "sheet")))
    except MemoryError:
        text = "This takes more memory to work out than there is for one question"
        return Told("refusal", refusal_text(Refusal("too_long", text, None)))
    except Exception as fault:  # noqa: BLE001 - a fault of ours costs nobody a worker
        return Told("fault", type(fault).__name__.encode())


def _job(work: Job) -> Job:
    JOBS[work.__name__.strip("_")] = work
    return work


# Houses


@_job
def odds(values: Values, body: bytes) -> bytes:
    """The exact price of every wager."""
    game = Game(_house_table(values["house"]), values["players"], values["meter"])
    chosen = strategy_called(game.sheet, values["strategy"])
    if chosen is None:
        raise Refusal("strategy", f"Write optimal, always, mimic or {HAND_FORMS}", None, "strategy")
    bets = bets_of(values["bets"]) if values["bets"] else None
    return encoded(game.price_all(chosen, bets).as_json())


@_job
def advice(values: Values, body: bytes) -> bytes:
    """The worth of each action for one hand."""
    bets = bets_of(values["bets"]) if values["bets"] else None
    cards, up = _cards(values["cards"], "cards"), _cards(values["up"], "cards")
    found = advise(kept_game(_house_table(values["house"])), cards, up, bets)
    return encoded(found.as_json() | {"explain": dict(found.ends)})


@_job
def edge(values: Values, body: bytes) -> bytes:
    """What the house keeps of an Ante with its Play, under the best play there is."""
    return encoded(float(kept_game(_house_table(values["house"])).price("ante").house_edge))


@_job
def pays(values: Values, body: bytes) -> bytes:
    """The pay tables of a table, with every chance."""
    return pays_of(_table(values)).model_dump_json().encode()


@_job
def settle(values: Values, body: bytes) -> bytes:
    """What a finished round pays, from the bytes that somebody has sent."""
    try:
        document = parse(body)
    except NotJson as fault:
        raise Refusal("input", str(fault), None) from None
    return encoded(rule_round(document, _house_sheet))


@_job
def check_receipt(values: Values, body: bytes) -> bytes:
    """Whether a receipt is good, judged by its bytes."""
    found = verify_bytes(body)
    return encoded({"right": found.fault is None, "checks": list(found.checks), "fault": found.fault})


@_job
def sheet(values: Values, body: bytes) -> bytes:
    """The content of a sheet that somebody brings, or of a house's with the pays that a table posts."""
    found = _house_sheet(values["house"]) if values["house"] is not None else own_sheet(body.decode())
    if values["pays"] is not None:
        found = with_posted(found, values["pays"])
    return encoded(found.content)


# Tables


@_job
def worths(values: Values, body: bytes) -> bytes:
    """What each action is worth, for several hands; null for one that has no exact price."""
    tables = [_table(each) for each in values["tables"]]
    found: list[Worth | str] = []
    for number, meter, cards, up, wagers in values["hands"]:
        pairs = tuple((name, amount) for name, amount in wagers)
        found.append(_or_why(worth_of, Hand(tables[number], meter, tuple(cards), tuple(up), pairs)))
    return encoded(found)


@_job
def means(values: Values, body: bytes) -> bytes:
    """What some bets bring on average, before any card is dealt; null for one that has no exact price."""
    tables = [_table(each) for each in values["tables"]]

    def mean_of(number: int, meter: Cents | None, wagers: list[tuple[str, Cents]]) -> Fraction | None:
        try:
            return kept_game(tables[number], meter=meter).price_bets(dict(wagers)).ev
        except NotPriced:
            return None

    return encoded([mean_of(*bet) for bet in values["bets"]])


@_job
def bank_price(values: Values, body: bytes) -> bytes:
    """What a round is worth to its bank; or why that has no price."""
    seats = tuple(tuple((name, cents) for name, cents in seat) for seat in values["seats"])
    return encoded(_or_why(bank_worth, BankRound(_table(values), values["stake"], seats)))


@_job
def hold_law(values: Values, body: bytes) -> bytes:
    """The price of a wager at every meter; or why there is none."""
    from pitboss.proof.hold_report import law_of  # it brings the ledger along, which no other work here needs

    return encoded(_or_why(law_of, _table(values), values["wager"], values["players"]))


@_job
def fair_meter(values: Values, body: bytes) -> bytes:
    """From which meter on a bet on it is fair, for any number of players."""
    return encoded(break_evens(_table(values)))


def _or_why(work: Callable[..., T], *asked: Any) -> T | str:
    """What comes of some work, or why it has no exact price."""
    try:
        return work(*asked)
    except NotPriced as why:
        return why.text


# Drills


@_job
def drill_hands(values: Values, body: bytes) -> bytes:
    """Hands to decide about."""
    found = drawn(values["house"], values["kind"], values["number"], values["seed"])
    return encoded([[deal.cards, deal.up] for deal in found])


@_job
def drill_rule(values: Values, body: bytes) -> bytes:
    """The rule of the best play that a hand falls under."""
    return encoded(cut_off(values["house"], Deal(tuple(values["cards"]), tuple(values["up"]))))


# The Lab


@_job
def lab(values: Values, body: bytes) -> bytes:
    """A house with some rules moved."""
    return encoded(overview(_asked(values), values["distribution"]))


@_job
def lab_compare(values: Values, body: bytes) -> bytes:
    """Several houses side by side; a meter is read where there is one."""
    asked = []
    for name in values["houses"]:
        meter = values["meter"] if _house_sheet(name).meter else None
        asked.append(what_if(name, values["sets"], values["players"], meter, values["strategy"]))
    return encoded(comparison(asked))


@_job
def lab_csv(values: Values, body: bytes) -> bytes:
    """The figures of every wager as a file."""
    return written_csv(_asked(values)).encode()


@_job
def lab_chart(values: Values, body: bytes) -> bytes:
    """The best play as a chart."""
    return encoded(chart(_asked(values), values["up"]))


@_job
def lab_cell(values: Values, body: bytes) -> bytes:
    """The hands of one cell of the chart."""
    return encoded(hands_of_cell(_asked(values), values["cell"], values["up"]))


@_job
def lab_hand(values: Values, body: bytes) -> bytes:
    """What each action is worth for one hand."""
    bets = bets_of(values["bets"]) if values["bets"] else None
    asked, cards = _asked(values), _cards(values["cards"], "cards")
    return encoded(explore(asked, cards, _cards(values["up"], "up"), bets))


@_job
def lab_session(values: Values, body: bytes) -> bytes:
    """How many rounds of one bet can go."""
    numbers = [values[name] for name in ("bankroll", "rounds", "stop_win", "stop_loss")]
    return encoded(sitting(_asked(values), bets_of(values["bets"]), *numbers))


@_job
def lab_bankroll(values: Values, body: bytes) -> bytes:
    """What a bet asks of a bankroll."""
    numbers = [values[name] for name in ("bankroll", "pace", "rebate")]
    return encoded(bankroll_panel(_asked(values), bets_of(values["bets"]), *numbers))


@_job
def lab_risk(values: Values, body: bytes) -> bytes:
    """What a table with such bets at every seat risks."""
    numbers = [values[name] for name in ("pace", "hours")]
    return encoded(table_panel(_asked(values), bets_of(values["bets"]), *numbers))


@_job
def lab_sheet(values: Values, body: bytes) -> bytes:
    """The sheet with its changes, as a file, after a line with its name."""
    asked = _asked(values)
    name = f"{asked.house}-changed.toml" if asked.changed else f"{asked.house}.toml"
    return f"{name}\n{written_sheet(asked)}".encode()


# Small parts


def _asked(values: Values) -> WhatIf:
    sets, players, meter = values["sets"], values["players"], values["meter"]
    return what_if(values["house"], sets, players, meter, values["strategy"])


def _house_sheet(name: str) -> Sheet:
    """A house by its id, and nothing else: a question never makes us open a file."""
    if name not in houses():
        raise Refusal("no_house", f"There is no house {name[:40]!r}; allowed: {', '.join(houses())}", None)
    return load_house(name)


def _house_table(name: str) -> Table:
    return open_table(_house_sheet(name))


def _table(values: Values) -> Table:
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
        raise Refusal("card", str(fault), "STD-1", path) from None


NAMES: Final = frozenset(JOBS)
