"""A PAR sheet as one self-contained page that reads on a screen and prints on paper."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, TypeVar

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.messages.rules import amount_words, rule_sentence
from pitboss.money import dollars, figure
from pitboss.odds.risk.long_runs import CONFIDENCES, MeterRisk
from pitboss.odds.risk.table_swings import TableRisk
from pitboss.report.laboratory import Laboratory
from pitboss.report.lines import LineTable
from pitboss.report.notes import stand_in_words, win_frequency_words
from pitboss.report.sheet_figures import Jackpot, ParConfirmation, ParSheet, WagerPar
from pitboss.report.sheet_rows import Z, chance, fixed, percent
from pitboss.report.strategy_summary import HANDS_WORDS, CutOff, StrategySummary
from pitboss.sim.stand_in import LeftOut, StandIn
from pitboss.text import plural, templates_beside

# Characters that XML forbids, and those that turn the direction of the text after them.
_UNFIT: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. A head is a text and the class of its column: `n` numbers, `x` long exact ones, `w`
    words; the cell at `head` is the heading of its row, and the last row may be a total.
    """

    caption: str
    heads: Sequence[tuple[str, str]]
    rows: Iterable[Sequence[str]]
    total: Sequence[str] | None = None
    head: int = 0


def fit(value: Any) -> Any:
    """Words as they may stand in the page; what is markup already stays."""
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
    heads = (("Wager", ""), ("Any return", "n"), ("Exact", "x"), ("Skewness", "n"), ("Excess kurtosis", "n"))
    rows = [
        (
            each.label,
            _known_or("–", each.returns, percent),
            _known_or("–", each.returns, str),
            figure(each.skewness, ".4f"),
            figure(each.kurtosis, ".4f"),
        )
        for each in lab.shapes
    ]
    return Grid("How often anything comes back, and the shape of the net", heads, rows)


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
    return Grid("The main game under strategies of players", heads, rows)


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
    return Grid("Exposure in one round at the table's limits", heads, rows)


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
    return Grid("Posted tables, with those of other houses instead", heads, rows)


def _meter(lab: Laboratory, meter: MeterRisk) -> Grid:
    heads = (("Figure", ""), ("Value", "n"), ("Exact", "x"))
    mean = meter.mean_at_hit
    rows = [
        ("Chance of one bet to take the meter", f"1 in {fixed(1 / meter.per_bet, 2)}", str(meter.per_bet)),
        ("Rounds from hit to hit", fixed(meter.mean_rounds, 2), str(meter.mean_rounds)),
        *([("Meter at the hit, on average", dollars(round(mean)), str(mean))] if mean is not None else []),
        ("Increment, of each bet", percent(meter.contribution), str(meter.contribution)),
        ("Cost of starting again, of each bet", percent(meter.funding), str(meter.funding)),
    ]
    seats = plural(meter.players, "player")
    return Grid(f"The meter of {lab.labels[meter.wager]} with {seats}", heads, rows)


def _hits(meter: MeterRisk) -> Grid:
    heads = (("With this chance", "n"), ("it is hit within rounds", "n"), ("and shows at most", "n"))
    rows = [
        (f"{row['percent']} %", f"{row['rounds']:,}", "–" if row["meter"] is None else dollars(row["meter"]))
        for row in meter.rows()
    ]
    return Grid("The time to a hit, and the meter then", heads, rows)


def _table(risk: TableRisk) -> Grid:
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
    return Grid(caption, heads, rows)


Number = TypeVar("Number", Fraction, Decimal)


def as_html(par: ParSheet) -> str:
    """The page as text, without script or anything to fetch."""
    return TEMPLATES.get_template("par.html.j2").render(
        par=par,
        known=_known(par),
        summary=_summary(par),
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
        *([("Revision", par.revision)] if par.revision else []),
        *([("Date", par.date)] if par.date else []),
        ("Table limits", f"{dollars(par.table_min)} to {dollars(par.table_max)}"),
        ("Seats", str(par.seats)),
        ("Priced for", plural(par.players, "player")),
        *([("Priced at meter", dollars(par.meter))] if par.meter is not None else []),
    ]


