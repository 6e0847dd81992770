"""docs/lab.md is a walk that can be walked: its commands, calls and program run as they stand there."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from tests.web.edge import Edge

DOC: Final = (Path(__file__).parents[2] / "docs/lab.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"^```(console|json|python)(?: server)?\n(.*?)^```$", DOC, re.M | re.S)


def curl(edge: Edge, words: list[str]) -> str:
    """What curl does with the options that the document uses."""
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-G", action="store_true", required=True)
    parser.add_argument("-o")
    parser.add_argument("-d", action="append", default=[])
    parser.add_argument("--data-urlencode", action="append", default=[])
    asked = parser.parse_args(words)
    query = [tuple(each.split("=", 1)) for each in asked.data_urlencode]
    query += [pair for each in asked.d for pair in parse_qsl(each)]
    answer: httpx.Response = edge.client.get(urlsplit(asked.address).path, params=query)
    assert answer.status_code == 200, answer.text
    if asked.o:
        Path(asked.o).write_text(answer.text, encoding="utf-8")
        return ""
    return answer.text


def pitboss(words: list[str]) -> str:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    return result.output


def held(part: Any, whole: Any) -> bool:
    """Whether everything that is shown stands in the answer; a list may have more items."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and held(part[key], whole[key]) for key in part)
    if isinstance(part, list):
        return isinstance(whole, list) and all(any(held(item, other) for other in whole) for item in part)
    return bool(part == whole)


def commands(block: str) -> list[tuple[list[str], str]]:
    """The commands of a block, each with the output that is shown under it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    found = []
    for part in parts:
        line, _, output = part.replace("\\\n", " ").partition("\n")
        found.append((shlex.split(line), output))
    return found


def test_the_walk(edge: Edge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(httpx, "Client", lambda base_url: nullcontext(edge.client))
    said = ""
    for kind, block in BLOCKS:
        if kind == "json":
            assert held(json.loads(block), json.loads(said)), block
        elif kind == "python":
            exec(compile(block, "docs/lab.md", "exec"), {})
        else:
            for (program, *words), shown in commands(block):
                said = curl(edge, words) if program == "curl" else pitboss(words)
                assert not shown or said.strip() == shown.strip()
    assert (tmp_path / "flush-rush.html").stat().st_size > 0
    (room,) = edge.house.floor.rooms.values()
    assert room.live.table.sheet.wagers["flush_rush"].label == "Flush Rush"


def test_the_three_lines_are_the_same_everywhere() -> None:
    """What is typed in the Lab is what the calls send, but for the pay that was moved."""
    (typed,) = re.findall(r"^```\n(clauses\..*?)^```$", DOC, re.MULTILINE | re.DOTALL)
    sent = set(re.findall(r"--data-urlencode 'set=(.*)'", DOC))
    assert set(typed.splitlines()) <= sent
    assert {each.replace("15 to 1", "12 to 1") for each in sent} == set(typed.splitlines())


def test_the_sums_are_right() -> None:
    """Counts of the sheet book: 48 straight flushes, 1,096 flushes of 22,100."""
    for flush, total in ((12, -4924), (15, -1636)):
        assert 48 * 60 + 1096 * flush - (22100 - 48 - 1096) == total
        assert f"−{-total:,} / 22,100" in DOC
