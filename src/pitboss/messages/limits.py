"""Why a limit of one's own keeps somebody from a bet: in sentences, with times in the reader's zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, tzinfo

from pitboss.messages.times import until_words
from pitboss.money import dollars
from pitboss.round import Refusal

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
