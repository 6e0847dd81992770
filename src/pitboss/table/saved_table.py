"""What the floor remembers of a live table beside its rounds: settings, seats, whose turn the bank is."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from pitboss.table.banking import BankTurn
from pitboss.table.encode import encode
from pitboss.table.settings import Clock, EveningRound, Settings
from pitboss.table.sitters import MissedDecision, Seating, Sitter


@dataclass(frozen=True, slots=True)
class Remembered:
    """A live table as it was left."""

    settings: Settings
    seating: Seating
    turn: BankTurn
    round: int  # the number of the round that they were in


@lru_cache(maxsize=1024)
def settings_text(settings: Settings) -> str:
    """Settings as they are stored."""
    return json.dumps(asdict(settings), sort_keys=True)


def seating_text(seating: Seating, turn: BankTurn, round_: int) -> str:
    """People with a seat, and the bank's turn, as they are stored; who only watches is not remembered."""
    return encode({"people": seating.seated(), "turn": turn, "round": round_}).decode()


def evening_round(kept: dict[str, Any]) -> EveningRound:
    """The round of an evening back from its text."""
    jackpots = tuple((person, cents) for person, cents in kept["jackpots"])
    played = tuple(kept["played"])
    return EveningRound(kept["id"], kept["round"], kept["stage"], played, jackpots, kept["paused"])


def evening_settings(settings: str | None) -> EveningRound | None:
    """Which round of an evening a table plays, by its stored settings alone."""
    kept = json.loads(settings).get("evening") if settings else None
    return None if kept is None else evening_round(kept)


def remembered(settings: str, seating: str) -> Remembered:
    """A table back from its texts: who was connected is expected back."""
    kept: dict[str, Any] = json.loads(settings)
    clock = Clock(**kept.pop("clock")) if kept["clock"] is not None else kept.pop("clock")
    house_clock = Clock(**kept.pop("house_clock", {}))
    if kept.get("closes_by") is not None:
        kept["closes_by"] = tuple(kept["closes_by"])
    if kept.get("evening") is not None:
        kept["evening"] = evening_round(kept["evening"])
    data = json.loads(seating)
    people = {}
    for each in data["people"]:
        each["seats"], each["leaves"] = tuple(each["seats"]), tuple(each["leaves"])
        each["missed"] = tuple(MissedDecision(**one) for one in each.get("missed", ()))
        people[each["id"]] = Sitter(**each)
    turn = data["turn"]
    turn["asked"] = tuple(turn["asked"])
    return Remembered(
        Settings(clock=clock, house_clock=house_clock, **kept),
        Seating(people),
        BankTurn(**turn),
        data.get("round", 0),
    )
