"""How a number came about: the sample space, the counts, the formula and the clauses behind a price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.money import dollars, figure
from pitboss.odds.game import Game
from pitboss.odds.house_prices import game_of
from pitboss.odds.prices import Price
from pitboss.round.table import House
from pitboss.sheet.model import Sheet
from pitboss.text import all_of


@dataclass(frozen=True, slots=True)
class Formula:
    """One figure: what it is called, how it is made of counts, and what comes out."""

    name: str
    made: str
    value: str


@dataclass(frozen=True, slots=True)
class How:
    """The way to a price: every net with its count, the figures made of them, the clauses they rest on."""

    label: str
    bet: str  # what is bet beside it; nothing where it is priced by itself
    space: str
    counts: Mapping[Fraction, int]
    formulas: tuple[Formula, ...]
    clauses: Mapping[str, str]  # clause id -> what it says

    def as_json(self) -> dict[str, Any]:
        """What `--how --json` adds to an entry."""
        return {
            **({"bet": self.bet} if self.bet else {}),
            "space": self.space,
            "formulas": {each.name: {"made": each.made, "value": each.value} for each in self.formulas},
            "clauses": dict(self.clauses),
        }


def how(house: House | Game, price: Price) -> How:
    """How a price of this game came about.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> game = Game(open_table(load_house("rivers")))
    >>> told = how(game, game.price("pair_plus"))
    >>> told.space
    'C(52,3) hands = 22,100'
    >>> told.formulas[0].made
    'sum of net x count / outcomes = -1,608 / 22,100'
    """
    game = game_of(house)
    sheet, outcomes = game.sheet, price.outcomes
    whole = price.wager == "combined"
    total = sum((net * count for net, count in price.distribution.items()), Fraction(0))
    square = sum((net * net * count for net, count in price.distribution.items()), Fraction(0))
    wins = sum(count for net, count in price.distribution.items() if net > 0)
    made = f"sum of net x count / outcomes = {_n(total)} / {outcomes:,}"
    spread = f"{_n(square)} / {outcomes:,} - EV^2"
    if price.moments:  # no distribution is counted
        made = "the mean of one's own net, and as often as there are others that of one other's envy"
        spread = "the variances and covariances of one's own net, one other's envy and two others' envies"
    formulas = [
        Formula("EV", made, _both(price.ev, whole=whole)),
        Formula("House edge", "-EV", f"{float(price.house_edge):.4%}"),
        Formula(
            "Element of risk",
            f"house edge / mean bet of {price.risked}",
            f"{float(price.element_of_risk):.4%}",
        ),
        Formula("Variance", spread, figure(price.known_variance, ".6f")),
        Formula("Deviation", "square root of the variance", figure(price.known_stdev, ".6f")),
        Formula("Net wins", f"{wins:,} / {outcomes:,}", figure(price.known_win_frequency, ".4%")),
    ]
    if price.moments:
        known = 5 if price.known_variance is not None else 3
        formulas = formulas[:known]
    if whole:  # cents of several wagers: no unit to have an edge on
        formulas = [each for each in formulas if each.name not in ("House edge", "Element of risk")]
    ids = dict.fromkeys(_clauses(sheet, price.wager))
    return How(
        label="The whole bet, in cents" if whole else sheet.label(price.wager),
        bet=bet_words(sheet, price),
        space=price.space.words if price.space else f"{outcomes:,} outcomes",
        counts=price.distribution,
        formulas=tuple(formulas),
        clauses={each: sheet.clauses[each].says for each in ids if each in sheet.clauses},
    )


def bet_words(sheet: Sheet, price: Price) -> str:
    """The bet that a wager is priced in, where decisions go by more than the wager itself.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> sheet = load_house("pechanga")
    >>> bet_words(sheet, Game(open_table(sheet)).price("double_shot"))
    'beside an equal Ante'
    """
    if price.wager in ("ante", *sheet.beside_ante):
        return f"{all_of(sheet.main_labels)} together" if sheet.beside_ante else ""
    if price.stakes:
        ante = {name: cents for name, cents in price.stakes.items() if name != price.wager}
        return f"at {dollars(price.stakes[price.wager])} beside {sheet.bet_text(ante)}"
    return "" if price.stakes is None else f"beside an equal {sheet.label('ante')}"


def _n(number: Fraction) -> str:
    return f"{number.numerator:,}" if number.denominator == 1 else str(number)


def _both(number: Fraction, *, whole: bool) -> str:
    return f"{number} = {float(number):+.6f}{' cents' if whole else ''}"


def _clauses(sheet: Sheet, wager: str) -> Iterator[str]:
    """The clauses that decide a wager; the main game rests on those of showdown, Play and bonuses."""
    if wager == "combined":
        for each in sheet.wagers:
            yield from _clauses(sheet, each)
        return
    yield sheet.wagers[wager].clause
    yield sheet.wagers[wager].fold.clause
    names = [wager]
    if wager == "ante":
        yield sheet.play.clause
        yield from (raises.clause for raises in (sheet.play.raises,) if raises)
        yield sheet.dealer.clause
        yield sheet.dealer.qualifier.clause
        yield sheet.dealer.draw.clause
        outcomes = (sheet.better, sheet.equal, sheet.worse, sheet.not_qualified)
        yield from (outcome.clause for outcome in outcomes if outcome)
        yield sheet.player.draw_clause
        names = [*sheet.bonuses, *sheet.main_tables]
    for name in names:
        yield from (column.clause for column in sheet.pays[name].columns.values())
    if sheet.meter and sheet.meter.feeds == wager:
        yield sheet.meter.clause
    if sheet.envy and sheet.envy.wager == wager:
        yield sheet.envy.column.clause
