"""An evening of bots and its host, for its pictures: the list, half of it, the wall, and the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page

from tests.browser.playing import become

EVENING: Final = {
    "id": "evening",
    "name": "Friday night",
    "house": "rivers",
    "levels": [{"low": low, "high": 10 * low, "rounds": 2} for low in (500, 1000, 2000)],
    "rounds": 5,
    "clock": {"bets": 5, "decision": 5, "result": 3},
    "prizes": ["The golden cup", "A bottle of wine"],
    "bots": 15,
}


def take_evening(page: Page, take: Callable[..., None]) -> None:
    """Plays an evening, and takes its pictures on the way."""
    become(page)
    page.request.put("/api/me", data={"name": "Mary Ann", "avatar": "cat"})
    evening = page.request.post("/api/evenings", data=EVENING).json()["id"]
    page.request.post(f"/api/evenings/{evening}/enter", data={"id": "enter"})
    _see(page, evening, "Seats are drawn")
    take(page, "list", ("phone",))
    page.request.post(f"/api/evenings/{evening}/start", data={"id": "start"})
    _see(page, evening, "Level 2 of 3")
    take(page, "play")
    page.goto(f"/evening/{evening}/wall")
    take(page, "wall", ("desktop",))
    _see(page, evening, "1st place")
    take(page, "result")


def _see(page: Page, evening: str, words: str) -> None:
    page.goto(f"/evening/{evening}")
    page.get_by_text(words).first.wait_for()
