"""The evening of docs/host.md, by its commands alone: two browsers, six bots, clean books, a quiet log."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, Response, expect

from pitboss.cards import CARD_TEXTS
from tests.browser.conftest import DESKTOP, NO_SHELL, PATIENCE, REACHABLE, Faults, watch_faults
from tests.browser.playing import deal, decide, put, rail
from tests.documentation.sessions import ROOT, blocks, typed, write_files
from tests.live.server import START, free_port

PAGE = ROOT / "docs" / "host.md"
TABLE_BOTS = 5  # a table has seven seats (STD-9): the sixth bot is a program at a table of its own
ROUNDS = 2
PHONE = (390, 844)


class Evening:
    """The folder of the evening, and whoever types there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        here = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")}
        programs = Path(sys.executable).parent
        self.environment = here | {"PATH": f"{programs}{os.pathsep}{here.get('PATH', '')}", "COLUMNS": "80"}
        write_files(PAGE, folder)
        exported = re.findall(r"^\$ export (\w+)=(\S+)$", _console(), re.MULTILINE)
        assert dict(exported) == {"PITBOSS_CONFIG": "evening.toml"}
        self.environment |= dict(exported)
        # A port that nobody has, the one address that the browser may go to, and all that the log can tell.
        self.environment |= {
            "PITBOSS_PORT": str(self.port),
            "PITBOSS_ADDRESSES": self.address,
            "PITBOSS_LOG_LEVEL": "debug",
        }

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @contextmanager
    def open(self) -> Iterator[str]:
        """The line of the page that opens the house; gives what it prints until others can come in."""
        [words] = [line for line in typed(PAGE) if line[:2] == ["pitboss", "serve"]]
        with subprocess.Popen(
            words, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout is not None
                said = ""
                while "docs/protocol.md" not in said:
                    line = process.stdout.readline()
                    assert line, f"it has ended: {said}"
                    said += line
                yield said
                process.send_signal(signal.SIGINT)  # Ctrl-C
                assert process.wait(START) == 0
            finally:
                process.kill()

    def type(self, *words: str) -> str:
        """A further line in the same folder."""
        done = subprocess.run(
            words, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def lines(self) -> list[dict[str, Any]]:
        """The log, where the settings of the page put it."""
        return [json.loads(line) for line in (self.folder / "evening.log").read_text("ascii").splitlines()]


def _console() -> str:
    return "".join(each.text for each in blocks(PAGE) if each.language == "console")


def _browser(
    chromium: Browser, evening: Evening, size: tuple[int, int], secrets: set[str], faults: Faults
) -> Page:
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=evening.address, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    for script in (NO_SHELL, REACHABLE):
        context.add_init_script(script)
    page = context.new_page()
    watch_faults(page, faults)

    def keep(answer: Response) -> None:
        if answer.url.endswith("/ticket") and answer.ok:
            secrets.add(answer.json()["ticket"])

    page.on("response", keep)
    return page


def _opens_a_table(page: Page) -> str:
    """As the page says: the lobby's form, then the invitation."""
    page.goto("/")
    expect(page).to_have_title(re.compile("Friday at the Oaks"))
    form = page.locator("form[action^='/open']")
    form.get_by_role("combobox", name="House").select_option("rivers")
    form.get_by_role("textbox", name="Title").fill("The long table")
    form.get_by_role("spinbutton", name="Bots").fill(str(TABLE_BOTS))
    form.get_by_role("checkbox", name=re.compile("^A clock")).uncheck()
    form.get_by_role("checkbox", name=re.compile("^Private")).check()
    form.get_by_role("button", name="Open the table").click()
    rail(page).wait_for()
    page.get_by_role("button", name="Host and company").click()
    expect(page.get_by_role("img", name="QR code of this table's invitation")).to_be_visible()
    link = page.get_by_label("Link to this table").input_value()
    page.keyboard.press("Escape")
    return link


def _plays(page: Page, friend: Page) -> None:
    """Both bet, play, and see what was paid; the bots do so by themselves."""
    for number in range(ROUNDS):
        for each in (page, friend):
            if number:
                rail(each).get_by_role("button", name="Rebet & Deal").click()
            else:
                put(each, ["Ante"])
                deal(each)
        for each in (page, friend):
            decide(each, "Play")
        for each in (page, friend):
            rail(each).get_by_role("table", name="Results").wait_for()


def _program(evening: Evening, secrets: set[str]) -> subprocess.Popen[str]:
    """A bot of somebody's own, with a token, that plays at its own table."""
    with httpx.Client(base_url=evening.address, headers={"Origin": evening.address}) as client:
        assert client.post("/api/guests", json={}).status_code == 201
        token = client.post("/api/tokens", json={"label": "robot"}).json()["secret"]
        secrets |= {token, client.cookies["pitboss_session"]}
    words = [sys.executable, str(ROOT / "examples" / "client.py"), "--server", evening.address]
    return subprocess.Popen(
        [*words, "--house", "shine", "--rounds", str(ROUNDS)],
        env=evening.environment | {"PITBOSS_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_the_evening_of_the_guide(chromium: Browser, faults: Faults, tmp_path: Path) -> None:
    evening, secrets = Evening(tmp_path), set[str]()
    with evening.open() as said:
        assert f"Friday at the Oaks is open at {evening.address}" in said
        assert f"Others in your network come in at {evening.address}" in said
        robot = _program(evening, secrets)
        page = _browser(chromium, evening, DESKTOP, secrets, faults)
        friend = _browser(chromium, evening, PHONE, secrets, faults)
        link = _opens_a_table(page)
        secrets.add(link.rpartition("=")[2])
        friend.goto(link)
        friend.get_by_label("Your name, if you like").fill("Bartholomew")
        friend.get_by_role("button", name="Sit down").click()
        rail(friend).wait_for()
        expect(page.get_by_role("region", name=re.compile("bot, "))).to_have_count(TABLE_BOTS)
        _plays(page, friend)
        told, _ = robot.communicate(timeout=START)
        assert robot.returncode == 0, told
        for each in (page, friend):
            secrets |= {str(cookie["value"]) for cookie in each.context.cookies()}
            each.context.close()
    assert "Everything fits: no fault was found." in evening.type("pitboss", "audit")
    evening.type("pitboss", "export", "-o", "evening.jsonl")
    _the_log_is_whole_and_quiet(evening, secrets)


def _the_log_is_whole_and_quiet(evening: Evening, secrets: set[str]) -> None:
    lines, rounds = evening.lines(), (evening.folder / "evening.jsonl").read_text("utf-8")
    receipts = [json.loads(line) for line in rounds.splitlines()]
    settled = {line["round"] for line in lines if line["what"] == "round settled"}
    assert {each["round"] for each in receipts} == settled
    assert len(settled) == 2 * ROUNDS
    what = [line["what"] for line in lines]
    assert what[-1] == "closed"
    assert (what.count("table opened"), what.count("new guest"), what.count("token made")) == (2, 3, 1)
    assert not [line for line in lines if line["level"] == "error"]
    seeds = set(re.findall(r'"([0-9a-f]{32,64})"', json.dumps([each["proof"] for each in receipts])))
    public = {line["table"] for line in lines if "table" in line}
    text = (evening.folder / "evening.log").read_text("ascii")
    assert len(secrets) >= 6
    assert len(seeds - public) >= 2 * ROUNDS
    for secret in (secrets | seeds - public) | {"Bartholomew", "The long table", "robot"}:
        assert secret not in text, secret
    for card in CARD_TEXTS:
        assert not re.search(rf"\b{card}\b", text), card
