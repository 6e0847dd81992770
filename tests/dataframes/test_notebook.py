"""The notebooks in `examples` run, and show what is stored in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.notebooks import FOLDER, run, stored


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_cell_runs_and_shows_what_is_stored(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    shown = run(notebook)
    assert any(shown)
    assert shown == stored(notebook), "python -m tests.notebooks stores it anew"
