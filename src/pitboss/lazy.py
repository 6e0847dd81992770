"""Names of a package that are looked up when they are asked for (PEP 562): importing it imports nothing else.

What is looked up once is kept in the package. Type checkers read the same names from imports under
`if TYPE_CHECKING:`; a test holds the two alike.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(
    package: str, places: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package, by the names that each of its modules has.

    >>> find, _ = lazy_names("pitboss", {"cards": "card_text parse_card"})
    >>> find("parse_card")("2c")
    0
    """
    where = {name: module for module, names in places.items() for name in names.split()}

    def find(name: str) -> object:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{where[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *where})

    return find, listed
