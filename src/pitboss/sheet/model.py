"""The model of a rule sheet: frozen values, each with the clause of the sheet that it comes from.

`content` is the file they were made of. Its hash leaves out the look of the house and what others have
published about it. The order of the format's own keys means nothing; the order of what a sheet names itself
(wagers, bonuses, pay tables, pay lines, clauses) is that in which it is shown and settled, so it counts.

>>> parse_printed("2.32 %")
Printed(value=Fraction(29, 1250), unit='percent', decimals=2)
>>> parse_printed("$11,520").text(Fraction(11520)), parse_printed("0.0349").text(Fraction(1, 3))
('$11,520', '0.3333')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final, Literal

from pitboss.canonical import canonical_text
from pitboss.hands import Category
from pitboss.money import Cents, dollars, minus
from pitboss.sheet.felt import Felt
from pitboss.sheet.pays import Judged, MeterShare, Pay

ORDER: Final = "order"
NO_RULES: Final = frozenset({"felt", "published"})  # the look, and what others say


def content_hash(content: Mapping[str, Any]) -> str:
    """SHA-256 of a sound sheet's rules as canonical JSON, and of the order that counts; not of its look.

    >>> content_hash({"id": "x", "format": 1}) == content_hash({"format": 1, "id": "x"})
    True
    >>> content_hash({"wager": {"a": {}, "b": {}}}) == content_hash({"wager": {"b": {}, "a": {}}})
    False
    >>> content_hash({"id": "x"}) == content_hash({"id": "x", "felt": {"order": 1}})
    True
    """
    whole = {"content": rules_of(content), ORDER: _order(content)}
    return sha256(canonical_text(whole).encode()).hexdigest()


def rules_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content without the look of the house and what others have published about it."""
    return {key: value for key, value in content.items() if key not in NO_RULES}


