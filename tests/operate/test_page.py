"""What docs/operate.md shows is what the commands say: the whole page is worked through in a fresh folder."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import OFFERS, app
from pitboss.ledger import open_store
from pitboss.round import Decide, EndDeal, RevealDealer, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, Settle, StartDeal
from tests.operate.evenings import ticking

PAGE = (Path(__file__).parents[2] / "docs" / "operate.md").read_text(encoding="utf-8")
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{3}Z)?|\d{8}-\d{6}")
MACHINE = re.compile(
    r"(ok|note) +(python|sqlite|plots|postgres|extras|port|files|page|docs|folder|space|clock) .*(\n {5,}.*)*"
)


def examples() -> Iterator[tuple[int, str, str]]:
    """Each command of the page with what is shown below it."""
    for block in re.finditer(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for found in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block[1], re.MULTILINE):
            yield PAGE[: block.start()].count("\n") + 1, found[1], found[2]


def three_rounds(path: Path) -> None:
    """Ann and bob at rivers: two rounds played to the end, the third dealt and left."""
    store = open_store(path)
    pit = Pit(store, lambda size: (b"oak" * size)[:size], ticking())
    table = pit.open("rivers", open_table(load_house("rivers")), "operator", "open")
    for number in (1, 2, 3):
        table.do("table", f"{number} open", OpenRound())
        table.do("ann", f"{number} bet", Bet(1, "ann", {"ante": 1000, "progressive": 100}))
        table.do("bob", f"{number} bet", Bet(2, "bob", {"pair_plus": 500}))
        table.do("table", f"{number} deal", StartDeal())
        table.do("table", f"{number} end", EndDeal())
        if number < 3:
            table.do("ann", f"{number} play", Decide(1, "ann", "play"))
            table.do("table", f"{number} reveal", RevealDealer())
            table.do("table", f"{number} settle", Settle())
    store.close()


def plain(text: str) -> str:
    """Text without times, without what is this machine's, and with single blanks."""
    known = MACHINE.sub("ok this machine", TIME.sub("TIME", text))
    return "\n".join(" ".join(line.split()) for line in known.strip().splitlines())


def test_the_whole_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    played = False
    for line, command, shown in examples():
        words = shlex.split(command)
        if words[0] == "export":
            monkeypatch.setenv(*words[1].split("=", 1))
            continue
        if words[0] == "rm":
            Path(words[1]).unlink()
            continue
        if words[1] == "accounts" and not played:
            three_rounds(tmp_path / "house.db")
            played = True
        done = CliRunner().invoke(app, words[1:], env={"COLUMNS": "80"})
        assert done.exit_code == 0, (command, done.output)
        form = re.escape(plain(shown)).replace(re.escape("..."), "(.|\n)*")  # as in a doctest
        assert re.fullmatch(form, plain(done.output)), f"line {line}: {command}\n{done.output}"
    assert played


def test_every_command_that_the_page_names_exists() -> None:
    named = set(re.findall(r"(?<![/@])\bpitboss ([a-z]+)\b", PAGE))
    assert {"doctor", "accounts", "grant", "export", "backup", "restore", "audit", "upgrade"} <= named
    assert named <= set(OFFERS)


def test_links_of_the_page_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (Path(__file__).parents[2] / "docs" / link).exists(), link
