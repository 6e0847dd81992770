"""Bots: each bets and decides from what a person in its seat would see, through the same commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pitboss.cards import parse_cards
from pitboss.hands import value3
from pitboss.money import Cents
from pitboss.odds.coach import Hand
from pitboss.round import Action, View
from pitboss.round.choices import least, wager_range
from pitboss.round.table import Table, parse_action
from pitboss.round.views import HIDDEN

Decision = Callable[[Table, View, int], Action]


def least_ante(table: Table) -> dict[str, Cents]:
    """The smallest legal Ante, with what must be bet beside it."""
    ante = table.sheet.wagers["ante"]
    cents = ante.fixed.cents if ante.fixed else least(wager_range(table, ante, {}))
    return {"ante": cents, **table.sheet.stakes_beside(cents)}


@dataclass(frozen=True, slots=True)
class Bot:
    """A strategy with a name, and in a few words what it does."""

    label: str
    decides: Decision | None  # None: by the exact odds, which somebody reckons for the table
    bets: Callable[[Table], dict[str, Cents]] = least_ante


def hand_seen(table: Table, seen: View, seat: int) -> Hand:
    """What there is to reckon for a seat, for the bet on the table, from what it sees."""
    mine = next(each for each in seen.seats if each.n == seat)
    bets = tuple((spot.id, spot.amount) for spot in mine.spots if spot.amount)
    shown = [text for text in seen.dealer.cards if text != HIDDEN]
    return Hand(table, None, parse_cards(" ".join(mine.hand.cards)), parse_cards(" ".join(shown)), bets)


def advised(seen: View, seat: int, best: str) -> Action:
    """The action that the odds name."""
    return _choose(seen, seat, *parse_action(best))


def _from(lowest: Callable[[Table], int]) -> Decision:
    """Plays hands of at least a value and folds the rest."""

    def decides(table: Table, seen: View, seat: int) -> Action:
        cards = parse_cards(" ".join(next(each.hand.cards for each in seen.seats if each.n == seat)))
        plays = value3(cards[0], cards[1], cards[2]) >= lowest(table)
        return _choose(seen, seat, "play" if plays else "fold")

    return decides


def _random(table: Table, seen: View, seat: int) -> Action:
    """Anything that is legal; which, its own cards decide, so that a round can be told again."""
    mine = next(each for each in seen.seats if each.n == seat)
    actions = [each for each in seen.actions if each.seat == seat]
    return Random(f"{seen.round} {seat} {mine.hand.cards}").choice(actions)


def affordable(action: Action, others: Sequence[Action], funds: Cents) -> Action:
    """A raise, or where it costs more than there is, the largest Play that does not."""
    if action.cost <= funds:
        return action
    plays = [each for each in others if each.seat == action.seat and each.id != "fold"]
    return max((each for each in plays if each.cost <= funds), key=lambda each: each.cost)


def _choose(seen: View, seat: int, action: str, discard: str | None = None) -> Action:
    return next(
        each
        for each in seen.actions
        if each.seat == seat and each.id == action and (discard is None or each.discard == discard)
    )


MOST_BOTS: Final = 6  # that a table is opened with: somebody shall find a seat
BOTS: Final[Mapping[str, Bot]] = {
    "optimal": Bot("Plays by the exact odds", None),
    "mimic": Bot("Plays when the dealer would", _from(lambda table: table.sheet.dealer.qualifier.value)),
    "always": Bot("Plays every hand", _from(lambda table: 0)),
    "timid": Bot("Plays by the rule for who is away", _from(lambda table: table.sheet.away.value)),
    "random": Bot("Plays by chance", _random),
}
