"""Values of options that are what they ought to be before anything is converted.

Typer converts every value by Pydantic, a default and a plain text too: importing Pydantic and making its
adapters takes as long as a price. Whatever needs no conversion goes round it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def pass_plain_values(params: Iterable[Any]) -> None:
    """Lets texts, and defaults that have their type, through as they are; the rest is converted as ever."""
    for param in params:
        kind = getattr(getattr(param, "type_descriptor", None), "annotation", None)
        if kind is not None and "process_value" not in vars(param):
            param.process_value = _passing(param, kind)


def _passing(param: Any, kind: Any) -> Any:
    convert = param.process_value
    parsed = param.type_descriptor.parameter_info.parser is not None

    def process(ctx: Any, value: Any) -> Any:
        if value is None and not param.required:
            plain: Any = () if param.multiple or param.nargs == -1 else None
        elif kind == list[str] and not parsed and _all_texts(value):
            plain = list(value)
        elif type(value) is kind and ((kind is str and not parsed) or value is param.default):
            plain = value
        else:
            return convert(ctx, value)
        return plain if param.callback is None else param.callback(ctx, param, plain)

    return process


def _all_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(type(each) is str for each in value)
