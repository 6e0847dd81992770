"""A PAR sheet as rows: a line or figure each, section by section, however it is written afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias, TypedDict

from pitboss.dataframes import exact
from pitboss.messages.rules import amount_words, rule_sentence
from pitboss.report.confirmation import ParConfirmation
from pitboss.report.laboratory_print import laboratory_rows
from pitboss.report.strategy_summary import StrategySummary
from pitboss.sim.stand_in import CONFIDENCE, SEED

if TYPE_CHECKING:
    from pitboss.report.sheet_figures import ParSheet, WagerPar
    from pitboss.sim.stand_in import LeftOut, StandIn

COLUMNS: Final = (
    *("section", "wager", "table", "line", "hand", "pays", "net", "count", "outcomes", "probability"),
    *("return", "low", "high", "value", "exact", "text"),
)
# Columns that hold words, which may come from a sheet file; all others hold numbers that are made here.
WORDS: Final = frozenset(("section", "wager", "table", "line", "hand", "pays", "text"))

Cell: TypeAlias = str | int | float | Fraction | Decimal
Row: TypeAlias = dict[str, Cell]


class ParRow(TypedDict):
    """A line or figure with plain values; `exact` is what `returns` or `value` is rounded from."""

    section: str
    wager: str | None
    table: str | None
    line: str | None
    hand: str | None
    pays: str | None
    net: float | None
    net_numerator: int | None
    net_denominator: int | None
    count: int | None
    outcomes: int | None
    probability: float | None
    returns: float | None
    low: float | None
    high: float | None
    value: float | None
    exact_numerator: int | None
    exact_denominator: int | None
    text: str | None


def plain_row(row: Row) -> ParRow:
    """A row of which every cell is text, a float or a whole number."""
    net, kept = row.get("net"), row.get("exact")
    whole = exact("exact", kept if isinstance(kept, Fraction) else None)
    return ParRow(
        section=str(row["section"]),
        wager=_text(row, "wager"),
        table=_text(row, "table"),
        line=_text(row, "line"),
        hand=_text(row, "hand"),
        pays=_text(row, "pays"),
        net=_float(row, "net"),
        net_numerator=net.numerator if isinstance(net, Fraction) else None,
        net_denominator=net.denominator if isinstance(net, Fraction) else None,
        count=_whole(row, "count"),
        outcomes=_whole(row, "outcomes"),
        probability=_float(row, "probability"),
        returns=_float(row, "return"),
        low=_float(row, "low"),
        high=_float(row, "high"),
        value=_float(row, "value"),
        exact_numerator=whole["exact_numerator"],
        exact_denominator=whole["exact_denominator"],
        text=_text(row, "text"),
    )


def _text(row: Row, name: str) -> str | None:
    return str(row[name]) if name in row else None


def _float(row: Row, name: str) -> float | None:
    return float(row[name]) if name in row else None


def _whole(row: Row, name: str) -> int | None:
    return int(row[name]) if name in row else None


def par_rows(par: ParSheet) -> Iterator[Row]:
    """Every figure and line of a PAR sheet, section by section; its numbers are not printed yet."""
    facts = {
        "house": par.house,
        "name": par.name,
        "game": par.game,
        "hash": par.hash,
        **({"date": par.date} if par.date else {}),
        **({"revision": par.revision} if par.revision else {}),
    }
    for name, text in facts.items():
        yield {"section": "sheet", "line": name, "text": text}
    numbers = {"table_min": par.table_min, "table_max": par.table_max, "seats": par.seats}
    numbers |= {"players": par.players} | ({} if par.meter is None else {"meter": par.meter})
    for name, number in numbers.items():
        yield {"section": "sheet", "line": name, "value": number}
    for section, texts in (
        ("rule", tuple(map(rule_sentence, par.rules))),
        ("note", par.notes),
        ("assumption", par.assumptions),
        ("notice", tuple(notice.text for notice in par.notices)),
    ):
        for number, text in enumerate(texts, 1):
            yield {"section": section, "line": str(number), "text": text}
    for wager in par.wagers:
        yield from _wager(wager)
    for simulated in par.simulated:
        mine: Row = {"section": "simulated", "wager": simulated.id}
        yield mine | {"line": "label", "text": simulated.label}
        yield from _simulated(mine, simulated.made)
        if simulated.made.without_envy:
            yield mine | {"line": "decided", "text": "as is best without envy"}
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
                "net": line.net,
                "count": line.count,
                "outcomes": line.outcomes,
                "probability": line.probability,
                "return": line.returns,
                "exact": line.returns,
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
    exact |= {name: each for name, each in (("increment", wager.increment), ("others", wager.others)) if each}
    for name, figure in exact.items():
        if figure is not None:
            yield {"section": "total", "wager": wager.id, "line": name} | _exactly(figure)
    for name, root in (("stdev", wager.stdev), ("volatility_index", wager.volatility_index)):
        if root is not None:
            yield {"section": "total", "wager": wager.id, "line": name, "value": root}
    if wager.simulated is not None:
        yield from _simulated({"section": "simulated", "wager": wager.id}, wager.simulated)
    for number, note in enumerate(wager.notes, 1):
        yield {"section": "wager", "wager": wager.id, "line": f"note {number}", "text": note}
    for band in wager.bands:
        yield {
            "section": "band",
            "wager": wager.id,
            "line": f"{band.confidence} %",
            "count": band.rounds,
            "low": band.low,
            "high": band.high,
        }
    for rank, ev in wager.by_up_card.items():
        yield {"section": "up card", "wager": wager.id, "line": rank} | _exactly(ev)


def _simulated(mine: Row, made: StandIn | LeftOut) -> Iterator[Row]:
    """Figures with the ends of their intervals, and how they came."""
    yield mine | {"line": "why", "text": made.why}
    yield mine | {"line": "seats", "text": ", ".join(map(str, made.seats))}
    for name, number in (("seed", SEED), ("rounds", made.found.sample.size), ("confidence", CONFIDENCE)):
        yield mine | {"line": name, "value": number}
    for name, each in made.figures().items():
        yield mine | {"line": name, "value": each.value, "low": each.low, "high": each.high}


def _strategy(plan: StrategySummary) -> Iterator[Row]:
    for total in plan.totals:
        shown = f"{total.lowest} to {total.highest}" if total.count else ""
        yield {"section": "strategy", "line": total.action, "hand": shown, **_of(total.count, plan.deals)}
    for row in plan.categories:
        for total, count in zip(plan.totals, row.counts, strict=True):
            line: Row = {"section": "strategy by hand", "line": total.action, "hand": row.hand}
            yield line | _of(count, plan.deals)
    for each in plan.cut_offs:
        line = {"section": "cut-off", "line": each.up or "any", "hand": each.plays}
        yield line | _of(each.count, each.deals)
        if each.raised:
            yield {"section": "cut-off", "line": each.up or "any", "text": f"Raise {each.raised}"}
    for number, text in enumerate(plan.rules, 1):
        yield {"section": "strategy rule", "line": str(number), "text": text}
    for part in plan.hands:
        line = {"section": "strategy hands", "line": part.action, "hand": part.group}
        yield line | {"count": part.count, "text": part.words}


def _progressives(par: ParSheet) -> Iterator[Row]:
    for jackpot in par.jackpots:
        mine: Row = {"section": "progressive", "wager": jackpot.wager}
        yield mine | {"line": "stake", "value": jackpot.stake}
        yield mine | {"line": "reset", "value": jackpot.reset}
        yield mine | {"line": "contribution"} | _exactly(jackpot.contribution)
        yield mine | {"line": "own return at reset"} | _exactly(jackpot.own_return)
        if jackpot.long_run is not None:
            yield mine | {"line": "long-run return"} | _exactly(jackpot.long_run)
        for row in jackpot.rows:
            at = mine | {"table": f"{row.players} players"}
            yield at | {"line": "envy"} | _exactly(row.envy)
            yield at | {"line": "return at reset"} | _exactly(row.return_at_reset)
            yield at | {"line": "break-even meter", "value": row.break_even_meter}


def _confirmation(held: ParConfirmation) -> Iterator[Row]:
    mine: Row = {"section": "confirmation"}
    known = {"seed": str(held.seed), "engine": held.engine, **held.versions}
    for name, text in known.items():
        yield mine | {"line": name, "text": text}
    yield mine | {"line": "rounds", "value": held.rounds}
    for wager, cents in held.bets.items():
        yield mine | {"wager": wager, "line": "bet", "value": cents}
    for row in held.found.rows:
        told: Row = {"exact": row.exact, "value": row.simulated, "probability": row.p}
        score: Row = {} if row.z is None else {"net": row.z}
        yield mine | {"wager": row.wager, "line": held.words(row)} | score | told
    yield mine | {"line": "verdict", "text": held.verdict}


def _exactly(number: Fraction) -> Row:
    return {"value": number, "exact": number}


def _of(count: int, deals: int) -> Row:
    share = Fraction(count, deals) if deals else Fraction(0)
    return {"count": count, "outcomes": deals, "probability": share}
