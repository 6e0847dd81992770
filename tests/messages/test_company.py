"""Notes of a table in sentences: every kind has its words."""

from __future__ import annotations

from typing import get_args, get_type_hints

from pitboss.messages.tables import note_words
from pitboss.table.live_state import Noted

TERMS = {"low": 500, "high": 50_000, "clock": True, "coach": True}
VALUES = {
    "name": "ann",
    "was": "anna",
    "seat": 3,
    "seats": (3,),
    "text": "The books are full",
    "gesture": "thanks",
    **TERMS,
}
OF_ONESELF = {"sit", "stand", "leaving", "renamed", "gesture", "host"}
OF_NOBODY = {"open_round", "close_table"}


def kinds() -> set[str]:
    """Every kind of note that a table makes."""
    return {kind for each in get_args(Noted) for kind in get_args(get_type_hints(each)["k"])}


def test_every_note_is_told_to_the_others() -> None:
    for kind in kinds():
        said = note_words(kind, VALUES, own=False)
        assert said is None if kind in OF_NOBODY else said and said.endswith((".", "!")) and "{" not in said


def test_of_oneself_only_seats_names_and_gestures_are_told() -> None:
    of_people = {kind for kind in kinds() if "Ann" in (note_words(kind, VALUES, own=False) or "")}
    assert {kind for kind in of_people if note_words(kind, VALUES, own=True)} == OF_ONESELF
    assert note_words("sit", VALUES, own=True) == "You sit down at seat 3."
    assert note_words("sit", VALUES, own=False) == "Ann sits down at seat 3."


def test_who_decided_what_for_whom_and_why() -> None:
    told = VALUES | {"action": "fold", "by": "away rule", "why": "clock"}
    assert note_words("decided_for", told, own=False) == "The clock ran out: the away rule folded for ann."
    assert note_words("decided_for", told, own=True) == "The clock ran out: the away rule folded for you."
    assert note_words("nudge", VALUES | {"by": "Bob"}, own=True) == "Bob: the others wait for you."
    assert note_words("closed", {"by": "operator"}, own=False) == "The operator has closed the table."
    terms = note_words("terms", VALUES | {"by": "Bob"}, own=False)
    assert terms == "Bob has set the terms: $5 to $500, with a clock, with the coach."
