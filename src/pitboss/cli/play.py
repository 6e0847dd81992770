"""`pitboss play`: a table in the terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer import Argument, Option

from pitboss.cli import options
from pitboss.cli.output import text_of
from pitboss.cli.sheets import print_rules, rules_text
from pitboss.money import Cents, dollars
from pitboss.round import Refusal, Table, open_table
from pitboss.sheet import Sheet, first_house, houses, load_house
from pitboss.terminal.entries import CoachLevel, Deck
from pitboss.terminal.input import Ears, Leave, has_screen

if TYPE_CHECKING:
    from pitboss.terminal.local import OwnTable
    from pitboss.terminal.place import Place

COMPANY: Final = "optimal"  # how the bots at the terminal play


def play_command(
    house: Annotated[
        str | None,
        Argument(
            metavar="[HOUSE]",
            help="A house or a sheet file; asked for when left out.",
            autocompletion=options.houses_starting,
        ),
    ] = None,
    seats: Annotated[int, Option(help="How many seats are in play.")] = 1,
    bots: Annotated[bool, Option("--bots", help="Bots play all seats but yours.")] = False,
    hands: Annotated[int | None, Option(help="How many of the seats you play.")] = None,
    bankroll: Annotated[
        int | None, options.money_option("--bankroll", "Play as a guest who starts with this much.")
    ] = None,
    low: Annotated[int | None, options.money_option("--min", "Table minimum.")] = None,
    high: Annotated[int | None, options.money_option("--max", "Table maximum.")] = None,
    seed: Annotated[str | None, Option(help="Practice: the same seed deals the same cards.")] = None,
    save: Annotated[
        Path | None, Option(metavar="FILE", help="Add each round to FILE, one JSON document per line.")
    ] = None,
    resume: Annotated[bool, Option("--resume", help="Go on with a round that was left open.")] = False,
    join: Annotated[
        str | None, Option(metavar="URL", help="Play at a table of a server: its address, or a table's.")
    ] = None,
    name: Annotated[
        str | None,
        Option(help="Your name at the server; the password is asked for, or taken from PITBOSS_PASSWORD."),
    ] = None,
    seat: Annotated[int | None, Option(help="Which seat to take there; else a free one.")] = None,
    coach: Annotated[
        CoachLevel,
        Option(help="The coach speaks unasked: after or before each decision, or asks before a mistake."),
    ] = CoachLevel.OFF,
    plain: Annotated[
        bool, Option("--plain", help="Plain lines instead of a full screen, as for screen readers.")
    ] = False,
    deck: Annotated[Deck, Option(help="The colours of the suits on the full screen.")] = Deck.DISTINCT,
    db: options.Db = None,
    sets: options.Sets = None,
) -> None:
    """Play at a table in the terminal: on the full screen with single keys, or in plain lines.

    The full screen needs a terminal of 80 by 24. In a smaller one, with --plain and with piped input
    there are plain lines, in which you type what you do.

    \b
    Examples:
      pitboss play rivers
      pitboss play napa-valley --seats 5 --bots
      pitboss play pechanga --coach ask
      pitboss play shine --plain
      printf '10\\nplay\\nquit\\n' | pitboss play shine --seed oak
      pitboss play --join http://127.0.0.1:8888
      pitboss play --join 'http://127.0.0.1:8888/tables/5f3a?invite=9b1c'

    At a server you are a guest, unless --name or a token in PITBOSS_TOKEN says who you are.
    """
    with _ears(plain) as ears:
        record = _recorder(save)
        own_only = {"--bankroll": bankroll, "--seed": seed, "--resume": resume, "--db": db, "--set": sets}
        if join is not None:
            from pitboss.terminal.remote import Wanted, find_place

            _check_none(own_only, "is for a table of your own, and not for --join")
            company = (COMPANY,) * (seats - (hands or 1)) if bots else ()
            wanted = Wanted(house, low, high, company)
            own = hands if hands is not None else (1 if bots else seats)
            joined = find_place(ears, join, name, wanted, own, seat)
            if joined is not None:
                _evening(ears, joined, record, coach, deck)
            return
        _check_none({"--name": name, "--seat": seat}, "is for a table of a server: name it with --join URL")
        if resume:
            from pitboss.terminal.local import resumed_table

            _evening(ears, resumed_table(options.store_at(db)), record, coach, deck)
            return
        chosen = house or _ask_house(ears)
        if chosen is None:
            return
        sheet = options.find_sheet(chosen, sets or ())
        yours, others = _seats(sheet, seats, bots, hands)
        table = open_table(sheet, low, high)
        place = _own_table(table, seed, bankroll, db, ears)
        _evening(ears, place, record, coach, deck, yours, others)


def _ears(plain: bool) -> Ears:
    """How to listen here: to the keys of a full screen, or to lines."""
    if plain or not has_screen(os.environ.get("TERM", "xterm")):
        return Ears()
    from pitboss.terminal.screen_session import ScreenInput

    return ScreenInput()


def _seats(sheet: Sheet, seats: int, bots: bool, hands: int | None) -> tuple[int, int]:
    """How many seats are yours and how many the bots'; what cannot be is refused with a sentence."""
    if not 1 <= seats <= sheet.seats:
        raise Refusal("seats", f"--seats must be from 1 to {sheet.seats}", sheet.seats_clause)
    own = hands if hands is not None else (1 if bots else seats)
    if not 1 <= own <= seats:
        raise Refusal("seats", f"--hands must be from 1 to {seats}, the seats in play", sheet.seats_clause)
    return own, seats - own if bots else 0


