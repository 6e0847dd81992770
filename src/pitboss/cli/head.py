"""`pitboss head`: one line that stands for all that was ever done, at tables and outside them."""

from __future__ import annotations

import json
import time

import typer

from pitboss.cli.database import DbOption, store_at
from pitboss.cli.options import JsonOption
from pitboss.money import MICRO


def command(db: DbOption = None, as_json: JsonOption = False) -> None:
    """Make a head over all chains and print it: kept elsewhere, it shows what goes missing or is changed.

    \b
    Example:
      pitboss head >> heads.txt
    """
    from pitboss.proof.heads import covered, make_head

    store = store_at(db)
    try:
        made = make_head(store, lambda: time.time_ns() // MICRO)
    finally:
        store.close()
    found = covered(made)
    if as_json:
        told = {"number": made.number, "at": made.at, "head": made.head, **found._asdict()}
        typer.echo(json.dumps(told))
        return
    typer.echo(
        f"{made.head}  head {made.number}: {found.rounds:,} rounds of {found.tables:,} tables,"
        f" {found.records:,} deeds of the house"
    )
