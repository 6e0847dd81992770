"""A round told in plain sentences, one thought per line: for the terminal, for logs, for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from pitboss.cards import card_text, parse_card
from pitboss.hands import describe
from pitboss.money import MICRO, Cents, dollars
from pitboss.phrases import all_of
from pitboss.round.document import RoundDocument, load_round
from pitboss.round.event_views import DealTold, DecisionTold, RevealTold, Shown, Told, UpTold, tell
from pitboss.round.events import (
    BankTaken,
    BetsPlaced,
    CardsDealt,
    Decided,
    Event,
    PaidLine,
    PaidMeter,
    PaidSeat,
    RoundSettled,
    RoundVoided,
)
from pitboss.round.state import Round, evolve, open_round
from pitboss.round.view import Viewer
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybook import PaidBy
from pitboss.sheet.pays import Cash

Names = Callable[[str], str]
_RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "returned": "is returned", "void": "is void"}


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events as one viewer was told them. `name` gives the name of a person."""

    sheet: Sheet
    name: Names = str

    def sentences(self, told: Told, known: Collection[int] = ()) -> Iterator[str]:
        """The sentences of one event; the reveal does not repeat the hands of seats that are known."""
        match told:
            case BetsPlaced(seat, player, wagers):
                yield self._bets(seat, player, wagers)
            case BankTaken(player, stake):
                what = f"A bank of {dollars(stake)} is put up" if stake else "The bank is given up"
                yield f"{what} by {self.name(player)}."
            case DealTold(seats, shown):
                yield f"Cards are dealt to {_seats(seats)} and the {self._dealer}."
                yield from self._hands(shown)
            case UpTold(up_cards, shown):
                if up_cards:
                    yield f"The {self._dealer} shows {' '.join(up_cards)} ({self.sheet.dealer.clause})."
                yield from self._hands(shown)
            case DecisionTold():
                yield self._decision(told)
            case RevealTold():
                yield from self._reveal(told, known)
            case RoundSettled(results, bank, meter):
                for result in results:
                    yield from self._paid(result)
                if bank:
                    left = f"{dollars(bank.cover_left)} of {dollars(bank.stake)} cover left"
                    yield f"The bank's result: {signed(bank.net)}; {left}."
                if meter:
                    yield from self._meter(meter)
            case RoundVoided(cause, clause, results):
                yield f"The round is void: {_CAUSES[cause]} ({clause}). Every wager is returned."
                for result in results:
                    yield from self._paid(result)

    @property
    def _dealer(self) -> str:
        return self.sheet.dealer.label.lower()

    def _bets(self, seat: int, player: str, wagers: dict[str, Cents]) -> str:
        who = f"Seat {seat} ({self.name(player)})"
        if not wagers:
            return f"{who} takes the bet back."
        ordered = [name for name in self.sheet.wagers if name in wagers]
        return (
            f"{who} bets {all_of([f'{self.sheet.label(name)} {dollars(wagers[name])}' for name in ordered])}."
        )

    def _hands(self, shown: Sequence[Shown]) -> Iterator[str]:
        for hand in shown:
            yield f"Seat {hand.seat} holds {_hand_text(hand.cards)}."

    def _decision(self, told: DecisionTold) -> str:
        bet = f"{dollars(told.cost)} on {self.sheet.play.label}"
        match told.action:
            case "fold":
                text = f"Seat {told.seat} folds"
            case "play":
                text = f"Seat {told.seat} plays: {bet}"
            case "draw":
                text = f"Seat {told.seat} draws: {bet}"
                if told.cards:
                    text += f", discards {told.discard}, gets {told.drawn} and holds {_hand_text(told.cards)}"
        if told.by != "player":
            text += f" (the platform's decision, {self.sheet.away.clause})"
        return f"{text}."

    def _reveal(self, told: RevealTold, known: Collection[int]) -> Iterator[str]:
        dealer = self.sheet.dealer
        label = dealer.label
        yield from self._hands([hand for hand in told.shown if hand.seat not in known])
        if len(told.cards) > 3:
            *three, fourth = told.cards
            yield f"{label} holds {' '.join(three)} and draws {fourth} ({dealer.draw.clause})."
            yield f"{label} plays {_hand_text(told.plays)}."
        else:
            stands = f", and stands ({dealer.draw.stands_clause})" if dealer.draw.when == "below" else ""
            yield f"{label} holds {_hand_text(told.cards)}{stands}."
        if not dealer.qualifier.always:
            does = "qualifies" if told.qualifies else "does not qualify"
            yield f"{label} {does} ({dealer.qualifier.clause})."

    def _paid(self, seat: PaidSeat) -> Iterator[str]:
        for line in seat.lines:
            yield f"Seat {seat.seat}: {line_text(self.sheet, line)}"
        yield f"Seat {seat.seat} net: {signed(seat.net)}."

    def _meter(self, meter: PaidMeter) -> Iterator[str]:
        stood = meter.before + meter.fed
        if meter.after != stood:
            yield f"The meter paid and starts again at {dollars(meter.after // MICRO)}."
        elif meter.fed:
            yield f"The meter stands at {dollars(meter.after // MICRO)}."


