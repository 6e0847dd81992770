"""`pitboss play`: a table in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import rules
from pitboss.cli.database import DbOption, store_at
from pitboss.cli.ears import Ears, Leave
from pitboss.cli.options import SetOption
from pitboss.money import Cents, NotMoney, dollars, parse_dollars
from pitboss.round import Refusal, Table, open_table
from pitboss.sheet import Sheet, houses, load

if TYPE_CHECKING:
    from pitboss.cli.session import Session
    from pitboss.cli.terminal_table import TerminalTable


def command(
    house: Annotated[
        str | None,
        typer.Argument(metavar="[HOUSE]", help="A house or a sheet file; asked for when left out."),
    ] = None,
    seats: Annotated[int, typer.Option(help="How many seats are in play.")] = 1,
    bots: Annotated[bool, typer.Option("--bots", help="Bots play all seats but yours.")] = False,
    hands: Annotated[int | None, typer.Option(help="How many seats you play when there are bots.")] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Play as a guest who starts with this much.")
    ] = None,
    low: Annotated[str | None, typer.Option("--min", metavar="DOLLARS", help="Table minimum.")] = None,
    high: Annotated[str | None, typer.Option("--max", metavar="DOLLARS", help="Table maximum.")] = None,
    seed: Annotated[str | None, typer.Option(help="Practice: the same seed deals the same cards.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add each round to FILE, one JSON document per line.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a round that was left open.")] = False,
    db: DbOption = None,
    sets: SetOption = None,
) -> None:
    """Play at a terminal table, in plain lines; input may also be piped in.

    \b
    Examples:
      pitboss play rivers
      pitboss play napa-valley --seats 5 --bots
      printf '10\\nplay\\nquit\\n' | pitboss play shine --seed oak
    """
    with Ears() as ears:
        record = _recorder(save)
        if resume:
            _resumed(ears, db, record).run()
            return
        name = house or _ask_house(ears)
        if name is None:
            return
        sheet = load(name, sets or ())
        yours, others = _seats(sheet, seats, bots, hands)
        table = open_table(sheet, _cents("--min", low), _cents("--max", high))
        felt = _felt(table, seed, _cents("--bankroll", bankroll), db)
        _session(ears, felt, yours, others, record).run()


def _seats(sheet: Sheet, seats: int, bots: bool, hands: int | None) -> tuple[range, range]:
    """Your seats and those of the bots; what cannot be is refused with a sentence."""
    if not 1 <= seats <= sheet.seats:
        raise Refusal("seats", f"--seats must be from 1 to {sheet.seats}", sheet.seats_clause)
    own = hands if hands is not None else (1 if bots else seats)
    if not 1 <= own <= seats:
        raise Refusal("seats", f"--hands must be from 1 to {seats}, the seats in play", sheet.seats_clause)
    most = sheet.player.hands.most
    if own > most:
        text = f"One person may play at most {most} hands at {sheet.name}"
        raise Refusal("hands", text, sheet.player.hands.clause)
    return range(1, own + 1), range(own + 1, seats + 1) if bots else range(0)


def _felt(table: Table, seed: str | None, bankroll: Cents | None, db: str | None) -> TerminalTable:
    """The table to play at: one in memory for practice, or one in the database."""
    from pitboss.cli.terminal_table import WELCOME, left_open, practice_table, real_table

    if seed is not None:
        typer.echo(f"Practice: the cards come from the seed {seed!r}.")
        return practice_table(table, seed, WELCOME if bankroll is None else bankroll)
    store = store_at(db)
    if left := left_open(store):
        cents = sum(each for _, _, each in left)
        typer.echo(f"{dollars(cents)} lies in a round that was left open: pitboss play --resume goes on.")
    return real_table(store, table, bankroll)


def _resumed(ears: Ears, db: str | None, record: Callable[[str], None] | None) -> Session:
    """The session that was torn off: who sat where is in the round itself."""
    from pitboss.cli.terminal_table import resumed_table

    felt = resumed_table(store_at(db))
    seats = felt.state.seats if felt.state else ()
    yours = [seat.number for seat in seats if seat.player == felt.you]
    others = [seat.number for seat in seats if seat.player != felt.you]
    return _session(ears, felt, yours or [1], others, record)


def _session(
    ears: Ears,
    felt: TerminalTable,
    yours: Iterable[int],
    others: Iterable[int],
    record: Callable[[str], None] | None,
) -> Session:
    from pitboss.cli.session import Session

    return Session(
        felt=felt,
        hands=tuple(yours),
        bots=tuple(others),
        ask=ears.ask,
        say=typer.echo,
        show_rules=lambda: rules.print_rules(felt.table.sheet),
        record=record,
    )


def _cents(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    try:
        return parse_dollars(text)
    except NotMoney as fault:
        raise Refusal("money", f"{option}: {fault}") from None


def _ask_house(ears: Ears) -> str | None:
    """Which house to play, asked until it is one; None when the person leaves."""
    names = houses()
    for number, name in enumerate(names, 1):
        sheet = load(name)
        typer.echo(f"{number}. {name}: {sheet.game}. {sheet.about}")
    while True:
        try:
            said = ears.ask(f"Which house (1 to {len(names)}, or its name; Enter for {names[-1]})? ")
        except Leave:
            return None
        said = said.strip().lower()
        if not said:
            return names[-1]
        if said in ("quit", "exit", "q"):
            return None
        if said.isdecimal() and 1 <= int(said) <= len(names):
            return names[int(said) - 1]
        starts = [name for name in names if name.startswith(said)]
        if len(starts) == 1:
            return starts[0]
        typer.echo(f"{said!r} is not one of them.")


def _recorder(file: Path | None) -> Callable[[str], None] | None:
    """Adds each round to the file as soon as it has ended."""
    if file is None:
        return None
    file.open("a", encoding="utf-8").close()  # an unwritable file is refused before anything is played

    def record(document: str) -> None:
        with file.open("a", encoding="utf-8") as out:
            out.write(document + "\n")

    return record
