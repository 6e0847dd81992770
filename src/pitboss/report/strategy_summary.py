"""The optimal strategy in a compact form: how many hands do what, cut-off hands, and rules in words.

The full list, hand by hand, is `pitboss strategy --csv`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final, Literal

import numpy as np

from pitboss.cards import RANK_NAMES, RANKS, Card
from pitboss.hands import CATEGORY_OF_VALUE, Category, hand_words, parse_hand, value3
from pitboss.messages.rounds import decision_words
from pitboss.messages.rules import keep_words
from pitboss.money import Cents
from pitboss.odds import Game
from pitboss.odds.decisions import DRAW, FOLD, PLAY, from_value
from pitboss.odds.geometry import Flags, Ints, rows
from pitboss.odds.outcomes import SEVERAL, DealsDone
from pitboss.odds.short_rules import Handling, ShortRule, short_rule
from pitboss.round.table import RAISES
from pitboss.sheet.model import Sheet
from pitboss.text import all_of

_DONE: Final = ("fold", "play", "draw", "draw", "draw")
_ACE: Final = 12
HANDS_WORDS: Final = "ranks, the card given up in brackets; s marks two cards of one suit"


CutOffKind = Literal["always", "never", "from", "some"]  # some: not every hand above one that plays


@dataclass(frozen=True, slots=True)
class ActionTotal:
    """One action: in how many deals it is best, and the lowest and highest hand it is best for."""

    id: str  # play_3x where Play is raised
    action: str  # in a word
    count: int
    lowest: str
    highest: str


@dataclass(frozen=True, slots=True)
class CategoryActions:
    """One category: in how many deals each action is best, in the order of the totals."""

    category: str  # its key
    hand: str  # in the house's word
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CutOff:
    """From which hand on to play, against one rank of up card or where nothing shows."""

    up: str  # "" where nothing shows
    kind: CutOffKind
    plays: str  # in words
    count: int  # deals that play
    deals: int
    raised: str = ""  # in words, with which of them Play is raised; "" with none


@dataclass(frozen=True, slots=True)
class RuleHands:
    """The hands of a group that take one of several actions, the last one for all that are left."""

    group: str
    action: str
    count: int
    hands: tuple[str, ...]  # none: all others

    @property
    def words(self) -> str:
        return ", ".join(self.hands) or "all others"


@dataclass(frozen=True, slots=True)
class StrategySummary:
    """The strategy behind the main game's price. A deal is a hand with the up cards that show."""

    deals: int
    totals: tuple[ActionTotal, ...]
    categories: tuple[CategoryActions, ...]
    cut_offs: tuple[CutOff, ...]
    rule: tuple[str, ...]  # what to do, in a few sentences
    rules: tuple[str, ...]  # where players draw: what holds without exception, and the rest counted
    hands: tuple[RuleHands, ...] = ()  # where one card is drawn and nothing shows: what the rules leave open


def summary_of(game: Game) -> StrategySummary:
    """The compact strategy of a game with no side wager, as its price was made.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> summary_of(Game(open_table(load_house("atlantic-city")))).cut_offs[0].plays
    'Q-6-4 or better'
    """
    sheet, found = game.sheet, game.deals_done()
    by_action = {
        name: found.counts[:, [place for place, done in enumerate(_DONE) if done == name]].sum(axis=1)
        for name in ("fold", "play", *(("draw",) if sheet.player.draws else ()))
    }
    for raised, values in found.raised.items():
        by_action["play"] = by_action["play"] - values.counts
        by_action[raised] = values.counts
    totals = tuple(_total(sheet, name, counts) for name, counts in by_action.items())
    category = np.array(CATEGORY_OF_VALUE)[rows().value]
    categories = tuple(
        CategoryActions(
            each.text,
            sheet.hand_label(each.text),
            tuple(int(counts[category == each].sum()) for counts in by_action.values()),
        )
        for each in reversed(Category)
    )
    cut_offs = () if sheet.player.draws or game.dealing.shows > 1 else tuple(_cut_offs(sheet, found))
    rules = tuple(_draw_rules(sheet, found.counts, category)) if sheet.player.draws else ()
    open_hands = sheet.player.draws and not game.dealing.shows
    hands = tuple(_rule_hands(sheet, found.counts, category)) if open_hands else ()
    deals, rule = sum(total.count for total in totals), tuple(rule_sentences(game))
    return StrategySummary(deals, totals, categories, cut_offs, rule, rules, hands)


