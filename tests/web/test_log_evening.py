"""A whole evening at the most talkative level, over HTTP and sockets: all its lines, and no secret of it."""

from __future__ import annotations

import json
import logging
import re
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from random import Random
from typing import Any
from uuid import uuid4

from pitboss.cards import CARD_TEXTS
from pitboss.ledger import people
from pitboss.web.log import LOG, TextLines, start_log
from pitboss.web.settings import ServeSettings
from tests.table.rig import HOUSES
from tests.web.edge import MANY, PASSWORD, Edge, Visitor, named, sign_in

INVITATION = "felt-and-brass-77"
NEW_PASSWORD = "another horse 10"
CLIENT_SEED = "c0ffee12" * 4


class Entropy:
    """Where all secrets of a house come from, each of them kept: seeds, sessions, tokens, tickets, links."""

    def __init__(self) -> None:
        self.chance, self.drawn = Random("evening"), list[bytes]()

    def __call__(self, size: int) -> bytes:
        self.drawn.append(self.chance.randbytes(size))
        return self.drawn[-1]

    def written(self) -> Iterator[str]:
        """All of them in the ways in which they are written; the id of a person is made of other bits."""
        for each in self.drawn:
            yield each.hex()
            yield urlsafe_b64encode(each).decode().rstrip("=")
            yield b64encode(each).decode().rstrip("=")


@contextmanager
def _logs() -> Iterator[tuple[StringIO, StringIO]]:
    """The log as `pitboss serve` writes it, at its most talkative, for programs and for people."""
    before = LOG.handlers[:], LOG.level, LOG.propagate, logging.getLogger().handlers[:]
    start_log("debug", "json")
    [programs], people = LOG.handlers, logging.StreamHandler(StringIO())
    assert isinstance(programs, logging.StreamHandler)
    programs.setStream(StringIO())
    people.setFormatter(TextLines())
    for logger in (LOG, logging.getLogger()):
        logger.handlers.append(people)
    yield programs.stream, people.stream
    LOG.handlers[:], LOG.propagate, logging.getLogger().handlers[:] = before[0], before[2], before[3]
    LOG.setLevel(before[1])
    logging.captureWarnings(False)


class InvitedEdge(Edge):
    """A house by invitation, whose guests have one."""

    def guest(self) -> Visitor:
        person, secret = self.house.accounts.people.guest(None, INVITATION)
        return Visitor(self, person.id, secret)


def _operator(edge: Edge, name: str) -> Visitor:
    who = named(edge, name)
    edge.store.write(lambda connection: people.set_role(connection, who.id, "operator", "test", 0))
    return who


def _play(edge: Edge, ann: Visitor, bob: Visitor, house: str) -> tuple[str, list[str]]:
    """A round of two at a private table; its id, and the secrets by which they came to it."""
    opened = ann.opened(house, private=True, title="Backroom")
    table, invite = opened["table"], opened["invite"]
    tickets = [ann.ticket(table), bob.ticket(table, invite)]
    paths = [f"/api/tables/{table}/socket?ticket={each}" for each in tickets]
    with edge.connected(paths[0]) as a, edge.connected(paths[1]) as b, edge.watch(table, invite) as w:
        a.sits(1)
        b.sits(2)
        a.done("bets", seat=1, wagers={"ante": 1000}, seed=CLIENT_SEED)
        b.done("bets", seat=2, wagers={"ante": 1000})
        a.done("ready")
        b.done("ready")
        a.send("nonsense")
        w.say("sit", seat=3)
        if house == "rivers":
            a.say("coach", seat=1)
        a.done("play", seat=1)
        b.done("fold", seat=2)
        assert a.catch_up()["phase"] == "settled"
    return table, [invite, *tickets]


