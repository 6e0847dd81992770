"""How the server is run: a TOML file, then the environment, each over the defaults."""

from __future__ import annotations

import os
import re
import socket
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from pitboss.evening.model import Clock
from pitboss.house.people import FIRST, Newcomers, Registration
from pitboss.ledger.database import is_postgres, without_password
from pitboss.money import SMALLEST_CHIP, Cents, NotMoney, both_readings, dollars, may_be_dollars, parse_money
from pitboss.round import Refusal
from pitboss.sheet import houses
from pitboss.table.lobby import Most
from pitboss.web.log import Form, Level

# Addresses that are nobody's (RFC 5737, RFC 3849). Nothing is sent there: the machine is asked from which of
# its own it would send.
NOBODY: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))

LOCAL: Final = "localhost"
LAN: Final = "lan"  # as a host: everywhere, with an address for the network around this machine


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
    return ip_address(host).is_loopback if _is_ip(host) else host == LOCAL


def leads_here(origin: str, scheme: str, host: str) -> bool:
    """Whether a page with this origin came from the very place that the request went to.

    Only addresses, this machine's own names and `localhost` are believed, which browsers let lead to nobody
    else. Another name would prove nothing: its owner can let it lead to any machine after their page has
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
    return _is_ip(name) or name in {LOCAL, *machine_names()}


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


def _money(value: object) -> object:
    """Cents, as on the command line: a plain number is cents, and with the sign it is dollars."""
    text = str(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else repr(value)
    try:
        cents = parse_money(text)
        if "$" not in text and may_be_dollars(cents, LEAST_PLAIN):
            raise PydanticCustomError("money", "{says}", {"says": both_readings(cents)})
    except NotMoney as fault:
        raise PydanticCustomError("money", "{says}", {"says": str(fault)}) from None
    if not SMALLEST_CHIP <= cents <= MOST_STARTING:
        says = f"{dollars(cents)} is not from {dollars(SMALLEST_CHIP)} to {dollars(MOST_STARTING)}"
        raise PydanticCustomError("money", "{says}", {"says": says})
    return cents


def _parts(value: object) -> object:
    """One text or a list of them; in the environment they are separated by commas."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
        raise PydanticCustomError("list_type", "not a list of texts")
    return tuple(part.strip() for part in parts if part.strip())


def _must(holds: Callable[[str], object], why: str) -> AfterValidator:
    """A text that must be so; `why` goes on after its name and value."""

    def check(text: str) -> str:
        if not holds(text):
            raise PydanticCustomError("setting", why)
        return text

    return AfterValidator(check)


def _is_address(text: str) -> bool:
    origin = origin_of(text)
    return bool(_ORIGIN.fullmatch(origin) and _PREFIX.fullmatch(text[len(origin) :]))


def _is_ip(text: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(text))
    return False


def _is_title(text: str) -> bool:
    return 0 < len(text) <= 40 and text.isprintable() and text == text.strip()


def origin_of(address: str) -> str:
    """What a browser calls the origin of the pages at an address.

    >>> origin_of("https://cards.example/at/2")
    'https://cards.example'
    """
    return "/".join(address.split("/", 3)[:3])


def _small(value: object) -> object:
    """DEBUG is debug."""
    return value.lower() if isinstance(value, str) else value


LEAST_PLAIN: Final = 10_000  # cents: less, as a plain number, was probably meant as dollars
MOST_STARTING: Final = 100_000_000

Money = Annotated[Cents, BeforeValidator(_money)]
Whole = Annotated[int, BeforeValidator(_number)]
Count = Annotated[Whole, Field(ge=1, le=1_000_000)]
Address = Annotated[
    str,
    _must(
        _is_address,
        "is none: an address is like http://10.0.0.5:8888 or https://casino.example/at/2,"
        " without a / at its end",
    ),
    _must(lambda text: len(text) <= LONGEST_ADDRESS, f"is longer than {LONGEST_ADDRESS} characters"),
]
Addresses = Annotated[tuple[Address, ...], BeforeValidator(_parts)]
House = Annotated[str, _must(lambda text: text in houses(), f"is no house; allowed: {', '.join(houses())}")]
Houses = Annotated[tuple[House, ...], BeforeValidator(_parts)]
Title = Annotated[str, _must(_is_title, "is no name: 1 to 40 printable characters, no blanks around them")]
Invitation = Annotated[
    str,
    _must(
        lambda text: not text or _INVITATION.fullmatch(text),
        "is none: 8 to 64 letters, digits, hyphens or underscores, hard to guess",
    ),
]
Proxy = Annotated[str, _must(_is_ip, "is not an IP address")]
Proxies = Annotated[tuple[Proxy, ...], BeforeValidator(_parts)]
LogLevel = Annotated[Level, BeforeValidator(_small)]
LogForm = Annotated[Form, BeforeValidator(_small)]


