"""axe-core, from npm, run on what a browser shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parents[2] / "page/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RUN = """async () => {
  const told = node => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? '');
  const found = await axe.run(document, {resultTypes: ['violations']});
  return found.violations.map(each => [each.id, each.help, ...each.nodes.slice(0, 4).map(told)]);
}"""
# What has just been changed is on the screen.
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def check(page: Page, where: str) -> None:
    """Nothing that axe-core knows of is wrong with what is shown now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[Any] = page.evaluate(RUN)
    assert found == [], f"{where}: {found}"
