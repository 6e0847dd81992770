"""The schedule of limits: which level the next round is played under, and when a level ends."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.evening.model import LONGEST, Evening, Milliseconds

MINUTE = 60_000


def after_round(evening: Evening, now: Milliseconds) -> Evening:
    """The same under the limits of the next round; the last level lasts to the end."""
    played = replace(evening, level_rounds=evening.level_rounds + 1)
    level, last = evening.limits, len(evening.plan.levels) - 1
    over = (level.rounds is not None and played.level_rounds >= level.rounds) or (
        level.minutes is not None and (evening.paused or now) >= level_end(evening)
    )
    if not over or evening.level == last:
        return played
    return replace(played, level=evening.level + 1, level_rounds=0, level_since=evening.paused or now)


def level_end(evening: Evening) -> Milliseconds:
    """When the running level ends, if it is one by minutes and no pause comes."""
    return evening.level_since + (evening.limits.minutes or 0) * MINUTE


def is_last_round(evening: Evening) -> bool:
    """Whether the evening ends with the round that is played."""
    return evening.round >= min(evening.plan.rounds or LONGEST, LONGEST)
