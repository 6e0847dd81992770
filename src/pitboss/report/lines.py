"""The lines of a PAR sheet: every outcome of a wager, put together by what the settlement says of it.

Nothing is paid here. Each outcome class is settled once, and classes of which the same facts hold become a
line; its words are made of the facts afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from pitboss.messages.rounds import decision_words
from pitboss.money import dollars
from pitboss.odds import Game
from pitboss.odds.outcomes import OutcomeClass, Outcomes
from pitboss.round.settlement import Line as Settled
from pitboss.round.table import RAISES, is_raise
from pitboss.sheet.model import Sheet
from pitboss.sheet.pays import HAND_CLASSES, class_name, judged_class
from pitboss.text import all_of

# What happened: `("fold",)`, `("play",)`, `("column", "drawn")`, or
# `("showdown", action, qualified, compared)`: the action stands only where players draw, and no comparison
# where it decides nothing.
EventFact = tuple[str, ...]
FOLD: Final[EventFact] = ("fold",)
PLAY: Final[EventFact] = ("play",)
WHOLE: Final = ""  # the whole main game, no table of it


class HandFact(NamedTuple):
    """The hand that a pay table goes by: the pay line it falls under, or else its category."""

    table: str
    column: str
    line: str
    category: str = ""


NO_BONUS: Final = HandFact("", "", "", "no bonus")
ANY_HAND: Final = HandFact("", "", "", "any")
ENVIED: Final = HandFact("", "", "", "envied")
NOBODY: Final = HandFact("", "", "", "nobody")


class PayFact(NamedTuple):
    """What became of one wager, and the place of the pay by which it won."""

    wager: str
    result: str
    table: str = ""
    column: str = ""
    line: str = ""


class LineFacts(NamedTuple):
    """All that a line says; two outcomes with the same facts are on one line."""

    table: str  # the wager or bonus it is about, or the whole main game
    event: EventFact
    hands: tuple[HandFact, ...]
    pays: tuple[PayFact, ...]
    cents: int


class TableTitle(NamedTuple):
    """What a table of lines is about."""

    kind: Literal["happened", "alone", "bonus", "own", "envy", "pays"]
    wager: str = ""


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
    return all_of(dict.fromkeys(_hand_words(sheet, hand) for hand in hands)) if hands else ""


def _hand_words(sheet: Sheet, hand: HandFact) -> str:
    if not hand.table:
        return _HANDS[hand.category]
    label = sheet.hand_label(hand.line or hand.category)
    return f"{label} in the first three" if hand.column == "carry" else label


def pays_words(sheet: Sheet, facts: LineFacts) -> str:
    """What is paid; of the whole main game, each part by its name."""
    if not facts.pays:
        return dollars(facts.cents) if facts.cents else "nothing"
    if facts.table:
        return _pay_words(sheet, facts.pays[0])
    return "; ".join(f"{sheet.label(each.wager)} {_pay_words(sheet, each)}" for each in facts.pays)


def _pay_words(sheet: Sheet, fact: PayFact) -> str:
    if fact.result == "win":
        pay = sheet.pay_at(fact.table, fact.column, fact.line)
        return pay.text if pay else ""
    return _RESULTS.get(fact.result, fact.result)


@dataclass(frozen=True, slots=True)
class ParLine:
    """One line: what happened, with which hand, what it pays, how often, and what it adds to the mean."""

    facts: LineFacts
    event: str
    hand: str
    pays: str
    net: Fraction  # per unit of the wager
    count: int
    outcomes: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.count, self.outcomes)

    @property
    def returns(self) -> Fraction:
        """The line's part of the mean net."""
        return self.net * self.probability


@dataclass(frozen=True, slots=True)
class LineTable:
    """Lines that fill the sample space: of the `whole` wager, or of one `part` that is paid by itself."""

    key: TableTitle
    title: str
    covers: Literal["whole", "part"]
    lines: tuple[ParLine, ...]

    @property
    def count(self) -> int:
        return sum(line.count for line in self.lines)

    @property
    def returns(self) -> Fraction:
        return sum((line.returns for line in self.lines), Fraction(0))


