"""Linear forms: the mean of a wager as a sum over its pay lines, so that a slider needs no new pricing.

The mean of a wager is (constant + sum of count x (odds, less 1 where the stake is kept)) / outcomes. For the
present pays that is always so. For other pays it holds where no pay can change a decision, which is proved
here: hands that the table pays are played by the best play even when it pays nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Literal, NamedTuple

from pitboss.lab.sheet_knobs import table_title
from pitboss.money import Cents
from pitboss.odds import Chooser, Game, optimal
from pitboss.odds.outcome_classes import Outcomes
from pitboss.round.settlement import ActionId, needs_six
from pitboss.round.table import play_stake
from pitboss.sheet.model import Column
from pitboss.sheet.pays import ForOne, Pay, ToOne


@dataclass(frozen=True, slots=True)
class CountedLine:
    """A pay line as printed, and how often it counts."""

    key: str  # as an override names it
    table: str
    column: Column
    title: str  # of the table and its column
    label: str
    count: str
    pay: str
    clause: str


@dataclass(frozen=True, slots=True)
class LinearLine(CountedLine):
    """A pay line that can be moved: its odds count so many times."""

    odds: str
    kind: Literal["to", "for"]


@dataclass(frozen=True, slots=True)
class FixedLine(CountedLine):
    """A pay line in cash or of the meter: it is in the constant already."""


@dataclass(frozen=True, slots=True)
class Linear:
    """The form of one wager, and whether it stays right when odds move."""

    linear: bool
    why: str
    outcomes: str
    constant: str
    exact_on: Cents | None  # odds leave no part of a cent when their denominator divides this; None: any odds
    lines: tuple[LinearLine, ...]
    fixed: tuple[FixedLine, ...]


Where = tuple[str, str, str]  # table, column, line


class _Place(NamedTuple):
    """A pay line of the sheet."""

    table: str
    column: Column
    line: str
    pay: Pay


def linear_form(
    game: Game, wager: str, strategy: Chooser = optimal, outcomes: Outcomes | None = None
) -> Linear:
    """The linear form of a wager as it is priced; its outcome classes may be given where they are known.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> form = linear_form(Game(open_table(load_house("rivers"))), "pair_plus")
    >>> form.constant, form.outcomes, [(line.count, line.odds) for line in form.lines]
    ('-16440', '22100', [('48', '40'), ('52', '30'), ('720', '6'), ('1096', '3'), ('3744', '1')])
    """
    outcomes = outcomes or game.outcomes(wager, strategy)
    stake = outcomes.wagers[wager]
    places = {(place.table, place.column, place.line): place for place in _places(game, wager)}
    counts: dict[Where, Fraction] = dict.fromkeys(places, Fraction(0))
    total = outcomes.others * outcomes.number / stake
    for end in outcomes.classes:
        total += Fraction(end.envy * end.number, stake)
        for line in game.lines_of(outcomes.wagers, end):
            if wager not in ("ante", line.id):
                continue
            total += Fraction(line.profit * end.number, stake)
            for paid in line.by:
                where = (paid.table, paid.column, paid.line)
                if where in counts:  # no pay of the showdown
                    base = _base(game, outcomes.wagers, line.id, stake, end.action)
                    counts[where] += Fraction(end.number * base, stake)
    moved = {key: place for key, place in places.items() if isinstance(place.pay, (ToOne, ForOne))}
    space = outcomes.number
    scale = _scale(counts)
    constant = total - sum((counts[key] * _net(place.pay) for key, place in moved.items()), Fraction(0))
    proved, why = _proof(game, wager, outcomes, strategy)
    return Linear(
        linear=proved,
        why=why,
        outcomes=str(space * scale),
        constant=str(constant * scale),
        exact_on=_exact_on(game, wager, outcomes.wagers, places.values()),
        lines=tuple(_line(game, place, counts[key] * scale) for key, place in moved.items()),
        fixed=tuple(
            _fixed(game, place, counts[key] * scale) for key, place in places.items() if key not in moved
        ),
    )


def _places(game: Game, wager: str) -> Iterator[_Place]:
    """The pay lines of a wager; those of every bonus, and of what must be bet beside, for the main game."""
    for table in (*game.sheet.bonuses, *game.sheet.beside_ante) if wager == "ante" else (wager,):
        for column, part in game.sheet.pays[table].columns.items():
            for line, pay in part.lines.items():
                yield _Place(table, column, line, pay)


def _base(
    game: Game, wagers: Mapping[str, Cents], table: str, stake: Cents, action: ActionId | None = "play"
) -> Cents:
    """What the odds of a table are on: its own wager, or for a bonus the Ante or Play."""
    bonus = game.sheet.bonuses.get(table)
    if bonus is None or bonus.on == "ante":
        return wagers.get(table, stake)
    return 0 if action == "fold" else play_stake(game.table, stake, action)


def _net(pay: Pay) -> Fraction:
    """What one unit wins beside itself (STD-5)."""
    if isinstance(pay, ToOne):
        return pay.odds
    return pay.odds - 1 if isinstance(pay, ForOne) else Fraction(0)


def _scale(counts: Mapping[Where, Fraction]) -> int:
    """By what all is multiplied so that counts are whole, where Play is a part of the Ante."""
    scale = 1
    for count in counts.values():
        scale = scale * count.denominator // gcd(scale, count.denominator)
    return scale


def _exact_on(game: Game, wager: str, wagers: Mapping[str, Cents], places: Iterable[_Place]) -> Cents | None:
    """The amount that odds are on where a wager is priced on one bet alone."""
    found = list(places)
    free = game.sheet.wagers[wager].fixed is None
    if free and all(isinstance(place.pay, (ToOne, ForOne)) for place in found):
        return None
    return gcd(*(_base(game, wagers, place.table, wagers[wager]) for place in found))


def _line(game: Game, place: _Place, count: Fraction) -> LinearLine:
    odds = place.pay.odds if isinstance(place.pay, (ToOne, ForOne)) else Fraction(0)
    kind: Literal["to", "for"] = "for" if isinstance(place.pay, ForOne) else "to"
    return LinearLine(*_named(game, place), str(count), place.pay.text, _clause(game, place), str(odds), kind)


def _fixed(game: Game, place: _Place, count: Fraction) -> FixedLine:
    return FixedLine(*_named(game, place), str(count), place.pay.text, _clause(game, place))


def _named(game: Game, place: _Place) -> tuple[str, str, Column, str, str]:
    key, sheet = f"pays.{place.table}.{place.column}.{place.line}", game.sheet
    title = table_title(sheet, place.table, place.column)
    return key, place.table, place.column, title, sheet.hand_label(place.line)


def _clause(game: Game, place: _Place) -> str:
    return game.sheet.pays[place.table].columns[place.column].clause


# Whether odds can move without a decision


def _proof(game: Game, wager: str, outcomes: Outcomes, strategy: Chooser) -> tuple[bool, str]:
    """Whether the form holds for all odds, and why or why not."""
    sheet = game.sheet
    if "ante" not in outcomes.wagers:
        return True, "No decision touches this wager."
    if wager == "ante" and strategy is not optimal:
        return True, "The strategy is fixed: no pay changes a decision."
    tables = {*sheet.bonuses, *sheet.beside_ante}
    if wager == "ante" and not tables:
        return True, "The main game has no pay table."
    if sheet.player.draws:
        return False, "Players draw for these pays: other odds change the best play."
    # Payoffs without this pay table: `only` are the lines of all others.
    others = {"ante", "play"} if wager == "ante" else {"ante", "play", *(tables - {wager})}
    plain = game.payoffs_of(outcomes.wagers, only=frozenset(others))
    folds = game.tally_of(outcomes.wagers, plain, optimal).fold
    decided = [name for name, each in sheet.bonuses.items() if each.needs_play or each.on == "play"]
    paying = [*decided, *sheet.beside_ante] if wager == "ante" else [wager]
    on_play = [name for name in paying if name in sheet.bonuses and sheet.bonuses[name].on == "play"]
    if sheet.play.raises and on_play:
        return False, f"These pays are on {sheet.play.label}: other odds change how high it is best made."
    if needs_six(game.table, outcomes.wagers):
        proved = not folds.any()
    else:
        awards = [game.table.book.awards[name] for name in paying]
        proved = not any(folds[hand].any() for each in awards for hand in range(len(folds)) if each[hand].pay)
    if proved:
        return True, "Every hand that is paid here is best played even without the pay."
    return False, "Some hands are played only for this pay: other odds change the best play."