def _summary(par: ParSheet) -> Grid:
    heads = [("Wager", ""), ("Return", "n"), ("House edge", "n"), ("Element of risk", "n"), ("Net wins", "n")]
    heads += [("Standard deviation", "n"), ("Volatility index", "n"), ("Exact EV", "x")]
    rows = [_summary_row(wager) for wager in par.wagers]
    for each in par.simulated:
        edge, wins, stdev = _about(each.made)
        low, high = (fixed(Decimal(end), 5) for end in (each.made.mean.low, each.made.mean.high))
        rows.append((each.label, "–", edge, "–", wins, stdev, "–", f"~ from {low} to {high}"))
    marks = "; ~ simulated" if any("~" in cell for row in rows for cell in row) else ""
    return Grid(f"All wagers, per unit of the wager{marks}", heads, rows)


def _summary_row(wager: WagerPar) -> Sequence[str]:
    _, wins, stdev = _about(wager.simulated)
    increment = f" + {percent(wager.increment)} to the meter" if wager.increment else ""
    return (
        wager.label,
        f"{percent(wager.returns)}{increment}",
        percent(wager.house_edge),
        percent(wager.element_of_risk),
        _known_or(wins, wager.hit_frequency, percent),
        _known_or(stdev, wager.stdev, lambda found: fixed(found, 4)),
        _known_or("–", wager.volatility_index, lambda found: fixed(found, 4)),
        str(wager.ev),
    )


def _about(made: StandIn | LeftOut | None) -> tuple[str, str, str]:
    """Simulated edge, net wins and deviation, marked; a dash where there is none."""
    found = {} if made is None else made.figures()
    edge, wins = (
        f"~{percent(Decimal(found[name].value), places)}" if name in found else "–"
        for name, places in (("house_edge", 3), ("hit_frequency", 2))
    )
    return edge, wins, f"~{found['stdev'].value:.3f}" if "stdev" in found else "–"


def _known_or(otherwise: str, number: Number | None, words: Callable[[Number], str]) -> str:
    return otherwise if number is None else words(number)


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
        heads = [("Up card", ""), ("EV", "n"), ("Exact EV", "x")]
        rows = ((_rank(rank), fixed(ev, 10), str(ev)) for rank, ev in wager.by_up_card.items())
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
    heads = [("What happened", "w")] * events + [("Hand", "w")] * hands
    heads += [("Pays", "w"), ("Net", "n"), ("Count", "n"), ("Probability", "n"), ("Return", "n")]
    by_hand = all(line.hand for line in made.lines)
    rows = (
        (
            *([line.event or "Otherwise"] * events),
            *([line.hand or "–"] * hands),
            line.pays,
            str(line.net),
            f"{line.count:,}",
            chance(line.probability),
            fixed(line.returns, 10),
        )
        for line in made.lines
    )
    whole = sum((line.probability for line in made.lines), Fraction(0))
    head = int(events and by_hand)
    total = ["" for _ in range(events + hands)] + ["", ""]
    total += [f"{made.count:,}", fixed(whole, 10), fixed(made.returns, 10)]
    total[head] = "Total"
    return Grid(made.title, heads, rows, total, head)


def _totals(wager: WagerPar) -> Grid:
    unit = "per unit of the wager"
    share = percent(wager.increment, 6), str(wager.increment)
    increment = (*share, "of each bet, put into the meter: no part of the return")
    rows = [
        ("Mean net (EV)", fixed(wager.ev, 10), str(wager.ev), "sum of the lines' returns"),
        ("House edge", percent(wager.house_edge, 6), str(wager.house_edge), "minus EV"),
        ("Return", percent(wager.returns, 6), str(wager.returns), "1 plus EV"),
        *([("Increment", *increment)] if wager.increment else []),
        ("Mean bet", fixed(wager.bet, 10), str(wager.bet), f"all that is bet, {unit}"),
        (
            "Element of risk",
            percent(wager.element_of_risk, 6),
            str(wager.element_of_risk),
            "house edge divided by mean bet",
        ),
    ]
    if wager.hit_frequency is not None:
        hits = percent(wager.hit_frequency, 6), str(wager.hit_frequency)
        rows.append(("Net win (hit) frequency", *hits, "share of outcomes with a net above zero"))
    if wager.variance is not None and wager.stdev is not None and wager.volatility_index is not None:
        spread = fixed(wager.variance, 10), str(wager.variance)
        index = f"{Z[90]} times the standard deviation"
        rows += [
            ("Variance", *spread, "mean of net squared, minus EV squared"),
            ("Standard deviation", fixed(wager.stdev, 10), "", "root of the variance"),
            ("Volatility index", fixed(wager.volatility_index, 10), "", index),
        ]
    heads = [("Figure", ""), ("Value", "n"), ("Exact", "x"), ("Definition", "w")]
    return Grid(f"Totals, {unit}", heads, rows)


