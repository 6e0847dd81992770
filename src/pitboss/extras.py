"""The extras of the package: what more can be installed, what it is for, and which imports come with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "serve": (
        *("argon2", "fastapi", "prometheus_client", "pydantic_settings"),
        *("segno", "starlette", "uvicorn", "uvloop", "zxcvbn"),
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
