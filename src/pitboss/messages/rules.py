"""The rules of a sheet in words: its rows as sentences, and the whole of it as a player's card.

Words for figures come after: of simulations, of offers to players, of bets that no decision touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, TypedDict

from pitboss.cards import RANK_NAMES
from pitboss.hands import hand_words
from pitboss.money import Cents, dollars
from pitboss.sheet.files import standard_clauses
from pitboss.sheet.model import Sheet, Wager
from pitboss.sheet.rule_card import RuleRow, amount_rows, hand_rows, printed_tables, showdown_rows
from pitboss.text import all_of, one_of

# What is said of each rule; the values stand where they are named.
_RULES: Final = {
    "seats": "Up to {seats} seats",
    "limits": "Table limits are {min} to {max} unless the table sets others",
    "shows": "{dealer} shows {cards} before you decide",
    "looks_late": "You look at your cards only when the deal is done",
    "decides": "With an Ante: fold, or play for {play} = {times}Ante",
    "decides_with_draw": "With an Ante: fold, or play for {play} = {times}Ante, "
    "or draw: {play} too, discard one card and get another",
    "raises": "With {hand} you may make {play} {times} the Ante instead",
    "raises_any": "You may make {play} {times} the Ante instead",
    "fold_loses": "After a fold {label} is lost",
    "fold_keeps": "After a fold {label} stays live",
    "always_plays": "{dealer} always plays",
    "plays_with": "{dealer} plays with {hand}",
    "draws_below": "{dealer} draws a fourth card with less than {label}",
    "always_draws": "{dealer} always draws a fourth card, best three play",
    "bank": "{bank} pays and collects everything",
    "cover": "Bets have action as far as the bank covers them",
    "meter": "The meter starts at {reset} and is fed {percent} % of each {label}",
    "hands_anywhere": "One person may play several hands, anywhere",
    "hands_consecutive": "One person may play several hands, at consecutive seats only",
    "away": "If you are away, the platform plays {hand} and folds the rest",
    "required": "required",
    "exactly": "exactly {cents}",
    "least_table": "at least the table minimum",
    "least_cents": "at least {cents}",
    "least_times": "at least {times} {label}",
    "most_table": "at most the table maximum",
    "most_cents": "at most {cents}",
    "most_times": "at most {times} {label}",
    "step": "steps of {cents}",
    "needs_any": "needs {labels}",
    "needs_all": "needs {labels}",
    "not_qualified": "{dealer} does not qualify",
    "better": "Your hand is better",
    "equal": "The hands are equal",
    "worse": "Your hand is worse",
}
_MONEY: Final = frozenset({"cents", "min", "max", "reset"})


def rule_words(row: RuleRow) -> str:
    """A rule without its clause: `Dealer plays with queen high or better`."""
    return _RULES[row.key].format_map({name: _value(row, name) for name in row.values})


def rule_sentence(row: RuleRow) -> str:
    """A rule with its clause: `Dealer plays with queen high or better (RIV-5).`"""
    return f"{rule_words(row)} ({row.clause})."


def _value(row: RuleRow, name: str) -> str:
    """One value of a rule as it is said there."""
    value = row.values[name]
    match row.key, name, value:
        case _, _, int() if name in _MONEY:
            return dollars(value)
        case "shows", "cards", _:
            return "one card" if value == 1 else f"{value} cards"
        case "decides" | "decides_with_draw", "times", _:
            return "" if value == "1" else f"{value} x "
        case _, "times", tuple():
            return f"{one_of(value)} x"
        case _, "times", _:
            return "the" if value == "1" else f"{value} x"
        case _, "hand", str():
            return hand_words(value)
        case "draws_below", "label", str():
            return value.lower()
        case "needs_any", "labels", tuple():
            return one_of(value)
        case _, "labels", tuple():
            return all_of(value)
    return str(value)


def amount_words(rows: Iterable[RuleRow]) -> str:
    """What may be bet: `at least the table minimum, steps of $5, needs Ante and Pair Plus`."""
    return ", ".join(map(rule_words, rows))


def amount_text(sheet: Sheet, wager: Wager) -> str:
    """What may be bet on a wager of a sheet."""
    return amount_words(amount_rows(sheet, wager))


def hand_sentences(sheet: Sheet) -> list[str]:
    """How a hand goes, sentence by sentence, each with its clause."""
    return [rule_sentence(row) for row in hand_rows(sheet)]


def showdown_cells(sheet: Sheet) -> list[tuple[str, str, str, str]]:
    """What each result of the showdown does: when, Ante, Play, clause."""
    return [
        (rule_words(row), str(row.values["ante"]), str(row.values["play"]), row.clause)
        for row in showdown_rows(sheet)
    ]


class PrintedRule(TypedDict):
    """A rule: its key with its values, its clause, and in words."""

    key: str
    values: Mapping[str, Any]
    clause: str
    text: str


class SpotEntry(TypedDict):
    """A wager and what may be bet on it."""

    id: str
    label: str
    amount: str
    rules: list[PrintedRule]
    clause: str


class TableEntry(TypedDict):
    """A pay table as it is printed; `source` says whether the sheet prints it or the house posts it."""

    id: str
    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    source: str
    clauses: Sequence[str]


class ClauseEntry(TypedDict):
    """A clause: what it says, how it is read where it is silent, and how it is tested."""

    id: str
    says: str
    reading: str | None
    tested: str


class LimitsEntry(TypedDict):
    """Table limits, in cents."""

    min: Cents
    max: Cents


class RulesAnswer(TypedDict):
    """What `pitboss rules --json` prints: the player's card as plain data."""

    house: str
    name: str
    game: str
    about: str
    hash: str
    limits: LimitsEntry
    wagers: list[SpotEntry]
    hand: list[PrintedRule]
    showdown: list[PrintedRule]
    tables: list[TableEntry]
    notices: list[str]
    disclosures: list[str]
    clauses: list[ClauseEntry]


