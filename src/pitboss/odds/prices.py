"""A price: its sample space, the exact distribution of a wager's net, and what is read off it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from math import comb, prod, sqrt
from typing import Any, Final, Literal, NotRequired, TypedDict, cast

from pitboss.dataframes import Rows, Tabular, exact, in_json, share
from pitboss.errors import NotPriced
from pitboss.money import figure
from pitboss.odds.counts import Dealing
from pitboss.odds.row_kinds import NetRow, PriceRow


def deals(players: int, out: int = 3) -> int:
    """How many ways there are to deal three cards to each of the other players once some cards are out."""
    return prod(comb(52 - out - 3 * number, 3) for number in range(players - 1))


@dataclass(frozen=True, slots=True)
class Space:
    """Hands alone, sets of six cards, or whole deals; with the hands of so many other players beside."""

    kind: Literal["hands", "six", "deals", "drawing dealer"]
    dealing: Dealing | None = None  # how a whole deal goes
    others: int = 0
    seats: int = 1  # at each of so many seats

    @property
    def size(self) -> int:
        """How many outcomes it has."""
        out = 3 if self.kind == "hands" else 6
        own = comb(52, 6 if self.kind == "six" else 3) * (49 if self.kind == "drawing dealer" else 1)
        if self.dealing is not None:
            own = self.dealing.sample_space
            out += self.dealing.dealer_draws + self.dealing.player_draws
        # Others' hands come from the cards that are left.
        return own * deals(self.others + 1, out) * self.seats

    @property
    def words(self) -> str:
        """The space as a product, with its size: `C(52,3) hands = 22,100`."""
        known = {"hands": ["C(52,3) hands"], "six": ["C(52,6) sets of six cards"]}
        parts = known.get(self.kind, ["C(52,3) dealer hands", "49 fourth cards"])
        if self.dealing is not None:
            parts = _dealt(self.dealing)
        if self.others:
            parts.append(f"the hands of {self.others} other player{'' if self.others == 1 else 's'}")
        if self.seats > 1:
            parts.append(f"{self.seats} seats")
        return f"{' x '.join(parts)} = {self.size:,}"


def _dealt(dealing: Dealing) -> list[str]:
    found = ["C(52,3) hands", "C(49,3) dealer hands"]
    if dealing.shows:
        found.append(f"C(3,{dealing.shows}) up cards")
    if dealing.dealer_draws:
        found.append("46 fourth cards")
    if dealing.player_draws:
        found.append(f"{dealing.draw_cards} drawn cards")
    return found


PACE: Final = 60  # rounds an hour

EXACT: Final = ("ev", "element_of_risk", "variance", "win_frequency")  # that are fractions


# What a price takes for granted: the bet is the smallest, hands are decided up to suits, others do what is
# best for an Ante alone, have all made the wager, and take their shares of the meter before this seat does,
# on average or not at all.
Note = Literal["smallest_bet", "up_to_suits", "others_play", "others_bet", "average_seat", "first_seat"]


class PriceEntry(TypedDict):
    """A wager in `pitboss odds --json`, per unit of it; what is out of exact reach is null."""

    ev: Fraction | None
    house_edge: Fraction | None
    element_of_risk: Fraction | None
    stdev: float | None
    win_frequency: Fraction | None
    outcomes: int | None
    distribution: Mapping[str, int] | None  # net -> outcomes
    notes: NotRequired[list[Note]]
    stakes: NotRequired[Mapping[str, int]]
    includes: NotRequired[list[str]]
    by_up_card: NotRequired[Mapping[str, Fraction]]
    break_even_meter: NotRequired[int]
    how: NotRequired[Mapping[str, Any]]
    simulated: NotRequired[Mapping[str, Any]]


class BetEntry(TypedDict):
    """A whole bet in `pitboss odds --json`, in cents."""

    ev: Fraction | None
    stdev: float | None
    win_frequency: Fraction | None
    outcomes: int | None
    distribution: Mapping[str, int] | None
    notes: NotRequired[list[Note]]
    how: NotRequired[Mapping[str, Any]]
    simulated: NotRequired[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Moments:
    """What is known exactly of a net whose distribution is out of reach."""

    mean: Fraction
    variance: Fraction | None  # None: out of reach as well

    def per(self, stake: int) -> Moments:
        """The same per unit of a stake."""
        return Moments(self.mean / stake, None if self.variance is None else self.variance / stake**2)


@dataclass(frozen=True, repr=False)
class Price(Tabular[NetRow]):
    """The exact result of a wager, per unit of it.

    Where other players' hands pay it, the distribution can be out of reach: then it is empty and `moments`
    has what is known, exactly too.

    >>> from fractions import Fraction
    >>> coin = Price("coin", 2, {Fraction(-1): 1, Fraction(1): 1})
    >>> coin.ev, coin.stdev, coin.win_frequency
    (Fraction(0, 1), 1.0, Fraction(1, 2))
    """

    wager: str
    outcomes: int
    distribution: Mapping[Fraction, int]  # net in units -> outcomes, together all of them
    risked: Fraction = Fraction(1)  # what is bet in all on average, in units
    extras: Mapping[str, Any] = field(default_factory=dict)
    space: Space | None = None  # what the outcomes are; None where they are counted otherwise
    moments: Moments | None = None  # instead of a distribution
    notes: tuple[Note, ...] = ()  # what the price takes for granted
    # The bet in cents that it is a part of, by which hands are decided; empty: any, with an equal Ante.
    stakes: Mapping[str, int] | None = None

    def __post_init__(self) -> None:
        size = self.outcomes if self.space is None else self.space.size
        filled = self.outcomes if self.moments else sum(self.distribution.values())
        if not filled == self.outcomes == size:
            raise AssertionError(f"{self.wager}: the distribution does not fill its sample space")

    @cached_property
    def ev(self) -> Fraction:
        """The mean net."""
        if self.moments:
            return self.moments.mean
        return sum((net * count for net, count in self.distribution.items()), Fraction(0)) / self.outcomes

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of a unit."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is bet."""
        return -self.ev / self.risked

    @property
    def variance(self) -> Fraction:
        """The variance of one round; raises `NotPriced` where it is left out."""
        return _there(self.known_variance, "deviation")

    @property
    def stdev(self) -> float:
        """The standard deviation of one round; raises `NotPriced` where it is left out."""
        return sqrt(self.variance)

    @property
    def win_frequency(self) -> Fraction:
        """How often the net is above zero; raises `NotPriced` where the distribution is left out."""
        return _there(self.known_win_frequency, "distribution")

    @cached_property
    def known_variance(self) -> Fraction | None:
        """The variance; None where it is left out."""
        if self.moments:
            return self.moments.variance
        square = sum((net * net * count for net, count in self.distribution.items()), Fraction(0))
        return square / self.outcomes - self.ev**2

    @property
    def known_stdev(self) -> float | None:
        """The standard deviation; None where it is left out."""
        return None if self.known_variance is None else sqrt(self.known_variance)

    @cached_property
    def known_win_frequency(self) -> Fraction | None:
        """How often the net is above zero; None where the distribution is left out."""
        if self.moments:
            return None
        return Fraction(sum(count for net, count in self.distribution.items() if net > 0), self.outcomes)

    def rows(self) -> Rows[NetRow]:
        """One row for each net, worst first; none where the distribution is left out."""
        return Rows(
            NetRow,
            (
                cast(NetRow, {"wager": self.wager, **exact("net", net), **share(count, self.outcomes)})
                for net, count in self.distribution.items()
            ),
        )

    def figures(self) -> dict[str, Any]:
        """What is read off it, exactly where that can be; None where it is left out."""
        return {
            "ev": self.ev,
            "house_edge": float(self.house_edge),
            "element_of_risk": self.element_of_risk,
            "variance": self.known_variance,
            "stdev": self.known_stdev,
            "win_frequency": self.known_win_frequency,
            "outcomes": self.outcomes,
        }

    def __repr__(self) -> str:
        return f"Price({self.wager!r}, ev={self.ev}, over {self.outcomes:,} outcomes)"

    def _repr_html_(self) -> str:
        """How a notebook shows it: the figures, and every net with its count."""
        figures = [
            ("EV", f"{self.ev} = {float(self.ev):+.6f}"),
            ("House edge", f"{float(self.house_edge):.4%}"),
            ("Element of risk", f"{float(self.element_of_risk):.4%}"),
            ("Standard deviation", figure(self.known_stdev, ".6f")),
            ("Net wins", figure(self.known_win_frequency, ".4%")),
        ]
        counts = [
            (net, f"{count:,}", f"{count / self.outcomes:.6%}") for net, count in self.distribution.items()
        ]
        return html_table(self.wager, ("", ""), figures) + html_table(
            f"{self.outcomes:,} outcomes", ("Net", "Count", "Chance"), counts
        )

    def _counts_json(self) -> dict[str, int] | None:
        return None if self.moments else {str(net): count for net, count in self.distribution.items()}

    def as_json(self, kind: type[PriceEntry | BetEntry] = PriceEntry) -> dict[str, Any]:
        """The entry of `pitboss odds --json`; what is left out is null."""
        told = self.figures() | {"house_edge": self.house_edge, "distribution": self._counts_json()}
        beside = {"notes": self.notes or None, "stakes": self.stakes or None}
        entry: dict[str, Any] = in_json(kind, told | beside | dict(self.extras))
        return entry


