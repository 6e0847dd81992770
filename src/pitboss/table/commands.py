"""What can be asked of a live table: a person's message, and what the table or the house does by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.ledger.deeds import Request, canonical
from pitboss.money import Cents
from pitboss.odds.coach import Hand
from pitboss.pit import Bet, CloseTable, PitCommand
from pitboss.pit.commands import command_text
from pitboss.round import Decide, VoidRound
from pitboss.round.events import VoidCause
from pitboss.round.table import play_of
from pitboss.table import messages as said
from pitboss.table.avatars import Avatar
from pitboss.table.bank_offers import bank_asked
from pitboss.table.desk_work import Advice
from pitboss.table.host_powers import host_command
from pitboss.table.live_state import LiveState
from pitboss.table.messages import HostMessage, Message


@dataclass(frozen=True, slots=True)
class Say:
    """A message in the name of who is signed in, and of nobody else."""

    person: str
    message: Message


@dataclass(frozen=True, slots=True)
class Come:
    """A person comes to the table, or comes back."""

    person: str
    name: str
    avatar: Avatar | None = None


@dataclass(frozen=True, slots=True)
class Introduce:
    """Somebody at the table is called otherwise from now on, or has another picture."""

    person: str
    name: str
    avatar: Avatar | None


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; and these people have gone, if they were there."""

    gone: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Resume:
    """Nobody could do anything for a while."""


@dataclass(frozen=True, slots=True)
class HearAdvice:
    """What is best for a hand that the table has asked about; None: nobody could say."""

    hand: Hand
    best: Advice


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """The house shows a person to a seat."""

    person: str
    seat: int


@dataclass(frozen=True, slots=True)
class ShowOut:
    """A person must leave: at once, or after the hand that has their money in it."""

    person: str


@dataclass(frozen=True, slots=True)
class SeatBot:
    """The house seats a bot."""

    kind: str


@dataclass(frozen=True, slots=True)
class HaveBots:
    """There are to be so many bots, as far as there are seats."""

    wanted: int


@dataclass(frozen=True, slots=True)
class Freeze:
    """An operator stops the table, or lets it go on."""

    frozen: bool


@dataclass(frozen=True, slots=True)
class Void:
    """An operator declares the round void."""

    actor: str
    command: str
    cause: VoidCause


@dataclass(frozen=True, slots=True)
class CloseUp:
    """Somebody closes the table; its host, where that is who may."""

    actor: str
    command: str
    as_host: bool = False


@dataclass(frozen=True, slots=True)
class Govern:
    """An operator does what a host may."""

    actor: str
    message: HostMessage


@dataclass(frozen=True, slots=True)
class EveningSeat:
    """Somebody's place at a table of an evening."""

    seat: int
    person: str
    name: str
    avatar: Avatar | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Arrange:
    """An evening begins its next round at a table: who sits where, and the limits."""

    round: int
    low: int
    high: int
    seats: tuple[EveningSeat, ...]


@dataclass(frozen=True, slots=True)
class SetEvening:
    """An evening tells a table of it whether it is paused, and what people have after a round was counted."""

    paused: bool
    chips: tuple[tuple[str, Cents], ...] = ()  # none while the table plays: it counts them itself


@dataclass(frozen=True, slots=True)
class SetAside:
    """The table cannot go on."""

    fault: str


TableCommand = (
    Say
    | Come
    | Introduce
    | Tick
    | Resume
    | HearAdvice
    | TakeSeat
    | ShowOut
    | SeatBot
    | HaveBots
    | Freeze
    | Void
    | CloseUp
    | Govern
    | Arrange
    | SetEvening
    | SetAside
)


def request_of(live: LiveState, command: TableCommand) -> Request | None:
    """A command that has an id, as the journal knows it; None for what the house does by itself."""
    match command:
        case Say(person, message):
            own = pit_command(live, person, message)
            text = command_text(live.id, own) if own is not None else _text(live.id, message)
            return Request(person, message.id, text)
        case Void(actor, id_, cause):
            return Request(actor, id_, command_text(live.id, VoidRound(cause)))
        case Govern(actor, message):
            return Request(actor, message.id, command_text(live.id, host_command(message)))
        case CloseUp(actor, id_):
            return Request(actor, id_, command_text(live.id, CloseTable()))
    return None


def pit_command(live: LiveState, me: str, message: Message) -> PitCommand | None:
    """What a message asks of the pit, where that is the whole of it."""
    match message:
        case said.Bets(seat=seat, wagers=wagers, seed=seed):
            return Bet(seat, me, dict(wagers), seed)
        case said.Fold(seat=seat):
            return Decide(seat, me, "fold")
        case said.Play(seat=seat, times=times):
            return Decide(seat, me, play_of(times))
        case said.Draw(seat=seat, discard=discard):
            return Decide(seat, me, "draw", discard)
        case said.TakeTheBank(stake=stake):
            return bank_asked(live, me, stake)
        case said.Close():
            return CloseTable()
        case said.DealNow() | said.Nudge() | said.SitOut() | said.Remove() | said.Change() | said.HandOver():
            return host_command(message)
    return None


_NOT_SAID: Final = frozenset({"t", "id", "rev", "do"})


def _text(table: str, message: Message) -> str:
    """Any other message as canonical text; from which view it was made is not part of it."""
    fields = {name: value for name, value in message.__dict__.items() if name not in _NOT_SAID}
    return canonical({"k": message.do, "table": table, **fields})
