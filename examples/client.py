#!/usr/bin/env python3
"""A small client for a Pitboss table, written from docs/protocol.md alone: it imports nothing of Pitboss.

It begins as a guest, or with the bearer token in PITBOSS_TOKEN, opens a table or joins one, sits down, bets
the least Ante, plays queen-six-four or better, and checks each round by itself: the commitment it saw before
it sent its seed, the deck, its cards. HTTP is the standard library's; the socket is
`websockets` (pip install websockets).
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

EXAMPLE = "Example: python examples/client.py --server http://127.0.0.1:8888 --house rivers --rounds 5"
RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
LEAST = (RANKS.index("Q"), RANKS.index("6"), RANKS.index("4"))
PAUSES = (0, 0.5, 0.5, 1, 1, 2, 4, 8)  # seconds before a command is sent again
PACE = 10  # messages that a server takes each second, unless it is set otherwise; four times as many at once
AT_ONCE = 3.5  # seconds' worth of messages that we send at once: pings count, too
WAIT = 60  # seconds that a table may be silent with nothing to wait for, or something take to be worked out
SOON = 4  # seconds in which a server answers to a command, or is left for another
PATIENCE = 600  # seconds that we wait for other people, where the table says until when it does
TOO_FAST = (1008, "too many messages")  # how a connection is closed on which too much was sent
DECIDED = ("decided", "phase", "nothing_to_decide")  # the clock was faster, and the platform has decided

Json = dict[str, Any]


class Failed(Exception):
    """Something that ends the program, in a sentence."""


class Unreachable(Failed):
    """A server that does not answer; later it may."""


class TooSoon(Failed):
    """A request that the server takes later, after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the server takes this in {seconds:.0f} seconds")
        self.seconds = seconds


class Silent(Failed):
    """A table that says nothing any more, for longer than it should take."""


class Server:
    """The HTTP side: JSON in, JSON out, signed in by the session's secret as a bearer token."""

    def __init__(self, addresses: list[str], secret: str = "", pace: float = PACE) -> None:
        self.addresses = [each.rstrip("/") for each in addresses]  # of one house; the first is asked
        self.secret = secret
        self.pace = pace  # messages each second

    @property
    def address(self) -> str:
        return self.addresses[0]

    def ask(self, method: str, path: str, body: Json | None = None, wait: float = WAIT) -> Any:
        """The answer to a request. One that comes too soon is made again when the server says."""
        for _ in PAUSES:
            try:
                return self.ask_once(method, path, body, wait)
            except TooSoon as fault:
                time.sleep(fault.seconds)
        raise self.leave("has too much to do")

    def ask_once(self, method: str, path: str, body: Json | None, wait: float) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=wait) as answer:
                for cookie in answer.headers.get_all("Set-Cookie", []):
                    name, _, value = cookie.partition(";")[0].partition("=")
                    if name == "pitboss_session":
                        self.secret = value
                return json.load(answer)
        except urllib.error.HTTPError as fault:
            if fault.code == 429:  # nothing was done
                raise TooSoon(float(fault.headers.get("Retry-After", 1))) from None
            if fault.code in (502, 503, 504):  # it is busy, or has just ended
                raise self.leave(f"cannot answer at this moment ({fault.code})") from None
            refusal = json.load(fault)
            raise Failed(f"{method} {path}: {refusal['text']} ({refusal['code']})") from None
        except urllib.error.URLError as fault:
            raise self.leave(f"does not answer: {fault.reason}") from None
        except TimeoutError:
            raise self.leave(f"does not answer within {wait} seconds") from None

    def leave(self, why: str) -> Unreachable:
        """The next question goes to another server of the house, where we know one."""
        left = self.addresses.pop(0)
        self.addresses.append(left)
        return Unreachable(f"{left} {why}")

    def socket(self, table: str, invite: str) -> str:
        """The address of a table's socket, at the server that has it; good once, within half a minute."""
        given = self.ask("POST", f"/api/tables/{table}/ticket", {"invite": invite}, SOON)
        kind, _, rest = (given["address"] or self.address).partition("://")
        base = f"{'wss' if kind == 'https' else 'ws'}://{rest}"
        return f"{base}/api/tables/{table}/socket?ticket={given['ticket']}"


