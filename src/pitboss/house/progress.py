"""A person's progress: sittings, what was given up over time, kinds of mistakes, worst hands, drills.

Decisions at tables are weighed here once their rounds have ended. Nothing is written while people play: a
request for progress has the rounds looked at that were not before, and a fault leaves them for the next time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import BaseModel, Field

from pitboss.cards import Card, NotACard, card_text, cards_text, parse_cards
from pitboss.desk.question import Question as DeskQuestion
from pitboss.desk.table_questions import worths_question, worths_told
from pitboss.hands import CATEGORY_OF_VALUE, value3
from pitboss.house import Asked
from pitboss.ledger import history, journal
from pitboss.ledger.history import BetOn, Decision, Sort
from pitboss.ledger.store import Connection, Store, reads
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.borderline import ANTE, PracticeDeal, as_dealt, practised_bets
from pitboss.odds.coach import THRESHOLDS, Coached, Grade, Hand, Weighed, Worth, grade_of, hand_of, weigh
from pitboss.round import Refusal, Round, open_table
from pitboss.round.choices import legal_actions
from pitboss.round.state import Seat
from pitboss.round.table import RAISES, Table, is_raise, parse_action
from pitboss.sheet import Sheet, load_house
from pitboss.table.table_state import Unusable, retell, stored_table
from pitboss.text import all_of

# Drills


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
    def deal(self) -> PracticeDeal:
        """Its cards as cards."""
        return PracticeDeal(_cards(self.cards, "question.cards"), _cards(self.up, "question.up"))


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
        return parse_cards(texts)
    except NotACard as fault:
        fault.path = path
        raise


def asked_hand(text: str) -> Question:
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


def shown(house: str, deal: PracticeDeal, step: int | None = None) -> QuestionShown:
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
            Choice.model_validate(each, from_attributes=True)
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


def _kept(found: Coached, chosen: Weighed) -> dict[str, Any]:
    """What is kept of an action, of the best ones, and of what it gave up; actions as `play`, `draw:4d`."""
    best = "|".join(each.action.text for each in found.best)
    return {"action": chosen.action.text, "best": best, "cost": micro(chosen)}


# Missed hands
def next_step(right: bool, before: int | None) -> int | None:
    """How far a hand has come: a miss begins anew, the last right answer is the end of it.

    >>> next_step(False, None), next_step(True, 0), next_step(True, 3), next_step(True, None)
    (0, 1, None, None)
    """
    if not right:
        return 0
    return None if before is None or before + 1 >= len(INTERVALS) else before + 1


def missed(answers: Iterable[Decision]) -> dict[PracticeDeal, tuple[int, int]]:
    """Hands that are to come back, from the last answer to each: how far it has come, and when it is due."""
    found = {}
    for each in answers:
        if each.step is not None:
            deal = PracticeDeal(parse_cards(each.cards), parse_cards(each.up))
            found[deal] = (each.step, (each.drill or 0) + INTERVALS[each.step])
    return found


def in_order(deal: PracticeDeal) -> PracticeDeal:
    """The same hand as it is kept: high to low."""
    return PracticeDeal(tuple(sorted(deal.cards, reverse=True)), deal.up)


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
        **_kept(found, chosen),
        ante=ANTE,
        drill=drill,
        step=step,
        ms=ms,
    )


@reads
def missed_hands(
    connection: Connection, person: str, sheet: Sheet
) -> tuple[int, dict[PracticeDeal, tuple[int, int]]]:
    """The number of a person's next drill at a house, and the hands they missed by its rules of today."""
    answers = history.unlearned(connection, person, sheet.id, sheet.hash)
    return history.last_drill(connection, person, sheet.id) + 1, missed(answers)


def keep_answer(store: Store, person: str, made: Decision) -> None:
    """Keeps an answer of a person who is still there."""

    def work(connection: Connection) -> None:
        if history.mark_of(connection, person) is None:  # deleted at this moment
            raise Refusal("signed_out", "Sign in, or begin as a guest", None)
        history.keep_decision(connection, person, made)

    store.write(work)


# Progress


APART: Final = 3_600_000  # milliseconds without a decision that end a sitting, as they end a session of play
MOST: Final = 10_000  # decisions that are told of
WORST: Final = 10
COLUMNS: Final = (
    "at", "kind", "house", "sheet", "cards", "up", "action", "best",
    "cost_micro_cents", "ante_cents", "grade", "round", "seat", "drill", "ms",
)  # fmt: skip


