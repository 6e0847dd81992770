"""The full screen at a table of a server: the same screen, the same keys, and a server that goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.terminal.remote import JoinedTable, Wanted, find_place
from pitboss.terminal.screen_session import ScreenInput
from tests.cli.terminals import House
from tests.terminal.screens import opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as served:
        served.start()
        yield served


def joined(url: str, ears: ScreenInput, *, hands: int = 1) -> JoinedTable:
    place = find_place(ears, url, None, Wanted(None), hands, None)
    assert place is not None
    return place


def test_a_round_in_company_at_a_server_and_its_end(house: House) -> None:
    """One plays by keys and one by commands; then the server is gone, and so is the player, at once."""

    async def evening() -> None:
        host = house.ask("POST", "/api/guests")["secret"]
        url, _ = house.table(host, "pechanga")
        ears = ScreenInput()
        place, other = joined(url, ears), joined(url, ScreenInput())
        async with opened(place, ears=ears) as table:
            await table.asked("bets")
            assert "You are " in table.ears.log[0]  # said before the screen was opened
            assert other.name[:6] in table.text
            await table.press("a", "space")
            await table.shows(f"Waiting for {other.name}.")
            other.say("bets", seat=2, wagers={"ante": 1000}, seed="")
            other.say("ready")
            await table.asked("decide")
            own = table.session.view.you.seats[0].cards
            assert len(table.cards) == 3
            await table.press("1")
            await table.press("d")
            await table.shows(f"Waiting for {other.name}.")
            other.hear()
            other.say("fold", seat=2)
            await table.asked("go")
            hand = table.session.view.you.seats[0].hand
            assert hand is not None
            assert hand.discard == own[0]
            table.fits()
            await table.press("space", then="bets")
            other.close()
            house.kill()
            await table.shows("The connection is lost; trying to come back.")
            await table.press("ctrl+c")
            await table.until(lambda: not table.screen.thread.is_alive())

    asyncio.run(evening())
