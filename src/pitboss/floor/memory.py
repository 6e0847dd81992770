"""What the floor remembers of a live table beside its rounds: settings, seats, whose turn the bank is."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from pitboss.floor.banking import BankTurn
from pitboss.floor.people import Seating, Sitter
from pitboss.floor.settings import Clock, Settings


@dataclass(frozen=True, slots=True)
class Remembered:
    """A live table as it was left."""

    settings: Settings
    seating: Seating
    turn: BankTurn


def settings_text(settings: Settings) -> str:
    """Settings as they are stored."""
    return json.dumps(asdict(settings), sort_keys=True)


def seating_text(seating: Seating, turn: BankTurn) -> str:
    """People with a seat, and the bank's turn, as they are stored; who only watches is not remembered."""
    people = [asdict(each) for each in seating.seated()]
    return json.dumps({"people": people, "turn": asdict(turn)}, sort_keys=True)


def remembered(settings: str, seating: str) -> Remembered:
    """A table back from its texts. Nobody is connected yet; bots are always there."""
    kept: dict[str, Any] = json.loads(settings)
    clock = Clock(**kept.pop("clock")) if kept["clock"] is not None else kept.pop("clock")
    data = json.loads(seating)
    people = {}
    for each in data["people"]:
        each["seats"] = tuple(each["seats"])
        people[each["id"]] = Sitter(**(each | {"here": each["bot"] is not None}))
    turn = data["turn"]
    turn["asked"] = tuple(turn["asked"])
    return Remembered(Settings(clock=clock, **kept), Seating(people), BankTurn(**turn))