def _own_table(
    table: Table, seed: str | None, bankroll: Cents | None, db: str | None, ears: Ears
) -> OwnTable:
    """The table to play at: one in memory for practice, or one in the database."""
    from pitboss.terminal.local import money_left, practice_table, real_table

    if seed is not None:
        ears.say(f"Practice: the cards come from the seed {seed!r}.")
        return practice_table(table, seed, bankroll)
    store = options.store_at(db)
    if left := money_left(store):
        cents = sum(each for _, _, each in left)
        ears.say(f"{dollars(cents)} is still in an unfinished round: pitboss play --resume continues it.")
    return real_table(store, table, bankroll)


def _evening(
    ears: Ears,
    place: Place,
    record: Callable[[str], None] | None,
    coach: CoachLevel,
    deck: Deck,
    hands: int = 0,
    bots: int = 0,
) -> None:
    """Sits down, with company if that is wanted, and plays."""
    from pitboss.terminal.game import Session

    try:
        try:
            for seat in range(1, hands + 1):
                place.say("sit", seat=seat)
            for _ in range(bots):
                place.say("add_bot", bot=COMPANY)
        except Refusal:
            place.leave()
            raise
        if not ears.on_screen:
            Session(place, ears, lambda: print_rules(place.sheet), record, coach).run()
        else:
            from pitboss.terminal.screen import play_on_screen
            from pitboss.terminal.screen_session import ScreenInput, ScreenSession

            assert isinstance(ears, ScreenInput)
            rules = partial(_say_rules, ears, place.sheet)
            play_on_screen(ScreenSession(place, ears, rules, record, coach), deck)
    finally:
        place.close()


def _say_rules(ears: Ears, sheet: Sheet) -> None:
    ears.say(text_of(rules_text(sheet)))


def _check_none(options: Mapping[str, object], why: str) -> None:
    for option, value in options.items():
        if value is not None and value is not False:
            raise Refusal("option", f"{option} {why}")


def _ask_house(ears: Ears) -> str | None:
    """Which house to play, asked until it is one; None when the person leaves."""
    names, first = houses(), first_house("play")
    for number, name in enumerate(names, 1):
        sheet = load_house(name)
        typer.echo(f"{number}. {name}: {sheet.game}. {sheet.about}")
    while True:
        try:
            said = ears.ask(f"Which house (1 to {len(names)}, or its name; Enter for {first})? ")
        except Leave:
            return None
        said = (said or "").strip().lower()
        if not said:
            return first
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
        with file.open("ab") as out:
            out.write(document.encode() + b"\n")

    return record
