"""Writes the golden files anew; read them against the sheets before you keep them."""

from pathlib import Path

from tests.table.golden.scenes import SCENES, tales

for house in SCENES:
    for phase, told in tales(house).items():
        Path(__file__).with_name(f"{house}-{phase}.json").write_text(told, encoding="utf-8")