def _bands(wager: WagerPar) -> Grid:
    by_rounds: dict[int, list[str]] = {}
    for band in wager.bands:
        shown = f"{percent(band.low)} to {percent(band.high)}"
        by_rounds.setdefault(band.rounds, []).append(shown)
    heads = [("Rounds", "n"), *((f"{confidence} %", "n") for confidence in CONFIDENCES)]
    rows = ((f"{rounds:,}", *cells) for rounds, cells in by_rounds.items())
    caption = "Actual hold by confidence, counted: half of the rest lies on either side, at most"
    return Grid(caption, heads, rows)


def _strategy(plan: StrategySummary) -> Iterator[Grid]:
    heads = [("Action", ""), ("Deals", "n"), ("Share", "n"), ("Lowest hand", ""), ("Highest hand", "")]
    rows = (
        (total.action, f"{total.count:,}", _share(total.count, plan.deals), total.lowest, total.highest)
        for total in plan.totals
    )
    whole = ("Total", f"{plan.deals:,}", _share(plan.deals, plan.deals), "", "")
    yield Grid("How many deals do what", heads, rows, whole)
    yield _by_category(plan)
    if plan.cut_offs:
        heads = [("Up card", ""), ("Play with", ""), ("Deals that play", "n"), ("Share", "n")]
        cuts = (
            (_rank(each.up), _plays(each), f"{each.count:,}", _share(each.count, each.deals))
            for each in plan.cut_offs
        )
        yield Grid("From which hand on to play", heads, cuts)
    if plan.hands:
        heads = [("First three cards", ""), ("Action", ""), ("Deals", "n"), ("Hands", "w")]
        hands = ((each.group, each.action, f"{each.count:,}", each.words) for each in plan.hands)
        yield Grid(f"Which hands: {HANDS_WORDS}", heads, hands)


def _plays(cut: CutOff) -> str:
    return f"{cut.plays}; raise {cut.raised}" if cut.raised else cut.plays


def _by_category(plan: StrategySummary) -> Grid:
    heads = [("First three cards", ""), *((total.action, "n") for total in plan.totals)]
    rows = ((row.hand, *(f"{count:,}" for count in row.counts)) for row in plan.categories)
    total = ("Total", *(f"{total.count:,}" for total in plan.totals))
    return Grid("Deals by hand and action", heads, rows, total)


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
    heads = [("Players", "n"), ("Envy", "n"), ("Return at reset", "n"), ("Exact", "x")]
    heads.append(("Break-even meter", "n"))
    rows = (
        (
            str(row.players),
            percent(row.envy),
            percent(row.return_at_reset),
            str(row.return_at_reset),
            dollars(row.break_even_meter),
        )
        for row in jackpot.rows
    )
    players = Grid(f"{jackpot.label} by players at the table", heads, rows)
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
    heads = [("Figure", "w"), ("Exact", "n"), ("Simulated", "n"), ("z", "n"), ("Chance", "n")]
    rows = (
        (
            held.words(row),
            f"{row.exact:.8f}",
            f"{row.simulated:.8f}",
            "" if row.z is None else f"{row.z:+.3f}",
            f"{row.p:.4g}",
        )
        for row in held.found.rows
    )
    return {"known": known, "verdict": held.verdict, "rows": Grid("Exact beside simulated", heads, rows)}


def _rank(rank: str) -> str:
    return RANK_NAMES[RANKS.index(rank)].capitalize() if rank else "None shows"


def _share(count: int, of: int) -> str:
    return percent(Fraction(count, of))
