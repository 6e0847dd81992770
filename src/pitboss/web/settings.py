"""How the server is run: a TOML file, then the environment, each over the defaults."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from pitboss.desk.question import SECONDS
from pitboss.floor.settings import Clock
from pitboss.house.newcomers import FIRST, Newcomers, Registration
from pitboss.round import Refusal
from pitboss.sheet import houses
from pitboss.web.local_network import is_loopback, machine_address

PREFIX: Final = "PITBOSS_"
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")
_PREFIX: Final = re.compile(r"(/[A-Za-z0-9._-]+)*")
_INVITATION: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
LONGEST_ADDRESS: Final = 120  # bytes: it is told as the reason for which a socket is closed, which has 123


def _number(value: object) -> object:
    """TOML says true and 80.0, which Pydantic would take for numbers."""
    if isinstance(value, (bool, float)):
        raise PydanticCustomError("int_type", "not a whole number")
    return value


def _parts(value: object) -> object:
    """One text or a list of them; in the environment they stand in a row, with commas."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
        raise PydanticCustomError("list_type", "not a list of texts")
    return tuple(part.strip() for part in parts if part.strip())


def _origin(text: str) -> str:
    if not _ORIGIN.fullmatch(text):
        like = "an origin is like https://casino.example or http://10.0.0.5:8888, and nothing after it"
        raise PydanticCustomError("origin", "is none: " + like)
    return text


def _address(text: str) -> str:
    origin = origin_of(text)
    if text and not (_ORIGIN.fullmatch(origin) and _PREFIX.fullmatch(text[len(origin) :])):
        like = "an address is like http://10.0.0.5:8888 or https://casino.example/at/2"
        raise PydanticCustomError("address", f"is none: {like}, without a / at its end")
    if len(text) > LONGEST_ADDRESS:
        raise PydanticCustomError("address", f"is longer than {LONGEST_ADDRESS} characters")
    return text


def origin_of(address: str) -> str:
    """What a browser calls the origin of whatever is found at an address.

    >>> origin_of("https://cards.example/at/2")
    'https://cards.example'
    """
    return "/".join(address.split("/", 3)[:3])


def _proxy(text: str) -> str:
    try:
        ip_address(text)
    except ValueError:
        raise PydanticCustomError("proxy", "is not an IP address") from None
    return text


def _house(text: str) -> str:
    if text not in houses():
        raise PydanticCustomError("house", f"is no house; allowed: {', '.join(houses())}")
    return text


def _title(text: str) -> str:
    if not 0 < len(text) <= 40 or not text.isprintable() or text != text.strip():
        raise PydanticCustomError("name", "is no name: 1 to 40 printable characters, no blanks around them")
    return text


def _invitation(text: str) -> str:
    if text and not _INVITATION.fullmatch(text):
        like = "8 to 64 letters, digits, hyphens or underscores, which nobody guesses"
        raise PydanticCustomError("invitation", f"is none: {like}")
    return text


Whole = Annotated[int, BeforeValidator(_number)]
Count = Annotated[Whole, Field(ge=1, le=1_000_000)]
Origins = Annotated[tuple[Annotated[str, AfterValidator(_origin)], ...], NoDecode, BeforeValidator(_parts)]
Address = Annotated[str, AfterValidator(_address)]
Addresses = Annotated[tuple[Address, ...], NoDecode, BeforeValidator(_parts)]
Houses = Annotated[tuple[Annotated[str, AfterValidator(_house)], ...], NoDecode, BeforeValidator(_parts)]
Title = Annotated[str, AfterValidator(_title)]
Invitation = Annotated[str, AfterValidator(_invitation)]
Proxies = Annotated[tuple[Annotated[str, AfterValidator(_proxy)], ...], NoDecode, BeforeValidator(_parts)]


