"""`pitboss simulate`: many rounds by chance, every figure with its interval."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import (
    JsonOption,
    MeterOption,
    SetOption,
    find_sheet,
    houses_starting,
    money_option,
    parse_bets,
    parse_plan,
    read_count,
)
from pitboss.cli.par import check_place, write_whole
from pitboss.cli.progress import SimulationProgress, progress_bar
from pitboss.money import Cents
from pitboss.odds.work import part
from pitboss.round import Refusal, open_table

if TYPE_CHECKING:
    from pitboss.sim import Question, Setup, Totals
    from pitboss.sim.run import Pool

SEED_BITS = 53  # of a seed that is made here: short enough to be typed again
DEFAULT_ROUNDS = 10_000_000


def simulate_command(
    house: Annotated[
        list[str],
        typer.Argument(
            metavar="HOUSE",
            autocompletion=houses_starting,
            help="A house or the path of a sheet file; files with --merge.",
        ),
    ],
    bets: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BETS",
            help="A seat's bet in cents or $: ante=1000,pair_plus=5$. Repeatable, one per seat.",
        ),
    ] = None,
    seats: Annotated[int, typer.Option(metavar="N", help="So many seats with the one bet.")] = 1,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            help="optimal, always, mimic, a cut-off hand like Q-6-4, or a .csv file. Repeatable like --bets."
        ),
    ] = None,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="How many rounds at most, like 1e8; default 1e7.")
    ] = None,
    width: Annotated[
        float | None,
        typer.Option(metavar="W", help="Stop once the mean's interval is this wide, in units of the Ante."),
    ] = None,
    confidence: Annotated[float, typer.Option(help="Of the intervals.")] = 0.95,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same answer.")] = None,
    first: Annotated[int, typer.Option(metavar="CHUNK", help="Begin with a later chunk of the seed.")] = 0,
    stake: Annotated[int | None, money_option("--stake", "A player bank's stake; default enough.")] = None,
    meter: MeterOption = None,
    meter_moves: Annotated[bool, typer.Option("--meter-moves", help="Let bets feed the meter.")] = False,
    bankroll: Annotated[int | None, money_option("--bankroll", "Play sessions that start with this.")] = None,
    session: Annotated[int, typer.Option(metavar="N", help="Rounds of a session, with --bankroll.")] = 500,
    confirm: Annotated[bool, typer.Option("--confirm", help="Put the exact figures beside.")] = False,
    workers: Annotated[
        int | None,
        typer.Option(metavar="N", help="Processes of 170 MB each; default one for each processor."),
    ] = None,
    dask: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster.")] = None,
    merge: Annotated[
        bool, typer.Option("--merge", help="Put stored runs together: name their files.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="Store the run as a .json file.")
    ] = None,
    as_json: JsonOption = False,
    sets: SetOption = None,
) -> None:
    """Play many rounds by chance, and say what they come to, each figure with its interval.

    \b
    Examples:
      pitboss simulate rivers --bets ante=10$,progressive=1$ --seats 5
      pitboss simulate napa-valley --seats 6 --stake 50000 --width 0.001
      pitboss simulate --merge one.json two.json
    """
    from pitboss.sim import Session
    from pitboss.sim.streams import check_seed

    if not 0.5 <= confidence < 1:
        raise Refusal("confidence", f"--confidence {confidence}: from 0.5 to below 1, like 0.95")
    if out is not None:
        check_place(out, (".json",), "a run")
    if merge:
        _merge(house, confidence, out, as_json=as_json, confirm=confirm)
        return
    if len(house) != 1:
        raise Refusal("house", f"{len(house)} houses were given: one at a time")
    asked = {"house": house[0], "set": list(sets or ())}
    sitting = None if bankroll is None else Session(bankroll, session)
    wanted = None if rounds is None else read_count("--rounds", rounds)
    if seed is not None:
        check_seed(seed)
    if width is not None and width <= 0:
        raise Refusal("width", f"--width {width}: above zero, in units of the first wager, like 0.001")
    if workers is not None and workers < 1:
        raise Refusal("workers", f"--workers {workers}: at least one")
    question = _question(
        asked,
        _bets(bets, seats),
        strategy or ["optimal"],
        confirm=confirm,
        stake=stake,
        meter=meter,
        meter_mode="moves" if meter_moves else "stands",
        session=sitting,
    )
    _play(
        question,
        asked,
        rounds=wanted,
        width=width,
        confidence=confidence,
        seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        first=first,
        workers=workers,
        dask=dask,
        confirm=confirm,
        out=out,
        as_json=as_json,
    )


def _bets(texts: Sequence[str] | None, seats: int) -> list[dict[str, Cents] | None]:
    """The bet of each seat; None stands for every wager of the sheet."""
    found = [parse_bets(text) for text in texts or ()] or [None]
    if seats != 1 and len(found) > 1:
        raise Refusal("seats", "Give --seats with one bet, or --bets for each seat")
    return found * seats if len(found) == 1 else found


def _question(
    asked: Mapping[str, Any],
    bets: Sequence[dict[str, Cents] | None],
    strategies: Sequence[str],
    *,
    confirm: bool,
    **more: Any,
) -> Question:
    from pitboss.odds import Game
    from pitboss.sim import Question, SimSeat
    from pitboss.sim.confirmation import check_confirmable
    from pitboss.sim.question import every_wager

    table = open_table(find_sheet(asked["house"], asked["set"]))
    if len(strategies) not in (1, len(bets)):
        raise Refusal("strategy", f"--strategy: give one, or one for each of {len(bets)} seats")
    names = list(strategies) * len(bets) if len(strategies) == 1 else list(strategies)
    wagers = [dict(each) if each else every_wager(table) for each in bets]
    # Whatever will be refused is refused before a plan is counted.
    unplanned = Question(table, tuple(SimSeat(each, _fold(), "") for each in wagers), **more)
    if confirm:
        check_confirmable(unplanned)
    game = Game(table, meter=more.get("meter"))
    keys = [f"{name} {sorted(each.items())}" for each, name in zip(wagers, names, strict=True)]
    kept: dict[str, Any] = {}
    with progress_bar(f"Planning {table.sheet.name}") as progress:
        for key, each, name in zip(keys, wagers, names, strict=True):
            if key not in kept:
                kept[key] = parse_plan(game, name, each, part(progress, len(kept), len(set(keys))))
    found = [SimSeat(each, kept[key], name) for key, each, name in zip(keys, wagers, names, strict=True)]
    return Question(table, tuple(found), **more)


def _fold() -> Any:
    from pitboss.hands import VALUES
    from pitboss.odds.plan import plan_from_value

    return plan_from_value(VALUES)


def _play(
    question: Question,
    asked: Mapping[str, Any],
    *,
    rounds: int | None,
    width: float | None,
    confidence: float,
    seed: int,
    first: int,
    workers: int | None,
    dask: str | None,
    confirm: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    from pitboss.sim import best_engine, exact_control, run_rounds, setup
    from pitboss.sim.run_figures import target_width

    if rounds is None and width is None:
        rounds = DEFAULT_ROUNDS
    made = setup(question)
    control = exact_control(question)
    pool = _pool(question, workers, dask, rounds)
    if best_engine() == "numpy" and dask is None:
        note = (
            "Numba is not installed, so NumPy plays: the same answer, some ten times slower (pitboss[sim])."
        )
        typer.echo(note, err=True)
    unit = question.unit[1]
    with SimulationProgress(rounds) as progress:

        def enough(totals: Totals) -> bool:
            at = target_width(made, totals, confidence, control) / unit
            progress.narrow(totals.rounds, at, width or 0)
            return at <= (width or 0)

        totals = run_rounds(
            made,
            seed,
            rounds,
            first=first,
            enough=enough if width is not None else None,
            pool=pool,
            progress=progress.step,
        )
    _tell(made, totals, confidence, control, asked, out=out, as_json=as_json, confirm=confirm)


def _pool(question: Question, workers: int | None, dask: str | None, rounds: int | None) -> Pool | None:
    """Where the chunks are played; a short run needs no other process."""
    from pitboss.sim import pools
    from pitboss.sim.run import CHUNK

    if dask is not None:
        return pools.dask_cluster(question, dask)
    number = pools.cores() if workers is None else workers
    short = workers is None and rounds is not None and rounds <= 16 * CHUNK
    return None if number == 1 or short else pools.processes(question, number)


def _tell(
    made: Setup,
    totals: Totals,
    confidence: float,
    control: Fraction | None,
    asked: Mapping[str, Any],
    *,
    out: Path | None,
    as_json: bool,
    confirm: bool,
) -> None:
    from pitboss.cli.simulated import print_confirmation, print_report
    from pitboss.sim import confirm_run, figures
    from pitboss.sim.run_figures import as_json as plain

    found = figures(made, totals, confidence, control)
    held = confirm_run(made, totals) if confirm else None
    if out is not None:
        write_whole(out, json.dumps({"asked": dict(asked), "run": totals.as_json()}) + "\n")
        typer.echo(f"Stored the run of {totals.rounds:,} rounds in {out}.", err=True)
    if as_json:
        typer.echo(json.dumps(plain(totals, found) | ({"confirm": held.as_json()} if held else {})))
    else:
        print_report(made, totals, found)
        if held is not None:
            print_confirmation(made, held)
    if held is not None and not held.agrees:
        sys.exit(1)


def _merge(
    files: Sequence[str], confidence: float, out: Path | None, *, as_json: bool, confirm: bool
) -> None:
    """Adds stored runs up and tells of them as of one."""
    from pitboss.sim import Session, exact_control, setup
    from pitboss.sim.totals import NotARun

    runs = [_read(Path(name)) for name in files]
    asked, totals = runs[0]
    for _, other in runs[1:]:
        totals.merge(other)
    told = totals.question
    try:
        question = _question(
            asked,
            [dict(seat["bets"]) for seat in told["seats"]],
            [seat["strategy"] for seat in told["seats"]],
            confirm=confirm,
            stake=told["stake"],
            meter=told["meter"],
            meter_mode=told["meter_mode"] or "stands",
            session=told["session"] and Session(**told["session"]),
        )
    except (KeyError, TypeError):
        raise NotARun(f"{files[0]} does not say what was asked") from None
    if question.as_json() != told:
        raise NotARun("The sheet or a strategy is no longer what it was when the runs were made")
    control = exact_control(question)
    _tell(setup(question), totals, confidence, control, asked, out=out, as_json=as_json, confirm=confirm)


def _read(path: Path) -> tuple[dict[str, Any], Totals]:
    from pitboss.sim.totals import NotARun, Totals

    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        asked = {"house": str(stored["asked"]["house"]), "set": list(map(str, stored["asked"]["set"]))}
        return asked, Totals.from_json(stored["run"])
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError):
        raise NotARun(f"{path} is no run of `pitboss simulate`: write one with --out") from None
