"""What can be asked of a round (commands) and what happened in it (events). The event list is the history.

Cards stand in both as text, so that a history reads the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pitboss.cards import AnyCards
from pitboss.money import MICRO, Cents
from pitboss.round.settlement import ActionId, MicroCents, PaidBank, PaidSeat, Recorded

CardText = str
DecidedBy = Literal["player", "away rule", "away fold", "away optimal"]
VoidCause = Literal["exposed", "malfunction", "cannot go on"]


# Commands


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """Replaces the whole bet of a seat at once; no wagers at all clears it.

    >>> from pitboss import PlaceBets, open_round, open_table, step
    >>> state = step(open_round(open_table("rivers")), PlaceBets(1, "ann", {"ante": 1000}))
    >>> state.seats[0].wagers, step(state, PlaceBets(1, "ann", {})).seats
    ({'ante': 1000}, ())
    """

    seat: int
    player: str
    wagers: dict[str, Cents]


@dataclass(frozen=True, slots=True)
class TakeBank:
    """Puts up the bank where the house is player-banked (NAPA-10); a stake of 0 gives it up again.

    >>> from pitboss import TakeBank, open_round, open_table, step
    >>> step(open_round(open_table("napa-valley")), TakeBank("bob", 50_000)).bank.stake
    50000
    """

    player: str
    stake: Cents
    seat: int | None = None  # where the bank sits: it is no gap between seats of one person (NAPA-16)


@dataclass(frozen=True, slots=True)
class DealCards:
    """Closes the bets and deals from a deck that was shuffled before (STD-1).

    >>> from pitboss import FULL_DECK, DealCards, PlaceBets, open_round, step
    >>> state = step(open_round("rivers"), PlaceBets(1, "ann", {"ante": 1000}))
    >>> step(state, DealCards(FULL_DECK)).phase
    'deal'
    """

    deck: AnyCards


@dataclass(frozen=True, slots=True)
class EndDeal:
    """The deal is done: up cards are turned, players look and decide.

    >>> from pitboss import FULL_DECK, DealCards, EndDeal, PlaceBets, open_round, step
    >>> state = step(open_round("rivers"), PlaceBets(1, "ann", {"ante": 1000}))
    >>> state = step(step(state, DealCards(FULL_DECK)), EndDeal())
    >>> state.phase, state.waiting
    ('decisions', (1,))
    """


@dataclass(frozen=True, slots=True)
class Decide:
    """Fold, play, or draw with a discard.

    >>> from pitboss import Decide
    >>> Decide(1, "ann", "play").action, Decide(2, "bob", "draw", "4d").discard
    ('play', '4d')
    """

    seat: int
    player: str
    action: ActionId
    discard: CardText | None = None
    by: DecidedBy = "player"


@dataclass(frozen=True, slots=True)
class RevealDealer:
    """Shows every card (STD-11).

    >>> from pitboss import RevealDealer, open_round, open_table, why_not
    >>> why_not(open_round(open_table("rivers")), RevealDealer()).code
    'phase'
    """


@dataclass(frozen=True, slots=True)
class SettleRound:
    """Pays the round. `meter` is the meter in cents before the round's own contributions.

    Of what a live meter holds beyond whole cents `micro` are the micro-cents (RIV-12).

    >>> from pitboss import SettleRound, open_round, why_not
    >>> why_not(open_round("rivers"), SettleRound(meter=100_000)).code
    'phase'
    """

    meter: Cents | None = None
    micro: MicroCents = 0

    @classmethod
    def at(cls, meter: MicroCents | None) -> SettleRound:
        """With the meter to the micro-cent, as the ledger has it."""
        return cls() if meter is None else cls(*divmod(meter, MICRO))


@dataclass(frozen=True, slots=True)
class VoidRound:
    """The operator declares the round void."""

    cause: VoidCause


Command = PlaceBets | TakeBank | DealCards | EndDeal | Decide | RevealDealer | SettleRound | VoidRound


# Events


@dataclass(frozen=True, slots=True)
class BetsPlaced(Recorded):
    """A seat's whole bet was accepted, or cleared when there are no wagers."""

    seat: int
    player: str
    wagers: dict[str, Cents]
    k: Literal["bets"] = "bets"


@dataclass(frozen=True, slots=True)
class BankTaken(Recorded):
    """The bank was put up, or given up when the stake is 0."""

    player: str
    stake: Cents
    seat: int | None
    k: Literal["bank"] = "bank"


@dataclass(frozen=True, slots=True)
class CardsDealt(Recorded):
    """Bets closed; seats were dealt from this deck, card by card, dealer last."""

    seats: tuple[int, ...]
    deck: tuple[CardText, ...]
    k: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class DealEnded(Recorded):
    """Players may look; these cards of the dealer show."""

    up_cards: tuple[CardText, ...]
    k: Literal["up"] = "up"


@dataclass(frozen=True, slots=True)
class Decided(Recorded):
    """A seat decided; a draw got its card at once."""

    seat: int
    action: ActionId
    discard: CardText | None
    drawn: CardText | None
    by: DecidedBy
    k: Literal["decide"] = "decide"


@dataclass(frozen=True, slots=True)
class DealerRevealed(Recorded):
    """All the dealer's cards, the fourth included when one was drawn, and which three play."""

    cards: tuple[CardText, ...]
    hand: str
    plays: tuple[CardText, ...]
    qualifies: bool
    k: Literal["reveal"] = "reveal"


_DIGITS: Final = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)


def _read_digits(value: object) -> object:
    return int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else None


class _AsDigits:
    """Says to Pydantic, once it is there, that a number is written as a string of its digits."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(
            _read_digits,
            handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(str, when_used="json"),
        )

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, str]:
        return {"type": "string", "pattern": f"^({_DIGITS.pattern})$"}


# A whole number that may pass 2^53, which not every reader of JSON holds exactly; so it is a string.
LongNumber = Annotated[MicroCents, _AsDigits()]


@dataclass(frozen=True, slots=True)
class PaidMeter(Recorded):
    """The meter in micro-cents: before the round, what the round fed, and after its pays (RIV-12)."""

    before: LongNumber
    fed: LongNumber
    after: LongNumber

    @property
    def won(self) -> bool:
        """Whether the round did more than feed it."""
        return self.before + self.fed != self.after


@dataclass(frozen=True, slots=True)
class RoundSettled(Recorded):
    """The round was paid."""

    seats: tuple[PaidSeat, ...]
    bank: PaidBank | None
    meter: PaidMeter | None
    k: Literal["settle"] = "settle"

    @property
    def wins_meter(self) -> bool:
        """Whether anything was paid out of the meter."""
        return any(line.wins_meter for seat in self.seats for line in seat.lines)


@dataclass(frozen=True, slots=True)
class RoundVoided(Recorded):
    """The round is void: every wager went back (NAPA-12, NAPA-13, STD-12)."""

    cause: VoidCause
    clause: str
    seats: tuple[PaidSeat, ...]
    bank: PaidBank | None
    k: Literal["void"] = "void"


Event = (
    BetsPlaced | BankTaken | CardsDealt | DealEnded | Decided | DealerRevealed | RoundSettled | RoundVoided
)


def people_of(events: Iterable[Event]) -> frozenset[str]:
    """Who bet or held the bank in some events, even if it was taken back."""
    return frozenset(each.player for each in events if isinstance(each, (BetsPlaced, BankTaken)))
