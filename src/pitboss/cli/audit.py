"""`pitboss audit`: all money and every round of a database, judged again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer
from typer import Option

from pitboss.cli import options
from pitboss.cli.output import Lines, iso, progress_bar, show, whole_file
from pitboss.cli.settle import kept_head, plain
from pitboss.errors import Refusal
from pitboss.money import micro_dollars
from pitboss.proof import Audit, Head
from pitboss.proof.heads import covered, make_head
from pitboss.proof.house_audit import audit
from pitboss.text import plural

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


def audit_command(
    db: options.Db = None,
    head: Annotated[
        list[str] | None,
        Option(metavar="HEX", help="A head that you kept, which must still be there. Repeatable."),
    ] = None,
    since_head: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Check only what came after the head in FILE; when that is clean, put the new head there.",
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Reconcile a database: every cent, every round dealt and settled again, every deed and chain.

    It only reads, and tables may run meanwhile. With --since-head the first audit checks everything, and
    later ones what was done since the last clean one. Keep the file out of reach of the database's users.

    \b
    Examples:
      pitboss audit --db pitboss.db
      pitboss audit --since-head /var/lib/audit/clean.json
    """
    kept = [kept_head(each) for each in head or ()]
    before = None if since_head is None else _read_mark(since_head)
    with options.opened(db) as store, _progress() as progress:
        found = audit(store, progress, kept, None if before is None else before.head)
    show(lambda: _as_json(found, before), lambda: _text(found, before), as_json=as_json)
    if since_head is not None and found.clean:
        _write_mark(since_head, found, before, quiet=as_json)
    if not found.clean:
        raise typer.Exit(1)


class Mark(NamedTuple):
    """What a file says of the last clean audit: the head up to which all was, and when all was judged."""

    head: str
    number: int
    at: int  # of the head, in milliseconds since 1970
    full: int  # when an audit of everything was clean


def _read_mark(file: Path) -> Mark | None:
    """What a file says; None before the first audit."""
    if not file.exists():
        return None
    try:
        said = json.loads(file.read_text("utf-8"))
        return Mark(kept_head(said["head"]), int(said["number"]), int(said["at"]), int(said["full"]))
    except (OSError, ValueError, TypeError, KeyError):
        text = (
            f"--since-head {file}: this is no file of an audit. Take it away, and everything is judged again"
        )
        raise Refusal("since_head", text) from None


def _write_mark(file: Path, found: Audit, before: Mark | None, *, quiet: bool) -> None:
    """Keeps the last head that an audit has found clean, whole or not at all."""
    if found.last is None:
        raise Refusal("since_head", "There is no head to go on from next time: make one with pitboss head")
    full = options.now() if before is None else before.full
    made = Mark(found.last.head, found.last.number, found.last.at, full)
    try:
        with whole_file(file) as out:
            out.write(json.dumps(made._asdict()) + "\n")
    except OSError as fault:
        raise Refusal("since_head", f"--since-head {file}: {fault.strerror or fault}") from None
    if not quiet:
        typer.echo(f"The next audit goes on from head {made.number}, which is in {file}.")


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


def _as_json(found: Audit, before: Mark | None) -> dict[str, object]:
    since = found.since
    named = ("head", "number", "at")
    return {
        "clean": found.clean,
        "since": None if since is None else {name: getattr(since, name) for name in named},
        "full": before.full if since is not None and before is not None else None,
        "figures": found.figures,
        "faults": [plain(fault) for fault in found.faults[:SHOWN]],
        "faults_in_all": found.number,
    }


def _text(found: Audit, before: Mark | None) -> Lines:
    figures = found.figures
    ends = ", ".join(
        f"{figures.get(f'rounds {how}', 0):,} {how}" for how in ("settled", "void", "unused", "open")
    )
    rows = [("Rounds", f"{figures['rounds']:,} ({'' if found.since is None else 'checked: '}{ends})")]
    rows += [
        (name.capitalize(), f"{figures[name]:,}")
        for name in (
            *("tables", "sheets", "events", "deeds", "transfers", "accounts", "meters", "heads"),
            *("records", "acts", "notes", "people"),
        )
    ]
    held = [(label, figures.get(f"micro-cents {kind}", 0)) for kind, label in _KINDS.items()]
    rows += [(label, micro_dollars(amount)) for label, amount in held]
    rows.append(("All accounts together", micro_dollars(sum(amount for _, amount in held))))
    for label, value in rows:
        yield f"{label:<22}{value}"
    if found.since is not None and before is not None:
        yield f"\n{_judged(found, found.since, before)}"
    if found.clean:
        since = found.since
        fits = "Everything fits" if since is None else f"Clean since head {since.number} of {iso(since.at)}"
        yield f"\n{fits}: no fault was found."
        return
    yield f"\n{plural(found.number, 'fault')}:"
    yield from (f"- {plain(fault)}" for fault in found.faults[:SHOWN])
    if found.number > SHOWN:
        yield f"and {found.number - SHOWN:,} more."


def _judged(found: Audit, since: Head, before: Mark) -> str:
    """What was looked at and what was not, where an audit went on from a head."""
    old = found.figures["rounds before"]
    return (
        f"Checked: {found.figures['rounds'] - old:,} rounds and all deeds since head {since.number}"
        f" ({since.head[:12]}…), every balance against all transfers, all meters, and that every chain still"
        f" passes through that head.\n"
        f"Not checked: the {old:,} rounds and the deeds before it. The last full audit was clean on"
        f" {iso(before.full)}; what was changed in them since then only another full audit finds."
    )


# --- `pitboss head`: one hash over everything ever done, at tables and outside them.


def head_command(db: options.Db = None, as_json: options.Json = False) -> None:
    """Make a head over all chains and print it: kept elsewhere, it shows what goes missing or is changed.

    \b
    Example:
      pitboss head >> heads.txt
    """
    with options.opened(db, new=True) as store:
        made = make_head(store, options.now)
    found = covered(made)
    covers = f"{found.rounds:,} rounds of {found.tables:,} tables, {found.records:,} deeds of the house"
    show(
        lambda: {"number": made.number, "at": made.at, "head": made.head, **found._asdict()},
        lambda: [f"{made.head}  head {made.number}: {covers}"],
        as_json=as_json,
        wrap=False,
    )
