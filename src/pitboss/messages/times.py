"""Times as people read them, in the reader's zone with its name; and refusals that name a time.

Programs are given UTC and no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Final

from pitboss.errors import Refusal
from pitboss.money import dollars

MINUTE: Final = 60_000  # milliseconds


def moment_words(at: int, zone: tzinfo | None = None) -> str:
    """A time in milliseconds to the second; without a zone in the machine's own.

    >>> moment_words(1_794_700_800_500, UTC)
    '2026-11-15 00:00:00 UTC'
    """
    return f"{_in_zone(at // 1000, zone):%Y-%m-%d %H:%M:%S %Z}"


def until_words(at: int, zone: tzinfo | None = None) -> str:
    """A time in milliseconds to wait for, rounded up to the minute.

    >>> until_words(1_794_700_800_001, UTC)
    '2026-11-15 00:01 UTC'
    """
    return f"{_in_zone(-(-at // MINUTE) * 60, zone):%Y-%m-%d %H:%M %Z}"


def _in_zone(seconds: int, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).astimezone(zone)


Values = Mapping[str, int | str]


def limit_refusal(code: str, path: str, values: Values) -> Refusal:
    """A refusal by somebody's own limit, worded for who knows no zone of theirs."""
    return Refusal(code, _words(code, path, values, UTC), None, path, values)


def in_own_time(refusal: Refusal, zone: tzinfo | None = None) -> Refusal:
    """A refusal that names a time says it in the reader's zone, the machine's own if none is given."""
    try:
        text = _words(refusal.code, refusal.path, refusal.values, zone)
    except (KeyError, ValueError):  # of a house that says more, or less, than this one: as it is worded there
        return refusal
    return Refusal(refusal.code, text or refusal.text, refusal.clause, refusal.path, refusal.values)


def _words(code: str, path: str, values: Values, zone: tzinfo | None) -> str:
    """Nothing of a refusal that names no time."""
    if code == "excluded":
        until = until_words(int(values["until"]), zone)
        if path == "until":
            return f"You are excluded until {until}; that cannot be shortened"
        return f"You are excluded from play until {until}"
    if code != "limit":
        return ""
    again = until_words(int(values["again"]), zone) if "again" in values else ""
    if values["which"] == "minutes":
        played, limit = _minutes(values["played"]), _minutes(values["limit"])
        return (
            f"You have played for {played}, and your limit is {limit}."
            f" You can bet again at {again}, after an hour without a bet"
        )
    anew = f". The limit begins anew at {again}, after an hour without a bet" if again else ""
    limit, left = dollars(int(values["limit"])), int(values["left"])
    if left == 0:
        spent = dollars(int(values["spent"]))
        return f"Your loss limit of {limit} is reached: {spent} is lost or on the tables{anew}"
    more = dollars(int(values["more"]))
    return f"This bet could cost {more}, and {dollars(left)} is left of your loss limit of {limit}{anew}"


def _minutes(number: int | str) -> str:
    return f"{number} minute{'' if number == 1 else 's'}"
