"""Finding the way to a table of a server: its address, who one is there, which table, which seat."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, replace
from getpass import getpass
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from pitboss.cli.remote_table import JoinedTable, Server
from pitboss.cli.terminal_input import Ears, Leave
from pitboss.money import Cents, dollars
from pitboss.round import Refusal

PASSWORD: Final = "PITBOSS_PASSWORD"
TOKEN: Final = "PITBOSS_TOKEN"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a house is, and which of its tables is meant."""

    server: str
    table: str = ""
    invite: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table to open, where none was named; without a house the person is asked."""

    house: str | None
    low: Cents | None = None
    high: Cents | None = None
    bots: tuple[str, ...] = ()


def address_of(url: str) -> Address:
    """An address as the page shows it, or only that of the server.

    >>> address_of("http://127.0.0.1:8888/tables/5f3a?invite=9b1c")
    Address(server='http://127.0.0.1:8888', table='5f3a', invite='9b1c')
    >>> address_of("http://127.0.0.1:8888/tables/5f3a/invite?invite=9b1c").table
    '5f3a'
    >>> address_of("cards.example:8888").server
    'http://cards.example:8888'
    """
    whole = url if "://" in url else f"http://{url}"
    parts = urlsplit(whole)
    table = re.fullmatch(r"/tables/([A-Za-z0-9._:-]{1,100})(?:/invite)?/?", parts.path)
    if parts.scheme not in ("http", "https") or not parts.hostname or (parts.path.strip("/") and not table):
        text = f"--join {url!r}: write the address of a server or of a table, like http://127.0.0.1:8888"
        raise Refusal("address", f"{text} or http://127.0.0.1:8888/tables/5f3a")
    invite = parse_qs(parts.query).get("invite", [""])[0]
    return Address(f"{parts.scheme}://{parts.netloc}", table[1] if table else "", invite)


def sign_in(server: Server, name: str | None, ears: Ears) -> dict[str, Any]:
    """Somebody with a name, the owner of a token, or a new guest; gives who one is."""
    token = os.environ.get(TOKEN)
    if (name is not None or token) and not _is_secret(server.address):
        ears.say("This server does not speak TLS: whoever is on the way can read how you sign in.")
    if name is None and token:
        server.secret = token
        me: dict[str, Any] = server.ask("GET", "/api/me")
    elif name is None:
        me = server.ask("POST", "/api/guests")
    else:
        me = server.ask("POST", "/api/sign-in", {"name": name, "password": _password(name)})
    return me


def _is_secret(server: str) -> bool:
    """Whether nobody on the way can listen: with TLS, or when the way does not leave this machine."""
    parts = urlsplit(server)
    try:
        own = ip_address(parts.hostname or "").is_loopback
    except ValueError:
        own = parts.hostname == "localhost"
    return own or parts.scheme == "https"


def _password(name: str) -> str:
    """From the environment, or typed without being shown."""
    found = os.environ.get(PASSWORD)
    if found is None and not sys.stdin.isatty():
        raise Refusal("password", f"--name {name}: there is nobody to ask for the password; set {PASSWORD}")
    try:
        return found if found is not None else getpass(f"Password of {name}: ")
    except EOFError:
        raise Refusal("password", f"--name {name}: no password was given") from None


def find_place(
    ears: Ears, url: str, name: str | None, wanted: Wanted, hands: int, seat: int | None
) -> JoinedTable | None:
    """A place at the table that is meant, seated; None when the person leaves before."""
    address = address_of(url)
    if address.table and wanted != Wanted(None):
        raise Refusal("option", "--join names a table: a house, limits and bots are for a new one")
    server = Server(address.server)
    me = sign_in(server, name, ears)
    table, invite = address.table, address.invite
    if not table:
        try:
            table, invite = choose_table(server, me, wanted, ears)
        except Leave:
            return None
    place = JoinedTable(server, table, invite, str(me["name"]), ears)
    try:
        sit_down(place, seat, hands, ears)
    except BaseException:
        place.close()
        raise
    return place


def choose_table(server: Server, me: dict[str, Any], wanted: Wanted, ears: Ears) -> tuple[str, str]:
    """A table of a server and its invitation: one of the lobby's, or a new one."""
    if wanted.house is not None:
        return _open(server, me, wanted, ears)
    tables = server.ask("GET", "/api/tables")
    houses = [each["id"] for each in server.ask("GET", "/api/houses")]
    for number, each in enumerate(tables, 1):
        ears.say(f"{number}. {_listed(each)}")
    if not tables:
        ears.say("No table is open to everybody here.")
    which = f"Which table (1 to {len(tables)}" if tables else "Which table"
    ears.say(f"A house opens a new table: {', '.join(houses)}.")
    while True:
        said = (ears.ask(f"{which}, or a house)? " if tables else "Which house? ") or "").strip().lower()
        if said.isdecimal() and 1 <= int(said) <= len(tables):
            return str(tables[int(said) - 1]["table"]), ""
        if not said and tables:
            return str(tables[0]["table"]), ""
        starts = [name for name in houses if said and name.startswith(said)]
        if len(starts) == 1:
            return _open(server, me, replace(wanted, house=starts[0]), ears)
        ears.say(f"{said!r} is not one of them.")


def _listed(table: dict[str, Any]) -> str:
    limits = f"{dollars(table['low'])} to {dollars(table['high'])}"
    clock = "with a clock" if table["clock"] else "without a clock"
    free = table["seats"] - table["taken"]
    return f"{table['title']}: {table['name']}, {limits}, {clock}, {free} of {table['seats']} seats free."


def _open(server: Server, me: dict[str, Any], wanted: Wanted, ears: Ears) -> tuple[str, str]:
    body: dict[str, Any] = {
        "id": str(uuid4()),
        "house": wanted.house,
        "title": f"{me['name']}'s table",
        "bots": list(wanted.bots),
    }
    body |= {"low": wanted.low} if wanted.low is not None else {}
    body |= {"high": wanted.high} if wanted.high is not None else {}
    opened = server.ask("POST", "/api/tables", body)
    ears.say(f"Others join with: pitboss play --join {server.address}/tables/{opened['table']}")
    return str(opened["table"]), str(opened["invite"])


def _sit(place: JoinedTable, mine: list[int], wanted: int | None) -> int:
    """Takes one more seat: the wanted one first, then those to its left."""
    free = [each.n for each in place.view.seats if each.name is None]
    after = [number for number in free if not mine or number > mine[-1]]
    number = wanted if wanted is not None and not mine else next(iter(after or free), None)
    if number is None:
        raise Refusal("full", "Every seat of this table is taken", place.sheet.seats_clause)
    place.say("sit", seat=number)
    return number


def sit_down(place: JoinedTable, seat: int | None, hands: int, ears: Ears) -> None:
    """Takes the wanted seat or the first free one, and more beside it; who has seats keeps them."""
    if hands < 1:
        raise Refusal("seats", "--hands must be at least 1")
    mine = [each.n for each in place.view.you.seats]
    taken: list[int] = []
    try:
        for _ in range(hands - len(mine)):
            taken.append(_sit(place, mine + taken, seat))
    except Refusal:
        for number in reversed(taken):  # nobody shall wait for somebody who does not come
            place.say("stand", seat=number)
        raise
    mine += taken
    title = place.view.table.title
    numbers = f"seat{'s' if len(mine) > 1 else ''} {', '.join(map(str, sorted(mine)))}"
    place.hear()  # that one has sat down is told here
    ears.say(f"You are {place.name}, at {numbers} of {title}.")
