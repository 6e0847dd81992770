"""The state machine of a round: a command is refused with a reason and a clause, or becomes events."""

from __future__ import annotations

from contextlib import suppress

from pitboss.cards import NotACard, card_text, is_deck, parse_card, parse_cards, texts_of
from pitboss.errors import Refusal, check_whole
from pitboss.hands import value3
from pitboss.money import MICRO, dollars
from pitboss.round import events
from pitboss.round.choices import check_seats_of_person, check_wagers
from pitboss.round.events import (
    Command,
    Event,
)
from pitboss.round.settlement import Line, PaidBank, PaidSeat, judge_dealer, pay_deal
from pitboss.round.state import Phase, Round, Seat, evolve, finished_deal
from pitboss.round.table import check_raise
from pitboss.sheet.model import Sheet
from pitboss.text import all_of, one_of

CANNOT_GO_ON = "STD-12"


def apply(state: Round, command: Command) -> tuple[Event, ...]:
    """The events a command causes, or a `Refusal` raised with its reason and clause.

    >>> from pitboss import PlaceBets, apply, open_round, open_table
    >>> apply(open_round(open_table("rivers")), PlaceBets(1, "ann", {"ante": 1000}))[0].wagers
    {'ante': 1000}
    """
    match command:
        case events.PlaceBets():
            return (_place_bets(state, command),)
        case events.TakeBank():
            return (_take_bank(state, command),)
        case events.DealCards():
            return (_deal(state, command),)
        case events.EndDeal():
            _only_in(state, "deal")
            return (events.DealEnded(texts_of(state.up_cards)),)
        case events.Decide():
            return (_decide(state, command),)
        case events.RevealDealer():
            return (_reveal(state),)
        case events.SettleRound():
            return (_settle(state, command),)
        case events.VoidRound():
            return (_void(state, command),)


def why_not(state: Round, command: Command) -> Refusal | None:
    """Why a command would be refused, or None when it would be accepted.

    >>> from pitboss import PlaceBets, open_round, open_table, why_not
    >>> print(why_not(open_round(open_table("napa-valley")), PlaceBets(1, "ann", {"pair_plus": 500})))
    An Ante is required (NAPA-2)
    """
    try:
        apply(state, command)
    except Refusal as refusal:
        return refusal
    return None


def step(state: Round, command: Command) -> Round:
    """The state after a command; raises its refusal.

    >>> from pitboss import PlaceBets, open_round, open_table, step
    >>> step(open_round(open_table("rivers")), PlaceBets(1, "ann", {"ante": 1000})).seats[0].wagers
    {'ante': 1000}
    """
    for event in apply(state, command):
        state = evolve(state, event)
    return state


def away_decision(state: Round, number: int) -> events.Decide:
    """What the platform decides for a person who is away and left no instruction (STD-13)."""
    seat = state.seat(number)
    if number not in state.waiting or seat is None:
        text = f"Seat {number} has nothing to decide now"
        raise Refusal("nothing_to_decide", text, state.table.sheet.away.clause, "seat")
    a, b, c = seat.cards
    plays = value3(a, b, c) >= state.table.sheet.away.value
    return events.Decide(number, seat.player, "play" if plays else "fold", by="away rule")


def _only_in(state: Round, *phases: Phase, clause: str | None = None, text: str = "") -> None:
    if state.phase not in phases:
        sentence = text or f"Possible only in phase {one_of(phases)}; this round is in phase {state.phase}"
        raise Refusal("phase", sentence, clause, "", {"phase": state.phase})


def _place_bets(state: Round, command: events.PlaceBets) -> events.BetsPlaced:
    sheet = state.table.sheet
    text = "Bets are locked: wagers are placed before the deal"
    _only_in(state, "bets", clause=sheet.closes_clause, text=text)
    number, player = command.seat, command.player
    check_whole(number, "A seat", "seat", sheet.seats_clause)
    if not 1 <= number <= sheet.seats:
        raise Refusal("no_seat", f"Seats are numbered 1 to {sheet.seats}", sheet.seats_clause, "seat")
    if not player:
        raise Refusal("no_player", "A bet needs a person", None, "player")
    holder = state.seat(number)
    if holder is not None and holder.player != player:
        raise Refusal("not_yours", f"Seat {number} has another person's bet", None, "seat")
    if not command.wagers:
        if holder is None:
            raise Refusal("no_bet", f"Seat {number} has no bet to clear", None, "wagers")
        return events.BetsPlaced(number, player, {})
    if sheet.bank and state.bank and state.bank.player == player:
        clause = sheet.bank.rotation_clause
        raise Refusal("bank_bets", "The bank bets on no seat in its own round", clause, "player")
    if state.bank and state.bank.seat == number:
        raise Refusal("bank_seat", f"The bank sits at seat {number}", sheet.offers_clause, "seat")
    check_wagers(state.table, command.wagers)
    own = {seat.number for seat in state.seats if seat.player == player} | {number}
    check_seats_of_person(state.table, player, own, "seat", _bank_seat(state))
    return events.BetsPlaced(number, player, dict(command.wagers))


