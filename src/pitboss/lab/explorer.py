"""Hands one by one: what each action is worth, the hands of a cell of the chart, hands to drill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Final, Literal

from pitboss.cards import RANKS, Card, card_text, cards_text
from pitboss.hands import CATEGORY_OF_VALUE, value3
from pitboss.lab.rule_changes import WhatIf, game_of, what_if
from pitboss.lab.strategy_chart import cell_of, cell_of_row, check_cell, check_up
from pitboss.messages.rounds import decision_words
from pitboss.money import Cents
from pitboss.odds import Advice, Game, NotPriced, Price, advise
from pitboss.odds.borderline import Practice, PracticeDeal, practice
from pitboss.odds.decisions import BARRED, Worth
from pitboss.odds.explain import Formula, how
from pitboss.odds.geometry import rows
from pitboss.odds.outcomes import OutcomeClass
from pitboss.odds.short_rules import ShortRule, short_rule
from pitboss.report.strategy_summary import StrategySummary, cut_off_sentences, sentence_for, summary_of
from pitboss.round.settlement import ActionId
from pitboss.round.table import is_raise
from pitboss.sheet import find_clause
from pitboss.sheet.pays import hand_class


@dataclass(frozen=True, slots=True)
class Explained:
    """The sample space, the steps from counts to figures, and the clauses they rest on with their words."""

    space: str
    formulas: tuple[Formula, ...]
    clauses: Mapping[str, str]


def explained(game: Game, price: Price) -> Explained:
    """How a price came about."""
    found = how(game, price)
    return Explained(found.space, found.formulas, found.clauses)


MOST_HANDS: Final = 400
# Showdown results as in the paybook, by what an explored hand calls them.
_QUALIFIED: Final = {"win": 5, "tie": 4, "lose": 3}
_NOT_QUALIFIED: Final = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class ActionWorth:
    """One action: its mean per Ante, and what it gives up against the best."""

    id: str
    label: str
    ev: str
    value: float
    best: bool
    cost: str
    cost_value: float


@dataclass(frozen=True, slots=True)
class ExploredHand:
    """One hand against what shows."""

    cards: tuple[str, ...]
    up: tuple[str, ...]
    hand: str
    label: str
    ranks: str
    cell: str
    best: tuple[str, ...]
    actions: tuple[ActionWorth, ...]
    ends: Mapping[str, int]  # of the dealer's outcomes: win, tie, lose, not_qualified
    outcomes: int
    how: Explained


@dataclass(frozen=True, slots=True)
class CellHand:
    """A hand up to suits, with the up card where one shows; up cards of one worth share an entry."""

    hand: str
    up: str
    multiplicity: int
    action: str
    ev: Mapping[str, str]
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class CellHands:
    """The hands of a cell; `more` are left out."""

    cell: str
    up: str | None
    deals: str
    more: int
    hands: tuple[CellHand, ...]


def explore(
    asked: WhatIf, cards: Sequence[Card], up: Sequence[Card] = (), bets: Mapping[str, Cents] | None = None
) -> ExploredHand:
    """What each action is worth for one hand.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.lab.rule_changes import what_if
    >>> explore(what_if("rivers"), parse_cards("Qs 6h 4d")).best
    ('play',)
    """
    game = game_of(asked)
    found = advise(game, cards, up, bets)
    top = max(found.actions.values())
    high_to_low = sorted(cards, reverse=True)
    category = CATEGORY_OF_VALUE[value3(cards[0], cards[1], cards[2])]
    return ExploredHand(
        cards=tuple(card_text(card) for card in cards),
        up=tuple(card_text(card) for card in up),
        hand=category.text,
        label=asked.sheet.hand_label(category.text),
        ranks="-".join(RANKS[card >> 2] for card in high_to_low),
        cell=cell_of(tuple(cards)),
        best=found.best,
        actions=tuple(
            ActionWorth(
                name,
                decision_words(name, asked.sheet.play.label),
                str(ev),
                float(ev),
                ev == top,
                str(top - ev),
                float(top - ev),
            )
            for name, ev in found.actions.items()
        ),
        ends=found.ends,
        outcomes=sum(found.ends.values()),
        how=_how(game, cards, found, bets),
    )


def _how(game: Game, cards: Sequence[Card], found: Advice, bets: Mapping[str, Cents] | None) -> Explained:
    """The dealer's outcomes, and how the worth of playing is made of them."""
    sheet, ends = game.sheet, found.ends
    total = sum(ends.values())
    steps = [
        Formula(
            "Dealer's outcomes",
            " + ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in ends.items()),
            f"{total:,}",
        )
    ]
    for name, ev in found.actions.items():
        plays: ActionId | None = "play" if name == "play" else name if is_raise(name) else None
        made = _play_sum(game, cards, ends, bets, plays) if plays else ""
        told = name.replace("_", " ")
        steps.append(Formula(told, made or "mean net of all outcomes / Ante", f"{ev} = {float(ev):+.6f}"))
    dealer = sheet.dealer
    outcomes = (sheet.better, sheet.equal, sheet.worse, sheet.not_qualified)
    clauses = [sheet.play.clause, sheet.wagers["ante"].fold.clause, dealer.clause, dealer.qualifier.clause]
    clauses += [each.clause for each in outcomes if each] + [each.clause for each in sheet.bonuses.values()]
    clauses += [sheet.play.raises.clause] if sheet.play.raises else []
    clauses += [column.clause for name in sheet.main_tables for column in sheet.pays[name].columns.values()]
    fourth = " and fourth cards" if game.dealing.dealer_draws else ""
    known = ((each, find_clause(sheet, each)) for each in dict.fromkeys(clauses) if each)
    says = {each: clause.says for each, clause in known if clause is not None}
    return Explained(f"{total:,} possible dealer hands{fourth} with these cards", tuple(steps), says)


