"""The shapes of what a viewer is sent; `views` fills them. The schema of the protocol is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from pitboss.evening.model import Clock
from pitboss.ledger.journal import Purse
from pitboss.money import Cents
from pitboss.round import Action, Spot
from pitboss.round.bank import Cover, CoveredSeat
from pitboss.round.settlement import Line
from pitboss.round.showdown import EnvyPay, Jackpot
from pitboss.round.views import DealerView, HandView
from pitboss.sheet.felt import Colours, Place
from pitboss.sheet.rule_card import PrintedTable
from pitboss.table.seating import Avatar, Instruction, MissedDecision, Out


@dataclass(frozen=True, slots=True)
class BankFrame:
    """The player bank and its offer."""

    label: str
    name: str | None
    seat: int | None
    stake: Cents | None
    net: Cents | None
    covered: Cents | None  # used of the stake; before the settlement what the bets can use at most
    cover_left: Cents | None
    exhausted_at: int | None  # a seat
    seats: tuple[CoveredSeat, ...]  # those that bet, in the order of cover
    held: int  # for how many rounds in a row, this one among them; 0: nobody holds it
    rounds: int  # for how many it may be held
    offered_to: int | None  # a seat
    offer_until: str | None
    least: Cents


@dataclass(frozen=True, slots=True)
class OwnBank:
    """The bank as it concerns the viewer: whether it is theirs, or offered to them."""

    yours: bool
    offered: bool
    worst: Cents | None  # what the holder can win in this round, at worst and at best, by what shows
    best: Cents | None
    enough: Cents | None  # covers every bet of others: for the player who holds or is offered the bank
    keeps: bool  # whether the holder may hold it in the next round, too


Shape = Literal["ring", "sensor"]


@dataclass(frozen=True, slots=True)
class LineFrame(Line):
    """What became of one wager, with the house's word for it."""

    label: str
    pays: str | None  # as printed


@dataclass(frozen=True, slots=True)
class SpotFrame(Spot):
    """A betting spot: what lies on it, what may, why not, and what became of it."""

    shape: Shape
    cover: Cover | None  # of one's own bet by a player bank, in the worst case
    line: LineFrame | None


