"""The command `pitboss`: every room of the house from the terminal."""

from __future__ import annotations

import gc
import os
import sys
from typing import Final

import typer

from pitboss.cli.commands import OFFERS, CommandList
from pitboss.cli.plain_letters import write_plainly_where_needed
from pitboss.package import __version__, extra_of, install_line

SELDOM: Final = 50_000  # objects: what is imported at the start is no garbage

app = typer.Typer(
    name="pitboss",
    cls=CommandList,
    help="The open three-card-poker house: play it, settle it, price it, read its rules. Play money.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", help="Print the version and leave.", is_eager=True, callback=_version
    ),
) -> None:
    """The open three-card-poker house: play it, settle it, price it, read its rules. Play money.

    Start with: pitboss play rivers
    """


def mendable() -> tuple[type[Exception], ...]:
    """What a person can mend; read only once something has gone wrong."""
    from pitboss.errors import CageFault, Refusal
    from pitboss.round.document import NotADocument
    from pitboss.sheet import BadOverride, NoSuchHouse, NoSuchSheet, SheetRefused

    return (BadOverride, CageFault, NoSuchHouse, NoSuchSheet, NotADocument, Refusal, SheetRefused)


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
        typer.echo(f"pitboss: {fault}", err=True)
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
