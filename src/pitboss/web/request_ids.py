"""Which request or command is being worked at: every line that is logged meanwhile names it.

A client may name a request itself (`X-Request-ID`), as a proxy does; a command at a table has its own id
anyway. What is not well-formed is not taken.
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from secrets import token_hex
from typing import Final

from pitboss.table.messages import ID_FORM

HEADER: Final = "X-Request-ID"
_FORM: Final = re.compile(ID_FORM)
_ID_IN: Final = re.compile(r'"id"\s*:\s*"([A-Za-z0-9._:-]{1,64})"')
_CURRENT: Final[ContextVar[str]] = ContextVar("request", default="")


def begin_request(named: str | None) -> str:
    """A request begins in this context, under the id that it names or under a new one."""
    id_ = named if named is not None and _FORM.match(named) and "\n" not in named else token_hex(8)
    _CURRENT.set(id_)
    return id_


def begin_command(text: str) -> None:
    """A command at a table begins in this context; its id is looked for only if a line is logged."""
    _CURRENT.set(text)


def current_request() -> str:
    """The id of what is being worked at; empty where nobody has asked for it."""
    current = _CURRENT.get()
    if not current.startswith("{"):
        return current
    found = _ID_IN.search(current)
    return found[1] if found else ""
