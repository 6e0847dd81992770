"""Facts become sentences here, last of all: a module for each subject. Nobody takes them apart again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.package import lazy_names

if TYPE_CHECKING:
    from pitboss.messages.rounds import Teller

__all__ = ["Teller"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
