"""`pitboss session`: what many rounds of one bet leave of a bankroll."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

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
    money_option,
    parse_bets,
)
from pitboss.cli.progress import progress_bar
from pitboss.money import Cents, dollars, minus
from pitboss.round import Refusal, open_table
from pitboss.round.choices import check_wagers
from pitboss.round.table import most_need
from pitboss.sheet import Sheet
from pitboss.text import write_rows

if TYPE_CHECKING:
    from pitboss.odds import Price
    from pitboss.odds.sessions import SessionResult

WIDTH = 44  # of the names of figures


def command(
    house: HouseArgument,
    bets: NeededBetsOption,
    rounds: Annotated[int, typer.Option(metavar="N", help="How many rounds are played at most.")],
    bankroll: Annotated[int, money_option("--bankroll", "What the player starts with.")],
    stop_win: Annotated[
        int | None, money_option("--stop-win", "Leave when this much or more is won.")
    ] = None,
    stop_loss: Annotated[
        int | None, money_option("--stop-loss", "Leave when this much or more is lost.")
    ] = None,
    how: HowOption = False,
    plot: PlotOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    sets: SetOption = None,
) -> None:
    """Say how a session can end: ruin, the stops, what is left, from exact counts and without sampling.

    \b
    Examples:
      pitboss session rivers --bets ante=1000 --rounds 500 --bankroll 50000
      pitboss session rivers --bets ante=10$ --rounds 500 --bankroll 500$
    """
    from pitboss.odds import Game
    from pitboss.odds.sessions import session
    from pitboss.report.session_plot import CHECKPOINTS

    wagers = parse_bets(bets) or {}
    table = open_table(find_sheet(house, sets or ()))
    check_wagers(table, wagers)
    need = most_need(table, wagers)
    if bankroll < need:
        play = need - sum(wagers.values())
        kept = f", {dollars(play)} of it kept for {table.sheet.play.label}" if play else ""
        text = f"--bankroll {dollars(bankroll)}: a round needs {dollars(need)}{kept}, in cents {need}"
        raise Refusal("bankroll", text)
    if plot is not None:
        from pitboss.report import check_plot

        check_plot(plot)
    with progress_bar(f"Pricing {table.sheet.name}") as progress:
        price = Game(table).price_bets(wagers, progress)
    steps = CHECKPOINTS if plot is not None or as_csv else 0
    with progress_bar(f"Counting {rounds:,} rounds") as progress:
        result = session(
            price, rounds, bankroll, need, stop_win, stop_loss, checkpoints=steps, progress=progress
        )
    if plot is not None:
        from pitboss.report import draw_session

        draw_session(table.sheet, wagers, result, plot)
        typer.echo(f"Drawn into {plot}.", err=True)
    if as_json:
        typer.echo(json.dumps({"house": table.sheet.id, "bets": wagers, **result.as_json()}))
    elif as_csv:
        _print_course(result)
    else:
        _print(table.sheet, wagers, float(price.ev), result)
        if how:
            _print_how(price, result)


def _print_course(result: SessionResult) -> None:
    """One row per checkpoint, from the start to the last round."""
    percents = list(result.quantiles)
    heads = ("rounds", "ruin", "stop_win", "stop_loss", "playing", "mean")
    write_rows(sys.stdout, [[*heads, *(f"q{each}" for each in percents)]])
    for at in result.course:
        ends = (at.ruin, at.stopped_ahead, at.stopped_behind, at.playing, at.mean)
        write_rows(sys.stdout, [[at.rounds, *ends, *(at.quantiles[each] for each in percents)]])


def _print_how(price: Price, result: SessionResult) -> None:
    """The way from one round to many."""
    console().print(
        f"\nOne round has {len(price.distribution)} different nets over {price.outcomes:,} outcomes; its"
        " exact counts are convolved round by round."
        f" Who has less than {dollars(result.need)}, or has reached a stop, plays no further round."
        f" Cut from the far ends of the distribution in all rounds together: {result.cut:.1e}."
    )


def _print(sheet: Sheet, wagers: dict[str, Cents], ev: float, result: SessionResult) -> None:
    out = console()
    bet = sheet.bet_text(wagers)
    count = f"{result.rounds:,} round{'' if result.rounds == 1 else 's'}"
    out.print(f"{sheet.name}: {bet}, up to {count} of optimal play from {dollars(result.bankroll)}.")
    out.print(
        f"A round needs {dollars(result.need)} and is worth {minus(f'{ev / 100:+.4f}')} dollars on average.\n"
    )
    ends = [(f"Ruin: less than {dollars(result.need)} is left", _chance(result.ruin, result))]
    if result.stop_win is not None:
        reached = f"Stop-win: {dollars(result.bankroll + result.stop_win)} or more"
        ends.append((reached, _chance(result.stopped_ahead, result)))
    if result.stop_loss is not None:
        reached = f"Stop-loss: {dollars(result.bankroll - result.stop_loss)} or less"
        ends.append((reached, _chance(result.stopped_behind, result)))
    ends.append((f"Still playing after {count}", _chance(result.playing, result)))
    out.print("How it ends")
    out.print(figures(ends, WIDTH))
    out.print("\nWhat is left")
    left = (
        ("More than at the start", _chance(result.ahead, result)),
        ("As much", _chance(result.even, result)),
        ("Less", _chance(result.behind, result)),
        ("Mean", dollars(round(result.mean))),
        ("Standard deviation", dollars(round(result.stdev))),
        ("Rounds played on average", f"{result.expected_rounds:,.1f}"),
    )
    out.print(figures(left, WIDTH))
    out.print("\nThe bankroll at the end is, with this chance, at most")
    quantiles = ((f"{percent}%", dollars(cents)) for percent, cents in result.quantiles.items())
    out.print(figures(quantiles, WIDTH))
    out.print(f"\nCounted, not sampled: every chance is within {result.error_text} of the exact one.")
    if any(map(sheet.wins_meter, wagers)):
        out.print("The meter is taken to stand at its reset value in every round.")


def _chance(chance: float, result: SessionResult) -> str:
    """A percentage, or a power of ten when it is small; what is within the error of none says so."""
    if (none := result.next_to_none(chance)) is not None:
        return none
    return f"{chance:.4%}" if chance >= 0.00001 else f"{chance:.2e}"
