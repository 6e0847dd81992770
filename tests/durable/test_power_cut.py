"""A power cut at any moment loses nothing that was acknowledged; with weaker syncs it does, and it shows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.durable.power_cut import ACKS, DATABASE, Call, Disk, build, cut_often, record_calls

COMMANDS, IMAGES = 240, 200


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def calls(library: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    return record_calls(library, tmp_path_factory.mktemp("full") / "work", COMMANDS, "FULL")


def test_every_answer_comes_after_a_sync_of_what_was_written(calls: list[Call]) -> None:
    """So all writes are seen, too: each command writes to the log of the database, then syncs it."""
    log, since = f"{DATABASE}-wal", ""
    answers = 0
    for call in calls:
        if call.name == log:
            since += call.kind
        if call.name == ACKS and call.kind == "W":
            if b'"answered"' in call.data:
                answers += 1
                assert "W" in since
                assert since.endswith("S"), "an answer was given before the last write was synced"
            since = ""
    assert answers == COMMANDS
    kinds = {(call.kind, call.name) for call in calls}
    assert {("U", log), ("W", DATABASE), ("S", DATABASE), ("S", "")} <= kinds  # folded into the file, too


def test_a_power_cut_loses_nothing_that_was_acknowledged(calls: list[Call]) -> None:
    tally = cut_often(calls, IMAGES, seed=1)
    assert (tally.images, tally.lost) == (IMAGES, 0)
    assert tally.reconciled == IMAGES // 10
    assert set(tally.ways) == {"dropped", "some", "prefix", "kept"}


def test_weaker_syncs_lose_acknowledged_commands_and_the_test_sees_it(library: Path, tmp_path: Path) -> None:
    calls = record_calls(library, tmp_path / "work", COMMANDS // 2, "NORMAL")
    tally = cut_often(calls, IMAGES // 5, seed=2)
    assert tally.lost > tally.images // 4


def test_the_disk_keeps_what_was_synced_and_no_more() -> None:
    """The model itself: a file is there when its folder was synced, its bytes when it was."""
    disk = Disk()
    for call in (
        Call("C", "a", 0, b""),
        Call("W", "a", 0, b"one two"),
        Call("S", "a", 0, b""),
        Call("W", "a", 4, b"TWO"),
    ):
        disk.do(call)
    assert _dropped(disk) == {}
    disk.do(Call("S", "", 0, b""))
    assert _dropped(disk) == {"a": b"one two"}
    disk.do(Call("T", "a", 3, b""))
    assert _kept(disk) == {"a": b"one"}
    disk.do(Call("S", "a", 0, b""))
    assert _dropped(disk) == {"a": b"one"}
    disk.do(Call("U", "a", 0, b""))
    assert (_dropped(disk), _kept(disk)) == ({"a": b"one"}, {})


def _dropped(disk: Disk) -> dict[str, bytes]:
    return disk.cut("dropped", Random(0))


def _kept(disk: Disk) -> dict[str, bytes]:
    return disk.cut("kept", Random(0))
