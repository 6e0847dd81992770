"""Pay tables, bonuses, envy and meter of a sheet file: everything that says what a hand is worth."""

from __future__ import annotations

import re
from typing import Final, get_args

from pitboss.phrases import one_of, shown
from pitboss.sheet.model import Bonus, Column, Envy, Meter, PayColumn, PayTable
from pitboss.sheet.payclass import EVERY_LINE, LINES, THREE_CARD_LINES, Judged
from pitboss.sheet.pays import PAY_FORMS, PUSH, Pay, parse_pay
from pitboss.sheet.section import MISSING, Section, nothing

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
    bonus = Bonus(
        id=name,
        label=part.text("label"),
        on=part.choice("on", ("ante", "play")),
        needs_play=part.flag("needs_play", default=True),
        clause=part.clause(),
    )
    part.close()
    return bonus


def read_pay_table(name: str, part: Section) -> PayTable:
    if part.has("clause"):
        part.clause()
    judged = part.choice("judged", get_args(Judged))
    known = EVERY_LINE if part.doubts("judged") else LINES[judged]
    posted = part.section("posted", required=False)
    given: set[str] = {column for column in _COLUMNS if part.has(column)}
    columns: dict[Column, PayColumn] = {}
    for column in _COLUMNS:
        inner = part.section(column, required=False)
        if inner is not None:
            columns[column] = _pay_column(inner, known, pushes=judged == "winner")
    table = PayTable(name, judged, posted.clause() if posted else None, columns)
    if posted:
        posted.close()
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
            part.fault(key, "is not a hand that a pay line can name", one_of(known), near)
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


def read_envy(part: Section | None) -> Envy | None:
    if part is None:
        return None
    part.clause()
    lines = part.section("lines") or nothing("lines")
    envy = Envy(
        wager=part.text("wager"),
        holder_must_bet=part.flag("holder_must_bet", default=False),
        folded_holder_counts=part.flag("folded_holder_counts", default=True),
        own=part.choice("own", ("person", "seat"), "person"),
        column=_pay_column(lines, THREE_CARD_LINES),
    )
    part.close()
    return envy


def read_meter(part: Section | None) -> Meter | None:
    if part is None:
        return None
    meter = Meter(
        reset=part.whole("reset", 1, MOST_CENTS),
        feeds=part.text("feeds"),
        percent=part.fraction("percent"),
        clause=part.clause(),
    )
    part.close()
    return meter