@dataclass(frozen=True, slots=True)
class SheetPrice(Tabular[PriceRow]):
    """Every wager of a sheet, priced; `combined` is the whole bet when one was asked for.

    A wager that has no exact price is in `refused` with the reason, and so is such a whole bet.
    """

    house: str
    wagers: Mapping[str, Price]
    combined: Price | None = None
    refused: Mapping[str, str] = field(default_factory=dict)

    def rows(self) -> Rows[PriceRow]:
        """One row for each wager, one for the whole bet, and one for each wager without a price."""
        whole = [] if self.combined is None else [("combined", "cents", self.combined, None)]
        found = [(name, "wager", price, None) for name, price in self.wagers.items()] + whole
        told = [_row(self.house, *each) for each in found]
        return Rows(PriceRow, told + [_row(self.house, *each) for each in self._unpriced()])

    def _unpriced(self) -> list[tuple[str, str, None, str]]:
        return [
            (name, "cents" if name == "combined" else "wager", None, why)
            for name, why in self.refused.items()
        ]

    def _repr_html_(self) -> str:
        """How a notebook shows it: a row for each wager."""
        head = ("Wager", "House edge", "Element of risk", "Deviation", "Net wins", "Exact mean")
        rows: list[tuple[object, ...]] = [
            (
                name,
                f"{float(price.house_edge):.4%}",
                f"{float(price.element_of_risk):.4%}",
                figure(price.known_stdev, ".4f"),
                figure(price.known_win_frequency, ".3%"),
                price.ev,
            )
            for name, price in self.wagers.items()
        ]
        rows += [(name, why, "", "", "", "") for name, why in self.refused.items()]
        whole = self.combined._repr_html_() if self.combined is not None else ""
        return html_table(self.house, head, rows) + whole

    def as_json(self) -> dict[str, Any]:
        """What `pitboss odds --json` prints."""
        found: dict[str, Any] = {
            "house": self.house,
            "wagers": {name: price.as_json() for name, price in self.wagers.items()},
            **({"refused": dict(self.refused)} if self.refused else {}),
        }
        if self.combined is not None:
            found["combined"] = self.combined.as_json(BetEntry)
        return found


