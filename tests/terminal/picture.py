"""`python -m tests.terminal.picture`: docs/images/terminal.webp, a decision on the full screen."""

from __future__ import annotations

import asyncio

from tests.browser.pictures import IMAGES, Placed, browser, write_webp
from tests.terminal.screens import opened, practice

SIZE = (100, 30)
PIXELS = (1116, 720)  # of one screen, as it is drawn


async def shot() -> str:
    """Pechanga before a draw, with the coach's answer."""
    async with opened(practice("pechanga", "felt", bots=5), SIZE) as table:
        await table.asked("bets")
        await table.press("a", "a", "b", "space", then="decide")
        await table.press("c")
        await table.shows("Coach, seat 1")
        await table.press("1")
        await table.shows("Draw: discard ")
        return table.screen.export_screenshot(title="pitboss play pechanga --seats 6 --bots")


def main() -> None:
    width, height = PIXELS
    svg = asyncio.run(shot())
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": width, "height": height})
        page.set_content(f'<body style="margin: 0; background: #0d1013">{svg}</body>')
        page.add_style_tag(content=f"svg {{ display: block; width: {width}px; height: {height}px }}")
        placed = [Placed(page.screenshot(), 0, 0, width, height)]
        write_webp(chromium, IMAGES / "terminal.webp", width, height, placed)


if __name__ == "__main__":
    main()
