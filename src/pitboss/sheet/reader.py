"""From the tables of a sheet file to the model. Every fault is noted; the model is whole even when faulty."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_args

from pitboss.hands import Category
from pitboss.sheet.faults import nearest
from pitboss.sheet.handtext import HAND_FORMS, parse_hand
from pitboss.sheet.model import (
    Amount,
    Away,
    Bank,
    Bonus,
    Bound,
    Clause,
    Column,
    Dealer,
    DealerDraw,
    DealerDraws,
    Envy,
    Fold,
    FoldDoes,
    HandsPerPerson,
    HandsWhere,
    Judged,
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
    Player,
    PlayBet,
    Qualifier,
    Sheet,
    Wager,
)
from pitboss.sheet.payclass import SIX_CARD_LINES, THREE_CARD_LINES
from pitboss.sheet.pays import PAY_FORMS, Pay, ToOne, parse_pay
from pitboss.sheet.section import Notes, Section, one_of, shown

FORMAT: Final = 1
MOST_CENTS: Final = 100_000_000_000
MOST_SEATS: Final = 12  # 4 cards a seat and 4 for the dealer fit in one deck
RESERVED: Final = frozenset({"play", "envy", "clause"})
VOID_CAUSES: Final = ("exposed", "malfunction")

_ID = re.compile(r"[a-z][a-z0-9_]*")
_HOUSE_ID = re.compile(r"[a-z][a-z0-9-]*")
_CLAUSE_ID = re.compile(r"[A-Z][A-Z0-9]*-[1-9][0-9]*")
_WORDS: Final = tuple(word for word in get_args(OutcomeWord))


def read_sheet(content: Mapping[str, Any], digest: str, notes: Notes) -> Sheet:
    """The model of a parsed sheet file; what is wrong with it is in the notes afterwards."""
    top = Section(content, notes)
    if top.whole("format", 1, 999) != FORMAT:
        top.fault("format", "this Pitboss does not know that format", str(FORMAT))
    table = top.section("table") or _empty("table", notes)
    limits = _limits(table)
    sheet = Sheet(
        id=_house_id(top),
        name=top.text("name"),
        game=top.text("game"),
        about=top.text("about"),
        seats=table.whole("seats", 1, MOST_SEATS),
        seats_clause=table.clause("seats_clause"),
        limits=limits,
        offers_clause=table.clause("offers_clause"),
        closes_clause=table.clause("closes_clause"),
        dealer=_dealer(top.section("dealer") or _empty("dealer", notes)),
        player=_player(top.section("player") or _empty("player", notes)),
        wagers=_wagers(top),
        play=_play(top.section("play") or _empty("play", notes)),
        **_showdown(top.section("showdown") or _empty("showdown", notes)),
        bonuses={name: _bonus(name, part) for name, part in top.sections("bonus").items()},
        pays={name: _pay_table(name, part) for name, part in top.sections("pays").items()},
        envy=_envy(top.section("envy", required=False)),
        meter=_meter(top.section("meter", required=False)),
        bank=_bank(top.section("bank", required=False)),
        voids=_voids(top),
        away=_away(top.section("away") or _empty("away", notes)),
        labels=_labels(top.section("labels", required=False)),
        notices=tuple(_notice(part) for part in top.listed("notice")),
        disclosures=tuple(_disclosure(part) for part in top.listed("disclosure")),
        clauses=read_clauses(top),
        hash=digest,
        content=content,
    )
    table.close()
    top.close()
    return sheet


def read_clauses(top: Section) -> dict[str, Clause]:
    """The clause list at the end of a file."""
    found: dict[str, Clause] = {}
    for name, part in top.sections("clauses").items():
        if not _CLAUSE_ID.fullmatch(name):
            part.fault("", "is not a clause id", "capital letters, a hyphen and a number, like RIV-9")
        reading = part.text("reading", "") or None
        found[name] = Clause(name, part.text("says"), reading, part.text("tested"))
        part.close()
    return found


def _empty(name: str, notes: Notes) -> Section:
    """Stands in for a missing table, whose absence has been noted; its own gaps are not worth noting."""
    return Section({}, Notes(), (name,), clause="")


def _house_id(top: Section) -> str:
    name = top.text("id")
    if name and not _HOUSE_ID.fullmatch(name):
        top.fault("id", f"{shown(name)} is not allowed", "lower-case letters, digits and hyphens")
    return name


def _limits(table: Section) -> Limits:
    part = table.section("limits") or _empty("limits", table.notes)
    limits = Limits(part.whole("min", 1, MOST_CENTS), part.whole("max", 1, MOST_CENTS), part.clause())
    for key in ("min", "max"):
        if getattr(limits, key) % 100:
            part.fault(key, f"{getattr(limits, key)} is not allowed", "whole dollars, in cents (STD-10)")
    if limits.min > limits.max:
        part.fault("min", f"{limits.min} is above max, {limits.max}", "min at most max")
    part.close()
    return limits


def _hand(part: Section, key: str, always: bool = False) -> tuple[str, int]:
    """A hand named in the sheet and its lowest value; `any` is value 0 where it makes sense."""
    text = part.text(key)
    if text == "any" and always:
        return text, 0
    value = parse_hand(text) if text else 0
    if value is None:
        allowed = HAND_FORMS + (' or "any"' if always else "")
        part.fault(key, f"{shown(text)} is not a hand", allowed)
    return text, value or 0


def _dealer(part: Section) -> Dealer:
    label = part.text("label", "Dealer")
    shows = part.whole("shows", 0, 3)
    clause = part.clause()
    qualifier = part.section("qualifier") or _empty("qualifier", part.notes)
    hand, value = _hand(qualifier, "hand", always=True)
    draw = part.section("draw", required=False) or Section({"when": "never"}, part.notes, clause="")
    when = draw.choice("when", get_args(DealerDraws))
    names = tuple(category.text for category in Category)
    below = draw.choice("below", names, None if when == "below" else names[0])
    if when != "below" and "below" in draw.data:
        part.notes.warn((*draw.path, "below"), f"has no meaning when the dealer draws {when}")
    dealer = Dealer(
        label=label,
        shows=shows,
        clause=clause,
        reveal_clause=part.clause("reveal_clause"),
        qualifier=Qualifier(hand, value, qualifier.clause()),
        draw=DealerDraw(when, Category[below.upper()], draw.clause(), draw.clause("stands_clause")),
    )
    for each in (qualifier, draw, part):
        each.close()
    return dealer


def _player(part: Section) -> Player:
    looks = part.choice("looks", get_args(Looks))
    clause = part.clause()
    draws = part.flag("draws", default=False)
    draw_clause = part.clause("draw_clause")
    hands = part.section("hands") or _empty("hands", part.notes)
    player = Player(
        looks=looks,
        clause=clause,
        draws=draws,
        draw_clause=draw_clause,
        hands=HandsPerPerson(
            where=hands.choice("where", get_args(HandsWhere)),
            most=hands.whole("most", 1, MOST_SEATS),
            clause=hands.clause(),
        ),
    )
    hands.close()
    part.close()
    return player


def _wagers(top: Section) -> dict[str, Wager]:
    found = {name: _wager(name, part) for name, part in top.sections("wager").items()}
    if "ante" not in found:
        top.fault("wager.ante", "is missing", "every sheet has an Ante")
    return found


def _wager(name: str, part: Section) -> Wager:
    if not _ID.fullmatch(name) or name in RESERVED:
        part.fault("", "is not a wager id", "lower-case letters, digits and _, and not play, envy or clause")
    clause = part.clause()
    fixed = _amount(part, "fixed")
    if fixed:
        for key in ("min", "max", "step"):
            if key in part.data:
                part.fault(key, "contradicts the fixed amount", f"fixed alone, or {key} without fixed")
    fold = part.section("fold") or _empty("fold", part.notes)
    sensor = part.section("sensor", required=False)
    wager = Wager(
        id=name,
        label=part.text("label"),
        clause=clause,
        required=part.flag("required", default=False),
        needs=_needs(part.section("needs", required=False)),
        min=tuple(_bound(each) for each in part.listed("min")),
        max=tuple(_bound(each) for each in part.listed("max")),
        step=_amount(part, "step") or fixed or Amount(100, "STD-10"),
        fixed=fixed,
        fold=Fold(fold.choice("does", get_args(FoldDoes)), fold.clause()),
        sensor=sensor.clause() if sensor else None,
    )
    for each in (fold, sensor, part):
        if each:
            each.close()
    return wager


def _amount(part: Section, key: str) -> Amount | None:
    inner = part.section(key, required=False)
    if inner is None:
        return None
    amount = Amount(inner.whole("cents", 1, MOST_CENTS), inner.clause())
    inner.close()
    return amount


def _needs(part: Section | None) -> Needs | None:
    if part is None:
        return None
    if part.has("any") == part.has("all"):
        part.fault("", "needs either any or all", 'like { any = ["ante"] } or { all = ["ante"] }')
        return None
    mode: Any = "any" if part.has("any") else "all"
    needs = Needs(mode, part.texts(mode), part.clause())
    part.close()
    return needs


def _bound(part: Section) -> Bound:
    clause = part.clause()
    kinds = [key for key in ("table", "times", "cents") if part.has(key)]
    bound = Bound("table", clause)
    if len(kinds) != 1:
        part.fault("", "is not one bound", "{ table = true }, { times = 2, of = ... } or { cents = 500 }")
    elif kinds == ["times"]:
        times = part.fraction("times", 'a whole number above 0 or text like "1/2"')
        bound = Bound("times", clause, times=times, of=part.text("of"))
    elif kinds == ["cents"]:
        bound = Bound("cents", clause, cents=part.whole("cents", 1, MOST_CENTS))
    elif not part.flag("table", default=False):
        part.fault("table", "false is not allowed", "true, or leave the bound out")
    part.close()
    return bound


def _play(part: Section) -> PlayBet:
    times = part.fraction("times", 'a whole number above 0 or text like "1/2"')
    play = PlayBet(part.text("label", "Play"), times, part.clause())
    part.close()
    return play


def _showdown(part: Section) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in ("better", "equal", "worse", "not_qualified"):
        inner = part.section(name, required=name != "not_qualified")
        if inner is None:
            found[name] = None if name == "not_qualified" else Outcome("push", "push", "")
            continue
        words = _WORDS if name == "not_qualified" else tuple(w for w in _WORDS if w != "compare")
        found[name] = Outcome(_outcome(inner, "ante", words), _outcome(inner, "play", words), inner.clause())
        inner.close()
    part.close()
    return found


def _outcome(part: Section, key: str, words: tuple[OutcomeWord, ...]) -> Pay | OutcomeWord:
    text = part.text(key)
    pay = parse_pay(text)
    if isinstance(pay, ToOne):
        return pay
    if text in words:
        return words[words.index(text)]
    if text:
        allowed = f'odds like "1 to 1", or {one_of(words)}'
        part.fault(key, f"{shown(text)} is not allowed", allowed, nearest(text, words))
    return "push"


def _bonus(name: str, part: Section) -> Bonus:
    if not _ID.fullmatch(name) or name in RESERVED:
        part.fault("", "is not a bonus id", "lower-case letters, digits and _, and not play, envy or clause")
    bonus = Bonus(
        id=name,
        label=part.text("label"),
        on=part.choice("on", ("ante", "play")),
        needs_play=part.flag("needs_play", default=True),
        clause=part.clause(),
    )
    part.close()
    return bonus


def _pay_table(name: str, part: Section) -> PayTable:
    judged = part.choice("judged", get_args(Judged))
    posted = part.section("posted", required=False)
    if part.has("clause"):
        part.clause()
    columns: dict[Column, PayColumn] = {}
    for column in get_args(Column):
        inner = part.section(column, required=False)
        if inner is not None:
            columns[column] = _pay_column(inner, SIX_CARD_LINES if judged == "six cards" else THREE_CARD_LINES)
    if not columns:
        part.fault("lines", "is missing", "a table of pay lines, or the two tables pat and drawn")
    elif ("lines" in columns) == ("pat" in columns) or ("pat" in columns) != ("drawn" in columns):
        part.fault("", "mixes its columns", "lines alone, or pat and drawn (and carry) together")
    table = PayTable(name, judged, posted.clause() if posted else None, columns)
    if posted:
        posted.close()
    part.close()
    return table


def _pay_column(part: Section, known: tuple[str, ...]) -> PayColumn:
    clause = part.clause()
    lines: dict[str, Pay] = {}
    for key in part.data:
        if key == "clause":
            continue
        if key not in known:
            part.fault(key, "is not a hand that a pay line can name", one_of(known), nearest(key, known))
            continue
        pay = parse_pay(part.text(key))
        if pay is not None:
            lines[key] = pay
        elif isinstance(part.data[key], str):
            part.fault(key, f"{shown(part.data[key])} is not a pay", PAY_FORMS)
    return PayColumn(clause, lines)


def _envy(part: Section | None) -> Envy | None:
    if part is None:
        return None
    part.clause()
    lines = part.section("lines") or _empty("lines", part.notes)
    envy = Envy(
        wager=part.text("wager"),
        holder_must_bet=part.flag("holder_must_bet", default=False),
        folded_holder_counts=part.flag("folded_holder_counts", default=True),
        own=part.choice("own", ("person", "seat"), "person"),
        column=_pay_column(lines, THREE_CARD_LINES),
    )
    part.close()
    return envy


def _meter(part: Section | None) -> Meter | None:
    if part is None:
        return None
    meter = Meter(
        reset=part.whole("reset", 1, MOST_CENTS),
        feeds=part.text("feeds"),
        percent=part.fraction("percent", 'a whole number or text like "23.4567"'),
        clause=part.clause(),
    )
    part.close()
    return meter


def _bank(part: Section | None) -> Bank | None:
    if part is None:
        return None
    clause = part.clause()
    cover = part.section("cover") or _empty("cover", part.notes)
    rotation = part.section("rotation") or _empty("rotation", part.notes)
    bank = Bank(
        label=part.text("label", "Bank"),
        clause=clause,
        order=cover.texts("order"),
        collecting_uses_cover=cover.flag("collecting_uses_cover", default=True),
        cover_clause=cover.clause(),
        rounds=rotation.whole("rounds", 1, 1_000),
        least_stake=rotation.choice("least_stake", get_args(LeastStake)),
        rotation_clause=rotation.clause(),
    )
    for each in (cover, rotation, part):
        each.close()
    return bank


def _voids(top: Section) -> dict[str, str]:
    found: dict[str, str] = {}
    for cause, part in top.sections("void").items():
        if cause not in VOID_CAUSES:
            part.fault("", "is not a cause", one_of(VOID_CAUSES), nearest(cause, VOID_CAUSES))
        found[cause] = part.clause()
        part.close()
    return found


def _away(part: Section) -> Away:
    hand, value = _hand(part, "plays_from")
    away = Away(hand, value, part.clause())
    part.close()
    return away


def _labels(part: Section | None) -> dict[str, str]:
    if part is None:
        return {}
    known = tuple(dict.fromkeys((*THREE_CARD_LINES, *SIX_CARD_LINES)))
    for key in part.data:
        if key not in known:
            part.fault(key, "is not a hand", one_of(known), nearest(key, known))
    return {key: part.text(key) for key in part.data if key in known}


def _notice(part: Section) -> Notice:
    notice = Notice(part.text("text"), part.clause())
    part.close()
    return notice


def _disclosure(part: Section) -> str:
    text = part.text("text")
    part.close()
    return text
