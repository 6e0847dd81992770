"""`pitboss par`: the PAR sheet of a house, as a file to hand in."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final

import typer
from typer import Option

from pitboss import report as par
from pitboss.cli import options
from pitboss.cli.odds import with_stand_ins
from pitboss.cli.output import Lines, check_file, count_rounds, grid, progress_bar, show, whole_file
from pitboss.money import figure
from pitboss.odds import NotPriced
from pitboss.report.sheet_figures import confirm_par
from pitboss.report.workbook import check_excel
from pitboss.text import all_of, plural

ENDINGS: Final = (".html", ".csv", ".xlsx")


def par_command(
    house: options.House,
    out: Annotated[
        Path | None,
        Option("-o", "--out", metavar="FILE", help="Where to write it: a .html, .csv or .xlsx file."),
    ] = None,
    players: Annotated[int, Option(help="Players at the table, for envy.")] = 1,
    meter: options.Meter = None,
    seat: options.Seat = None,
    day: Annotated[
        date | None, options.day_option("--date", "The date of the sheet, like 2026-11-15; default today.")
    ] = None,
    author: Annotated[
        str | None, Option(metavar="NAME", help="Who answers for it; default a line to sign on.")
    ] = None,
    revision: Annotated[
        str | None, Option(metavar="TEXT", help="A revision to print, like 'B'; default none.")
    ] = None,
    confirm: Annotated[
        int | None, options.count_option("--confirm", "Append a simulation of so many rounds, like 1e8.")
    ] = None,
    seed: Annotated[int | None, Option(help="Of the simulation; default a new one.")] = None,
    print_json: Annotated[
        bool, Option("--json", help="Print the content as JSON; a file is optional then.")
    ] = False,
    table_risk: Annotated[
        bool, Option("--table-risk", help="Add how far a table strays with its seats; takes some seconds.")
    ] = False,
    exact_only: options.ExactOnly = False,
    sets: options.Sets = None,
) -> None:
    """Say what each wager returns, and write the PAR sheet: every line with its count, all exact.

    \b
    Examples:
      pitboss par rivers
      pitboss par rivers -o rivers-par.html
      pitboss par rivers -o rivers-par.xlsx
      pitboss par rivers -o rivers-par.html --confirm 1e8 --seed 1
    """
    if out is not None:
        check_file(out, ENDINGS, "a PAR sheet")
        if out.suffix.lower() == ".xlsx":
            check_excel()
    game = options.open_game(house, sets, players, meter, seat)
    sheet = game.sheet
    with progress_bar(f"Counting {sheet.name}") as progress:
        day = day or (datetime.now().astimezone().date() if out is not None else None)
        made = par.par_sheet(game, None if day is None else str(day), table_risk, progress)
    made = replace(made, revision=revision, author=author)
    if not exact_only:
        simulated = with_stand_ins(game, made.price, "optimal", None)
        made = par.with_simulated(made, simulated.stand_ins, simulated.left_out)
    if not (made.wagers or made.simulated):
        raise NotPriced(made.refused[0].why)
    if confirm is not None:
        luck = secrets.randbits(53) if seed is None else seed
        with progress_bar("Simulating") as step:
            held = confirm_par(game, confirm, luck, count_rounds(step, confirm))
        made = replace(made, confirmed=held)
    if print_json or out is None:
        show(lambda: par.as_json(made), lambda: _summary(made), as_json=print_json)
    if out is not None:
        forms: dict[str, Callable[[par.ParSheet], str | bytes]] = {
            ".html": par.as_html,
            ".csv": par.as_csv,
            ".xlsx": par.as_workbook,
        }
        with whole_file(out) as file:
            written = forms[out.suffix.lower()](made)
            file.buffer.write(written.encode() if isinstance(written, str) else written)
        number = len(made.wagers) + len(made.simulated)
        wagers = plural(number, "wager")
        wagers += f", {len(made.simulated)} simulated" if made.simulated else ""
        told = f"Wrote the PAR sheet of {sheet.name} ({wagers}, sheet {sheet.hash[:12]}) to {out}."
        typer.echo(told, err=print_json)


def _summary(made: par.ParSheet) -> Lines:
    """What each wager returns, and how to get the whole sheet."""
    back = [f"{float(each.returns):.2%} of {each.unit}" for each in made.wagers]
    back += [f"~{1 + each.made.mean.value:.2%} of {each.label}" for each in made.simulated]
    yield f"{made.name} returns {all_of(back)}.".replace("%", " %")
    yield f"-o {made.house}.html writes the whole sheet, .csv and .xlsx as well; --json prints it.\n"
    rows: list[tuple[str, ...]] = [
        (
            each.label,
            f"{float(each.returns):.4%}",
            f"{float(each.house_edge):.4%}",
            figure(each.hit_frequency, ".3%"),
            "–" if each.stdev is None else f"{each.stdev:.4f}",
            f"{each.outcomes:,}",
        )
        for each in made.wagers
    ]
    for one in made.simulated:
        found = one.made.figures()
        mean, wins, spread = (found[name].value for name in ("ev", "hit_frequency", "stdev"))
        known = (f"~{1 + mean:.2%}", f"~{-mean:.2%}", f"~{wins:.2%}", f"~{spread:.2f}", "simulated")
        rows.append((one.label, *known))
    rows += [(refused.label, "not priced", *["–"] * 4) for refused in made.refused]
    heads = ("Wager", "Return", "House edge", "Net wins", "Deviation", "Outcomes")
    yield grid(heads, rows, right=range(1, 6))
    yield f"\nSheet {made.hash[:12]}; {plural(made.players, 'player')} at the table, optimal play."
    if made.confirmed is not None:
        yield made.confirmed.verdict
