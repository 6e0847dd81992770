"""The whole strategy of a sheet, hand by hand, and advice on one hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

import numpy as np

from pitboss.cards import Card, card_text, cards_text, parse_cards
from pitboss.dataframes import Rows, Tabular, exact
from pitboss.dataframes.rows import Columns
from pitboss.money import Cents
from pitboss.odds.bet_worths import weighed_wagers
from pitboss.odds.decision_frames import decision_columns, row_kind
from pitboss.odds.decision_list import action_of, decisions
from pitboss.odds.decisions import ACTIONS, BARRED, ActionName
from pitboss.odds.geometry import SUIT_ORDERS, row_of, rows, royal_suit, triple_index
from pitboss.odds.house_game import House, game_of
from pitboss.odds.not_priced import NotPriced
from pitboss.odds.notebook import html_table
from pitboss.odds.row_kinds import AdviceRow, StrategyRow
from pitboss.odds.sheet_price import Game
from pitboss.odds.suit_orders import renamed, up_sets
from pitboss.round.bets import check_wagers
from pitboss.round.decision_texts import action_text
from pitboss.round.raises import RaiseId, raises_of


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand up to suits, with the up cards where any show: what each action is worth, per Ante."""

    hand: tuple[Card, ...]  # high to low
    up: tuple[Card, ...]
    multiplicity: int
    worth: Mapping[ActionName, Fraction]
    best: tuple[ActionName, ...]  # more than one where actions are equally good
    raises: tuple[RaiseId, ...] = ()  # that the house offers, to this hand or to others

    @property
    def action(self) -> str:
        """`play`, or `fold|play` where both are equally good."""
        return "|".join(self.best)

    def as_row(self) -> list[str]:
        """The columns of `pitboss strategy --csv`."""
        names = (*ACTIONS, *self.raises)
        evs = [str(self.worth[name]) if name in self.worth else "" for name in names]
        return [cards_text(self.hand), str(self.multiplicity), cards_text(self.up), self.action, *evs]

    def row(self) -> StrategyRow:
        """The same as plain values."""
        made: dict[str, Any] = {
            "hand": cards_text(self.hand),
            "multiplicity": self.multiplicity,
            "up": cards_text(self.up) or None,
            "action": self.action,
        }
        for name in (*ACTIONS, *self.raises):
            made |= exact(f"ev_{name}", self.worth.get(name))
        return cast(StrategyRow, made)


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
        return Rows(row_kind(self.game.sheet), (entry.row() for entry in self))

    def columns(self) -> Columns:
        """The rows by columns, as arrays."""
        return decision_columns(self.game, self.wagers)


def strategy(house: House, bets: Mapping[str, Cents] | None = None) -> Strategy:
    """Every hand up to suits, best cards first; hand and up cards are taken up to suits together.

    >>> from pitboss import strategy
    >>> sum(entry.multiplicity for entry in strategy("rivers") if entry.action == "play")
    14900
    """
    game = game_of(house)
    return Strategy(game, decided_wagers(game, bets))


def _entries(game: Game, wagers: Mapping[str, Cents]) -> Iterator[Entry]:
    hands, ups = rows().cards, up_sets(game.dealing.shows)
    raises = raises_of(game.sheet)
    for some in decisions(game, wagers):
        names = some.names[: some.sums.shape[1]]
        columns = (some.row, some.up, some.deals, some.best(), some.sums)
        for row, up, deals, best, sums in zip(*(column.tolist() for column in columns), strict=True):
            yield Entry(
                hand=tuple(renamed(hands[row], some.order).tolist()),
                up=tuple(ups[up].tolist()),
                multiplicity=deals,
                worth={
                    name: Fraction(total, some.per)
                    for name, total in zip(names, sums, strict=True)
                    if total != BARRED
                },
                best=tuple(action_of(best, some.names).split("|")),  # type: ignore[arg-type]
                raises=raises,
            )


def decided_wagers(game: Game, bets: Mapping[str, Cents] | None) -> Mapping[str, Cents]:
    """The bet that is decided about: the Ante alone where none is given."""
    if bets is None:
        return game.stakes_of("ante")
    check_wagers(game.table, bets)
    if "ante" not in bets:
        raise NotPriced(f"Without {game.sheet.label('ante')} there is nothing to decide")
    return bets


@dataclass(frozen=True, slots=True)
class Advice(Tabular[AdviceRow]):
    """What each action is worth for one hand, per Ante, and what the showdown would bring."""

    best: tuple[str, ...]
    actions: Mapping[str, Fraction]
    ends: Mapping[str, int]  # of the dealer's outcomes: how many win, tie, lose, do not qualify
    left_out: tuple[str, ...] = ()  # wagers of the bet that no decision touches, and whose worth is not in it

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
        found: dict[str, Any] = {
            "best": "|".join(self.best),
            "actions": {name: {"ev": str(ev)} for name, ev in self.actions.items()},
        }
        return found | ({"left_out": list(self.left_out)} if self.left_out else {})


def advise(
    house: House,
    cards: Sequence[Card] | str,
    up: Sequence[Card] | str = (),
    bets: Mapping[str, Cents] | None = None,
) -> Advice:
    """The worth of each action for one hand against what shows; cards may be given as text.

    >>> from pitboss import advise
    >>> advise("rivers", "Qs 6h 4d").best
    ('play',)
    >>> advise("pechanga", "9s 9h 4d").best
    ('draw:4d',)
    """
    game = game_of(house)
    cards = parse_cards(cards) if isinstance(cards, str) else cards
    up = parse_cards(up) if isinstance(up, str) else up
    shows = game.dealing.shows
    if len(set(cards)) != 3 or len({*cards, *up}) != 3 + len(up):
        raise NotPriced("A hand has three different cards, and none of them shows at the dealer's")
    if len(up) != shows:
        what = (
            "no card shows"
            if not shows
            else f"{shows} card{'s' if shows > 1 else ''} must be given with --up"
        )
        raise NotPriced(f"At {game.sheet.name} {what} ({game.sheet.dealer.clause})")
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
        left_out=tuple(name for name in wagers if name not in weighed_wagers(game, wagers)),
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
