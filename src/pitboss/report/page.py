"""A PAR sheet as one self-contained page that reads on a screen and prints on paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.messages.rules import amount_words, rule_sentence
from pitboss.money import dollars
from pitboss.odds.risk.long_runs import CONFIDENCES, MeterRisk
from pitboss.odds.risk.table_swings import TableRisk
from pitboss.report.laboratory import Laboratory
from pitboss.report.lines import LineTable
from pitboss.report.notes import stand_in_words, win_frequency_words
from pitboss.report.odds_plot import LONGEST, Edge, edge_finding
from pitboss.report.sheet_figures import Jackpot, ParConfirmation, ParSheet, WagerPar
from pitboss.report.sheet_rows import Z, chance, fixed, percent
from pitboss.report.strategy_summary import HANDS_WORDS, CutOff, StrategySummary
from pitboss.sim.simulated import Simulated
from pitboss.text import plural, templates_beside

# Characters that XML forbids, and those that turn the direction of the text after them.
_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)


class Look(NamedTuple):
    """How the cells of a column are printed: the class on the page (`n` numbers, `x` long exact ones, `w`
    words), and the words of a value. A text is printed as it is, and nothing as a dash.
    """

    css: str
    words: Callable[[Any], str] = str

    def cell(self, value: object) -> str:
        return "–" if value is None else value if isinstance(value, str) else self.words(value)


LABEL, WORDS, EXACT, COUNT = Look(""), Look("w"), Look("x"), Look("n", "{:,}".format)
PERCENT, FIGURE, MONEY = Look("n", percent), Look("n", partial(fixed, places=10)), Look("n", dollars)
CHANCE, NUMBER, FOUR = Look("n", chance), Look("n", "{:.4f}".format), Look("n", partial(fixed, places=4))


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. The cell at `head` is the heading of its row, and the last row may be a total."""

    caption: str
    heads: Sequence[tuple[str, Look]]
    rows: Iterable[Sequence[object]]
    total: Sequence[object] | None = None
    head: int = 0

    def cells(self, row: Sequence[object]) -> Iterator[tuple[str, str]]:
        """The class and the words of each cell."""
        for (_, look), value in zip(self.heads, row, strict=True):
            yield look.css, look.cell(value)


def fit(value: Any) -> Any:
    """Words that are safe in the page; what is markup already stays."""
    plain = isinstance(value, str) and not hasattr(value, "__html__")
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", value) if plain else value


TEMPLATES: Final = templates_beside(__file__, keep_trailing_newline=True, finalize=fit)


def laboratory_grids(lab: Laboratory) -> list[Grid]:
    """The tables of the section, those that have something to say."""
    found = [_shapes(lab), _folk(lab), _exposure(lab)]
    if lab.others:
        found.append(_others(lab))
    if lab.meter is not None:
        found += [_meter(lab, lab.meter), _hits(lab.meter)]
    if lab.table is not None:
        found.append(_table(lab.table))
    return found


def _shapes(lab: Laboratory) -> Grid:
    heads = (("Wager", LABEL), ("Any return", PERCENT), ("Exact", EXACT), ("Skewness", NUMBER))
    rows = [(each.label, each.returns, each.returns, each.skewness, each.kurtosis) for each in lab.shapes]
    caption = "How often anything comes back, and the shape of the net"
    return Grid(caption, (*heads, ("Excess kurtosis", NUMBER)), rows)


def _folk(lab: Laboratory) -> Grid:
    heads = (("Strategy", LABEL), ("Return", PERCENT), ("House edge", PERCENT), ("Gives up", PERCENT))
    rows = [
        (each.label, 1 + Fraction(each.ev), -Fraction(each.ev), Fraction(each.cost), each.ev)
        for each in lab.folk
    ]
    return Grid("The main game under strategies of players", (*heads, ("Exact EV", EXACT)), rows)


def _exposure(lab: Laboratory) -> Grid:
    heads = (("Largest bet", LABEL), ("Bet", MONEY), ("Wins at most", MONEY))
    made = lab.exposure
    rows: list[Sequence[object]] = [
        (lab.labels[name], made.bets[name], most) for name, most in made.by_wager.items()
    ]
    rows.append(("All of them at one seat, in one deal", sum(made.bets.values()), made.seat))
    rows.append(("All of them at every seat: no deal costs more", "", made.table))
    return Grid("Exposure in one round at the table's limits", heads, rows)


