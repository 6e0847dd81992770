"""The state of a round: frozen, rebuilt from its events, free to copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pitboss.cards import Card, parse_card
from pitboss.money import MICRO, Cents
from pitboss.round.events import (
    BankTaken,
    BetsPlaced,
    CardsDealt,
    DealEnded,
    DealerRevealed,
    Decided,
    DecidedBy,
    Event,
    RoundSettled,
    RoundVoided,
)
from pitboss.round.settlement import ActionId, Deal, Hand, MicroCents, PaidSeat, after_draw, dealer_draws
from pitboss.round.table import House, Table, is_raise, open_table, play_stake

Phase = Literal["bets", "deal", "decisions", "reveal", "settled", "void"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that bet: its person, its wagers, its cards and what it decided."""

    number: int
    player: str
    bet: tuple[tuple[str, Cents], ...]  # wagers in the order of the sheet
    cards: tuple[Card, ...] = ()
    action: ActionId | None = None
    discard: Card | None = None
    drawn: Card | None = None
    by: DecidedBy | None = None

    @property
    def wagers(self) -> Mapping[str, Cents]:
        return dict(self.bet)

    def reserved(self, table: Table) -> Cents:
        """What of its money waits on the table: the stakes and, until it folds, what is kept for Play."""
        wagers = self.wagers
        if is_raise(self.action):
            return sum(wagers.values()) + play_stake(table, wagers["ante"], self.action)
        return sum(wagers.values()) if self.action == "fold" else table.need(wagers)

    @property
    def final(self) -> tuple[Card, ...]:
        """The hand that is judged: with the drawn card, if any, in the place of the discard."""
        return after_draw(self.cards, self.discard, self.drawn)

    @property
    def decides(self) -> bool:
        """Whether this seat has something to decide: only an Ante asks for it (RIV-4)."""
        return "ante" in self.wagers

    @property
    def waits(self) -> bool:
        """Whether the table still waits for this seat's decision."""
        return self.decides and self.action is None


@dataclass(frozen=True, slots=True)
class BankStake:
    """Who holds the bank, what was put up, and the bank's seat where it has one."""

    player: str
    stake: Cents
    seat: int | None = None


@dataclass(frozen=True)
class Round:
    """One round at a table. Nothing in it changes; each event makes a new one.

    >>> from pitboss import PlaceBets, Round, open_round, open_table, step
    >>> before: Round = open_round(open_table("rivers"))
    >>> after = step(before, PlaceBets(1, "ann", {"ante": 1000}))
    >>> before.seats, after.seats[0].player
    ((), 'ann')
    """

    table: Table
    id: str = ""
    phase: Phase = "bets"
    seats: tuple[Seat, ...] = ()  # those that bet, in seat order
    bank: BankStake | None = None
    deck: tuple[Card, ...] = ()
    revealed: bool = False
    ended: RoundSettled | RoundVoided | None = None

    def seat(self, number: int) -> Seat | None:
        """The seat of a number, when it has bet."""
        return next((seat for seat in self.seats if seat.number == number), None)

    @cached_property
    def people(self) -> frozenset[str]:
        """Whose money is in it: those who bet, and who holds the bank."""
        bank = [self.bank.player] if self.bank else []
        return frozenset([*(seat.player for seat in self.seats), *bank])

    @property
    def dealer_cards(self) -> tuple[Card, ...]:
        """The dealer's three cards once dealt: the last of each time round (NAPA-3)."""
        if not self.deck:
            return ()
        n = len(self.seats)
        return tuple(self.deck[j * (n + 1) + n] for j in range(3))

    @property
    def up_cards(self) -> tuple[Card, ...]:
        """The dealer's cards that show before the decisions: the last ones dealt."""
        shows = self.table.sheet.dealer.shows
        return self.dealer_cards[3 - shows :] if shows else ()

    @property
    def fourth_card(self) -> Card:
        """The dealer's fourth card, should the sheet ask for one; no decision moves its place (PEC-4)."""
        return self.deck[4 * len(self.seats) + 3]

    def replacement(self, number: int) -> Card:
        """The card a seat gets if it draws; no decision moves its place (PEC-4)."""
        index = [seat.number for seat in self.seats].index(number)
        return self.deck[3 * len(self.seats) + 3 + index]

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """The seats the table waits for."""
        if self.phase != "decisions":
            return ()
        return tuple(seat.number for seat in self.seats if seat.waits)

    def paid(self, number: int) -> PaidSeat | None:
        """What a seat was paid, once the round has ended."""
        if self.ended is None:
            return None
        return next((seat for seat in self.ended.seats if seat.seat == number), None)


