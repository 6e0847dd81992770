"""What is best with every hand: advice on one, the whole list in every form, and strategies in files.

See "From counts to a price" in docs/method.md.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, Final, NotRequired, TypedDict, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import AnyCards, Card, NotACard, card_text, cards_text, parse_cards
from pitboss.dataframes import Column, Columns, Rows, Tabular, column_of, exact, in_json, twin
from pitboss.errors import NotPriced, Refusal
from pitboss.hands import value3
from pitboss.money import Cents
from pitboss.odds.coach import Worth as HandWorth
from pitboss.odds.counts import QUEENS
from pitboss.odds.decisions import ACTIONS, BARRED, DRAW, EVERY_ACTION, RAISE, ActionName, Chooser, Worth
from pitboss.odds.game import Game
from pitboss.odds.geometry import (
    SUIT_ORDERS,
    Cards,
    Ints,
    family_of,
    moved_ups,
    orbits,
    renamed,
    renamed_each,
    row_of,
    rows,
    royal_suit,
    triple_index,
    up_sets,
)
from pitboss.odds.house_prices import game_of
from pitboss.odds.prices import html_table
from pitboss.odds.row_kinds import AdviceRow, StrategyRow
from pitboss.odds.work import Progress
from pitboss.round.choices import check_wagers
from pitboss.round.table import House, action_text, check_raise, raises_of
from pitboss.sheet.model import Sheet
from pitboss.sheet.pays import ROYAL
from pitboss.text import one_of

# --- Every decision of a game up to suits, many at a time: what `pitboss strategy` lists, counts and writes.


@dataclass(frozen=True, slots=True)
class Decisions:
    """Some hands with their up cards, each for all deals that are the same up to suits; best cards first.

    Suits are those of the rows, renamed by one order: hands that can draw an A-K-Q which is paid by its suit
    come once for each suit.
    """

    row: Ints
    up: Ints  # places in `up_sets`
    deals: Ints
    sums: Ints  # (decisions, actions) worth of each action, times `per`
    per: int
    order: int  # of suits
    names: tuple[ActionName, ...]  # of the columns of `sums`

    def best(self) -> Ints:
        """The actions that are as good as the best of each, as bits."""
        equal = self.sums == self.sums.max(axis=1, keepdims=True)
        found: Ints = (equal << np.arange(equal.shape[1])).sum(axis=1)
        return found


def decisions(game: Game, wagers: Mapping[str, Cents]) -> Iterator[Decisions]:
    """All of them, best cards first."""
    shows, royals = game.dealing.shows, _listed_once(game, wagers)
    for chunk in game.worths(wagers):
        row, up, deals, sums = _up_to_suits(chunk, shows, royals)
        order, suits = np.argsort(row, kind="stable"), _order_to(chunk)
        up = moved_ups(shows)[suits][up] if suits else up
        per = chunk.outcomes * wagers["ante"]
        yield Decisions(row[order], up[order], deals[order], sums[order], per, suits, chunk.names)


def _order_to(chunk: Worth) -> int:
    """The order of suits in which the A-K-Q that these rows can draw to is of the suit it is paid by."""
    if chunk.suit is None:
        return 0
    own = royal_suit(rows().cards[chunk.counts.rows[0]].tolist())
    wanted = [chunk.suit if suit == own else own if suit == chunk.suit else suit for suit in range(4)]
    return int(np.flatnonzero((np.array(wanted) == SUIT_ORDERS).all(axis=1))[0])


def _listed_once(game: Game, wagers: Mapping[str, Cents]) -> Ints:
    """The rows of suited A-K-Qs, where none of them is paid by its suit: the first stands for all."""
    pays = game.payoffs_of(wagers)
    alike = all((part[ROYAL:] == part[ROYAL]).all() for part in (pays.fold, pays.pat))
    return np.flatnonzero(rows().weight == 1)[: None if alike else 1]


def _up_to_suits(chunk: Worth, shows: int, royals: Ints) -> list[Ints]:
    """One decision of each class up to suits, as rows, up cards, deals and worths.

    Of the up cards that are the same to a hand it is the smallest.
    """
    counts, sums = chunk.counts, chunk.every()
    parts = []
    for number in np.unique(family_of()[counts.rows]).tolist():
        mine = np.flatnonzero((family_of()[counts.rows] == number) & ~np.isin(counts.rows, royals[1:]))
        alike = orbits(shows, number)
        times = counts.times[mine][:, alike.first] * alike.size
        found, shown = np.nonzero(times)
        row, up = counts.rows[mine[found]], alike.first[shown]
        deals = times[found, shown] * np.where(row == royals[0], len(royals), 1)
        parts.append((row, up, deals, sums[mine[found], up]))
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


def deals_by_action(
    game: Game, wagers: Mapping[str, Cents], progress: Progress | None = None
) -> dict[str, int]:
    """In how many deals each action is best; `fold|play` where both are."""
    found: dict[str, int] = {}
    every = comb(52, 3) * comb(49, game.dealing.shows)
    for some in decisions(game, wagers):
        deals = np.bincount(some.best(), some.deals)
        for best in np.flatnonzero(deals).tolist():
            name = action_of(best, some.names)
            found[name] = found.get(name, 0) + int(deals[best])
        if progress is not None:
            progress(sum(found.values()), every)
    return found


@lru_cache(maxsize=1 << len(ACTIONS))
def action_of(best: int, names: Sequence[ActionName]) -> str:
    """`play`, or `fold|play` where both are equally good."""
    return "|".join(name for place, name in enumerate(names) if best >> place & 1)


# --- All decisions of a game as columns, many at a time: numbers, and None where a hand has no such action.

Texts = NDArray[np.object_]
KEY: Final = ("hand", "multiplicity", "up", "action")  # of the columns that are not worths
_ENDS: Final = ("", "_numerator", "_denominator")  # of the three columns of an exact number


def row_kind(sheet: Sheet) -> type[StrategyRow]:
    """The columns of a house's rows: where Play may be raised, what each raise is worth comes last."""
    raised: dict[str, Any] = {}
    for name in raises_of(sheet):
        raised |= {f"ev_{name}": float | None}
        raised |= {f"ev_{name}_numerator": int | None, f"ev_{name}_denominator": int | None}
    if not raised:
        return StrategyRow
    hints = {**get_type_hints(StrategyRow), **raised}
    return cast(type[StrategyRow], type("RaisedStrategyRow", (dict,), {"__annotations__": hints}))