def _row(house: str, wager: str, unit: str, price: Price | None, refused: str | None) -> PriceRow:
    """A wager with its figures, or with the reason why it has none."""
    known = {} if price is None else price.figures()
    told: dict[str, Any] = {"house": house, "wager": wager, "unit": unit}
    for name in ("ev", "house_edge", "element_of_risk", "variance", "stdev", "win_frequency", "outcomes"):
        number = known.get(name)
        told |= exact(name, number) if name in EXACT else {name: number}
    return cast(PriceRow, told | {"refused": refused})


def _there(figure: Fraction | None, what: str) -> Fraction:
    if figure is None:
        raise NotPriced(f"The {what} of this bet is out of exact reach, and left out")
    return figure


def in_units(nets: Mapping[int, int], stake: int) -> dict[Fraction, int]:
    """A distribution of cents as one of units of a stake, worst first."""
    found: dict[Fraction, int] = {}
    for net, count in sorted(nets.items()):
        unit = Fraction(net, stake)
        found[unit] = found.get(unit, 0) + count
    return found


# --- Tables as notebooks show them.


def html_table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; the first column names the row.

    >>> html_table("<b>", ["a"], [["x & y", 1]])
    '<table><caption>&lt;b&gt;</caption><tr><th>a</th></tr><tr><th>x &amp; y</th><td>1</td></tr></table>'
    """
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    lines = []
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in rest)
        lines.append(f"<tr><th>{escape(str(first))}</th>{cells}</tr>")
    return f"<table><caption>{escape(caption)}</caption><tr>{titles}</tr>{''.join(lines)}</table>"