@dataclass(frozen=True, slots=True)
class PlayFrame:
    """The spot of the Play bet: no chips lie there before the decision."""

    label: str
    amount: Cents
    reserve: Cents  # set aside for it from the bet on: off the stack, and on no spot
    line: LineFrame | None


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """A seat, taken or not: as everyone sees it, or in `you` as its own person does."""

    n: int
    name: str | None
    person: str | None  # the id of the person there; None for bots
    avatar: Avatar | None  # the picture of a person
    bot: bool
    here: bool
    leaving: bool
    ready: bool
    out: Out | None  # why nobody waits for them, until they do something
    missed: MissedDecision | None  # what the platform has decided for them, until they do something
    stack: Cents | None
    status: str
    hand: HandView | None  # of a seat that bet
    spots: tuple[SpotFrame, ...]
    play: PlayFrame | None  # of a seat that shows spots
    lines: tuple[LineFrame, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        return self.hand.cards if self.hand else ()

    @property
    def net(self) -> Cents | None:
        return self.hand.net if self.hand else None


@dataclass(frozen=True, slots=True)
class MeterFrame:
    """The meter as it stands, and what envy pays."""

    value: Cents
    reset: Cents
    break_even: Cents | None
    envy: tuple[Cents, ...]
    own: bool  # nobody at another table feeds or wins it


Awaited = Literal["bets", "ready", "bank", "decision", "away"]
Power = Literal["deal_now", "nudge", "sit_out", "remove", "change", "hand_over", "close"]
ClosedBy = Literal["host", "operator", "house", "evening"]


@dataclass(frozen=True, slots=True)
class WaitFrame:
    """What a table waits for, and whose: the seats may be none, where anyone can do it.

    Who is away is not waited for by name: time moves the table on.
    """

    what: Awaited
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PatienceFrame:
    """Until when the table waits for a player who is away or was nudged."""

    seats: tuple[int, ...]
    why: Literal["away", "nudged"]
    until: str


@dataclass(frozen=True, slots=True)
class PowerFrame:
    """What a viewer may do as the host, or as a player: for whom, or why not now."""

    do: Power
    seats: tuple[int, ...]  # of the people it can be done to; none where it is for the whole table
    why: str | None  # the code of the refusal that it would get


@dataclass(frozen=True, slots=True)
class FairFrame:
    """The seal of the round's shuffle, and the head of the table's chain."""

    commitment: str | None
    chain_head: str


@dataclass(frozen=True, slots=True)
class LimitsFrame:
    """What may be bet here at least and at most."""

    low: Cents
    high: Cents


@dataclass(frozen=True, slots=True)
class BotFrame:
    """A bot that may be added."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class FeltFrame:
    """How the table looks: its colours, where each spot lies, `play` among them, and its short print."""

    colours: Colours
    spots: Mapping[str, Place]
    short: Mapping[str, str]  # of spots whose label is too long to be printed


@dataclass(frozen=True, slots=True)
class MeFrame:
    """What a person with a seat has asked for, and still may ask for."""

    ready: bool
    more_time_left: int
    wants_bank: bool
    instruction: Instruction


@dataclass(frozen=True, slots=True)
class TableFrame:
    """What hardly ever changes at a table."""

    house: str
    name: str
    table: str  # its id
    title: str
    limits: LimitsFrame
    clock: Clock | None
    private: bool
    spectators: bool
    coach: bool
    own: bool  # its sheet is none of the houses'
    purse: Purse  # people's money, or chips that are worth something at this table only
    epoch: int  # how often a server has taken the table up
    evening: str | None  # the evening whose table it is: it seats people, and begins the rounds
    felt: FeltFrame
    tables: tuple[PrintedTable, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StateFrame:
    """The table beside its seats: the same for everyone."""

    round: int
    phase: str
    deadline: str | None
    waits_until: str | None
    paused: bool
    evening_paused: bool  # the host has paused its evening: this round is played, and no further one begins
    closing: bool
    closes_by: ClosedBy | None  # the one who closed it, or had it closed after this round
    watching: int
    dealer: DealerView
    bank: BankFrame | None
    meter: MeterFrame | None
    waiting_for: tuple[WaitFrame, ...]
    patience: tuple[PatienceFrame, ...]
    host_seat: int | None
    jackpots: tuple[Jackpot, ...]  # what the meter has paid in a settled round
    envy: tuple[EnvyPay, ...]  # who was paid for whose hand
    receipt: str | None  # of a round that has ended: its id
    fair: FairFrame


@dataclass(frozen=True, slots=True)
class YouFrame:
    """What only this viewer is sent; their own seats are here once more, as they see them themselves."""

    actions: tuple[Action, ...]
    bank: OwnBank | None
    host: bool
    invite: str | None
    bots: tuple[BotFrame, ...]
    me: MeFrame | None
    powers: tuple[PowerFrame, ...]
    seats: tuple[SeatFrame, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything one viewer may see of a table."""

    rev: int
    table: TableFrame
    state: StateFrame
    seats: tuple[SeatFrame, ...]
    you: YouFrame
    t: Literal["view"] = "view"

    def owns(self, number: int) -> bool:
        """Whether a seat is the viewer's own."""
        return any(seat.n == number for seat in self.you.seats)

    @property
    def banks(self) -> bool:
        """Whether the viewer holds the bank."""
        return self.you.bank is not None and self.you.bank.yours

    @property
    def seen(self) -> tuple[SeatFrame, ...]:
        """All seats as the viewer sees them: their own with what only they may see."""
        own = {seat.n: seat for seat in self.you.seats}
        return tuple(own.get(seat.n, seat) for seat in self.seats)

    @property
    def others(self) -> tuple[SeatFrame, ...]:
        """The seats of other people."""
        return tuple(seat for seat in self.seats if seat.name is not None and not self.owns(seat.n))


class Slotted(Protocol):
    """A dataclass with slots and without bases."""

    __slots__: ClassVar[Any]


def field_values(value: Slotted) -> dict[str, Any]:
    """Every field of a value as it is: nothing is copied, for this is done with every step of a table."""
    return {name: getattr(value, name) for name in value.__slots__}
