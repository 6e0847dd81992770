"""A PAR sheet as rows for a spreadsheet: one figure or line per row, exact fractions beside decimals."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitboss.cells import safe_cell
from pitboss.par.confirmation import ParConfirmation
from pitboss.par.figures import chance, fixed
from pitboss.par.laboratory_print import laboratory_rows
from pitboss.par.sheet_figures import ParSheet, WagerPar
from pitboss.par.strategy_summary import StrategySummary
from pitboss.words.rules import amount_words, rule_sentence

COLUMNS: Final = (
    *("section", "wager", "table", "line", "hand", "pays", "net", "count", "outcomes", "probability"),
    *("return", "low", "high", "value", "exact", "text"),
)
# Columns that hold words, which may come from a sheet file; all others hold numbers that are made here.
_WORDS: Final = frozenset(("section", "wager", "table", "line", "hand", "pays", "text"))

Row = dict[str, str]


def as_csv(par: ParSheet) -> str:
    """The rows as text, with a head, ended by single line feeds."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for row in _rows(par):
        writer.writerow({key: safe_cell(cell) if key in _WORDS else cell for key, cell in row.items()})
    return out.getvalue()


def _rows(par: ParSheet) -> Iterator[Row]:
    facts = {
        "house": par.house,
        "name": par.name,
        "game": par.game,
        "hash": par.hash,
        **({"date": par.date} if par.date else {}),
    }
    for name, text in facts.items():
        yield {"section": "sheet", "line": name, "text": text}
    numbers = {"table_min": par.table_min, "table_max": par.table_max, "seats": par.seats}
    numbers |= {"players": par.players} | ({} if par.meter is None else {"meter": par.meter})
    for name, number in numbers.items():
        yield {"section": "sheet", "line": name, "value": str(number)}
    for section, texts in (
        ("rule", tuple(map(rule_sentence, par.rules))),
        ("note", par.notes),
        ("notice", tuple(notice.text for notice in par.notices)),
    ):
        for number, text in enumerate(texts, 1):
            yield {"section": section, "line": str(number), "text": text}
    for wager in par.wagers:
        yield from _wager(wager)
    for refused in par.refused:
        yield {"section": "refused", "wager": refused.id, "line": refused.label, "text": refused.why}
    if par.plan is not None:
        yield from _strategy(par.plan)
    yield from _progressives(par)
    yield from laboratory_rows(par.laboratory)
    if par.confirmed is not None:
        yield from _confirmation(par.confirmed)
    for clause in (*par.clauses, *par.standard):
        yield {"section": "clause", "line": clause.id, "text": clause.says}
        if clause.reading:
            yield {"section": "reading", "line": clause.id, "text": clause.reading}


def _wager(wager: WagerPar) -> Iterator[Row]:
    yield {"section": "wager", "wager": wager.id, "line": "label", "text": wager.label}
    yield {"section": "wager", "wager": wager.id, "line": "amount", "text": amount_words(wager.amount)}
    yield {"section": "wager", "wager": wager.id, "line": "priced", "text": wager.priced}
    yield {"section": "wager", "wager": wager.id, "line": "sample space", "text": wager.space}
    for number, table in enumerate(wager.tables):
        section = "line" if table.covers == "whole" else "part"
        for line in table.lines:
            yield {
                "section": section,
                "wager": wager.id,
                "table": f"{number} {table.title}",
                "line": line.event,
                "hand": line.hand,
                "pays": line.pays,
                "net": str(line.net),
                "count": str(line.count),
                "outcomes": str(line.outcomes),
                "probability": chance(line.probability),
                "return": fixed(line.returns, 12),
                "exact": str(line.returns),
            }
    exact: dict[str, Fraction | None] = {
        "ev": wager.ev,
        "house_edge": wager.house_edge,
        "return": wager.returns,
        "bet": wager.bet,
        "element_of_risk": wager.element_of_risk,
        "hit_frequency": wager.hit_frequency,
        "variance": wager.variance,
    }
    if wager.others:
        exact["others"] = wager.others
    for name, figure in exact.items():
        if figure is not None:
            yield {"section": "total", "wager": wager.id, "line": name} | _exactly(figure)
    for name, root in (("stdev", wager.stdev), ("volatility_index", wager.volatility_index)):
        if root is not None:
            yield {"section": "total", "wager": wager.id, "line": name, "value": fixed(root, 12)}
    for number, note in enumerate(wager.notes, 1):
        yield {"section": "wager", "wager": wager.id, "line": f"note {number}", "text": note}
    for band in wager.bands:
        yield {
            "section": "band",
            "wager": wager.id,
            "line": f"{band.confidence} %",
            "count": str(band.rounds),
            "low": fixed(band.low, 12),
            "high": fixed(band.high, 12),
        }
    for rank, ev in wager.by_up_card.items():
        yield {"section": "up card", "wager": wager.id, "line": rank} | _exactly(ev)


