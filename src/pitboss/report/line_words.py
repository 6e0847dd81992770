"""The lines of a PAR sheet in words, made of their facts."""

from __future__ import annotations

from typing import Final

from pitboss.messages.decisions import decision_words
from pitboss.money import dollars
from pitboss.report.line_facts import EventFact, HandFact, LineFacts, PayFact, TableTitle
from pitboss.sheet.model import Sheet
from pitboss.text import all_of

_COLUMNS: Final = {"pat": "First three cards", "drawn": "After a draw"}
_HANDS: Final = {
    "no bonus": "No bonus",
    "any": "Any",
    "envied": "Envied hands of others",
    "nobody": "None",
}
_RESULTS: Final = {"lose": "loses", "push": "pushes", "returned": "is returned"}


def title_words(sheet: Sheet, title: TableTitle) -> str:
    """What stands over a table of lines."""
    label = sheet.label(title.wager) if title.wager else ""
    match title.kind:
        case "happened":
            return "By what happened"
        case "alone":
            return f"{label} by itself"
        case "bonus":
            return label
        case "own":
            return "One's own hand"
        case "envy":
            return "Envy"
        case "pays":
            return "Pay table"


def event_words(sheet: Sheet, event: EventFact) -> str:
    """What happened."""
    match event:
        case ("fold",) | ("play",):
            return event[0].capitalize()
        case ("column", column):
            return _COLUMNS[column]
        case ("showdown", action, qualified, compared):
            words = _compared(sheet.dealer.label, qualified, compared)
            return f"{decision_words(action)}: {_inside(words)}" if action else words
        case _:
            return ""


def _compared(dealer: str, qualified: str, compared: str) -> str:
    results = {
        "worse": f"{dealer}'s hand is better",
        "equal": "The hands are equal",
        "better": "The player's hand is better",
    }
    if qualified == "qualified":
        return results[compared]
    return f"{dealer} does not qualify" + (f", {_inside(results[compared])}" if compared else "")


def _inside(words: str) -> str:
    """Words as they stand in the middle of a sentence."""
    return f"{words[0].lower()}{words[1:]}"


def hands_words(sheet: Sheet, hands: tuple[HandFact, ...]) -> str:
    """The hands that the pay tables go by, in the house's words."""
    return all_of(dict.fromkeys(_hand(sheet, hand) for hand in hands)) if hands else ""


def _hand(sheet: Sheet, hand: HandFact) -> str:
    if not hand.table:
        return _HANDS[hand.category]
    label = sheet.hand_label(hand.line or hand.category)
    return f"{label} in the first three" if hand.column == "carry" else label


def pays_words(sheet: Sheet, facts: LineFacts) -> str:
    """What is paid; of the whole main game, each part by its name."""
    if not facts.pays:
        return dollars(facts.cents) if facts.cents else "nothing"
    if facts.table:
        return _pay(sheet, facts.pays[0])
    return "; ".join(f"{sheet.label(each.wager)} {_pay(sheet, each)}" for each in facts.pays)


def _pay(sheet: Sheet, fact: PayFact) -> str:
    if fact.result == "win":
        pay = sheet.pay_at(fact.table, fact.column, fact.line)
        return pay.text if pay else ""
    return _RESULTS.get(fact.result, fact.result)
