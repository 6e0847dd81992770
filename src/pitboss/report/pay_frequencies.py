"""The pay tables of a house: how often each line is paid, and what each wager costs, as on a PAR sheet."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from pydantic import BaseModel

from pitboss.odds import Game
from pitboss.report.lines import HandFact, ParLine
from pitboss.report.sheet_figures import WagerPar, wager_par
from pitboss.round.table import Table
from pitboss.sheet.model import Sheet
from pitboss.sheet.rule_card import PrintedTable, printed_tables


class Chance(BaseModel):
    """How often, exactly and as a number to show; and what it adds to the bet."""

    count: int
    outcomes: int
    fraction: str
    frequency: float
    adds: float  # to the mean net, per unit of the wager


class PaysCell(BaseModel):
    """What a line pays in one column, and how often under optimal play; null where others' hands decide."""

    pays: str
    chance: Chance | None


class PaysRow(BaseModel):
    """A line of a pay table by its key; a column that does not have it is null."""

    line: str
    label: str
    cells: list[PaysCell | None]


class PaysTable(BaseModel):
    """A pay table as the felt prints it; `heads` has the head of the labels first, `columns` are keys."""

    id: str
    title: str
    on: str | None
    heads: list[str]
    columns: list[str]
    rows: list[PaysRow]
    source: Literal["sheet", "posted"]
    clauses: list[str]


class PaysWager(BaseModel):
    """What a wager costs, per unit of it; the Ante with its Play bet and the bonuses."""

    id: str
    label: str
    clause: str
    priced: str
    ev: str
    house_edge: float
    element_of_risk: float
    hit: str
    hit_frequency: float


class Pays(BaseModel):
    """The pay tables and the price of every wager; a meter at its reset, one player at the table."""

    house: str
    name: str
    hash: str
    meter: int | None
    tables: list[PaysTable]
    wagers: list[PaysWager]


def pays_of(table: Table) -> Pays:
    """The pay tables of a table with every chance; it takes a tenth of a second."""
    sheet, game = table.sheet, Game(table)
    wagers = [wager_par(game, price, with_bands=False) for price in game.price_all().wagers.values()]
    lines = {wager.id: wager.tables[0].lines for wager in wagers}
    for part in next((wager.tables for wager in wagers if wager.id == "ante"), ()):
        if part.key.kind == "bonus":
            lines[part.key.wager] = part.lines
    return Pays(
        house=sheet.id,
        name=sheet.name,
        hash=sheet.hash,
        meter=sheet.meter.reset if sheet.meter else None,
        tables=[_table(sheet, each, lines.get(each.id, ())) for each in printed_tables(sheet)],
        wagers=[_wager(each) for each in wagers],
    )


def _wager(wager: WagerPar) -> PaysWager:
    hit = wager.hit_frequency or Fraction(0)  # one player's wager always has one
    return PaysWager(
        id=wager.id,
        label=wager.label,
        clause=wager.clause,
        priced=wager.priced,
        ev=str(wager.ev),
        house_edge=float(wager.house_edge),
        element_of_risk=float(wager.element_of_risk),
        hit=str(hit),
        hit_frequency=float(hit),
    )


def _table(sheet: Sheet, printed: PrintedTable, lines: Sequence[ParLine]) -> PaysTable:
    rows = []
    for key, (label, *_) in zip(printed.lines, printed.rows, strict=True):
        pays = [(column, sheet.pay_at(printed.id, column, key)) for column in printed.columns]
        cells = [
            PaysCell(pays=pay.text, chance=_chance(HandFact(printed.id, column, key), lines)) if pay else None
            for column, pay in pays
        ]
        rows.append(PaysRow(line=key, label=label, cells=cells))
    return PaysTable(
        id=printed.id,
        title=printed.title,
        on=printed.on,
        heads=list(printed.heads),
        columns=list(printed.columns),
        rows=rows,
        source=printed.source,
        clauses=list(printed.clauses),
    )


def _chance(hand: HandFact, lines: Sequence[ParLine]) -> Chance | None:
    """How often a pay line is paid: the lines of the PAR sheet that go by it."""
    if not lines:
        return None
    found = [line for line in lines if line.facts.hands == (hand,)]
    count, outcomes = sum(line.count for line in found), lines[0].outcomes
    part = Fraction(count, outcomes)
    adds = sum((line.returns for line in found), Fraction(0))
    return Chance(count=count, outcomes=outcomes, fraction=str(part), frequency=float(part), adds=float(adds))
