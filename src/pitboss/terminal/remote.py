"""Finding the way to a table of a server: its address, who one is there, which table, which seat."""

from __future__ import annotations

import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from email.utils import parsedate_to_datetime
from getpass import getpass
from http.client import HTTPException, HTTPMessage
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from itertools import chain, repeat
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import uuid4

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from pitboss.messages.tables import end_words
from pitboss.money import Cents, dollars
from pitboss.round import Refusal
from pitboss.sheet import NoSuchHouse, load_house
from pitboss.table.view_types import SeatFrame
from pitboss.terminal.input import Ears, Leave
from pitboss.terminal.place import Place, Purse, refusal_of

# --- A place at a table of a server: requests over HTTP, the table over its socket.

COOKIE: Final = "pitboss_session"
PATIENCE: Final = 20.0  # seconds for an answer that may have to be worked out
SOON: Final = 4.0  # seconds for every other, before the table is looked for anew
WORKED_OUT: Final = frozenset({"coach", "bank_price"})
PAUSES: Final = (0.2, 0.4, 0.6, 0.9, 1.3, 2.0, 3.0, 5.0)  # before each further attempt to connect, and then
LONGEST: Final = 8.0
ATTEMPTS: Final = 28  # which is some three minutes
PASSING: Final = frozenset(  # later it may go well
    {"no_server", "rate", "busy", "house_full", "unavailable", "fault"}
)
ELSEWHERE: Final = 4001  # a socket is closed so at a server that does not have the table
_GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError)


class NoServer(Refusal):
    """Nobody answers there, or something that is no table of ours."""

    def __init__(self, text: str) -> None:
        super().__init__("no_server", text)


class _StaysThere(urllib.request.HTTPRedirectHandler):
    """A secret goes to the server that was named, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


class Server:
    """A house on the network: JSON in, JSON out, for the owner of the secret."""

    def __init__(self, address: str, secret: str = "") -> None:
        self.address = address
        self.secret = secret
        self.ahead = 0.0  # seconds that its clock is ahead of ours
        self._opener = urllib.request.build_opener(_StaysThere)

    def ask(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        within: float = PATIENCE,
        read: Callable[[Any], Any] = json.load,
    ) -> Any:
        """A request; its refusal is raised."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=within) as answer:
                self._note(answer.headers)
                return read(answer)
        except urllib.error.HTTPError as fault:
            with fault:
                raise self.refusal(fault.code, fault.read()) from None
        except (OSError, HTTPException) as fault:
            reason = _reason(getattr(fault, "reason", fault))
            raise NoServer(f"{self.address} does not answer: {reason}") from None
        except ValueError:
            raise NoServer(f"{self.address} is no Pitboss server: its answer is not JSON") from None

    def refusal(self, status: int, body: bytes | bytearray | None) -> Refusal:
        """A refusal as the server has worded it."""
        try:
            return refusal_of(json.loads(body or b""))
        except (ValueError, KeyError, TypeError, RecursionError):
            return NoServer(f"{self.address} is no Pitboss server: it answers with status {status}")

    def socket_base(self, address: str) -> str:
        """Where sockets are, at this server or at the one it names; TLS is not given up on the way."""
        there = address or self.address
        if urlsplit(there).scheme not in ("https", urlsplit(self.address).scheme):
            raise NoServer(f"{self.address} sends us to {there}, where others on the way could listen")
        return there.replace("http", "ws", 1)

    def _note(self, headers: HTTPMessage) -> None:
        """Keeps the session that was given, and the difference between the clocks."""
        for text in headers.get_all("Set-Cookie", []):
            with suppress(CookieError):
                if COOKIE in (jar := SimpleCookie(text)):
                    self.secret = jar[COOKIE].value
        with suppress(ValueError):
            told = parsedate_to_datetime(headers.get("Date", "")).timestamp()  # without parts of a second
            self.ahead = told + 0.5 - time.time()


