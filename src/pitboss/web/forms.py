"""Forms of plain pages: what a browser sends without a script."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import parse_qsl

from fastapi import Request

from pitboss.money import Cents, NotMoney, parse_dollars
from pitboss.round import Refusal

FORM: Final = "application/x-www-form-urlencoded"
MOST_FIELDS: Final = 60

Filled = Mapping[str, str]


async def form_of(request: Request, fields: Collection[str] | None = None) -> Filled:
    """The fields of a form: each at most once, and only those that are known where it says which.

    By hand, because python-multipart's forms take what these refuse: halves of letters become U+FFFD, of a
    doubled field the last counts, and a body that is no form at all is an empty one.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != FORM:
        raise Refusal("message", f"A form is sent as {FORM}", None)
    try:
        text = (await request.body()).decode()
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refusal("message", "This form cannot be read", None) from None
    form: dict[str, str] = {}
    for name, value in pairs:
        if fields is not None and name not in fields:
            raise Refusal("message", f"This form has no field {name[:40]!r}", None)
        if name in form:
            raise Refusal("message", f"The field {name[:40]!r} stands in the form twice", None)
        form[name] = value
    return form


def amount(form: Filled, field: str) -> Cents | None:
    """An amount of money that may be left out."""
    text = form.get(field, "").strip()
    if not text:
        return None
    try:
        return parse_dollars(text)
    except NotMoney as fault:
        raise Refusal("money", str(fault), None, field) from None


def number(form: Filled, field: str, default: int, most: int) -> int:
    """A whole number from 0 on."""
    text = form.get(field, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= most):
        raise Refusal("number", f"{text[:20]!r} is not a whole number from 0 to {most}", None, field)
    return int(text)
