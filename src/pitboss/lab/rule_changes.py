"""What-ifs: a house, what is changed on its sheet and what can be; and sheets that people bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from pitboss.hands import HAND_FORMS, Category
from pitboss.money import Cents, dollars
from pitboss.odds import Chooser, Game, optimal
from pitboss.odds.class_payoffs import exact_stake
from pitboss.odds.game import MOST_METER
from pitboss.odds.house_prices import kept_game
from pitboss.odds.policies import strategy_called
from pitboss.round import Refusal, open_table
from pitboss.sheet import (
    BadOverride,
    NoSuchHouse,
    Sheet,
    SheetRefused,
    check_text,
    houses,
    load_house,
)
from pitboss.sheet.faults import Fault
from pitboss.sheet.model import DealerDraws
from pitboss.sheet.pays import Cash, ForOne, MeterShare, Pay, ToOne
from pitboss.sheet.reader import MOST_RAISE
from pitboss.text import skeleton

LARGEST_SHEET: Final = 64 * 1024  # bytes
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 2_000
MOST_WAGERS: Final = 12
MOST_ODDS: Final = 10_000
MOST_CASH: Final = 10**9  # cents
MOST_TIMES: Final = 10
LEAST_SHARE: Final = Fraction(1)  # per cent of a meter: less has steps too long to find the fair meter in


def own_sheet(text: str) -> Sheet:
    """The sheet of a file that a person brings to a table, under a name of its own."""
    if len(text.encode()) > LARGEST_SHEET:
        raise Refusal("sheet", f"A sheet has at most {LARGEST_SHEET // 1024} KB", None, "sheet")
    checked = check_text(text)
    if checked.sheet is None:
        raise SheetRefused("sheet", checked.faults, checked.more)
    if not any(checked.sheet == load_house(house) for house in houses()):
        _refuse_lookalike(checked.sheet)
        _refuse_texts(checked.sheet)
        refuse_costly(checked.sheet)
        _refuse_large(checked.sheet)
        _refuse_undecidable(checked.sheet)
    return checked.sheet


def refuse_costly(sheet: Sheet) -> None:
    """Refuses what would keep a server busy for too long."""
    for key, pay in _pays(sheet):
        if isinstance(pay, MeterShare) and pay.percent < LEAST_SHARE:
            raise _refused(key, f"{pay.text} is not priced here; allowed: from {LEAST_SHARE} % on")


def _refuse_lookalike(sheet: Sheet) -> None:
    """A sheet of one's own must not be taken for a printed one."""
    if len(sheet.name) > LONGEST_NAME:
        raise _refused("name", f"write at most {LONGEST_NAME} characters")
    for each in (load_house(house) for house in houses()):
        if skeleton(sheet.id) in (skeleton(each.id), skeleton(each.name)):
            raise _refused("id", f"{each.id} is that of a printed sheet; give yours another")
        if skeleton(sheet.game) in (skeleton(each.id), skeleton(each.name)):
            raise _refused("game", f"{each.name} is the name of a printed sheet; call yours something else")
        if is_called_like(sheet.name, each):
            raise _refused("name", f"{each.name} is that of a printed sheet; give yours another")


def is_called_like(name: str, house: Sheet) -> bool:
    """Whether a reader could take a name for that of a house, with the name of its game or without."""
    known = skeleton(house.id), skeleton(house.name), skeleton(house.game)
    both = {left + right for left in known[:2] for right in (known[2],)} | {known[2] + known[1]}
    return skeleton(name) in {*known, *both}


def _refuse_texts(sheet: Sheet) -> None:
    for key, value in _texts(sheet.content, ""):
        if len(value) > LONGEST_TEXT or not value.isprintable():
            raise _refused(key, f"write one line of at most {LONGEST_TEXT:,} characters")


def _refuse_large(sheet: Sheet) -> None:
    """Amounts that no book of a house holds, and more wagers than a felt has room for."""
    if len(sheet.wagers) + len(sheet.bonuses) > MOST_WAGERS:
        raise _refused("wager", f"a table has room for {MOST_WAGERS} wagers and bonuses")
    if sheet.play.times > MOST_TIMES:
        raise _refused("play.times", f"at a table at most {MOST_TIMES}", sheet.play.clause)
    for key, pay in _pays(sheet):
        if isinstance(pay, (ToOne, ForOne)) and pay.odds > MOST_ODDS:
            raise _refused(key, f"{pay.text} is more than a table pays; allowed: up to {MOST_ODDS:,} to 1")
        if isinstance(pay, Cash) and pay.cents > MOST_CASH:
            raise _refused(key, f"{pay.text} is more than a table pays; allowed: up to {dollars(MOST_CASH)}")