class JoinedTable(Place):
    """A place at a table of a server."""

    def __init__(self, server: Server, table: str, invite: str, name: str, ears: Ears) -> None:
        super().__init__()
        self.server, self.table, self.invite, self.name = server, table, invite, name
        self._ears = ears
        self._connection = ExitStack()
        self._lost = False
        self._purse = Purse(0, 0)
        try:
            self._socket = self._come()
        except _GONE as fault:
            raise NoServer(f"{server.address} does not open the table: {_reason(fault)}") from None
        try:
            self.sheet = load_house(self.view.table.house)
        except NoSuchHouse:
            self.close()
            text = f"This program does not know the house {self.view.table.house!r} of that table"
            raise Refusal("no_house", text) from None

    def _come(self) -> ClientConnection:
        """Connects; a table that has moved meanwhile is followed once, without a pause."""
        try:
            return self._connect()
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != ELSEWHERE:
                raise
        return self._connect()

    def _connect(self) -> ClientConnection:
        """To the server that the ticket names; the first frame is the whole table."""
        path = f"/api/tables/{self.table}"
        given = self.server.ask("POST", f"{path}/ticket", {"invite": self.invite}, within=SOON)
        address = f"{self.server.socket_base(given['address'])}{path}/socket?ticket={given['ticket']}"
        self._connection.close()
        try:
            socket = self._connection.enter_context(connect(address, open_timeout=SOON))
        except InvalidStatus as fault:  # it says why
            raise self.server.refusal(fault.response.status_code, fault.response.body) from None
        self._frames.begin_again()
        self._take(socket.recv(timeout=SOON))
        return socket

    def say(self, do: str, **fields: Any) -> Mapping[str, Any]:
        """A command; without an answer, or with one that nobody knows, it is sent again, unchanged."""
        self._catch_up()
        id_ = str(uuid4())
        text = json.dumps({"t": "cmd", "id": id_, "rev": self.view.rev, "do": do, **fields})
        pauses = _pauses()
        wait = PATIENCE if do in WORKED_OUT else SOON
        while (answer := self._answered(id_, text, wait)) is None or answer["t"] == "unknown":
            if answer is None:
                self._come_back()
            elif (pause := next(pauses, None)) is not None:
                self._ears.wait(pause)
            else:
                raise NoServer(f"{self.server.address} cannot say whether this was done; look at the table")
        if answer["t"] == "refused":
            raise refusal_of(answer)
        return answer

    def _answered(self, id_: str, text: str, wait: float) -> dict[str, Any] | None:
        """The answer to a command; None when the connection was lost, or fell silent, before it came."""
        try:
            self._socket.send(text)
            while True:
                answer = self._take(self._socket.recv(timeout=wait))
                if answer is not None and answer.get("id") == id_:
                    return answer
        except TimeoutError:
            self._socket.close()
        except _GONE:
            pass
        return None

    def _catch_up(self, wait: float = 0.0) -> None:
        """Takes in what has come; a lost connection is taken up again."""
        try:
            while True:
                self._take(self._socket.recv(timeout=wait))
                wait = 0.0
        except TimeoutError:
            return
        except _GONE:
            self._come_back()

    def _come_back(self) -> None:
        """Connects again, later and later; leaving ends it."""
        self._ears.say("The connection is lost; trying to come back.")
        self._lost = True
        for pause in _pauses():
            self._ears.wait(pause)
            try:
                self._socket = self._come()
            except _GONE:
                continue
            except Refusal as refusal:
                if refusal.code not in PASSING:
                    raise
                continue
            self._lost = False
            self._ears.say("The connection is back.")
            return
        raise NoServer(f"{self.server.address} does not come back; your seats are kept for a while")

    def seconds_left(self) -> float | None:
        """By the server's clock."""
        if self.view.state.deadline is None:
            return None
        end = datetime.fromisoformat(self.view.state.deadline.replace("Z", "+00:00")).timestamp()
        return end - time.time() - self.server.ahead

    def purse(self) -> Purse:
        """In hand, and on all tables of the house; where chips are played with, those at this table."""
        if self.view.table.purse == "chips":
            mine = self.view.you.seats
            bets = 0 if self.view.state.phase in ("settled", "void") else sum(map(_on_felt, mine))
            return Purse(next((seat.stack or 0 for seat in mine), 0), bets)
        if self._lost:
            return self._purse
        me = self._look("/api/me")
        self._purse = Purse(int(me["funds"]), int(me["on_tables"]))
        return self._purse

    def top_up(self) -> Cents:
        """As the house gives it."""
        before = self.purse().funds
        return int(self.server.ask("POST", "/api/top-up")["funds"]) - before

    def introduce(self, what: str, value: str) -> None:
        """The house keeps it, and the table shows it."""
        self.name = str(self.server.ask("PUT", "/api/me", {what: value})["name"])
        self.say("introduce")

    def document(self, round_id: str) -> str:
        """The round's receipt, letter for letter."""
        return str(self._look(f"/api/rounds/{round_id}/receipt", lambda answer: str(answer.read(), "utf-8")))

    def evening_end(self) -> str:
        """As the page of the evening shows it."""
        evening, key = self.view.table.evening, urlencode({"invite": self.invite}) if self.invite else ""
        shown = self._look(f"/api/evenings/{evening}?{key}")
        return end_words(shown, self.server.address)

    def _look(self, path: str, read: Callable[[Any], Any] = json.load) -> Any:
        """Asks for something, and again for a while when the server does not answer."""
        for pause in PAUSES:
            try:
                return self.server.ask("GET", path, read=read)
            except Refusal as refusal:
                if refusal.code not in PASSING:
                    raise
            self._ears.wait(pause)
        return self.server.ask("GET", path, read=read)

    def leave(self) -> None:
        """Gives up the seats; without a connection the table finds out by itself."""
        if not self._lost:
            with suppress(Refusal, Leave):
                self.say("leave")

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()


def _pauses() -> Iterator[float]:
    return chain(PAUSES, repeat(LONGEST, ATTEMPTS - len(PAUSES)))


def _reason(fault: object) -> str:
    strerror = getattr(fault, "strerror", None)
    return str(strerror or fault or "the connection was ended").lower()


def _on_felt(seat: SeatFrame) -> Cents:
    """The bets on a seat's spots."""
    return sum(spot.amount for spot in seat.spots) + (seat.play.amount if seat.play else 0)


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
    """Signs in by name, by token, or as a new guest; gives the person."""
    token = os.environ.get(TOKEN)
    if (name is not None or token) and not _is_secret(server.address):
        ears.say("This server does not speak TLS: others on the way can read how you sign in.")
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
    """Takes the wanted seat or the first free one, and more beside it; seats that the person has stay."""
    if hands < 1:
        raise Refusal("seats", "--hands must be at least 1")
    mine = [each.n for each in place.view.you.seats]
    taken: list[int] = []
    try:
        for _ in range(hands - len(mine)):
            taken.append(_sit(place, mine + taken, seat))
    except Refusal:
        for number in reversed(taken):  # nobody has to wait for an empty seat
            place.say("stand", seat=number)
        raise
    mine += taken
    title = place.view.table.title
    numbers = f"seat{'s' if len(mine) > 1 else ''} {', '.join(map(str, sorted(mine)))}"
    place.hear()  # the line below says that we have sat down
    ears.say(f"You are {place.name}, at {numbers} of {title}.")
