"""A question to the desk, and what comes back: plain values on a pipe, each of a size that is said first."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec

from pitboss.errors import Refusal

SECONDS: Final = 10  # that a question may take, unless it or the settings say otherwise
LARGEST_QUESTION: Final = 1024 * 1024  # bytes
LARGEST_ANSWER: Final = 16 * 1024 * 1024

ASKED: Final = struct.Struct("!III")  # seconds, bytes of the values, bytes of the body
TOLD: Final = struct.Struct("!cIQ")  # kind, bytes of the answer, bytes of memory that the worker has
READY: Final = b"+"

Kind = Literal["answer", "refusal", "fault"]
_KINDS: Final[dict[bytes, Kind]] = {b"A": "answer", b"R": "refusal", b"F": "fault"}
_LETTERS: Final = {kind: letter for letter, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Question:
    """The name of a job with its values as JSON; equal questions have equal answers."""

    values: str
    body: bytes = b""  # what somebody has sent and nobody has read yet
    seconds: float | None = field(default=None, compare=False)  # that it may take; None: as the desk has it
    kept: bool = field(default=True, compare=False)  # whether the answer is worth keeping
    job: str = field(default="", compare=False)
    kind: str = field(default="", compare=False)  # equal ones are expected to take equally long

    def packed(self) -> bytes:
        """As it goes through the pipe."""
        values = self.values.encode()
        if len(values) + len(self.body) > LARGEST_QUESTION:
            raise Refusal("too_large", f"A question has at most {LARGEST_QUESTION} bytes", None)
        return ASKED.pack(int(self.seconds or SECONDS) + 1, len(values), len(self.body)) + values + self.body


def question(
    job: str, body: bytes = b"", *, seconds: float | None = None, kept: bool = True, **values: Any
) -> Question:
    """A question: which job, and with what. Moved pays change nothing about how long it takes."""
    text = json.dumps({"job": job, **values}, separators=(",", ":"), sort_keys=True)
    moved = [each for each in values.get("sets", ()) if not each.startswith("pays.")]
    return Question(text, body, seconds, kept, job, f"{job} {values.get('house')} {moved}")


@dataclass(frozen=True, slots=True)
class Told:
    """What came back: an answer, a refusal, or only that something went wrong."""

    kind: Kind
    text: bytes
    memory: int = 0

    def packed(self) -> bytes:
        """As it goes through the pipe."""
        return TOLD.pack(_LETTERS[self.kind], len(self.text), self.memory) + self.text


def told_head(head: bytes) -> tuple[Kind, int, int]:
    """Kind, size and memory of what follows on the pipe."""
    letter, size, memory = TOLD.unpack(head)
    if letter not in _KINDS or size > LARGEST_ANSWER:
        raise ValueError("this is no answer of a worker")
    return _KINDS[letter], size, memory


def encoded(value: object) -> bytes:
    """Any value as JSON, fractions as text."""
    return msgspec.json.encode(value, enc_hook=_plain)


def decoded(kind: Any, text: bytes) -> Any:
    """A value of a kind out of its JSON."""
    return msgspec.json.decode(text, type=kind, dec_hook=lambda kind, value: kind(value))


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no answer has a {type(value).__name__}")


def refusal_text(refusal: Refusal) -> bytes:
    """A refusal on its way through the pipe; what is no text anywhere else is marked in it."""
    return json.dumps(vars(refusal), ensure_ascii=False).encode("utf-8", "replace")


def refusal_of(text: bytes) -> Refusal:
    """A refusal that came through the pipe."""
    return Refusal(**json.loads(text))
