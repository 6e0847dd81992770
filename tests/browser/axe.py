"""axe-core, from npm, run on what a browser shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parents[2] / "page/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RUN = """async (only) => {
  const told = node => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? '');
  // axe-core reads the fill of text, which is not forced: see FAINT
  const forced = matchMedia("(forced-colors: active)").matches;
  const rules = {'color-contrast': {enabled: !forced}};
  const found = only
    ? await axe.run(only, {resultTypes: ['violations'], runOnly: ['color-contrast']})
    : await axe.run(document, {resultTypes: ['violations'], rules});
  return found.violations.map(each => [each.id, each.help, ...each.nodes.slice(0, 4).map(told)]);
}"""
# Text of less than 4.5:1 where the reader's machine chooses the colours; what is shut may be fainter.
FAINT = """() => {
  const seen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const parts = colour => { seen.clearRect(0, 0, 1, 1); seen.fillStyle = colour; seen.fillRect(0, 0, 1, 1);
    return [...seen.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map(each => each / 255)
    .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = each => { for (let at = each; at; at = at.parentElement) {
    const found = parts(getComputedStyle(at).backgroundColor); if (found[3] > 127) return found; }
    return parts('Canvas'); };
  const written = each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== '');
  return [...document.querySelectorAll('body *')]
    .filter(each => written(each) && each.checkVisibility({visibilityProperty: true}))
    .filter(each => !each.closest('svg, .unseen, :disabled, [aria-disabled="true"], [inert]'))
    .filter(each => { const pair = [parts(getComputedStyle(each).color), ground(each)].map(light).sort();
      return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05) < 4.5; })
    .map(each => [each.className, each.textContent.trim().slice(0, 60)]);
}"""
# What has just been changed is on the screen.
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def check(page: Page, where: str) -> None:
    """Nothing that axe-core knows of is wrong with what is shown now."""
    _run(page, where, "")
    if page.evaluate("matchMedia('(forced-colors: active)').matches"):
        check_forced(page, where)


def check_forced(page: Page, where: str) -> None:
    """In the machine's own colours all text can be read; the rest of the same page was checked in ours."""
    faint: list[Any] = page.evaluate(FAINT)
    assert faint == [], f"{where}: {faint}"


def check_contrast(page: Page, where: str, of: str) -> None:
    """What is written on some part can be read; nothing else of the page has changed."""
    _run(page, where, of)


def _run(page: Page, where: str, only: str) -> None:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[Any] = page.evaluate(RUN, only)
    assert found == [], f"{where}: {found}"
