"""Every command of `pitboss` by group: its line in the help, and where it is when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from pitboss.cli.plain_values import pass_plain_values

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Offer:
    """A command before it is imported: `module:name` in `pitboss.cli` is its function, or its own Typer."""

    where: str
    line: str


GROUPS: Final[Mapping[str, Mapping[str, Offer]]] = {
    "Play": {
        "play": Offer("play:command", "Play at a table in this terminal, alone or at a server."),
        "houses": Offer("house_list:command", "List the houses that come with Pitboss."),
        "rules": Offer("rules:command", "Print a house's rules as a player's card."),
    },
    "Price": {
        "odds": Offer("odds:odds_command", "Price every wager of a house exactly, or compare houses."),
        "strategy": Offer("advise:strategy_command", "Print the optimal strategy."),
        "advise": Offer("advise:advise_command", "Say what each action is worth for one hand."),
        "session": Offer("session_odds:command", "Say how a session of many rounds can end."),
        "simulate": Offer("simulate:command", "Play many rounds by chance: every figure with its interval."),
        "bankroll": Offer("bankroll:command", "Say what a bet asks of a bankroll: Kelly, ruin, coupons."),
        "risk": Offer("risk:command", "Say what a table risks, and how far its hold may swing."),
        "bank": Offer("bank:command", "Say what the bank of a player-banked house wins and risks."),
        "knowledge": Offer("knowledge:command", "Say what it is worth to know hidden cards or other hands."),
        "par": Offer("par:command", "Write the PAR sheet of a house."),
    },
    "Judge and prove": {
        "settle": Offer("settle:command", "Settle finished rounds: what each wager pays, by which clause."),
        "check": Offer("check:command", "Report all faults of a sheet file."),
        "replay": Offer("replay:command", "Tell a recorded round step by step."),
        "verify": Offer("verify:command", "Check receipts: the seeds, the deck, every event, the pay."),
        "audit": Offer("audit:command", "Reconcile a database: every cent, every round dealt and settled."),
        "head": Offer("head:command", "Make a head over all chains, to be kept elsewhere."),
    },
    "Host": {
        "serve": Offer("serve:command", "Serve live tables: the page, an API and a socket for each seat."),
        "config": Offer("config:command", "Print the settings of the server and where each came from."),
        "operator": Offer("operator:app", "Say who runs the house: give, take and list the role."),
        "table": Offer("table:app", "List tables, open, freeze, void, close, change them."),
        "person": Offer("person:app", "List people, exclude, help to a password, delete."),
        "evening": Offer("evenings:app", "Show evenings and leagues: standings and results."),
        "accounts": Offer("accounts:accounts_command", "Show whose money is where."),
        "grant": Offer("accounts:grant_command", "Give play money to a person, out of the mint."),
        "export": Offer("export:command", "Write the history of ended rounds."),
        "backup": Offer("backup:backup_command", "Copy the whole database while the tables run."),
        "restore": Offer("backup:restore_command", "Check a backup and put it in the database's place."),
        "upgrade": Offer("backup:upgrade_command", "Bring the database to the shape of this version."),
        "doctor": Offer("doctor:command", "Check the installation and the database."),
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
        offer = OFFERS.get(cmd_name)
        return None if offer is None else load(cmd_name, offer)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, each.line) for name, each in group.items()], col_max=12)


class Command(TyperCommand):
    """One command; what it is given is converted only where it needs to be."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        pass_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)


def found_at(offer: Offer) -> Any:
    """The function of a command, or its own Typer: its module is read now."""
    module, _, attribute = offer.where.partition(":")
    return getattr(import_module(f"pitboss.cli.{module}"), attribute)


def load(name: str, offer: Offer) -> Any:
    """The command itself."""
    found = found_at(offer)
    if isinstance(found, typer.Typer):
        command: Any = get_group(found)
    else:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        alone.command(name, cls=Command)(found)
        command = get_command(alone)
    command.name = name
    if any(each.metavar in ("BETS", "CENTS|$") for each in command.params):
        command.epilog = MONEY
    return command
