"""`pitboss audit`: all money and every round of a database, judged again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Final

import typer

from pitboss.cli.database import DbOption, store_at
from pitboss.cli.options import JsonOption, console
from pitboss.cli.progress_bar import progress_bar
from pitboss.cli.verify import kept_head, plain
from pitboss.money import MICRO, MINUS

if TYPE_CHECKING:
    from pitboss.proof import Audit

SHOWN: Final = 20  # faults in words
_EVERY: Final = 5  # seconds between two lines of progress where there is no terminal
_KINDS: Final = {
    "person": "In people's hands",
    "escrow": "In open bets",
    "bank": "In open banks",
    "proposition": "Proposition players",
    "house": "Houses",
    "meter": "In meters",
    "chips": "Chips of people",
    "tray": "Trays of chips",
    "mint": "Mint",
}


def command(
    db: DbOption = None,
    head: Annotated[
        list[str] | None,
        typer.Option(metavar="HEX", help="A head that you kept, which must still be there. Repeatable."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Reconcile a database: every cent, every round dealt and settled again, every deed and chain.

    It only reads, and tables may run meanwhile.

    \b
    Example:
      pitboss audit --db pitboss.db
    """
    from pitboss.proof.cage_audit import audit

    kept = [kept_head(each) for each in head or ()]
    store = store_at(db, new=False)
    try:
        with _progress() as progress:
            found = audit(store, progress, kept)
    finally:
        store.close()
    if as_json:
        typer.echo(json.dumps(_as_json(found)))
    else:
        _print(found)
    if not found.clean:
        raise typer.Exit(1)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar where there is a terminal, else a line every some seconds."""
    with progress_bar("Rounds") as bar:
        yield bar or _lines()


def _lines() -> Callable[[int, int], None]:
    last = time.monotonic()

    def step(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _EVERY:
            last = time.monotonic()
            typer.echo(f"audit: {done:,} of {total:,} rounds", err=True)

    return step


def _as_json(found: Audit) -> dict[str, object]:
    return {
        "clean": found.clean,
        "figures": found.figures,
        "faults": [plain(fault) for fault in found.faults[:SHOWN]],
        "faults_in_all": found.number,
    }


def _print(found: Audit) -> None:
    out = console()
    figures = found.figures
    ends = ", ".join(
        f"{figures.get(f'rounds {how}', 0):,} {how}" for how in ("settled", "void", "unused", "open")
    )
    rows = [("Rounds", f"{figures['rounds']:,} ({ends})")]
    rows += [
        (name.capitalize(), f"{figures[name]:,}")
        for name in (
            *("tables", "sheets", "events", "deeds", "transfers", "accounts", "meters", "heads"),
            *("records", "acts", "notes", "people"),
        )
    ]
    held = [(label, figures.get(f"micro-cents {kind}", 0)) for kind, label in _KINDS.items()]
    rows += [(label, _dollars(amount)) for label, amount in held]
    rows.append(("All accounts together", _dollars(sum(amount for _, amount in held))))
    for label, value in rows:
        out.print(f"{label:<22}{value}")
    if found.clean:
        out.print("\nEverything fits: no fault was found.")
        return
    out.print(f"\n{found.number:,} fault{'s' if found.number > 1 else ''}:")
    for fault in found.faults[:SHOWN]:
        out.print(f"- {plain(fault)}")
    if found.number > SHOWN:
        out.print(f"and {found.number - SHOWN:,} more.")


def _dollars(micro: int) -> str:
    """Micro-cents as dollars, to the last of them."""
    amount = Decimal(micro) / (100 * MICRO)
    whole = f"{abs(amount):,.2f}" if micro % MICRO == 0 else f"{abs(amount):,.8f}"
    return f"{MINUS if micro < 0 else ''}${whole}"
