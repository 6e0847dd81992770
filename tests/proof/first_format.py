"""Rows as a Pitboss of `pitboss.round/1` would have left them: today's rows, told in the older format."""

from __future__ import annotations

import json
from typing import Any

from pitboss.fair.chain import START, link
from pitboss.ledger.deeds import Deed, canonical
from pitboss.ledger.journal import event_text

Row = dict[str, Any]
Rows = dict[str, list[Row]]


def in_first_format(rows: Rows) -> Rows:
    """The rows of a whole database in the older format, with links and heads as they were then."""
    renamed = {START: START}
    deeds = {row["id"]: row for row in rows["deeds"]}
    told = [_event(row) for row in rows["events"]]
    _link(told, deeds, renamed)
    receipts = {row["round"]: json.loads(row["text"]) for row in rows["receipts"]}
    rounds = _chain(rows["rounds"], receipts, renamed)
    felts = [row | {"head": renamed[row["head"]]} for row in rows["felts"]]
    return rows | {
        "events": told,
        "rounds": rounds,
        "felts": felts,
        "heads": _heads(rows["heads"], renamed),
        "receipts": [],
    }


def first_body(body: str) -> str:
    """An event as it was stored: a paid line had its odds as text, the meter was a number."""
    return canonical(_told(json.loads(body)))


def _told(event: Row) -> Row:
    if event["k"] not in ("settle", "void"):
        return event
    for seat in event["seats"]:
        for line in seat["lines"]:
            line["pays"] = "7 to 1" if line.pop("by") else None
    if event.get("meter"):
        event["meter"] = {name: int(value) for name, value in event["meter"].items()}
    return event


def _event(row: Row) -> Row:
    return row | {"body": first_body(row["body"])}


def _link(told: list[Row], deeds: dict[int, Row], renamed: dict[str, str]) -> None:
    last: dict[str, str] = {}
    for row in sorted(told, key=lambda row: (row["felt"], row["sequence"])):
        deed = Deed(*(deeds[row["deed"]][name] for name in ("id", "actor", "command", "content", "at")))
        text = event_text(row["felt"], deed, row["sequence"], row["round"], row["body"])
        made = link(last.get(row["felt"], START), text.encode())
        renamed[row["link"]] = last[row["felt"]] = row["link"] = made


def _chain(rounds: list[Row], receipts: dict[str, Row], renamed: dict[str, str]) -> list[Row]:
    """Each ended round behind the head of the one before it, as the older receipts were hashed."""
    made = []
    for row in sorted(rounds, key=lambda row: (row["felt"], row["number"])):
        if row["ended"] is None:
            made.append(row)
            continue
        document = receipts[row["id"]]
        previous = renamed[row["previous"]]
        document["events"] = [_told(event) for event in document["events"]]
        document |= {"format": "pitboss.round/1"}
        del document["proof"]["scheme"]
        document["proof"] |= {"previous": previous, "head": ""}
        head = link(previous, json.dumps(document, sort_keys=True, separators=(",", ":")).encode())
        renamed[row["head"]] = head
        made.append(row | {"previous": previous, "head": head})
    return made


def _heads(heads: list[Row], renamed: dict[str, str]) -> list[Row]:
    previous, made = START, []
    for row in sorted(heads, key=lambda row: int(row["number"])):
        chains = {
            name: [renamed.get(each, each) for each in place]
            for name, place in json.loads(row["chains"]).items()
        }
        text = canonical(chains)
        previous = link(previous, text.encode())
        made.append(row | {"chains": text, "head": previous})
    return made
