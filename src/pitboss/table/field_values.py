"""The fields of a flat value by name, for another value that has them, too."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol


class Slotted(Protocol):
    """A dataclass with slots and without bases."""

    __slots__: ClassVar[Any]


def field_values(value: Slotted) -> dict[str, Any]:
    """Every field of a value as it is: nothing is copied, for this is done with every step of a table."""
    return {name: getattr(value, name) for name in value.__slots__}
