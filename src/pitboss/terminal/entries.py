"""Decisions as people type them, `play`, `f`, `draw 4d`, and as they read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from pitboss.cards import RANKS, signs
from pitboss.messages.rounds import decision_words
from pitboss.money import Cents, NotMoney, parse_dollars
from pitboss.round import Action
from pitboss.round.table import RAISES, is_raise
from pitboss.text import one_of

# --- Bets as people type them: `10`, `ante 10 pair plus 5`, `a 10, progressive`.


class CoachLevel(StrEnum):
    """When the coach at a table speaks unasked. The word `coach` asks it at any level."""

    OFF = "off"
    AFTER = "after"
    BEFORE = "before"
    ASK = "ask"


class Deck(StrEnum):
    """The colours of the suits: four that anyone can tell apart, four as in card rooms, or two."""

    DISTINCT = "distinct"
    POKER = "poker"
    CLASSIC = "classic"


class Named(Protocol):
    """A betting spot, as far as its words matter."""

    @property
    def id(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def min(self) -> Cents: ...
    @property
    def max(self) -> Cents | None: ...


Spots = Sequence[Named]


class NotABet(ValueError):
    """A line that is no bet; the message says what would be one."""


def parse_bets(spots: Spots, line: str) -> dict[str, Cents]:
    """The wagers of a typed line; amounts are dollars, a spot that takes only one amount needs none.

    >>> from pitboss.round import open_table, spots
    >>> from pitboss.sheet import load_house
    >>> rivers = spots(open_table(load_house("rivers")), {}, open_=True, accepted=False)
    >>> parse_bets(rivers, "ante 10, pair plus 5 progressive")
    {'ante': 1000, 'pair_plus': 500, 'progressive': 100}
    >>> parse_bets(rivers, "15"), parse_bets(rivers, "ante 100,pair 1,000")
    ({'ante': 1500}, {'ante': 10000, 'pair_plus': 100000})
    """
    found: dict[str, Cents] = {}
    words: list[str] = []
    for token in re.split(r"(?:[\s=:]|,(?!(?<=\d,)\d{3}\b))+", line.strip()):
        if not token:
            continue
        name = _wager(spots, words) if words else None
        if (token[0].isdigit() and (not words or name is not None)) or token[0] == "$":
            _put(spots, found, name or "ante", _amount(token))
            words = []
        else:
            if name is not None and _wager(spots, [*words, token]) is None:
                _put(spots, found, name, None)
                words = []
            words.append(token)
    if words:
        name = _wager(spots, words)
        if name is None:
            raise NotABet(f"{' '.join(words)!r} is not a wager here; bet on {_labels(spots)}.")
        _put(spots, found, name, None)
    return found


def _put(spots: Spots, found: dict[str, Cents], name: str, cents: Cents | None) -> None:
    spot = next((each for each in spots if each.id == name), None)
    if spot is None:
        raise NotABet(f"There is no {name!r} here; bet on {_labels(spots)}.")
    if cents is None:
        if spot.min != spot.max:
            raise NotABet(f"How much on {spot.label}? Say, for example: {name} 10")
        cents = spot.min
    if name in found:
        raise NotABet(f"{spot.label} is named twice.")
    found[name] = cents


def _amount(token: str) -> Cents:
    try:
        return parse_dollars(token)
    except NotMoney as fault:
        raise NotABet(f"{fault}.") from None


def _wager(spots: Spots, words: list[str]) -> str | None:
    """The wager that these words name: its id, its label, or the beginning of one of them."""
    said = _plain(" ".join(words))
    exact = [each.id for each in spots if said in (_plain(each.id), _plain(each.label))]
    starts = [
        each.id for each in spots if _plain(each.id).startswith(said) or _plain(each.label).startswith(said)
    ]
    if exact:
        return exact[0]
    return starts[0] if len(starts) == 1 else None


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _labels(spots: Spots) -> str:
    return one_of([f"{each.label} ({each.id})" for each in spots])


def one_of_each(actions: Sequence[Action]) -> list[Action]:
    """Fold, play and one draw: the draws differ only in their card."""
    return list({action.id: action for action in reversed(actions)}.values())[::-1]


def choices(actions: Sequence[Action]) -> str:
    """What may be said."""
    words = [_typed(action.id) for action in actions if action.id != "draw"]
    discards = [str(action.discard) for action in actions if action.id == "draw"]
    if discards:
        words.append(f"draw {'/'.join(discards)}")
    return one_of(words)


def chosen(actions: Sequence[Action], words: list[str]) -> Action | None:
    """The action a person means: a word or its first letter; for a draw with the card, its place or `lowest`.

    >>> draws = [Action(1, "draw", "Draw", 1000, "d", "", "PEC-3", card) for card in ("Kd", "Th", "4d")]
    >>> [chosen(draws, line.split()).discard for line in ("draw 10h", "d 4♦", "discard 1", "draw lowest")]
    ['Th', '4d', 'Kd', '4d']
    """
    if "discard" in words[:2]:  # discard 4d, draw discard 4d
        words = ["draw", *words[words.index("discard") + 1 :]]
    if not words:
        return None
    for action in actions:
        if is_raise(action.id) and " ".join(words).removesuffix("x") == _typed(action.id).removesuffix("x"):
            return action
    named = [each for each in actions if words[0] in (each.id, each.key)]
    match words[1:]:
        case []:
            return next((each for each in named if each.discard is None), None)
        case [card]:
            draws = [each for each in named if each.discard is not None]
            return next((each for each in draws if _means(card, str(each.discard), draws)), None)
    return None


def _means(said: str, card: str, draws: Sequence[Action]) -> bool:
    """Whether a word means a card of the hand. Of two that are equally low, none is the lowest."""
    hand = [str(each.discard) for each in draws]
    if said == "lowest":
        ranks = sorted(RANKS.index(each[0]) for each in hand)
        return RANKS.index(card[0]) == ranks[0] and ranks.count(ranks[0]) == 1
    text = card.lower()
    return said in (str(hand.index(card) + 1), text, text.replace("t", "10"), signs([card]).lower())


def said_action(name: str) -> str:
    """An action within a sentence: `discard 4♦`, `play`.

    >>> said_action("draw:4d"), said_action("play"), said_action("play_3x")
    ('discard 4♦', 'play', 'play 3×')
    """
    words = decision_words(name)
    return words[0].lower() + words[1:]


def _typed(action: str) -> str:
    """An action without a card as it is typed: `play 3x`."""
    return f"play {RAISES[action]}x" if is_raise(action) else action