def _total(sheet: Sheet, name: str, counts: Ints) -> ActionTotal:
    values, word = rows().value[counts > 0], decision_words(name)
    if not values.size:
        return ActionTotal(name, word, 0, "", "")
    low, high = int(values.min()), int(values.max())
    return ActionTotal(name, word, int(counts.sum()), value_text(sheet, low), value_text(sheet, high))


def value_text(sheet: Sheet, value: int) -> str:
    """A hand by its ranks, `Q-6-4`, with its category where that is more than a high card."""
    cards = rows().cards[int(np.argmax(rows().value == value))].tolist()
    category = CATEGORY_OF_VALUE[value]
    named = "" if category is Category.HIGH_CARD else f" ({sheet.hand_label(category.text)})"
    return "-".join(RANKS[card >> 2] for card in cards) + named


def _cut_offs(sheet: Sheet, found: DealsDone) -> Iterator[CutOff]:
    for rank in range(14):
        folds, plays = (int(number) for number in found.by_rank[rank])
        if folds + plays == 0:
            continue
        low, high = int(found.lowest_played[rank]), int(found.highest_folded[rank])
        kind: CutOffKind
        if not folds:
            kind = words = "always"
        elif not plays:
            kind = words = "never"
        elif low > high:
            kind, words = "from", f"{value_text(sheet, low)} or better"
        else:
            above, some = value_text(sheet, high), value_text(sheet, low)
            kind, words = "some", f"above {above}, and some from {some} on"
        raised = "; ".join(_raised(sheet, found, rank))
        yield CutOff(RANKS[rank] if rank < 13 else "", kind, words, plays, folds + plays, raised)


def _raised(sheet: Sheet, found: DealsDone, rank: int) -> Iterator[str]:
    """With which hands Play is raised to each multiple, in words; of what no hand does nothing is told."""
    raises = sheet.play.raises
    for name, values in found.raised.items():
        low, high, left = (int(each[rank]) for each in (values.lowest, values.highest, values.highest_left))
        if raises is None or high < 0:
            continue
        if left < 0:
            words = "every hand" if not raises.value else hand_words(raises.hand)
        elif low > left:
            words = f"{value_text(sheet, low)} or better"
        elif high > left:
            words = f"hands above {value_text(sheet, left)}, and some from {value_text(sheet, low)} on"
        else:
            words = f"some hands from {value_text(sheet, low)} to {value_text(sheet, high)}"
        yield f"{RAISES[name]}× with {words}"


def cut_off_sentences(sheet: Sheet, cut_offs: Iterable[CutOff]) -> Iterator[str]:
    """The cut-offs as sentences; up cards in a row that are played alike share one."""
    for words, alike in groupby(cut_offs, key=_played):
        ups = [each.up.replace("T", "10") for each in alike]
        if ups[0]:
            shown = ups[0] if len(ups) == 1 else f"{ups[0]} to {ups[-1]}"
            yield f"{sheet.dealer.label} shows {shown}: {words}."
        else:
            yield f"{words[0].upper()}{words[1:]}."


def _played(cut: CutOff) -> str:
    words = {"always": "play any hand", "never": "fold every hand"}.get(cut.kind, f"play {cut.plays}")
    if cut.kind == "from" and not (cut.up or cut.raised):
        words += ", fold the rest. Suits never matter"
    return f"{words}; raise {cut.raised}" if cut.raised else words


# Where players draw


