"""A sheet as players read it: the rows of a rule card, and the pay tables as the felt prints them.

A row is a fact: a key, the values that belong to it, and the clause. `pitboss.messages.rules` words it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from pitboss.sheet.model import Bound, Column, Outcome, OutcomeWord, PayTable, Sheet, Wager
from pitboss.sheet.pays import Judged, Pay, line_texts, percent_text

RuleValue = int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule: which it is, with which values, and the clause that it comes from."""

    key: str
    clause: str
    values: Mapping[str, RuleValue] = field(default_factory=dict)


def hand_rows(sheet: Sheet) -> Iterator[RuleRow]:
    """How a hand goes, rule by rule."""
    dealer, player = sheet.dealer, sheet.player
    yield RuleRow("seats", sheet.seats_clause, {"seats": sheet.seats})
    yield RuleRow("limits", sheet.limits.clause, {"min": sheet.limits.min, "max": sheet.limits.max})
    if dealer.shows:
        yield RuleRow("shows", dealer.clause, {"dealer": dealer.label, "cards": dealer.shows})
    if player.looks == "when the deal is done":
        yield RuleRow("looks_late", player.clause)
    decides = {"play": sheet.play.label, "times": str(sheet.play.times)}
    yield RuleRow("decides_with_draw" if player.draws else "decides", sheet.play.clause, decides)
    if sheet.play.raises:
        raises = sheet.play.raises
        times = tuple(map(str, raises.times))
        key = "raises" if raises.value else "raises_any"
        yield RuleRow(key, raises.clause, {"play": sheet.play.label, "times": times, "hand": raises.hand})
    for wager in sheet.wagers.values():
        key = "fold_loses" if wager.fold.does == "lose" else "fold_keeps"
        yield RuleRow(key, wager.fold.clause, {"wager": wager.id, "label": wager.label})
    yield from _dealer_rows(sheet)
    if sheet.bank:
        yield RuleRow("bank", sheet.bank.clause, {"bank": sheet.bank.label})
        yield RuleRow("cover", sheet.bank.cover_clause, {"bank": sheet.bank.label})
    if sheet.meter:
        feeds = {"wager": sheet.meter.feeds, "label": sheet.label(sheet.meter.feeds)}
        percent = percent_text(sheet.meter.percent)
        yield RuleRow("meter", sheet.meter.clause, {**feeds, "reset": sheet.meter.reset, "percent": percent})
    yield RuleRow(f"hands_{player.hands.where}", player.hands.clause, {"most": player.hands.most})
    yield RuleRow("away", sheet.away.clause, {"hand": sheet.away.hand})


def _dealer_rows(sheet: Sheet) -> Iterator[RuleRow]:
    """With which hands the dealer plays, and with which another card is drawn."""
    dealer, draw = sheet.dealer, sheet.dealer.draw
    qualifier = dealer.qualifier
    if qualifier.always:
        yield RuleRow("always_plays", qualifier.clause, {"dealer": dealer.label})
    else:
        yield RuleRow("plays_with", qualifier.clause, {"dealer": dealer.label, "hand": qualifier.hand})
    if draw.when == "below":
        below = {"below": draw.below.text, "label": sheet.hand_label(draw.below.text)}
        yield RuleRow("draws_below", draw.clause, {"dealer": dealer.label, **below})
    elif draw.when == "always":
        yield RuleRow("always_draws", draw.clause, {"dealer": dealer.label})


def amount_rows(sheet: Sheet, wager: Wager) -> Iterator[RuleRow]:
    """What may be bet on a wager, rule by rule."""
    if wager.required:
        yield RuleRow("required", wager.clause)
    if wager.fixed:
        yield RuleRow("exactly", wager.fixed.clause, {"cents": wager.fixed.cents})
    else:
        yield from (_bound_row(sheet, "least", each) for each in wager.min)
        yield from (_bound_row(sheet, "most", each) for each in wager.max)
        yield RuleRow("step", wager.step.clause, {"cents": wager.step.cents})
    if wager.needs:
        labels = tuple(sheet.label(name) for name in wager.needs.wagers)
        values = {"wagers": wager.needs.wagers, "labels": labels}
        yield RuleRow(f"needs_{wager.needs.mode}", wager.needs.clause, values)