CONFIG: Final = "PITBOSS_CONFIG"  # the variable that names the file, where no option does


def file_in_use(option: Path | None) -> Path | None:
    """The file of the option, else the one that the environment names."""
    named = os.environ.get(CONFIG)
    return option or (Path(named) if named else None)


def read_file(file: Path) -> dict[str, Any]:
    """Its settings; a file that cannot be read is refused in a sentence."""
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

    host: str = Field(
        "127.0.0.1",
        description="where to listen; `0.0.0.0` is everywhere, and `lan` is everywhere with an address for"
        " the others: see [a house for your network](#a-house-for-your-network)",
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
        "open", description="who may create an account: see [who comes in](#who-comes-in)"
    )
    invitation: Invitation = Field(
        "", description="the secret of the link for new people, 8 to 64 letters, digits, `-` or `_`"
    )
    starting_money: Money = Field(
        FIRST,
        description='play money for a new person, and for a top-up: `"$500"`, or a plain number of cents',
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
    addresses: Addresses = Field(
        (),
        description="how people reach the house, like `https://cards.example`: first this very server's own"
        " address, which invitations name, then those of the other servers; without any it is host and port."
        " Pages of these addresses alone may act here",
    )
    proxies: Proxies = Field(
        (),
        description="addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed",
    )
    certificate: str = Field("", description="TLS: the certificate with its chain, a PEM file")
    key: str = Field("", description="TLS: its key, a PEM file")
    desk_workers: Annotated[Whole, Field(ge=0, le=64)] = Field(
        0,
        description="worker processes for prices, pays, advice and the like; 0 is one less than the machine"
        " has cores",
    )
    most_tables: Count = Field(500, description="tables that may be open at once")
    most_tables_each: Count = Field(
        20,
        description="tables that one person may have open at once; twice as many may have been opened from"
        " one address, so raise it where many people share one",
    )
    most_sockets: Count = Field(5_000, description="sockets to tables that may be open at once")
    most_sockets_address: Count = Field(
        100, description="of them from one address, and twice as many connections of any kind"
    )
    most_connections: Count = Field(6_000, description="connections of any kind, sockets among them")
    requests_address: Count = Field(
        60,
        description="requests a second from one address, and five times as many at once; a third of that for"
        " one person",
    )
    messages_person: Count = Field(
        10,
        description="messages a second of one person at all tables together, and four times as many at once",
    )
    log_level: LogLevel = Field("info", description="minimum log level: see [the log](#the-log)")
    log_format: LogForm = Field(
        "auto",
        description="`text` for people, `json` for programs; `auto` is `text` where a terminal reads it, else"
        " `json`",
    )
    log_file: str = Field(
        "", description="a file for the log, which may be moved away at any time; none is standard error"
    )

    @property
    def offered(self) -> tuple[str, ...]:
        """The houses at whose tables one can play here, in the order in which they are always named."""
        return tuple(each for each in houses() if each in (self.houses or houses()))

    @property
    def most_tables_address(self) -> int:
        """How many tables may be open that were opened from one address."""
        return 2 * self.most_tables_each

    @property
    def most_connections_address(self) -> int:
        """How many connections one address may have."""
        return 2 * self.most_sockets_address

    @property
    def requests_person(self) -> int:
        """How many requests a second one person may send."""
        return max(1, self.requests_address // 3)

    @property
    def messages_at_once(self) -> int:
        """How many messages one person may send at once."""
        return 4 * self.messages_person

    @property
    def most(self) -> Most:
        """How many tables may be open."""
        return Most(self.most_tables, self.most_tables_each, self.most_tables_address)

    @property
    def newcomers(self) -> Newcomers:
        """How new people are taken."""
        return Newcomers(self.registration, self.invitation, self.starting_money)

    @property
    def clock(self) -> Clock:
        """The clock of a table that has one."""
        return Clock(bets=float(self.clock_bets), decision=float(self.clock_decision))

    @property
    def secure(self) -> bool:
        """Whether the server itself speaks TLS."""
        return bool(self.certificate)

    @property
    def lan(self) -> bool:
        """Whether the house is open to the network around it and says how others come in."""
        return self.host == LAN

    @property
    def listens_at(self) -> str:
        """The address of this machine at which the server listens."""
        return "0.0.0.0" if self.lan else self.host

    @property
    def local_address(self) -> str:
        """Where a browser on this machine finds it."""
        return self._address_at("127.0.0.1" if self.listens_at in ("0.0.0.0", "::") else self.host)

    def _address_at(self, host: str) -> str:
        shown = f"[{host}]" if ":" in host else host
        return f"{'https' if self.secure else 'http'}://{shown}:{self.port}"

    @property
    def public_address(self) -> str:
        """Where everybody else finds it."""
        return self.addresses[0] if self.addresses else self.local_address

    def with_network_address(self) -> ServeSettings:
        """A house that is open to its network with its address there; the port is known by now."""
        if not self.lan or self.addresses:
            return self
        own = machine_address()
        if own is None:
            text = "This machine is in no network that others could come from: connect it, or give --host"
            raise Refusal("settings", text)
        return self.model_copy(update={"addresses": (self._address_at(own),)})

    @property
    def allowed_origins(self) -> frozenset[str]:
        """Exactly these pages may change anything or open a socket."""
        own = {self.local_address}
        if self.host in ("127.0.0.1", LOCAL):
            own.add(self.local_address.replace("127.0.0.1", LOCAL))
        return frozenset({*own, *map(origin_of, self.addresses)})

    @property
    def own_names(self) -> frozenset[str]:
        """What this server is called, beside the addresses and names of its machine."""
        return frozenset(name_in(each.partition("://")[2]) for each in self.allowed_origins)

    @property
    def socket_origins(self) -> tuple[str, ...]:
        """Where a page may open a socket beside the place it came from, as its policy names that."""
        return tuple(sorted({origin_of(each).replace("http", "ws", 1) for each in self.addresses}))


def variable_of(name: str) -> str:
    """What a setting is called in the environment."""
    return PREFIX + name.upper()


NAMES: Final = tuple(ServeSettings.model_fields)
OTHER_VARIABLES: Final = frozenset({CONFIG, "PITBOSS_PASSWORD", "PITBOSS_TOKEN"})  # of other commands


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
    environment = {
        name: os.environ[variable] for name in NAMES if (variable := variable_of(name)) in os.environ
    }
    try:
        read = ServeSettings(**(given | environment | dict(options or {})))
    except ValidationError as fault:
        raise Refusal("settings", _sentence(fault.errors()[0])) from None
    if bool(read.certificate) != bool(read.key):
        raise Refusal("settings", "For TLS, give both: certificate and key")
    if (read.registration == "invitation") != bool(read.invitation):
        text = 'For a house by invitation, give both: registration = "invitation" and the invitation'
        raise Refusal("settings", text)
    return read


def unknown_variables(environment: Mapping[str, str]) -> dict[str, str | None]:
    """Variables that look like settings and are none, each with what may have been meant."""
    known = {variable_of(name) for name in NAMES} | OTHER_VARIABLES
    found = sorted(each for each in environment if each.startswith(PREFIX) and each not in known)
    near = {each: near_setting(each.removeprefix(PREFIX).lower()) for each in found}
    return {each: variable_of(name) if name else None for each, name in near.items()}


def near_setting(name: str) -> str | None:
    """The setting that was probably meant."""
    return next(iter(get_close_matches(name, NAMES, 1)), None)


def _sentence(fault: ErrorDetails) -> str:
    """What Pydantic found, as an operator reads it."""
    name, value = str(fault["loc"][0]), fault["input"]
    bounds = fault.get("ctx", {})
    match fault["type"]:
        case "greater_than_equal":
            return f"{name}: {value} is less than {bounds['ge']}"
        case "less_than_equal":
            return f"{name}: {value} is more than {bounds['le']}"
        case "string_type":
            return f"{name}: {value!r} is not a text"
        case "list_type":
            return f"{name}: {value!r} is not a list of texts"
        case "literal_error":
            return f"{name}: {value!r} is none of {bounds['expected']}"
        case "money":
            return f"{name}: {fault['msg']}"
        case "setting":
            return f"{name}: {value!r} {fault['msg']}"
        case _:
            return f"{name}: {value!r} is not a whole number"


From = Literal["option", "environment", "file", "default"]
MASK: Final = "********"
SECRETS: Final = frozenset({"invitation"})
MONEY: Final = frozenset({"starting_money"})


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
    found = []
    for name, known in ServeSettings.model_fields.items():
        source: From = "file" if name in in_file else "default"
        if variable_of(name) in environment:
            source = "environment"
        if name in options:
            source = "option"
        value, default = (_shown(name, each) for each in (getattr(settings, name), known.default))
        found.append(SettingInForce(name, variable_of(name), value, default, source, known.description or ""))
    return found


def _shown(name: str, value: Any) -> Any:
    if name in SECRETS and value:
        return MASK
    if name == "db" and is_postgres(value):
        return without_password(value)
    return list(value) if isinstance(value, tuple) else value


def setting_text(name: str, value: Any) -> str:
    """A setting as people read it; empty where it has no value.

    >>> setting_text("starting_money", 50_000), setting_text("houses", ["rivers", "shine"])
    ('$500', 'rivers, shine')
    """
    if name in MONEY:
        return dollars(value)
    return ", ".join(value) if isinstance(value, (list, tuple)) else str(value)
