"""Writes the golden files anew; read them against the sheets before you keep them."""

from pathlib import Path

from tests.golden.scenes import SCENES, tale

for name in SCENES:
    Path(__file__).with_name(f"{name}.txt").write_text(tale(name), encoding="utf-8")
