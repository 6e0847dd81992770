"""What Pitboss is as a package: its version, the extras one can install, front doors that load late."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

__version__ = "0.1.0"

# What more can be installed, and which imports come with it.
EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "serve": (
        *("argon2", "fastapi", "prometheus_client", "segno"),
        *("starlette", "uvicorn", "uvloop", "zxcvbn"),
    ),
    "postgres": ("psycopg",),
    "plot": ("matplotlib",),
    "sim": ("numba",),
    "dask": ("distributed",),
    "envs": ("gymnasium", "pettingzoo"),
    "frames": ("pandas", "polars", "pyarrow"),
    "excel": ("openpyxl",),
}


def extra_of(module: str | None) -> str | None:
    """The extra that brings a module; None where none does.

    >>> extra_of("fastapi.responses"), extra_of("numpy")
    ('serve', None)
    """
    top = (module or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if top in modules), None)


def install_line(extra: str) -> str:
    """What to type to have an extra.

    >>> install_line("serve")
    "pip install 'pitboss[serve]'"
    """
    return f"pip install 'pitboss[{extra}]'"


def lazy_names(
    package: str, places: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package, by the names that each of its modules has (PEP 562).

    A name is imported when it is first asked for, so that importing the package imports nothing else. Type
    checkers read the same names from imports under `if TYPE_CHECKING:`; a test holds the two alike.

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
