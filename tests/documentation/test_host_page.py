"""What docs/host.md has somebody type works: sessions are run, other lines are looked up word by word."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from typer.testing import CliRunner

from pitboss.cli import OFFERS, app, load
from pitboss.ledger import open_store
from pitboss.package import EXTRAS
from pitboss.web.settings import read_settings
from tests.documentation.host_page import PAGE, blocks, typed, write_file
from tests.documentation.sessions import ROOT, sessions_of
from tests.operate.test_page import plain, three_rounds

DEPLOY = ROOT / "deploy"
BACKUP = "backups/evening-20261116-220000.db"


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder of its own, and no setting in the environment."""
    for name in [each for each in os.environ if each.startswith("PITBOSS_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_every_session_prints_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One folder from the first to the last: the evening is two rounds and one that is open."""
    run = 0
    for block in blocks():
        if block.kind == "toml":
            read_settings(write_file(block, tmp_path))
        for each in sessions_of(block.text) if block.kind == "console" else ():
            words = shlex.split(each.command)
            if words[0] == "export":
                monkeypatch.setenv(*words[1].split("=", 1))
                continue
            if words[1] == "audit" and not run:
                for name in ("ann", "bob"):
                    CliRunner().invoke(app, ["grant", name, "500$", "--new"])
                three_rounds(tmp_path / "evening.db")
            [last, *_] = [*Path("backups").glob("*.db"), Path(BACKUP)]
            words = [str(last) if word == BACKUP else word for word in words[1:]]
            done = CliRunner().invoke(app, words, env={"COLUMNS": "80"})
            assert done.exit_code == 0, (each.command, done.output)
            form = re.escape(plain(each.shown)).replace(re.escape("..."), "(.|\n)*")
            assert re.fullmatch(form, plain(done.output)), f"{each.command}\n{done.output}"
            run += words[0] == "audit"
    assert run == 2
    open_store(tmp_path / "evening.db").close()


def _unknown(command: Any, words: list[str]) -> Iterator[str]:
    """What a line of `pitboss` names that there is not."""
    inner = getattr(command, "commands", {})
    if words and words[0] in inner:
        yield from _unknown(inner[words[0]], words[1:])
        return
    known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    yield from (word for word in words if word.startswith("--") and word.partition("=")[0] not in known)
    if inner or len([word for word in words if not word.startswith("-")]) > 8:
        yield words[0] if words else "(a command)"


def _pitboss_lines() -> Iterator[list[str]]:
    text = PAGE.read_text("utf-8")
    inline = [shlex.split(each) for each in re.findall(r"`(pitboss [^`…]+)`", text)]
    lines = [*typed("sh"), *inline]
    for words in lines:
        named = [at for at, word in enumerate(words) if Path(word).name == "pitboss" and at < 6]
        program = named[-1] if named else None
        service = words[:2] == ["docker", "compose"] and words[2] in ("exec", "run")
        if service and {"one", "two"} & set(words):
            rest = words[next(at for at, word in enumerate(words) if word in ("one", "two")) + 1 :]
            yield rest[1:] if rest[0] == "pitboss" else rest
        elif program is not None and words[0] != "useradd" and words[program + 1 :]:
            yield words[program + 1 :]


def test_every_line_of_pitboss_names_commands_and_options_that_are_there() -> None:
    lines = list(_pitboss_lines())
    assert len(lines) > 15
    for words in lines:
        assert words[0] in OFFERS, words
        assert list(_unknown(load(words[0]), words[1:])) == [], words


def test_every_file_service_and_extra_that_is_named_is_there() -> None:
    lines = typed("sh")
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    for words in lines:
        named = [word for word in words if word.startswith("deploy/")]
        assert all((ROOT / word).is_file() for word in named), words
        if words[:2] == ["docker", "compose"]:
            places = [word for word in words[3:] if not word.startswith("-")]
            if words[2] in ("exec", "run"):
                assert places[0] in compose["services"], words
            elif words[2] in ("stop", "logs"):
                assert set(places) <= set(compose["services"]), words
        for extras in re.findall(r"pitboss\[([\w,]+)\]", " ".join(words)):
            assert set(extras.split(",")) <= set(EXTRAS), words
    assert (DEPLOY / "env.example").is_file()
    mounted = compose["services"]["proxy"]["volumes"] + compose["services"]["backup"]["volumes"]
    assert {"./certificates", "./backups"} <= {each.partition(":")[0] for each in mounted}


def test_the_units_are_where_the_page_says(tmp_path: Path) -> None:
    service = (DEPLOY / "systemd" / "pitboss.service").read_text("utf-8")
    backup = (DEPLOY / "systemd" / "pitboss-backup.service").read_text("utf-8")
    assert "ExecStart=/opt/pitboss/bin/pitboss serve --config /etc/pitboss/pitboss.toml" in service
    assert "PITBOSS_DB=/var/lib/pitboss/house.db" in service
    assert "/var/lib/pitboss-backups --keep-daily 14 --keep-weekly 8" in backup
    text = PAGE.read_text("utf-8")
    for said in ("/etc/pitboss/pitboss.toml", "/var/lib/pitboss/house.db", "/var/lib/pitboss-backups"):
        assert said in text