def _take_bank(state: Round, command: events.TakeBank) -> events.BankTaken:
    bank = state.table.sheet.bank
    if bank is None:
        raise Refusal("no_bank", f"{state.table.sheet.name} has no player bank", None, "bank")
    _only_in(state, "bets", clause=bank.clause, text="The bank is put up before the deal")
    if not command.player:
        raise Refusal("no_player", "A bank needs a person", bank.clause, "player")
    if command.stake < 0 or (command.stake == 0 and state.bank is None):
        raise Refusal("amount", "The bank's stake must be above zero", bank.clause, "stake")
    if any(seat.player == command.player for seat in state.seats):
        text = "The bank bets on no seat in its own round; clear your bets first"
        raise Refusal("bank_bets", text, bank.rotation_clause, "player")
    if state.bank is not None and state.bank.player != command.player:
        raise Refusal("not_yours", "Another person holds the bank this round", bank.clause, "player")
    seats, number = state.table.sheet.seats, command.seat
    if number is not None and (not 1 <= number <= seats or state.seat(number) is not None):
        text = f"The bank's seat must be a free one from 1 to {seats}"
        raise Refusal("bank_seat", text, state.table.sheet.seats_clause, "seat")
    return events.BankTaken(command.player, command.stake, number)


def _bank_seat(state: Round) -> int | None:
    return state.bank.seat if state.bank else None


def _deal(state: Round, command: events.DealCards) -> events.CardsDealt:
    sheet = state.table.sheet
    _only_in(state, "bets", clause=sheet.closes_clause, text="The cards are dealt already")
    if not state.seats:
        raise Refusal("no_bets", "Nobody has bet", sheet.offers_clause, "seats")
    if sheet.bank and state.bank is None:
        raise Refusal("no_bank", "The round needs a bank before the deal", sheet.bank.clause, "bank")
    try:
        cards = parse_cards(command.deck)
    except NotACard as fault:
        raise Refusal("deck", fault.text, "STD-1", "deck") from None
    if not is_deck(cards):
        raise Refusal("deck", "The deck must be the 52 cards, each once", "STD-1", "deck")
    for player in sorted({seat.player for seat in state.seats}):
        held = [seat.number for seat in state.seats if seat.player == player]
        check_seats_of_person(state.table, player, held, "seats", _bank_seat(state))
    return events.CardsDealt(tuple(seat.number for seat in state.seats), texts_of(cards))


def _decide(state: Round, command: events.Decide) -> events.Decided:
    sheet = state.table.sheet
    clause = sheet.play.clause
    _only_in(state, "decisions", clause=clause)
    seat = state.seat(command.seat)
    if seat is None:
        raise Refusal("no_bet", f"Seat {command.seat} is not in this round", clause, "seat")
    if seat.player != command.player:
        raise Refusal("not_yours", f"Seat {command.seat} is another person's", None, "seat")
    if not seat.decides:
        text = f"Without {sheet.label('ante')} there is nothing to decide"
        raise Refusal("nothing_to_decide", text, clause, "seat")
    if seat.action is not None:
        raise Refusal("decided", f"Seat {command.seat} has decided already", clause, "seat")
    _as_marked(state, command)
    a, b, c = seat.cards
    check_raise(sheet, command.action, value3(a, b, c), "action")
    if command.action != "draw":
        if command.discard is not None:
            raise Refusal("discard", "Only a draw has a discard", sheet.player.draw_clause, "discard")
        return events.Decided(command.seat, command.action, None, None, command.by)
    if not sheet.player.draws:
        raise Refusal("no_draw", f"Players do not draw at {sheet.name}", clause, "action")
    discard = None
    if command.discard is not None:
        with suppress(NotACard):
            discard = card_text(parse_card(command.discard))
    if discard is None or discard not in texts_of(seat.cards):
        text = "A draw discards exactly one of the seat's three cards"
        raise Refusal("discard", text, sheet.player.draw_clause, "discard")
    return events.Decided(
        command.seat, "draw", discard, card_text(state.replacement(seat.number)), command.by
    )


def _as_marked(state: Round, command: events.Decide) -> None:
    """A decision that is marked as the platform's must be what the person's instruction says (STD-13)."""
    wanted = {"away rule": away_decision(state, command.seat).action, "away fold": "fold"}.get(command.by)
    if wanted is not None and command.action != wanted:
        text = f"The instruction for seat {command.seat} says {wanted}"
        raise Refusal("not_the_rule", text, state.table.sheet.away.clause, "action")


