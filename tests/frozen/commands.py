"""The commands whose output is kept, by file: of each house, of the catalogue, and of none of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
HOUSES: Final = ("pechanga", "atlantic-city", "napa-valley", "shine", "rivers")
CATALOGUE: Final = sorted(path.stem for path in (ROOT / "examples/catalogue").glob("*.toml"))

# By house: a bet of several wagers, one hand to advise on, and a bot's evening to type in.
BETS: Final = {
    "pechanga": "ante=1000,double_shot=1000",
    "atlantic-city": "ante=1000,pair_plus=1000,six_card_bonus=500",
    "napa-valley": "ante=1000,pair_plus=500",
    "shine": "ante=1000,pair_xxx=500,super_6_bonus=500",
    "rivers": "ante=1000,pair_plus=500,six_card_bonus=500,progressive=100",
}
UP: Final = {"napa-valley": ("--up", "Kh")}
TYPED: Final = {
    "pechanga": "10 double shot 5\nplay\n10\ndraw 2c\n10\nfold\n\nfold\nquit\n",
    "atlantic-city": "10 pair plus 10\nplay\n5\nfold\n\nplay\nquit\n",
    "napa-valley": "10 pair plus 5\nplay\nbank 500\n10\nplay\n10\nfold\nquit\n",
    "shine": "10 pair xxx 5 super 6 bonus 5\nplay\n10\nfold\nquit\n",
    "rivers": "ante 10 pair plus 5 progressive 1\nplay\n10\nfold\n\nplay\nquit\n",
}
DEALS: Final = ROOT / "tests/frozen/deals.jsonl"

Command = tuple[tuple[str, ...], str | None]


def _forms(*words: str, also: tuple[str, ...] = ("--json",)) -> Iterator[Command]:
    yield words, None
    for form in also:
        yield (*words, form), None


def of_house(house: str) -> Iterator[Command]:
    """Every question that can be asked of one house."""
    bets = BETS[house]
    cards = ("--cards", "Qs 6h 4d", *UP.get(house, ()))
    good = ("--cards", "Kd 9c 2s", *UP.get(house, ()))
    yield from _forms("rules", house)
    yield from _forms("odds", house, also=("--json", "--csv", "--how"))
    yield from _forms("odds", house, "--bets", bets, also=("--json", "--how"))
    for strategy in ("always", "mimic", "K-9-2"):
        yield from _forms("odds", house, "--strategy", strategy)
    yield from _forms("odds", house, "--players", "2")
    yield from _forms("odds", house, "--players", "5")
    yield from _forms("strategy", house, also=("--json", "--csv"))
    yield from _forms("strategy", house, "--bets", bets, also=("--csv",))
    yield from _forms("advise", house, *cards, also=("--json", "--csv", "--explain", "--how"))
    yield from _forms("advise", house, *good, "--bets", bets)
    yield from _forms(
        "session",
        house,
        "--bets",
        "ante=1000",
        "--rounds",
        "100",
        "--bankroll",
        "20000",
        also=("--json", "--csv", "--how"),
    )
    yield from _forms(
        "session",
        house,
        "--bets",
        bets,
        "--rounds",
        "50",
        "--bankroll",
        "50000",
        "--stop-win",
        "20000",
        "--stop-loss",
        "20000",
    )
    yield from _forms(
        "bankroll",
        house,
        "--bets",
        "ante=1000",
        "--bankroll",
        "200000",
        "--coupon",
        "match_play",
        "--rebate",
        "10",
        also=("--json", "--csv", "--how"),
    )
    yield from _forms("risk", house, "--bets", "ante=1000", "--players", "3", also=("--json", "--csv"))
    yield from _forms("risk", house, "--bets", bets, "--players", "2")
    yield from _forms("knowledge", house, "--hole", "1")
    yield from _forms("knowledge", house, "--edges", "QKA")
    yield from _forms("par", house)
    yield from _forms("simulate", house, "--rounds", "200000", "--seed", "3", "--workers", "1")
    yield from _forms(
        "simulate",
        house,
        "--rounds",
        "100000",
        "--seed",
        "4",
        "--seats",
        "3",
        "--bets",
        bets,
        "--workers",
        "1",
        "--confirm",
    )
    yield ("play", house, "--seed", "felt"), TYPED[house]
    yield ("play", house, "--seed", "oak", "--seats", "4", "--bots", "--coach", "after"), TYPED[house]
    if house == "napa-valley":
        for seats in (
            ("ante=1000,pair_plus=500",),
            ("ante=1000", "ante=2500"),
            ("ante=1000", "ante=2500", "ante=500"),
        ):
            asked = [word for seat in seats for word in ("--seat", seat)]
            yield from _forms("bank", house, *asked, "--stake", "5000")
        yield from _forms("bank", house, "--seat", bets)


def of_catalogue(sheet: str) -> Iterator[Command]:
    """What is asked of a game of the catalogue."""
    path = f"examples/catalogue/{sheet}.toml"
    yield from _forms("check", path)
    yield from _forms("rules", path)
    yield from _forms("odds", path)
    yield from _forms("strategy", path)
    yield from _forms("simulate", path, "--rounds", "100000", "--seed", "5", "--workers", "1", also=())


def of_none() -> Iterator[Command]:
    """Lists, comparisons, settlements and the vectors."""
    yield from _forms("houses")
    yield from _forms("odds", "--compare", *HOUSES, also=("--json", "--csv"))
    yield from _forms("odds", "--compare", "examples/catalogue", also=("--json", "--csv"))
    yield from _forms("check", "examples/two-up.toml")
    yield from _forms("odds", "examples/two-up.toml")
    yield from _forms("odds", "rivers", "--meter", "1500000", "--players", "7")
    yield from _forms("odds", "rivers", "--set", "dealer.shows=1")
    yield from _forms("odds", "rivers", "--set", "dealer.shows=2")
    yield ("settle",), DEALS.read_text(encoding="utf-8")
    yield from _forms("replay", "tests/frozen/rounds.jsonl")


def files() -> dict[str, list[Command]]:
    """All of them, by the name of the file that keeps their output."""
    found = {house: list(of_house(house)) for house in HOUSES}
    found["catalogue"] = [each for sheet in CATALOGUE for each in of_catalogue(sheet)]
    found["others"] = list(of_none())
    return found
