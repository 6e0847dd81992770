"""A command whose outcome is not known is said again, unchanged: by the terminal and by the example."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.terminal.remote import JoinedTable, NoServer

CLIENT = Path(__file__).parents[2] / "examples" / "client.py"


class Socket:
    """Answers `unknown` so many times, and then `done`."""

    def __init__(self, unknown: int) -> None:
        self.said: list[dict[str, Any]] = []
        self.unknown = unknown

    def send(self, text: str) -> None:
        self.said.append(json.loads(text))

    def recv(self, timeout: float | None = None) -> str:
        kind = "unknown" if len(self.said) <= self.unknown else "done"
        return json.dumps({"t": kind, "id": self.said[-1]["id"], "rev": 7})


def from_the_terminal(socket: Socket, waits: list[float]) -> Callable[[], object]:
    place: Any = object.__new__(JoinedTable)
    place._socket, place.view = socket, SimpleNamespace(rev=7)
    place._catch_up = lambda: None
    place._take = json.loads
    place._ears = SimpleNamespace(wait=waits.append)
    place.server = SimpleNamespace(address="http://127.0.0.1")
    return lambda: place.say("fold", seat=2)


def from_the_example(
    socket: Socket, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> Callable[[], object]:
    spec = spec_from_file_location("client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    client = module_from_spec(spec)
    spec.loader.exec_module(client)
    monkeypatch.setattr(client, "time", SimpleNamespace(sleep=waits.append))
    table = object.__new__(client.Table)
    table.socket, table.view, table.pace = socket, {"rev": 7}, lambda: None
    return lambda: table.say("fold", seat=2)


@pytest.mark.parametrize("which", ["terminal", "example"])
def test_it_is_said_again_under_the_same_id(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    socket, waits = Socket(unknown=3), list[float]()
    say = (
        from_the_terminal(socket, waits)
        if which == "terminal"
        else from_the_example(socket, waits, monkeypatch)
    )
    answer: Any = say()
    assert answer["t"] == "done"
    assert len(socket.said) == 4
    assert all(each == socket.said[0] for each in socket.said)
    assert len(waits) == 3
    assert waits == sorted(waits)


def test_the_terminal_gives_up_in_a_sentence() -> None:
    say = from_the_terminal(Socket(unknown=10**6), [])
    with pytest.raises(NoServer, match="cannot say whether this was done"):
        say()


def test_ids_are_new_for_each_command() -> None:
    socket = Socket(unknown=0)
    say = from_the_terminal(socket, [])
    for _ in range(3):
        say()
    assert len({each["id"] for each in socket.said}) == 3
