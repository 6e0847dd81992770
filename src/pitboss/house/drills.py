"""Drills: questions without their answers, answers weighed by the coach with no side wager, and missed hands.

A question is nothing but its cards: the answer sends them back, and all is worked out again. So no cost can
be made up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field

from pitboss.cards import Card, NotACard, card_text, cards_text, parse_cards
from pitboss.hands import CATEGORY_OF_VALUE, value3
from pitboss.house.request_shapes import Asked
from pitboss.ledger import history
from pitboss.ledger.history import Decision
from pitboss.ledger.store import Connection, Store
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.borderline import ANTE, Deal, as_dealt, practised_bets
from pitboss.odds.coach import THRESHOLDS, Coached, Grade, Weighed
from pitboss.round import Refusal, Round, open_table
from pitboss.round.choices import legal_actions
from pitboss.round.table import Table
from pitboss.sheet import Sheet, load_house
from pitboss.text import all_of

Kind = Literal["borderline", "mixed", "misses", "speed"]
CardText = Annotated[str, Field(min_length=2, max_length=2)]
INTERVALS: Final = (1, 3, 7, 21)  # a missed hand comes back so many drills later, each time it was right
MOST_QUESTIONS: Final = 50
SECONDS: Final = 5  # to answer in, where there is a clock


class Question(Asked):
    """A hand to decide about, and the dealer's cards that show."""

    cards: Annotated[list[CardText], Field(min_length=3, max_length=3)]
    up: Annotated[list[CardText], Field(max_length=3)] = Field(default_factory=list)

    @property
    def deal(self) -> Deal:
        """Its cards as cards."""
        return Deal(_cards(self.cards, "question.cards"), _cards(self.up, "question.up"))


class Choice(BaseModel):
    """What one may answer."""

    id: str
    discard: str | None
    label: str
    key: str
    consequence: str


class QuestionShown(BaseModel):
    """A question as it is put. `step` is how far a missed hand has come; send it back with the answer."""

    cards: list[str]
    up: list[str]
    hand: str
    choices: list[Choice]
    step: int | None


class Drill(BaseModel):
    """Some questions about one house."""

    house: str
    name: str
    game: str
    dealer: str
    kind: Kind
    number: int  # of this drill, for this person and house
    ante: Cents
    bet: str  # what is on the felt, in words
    seconds: int
    intervals: list[int]
    thresholds: dict[Grade, int] = Field(default_factory=lambda: dict(THRESHOLDS))  # percent of the Ante
    questions: list[QuestionShown]
    kept: bool  # answers are kept with the account, and not in the browser alone
    due: int  # missed hands that come back in this drill
    missed: int  # missed hands in all that are not learned yet


class ChoiceWeighed(BaseModel):
    """What an answer is worth; money in micro-cents for the bet of the drill."""

    id: str
    discard: str | None
    label: str
    ev: str  # per Ante, exactly
    worth: int
    cost: int
    grade: Grade
    best: bool


class Answered(BaseModel):
    """What came of an answer. With `retry` a first wrong answer is told to be wrong, and no more."""

    right: bool
    finished: bool
    text: str
    grade: Grade | None = None
    cost: int | None = None  # micro-cents
    choices: list[ChoiceWeighed] = Field(default_factory=list)
    cut_off: str | None = None
    ends: dict[str, int] = Field(default_factory=dict)
    again_in: int | None = None  # drills
    step: int | None = None


def _cards(texts: Iterable[str], path: str) -> tuple[Card, ...]:
    try:
        return parse_cards(" ".join(texts))
    except NotACard as fault:
        raise Refusal("card", str(fault), "STD-1", path) from None


def hand_of(text: str) -> Question:
    """A question as a query writes it: `Kd9c2s` or, with an up card, `Kd9c2s-Kh`."""
    cards, _, up = text.partition("-")
    halves = [[half[at : at + 2] for at in range(0, len(half), 2)] for half in (cards, up)]
    if len(cards) != 6 or len(up) > 6 or len(up) % 2:
        raise Refusal("card", f"{text[:20]!r}: write a hand like Kd9c2s, or Kd9c2s-Kh", "STD-1", "hand")
    return Question(cards=halves[0], up=halves[1])


def table_at(house: str) -> Table:
    """A table of a house as it is printed."""
    return open_table(load_house(house))


def bet_words(house: str) -> str:
    """What is bet on every hand of a drill: `Ante $10 and Blind $10`."""
    table = table_at(house)
    bets = practised_bets(table).items()
    return all_of([f"{table.sheet.label(name)} {dollars(cents)}" for name, cents in bets])


