"""Five kills of the real server under load: what was acknowledged is kept, and every round is paid."""

from __future__ import annotations

from tests.live.kills import evening

KILLS = 5  # `torture server` does a thousand


def test_kills_of_the_server_lose_nothing() -> None:
    found = evening(2026, KILLS)
    assert found.kills == KILLS
    assert found.cut > KILLS  # at each kill more than one table is in the middle of a round
    assert found.clocks >= KILLS // 2
    assert found.rounds > KILLS
