"""The exact odds beside a C loop over all deals; and what a user waits for at each house."""

from __future__ import annotations

import pkgutil
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import comb
from pathlib import Path
from time import process_time
from typing import Any

import pitboss.odds
from bench.compiler import FLAGS, compile_loop, find_compiler
from bench.report import Run, best_of, heading, note, progress
from bench.up_cards import up_cards
from pitboss.odds import Game, Price, advise, price_sheet
from pitboss.round import open_table
from pitboss.sheet import houses, load_house

HERE = Path(__file__).parent
AIM = 100  # times the speed of the C loop, at least
ODDS_PER_TURN = 5  # answers of Pitboss for each of the C loop


@dataclass(frozen=True)
class Loop:
    """A main game that the C program deals out: how many deals, its exact mean, how many turns."""

    game: str
    house: str
    deals: int
    mean: Fraction
    turns: int


LOOPS = (
    Loop("ante-play", "atlantic-city", comb(52, 3) * comb(49, 3), Fraction(-686689, 20358520), 5),
    Loop("napa-valley", "napa-valley", comb(52, 3) * 49 * comb(48, 2), Fraction(-229314, 12724075), 3),
    Loop("pechanga", "pechanga", comb(52, 3) * comb(49, 3) * 46 * 45, Fraction(143428213, 17559223500), 2),
)

# A pay line of each house that is changed; of the main game where it has one.
PAY_LINES = {
    "pechanga": "pays.play_bonus.pat.straight_flush",
    "atlantic-city": "pays.ante_bonus.lines.straight_flush",
    "napa-valley": "pays.pair_plus.lines.straight_flush",
    "shine": "pays.ante_bonus.lines.straight_flush",
    "rivers": "pays.ante_bonus.lines.straight_flush",
}


def run(quick: bool) -> None:
    """The race against the C loop, then what each house takes."""
    _race(quick)
    _houses(quick)
    up_cards(quick)


@dataclass(frozen=True)
class Child:
    """What a command printed and used."""

    text: str
    wall: float
    processor: float
    peak: float  # MB


def _child(*command: str | Path) -> Child:
    """Runs a command in a fresh process."""
    launch = (sys.executable, "-I", "-S", HERE / "launch.py", *command)
    done = subprocess.run(launch, stdout=subprocess.PIPE, check=False, text=True)
    if done.returncode:
        raise SystemExit(f"`{' '.join(map(str, command))}` failed with status {done.returncode}.")
    text, _, used = done.stdout.rstrip("\n").rpartition("\n")
    wall, processor, peak = used.split()
    return Child(text, float(wall), float(processor), int(peak) / 1024)


# ---------------------------------------------------------------- the race


def _race(quick: bool) -> None:
    loops = LOOPS[:1] if quick else LOOPS
    heading("Odds: the full answer for a main game, beside a C loop over all deals")
    compiler = find_compiler()
    if compiler is None:
        note(
            "There is no C compiler here, so the race is left out. "
            "On Debian and Ubuntu install the package build-essential; elsewhere name one in CC."
        )
        return
    with tempfile.TemporaryDirectory() as folder:
        program = compile_loop(compiler, "deals", folder)
        print(f"  {'main game':<15}{'deals':>16}{'C loop':>13}{'Pitboss':>12}  speed, C loop = 1")
        for loop in loops:
            _one_race(loop, program, 2 if quick else loop.turns)
    version = subprocess.run((compiler, "--version"), capture_output=True, check=False, text=True).stdout
    note(f"{version.partition(chr(10))[0]}, {' '.join(FLAGS)}; processor time, best of several turns.")
    note(
        "Each C time is a whole run of the program. Each Pitboss time begins with every cache of "
        "pitboss.odds empty, those of the deck's geometry too; only the sheet is loaded before. "
        "Both give the same mean, variance and distribution, or the bench stops here."
    )
    if not quick:
        note(
            "The C loop deals pechanga for one hand of each of 1,755 suit classes, with every drawn "
            "card, and counts the dealer's fourth cards by sets of four; the others deal by deal."
        )


def _one_race(loop: Loop, program: Path, turns: int) -> None:
    """Turn by turn, so that a busy moment hits both alike; the best turn of each counts."""
    sheet, caches = load_house(loop.house), _caches()
    c_time = odds_time = float("inf")
    with progress(loop.game, turns) as step:
        for turn in range(turns):
            step(f"turn {turn + 1} of {turns}")
            child = _child(program, loop.game)
            c_time = min(c_time, child.processor)
            for _ in range(ODDS_PER_TURN):
                for clear in caches:
                    clear()
                start = process_time()
                price = Game(open_table(sheet)).price("ante")  # chooses for every hand on the way
                _ = price.ev, price.variance, price.win_frequency
                odds_time = min(odds_time, process_time() - start)
            _compare(loop, child.text, price)
    ratio = c_time / odds_time
    verdict = f"aim: ≥ {AIM}" if ratio >= AIM else f"MISSES {AIM}"
    name = "Ante/Play" if loop.game == "ante-play" else loop.game
    times = f"{c_time * 1000:>10,.1f} ms{odds_time * 1000:>9,.2f} ms"
    print(f"  {name:<15}{loop.deals:>16,}{times}{ratio:>9,.1f} × {verdict}", flush=True)


