"""What a test needs of a table: decks that give chosen cards, and rounds played as far as one likes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from pitboss.cards import CARD_TEXTS
from pitboss.money import MICRO
from pitboss.round import (
    NOBODY,
    Command,
    DealCards,
    Decide,
    EndDeal,
    Event,
    PlaceBets,
    Refusal,
    RevealDealer,
    Round,
    SettleRound,
    Table,
    TakeBank,
    View,
    Viewer,
    apply,
    evolve,
    open_round,
    open_table,
    view,
    why_not,
)
from pitboss.round.settlement import ActionId, Line, PaidSeat, pay_text
from pitboss.round.views import DealerView, SeatView
from pitboss.sheet import Sheet, houses, load_house

HOUSES = houses()
PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")  # ann sits at seat 1, bob at seat 2
BANKER = "ivy"
PLENTY = 10_000_000  # a bank that covers everything
RESET = 100_000  # what the meter of Rivers starts from, in cents

# Three dealers for "whatever the dealer holds": one who does not qualify, one who does, one nobody beats.
# The hands of BORDERS share no card with them.
NOT_QUALIFIED, QUEEN_HIGH, UNBEATEN = "Jc 9c 4d", "Qc 9c 4d", "Ac Kc Qc"
DEALERS = (NOT_QUALIFIED, QUEEN_HIGH, UNBEATEN)

# The best and the worst hand of every category (STD-2, STD-3).
BORDERS: Mapping[str, tuple[str, ...]] = {
    "mini_royal": ("As Ks Qs", "Ah Kh Qh", "Ad Kd Qd"),
    "straight_flush": ("Ks Qs Js", "3s 2s As"),
    "three_of_a_kind": ("As Ah Ad", "2s 2h 2d"),
    "straight": ("As Kh Qd", "3s 2h Ad"),
    "flush": ("As Ks Js", "5s 3s 2s"),
    "pair": ("As Ah Kd", "2s 2h 3d"),
    "high_card": ("As Kh Jd", "5s 3h 2d"),
}

# A bet with every wager of each house.
FULL_BET: Mapping[str, Mapping[str, int]] = {
    "pechanga": {"ante": 1000, "double_shot": 500},
    "atlantic-city": {"ante": 1000, "pair_plus": 1000, "six_card_bonus": 500},
    "napa-valley": {"ante": 1000, "pair_plus": 500},
    "shine": {"ante": 1000, "pair_xxx": 500, "super_6_bonus": 500},
    "rivers": {"ante": 1000, "pair_plus": 500, "six_card_bonus": 500, "progressive": 100},
}

Stage = Literal["bets", "deal", "decisions", "decided", "reveal", "settled"]
BEFORE_THE_END: tuple[Stage, ...] = ("bets", "deal", "decisions", "decided", "reveal")


@dataclass(frozen=True)
class Plan:
    """What one seat bets, is dealt and does."""

    cards: str
    action: ActionId | None
    wagers: Mapping[str, int]
    discard: str | None = None
    drawn: str | None = None
    player: str | None = None

    def person(self, number: int) -> str:
        return self.player or PEOPLE[number - 1]

    def decides(self, number: int) -> Decide:
        assert self.action is not None
        return Decide(number, self.person(number), self.action, self.discard)


def seat(
    cards: str,
    action: ActionId | None = None,
    bet: Mapping[str, int] | None = None,
    *,
    discard: str | None = None,
    drawn: str | None = None,
    player: str | None = None,
    **wagers: int,
) -> Plan:
    """`seat("As Ks Qs", "play", ante=1000)`; a draw adds `discard="2c", drawn="9h"`."""
    return Plan(cards, action, {**(bet or {}), **wagers}, discard, drawn, player)


def deck_with(
    seat_cards: Sequence[str],
    dealer: str,
    replacements: Sequence[str | None] = (),
    fourth: str | None = None,
) -> tuple[str, ...]:
    """A full deck that deals these cards, one at a time in seat order, the dealer last.

    With n seats card j of the i-th is `deck[j(n+1)+i]` and the dealer's `deck[j(n+1)+n]`; the i-th seat's
    replacement is `deck[3n+3+i]` and the dealer's fourth card `deck[4n+3]`.
    """
    n = len(seat_cards)
    placed: dict[int, str] = {}
    for i, cards in enumerate([*seat_cards, dealer]):
        for j, card in enumerate(cards.split()):
            placed[j * (n + 1) + i] = card
    for i, card_or_none in enumerate([*replacements, *[None] * (n - len(replacements)), fourth]):
        if card_or_none is not None:
            placed[3 * n + 3 + i] = card_or_none
    assert len(set(placed.values())) == len(placed), "the test gives a card twice"
    rest = [card for card in CARD_TEXTS if card not in placed.values()]
    return tuple(placed[place] if place in placed else rest.pop() for place in range(52))


@dataclass(frozen=True)
class Story:
    """A round as far as it has been played, and everything that happened in it."""

    state: Round
    events: tuple[Event, ...] = field(default=())

    def then(self, *commands: Command) -> Story:
        """The story after these commands; a refusal fails the test."""
        state, events = self.state, self.events
        for command in commands:
            for event in apply(state, command):
                state, events = evolve(state, event), (*events, event)
        return Story(state, events)

    def refusal(self, command: Command) -> Refusal:
        """Why a command is refused; fails the test when it is accepted."""
        refusal = why_not(self.state, command)
        assert refusal is not None, f"accepted: {command}"
        return refusal

    def seen_by(self, player: str | None) -> View:
        """What a person sees, or an onlooker for None."""
        return view(self.state, Viewer(player) if player else NOBODY)

    def seat_seen_by(self, player: str | None, number: int) -> SeatView:
        return next(seat for seat in self.seen_by(player).seats if seat.n == number)

    def dealer_seen_by(self, player: str | None) -> DealerView:
        return self.seen_by(player).dealer

    def paid(self, number: int = 1) -> PaidSeat:
        paid = self.state.paid(number)
        assert paid is not None
        return paid

    def lines(self, number: int = 1) -> list[Read]:
        sheet = self.state.table.sheet
        return [read(sheet, line) for line in self.paid(number).lines]

    def line(self, name: str, number: int = 1) -> Read:
        return next(line for line in self.lines(number) if line.id == name)

    def ids(self, number: int = 1) -> list[str]:
        return [line.id for line in self.lines(number)]

    def result(self, name: str, number: int = 1) -> str:
        return self.line(name, number).result


def table_of(house: str | Table, *overrides: str) -> Table:
    """A table of a house, with what its sheet would say after `--set` overrides."""
    return house if isinstance(house, Table) else open_table(load_house(house, overrides))


def play_to(
    stage: Stage,
    house: str | Table,
    seats: Mapping[int, Plan],
    dealer: str = QUEEN_HIGH,
    *,
    bank: int | None = None,
    meter: int | None = None,
    order: Iterable[int] | None = None,
) -> Story:
    """Plays a round up to a stage. A fourth card in `dealer` is the one the dealer may draw.

    The bank covers everything and the meter (in micro-cents) stands at its reset value unless given. Seats
    decide in seat order, or in the order given.
    """
    table = table_of(house)
    story = Story(open_round(table, "test"))
    if table.sheet.bank:
        story = story.then(TakeBank(BANKER, PLENTY if bank is None else bank))
    for number, plan in seats.items():
        story = story.then(PlaceBets(number, plan.person(number), dict(plan.wagers)))
    if stage == "bets":
        return story
    plans = [seats[number] for number in sorted(seats)]
    three, fourth = dealer.split()[:3], dealer.split()[3:]
    deck = deck_with(
        [plan.cards for plan in plans],
        " ".join(three),
        [plan.drawn for plan in plans],
        fourth[0] if fourth else None,
    )
    story = story.then(DealCards(deck))
    if stage == "deal":
        return story
    story = story.then(EndDeal())
    if stage == "decisions":
        return story
    for number in sorted(seats) if order is None else order:
        if seats[number].action is not None:
            story = story.then(seats[number].decides(number))
    if stage == "decided":
        return story
    story = story.then(RevealDealer())
    if stage == "reveal":
        return story
    if table.sheet.meter and meter is None:
        meter = RESET * MICRO
    return story.then(SettleRound.at(meter))


def play_out(
    house: str | Table,
    seats: Mapping[int, Plan],
    dealer: str = QUEEN_HIGH,
    *,
    bank: int | None = None,
    meter: int | None = None,
    order: Iterable[int] | None = None,
) -> Story:
    """Plays a whole round through the state machine, from the bets to the last line."""
    return play_to("settled", house, seats, dealer, bank=bank, meter=meter, order=order)


def clause_against(
    house: str | Table, wagers: Mapping[str, int], *, low: int | None = None, high: int | None = None
) -> str | None:
    """The clause that refuses these wagers at a seat, or None when they are accepted."""
    table = house if isinstance(house, Table) else open_table(load_house(house), low, high)
    refusal = why_not(open_round(table), PlaceBets(1, "ann", dict(wagers)))
    assert refusal is None or refusal.clause
    return refusal.clause if refusal else None


def cards_in(seen: Any) -> set[str]:
    """Every card that is named anywhere in a view, or in the facts of an event."""
    text = json.dumps([asdict(each) for each in (seen if isinstance(seen, tuple) else (seen,))])
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", text))


# The lines of a settlement, as one says them.


class Read(NamedTuple):
    """A settled line as one reads it, with its pay as printed."""

    id: str
    stake: int
    result: str
    profit: int
    returned: int
    pays: str | None
    clause: str


def read(sheet: Sheet, line: Line) -> Read:
    """A line of the history as one reads it."""
    odds = pay_text(sheet, line.by)
    return Read(line.id, line.stake, line.result, line.profit, line.returned, odds, line.clause)


def won(name: str, stake: int, profit: int, pays: str, clause: str) -> Read:
    return Read(name, stake, "win", profit, 0, pays, clause)


def lost(name: str, stake: int, clause: str, *, back: int = 0) -> Read:
    """A loss; `back` is what a bank could not collect of it."""
    return Read(name, stake, "lose", back - stake, back, None, clause)


def pushed(name: str, stake: int, clause: str) -> Read:
    return Read(name, stake, "push", 0, 0, None, clause)


def returned(name: str, stake: int, clause: str) -> Read:
    return Read(name, stake, "returned", 0, stake, None, clause)


def voided(name: str, stake: int, clause: str) -> Read:
    return Read(name, stake, "void", 0, stake, None, clause)