def _bound_row(sheet: Sheet, end: str, bound: Bound) -> RuleRow:
    """`end` is least or most; the bound is the table's, an amount, or a multiple of another wager."""
    key = f"{end}_{bound.kind}"
    if bound.kind == "table":
        return RuleRow(key, bound.clause)
    if bound.kind == "cents":
        return RuleRow(key, bound.clause, {"cents": bound.cents})
    return RuleRow(
        key, bound.clause, {"times": str(bound.times), "wager": bound.of, "label": sheet.label(bound.of)}
    )


def showdown_rows(sheet: Sheet) -> Iterator[RuleRow]:
    """What each result of the showdown does to Ante and Play."""
    for key in ("not_qualified", "better", "equal", "worse"):
        outcome: Outcome | None = getattr(sheet, key)
        if outcome is not None:
            does = {"ante": _does(outcome.ante), "play": _does(outcome.play)}
            yield RuleRow(key, outcome.clause, {"dealer": sheet.dealer.label, **does})


def _does(result: Pay | OutcomeWord) -> str:
    return result if isinstance(result, str) else result.text


_HEADS: Final[dict[Column, str]] = {
    "lines": "Pays",
    "pat": "First three cards",
    "drawn": "After a draw",
    "carry": "First three, after a draw",
}
_HANDS: Final[dict[Judged, str]] = {
    "three cards": "Hand",
    "winning hand": "Winning hand",
    "six cards": "Hand",
    "dealer's hand": "Dealer's hand",
    "both hands": "Both hands",
    "beaten hand": "Beaten hand",
    "equal hands": "Equal hands",
    "winner": "Winner",
    "colours": "Colours",
}


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A pay table ready to be shown; `source` says whether the sheet prints it or the house posts it.

    The texts of a row stand under the heads; `columns` and `lines` are the keys of columns and rows.
    """

    id: str
    title: str
    on: str | None  # for a bonus: the bet that its odds are on, in the house's word
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[Column, ...]
    lines: tuple[str, ...]
    source: Literal["sheet", "posted"]
    clauses: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The title with what its odds are on: `Ante Bonus (on Play)`."""
        return self.title if self.on is None else f"{self.title} (on {self.on})"


def printed_tables(sheet: Sheet) -> tuple[PrintedTable, ...]:
    """Every pay table of a sheet, envy included, in the order of the file."""
    tables = [_printed(sheet, table) for table in sheet.pays.values()]
    if sheet.envy:
        rows = tuple((sheet.hand_label(key), pay.text) for key, pay in sheet.envy.column.lines.items())
        heads = ("Another player's hand", "Pays")
        clauses, keys = (sheet.envy.column.clause,), tuple(sheet.envy.column.lines)
        tables.append(PrintedTable("envy", "Envy", None, heads, rows, ("lines",), keys, "sheet", clauses))
    return tuple(tables)


def _printed(sheet: Sheet, table: PayTable) -> PrintedTable:
    columns = [line_texts(column.lines, column.pushes) for column in table.columns.values()]
    keys = dict.fromkeys(key for texts in columns for key in texts)
    rows = tuple((sheet.hand_label(key), *(texts.get(key, "-") for texts in columns)) for key in keys)
    bonus = sheet.bonuses.get(table.id)
    return PrintedTable(
        id=table.id,
        title=sheet.label(table.id),
        on=sheet.label(bonus.on) if bonus else None,
        heads=(_HANDS[table.judged], *(_HEADS[column] for column in table.columns)),
        rows=rows,
        columns=tuple(table.columns),
        lines=tuple(keys),
        source="posted" if table.posted else "sheet",
        clauses=tuple(dict.fromkeys(column.clause for column in table.columns.values())),
    )
