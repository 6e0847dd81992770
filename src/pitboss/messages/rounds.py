"""A round told in plain sentences, one thought per line: for the terminal, for logs, for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitboss.cards import card_text, parse_card, signs
from pitboss.hands import describe
from pitboss.messages.showdowns import envy_words, jackpot_words, showdown_words, sure_words
from pitboss.money import Cents, dollars
from pitboss.round.document import RoundDocument, load_round
from pitboss.round.events import CardsDealt, Decided, Event
from pitboss.round.facts import (
    BankFact,
    BankNetFact,
    BankOutFact,
    BestFact,
    BetsFact,
    DealerFact,
    DealFact,
    DealTold,
    DecisionFact,
    DecisionTold,
    EnvyFact,
    EventView,
    Fact,
    HandFact,
    JackpotFact,
    LineFact,
    MeterFact,
    NetFact,
    QualifierFact,
    ShowdownFact,
    Shown,
    SureFact,
    UpFact,
    VoidFact,
    facts_of,
    pay_text,
    tell,
)
from pitboss.round.state import Round, evolve, open_round
from pitboss.round.views import Viewer
from pitboss.sheet.model import Sheet
from pitboss.sheet.paybooks import PaidBy
from pitboss.sheet.pays import Cash
from pitboss.text import all_of

Names = Callable[[str], str]
_RESULTS: Final = {
    "win": "wins",
    "lose": "loses",
    "push": "pushes",
    "returned": "is returned",
    "void": "is void",
}
_CAUSES: Final = {
    "exposed": "more cards were exposed than may show",
    "malfunction": "a malfunction",
    "cannot go on": "it cannot go on",
}


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events as one viewer was told them. `name` gives the name of a person.

    >>> from pitboss import PlaceBets, Teller, Viewer, apply, open_round, open_table
    >>> from pitboss.round import tell
    >>> state = open_round(open_table("rivers"))
    >>> event = apply(state, PlaceBets(1, "ann", {"ante": 1000}))[0]
    >>> list(Teller(state.table.sheet).sentences(tell(state, event, Viewer("ann"))))
    ['Seat 1 (ann) bets Ante $10.']
    """

    sheet: Sheet
    name: Names = str

    def sentences(self, told: EventView, known: Collection[int] = ()) -> Iterator[str]:
        """The sentences of one event; the reveal does not repeat the hands of seats that are known."""
        return (fact_words(self.sheet, fact, self.name) for fact in facts_of(self.sheet, told, known))


def fact_words(sheet: Sheet, fact: Fact, name: Names = str) -> str:
    """One fact as a sentence in the words of a sheet, with its clause."""
    dealer = sheet.dealer.label
    match fact:
        case BetsFact(seat, player, stakes):
            bets = f"bets {all_of([_stake(sheet.label(each.id), each.cents) for each in stakes])}"
            return f"Seat {seat} ({name(player)}) {bets if stakes else 'takes the bet back'}."
        case BankFact(player, stake):
            what = f"A bank of {dollars(stake)} is put up" if stake else "The bank is given up"
            return f"{what} by {name(player)}."
        case DealFact(seats):
            return f"Cards are dealt to {_seats(seats)} and the {dealer.lower()}."
        case HandFact(seat, cards):
            return f"Seat {seat} holds {_hand_text(cards)}."
        case SureFact(seat, bet):
            return f"{sure_words(sheet, f'Seat {seat}', bet)} ({bet.clause})."
        case UpFact(cards, clause):
            return f"The {dealer.lower()} shows {signs(cards)} ({clause})."
        case DecisionFact():
            return _decision(sheet, fact)
        case DealerFact(cards, str(drawn), clause):
            return f"{dealer} holds {signs(cards)} and draws {signs([drawn])} ({clause})."
        case DealerFact(cards, _, clause):
            return f"{dealer} holds {_hand_text(cards)}{f', and stands ({clause})' if clause else ''}."
        case BestFact(cards):
            return f"{dealer} plays {_hand_text(cards)}."
        case QualifierFact(qualifies, clause):
            return f"{dealer} {'qualifies' if qualifies else 'does not qualify'} ({clause})."
        case ShowdownFact(seat, showdown):
            return f"{showdown_words(sheet, f'Seat {seat}', showdown)}."
        case LineFact():
            return f"Seat {fact.seat}: {line_words(sheet, fact)}"
        case NetFact(seat, net):
            return f"Seat {seat} net: {signed(net)}."
        case BankOutFact(seat):
            return f"The bank is exhausted at seat {seat}: what it does not cover goes back."
        case BankNetFact(net, stake, left):
            return f"The bank's result: {signed(net)}; {dollars(left)} of {dollars(stake)} cover left."
        case JackpotFact(jackpot):
            return f"{jackpot_words(sheet, jackpot)}."
        case EnvyFact(envy):
            return f"{envy_words(sheet, envy)}."
        case MeterFact(cents, won):
            stands = "paid and starts again at" if won else "stands at"
            return f"The meter {stands} {dollars(cents)}."
        case VoidFact(cause, clause):
            return f"The round is void: {_CAUSES[cause]} ({clause}). Every wager is returned."


