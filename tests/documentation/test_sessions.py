"""What the tutorials and recipes show is what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documentation.sessions import BLOCK, PAGES, in_a_folder_with_examples, rewritten, sessions_of

SHOWN = [page for page in PAGES if BLOCK.search(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.stem)
def test_every_session_is_what_is_printed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_a_folder_with_examples(tmp_path)
    monkeypatch.chdir(tmp_path)
    text = page.read_text("utf-8")
    assert rewritten(text) == text
    commands = [each.command for block in BLOCK.findall(text) for each in sessions_of(block)]
    assert commands
    assert all(command.startswith("pitboss ") for command in commands)
