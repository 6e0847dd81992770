"""`pitboss bank`: the bank's side of a player-banked house."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import (
    HouseArgument,
    JsonOption,
    SetOption,
    StrategyOption,
    console,
    figures,
    find_sheet,
    money_option,
    parse_bets,
    parse_strategy,
)
from pitboss.cli.progress import progress_bar
from pitboss.cli.simulated import simulate_bank
from pitboss.money import MINUS, Cents, dollars, minus
from pitboss.round import Refusal, Table, open_table
from pitboss.round.choices import least, wager_fault, wager_range

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from pitboss.odds.bank import BankPrice

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
            help="Count up to three seats, or two that draw, in minutes; refuse instead of simulating.",
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
    from pitboss.odds.not_priced import COUNTED_AT_ONCE, COUNTED_TOGETHER

    game = Game(open_table(find_sheet(house, sets or ())))
    seats = [_bets(text) for text in seat] if seat else [_example(game.table)]
    chosen = parse_strategy(game, strategy)
    try:
        with progress_bar("Dealer's hands") as progress:
            together = COUNTED_TOGETHER if exact_only else COUNTED_AT_ONCE
            price = bank_price(game, seats, stake, chosen, progress, together)
    except NotPriced as refusal:
        if exact_only or stake is None:
            raise
        simulate_bank(game, seats, stake, strategy, refusal.text, as_json=as_json)
        return
    if as_json:
        typer.echo(json.dumps({"house": game.sheet.id, "strategy": strategy, **price.as_json()}))
        return
    _print(game.table, price, strategy)


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


def _print(table: Table, price: BankPrice, strategy: str) -> None:
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
    rows = [("Mean", _money(price.ev))]
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
        ("Mean uncovered", _money(price.uncovered, sign="")),
        ("Mean cover left", _money(cover.left_mean, sign="")),
    )
    return figures(rows, WIDTH)


def _seat_rows(price: BankPrice) -> Grid:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for head in ("Seat", "Mean", "Full cover", "Lost by cover", "Not paid", "Not collected"):
        grid.add_column(head, justify="right")
    for number, side in enumerate(price.seats, start=1):
        means = (_money(side.ev), _money(side.full.ev), _money(side.ev_lost))
        grid.add_row(str(number), *means, _money(side.unpaid, sign=""), _money(side.uncollected, sign=""))
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
            f"A seat that plays best against this very stake has a mean of {_money(price.informed)}."
        )
    if bank and price.stake is not None and bank.least_stake == "table max" and price.stake < table.max:
        needed = dollars(table.max)
        notes.append(f"At a live table the bank stakes at least {needed} ({bank.rotation_clause}).")
    return notes


def _money(cents: Fraction, sign: str = "+") -> str:
    """Dollars to a hundredth of a cent: `+$0.3992`."""
    mark = MINUS if cents < 0 else sign if cents else ""
    return f"{mark}${float(abs(cents)) / 100:,.4f}"
