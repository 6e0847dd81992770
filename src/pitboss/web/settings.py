"""How the server is run: a TOML file, then the environment, each over the defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from pitboss.round import Refusal

PREFIX: Final = "PITBOSS_"


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """The settings of `pitboss serve`. Names in the environment are these in capitals, after PITBOSS_."""

    host: str = "127.0.0.1"
    port: int = 8888
    db: str = ""  # empty: the user's data folder
    origins: tuple[str, ...] = ()  # pages that may speak to it, beside its own
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For is believed
    certificate: str = ""  # TLS: a PEM file, and its key
    key: str = ""
    workers: int = 4  # threads that work at tables
    most_tables: int = 500
    most_sockets: int = 5_000

    @property
    def secure(self) -> bool:
        """Whether the server itself speaks TLS."""
        return bool(self.certificate)

    @property
    def address(self) -> str:
        """Where a browser on this machine finds it."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}"

    @property
    def allowed_origins(self) -> frozenset[str]:
        """Exactly these pages may change anything or open a socket."""
        own = {self.address}
        if self.host in ("127.0.0.1", "localhost"):
            own.add(self.address.replace("127.0.0.1", "localhost"))
        return frozenset({*own, *self.origins})


def read_settings(file: Path | None, environment: Mapping[str, str] = os.environ) -> ServeSettings:
    """The settings of a file and of the environment; what cannot be is refused with a sentence."""
    given: dict[str, Any] = {}
    if file is not None:
        try:
            given = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise Refusal("settings", f"{file}: not a TOML file: {fault}") from None
    known = {each.name for each in fields(ServeSettings)}
    for name in given:
        if name not in known:
            allowed = ", ".join(sorted(known))
            raise Refusal("settings", f"{file}: unknown setting {name!r}; allowed: {allowed}")
    for name in known:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            given[name] = text.split(",") if isinstance(getattr(ServeSettings(), name), tuple) else text
    return replace(ServeSettings(), **{name: _value(name, value) for name, value in given.items()})


def _value(name: str, value: object) -> Any:
    default = getattr(ServeSettings(), name)
    if isinstance(default, int):
        try:
            number = int(str(value))
        except ValueError:
            raise Refusal("settings", f"{name}: {value!r} is not a whole number") from None
        if not 0 <= number <= 65_535 and name == "port":
            raise Refusal("settings", f"port: {number} is not from 0 to 65535")
        return number
    if isinstance(default, tuple):
        parts = value if isinstance(value, list) else [value]
        return tuple(str(part).strip() for part in parts if str(part).strip())
    return str(value)
