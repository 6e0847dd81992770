"""What a table says of people, the bank's offer and the operator: notes by their kind, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_OF_TABLE: Final = {
    "bank_passed": "The bank is passed on.",
    "frozen": "The table is stopped for the moment.",
    "thawed": "The table goes on.",
    "worn_out": "{text}.",
    "closing": "The table closes after this round.",
    "resumed": "The house was away for a moment: clocks start full again.",
    "closed": "The table is closed.",
    "open_round": None,
    "close_table": None,
}
# Of somebody: as that person hears it, and as the others do; None is not told.
_OF_PERSON: Final = {
    "sit": ("You sit down at seat {seat}.", "{Name} sits down at seat {seat}."),
    "stand": ("You get up from seat {seat}.", "{Name} gets up from seat {seat}."),
    "leaving": ("You get up after this hand.", "{Name} leaves after this hand."),
    "away": (None, "{Name} has lost the connection."),
    "back": (None, "{Name} is back."),
    "ready": (None, "{Name} is ready."),
    "more_time": (None, "{Name} takes more time."),
    "renamed": ("You are called {name} now.", "{Was} is called {name} now."),
    "gesture": ("You: {said}", "{Name}: {said}"),
    "bank_offer": (None, "The bank is offered to {name}."),
}


GESTURES: Final[dict[str, str]] = {
    "nice_hand": "Nice hand!",
    "good_luck": "Good luck!",
    "thanks": "Thanks!",
    "well_played": "Well played!",
    "ouch": "Ouch!",
    "one_moment": "One moment, please.",
    "cheers": "Cheers!",
    "good_night": "Good night!",
}
AVATARS: Final[dict[str, str]] = {  # what the pictures show
    "cat": "cat",
    "dog": "dog",
    "bird": "bird",
    "fish": "fish",
    "rabbit": "rabbit",
    "squirrel": "squirrel",
    "turtle": "turtle",
    "snail": "snail",
    "panda": "panda",
    "bug": "beetle",
    "shell": "shell",
    "ghost": "ghost",
    "rocket": "rocket",
    "sailboat": "sailing boat",
    "guitar": "guitar",
    "clover": "clover leaf",
}


def note_words(kind: str, values: Mapping[str, Any], own: bool) -> str | None:
    """A note as a sentence; `own` where it is about who listens. None when it is not told."""
    if kind in _OF_TABLE:
        form = _OF_TABLE[kind]
    else:
        yours, theirs = _OF_PERSON[kind]
        form = yours if own else theirs
    if form is None:
        return None
    name, was = str(values.get("name", "")), str(values.get("was", ""))
    said = GESTURES.get(str(values.get("gesture")), "…")  # of a kind that is not known here
    return form.format_map({**values, "Name": _capital(name), "Was": _capital(was), "said": said})


def spoken(gesture: str) -> str:
    """A gesture as one writes it at a terminal.

    >>> spoken("nice_hand")
    'nice hand'
    """
    return gesture.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