class Evening:
    """What a house sees in an evening, and everything of it that nobody may read."""

    def __init__(self) -> None:
        self.entropy = Entropy()
        settings = ServeSettings(requests_address=MANY, registration="invitation", invitation=INVITATION)
        edge = InvitedEdge(settings, entropy=self.entropy)
        edge.house.floor.new_id = lambda: uuid4().hex
        self.secrets = [
            INVITATION,
            PASSWORD,
            NEW_PASSWORD,
            CLIENT_SEED,
            "Annabella",
            "Bartholomew",
            "Backroom",
        ]
        self.rounds = list[str]()
        with edge.client:
            self._pass(edge)
            edge.books_balance()
        edge.store.close()

    def _pass(self, edge: Edge) -> None:
        edge.ask("POST", "/api/guests", json={"invitation": INVITATION})
        edge.ask("POST", "/api/guests", json={"invitation": "felt-and-brass-78"})
        edge.ask("GET", f"/welcome/{INVITATION}")
        ann, boss = named(edge, "Annabella"), _operator(edge, "Bartholomew")
        bob = edge.guest()
        self.people = {ann.id, bob.id, boss.id}
        sign_in(edge, "Annabella", "wrong " + PASSWORD)
        again = sign_in(edge, "Annabella")
        self.secrets.append(again.cookies["pitboss_session"])
        token = ann.ask("POST", "/api/tokens", json={"label": "robot"}).json()["secret"]
        edge.ask("GET", "/api/me", headers={"Authorization": f"Bearer {token}"})
        self.secrets += [token, ann.secret, bob.secret, boss.secret]
        for house in HOUSES:
            table, secrets = _play(edge, ann, bob, house)
            self.secrets += secrets
            self.rounds.append(f"{table}:1")
        self._void(edge, ann, boss)
        reset = boss.ask(
            "POST", "/api/operator/people/Annabella/reset", json={"id": "r1", "why": "forgot Bartholomew"}
        ).json()
        self.secrets.append(reset["link"].rpartition("/")[2])
        edge.ask("GET", f"/reset/{self.secrets[-1]}", headers={"Accept": "text/html"})
        edge.ask("GET", f"/tables/nowhere?invite={self.secrets[-1]}&ticket={token}")
        ann.ask("POST", "/api/password", json={"old": "wrong", "new": NEW_PASSWORD})
        ann.ask("POST", "/api/password", json={"old": PASSWORD, "new": NEW_PASSWORD})
        bob.ask("POST", "/api/sign-out")

    def _void(self, edge: Edge, ann: Visitor, boss: Visitor) -> None:
        """An operator declares a round void, and closes the table."""
        table = ann.open("rivers")
        with ann.join(table) as a:
            a.sits(1).deals(1)
            self.void = f"{table}:1"
            desk = f"/api/operator/tables/{table}"
            for do, body in (
                ("void", {"id": "v1", "cause": "cannot go on", "why": "Bartholomew"}),
                ("close", {"id": "x1", "why": "Bartholomew"}),
            ):
                answer = boss.ask("POST", f"{desk}/{do}", json=body)
                assert answer.status_code == 200, answer.text

    def tells_nothing(self, text: str) -> None:
        for secret in (*self.secrets, *self.entropy.written()):
            assert secret not in text, secret
        for card in CARD_TEXTS:
            assert not re.search(rf"\b{card}\b", text), card


def test_an_evening_is_told_without_a_secret_a_card_or_a_name() -> None:
    with _logs() as (programs, people_):
        evening = Evening()
    text, lines = people_.getvalue(), programs.getvalue()
    assert len(evening.entropy.drawn) > 5 * len(HOUSES)
    evening.tells_nothing(lines)
    evening.tells_nothing(text)
    begins = re.compile(r"20\d\d-\d\d-\d\d [\d:.]{12}Z  (debug|info|warning) ")
    assert all(begins.match(line) for line in text.splitlines())
    assert len(text.splitlines()) == len(lines.splitlines())
    _has_its_lines(evening, [json.loads(line) for line in lines.splitlines()])


def _has_its_lines(evening: Evening, lines: list[dict[str, Any]]) -> None:
    count = Counter(line["what"] for line in lines)
    for round_ in evening.rounds:
        told = [line["what"] for line in lines if line.get("round") == round_]
        assert told == ["round dealt", "round settled"], round_
    told = [(line["what"], line.get("act")) for line in lines if line.get("round") == evening.void]
    assert sorted(told, key=str) == [
        ("operator", "close"),
        ("operator", "void"),
        ("round dealt", None),
        ("round void", None),
    ]
    assert count["table opened"] == len(evening.rounds) + 1
    assert count["table closed"] == 1
    assert count["operator"] == 3
    for what in ("new guest", "registered", "signed in", "signed out", "token made"):
        assert count[what] >= 1, what
    assert (count["sign-in failed"], count["password failed"], count["password changed"]) == (1, 1, 1)
    who = {line["person"] for line in lines if line.get("person") and line["what"] != "new guest"}
    assert who <= evening.people
    codes = {line.get("refused") or line.get("code") for line in lines if line["level"] == "debug"}
    assert codes >= {"credentials", "uninvited", "message", "spectator", "no_table"}, codes
    assert all(
        line.get("request") for line in lines if line["level"] == "debug" and line.get("code") != "message"
    )
