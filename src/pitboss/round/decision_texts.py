"""A decision in one word, as advice names it and history keeps it."""

from __future__ import annotations


def action_text(action: str, discard: str | None) -> str:
    """A decision in one word, as advice names it and history keeps it: `play`, `draw:4d`."""
    return action if discard is None else f"{action}:{discard}"


def parse_action(text: str) -> tuple[str, str | None]:
    """The action and its discard, if there is one, of a decision in one word.

    >>> parse_action("draw:4d"), parse_action("play")
    (('draw', '4d'), ('play', None))
    """
    action, _, discard = text.partition(":")
    return action, discard or None
