"""What planning must be given because it may not make it: seeds of rounds, and ids of what tables do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitboss.fair import new_seed

Entropy = Callable[[int], bytes]

NO_IDS: Final = "a single command has its id"


def _no_ids() -> str:
    raise AssertionError(NO_IDS)


class Supply:
    """Seeds and ids for one call. After `rewind` it gives the same again: a call is planned until it fits."""

    def __init__(self, entropy: Entropy, new_id: Callable[[], str] = _no_ids) -> None:
        self._entropy = entropy
        self._new_id = new_id
        self._seeds: list[bytes] = []
        self._ids: list[str] = []
        self._given_seeds = self._given_ids = 0

    def rewind(self) -> None:
        """Begins anew."""
        self._given_seeds = self._given_ids = 0

    def seed(self) -> bytes:
        """The secret seed of a round."""
        if self._given_seeds == len(self._seeds):
            self._seeds.append(new_seed(self._entropy))
        self._given_seeds += 1
        return self._seeds[self._given_seeds - 1]

    def new_id(self) -> str:
        """The id of something that a table does by itself."""
        if self._given_ids == len(self._ids):
            self._ids.append(self._new_id())
        self._given_ids += 1
        return self._ids[self._given_ids - 1]
