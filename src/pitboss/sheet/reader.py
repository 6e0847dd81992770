"""From the tables of a sheet file to the model. Every fault is noted; the model is whole even when faulty."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, get_args

from pitboss.hands import Category
from pitboss.phrases import one_of, shown
from pitboss.sheet.hand_names import HAND_FORMS, parse_hand
from pitboss.sheet.model import (
    Away,
    Bank,
    Clause,
    Dealer,
    DealerDraw,
    DealerDraws,
    HandsPerPerson,
    HandsWhere,
    LeastStake,
    Limits,
    Looks,
    Notice,
    Outcome,
    OutcomeWord,
    PlayBet,
    Player,
    Qualifier,
    Raises,
    Sheet,
)
from pitboss.sheet.payclass import EVERY_LINE
from pitboss.sheet.pays import Pay, ToOne, parse_pay
from pitboss.sheet.reader_felt import read_felt
from pitboss.sheet.reader_pays import MOST_CENTS, read_bonus, read_envy, read_meter, read_pay_table
from pitboss.sheet.reader_published import read_published
from pitboss.sheet.reader_wagers import read_wagers
from pitboss.sheet.section import Notes, Section, nothing

FORMAT: Final = 1
MOST_RAISE: Final = 10  # times the Ante
MOST_SEATS: Final = 12  # 4 cards a seat and 4 for the dealer fit in one deck
VOID_CAUSES: Final = ("exposed", "malfunction")

_HOUSE_ID = re.compile(r"[a-z][a-z0-9-]*")
_CLAUSE_ID = re.compile(r"[A-Z][A-Z0-9]*-[1-9][0-9]*")
_RANKS = re.compile(r"\b[AKQJ]{3}\b")
_WORDS: Final[tuple[OutcomeWord, ...]] = get_args(OutcomeWord)


def read_sheet(content: Mapping[str, Any], notes: Notes) -> Sheet:
    """The model of a parsed sheet file, not hashed yet; what is wrong with it is in the notes afterwards."""
    top = Section(content, notes)
    top.whole("format", FORMAT, FORMAT)
    table = top.section("table") or nothing("table")
    limits = _limits(table)
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
        dealer=_dealer(top.section("dealer") or nothing("dealer")),
        player=_player(top.section("player") or nothing("player")),
        wagers=wagers,
        play=_play(top.section("play") or nothing("play")),
        **_showdown(top.section("showdown") or nothing("showdown")),
        bonuses={name: read_bonus(name, part) for name, part in top.sections("bonus").items()},
        pays={name: read_pay_table(name, part) for name, part in top.sections("pays").items()},
        envy=read_envy(top.section("envy", required=False)),
        meter=read_meter(top.section("meter", required=False)),
        bank=_bank(top.section("bank", required=False)),
        voids=_voids(top),
        away=_away(top.section("away") or nothing("away")),
        labels=_labels(top.section("labels", required=False)),
        notices=tuple(_notice(part) for part in top.listed("notice")),
        disclosures=tuple(_disclosure(part) for part in top.listed("disclosure")),
        clauses=read_clauses(top),
        felt=read_felt(top.section("felt", required=False), wagers),
        published=tuple(read_published(part, wagers, seats) for part in top.listed("published")),
        hash="",
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


def _house_id(top: Section) -> str:
    name = top.text("id")
    if name and not _HOUSE_ID.fullmatch(name):
        top.fault("id", f"{shown(name)} is not allowed", "lower-case letters, digits and hyphens")
    return name


def _limits(table: Section) -> Limits:
    part = table.section("limits") or nothing("limits")
    limits = Limits(part.whole("min", 1, MOST_CENTS), part.whole("max", 1, MOST_CENTS), part.clause())
    part.close()
    for key, cents in (("min", limits.min), ("max", limits.max)):
        if cents % 100 and not part.doubts(key):
            part.fault(key, f"{cents} is not allowed", "whole dollars, in cents (STD-10)")
    if limits.min > limits.max and not part.doubts("min", "max"):
        part.fault("min", f"{limits.min} is above max, {limits.max}", "min at most max")
    return limits


def _hand(part: Section, key: str, always: bool = False) -> tuple[str, int]:
    """A hand named in the sheet and its lowest value; `any` is value 0 where it makes sense."""
    allowed = f'{HAND_FORMS}, or "any"' if always else HAND_FORMS
    text = part.text(key, allowed=allowed)
    value = 0 if always and text == "any" else parse_hand(text)
    if value is None and text:
        part.fault(key, f"{shown(text)} is not a hand", allowed)
    return text, value or 0


def _dealer(part: Section) -> Dealer:
    label = part.text("label", "Dealer")
    shows = part.whole("shows", 0, 3)
    clause = part.clause()
    qualifier = part.section("qualifier") or nothing("qualifier")
    hand, value = _hand(qualifier, "hand", always=True)
    draw = part.section("draw", required=False) or nothing("draw")
    when = draw.choice("when", get_args(DealerDraws))
    names = tuple(category.text for category in Category if category is not Category.HIGH_CARD)
    below = draw.choice("below", names, None if when == "below" else names[0])
    if when != "below" and "below" in draw.data and not draw.doubts("when"):
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
    hands = part.section("hands") or nothing("hands")
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


def _play(part: Section) -> PlayBet:
    label, times, clause = part.text("label", "Play"), part.fraction("times"), part.clause()
    raises = _raises(part.section("raises", required=False), times)
    part.close()
    return PlayBet(label, times, clause, raises)


def _raises(part: Section | None, times: Fraction) -> Raises | None:
    if part is None:
        return None
    least = int(times) + 1
    allowed = f"whole numbers from {least} to {MOST_RAISE}, each above the one before"
    each = part.numbers("times", allowed)
    if each and (each[0] < least or each[-1] > MOST_RAISE or sorted({*each}) != list(each)):
        part.fault("times", f"{shown(list(each))} is not allowed", allowed)
        each = ()
    hand, value = _hand(part, "from", always=True) if part.has("from") else ("any", 0)
    raises = Raises(each, hand, value, part.clause())
    part.close()
    return raises


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


def _bank(part: Section | None) -> Bank | None:
    if part is None:
        return None
    clause = part.clause()
    cover = part.section("cover") or nothing("cover")
    rotation = part.section("rotation") or nothing("rotation")
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
            part.fault("", "is not a cause", one_of(VOID_CAUSES), part.notes.nearest(cause, VOID_CAUSES))
        found[cause] = part.clause()
        part.close()
    return found


def _away(part: Section) -> Away:
    hand, value = _hand(part, "plays_from")
    away = Away(hand, value, part.clause())
    part.close()
    return away


def _labels(part: Section | None) -> dict[str, str]:
    """The house's words for hands; ranks in a row (`AKQ`) are written as everywhere: `A-K-Q`."""
    if part is None:
        return {}
    for key in part.data:
        if key not in EVERY_LINE:
            part.fault(key, "is not a hand", one_of(EVERY_LINE), part.notes.nearest(key, EVERY_LINE))
    words = {key: part.text(key) for key in part.data if key in EVERY_LINE}
    return {key: _RANKS.sub(lambda row: "-".join(row[0]), text) for key, text in words.items()}


def _notice(part: Section) -> Notice:
    notice = Notice(part.text("text"), part.clause())
    part.close()
    return notice


def _disclosure(part: Section) -> str:
    text = part.text("text")
    part.close()
    return text
