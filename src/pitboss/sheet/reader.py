"""From the tables of a sheet file to the model. Every fault is noted; the model is whole even when faulty.

A key is read in one place: to add one to the format, read it here, add it to the model, check in `checks`
what it may contradict, and give it a row in `rule_card`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal, get_args

from pitboss.hands import HAND_FORMS, Category, parse_hand
from pitboss.sheet.felt import read_felt
from pitboss.sheet.model import (
    PRINTED_FORMS,
    Amount,
    Bank,
    Bonus,
    Bound,
    Clause,
    Column,
    Dealer,
    DealerDraw,
    DealerDraws,
    Envy,
    FigureName,
    Fold,
    FoldDoes,
    HandsPerPerson,
    HandsWhere,
    LeastHand,
    LeastStake,
    Limits,
    Looks,
    Meter,
    Needs,
    Notice,
    Outcome,
    OutcomeWord,
    PayColumn,
    PayTable,
    PlayBet,
    Player,
    Printed,
    Published,
    Raises,
    Sheet,
    Wager,
    parse_printed,
)
from pitboss.sheet.pays import (
    EVERY_LINE,
    LINES,
    PAY_FORMS,
    PUSH,
    THREE_CARD_LINES,
    Judged,
    Pay,
    ToOne,
    lines_text,
    parse_pay,
)
from pitboss.sheet.section import MISSING, Notes, Section, nothing
from pitboss.text import one_of, shown

MOST_CENTS: Final = 100_000_000_000
RESERVED: Final = frozenset({"play", "envy", "clause"})
_ID = re.compile(r"[a-z][a-z0-9_]*")
_COLUMNS: Final[tuple[Column, ...]] = get_args(Column)
_WHOLE_SETS: Final = (frozenset({"lines"}), frozenset({"pat", "drawn"}), frozenset({"pat", "drawn", "carry"}))


def check_id(name: str, part: Section, what: str) -> None:
    """Notes an id that a settlement could not use."""
    if not _ID.fullmatch(name) or name in RESERVED:
        allowed = f"lower-case letters, digits and _, and not {one_of(RESERVED)}"
        part.fault("", f"is not a {what} id", allowed)


def read_bonus(name: str, part: Section) -> Bonus:
    check_id(name, part, "bonus")
    return Bonus(
        id=name,
        label=part.text("label"),
        on=part.choice("on", ("ante", "play")),
        needs_play=part.flag("needs_play", default=True),
        clause=part.clause(),
    )


def read_pay_table(name: str, part: Section) -> PayTable:
    if part.has("clause"):
        part.clause()
    judged = part.choice("judged", get_args(Judged))
    known = EVERY_LINE if part.doubts("judged") else LINES[judged]
    given: set[str] = {column for column in _COLUMNS if part.has(column)}
    columns: dict[Column, PayColumn] = {}
    for column in _COLUMNS:
        inner = part.section(column, required=False)
        if inner is not None:
            columns[column] = _pay_column(inner, known, pushes=judged == "winner")
    table = PayTable(name, judged, part.clause_of("posted"), columns)
    misspelt = part.close()
    given |= misspelt
    if "clause" in misspelt:
        part.notes.meant.update((*part.path, column, "clause") for column in columns)
    if not given & {*_COLUMNS}:
        part.fault("lines", MISSING, "a table of pay lines, or the two tables pat and drawn")
    elif given & {*_COLUMNS} not in _WHOLE_SETS:
        part.fault("", "mixes its columns", "lines alone, or pat and drawn (and carry) together")
    return table


def _pay_column(part: Section, known: tuple[str, ...], *, pushes: bool = False) -> PayColumn:
    clause = part.clause()
    lines: dict[str, Pay] = {}
    pushing: list[str] = []
    forms = f'"{PUSH}", {PAY_FORMS}' if pushes else PAY_FORMS
    for key in part.data:
        if key == "clause":
            continue
        if key not in known:
            near = part.notes.nearest(key, (*known, "clause"))
            part.fault(key, "is not a hand that a pay line can name", lines_text(known), near)
            if near == "clause":
                part.notes.meant.add((*part.path, near))
            continue
        text = part.text(key, allowed=forms)
        pay = parse_pay(text)
        if pay is not None:
            lines[key] = pay
        elif pushes and text == PUSH:
            pushing.append(key)
        elif text:
            part.fault(key, f"{shown(text)} is not a pay", forms)
    return PayColumn(clause, lines, tuple(pushing))


def read_envy(part: Section) -> Envy:
    part.clause()
    lines = part.section("lines") or nothing("lines")
    return Envy(
        wager=part.text("wager"),
        holder_must_bet=part.flag("holder_must_bet", default=False),
        folded_holder_counts=part.flag("folded_holder_counts", default=True),
        own=part.choice("own", ("person", "seat"), "person"),
        column=_pay_column(lines, THREE_CARD_LINES),
    )


def read_meter(part: Section) -> Meter:
    return Meter(
        reset=part.whole("reset", 1, MOST_CENTS),
        feeds=part.text("feeds"),
        percent=part.fraction("percent"),
        clause=part.clause(),
    )


_MODES: Final[tuple[Literal["any", "all"], ...]] = ("any", "all")


def read_wagers(top: Section) -> dict[str, Wager]:
    """The wagers of a sheet, in the order of settlement; an Ante is among them."""
    found = top.read_each("wager", _wager)
    if "ante" not in found and not top.doubts("wager"):
        near = top.notes.nearest("ante", found)
        top.notes.fault(("wager", "ante"), MISSING, "every sheet has an Ante", near)
        if near is not None:
            top.notes.meant.add(("pays", near))
    return found


def _wager(name: str, part: Section) -> Wager:
    check_id(name, part, "wager")
    clause = part.clause()
    fixed = _amount(part, "fixed")
    if fixed:
        for key in ("min", "max", "step"):
            if key in part.data:
                part.fault(key, "contradicts the fixed amount", f"fixed alone, or {key} without fixed")
    return Wager(
        id=name,
        label=part.text("label"),
        clause=clause,
        required=part.flag("required", default=False),
        needs=part.read_if_there("needs", _needs),
        min=part.read_list("min", _bound),
        max=part.read_list("max", _bound),
        step=_amount(part, "step") or fixed or Amount(100, "STD-10"),
        fixed=fixed,
        fold=part.read("fold", lambda fold: Fold(fold.choice("does", get_args(FoldDoes)), fold.clause())),
        sensor=part.clause_of("sensor"),
    )


def _amount(part: Section, key: str) -> Amount | None:
    return part.read_if_there(key, lambda each: Amount(each.whole("cents", 1, MOST_CENTS), each.clause()))


def _needs(part: Section) -> Needs | None:
    modes = [mode for mode in _MODES if part.has(mode)]
    clause = part.clause()
    misspelt = part.close()
    if len(modes) == 1:
        return Needs(modes[0], part.texts(modes[0]), clause)
    if modes or not misspelt:
        part.fault("", "needs either any or all", 'like { any = ["ante"] } or { all = ["ante"] }')
    return None


def _bound(part: Section) -> Bound:
    clause = part.clause()
    kinds = [key for key in ("table", "times", "cents") if part.has(key)]
    if not kinds and "of" in part.data:
        kinds = ["times"]
    bound = Bound("table", clause)
    if kinds == ["times"]:
        bound = Bound("times", clause, times=part.fraction("times"), of=part.text("of"))
    elif kinds == ["cents"]:
        bound = Bound("cents", clause, cents=part.whole("cents", 1, MOST_CENTS))
    elif kinds == ["table"] and not part.flag("table", default=True):
        part.fault("table", "false is not allowed", "true, or leave the bound out")
    misspelt = part.close()
    if len(kinds) > 1 or not (kinds or misspelt):
        allowed = '{ table = true }, { times = 2, of = "ante" } or { cents = 500 }'
        part.fault("", "is not one bound", allowed)
    return bound


STRATEGIES: Final = ("optimal", "always", "mimic")
_ADDRESS: Final = re.compile(r"https?://[^\s/]+\S*")
_NONE: Final = Printed(Fraction(0), "number", 0)


def read_published(part: Section, wagers: Iterable[str], seats: int) -> Published:
    """One figure, of a wager of the sheet."""
    known = tuple(wagers)
    wager = part.text("wager")
    if wager and known and wager not in known:
        message = f"{shown(wager)} is not a wager of this sheet"
        part.fault("wager", message, one_of(known), part.notes.nearest(wager, known))
    figure: FigureName = part.choice("figure", get_args(FigureName))
    says = part.text("says", allowed=PRINTED_FORMS)
    printed = parse_printed(says)
    if says and printed is None:
        part.fault("says", f"{shown(says)} is not a printed figure", PRINTED_FORMS)
    strategy = part.text("strategy", "optimal")
    if strategy not in STRATEGIES and parse_hand(strategy) is None:
        part.fault(
            "strategy", f"{shown(strategy)} is not a strategy", f"{one_of(STRATEGIES)}, or {HAND_FORMS}"
        )
    url = part.text("url")
    if url and not _ADDRESS.fullmatch(url):
        part.fault("url", f"{shown(url)} is not an address", "one that begins with https:// or http://")
    return Published(
        wager=wager,
        figure=figure,
        says=says,
        printed=printed or _NONE,
        strategy=strategy,
        players=part.whole("players", 1, max(seats, 1)) if part.has("players") else 1,
        meter=part.whole("meter", 1, MOST_CENTS) if part.has("meter") else None,
        source=part.text("source"),
        url=url,
        recalled=part.flag("recalled", default=False),
        errs=part.text("errs", "") or None,
    )


FORMAT: Final = 1
MOST_RAISE: Final = 10  # times the Ante
MOST_SEATS: Final = 12  # 4 cards a seat and 4 for the dealer fit in one deck
VOID_CAUSES: Final = ("exposed", "malfunction")
_HOUSE_ID = re.compile(r"[a-z][a-z0-9-]*")
_CLAUSE_ID = re.compile(r"[A-Z][A-Z0-9]*-[1-9][0-9]*")
_RANKS = re.compile(r"\b[AKQJ]{3}\b")
_WORDS: Final[tuple[OutcomeWord, ...]] = ("push", "lose", "returned")  # wherever a result is told


def read_sheet(content: Mapping[str, Any], notes: Notes) -> Sheet:
    """The model of a parsed sheet file, not hashed yet; what is wrong with it is in the notes afterwards."""
    top = Section(content, notes)
    top.whole("format", FORMAT, FORMAT)
    table = top.section("table") or nothing("table")
    limits = table.read("limits", _limits)
    wagers = read_wagers(top)
    seats = table.whole("seats", 1, MOST_SEATS)
    sheet = Sheet(
        id=_house_id(top),
        name=top.text("name"),
        game=top.text("game"),
        about=top.text("about"),
        seats=seats,
        seats_clause=table.clause("seats_clause"),
        limits=limits,
        offers_clause=table.clause("offers_clause"),
        closes_clause=table.clause("closes_clause"),
        dealer=top.read("dealer", _dealer),
        player=top.read("player", _player),
        wagers=wagers,
        play=top.read("play", _play),
        **top.read("showdown", _showdown),
        bonuses=top.read_each("bonus", read_bonus),
        pays=top.read_each("pays", read_pay_table),
        envy=top.read_if_there("envy", read_envy),
        meter=top.read_if_there("meter", read_meter),
        bank=top.read_if_there("bank", _bank),
        voids=top.read_each("void", _void),
        away=top.read("away", partial(_least_hand, key="plays_from")),
        labels=_labels(top.section("labels", required=False)),
        notices=top.read_list("notice", lambda part: Notice(part.text("text"), part.clause())),
        disclosures=top.read_list("disclosure", lambda part: part.text("text")),
        clauses=read_clauses(top),
        felt=top.read("felt", lambda part: read_felt(part, wagers), required=False),
        published=top.read_list("published", lambda part: read_published(part, wagers, seats)),
        hash="",
        content=content,
    )
    table.close()
    top.close()
    return sheet


def read_clauses(top: Section) -> dict[str, Clause]:
    """The clause list at the end of a file."""
    return top.read_each("clauses", _clause)


def _clause(name: str, part: Section) -> Clause:
    if not _CLAUSE_ID.fullmatch(name):
        part.fault("", "is not a clause id", "capital letters, a hyphen and a number, like RIV-9")
    reading = part.text("reading", "") or None
    return Clause(name, part.text("says"), reading, part.text("tested"))


def _house_id(top: Section) -> str:
    name = top.text("id")
    if name and not _HOUSE_ID.fullmatch(name):
        top.fault("id", f"{shown(name)} is not allowed", "lower-case letters, digits and hyphens")
    return name


def _limits(part: Section) -> Limits:
    limits = Limits(part.whole("min", 1, MOST_CENTS), part.whole("max", 1, MOST_CENTS), part.clause())
    part.close()
    for key, cents in (("min", limits.min), ("max", limits.max)):
        if cents % 100 and not part.doubts(key):
            part.fault(key, f"{cents} is not allowed", "whole dollars, in cents (STD-10)")
    if limits.min > limits.max and not part.doubts("min", "max"):
        part.fault("min", f"{limits.min} is above max, {limits.max}", "min at most max")
    return limits


def _least_hand(part: Section, key: str = "hand", *, always: bool = False) -> LeastHand:
    """A hand from which on something holds, with its clause; "any" where that makes sense."""
    allowed = f'{HAND_FORMS}, or "any"' if always else HAND_FORMS
    text = part.text(key, allowed=allowed)
    value = 0 if always and text == "any" else parse_hand(text)
    if value is None and text:
        part.fault(key, f"{shown(text)} is not a hand", allowed)
    return LeastHand(text, value or 0, part.clause())


def _dealer(part: Section) -> Dealer:
    return Dealer(
        label=part.text("label", "Dealer"),
        shows=part.whole("shows", 0, 3),
        clause=part.clause(),
        reveal_clause=part.clause("reveal_clause"),
        qualifier=part.read("qualifier", partial(_least_hand, always=True)),
        draw=part.read("draw", _draw, required=False),
    )


def _draw(part: Section) -> DealerDraw:
    when = part.choice("when", get_args(DealerDraws))
    names = tuple(category.text for category in Category if category is not Category.HIGH_CARD)
    below = part.choice("below", names, None if when == "below" else names[0])
    if when != "below" and "below" in part.data and not part.doubts("when"):
        part.notes.warn((*part.path, "below"), f"has no meaning when the dealer draws {when}")
    return DealerDraw(when, Category[below.upper()], part.clause(), part.clause("stands_clause"))


def _player(part: Section) -> Player:
    return Player(
        looks=part.choice("looks", get_args(Looks)),
        clause=part.clause(),
        draws=part.flag("draws", default=False),
        draw_clause=part.clause("draw_clause"),
        hands=part.read(
            "hands",
            lambda hands: HandsPerPerson(
                where=hands.choice("where", get_args(HandsWhere)),
                most=hands.whole("most", 1, MOST_SEATS),
                clause=hands.clause(),
            ),
        ),
    )


def _play(part: Section) -> PlayBet:
    label, times, clause = part.text("label", "Play"), part.fraction("times"), part.clause()
    return PlayBet(label, times, clause, part.read_if_there("raises", lambda each: _raises(each, times)))


def _raises(part: Section, times: Fraction) -> Raises:
    lowest = int(times) + 1
    allowed = f"whole numbers from {lowest} to {MOST_RAISE}, each above the one before"
    each = part.numbers("times", allowed)
    if each and (each[0] < lowest or each[-1] > MOST_RAISE or sorted({*each}) != list(each)):
        part.fault("times", f"{shown(list(each))} is not allowed", allowed)
        each = ()
    least = _least_hand(part, "from", always=True) if part.has("from") else LeastHand("any", 0, part.clause())
    return Raises(least.hand, least.value, least.clause, each)


def _showdown(part: Section) -> dict[str, Any]:
    return {
        "better": part.read("better", partial(_result, play=("by hand",))),
        "equal": part.read("equal", _result),
        "worse": part.read("worse", _result),
        "not_qualified": part.read_if_there(
            "not_qualified", partial(_result, both=("compare",), play=("by hand",))
        ),
    }


def _result(part: Section, both: tuple[OutcomeWord, ...] = (), play: tuple[OutcomeWord, ...] = ()) -> Outcome:
    """One result; some have more words for both bets, or for Play alone."""
    words = (*_WORDS, *both)
    return Outcome(_outcome(part, "ante", words), _outcome(part, "play", (*words, *play)), part.clause())


def _outcome(part: Section, key: str, words: tuple[OutcomeWord, ...]) -> Pay | OutcomeWord:
    allowed = f'odds like "1 to 1", or {one_of(words)}'
    text = part.text(key, allowed=allowed)
    pay = parse_pay(text)
    if isinstance(pay, ToOne):
        return pay
    if text in words:
        return words[words.index(text)]
    if text:
        part.fault(key, f"{shown(text)} is not allowed", allowed, part.notes.nearest(text, words))
    return "push"


def _bank(part: Section) -> Bank:
    clause = part.clause()
    return Bank(
        part.text("label", "Bank"),
        clause,
        *part.read(
            "cover",
            lambda each: (
                each.texts("order"),
                each.flag("collecting_uses_cover", default=True),
                each.clause(),
            ),
        ),
        *part.read(
            "rotation",
            lambda each: (
                each.whole("rounds", 1, 1_000),
                each.choice("least_stake", get_args(LeastStake)),
                each.clause(),
            ),
        ),
    )


def _void(cause: str, part: Section) -> str:
    if cause not in VOID_CAUSES:
        part.fault("", "is not a cause", one_of(VOID_CAUSES), part.notes.nearest(cause, VOID_CAUSES))
    return part.clause()


def _labels(part: Section | None) -> dict[str, str]:
    """The house's words for hands; ranks in a row (`AKQ`) are written as everywhere: `A-K-Q`."""
    if part is None:
        return {}
    for key in part.data:
        if key not in EVERY_LINE:
            part.fault(key, "is not a hand", one_of(EVERY_LINE), part.notes.nearest(key, EVERY_LINE))
    words = {key: part.text(key) for key in part.data if key in EVERY_LINE}
    return {key: _RANKS.sub(lambda row: "-".join(row[0]), text) for key, text in words.items()}
