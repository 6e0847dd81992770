"""How the server is run: a TOML file, then the environment, each over the defaults."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from pitboss.desk.question import SECONDS
from pitboss.round import Refusal

PREFIX: Final = "PITBOSS_"
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")


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
    workers: int = 16  # threads that work at tables; most of the time they wait for the disk
    desk_workers: int = 0  # processes that reckon; 0: one less than the machine has cores
    desk_seconds: int = SECONDS  # that one question may take
    most_tables: int = 500
    most_tables_each: int = 20  # open at once, of one host
    most_tables_address: int = 40  # open at once, that were opened from one address
    most_sockets: int = 5_000
    most_sockets_address: int = 100  # of one address, behind which a whole school may sit
    most_sockets_person: int = 12
    most_connections: int = 6_000  # of any kind, requests and sockets together
    most_connections_address: int = 200
    requests_address: int = 60  # a second, and five times as many at once
    requests_person: int = 20

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
        except OSError as fault:
            raise Refusal("settings", f"{file}: cannot be read: {fault.strerror}") from None
    known = {each.name for each in fields(ServeSettings)}
    for name in given:
        if name not in known:
            allowed = ", ".join(sorted(known))
            raise Refusal("settings", f"{file}: unknown setting {name!r}; allowed: {allowed}")
    for name in known:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            given[name] = text.split(",") if isinstance(getattr(ServeSettings(), name), tuple) else text
    found = replace(ServeSettings(), **{name: _value(name, value) for name, value in given.items()})
    if bool(found.certificate) != bool(found.key):
        raise Refusal("settings", "TLS asks for both: certificate and key")
    return found


def _value(name: str, value: object) -> Any:
    default = getattr(ServeSettings(), name)
    if isinstance(default, int):
        return _number(name, value)
    if isinstance(default, tuple):
        return _list(name, value)
    if not isinstance(value, str):
        raise Refusal("settings", f"{name}: {value!r} is not a text")
    return value


def _number(name: str, value: object) -> int:
    try:
        number = int(str(value))
    except ValueError:
        raise Refusal("settings", f"{name}: {value!r} is not a whole number") from None
    low, high = {"port": (0, 65_535), "desk_workers": (0, 64)}.get(name, (1, 1_000_000))
    if not low <= number <= high:
        raise Refusal("settings", f"{name}: {number} is not from {low} to {high}")
    return number


def _list(name: str, value: object) -> tuple[str, ...]:
    parts: list[Any] = value if isinstance(value, list) else [value]
    if not all(isinstance(part, str) for part in parts):
        raise Refusal("settings", f"{name}: {value!r} is not a list of texts")
    found = tuple(part.strip() for part in parts if part.strip())
    for part in found:
        if name == "origins" and not _ORIGIN.fullmatch(part):
            text = "an origin is like https://casino.example or http://10.0.0.5:8888, and nothing after it"
            raise Refusal("settings", f"origins: {part!r} is none: {text}")
        if name == "proxies" and not _is_address(part):
            raise Refusal("settings", f"proxies: {part!r} is not an IP address")
    return found


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
