"""The settings in force, each with where it came from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from pitboss.ledger.database import is_postgres, without_password
from pitboss.web.settings import NAMES, ServeSettings, read_settings, variable_of
from pitboss.web.settings_file import read_file

From = Literal["option", "environment", "file", "lan", "default"]
MASK: Final = "********"
SECRETS: Final = frozenset({"invitation"})


@dataclass(frozen=True, slots=True)
class SettingInForce:
    """One setting as the server would have it; a secret is masked."""

    name: str
    variable: str
    value: Any
    default: Any
    source: From
    help: str


def settings_in_force(
    file: Path | None, options: Mapping[str, object], environment: Mapping[str, str] = os.environ
) -> list[SettingInForce]:
    """All settings in their order; what cannot be is refused as `pitboss serve` refuses it."""
    settings = read_settings(file, options)
    in_file = frozenset(() if file is None else read_file(file))

    def source(name: str) -> From:
        if name in options:
            return "option"
        if variable_of(name) in environment:
            return "environment"
        if name in in_file:
            return "file"
        return "lan" if name == "host" and settings.lan else "default"

    return [_in_force(settings, name, source(name)) for name in NAMES]


def _in_force(settings: ServeSettings, name: str, source: From) -> SettingInForce:
    known = ServeSettings.model_fields[name]
    value, default = getattr(settings, name), known.default
    return SettingInForce(
        name, variable_of(name), _shown(name, value), _shown(name, default), source, known.description or ""
    )


def _shown(name: str, value: Any) -> Any:
    if name in SECRETS and value:
        return MASK
    if name == "db" and is_postgres(value):
        return without_password(value)
    return list(value) if isinstance(value, tuple) else value
