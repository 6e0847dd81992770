"""The command `pitboss`: every room of the house from the terminal."""

from __future__ import annotations

import os
import sys
from typing import Final

import typer

from pitboss import __version__
from pitboss.cli import (
    accounts,
    advise,
    audit,
    backup,
    bank,
    check,
    doctor,
    export,
    head,
    house_list,
    knowledge,
    odds,
    operator,
    par,
    play,
    replay,
    rules,
    serve,
    session_odds,
    settle,
    verify,
)
from pitboss.cli.plain_letters import write_plainly_where_needed
from pitboss.faults import CageFault
from pitboss.round.document import NotADocument
from pitboss.round.refusal import Refusal
from pitboss.sheet import BadOverride, NoSuchHouse, NoSuchSheet, SheetRefused

app = typer.Typer(
    name="pitboss",
    help="The open three-card-poker house: play it, settle it, price it, read its rules. Play money.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.command)
app.command("serve")(serve.command)
app.command("houses")(house_list.command)
app.command("rules")(rules.command)
app.command("settle")(settle.command)
app.command("odds")(odds.odds_command)
app.command("advise")(advise.advise_command)
app.command("strategy")(advise.strategy_command)
app.command("session")(session_odds.command)
app.command("par")(par.command)
app.command("bank")(bank.command)
app.command("knowledge")(knowledge.command)
app.command("replay")(replay.command)
app.command("check")(check.command)
app.command("verify")(verify.command)
app.command("audit")(audit.command)
app.command("head")(head.command)
app.command("accounts")(accounts.accounts_command)
app.command("grant")(accounts.grant_command)
app.add_typer(operator.app, name="operator")
app.command("export")(export.command)
app.command("backup")(backup.backup_command)
app.command("restore")(backup.restore_command)
app.command("upgrade")(backup.upgrade_command)
app.command("doctor")(doctor.command)


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


_MENDABLE: Final = (
    BadOverride,
    CageFault,
    NoSuchHouse,
    NoSuchSheet,
    NotADocument,
    Refusal,
    SheetRefused,
)


def main() -> None:
    """Runs the command; what a person can mend is one sentence, never a traceback."""
    write_plainly_where_needed()
    try:
        app()
    except _MENDABLE as fault:
        typer.echo(f"pitboss: {fault}", err=True)
        sys.exit(1)
    except BrokenPipeError:  # the reader has gone: nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as fault:
        typer.echo(f"pitboss: {fault.filename or ''}: {fault.strerror or fault}", err=True)
        sys.exit(1)
