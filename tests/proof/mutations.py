"""Random changes of a receipt's content: one value, key, element or order at a time, anywhere in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from pitboss.canonical import link
from pitboss.ledger.deeds import canonical

Path = tuple[str | int, ...]
Change = Callable[[Any, Path, Random], None]


class Mutant(NamedTuple):
    """A changed receipt, and what was done to it where."""

    data: dict[str, Any]
    how: str
    path: Path

    @property
    def text(self) -> str:
        return canonical(self.data)


def mutants(text: str, chance: Random, number: int) -> Iterator[Mutant]:
    """Some changed copies of a receipt; each says something else than the receipt did."""
    places = list(paths(json.loads(text)))
    while number:
        path = chance.choice(places)
        change = chance.choice(CHANGES)
        data = json.loads(text)
        change(data, path, chance)
        if canonical(data) != text:
            number -= 1
            yield Mutant(data, change.__name__, path)


def sealed(data: dict[str, Any]) -> str:
    """A receipt with the head that its content gives: what a forger would do."""
    proof = data["proof"]
    unsealed = canonical({**data, "proof": {**proof, "head": ""}})
    return canonical({**data, "proof": {**proof, "head": link(proof["previous"], unsealed.encode())}})


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of all values, the whole document left out."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*path, key)
        yield from paths(each, (*path, key))


def _inside(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def other_value(value: Any, chance: Random) -> Any:
    """Another value of the same kind: one digit, letter, step or card away, or anything."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice([-1, 1, 100, -100, 500, chance.randint(-(10**6), 10**6)])
    if isinstance(value, str) and value:
        at = chance.randrange(len(value))
        letter = chance.choice("0123456789abcdefTJQKAcdhs: ")
        return chance.choice(
            [value[:at] + letter + value[at + 1 :], value[:at] + value[at + 1 :], value + letter]
        )
    if isinstance(value, str) or value is None:
        return chance.choice(["a", "ab" * 16, "0" * 64, 0, 1, 1000, "Qs", {}])
    return chance.choice([None, 0, "", [], {}])


def change_value(data: Any, path: Path, chance: Random) -> None:
    parent = _inside(data, path[:-1])
    parent[path[-1]] = other_value(parent[path[-1]], chance)


def change_type(data: Any, path: Path, chance: Random) -> None:
    parent, key = _inside(data, path[:-1]), path[-1]
    value = parent[key]
    others = [
        None,
        True,
        [value],
        {"0": value},
        str(value),
        0,
        float(value) if isinstance(value, int) else 1.5,
    ]
    parent[key] = chance.choice(others)


def delete(data: Any, path: Path, chance: Random) -> None:
    del _inside(data, path[:-1])[path[-1]]


def insert(data: Any, path: Path, chance: Random) -> None:
    """A copy of the value beside it: an event again, a card more, an unknown key, a seed for another seat."""
    parent, key = _inside(data, path[:-1]), path[-1]
    if isinstance(parent, list):
        parent.insert(chance.randint(0, len(parent)), deepcopy(parent[int(key)]))
    else:
        parent[chance.choice(["1", "2", "7", "seat", "number", "x", f"{key}_"])] = deepcopy(parent[key])


def swap_with_sibling(data: Any, path: Path, chance: Random) -> None:
    parent, key = _inside(data, path[:-1]), path[-1]
    other = chance.choice(range(len(parent)) if isinstance(parent, list) else sorted(parent))
    parent[key], parent[other] = parent[other], parent[key]


def swap_anywhere(data: Any, path: Path, chance: Random) -> None:
    """Two values of one kind change places: a card of the deck and one of the dealer's, two amounts."""
    value = _inside(data, path)
    places = [each for each in paths(data) if type(_inside(data, each)) is type(value)]
    other = chance.choice(places)
    if path == other[: len(path)] or other == path[: len(other)]:
        return
    theirs = _inside(data, other)
    _inside(data, path[:-1])[path[-1]], _inside(data, other[:-1])[other[-1]] = theirs, value


CHANGES: tuple[Change, ...] = (
    change_value,
    change_value,
    change_type,
    delete,
    insert,
    swap_with_sibling,
    swap_anywhere,
)