def _play_sum(
    game: Game,
    cards: Sequence[Card],
    ends: Mapping[str, int],
    bets: Mapping[str, Cents] | None,
    action: ActionId,
) -> str:
    """Playing as a sum over the results; empty where six cards or the way of not qualifying matter too."""
    wagers = bets or game.stakes_of("ante")
    if not game.table.book.shared.keys().isdisjoint({*wagers, *game.sheet.bonuses}):
        return ""

    def net(versus: int) -> Fraction:
        end = OutcomeClass(action, versus, hand_class(cards[0], cards[1], cards[2]), 0, 1)
        return Fraction(sum(line.profit for line in game.lines_of(wagers, end)), wagers["ante"])

    nets = {name: net(versus) for name, versus in _QUALIFIED.items()}
    missed = {net(versus) for versus in _NOT_QUALIFIED}
    if ends["not_qualified"] and len(missed) > 1:
        return ""
    nets["not_qualified"] = missed.pop()
    parts = " + ".join(f"{ends[name]:,} x {nets[name]}" for name in nets if ends[name])
    return f"({parts}) / {sum(ends.values()):,}"


def hands_of_cell(asked: WhatIf, cell: str, up: str = "") -> CellHands:
    """The hands of a cell of the chart with the worth of each action, best cards first."""
    game = game_of(asked)
    check_cell(cell)
    check_up(game.dealing.shows, up, asked.sheet.dealer.clause, required=True)
    if game.dealing.shows > 1:
        raise NotPriced("Where several cards show, hands are asked for one at a time")
    wagers = game.stakes_of("ante")
    found = [hand for chunk in game.worths(wagers) for hand in _hands(chunk, cell, up, wagers["ante"])]
    return CellHands(
        cell=cell,
        up=up or None,
        deals=str(sum(hand.multiplicity for hand in found)),
        more=max(0, len(found) - MOST_HANDS),
        hands=tuple(found[:MOST_HANDS]),
    )


def _hands(chunk: Worth, cell: str, up: str, stake: Cents) -> Iterator[CellHand]:
    per, every = chunk.outcomes * stake, chunk.every()
    hands = rows()
    ups = [
        place
        for place, shown in enumerate(chunk.counts.ups.tolist())
        if not up or shown[0] >> 2 == RANKS.index(up)
    ]
    for place, row in enumerate(chunk.counts.rows.tolist()):
        if cell_of_row()[row] != cell:
            continue
        alike: dict[tuple[int, ...], list[int]] = {}  # up cards by what the actions are worth
        for each in ups:
            if chunk.counts.seen[place, each]:
                alike.setdefault(tuple(every[place, each].tolist()), []).append(each)
        for sums, shown in alike.items():
            both = zip(chunk.names, sums, strict=True)
            worth = {name: Fraction(total, per) for name, total in both if total != BARRED}
            top = max(worth.values())
            yield CellHand(
                hand=cards_text(hands.cards[row].tolist()),
                up=cards_text(chunk.counts.ups[shown[0]].tolist()),
                multiplicity=int(hands.weight[row]) * len(shown),
                action="|".join(name for name, ev in worth.items() if ev == top),
                ev={name: str(ev) for name, ev in worth.items()},
                values={name: float(ev) for name, ev in worth.items()},
            )


Drawn = Literal["borderline", "mixed", "speed"]


def drawn(house: str, kind: Drawn, number: int, seed: str) -> list[PracticeDeal]:
    """New questions; the same seed draws the same."""
    return _practice(house).draw(kind, number, Random(seed).randrange)


def cut_off(house: str, deal: PracticeDeal) -> str:
    """The sentence of the house's rule that a hand falls under, and whether the hand is an exception."""
    game = _game(house)
    if game.sheet.player.draws:
        rule = _short_rule(house)
        sentence = sentence_for(game.sheet, rule, deal.cards)
        exception = rule.decide(deal.cards)[0] not in advise(game, deal.cards).best
        return f"{sentence} This hand is an exception." if exception else sentence
    rank = RANKS[deal.up[0] >> 2] if deal.up else ""
    cut = next(each for each in _plan(house).cut_offs if each.up == rank)
    return next(cut_off_sentences(game.sheet, [cut]))


def _game(house: str) -> Game:
    """The mathematics of a house as it is printed."""
    return game_of(what_if(house))


@lru_cache(maxsize=8)
def _practice(house: str) -> Practice:
    return practice(_game(house))


@lru_cache(maxsize=8)
def _short_rule(house: str) -> ShortRule:
    return short_rule(_game(house))


@lru_cache(maxsize=8)
def _plan(house: str) -> StrategySummary:
    return summary_of(_game(house))
