"""`pitboss odds`, `pitboss advise`, `pitboss strategy`: the exact price, the decision, the whole strategy."""

from __future__ import annotations

import csv
import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cards import NotACard, parse_cards
from pitboss.cli.options import HouseArgument, JsonOption, SetOption, console
from pitboss.money import Cents
from pitboss.round import Refusal, open_table
from pitboss.sheet import Sheet, load
from pitboss.sheet.handtext import HAND_FORMS, parse_hand

if TYPE_CHECKING:
    from pitboss.odds import Chooser, Price

BetsOption = Annotated[
    str | None, typer.Option(metavar="BETS", help="A whole bet in cents: ante=1000,pair_plus=500.")
]


def odds_command(
    house: HouseArgument,
    strategy: Annotated[
        str, typer.Option(help="optimal, always, mimic, or a cut-off hand like Q-6-4.")
    ] = "optimal",
    bets: BetsOption = None,
    players: Annotated[int, typer.Option(help="Players at the table, for envy.")] = 1,
    meter: Annotated[int | None, typer.Option(metavar="CENTS", help="The meter; default its reset.")] = None,
    as_json: JsonOption = False,
    sets: SetOption = None,
) -> None:
    """Price every wager of a house exactly: mean, edge, risk, deviation, how often it wins.

    Example: pitboss odds rivers --players 5 --meter 1500000
    """
    from pitboss.odds import price_sheet

    sheet = load(house, sets or ())
    chosen = parse_strategy(sheet, strategy)
    price = price_sheet(sheet, chosen, parse_bets(bets), players, meter)
    if as_json:
        typer.echo(json.dumps(price.as_json()))
        return
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("Wager", "Edge", "Risk", "Deviation", "Wins", "Exact mean"):
        grid.add_column(head, justify="left" if head in ("Wager", "Exact mean") else "right")
    entries: list[tuple[str, Price]] = [(sheet.label(name), each) for name, each in price.wagers.items()]
    for label, each in entries:
        grid.add_row(
            label,
            f"{float(each.house_edge):.4%}",
            f"{float(each.element_of_risk):.4%}",
            f"{each.stdev:.4f}",
            f"{float(each.win_frequency):.3%}",
            str(each.ev),
        )
    out = console()
    out.print(f"{sheet.name}: {sheet.game}, {strategy} play; all per unit of the wager.\n")
    out.print(grid)
    if price.combined is not None:
        whole = price.combined
        mean = f"{float(whole.ev):+.4f} cents a round (exactly {whole.ev})"
        out.print(
            f"\nThe whole bet: {mean}, deviation {whole.stdev:.2f}, wins {float(whole.win_frequency):.3%}."
        )
    for text in sheet.disclosures:
        out.print(f"\n{text}")


def advise_command(
    house: HouseArgument,
    cards: Annotated[str, typer.Option(metavar="CARDS", help="Your three cards: 'Qs 6h 4d'.")],
    up: Annotated[str, typer.Option(metavar="CARDS", help="The dealer's cards that show.")] = "",
    bets: BetsOption = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say how the dealer's hands end.")] = False,
    as_json: JsonOption = False,
    sets: SetOption = None,
) -> None:
    """Say what each action is worth for one hand.

    Example: pitboss advise napa-valley --cards "Kd 9c 2s" --up Kh
    """
    from pitboss.odds import Game, advise

    game = Game(open_table(load(house, sets or ())))
    try:
        hand, shown = parse_cards(cards), parse_cards(up)
    except NotACard as fault:
        raise Refusal("card", str(fault), "STD-1") from None
    advice = advise(game, hand, shown, parse_bets(bets))
    if as_json:
        answer = advice.as_json() | ({"explain": dict(advice.ends)} if explain else {})
        typer.echo(json.dumps(answer))
        return
    for name, ev in sorted(advice.actions.items(), key=lambda each: -each[1]):
        mark = "  best" if name in advice.best else ""
        typer.echo(f"{name:10} {float(ev):+.6f} per Ante  ({ev}){mark}")
    if explain:
        typer.echo(
            "Of the dealer's outcomes " + ", ".join(f"{n:,} {word}" for word, n in advice.ends.items()) + "."
        )


def strategy_command(
    house: HouseArgument,
    bets: BetsOption = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="One row per hand up to suits.")] = False,
    as_json: JsonOption = False,
    sets: SetOption = None,
) -> None:
    """Print the optimal strategy: how many hands do what, or every hand with --csv.

    Example: pitboss strategy pechanga --csv > pechanga.csv
    """
    from pitboss.odds import Game, strategy
    from pitboss.odds.strategy import COLUMNS

    game = Game(open_table(load(house, sets or ())))
    entries = strategy(game, parse_bets(bets))
    if as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(entry.as_row() for entry in entries)
        return
    if as_json:
        typer.echo(json.dumps([dict(zip(COLUMNS, entry.as_row(), strict=True)) for entry in entries]))
        return
    totals: dict[str, int] = {}
    for entry in entries:
        totals[entry.action] = totals.get(entry.action, 0) + entry.multiplicity
    everything = sum(totals.values())
    typer.echo(f"{game.sheet.name}, optimal play:")
    for action, number in sorted(totals.items(), key=lambda each: -each[1]):
        typer.echo(f"  {action:8} {number:>12,} of {everything:,} deals ({number / everything:.3%})")


def parse_bets(text: str | None) -> dict[str, Cents] | None:
    """`ante=1000,pair_plus=500` as wagers in cents."""
    if text is None:
        return None
    found: dict[str, Cents] = {}
    for part in text.split(","):
        name, equals, amount = part.strip().partition("=")
        if not equals or not amount.isdecimal() or name in found:
            raise Refusal("bets", f"--bets {text!r}: write cents, like ante=1000,pair_plus=500")
        found[name] = int(amount)
    return found


def parse_strategy(sheet: Sheet, name: str) -> Chooser:
    """A strategy by its name: optimal, always, mimic, or a cut-off hand."""
    from pitboss.odds import from_value, optimal

    if name == "optimal":
        return optimal
    if name == "always":
        return from_value(0)
    if name == "mimic":
        return from_value(sheet.dealer.qualifier.value)
    value = parse_hand(name)
    if value is None:
        raise Refusal("strategy", f"--strategy {name!r}: write optimal, always, mimic, or {HAND_FORMS}")
    return from_value(value)
