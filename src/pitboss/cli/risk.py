"""`pitboss risk` and `pitboss bank`: the house's side of a table, and the bank's of a player-banked one."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    CsvOption,
    HouseArgument,
    JsonOption,
    PlotOption,
    SetOption,
    StrategyOption,
    console,
    figures,
    find_sheet,
    money_option,
    parse_bets,
    parse_strategy,
)
from pitboss.cli.output import progress_bar
from pitboss.cli.simulate import simulate_bank
from pitboss.money import MINUS, Cents, dollars, minus
from pitboss.round import Refusal, Table, open_table
from pitboss.round.choices import least, wager_fault, wager_range
from pitboss.text import write_rows

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from pitboss.odds.bank import BankPrice
    from pitboss.odds.risk.long_runs import MeterRisk
    from pitboss.odds.risk.table_swings import TableRisk
    from pitboss.sheet import Sheet


WIDTH = 46  # of the names of figures
COLUMNS = ("players", "mean", "variance", "stdev", "stdev_apart")


def risk_command(
    house: HouseArgument,
    bets: Annotated[
        str, typer.Option(metavar="BETS", help="What every seat bets, in cents or $: ante=1000.")
    ],
    players: Annotated[int | None, typer.Option(metavar="N", help="Seats that play; default all.")] = None,
    pace: Annotated[int, typer.Option(metavar="N", help="Rounds an hour.")] = 40,
    hours: Annotated[int, typer.Option(metavar="N", help="Hours a day that the table is open.")] = 20,
    strategy: StrategyOption = "optimal",
    plot: PlotOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    sets: SetOption = None,
) -> None:
    """Say what a table risks: deviation with n seats that share a dealer, hold bands, worst day, the meter.

    \b
    Example:
      pitboss risk rivers --bets ante=1000,pair_plus=500 --players 5
    """
    from pitboss.odds import Game
    from pitboss.odds.risk.long_runs import meter_risk
    from pitboss.odds.risk.table_swings import table_risk

    wagers = parse_bets(bets) or {}
    game = Game(open_table(find_sheet(house, sets or ())))
    seats = game.sheet.seats if players is None else players
    _check(game.sheet, seats, pace, hours)
    chosen = parse_strategy(game, strategy)
    if plot is not None:
        from pitboss.report import check_plot

        check_plot(plot)
    with progress_bar("Dealer's hands") as progress:
        risk = table_risk(game, wagers, chosen, progress)
    meter = meter_risk(game, seats) if any(map(game.sheet.wins_meter, wagers)) else None
    if plot is not None:
        from pitboss.report import draw_risk

        draw_risk(game.sheet, risk, seats, plot)
        typer.echo(f"Drawn into {plot}.", err=True)
    if as_json:
        day = risk.days(seats, pace * hours).as_json()
        bands = [_band(risk, seats, place) for place in range(len(risk.bands(seats)))]
        meters = None if meter is None else {meter.wager: meter.as_json()}
        found = {"house": game.sheet.id, "bets": wagers, "strategy": strategy, **risk.as_json()}
        typer.echo(json.dumps({**found, "seats": seats, "bands": bands, "day": day, "meters": meters}))
    elif as_csv:
        write_rows(sys.stdout, [COLUMNS])
        write_rows(sys.stdout, (map(row.get, COLUMNS) for row in risk.by_players()))
    else:
        _print(game.sheet, risk, meter, seats, pace, hours)


def _check(sheet: Sheet, seats: int, pace: int, hours: int) -> None:
    if not 1 <= seats <= sheet.seats:
        raise Refusal("players", f"--players {seats}: {sheet.name} has 1 to {sheet.seats} seats")
    if not 1 <= pace <= 1000 or not 1 <= hours <= 24:
        raise Refusal("pace", "A day has 1 to 24 hours of 1 to 1,000 rounds")


def _band(risk: TableRisk, seats: int, place: int) -> dict[str, float]:
    band = risk.bands(seats)[place]
    return {
        "rounds": band.rounds,
        "low": band.low,
        "high": band.high,
        "low_hold": band.low_hold,
        "high_hold": band.high_hold,
    }


def _print(sheet: Sheet, risk: TableRisk, meter: MeterRisk | None, seats: int, pace: int, hours: int) -> None:
    out = console()
    bet = ", ".join(f"{_label(sheet, name)} {dollars(cents)}" for name, cents in risk.bets.items())
    out.print(f"{sheet.name}: {bet} at each seat; the house's side of a round.\n")
    out.print(_by_players(risk))
    if len(risk.names) > 1:
        out.print("\nHow the parts move together: correlation at one seat")
        out.print(_correlations(sheet, risk, 1))
    out.print("\nCorrelation of one seat with another, through the dealer's hand")
    out.print(_correlations(sheet, risk, 2))
    count = f"{seats} seat{'' if seats == 1 else 's'}"
    out.print(f"\nWhat {count} bring the house, 99 times of 100")
    out.print(_bands(risk, seats))
    day = risk.days(seats, pace * hours)
    out.print(f"\nDays of {day.rounds:,} rounds ({pace} an hour, {hours} hours), {count}")
    rows = [
        ("Mean", _money(day.mean)),
        ("Standard deviation", _money(day.stdev)),
        ("A day loses", _rarely(day.loses)),
        ("The worst day of a year, usually", _money(day.worst_usual)),
        ("The worst day of one year in twenty", _money(day.worst_rare)),
        ("A year loses", _rarely(day.year_loses)),
    ]
    out.print(figures(rows, WIDTH))
    if meter is not None:
        _print_meter(sheet, meter, pace)
    out.print("\nMeans, variances and correlations are exact; bands and days take many rounds as normal.")


def _rarely(chance: float) -> str:
    """A chance that may be too small for a normal distribution to say how small."""
    if chance < 1e-9:
        return "under 1e-9"
    return f"{chance:.3%}" if chance >= 1e-5 else f"{chance:.1e}"


def _label(sheet: Sheet, part: str) -> str:
    return "Envy" if part == "envy" else sheet.label(part)


def _by_players(risk: TableRisk) -> Grid:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for head in ("Seats", "Mean", "Deviation", "were they apart", "per seat's bet"):
        grid.add_column(head, justify="right")
    unit = risk.bets.get("ante") or sum(risk.bets.values())
    for players in range(1, risk.seats + 1):
        stdev, apart = risk.stdev(players), risk.apart(players)
        cells = (_money(float(risk.mean(players))), _money(stdev), _money(apart), f"{stdev / unit:.4f}")
        grid.add_row(str(players), *cells)
    return grid


def _correlations(sheet: Sheet, risk: TableRisk, seats: int) -> Grid:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    grid.add_column("")
    for name in risk.names:
        grid.add_column(_label(sheet, name), justify="right", overflow="fold")
    for name in risk.names:
        cells = (
            f"{risk.correlation(name, other, seats=seats):+.4f}".replace("-", "−") for other in risk.names
        )
        grid.add_row(_label(sheet, name), *cells)
    return grid


def _bands(risk: TableRisk, seats: int) -> Grid:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for head in ("Rounds", "from", "to", "hold from", "to"):
        grid.add_column(head, justify="right")
    for band in risk.bands(seats):
        shares = (f"{share:.3%}".replace("-", "−") for share in (band.low_hold, band.high_hold))
        grid.add_row(f"{band.rounds:,}", _money(band.low), _money(band.high), *shares)
    return grid


def _print_meter(sheet: Sheet, meter: MeterRisk, pace: int) -> None:
    out = console()
    out.print(f"\nThe meter of {sheet.label(meter.wager)}, bet at {meter.players} seats")
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
    out.print(figures(rows, WIDTH))


def _money(cents: float) -> str:
    return f"{'−' if round(cents) < 0 else ''}{dollars(abs(round(cents)))}"


EXAMPLE_ANTE: Cents = 1000
WIDTH = 34  # of the names of figures


def bank_command(
    house: HouseArgument,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BETS",
            help="A seat's bet in cents or $: ante=1000,pair_plus=5$. Repeatable, first seat first.",
        ),
    ] = None,
    stake: Annotated[
        int | None, money_option("--stake", "What the bank puts up; default enough for everything.")
    ] = None,
    strategy: StrategyOption = "optimal",
    as_json: JsonOption = False,
    exact_only: Annotated[
        bool,
        typer.Option(
            "--exact-only",
            help="Refuse what is not counted exactly instead of simulating it.",
        ),
    ] = False,
    sets: SetOption = None,
) -> None:
    """Say what the bank of a player-banked house wins and risks, and what its stake leaves uncovered.

    \b
    Examples:
      pitboss bank napa-valley --seat ante=10$,pair_plus=5$ --stake 500$
      pitboss bank napa-valley --seat ante=1000 --seat ante=2500 --stake 50000
    """
    from pitboss.odds import Game, NotPriced
    from pitboss.odds.bank import bank_price

    game = Game(open_table(find_sheet(house, sets or ())))
    seats = [_bets(text) for text in seat] if seat else [_example(game.table)]
    chosen = parse_strategy(game, strategy)
    try:
        with progress_bar("Dealer's hands") as progress:
            price = bank_price(game, seats, stake, chosen, progress)
    except NotPriced as refusal:
        if exact_only or stake is None:
            raise
        simulate_bank(game, seats, stake, strategy, refusal.text, as_json=as_json)
        return
    if as_json:
        typer.echo(json.dumps({"house": game.sheet.id, "strategy": strategy, **price.as_json()}))
        return
    _print_bank(game.table, price, strategy)


def _bets(text: str) -> dict[str, Cents]:
    try:
        return parse_bets(text) or {}
    except Refusal:
        raise Refusal("seat", f"--seat {text!r}: write cents, like ante=1000,pair_plus=500") from None


def _example(table: Table) -> dict[str, Cents]:
    """A $10 Ante, or the smallest that the table takes."""
    bets = {"ante": EXAMPLE_ANTE}
    wager = table.sheet.wagers.get("ante")
    if wager is not None and wager_fault(table, wager, bets):
        span = wager_range(table, wager, {})
        return {"ante": least(span)}
    return bets


def _print_bank(table: Table, price: BankPrice, strategy: str) -> None:
    sheet, bank = table.sheet, table.sheet.bank
    if bank is None:
        return
    out = console()
    cover = "full cover" if price.stake is None else f"a stake of {dollars(price.stake)}"
    out.print(
        f"{sheet.name}: the bank's side, {cover}, {strategy} play ({bank.clause}, {bank.cover_clause}).\n"
    )
    for number, side in enumerate(price.seats, start=1):
        bet = sheet.bet_text(side.bets)
        out.print(f"  Seat {number}: {bet}")
    out.print("\nThe bank, a round")
    out.print(_bank_rows(price))
    if price.cover is not None:
        out.print("\nThe cover")
        out.print(_cover_rows(price))
        out.print("\nThe seats, a round")
        out.print(_seat_rows(price))
    out.print()
    for note in _notes(table, price):
        out.print(note)


def _bank_rows(price: BankPrice) -> Grid:
    rows = [("Mean", _exact_money(price.ev))]
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
    rows.append(("A stake that covers every deal", dollars(price.enough)))
    return figures(rows, WIDTH)


def _cover_rows(price: BankPrice) -> Grid:
    cover = price.cover
    if cover is None:
        return figures((), WIDTH)
    rows = (
        ("Used up to the last cent", f"{float(cover.exhausted):.4%}"),
        ("Something stays uncovered", f"{float(cover.short):.4%}"),
        ("Mean uncovered", _exact_money(price.uncovered, sign="")),
        ("Mean cover left", _exact_money(cover.left_mean, sign="")),
    )
    return figures(rows, WIDTH)


def _seat_rows(price: BankPrice) -> Grid:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for head in ("Seat", "Mean", "Full cover", "Lost by cover", "Not paid", "Not collected"):
        grid.add_column(head, justify="right")
    for number, side in enumerate(price.seats, start=1):
        means = map(_exact_money, (side.ev, side.full.ev, side.ev_lost))
        grid.add_row(
            str(number), *means, _exact_money(side.unpaid, sign=""), _exact_money(side.uncollected, sign="")
        )
    return grid


def _notes(table: Table, price: BankPrice) -> list[str]:
    bank = table.sheet.bank
    notes = [f"The mean is exactly {minus(price.ev)} cents."]
    if price.refused is not None:
        notes.append(f"{price.refused}.")
    if price.cover is not None:
        notes.append("Seats decide as if all were covered: they do not know each other's hands.")
    if price.informed is not None and price.informed != price.seats[0].ev:
        notes.append(
            f"A seat that plays best against this very stake has a mean of {_exact_money(price.informed)}."
        )
    if bank and price.stake is not None and bank.least_stake == "table max" and price.stake < table.max:
        needed = dollars(table.max)
        notes.append(f"At a live table the bank stakes at least {needed} ({bank.rotation_clause}).")
    return notes


def _exact_money(cents: Fraction, sign: str = "+") -> str:
    """Dollars to a hundredth of a cent: `+$0.3992`."""
    mark = MINUS if cents < 0 else sign if cents else ""
    return f"{mark}${float(abs(cents)) / 100:,.4f}"