def _caches() -> list[Callable[[], None]]:
    """What empties each cache of the odds, tables and geometry alike."""
    found: dict[int, Callable[[], None]] = {}
    for module in pkgutil.iter_modules(pitboss.odds.__path__, "pitboss.odds."):
        for value in list(vars(import_module(module.name)).values()):
            inner = list(vars(value).values()) if isinstance(value, type) else []
            for each in (value, *inner):
                if hasattr(each, "cache_clear"):
                    found[id(each)] = each.cache_clear
    return list(found.values())


def _compare(loop: Loop, text: str, price: Price) -> None:
    """Stops the bench unless the C loop, Pitboss and the known figure agree to the last deal."""
    lines = [line.split() for line in text.splitlines()]
    said = {words[0]: words[1] for words in lines if words[0] != "net"}
    nets = {Fraction(words[1]): int(words[2]) for words in lines if words[0] == "net"}
    mean, deals = Fraction(said["mean"]), int(said["deals"])
    pairs: dict[str, tuple[Any, Any]] = {
        "number of deals": (deals, loop.deals),
        "mean, against the known figure,": (mean, loop.mean),
        "number of deals, against Pitboss,": (deals, price.outcomes),
        "mean": (mean, price.ev),
        "variance": (Fraction(int(said["squares"]), deals) - mean**2, price.variance),
        "mean total bet": (1 + Fraction(int(said["played"]), deals), price.risked),
        "distribution": (nets, dict(price.distribution)),
    }
    for what, (theirs, ours) in pairs.items():
        if theirs != ours:
            raise SystemExit(f"{loop.game}: the {what} differs: the C loop says {theirs}, not {ours}.")


# ---------------------------------------------------------------- the houses


@dataclass(frozen=True)
class Aim:
    """A figure of each house: its heading, its unit and places, and what it should stay below."""

    name: str
    unit: str
    places: int
    below: float

    def cell(self, figure: float) -> str:
        """The figure, marked if it misses the aim; 15 wide."""
        mark = " " if figure < self.below else "!"
        return f"{figure:>{12 - len(self.unit)},.{self.places}f} {self.unit} {mark}"


AIMS = (
    Aim("first answer", "s", 2, 1),
    Aim("peak", "MB", 1, 200),
    Aim("new pays", "ms", 2, 5),
    Aim("advice", "ms", 3, 1),
)


def _houses(quick: bool) -> None:
    turns, calls = (2, 50) if quick else (5, 200)
    heading(f"Odds: what each house takes, best of {turns}")
    print("  " + f"{'house':<15}" + "".join(f"{aim.name:>13}  " for aim in AIMS).rstrip())
    print("  " + f"{'aim':<15}" + "".join(f"{f'< {aim.below:g} {aim.unit}':>13}  " for aim in AIMS).rstrip())
    for house in houses():
        cold = []
        with progress(house, turns) as step:
            for turn in range(turns):
                step(f"pitboss odds, turn {turn + 1} of {turns}")
                cold.append(_child(sys.executable, "-m", "pitboss", "odds", house))
        runs: dict[str, Run] = {"pays": _new_pays(house, turns), "advice": _advice(house, calls)}
        warm = best_of(turns, runs, house)
        figures = (
            min(child.wall for child in cold),
            max(child.peak for child in cold),
            warm["pays"] * 1000,
            warm["advice"] * 1000 / calls,
        )
        shown = [aim.cell(figure) for aim, figure in zip(AIMS, figures, strict=True)]
        print(f"  {house:<15}{''.join(shown)}".rstrip(), flush=True)
    note("! misses the aim. First answer: wall time of a fresh `pitboss odds HOUSE`, and its peak memory.")
    note(
        "New pays: every wager priced anew in a warm process after one line of a pay table has changed; "
        "each turn has a sheet that was never priced before."
    )
    note(f"Advice: one call, the mean over {calls} random hands at a table that is open; always other hands.")


def _new_pays(house: str, turns: int) -> Run:
    """Prices, each time, a sheet whose pay line is another one; the counts are warm."""
    price_sheet(load_house(house))
    sheets = iter([load_house(house, [f"{PAY_LINES[house]}={6 + turn} to 1"]) for turn in range(turns + 1)])
    return lambda: price_sheet(next(sheets))


def _advice(house: str, calls: int) -> Run:
    """Advises on random hands, always the next ones."""
    game = Game(open_table(load_house(house)))
    deals = _random_deals(3 + game.dealing.shows)

    def ask() -> None:
        for _ in range(calls):
            cards = next(deals)
            advise(game, cards[:3], cards[3:])

    return ask


def _random_deals(cards: int) -> Iterator[list[int]]:
    rng = random.Random(1)
    while True:
        yield rng.sample(range(52), cards)
