"""Decisions as people type them, `play`, `f`, `draw 4d`, and as they read them."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import signs
from pitboss.phrases import one_of
from pitboss.round import Action
from pitboss.round.decision_texts import parse_action
from pitboss.round.raises import RAISES, is_raise


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
    """The action a person means: a word or its first letter, and for a draw the card."""
    if not words:
        return None
    for action in actions:
        if is_raise(action.id) and " ".join(words).removesuffix("x") == _typed(action.id).removesuffix("x"):
            return action
        named = words[0] in (action.id, action.key)
        card = words[1] if len(words) == 2 else None
        wanted = (action.discard.lower(), signs([action.discard]).lower()) if action.discard else (None,)
        if named and card in wanted and len(words) <= 2:
            return action
    return None


def said_action(name: str) -> str:
    """An action as it is read: `draw 4♦`, `play`.

    >>> said_action("draw:4d"), said_action("play"), said_action("play_3x")
    ('draw 4♦', 'play', 'play 3×')
    """
    action, card = parse_action(name)
    if is_raise(action):
        return f"play {RAISES[action]}×"
    return f"{action} {signs([card])}" if card else action


def _typed(action: str) -> str:
    """An action without a card as it is typed: `play 3x`."""
    return f"play {RAISES[action]}x" if is_raise(action) else action
