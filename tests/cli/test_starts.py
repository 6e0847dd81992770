"""What a command imports before it answers: nothing that it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

LEFT = """
import sys
from pitboss.cli import main
sys.argv = ["pitboss", *sys.argv[1:]]
try:
    main()
finally:
    print("imported:", *{name.partition(".")[0] for name in sys.modules})
"""


@pytest.mark.parametrize(
    ("words", "needless"),
    [
        (("odds", "rivers"), {"sqlalchemy", "matplotlib"}),
        (("play", "rivers", "--seed", "oak"), {"numpy", "matplotlib"}),  # nothing is computed before a hand
    ],
    ids=["odds", "play"],
)
def test_a_command_imports_no_library_that_it_does_not_need(
    words: tuple[str, ...], needless: set[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEFT, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Rivers" in done.stdout
    assert needless.isdisjoint(done.stdout.rpartition("imported:")[2].split())
