"""The kinds of values that settings have, and what each refuses."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError
from pydantic_settings import NoDecode

from pitboss.sheet import houses
from pitboss.web.log import Form, Level

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
