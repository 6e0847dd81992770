"""A PAR sheet as rows, a line or figure each, for CSV, data frames and workbooks; and as JSON.

Numbers stay exact fractions until they are printed; roots and bands have thirty digits.

>>> from fractions import Fraction
>>> fixed(Fraction(-402, 5525), 6), percent(Fraction(402, 5525))
('-0.072760', '7.2760 %')
>>> chance(Fraction(1, 3 * 10**9))
'3.333333e-10'
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict, cast, get_args, get_type_hints

from pitboss.dataframes import both
from pitboss.messages.rules import amount_words, rule_sentence
from pitboss.report.laboratory import Laboratory
from pitboss.report.notes import DECIDED
from pitboss.report.strategy_summary import StrategySummary
from pitboss.sheet.rule_card import RuleRow
from pitboss.sim.simulated import CONFIDENCE, SEED
from pitboss.text import write_rows

if TYPE_CHECKING:
    from pitboss.report.sheet_figures import ParConfirmation, ParSheet, WagerPar
    from pitboss.sim.simulated import Simulated

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

    section: str | None
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
    named = {"returns" if name == "return" else name: cell for name, cell in row.items()}
    plain: dict[str, Any] = {}
    for name, kind in get_type_hints(ParRow).items():
        whole, _, part = name.rpartition("_")
        if part in ("numerator", "denominator"):
            cell = named.get(whole)
            plain[name] = getattr(cell, part) if isinstance(cell, Fraction) else None
        else:
            plain[name] = get_args(kind)[0](named[name]) if name in named else None
    return cast(ParRow, plain)


def par_rows(par: ParSheet) -> Iterator[Row]:
    """Every figure and line of a PAR sheet, section by section; its numbers are not printed yet."""
    names = (
        "house",
        "name",
        "game",
        "hash",
        "date",
        "revision",
        "author",
        "table_min",
        "table_max",
        "seats",
        "players",
    )
    yield from _known({"section": "sheet"}, {name: getattr(par, name) for name in (*names, "meter")})
    notices = [notice.text for notice in par.notices]
    yield from _listed({"section": "rule"}, map(rule_sentence, par.rules))
    yield from _listed({"section": "note"}, par.notes)
    yield from _listed({"section": "assumption"}, par.assumptions)
    yield from _listed({"section": "notice"}, notices)
    for wager in par.wagers:
        yield from _wager(wager)
    for simulated in par.simulated:
        mine: Row = {"section": "simulated", "wager": simulated.id}
        yield from _known(mine, {"label": simulated.label})
        yield from _simulated(mine, simulated.made)
        yield from _known(mine, {"decided": DECIDED[simulated.made.decided].strip() or None})
    for refused in par.refused:
        yield {"section": "refused", "wager": refused.id, "line": refused.label, "text": refused.why}
    if par.plan is not None:
        yield from _strategy(par.plan)
    yield from _progressives(par)
    yield from laboratory_rows(par.laboratory)
    if par.confirmed is not None:
        yield from _confirmation(par.confirmed)
    for clause in (*par.clauses, *par.standard):
        yield from _known({"section": "clause"}, {clause.id: clause.says})
        yield from _known({"section": "reading"}, {clause.id: clause.reading})


def _known(mine: Row, figures: Mapping[str, Cell | None]) -> Iterator[Row]:
    """A row for each text or number that there is; a fraction is in it exactly, too."""
    for line, each in figures.items():
        if each is not None:
            exact: Row = {"exact": each} if isinstance(each, Fraction) else {}
            yield mine | {"line": line, "text" if isinstance(each, str) else "value": each} | exact


def _listed(mine: Row, texts: Iterable[str], what: str = "") -> Iterator[Row]:
    """Numbered texts."""
    return _known(mine, {f"{what}{number}": text for number, text in enumerate(texts, 1)})


def _wager(wager: WagerPar) -> Iterator[Row]:
    mine: Row = {"section": "wager", "wager": wager.id}
    words = {"label": wager.label, "amount": amount_words(wager.amount), "priced": wager.priced}
    yield from _known(mine, words | {"sample space": wager.space})
    for number, table in enumerate(wager.tables):
        for line in table.lines:
            yield mine | {
                "section": "line" if table.covers == "whole" else "part",
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
    totals: dict[str, Cell | None] = {"ev": wager.ev, "house_edge": wager.house_edge, "return": wager.returns}
    names = ("bet", "element_of_risk", "hit_frequency", "variance")
    totals |= {name: getattr(wager, name) for name in names}
    totals |= {"increment": wager.increment or None, "others": wager.others or None}
    totals |= {"stdev": wager.stdev, "volatility_index": wager.volatility_index}
    yield from _known(mine | {"section": "total"}, totals)
    if wager.simulated is not None:
        yield from _simulated(mine | {"section": "simulated"}, wager.simulated)
    yield from _listed(mine, wager.notes, "note ")
    for band in wager.bands:
        ends: Row = {"count": band.rounds, "low": band.low, "high": band.high}
        yield mine | {"section": "band", "line": f"{band.confidence} %"} | ends
    yield from _known(mine | {"section": "up card"}, wager.by_up_card)


def _simulated(mine: Row, made: Simulated) -> Iterator[Row]:
    """Figures with the ends of their intervals, and how they came."""
    yield from _known(mine, {"why": made.why, "seats": ", ".join(map(str, made.seats))})
    run = {"seed": SEED, "rounds": made.found.sample.size, "confidence": CONFIDENCE}
    yield from _known(mine, run)
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
        line = {"section": "cut-off", "line": each.up or "any"}
        yield line | {"hand": each.plays} | _of(each.count, each.deals)
        if each.raised:
            yield line | {"text": f"Raise {each.raised}"}
    yield from _listed({"section": "strategy rule"}, plan.rule)
    yield from _listed({"section": "strategy counted"}, plan.rules)
    for part in plan.hands:
        line = {"section": "strategy hands", "line": part.action, "hand": part.group}
        yield line | {"count": part.count, "text": part.words}


def _progressives(par: ParSheet) -> Iterator[Row]:
    for jackpot in par.jackpots:
        mine: Row = {"section": "progressive", "wager": jackpot.wager}
        known: dict[str, Cell | None] = {"stake": jackpot.stake, "reset": jackpot.reset}
        known |= {"contribution": jackpot.contribution, "own return at reset": jackpot.own_return}
        yield from _known(mine, known | {"long-run return": jackpot.long_run})
        for row in jackpot.rows:
            meter: dict[str, Cell | None] = {"envy": row.envy, "return at reset": row.return_at_reset}
            meter["break-even meter"] = row.break_even_meter
            yield from _known(mine | {"table": f"{row.players} players"}, meter)


def _confirmation(held: ParConfirmation) -> Iterator[Row]:
    mine: Row = {"section": "confirmation"}
    run: dict[str, Cell | None] = {
        "seed": held.seed,
        "engine": held.engine,
        **held.versions,
        "rounds": held.rounds,
    }
    yield from _known(mine, run)
    for wager, cents in held.bets.items():
        yield from _known(mine | {"wager": wager}, {"bet": cents})
    for row in held.found.rows:
        told: Row = {"exact": row.exact, "value": row.simulated, "probability": row.p}
        score: Row = {} if row.z is None else {"net": row.z}
        yield mine | {"wager": row.wager, "line": held.words(row)} | score | told
    yield from _known(mine, {"verdict": held.verdict})


def _of(count: int, deals: int) -> Row:
    share = Fraction(count, deals) if deals else Fraction(0)
    return {"count": count, "outcomes": deals, "probability": share}


def laboratory_rows(lab: Laboratory) -> Iterator[Row]:
    """One row for each figure."""
    mine: Row = {"section": "laboratory"}
    yield from _known(mine, {"version": lab.version})
    yield from _listed(mine, lab.statements, "statement ")
    for shape in lab.shapes:
        spread = {"skewness": shape.skewness, "excess kurtosis": shape.kurtosis}
        yield from _known(mine | {"wager": shape.wager}, {"any return": shape.returns, **spread})
    for each in lab.folk:
        at = mine | {"wager": "ante", "text": each.label}
        yield from _known(at, {each.strategy: Fraction(each.ev)})
    for name, most in lab.exposure.by_wager.items():
        yield from _known(mine | {"wager": name}, {"largest win": most})
    exposed = {"exposure of a seat": lab.exposure.seat, "exposure of the table": lab.exposure.table}
    yield from _known(mine, exposed)
    for other in lab.others:
        at = mine | {"wager": other.wager, "table": other.table}
        yield from _known(at, {other.house: other.house_edge})
    if (meter := lab.meter) is not None:
        at = mine | {"wager": meter.wager}
        hits = {"chance of a bet": meter.per_bet, "rounds to a hit": meter.mean_rounds}
        yield from _known(at, {**hits, "reset cost": meter.funding})
        for row in meter.rows():
            hit = at | {"line": f"hit within, {row['percent']} %", "count": row["rounds"]}
            yield hit | ({} if row["meter"] is None else {"value": row["meter"]})
    if lab.table is not None:
        for seats in lab.table.rows():
            at = mine | {"text": "cents a round"}
            yield from _known(at, {f"deviation of {seats['players']} seats": seats["stdev"]})


_DIGITS: Final = Context(prec=40)
# How many standard deviations hold this share of a normal distribution, half of the rest on either side.
Z: Final[Mapping[int, Decimal]] = {90: Decimal("1.644854"), 95: Decimal("1.959964"), 99: Decimal("2.575829")}


def root(square: Fraction) -> Decimal:
    """The square root of an exact number."""
    return _DIGITS.sqrt(as_decimal(square))


def volatility_index(variance: Fraction) -> Decimal:
    """z at 90 % confidence times the standard deviation."""
    return _DIGITS.multiply(Z[90], root(variance))


def as_decimal(number: Fraction) -> Decimal:
    """A fraction to forty digits."""
    return _DIGITS.divide(Decimal(number.numerator), Decimal(number.denominator))


def fixed(number: Fraction | Decimal, places: int) -> str:
    """A number with so many decimals, rounded once, from its exact value."""
    scaled = round(Fraction(number) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{places}d}"


def percent(number: Fraction | Decimal, places: int = 4) -> str:
    """A share in percent."""
    return f"{fixed(Fraction(number) * 100, places)} %"


def chance(number: Fraction) -> str:
    """A probability with ten decimals, or as a power of ten where that would leave few digits."""
    if 0 < abs(number) < Fraction(1, 10**6):
        return f"{as_decimal(number):.6e}"
    return fixed(number, 10)


_FLOATS: Final = {"net": ".6f", "probability": ".6g"}  # of a simulation: z and p


def as_csv(par: ParSheet) -> str:
    """The rows as text, with a head, ended by single line feeds."""
    out = io.StringIO()
    write_rows(out, [COLUMNS])
    for row in par_rows(par):
        cells = {key: cell if key in WORDS else printed(key, cell) for key, cell in row.items()}
        write_rows(out, [map(cells.get, COLUMNS)])
    return out.getvalue()


def printed(column: str, cell: Cell) -> str:
    """A number as it is printed in a column."""
    if isinstance(cell, float):
        return format(cell, _FLOATS.get(column, ".12g"))
    if isinstance(cell, Fraction) and column == "probability":
        return chance(cell)
    if isinstance(cell, Fraction | Decimal) and column not in ("net", "exact"):
        return fixed(cell, 12)
    return str(cell)


# --- The same as JSON: what the records hold and what is worked out of them.

_EXACT: Final = re.compile(r"(Mapping\[\w+, )?Fraction\]?( \| None)?")  # types of exact numbers, as written
LEFT_OUT: Final = frozenset({"price", "facts", "key", "sheet"})  # what these say, others say in words


def as_json(par: ParSheet) -> dict[str, Any]:
    """What `pitboss par --json` prints: records with what is worked out of them, named by their ids."""
    found: dict[str, Any] = _plain(par)
    return found | {"rules": [rule_sentence(row) for row in par.rules]}


def _plain(value: Any) -> Any:
    """A record as its fields and properties, and anything else as JSON has it."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, tuple) and value and isinstance(value[0], RuleRow):
        return amount_words(value)
    if is_dataclass(value):
        kind = type(value)
        hints = {each.name: str(each.type) for each in fields(value)}
        hints |= {
            name: each.fget.__annotations__["return"]
            for name, each in vars(kind).items()
            if isinstance(each, property) and each.fget
        }
        told: dict[str, Any] = {}
        for name, hint in hints.items():
            mine = getattr(value, name)
            if name in LEFT_OUT:
                continue
            told |= both(name, mine) if _EXACT.fullmatch(hint) else {name: _plain(mine)}
        return told
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        by_id = bool(value) and hasattr(value[0], "id")
        return {each.id: _plain(each) for each in value} if by_id else [_plain(each) for each in value]
    return float(value) if isinstance(value, Decimal) else value
