"""A house in which every wording function returns one and the same word."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Final

import pytest

from pitboss import messages
from pitboss.odds.prices import Space
from pitboss.sheet import Sheet
from pitboss.sheet.pays import Cash, ForOne, MeterShare, ToOne

SAME: Final = "Word"
WHOLE: Final = ("report.lines",)  # modules of words and nothing else, beside `messages`
SINGLE: Final = (
    ("hands", "describe"),
    ("money", "dollars"),
    ("text", "one_of"),
    ("text", "all_of"),
    ("text", "shown"),
    ("round.settlement", "pay_text"),
    ("hands", "hand_words"),
    ("sheet.pays", "percent_text"),
)
# Rooms that may keep words.
REMEMBER: Final = ("sheet", "round", "report", "proof", "table", "messages")


def take_words(patch: pytest.MonkeyPatch) -> None:
    """From here on every wording function says `SAME`, wherever it was imported to; nothing said is kept."""
    wording = {id(each) for each in _wording()}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != "pitboss":
            continue
        for key, value in list(vars(module).items()):
            if id(value) in wording:
                patch.setattr(module, key, lambda *given, **named: SAME)
    for pay in (ToOne, ForOne, MeterShare, Cash):
        patch.setattr(pay, "text", property(lambda self: SAME))
    patch.setattr(Space, "words", property(lambda self: SAME))
    patch.setattr(Sheet, "label", lambda self, line: SAME)
    patch.setattr(Sheet, "hand_label", lambda self, line: SAME)
    forget()


def forget() -> None:
    """Empties what the rooms of rules, books and words remember."""
    for name, module in list(sys.modules.items()):
        if name.startswith(tuple(f"pitboss.{room}" for room in REMEMBER)):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _wording() -> Iterator[FunctionType]:
    """All functions that make words."""
    inside = (f"messages.{each.name}" for each in pkgutil.iter_modules(messages.__path__))
    for name in (*WHOLE, *inside):
        module = importlib.import_module(f"pitboss.{name}")
        for each in vars(module).values():
            if inspect.isfunction(each) and each.__module__ == module.__name__ and _says(each):
                yield each
    for name, function in SINGLE:
        yield getattr(importlib.import_module(f"pitboss.{name}"), function)


def _says(function: FunctionType) -> bool:
    return function.__annotations__["return"] in ("str", "str | None")
