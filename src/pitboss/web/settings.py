"""How the server is run: a TOML file, then the environment, each over the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from pitboss.desk.question import SECONDS
from pitboss.house.people import FIRST, Newcomers, Registration
from pitboss.round import Refusal
from pitboss.sheet import houses
from pitboss.table.lobby import Most
from pitboss.table.settings import Clock
from pitboss.web.local_network import is_loopback, machine_address, name_in
from pitboss.web.setting_types import (
    Address,
    Addresses,
    Count,
    Houses,
    Invitation,
    LogForm,
    LogLevel,
    Origins,
    Proxies,
    Title,
    Whole,
    origin_of,
)
from pitboss.web.settings_file import CONFIG, read_file

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
