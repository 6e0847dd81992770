"""What can be asked of a live table, and the answers: messages of people, and what the house or time asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, TypeAdapter

from pitboss.money import Cents
from pitboss.odds.coach import Hand
from pitboss.round import Spot
from pitboss.round.events import VoidCause
from pitboss.round.table import RAISES
from pitboss.table.advice import BankPriceFrame, CoachFrame
from pitboss.table.live_state import Advice, Gesture
from pitboss.table.seating import Avatar, Instruction

ID_FORM: Final = r"^[A-Za-z0-9._:-]{1,64}$"
Id = Annotated[str, Field(pattern=ID_FORM)]
SeatNumber = Annotated[int, Field(ge=1, le=100)]
Amounts = Annotated[
    dict[
        Annotated[str, Field(max_length=40, pattern=r"^[a-z0-9_]+$")],
        Annotated[int, Field(gt=0, le=10**12)],
    ],
    Field(max_length=20),
]
CardName = Annotated[str, Field(pattern=r"^[2-9TJQKA][cdhs]$")]
Seed = Annotated[str, Field(pattern=r"^([0-9a-f]{32})?$")]


class Said(BaseModel):
    """A command: `rev` is the view it was made from, `id` makes repeating it safe."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    t: Literal["cmd"]
    id: Id
    rev: Annotated[int, Field(ge=0)]


class Plain(Said):
    """What needs no more than its name.

    To leave for good: bets not yet dealt go back, the platform decides open hands, all seats are given up. To
    clear the paid felt and open the next round, to be done with the bets, to ask for more time to decide, to
    let the bank go by. What the round is worth to the bank that one holds; nothing is stored. To be known
    here by a changed name or picture. Of the host, to close the table: a running round is finished first,
    bets that were not dealt go back.
    """

    do: Literal["leave", "next", "ready", "more_time", "pass_bank", "bank_price", "introduce", "close"]


class AtSeat(Said):
    """To take a seat, to fold its hand, to have a bot get up from it; or what each action of one's own hand
    there is worth, before it is decided or after: of that nothing is stored.
    """

    do: Literal["sit", "fold", "remove_bot", "coach"]
    seat: SeatNumber


class Stand(Said):
    """Give up a seat, or all; after this hand where cards or bets are on the table."""

    do: Literal["stand"]
    seat: SeatNumber | None = None


class Draft(Said):
    """How the spots would be with these wagers; nothing is stored."""

    do: Literal["draft"]
    seat: SeatNumber
    wagers: Amounts


class Bets(Said):
    """Replace the whole bet of a seat; no wagers clear it. The seed goes into the shuffle."""

    do: Literal["bets"]
    seat: SeatNumber
    wagers: Amounts
    seed: Seed = ""


class Play(Said):
    """Play a seat's hand; `times` raises Play to so many Antes, where the house lets the hand."""

    do: Literal["play"]
    seat: SeatNumber
    times: Annotated[int, Field(ge=min(RAISES.values()), le=max(RAISES.values()))] | None = None


class Draw(Said):
    """Trade one card."""

    do: Literal["draw"]
    seat: SeatNumber
    discard: CardName


class WantBank(Said):
    """Whether to be offered the bank."""

    do: Literal["want_bank"]
    want: bool


class TakeTheBank(Said):
    """Take the bank that is offered."""

    do: Literal["take_bank"]
    stake: Annotated[int, Field(gt=0, le=10**12)]


class Instruct(Said):
    """What the platform does when one is away."""

    do: Literal["instruct"]
    instruction: Instruction


class MakeGesture(Said):
    """Everyone at the table sees it for a moment; nothing is stored."""

    do: Literal["gesture"]
    gesture: Gesture


class AddBot(Said):
    """A bot takes a free seat."""

    do: Literal["add_bot"]
    bot: Annotated[str, Field(max_length=20)]


class DealNow(Said):
    """The host has the bets on the table dealt, even if some players are not done."""

    do: Literal["deal_now"]


class ToPerson(Said):
    """What a host does to the person at a seat.

    Tells them that the others are waiting: anyone with a seat may. Makes the table wait for them no longer,
    until they act. Has them get up: at once, or after a hand that they are playing. Makes them the host.
    """

    do: Literal["nudge", "sit_out", "remove", "hand_over"]
    seat: SeatNumber


class Change(Said):
    """The host changes the terms of the table between two rounds; what is left out stays as it is."""

    do: Literal["change"]
    low: Annotated[int, Field(gt=0, le=10**12)] | None = None
    high: Annotated[int, Field(gt=0, le=10**12)] | None = None
    clock: bool | None = None
    coach: bool | None = None


Message = Annotated[
    Plain
    | AtSeat
    | Stand
    | Draft
    | Bets
    | Play
    | Draw
    | WantBank
    | TakeTheBank
    | Instruct
    | MakeGesture
    | AddBot
    | DealNow
    | ToPerson
    | Change,
    Discriminator("do"),
]
HostMessage = DealNow | ToPerson | Change
HOST_MESSAGES: TypeAdapter[HostMessage] = TypeAdapter(Annotated[HostMessage, Discriminator("do")])
MESSAGES: TypeAdapter[Message] = TypeAdapter(Message)


@dataclass(frozen=True, slots=True)
class DoneFrame:
    """A command was done and has changed nothing that its sender sees, or a question is answered."""

    id: str
    rev: int
    spots: tuple[Spot, ...] | None = None  # the answer to a draft
    coach: CoachFrame | None = None  # the answer to coach
    bank: BankPriceFrame | None = None  # the answer to bank_price
    t: Literal["done"] = "done"


@dataclass(frozen=True, slots=True)
class UnknownFrame:
    """It is not known whether a command was done: send it again, unchanged and with the same id."""

    id: str
    text: str
    t: Literal["unknown"] = "unknown"


@dataclass(frozen=True, slots=True)
class RefusedFrame:
    """A command was refused, with the reason and the clause; nothing has changed."""

    id: str | None
    code: str
    text: str
    clause: str | None = None
    path: str = ""
    values: Mapping[str, int | str] = field(default_factory=dict)
    spots: tuple[Spot, ...] | None = None  # of a bet: how the spots would be with it, and why not
    t: Literal["refused"] = "refused"


# What else can be asked of a table


@dataclass(frozen=True, slots=True)
class Say:
    """A message of the person who is signed in."""

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
    """A person at the table has another name or picture from now on."""

    person: str
    name: str
    avatar: Avatar | None


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; and these people have gone, if they were there."""

    gone: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Resume:
    """The table stood still for a while: running clocks start full again."""


@dataclass(frozen=True, slots=True)
class HearAdvice:
    """The best action for a hand that the table has asked about; None: there was no answer."""

    hand: Hand
    best: Advice


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """The house shows a person to a seat."""

    person: str
    seat: int


@dataclass(frozen=True, slots=True)
class ShowOut:
    """A person must leave: at once, or after the hand that they have money in."""

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
    """A person closes the table; with `as_host` only its host may."""

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
    """A person's seat at a table of an evening."""

    seat: int
    person: str
    name: str
    avatar: Avatar | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Arrange:
    """An evening begins its next round at a table: the seats and the limits."""

    round: int
    low: int
    high: int
    seats: tuple[EveningSeat, ...]


@dataclass(frozen=True, slots=True)
class SetEvening:
    """An evening tells one of its tables whether it is paused, and what people have after a round."""

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