def _refuse_undecidable(sheet: Sheet) -> None:
    """A table plays by the odds for players who are away, so a hand with every wager must have a price."""
    table = open_table(sheet)
    game = Game(table)
    wagers = {wager: exact_stake(table, wager) for wager in sheet.wagers}
    game.worth_of(wagers, 0, tuple(range(sheet.dealer.shows)))  # aces against deuces


def _pays(sheet: Sheet) -> Iterator[tuple[str, Pay]]:
    """Every pay of a sheet with its place."""
    for name, table in sheet.pays.items():
        for column, part in table.columns.items():
            yield from ((f"pays.{name}.{column}.{line}", pay) for line, pay in part.lines.items())
    if sheet.envy:
        yield from ((f"envy.lines.{line}", pay) for line, pay in sheet.envy.column.lines.items())
    for name in ("better", "equal", "worse", "not_qualified"):
        outcome = getattr(sheet, name)
        for wager in ("ante", "play") if outcome else ():
            pay = getattr(outcome, wager)
            if isinstance(pay, ToOne):
                yield f"showdown.{name}.{wager}", pay


def _texts(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """Every text of a sheet with its place."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _texts(inner, f"{key}.{number}")


def _refused(key: str, text: str, clause: str | None = None) -> Refusal:
    return Refusal("sheet", f"{key}: {text}", clause, key)


MOST_SETS: Final = 40
LONGEST_SET: Final = 200  # characters


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What is asked about. Two of them are equal when their sheets have the same content."""

    house: str
    sheet: Sheet
    players: int = 1
    meter: Cents | None = None  # None: at its reset
    strategy: str = "optimal"
    sets: tuple[str, ...] = field(default=(), compare=False)

    @property
    def changed(self) -> bool:
        """Whether the sheet is another than the printed one."""
        return self.sheet != load_house(self.house)

    @property
    def name(self) -> str:
        """What the sheet is called; a changed one says so."""
        return f"{self.sheet.name}, changed" if self.changed else self.sheet.name


def what_if(
    house: str,
    sets: Sequence[str] = (),
    players: int = 1,
    meter: Cents | None = None,
    strategy: str = "optimal",
) -> WhatIf:
    """The what-if of a house with overrides as `--set` takes them; refuses with the sentence of `check`.

    >>> what_if("rivers", ["dealer.shows=1"]).sheet.dealer.shows
    1
    """
    if house not in houses():
        raise NoSuchHouse(house)
    asked = WhatIf(house, _changed(house, tuple(sets)), players, meter, strategy, tuple(sets))
    chooser_of(asked)
    return asked


def game_of(asked: WhatIf) -> Game:
    """The mathematics of a what-if, kept for the next question about it."""
    return kept_game(open_table(asked.sheet), asked.players, asked.meter)


def chooser_of(asked: WhatIf) -> Chooser:
    """The strategy of a what-if."""
    found = strategy_called(asked.sheet, asked.strategy)
    if found is None:
        raise Refusal("strategy", f"Write optimal, always, mimic or {HAND_FORMS}", None, "strategy")
    if found is not optimal and asked.sheet.dealer.shows > 1:
        text = "With several cards up only the best play is priced: others go by the hand alone"
        raise Refusal("strategy", text, asked.sheet.dealer.clause, "strategy")
    return found


def _changed(house: str, sets: tuple[str, ...]) -> Sheet:
    if len(sets) > MOST_SETS:
        raise Refusal("set", f"At most {MOST_SETS} changes are priced together, not {len(sets)}", None, "set")
    for each in sets:
        if len(each) > LONGEST_SET or not each.isprintable():
            text = f"A change is one line of at most {LONGEST_SET} characters, like dealer.shows=1"
            raise Refusal("set", text, None, "set")
    try:
        changed = load_house(house, sets)
    except BadOverride as fault:
        raise Refusal("set", str(fault), None, "set") from None
    except SheetRefused as refused:
        first = next(fault for fault in refused.faults if fault.severity == "error")
        raise Refusal("sheet", first.sentence, _clause_near(load_house(house), first), first.key) from None
    refuse_costly(changed)
    return changed


def _clause_near(sheet: Sheet, fault: Fault) -> str | None:
    """The clause of the innermost table that a faulty key stands in, on the printed sheet."""
    inner: Any = sheet.content
    found: str | None = None
    for part in fault.key.split("."):
        inner = inner.get(part) if isinstance(inner, Mapping) else None
        if not isinstance(inner, Mapping):
            break
        clause = inner.get("clause", found)
        found = clause if isinstance(clause, str) else found
    return found


QUALIFIERS: Final = (
    "any",
    *(f"{rank} high" for rank in ("nine", "ten", "jack", "queen", "king", "ace")),
    *(category.text.replace("_", " ") for category in Category if category is not Category.HIGH_CARD),
)
MOST_UP: Final = 3


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing to turn. A `query` knob is a parameter of its own; all others are overrides of the sheet."""

    key: str
    label: str
    kind: Literal["choice", "whole", "pay", "query"]
    value: str | int
    allowed: tuple[str | int, ...]
    clause: str
    least: Cents | None = None
    most: Cents | None = None
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # further overrides a value needs


def knobs(asked: WhatIf) -> tuple[Knob, ...]:
    """Every knob of a what-if.

    >>> from pitboss.lab.rule_changes import what_if
    >>> [knob.value for knob in knobs(what_if("napa-valley")) if knob.key == "dealer.shows"]
    [1]
    """
    return (*_dealer(asked.sheet), *_raises(asked.sheet), *_table(asked), *_pay_knobs(asked.sheet))


def _dealer(sheet: Sheet) -> Iterator[Knob]:
    dealer = sheet.dealer
    hand = dealer.qualifier.hand
    hands = QUALIFIERS if hand in QUALIFIERS else (*QUALIFIERS, hand)
    needs: dict[str, tuple[str, ...]] = {}
    if sheet.not_qualified is None:  # a dealer who always qualified has no rule for it: the usual one
        missing = f'{{ante="1 to 1", play="push", clause="{dealer.qualifier.clause}"}}'
        needs = {each: (f"showdown.not_qualified={missing}",) for each in hands if each != "any"}
    label = f"{dealer.label} qualifies with"
    yield Knob("dealer.qualifier.hand", label, "choice", hand, hands, dealer.qualifier.clause, also=needs)
    up = tuple(range(MOST_UP + 1))
    yield Knob("dealer.shows", f"{dealer.label}'s cards up", "whole", dealer.shows, up, dealer.clause)
    draw = dealer.draw
    below = (f"dealer.draw.below={draw.below.text}",)
    yield Knob(
        "dealer.draw.when",
        f"{dealer.label} draws a fourth card",
        "choice",
        draw.when,
        get_args(DealerDraws),
        draw.clause or dealer.clause,
        also={"below": below},
    )
    if draw.when == "below":
        names = tuple(category.text for category in Category if category is not Category.HIGH_CARD)
        yield Knob("dealer.draw.below", "… with less than", "choice", draw.below.text, names, draw.clause)


def _raises(sheet: Sheet) -> Iterator[Knob]:
    """How high Play may be made, and from which hand on, where it may be raised."""
    play, raises = sheet.play, sheet.play.raises
    if raises is None:
        return
    least, times = int(play.times) + 1, str(list(raises.times))
    lists = tuple(str(list(range(least, most + 1))) for most in range(least, MOST_RAISE + 1))
    label = f"{play.label} may be raised to so many Antes"
    allowed = lists if times in lists else (*lists, times)
    yield Knob("play.raises.times", label, "choice", times, allowed, raises.clause)
    hands = QUALIFIERS if raises.hand in QUALIFIERS else (*QUALIFIERS, raises.hand)
    yield Knob("play.raises.from", "… with at least", "choice", raises.hand, hands, raises.clause)


def _table(asked: WhatIf) -> Iterator[Knob]:
    sheet = asked.sheet
    seats = tuple(range(1, sheet.seats + 1))
    yield Knob("players", "Players at the table", "query", asked.players, seats, sheet.seats_clause)
    if sheet.meter is not None:
        reset = sheet.meter.reset
        value = reset if asked.meter is None else asked.meter
        yield Knob("meter", "Meter", "query", value, (), sheet.meter.clause, reset, MOST_METER)


_COLUMNS: Final = {"pat": ", first three", "drawn": ", after a draw", "carry": ", first three after a draw"}


def table_title(sheet: Sheet, table: str, column: str) -> str:
    """What a column of a pay table is called beside its lines."""
    return f"{sheet.label(table)}{_COLUMNS.get(column, '')}"


def _pay_knobs(sheet: Sheet) -> Iterator[Knob]:
    for name, table in sheet.pays.items():
        for column, part in table.columns.items():
            title = table_title(sheet, name, column)
            for line, pay in part.lines.items():
                key, label = f"pays.{name}.{column}.{line}", f"{title}: {sheet.hand_label(line)}"
                yield Knob(key, label, "pay", pay.text, (), part.clause)
