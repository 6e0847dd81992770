"""`pitboss simulate`: many rounds by chance, every figure with its interval."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.table import Table as Grid
from typer import Argument, Option

from pitboss.cli import options
from pitboss.cli.output import (
    Lines,
    about_share,
    check_file,
    count_rounds,
    grid,
    progress_bar,
    show,
    whole_file,
)
from pitboss.hands import VALUES
from pitboss.messages.rules import figure_words, line_end_words, verdict_words
from pitboss.money import Cents, dollars, minus, signed_dollars
from pitboss.odds import Game
from pitboss.odds.plan import plan_from_value
from pitboss.odds.work import part
from pitboss.round import Refusal, open_table
from pitboss.round.choices import every_wager
from pitboss.sim import (
    Confirmation,
    Figures,
    Question,
    Session,
    Setup,
    SimSeat,
    best_engine,
    confirm_run,
    exact_control,
    figures,
    run_rounds,
    setup,
)
from pitboss.sim.confirmation import Comparison, check_confirmable, exact_first_seat
from pitboss.sim.deals import check_seed
from pitboss.sim.intervals import Estimate, share
from pitboss.sim.run import CHUNK, Pool, cores, dask_cluster, processes
from pitboss.sim.run_figures import (
    BankFigures,
    MeterFigures,
    SeatFigures,
    SessionFigures,
    WagerFigures,
    target_width,
)
from pitboss.sim.run_figures import as_json as plain
from pitboss.sim.simulated import CONFIDENCE, ROUNDS, SEED
from pitboss.sim.totals import NotARun, Totals
from pitboss.text import plural

SEED_BITS = 53  # of a seed that is made here: short enough to be typed again
DEFAULT_ROUNDS = 10_000_000


def simulate_command(
    house: Annotated[
        list[str],
        Argument(
            metavar="HOUSE",
            autocompletion=options.houses_starting,
            help="A house or the path of a sheet file; files with --merge.",
        ),
    ],
    bets: Annotated[
        list[str] | None,
        Option(
            metavar="BETS",
            help="A seat's bet in cents or $: ante=1000,pair_plus=5$. Repeatable, one per seat.",
        ),
    ] = None,
    seats: Annotated[int, Option(metavar="N", help="So many seats with the one bet.")] = 1,
    strategy: Annotated[
        list[str] | None,
        Option(
            help="optimal, always, mimic, a cut-off hand like Q-6-4, or a .csv file. Repeatable like --bets."
        ),
    ] = None,
    rounds: Annotated[
        int | None, options.count_option("--rounds", "How many rounds at most, like 1e8; default 1e7.")
    ] = None,
    width: Annotated[
        float | None,
        Option(metavar="W", help="Stop once the mean's interval is this wide, in units of the Ante."),
    ] = None,
    confidence: Annotated[float, Option(help="Of the intervals.")] = 0.95,
    seed: Annotated[int | None, Option(help="The same seed gives the same answer.")] = None,
    stake: Annotated[
        int | None, options.money_option("--stake", "A player bank's stake; default enough.")
    ] = None,
    meter: options.Meter = None,
    meter_moves: Annotated[bool, Option("--meter-moves", help="Let bets feed the meter.")] = False,
    bankroll: Annotated[
        int | None, options.money_option("--bankroll", "Play sessions that start with this.")
    ] = None,
    session: Annotated[int, Option(metavar="N", help="Rounds of a session, with --bankroll.")] = 500,
    confirm: Annotated[bool, Option("--confirm", help="Put the exact figures beside.")] = False,
    lines: Annotated[bool, Option("--lines", help="Add how often each line of the sheet came.")] = False,
    workers: Annotated[
        int | None, Option(metavar="N", help="Processes of 170 MB each; default one for each processor.")
    ] = None,
    dask: Annotated[str | None, Option(metavar="ADDRESS", help="Play on a Dask cluster.")] = None,
    merge: Annotated[bool, Option("--merge", help="Put stored runs together: name their files.")] = False,
    out: Annotated[
        Path | None, Option("-o", "--out", metavar="FILE", help="Store the run as a .json file.")
    ] = None,
    as_json: options.Json = False,
    sets: options.Sets = None,
) -> None:
    """Play many rounds by chance, and say what they come to, each figure with its interval.

    \b
    Examples:
      pitboss simulate rivers --rounds 1e6
      pitboss simulate rivers --bets ante=10$,progressive=1$ --seats 5
      pitboss simulate napa-valley --seats 6 --stake 50000 --width 0.001
      pitboss simulate --merge one.json two.json
    """
    if not 0.5 <= confidence < 1:
        raise Refusal("confidence", f"--confidence {confidence}: from 0.5 to below 1, like 0.95")
    if out is not None:
        check_file(out, (".json",), "a run")
    form = Form(out, as_json=as_json, confirm=confirm, lines=lines)
    if merge:
        _merge(house, confidence, form)
        return
    if len(house) != 1:
        raise Refusal("house", f"{len(house)} houses were given: one at a time")
    asked = {"house": house[0], "set": list(sets or ())}
    sitting = None if bankroll is None else Session(bankroll, session)
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
    most = DEFAULT_ROUNDS if rounds is None and width is None else rounds
    made, control = setup(question), exact_control(question)
    pool = _pool(question, workers, dask, most)
    if best_engine() == "numpy" and dask is None:
        note = "Numba is not installed, so NumPy plays: the same answer, some ten times slower"
        typer.echo(f"{note} (pitboss[sim]).", err=True)
    with progress_bar("Playing") as step:

        def enough(totals: Totals) -> bool:
            """Whether the interval is narrow enough; it narrows with the root of the rounds."""
            at = 0.0 if width is None else target_width(made, totals, confidence, control) / question.unit[1]
            needed = inf if width is None else totals.rounds * max(1.0, at / width) ** 2
            if step is not None:
                every = min(needed, most or inf)
                step(totals.rounds, None if every == inf else int(every))
            return width is not None and at <= width

        luck = secrets.randbits(SEED_BITS) if seed is None else seed
        totals = run_rounds(made, luck, most, enough=enough, pool=pool)
    _show(made, totals, confidence, control, asked, form)


class Form(NamedTuple):
    """How a run is shown, and where it is stored."""

    out: Path | None
    as_json: bool
    confirm: bool
    lines: bool


def _bets(texts: Sequence[str] | None, seats: int) -> list[dict[str, Cents] | None]:
    """The bet of each seat; None means every wager of the sheet."""
    found: list[dict[str, Cents] | None] = [options.read_bets(text) for text in texts or ()]
    found = found or [None]
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
    table = open_table(options.find_sheet(asked["house"], asked["set"]))
    if len(strategies) not in (1, len(bets)):
        raise Refusal("strategy", f"--strategy: give one, or one for each of {len(bets)} seats")
    names = list(strategies) * len(bets) if len(strategies) == 1 else list(strategies)
    wagers = [dict(each) if each else every_wager(table) for each in bets]
    # What will be refused is refused before a plan is counted.
    unplanned = Question(table, tuple(SimSeat(each, plan_from_value(VALUES), "") for each in wagers), **more)
    if confirm:
        check_confirmable(unplanned)
    game = Game(table, meter=more.get("meter"))
    keys = [f"{name} {sorted(each.items())}" for each, name in zip(wagers, names, strict=True)]
    kept: dict[str, Any] = {}
    with progress_bar(f"Planning {table.sheet.name}") as progress:
        for key, each, name in zip(keys, wagers, names, strict=True):
            if key not in kept:
                kept[key] = options.parse_plan(game, name, each, part(progress, len(kept), len(set(keys))))
    found = [SimSeat(each, kept[key], name) for key, each, name in zip(keys, wagers, names, strict=True)]
    return Question(table, tuple(found), **more)


def _pool(question: Question, workers: int | None, dask: str | None, rounds: int | None) -> Pool | None:
    """Where the chunks are played; a short run needs no other process."""
    if dask is not None:
        return dask_cluster(question, dask)
    number = cores() if workers is None else workers
    short = workers is None and rounds is not None and rounds <= 16 * CHUNK
    return None if number == 1 or short else processes(question, number)


def _show(
    made: Setup,
    totals: Totals,
    confidence: float,
    control: Fraction | None,
    asked: Mapping[str, Any],
    form: Form,
) -> None:
    found = figures(made, totals, confidence, control)
    held = confirm_run(made, totals) if form.confirm else None
    if form.out is not None:
        with whole_file(form.out) as file:
            file.write(json.dumps({"asked": dict(asked), "run": totals.as_json()}) + "\n")
        typer.echo(f"Stored the run of {totals.rounds:,} rounds in {form.out}.", err=True)
    show(
        lambda: plain(totals, found) | ({"confirm": held.as_json()} if held else {}),
        lambda: report(made, totals, found, held, with_lines=form.lines),
        as_json=form.as_json,
    )
    if held is not None and not held.agrees:
        sys.exit(1)


def _merge(files: Sequence[str], confidence: float, form: Form) -> None:
    """Adds stored runs up and shows them as one."""
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
            confirm=form.confirm,
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
    _show(setup(question), totals, confidence, control, asked, form)


def _read(path: Path) -> tuple[dict[str, Any], Totals]:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        asked = {"house": str(stored["asked"]["house"]), "set": list(map(str, stored["asked"]["set"]))}
        return asked, Totals.from_json(stored["run"])
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError):
        raise NotARun(f"{path} is no run of `pitboss simulate`: write one with --out") from None


WORST = 12  # comparisons that are listed


def report(
    made: Setup,
    totals: Totals,
    found: Figures,
    held: Confirmation | None = None,
    *,
    with_lines: bool = False,
) -> Lines:
    """The answer, and the tables behind it."""
    question, sheet = made.question, made.question.table.sheet
    yield from _answer(made, found)
    if held is not None:
        yield verdict_words(len(held.rows), held.adjusted, agrees=held.agrees)
    seeds = " and ".join(dict.fromkeys(str(part.seed) for part in totals.parts))
    yield (
        f"Seed {seeds}; sheet {sheet.hash[:12]}; {best_engine()}. "
        f"Intervals hold in {100 * found.confidence:.4g} % of all runs.\n"
    )
    shown: set[str] = set()
    for number, (seat, asked) in enumerate(zip(found.seats, question.seats, strict=True), 1):
        yield f"Seat {number}: {sheet.bet_text(asked.wagers)}; {asked.strategy} play"
        yield _wagers(made, seat)
        same = f"{asked.plan.digest} {sorted(asked.wagers.items())}"
        if with_lines and same not in shown:
            shown.add(same)
            yield _lines(made, seat, found)
        if seat.session is not None:
            yield _session(seat.session)
    if found.table is not None and found.bank is None and len(found.seats) > 1:
        yield "All seats together, a round"
        yield _table(
            ("Mean", "", "Deviation"),
            [(*_mean(found.table.mean), signed_dollars(found.table.stdev.value, plus=""))],
            0,
        )
    if found.bank is not None:
        yield "The bank, a round"
        yield _bank(found.bank)
    if found.meter is not None:
        yield "The meter"
        yield _meter(found.meter)
    if held is not None:
        yield from confirmation(made, held)


def _answer(made: Setup, found: Figures) -> Lines:
    """What the rounds came to: for the bank, or the first seat beside its exact mean."""
    question, sheet = made.question, made.question.table.sheet
    after, level = f"After {found.rounds:,} rounds at {sheet.name}", f"{100 * found.confidence:.4g} %"
    if question.stake is not None and found.bank is not None:
        mean = found.bank.controlled.mean if found.bank.controlled else found.bank.net.mean
        does = "won" if mean.value >= 0 else "lost"
        ends = between(mean.scaled(0.01 if mean.value >= 0 else -0.01), 2)
        each = signed_dollars(abs(mean.value), plus="")
        yield f"{after} the bank {does} {each} a round ({level} interval {ends})."
        yield f"Its stake was used up in {about_share(found.bank.exhausted.value)} of them."
        return
    seat, asked = found.seats[0], question.seats[0]
    exact = exact_first_seat(question)
    name, wager = next(iter(seat.wagers.items()))
    known = exact.mean(name) if exact is not None and name in exact.wagers else None
    yield f"{after} the {sheet.label(name)} {_came(wager, known, level)}."
    if len(seat.wagers) > 1:
        whole = None if exact is None or seat.envy is not None else exact.whole_mean
        yield f"The whole bet, {dollars(sum(asked.wagers.values()))}, {_came(seat.whole, whole, level)}."
    if seat.session is not None:
        ruin = about_share(seat.session.ruin.value)
        yield f"Of {plural(seat.session.sessions, 'session')} {ruin} ended in ruin."


def _came(wager: WagerFigures, exact: Fraction | None, level: str) -> str:
    """`lost 3.49 % (exact: 3.37 %, inside the 95 % interval 2.48 to 4.51 %)`."""
    mean = wager.mean.scaled(100 / wager.stake)
    sign = 1 if mean.value >= 0 else -1
    ends = f"{between(mean.scaled(sign), 2)} %"
    does = f"{'won' if sign > 0 else 'lost'} {abs(mean.value):.2f} %"
    if exact is None:
        return f"{does} ({level} interval {ends})"
    true = 100 * float(exact) / wager.stake
    inside = "inside" if mean.low <= true <= mean.high else "outside"
    return minus(f"{does} (exact: {sign * true:.2f} %, {inside} the {level} interval {ends})")


def _table(heads: Sequence[str], rows: Iterable[Iterable[str]], left: int = 1) -> Grid:
    """A grid with so many columns of words."""
    return grid(heads, rows, right=range(left, len(heads)), gap=4)


def between(estimate: Estimate, places: int = 4, sign: str = "") -> str:
    """An interval: `−0.0351 to −0.0324`."""
    low, high = estimate.low, estimate.high
    shown = [f"{end:{sign},.{places}f}" if abs(end) < inf else "?" for end in (low, high)]
    return minus(" to ".join(shown))


def _wagers(made: Setup, seat: SeatFigures) -> Grid:
    sheet = made.question.table.sheet
    rows = [_wager(sheet.label(name), wager) for name, wager in seat.wagers.items()]
    if len(rows) > 1:
        rows.append(_wager("Whole bet", seat.whole))
    return _table(("Wager", "Mean per unit", "Interval", "Deviation", "Wins"), rows)


def _wager(name: str, wager: WagerFigures) -> Sequence[str]:
    unit = 1 / wager.stake
    mean = wager.mean.scaled(unit)
    deviation = f"{wager.stdev.value * unit:.4f}"
    return name, minus(f"{mean.value:+.5f}"), between(mean, 5), deviation, f"{wager.wins.value:.3%}"


def _lines(made: Setup, seat: SeatFigures, found: Figures) -> Grid:
    sheet = made.question.table.sheet
    rows = (
        (line_end_words(sheet, key), f"{count:,}", f"{often.value:.5%}", between(often.scaled(100), 5))
        for key, count in seat.lines.items()
        for often in [share(count, found.rounds, found.confidence)]
    )
    return _table(("Line", "Rounds", "Share", "Interval, %"), rows)


def _mean(cents: Estimate) -> tuple[str, str]:
    return signed_dollars(cents.value, 4), between(cents.scaled(0.01))


def _dollars(name: str, cents: Estimate) -> tuple[str, str, str]:
    """A row of an amount."""
    return name, signed_dollars(cents.value, plus=""), between(cents.scaled(0.01), 2)


def _share(name: str, share: Estimate, places: int = 4) -> tuple[str, str, str]:
    """A row of how often something happens."""
    return name, f"{share.value:.{places}%}", f"{between(share.scaled(100))} %"


def _session(session: SessionFigures) -> Grid:
    rows = [
        ("Sessions", f"{session.sessions:,}", ""),
        _share("Ruin", session.ruin),
        _dollars("Left on average", session.left),
    ]
    if session.rounds_to_ruin is not None:
        gone = session.rounds_to_ruin
        rows.append(("Rounds until a ruin", f"{gone.value:,.1f}", between(gone, 1)))
    rows += [_dollars(f"Left in {at} % at most", each) for at, each in session.left_quantiles.items()]
    return _table(("Sessions", "", "Interval"), rows)


def _bank(bank: BankFigures) -> Grid:
    rows = [("Mean", *_mean(bank.net.mean))]
    if bank.controlled is not None:
        rows.append(("Mean, by exact full cover", *_mean(bank.controlled.mean)))
    rows += [
        _dollars("Deviation", bank.net.stdev),
        _share("Wins", bank.net.wins, 3),
        _share("Stake used up", bank.exhausted),
        _share("Something stays uncovered", bank.short),
        _dollars("Cover left", bank.left),
    ]
    return _table(("", "", "Interval"), rows)


def _meter(meter: MeterFigures) -> Grid:
    wait = "–" if meter.rounds.value == inf else f"{meter.rounds.value:,.0f}"
    rows = [("Won", f"{meter.hits:,} times", ""), ("Rounds until it is won", wait, between(meter.rounds, 0))]
    if meter.at_hit is not None:
        rows.append(_dollars("Meter when it is won", meter.at_hit))
    for name, parts, scale in (
        ("Rounds", meter.round_quantiles, 1.0),
        ("Dollars", meter.at_hit_quantiles, 0.01),
    ):
        rows += [
            (f"{name} in {at} % at most", f"{each.value * scale:,.0f}", between(each.scaled(scale), 0))
            for at, each in parts.items()
        ]
    return _table(("", "", "Interval"), rows)


def confirmation(made: Setup, held: Confirmation) -> Lines:
    """The comparisons that are furthest apart."""
    yield "\nExact beside simulated, the least likely first"
    rows = (_compared(made, row) for row in sorted(held.rows, key=lambda row: row.p)[:WORST])
    yield _table(("Figure", "Exact", "Simulated", "z", "Chance"), rows)
    for wager, why in held.missing.items():
        yield f"{made.question.table.sheet.label(wager)} has no exact figure: {why}"


def _compared(made: Setup, row: Comparison) -> tuple[str, ...]:
    name = figure_words(made.question.table.sheet, row.kind, row.wager, row.line, row.cells)
    z = "" if row.z is None else minus(f"{row.z:+.2f}")
    if row.impossible:
        return (name, "", f"net {minus(row.impossible[0])} never comes", z, f"{row.p:.3g}")
    return (name, minus(f"{row.exact:.6f}"), minus(f"{row.simulated:.6f}"), z, f"{row.p:.3g}")


def simulate_bank(
    game: Game, seats: Sequence[Mapping[str, Cents]], stake: Cents, strategy: str, why: str, *, as_json: bool
) -> None:
    """A bank with more seats than are counted together: simulated, sharpened by the exact full cover."""
    places = tuple(SimSeat(dict(each), options.parse_plan(game, strategy, each), strategy) for each in seats)
    question = Question(game.table, places, stake=stake)
    made, control = setup(question), exact_control(question)
    with progress_bar("Simulating") as step:
        totals = run_rounds(made, SEED, ROUNDS, progress=count_rounds(step, ROUNDS))
    found = figures(made, totals, CONFIDENCE, control)
    told = f"{why}. So it is simulated; --exact-only refuses instead.\n"
    show(
        lambda: {
            "house": game.sheet.id,
            "strategy": strategy,
            "why": why,
            "simulated": plain(totals, found),
        },
        lambda: [told, *report(made, totals, found)],
        as_json=as_json,
    )
