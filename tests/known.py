"""A value that may be left out, where a test knows that it is there."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def known(value: Value | None) -> Value:
    assert value is not None
    return value