def _draw_rules(sheet: Sheet, counts: Ints, category: Ints) -> Iterator[str]:
    """The rules that hold without exception, category by category, then by suits; the rest is counted."""
    alike: list[tuple[str, str, int]] = []  # label, what is done, deals
    for each in reversed(Category):
        mine = category == each
        label = sheet.hand_label(each.text)
        done = _done(counts, mine)
        if len(done) == 1:
            alike.append((label, *next(iter(done.items()))))
            continue
        yield from _every(alike)
        alike = []
        for group, some in _by_suits(label, mine):
            if parts := _done(counts, some):
                told = "; ".join(f"{text} ({n:,})" for text, n in sorted(parts.items(), key=lambda x: -x[1]))
                yield f"{group}: {told}."
    yield from _every(alike)


def _by_suits(label: str, mine: Flags) -> Iterator[tuple[str, Flags]]:
    """Hands of a category by how many suits they have."""
    yield f"{label}, two cards of one suit", mine & (_suits() == 2)
    yield f"{label}, three suits", mine & (_suits() == 3)


def _rule_hands(sheet: Sheet, counts: Ints, category: Ints) -> Iterator[RuleHands]:
    """The hands of every group in which not all do the same, rarer actions first."""
    for each in reversed(Category):
        if len(_done(counts, category == each)) == 1:
            continue
        for group, some in _by_suits(sheet.hand_label(each.text), category == each):
            hands: dict[str, list[str]] = {}
            for row, action in np.argwhere(counts * some[:, None]).tolist():
                hands.setdefault(_words(row, action), []).append(_hand_text(row, action))
            parts = sorted(_done(counts, some).items(), key=lambda part: part[1])
            if len(parts) > 1:
                yield from (RuleHands(group, words, n, tuple(hands[words])) for words, n in parts[:-1])
                yield RuleHands(group, *parts[-1], ())


def _hand_text(row: int, action: int) -> str:
    """A hand as `HANDS_WORDS` says: `Ks-Qs (4)`."""
    cards = rows().cards[row].tolist()
    suits = [card & 3 for card in cards]
    marks = ["s" if suits.count(card & 3) == 2 else "" for card in cards]
    names = [f"{RANKS[card >> 2]}{mark}" for card, mark in zip(cards, marks, strict=True)]
    given_up = f" ({names.pop(action - DRAW)})" if action >= DRAW else ""
    return "-".join(names) + given_up


