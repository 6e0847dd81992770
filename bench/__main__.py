"""`python -m bench [--quick] [PART …]`: the report, or some of its parts."""

from __future__ import annotations

import argparse
import os
import platform

from bench import (
    adjudicator,
    cage,
    ceiling,
    costs,
    desk,
    envs,
    evaluators,
    live,
    memory,
    odds,
    page,
    sim,
    views,
)
from bench.report import note

PARTS = {
    "evaluators": evaluators.run,
    "adjudicator": adjudicator.run,
    "memory": memory.run,
    "odds": odds.run,
    "sim": sim.run,
    "envs": envs.run,
    "cage": cage.run,
    "views": views.run,
    "live": live.run,
    "costs": costs.run,
    "ceiling": ceiling.run,
    "desk": desk.run,
    "page": page.run,
}


def main() -> None:
    """Runs the parts that were asked for, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="How fast it is, beside others.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one or more of: {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="smaller counts: seconds, and rougher figures")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"{unknown[0]!r} is no part of the report; allowed: {', '.join(PARTS)}")
    print(f"Pitboss bench: Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}.")
    note("Times are processor time. Each ratio is against a reference measured in the same run.")
    for name, part in PARTS.items():
        if not asked.parts or name in asked.parts:
            part(asked.quick)


main()