def _decision(sheet: Sheet, fact: DecisionFact) -> str:
    bet = f"{dollars(fact.cost)} on {sheet.play.label}"
    match fact.action:
        case "fold":
            text = f"Seat {fact.seat} folds"
        case "draw":
            text = f"Seat {fact.seat} draws: {bet}"
            if fact.cards and fact.discard and fact.drawn:
                text += f", discards {signs([fact.discard])}, gets {signs([fact.drawn])}"
                text += f" and holds {_hand_text(fact.cards)}"
        case _:
            text = f"Seat {fact.seat} plays: {bet}"
    if fact.clause:
        text += f" (the platform's decision, {fact.clause})"
    return f"{text}."


def line_words(sheet: Sheet, line: LineFact) -> str:
    """One line of a settlement: `Pair Plus $5 wins $200 (40 to 1, RIV-7).`"""
    label = sheet.label(line.id)
    what = _stake(label, line.stake) if line.stake else label
    result = _RESULTS[line.result] if line.stake else "pays"
    if line.result == "win":
        result += f" {dollars(line.profit)}"
    elif line.result == "lose" and line.returned:
        result += f" {dollars(-line.profit)}, {dollars(line.returned)} returned"
    pays = None if _is_cash(sheet, line.by) else pay_text(sheet, line.by)
    reason = f"{pays}, {line.clause}" if pays else line.clause
    return f"{what} {result} ({reason})."


def _is_cash(sheet: Sheet, by: Sequence[PaidBy]) -> bool:
    """Whether the amount says already what is paid."""
    pays = [sheet.pay_at(each.table, each.column, each.line) for each in by]
    return all(isinstance(pay, Cash) and pay.stake == "none" for pay in pays)


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


def _told_afterwards(state: Round, event: Event) -> EventView:
    """An event as it can be told when the round is over: each seat's cards as its own person saw them."""
    match event:
        case CardsDealt(seats):
            hands = (Shown(seat.number, tuple(map(card_text, seat.cards))) for seat in state.seats)
            return DealTold(seats, tuple(hands))
        case Decided(number):
            told = tell(state, event, Viewer(next(s.player for s in state.seats if s.number == number)))
            return replace(told, sure=()) if isinstance(told, DecisionTold) else told
        case _:
            return tell(state, event)


def signed(cents: Cents) -> str:
    """Money won or lost: `+$5`, `−$5`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _stake(label: str, cents: Cents) -> str:
    return f"{label} {dollars(cents)}"


def _hand_text(cards: Sequence[str]) -> str:
    return f"{signs(cards)}, {describe([parse_card(card) for card in cards])}"


def _seats(numbers: Sequence[int]) -> str:
    return f"seat{'s' if len(numbers) > 1 else ''} {all_of([str(number) for number in numbers])}"
