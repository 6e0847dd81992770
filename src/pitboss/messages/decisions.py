"""A decision in words, from the one word by which advice names it and history keeps it."""

from __future__ import annotations

from pitboss.cards import signs
from pitboss.round.table import RAISES, is_raise, parse_action


def decision_words(action: str, play: str = "Play") -> str:
    """What was done, or can be, with Play in the house's word.

    >>> decision_words("draw:4d"), decision_words("play_3x"), decision_words("fold")
    ('Draw, discard 4♦', 'Play 3×', 'Fold')
    """
    name, card = parse_action(action)
    if card:
        return f"Draw, discard {signs([card])}"
    if is_raise(name):
        return f"{play} {RAISES[name]}×"
    return play if name == "play" else name.capitalize()