class Table:
    """The socket side: the last view, and commands that are repeated when the connection is lost."""

    def __init__(self, server: Server, table: str, invite: str, stack: ExitStack) -> None:
        self.server, self.table, self.invite, self.stack = server, table, invite, stack
        self.view: Json = {}
        self.ended: Json = {}  # the last view of a round that has ended
        self.room, self.since = AT_ONCE * server.pace, time.monotonic()  # how many messages may go now
        self.come()

    def come(self) -> None:
        """Connects; the first frame is the whole table. It may have moved, so what failed is tried again."""
        fault: Exception = Failed("the table cannot be found")
        for pause in PAUSES:
            time.sleep(pause)
            try:
                address = self.server.socket(self.table, self.invite)
                self.socket: ClientConnection = self.stack.enter_context(connect(address, open_timeout=SOON))
                self.read(SOON)
                return
            except (Unreachable, Silent, ConnectionClosed, InvalidHandshake, OSError) as found:
                fault = found
        raise fault

    def hear(self) -> Json:
        """The next frame; after a lost connection that is the whole table."""
        try:
            return self.read()
        except ConnectionClosed as closed:
            self.slow_down(closed)
            self.come()
            return self.view

    def read(self, wait: float = 0) -> Json:
        try:
            text = self.socket.recv(timeout=wait or min(WAIT + self.waits(), PATIENCE))
        except TimeoutError:
            raise Silent(self.stuck()) from None
        frame: Json = json.loads(text)
        if frame["t"] == "view":
            self.view = frame
        elif frame["t"] == "update":
            self.view = updated(self.view, frame)
        if self.state.get("phase") in ("settled", "void"):
            self.ended = self.view
        return frame

    @property
    def state(self) -> Json:
        """How the table stands."""
        found: Json = self.view.get("state", {})
        return found

    def waits(self) -> float:
        """The seconds until the table goes on by itself: a clock, the longest wait, the bank's offer."""
        offer = (self.state.get("bank") or {}).get("offer_until")
        times = [self.state.get("deadline"), self.state.get("waits_until"), offer]
        ends = [datetime.fromisoformat(each.replace("Z", "+00:00")) for each in times if each]
        left = [(each - datetime.now(UTC)).total_seconds() for each in ends]
        return max(0.0, *left, 0.0)

    def stuck(self) -> str:
        """Whom the table waits for, in words."""
        if self.state.get("paused"):
            return "the operator has stopped the table"
        told = [
            f"{each['what']} of seat {', '.join(map(str, each['seats']))}" if each["seats"] else each["what"]
            for each in self.state.get("waiting_for", [])
        ]
        return f"the table waits for {' and '.join(told)}" if told else "the table says nothing any more"

    def pace(self) -> None:
        """Waits until another message may go."""
        now, pace = time.monotonic(), self.server.pace
        self.room = min(AT_ONCE * pace, self.room + (now - self.since) * pace) - 1
        self.since = now
        if self.room < 0:
            time.sleep(-self.room / pace)

    def slow_down(self, fault: Exception) -> None:
        """Where we have sent too many messages we send fewer: at most the usual pace, then half of it."""
        closed = fault.rcvd if isinstance(fault, ConnectionClosed) else None
        if closed is not None and (closed.code, closed.reason) == TOO_FAST:
            self.server.pace, self.room = max(1, min(PACE, self.server.pace / 2)), 0.0
            print(f"client: {closed.reason}: from now on {self.server.pace:g} a second", file=sys.stderr)

    def say(self, do: str, **fields: Any) -> Json:
        """A command and its answer. Without one, or with `unknown`, it is sent again, unchanged.

        The pauses before that grow: your other programs may have sent so much that the connection was ended.
        """
        command = {"t": "cmd", "id": secrets.token_hex(16), "rev": self.view["rev"], "do": do, **fields}
        for pause in PAUSES:
            try:
                self.pace()
                self.socket.send(json.dumps(command))
                while (answer := answer_in(self.read(SOON))) is None or answer["id"] != command["id"]:
                    pass
                if answer["t"] != "unknown":
                    return answer
                time.sleep(pause)
            except (ConnectionClosed, Silent) as fault:
                self.slow_down(fault)
                time.sleep(pause)
                self.come()
        raise Failed("there was no answer, however often it was asked")

    def must(self, do: str, *allowed: str, **fields: Any) -> bool:
        """A command that has to be accepted, or refused with an allowed code; whether it was accepted."""
        answer = self.say(do, **fields)
        while answer["t"] == "refused" and answer["code"] == "stale":  # the view is newer now
            answer = self.say(do, **fields)
        if answer["t"] == "refused" and answer["code"] not in allowed:
            raise Failed(f"{do}: {answer['text']} ({answer['code']}, {answer['clause'] or 'no clause'})")
        return bool(answer["t"] == "done")

    def until(self, *phases: str) -> None:
        while self.state["phase"] not in phases:
            self.goes_on()

    def goes_on(self) -> None:
        """Hears what comes next; at a closed table nothing does."""
        if self.state["phase"] == "closed":
            raise Failed("the table was closed; bets that were not dealt are back")
        self.hear()

    def give_up(self) -> None:
        """Leaves for good, whatever has happened: that always frees our money."""
        with suppress(Failed, ConnectionClosed, InvalidHandshake, TimeoutError):
            self.must("leave", "closed", "not_here")

    def seat(self, number: int) -> Json:
        return seat_of(self.view, number)