def _others(lab: Laboratory) -> Grid:
    heads = (("Table", LABEL), ("As printed at", LABEL), ("Odds to 1", WORDS), ("House edge", PERCENT))
    rows = [
        (
            each.label,
            each.house,
            ", ".join(f"{key.replace('_', ' ')} {odds}" for key, odds in each.lines.items()),
            each.house_edge,
            each.house_edge,
        )
        for each in lab.others
    ]
    return Grid("Posted tables, with those of other houses instead", (*heads, ("Exact", EXACT)), rows)


def _meter(lab: Laboratory, meter: MeterRisk) -> Grid:
    heads = (("Figure", LABEL), ("Value", PERCENT), ("Exact", EXACT))
    mean = meter.mean_at_hit
    rows = [
        ("Chance of one bet to take the meter", f"1 in {fixed(1 / meter.per_bet, 2)}", meter.per_bet),
        ("Rounds from hit to hit", fixed(meter.mean_rounds, 2), meter.mean_rounds),
        *([("Meter at the hit, on average", dollars(round(mean)), mean)] if mean is not None else []),
        ("Increment, of each bet", meter.contribution, meter.contribution),
        ("Cost of starting again, of each bet", meter.funding, meter.funding),
    ]
    seats = plural(meter.players, "player")
    return Grid(f"The meter of {lab.labels[meter.wager]} with {seats}", heads, rows)


def _hits(meter: MeterRisk) -> Grid:
    heads = (("With this chance", COUNT), ("it is hit within rounds", COUNT), ("and shows at most", MONEY))
    rows = [(f"{row['percent']} %", row["rounds"], row["meter"]) for row in meter.rows()]
    return Grid("The time to a hit, and the meter then", heads, rows)


def _table(risk: TableRisk) -> Grid:
    ante, six = risk.bets["ante"], Look("n", "{:.6f}".format)
    heads = (("Seats", COUNT), ("Mean", FIGURE), ("Deviation", six), ("Were seats apart", six))
    rows = [
        (
            players,
            fixed(risk.mean(players) / ante, 6),
            risk.stdev(players) / ante,
            risk.apart(players) / ante,
            risk.variance(players) / ante**2,
        )
        for players in range(1, risk.seats + 1)
    ]
    together = risk.correlation("ante", "ante", seats=2)
    caption = f"The main game at several seats, in Antes a round; correlation of two seats {together:.6f}"
    return Grid(caption, (*heads, ("Variance", EXACT)), rows)


def as_html(par: ParSheet) -> str:
    """The page as text, without script or anything to fetch."""
    return TEMPLATES.get_template("par.html.j2").render(
        par=par,
        known=_known(par),
        summary=_summary(par),
        edges=_edge_chart(par),
        play=_play_chart(par.plan) if par.plan else None,
        row_height=_ROW,
        refused=[
            *(stand_in_words(each.label, each.made, par.players) for each in par.simulated),
            *(f"{each.label} is not priced: {each.why}." for each in par.refused),
        ],
        notes=(*par.notes, *(f"{each.text} ({each.clause})" for each in par.notices)),
        rules=[rule_sentence(row) for row in par.rules],
        wagers=[_wager(wager, par.players) for wager in par.wagers],
        strategy=[] if par.plan is None else list(_strategy(par.plan)),
        jackpots=[_jackpot(jackpot) for jackpot in par.jackpots],
        confirmed=_confirmation(par.confirmed) if par.confirmed else None,
        statements=par.laboratory.statements,
        laboratory=laboratory_grids(par.laboratory),
    )


def _known(par: ParSheet) -> list[tuple[str, str]]:
    return [
        ("House", f"{par.name} ({par.house})"),
        ("Game", par.game),
        ("Sheet hash", par.hash),
        ("Made by", f"Pitboss {par.laboratory.version}"),
        *([("Revision", par.revision)] if par.revision else []),
        ("Date", par.date or ""),
        ("Author", par.author or ""),
        ("Table limits", f"{dollars(par.table_min)} to {dollars(par.table_max)}"),
        ("Seats", str(par.seats)),
        ("Priced for", plural(par.players, "player")),
        *([("Priced at meter", dollars(par.meter))] if par.meter is not None else []),
    ]


