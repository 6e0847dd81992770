"""`pitboss head`: one line that stands for every ended round of every table."""

from __future__ import annotations

import json
import time

import typer

from pitboss.cli.database import DbOption, store_at
from pitboss.cli.options import JsonOption
from pitboss.money import MICRO


def command(db: DbOption = None, as_json: JsonOption = False) -> None:
    """Make a head over the chains of all tables and print it: kept elsewhere, it shows what goes missing.

    Example: pitboss head >> heads.txt
    """
    from pitboss.proof import make_head

    store = store_at(db)
    try:
        made = make_head(store, lambda: time.time_ns() // MICRO)
    finally:
        store.close()
    chains = json.loads(made.chains)
    rounds = sum(count for count, _ in chains.values())
    if as_json:
        told = {"number": made.number, "at": made.at, "head": made.head, "tables": len(chains)}
        typer.echo(json.dumps(told | {"rounds": rounds}))
        return
    typer.echo(f"{made.head}  head {made.number}: {rounds:,} rounds of {len(chains):,} tables")