def _reveal(state: Round) -> events.DealerRevealed:
    clause = state.table.sheet.dealer.reveal_clause
    _only_in(state, "decisions", clause=clause)
    if state.waiting:
        seats = all_of(str(number) for number in state.waiting)
        text = f"The dealer's cards show only after every seat has decided; waiting for seat {seats}"
        raise Refusal("waiting", text, clause, "", {"seats": seats})
    cards = finished_deal(state).dealer
    dealer = judge_dealer(state.table, cards)
    return events.DealerRevealed(
        cards=texts_of(cards),
        hand=dealer.hand,
        plays=texts_of(dealer.plays),
        qualifies=dealer.qualifies,
    )


def _settle(state: Round, command: events.SettleRound) -> events.RoundSettled:
    _only_in(state, "reveal")
    meter = state.table.sheet.meter
    if (meter is None) != (command.meter is None):
        what = "needs the meter's value" if meter else "has no meter"
        raise Refusal("meter", f"{state.table.sheet.name} {what}", meter.clause if meter else None, "meter")
    fed = contributions(state)
    before = (command.meter or 0) * MICRO + command.micro
    if meter is not None and before < meter.reset * MICRO:
        text = f"The meter is never below its reset value ({dollars(meter.reset)})"
        raise Refusal("meter", text, meter.clause, "meter")
    deal = finished_deal(state, before + fed if meter else None)
    settlement = pay_deal(state.table, deal)
    left = settlement.meter
    after = left.after * MICRO + left.micro if left else 0
    return events.RoundSettled(
        seats=settlement.seats,
        bank=settlement.bank,
        meter=events.PaidMeter(before, fed, after) if meter else None,
    )


def contributions(state: Round) -> int:
    """What the round's bets feed the meter, to the micro-cent (RIV-12)."""
    meter = state.table.sheet.meter
    if meter is None:
        return 0
    cents = sum(seat.wagers.get(meter.feeds, 0) for seat in state.seats)
    return int(cents * MICRO * meter.percent / 100)


def void_clauses(sheet: Sheet) -> dict[events.VoidCause, str]:
    """Why a round may be declared void at a house, and by which clause (STD-12)."""
    causes: tuple[events.VoidCause, ...] = ("malfunction", "cannot go on")
    found = {cause: sheet.voids.get(cause, CANNOT_GO_ON) for cause in causes}
    return {"exposed": sheet.voids["exposed"], **found} if "exposed" in sheet.voids else found


def _void(state: Round, command: events.VoidRound) -> events.RoundVoided:
    sheet = state.table.sheet
    if command.cause == "exposed":
        clause = sheet.voids.get("exposed")
        if clause is None:
            text = f"{sheet.name} has no rule about exposed cards; declare that the round cannot go on"
            raise Refusal("no_void", text, CANNOT_GO_ON, "cause")
        _only_in(state, "deal", clause=clause, text="Exposed cards void a round only during the deal")
    else:
        clause = sheet.voids.get(command.cause, CANNOT_GO_ON)
        _only_in(state, "bets", "deal", "decisions", "reveal", clause=clause, text="The round has ended")
    if state.deck:
        deal = finished_deal(state, void=clause)
        seats = pay_deal(state.table, deal).seats
    else:
        seats = tuple(_undealt(seat, clause) for seat in state.seats)
    stake = state.bank.stake if state.bank else None
    return events.RoundVoided(
        command.cause, clause, seats, None if stake is None else PaidBank(stake, 0, stake)
    )


def _undealt(seat: Seat, clause: str) -> PaidSeat:
    """A seat of a round that was void before any card was dealt."""
    lines = tuple(Line(name, stake, "void", 0, stake, clause, ()) for name, stake in seat.bet)
    return PaidSeat(seat.number, None, 0, lines)


def command_of(state: Round, event: Event) -> Command:
    """The command that must have caused an event."""
    match event:
        case events.BetsPlaced(seat, player, wagers):
            return events.PlaceBets(seat, player, wagers)
        case events.BankTaken(player, stake, bank_seat):
            return events.TakeBank(player, stake, bank_seat)
        case events.CardsDealt(_, deck):
            return events.DealCards(deck)
        case events.DealEnded():
            return events.EndDeal()
        case events.Decided(number, action, discard, _, by):
            seat_state = state.seat(number)
            return events.Decide(number, seat_state.player if seat_state else "", action, discard, by)
        case events.DealerRevealed():
            return events.RevealDealer()
        case events.RoundSettled(_, _, meter):
            return events.SettleRound.at(meter.before if meter else None)
        case events.RoundVoided(cause):
            return events.VoidRound(cause)
