"""The lines of a PAR sheet: every outcome of a wager, put together by what the settlement says of it.

Nothing is paid here. Each outcome class is settled once, and classes that read alike on paper become a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from pitboss.hands import Category, SixCategory
from pitboss.money import dollars
from pitboss.odds import Game
from pitboss.odds.sheet_price import OutcomeClass, Outcomes
from pitboss.round.settle import Line as Settled
from pitboss.sheet.model import PayColumn, Sheet
from pitboss.sheet.payclass import HAND_CLASSES, covered
from pitboss.words import all_of


@dataclass(frozen=True, slots=True)
class ParLine:
    """One line: what happened, with which hand, what it pays, how often, and what it adds to the mean."""

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
    """What is said of an outcome class: its place in the table, the words, and the net in cents."""

    place: tuple[int, ...]
    event: str
    hand: str
    pays: str
    cents: int


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
    stake = outcomes.wagers[wager]
    sheet = game.sheet
    if wager == "ante":
        parts = [
            (f"{sheet.label('ante')} by itself", lambda end: _main_part(game, end, "ante")),
            (f"{sheet.play.label} by itself", lambda end: _main_part(game, end, "play")),
            *((sheet.label(bonus), _bonus_teller(game, bonus)) for bonus in sheet.bonuses),
        ]
        whole = _table("By what happened", "whole", ends, lambda end: _main(game, end), stake)
        return (whole, *(_table(title, "part", ends, tell, stake) for title, tell in parts))
    if any(end.of.envy for end in ends):
        return (
            _table("One's own hand", "part", ends, lambda end: _side(game, end, wager), stake),
            _table("Envy", "part", ends, _envy, stake),
        )
    return (_table("Pay table", "whole", ends, lambda end: _side(game, end, wager), stake),)


def _table(
    title: str,
    covers: Literal["whole", "part"],
    ends: Iterable[_End],
    tell: Callable[[_End], _Told],
    stake: int,
) -> LineTable:
    counts: dict[tuple[str, str, str, int], int] = {}
    places: dict[tuple[str, str, str, int], tuple[int, ...]] = {}
    space = 0
    for end in ends:
        told = tell(end)
        key = told[1:]
        counts[key] = counts.get(key, 0) + end.of.number
        places[key] = min(places.get(key, told.place), told.place)
        space += end.of.number
    lines = (
        ParLine(event, hand, pays, Fraction(cents, stake), counts[event, hand, pays, cents], space)
        for event, hand, pays, cents in sorted(counts, key=lambda key: (places[key], key))
    )
    return LineTable(title, covers, tuple(lines))


# The main game


def _main(game: Game, end: _End) -> _Told:
    """The whole main game: how it ended, the bonus hand if one is paid, all pays and the whole net."""
    place, event = _event(game, end.of)
    sheet = game.sheet
    hands = [_hand(sheet, bonus, end) for bonus in sheet.bonuses if bonus in end.lines]
    pays = "; ".join(f"{sheet.label(name)} {_pays(line)}" for name, line in end.lines.items())
    best = max((hand.number for hand in hands), default=-1)
    names = all_of(dict.fromkeys(hand.label for hand in hands)) if hands else ""
    return _Told((*place, -best), event, names, pays, sum(line.profit for line in end.lines.values()))


def _main_part(game: Game, end: _End, wager: str) -> _Told:
    """Ante or Play alone."""
    place, event = _event(game, end.of)
    line = end.lines.get(wager)
    return _Told(place, event, "", _pays(line) if line else "not bet", line.profit if line else 0)


def _bonus_teller(game: Game, bonus: str) -> Callable[[_End], _Told]:
    """A bonus alone: its pay lines, and all that it does not pay as one line."""

    def tell(end: _End) -> _Told:
        line = end.lines.get(bonus)
        if line is None:
            return _Told((9, 0), "", "No bonus", "nothing", 0)
        return _by_hand(game.sheet, bonus, end)

    return tell


def _event(game: Game, of: OutcomeClass) -> tuple[tuple[int, ...], str]:
    """How the main game ended, and its place in a table."""
    if of.action == "fold":
        return (2, 0), "Fold"
    qualified, compared = divmod(of.versus, 3)
    dealer = game.sheet.dealer.label
    words = (f"{dealer}'s hand is better", "The hands are equal", "The player's hand is better")[compared]
    order = 2 - compared
    if not qualified:
        book = game.table.book
        alike = len({(*book.ante[versus], *book.play[versus]) for versus in range(3)}) == 1
        words = f"{dealer} does not qualify" + ("" if alike else f", {words[0].lower()}{words[1:]}")
        order = 3 if alike else 5 - compared
    if not game.sheet.player.draws:
        return (0, order), words
    done = "Draw" if of.action == "draw" else "Play"
    return (int(of.action == "draw"), order), f"{done}: {words[0].lower()}{words[1:]}"


# Side wagers


def _side(game: Game, end: _End, wager: str) -> _Told:
    line = end.lines[wager]
    if end.of.action == "fold" and game.sheet.wagers[wager].fold.does == "lose":
        return _Told((9, 0), "Fold", "Any", _pays(line), line.profit)
    told = _by_hand(game.sheet, wager, end)
    return told if told.event or end.of.action is None else told._replace(event="Play")


def _by_hand(sheet: Sheet, table: str, end: _End) -> _Told:
    """What a pay table gives, by the column and the hand that it goes by."""
    line = end.lines[table]
    column, event = _column(sheet, table, end.of)
    hand = _hand(sheet, table, end)
    return _Told((column, hand.carried, -hand.number), event, hand.label, _pays(line), line.profit)


def _envy(end: _End) -> _Told:
    """What other players' hands bring, which no line of one's own settlement says."""
    cents = end.of.envy
    hand = "Envied hands of others" if cents else "None"
    return _Told((-cents,), "", hand, dollars(cents) if cents else "nothing", cents)


# Words


def _pays(line: Settled) -> str:
    words = {"win": line.pays or "", "lose": "loses", "push": "pushes", "returned": "is returned"}
    return words.get(line.result, line.result)


def _column(sheet: Sheet, table: str, of: OutcomeClass) -> tuple[int, str]:
    """The column of the pay table that an outcome is paid by, where there are several."""
    if not sheet.player.draws or sheet.pays[table].judged == "six cards":
        return 0, ""
    return (1, "After a draw") if of.action == "draw" else (0, "First three cards")


class _Hand(NamedTuple):
    """The hand that a pay table goes by; `carried` where the first three decide after a draw."""

    label: str
    number: int
    carried: bool = False


def _hand(sheet: Sheet, table: str, end: _End) -> _Hand:
    """The pay line that an outcome falls under, in the house's words; without one, the category."""
    columns = sheet.pays[table].columns
    if sheet.pays[table].judged == "six cards":
        keys = _covering(columns["lines"], end.of.six, six=True)
        return _Hand(sheet.hand_label(next(keys, SixCategory(end.of.six).text)), end.of.six)
    first, number = end.of.paid_as // HAND_CLASSES - 1, end.of.paid_as % HAND_CLASSES
    column = columns["lines"] if "lines" in columns else columns["drawn" if first >= 0 else "pat"]
    key = next(_covering(column, number, six=False), None)
    paid = end.lines[table].pays
    if first >= 0 and "carry" in columns and paid and (key is None or column.lines[key].text != paid):
        carried = next(_covering(columns["carry"], first, six=False))  # PEC-14
        return _Hand(f"{sheet.hand_label(carried)} in the first three", first, carried=True)
    return _Hand(sheet.hand_label(key or Category(min(number, Category.MINI_ROYAL)).text), number)


def _covering(column: PayColumn, number: int, six: bool) -> Iterator[str]:
    return (key for key, classes in covered(column.lines, six).items() if number in classes)
