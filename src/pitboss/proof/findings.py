"""What an audit finds: figures, and faults in sentences."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pitboss.proof.heads import Head

MOST_KEPT: Final = 1000  # faults told in words; the others are counted


class Wrong(Exception):
    """Something that cannot have happened by the rules, in one sentence."""


@dataclass(slots=True)
class Findings:
    """Grows while an audit runs."""

    figures: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    number: int = 0  # of faults

    def fault(self, sentence: str) -> None:
        self.number += 1
        if len(self.faults) < MOST_KEPT:
            self.faults.append(sentence)


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit: what was counted, and what is wrong."""

    figures: dict[str, int]
    faults: tuple[str, ...]  # the first of them
    number: int  # of all faults
    since: Head | None = None  # what lies before it was not judged again
    last: Head | None = None  # the last head that this audit has seen

    @property
    def clean(self) -> bool:
        return self.number == 0