class ServeSettings(BaseModel):
    """The settings of `pitboss serve`. Names in the environment are these in capitals, after PITBOSS_."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    lan: bool = False  # listen to the network around, and tell others how they come
    port: Annotated[Whole, Field(ge=0, le=65_535)] = 8888
    name: Title = "Pitboss"  # what the house is called
    houses: Houses = ()  # whose tables are offered; empty: all
    registration: Registration = "open"  # who may become new here
    invitation: Invitation = ""  # what who comes by invitation knows
    starting_money: Annotated[Whole, Field(ge=1, le=1_000_000)] = FIRST // 100  # dollars, also of a top-up
    clock_bets: Annotated[Whole, Field(ge=5, le=3_600)] = int(Clock().bets)  # seconds, at tables with a clock
    clock_decision: Annotated[Whole, Field(ge=5, le=3_600)] = int(Clock().decision)
    workers: Annotated[Whole, Field(ge=1, le=64)] = 1  # processes that serve behind the one port
    db: str = ""  # empty: the user's data folder
    address: Address = ""  # how people and other servers reach this one; empty: by its host and port
    servers: Addresses = ()  # the addresses of the servers of this house
    origins: Origins = ()  # pages that may speak to it, beside its own
    proxies: Proxies = ()  # addresses whose X-Forwarded-For is believed
    certificate: str = ""  # TLS: a PEM file, and its key
    key: str = ""
    threads: Count = 16  # that work at tables; most of the time they wait for the disk
    # Processes that reckon; 0: one less than the machine has cores.
    desk_workers: Annotated[Whole, Field(ge=0, le=64)] = 0
    desk_seconds: Count = SECONDS  # that one question may take
    most_tables: Count = 500
    most_tables_each: Count = 20  # open at once, of one host
    most_tables_address: Count = 40  # open at once, that were opened from one address
    most_sockets: Count = 5_000
    most_sockets_address: Count = 100  # of one address, behind which a whole school may sit
    most_sockets_person: Count = 12
    most_connections: Count = 6_000  # of any kind, requests and sockets together
    most_connections_address: Count = 200
    requests_address: Count = 60  # a second, and five times as many at once
    requests_person: Count = 20
    longest_wait: Count = 1_000  # milliseconds that a command may wait, past which the server refuses more

    @property
    def offered(self) -> tuple[str, ...]:
        """The houses at whose tables one can play here, in the order in which they are always named."""
        return tuple(each for each in houses() if each in (self.houses or houses()))

    @property
    def newcomers(self) -> Newcomers:
        """How new people are taken."""
        return Newcomers(self.registration, self.invitation, 100 * self.starting_money)

    @property
    def clock(self) -> Clock:
        """The clock of a table that has one."""
        return Clock(bets=float(self.clock_bets), decision=float(self.clock_decision))

    @property
    def secure(self) -> bool:
        """Whether the server itself speaks TLS."""
        return bool(self.certificate)

    @property
    def local_address(self) -> str:
        """Where a browser on this machine finds it."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"{'https' if self.secure else 'http'}://{host}:{self.port}"

    @property
    def public_address(self) -> str:
        """Where everybody else finds it."""
        return self.address or self.local_address

    @property
    def allowed_origins(self) -> frozenset[str]:
        """Exactly these pages may change anything or open a socket."""
        own = {self.local_address}
        if self.host in ("127.0.0.1", "localhost"):
            own.add(self.local_address.replace("127.0.0.1", "localhost"))
        return frozenset({*own, *self.origins, *map(origin_of, (self.public_address, *self.servers))})

    @property
    def reached_at(self) -> tuple[str, ...]:
        """The addresses at which a page may open a socket, beside the one that it came from."""
        return tuple(sorted({*self.servers, self.address} - {""}))

    @property
    def socket_origins(self) -> tuple[str, ...]:
        """The same, as the policy of a page names them."""
        return tuple(sorted({origin_of(each).replace("http", "ws", 1) for each in self.reached_at}))


def _variable(name: str) -> str:
    return PREFIX + name.upper()


class _Read(ServeSettings, BaseSettings):
    """The settings as they are read: the environment goes over what the file says."""

    model_config = SettingsConfigDict(alias_generator=_variable, case_sensitive=True)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return env_settings, init_settings


def read_settings(file: Path | None, options: Mapping[str, object] | None = None) -> ServeSettings:
    """The settings of a file, of the environment and, over both, of the command line.

    What cannot be is refused with a sentence.
    """
    given = {} if file is None else _in_file(file)
    known = ServeSettings.model_fields
    for name in given:
        if name not in known:
            allowed = ", ".join(sorted(known))
            raise Refusal("settings", f"{file}: unknown setting {name!r}; allowed: {allowed}")
    try:
        read = _Read(**{_variable(name): value for name, value in given.items()})
        read_over = ServeSettings(**(read.model_dump() | dict(options or {})))
    except ValidationError as fault:
        raise Refusal("settings", _sentence(fault.errors()[0])) from None
    read_over = _opened_to_network(read_over, "host" in {*read.model_fields_set, *(options or {})})
    if bool(read_over.certificate) != bool(read_over.key):
        raise Refusal("settings", "For TLS, give both: certificate and key")
    if (read_over.registration == "invitation") != bool(read_over.invitation):
        text = 'For a house by invitation, give both: registration = "invitation" and the invitation'
        raise Refusal("settings", text)
    return read_over


def _opened_to_network(settings: ServeSettings, host_is_named: bool) -> ServeSettings:
    """`lan` listens everywhere, unless a place is named."""
    if settings.lan and not host_is_named:
        return settings.model_copy(update={"host": "0.0.0.0"})
    if settings.lan and is_loopback(settings.host):
        text = f"lan opens the house to the network, which host = {settings.host!r} does not"
        raise Refusal("settings", text)
    return settings


def with_network_address(settings: ServeSettings) -> ServeSettings:
    """A house that is open to its network tells its address there; the port is known by now."""
    if not settings.lan or settings.address:
        return settings
    own = machine_address() if settings.host in ("0.0.0.0", "::") else settings.host
    if own is None:
        text = "This machine is in no network that others could come from: connect it, or give --host"
        raise Refusal("settings", text)
    scheme, shown = "https" if settings.secure else "http", f"[{own}]" if ":" in own else own
    return settings.model_copy(update={"address": f"{scheme}://{shown}:{settings.port}"})


def _in_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise Refusal("settings", f"{file}: not a TOML file: {fault}") from None
    except OSError as fault:
        raise Refusal("settings", f"{file}: cannot be read: {fault.strerror}") from None


def _sentence(fault: ErrorDetails) -> str:
    """What Pydantic found, as an operator reads it."""
    name, value = str(fault["loc"][0]).removeprefix(PREFIX).lower(), fault["input"]
    bounds = fault.get("ctx", {})
    match fault["type"]:
        case "greater_than_equal":
            return f"{name}: {value} is less than {bounds['ge']}"
        case "less_than_equal":
            return f"{name}: {value} is more than {bounds['le']}"
        case "bool_type" | "bool_parsing":
            return f"{name}: {value!r} is neither true nor false"
        case "string_type":
            return f"{name}: {value!r} is not a text"
        case "list_type":
            return f"{name}: {value!r} is not a list of texts"
        case "literal_error":
            return f"{name}: {value!r} is none of {bounds['expected']}"
        case "origin" | "proxy" | "address" | "house" | "name" | "invitation":
            return f"{name}: {value!r} {fault['msg']}"
        case _:
            return f"{name}: {value!r} is not a whole number"