def card_data(sheet: Sheet) -> RulesAnswer:
    """The player's card as plain data: each rule by its key, with its values, its clause and in words."""
    clauses = [*sheet.clauses.values(), *standard_clauses().values()]
    return {
        "house": sheet.id,
        "name": sheet.name,
        "game": sheet.game,
        "about": sheet.about,
        "hash": sheet.hash,
        "limits": {"min": sheet.limits.min, "max": sheet.limits.max},
        "wagers": [
            {
                "id": name,
                "label": wager.label,
                "amount": amount_text(sheet, wager),
                "rules": [_row_data(row) for row in amount_rows(sheet, wager)],
                "clause": wager.clause,
            }
            for name, wager in sheet.wagers.items()
        ],
        "hand": [_row_data(row) for row in hand_rows(sheet)],
        "showdown": [_row_data(row) for row in showdown_rows(sheet)],
        "tables": [
            {
                "id": table.id,
                "title": table.heading,
                "heads": table.heads,
                "rows": table.rows,
                "source": table.source,
                "clauses": table.clauses,
            }
            for table in printed_tables(sheet)
        ],
        "notices": [notice.text for notice in sheet.notices],
        "disclosures": list(sheet.disclosures),
        "clauses": [
            {"id": each.id, "says": each.says, "reading": each.reading, "tested": each.tested}
            for each in clauses
        ],
    }


def _row_data(row: RuleRow) -> PrintedRule:
    return {"key": row.key, "values": dict(row.values), "clause": row.clause, "text": rule_words(row)}


_ENDED = {"win": "won", "lose": "lost", "push": "pushed", "returned": "returned"}
_SHOWDOWN = {"better": "beats the dealer", "equal": "ties", "worse": "loses", "not_qualified": "no qualifier"}


def keep_words(suited: bool | None, gap: int, least: int, exactly: bool = False) -> str:
    """Two cards to keep: of one suit or of two, how many ranks apart at most, how high the higher one is.

    >>> keep_words(True, 2, 0)
    'two cards of one suit, in a row or with one rank between'
    >>> keep_words(None, 12, 11), keep_words(None, 1, 10)
    ('the two highest cards, with a king or better', 'two cards in a row, the higher a queen or better')
    """
    between = "with one rank between"
    near = {1: "in a row", 2: between if exactly else f"in a row or {between}"}.get(gap, "")
    if suited is None and not near:
        return (
            f"the two highest cards, with {_article(least)} or better" if least else "the two highest cards"
        )
    of = {None: "", True: " of one suit", False: " of two suits"}[suited]
    words = f"two cards{of}{',' if of and near else ''} {near}".rstrip()
    return f"{words}, the higher {_article(least)} or better" if least else words


def _article(rank: int) -> str:
    name = RANK_NAMES[rank]
    return f"an {name}" if name[0] in "ae" else f"a {name}"


class LineEnd(Protocol):
    """How a line ended: a pay of the sheet that it won, or a result without one."""

    @property
    def line(self) -> str: ...

    @property
    def result(self) -> str: ...

    @property
    def table(self) -> str: ...

    @property
    def column(self) -> str: ...

    @property
    def pay(self) -> str: ...


def line_end_words(sheet: Sheet, end: LineEnd) -> str:
    """What happened to a line: `Pair Plus: Straight flush`."""
    what = _ENDED[end.result]
    if end.table == "showdown":
        what = _SHOWDOWN[end.column]
    elif end.pay:
        what = sheet.hand_label(end.pay) + (f" ({end.column})" if end.column != "lines" else "")
    return f"{sheet.label(end.line)}: {what}"


def figure_words(sheet: Sheet, kind: str, wager: str, line: LineEnd | None, cells: int) -> str:
    """What a comparison is about."""
    if line is not None:
        return line_end_words(sheet, line)
    told = {"mean": "mean per unit", "wins": "wins", "distribution": f"chi-square of {cells} nets"}
    return f"{sheet.label(wager)}, {told[kind]}"


def verdict_words(comparisons: int, adjusted: float, *, agrees: bool) -> str:
    """What all comparisons together say."""
    verdict = "Confirmed" if agrees else "NOT confirmed"
    return f"{verdict}: the least likely of {comparisons} comparisons has a chance of {adjusted:.2g} (Holm)."


def left_out_words(labels: Sequence[str]) -> str:
    """Bets on which no decision has a bearing.

    >>> left_out_words(["Colours", "Dealer's Pair"])
    "Without Colours and Dealer's Pair: no decision touches what they are worth."
    """
    worth = "that is worth" if len(labels) == 1 else "they are worth"
    return f"Without {all_of(labels)}: no decision touches what {worth}."


_COUPONS: Final = {
    "match_play": "Match play",
    "free_bet": "Free bet",
    "first_loss": "First loss insured",
}


def coupon_label(kind: str) -> str:
    """What a coupon is called."""
    return _COUPONS[kind]


def quitting_words(rounds: int, win: Cents | None, loss: Cents | None) -> str:
    """When to get up after some rounds: so far ahead or so far behind; None is never so.

    >>> quitting_words(1, 4000, None)
    'After 1 round get up $40 or more ahead.'
    """
    after = f"After {rounds:,} round{'' if rounds == 1 else 's'}"
    if win == 0 and loss == 0:
        return f"{after} get up."
    parts = []
    if win is not None:
        parts.append("unless behind" if win == 0 else f"{dollars(win)} or more ahead")
    if loss is not None:
        parts.append(f"{dollars(loss)} or more behind")
    return f"{after} get up {' or '.join(parts)}." if parts else f"{after} play on."
