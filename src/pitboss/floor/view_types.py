"""The shapes of what a viewer is sent; `frames` fills them. The schema of the protocol is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pitboss.cage.journal import Purse
from pitboss.floor.settings import Seconds
from pitboss.floor.sitters import Instruction
from pitboss.money import Cents
from pitboss.round import Action
from pitboss.round.cover import Cover
from pitboss.round.spots import Spot
from pitboss.round.view import DealerView
from pitboss.sheet.felt import Colours, Place
from pitboss.sheet.paybook import PaidBy, Result
from pitboss.sheet.printed import PrintedTable

Shape = Literal["ring", "sensor"]


@dataclass(frozen=True, slots=True)
class LineFrame:
    """What became of one wager, and by which clause, with the house's word for it."""

    id: str
    label: str
    stake: Cents
    result: Result
    profit: Cents
    returned: Cents
    pays: str | None  # as printed
    clause: str
    by: tuple[PaidBy, ...]  # which pays of the sheet were won, and who pays them


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
    line: LineFrame | None


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """A seat, taken or not."""

    n: int
    you: bool
    name: str | None
    bot: bool
    here: bool
    leaving: bool
    ready: bool
    stack: Cents | None
    status: str
    cards: tuple[str, ...]
    hand: str | None
    label: str | None
    words: str | None  # "pair of nines"
    first_three: str | None
    first_label: str | None
    discard: str | None
    by: str | None
    by_clause: str | None
    folded: bool
    made: tuple[PaidBy, ...]  # the pays that the cards make, where the viewer sees them
    spots: tuple[SpotFrame, ...]
    play: PlayFrame | None  # of a seat that shows spots
    net: Cents | None
    lines: tuple[LineFrame, ...]


@dataclass(frozen=True, slots=True)
class BankFrame:
    """The player bank and its offer."""

    label: str
    name: str | None
    seat: int | None
    you: bool
    stake: Cents | None
    net: Cents | None
    covered: Cents | None  # used of the stake; before the settlement what the bets can use at most
    cover_left: Cents | None
    exhausted_at: int | None  # a seat
    offered_to: int | None  # a seat
    offered_to_you: bool
    offer_until: str | None
    least: Cents


@dataclass(frozen=True, slots=True)
class MeterFrame:
    """The meter as it stands, and what envy pays."""

    value: Cents
    reset: Cents
    break_even: Cents | None
    envy: tuple[Cents, ...]
    own: bool  # nobody at another table feeds or wins it


Awaited = Literal["bets", "ready", "bank", "decision"]


@dataclass(frozen=True, slots=True)
class WaitFrame:
    """What a table waits for, and whose: the seats may be none, where anybody can do it."""

    what: Awaited
    seats: tuple[int, ...]


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
class ClockFrame:
    """How long the table waits, in seconds."""

    bets: Seconds
    decision: Seconds
    extension: Seconds
    extensions: int


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
    """What somebody with a seat has asked for, and still may ask for."""

    ready: bool
    more_time_left: int
    wants_bank: bool
    instruction: Instruction


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The part of a view, beside the seats, that each viewer gets for themselves; a view has its fields."""

    actions: tuple[Action, ...]
    bank: BankFrame | None
    host: bool
    invite: str | None
    bots: tuple[BotFrame, ...]
    me: MeFrame | None


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything one viewer may see of a table."""

    rev: int
    house: str
    name: str
    table: str
    title: str
    round: int
    phase: str
    deadline: str | None
    waits_until: str | None
    paused: bool
    closing: bool
    limits: LimitsFrame
    clock: ClockFrame | None
    private: bool
    spectators: bool
    coach: bool
    own: bool  # its sheet is none of the houses'
    purse: Purse  # people's money, or chips that are worth something at this table only
    watching: int
    dealer: DealerView
    seats: tuple[SeatFrame, ...]
    actions: tuple[Action, ...]
    bank: BankFrame | None
    host: bool
    invite: str | None
    bots: tuple[BotFrame, ...]
    me: MeFrame | None
    meter: MeterFrame | None
    waiting_for: tuple[WaitFrame, ...]
    fair: FairFrame
    felt: FeltFrame
    tables: tuple[PrintedTable, ...]
    notices: tuple[str, ...]
    t: Literal["view"] = "view"


@dataclass(frozen=True, slots=True)
class EventsFrame:
    """What has happened since the frame before, as facts of the round and notes of the table, without a word.

    Decoration: the view that follows says it all.
    """

    rev: int
    list: tuple[dict[str, Any], ...]
    t: Literal["events"] = "events"
