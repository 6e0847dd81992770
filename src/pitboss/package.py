"""What Pitboss is as a package: its version, the extras one can install, front doors that load late."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

__version__ = "0.1.0"
RELEASED: Final = False  # to a package registry: until then pip needs the source (docs/release.md)

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
    "pip install '.[serve]' in Pitboss's clone"
    """
    return f"pip install 'pitboss[{extra}]'" if RELEASED else f"pip install '.[{extra}]' in Pitboss's clone"


def lazy_names(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package, by its imports under `if TYPE_CHECKING:` (PEP 562).

    A name is imported when it is first asked for, so that importing the package imports nothing else. What is
    listed is what the package offers, `__all__`, and no name that it needs itself.

    >>> find, _ = lazy_names("pitboss")
    >>> find("parse_card")("2c")
    0
    """

    @cache
    def places() -> dict[str, tuple[str, str]]:
        """Where each name is, and what it is called there."""
        source = Path(str(sys.modules[package].__file__)).read_text("utf-8")
        blocks = [node.body for node in ast.parse(source).body if isinstance(node, ast.If)]
        found = [each for block in blocks for each in block if isinstance(each, ast.ImportFrom)]
        return {
            alias.asname or alias.name: (str(each.module), alias.name)
            for each in found
            for alias in each.names
        }

    def find(name: str) -> object:
        if name.startswith("__") or name not in places():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, original = places()[name]
        found = getattr(import_module(module), original)
        setattr(sys.modules[package], name, found)
        return found

    def listed() -> list[str]:
        own = vars(sys.modules[package])
        return sorted({*own["__all__"], *(name for name in own if name.startswith("__"))})

    return find, listed
