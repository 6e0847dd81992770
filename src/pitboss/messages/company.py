"""What a table says of people, the bank's offer and the operator: notes by their kind, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.money import dollars
from pitboss.round.table import RAISES

LEFT: Final = "a player who has left"

_OF_TABLE: Final = {
    "bank_passed": "The bank is passed on.",
    "frozen": "The table is stopped for the moment.",
    "thawed": "The table goes on.",
    "worn_out": "{text}.",
    "deal_now": "{By} has the cards dealt.",
    "terms": "{By} has set the terms: {low} to {high}, {clock}, {coach}.",
    "closing": "{Closer} closes the table after this round.",
    "evening_paused": "The host has paused the evening: no further round begins until it goes on.",
    "evening_resumed": "The evening goes on.",
    "resumed": "The house was away for a moment: clocks start full again.",
    "closed": "{Closer} has closed the table.",
    "time_up": "{Reason}: the cards are dealt.",
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
    "host": ("You are the host of this table now.", "{Name} is the host of this table now."),
    "nudge": ("{By}: the others wait for you.", "{By} nudges {name}."),
    "removed": ("{By} has you get up.", "{By} has {name} get up."),
    "sat_out": (
        "{Reason}: you sit out until you do something; bets that were not dealt went back.",
        "{Reason}: {name} sits out, and nobody waits for them.",
    ),
    "decided_for": (
        "{Reason}: {rule} {verb} for you.",
        "{Reason}: {rule} {verb} for {name}.",
    ),
}
_REASONS: Final = {
    "clock": "The clock ran out",
    "wait": "The longest wait is over",
    "away": "No connection for too long",
    "idle": "No answer to a nudge",
    "host": "Sat out by the host",
    "operator": "Sat out by the operator",
    "left": "The seat was left",
}
_RULES: Final = {
    "away rule": "the away rule",
    "away fold": "the instruction to fold",
    "away optimal": "the instruction to play by the odds",
}
_PLAYED: Final[dict[str, str]] = dict.fromkeys(("play", *RAISES), "played")
_VERBS: Final = _PLAYED | {"fold": "folded", "draw": "drew"}
_CLOSERS: Final = {
    "host": "The host",
    "operator": "The operator",
    "house": "The house",
    "evening": "The evening",
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
    name, was = str(values.get("name") or LEFT), str(values.get("was", ""))
    said = GESTURES.get(str(values.get("gesture")), "…")  # of a kind that is not known here
    who = {"name": name, "Name": _capital(name), "Was": _capital(was), "said": said}
    return form.format_map({**values, **_worded(values), **who})


def _worded(values: Mapping[str, Any]) -> dict[str, str]:
    """The values of a note that are keys, in words."""
    by, why, cents = values.get("by"), values.get("why"), (values.get("low"), values.get("high"))
    found = {
        "By": str(by or "The operator"),
        "Closer": _CLOSERS.get(str(by), ""),
        "Reason": _REASONS.get(str(why), ""),
        "rule": _RULES.get(str(by), ""),
        "verb": _VERBS.get(str(values.get("action")), ""),
    }
    if all(isinstance(each, int) for each in cents):
        found |= {"low": dollars(values["low"]), "high": dollars(values["high"])}
        found["clock"] = "with a clock" if values.get("clock") else "without a clock"
        found["coach"] = "with the coach" if values.get("coach") else "without the coach"
    return found


def spoken(gesture: str) -> str:
    """A gesture as one writes it at a terminal.

    >>> spoken("nice_hand")
    'nice hand'
    """
    return gesture.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