class Totals(BaseModel):
    """Decisions added up; `given_up` in micro-cents."""

    decisions: int = 0
    best: int = 0
    given_up: int = 0
    antes: Cents = 0

    @property
    def accuracy(self) -> float | None:
        """The share of decisions that no other beats."""
        return self.best / self.decisions if self.decisions else None


class SittingTold(Totals):
    """Table decisions with no hour between them."""

    began: int
    ended: int
    houses: list[str]


class MistakeKind(BaseModel):
    """One way of being wrong: what was done, and what was best."""

    did: str
    best: str
    words: str
    table: int = 0
    table_given_up: int = 0
    drill: int = 0
    drill_given_up: int = 0


class WorstHand(BaseModel):
    """One of the dearest decisions."""

    at: int
    kind: Sort
    house: str
    cards: list[str]
    up: list[str]
    action: str
    best: list[str]
    cost: int
    ante: Cents
    grade: Grade
    round: str | None


class HouseDrilled(Totals):
    """Drill answers at one house."""

    house: str
    drills: int


class Progress(BaseModel):
    """All of it. A guest's is not kept. `more`: rounds wait to be looked at, ask again."""

    kept: bool
    more: bool = False
    table: Totals = Field(default_factory=Totals)
    drill: Totals = Field(default_factory=Totals)
    sittings: list[SittingTold] = Field(default_factory=list)  # the oldest first
    mistakes: list[MistakeKind] = Field(default_factory=list)  # the dearest first
    worst: list[WorstHand] = Field(default_factory=list)
    drilled: list[HouseDrilled] = Field(default_factory=list)


def told(decisions: Sequence[Decision], *, more: bool = False) -> Progress:
    """The progress that some decisions show, the oldest first."""
    at_tables = [each for each in decisions if each.kind == "table"]
    in_drills = [each for each in decisions if each.kind == "drill"]
    return Progress(
        kept=True,
        more=more,
        table=Totals(**_sums(at_tables)),
        drill=Totals(**_sums(in_drills)),
        sittings=[_sitting(each) for each in _sittings(at_tables)],
        mistakes=_mistakes(decisions),
        worst=[_worst(each) for each in sorted(decisions, key=lambda each: -each.cost)[:WORST] if each.cost],
        drilled=[_drilled(house, in_drills) for house in sorted({each.house for each in in_drills})],
    )


def _sums(decisions: Sequence[Decision]) -> dict[str, int]:
    return {
        "decisions": len(decisions),
        "best": sum(not each.cost for each in decisions),
        "given_up": sum(each.cost for each in decisions),
        "antes": sum(each.ante for each in decisions),
    }


def _sittings(decisions: Sequence[Decision]) -> Iterator[list[Decision]]:
    sitting: list[Decision] = []
    for each in decisions:
        if sitting and each.at - sitting[-1].at >= APART:
            yield sitting
            sitting = []
        sitting.append(each)
    if sitting:
        yield sitting


def _sitting(decisions: Sequence[Decision]) -> SittingTold:
    return SittingTold(
        **_sums(decisions),
        began=decisions[0].at,
        ended=decisions[-1].at,
        houses=sorted({each.house for each in decisions}),
    )


def _bare(action: str) -> str:
    return parse_action(action)[0]


_DID: Final = {"fold": "Folded", "play": "Played", "draw": "Drew with"}
_TO: Final = {"fold": "a hand to fold", "play": "a hand to play", "draw": "a hand to draw to"}


def _words(did: str, best: str) -> str:
    if did == best:
        return "Drew with the wrong discard"
    done = f"Played {RAISES[did]} times the Ante with" if is_raise(did) else _DID[did]
    wanted = f"a hand to play for {RAISES[best]} times the Ante" if is_raise(best) else _TO[best]
    return f"{done} {wanted}"


def _mistakes(decisions: Iterable[Decision]) -> list[MistakeKind]:
    found: dict[tuple[str, str], MistakeKind] = {}
    for each in decisions:
        if not each.cost:
            continue
        did, best = _bare(each.action), _bare(each.best.split("|")[0])
        kind = found.setdefault((did, best), MistakeKind(did=did, best=best, words=_words(did, best)))
        if each.kind == "table":
            kind.table += 1
            kind.table_given_up += each.cost
        else:
            kind.drill += 1
            kind.drill_given_up += each.cost
    return sorted(found.values(), key=lambda kind: -(kind.table_given_up + kind.drill_given_up))


def grade(decision: Decision) -> Grade:
    """The coach's grade of a decision."""
    return grade_of(Fraction(100 * decision.cost, MICRO * decision.ante))


def _worst(decision: Decision) -> WorstHand:
    parts = {"cards": decision.cards.split(), "up": decision.up.split(), "best": decision.best.split("|")}
    return WorstHand(**decision._asdict() | parts, grade=grade(decision))