def _every(alike: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    """Categories that all do the same, one sentence for each thing done."""
    by_action: dict[str, list[tuple[str, int]]] = {}
    for label, done, number in alike:
        by_action.setdefault(done, []).append((label, number))
    for done, hands in by_action.items():
        labels = all_of([label for label, _ in hands])
        yield f"Every {labels}: {done} ({sum(number for _, number in hands):,})."


def _done(counts: Ints, mine: Flags) -> Mapping[str, int]:
    """What these rows do, in words, and in how many deals."""
    found: dict[str, int] = {}
    for row in np.flatnonzero(mine).tolist():
        for action in np.flatnonzero(counts[row]).tolist():
            words = _words(row, action)
            found[words] = found.get(words, 0) + int(counts[row, action])
    return found


def _words(row: int, action: int) -> str:
    return _DONE[action] if action < DRAW else f"draw, keep {_kept(row, action - DRAW)}"


def _kept(row: int, discard: int) -> str:
    """What two cards a draw keeps: the pair, or whether they are suited and how near."""
    high, low = (card for place, card in enumerate(rows().cards[row].tolist()) if place != discard)
    if high >> 2 == low >> 2:
        return "the pair"
    apart = (high >> 2) - (low >> 2)
    if high >> 2 == _ACE:
        apart = min(apart, (low >> 2) + 1)  # an ace is also below the deuce (STD-3)
    return keep_words(high & 3 == low & 3, apart, 0, exactly=True)


def _suits() -> Ints:
    """How many suits each row has."""
    suits = rows().cards & 3
    return np.array([len(set(row)) for row in suits.tolist()])


# --- The best play in a few sentences: what `pitboss strategy` says first.

_SIMPLE: Final = (*(f"{name} high" for name in RANK_NAMES[3:]), "pair")
_HANDLED: Final[Mapping[Handling, str]] = {
    "play": "Play {}.",
    "odd card": "With {}, discard the odd card.",
    "lowest card": "With {}, discard the lowest card.",
    "fold": "Fold {}.",
}


def rule_sentences(game: Game, bets: Mapping[str, Cents] | None = None) -> Iterator[str]:
    """The best play of a bet, as far as it fits into a few sentences; none where it does not."""
    if game.dealing.player_draws:
        if not game.dealing.shows:
            yield from _drawing(game, bets)
    elif game.dealing.shows < 2:
        done = game.deals_done(bets)
        cut_offs = tuple(_cut_offs(game.sheet, done))
        yield from cut_off_sentences(game.sheet, cut_offs)
        if not (game.dealing.shows or done.raised) and cut_offs[0].kind == "from":
            yield from _nearest(game, bets, int(done.lowest_played[SEVERAL]))


def _nearest(game: Game, bets: Mapping[str, Cents] | None, lowest: int) -> Iterator[str]:
    """Where nothing shows: what the hands beside the cut-off cost, and the best rule that is simpler."""
    sheet = game.sheet
    folding, playing = (_cost(game, bets, value) for value in (lowest, lowest - 1))
    yield (
        f"Folding {value_text(sheet, lowest)} costs {folding:.4f} Antes, "
        f"playing {value_text(sheet, lowest - 1)} costs {playing:.4f}."
    )
    if bets or lowest in {parse_hand(text) for text in _SIMPLE}:
        return
    best = game.price("ante").ev
    costs = {text: best - game.price("ante", from_value(parse_hand(text) or 0)).ev for text in _SIMPLE}
    simple = min(costs, key=lambda text: costs[text])
    yield f'The simple rule "play any {simple}" costs {_percent(costs[simple])} of the Ante.'


def _cost(game: Game, bets: Mapping[str, Cents] | None, value: int) -> float:
    """What the worse of folding and playing gives up with a hand of a value, in Antes; of suits the usual."""
    wagers = bets or game.stakes_of("ante")
    (worth,) = game.worths(wagers)
    of = np.flatnonzero(rows().value == value)
    row = of[rows().weight[of].argmax()]
    played, folded = (int(worth.sums[row, 0, action]) for action in (PLAY, FOLD))
    return float(abs(Fraction(played - folded, worth.outcomes * wagers["ante"])))


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}".replace("%", " %")


def _drawing(game: Game, bets: Mapping[str, Cents] | None) -> Iterator[str]:
    """The short rule of a drawing game."""
    rule = short_rule(game, bets)
    for handled, text in _HANDLED.items():
        if named := [name for name, each in rule.categories.items() if each == handled]:
            yield text.format(_hands(game.sheet, named))
    yield "With less, keep the first of these that you have, and discard the third card:"
    yield from (f"{number}. {keep_words(*keep)}" for number, keep in enumerate(rule.keeps, 1))
    yield "With none of them, fold. An ace is also low, beside a deuce and a three."
    cost = f"This costs {_percent(rule.cost)} of the Ante against perfect play"
    yield f"{cost}: {rule.exceptions:,} of {rows().weight.sum():,} hands are exceptions."


def sentence_for(sheet: Sheet, rule: ShortRule, cards: Sequence[Card]) -> str:
    """The sentence of a short rule that a hand falls under."""
    category = CATEGORY_OF_VALUE[value3(*cards)].text
    if handled := rule.categories.get(category):
        return _HANDLED[handled].format(_one(sheet, category))
    action, line = rule.decide(cards)
    if not line:
        return "With none of the cards to keep, fold."
    return f"Line {line}: keep {keep_words(*rule.keeps[line - 1])}. {decision_words(action)}."


def _hands(sheet: Sheet, categories: Sequence[str]) -> str:
    """Categories in the house's words: `a pair`; those from one up to the best as `a flush or better`."""
    order = [each.text for each in Category]
    places = sorted(order.index(name) for name in categories)
    if len(places) > 1 and places == list(range(places[0], len(order))):
        return f"{_one(sheet, order[places[0]])} or better"
    return all_of([_one(sheet, order[place]) for place in places])


def _one(sheet: Sheet, category: str) -> str:
    article = "a " if category in ("pair", "flush", "straight", "straight_flush") else ""
    return article + sheet.hand_label(category).lower()
