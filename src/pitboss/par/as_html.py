"""A PAR sheet as one self-contained page that reads on a screen and prints on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.money import dollars
from pitboss.par.figures import Z, chance, fixed, percent
from pitboss.par.jackpot import Jackpot
from pitboss.par.lines import LineTable
from pitboss.par.markup import facts, items, page, table, text
from pitboss.par.plan import Plan
from pitboss.par.sheet import ParSheet, WagerPar
from pitboss.sheet.model import Clause
from pitboss.words.rules import amount_words, rule_sentence


def as_html(par: ParSheet) -> str:
    """The page as text."""
    parts = [
        _head(par),
        "<main>\n",
        _summary(par),
        *(_wager(wager) for wager in par.wagers),
        _strategy(par),
        _progressives(par.jackpots),
        _clauses(par),
        "</main>\n",
        f"<footer><p>Sheet {text(par.hash)}. Every figure is counted, none is sampled.</p></footer>\n",
    ]
    return page(f"PAR sheet: {par.name}, {par.game}", "".join(parts))


def _head(par: ParSheet) -> str:
    known = [
        ("House", f"{par.name} ({par.house})"),
        ("Game", par.game),
        ("Sheet hash", par.hash),
        *([("Date", par.date)] if par.date else []),
        ("Table limits", f"{dollars(par.table_min)} to {dollars(par.table_max)}"),
        ("Seats", str(par.seats)),
        ("Priced for", f"{par.players} player{'' if par.players == 1 else 's'}"),
        *([("Priced at meter", dollars(par.meter))] if par.meter is not None else []),
    ]
    links = [(f"wager-{wager.id}", wager.label) for wager in par.wagers]
    links += [("strategy", "Strategy"), *([("progressives", "Progressives")] if par.jackpots else [])]
    links += [("clauses", "Clauses")]
    inner = " · ".join(f'<a href="#{text(to)}">{text(label)}</a>' for to, label in links)
    return (
        f"<header>\n<h1>PAR sheet: {text(par.name)}</h1>\n{facts(known)}</header>\n"
        f'<nav aria-label="Sections"><p>{inner}</p></nav>\n'
    )


def _summary(par: ParSheet) -> str:
    heads = [("Wager", ""), ("House edge", "n"), ("Element of risk", "n"), ("Net wins", "n")]
    heads += [("Standard deviation", "n"), ("Volatility index", "n"), ("Exact EV", "x")]
    rows = (
        (
            wager.label,
            percent(wager.house_edge),
            percent(wager.element_of_risk),
            percent(wager.hit_frequency),
            fixed(wager.stdev, 4),
            fixed(wager.volatility_index, 4),
            str(wager.ev),
        )
        for wager in par.wagers
    )
    made = table("All wagers, per unit of the wager", heads, rows)
    notes = items((*par.notes, *(f"{each.text} ({each.clause})" for each in par.notices)))
    rules = f"<h3>Dealing and betting</h3>\n{items(map(rule_sentence, par.rules))}"
    kept = notes if par.notes or par.notices else ""
    return f'<section id="summary">\n<h2>Summary</h2>\n{made}{kept}{rules}</section>\n'


def _wager(wager: WagerPar) -> str:
    known = [
        ("May be bet", f"{amount_words(wager.amount)} ({wager.clause})"),
        ("Priced", wager.priced),
        ("Sample space", wager.space),
        *([("Pay table", f"posted by the house ({', '.join(wager.posted)})")] if wager.posted else []),
    ]
    parts = [f"<h2>{text(wager.label)}</h2>\n", facts(known)]
    parts += [_lines(each) for each in wager.tables if each.covers == "whole"]
    pieces = [each for each in wager.tables if each.covers == "part"]
    if pieces:
        told = "Each part by itself; the parts' returns add up to the mean."
        parts += [f"<h3>Parts</h3>\n<p>{told}</p>\n", *map(_lines, pieces)]
    parts += [_totals(wager), _bands(wager)]
    if wager.by_up_card:
        heads = [("Up card", ""), ("EV", "n"), ("Exact EV", "x")]
        rows = ((_rank(rank), fixed(ev, 10), str(ev)) for rank, ev in wager.by_up_card.items())
        parts.append(table("Mean net against each up card", heads, rows))
    return f'<section class="page" id="wager-{text(wager.id)}">\n{"".join(parts)}</section>\n'


def _lines(made: LineTable) -> str:
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
    return table(made.title, heads, rows, total, head)


def _totals(wager: WagerPar) -> str:
    unit = "per unit of the wager"
    rows = [
        ("Mean net (EV)", fixed(wager.ev, 10), str(wager.ev), "sum of the lines' returns"),
        ("House edge", percent(wager.house_edge, 6), str(wager.house_edge), "minus EV"),
        ("Return", percent(wager.returns, 6), str(wager.returns), "1 plus EV"),
        ("Mean bet", fixed(wager.bet, 10), str(wager.bet), f"all that is bet, {unit}"),
        (
            "Element of risk",
            percent(wager.element_of_risk, 6),
            str(wager.element_of_risk),
            "house edge divided by mean bet",
        ),
        (
            "Net win (hit) frequency",
            percent(wager.hit_frequency, 6),
            str(wager.hit_frequency),
            "share of outcomes with a net above zero",
        ),
        ("Variance", fixed(wager.variance, 10), str(wager.variance), "mean of net squared, minus EV squared"),
        ("Standard deviation", fixed(wager.stdev, 10), "", "root of the variance"),
        ("Volatility index", fixed(wager.volatility_index, 10), "", f"{Z[90]} times the standard deviation"),
    ]
    heads = [("Figure", ""), ("Value", "n"), ("Exact", "x"), ("Definition", "w")]
    return table(f"Totals, {unit}", heads, rows)


def _bands(wager: WagerPar) -> str:
    by_rounds: dict[int, list[str]] = {}
    for band in wager.bands:
        shown = f"{percent(band.low)} to {percent(band.high)}"
        by_rounds.setdefault(band.rounds, []).append(shown)
    heads = [("Rounds", "n"), *((f"{confidence} % (z = {z})", "n") for confidence, z in Z.items())]
    rows = ((f"{rounds:,}", *cells) for rounds, cells in by_rounds.items())
    caption = "Actual hold by confidence: house edge ± z × standard deviation / √rounds"
    return table(caption, heads, rows)


def _strategy(par: ParSheet) -> str:
    plan = par.plan
    told = (
        "The play behind the main game's figures, with no side wager. Of equal actions, playing comes before "
        "drawing and drawing before folding. The command pitboss strategy lists every hand with --csv."
    )
    parts = [f'<section class="page" id="strategy">\n<h2>Optimal strategy</h2>\n<p>{text(told)}</p>\n']
    heads = [("Action", ""), ("Deals", "n"), ("Share", "n"), ("Lowest hand", ""), ("Highest hand", "")]
    rows = (
        (total.action, f"{total.count:,}", _share(total.count, plan.deals), total.lowest, total.highest)
        for total in plan.totals
    )
    whole = ("Total", f"{plan.deals:,}", _share(plan.deals, plan.deals), "", "")
    parts.append(table("How many deals do what", heads, rows, whole))
    parts.append(_by_category(plan))
    if plan.cut_offs:
        heads = [("Up card", ""), ("Play with", ""), ("Deals that play", "n"), ("Share", "n")]
        cuts = (
            (_rank(each.up), each.plays, f"{each.count:,}", _share(each.count, each.deals))
            for each in plan.cut_offs
        )
        parts.append(table("From which hand on to play", heads, cuts))
    elif not plan.rules:
        parts.append("<p>Which hands play depends on the up cards together.</p>\n")
    if plan.rules:
        parts.append(f"<h3>In words</h3>\n{items(plan.rules)}")
    return "".join(parts) + "</section>\n"


def _by_category(plan: Plan) -> str:
    heads = [("First three cards", ""), *((total.action, "n") for total in plan.totals)]
    rows = ((row.hand, *(f"{count:,}" for count in row.counts)) for row in plan.categories)
    total = ("Total", *(f"{total.count:,}" for total in plan.totals))
    return table("Deals by hand and action", heads, rows, total)


def _progressives(jackpots: Iterable[Jackpot]) -> str:
    inner = "".join(f"<h3>{text(each.label)}</h3>\n{''.join(_jackpot(each))}" for each in jackpots)
    if not inner:
        return ""
    return f'<section class="page" id="progressives">\n<h2>Progressives</h2>\n{inner}</section>\n'


def _jackpot(jackpot: Jackpot) -> Iterator[str]:
    known = [
        ("Bet", dollars(jackpot.stake)),
        ("Reset", f"{dollars(jackpot.reset)} ({jackpot.clause})"),
        ("Increment", f"{percent(jackpot.contribution)} of each bet goes to the meter"),
        ("Return at reset", f"{percent(jackpot.own_return)} = {jackpot.own_return}, without envy"),
    ]
    if jackpot.long_run is not None:
        both = f"{percent(jackpot.long_run)} = {jackpot.long_run}"
        known.append(("Return in the long run", f"{both}: return at reset plus increment, without envy"))
    yield facts(known)
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
    yield table(f"{jackpot.label} by players at the table", heads, rows)


def _clauses(par: ParSheet) -> str:
    told = "Where the sheet is silent or unclear, our reading of it is marked."
    return (
        f'<section class="page" id="clauses">\n<h2>Clauses</h2>\n<p>{told}</p>\n'
        f"{_clause_table('Clauses of this sheet', par.clauses)}"
        f"{_clause_table('Clauses common to all houses', par.standard)}</section>\n"
    )


def _clause_table(caption: str, clauses: Iterable[Clause]) -> str:
    rows = "".join(
        f'<tr><th scope="row" class="n">{text(each.id)}</th><td>{text(each.says)}'
        + (f'<span class="reading">Reading: {text(each.reading)}</span>' if each.reading else "")
        + "</td></tr>\n"
        for each in clauses
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{caption}">\n<table>\n'
        f'<caption>{caption}</caption>\n<thead><tr><th scope="col">Clause</th><th scope="col">Says</th></tr>'
        f"</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )


def _rank(rank: str) -> str:
    return RANK_NAMES[RANKS.index(rank)].capitalize() if rank else "None shows"


def _share(count: int, of: int) -> str:
    return percent(Fraction(count, of))
