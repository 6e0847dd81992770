"""A table as a client puts it together from its frames, and as its viewer sees it, in one place."""

from __future__ import annotations

from typing import Any

Frame = dict[str, Any]

NO_HAND: Frame = {
    "cards": [],
    "category": None,
    "label": None,
    "words": None,
    "first_three": None,
    "first_label": None,
    "discard": None,
    "by": None,
    "by_clause": None,
    "folded": False,
    "made": [],
    "net": None,
}


def updated(whole: Frame, update: Frame) -> Frame:
    """A whole view after an update, as docs/protocol.md says."""
    found: Frame = {**whole, "rev": update["rev"], "state": dict(whole["state"]), "you": dict(whole["you"])}
    if "table" in update:
        found["table"] = update["table"]
    for part in ("state", "you"):
        for key, value in update.get(part, {}).items():
            assert key in found[part], key
            found[part][key] = value
    found["seats"] = list(whole["seats"])
    for seat in update.get("seats", []):
        found["seats"][seat["n"] - 1] = seat
    return found


def seen(whole: Frame) -> Frame:
    """A whole view in one place: seats with their hands, one's own as one sees them oneself."""
    own = {seat["n"]: seat for seat in whole["you"]["seats"]}
    bank, mine = whole["state"]["bank"], whole["you"]["bank"]
    return {
        "rev": whole["rev"],
        **whole["table"],
        **whole["state"],
        **whole["you"],
        "bank": {**bank, "you": mine["yours"], "offered_to_you": mine["offered"]} if bank else None,
        "seats": [seat_seen(own.get(seat["n"], seat), you=seat["n"] in own) for seat in whole["seats"]],
    }


def seat_seen(seat: Frame, *, you: bool = False) -> Frame:
    """A seat with its hand, if it has none an empty one."""
    return {
        **{key: value for key, value in seat.items() if key != "hand"},
        **(seat["hand"] or NO_HAND),
        "you": you,
    }


def answer_in(frame: Frame) -> Frame | None:
    """The answer to a command, if there is one in a frame: alone, or with what the command has changed."""
    if frame["t"] == "update":
        return {"t": "done", "id": frame["done"], "rev": frame["rev"]} if "done" in frame else None
    return None if frame["t"] == "view" else frame


class SeenTable:
    """A table as it was last heard."""

    def __init__(self) -> None:
        self.whole: Frame = {}

    @property
    def view(self) -> Frame:
        return seen(self.whole)

    def take(self, frame: Frame) -> Frame | None:
        """Takes in a frame; the answer in it, if there is one."""
        if frame["t"] == "view":
            self.whole = frame
        elif frame["t"] == "update":
            assert frame["rev"] >= self.whole["rev"]
            self.whole = updated(self.whole, frame)
        return answer_in(frame)