def with_order(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content with its order written out, so that it can be stored as JSON of any kind."""
    return {**content, ORDER: _order(content)}


def in_order(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Stored content back in its written order; without one it is taken as it stands."""
    content = deepcopy({key: value for key, value in stored.items() if key != ORDER})
    written = stored.get(ORDER)
    if isinstance(written, dict):
        for name, table in _named(content):
            order = written.get(name)
            for key in order if isinstance(order, list) else ():
                if isinstance(key, str) and key in table:
                    table[key] = table.pop(key)
    return content


def _order(content: Mapping[str, Any]) -> dict[str, list[str]]:
    return {name: list(table) for name, table in _named(content)}


def _named(content: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables whose keys are names of the sheet's own, each with its place."""
    pays = content.get("pays")
    tables = {f"pays.{name}": table for name, table in pays.items()} if isinstance(pays, dict) else {}
    for name in ("wager", "bonus", "pays", "clauses"):
        if isinstance(content.get(name), dict):
            yield name, content[name]
    for name, table in {**tables, "envy": content.get("envy")}.items():
        for column, lines in table.items() if isinstance(table, dict) else ():
            if isinstance(lines, dict):
                yield f"{name}.{column}", lines


FigureName = Literal[
    "house edge", "player's edge", "element of risk", "return", "wins", "break-even meter", "deviation"
]
Unit = Literal["percent", "number", "dollars"]
PRINTED_FORMS: Final = 'a number as it was printed, like "2.32 %", "0.0232" or "$11,520"'
_NUMBER: Final = r"([-−]?(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,9})?)"
PRINTED_PATTERN: Final = rf"(\$)?{_NUMBER}( ?%)?"
_PRINTED: Final = re.compile(PRINTED_PATTERN, re.ASCII)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as it was printed: its value, and how far it was rounded."""

    value: Fraction
    unit: Unit
    decimals: int

    def rounded(self, exact: Fraction) -> Fraction:
        """An exact figure to the last digit that was printed, halves away from zero."""
        shown = exact * (100 if self.unit == "percent" else 1)
        whole = abs(shown) * 10**self.decimals
        digits = int(whole + Fraction(1, 2))
        found = Fraction(digits if shown >= 0 else -digits, 10**self.decimals)
        return found / (100 if self.unit == "percent" else 1)

    def text(self, exact: Fraction) -> str:
        """An exact figure as this one was printed."""
        value = self.rounded(exact) * (100 if self.unit == "percent" else 1)
        number = Decimal(value.numerator) / Decimal(value.denominator)
        digits = number.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)
        sign = "$" if self.unit == "dollars" else ""
        return minus(f"{sign}{digits:,}{' %' if self.unit == 'percent' else ''}")


def parse_printed(text: str) -> Printed | None:
    """A number as it was printed, or None where the text is none."""
    match = _PRINTED.fullmatch(text.strip())
    if match is None or (match[1] and match[3]):
        return None
    digits = match[2].replace(",", "").replace("−", "-")
    unit: Unit = "dollars" if match[1] else "percent" if match[3] else "number"
    value = Fraction(Decimal(digits)) / (100 if unit == "percent" else 1)
    return Printed(value, unit, len(digits.partition(".")[2]))


@dataclass(frozen=True, slots=True)
class Published:
    """One figure of a wager that somebody has published.

    `recalled` marks one whose source was not read again. `errs` says why it is not what the rules give.
    """

    wager: str
    figure: FigureName
    says: str
    printed: Printed
    strategy: str
    players: int
    meter: Cents | None
    source: str
    url: str
    recalled: bool
    errs: str | None


Looks = Literal["when dealt", "when the deal is done"]
DealerDraws = Literal["never", "below", "always"]
HandsWhere = Literal["anywhere", "consecutive"]
FoldDoes = Literal["lose", "stays"]
LeastStake = Literal["table max", "any"]
Column = Literal["lines", "pat", "drawn", "carry"]
# What a showdown does to a wager: pay it, or one of these words; `compare` only when not qualified, `by hand`
# only of Play, which then has a pay table of its own.
OutcomeWord = Literal["push", "lose", "returned", "compare", "by hand"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Table minimum and maximum (STD-10): the sheet gives the defaults, the table has the last word."""

    min: Cents
    max: Cents
    clause: str


@dataclass(frozen=True, slots=True)
class LeastHand:
    """The hand from which on something holds; `value` 0 means always."""

    hand: str
    value: int
    clause: str

    @property
    def always(self) -> bool:
        return self.value == 0


@dataclass(frozen=True, slots=True)
class DealerDraw:
    """Whether the dealer takes a fourth card and plays the best three of four."""

    when: DealerDraws
    below: Category
    clause: str
    stands_clause: str


@dataclass(frozen=True, slots=True)
class Dealer:
    """The dealer's cards: how many of the three show, what qualifies, what is drawn."""

    label: str
    shows: int
    clause: str
    reveal_clause: str
    qualifier: LeastHand
    draw: DealerDraw


@dataclass(frozen=True, slots=True)
class HandsPerPerson:
    """Where one person may play several hands; `most` is what a live table allows unless set otherwise."""

    where: HandsWhere
    most: int
    clause: str


@dataclass(frozen=True, slots=True)
class Player:
    """What a player may do with the cards: when to look, whether to draw one, how many hands to play."""

    looks: Looks
    clause: str
    draws: bool
    draw_clause: str
    hands: HandsPerPerson


@dataclass(frozen=True, slots=True)
class Bound:
    """One lower or upper bound of a wager: the table's, a multiple of another wager, or an amount."""

    kind: Literal["table", "times", "cents"]
    clause: str
    times: Fraction = Fraction(0)
    of: str = ""
    cents: Cents = 0


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money and the clause that sets it."""

    cents: Cents
    clause: str


@dataclass(frozen=True, slots=True)
class Needs:
    """A wager may be bet only beside others: any of them, or all of them."""

    mode: Literal["any", "all"]
    wagers: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Fold:
    """What a fold does to a wager."""

    does: FoldDoes
    clause: str


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager placed before the deal, as printed on the house's felt."""

    id: str
    label: str
    clause: str
    required: bool
    needs: Needs | None
    min: tuple[Bound, ...]
    max: tuple[Bound, ...]
    step: Amount
    fixed: Amount | None
    fold: Fold
    sensor: str | None  # the clause by which a light shows that the wager was accepted

    def only_times(self, of: str) -> Fraction | None:
        """The multiple of another wager that this one must be; None where there is a choice."""
        low, high = (
            {bound.times for bound in bounds if bound.kind == "times" and bound.of == of}
            for bounds in (self.min, self.max)
        )
        return max(low) if low & high and max(low) == min(high) else None


@dataclass(frozen=True, slots=True)
class Raises(LeastHand):
    """Larger Play bets that a player may choose from a hand on, each so many times the Ante."""

    times: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayBet:
    """The bet that keeps a hand in the game: a multiple of the Ante, or with some hands a larger one."""

    label: str
    times: Fraction
    clause: str
    raises: Raises | None = None

    def raises_with(self, value: int) -> tuple[int, ...]:
        """The larger multiples that are open to a hand of this value."""
        return self.raises.times if self.raises is not None and value >= self.raises.value else ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one result of the showdown does to the Ante and to Play."""

    ante: Pay | OutcomeWord
    play: Pay | OutcomeWord
    clause: str

    def of(self, wager: Literal["ante", "play"]) -> Pay | OutcomeWord:
        """What it does to one of the two."""
        return self.ante if wager == "ante" else self.play


@dataclass(frozen=True, slots=True)
class Bonus:
    """A pay that has no stake of its own; odds are on the Ante or on Play."""

    id: str
    label: str
    on: Literal["ante", "play"]
    needs_play: bool
    clause: str


@dataclass(frozen=True, slots=True)
class PayColumn:
    """Pay lines by line key, in the order printed; lines by which a bet on a winner goes back come after."""

    clause: str
    lines: Mapping[str, Pay]
    pushes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PayTable:
    """A pay table: one column for every hand, or one for pat and one for drawn hands, with a carry-over."""

    id: str
    judged: Judged
    posted: str | None  # the clause by which the house posts this table and may change it
    columns: Mapping[Column, PayColumn]


@dataclass(frozen=True, slots=True)
class Envy:
    """What everyone who made a wager is paid when another person holds one of these hands."""

    wager: str
    holder_must_bet: bool
    folded_holder_counts: bool
    own: Literal["person", "seat"]
    column: PayColumn


@dataclass(frozen=True, slots=True)
class Meter:
    """A progressive meter: where it starts again and what share of which wager feeds it."""

    reset: Cents
    feeds: str
    percent: Fraction
    clause: str

    def share_of(self, wager: str) -> Fraction:
        """What share of each bet on a wager is put into the meter."""
        return self.percent / 100 if wager == self.feeds else Fraction(0)


@dataclass(frozen=True, slots=True)
class Bank:
    """A player bank: it pays and collects everything, as far as its cover goes."""

    label: str
    clause: str
    order: tuple[str, ...]
    collecting_uses_cover: bool
    cover_clause: str
    rounds: int
    least_stake: LeastStake
    rotation_clause: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that is shown with the rules and at the table."""

    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of the sheet in our own words; a reading is how we take it where the sheet is silent."""

    id: str
    says: str
    reading: str | None
    tested: str  # how, or why a machine cannot; empty where the sheet does not say


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A whole rule sheet. Two sheets with the same rules are equal, wherever they were loaded.

    >>> from pitboss import Sheet, load
    >>> sheet: Sheet = load("napa-valley")
    >>> sheet.name, sheet.seats, list(sheet.wagers)
    ('Napa Valley', 7, ['ante', 'pair_plus'])
    """

    id: str
    name: str
    game: str
    about: str
    seats: int
    seats_clause: str
    limits: Limits
    offers_clause: str
    closes_clause: str  # bets are placed before the deal
    dealer: Dealer
    player: Player
    wagers: Mapping[str, Wager]
    play: PlayBet
    better: Outcome
    equal: Outcome
    worse: Outcome
    not_qualified: Outcome | None
    bonuses: Mapping[str, Bonus]
    pays: Mapping[str, PayTable]
    envy: Envy | None
    meter: Meter | None
    bank: Bank | None
    voids: Mapping[str, str]  # cause -> clause
    away: LeastHand  # with which the platform plays for a person who is away; the rest it folds
    labels: Mapping[str, str]
    notices: tuple[Notice, ...]
    disclosures: tuple[str, ...]
    clauses: Mapping[str, Clause]
    felt: Felt  # how the house looks: no rule, so that no hash depends on it
    published: tuple[Published, ...]  # what others say of it: no rule either
    hash: str
    content: Mapping[str, Any] = field(repr=False)  # what `sheet_from_content` makes this sheet of again

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sheet) and other.hash == self.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def rules(self) -> dict[str, Any]:
        """The content that is rules: what the hash is of, and what a receipt carries."""
        return rules_of(self.content)

    @property
    def play_by_hand(self) -> tuple[str, ...]:
        """The results of the showdown that pay Play by the hand, from the pay table `play`."""
        results = ("better", "not_qualified")
        outcomes = {name: getattr(self, name) for name in results}
        return tuple(name for name, each in outcomes.items() if each and each.play == "by hand")

    @property
    def beside_ante(self) -> dict[str, Fraction]:
        """Of the main game too: what must be bet on the winning hand beside an Ante, as a multiple of it."""
        return {
            name: multiple
            for name, wager in self.wagers.items()
            if name in self.pays and self.pays[name].judged == "winning hand"
            if wager.required and (multiple := wager.only_times("ante")) is not None
        }

    @property
    def main_tables(self) -> list[str]:
        """Pay tables of the main game that are no bonus: of what must be bet beside the Ante, and of Play."""
        return [*self.beside_ante, *(name for name in self.pays if name == "play")]

    def stakes_beside(self, ante: Cents) -> dict[str, Cents]:
        """What must be bet beside an Ante for it to be a main game."""
        return {name: int(times * ante) for name, times in self.beside_ante.items()}

    @property
    def main_labels(self) -> list[str]:
        """What the main game is made of, bonuses aside."""
        return [*(self.label(name) for name in ("ante", *self.beside_ante)), self.play.label]

    def label(self, line: str) -> str:
        """What the felt calls a wager, bonus or other line of a settlement."""
        if line in self.wagers:
            return self.wagers[line].label
        if line in self.bonuses:
            return self.bonuses[line].label
        return self.play.label if line == "play" else "Envy"

    def bet_text(self, wagers: Mapping[str, Cents]) -> str:
        """A bet as people read it: `Ante $10, Pair Plus $5`."""
        return ", ".join(f"{self.label(name)} {dollars(cents)}" for name, cents in wagers.items())

    def pay_at(self, table: str, column: str, line: str) -> Pay | None:
        """The pay at a place of the sheet, as settlement names it; None where there is none."""
        if table == "showdown":
            outcome: Outcome | None = getattr(self, column, None)
            found = outcome.of("ante" if line == "ante" else "play") if outcome else None
            return None if isinstance(found, str) else found
        if table == "envy":
            return self.envy.column.lines.get(line) if self.envy else None
        part = next((part for name, part in self.pays[table].columns.items() if name == column), None)
        return part.lines.get(line) if part else None

    def pays_of(self, line: str) -> list[Pay]:
        """All that the pay table of a wager or bonus gives; the Ante's are those of bonuses and of Play."""
        main = [name for name in self.pays if name in self.bonuses or name == "play"]
        tables = [self.pays[name] for name in (main if line == "ante" else (line,))]
        return [pay for table in tables for part in table.columns.values() for pay in part.lines.values()]

    def wins_meter(self, wager: str) -> bool:
        """Whether some hand wins a share of the meter on this wager."""
        return any(isinstance(pay, MeterShare) for pay in self.pays_of(wager))

    def hand_label(self, category: str) -> str:
        """What this house calls a category: `mini_royal` is `Royal Flush` at one, `Mini Royal` at another."""
        plain = category.replace("six_card", "six-card").replace("_", " ").capitalize()
        # Decks with four colours are dealt too: the colours of the rules are named by suits.
        return self.labels.get(category) or (f"{plain} (♣♠ or ♦♥)" if plain.endswith("colour") else plain)
