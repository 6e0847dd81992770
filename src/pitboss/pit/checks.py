"""Who may say what at a table, and in which form, whatever the round's own rules say."""

from __future__ import annotations

from pitboss.fair import SEAT_SEED_BYTES
from pitboss.money import dollars
from pitboss.pit.commands import Bet, PitCommand
from pitboss.pit.event_postings import PROPOSITION
from pitboss.pit.table_state import Standing
from pitboss.round import Decide, Refusal
from pitboss.round.table import RAISES, is_raise


def check_actor(actor: str, player: str) -> None:
    """Nobody bets or decides for another."""
    if actor != player:
        raise Refusal("not_yours", "Only the person at a seat bets and decides for it", None, "player")


def check_whole(*numbers: object) -> None:
    """Other numbers would be stored, and never be read back from the journal."""
    if any(type(each) is not int for each in numbers):
        raise Refusal("whole", "Seats are whole numbers and money is whole cents", "STD-8")


def check_person(player: str) -> None:
    """The house's own player has no purse and no seat: its money is the table's, for the bank (NAPA-16)."""
    if player == PROPOSITION:
        raise Refusal("proposition", f"No person is called {PROPOSITION!r}", None, "player")


def check_seed(seed: str) -> None:
    """A seat's share in the shuffle, in one form."""
    text = f"A seat's seed is {SEAT_SEED_BYTES} bytes in hexadecimal, or nothing"
    try:
        size = len(bytes.fromhex(seed))
    except ValueError:
        raise Refusal("seed", text, None, "seed") from None
    if size not in (0, SEAT_SEED_BYTES) or seed != bytes.fromhex(seed).hex():
        raise Refusal("seed", text, None, "seed")


def too_little(standing: Standing, command: PitCommand) -> tuple[str, str | None, str]:
    """What is said when a person has too little money: text, clause, path."""
    if standing.state is not None and isinstance(command, Bet):
        table = standing.state.table
        play, need = table.play_reserve(command.wagers), table.need(command.wagers)
        kept = f", {dollars(play)} of it kept for {table.sheet.play.label}" if play else ""
        return f"This bet needs {dollars(need)}{kept}; there is less in hand", None, "wagers"
    if standing.state is not None and isinstance(command, Decide) and is_raise(command.action):
        bet = standing.state.table.sheet.play
        clause = bet.raises.clause if bet.raises else bet.clause
        text = f"{bet.label} {RAISES[command.action]} times the Ante needs more than there is in hand"
        return f"{text}: choose a smaller one", clause, "action"
    return "There is not enough money in hand", None, ""