def _strategy(plan: StrategySummary) -> Iterator[Row]:
    for total in plan.totals:
        shown = f"{total.lowest} to {total.highest}" if total.count else ""
        yield {"section": "strategy", "line": total.action, "hand": shown, **_of(total.count, plan.deals)}
    for row in plan.categories:
        for total, count in zip(plan.totals, row.counts, strict=True):
            line = {"section": "strategy by hand", "line": total.action, "hand": row.hand}
            yield line | _of(count, plan.deals)
    for each in plan.cut_offs:
        line = {"section": "cut-off", "line": each.up or "any", "hand": each.plays}
        yield line | _of(each.count, each.deals)
    for number, text in enumerate(plan.rules, 1):
        yield {"section": "strategy rule", "line": str(number), "text": text}


def _progressives(par: ParSheet) -> Iterator[Row]:
    for jackpot in par.jackpots:
        mine = {"section": "progressive", "wager": jackpot.wager}
        yield mine | {"line": "stake", "value": str(jackpot.stake)}
        yield mine | {"line": "reset", "value": str(jackpot.reset)}
        yield mine | {"line": "contribution"} | _exactly(jackpot.contribution)
        yield mine | {"line": "own return at reset"} | _exactly(jackpot.own_return)
        if jackpot.long_run is not None:
            yield mine | {"line": "long-run return"} | _exactly(jackpot.long_run)
        for row in jackpot.rows:
            at = mine | {"table": f"{row.players} players"}
            yield at | {"line": "envy"} | _exactly(row.envy)
            yield at | {"line": "return at reset"} | _exactly(row.return_at_reset)
            yield at | {"line": "break-even meter", "value": str(row.break_even_meter)}


def _confirmation(held: ParConfirmation) -> Iterator[Row]:
    mine = {"section": "confirmation"}
    known = {"seed": str(held.seed), "engine": held.engine, **held.versions}
    for name, text in known.items():
        yield mine | {"line": name, "text": text}
    yield mine | {"line": "rounds", "value": str(held.rounds)}
    for wager, cents in held.bets.items():
        yield mine | {"wager": wager, "line": "bet", "value": str(cents)}
    for row in held.found.rows:
        told = {"exact": f"{row.exact:.12g}", "value": f"{row.simulated:.12g}", "probability": f"{row.p:.6g}"}
        score = "" if row.z is None else f"{row.z:.6f}"
        yield mine | {"wager": row.wager, "line": held.words(row), "net": score} | told
    yield mine | {"line": "verdict", "text": held.verdict}


def _exactly(number: Fraction) -> Row:
    return {"value": fixed(number, 12), "exact": str(number)}


def _of(count: int, deals: int) -> Row:
    share = Fraction(count, deals) if deals else Fraction(0)
    return {"count": str(count), "outcomes": str(deals), "probability": chance(share)}