def shown(house: str, deal: Deal, step: int | None = None) -> QuestionShown:
    """A question without its answer."""
    table = table_at(house)
    state = as_dealt(table, deal)
    cards = deal.cards
    hand = CATEGORY_OF_VALUE[value3(cards[0], cards[1], cards[2])]
    return QuestionShown(
        cards=[card_text(card) for card in cards],
        up=[card_text(card) for card in deal.up],
        hand=table.sheet.hand_label(hand.text),
        choices=[
            Choice(
                id=each.id, discard=each.discard, label=each.label, key=each.key, consequence=each.consequence
            )
            for each in sorted(legal_actions(state, 1), key=lambda each: each.id == "fold")
        ],
        step=step,
    )


def dealt(house: str, question: Question) -> Round:
    """The hand of a question on the felt."""
    return as_dealt(table_at(house), question.deal)


def chosen_of(found: Coached, action: str, discard: str | None) -> Weighed:
    """The action that was answered, if it is one."""
    for each in found.actions:
        if (each.action.id, each.action.discard) == (action, discard):
            return each
    allowed = ", ".join(each.action.label for each in found.actions)
    raise Refusal(
        "message", f"This is no answer here; allowed: {allowed}", found.actions[0].action.clause, "action"
    )


def name_of(action: Weighed) -> str:
    """An action as it is kept: `play`, `draw:4d`."""
    return action.action.text


def answered(found: Coached, chosen: Weighed, step: int | None, rule: str) -> Answered:
    """The whole answer; `step` is how far the hand has come with it, `rule` what the best play goes by."""
    best = " or ".join(each.action.label for each in found.best)
    return Answered(
        right=not chosen.cost,
        finished=True,
        text="Best." if not chosen.cost else f"Best was: {best}.",
        grade=chosen.grade,
        cost=micro(chosen),
        choices=[
            ChoiceWeighed(
                id=each.action.id,
                discard=each.action.discard,
                label=each.action.label,
                ev=str(each.ev),
                worth=round(each.cents * MICRO),
                cost=micro(each),
                grade=each.grade,
                best=not each.cost,
            )
            for each in sorted(found.actions, key=lambda each: each.cost)
        ],
        cut_off=rule,
        ends=dict(found.ends),
        again_in=None if step is None else INTERVALS[step],
        step=step,
    )


def micro(action: Weighed) -> int:
    """What an action gives up, to the micro-cent."""
    return round(action.cost * MICRO)


# Missed hands
def next_step(right: bool, before: int | None) -> int | None:
    """How far a hand has come: a miss begins anew, the last right answer is the end of it.

    >>> next_step(False, None), next_step(True, 0), next_step(True, 3), next_step(True, None)
    (0, 1, None, None)
    """
    if not right:
        return 0
    return None if before is None or before + 1 >= len(INTERVALS) else before + 1


def missed(answers: Iterable[Decision]) -> dict[Deal, tuple[int, int]]:
    """Hands that are to come back, from the last answer to each: how far it has come, and when it is due."""
    found = {}
    for each in answers:
        if each.step is not None:
            deal = Deal(parse_cards(each.cards), parse_cards(each.up))
            found[deal] = (each.step, (each.drill or 0) + INTERVALS[each.step])
    return found


def in_order(deal: Deal) -> Deal:
    """The same hand as it is kept: high to low."""
    return Deal(tuple(sorted(deal.cards, reverse=True)), deal.up)


def decision(
    house: str,
    at: int,
    question: Question,
    found: Coached,
    chosen: Weighed,
    drill: int,
    step: int | None,
    ms: int | None,
) -> Decision:
    """A drill answer as it is kept."""
    deal = in_order(question.deal)
    return Decision(
        at=at,
        kind="drill",
        house=house,
        sheet=load_house(house).hash,
        cards=cards_text(deal.cards),
        up=cards_text(deal.up),
        action=name_of(chosen),
        best="|".join(name_of(each) for each in found.best),
        cost=micro(chosen),
        ante=ANTE,
        drill=drill,
        step=step,
        ms=ms,
    )


def missed_hands(store: Store, person: str, sheet: Sheet) -> tuple[int, dict[Deal, tuple[int, int]]]:
    """The number of a person's next drill at a house, and the hands they missed by its rules of today."""

    def work(connection: Connection) -> tuple[int, dict[Deal, tuple[int, int]]]:
        answers = history.unlearned(connection, person, sheet.id, sheet.hash)
        return history.last_drill(connection, person, sheet.id) + 1, missed(answers)

    return store.read(work)


def keep_answer(store: Store, person: str, made: Decision) -> None:
    """Keeps an answer of a person who is still there."""

    def work(connection: Connection) -> None:
        if history.mark_of(connection, person) is None:  # deleted at this moment
            raise Refusal("signed_out", "Sign in, or begin as a guest", None)
        history.keep_decision(connection, person, made)

    store.write(work)
