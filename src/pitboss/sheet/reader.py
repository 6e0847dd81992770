"""From the tables of a sheet file to the model. Every fault is noted; the model is whole even when faulty.

A key is read in one place: to add one to the format, read it here, add it to the model, check in `checks`
what it may contradict, give it a row in `rule_card`, and one in docs/sheet-format.md, which describes it to
editors (`python -m tests.protocol.schemas`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final, get_args

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.hands import HAND_FORMS, Category, parse_hand
from pitboss.money import both_readings
from pitboss.sheet.felt import read_felt
from pitboss.sheet.model import (
    PRINTED_FORMS,
    PRINTED_PATTERN,
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
    PAY_PATTERN,
    PUSH,
    THREE_CARD_LINES,
    TO_PATTERN,
    Judged,
    Pay,
    ToOne,
    lines_text,
    meant_pay,
    parse_pay,
)
from pitboss.sheet.section import MISSING, Form, Section, matching, meant, nothing
from pitboss.text import one_of, shown

RESERVED: Final = frozenset({"play", "envy", "clause"})
_COLUMNS: Final[tuple[Column, ...]] = get_args(Column)
_WHOLE_SETS: Final = (frozenset({"lines"}), frozenset({"pat", "drawn"}), frozenset({"pat", "drawn", "carry"}))


def _ids(what: str) -> Form[str]:
    """The ids that a settlement can use."""
    allowed = f"lower-case letters, digits and _, and not {one_of(RESERVED)}"
    pattern = rf"(?!(?:{'|'.join(sorted(RESERVED))})$)[a-z][a-z0-9_]*"
    return matching(pattern, allowed, f"is not a {what} id")


def read_bonus(name: str, part: Section) -> Bonus:
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
    unsure = part.doubts("judged")
    known = EVERY_LINE if unsure else LINES[judged]
    given: set[str] = {column for column in _COLUMNS if part.has(column)}
    columns: dict[Column, PayColumn] = {}
    for column in _COLUMNS:
        inner = part.section(column, required=False)
        if inner is not None:
            columns[column] = _pay_column(inner, known, pushes=unsure or judged == "winner")
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


def _push(text: str) -> Pay | str | None:
    return PUSH if text == PUSH else parse_pay(text)


PAY: Final[Form[Pay]] = Form(parse_pay, PAY_FORMS, PAY_PATTERN, "is not a pay", meant_pay)
PAY_OR_PUSH: Final[Form[Pay | str]] = Form(
    _push, f'"{PUSH}", {PAY_FORMS}', f"{PUSH}|{PAY_PATTERN}", "is not a pay", meant_pay
)


def _pay_column(part: Section, known: tuple[str, ...], *, pushes: bool = False) -> PayColumn:
    clause = part.clause()
    lines: dict[str, Pay] = {}
    pushing: list[str] = []
    for key in part.named(known, "is not a hand that a pay line can name", lines_text(known)):
        form: Form[Pay | str] = PAY_OR_PUSH if pushes else PAY
        _, pay = part.parse(key, form)
        if isinstance(pay, str):
            pushing.append(key)
        elif pay is not None:
            lines[key] = pay
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
        reset=part.money("reset"),
        feeds=part.text("feeds"),
        percent=part.fraction("percent"),
        clause=part.clause(),
    )


def read_wagers(top: Section) -> dict[str, Wager]:
    """The wagers of a sheet, in the order of settlement; an Ante is among them."""
    found = top.read_each("wager", _ids("wager"), _wager)
    if "ante" not in found and not top.doubts("wager"):
        near = top.notes.nearest("ante", found)
        top.notes.fault(("wager", "ante"), MISSING, "every sheet has an Ante", near)
        if near is not None:
            top.notes.meant.add(("pays", near))
    return found


def _wager(name: str, part: Section) -> Wager:
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
        needs=part.read_if_there("needs", _needs, flat="any"),
        min=part.read_list("min", _bound, flat="cents"),
        max=part.read_list("max", _bound, flat="cents"),
        step=_amount(part, "step") or fixed or Amount(100, "STD-10"),
        fixed=fixed,
        fold=part.read("fold", _fold, flat="does"),
        sensor=part.clause_of("sensor"),
    )


def _fold(part: Section) -> Fold:
    return Fold(part.choice("does", get_args(FoldDoes)), part.clause())


def _amount(part: Section, key: str) -> Amount | None:
    return part.read_if_there(key, lambda each: Amount(each.money("cents"), each.clause()), flat="cents")


def _needs(part: Section) -> Needs | None:
    clause = part.clause()
    makes = {
        "any": lambda: Needs("any", part.texts("any"), clause),
        "all": lambda: Needs("all", part.texts("all"), clause),
    }
    return part.only(makes, "needs either any or all", 'like { any = ["ante"] } or { all = ["ante"] }')


def _bound(part: Section) -> Bound:
    clause = part.clause()

    def table() -> Bound:
        if not part.flag("table", default=True):
            part.fault("table", "false is not allowed", "true, or leave the bound out")
        return Bound("table", clause)

    def times() -> Bound:
        return Bound("times", clause, times=part.fraction("times"), of=part.text("of"))

    def cents() -> Bound:
        return Bound("cents", clause, cents=part.money("cents"))

    makes = {"table": table, "of" if "of" in part.data else "times": times, "cents": cents}
    allowed = '{ table = true }, { times = 2, of = "ante" } or { cents = 500 }'
    return part.only(makes, "is not one bound", allowed) or Bound("table", clause)


STRATEGIES: Final = ("optimal", "always", "mimic")
_ADDRESS: Final = matching(
    r"https?://[^\s/]+\S*", "one that begins with https:// or http://", "is not an address"
)
_PRINTED: Final = Form(parse_printed, PRINTED_FORMS, PRINTED_PATTERN, "is not a printed figure")
_NONE: Final = Printed(Fraction(0), "number", 0)


def read_published(part: Section, wagers: Iterable[str], seats: int) -> Published:
    """One figure, of a wager of the sheet."""
    known = tuple(wagers)
    wager = part.text("wager")
    if wager and known and wager not in known:
        message = f"{shown(wager)} is not a wager of this sheet"
        part.fault("wager", message, one_of(known), part.notes.nearest(wager, known))
    figure: FigureName = part.choice("figure", get_args(FigureName))
    says, printed = part.parse("says", _PRINTED)
    strategy, _ = part.parse("strategy", _STRATEGY, required=False)
    url, _ = part.parse("url", _ADDRESS)
    return Published(
        wager=wager,
        figure=figure,
        says=says,
        printed=printed or _NONE,
        strategy=strategy or STRATEGIES[0],
        players=part.whole("players", 1, max(seats, 1)) if part.has("players") else 1,
        meter=part.money("meter") if part.has("meter") else None,
        source=part.text("source"),
        url=url,
        recalled=part.flag("recalled", default=False),
        errs=part.text("errs", "") or None,
    )


FORMAT: Final = 1
MOST_RAISE: Final = 10  # times the Ante
MOST_SEATS: Final = 12  # 4 cards a seat and 4 for the dealer fit in one deck
VOID_CAUSES: Final = ("exposed", "malfunction")
_HOUSE_ID: Final = matching(r"[a-z][a-z0-9-]*", "lower-case letters, digits and hyphens")
_CLAUSE_ID: Final = matching(
    r"[A-Z][A-Z0-9]*-[1-9][0-9]*", "capital letters, a hyphen and a number, like RIV-9", "is not a clause id"
)
_CAUSES: Final = replace(
    matching("|".join(VOID_CAUSES), one_of(VOID_CAUSES), "is not a cause"), words=VOID_CAUSES
)
_RANKS = re.compile(r"\b[AKQJ]{3}\b")
_WORDS: Final[tuple[OutcomeWord, ...]] = ("push", "lose", "returned")  # wherever a result is told


def read_sheet(top: Section) -> Sheet:
    """The model of a parsed sheet file, not hashed yet; what is wrong with it is in the notes afterwards."""
    top.whole("format", FORMAT, FORMAT)
    table = top.section("table") or nothing("table")
    limits = table.read("limits", _limits)
    wagers = read_wagers(top)
    seats = table.whole("seats", 1, MOST_SEATS)
    player = top.read("player", _player)
    sheet = Sheet(
        id=top.parse("id", _HOUSE_ID)[0],
        name=top.text("name"),
        game=top.text("game"),
        about=top.text("about"),
        seats=seats,
        seats_clause=table.clause("seats_clause"),
        limits=limits,
        offers_clause=table.clause("offers_clause"),
        closes_clause=table.clause("closes_clause"),
        dealer=top.read("dealer", _dealer),
        player=player,
        wagers=wagers,
        play=top.read("play", _play),
        **top.read("showdown", _showdown),
        bonuses=top.read_each("bonus", _ids("bonus"), read_bonus),
        pays=top.read_each("pays", _TABLES, read_pay_table),
        envy=top.read_if_there("envy", read_envy),
        meter=top.read_if_there("meter", read_meter),
        bank=top.read_if_there("bank", _bank),
        voids=top.read_each("void", _CAUSES, lambda _, part: part.clause()),
        away=top.read_if_there("away", partial(_least_hand, key="plays_from"), flat="plays_from")
        or _away(player),
        labels=top.read("labels", _labels, required=False),
        notices=top.read_list("notice", lambda part: Notice(part.text("text"), part.clause())),
        disclosures=top.read_list("disclosure", lambda part: part.text("text")),
        clauses=read_clauses(top),
        felt=top.read("felt", lambda part: read_felt(part, wagers), required=False),
        published=top.read_list("published", lambda part: read_published(part, wagers, seats)),
        hash="",
        content=top.data,
    )
    table.close()
    top.close()
    return sheet


def read_clauses(top: Section) -> dict[str, Clause]:
    """The clause list at the end of a file."""
    return top.read_each("clauses", _CLAUSE_ID, _clause)


def _clause(name: str, part: Section) -> Clause:
    return Clause(name, part.text("says"), part.text("reading", "") or None, part.text("tested", ""))


def _away(player: Player) -> LeastHand:
    """What is played for an absent player where the sheet does not say (STD-13)."""
    hand = "pair" if player.draws else "queen high"
    return LeastHand(hand, parse_hand(hand) or 0, "STD-13")


def _limits(part: Section) -> Limits:
    limits = Limits(part.money("min"), part.money("max"), part.clause())
    part.close()
    for key, cents in (("min", limits.min), ("max", limits.max)):
        if cents % 100 and not part.doubts(key):
            part.fault(key, both_readings(cents, signs=False), "whole dollars, in cents (STD-10)")
    if limits.min > limits.max and not part.doubts("min", "max"):
        part.fault("min", f"{limits.min} is above max, {limits.max}", "min at most max")
    return limits


def meant_hand(text: str) -> str | None:
    """A hand as a sheet writes it, for what people write.

    >>> [meant_hand(text) for text in ("king-high", "K high", "queen", "trips", "q64")]
    ['king high', 'king high', 'queen high', 'three_of_a_kind', 'Q-6-4']
    """
    words = re.sub(r"[\s_-]+", " ", text.lower().replace("or better", "")).replace("10", "t").strip()
    name = words.removesuffix(" high")
    if name.upper() in RANKS:
        name = RANK_NAMES[RANKS.index(name.upper())]
    forms = (words, f"{name} high", "-".join(name.replace(" ", "")).upper())
    known = next((form for form in forms if parse_hand(form) is not None), None)
    return known or meant(words, _HAND_WORDS)


_CATEGORIES: Final = tuple(category.text for category in reversed(Category))
_HIGHS: Final = tuple(f"{name} high" for name in RANK_NAMES if parse_hand(f"{name} high") is not None)
_HAND_WORDS: Final = (*_HIGHS, *_CATEGORIES)
_RANK: Final = "(?:10|[2-9TJQKA])"
_HAND_PATTERN: Final = rf"{'|'.join(_HAND_WORDS).replace('_', '[_ ]')}|{_RANK}-{_RANK}-{_RANK}"
HAND: Final = Form(parse_hand, HAND_FORMS, _HAND_PATTERN, "is not a hand", meant_hand, _HAND_WORDS)
ANY_HAND: Final = Form(
    lambda text: 0 if text == "any" else parse_hand(text),
    f'{HAND_FORMS}, or "any"',
    f"any|{_HAND_PATTERN}",
    "is not a hand",
    lambda text: meant(text, ["any"]) or meant_hand(text),
    ("any", *_HAND_WORDS),
)
_STRATEGY: Final = Form(
    lambda text: text,
    f"{one_of(STRATEGIES)}, or {HAND_FORMS}",
    f"{'|'.join(STRATEGIES)}|{_HAND_PATTERN}",
    "is not a strategy",
    lambda text: meant(text, STRATEGIES) or meant_hand(text),
    STRATEGIES,
)
_TABLES: Final = matching(r"[\s\S]*", "the id of a wager or a bonus")  # checked beside their owners


def _least_hand(part: Section, key: str = "hand", *, always: bool = False) -> LeastHand:
    """A hand from which on something holds, with its clause; "any" where that makes sense."""
    text, value = part.parse(key, ANY_HAND if always else HAND)
    return LeastHand(text, value or 0, part.clause())


def _dealer(part: Section) -> Dealer:
    return Dealer(
        label=part.text("label", "Dealer"),
        shows=part.whole("shows", 0, 3),
        clause=part.clause(),
        reveal_clause=part.clause("reveal_clause"),
        qualifier=part.read("qualifier", partial(_least_hand, always=True), flat="hand"),
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
    return PlayBet(
        label, times, clause, part.read_if_there("raises", lambda each: _raises(each, times), flat="times")
    )


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
    return part.parse(key, _outcomes(words))[1] or "push"


def _outcomes(words: tuple[OutcomeWord, ...]) -> Form[ToOne | OutcomeWord]:
    def parse(text: str) -> ToOne | OutcomeWord | None:
        pay = parse_pay(text)
        return pay if isinstance(pay, ToOne) else next((word for word in words if word == text), None)

    def near(text: str) -> str | None:
        return meant(text, words) or next(
            (odds for odds in (meant_pay(text),) if odds and " to " in odds), None
        )

    allowed = f'odds like "1 to 1", or {one_of(words)}'
    return Form(parse, allowed, rf"{'|'.join(words)}|{TO_PATTERN}", meant=near, words=("1 to 1", *words))


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


def _labels(part: Section) -> dict[str, str]:
    """The house's words for hands; ranks in a row (`AKQ`) are written as everywhere: `A-K-Q`."""
    words = {key: part.text(key) for key in part.named(EVERY_LINE, "is not a hand")}
    return {key: _RANKS.sub(lambda row: "-".join(row[0]), text) for key, text in words.items()}
