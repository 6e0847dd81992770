"""The pictures that stand for people: a fixed set of keys, each told apart by its shape alone."""

from __future__ import annotations

from typing import Final, Literal, get_args

Avatar = Literal[
    "cat",
    "dog",
    "bird",
    "fish",
    "rabbit",
    "squirrel",
    "turtle",
    "snail",
    "panda",
    "bug",
    "shell",
    "ghost",
    "rocket",
    "sailboat",
    "guitar",
    "clover",
]
AVATARS: Final[tuple[Avatar, ...]] = get_args(Avatar)


def avatar_of(person: str, chosen: str | None) -> Avatar:
    """The picture somebody has chosen, or the one that their id gives who has chosen none.

    >>> avatar_of("00ff", "cat"), avatar_of("0001", None), avatar_of("0001", "gone from the set")
    ('cat', 'dog', 'dog')
    """
    for each in AVATARS:
        if each == chosen:
            return each
    return AVATARS[sum(person.encode()) % len(AVATARS)]
