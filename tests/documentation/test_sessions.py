"""What a reader of the pages types works: from a wheel, in an empty folder with an empty home."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from pitboss.cli import OFFERS, load
from pitboss.package import EXTRAS
from pitboss.web.settings import read_settings
from tests.documentation.sessions import PAGES, ROOT, agrees, blocks, commands, run, typed, write_files
from tests.wheel import packages, source_tree, with_libraries

__all__ = ["packages", "source_tree"]  # fixtures

RUN = [page for page in PAGES if commands(page)]
NEEDS = {"", "clone", "server", "root"}


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(scope="module")
def programs(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with `pitboss` and `python` of an environment as `pip install '.[all]'` makes it."""
    python = with_libraries(tmp_path_factory.mktemp("all") / "home", packages[0], "all")
    program = python.parent / "pitboss"
    program.write_text(
        f"#!{python}\nfrom pitboss.cli import main\n\nif __name__ == '__main__':\n    main()\n", "utf-8"
    )
    program.chmod(0o755)
    return python.parent


@pytest.mark.parametrize("page", RUN, ids=name)
def test_every_command_does_what_its_page_shows(
    page: Path, programs: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    caches = tmp_path_factory.getbasetemp().parent / "caches"  # of all processes: what Numba compiles
    for command, printed, status in run(page, programs, caches):
        fails = "\npitboss: " in f"\n{command.shown}"
        assert (status != 0) == fails, f"{command.text}\n{printed}"
        assert agrees(command.shown, printed), f"{command.text}\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_block_of_commands_is_run_or_says_what_it_needs(page: Path) -> None:
    assert {block.needs for block in blocks(page)} <= NEEDS
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    programs = "pitboss|make|pip|python3?|docker|printf|echo|export|openssl"
    assert re.findall(rf"^(?: {{4}}|\t)(?:\$ )?(?:{programs}) .*", text, re.MULTILINE) == []


def _unknown(command: Any, words: list[str]) -> Iterator[str]:
    """What a line of `pitboss` names that does not exist."""
    inner = getattr(command, "commands", {})
    if words and words[0] in inner:
        yield from _unknown(inner[words[0]], words[1:])
        return
    known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    yield from (word for word in words if word.startswith("--") and word.partition("=")[0] not in known)
    if (inner and words) or len([word for word in words if not word.startswith("-")]) > 8:
        yield words[0]


def _lines(page: Path) -> Iterator[list[str]]:
    """The words after `pitboss` in every line that the tests cannot run, and in the running text."""
    text = page.read_text("utf-8")
    inline = [shlex.split(each) for each in re.findall(r"`(pitboss [^`…]+)`", text.replace("\n", " "))]
    for words in [*typed(page), *typed(page, "console"), *inline]:
        service = words[:2] == ["docker", "compose"] and words[2] in ("exec", "run")
        if service and {"one", "two"} & set(words):
            rest = words[next(at for at, word in enumerate(words) if word in ("one", "two")) + 1 :]
            yield rest[1:] if rest[0] == "pitboss" else rest
            continue
        named = [at for at, word in enumerate(words) if Path(word).name == "pitboss" and at < 6]
        if named and words[0] not in ("useradd", "docker", "createdb") and words[named[-1] + 1 :]:
            yield words[named[-1] + 1 :]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_line_of_pitboss_names_commands_and_options_that_exist(page: Path) -> None:
    for words in _lines(page):
        if re.fullmatch(r"[a-z]+", words[0]):
            assert words[0] in OFFERS, words
            assert list(_unknown(load(words[0]), words[1:])) == [], words


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_file_target_service_and_extra_that_is_typed_exists(page: Path) -> None:
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text("utf-8"))
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for words in typed(page):
        named = [word for word in words if word.startswith(("deploy/", "examples/")) and "*" not in word]
        assert all((ROOT / word).exists() for word in named), words
        if words[0] == "make":
            assert words[1] in targets, words
        if words[:2] == ["docker", "compose"]:
            places = [word for word in words[3:] if not word.startswith("-")]
            if words[2] in ("exec", "run"):
                assert places[0] in compose["services"], words
            elif words[2] in ("stop", "logs"):
                assert set(places) <= set(compose["services"]), words
        for extras in re.findall(r"\.\[([\w,]+)\]", " ".join(words)):
            assert set(extras.split(",")) <= {*EXTRAS, "all"}, words
    mounted = compose["services"]["proxy"]["volumes"] + compose["services"]["backup"]["volumes"]
    assert {"./certificates", "./backups"} <= {each.partition(":")[0] for each in mounted}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_settings_that_a_page_shows_can_be_read(page: Path, tmp_path: Path) -> None:
    for path in write_files(page, tmp_path):
        read_settings(path)


def test_the_units_are_where_the_page_says() -> None:
    service = (ROOT / "deploy/systemd/pitboss.service").read_text("utf-8")
    backup = (ROOT / "deploy/systemd/pitboss-backup.service").read_text("utf-8")
    assert "ExecStart=/opt/pitboss/bin/pitboss serve --config /etc/pitboss/pitboss.toml" in service
    assert "PITBOSS_DB=/var/lib/pitboss/house.db" in service
    assert "/var/lib/pitboss-backups --keep-daily 14 --keep-weekly 8" in backup
    text = (ROOT / "docs/internet.md").read_text("utf-8")
    for said in ("/etc/pitboss/pitboss.toml", "/var/lib/pitboss/house.db", "/var/lib/pitboss-backups"):
        assert said in text


PROGRAM = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.M | re.S)
IMPORTED = re.compile(r"^(?:(?:>>>|\.\.\.) )?\s*(?:import (\w+)|from (\w+)[\w.]* import)", re.M)
PROGRAMS = sorted(page for page in (ROOT / "docs").rglob("*.md") if PROGRAM.search(page.read_text("utf-8")))


@pytest.mark.parametrize("page", PROGRAMS, ids=lambda page: page.stem)
def test_a_program_imports_what_there_is_or_the_page_says_how_to_get_it(page: Path) -> None:
    """The standard library, Pitboss, NumPy, what an extra brings, or a `pip install` on the page."""
    text = page.read_text("utf-8")
    known = {*sys.stdlib_module_names, "pitboss", "numpy", *chain(*EXTRAS.values())}
    known |= set(re.findall(r"pip install (\w+)", text))
    known |= set(re.findall(r"`(\w+)`, which comes with Pitboss", text))
    imported = {"".join(each) for block in PROGRAM.findall(text) for each in IMPORTED.findall(block)}
    assert imported - known == set()