def tell_round(document: RoundDocument) -> Iterator[str]:
    """The sentences of a recorded round, checked against the rules; it is over, so every card is open."""
    final, events = load_round(document)
    table = final.table
    teller = Teller(table.sheet)
    limits = f"table {dollars(table.min)} to {dollars(table.max)}"
    yield f"{table.sheet.name}, {table.sheet.game}, {limits}."
    if document.round:
        yield f"Round {document.round}."
    state = open_round(table, document.round)
    for event in events:
        state = evolve(state, event)
        known = [seat.number for seat in state.seats]
        yield from teller.sentences(_told_afterwards(state, event), known)


def _told_afterwards(state: Round, event: Event) -> Told:
    """An event as it can be told when the round is over: each seat's cards as its own person saw them."""
    match event:
        case CardsDealt(seats):
            hands = (Shown(seat.number, tuple(map(card_text, seat.cards))) for seat in state.seats)
            return DealTold(seats, tuple(hands))
        case Decided(number):
            return tell(state, event, Viewer(next(s.player for s in state.seats if s.number == number)))
        case _:
            return tell(state, event)


_CAUSES = {
    "exposed": "more cards were exposed than may show",
    "malfunction": "a malfunction",
    "cannot go on": "it cannot go on",
}


def line_text(sheet: Sheet, line: PaidLine) -> str:
    """One line of a settlement: `Pair Plus $5 wins $200 (40 to 1, RIV-7).`"""
    what = sheet.label(line.id)
    if line.stake:
        what += f" {dollars(line.stake)}"
    result = "pays" if not line.stake else _RESULTS[line.result]
    if line.result == "win":
        result += f" {dollars(line.profit)}"
    elif line.result == "lose" and line.returned:
        result += f" {dollars(-line.profit)}, {dollars(line.returned)} returned"
    odds = None if _is_cash(sheet, line.by) else pay_text(sheet, line.by)  # of cash the amount says it
    reason = f"{odds}, {line.clause}" if odds else line.clause
    return f"{what} {result} ({reason})."


def _is_cash(sheet: Sheet, by: Sequence[PaidBy]) -> bool:
    pays = [sheet.pay_at(each.table, each.column, each.line) for each in by]
    return all(isinstance(pay, Cash) and pay.stake == "none" for pay in pays)


def pay_text(sheet: Sheet, by: Sequence[PaidBy]) -> str | None:
    """A pay as the sheet prints it; envied hands as the sum of what they pay."""
    pays = [sheet.pay_at(each.table, each.column, each.line) for each in by]
    if len(pays) > 1:
        return dollars(sum(pay.cents for pay in pays if isinstance(pay, Cash)))
    return pays[0].text if pays and pays[0] else None


def signed(cents: Cents) -> str:
    """Money won or lost: `+$5`, `-$5`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _hand_text(cards: Sequence[str]) -> str:
    return f"{' '.join(cards)}, {describe([parse_card(card) for card in cards])}"


def _seats(numbers: Sequence[int]) -> str:
    return f"seat{'s' if len(numbers) > 1 else ''} {all_of([str(number) for number in numbers])}"
