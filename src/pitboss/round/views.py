"""Who may see what. Views and told events are built from nothing, never by deleting from the full state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from pitboss.cards import Card, card_text, texts_of
from pitboss.hands import Category, category3, describe, hand_words
from pitboss.money import MICRO, Cents
from pitboss.round.bank import BankLimit
from pitboss.round.choices import Action, Spot, actions_of, spots
from pitboss.round.events import DecidedBy, RoundSettled
from pitboss.round.settlement import ActionId, Line, PaidSeat, judge_dealer
from pitboss.round.showdown import Showdown, SureBet, explain, sure_bets
from pitboss.round.state import Phase, Round, Seat, finished_deal, hand_of
from pitboss.round.table import Table
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybooks import PaidBy
from pitboss.sheet.rule_card import PrintedTable

HIDDEN = "??"
SeatStatus = Literal["bet", "dealt", "deciding", "played", "folded", "drew", "no decision", "settled", "void"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a person with or without a seat, the bank's person among them, or nobody in particular.

    >>> from pitboss import Viewer, open_round, open_table, view
    >>> view(open_round(open_table("rivers")), Viewer("ann")).phase
    'bets'
    """

    player: str | None = None


NOBODY = Viewer()


@dataclass(frozen=True, slots=True)
class DealerView:
    """The dealer's cards, hidden ones as `??`, and what is known of them."""

    label: str
    cards: tuple[str, ...]
    caption: str
    hand: str | None
    words: str | None  # "pair of nines"
    plays: tuple[str, ...]
    qualifies: bool | None


@dataclass(frozen=True, slots=True)
class HandView:
    """The hand of a seat that bet, as one viewer may see it, and what became of it."""

    cards: tuple[str, ...]
    category: str | None
    label: str | None
    words: str | None  # "pair of nines"
    first_three: str | None
    first_label: str | None
    discard: str | None
    by: DecidedBy | None
    by_clause: str | None  # where the platform has decided
    folded: bool
    made: tuple[PaidBy, ...]  # the pays that one's own cards have won already, or that were paid
    sure: tuple[SureBet, ...]  # one's own bets that are won or lost before the reveal
    showdown: Showdown | None  # what decided a settled round
    net: Cents | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat that bet, as one viewer may see it."""

    n: int
    player: str
    you: bool
    status: SeatStatus
    hand: HandView
    spots: tuple[Spot, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class BankView:
    """The player bank: who holds it, its stake, and what became of it."""

    label: str
    player: str
    you: bool
    stake: Cents
    net: Cents | None
    cover_left: Cents | None


@dataclass(frozen=True, slots=True)
class MeterView:
    """The meter in whole cents, once the round has ended; its live value is the table's to tell."""

    reset: Cents
    before: Cents | None
    after: Cents | None


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may see of a round; enough to render it."""

    house: str
    name: str
    round: str
    phase: Phase
    dealer: DealerView
    seats: tuple[SeatView, ...]
    actions: tuple[Action, ...]
    bank: BankView | None
    meter: MeterView | None
    tables: tuple[PrintedTable, ...]
    notices: tuple[str, ...]


def view(state: Round, viewer: Viewer = NOBODY) -> View:
    """What a viewer may see of a round in its present phase.

    >>> from pitboss import FULL_DECK, DealCards, PlaceBets, Viewer
    >>> from pitboss import card_text, open_round, open_table, step, view
    >>> state = step(open_round(open_table("rivers")), PlaceBets(1, "ann", {"ante": 1000}))
    >>> state = step(state, DealCards(tuple(card_text(card) for card in FULL_DECK)))
    >>> view(state, Viewer("ann")).seats[0].hand.cards, view(state, Viewer("bob")).seats[0].hand.cards
    (('2c', '2h', '3c'), ('??', '??', '??'))
    """
    sheet = state.table.sheet
    return View(
        house=sheet.id,
        name=sheet.name,
        round=state.id,
        phase=state.phase,
        dealer=dealer_view(state),
        seats=tuple(
            seat_view(state, seat, state.paid(seat.number), own=is_own(seat, viewer)) for seat in state.seats
        ),
        actions=own_actions(state, viewer),
        bank=_bank_view(state, viewer),
        meter=_meter_view(state),
        tables=state.table.printed,
        notices=tuple(notice.text for notice in sheet.notices),
    )


def own_actions(state: Round, viewer: Viewer) -> tuple[Action, ...]:
    """What a viewer may decide now, at all seats of their own."""
    own = (seat for seat in state.seats if is_own(seat, viewer))
    return tuple(action for seat in own for action in actions_of(state.table, state.phase, seat))


def _is_open(phase: Phase) -> bool:
    """Whether every card is public: from the reveal on, and when a dealt round is void."""
    return phase in ("reveal", "settled", "void")


def is_own(seat: Seat, viewer: Viewer) -> bool:
    return viewer.player is not None and viewer.player == seat.player


def may_see(table: Table, phase: Phase, *, own: bool) -> bool:
    """Own cards once players may look (NAPA-4), anybody's from the reveal on."""
    if _is_open(phase):
        return True
    return own and (phase == "decisions" or table.sheet.player.looks == "when dealt")


