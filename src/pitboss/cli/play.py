"""`pitboss play`: a table in the terminal."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from types import FrameType
from typing import Annotated

import typer

from pitboss.cli import rules
from pitboss.cli.options import SetOption
from pitboss.cli.session import Leave, Session
from pitboss.money import NotMoney, parse_dollars
from pitboss.round import Refusal, open_table
from pitboss.sheet import Sheet, houses, load


def command(
    house: Annotated[
        str | None,
        typer.Argument(metavar="[HOUSE]", help="A house or a sheet file; asked for when left out."),
    ] = None,
    seats: Annotated[int, typer.Option(help="How many seats are in play.")] = 1,
    bots: Annotated[bool, typer.Option("--bots", help="Bots play all seats but yours.")] = False,
    hands: Annotated[int | None, typer.Option(help="How many seats you play when there are bots.")] = None,
    bankroll: Annotated[str, typer.Option(metavar="DOLLARS", help="What you start with.")] = "1000",
    low: Annotated[str | None, typer.Option("--min", metavar="DOLLARS", help="Table minimum.")] = None,
    high: Annotated[str | None, typer.Option("--max", metavar="DOLLARS", help="Table maximum.")] = None,
    seed: Annotated[str | None, typer.Option(help="Practice: the same seed deals the same cards.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add each round to FILE, one JSON document per line.")
    ] = None,
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
        name = house or _ask_house(ears)
        if name is not None:
            _session(ears, load(name, sets or ()), seats, bots, hands, bankroll, low, high, seed, save).run()


def _session(
    ears: Ears,
    sheet: Sheet,
    seats: int,
    bots: bool,
    hands: int | None,
    bankroll: str,
    low: str | None,
    high: str | None,
    seed: str | None,
    save: Path | None,
) -> Session:
    """The session these options ask for; each bad one is refused with a sentence."""
    table = open_table(sheet, _cents("--min", low), _cents("--max", high))
    if not 1 <= seats <= sheet.seats:
        raise Refusal("seats", f"--seats must be from 1 to {sheet.seats}", sheet.seats_clause)
    own = hands if hands is not None else (1 if bots else seats)
    if not 1 <= own <= seats:
        raise Refusal("seats", f"--hands must be from 1 to {seats}, the seats in play", sheet.seats_clause)
    most = sheet.player.hands.most
    if own > most:
        text = f"One person may play at most {most} hands at {sheet.name}"
        raise Refusal("hands", text, sheet.player.hands.clause)
    if seed is not None:
        typer.echo(f"Practice: the cards come from the seed {seed!r}.")
    return Session(
        table=table,
        hands=tuple(range(1, own + 1)),
        bots=tuple(range(own + 1, seats + 1)) if bots else (),
        bankroll=_cents("--bankroll", bankroll) or 0,
        shuffle=SystemRandom() if seed is None else Random(seed),
        ask=ears.ask,
        say=typer.echo,
        show_rules=lambda: rules.print_rules(sheet),
        record=_recorder(save),
    )


def _cents(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    try:
        return parse_dollars(text)
    except NotMoney as fault:
        raise Refusal("money", f"{option}: {fault}") from None


class Ears:
    """Listens to a person. Ctrl-C and the end of the input mean leaving, and only while a question is open,
    so that a round is never torn apart.
    """

    def __init__(self) -> None:
        self.listening = False
        self.interrupted = False

    def __enter__(self) -> Ears:
        self.before = signal.signal(signal.SIGINT, self.hear_ctrl_c)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self.before)

    def hear_ctrl_c(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        if self.listening:
            raise Leave

    def ask(self, prompt: str) -> str:
        """One line of input. Piped input is echoed, so that what is printed reads as a conversation."""
        print(prompt, end="", flush=True)
        self.listening = True
        try:
            line = "" if self.interrupted else sys.stdin.readline()
        except (Leave, UnicodeDecodeError):
            line = ""
        finally:
            self.listening = False
        if not line:
            print()
            raise Leave
        if not sys.stdin.isatty():
            print(line.rstrip("\r\n"))
        return line


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


def _recorder(file: Path | None) -> Callable[[str], None]:
    """Adds each round to the file as soon as it has ended."""
    if file is None:
        return lambda document: None
    file.open("a", encoding="utf-8").close()  # an unwritable file is refused before anything is played

    def record(document: str) -> None:
        with file.open("a", encoding="utf-8") as out:
            out.write(document + "\n")

    return record
