"""One round of each house as it is sent: the view of a player, what others see instead, the events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from pitboss.table.audience import encode, encode_events
from pitboss.table.views import table_view
from tests.clauses.tables import FULL_BET
from tests.table.rig import CLOCK, HOUSES, Floor, stack

PHASES = ("bets", "decisions", "decided", "settled", "void")


class Scene(NamedTuple):
    """What Ann and Bob are dealt, and what Ann does; Bob folds, at Napa Valley Cat is the bank."""

    ann: str
    bob: str
    dealer: str
    does: str
    drawn: str | None = None
    bob_bets: tuple[str, ...] = ("ante",)


SCENES = {
    "pechanga": Scene("Ks Qs 2h", "9d 5h 4c", "8c 8d 3s", "draw 2h", "As"),
    "atlantic-city": Scene("As Ah Kd", "7s 5h 2d", "Ac 9c 4d", "play"),
    "napa-valley": Scene("Qs Qh 5d", "Jd 7h 2c", "Kc 9d 4s", "play"),
    "shine": Scene("9s 8h 7d", "Td 5h 2s", "Jc 6d 2c", "play"),
    "rivers": Scene("Ah Kh Qh", "Td 5h 2s", "Qc 9c 4d", "play", bob_bets=("ante", "progressive")),
}


def played(house: str, patch: pytest.MonkeyPatch) -> Iterator[tuple[str, Floor]]:
    """The table in each phase, as far as people see it."""
    scene = SCENES[house]
    stack(patch, [scene.ann, scene.bob], scene.dealer, [scene.drawn])
    floor = Floor(house)
    floor.sit("ann", "bob", "cat")
    floor.come("zoe")
    if house == "napa-valley":
        floor.live.want_bank("cat", True, floor.now)
        floor.take_bank("cat")
    floor.bet("ann", FULL_BET[house])
    floor.wait(1.5)
    floor.bet("bob", {name: FULL_BET[house][name] for name in scene.bob_bets})
    yield "bets", floor
    floor.ready("ann", "bob", "cat")
    yield "decisions", floor
    floor.wait(2.25)
    floor.play("ann", scene.does)
    yield "decided", floor
    floor.play("bob", "fold")
    yield "settled", floor
    floor.wait(CLOCK.result)
    if house == "napa-valley":
        floor.take_bank("cat")
    floor.bet("ann", {"ante": 1000})
    floor.ready("ann", "bob", "cat")
    floor.changes()
    floor.void()
    yield "void", floor


def tales(house: str) -> dict[str, str]:
    """The golden text of each phase of a house."""
    with pytest.MonkeyPatch.context() as patch:
        return {phase: _tale(floor) for phase, floor in played(house, patch)}


def _tale(floor: Floor) -> str:
    changes = floor.changes()
    views = {who: json.loads(encode(table_view(floor.live.live, who))) for who in ("ann", "bob", None)}
    heard = encode_events(changes, ["ann", None])
    events = {who: _events(json.loads(data)) for who, data in heard.items()}
    told: dict[str, Any] = {"ann": _small(views["ann"])}
    for who, name in (("bob", "bob"), (None, "a spectator")):
        told[f"other for {name}"] = _difference(views["ann"], views[who])
    told["events for ann"] = events["ann"]
    told["other events for a spectator"] = [each for each in events[None] if each not in events["ann"]]
    return _text(told, 0) + "\n"


def _small(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what never changes, without seals, and with its empty seats named only."""
    state, you = view["state"], view["you"]
    fair = {name: value and f"{len(value)} characters" for name, value in state["fair"].items()}
    own = {name: value for name, value in you.items() if name != "bots"}
    return {
        "rev": view["rev"],
        "state": state | {"fair": fair},
        "seats": [_seat(seat) for seat in view["seats"] if seat["status"] != "empty"],
        "you": own | {"seats": [_seat(seat) for seat in you["seats"]]},
    }


def _events(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What has happened; what became of the bets stands in the view already."""
    return [each for each in told if each["k"] not in ("line", "net")]


def _seat(seat: dict[str, Any]) -> dict[str, Any]:
    """What there is to see of a seat; a spot's line is one of the seat's."""
    found = _there(seat) | {"spots": [_there(spot) for spot in seat["spots"]]}
    if seat["hand"] is not None:
        found["hand"] = _there(seat["hand"])
    for spot in found["spots"]:
        if "line" in spot:
            assert spot.pop("line") in seat["lines"]
    return _there(found)


def _there(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None and value != []}


def _difference(one: Any, other: Any) -> Any:
    """What another viewer sees instead, by the way to it."""
    found: dict[str, Any] = {}

    def walk(a: Any, b: Any, way: str) -> None:
        if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
            for name in a:
                walk(a[name], b[name], f"{way}.{name}" if way else name)
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b) and not _words(a):
            for place, (left, right) in enumerate(zip(a, b, strict=True), 1):
                walk(left, right, f"{way}.{place}")
        elif a != b:
            found[way] = b

    walk(one, other, "")
    return found


def _text(value: Any, depth: int) -> str:
    """JSON with one spot, line, action or event on each line."""
    blank = " " * (depth + 1)
    if depth and _plain(value):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        inner = [f"{blank}{json.dumps(name)}: {_text(each, depth + 1)}" for name, each in value.items()]
        return "{\n" + ",\n".join(inner) + "\n" + " " * depth + "}"
    return "[\n" + ",\n".join(blank + _text(each, depth + 1) for each in value) + "\n" + " " * depth + "]"


def _plain(value: Any) -> bool:
    """Whether something holds nothing but words and numbers, or lists of them."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not any(isinstance(each, dict) or (isinstance(each, list) and not _words(each)) for each in inner)


def _words(value: list[Any]) -> bool:
    return not any(isinstance(each, dict | list) for each in value)


ALL = [(house, phase) for house in HOUSES for phase in PHASES]