class _Told(NamedTuple):
    """What is known of an outcome class: its place in the table, and the facts."""

    place: tuple[int, ...]
    facts: LineFacts


class _End(NamedTuple):
    """An outcome class and its settlement."""

    of: OutcomeClass
    lines: dict[str, Settled]


def wager_tables(game: Game, wager: str, outcomes: Outcomes) -> tuple[LineTable, ...]:
    """All tables of a wager; the returns of a whole, and of the parts together, are its mean net."""
    ends = [
        _End(each, {line.id: line for line in game.lines_of(outcomes.wagers, each)})
        for each in outcomes.classes
    ]
    stake, sheet = outcomes.wagers[wager], game.sheet
    if wager == "ante":
        parts: list[tuple[TableTitle, Callable[[_End], _Told]]] = [
            (TableTitle("alone", "ante"), lambda end: _main_part(game, end, "ante")),
            (TableTitle("alone", "play"), lambda end: _main_part(game, end, "play")),
            *((TableTitle("bonus", bonus), _bonus_teller(game, bonus)) for bonus in sheet.bonuses),
            *((TableTitle("pays", each), _side_teller(game, each)) for each in sheet.beside_ante),
        ]
        whole = _table(sheet, TableTitle("happened"), "whole", ends, lambda end: _main(game, end), stake)
        return (whole, *(_table(sheet, title, "part", ends, tell, stake) for title, tell in parts))
    if any(end.of.envy for end in ends):
        own, others = TableTitle("own", wager), TableTitle("envy", wager)
        return (
            _table(sheet, own, "part", ends, lambda end: _side(game, end, wager), stake),
            _table(sheet, others, "part", ends, _envy, stake),
        )
    title = TableTitle("pays", wager)
    return (_table(sheet, title, "whole", ends, lambda end: _side(game, end, wager), stake),)


def _table(
    sheet: Sheet,
    key: TableTitle,
    covers: Literal["whole", "part"],
    ends: Iterable[_End],
    tell: Callable[[_End], _Told],
    stake: int,
) -> LineTable:
    counts: dict[LineFacts, int] = {}
    places: dict[LineFacts, tuple[int, ...]] = {}
    space = 0
    for end in ends:
        place, facts = tell(end)
        counts[facts] = counts.get(facts, 0) + end.of.number
        places[facts] = min(places.get(facts, place), place)
        space += end.of.number
    lines = (
        ParLine(
            facts,
            event_words(sheet, facts.event),
            hands_words(sheet, facts.hands),
            pays_words(sheet, facts),
            Fraction(facts.cents, stake),
            counts[facts],
            space,
        )
        for facts in sorted(counts, key=lambda facts: (places[facts], facts))
    )
    return LineTable(key, title_words(sheet, key), covers, tuple(lines))


# The main game
def _main(game: Game, end: _End) -> _Told:
    """The whole main game: how it ended, the hand that is paid for if one is, all pays and the whole net."""
    place, event = _event(game, end.of)
    hands = [_hand(game.sheet, bonus, end) for bonus in game.sheet.bonuses if bonus in end.lines]
    hands = hands or [_hand(game.sheet, name, end) for name in _paid_by_hand(game.sheet, end)]
    best = max((number for number, _ in hands), default=-1)
    pays = tuple(_pay(line) for line in end.lines.values())
    profit = sum(line.profit for line in end.lines.values())
    return _Told((*place, -best), LineFacts(WHOLE, event, tuple(hand for _, hand in hands), pays, profit))


def _main_part(game: Game, end: _End, wager: str) -> _Told:
    """Ante or Play alone."""
    place, event = _event(game, end.of)
    line = end.lines.get(wager)
    pays = (_pay(line),) if line else (PayFact(wager, "not bet"),)
    hands = [_hand(game.sheet, name, end) for name in _paid_by_hand(game.sheet, end) if name == wager]
    best = max((number for number, _ in hands), default=-1)
    facts = LineFacts(wager, event, tuple(hand for _, hand in hands), pays, line.profit if line else 0)
    return _Told((*place, -best), facts)