def edges_of_par(par: ParSheet) -> list[Edge]:
    """The edge of each wager, for its bar."""
    made = [Edge(par.name, each.unit, each.house_edge) for each in par.wagers]
    for each in par.simulated:
        mean = each.made.mean
        made.append(Edge(par.name, each.label, -mean.value, (-mean.high, -mean.low)))
    return made


_ROW: Final = 24  # of a chart: how high a row is, where bars begin, and how long they get
_LEFT, _LONG = 190, 380


def _edge_chart(par: ParSheet) -> dict[str, Any]:
    """A bar for the edge of each wager, to the left of zero where it is the player's."""
    edges = edges_of_par(par)
    shown = [max(-LONGEST, min(LONGEST, float(edge.edge))) for edge in edges]
    low, high = min(0.0, *shown), max(0.0, *shown)
    unit = _LONG / ((high - low) or 1)
    zero = _LEFT - low * unit
    rows = []
    for edge, size in zip(edges, shown, strict=True):
        kind = "player" if size < 0 else "house"
        part = {"kind": kind, "x": min(zero, zero + size * unit), "width": abs(size) * unit, "words": ""}
        rows.append(
            {"label": edge.wager, "parts": [part], "end": edge.words, "at": max(zero, zero + size * unit)}
        )
    return {"title": edge_finding(edges, par.name), "rows": rows, "zero": zero, "legend": []}


def _play_chart(plan: StrategySummary) -> dict[str, Any]:
    """What the best play does with each kind of hand, as parts of a bar."""
    rows = []
    order = sorted(
        range(len(plan.totals)), key=lambda place: plan.totals[place].id == "fold"
    )  # fold comes last
    kinds = ["raise" if "_" in total.id else total.id for total in plan.totals]
    for each in plan.categories:
        whole, at, parts = sum(each.counts), float(_LEFT), []
        for place in order:
            share = each.counts[place] / whole
            words = f"{share:.0%}" if share >= 0.08 else ""
            parts.append({"kind": kinds[place], "x": at, "width": share * _LONG, "words": words})
            at += share * _LONG
        rows.append({"label": each.hand, "parts": parts, "end": f"{whole:,} deals", "at": _LEFT + _LONG})
    keys = [(kinds[place], plan.totals[place].action) for place in order]
    title = plan.rule[0] if plan.rule and len(plan.rule) < 5 else "What the best play does, by kind of hand"
    return {"title": title, "rows": rows, "zero": _LEFT, "legend": keys}


def _summary(par: ParSheet) -> Grid:
    heads = [("Wager", LABEL), *((name, PERCENT) for name in ("Return", "House edge", "Element of risk"))]
    heads += [("Net wins", PERCENT), ("Standard deviation", FOUR), ("Volatility index", FOUR)]
    rows = [_summary_row(wager) for wager in par.wagers]
    for each in par.simulated:
        edge, wins, stdev = _about(each.made)
        low, high = (fixed(Decimal(end), 5) for end in (each.made.mean.low, each.made.mean.high))
        rows.append((each.label, None, edge, None, wins, stdev, None, f"~ from {low} to {high}"))
    marks = "; ~ simulated" if any("~" in str(cell) for row in rows for cell in row) else ""
    return Grid(f"All wagers, per unit of the wager{marks}", [*heads, ("Exact EV", EXACT)], rows)


def _summary_row(wager: WagerPar) -> Sequence[object]:
    _, wins, stdev = _about(wager.simulated)
    increment = f" + {percent(wager.increment)} to the meter" if wager.increment else ""
    returns, hits = f"{percent(wager.returns)}{increment}", wager.hit_frequency
    deviation = stdev if wager.stdev is None else wager.stdev
    risk = wager.house_edge, wager.element_of_risk, wins if hits is None else hits
    return wager.label, returns, *risk, deviation, wager.volatility_index, wager.ev


