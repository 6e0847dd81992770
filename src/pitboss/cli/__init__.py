"""The command `pitboss`: every room of the house from the terminal."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import typer
from typer import Option
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from pitboss.cli.output import write_plainly_where_needed
from pitboss.errors import Refusal
from pitboss.package import __version__, extra_of, install_line

if TYPE_CHECKING:
    from collections.abc import Mapping


class Offer(NamedTuple):
    """A command that is not imported yet: its module in `pitboss.cli`, and its line in the help."""

    module: str
    line: str


GROUPS: Final[Mapping[str, Mapping[str, Offer]]] = {
    "Play": {
        "play": Offer("play", "Play at a table in this terminal, alone or at a server."),
        "houses": Offer("sheets", "List the houses that come with Pitboss."),
        "rules": Offer("sheets", "Print a house's rules as a player's card."),
    },
    "Price": {
        "odds": Offer("odds", "Price every wager of a house exactly, or compare houses."),
        "strategy": Offer("advise", "Print the optimal strategy."),
        "advise": Offer("advise", "Say what each action is worth for one hand."),
        "session": Offer("bankroll", "Say how a session of many rounds can end."),
        "simulate": Offer("simulate", "Play many rounds by chance: every figure with its interval."),
        "bankroll": Offer("bankroll", "Say what a bet asks of a bankroll: Kelly, ruin, coupons."),
        "risk": Offer("risk", "Say what a table risks, and how far its hold may swing."),
        "bank": Offer("risk", "Say what the bank of a player-banked house wins and risks."),
        "knowledge": Offer("knowledge", "Say what it is worth to know hidden cards or other hands."),
        "par": Offer("par", "Write the PAR sheet of a house."),
    },
    "Judge and prove": {
        "settle": Offer("settle", "Settle finished rounds: what each wager pays, by which clause."),
        "check": Offer("sheets", "Report all faults of a sheet file."),
        "new": Offer("sheets", "Write a sheet of your own, from questions or like a house."),
        "replay": Offer("settle", "Show a recorded round step by step."),
        "verify": Offer("settle", "Check receipts: the seeds, the deck, every event, the pay."),
        "audit": Offer("audit", "Reconcile a database: every cent, every round dealt and settled."),
        "head": Offer("audit", "Make a head over all chains, to be kept elsewhere."),
    },
    "Host": {
        "serve": Offer("serve", "Serve live tables: the page, an API and a socket for each seat."),
        "config": Offer("serve", "Print the settings of the server and where each came from."),
        "operator": Offer("people", "Give people the operator role, take it away, list operators."),
        "table": Offer("table", "List tables, open, freeze, void, close, change them."),
        "person": Offer("people", "List people, exclude, reset a password, delete."),
        "evening": Offer("evenings", "Show evenings and leagues: standings and results."),
        "accounts": Offer("accounts", "Show whose money is where."),
        "grant": Offer("accounts", "Give play money to a person, out of the mint."),
        "export": Offer("backup", "Write the history of ended rounds."),
        "backup": Offer("backup", "Copy the whole database while the tables run."),
        "restore": Offer("backup", "Check a backup and put it in the database's place."),
        "upgrade": Offer("backup", "Bring the database to the shape of this version."),
        "doctor": Offer("doctor", "Check the installation and the database."),
    },
}
MONEY: Final = "Money: a plain number is cents, and with the sign it is dollars: 1000, '$10' or 10$."
OFFERS: Final[Mapping[str, Offer]] = {name: each for group in GROUPS.values() for name, each in group.items()}


class CommandList(TyperGroup):
    """The commands, each imported when it is asked for; the help imports none."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        pass_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(OFFERS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return load(cmd_name) if cmd_name in OFFERS else None

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """What a shell offers after `pitboss`: the names and their lines, without importing a command."""
        lines: Any = {name: TyperCommand(name, help=each.line) for name, each in OFFERS.items()}
        ctx.command = TyperGroup(name=self.name, commands=lines, params=self.params)
        return ctx.command.shell_complete(ctx, incomplete)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, each.line) for name, each in group.items()], col_max=12)


GIVEN: Final = "pitboss.given"