def _paid_by_hand(sheet: Sheet, end: _End) -> list[str]:
    """Which parts of the main game, bonuses aside, were paid by the player's hand."""
    return [name for name in sheet.main_tables if name in end.lines and _pay(end.lines[name]).table == name]


def _bonus_teller(game: Game, bonus: str) -> Callable[[_End], _Told]:
    """A bonus alone: its pay lines, and all that it does not pay as one line."""

    def tell(end: _End) -> _Told:
        if bonus not in end.lines:
            return _Told((9, 0), LineFacts(bonus, (), (NO_BONUS,), (), 0))
        return _by_hand(game.sheet, bonus, end)

    return tell


def _event(game: Game, of: OutcomeClass) -> tuple[tuple[int, ...], EventFact]:
    """How the main game ended, and its place in a table."""
    if of.action == "fold":
        return (2, 0), FOLD
    qualified, compared = divmod(of.versus, 3)
    words = ("worse", "equal", "better")[compared]
    order = 2 - compared
    if not qualified:
        book = game.table.book
        alike = len({(*book.ante[versus], *book.play[versus]) for versus in range(3)}) == 1
        words = "" if alike else words
        order = 3 if alike else 5 - compared
    draws = game.sheet.player.draws
    action = (of.action or "") if draws or game.sheet.play.raises else ""
    raised = RAISES[of.action] if is_raise(of.action) else 0
    place = (int(draws and of.action == "draw"), order, raised)
    return place, ("showdown", action, "qualified" if qualified else "not_qualified", words)


# Side wagers
def _side_teller(game: Game, wager: str) -> Callable[[_End], _Told]:
    return lambda end: _side(game, end, wager)


def _side(game: Game, end: _End, wager: str) -> _Told:
    line = end.lines[wager]
    if end.of.action == "fold" and game.sheet.wagers[wager].fold.does == "lose":
        return _Told((9, 0), LineFacts(wager, FOLD, (ANY_HAND,), (_pay(line),), line.profit))
    told = _by_hand(game.sheet, wager, end)
    if told.facts.event or end.of.action is None:
        return told
    return told._replace(facts=told.facts._replace(event=PLAY))


def _by_hand(sheet: Sheet, table: str, end: _End) -> _Told:
    """What a pay table gives, by the column and the hand that it goes by."""
    line = end.lines[table]
    column, event = _column(sheet, table, end.of)
    number, hand = _hand(sheet, table, end)
    place = (column, int(hand.column == "carry"), -number)
    return _Told(place, LineFacts(table, event, (hand,), (_pay(line),), line.profit))


def _envy(end: _End) -> _Told:
    """What other players' hands bring, which no line of one's own settlement says."""
    cents = end.of.envy
    return _Told((-cents,), LineFacts("envy", (), (ENVIED if cents else NOBODY,), (), cents))


def _pay(line: Settled) -> PayFact:
    """What became of a settled line, and by which pay."""
    if not line.by:
        return PayFact(line.id, line.result)
    paid = line.by[0]
    return PayFact(line.id, line.result, paid.table, paid.column, paid.line)


def _column(sheet: Sheet, table: str, of: OutcomeClass) -> tuple[int, EventFact]:
    """The column of the pay table that an outcome is paid by, where there are several."""
    if not sheet.player.draws or sheet.pays[table].judged != "three cards":
        return 0, ()
    return (1, ("column", "drawn")) if of.action == "draw" else (0, ("column", "pat"))


def _hand(sheet: Sheet, table: str, end: _End) -> tuple[int, HandFact]:
    """The pay line that an outcome falls under, with its hand's rank; without one, the category."""
    judged = sheet.pays[table].judged
    first, number = divmod(end.of.paid_as, HAND_CLASSES)
    if judged != "three cards":
        number = judged_class(judged, end.of.paid_as, end.of.six)
    paid = next(iter(end.lines[table].by), None)
    if paid is None:
        return number, HandFact(table, "", "", class_name(number, judged))
    if paid.column == "carry":  # the first three decide after a draw (PEC-14)
        number = first - 1
    return number, HandFact(table, paid.column, paid.line)