def _json_cells(name: str, values: NDArray[Any]) -> list[object]:
    if name == "multiplicity":
        return values.tolist()
    return ["null" if text is None else f'"{text}"' for text in values.tolist()]


def _parts(game: Game, wagers: Mapping[str, Cents]) -> Iterator[dict[str, NDArray[Any]]]:
    """The columns of some decisions after others; None stands for an action that a hand does not have."""
    ups = np.array([cards_text(cards) or None for cards in up_sets(game.dealing.shows).tolist()], object)
    raises = raises_of(game.sheet)
    for part in decisions(game, wagers):
        found = {
            "hand": _hands(part.order)[part.row],
            "multiplicity": part.deals,
            "up": ups[part.up],
            "action": _actions(part.names)[part.best()],
        }
        for name in (*ACTIONS, *raises):
            found |= dict(zip((f"ev_{name}{end}" for end in _ENDS), _worth(part, name), strict=True))
        yield found


def _worth(part: Decisions, name: ActionName) -> tuple[NDArray[Any], ...]:
    """What one action is worth, as a float and as a reduced fraction."""
    if name not in part.names:
        return (np.full(len(part.row), None, object),) * 3
    sums = part.sums[:, part.names.index(name)].astype(np.int64)
    by = np.gcd(sums, part.per)
    over, under = sums // by, part.per // by
    barred = sums == BARRED
    return tuple(_with_gaps(each, barred) for each in (over / under, over, under))


def _with_gaps(values: NDArray[Any], gaps: NDArray[np.bool_]) -> NDArray[Any]:
    """The same values, with None in some places."""
    if not gaps.any():
        return values
    found = values.astype(object)
    found[gaps] = None
    return found