def _drilled(house: str, decisions: Iterable[Decision]) -> HouseDrilled:
    mine = [each for each in decisions if each.house == house]
    return HouseDrilled(**_sums(mine), house=house, drills=len({each.drill for each in mine}))


def as_row(decision: Decision) -> tuple[object, ...]:
    """A decision as a line of a file."""
    at = datetime.fromtimestamp(decision.at / 1000, UTC).isoformat(timespec="milliseconds")
    money = {"cost_micro_cents": decision.cost, "ante_cents": decision.ante, "grade": grade(decision)}
    told = decision._asdict() | money | {"at": at.replace("+00:00", "Z")}
    return tuple(told[name] for name in COLUMNS)


AT_ONCE: Final = 200  # bets that are looked at in one go
LONGEST: Final = 20.0  # seconds for them
Ask = Callable[[DeskQuestion], Awaitable[bytes]]  # of the desk


class Found(NamedTuple):
    """Rounds that were not looked at before: from where to where, and what was decided in them."""

    mark: int
    upto: int
    decided: list[SeatAt]
    more: bool


class SeatAt(NamedTuple):
    """A seat of a settled round, and when that ended."""

    state: Round
    seat: Seat
    at: int

    @property
    def hand(self) -> Hand:
        """What its person decided about; refused where that was nothing."""
        return hand_of(self.state, self.seat.number)


async def look_back(store: Store, person: str, ask: Ask) -> bool:
    """Keeps what a person decided in rounds that have ended since the last time; True when there are more."""
    found = await asyncio.to_thread(_find, store, person)
    if found is None or (found.upto == found.mark and not found.decided):
        return False
    decisions: list[Decision] = []
    if found.decided:
        asked = worths_question([each.hand for each in found.decided], seconds=LONGEST)
        worths = worths_told(await ask(asked))
        for each, worth in zip(found.decided, worths, strict=True):
            if isinstance(worth, Worth):  # what has no exact price is left out
                decisions += decision_of(each, worth)

    def keep(connection: Connection) -> bool:
        return history.keep_found(connection, person, found.mark, found.upto, decisions)

    return await asyncio.to_thread(store.write, keep) and found.more


def _find(store: Store, person: str) -> Found | None:
    """The rounds of a person that have ended since the last time, told again from the journal."""

    def find(connection: Connection) -> Found | None:
        mark = history.mark_of(connection, person)
        if mark is None:
            return None
        bets = history.bets_after(connection, person, mark, AT_ONCE)
        done = history.known_rounds(connection, person, [bet.round for bet in bets])
        last = {bet.round: bet for bet in bets if bet.ended is not None and bet.round not in done}
        found = [each for bet in last.values() for each in _decided(connection, person, bet)]
        upto = next(
            (bet.transfer - 1 for bet in bets if bet.ended is None), bets[-1].transfer if bets else mark
        )
        return Found(mark, upto, found, len(bets) == AT_ONCE and upto > mark)

    return store.read(find)


def _decided(connection: Connection, person: str, bet: BetOn) -> Iterator[SeatAt]:
    """What a person decided themselves in a round that was settled."""
    state = settled_round(connection, bet.round)
    if state is not None:
        own = (seat for seat in state.seats if seat.player == person and seat.by == "player")
        yield from (SeatAt(state, seat, bet.at) for seat in own)


def settled_round(connection: Connection, round_: str) -> Round | None:
    """A round that was settled, as it ended.

    None for any other, and for one whose journal was changed, which `pitboss audit` tells.
    """
    stored = journal.read_round(connection, round_)
    if stored is None or stored.ended != "settled":
        return None
    content = journal.sheet_content(connection, stored.sheet)
    entries = journal.events_of_round(connection, round_)
    try:
        return retell(stored_table(stored.sheet, content, stored.low, stored.high), stored, entries).state
    except (Unusable, ValueError, LookupError, TypeError, AttributeError):
        return None


def decision_of(decided: SeatAt, worth: Worth) -> Iterator[Decision]:
    """A decision as it is kept."""
    state, seat = decided.state, decided.seat
    found = weigh(state, seat.number, worth)
    if found.chosen is None:
        return
    yield Decision(
        at=decided.at,
        kind="table",
        house=state.table.sheet.id,
        sheet=state.table.sheet.hash,
        cards=cards_text(sorted(seat.cards, reverse=True)),
        up=cards_text(state.up_cards),
        **_kept(found, found.chosen),
        ante=seat.wagers["ante"],
        round=state.id,
        seat=seat.number,
    )
