"""A terminal without these letters shows cards and minus in letters that it has, and nothing fails."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ADVISE = [sys.executable, "-m", "pitboss", "advise", "pechanga", "--cards", "Ks Th 4d"]


@pytest.mark.parametrize(("encoding", "card", "minus"), [("utf-8", "4♦", "−"), ("iso-8859-1", "4d", "-")])
def test_cards_and_minus(encoding: str, card: str, minus: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    answer = subprocess.run(ADVISE, capture_output=True, env=environment, check=True)
    said = answer.stdout.decode(encoding)
    assert f"draw {card}" in said
    assert f"fold       {minus}1.000000 per Ante  ({minus}1)" in said
