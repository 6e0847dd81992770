"""Whoever reads a time reads it in their own zone, with its name; the fact is a number."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from pitboss.messages.times import in_own_time, limit_refusal, moment_words, until_words
from pitboss.round import Refusal
from pitboss.terminal.place import refusal_of

NOON = 1_794_744_000_000  # 2026-11-15 12:00 UTC
JULY = 1_783_684_800_000  # 2026-07-10 12:00 UTC
BERLIN = ZoneInfo("Europe/Berlin")
LOSS = {"which": "loss", "limit": 5_000, "more": 2_000, "spent": 4_000, "again": NOON + 1}


def test_a_time_has_the_name_of_its_zone() -> None:
    assert moment_words(NOON, BERLIN) == "2026-11-15 13:00:00 CET"
    assert moment_words(JULY, BERLIN) == "2026-07-10 14:00:00 CEST"
    assert (
        until_words(NOON + 1, ZoneInfo("Asia/Kolkata")) == "2026-11-15 17:31 IST"
    )  # never a minute too early


@pytest.mark.parametrize(
    ("code", "path", "values", "text"),
    [
        ("excluded", "", {"until": NOON}, "You are excluded from play until 2026-11-15 13:00 CET"),
        (
            "excluded",
            "until",
            {"until": NOON},
            "You are excluded until 2026-11-15 13:00 CET; that cannot be shortened",
        ),
        (
            "limit",
            "",
            {"which": "minutes", "limit": 1, "played": 2, "again": NOON},
            (
                "You have played for 2 minutes, and your limit is 1 minute."
                " You can bet again at 2026-11-15 13:00 CET, after an hour without a bet"
            ),
        ),
        (
            "limit",
            "wagers",
            LOSS | {"left": 1_000},
            (
                "This bet could cost $20, and $10 is left of your loss limit of $50."
                " The limit begins anew at 2026-11-15 13:01 CET, after an hour without a bet"
            ),
        ),
        (
            "limit",
            "wagers",
            LOSS | {"left": 0},
            (
                "Your loss limit of $50 is reached: $40 is lost or on the tables."
                " The limit begins anew at 2026-11-15 13:01 CET, after an hour without a bet"
            ),
        ),
    ],
)
def test_a_refusal_says_its_time_in_the_reader_s_zone(
    code: str, path: str, values: dict[str, int | str], text: str
) -> None:
    told = limit_refusal(code, path, values)
    assert " UTC" in told.text
    mine = in_own_time(told, BERLIN)
    assert (mine.text, mine.code, mine.path, mine.values) == (text, code, path, values)


def test_what_names_no_time_or_lacks_a_value_is_left_as_it_is_worded() -> None:
    for refusal in (
        Refusal("rate", "Too many attempts: try again in 60 seconds", None, "", {"again": NOON}),
        Refusal("limit", "Your limit does not allow this bet", None, "", {"which": "rounds"}),
        Refusal("excluded", "You are excluded from play", None, ""),
    ):
        assert in_own_time(refusal, BERLIN).text == refusal.text


def test_the_terminal_words_what_a_server_refuses() -> None:
    """Whatever the text of the frame is: the value is what counts."""
    frame = {
        "t": "refused",
        "code": "excluded",
        "text": "?",
        "clause": None,
        "path": "",
        "values": {"until": NOON},
    }
    assert refusal_of(frame).text == f"You are excluded from play until {until_words(NOON)}"