def updated(view: Json, update: Json) -> Json:
    """A view with what has changed: keys of `state` and `you` are replaced, and seats by their numbers."""
    seats = {seat["n"]: seat for seat in [*view["seats"], *update.get("seats", [])]}
    return {
        "rev": update["rev"],
        "table": update.get("table", view["table"]),
        "state": view["state"] | update.get("state", {}),
        "seats": list(seats.values()),
        "you": view["you"] | update.get("you", {}),
    }


def answer_in(frame: Json) -> Json | None:
    """The answer to a command: in the update that it has caused, or alone."""
    if frame["t"] == "update":
        return {"t": "done", "id": frame["done"]} if "done" in frame else None
    return None if frame["t"] == "view" else frame


def seat_of(view: Json, number: int) -> Json:
    """A seat of our own, with what only we may see."""
    found: Json = next(each for each in view["you"]["seats"] if each["n"] == number)
    return found


def sit(table: Table, wanted: int | None) -> int:
    """Takes the wanted seat, or the last free one: bots have the first. An evening has seated us already."""
    if table.view["table"]["evening"] and table.view["you"]["seats"]:
        return int(table.view["you"]["seats"][0]["n"])
    free = [each["n"] for each in table.view["seats"] if each["name"] is None]
    number = wanted or (free[-1] if free else 0)
    if not number:
        raise Failed("every seat is taken")
    table.must("sit", seat=number)
    return number


def decision(seat: Json) -> str:
    """Play any pair or better, and a high card from queen-six-four on."""
    hand = seat["hand"]
    ranks = tuple(sorted((RANKS.index(card[0]) for card in hand["cards"]), reverse=True))
    return "play" if hand["category"] != "high_card" or ranks >= LEAST else "fold"


def bet(table: Table, number: int) -> tuple[Json, str]:
    """Bets the least Ante; gives what was promised before the seed was sent, and the seed."""
    while True:
        least = next(spot["min"] for spot in table.seat(number)["spots"] if spot["id"] == "ante")
        wagers = {"ante": least}
        if table.state["phase"] in ("settled", "void"):
            table.must("next", "phase")  # the seed waits until the commitment is there
        table.until("bets")
        seen, seed = table.view, secrets.token_hex(16)
        if table.must("bets", "phase", seat=number, wagers=wagers, seed=seed):
            return seen, seed


def play(table: Table, number: int) -> Json:
    """One round; gives what must be checked in its receipt."""
    seen, seed = bet(table, number)
    count = seen["state"]["round"]
    if (table.state["round"], table.state["phase"]) == (count, "bets"):
        table.must("ready", "phase")
    while table.state["round"] == count and table.state["phase"] in ("bets", "deal"):
        table.goes_on()
    mine, action = table.seat(number), ""
    if any(each["seat"] == number for each in table.view["you"]["actions"]):
        action = decision(mine)
        table.must(action, *DECIDED, seat=number)
    while table.ended.get("state", {}).get("round") != count:
        table.goes_on()
    return {
        "round": f"{seen['table']['table']}:{count}",
        "fair": seen["state"]["fair"],
        "seed": seed,
        "seat": number,
        "cards": mine["hand"]["cards"],
        "action": action or "nothing to decide",
        "net": seat_of(table.ended, number)["hand"]["net"],
    }


