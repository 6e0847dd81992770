"""A what-if: a house, what is changed on its sheet, and how it is played. The Lab answers about one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.hands import HAND_FORMS
from pitboss.lab.own_sheets import refuse_costly
from pitboss.money import Cents
from pitboss.odds import Chooser, Game, optimal
from pitboss.odds.house_prices import kept_game
from pitboss.odds.parse_bets import strategy_called
from pitboss.round import Refusal, open_table
from pitboss.sheet import (
    BadOverride,
    NoSuchHouse,
    Sheet,
    SheetRefused,
    houses,
    load_house,
)
from pitboss.sheet.faults import Fault

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
