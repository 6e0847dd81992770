"""The documentation in a real Chromium: by search, by day and by night, under the house's policy."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from pitboss.web.files import DOCS
from tests.browser.axe import check
from tests.browser.conftest import Faults, Opener, watch_faults


def test_the_documentation_is_found_read_and_searched(somebody: Opener) -> None:
    """Nothing that the policy stops, nothing that axe finds, nothing wider than a phone."""
    page = somebody(color_scheme="light")
    page.goto("/rules")
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Pitboss"))
    check(page, "first page by day")
    page.get_by_role("complementary", name="Contents").get_by_role("link", name="How Pitboss prices").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^How Pitboss prices"))
    page.wait_for_load_state("load")  # what comes later moves what was scrolled to
    page.evaluate("document.fonts.ready.then(() => true)")
    page.get_by_role("link", name="What is published elsewhere").first.click()
    expect(page.get_by_role("heading", name=re.compile("^What is published elsewhere"))).to_be_in_viewport()
    page.get_by_role("button", name=re.compile("theme")).first.click()
    check(page, "a page by night")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto("/docs/search.html?q=envy")
    expect(page.get_by_role("link", name="Glossary > Envy")).to_be_visible()
    check(page, "search on a phone")


def test_the_documentation_is_searched_from_a_folder(chromium: Browser, faults: Faults) -> None:
    page = chromium.new_page()
    watch_faults(page, faults)
    page.goto((DOCS / "search.html").as_uri() + "?q=qualify")
    expect(page.get_by_role("link", name="Glossary > Qualify")).to_be_visible()
    page.close()
