"""What a laboratory asks for, as tables of the page and as rows of the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from pitboss.money import dollars
from pitboss.report.figures import fixed, percent
from pitboss.report.laboratory import Laboratory
from pitboss.report.markup import Grid

Row: TypeAlias = dict[str, str | int | float | Fraction | Decimal]
Heads = tuple[tuple[str, str], ...]


def laboratory_grids(lab: Laboratory) -> list[Grid]:
    """The tables of the section, those that have something to say."""
    found = [_shapes(lab), _folk(lab), _exposure(lab)]
    if lab.others:
        found.append(_others(lab))
    if lab.meter is not None:
        found += [_meter(lab), _hits(lab)]
    if lab.table is not None:
        found.append(_table(lab))
    return found


def _grid(caption: str, heads: Heads, rows: Sequence[tuple[str, ...]]) -> Grid:
    return Grid(caption, heads, tuple(rows))


def _shapes(lab: Laboratory) -> Grid:
    heads = (("Wager", ""), ("Any return", "n"), ("Exact", "x"), ("Skewness", "n"), ("Excess kurtosis", "n"))
    rows = [
        (
            each.label,
            "–" if each.returns is None else percent(each.returns),
            "–" if each.returns is None else str(each.returns),
            "–" if each.skewness is None else f"{each.skewness:.4f}",
            "–" if each.kurtosis is None else f"{each.kurtosis:.4f}",
        )
        for each in lab.shapes
    ]
    return _grid("How often anything comes back, and the shape of the net", heads, rows)


def _folk(lab: Laboratory) -> Grid:
    heads = (("Strategy", ""), ("Return", "n"), ("House edge", "n"), ("Gives up", "n"), ("Exact EV", "x"))
    rows = [
        (
            each.label,
            percent(1 + Fraction(each.ev)),
            percent(-Fraction(each.ev)),
            percent(Fraction(each.cost)),
            each.ev,
        )
        for each in lab.folk
    ]
    return _grid("The main game under strategies of players", heads, rows)


def _exposure(lab: Laboratory) -> Grid:
    heads = (("Largest bet", ""), ("Bet", "n"), ("Wins at most", "n"))
    made = lab.exposure
    rows = [
        (lab.labels[name], dollars(made.bets[name]), dollars(most)) for name, most in made.by_wager.items()
    ]
    rows.append(
        ("All of them at one seat, in one deal", dollars(sum(made.bets.values())), dollars(made.seat))
    )
    rows.append(("All of them at every seat: no deal costs more", "", dollars(made.table)))
    return _grid("Exposure in one round at the table's limits", heads, rows)


def _others(lab: Laboratory) -> Grid:
    heads = (("Table", ""), ("As printed at", ""), ("Odds to 1", "w"), ("House edge", "n"), ("Exact", "x"))
    rows = [
        (
            each.label,
            each.house,
            ", ".join(f"{key.replace('_', ' ')} {odds}" for key, odds in each.lines.items()),
            percent(each.house_edge),
            str(each.house_edge),
        )
        for each in lab.others
    ]
    return _grid("Posted tables, with those of other houses instead", heads, rows)


def _meter(lab: Laboratory) -> Grid:
    meter = lab.meter
    if meter is None:
        raise AssertionError("there is no meter")
    heads = (("Figure", ""), ("Value", "n"), ("Exact", "x"))
    mean = meter.mean_at_hit
    rows = [
        ("Chance of one bet to take the meter", f"1 in {fixed(1 / meter.per_bet, 2)}", str(meter.per_bet)),
        ("Rounds from hit to hit", fixed(meter.mean_rounds, 2), str(meter.mean_rounds)),
        *([("Meter at the hit, on average", dollars(round(mean)), str(mean))] if mean is not None else []),
        ("Increment, of each bet", percent(meter.contribution), str(meter.contribution)),
        ("Cost of starting again, of each bet", percent(meter.funding), str(meter.funding)),
    ]
    seats = f"{meter.players} player{'' if meter.players == 1 else 's'}"
    return _grid(f"The meter of {lab.labels[meter.wager]} with {seats}", heads, rows)


def _hits(lab: Laboratory) -> Grid:
    meter = lab.meter
    if meter is None:
        raise AssertionError("there is no meter")
    heads = (("With this chance", "n"), ("it is hit within rounds", "n"), ("and shows at most", "n"))
    rows = [
        (
            f"{row['percent']} %",
            f"{row['rounds']:,}",
            "–" if row["meter"] is None else dollars(row["meter"]),
        )
        for row in meter.rows()
    ]
    return _grid("The time to a hit, and the meter then", heads, rows)


def _table(lab: Laboratory) -> Grid:
    risk = lab.table
    if risk is None:
        raise AssertionError("the table's risk was not asked for")
    ante = risk.bets["ante"]
    heads = (("Seats", "n"), ("Mean", "n"), ("Deviation", "n"), ("Were seats apart", "n"), ("Variance", "x"))
    rows = [
        (
            str(players),
            fixed(risk.mean(players) / ante, 6),
            f"{risk.stdev(players) / ante:.6f}",
            f"{risk.apart(players) / ante:.6f}",
            str(risk.variance(players) / ante**2),
        )
        for players in range(1, risk.seats + 1)
    ]
    together = risk.correlation("ante", "ante", seats=2)
    caption = f"The main game at several seats, in Antes a round; correlation of two seats {together:.6f}"
    return _grid(caption, heads, rows)


def laboratory_rows(lab: Laboratory) -> Iterator[Row]:
    """One row for each figure."""
    mine: Row = {"section": "laboratory"}
    yield mine | {"line": "version", "text": lab.version}
    for number, text in enumerate(lab.statements, 1):
        yield mine | {"line": f"statement {number}", "text": text}
    for shape in lab.shapes:
        at = mine | {"wager": shape.wager}
        if shape.returns is not None:
            yield at | {"line": "any return", "value": shape.returns, "exact": shape.returns}
        if shape.skewness is not None:
            yield at | {"line": "skewness", "value": shape.skewness}
        if shape.kurtosis is not None:
            yield at | {"line": "excess kurtosis", "value": shape.kurtosis}
    for each in lab.folk:
        at = mine | {"wager": "ante", "line": each.strategy, "text": each.label}
        yield at | {"value": Fraction(each.ev), "exact": Fraction(each.ev)}
    for name, most in lab.exposure.by_wager.items():
        yield mine | {"wager": name, "line": "largest win", "value": most}
    yield mine | {"line": "exposure of a seat", "value": lab.exposure.seat}
    yield mine | {"line": "exposure of the table", "value": lab.exposure.table}
    for other in lab.others:
        at = mine | {"wager": other.wager, "table": other.table, "line": other.house}
        yield at | {"value": other.house_edge, "exact": other.house_edge}
    yield from _meter_rows(lab, mine)
    if lab.table is not None:
        for row in lab.table.rows():
            at = mine | {"line": f"deviation of {row['players']} seats"}
            yield at | {"value": row["stdev"], "text": "cents a round"}


def _meter_rows(lab: Laboratory, mine: Row) -> Iterator[Row]:
    meter = lab.meter
    if meter is None:
        return
    at = mine | {"wager": meter.wager}
    figures = {
        "chance of a bet": meter.per_bet,
        "rounds to a hit": meter.mean_rounds,
        "reset cost": meter.funding,
    }
    for name, figure in figures.items():
        yield at | {"line": name, "value": figure, "exact": figure}
    for row in meter.rows():
        yield (
            at
            | {"line": f"hit within, {row['percent']} %", "count": row["rounds"]}
            | ({} if row["meter"] is None else {"value": row["meter"]})
        )
