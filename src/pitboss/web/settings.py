"""How the server is run: a TOML file, then the environment, each over the defaults."""

from __future__ import annotations

import os
import re
import socket
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from pitboss.desk.question import SECONDS
from pitboss.house.people import FIRST, Newcomers, Registration
from pitboss.ledger.database import is_postgres, without_password
from pitboss.round import Refusal
from pitboss.sheet import houses
from pitboss.table.lobby import Most
from pitboss.table.settings import Clock
from pitboss.web.log import Form, Level

# Addresses that are nobody's (RFC 5737, RFC 3849). Nothing is sent there: the machine is asked from which of
# its own it would send.
NOBODY: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))

LOCAL: Final = "localhost"


def machine_address() -> str | None:
    """The address by which others in the network reach this machine; None where there is no network."""
    for family, far in NOBODY:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            if _is_reached(own := str(probe.getsockname()[0])):
                return own
    with suppress(OSError):  # a network without a way out has no such answer, but perhaps names its machines
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if _is_reached(own := str(place[0])):
                return own
    return None


def _is_reached(address: str) -> bool:
    read = ip_address(address)
    return not (read.is_loopback or read.is_unspecified or read.is_link_local)


@cache
def machine_names() -> frozenset[str]:
    """What this machine is called in its network."""
    name = socket.gethostname().partition(".")[0].lower()
    return frozenset({name, f"{name}.local"} if name else ())


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == LOCAL


def leads_here(origin: str, scheme: str, host: str) -> bool:
    """Whether a page with this origin came from the very place that the request went to.

    Only addresses, this machine's own names and `localhost` are believed, which browsers let lead to nobody
    else. Another name would prove nothing: whoever has it can let it lead to any machine after their page has
    been loaded from theirs.

    >>> leads_here("http://192.168.1.20:8888", "http", "192.168.1.20:8888")
    True
    >>> leads_here("http://localhost:9000", "http", "localhost:9000")  # a port of a container
    True
    >>> leads_here("http://evil.example:8888", "http", "evil.example:8888")
    False
    >>> leads_here("http://192.168.1.66", "http", "192.168.1.20:8888")
    False
    """
    return origin == f"{scheme}://{host}" and is_this_machine(name_in(host))


def is_this_machine(name: str) -> bool:
    """Whether a name can lead to nobody else: an address, `localhost` or what this machine is called."""
    try:
        ip_address(name)
    except ValueError:
        return name in {LOCAL, *machine_names()}
    return True


def name_in(host: str) -> str:
    """The name or address in a Host header.

    >>> name_in("Cards.Example:8443"), name_in("[::1]:8888"), name_in("192.168.1.20")
    ('cards.example', '::1', '192.168.1.20')
    """
    name, _, port = host.rpartition(":")
    return (name if port.isdecimal() else host).strip("[]").removesuffix(".").lower()


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


def _small(value: object) -> object:
    """DEBUG is debug."""
    return value.lower() if isinstance(value, str) else value


Whole = Annotated[int, BeforeValidator(_number)]
Count = Annotated[Whole, Field(ge=1, le=1_000_000)]
Origins = Annotated[tuple[Annotated[str, AfterValidator(_origin)], ...], NoDecode, BeforeValidator(_parts)]
Address = Annotated[str, AfterValidator(_address)]
Addresses = Annotated[tuple[Address, ...], NoDecode, BeforeValidator(_parts)]
Houses = Annotated[tuple[Annotated[str, AfterValidator(_house)], ...], NoDecode, BeforeValidator(_parts)]
Title = Annotated[str, AfterValidator(_title)]
Invitation = Annotated[str, AfterValidator(_invitation)]
Proxies = Annotated[tuple[Annotated[str, AfterValidator(_proxy)], ...], NoDecode, BeforeValidator(_parts)]
LogLevel = Annotated[Level, BeforeValidator(_small)]
LogForm = Annotated[Form, BeforeValidator(_small)]


CONFIG: Final = "PITBOSS_CONFIG"  # the variable that names the file, where no option does


def file_in_use(option: Path | None) -> Path | None:
    """The file of the option, else the one that the environment names."""
    named = os.environ.get(CONFIG)
    return option or (Path(named) if named else None)


