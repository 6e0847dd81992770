"""A question to the desk and its reply: plain values, each in a frame that begins with its size."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, TypeVar

import msgspec

from pitboss.errors import Refusal

T = TypeVar("T")
Step = Callable[[int, int], None]  # how much is done, and of how much

SECONDS: Final = 10  # that a question may take, unless it or the settings say otherwise
LARGEST_QUESTION: Final = 1024 * 1024  # bytes
LARGEST_ANSWER: Final = 16 * 1024 * 1024
HEAD: Final = struct.Struct("!I")  # bytes of the frame that follows


@dataclass(frozen=True, slots=True)
class Question:
    """The name of a job with its values as JSON; equal questions have equal answers."""

    values: str
    body: bytes = b""  # bytes from outside that nobody has parsed yet
    seconds: float | None = field(default=None, compare=False)  # that it may take; None: the desk's default
    kept: bool = field(default=True, compare=False)  # whether the answer is worth keeping
    job: str = field(default="", compare=False)
    kind: str = field(default="", compare=False)  # equal ones are expected to take equally long


def question(
    job: str, body: bytes = b"", *, seconds: float | None = None, kept: bool = True, **values: Any
) -> Question:
    """A question: which job, and with what. Moved pays change nothing about how long it takes."""
    text = json.dumps({"job": job, **values}, separators=(",", ":"), sort_keys=True)
    if len(text) + len(body) > LARGEST_QUESTION:
        raise Refusal("too_large", f"A question has at most {LARGEST_QUESTION:,} bytes")
    moved = [each for each in values.get("sets", ()) if not each.startswith("pays.")]
    return Question(text, body, seconds, kept, job, f"{job} {values.get('house')} {moved}")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker sends: that it is ready, how far it has come, or how a question ended."""

    kind: Literal["ready", "progress", "answer", "refusal", "fault"]
    text: bytes = b""
    memory: int = 0  # bytes that the worker has


def frame(value: Question | Reply) -> bytes:
    """A value as it goes through the pipe."""
    text = msgspec.msgpack.encode(value)
    return HEAD.pack(len(text)) + text


def unframed(kind: type[T], text: bytes) -> T:
    """A value out of its frame."""
    return msgspec.msgpack.decode(text, type=kind)


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
    """A refusal on its way through the pipe; text that is not valid Unicode is marked in it."""
    return json.dumps(refusal.as_json(), ensure_ascii=False).encode("utf-8", "replace")