def field(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def shuffled(round_id: str, sheet: bytes, server: bytes, seats: list[bytes]) -> list[str]:
    """The deck of all seeds: a keyed stream of bytes and a shuffle from the last place down."""
    told = b"".join(map(field, [round_id.encode(), sheet, *seats]))
    stream: list[int] = []
    deck, used, block = list(DECK), 0, 0
    for last in range(51, 0, -1):
        many = last + 1
        while True:
            if used == len(stream):
                message = told + field(block.to_bytes(8, "big"))
                stream += hmac.digest(server, message, "sha256")
                block += 1
            byte = stream[used]
            used += 1
            if byte < 256 - 256 % many:
                break
        other = byte % many
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def check(receipt: Json, played: Json) -> None:
    """Whether the receipt keeps what the table promised before the bets."""
    proof, name = receipt["proof"], receipt["round"]
    sheet, server = bytes.fromhex(receipt["sheet"]["hash"]), bytes.fromhex(proof["server_seed"])
    promise = b"".join(map(field, [name.encode(), sheet, server]))
    seeds = proof["seat_seeds"]
    order = sorted(seeds, key=int)
    deck = shuffled(name, sheet, server, [bytes.fromhex(seeds[each]) for each in order])
    dealt = next((each["deck"] for each in receipt["events"] if each["k"] == "deal"), None)
    place, step = order.index(str(played["seat"])), len(order) + 1
    unsealed = receipt | {"proof": proof | {"head": ""}}
    text = json.dumps(unsealed, sort_keys=True, separators=(",", ":")).encode()
    head = hashlib.sha256(field(bytes.fromhex(proof["previous"])) + field(text)).hexdigest()
    facts = {
        "the receipt is of another round": name == played["round"],
        "the commitment is not the one that was shown": proof["commitment"] == played["fair"]["commitment"],
        "the commitment was to another seed": hashlib.sha256(promise).hexdigest() == proof["commitment"],
        "the seat's seed is not ours": seeds[str(played["seat"])] == played["seed"],
        "the deck does not follow from the seeds": dealt in (None, deck),
        "our cards are not those of the deck": played["cards"] == [deck[place + i * step] for i in range(3)],
        "the round does not follow the one before": proof["previous"] == played["fair"]["chain_head"],
        "the head is not that of the receipt": proof["head"] == head,
    }
    for fault, right in facts.items():
        if not right:
            raise Failed(f"round {name}: {fault}")


def dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else '+'}${abs(cents) / 100:.2f}"


def one_round(server: Server, table: Table, number: int) -> int:
    """Plays a round, checks its receipt, and tells both; gives what it brought."""
    played = play(table, number)
    check(server.ask("GET", f"/api/rounds/{played['round']}/receipt"), played)
    count, cards = played["round"].rpartition(":")[2], " ".join(played["cards"])
    print(f"Round {count}: {cards}, {played['action']}, {dollars(played['net'])}. Checked.", flush=True)
    return int(played["net"])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Plays some rounds at a Pitboss table.", epilog=EXAMPLE)
    parser.add_argument(
        "--server",
        nargs="+",
        default=["http://127.0.0.1:8888"],
        metavar="ADDRESS",
        help="where the house is, at one server or several (http://127.0.0.1:8888)",
    )
    parser.add_argument("--house", default="rivers", help="whose rules, for a new table (%(default)s)")
    parser.add_argument("--table", help="join this table instead of opening one")
    parser.add_argument("--invite", default="", help="the invitation of a private table")
    parser.add_argument("--seat", type=int, help="which seat; else a free one")
    parser.add_argument("--bot", action="append", default=[], metavar="KIND", help="a bot at a new table")
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds (%(default)s)")
    parser.add_argument(
        "--pace",
        type=float,
        default=PACE,
        help="messages a second, where the server takes more (%(default)s)",
    )
    return parser.parse_args()


def main() -> None:
    options = arguments()
    server = Server(options.server, os.environ.get("PITBOSS_TOKEN", ""), options.pace)
    me = server.ask("GET", "/api/me") if server.secret else server.ask("POST", "/api/guests")
    name, invite = options.table, options.invite
    if name is None:
        wanted = {"id": secrets.token_hex(16), "house": options.house, "title": "An example"}
        wanted |= {"clock": False, "bots": options.bot}
        opened = server.ask("POST", "/api/tables", wanted)
        name, invite = opened["table"], opened["invite"]
    with ExitStack() as stack:
        table = Table(server, name, invite, stack)
        number = sit(table, options.seat)
        print(
            f"{me['name']} sits at seat {number} of {table.view['table']['name']}, table {name}.", flush=True
        )
        total = 0
        try:
            for _ in range(options.rounds):
                total += one_round(server, table, number)
        finally:
            table.give_up()
    print(f"{options.rounds} rounds, {dollars(total)} in all.")


if __name__ == "__main__":
    try:
        main()
    except (Failed, ConnectionClosed, InvalidHandshake, TimeoutError) as fault:
        sys.exit(f"client: {fault}")
    except KeyboardInterrupt:
        sys.exit(130)
