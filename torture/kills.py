"""Thousands of kills of the process that plays, on SQLite and on PostgreSQL."""

from __future__ import annotations

from tests.durable.kills import Kill, campaign, named_points, plan
from tests.durable.places import SQLITE
from tests.postgres import SAFE, running
from torture.progress import shown

KILLS, QUICK = 10_000, 200
SEED = 2_000_000
ON_POSTGRES = 10  # one kill in so many


def run(quick: bool) -> str:
    """Half of the kills at named points, half at any moment; one in ten on PostgreSQL."""
    total = QUICK if quick else KILLS
    over = total // ON_POSTGRES
    points = len(named_points())
    tell = shown("kills", total, "kills")
    first = campaign(SQLITE, SEED, _kills(total - over), tell)
    with running(SAFE) as server:
        second = campaign(server, SEED + KILLS, _kills(over), lambda n: tell(total - over + n))
    stored, unstored = first.stored + second.stored, first.unstored + second.unstored
    return (
        f"{sum(first.kills.values()):,} kills on SQLite and {sum(second.kills.values()):,} on PostgreSQL,"
        f" at {points} named points and at any moment, {unstored:,} before a commit and {stored:,} between"
        f" commit and answer, in {first.commands + second.commands:,} commands:"
        " nothing lost, doubled or unbalanced"
    )


def _kills(total: int) -> list[Kill]:
    return plan(SEED, total - total // 2, total // 2)
