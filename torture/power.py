"""Thousands of power cuts, and what weaker syncs would lose."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.durable.power_cut import Tally, build, cut_often, record_calls
from torture.progress import shown

COMMANDS, QUICK_COMMANDS = 2_000, 300
IMAGES, QUICK_IMAGES = 10_000, 500
WEAKER = 10  # one image in so many is of the recording with weaker syncs


def run(quick: bool) -> str:
    """With the syncs that are used nothing may be lost; with NORMAL something must be, or this is blind."""
    commands, images = (QUICK_COMMANDS, QUICK_IMAGES) if quick else (COMMANDS, IMAGES)
    with tempfile.TemporaryDirectory(prefix="pitboss-torture-") as folder:
        place = Path(folder)
        library = build(place)

        def tally(synchronous: str, number: int) -> Tally:
            calls = record_calls(library, place / synchronous, commands, synchronous)
            return cut_often(calls, number, 2026, shown("power", number, f"images, {synchronous}"))

        full, normal = tally("FULL", images), tally("NORMAL", images // WEAKER)
    assert full.lost == 0, f"{full.lost} images lost acknowledged commands"
    assert normal.lost > 0, "the test cannot see a lost command"
    return (
        f"{full.images:,} images of {commands:,} commands, {full.reconciled:,} reconciled whole:"
        " no acknowledged command lost;"
        f" with synchronous=NORMAL {normal.lost:,} of {normal.images:,} images lost some"
    )
