"""`pitboss risk` and `pitboss bank`: the house's side of a table, and the bank's of a player-banked one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from rich.table import Table as Grid
from typer import Option

from pitboss import report
from pitboss.cli import options
from pitboss.cli.output import (
    Lines,
    about_share,
    draw,
    figures,
    grid,
    progress_bar,
    show,
)
from pitboss.cli.simulate import simulate_bank
from pitboss.money import Cents, about_dollars, dollars, minus, signed_dollars
from pitboss.odds import NotPriced
from pitboss.odds.bank import BankPrice, bank_price
from pitboss.odds.risk.long_runs import MeterRisk, meter_risk
from pitboss.odds.risk.table_swings import TableRisk, table_risk
from pitboss.round import Refusal, Table
from pitboss.sheet import Sheet
from pitboss.text import plural

WIDTH = 46  # of the names of figures
COLUMNS = ("players", "mean", "variance", "stdev", "stdev_apart")


def risk_command(
    house: options.House,
    bets: Annotated[
        dict[str, Cents] | None,
        options.bets_option("What every seat bets, in cents or $: ante=1000; default an Ante of $10."),
    ] = None,
    players: Annotated[int | None, Option(metavar="N", help="Seats that play; default all.")] = None,
    pace: Annotated[int, Option(metavar="N", help="Rounds an hour.")] = 40,
    hours: Annotated[int, Option(metavar="N", help="Hours a day that the table is open.")] = 20,
    strategy: options.Strategy = "optimal",
    together: Annotated[
        bool, Option("--together", help="Add how wagers and seats move together: their correlations.")
    ] = False,
    plot: options.Plot = None,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
    sets: options.Sets = None,
) -> None:
    """Say what a table earns the house a day, how often a day loses, and how much; with bands and the meter.

    \b
    Examples:
      pitboss risk rivers
      pitboss risk rivers --bets ante=1000,pair_plus=500 --players 5
    """
    game = options.open_game(house, sets)
    seats = game.sheet.seats if players is None else players
    _check(game.sheet, seats, pace, hours)
    usual = bets is None
    bets = options.usual_bets(game.table) if bets is None else bets
    chosen = options.parse_strategy(game, strategy)
    with progress_bar("Dealer's hands") as progress:
        risk = table_risk(game, bets, chosen, progress)
    meter = meter_risk(game, seats) if any(map(game.sheet.wins_meter, bets)) else None
    draw(plot, lambda: report.risk_figure(game.sheet, risk, seats))
    show(
        lambda: risk.as_json(
            house=game.sheet.id,
            bets=bets,
            strategy=strategy,
            seats=seats,
            bands=risk.bands(seats),
            day=risk.days(seats, pace * hours),
            meters=meter and {meter.wager: meter},
        ),
        lambda: [
            *_risk(game.sheet, risk, meter, seats, pace, hours, usual=usual),
            *(_together(game.sheet, risk) if together else ()),
        ],
        as_json=as_json,
        as_csv=as_csv,
        rows=lambda: [COLUMNS, *(map(row.get, COLUMNS) for row in risk.by_players())],
    )


def _check(sheet: Sheet, seats: int, pace: int, hours: int) -> None:
    if not 1 <= seats <= sheet.seats:
        raise Refusal("players", f"--players {seats}: {sheet.name} has 1 to {sheet.seats} seats")
    if not 1 <= pace <= 1000 or not 1 <= hours <= 24:
        raise Refusal("pace", "A day has 1 to 24 hours of 1 to 1,000 rounds")


def _risk(
    sheet: Sheet, risk: TableRisk, meter: MeterRisk | None, seats: int, pace: int, hours: int, *, usual: bool
) -> Lines:
    count, day = plural(seats, "seat"), risk.days(seats, pace * hours)
    does = f"bring the house about {about_dollars(day.mean)}"
    if day.mean < 0:
        does = f"cost the house about {about_dollars(day.mean)}"
    yield (
        f"{sheet.name}: {count} with {sheet.bet_text(risk.bets)} {does} a day, give or take "
        f"{about_dollars(day.stdev)}."
    )
    worst = f"{'loses' if day.worst_usual < 0 else 'still brings'} {about_dollars(day.worst_usual)}"
    yield f"{about_share(day.loses).capitalize()} of days lose money; the worst of a year usually {worst}."
    if usual:
        yield "That is a usual bet: --bets asks for yours."
    yield f"\nA day of {day.rounds:,} rounds ({pace} an hour, {hours} hours)"
    rows = (
        ("Mean", _money(day.mean)),
        ("Standard deviation", _money(day.stdev)),
        ("A day loses", _rarely(day.loses)),
        ("The worst day of a year, usually", _money(day.worst_usual)),
        ("The worst day of one year in twenty", _money(day.worst_rare)),
        ("A year loses", _rarely(day.year_loses)),
    )
    yield figures(rows, WIDTH)
    yield f"\nWhat {count} bring the house, 99 times of 100"
    bands = (
        (
            f"{band.rounds:,}",
            _money(band.low),
            _money(band.high),
            *(minus(f"{share:.3%}") for share in (band.low_hold, band.high_hold)),
        )
        for band in risk.bands(seats)
    )
    yield _table(("Rounds", "from", "to", "hold from", "to"), bands)
    yield "\nA round, by seats; beside it the deviation if seats did not share a dealer"
    unit = risk.bets.get("ante") or sum(risk.bets.values())
    by_players = (
        (
            str(players),
            _money(float(risk.mean(players))),
            _money(risk.stdev(players)),
            _money(risk.apart(players)),
            f"{risk.stdev(players) / unit:.4f}",
        )
        for players in range(1, risk.seats + 1)
    )
    yield _table(("Seats", "Mean", "Deviation", "not shared", "per seat's bet"), by_players)
    if meter is not None:
        yield from _meter(sheet, meter, pace)
    yield "\nMeans, variances and correlations are exact; bands and days take many rounds as normal."


def _together(sheet: Sheet, risk: TableRisk) -> Lines:
    if len(risk.names) > 1:
        yield "\nHow the parts move together: correlation at one seat"
        yield _correlations(sheet, risk, 1)
    yield "\nCorrelation of one seat with another, through the dealer's hand"
    yield _correlations(sheet, risk, 2)


def _table(heads: Sequence[str], rows: Iterable[Iterable[str]]) -> Grid:
    """A grid of figures alone."""
    return grid(heads, rows, right=range(len(heads)), gap=4)


def _rarely(chance: float) -> str:
    """A chance that may be too small for a normal distribution to say how small."""
    if chance < 1e-9:
        return "under 1e-9"
    return f"{chance:.3%}" if chance >= 1e-5 else f"{chance:.1e}"


def _label(sheet: Sheet, part: str) -> str:
    return "Envy" if part == "envy" else sheet.label(part)


def _correlations(sheet: Sheet, risk: TableRisk, seats: int) -> Grid:
    rows = (
        (
            _label(sheet, name),
            *(minus(f"{risk.correlation(name, other, seats=seats):+.4f}") for other in risk.names),
        )
        for name in risk.names
    )
    heads = ("", *(_label(sheet, name) for name in risk.names))
    return grid(heads, rows, right=range(1, len(heads)), gap=4)


def _meter(sheet: Sheet, meter: MeterRisk, pace: int) -> Lines:
    yield f"\nThe meter of {sheet.label(meter.wager)}, bet at {meter.players} seats"
    rows = [
        ("A round hits it", f"1 in {float(meter.mean_rounds):,.1f}"),
        ("Hours from hit to hit", f"{float(meter.mean_rounds) / pace:,.0f}"),
    ]
    if meter.mean_at_hit is not None:
        rows.append(("The meter at the hit, on average", _money(float(meter.mean_at_hit))))
        for row in meter.rows():
            at = f"{row['rounds']:,} rounds, {dollars(row['meter'] or 0)}"
            rows.append((f"  within, with {row['percent']} %", at))
    rows += [
        ("Each bet feeds it", f"{float(meter.contribution):.3%}"),
        ("Starting it again costs, of each bet", f"{float(meter.funding):.3%}"),
    ]
    yield figures(rows, WIDTH)


def _money(cents: float) -> str:
    return dollars(round(cents))


# --- `pitboss bank`: the bank's side of a player-banked house.

BANK_WIDTH = 34  # of the names of figures


def bank_command(
    house: options.House,
    seat: Annotated[
        list[str] | None,
        Option(
            metavar="BETS",
            help="A seat's bet in cents or $: ante=1000,pair_plus=5$. Repeatable, first seat first; "
            "default one with an Ante of $10.",
        ),
    ] = None,
    stake: Annotated[
        int | None, options.money_option("--stake", "What the bank puts up; default enough for everything.")
    ] = None,
    strategy: options.Strategy = "optimal",
    as_json: options.Json = False,
    exact_only: options.ExactOnly = False,
    sets: options.Sets = None,
) -> None:
    """Say what the bank of a player-banked house wins and risks, and what its stake leaves uncovered.

    \b
    Examples:
      pitboss bank napa-valley
      pitboss bank napa-valley --seat ante=10$,pair_plus=5$ --stake 500$
      pitboss bank napa-valley --seat ante=1000 --seat ante=2500 --stake 50000
    """
    game = options.open_game(house, sets)
    seats = [_bets(text) for text in seat] if seat else [options.usual_bets(game.table)]
    chosen = options.parse_strategy(game, strategy)
    try:
        with progress_bar("Dealer's hands") as progress:
            price = bank_price(game, seats, stake, chosen, progress)
    except NotPriced as refusal:
        if exact_only or stake is None:
            raise
        simulate_bank(game, seats, stake, strategy, refusal.text, as_json=as_json)
        return
    show(
        lambda: price.as_json(strategy),
        lambda: _bank(game.table, price, strategy),
        as_json=as_json,
    )


def _bets(text: str) -> dict[str, Cents]:
    try:
        return options.read_bets(text)
    except Refusal:
        raise Refusal("seat", f"--seat {text!r}: write cents, like ante=1000,pair_plus=500") from None


def _bank(table: Table, price: BankPrice, strategy: str) -> Lines:
    sheet, bank = table.sheet, table.sheet.bank
    if bank is None:
        return
    yield from _bank_answer(sheet, price)
    stake = "full cover" if price.stake is None else f"a stake of {dollars(price.stake)}"
    yield f"With {stake} and {strategy} play ({bank.clause}, {bank.cover_clause}).\n"
    for number, side in enumerate(price.seats, start=1):
        yield f"  Seat {number}: {sheet.bet_text(side.bets)}"
    yield "\nThe bank, a round"
    rows = [("Mean", signed_dollars(price.ev, 4))]
    if price.ev_per_ante is not None:
        rows.append(("Mean per unit of Ante", minus(f"{float(price.ev_per_ante):+.4%}")))
    if price.net is not None:
        nets = price.net.distribution
        rows += [
            ("Standard deviation", f"${price.net.stdev / 100:,.4f}"),
            ("Wins", f"{float(price.net.win_frequency):.4%}"),
            ("Worst result", dollars(int(min(nets)))),
            ("Best result", dollars(int(max(nets)))),
        ]
    yield figures([*rows, ("A stake that covers every deal", dollars(price.enough))], BANK_WIDTH)
    if price.cover is not None:
        yield "\nThe cover"
        cover = (
            ("Used up to the last cent", f"{float(price.cover.exhausted):.4%}"),
            ("Something stays uncovered", f"{float(price.cover.short):.4%}"),
            ("Mean uncovered", signed_dollars(price.uncovered, 4, "")),
            ("Mean cover left", signed_dollars(price.cover.left_mean, 4, "")),
        )
        yield figures(cover, BANK_WIDTH)
        yield "\nThe seats, a round"
        seats = (
            (
                str(number),
                *(signed_dollars(mean, 4) for mean in (side.ev, side.full.ev, side.ev_lost)),
                signed_dollars(side.unpaid, 4, ""),
                signed_dollars(side.uncollected, 4, ""),
            )
            for number, side in enumerate(price.seats, start=1)
        )
        yield _table(("Seat", "Mean", "Full cover", "Lost by cover", "Not paid", "Not collected"), seats)
    yield ""
    yield from _notes(table, price)


def _bank_answer(sheet: Sheet, price: BankPrice) -> Lines:
    """What the bank wins a round, and what it can lose."""
    seats = price.seats
    against = sheet.bet_text(seats[0].bets) if len(seats) == 1 else f"{len(seats)} seats"
    does = f"{'wins' if price.ev >= 0 else 'loses'} {signed_dollars(abs(price.ev), 2, '')} a round on average"
    antes = "the Ante" if len(seats) == 1 else "the Antes"
    share = "" if price.ev_per_ante is None else f", {100 * abs(float(price.ev_per_ante)):.2f} % of {antes}"
    yield f"{sheet.name}: banking against {against} {does}{share}."
    if price.net is not None:
        worst, enough = dollars(-int(min(price.net.distribution))), dollars(price.enough)
        wins = about_share(float(price.net.win_frequency))
        yield f"It wins {wins} of rounds and loses at most {worst}; {enough} covers every deal."
    if price.cover is not None:
        short = about_share(float(price.cover.short))
        yield f"Something stays uncovered in {short} of rounds."


def _notes(table: Table, price: BankPrice) -> list[str]:
    bank = table.sheet.bank
    notes = [f"The mean is exactly {minus(price.ev)} cents."]
    if price.refused is not None:
        notes.append(f"{price.refused}.")
    if price.cover is not None:
        notes.append("Seats decide as if all were covered: they do not know each other's hands.")
    if price.informed is not None and price.informed != price.seats[0].ev:
        best = signed_dollars(price.informed, 4)
        notes.append(f"A seat that plays best against this very stake has a mean of {best}.")
    if bank and price.stake is not None and bank.least_stake == "table max" and price.stake < table.max:
        needed = dollars(table.max)
        notes.append(f"At a live table the bank stakes at least {needed} ({bank.rotation_clause}).")
    return notes