def _fractions(over: NDArray[Any], under: NDArray[Any]) -> list[str | None]:
    """Reduced fractions as text; None where there is no such action."""
    return [
        None if top is None else str(top) if bottom == 1 else f"{top}/{bottom}"
        for top, bottom in zip(over.tolist(), under.tolist(), strict=True)
    ]


@lru_cache(maxsize=1)
def _actions(names: tuple[ActionName, ...]) -> Texts:
    """The best of these actions by their bits, as text."""
    return np.array([action_of(best, names) for best in range(1 << len(names))], object)


@lru_cache(maxsize=len(SUIT_ORDERS))
def _hands(order: int) -> Texts:
    """Every hand as text, its suits renamed by an order."""
    return np.array([cards_text(cards) for cards in renamed(rows().cards, order).tolist()], object)


# --- The whole strategy of a sheet, hand by hand, and advice on one hand.


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand up to suits, with the up cards where any show: what each action is worth, per Ante."""

    hand: tuple[Card, ...]  # high to low
    up: tuple[Card, ...]
    multiplicity: int
    worth: Mapping[ActionName, Fraction]
    best: tuple[ActionName, ...]  # more than one where actions are equally good

    @property
    def action(self) -> str:
        """`play`, or `fold|play` where both are equally good."""
        return "|".join(self.best)


class Strategy(Tabular[StrategyRow]):
    """What is best with every hand up to suits: entries to go through once or often, rows and data frames.

    It is worked out anew whenever it is gone through: where two cards show it has more than a million rows.
    """

    def __init__(self, game: Game, wagers: Mapping[str, Cents]) -> None:
        self.game, self.wagers = game, wagers

    def __iter__(self) -> Iterator[Entry]:
        return _entries(self.game, self.wagers)

    def rows(self) -> Rows[StrategyRow]:
        """One row for each hand, with its up cards."""
        kind = row_kind(self.game.sheet)
        names = list(get_type_hints(kind))
        parts = (zip(*(part[name].tolist() for name in names), strict=True) for part in self._parts())
        return Rows(
            kind, (cast(StrategyRow, dict(zip(names, row, strict=True))) for part in parts for row in part)
        )

    def columns(self) -> Columns:
        """The rows by columns, as arrays."""
        parts = list(self._parts())
        found = {}
        for name, hint in get_type_hints(row_kind(self.game.sheet)).items():
            values = np.concatenate([part[name] for part in parts])
            known = column_of(hint, [])
            gaps = values.dtype == object and known.kind != "text"  # an action that some hands do not have
            found[name] = Column(known.kind, known.gaps, values.tolist() if gaps else values)
        return found

    def csv(self) -> Iterator[Iterable[tuple[object, ...]]]:
        """Many rows at a time of what `pitboss strategy --csv` writes, the names of the columns first."""
        worths = [f"ev_{name}" for name in (*ACTIONS, *raises_of(self.game.sheet))]
        yield [(*KEY, *worths)]
        for part in self._parts():
            fractions = (_fractions(*(part[f"{name}{end}"] for end in _ENDS[1:])) for name in worths)
            yield zip(*(part[name].tolist() for name in KEY), *fractions, strict=True)

    def json(self) -> Iterator[str]:
        """The rows as JSON, written as they are made; no text has a sign that would be escaped."""
        worths = [f"ev_{name}" for name in (*ACTIONS, *raises_of(self.game.sheet))]
        names = [*KEY, *(each for name in worths for each in (name, twin(name)))]
        form = "{" + ", ".join(f'"{name}": %s' for name in names) + "}"
        before = "[\n  "
        for part in self._parts():
            cells = [_json_cells(name, part[name]) for name in KEY]
            for name in worths:
                texts = _fractions(*(part[f"{name}{end}"] for end in _ENDS[1:]))
                values = part[name].tolist()
                cells.append([f'"{text}"' if text else "null" for text in texts])
                cells.append(["null" if value is None else value for value in values])
            yield before + ",\n  ".join([form % row for row in zip(*cells, strict=True)])
            before = ",\n  "
        yield "\n]\n"

    def _parts(self) -> Iterator[dict[str, NDArray[Any]]]:
        return _parts(self.game, self.wagers)


def strategy(house: House | Game, bets: Mapping[str, Cents] | None = None) -> Strategy:
    """Every hand up to suits, best cards first; hand and up cards are taken up to suits together.

    >>> from pitboss import strategy
    >>> sum(entry.multiplicity for entry in strategy("rivers") if entry.action == "play")
    14900
    """
    game = game_of(house)
    return Strategy(game, decided_wagers(game, bets))


def _entries(game: Game, wagers: Mapping[str, Cents]) -> Iterator[Entry]:
    hands, ups = rows().cards, up_sets(game.dealing.shows)
    for some in decisions(game, wagers):
        columns = (some.row, some.up, some.deals, some.best(), some.sums)
        for row, up, deals, best, sums in zip(*(column.tolist() for column in columns), strict=True):
            yield Entry(
                hand=tuple(renamed(hands[row], some.order).tolist()),
                up=tuple(ups[up].tolist()),
                multiplicity=deals,
                worth={
                    name: Fraction(total, some.per)
                    for name, total in zip(some.names, sums, strict=True)
                    if total != BARRED
                },
                best=tuple(action_of(best, some.names).split("|")),  # type: ignore[arg-type]
            )


def decided_wagers(game: Game, bets: Mapping[str, Cents] | None) -> Mapping[str, Cents]:
    """The bet that is decided about: the Ante alone where none is given."""
    if bets is None:
        return game.stakes_of("ante")
    check_wagers(game.table, bets)
    if "ante" not in bets:
        raise NotPriced(f"Without {game.sheet.label('ante')} there is nothing to decide")
    return bets


class StrategyEntry(TypedDict):
    """A row of `pitboss strategy --json`, per Ante; where Play is raised, with each raise."""

    hand: str
    multiplicity: int
    up: str | None
    action: str
    ev_fold: Fraction | None
    ev_play: Fraction | None
    ev_draw_1: Fraction | None
    ev_draw_2: Fraction | None
    ev_draw_3: Fraction | None


class ActionEntry(TypedDict):
    """What an action is worth, per Ante."""

    ev: Fraction


class AdviceAnswer(TypedDict):
    """What `pitboss advise --json` prints: the best action, and what each is worth."""

    best: str  # equal ones joined with |
    actions: Mapping[str, ActionEntry]
    left_out: NotRequired[list[str]]  # wagers that no decision touches
    explain: NotRequired[Mapping[str, int]]  # how the deals end, where that is asked for


@dataclass(frozen=True, slots=True)
class Advice(HandWorth, Tabular[AdviceRow]):
    """What each action is worth for one hand, with its rows and JSON."""

    def ranked(self) -> list[tuple[str, Fraction]]:
        """The actions with their worth, the best first."""
        return sorted(self.actions.items(), key=lambda each: -each[1])

    def rows(self) -> Rows[AdviceRow]:
        """One row for each action, the best first."""
        told = ({"action": name, **exact("ev", ev), "best": name in self.best} for name, ev in self.ranked())
        return Rows(AdviceRow, (cast(AdviceRow, each) for each in told))

    def _repr_html_(self) -> str:
        """How a notebook shows it: the best action first."""
        ranked = self.ranked()
        rows = [(name, f"{float(ev):+.6f}", ev, "best" if name in self.best else "") for name, ev in ranked]
        return html_table("Advice, per Ante", ("Action", "Worth", "Exactly", ""), rows)

    def as_json(self) -> dict[str, Any]:
        """What `pitboss advise --json` prints."""
        told = {
            "best": "|".join(self.best),
            "actions": {name: {"ev": ev} for name, ev in self.actions.items()},
            "left_out": self.left_out or None,
        }
        answer: dict[str, Any] = in_json(AdviceAnswer, told)
        return answer


def advise(
    house: House | Game,
    cards: AnyCards,
    up: AnyCards = (),
    bets: Mapping[str, Cents] | None = None,
) -> Advice:
    """The worth of each action for one hand against what shows.

    >>> from pitboss import advise
    >>> advise("rivers", "Qs 6h 4d").best
    ('play',)
    >>> advise("pechanga", "9s 9h 4d").best
    ('draw:4d',)
    """
    game = game_of(house)
    cards, up, shows = parse_cards(cards, 3), parse_cards(up), game.dealing.shows
    parse_cards(cards + up, 3 + len(up))  # all different
    if len(up) != shows:
        what = f"{shows} card{'s' if shows > 1 else ''} of the dealer's must be given" if shows else None
        text = f"At {game.sheet.name} {what or 'no card shows'}"
        raise Refusal("up", text, game.sheet.dealer.clause, "up")
    wagers = decided_wagers(game, bets)
    hand = sorted(cards, reverse=True)
    row, shown, renamed = _row(hand, up)
    worth = game.worth_of(wagers, row, shown, royal_suit(hand))
    per = worth.outcomes * wagers["ante"]
    sums = worth.every()[0, 0].tolist()
    names = [
        "fold",
        "play",
        *(action_text("draw", card_text(renamed[card])) for card in rows().cards[row].tolist()),
    ]
    names = ["fold", "play", *worth.raised] if worth.raised else names
    actions = {
        name: Fraction(total, per) for name, total in zip(names, sums, strict=False) if total != BARRED
    }
    top = max(actions.values())
    counts = worth.counts.pat[0, 0].sum(axis=-1).astype(np.int64).tolist()
    return Advice(
        best=tuple(name for name, ev in actions.items() if ev == top),
        actions=actions,
        ends=dict(zip(("win", "tie", "lose"), (counts[5], counts[4], counts[3]), strict=True))
        | {"not_qualified": sum(counts[:3])},
        left_out=tuple(name for name in wagers if name not in game.weighed(wagers)),
    )


def _row(hand: Sequence[Card], up: Sequence[Card]) -> tuple[int, tuple[Card, ...], Mapping[Card, Card]]:
    """The row of a hand, the up cards with their suits renamed as in the row, and the way back."""
    a, b, c = (np.array(card) for card in hand)
    row = int(row_of()[triple_index(a, b, c)])
    target = set(rows().cards[row].tolist())
    for suits in SUIT_ORDERS.tolist():
        moved = {card: 4 * (card >> 2) + suits[card & 3] for card in (*hand, *up)}
        if {moved[card] for card in hand} == target:
            return row, tuple(sorted(moved[card] for card in up)), {moved[card]: card for card in hand}
    raise AssertionError("a hand has its row")


_NEEDED: Final = ("hand", "action")
SUITED: Final = 5  # no suit of an A-K-Q, or one of four


class NotAStrategy(Refusal):
    """A strategy file that cannot be used; the message says where and why."""

    def __init__(self, text: str) -> None:
        super().__init__("strategy_file", text)


def read_strategy(house: House | Game, text: str) -> Chooser:
    """The strategy in a CSV text with the columns `hand` and `action`, and `up` where a card shows.

    Other columns are left aside. A hand stands for all that are the same up to suits, together with its up
    cards; where several actions are joined with `|`, the first is taken. Hands with two or three cards of a
    suited A-K-Q may have a row for each suit.
    """
    game = game_of(house)
    hands, discards, actions = _parsed(game, text)
    key, suits = _class_of(hands)
    key = SUITED * key + _royal_suit(hands[:, :3]) + 1
    moved = renamed_each(discards[:, None], suits)[:, 0]
    order = np.argsort(key, kind="stable")
    key, moved, actions, hands = key[order], moved[order], actions[order], hands[order]
    same = np.flatnonzero(key[1:] == key[:-1])
    if same.size:
        again = hands[same[0] + 1].tolist()
        raise NotAStrategy(f"{_told(again)} is in the strategy file twice, up to suits; one row per hand")

    def choose(worth: Worth) -> Ints:
        row, up = np.nonzero(worth.counts.seen)
        cards = np.concatenate([rows().cards[worth.counts.rows[row]], worth.counts.ups[up]], axis=1)
        wanted, renaming = _class_of(cards)
        suit = _royal_suit(cards[:, :3])
        if worth.suit is not None:
            suit = np.full_like(suit, worth.suit)
        place = np.minimum(np.searchsorted(key, SUITED * wanted + suit + 1), len(key) - 1)
        # A file that does not tell the suits of A-K-Qs apart has one row for all of them.
        first = np.minimum(np.searchsorted(key, SUITED * wanted), len(key) - 1)
        place = np.where(key[place] == SUITED * wanted + suit + 1, place, first)
        missing = np.flatnonzero(key[place] // SUITED != wanted)
        if missing.size:
            absent = _told(cards[missing[0]].tolist())
            raise NotAStrategy(f"The strategy file has no row for {absent}; every hand up to suits needs one")
        chosen = np.zeros(worth.counts.seen.shape, np.int64)
        discard = renamed_each(cards[:, :3], renaming) == moved[place][:, None]
        drawn = DRAW + np.argmax(discard, axis=1)
        chosen[row, up] = np.where(actions[place] == DRAW, drawn, actions[place])
        return chosen

    return Chooser(choose)


def _parsed(game: Game, text: str) -> tuple[Cards, Cards, Ints]:
    """Hand and up cards, the discard where one is drawn, and the action of every row of the file."""
    table = csv.DictReader(io.StringIO(text))
    shows = game.dealing.shows
    needed = (*_NEEDED, "up") if shows else _NEEDED
    absent = [name for name in needed if name not in (table.fieldnames or ())]
    if absent:
        raise NotAStrategy(f"A strategy file needs the columns {', '.join(needed)}; {absent[0]} is missing")
    plain = ACTIONS if game.sheet.player.draws else ACTIONS[:DRAW]
    allowed: tuple[str, ...] = (*plain, *raises_of(game.sheet))
    names: tuple[str, ...] = tuple(EVERY_ACTION)
    hands, discards, actions = [], [], []
    for row in table:
        where = f"Strategy file, line {table.line_num}"
        action = (row["action"] or "").split("|")[0].strip()
        if action not in allowed:
            raise NotAStrategy(f"{where}: action {action!r}; allowed: {one_of(allowed)}")
        try:
            hand, up = parse_cards(row["hand"] or ""), parse_cards(row.get("up") or "")
        except NotACard as fault:
            raise NotAStrategy(f"{where}: {fault.text}") from None
        if len(hand) != 3 or len(up) != shows or len({*hand, *up}) != 3 + shows:
            raise NotAStrategy(f"{where}: write three cards{_and_up(shows)}, all different")
        number = names.index(action)
        drawn = DRAW <= number < RAISE
        try:
            check_raise(game.sheet, action, value3(*hand), "")
        except Refusal as refusal:
            raise NotAStrategy(f"{where}: {refusal.text} ({refusal.clause})") from None
        hands.append([*hand, *up])
        discards.append(hand[number - DRAW if drawn else 0])
        actions.append(DRAW if drawn else number)
    if not hands:
        raise NotAStrategy("The strategy file has no rows; every hand up to suits needs one")
    return np.array(hands, np.int64), np.array(discards, np.int64), np.array(actions, np.int64)


def _and_up(shows: int) -> str:
    return f" and {shows} up card{'s' if shows > 1 else ''}" if shows else ""


def _class_of(cards: Cards) -> tuple[Ints, Ints]:
    """The class up to suits of hands with their up cards as a number, and the renaming of suits to it."""
    best = np.full(len(cards), np.iinfo(np.int64).max)
    renaming = np.zeros(len(cards), np.int64)
    for number in range(len(SUIT_ORDERS)):
        moved = renamed(cards, number)
        key = np.zeros(len(cards), np.int64)
        for part in (moved[:, :3], moved[:, 3:]):
            for column in np.sort(part, axis=1).T:
                key = key * 52 + column
        smaller = key < best
        best[smaller], renaming[smaller] = key[smaller], number
    return best, renaming


def _royal_suit(hands: Cards) -> Ints:
    """The suit of two or three cards of a suited A-K-Q, or -1."""
    found = np.full(len(hands), -1)
    for suit in range(4):
        found[((hands >= QUEENS) & (hands & 3 == suit)).sum(axis=1) > 1] = suit
    return found


def _told(cards: list[int]) -> str:
    hand, up = cards[:3], cards[3:]
    against = f" against {' '.join(map(card_text, up))}" if up else ""
    return f"{cards_text(sorted(hand, reverse=True))}{against}"