def read_file(file: Path) -> dict[str, Any]:
    """What stands in it; what cannot be read is refused in a sentence."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise Refusal("settings", f"{file}: not a TOML file: {fault}") from None
    except OSError as fault:
        raise Refusal("settings", f"{file}: cannot be read: {fault.strerror}") from None


PREFIX: Final = "PITBOSS_"


class ServeSettings(BaseModel):
    """The settings of `pitboss serve`. Names in the environment are these in capitals, after PITBOSS_.

    What each says is told by `pitboss config` and by the table in docs/serve.md, from here.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field("127.0.0.1", description="where to listen; `0.0.0.0` is everywhere")
    lan: bool = Field(
        False,
        description="listens to the network around this machine and tells how others come in:"
        " see [a house for your network](#a-house-for-your-network)",
    )
    port: Annotated[Whole, Field(ge=0, le=65_535)] = Field(8888, description="the port; 0 takes a free one")
    name: Title = Field(
        "Pitboss", description="what the house is called, on its pages and where it is installed"
    )
    houses: Houses = Field(
        (),
        description="whose tables are offered, like `rivers, shine`; none is all."
        " Rules, Lab and drill are there for all",
    )
    registration: Registration = Field(
        "open", description="who may become new here: see [who comes in](#who-comes-in)"
    )
    invitation: Invitation = Field(
        "", description="the secret of the link for new people, 8 to 64 letters, digits, `-` or `_`"
    )
    starting_money: Annotated[Whole, Field(ge=1, le=1_000_000)] = Field(
        FIRST // 100, description="dollars of play money for a new person, and for a top-up"
    )
    clock_bets: Annotated[Whole, Field(ge=5, le=3_600)] = Field(
        int(Clock().bets), description="seconds for bets, at tables with a clock that are opened from now on"
    )
    clock_decision: Annotated[Whole, Field(ge=5, le=3_600)] = Field(
        int(Clock().decision), description="seconds to decide there"
    )
    workers: Annotated[Whole, Field(ge=1, le=64)] = Field(
        1,
        description="servers that are started, at `port` and the ports after it, on PostgreSQL:"
        " see [several servers](#several-servers)",
    )
    db: str = Field(
        "",
        description="the database: a SQLite file or `postgresql://…`; without one, `pitboss.db` in the"
        " user's data folder",
    )
    address: Address = Field(
        "",
        description="how people reach this very server, like `https://cards.example/at/2`; without one it is"
        " its host and port. The previews of shared links name it, too",
    )
    servers: Addresses = Field(
        (), description="the addresses of all servers of the house, its own among them"
    )
    origins: Origins = Field(
        (), description="pages beside its own that may speak to it, like `https://cards.example`"
    )
    proxies: Proxies = Field(
        (),
        description="addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed",
    )
    certificate: str = Field("", description="TLS: the certificate with its chain, a PEM file")
    key: str = Field("", description="TLS: its key, a PEM file")
    threads: Count = Field(
        16, description="threads that work at tables; most of the time they wait for the disk"
    )
    desk_workers: Annotated[Whole, Field(ge=0, le=64)] = Field(
        0,
        description="processes that reckon prices, pays, advice and the like; 0 is one less than the machine"
        " has cores",
    )
    desk_seconds: Count = Field(SECONDS, description="seconds that one question may take there")
    most_tables: Count = Field(500, description="tables that may be open at once")
    most_tables_each: Count = Field(20, description="tables that one person may have open at once")
    most_tables_address: Count = Field(
        40,
        description="tables that may be open at once and were opened from one address; raise it where many"
        " people share one",
    )
    most_sockets: Count = Field(5_000, description="sockets to tables that may be open at once")
    most_sockets_address: Count = Field(100, description="of them from one address")
    most_sockets_person: Count = Field(12, description="of them of one person")
    most_connections: Count = Field(6_000, description="connections of any kind, sockets among them")
    most_connections_address: Count = Field(200, description="of them from one address")
    requests_address: Count = Field(
        60, description="requests a second from one address, and five times as many at once"
    )
    requests_person: Count = Field(20, description="the same for one person")
    longest_wait: Count = Field(
        1_000,
        description="milliseconds that a command may have to wait; past that the server refuses what comes",
    )
    log_level: LogLevel = Field(
        "info", description="the least grave lines of the log: see [the log](#the-log)"
    )
    log_format: LogForm = Field(
        "auto",
        description="`text` for people, `json` for programs; `auto` is `text` where a terminal reads it, else"
        " `json`",
    )
    log_file: str = Field(
        "", description="a file for the log, which may be moved away at any time; none is standard error"
    )
    slow_request: Count = Field(
        2_000, description="milliseconds past which a request or a command is told in the log as slow"
    )

    @property
    def offered(self) -> tuple[str, ...]:
        """The houses at whose tables one can play here, in the order in which they are always named."""
        return tuple(each for each in houses() if each in (self.houses or houses()))

    @property
    def most(self) -> Most:
        """How many tables may be open."""
        return Most(self.most_tables, self.most_tables_each, self.most_tables_address)

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
    def own_names(self) -> frozenset[str]:
        """What this server is called, beside the addresses and names of its machine."""
        return frozenset(name_in(each.partition("://")[2]) for each in self.allowed_origins)

    @property
    def reached_at(self) -> tuple[str, ...]:
        """The addresses at which a page may open a socket, beside the one that it came from."""
        return tuple(sorted({*self.servers, self.address} - {""}))

    @property
    def socket_origins(self) -> tuple[str, ...]:
        """The same, as the policy of a page names them."""
        return tuple(sorted({origin_of(each).replace("http", "ws", 1) for each in self.reached_at}))


def variable_of(name: str) -> str:
    """What a setting is called in the environment."""
    return PREFIX + name.upper()


NAMES: Final = tuple(ServeSettings.model_fields)
OTHER_VARIABLES: Final = frozenset({CONFIG, "PITBOSS_PASSWORD", "PITBOSS_TOKEN"})  # of other commands


class _Read(ServeSettings, BaseSettings):
    """The settings as they are read: the environment goes over what the file says."""

    model_config = SettingsConfigDict(alias_generator=variable_of, case_sensitive=True)

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
    given = {} if file is None else read_file(file)
    for name in given:
        if name not in NAMES:
            near, allowed = near_setting(name), ", ".join(sorted(NAMES))
            meant = f"did you mean {near!r}? " if near else ""
            raise Refusal("settings", f"{file}: unknown setting {name!r}; {meant}allowed: {allowed}")
    try:
        read = _Read(**{variable_of(name): value for name, value in given.items()})
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


def unknown_variables(environment: Mapping[str, str]) -> dict[str, str | None]:
    """Variables that look like settings and are none, each with what may have been meant."""
    known = {variable_of(name) for name in NAMES} | OTHER_VARIABLES
    found = sorted(each for each in environment if each.startswith(PREFIX) and each not in known)
    near = {each: near_setting(each.removeprefix(PREFIX).lower()) for each in found}
    return {each: variable_of(name) if name else None for each, name in near.items()}


def near_setting(name: str) -> str | None:
    """The setting that somebody may have meant."""
    return next(iter(get_close_matches(name, NAMES, 1)), None)


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
