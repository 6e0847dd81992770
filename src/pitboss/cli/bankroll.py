"""`pitboss bankroll`: what a bet asks of a player's bankroll, and what offers of the house are worth."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cells import write_rows
from pitboss.cli.money_options import money_option, read_money
from pitboss.cli.options import (
    CsvOption,
    HouseArgument,
    HowOption,
    JsonOption,
    NeededBetsOption,
    PlotOption,
    SetOption,
    console,
    figures,
    find_sheet,
    parse_bets,
)
from pitboss.cli.progress_bar import progress_bar
from pitboss.messages.bankroll import coupon_label, quitting_words
from pitboss.money import Cents, dollars, minus
from pitboss.round import Refusal, open_table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from pitboss.odds.risk.bankroll import Bankroll
    from pitboss.odds.risk.offers import CouponKind, Rebate
    from pitboss.sheet import Sheet

WIDTH = 46  # of the names of figures
POINTS = 6  # rounds of which is said when to quit


def command(
    house: HouseArgument,
    bets: NeededBetsOption,
    bankroll: Annotated[
        int | None, money_option("--bankroll", "What the player has; without it none is judged.")
    ] = None,
    pace: Annotated[int, typer.Option(metavar="N", help="Rounds an hour.")] = 60,
    rounds: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="A horizon; repeatable. Default 100, 1,000 and 10,000."),
    ] = None,
    coupon: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="match_play, free_bet or first_loss (with =CENTS|$: at most that). Repeatable.",
        ),
    ] = None,
    rebate: Annotated[
        str | None, typer.Option(metavar="SHARE", help="Part of a loss given back, in per cent: 20 or 12.5.")
    ] = None,
    rebate_rounds: Annotated[
        int, typer.Option(metavar="N", help="The most rounds that the rebate covers.")
    ] = 100,
    rebate_after: Annotated[
        int, typer.Option(metavar="N", help="Rounds to be played before it is earned.")
    ] = 1,
    rebate_most: Annotated[
        int | None, money_option("--rebate-most", "The most that is given back; default no limit.")
    ] = None,
    how: HowOption = False,
    plot: PlotOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    sets: SetOption = None,
) -> None:
    """Say what a bet asks of a bankroll: an hour, N0, Kelly, ruin, and what offers are worth.

    \b
    Examples:
      pitboss bankroll pechanga --bets ante=1000 --bankroll 500000
      pitboss bankroll rivers --bets ante=1000 --rebate 20 --coupon match_play
    """
    from pitboss.odds import Game
    from pitboss.odds.risk.bankroll import HORIZONS, bankroll_of

    wagers = parse_bets(bets) or {}
    offers = [_coupon(text) for text in coupon or ()]
    back = None if rebate is None else _rebate(rebate, rebate_rounds, rebate_after, rebate_most)
    if plot is not None:
        from pitboss.plots import check_plot

        check_plot(plot)
    game = Game(open_table(find_sheet(house, sets or ())))
    with progress_bar(f"Counting {game.sheet.name}") as progress:
        found = bankroll_of(game, wagers, bankroll, pace, tuple(rounds or HORIZONS), offers, back, progress)
    if plot is not None:
        from pitboss.plots.bankroll_curves import draw_bankroll

        draw_bankroll(game.sheet, found, plot)
        typer.echo(f"Drawn into {plot}.", err=True)
    if as_json:
        typer.echo(json.dumps(found.as_json()))
    elif as_csv:
        _print_csv(found)
    else:
        _print(game.sheet, found)
        if how:
            _print_how(found)


def _coupon(text: str) -> tuple[CouponKind, Cents | None]:
    from pitboss.odds.risk.offers import KINDS

    name, equals, amount = text.partition("=")
    for kind in KINDS:
        if name == kind and (not equals or kind == "first_loss"):
            return kind, read_money("--coupon first_loss", amount) if equals else None
    raise Refusal(
        "coupon", f"--coupon {text[:40]!r}: write match_play, free_bet, first_loss or first_loss=5000"
    )


def _rebate(share: str, rounds: int, after: int, most: Cents | None) -> Rebate:
    from pitboss.odds.risk.offers import Rebate

    try:
        part = Fraction(share) / 100 if len(share) <= 12 else None
    except (ValueError, ZeroDivisionError):
        part = None
    if part is None:
        raise Refusal("rebate", f"--rebate {share[:20]!r}: write per cent, like 20 or 12.5")
    terms = Rebate(part, rounds, after, most)
    terms.check()
    return terms


def _print_csv(found: Bankroll) -> None:
    write_rows(sys.stdout, [["rounds", "ruin", "bankroll"]])
    for row in found.rows():
        rounds = "endless" if row["rounds"] is None else row["rounds"]
        write_rows(sys.stdout, [[rounds, row["ruin"], row["bankroll"]]])


def _print(sheet: Sheet, found: Bankroll) -> None:
    out = console()
    bet = sheet.bet_text(found.bets)
    out.print(f"{sheet.name}: {bet}, best play, {found.pace} rounds an hour.\n")
    out.print("An hour")
    out.print(figures(_hour(found), WIDTH))
    out.print("\nThe bankroll")
    out.print(figures(_growth(found), WIDTH))
    out.print("\nA bankroll that is ruined no likelier than this")
    out.print(_enough(found))
    if found.endless is None:
        out.print("\nPlayed without end this bet ruins every bankroll: its mean is not above zero.")
    if found.coupons:
        out.print("\nCoupons, each under its own best play")
        out.print(figures(_coupons(found), WIDTH))
    if found.rebate is not None:
        _print_rebate(out, found)


def _hour(found: Bankroll) -> list[tuple[str, str]]:
    n0 = found.n0
    rows = [
        ("Mean", _money(float(found.hour_mean))),
        ("Standard deviation", dollars(round(found.hour_stdev))),
        ("A round needs", dollars(found.need)),
    ]
    if n0 is not None:
        rows.append(("N0: rounds until the mean is one deviation", f"{float(n0):,.0f}"))
    return rows


def _growth(found: Bankroll) -> list[tuple[str, str]]:
    rows = []
    if found.kelly is None:
        rows.append(("Kelly's bet", "nothing"))
    else:
        rows += [
            ("Kelly's bankroll for this bet", dollars(round(found.kelly.value))),
            ("Kelly's fraction: this bet of that bankroll", f"{found.kelly_fraction:.4%}"),
        ]
    if found.score is not None:
        rows.append(("SCORE: won in 100 rounds with $10,000", _money(float(found.score), "")))
    if found.bankroll is not None:
        rows.append((f"With {dollars(found.bankroll)}", ""))
        if found.certain is not None:
            rows.append(("  an hour is worth, for sure", _money(found.certain)))
        for each in found.horizons:
            rows.append((f"  ruin within {each.rounds:,} rounds", _chance(each.ruin)))
        rows.append(("  ruin some day", "100%" if found.endless is None else _chance(found.endless.ruin)))
    return rows


def _chance(between: tuple[float, float] | None) -> str:
    if between is None:
        return ""
    middle = sum(between) / 2
    return (
        f"under {between[1]:.1e}" if middle < 1e-9 else f"{middle:.4%}" if middle >= 1e-5 else f"{middle:.2e}"
    )


def _enough(found: Bankroll) -> Grid:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    grid.add_column("Ruin", justify="right")
    for each in found.horizons:
        grid.add_column(f"{each.rounds:,} rounds", justify="right")
    if found.endless is not None:
        grid.add_column("some day", justify="right")
    for chance in found.horizons[0].enough if found.horizons else ():
        cells = [dollars(each.enough[chance]) for each in found.horizons]
        cells += [dollars(found.endless.enough[chance])] if found.endless is not None else []
        grid.add_row(f"{chance:.1%}", *cells)
    return grid


def _coupons(found: Bankroll) -> list[tuple[str, str]]:
    return [
        (
            f"{coupon_label(each.kind)}, {dollars(each.amount)}",
            f"{_money(float(each.worth), '')} ({float(each.share):.2%})",
        )
        for each in found.coupons
    ]


def _print_rebate(out: Console, found: Bankroll) -> None:
    rebate = found.rebate
    if rebate is None:
        return
    terms = rebate.terms
    most = "" if terms.most is None else f", at most {dollars(terms.most)}"
    out.print(
        f"\n{float(100 * terms.share):.4g} % of a loss comes back{most}, after {terms.least:,} to "
        f"{terms.rounds:,} rounds"
    )
    rows = [
        ("Worth to who quits at the best point", _money(rebate.worth)),
        ("Worth to who plays all rounds", _money(rebate.to_the_end)),
        ("Rounds played on average", f"{rebate.expected_rounds:,.1f}"),
        ("A rebate is paid", f"{rebate.paid:.4%}"),
    ]
    out.print(figures(rows, WIDTH))
    for point in rebate.at(POINTS):
        out.print(f"  {quitting_words(point.rounds, point.win, point.loss)}")


def _print_how(found: Bankroll) -> None:
    out = console()
    price = found.price
    out.print(
        f"\nOne round has {len(price.distribution)} different nets over {price.outcomes:,} outcomes: mean "
        f"{minus(price.ev)} cents, variance {price.variance}."
    )
    if found.kelly is not None:
        out.print(
            f"Kelly's bankroll lies between {found.kelly.low} and {found.kelly.high} cents: both signs of the"
        )
        out.print("derivative of the mean logarithm were worked out in whole numbers.")
    if found.endless is not None:
        root = found.endless.root
        out.print(
            f"The mean of z^(net / {dollars(found.endless.step)}) is one at a z between {root.low} and "
            f"{root.high}."
        )
    out.print("Ruin within rounds is counted round by round, for all bankrolls at once; nothing is sampled.")


def _money(cents: float, sign: str = "+") -> str:
    """Dollars to the cent, signed."""
    mark = "−" if round(cents) < 0 else sign
    return f"{mark}{dollars(abs(round(cents)))}"
