"""`python -m torture [PART …] [--quick]`: each part tries to break a promise, and says how often it tried.

A part that breaks one ends with an error.
"""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from importlib.util import find_spec
from inspect import signature

PARTS = {
    "kills": "kill -9 at named points and at any moment, then reconcile",
    "power": "power cuts anywhere in a recording of the disk, then reconcile",
    "duplicates": "commands that come up to six times, by threads and processes",
    "meters": "races for one jackpot, contributions to the micro-cent",
    "rounds": "rounds by chance, settled as by the naive settlement",
    "shuffle": "decks of the real shuffle, counted",
    "tampering": "changes to a stored evening, all to be seen",
    "coach": "decisions by chance, weighed by the coach and by counting",
    "seats": "two seats of one deal by every pair of hands, and two that raise",
    "simulation": "simulated rounds against settlement, intervals and counts against exact ones",
    "knowledge": "what knowledge is worth: the page counted again, hands by plain counting",
    "prices": "whole prices with up cards, draws and six cards, held to those where nothing shows",
    "lab": "questions of the Lab with rules moved far, each to be answered in time",
    "leaks": "deals that differ only in hidden cards, not to be told apart",
    "leaving": "nights by chance after which all leave, and all money must be free",
    "evening": "whole evenings by the virtual clock, then the books",
    "evenings": "a thousand tournaments of bots, then the books",
    "faults": "lost COMMIT answers, kills, cut and silent networks, bad disks under a live server",
    "cluster": "servers on one PostgreSQL killed, stopped, cut off and misled while people play",
    "server": "kill -9 of the live server under load, restart, reconnect, reconcile",
    "mutants": "one rule per clause broken in a copy, a test of the clause must fail",
    "growth": "a house of a hundred thousand rounds: no page takes longer than a tenth of a second",
    "soak": "an hour of fuzz, reconnects, guests and rounds: memory stays flat",
}


def main() -> None:
    """Runs the parts that were asked for, or all of them."""
    known = [part for part in PARTS if find_spec(f"torture.{part}")]
    listed = [f"  {part:<11} {PARTS[part]}" for part in known]
    parser = argparse.ArgumentParser(
        prog="python -m torture",
        description="Tries to break what may never happen, many times.",
        epilog="\n".join(["parts:", *listed, "", "example: python -m torture kills power --quick"]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help="which parts; all of them when none is named"
    )
    parser.add_argument("--quick", action="store_true", help="smaller counts: minutes, not hours")
    parser.add_argument("--servers", type=int, help="how many, for the parts that have several")
    parser.add_argument("--tables", type=int, help="how many, for the parts that say so")
    parser.add_argument("--minutes", type=float, help="how long, for the parts that go on")
    parser.add_argument("--count", type=int, help="how many, for the parts that count")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in known]
    if unknown:
        parser.error(f"{unknown[0]!r} is no part of it; allowed: {', '.join(known)}")
    for part in asked.parts or known:
        begun = time.monotonic()
        run = import_module(f"torture.{part}").run
        more = {
            name: value for name in signature(run).parameters if (value := getattr(asked, name)) is not None
        }
        figure: str = run(**more)
        print(f"{part}: {figure} ({time.monotonic() - begun:,.0f} s)", flush=True)


if __name__ == "__main__":
    main()
