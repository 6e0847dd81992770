"""A verifier written from docs/receipts.md and docs/fairness.md alone: it knows no house and pays nothing.

What needs the rules of a sheet (which wagers are legal, what a hand pays) it leaves to others.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tests.fair.independent import Question, Tap, commit, deal, shuffle, with_lengths

Json = dict[str, Any]

DOCUMENT = {"format", "round", "sheet", "limits", "events", "proof"}
PARTS = {
    "sheet": {"id", "hash", "content"},
    "limits": {"min", "max"},
    "proof": {"scheme", "table", "number", "commitment", "server_seed", "seat_seeds", "previous", "head"},
}
EVENTS = {
    "bets": {"seat", "player", "wagers"},
    "bank": {"player", "stake", "seat"},
    "deal": {"seats", "deck"},
    "up": {"up_cards"},
    "decide": {"seat", "action", "discard", "drawn", "by"},
    "reveal": {"cards", "hand", "plays", "qualifies"},
    "settle": {"seats", "bank", "meter"},
    "void": {"cause", "clause", "seats", "bank"},
}
PAID_SEAT = {"seat", "hand", "net", "lines"}
PAID_LINE = {"id", "stake", "result", "profit", "returned", "clause", "by"}
PAY = {"table", "column", "line", "payer", "hand", "seat"}
PAYERS = {"house", "bank", "meter"}
PAID_BANK = {"stake", "net", "cover_left"}
PAID_METER = {"before", "fed", "after"}
NEXT = {  # what may follow what, void apart
    "": {"bets", "bank", "deal"},
    "deal": {"up"},
    "up": {"decide", "reveal"},
    "reveal": {"settle"},
}
HANDS = {"high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal"}
SIX_HANDS = {"two_pair", "full_house", "four_of_a_kind", "straight_flush", "royal_flush"}
BY = {"player", "away rule", "away fold", "away optimal"}
START = "0" * 64


class Wrong(Exception):
    """What does not hold."""


def must(holds: object, what: str) -> None:
    if not holds:
        raise Wrong(what)


def canonical(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def once(pairs: list[tuple[str, Any]]) -> Json:
    must(len({key for key, _ in pairs}) == len(pairs), "a key stands twice")
    return dict(pairs)


def check(data: bytes) -> Json:
    """Judges one receipt; gives what it says."""
    receipt: Json = json.loads(data, object_pairs_hook=once)
    must(canonical(receipt).encode() == data, "not canonical")
    must(set(receipt) == DOCUMENT, "other parts")
    for name, keys in PARTS.items():
        must(set(receipt[name]) == keys, f"other fields in {name}")
    must(receipt["format"] == "pitboss.round/2", "another format")
    proof, sheet = receipt["proof"], receipt["sheet"]
    must(proof["scheme"] == "pitboss-shuffle/1", "another scheme")
    must(proof["number"] >= 1 and receipt["round"] == f"{proof['table']}:{proof['number']}", "another name")
    for value in (
        sheet["hash"],
        *(proof[name] for name in ("commitment", "server_seed", "previous", "head")),
    ):
        must(re.fullmatch("[0-9a-f]{64}", value), "not 32 bytes")
    if sheet["content"] is not None:
        must(rules_hash(sheet["content"]) == sheet["hash"], "the hash of other rules")
        must(sheet["content"]["id"] == sheet["id"], "other rules")
    seats = [(int(seat), bytes.fromhex(seed)) for seat, seed in proof["seat_seeds"].items()]
    must(all(len(seed) in (0, 16) for _, seed in seats), "a seat seed of another length")
    asked = Question(
        "", receipt["round"], bytes.fromhex(sheet["hash"]), bytes.fromhex(proof["server_seed"]), seats
    )
    must(commit(asked) == proof["commitment"], "the commitment does not open")
    told = Told(shuffle(Tap(asked))[0])
    for event in receipt["events"]:
        told.take(event)
    told.end()
    must(sorted(told.bets) == sorted(seat for seat, _ in seats), "seeds of other seats")
    must((proof["number"] == 1) == (proof["previous"] == START), "the first round, or not")
    must(head_of(receipt) == proof["head"], "another head")
    return receipt


def rules_hash(content: Json) -> str:
    rules = {key: value for key, value in content.items() if key != "order"}
    return sha256(canonical({"content": rules, "order": content["order"]}).encode()).hexdigest()


def head_of(receipt: Json) -> str:
    proof = receipt["proof"]
    unsealed = canonical(receipt | {"proof": proof | {"head": ""}})
    return sha256(with_lengths(bytes.fromhex(proof["previous"]), unsealed.encode())).hexdigest()


@dataclass
class Told:
    """What the events have told so far."""

    deck: list[str]
    bets: dict[int, Json] = field(default_factory=dict)
    bank: Json | None = None
    before: str = ""  # the kind of the last event that led on
    cards: Json = field(default_factory=dict)
    decided: dict[int, str] = field(default_factory=dict)

    def take(self, event: Json) -> None:
        kind = event["k"]
        must(kind in EVENTS and set(event) == EVENTS[kind] | {"k"}, f"other fields in {kind}")
        must(
            kind in NEXT.get(self.before, ()) or (kind == "void" and self.before in NEXT),
            f"{kind} out of turn",
        )
        getattr(self, f"take_{kind}")(event)
        self.before = str({"bets": "", "bank": "", "decide": "up"}.get(kind, kind))

    def take_bets(self, event: Json) -> None:
        must(event["seat"] >= 1 and event["player"], "nobody's bet")
        must(all(type(cents) is int and cents > 0 for cents in event["wagers"].values()), "no amount")
        if event["wagers"]:
            self.bets[event["seat"]] = event["wagers"]
        else:
            must(self.bets.pop(event["seat"], None), "nothing to take back")

    def take_bank(self, event: Json) -> None:
        must(event["stake"] > 0 or (event["stake"] == 0 and self.bank), "no stake")
        self.bank = event if event["stake"] else None

    def take_deal(self, event: Json) -> None:
        must(self.bets and event["seats"] == sorted(self.bets), "others were dealt in")
        must(event["deck"] == self.deck, "another deck")
        given = deal(self.deck, event["seats"])
        self.cards = {
            "dealer": given["dealer"].split(),
            "fourth": given["fourth"],
            "hands": {each["seat"]: each["cards"].split() for each in given["seats"]},
            "kept": {each["seat"]: each["replacement"] for each in given["seats"]},
        }

    def take_up(self, event: Json) -> None:
        must(set(event["up_cards"]) <= set(self.cards["dealer"]), "another up card")

    def take_decide(self, event: Json) -> None:
        seat, draws = event["seat"], event["action"] == "draw"
        must("ante" in self.bets.get(seat, {}) and seat not in self.decided, "nothing to decide")
        must(event["action"] in ("fold", "play", "draw") and event["by"] in BY, "no decision")
        must(event["drawn"] == (self.cards["kept"][seat] if draws else None), "another card was drawn")
        must(
            event["discard"] in (self.cards["hands"][seat] if draws else [None]), "another card was discarded"
        )
        self.decided[seat] = event["action"]

    def take_reveal(self, event: Json) -> None:
        must(
            set(self.decided) == {seat for seat, bet in self.bets.items() if "ante" in bet},
            "seats still decide",
        )
        dealt = self.cards["dealer"]
        must(event["cards"] in (dealt, [*dealt, self.cards["fourth"]]), "other cards of the dealer")
        must(len(set(event["plays"])) == 3 and set(event["plays"]) <= set(event["cards"]), "others play")
        must(event["hand"] in HANDS and type(event["qualifies"]) is bool, "no hand")

    def take_settle(self, event: Json) -> None:
        nets, moved = self.paid(event, {"win", "lose", "push", "returned"})
        if event["bank"] is not None:
            must(event["bank"]["net"] == -nets, "the bank won something else")
            must(event["bank"]["cover_left"] == event["bank"]["stake"] - moved, "another cover is left")
        if event["meter"] is not None:
            must(set(event["meter"]) == PAID_METER, "no meter")
            must(all(re.fullmatch("0|[1-9][0-9]*", each) for each in event["meter"].values()), "no digits")

    def take_void(self, event: Json) -> None:
        must(event["cause"] in ("exposed", "malfunction", "cannot go on"), "no cause")
        self.paid(event, {"void"})

    def paid(self, event: Json, results: set[str]) -> tuple[int, int]:
        """The sum of all nets, and every cent that was paid or collected."""
        must([each["seat"] for each in event["seats"]] == sorted(self.bets), "other seats were paid")
        must((event["bank"] is None) == (self.bank is None), "a bank, or none")
        if event["bank"] is not None and self.bank is not None:
            must(set(event["bank"]) == PAID_BANK, "other fields of the bank")
            must(event["bank"]["stake"] == self.bank["stake"], "another stake of the bank")
        for seat in event["seats"]:
            must(set(seat) == PAID_SEAT, "other fields of a seat")
            must(seat["hand"] in (HANDS if self.cards else {None}), "no hand")
            must(seat["net"] == sum(line["profit"] for line in seat["lines"]), "another net")
            staked = {line["id"]: line["stake"] for line in seat["lines"] if line["stake"]}
            plays = self.decided.get(seat["seat"]) in ("play", "draw")
            must(plays == (staked.pop("play", None) is not None), "Play, or none")
            must(staked == self.bets[seat["seat"]], "other stakes")
            for line in seat["lines"]:
                self.line(line, results)
        lines = [line for seat in event["seats"] for line in seat["lines"]]
        return sum(each["net"] for each in event["seats"]), sum(abs(line["profit"]) for line in lines)

    def line(self, line: Json, results: set[str]) -> None:
        must(set(line) == PAID_LINE and line["result"] in results, "other fields of a line")
        must(bool(line["by"]) == (line["result"] == "win"), "a pay, or none")
        for pay in line["by"]:
            must(set(pay) == PAY and pay["payer"] in PAYERS, "other fields of a pay")
            must((pay["seat"] is not None) == (line["id"] == "envy"), "a seat, or none")
            must(pay["hand"] is None or pay["hand"] in HANDS | SIX_HANDS, "no hand")
        wanted = {
            "win": line["profit"] > 0 and line["returned"] == 0,
            "lose": line["profit"] == line["returned"] - line["stake"] < 0 <= line["returned"],
            "push": (line["profit"], line["returned"]) == (0, 0),
            "returned": (line["profit"], line["returned"]) == (0, line["stake"]),
            "void": (line["profit"], line["returned"]) == (0, line["stake"]),
        }
        must(wanted[line["result"]], f"a line that does not add up: {line}")

    def end(self) -> None:
        if self.before not in ("settle", "void"):
            must(self.before == "" and not self.bets and self.bank is None, "no end")