def _about(made: Simulated | None) -> tuple[str | None, str | None, str | None]:
    """Simulated edge, net wins and deviation, marked; nothing where there is none."""
    found = {} if made is None else made.figures()
    edge, wins = (
        f"~{percent(Decimal(found[name].value), places)}" if name in found else None
        for name, places in (("house_edge", 3), ("hit_frequency", 2))
    )
    return edge, wins, f"~{found['stdev'].value:.3f}" if "stdev" in found else None


def _wager(wager: WagerPar, players: int) -> dict[str, Any]:
    known = [
        ("May be bet", f"{amount_words(wager.amount)} ({wager.clause})"),
        ("Priced", wager.priced),
        ("Sample space", wager.space),
        *([("Pay table", f"posted by the house ({', '.join(wager.posted)})")] if wager.posted else []),
    ]
    known += [("Note", note) for note in wager.notes]
    if wager.simulated is not None:
        known.append(("Simulated", win_frequency_words(wager.label, wager.simulated, players)))
    if wager.others:
        known.append(
            ("Others' hands", f"add {fixed(wager.others, 10)} = {wager.others} to what the lines return")
        )
    figures = [_totals(wager), *([_bands(wager)] if wager.bands else [])]
    if wager.by_up_card:
        heads = [("Up card", LABEL), ("EV", FIGURE), ("Exact EV", EXACT)]
        rows = ((_rank(rank), ev, ev) for rank, ev in wager.by_up_card.items())
        figures.append(Grid("Mean net against each up card", heads, rows))
    return {
        "id": wager.id,
        "label": wager.label,
        "known": known,
        "whole": [_lines(each) for each in wager.tables if each.covers == "whole"],
        "parts": [_lines(each) for each in wager.tables if each.covers == "part"],
        "figures": figures,
    }


def _lines(made: LineTable) -> Grid:
    """The lines with only the columns that say something; the last row adds them up."""
    events, hands = any(line.event for line in made.lines), any(line.hand for line in made.lines)
    heads = [("What happened", WORDS)] * events + [("Hand", WORDS)] * hands + [("Pays", WORDS)]
    heads += [("Net", Look("n")), ("Count", COUNT), ("Probability", CHANCE), ("Return", FIGURE)]
    rows = (
        (
            *([line.event or "Otherwise"] * events),
            *([line.hand or None] * hands),
            *(line.pays, line.net, line.count, line.probability, line.returns),
        )
        for line in made.lines
    )
    whole = sum((line.probability for line in made.lines), Fraction(0))
    head = int(events and all(line.hand for line in made.lines))
    total: list[object] = [""] * (events + hands + 2)
    total[head] = "Total"
    return Grid(made.title, heads, rows, [*total, made.count, fixed(whole, 10), made.returns], head)


def _totals(wager: WagerPar) -> Grid:
    unit = "per unit of the wager"
    rows: list[
        tuple[str, Fraction | Decimal | None, bool, str]
    ] = [  # name, value, whether it is a share, what it is
        ("Mean net (EV)", wager.ev, False, "sum of the lines' returns"),
        ("House edge", wager.house_edge, True, "minus EV"),
        ("Return", wager.returns, True, "1 plus EV"),
        (
            "Increment",
            wager.increment or None,
            True,
            "of each bet, put into the meter: no part of the return",
        ),
        ("Mean bet", wager.bet, False, f"all that is bet, {unit}"),
        ("Element of risk", wager.element_of_risk, True, "house edge divided by mean bet"),
        ("Net win (hit) frequency", wager.hit_frequency, True, "share of outcomes with a net above zero"),
        ("Variance", wager.variance, False, "mean of net squared, minus EV squared"),
        ("Standard deviation", wager.stdev, False, "root of the variance"),
        ("Volatility index", wager.volatility_index, False, f"{Z[90]} times the standard deviation"),
    ]
    heads = [("Figure", LABEL), ("Value", FIGURE), ("Exact", EXACT), ("Definition", WORDS)]
    shown = (
        (name, percent(value, 6) if share else value, value if isinstance(value, Fraction) else "", says)
        for name, value, share, says in rows
        if value is not None
    )
    return Grid(f"Totals, {unit}", heads, shown)


