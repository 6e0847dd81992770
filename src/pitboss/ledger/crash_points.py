"""Named points on the way of a command to the disk, where a test may let the process die."""

from __future__ import annotations

from collections.abc import Callable

Hook = Callable[[str], None]

_hooks: list[Hook] = []


def reach(name: str) -> None:
    """Tells that a point was reached; nobody listens outside the tests."""
    for hook in _hooks:
        hook(name)


def is_watched() -> bool:
    """Whether anybody listens: else the names need not be made."""
    return bool(_hooks)


def listen(hook: Hook) -> None:
    """Calls `hook` with the name of every point from now on."""
    _hooks.append(hook)
