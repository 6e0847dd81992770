"""Decisions as people type them: `play`, `f`, `draw 4d`."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.phrases import one_of
from pitboss.round import Action


def one_of_each(actions: Sequence[Action]) -> list[Action]:
    """Fold, play and one draw: the draws differ only in their card."""
    return list({action.id: action for action in reversed(actions)}.values())[::-1]


def choices(actions: Sequence[Action]) -> str:
    """What may be said."""
    words: list[str] = [action.id for action in actions if action.id != "draw"]
    discards = [str(action.discard) for action in actions if action.id == "draw"]
    if discards:
        words.append(f"draw {'/'.join(discards)}")
    return one_of(words)


def chosen(actions: Sequence[Action], words: list[str]) -> Action | None:
    """The action a person means: a word or its first letter, and for a draw the card."""
    if not words:
        return None
    for action in actions:
        named = words[0] in (action.id, action.key)
        card = words[1] if len(words) == 2 else None
        wanted = action.discard.lower() if action.discard else None
        if named and card == wanted and len(words) <= 2:
            return action
    return None
