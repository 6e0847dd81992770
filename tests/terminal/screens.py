"""A table on a screen without a terminal: its keys are pressed, and what it shows is read."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from html import unescape
from itertools import pairwise

from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from pitboss.round import open_table
from pitboss.sheet import load_house
from pitboss.terminal.entries import CoachLevel
from pitboss.terminal.local import practice_table
from pitboss.terminal.place import Place
from pitboss.terminal.screen import TableScreen
from pitboss.terminal.screen_session import Mode, ScreenInput, ScreenSession

LONG = 20.0  # seconds after which something that should have been shown is missing
LARGE = re.compile("[│┃](10|[2-9JQKA])  +[│┃]")  # with its suit in the row below
CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")


class Shown:
    """The screen as a player sees it, with their keys."""

    def __init__(self, screen: TableScreen, pilot: Pilot[None]) -> None:
        self.screen, self.pilot = screen, pilot
        self.ears, self.session = screen.input, screen.session

    async def until(self, there: Callable[[], bool]) -> None:
        """Waits for something to be so, and drawn."""
        for _ in range(int(LONG / 0.02)):
            if there():
                break
            await self.pilot.pause(0.02)
        assert there(), "\n".join(self.rows)
        await self.pilot.pause(0.02)
        self.screen.draw()
        await self.pilot.pause()

    async def press(self, *keys: str, then: Mode | None = None) -> None:
        """Presses keys; waits until the table asks for something, where that is said."""
        await self.pilot.press(*keys)
        if then is not None:
            await self.asked(then)

    async def asked(self, mode: Mode) -> None:
        await self.until(lambda: self.screen.mode == mode)

    async def shows(self, text: str) -> None:
        def drawn() -> bool:  # a picture is made only of a page above the table
            parts = "\n".join(part.plain for part in self.screen.drawn.values())
            return text in (parts if len(self.screen.screen_stack) == 1 else self.text)

        await self.until(drawn)

    @property
    def rows(self) -> list[str]:
        """What is on the screen, row by row, out of the picture that Textual makes of it."""
        found = [""] * self.screen.size.height
        picture = self.screen.export_screenshot()
        wide, high = 12.2, 24.4  # of a column and a row, as the picture has them
        for x, y, words in re.findall(
            r'<text [^>]*?x="([\d.]+)" y="([\d.]+)"[^>]*clip-path[^>]*>(.*?)</text>', picture
        ):
            text = unescape(words).replace("\xa0", " ")
            row = round((float(y) - 20) / high)
            found[row] += " " * (round(float(x) / wide) - cell_len(found[row])) + text
        return found

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def cards(self) -> set[str]:
        """Every card that can be read anywhere."""
        return set(CARD.findall(self.text))

    @property
    def on_felt(self) -> set[str]:
        """The cards that can be read on the felt: the log beside it has those of earlier rounds."""
        felt = self.screen.query_one("#acts").region
        rows = [row[: felt.right] for row in self.rows[: felt.y]]
        large = {
            rank[1] + suit[0]
            for row, below in pairwise(rows)
            for rank in LARGE.finditer(row)
            for suit in re.findall("[♠♥♦♣]", below[rank.start() : rank.end()])
        }
        return set(CARD.findall("\n".join(rows))) | large

    def fits(self) -> None:
        """Every part is shown as a whole: no row is too long, none is below the edge."""
        width, height = self.screen.size
        for name, drawn in self.screen.drawn.items():
            part = self.screen.query_one(f"#{name}", Static)
            rows = drawn.plain.split("\n") if drawn.plain else []
            if rows and part.display:
                assert len(rows) <= part.content_size.height, (name, rows)
                assert max(map(cell_len, rows)) <= part.content_size.width, (name, rows)
                assert part.region.right <= width, name
                assert part.region.bottom <= height, name


def practice(house: str, seed: str, *, bots: int = 2, hands: int = 1) -> Place:
    """A table whose cards come from a seed, with a player and company."""
    place = practice_table(open_table(load_house(house)), seed, None)
    for seat in range(1, hands + 1):
        place.say("sit", seat=seat)
    for _ in range(bots):
        place.say("add_bot", bot="optimal")
    return place


@asynccontextmanager
async def opened(
    place: Place,
    size: tuple[int, int] = (80, 24),
    *,
    coach: CoachLevel = CoachLevel.OFF,
    ears: ScreenInput | None = None,
) -> AsyncIterator[Shown]:
    """The screen at a place; at the end the player has left, and nothing has failed."""
    ears = ears or ScreenInput()
    session = ScreenSession(place, ears, lambda: ears.say("The rules.\n" * 9), None, coach)
    screen = TableScreen(session)
    try:
        async with screen.run_test(size=size) as pilot:
            shown = Shown(screen, pilot)
            await shown.until(lambda: bool(ears.log))
            yield shown
            ears.leave()
            await shown.until(lambda: not screen.thread.is_alive())
    finally:
        ears.changed = None
        place.close()
    if screen.fault is not None:
        raise screen.fault