class Command(TyperCommand):
    """One command; what it is given is converted only where it needs to be."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        pass_plain_values(self.get_params(ctx))
        ctx.meta[GIVEN] = [*args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """A refused amount that may have been meant as dollars is answered with both readings."""
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            if not refusal.values:
                raise
            from pitboss.cli import options

            raise options.with_both_readings(refusal, self.params, ctx.meta[GIVEN]) from None


def load(name: str) -> Any:
    """A command, from the function `NAME_command` of its module, or from the group `NAME_app`."""
    module = import_module(f"pitboss.cli.{OFFERS[name].module}")
    if (group := getattr(module, f"{name}_app", None)) is not None:
        command: Any = get_group(group)
    else:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        alone.command(name, cls=Command)(getattr(module, f"{name}_command"))
        command = get_command(alone)
    command.name = name
    if any(each.metavar in ("BETS", "CENTS|$") for each in command.params):
        command.epilog = MONEY
    return command


# Typer converts every value by Pydantic, a default and a plain text too: importing Pydantic and making its
# adapters takes as long as a price. A value that needs no conversion goes round it.


def pass_plain_values(params: Iterable[Any]) -> None:
    """Lets texts, and defaults that have their type, through as they are; the rest is converted as ever."""
    for param in params:
        kind = getattr(getattr(param, "type_descriptor", None), "annotation", None)
        if kind is not None and "process_value" not in vars(param):
            param.process_value = _passing(param, kind)


def _passing(param: Any, kind: Any) -> Any:
    convert = param.process_value
    parsed = param.type_descriptor.parameter_info.parser is not None

    def process(ctx: Any, value: Any) -> Any:
        if value is None and not param.required:
            plain: Any = () if param.multiple or param.nargs == -1 else None
        elif kind == list[str] and not parsed and _all_texts(value):
            plain = list(value)
        elif type(value) is kind and ((kind is str and not parsed) or value is param.default):
            plain = value
        else:
            return convert(ctx, value)
        return plain if param.callback is None else param.callback(ctx, param, plain)

    return process


def _all_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(type(each) is str for each in value)


SELDOM: Final = 50_000  # objects: what is imported at the start is no garbage

app = typer.Typer(
    name="pitboss",
    cls=CommandList,
    help="The open three-card-poker house: play it, settle it, price it, read its rules. Play money.",
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


FIRST: Final = {
    "pitboss play rivers": "play at a table, right here",
    "pitboss odds rivers": "what bets cost; pitboss strategy rivers: how to play",
    "pitboss serve": "live tables for others, in the browser",
}


def start_screen() -> Iterator[str]:
    """Where to begin, then all commands by group: what `pitboss` prints by itself, on one screen."""
    yield "Pitboss: the open three-card-poker house. Play money. To begin:\n"
    yield from (f"  {line:<22}{what}" for line, what in FIRST.items())
    yield ""
    wide = max(map(len, GROUPS)) + 4
    for title, group in GROUPS.items():
        indent = " " * wide
        names = wrap(", ".join(group), 80, initial_indent=indent, subsequent_indent=indent)
        yield "\n".join([f"  {title}".ljust(wide) + names[0].lstrip(), *names[1:]])
    yield "\nMore: pitboss --help has a line on each, pitboss COMMAND --help its examples."


@app.callback()
def pitboss(
    context: typer.Context,
    version: bool = Option(
        False, "--version", help="Print the version and leave.", is_eager=True, callback=_version
    ),
) -> None:
    """The open three-card-poker house: play it, settle it, price it, read its rules. Play money.

    Start with: pitboss play rivers
    """
    if context.invoked_subcommand is None:
        typer.echo("\n".join(start_screen()))


def mendable() -> tuple[type[Exception], ...]:
    """What a person can mend; read only once something has gone wrong."""
    from pitboss.errors import CageFault, Refusal
    from pitboss.round.document import NotADocument

    return (CageFault, NotADocument, Refusal)


OPTIONS: Final = {
    "overrides": "--set",
    **{name: f"--{name}" for name in ("up", "cards", "strategy", "plot")},
}


def _option_of(fault: Exception) -> str:
    """The option that gives the field at fault, as the engine calls it."""
    option = OPTIONS.get(getattr(fault, "path", ""))
    return f"{option}: " if option and option not in str(fault) else ""


def main() -> None:
    """Runs the command; what a person can mend is one sentence, never a traceback."""
    gc.set_threshold(SELDOM)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy counts whole numbers: its threads would idle
    write_plainly_where_needed()
    try:
        app()
    except SystemExit:  # the command has ended as it meant to
        raise
    except mendable() as fault:
        typer.echo(f"pitboss: {_option_of(fault)}{fault}", err=True)
        sys.exit(1)
    except ModuleNotFoundError as fault:
        extra = extra_of(fault.name)
        if extra is None:
            raise
        what = sys.argv[1] if sys.argv[1:] and sys.argv[1] in OFFERS else "this"
        typer.echo(f"pitboss: {what} needs packages that are not installed: {install_line(extra)}", err=True)
        sys.exit(1)
    except BrokenPipeError:  # the reader has gone: nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as fault:
        typer.echo(f"pitboss: {fault.filename or ''}: {fault.strerror or fault}", err=True)
        sys.exit(1)
