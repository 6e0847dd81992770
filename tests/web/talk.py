"""What a client might say: commands, commands with something wrong in them, and noise."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from pitboss.cards import CARD_TEXTS
from pitboss.table.bots import BOTS
from pitboss.table.live_state import LiveState

_WORDS = (
    "", "ante", "play", "__proto__", "\u0000", "\U0001f0a1", "e\u0301" * 9, "9" * 40, "None",
    "' OR 1=1 --", "../..",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 8, 2**31, 2**63, -(2**63) - 1, 10**40, 0.5, 1e308, [], {}, [[[[]]]],
    {"a": {"b": {}}}, *_WORDS,
)  # fmt: skip
_LITERALS = (
    "NaN", "-Infinity", "1e999", "01", '"\\ud800"', '"\\u0000"', "9" * 500, "[" * 200, "tru", "/**/1",
    "\ufeff1",
)  # fmt: skip
_FIELDS = (
    "t", "id", "rev", "do", "seat", "wagers", "seed", "discard", "want", "stake", "bot", "by", "player",
    "cards", "__class__",
)  # fmt: skip


def sensible(chance: Random, live: LiveState, number: int, person: str | None) -> dict[str, Any]:
    """A command that may well be accepted, and in most cases is the next one of a round."""
    do = _next(chance, live, person) if chance.random() < 0.7 else _any(chance, live)
    id_ = f"m{number}" if chance.random() < 0.9 else f"m{chance.randrange(number + 1)}"
    rev = live.rev if chance.random() < 0.9 else chance.randrange(live.rev + 3)
    return {"t": "cmd", "id": id_, "rev": rev, **do}


def _wagers(chance: Random, live: LiveState) -> dict[str, int]:
    names = [name for name in live.table.sheet.wagers if chance.random() < 0.5]
    return {name: chance.choice([500, 1000, 1500, 2500]) for name in names}


def _next(chance: Random, live: LiveState, person: str | None) -> dict[str, Any]:
    """What this person could do now to get on."""
    sitter = live.seating.people.get(person) if person else None
    state = live.open_round
    if sitter is None or not sitter.seats:
        return {"do": "sit", "seat": chance.randint(1, live.table.sheet.seats)}
    if live.turn.offered == person:
        return {"do": "take_bank", "stake": 50_000} if chance.random() < 0.5 else {"do": "pass_bank"}
    seat = chance.choice(sitter.seats)
    if state is None or state.phase == "bets":
        bet = {"do": "bets", "seat": seat, "wagers": {"ante": 1000} | _wagers(chance, live)}
        return bet if chance.random() < 0.4 else {"do": "ready"}
    mine = [each for each in state.seats if each.player == person and each.number in state.waiting]
    if not mine:
        return {"do": "ready"}
    hand = chance.choice(mine)
    if live.table.sheet.player.draws and chance.random() < 0.5:
        return {"do": "draw", "seat": hand.number, "discard": CARD_TEXTS[chance.choice(hand.cards)]}
    return {"do": chance.choice(["play", "play", "fold"]), "seat": hand.number}


def _any(chance: Random, live: LiveState) -> dict[str, Any]:
    seat = chance.randint(1, live.table.sheet.seats)
    wagers = _wagers(chance, live)
    do: dict[str, dict[str, Any]] = {
        "sit": {"seat": seat},
        "stand": {"seat": chance.choice([seat, None])},
        "next": {},
        "leave": {},
        "draft": {"seat": seat, "wagers": wagers},
        "bets": {"seat": seat, "wagers": wagers, "seed": chance.choice(["", "ab" * 16])},
        "ready": {},
        "fold": {"seat": seat},
        "play": {"seat": seat},
        "draw": {"seat": seat, "discard": chance.choice(CARD_TEXTS)},
        "more_time": {},
        "want_bank": {"want": chance.random() < 0.5},
        "take_bank": {"stake": chance.choice([50_000, 100_000])},
        "pass_bank": {},
        "instruct": {"instruction": chance.choice(["away rule", "away fold", "away optimal"])},
        "gesture": {"gesture": chance.choice(["thanks", "ouch", "rude"])},
        "introduce": {},
        "add_bot": {"bot": chance.choice(sorted(BOTS))},
        "remove_bot": {"seat": seat},
    }
    name = chance.choice(sorted(do))
    return {"do": name, **do[name]}


def bent(chance: Random, message: dict[str, Any]) -> str:
    """A command with a field too many, too few, or of a wrong kind."""
    message = dict(message)
    for _ in range(chance.choice([1, 1, 2])):
        name = chance.choice([*message, *_FIELDS])
        match chance.randrange(5):
            case 0:
                message.pop(name, None)
            case 1:
                message[name + chance.choice(["", "_", " ", "\u0000"])] = chance.choice(_VALUES)
            case 2:
                message["wagers"] = {chance.choice(_WORDS) or "x": chance.choice(_VALUES)}
            case 3:
                message[name] = chance.choice(_VALUES)
            case _:
                mark = "@here@"
                message[name] = mark
                return json.dumps(message).replace(f'"{mark}"', chance.choice(_LITERALS))
    return json.dumps(message, ensure_ascii=chance.random() < 0.5)


def torn(chance: Random, text: str) -> str:
    """Some letters of a message lost, doubled, swapped or of somewhere else."""
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(letters)) if letters else 0
        match chance.randrange(4):
            case 0:
                letters[place : place + chance.randint(1, 9)] = []
            case 1:
                letters[place:place] = letters[place : place + chance.randint(1, 9)]
            case 2:
                letters.insert(place, chance.choice('{}[]",:\\0-eE+. \u00e9\U0001f0a1\x00\n'))
            case _:
                letters[place : place + 1] = [chr(chance.randrange(32, 127))]
    return "".join(letters)


def noise(chance: Random) -> str:
    """Anything but a message."""
    most = chance.choice([0, 1, 5, 50, 500])
    return chance.randbytes(most).decode(chance.choice(["latin-1", "cp437"]))


def anything(chance: Random, live: LiveState, number: int, person: str | None) -> str:
    """The next thing that somebody says."""
    message = sensible(chance, live, number, person)
    match chance.randrange(10):
        case 0:
            return noise(chance)
        case 1 | 2 | 3:
            return torn(chance, json.dumps(message))
        case 4 | 5 | 6 | 7:
            return bent(chance, message)
        case _:
            return json.dumps(message)