def _bands(wager: WagerPar) -> Grid:
    by_rounds: dict[int, list[str]] = {}
    for band in wager.bands:
        by_rounds.setdefault(band.rounds, []).append(f"{percent(band.low)} to {percent(band.high)}")
    heads = [("Rounds", COUNT), *((f"{confidence} %", COUNT) for confidence in CONFIDENCES)]
    caption = "Actual hold by confidence, counted: half of the rest lies on either side, at most"
    return Grid(caption, heads, [(rounds, *cells) for rounds, cells in by_rounds.items()])


def _strategy(plan: StrategySummary) -> Iterator[Grid]:
    heads = [("Action", LABEL), ("Deals", COUNT), ("Share", PERCENT)]
    rows = (
        (total.action, total.count, Fraction(total.count, plan.deals), total.lowest, total.highest)
        for total in plan.totals
    )
    whole = ("Total", plan.deals, Fraction(1), "", "")
    lowest = ("Lowest hand", LABEL), ("Highest hand", LABEL)
    yield Grid("How many deals do what", [*heads, *lowest], rows, whole)
    heads = [("First three cards", LABEL), *((total.action, COUNT) for total in plan.totals)]
    total = ("Total", *(total.count for total in plan.totals))
    yield Grid("Deals by hand and action", heads, [(row.hand, *row.counts) for row in plan.categories], total)
    if plan.cut_offs:
        heads = [("Up card", LABEL), ("Play with", LABEL), ("Deals that play", COUNT), ("Share", PERCENT)]
        cuts = (
            (_rank(each.up), _plays(each), each.count, Fraction(each.count, each.deals))
            for each in plan.cut_offs
        )
        yield Grid("From which hand on to play", heads, cuts)
    if plan.hands:
        heads = [("First three cards", LABEL), ("Action", LABEL), ("Deals", COUNT), ("Hands", WORDS)]
        hands = ((each.group, each.action, each.count, each.words) for each in plan.hands)
        yield Grid(f"Which hands: {HANDS_WORDS}", heads, hands)


def _plays(cut: CutOff) -> str:
    return f"{cut.plays}; raise {cut.raised}" if cut.raised else cut.plays


def _jackpot(jackpot: Jackpot) -> dict[str, Any]:
    known = [
        ("Bet", dollars(jackpot.stake)),
        ("Reset", f"{dollars(jackpot.reset)} ({jackpot.clause})"),
        ("Increment", f"{percent(jackpot.contribution)} of each bet goes to the meter"),
        ("Return at reset", f"{percent(jackpot.own_return)} = {jackpot.own_return}, without envy"),
    ]
    if jackpot.long_run is not None:
        both = f"{percent(jackpot.long_run)} = {jackpot.long_run}"
        known.append(("Return in the long run", f"{both}: return at reset plus increment, without envy"))
    heads = [("Players", COUNT), ("Envy", PERCENT), ("Return at reset", PERCENT), ("Exact", EXACT)]
    rows = (
        (row.players, row.envy, row.return_at_reset, row.return_at_reset, row.break_even_meter)
        for row in jackpot.rows
    )
    caption = f"{jackpot.label} by players at the table"
    players = Grid(caption, [*heads, ("Break-even meter", MONEY)], rows)
    return {"label": jackpot.label, "known": known, "players": players}


def _confirmation(held: ParConfirmation) -> dict[str, Any]:
    bet = held.sheet.bet_text(held.bets)
    known = [
        ("Rounds", f"{held.rounds:,} dealt by chance (Philox 4x64-10)"),
        ("Seed", held.seed),
        ("Sheet hash", held.sheet.hash),
        ("Bet", f"{bet}; one seat, optimal play"),
        ("Engine", ", ".join((held.engine, *(f"{name} {each}" for name, each in held.versions.items())))),
    ]
    eight, chance_of = Look("n", "{:.8f}".format), Look("n", "{:.4g}".format)
    heads = [("Figure", WORDS), ("Exact", eight), ("Simulated", eight), ("z", Look("n", "{:+.3f}".format))]
    rows = (
        (held.words(row), row.exact, row.simulated, "" if row.z is None else row.z, row.p)
        for row in held.found.rows
    )
    shown = Grid("Exact beside simulated", [*heads, ("Chance", chance_of)], rows)
    return {"known": known, "verdict": held.verdict, "rows": shown}


def _rank(rank: str) -> str:
    return RANK_NAMES[RANKS.index(rank)].capitalize() if rank else "None shows"