def dealer_view(state: Round) -> DealerView:
    """The dealer's cards as everybody sees them."""
    sheet = state.table.sheet
    cards: tuple[str, ...] = ()
    hand = words = qualifies = None
    plays: tuple[str, ...] = ()
    if state.deck and _is_open(state.phase):
        held = open_dealer(state) or state.dealer_cards  # a fourth only where the round got so far
        cards = texts_of(held)
        if state.phase != "void":
            judged = judge_dealer(state.table, held)
            hand, plays, qualifies = judged.hand, texts_of(judged.plays), judged.qualifies
            words = read_out(sheet, judged.plays)
    elif state.deck:
        up = texts_of(state.up_cards) if state.phase == "decisions" else ()
        cards = (HIDDEN,) * (3 - len(up)) + up
    qualifier = sheet.dealer.qualifier
    plays_with = "always plays" if qualifier.always else f"plays with {hand_words(qualifier.hand)}"
    caption = f"{sheet.dealer.label} {plays_with}"
    return DealerView(sheet.dealer.label, cards, caption, hand, words, plays, qualifies)


def read_out(sheet: Sheet, cards: tuple[Card, ...]) -> str:
    """A hand as one says it; the highest by the house's own name for it."""
    if category3(*cards) is Category.MINI_ROYAL:
        return sheet.hand_label(Category.MINI_ROYAL.text)
    return describe(cards)


def seat_view(state: Round, seat: Seat, paid: PaidSeat | None, *, own: bool) -> SeatView:
    """A seat that bet, as its own person or everybody else may see it."""
    table, phase = state.table, state.phase
    beside = beside_hand(state, seat.number)
    return SeatView(
        n=seat.number,
        player=seat.player,
        you=own,
        status=seat_status(phase, seat),
        hand=hand_view(table, phase, seat, paid, beside, own=own),
        spots=spots(table, seat.wagers, open_=phase == "bets", accepted=True),
        lines=paid.lines if paid else (),
    )


class BesideHand(NamedTuple):
    """What of the round beside a seat's own cards says how its bets stand."""

    dealer: tuple[Card, ...] = ()  # every card that the dealer holds, once they are open
    bank: BankLimit | None = None


def beside_hand(state: Round, number: int) -> BesideHand:
    """What a seat's hand is seen beside: the dealer's open cards, and how far a bank's stake goes."""
    if state.bank is None:
        return BesideHand(open_dealer(state))
    earlier = tuple(seat.bet for seat in state.seats if seat.number < number)
    return BesideHand(open_dealer(state), BankLimit(state.bank.stake, earlier))


def open_dealer(state: Round) -> tuple[Card, ...]:
    """Every card that the dealer holds, once everybody may see them."""
    return finished_deal(state).dealer if state.revealed else ()


def hand_view(
    table: Table, phase: Phase, seat: Seat, paid: PaidSeat | None, beside: BesideHand, *, own: bool
) -> HandView:
    """The cards of a seat that bet and what they make, as far as one may see them."""
    sheet, seen = table.sheet, bool(seat.cards) and may_see(table, phase, own=own)
    sure = sure_bets(table, seat, beside.bank) if seen and own and not _is_open(phase) else ()
    settled = phase == "settled" and bool(beside.dealer)
    category = first_three = None
    if seen:
        category = category3(*seat.final).text
        first_three = category3(*seat.cards).text if seat.action == "draw" else None
    return HandView(
        cards=texts_of(seat.final) if seen else (HIDDEN,) * len(seat.cards),
        category=category,
        label=sheet.hand_label(category) if category else None,
        words=read_out(sheet, seat.final) if seen else None,
        first_three=first_three,
        first_label=sheet.hand_label(first_three) if first_three else None,
        discard=card_text(seat.discard) if seen and seat.discard is not None else None,
        by=seat.by,
        by_clause=sheet.away.clause if seat.by not in (None, "player") else None,
        folded=seat.action == "fold",
        made=_made(paid, sure) if seen else (),
        sure=sure,
        showdown=showdown_of(table, seat, beside.dealer, paid.lines) if paid and settled else None,
        net=paid.net if paid else None,
    )


@lru_cache(maxsize=512)
def showdown_of(table: Table, seat: Seat, dealer: tuple[Card, ...], lines: tuple[Line, ...]) -> Showdown:
    """Why a seat was paid these lines: everybody hears of it, and sees it at the seat."""
    return explain(table, hand_of(seat), dealer, lines)


def _made(paid: PaidSeat | None, sure: tuple[SureBet, ...]) -> tuple[PaidBy, ...]:
    """The lines of pay tables that were paid; before the settlement those that one's own cards have won."""
    if paid is None:
        return tuple(by for bet in sure for by in bet.by)
    return tuple(by for line in paid.lines for by in line.by if by.table != "showdown")


def seat_status(phase: Phase, seat: Seat) -> SeatStatus:
    """What a seat that bet does now."""
    if phase in ("settled", "void"):
        return "settled" if phase == "settled" else "void"
    if phase == "bets":
        return "bet"
    if seat.action is not None:
        done: dict[ActionId, SeatStatus] = {"fold": "folded", "draw": "drew"}
        return done.get(seat.action, "played")
    if not seat.decides:
        return "no decision"
    return "deciding" if phase == "decisions" else "dealt"


def _bank_view(state: Round, viewer: Viewer) -> BankView | None:
    if state.bank is None or state.table.sheet.bank is None:
        return None
    paid = state.ended.bank if state.ended else None
    return BankView(
        label=state.table.sheet.bank.label,
        player=state.bank.player,
        you=viewer.player == state.bank.player,
        stake=state.bank.stake,
        net=paid.net if paid else None,
        cover_left=paid.cover_left if paid else None,
    )


def _meter_view(state: Round) -> MeterView | None:
    meter = state.table.sheet.meter
    if meter is None:
        return None
    paid = state.ended.meter if isinstance(state.ended, RoundSettled) else None
    if paid is None:
        return MeterView(meter.reset, None, None)
    return MeterView(meter.reset, (paid.before + paid.fed) // MICRO, paid.after // MICRO)
