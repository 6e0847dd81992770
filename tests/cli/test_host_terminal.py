"""A host at a terminal: each line is one command, asked about where it takes something from somebody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.table.view_types import TableView
from pitboss.table.views import table_view
from pitboss.terminal.client import govern, host_command
from tests.table.rig import Floor


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("deal", ("deal_now", {})),
        ("nudge 3", ("nudge", {"seat": 3})),
        ("out 3", ("sit_out", {"seat": 3})),
        ("remove 3", ("remove", {"seat": 3})),
        ("host 3", ("hand_over", {"seat": 3})),
        ("limits 10 500", ("change", {"low": 1000, "high": 50_000})),
        ("limits $10 500$", ("change", {"low": 1000, "high": 50_000})),
        ("clock off", ("change", {"clock": False})),
        ("coach on", ("change", {"coach": True})),
        ("coach", None),
        ("remove ann", None),
        ("10", None),
    ],
)
def test_a_line_is_one_command(line: str, command: tuple[str, dict[str, object]] | None) -> None:
    assert host_command(line.split()) == command


def _view(host: bool) -> TableView:
    view = table_view(Floor("rivers", None, private=True).live.live, "ann")
    return replace(view, you=replace(view.you, host=host))


def _said(line: str, *, host: bool, sure: bool = False) -> tuple[list[str], list[tuple[str, object]]]:
    said: list[str] = []
    done: list[tuple[str, object]] = []
    view = _view(host)
    govern(view, line.split(), said.append, lambda _: sure, lambda do, **more: done.append((do, more)))
    return said, done


def test_what_takes_something_from_somebody_is_asked_about() -> None:
    said, done = _said("remove 3", host=True, sure=False)
    assert said[-1] == "Nothing was done."
    assert done == []
    assert _said("remove 3", host=True, sure=True)[1] == [("remove", {"seat": 3})]
    assert _said("deal", host=True) == ([], [("deal_now", {})])


def test_only_the_host_and_anybody_nudges() -> None:
    assert _said("deal", host=False) == (["Only the host of this table may do this."], [])
    assert _said("nudge 2", host=False) == ([], [("nudge", {"seat": 2})])