def open_round(house: House, round_id: str = "") -> Round:
    """A new round with bets open.

    >>> from pitboss import open_round
    >>> open_round("rivers", "round 1").phase
    'bets'
    """
    return Round(open_table(house), round_id)


def evolve(state: Round, event: Event) -> Round:
    """The state after an event. Events are facts: nothing is judged here.

    >>> from pitboss import PlaceBets, apply, evolve, open_round, open_table
    >>> state = open_round(open_table("rivers"))
    >>> for event in apply(state, PlaceBets(1, "ann", {"ante": 1000})):
    ...     state = evolve(state, event)
    >>> state.seats[0].wagers
    {'ante': 1000}
    """
    match event:
        case BetsPlaced(number, player, wagers):
            others = tuple(seat for seat in state.seats if seat.number != number)
            if wagers:
                order = tuple((name, wagers[name]) for name in state.table.sheet.wagers if name in wagers)
                others = (*others, Seat(number, player, order))
            return replace(state, seats=tuple(sorted(others, key=lambda seat: seat.number)))
        case BankTaken(player, stake, bank_seat):
            return replace(state, bank=BankStake(player, stake, bank_seat) if stake else None)
        case CardsDealt(_, deck):
            cards = tuple(parse_card(text) for text in deck)
            n = len(state.seats)
            dealt = tuple(
                replace(seat, cards=tuple(cards[j * (n + 1) + i] for j in range(3)))
                for i, seat in enumerate(state.seats)
            )
            return replace(state, phase="deal", deck=cards, seats=dealt)
        case DealEnded():
            return replace(state, phase="decisions")
        case Decided(number, action, discard, drawn, by):
            decided = (
                replace(seat, action=action, discard=_card(discard), drawn=_card(drawn), by=by)
                if seat.number == number
                else seat
                for seat in state.seats
            )
            return replace(state, seats=tuple(decided))
        case DealerRevealed():
            return replace(state, phase="reveal", revealed=True)
        case RoundSettled():
            return replace(state, phase="settled", ended=event)
        case RoundVoided():
            return replace(state, phase="void", ended=event)


def finished_deal(state: Round, meter: MicroCents | None = None, void: str | None = None) -> Deal:
    """The round's cards, wagers and actions, as settlement takes them."""
    dealer = state.dealer_cards
    if dealer_draws(state.table, dealer):
        dealer = (*dealer, state.fourth_card)
    hands = [hand_of(seat) for seat in state.seats]
    cents, micro = (None, 0) if meter is None else divmod(meter, MICRO)
    return Deal(dealer, hands, state.bank.stake if state.bank else None, cents, void, micro)


def hand_of(seat: Seat) -> Hand:
    """A seat that was dealt to, as settlement takes it."""
    a, b, c = seat.cards
    return Hand(seat.number, seat.player, seat.wagers, (a, b, c), seat.action, seat.discard, seat.drawn)


def replay(state: Round, events: Iterable[Event]) -> Round:
    """The state after all these events."""
    for event in events:
        state = evolve(state, event)
    return state


def _card(text: str | None) -> Card | None:
    return None if text is None else parse_card(text)
