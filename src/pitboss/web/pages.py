"""How a page is made: a template, what it loads, who looks at it, its form, its QR codes; and refusals."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from io import BytesIO, StringIO
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlsplit

import segno
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from pitboss.cards import signs
from pitboss.house.house_cards import ranks
from pitboss.ledger.people import Person
from pitboss.messages.tables import AVATARS
from pitboss.money import Cents, NotMoney, dollars, minus, parse_dollars
from pitboss.round import Refusal
from pitboss.text import templates_beside
from pitboss.web.files import (
    ABOUT,
    KINDS,
    NotBuilt,
    asset,
    docs_built,
    entry,
    felt_styles,
    file_of,
    picture,
    shell_files,
)
from pitboss.web.log import current_request
from pitboss.web.refusals import refused, retry_after, status_of
from pitboss.web.settings import is_loopback, origin_of

SEE_OTHER: Final = 303
TEMPLATES: Final = templates_beside(__file__)


def page(
    request: Request, template: str, who: Person | None, /, status: int | None = None, **values: Any
) -> HTMLResponse:
    """A page for one person, or for nobody in particular; it is not to be kept by anybody else.

    With a `refusal` among its values it has that one's status.
    """
    if who is None and comes_from_elsewhere(request):
        template = "again.html.j2"  # over a link of another site no session came along; the next time it does
    address = own_address(request.scope["path"], request.url.query)
    settings = request.app.state.house.settings
    values |= {"home": origin_of(settings.public_address), "called": settings.name}
    others = urlsplit(house_address(request)).hostname or ""  # where they would come in
    text = TEMPLATES.get_template(template).render(
        who=who, path=request.url.path, address=address, here_only=is_loopback(others), **values
    )
    status = status or status_of(values.get("refusal"))
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


HEADS: Final = {
    401: "Sign in first",
    403: "Not for everybody",
    404: "Nothing here",
    429: "One moment",
    500: "Our fault",
    503: "One moment",
}


def answer_refusal(request: Request, refusal: Refusal) -> Response:
    """A refusal in the form that was asked for: a page for a browser that wants one, else JSON."""
    now, status = request.app.state.house.milliseconds, status_of(refusal)
    request.state.refused = refusal.code
    if not wants_page(request) or refusal.code == "misdirected":  # a page would name the house
        return refused(refusal, now)
    try:
        answer = page(
            request,
            "fault.html.j2",
            None,
            head=HEADS.get(status, "Not possible"),
            refusal=refusal,
            code=status,
            place=_place(request.url.path),
            request_id=current_request(),
        )
    except NotBuilt:
        return refused(refusal, now)
    answer.headers.update(retry_after(refusal, now))
    return answer


def wants_page(request: Request) -> bool:
    """Whether a person looks at the answer."""
    path = request.url.path
    return not path.startswith(("/api/", "/static/")) and "text/html" in request.headers.get("accept", "")


def _place(path: str) -> tuple[str, str] | None:
    """The table or round that an address names, as an operator asks for it: what it is, and its id."""
    parts = path.split("/")
    if len(parts) >= 3 and parts[1] in ("tables", "rounds") and parts[2]:
        return parts[1].removesuffix("s"), parts[2][:80]
    return None


def comes_from_elsewhere(request: Request) -> bool:
    """Whether a browser followed a link of another site, with which it sends no session."""
    return request.method == "GET" and request.headers.get("sec-fetch-site") == "cross-site"


def house_address(request: Request) -> str:
    """Where others find the house: as the settings say, else where this request went to."""
    addresses = request.app.state.house.settings.addresses
    return addresses[0] if addresses else str(request.base_url).rstrip("/")


def own_address(path: str, query: str = "") -> str:
    r"""A page of this house, whatever was asked for: a browser reads `//` and `/\` as another host's.

    >>> own_address("//evil.example/login"), own_address("/\\evil.example"), own_address("/rounds/7:1", "a=1")
    ('/evil.example/login', '/%5Cevil.example', '/rounds/7:1?a=1')
    """
    return "/" + quote(path.lstrip("/"), safe="/:@!$&'()*+,;=~") + (f"?{query}" if query else "")


def signed(cents: Cents) -> str:
    """A result: `+$15`, `−$15` or `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def percent(share: float) -> str:
    """A share to two decimals, and to more where it would look like nothing: `3.37 %`, `0.0009 %`."""
    text = f"{share:.2%}" if abs(share) >= 0.0005 or share == 0 else f"{share:.4%}"
    return minus(text.replace("%", " %"))


def moment(milliseconds: int) -> str:
    """A time for the attribute of `<time>`."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def said_moment(milliseconds: int) -> str:
    """A time as people read it; a script puts the reader's own time in its place."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M} UTC"


TEMPLATES.globals |= {
    "entry": entry,
    "asset": asset,
    "picture": picture,
    "docs_built": docs_built,
    "felt_styles": felt_styles,
    "about_the_house": ABOUT,
    "avatar_words": AVATARS,
}
TEMPLATES.filters |= {
    "dollars": dollars,
    "signed": signed,
    "minus": minus,
    "signs": signs,
    "percent": percent,
    "moment": moment,
    "said_moment": said_moment,
}


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
        raise Refusal("message", f"A form is sent as {FORM}")
    try:
        text = (await request.body()).decode()
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Refusal("message", "This form cannot be read") from None
    form: dict[str, str] = {}
    for name, value in pairs:
        if fields is not None and name not in fields:
            raise Refusal("message", f"This form has no field {name[:40]!r}")
        if name in form:
            raise Refusal("message", f"The field {name[:40]!r} stands in the form twice")
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


LONGEST: Final = 600  # characters of an address in a QR code


@lru_cache(maxsize=256)
def drawn(address: str) -> bytes:
    """A QR code as SVG, which is kept for the next request."""
    return coded(address)


def coded(address: str) -> bytes:
    """A QR code as SVG, with the quiet zone that readers need."""
    picture = BytesIO()
    _code(address).save(
        picture, kind="svg", border=4, dark="#14181b", light="#ffffff", xmldecl=False, omitsize=True
    )
    return picture.getvalue()


def lettered(address: str) -> str:
    """A QR code in half blocks, for a terminal: light on dark, as a terminal mostly is."""
    letters = StringIO()
    _code(address).terminal(letters, border=2, compact=True)
    return letters.getvalue()


def _code(address: str) -> segno.QRCode:
    if len(address) > LONGEST:
        raise Refusal("too_large", f"An address in a QR code has at most {LONGEST} characters")
    return segno.make_qr(address, error="m")


pages = APIRouter(include_in_schema=False)

WORKER: Final = "src/service-worker/main.ts"
OFFLINE: Final = "/offline"


@pages.get(OFFLINE)
def offline(request: Request) -> HTMLResponse:
    """The page that a browser keeps for when the house cannot be reached: nobody's in particular."""
    return page(request, "offline.html.j2", None, ranks=ranks())


@pages.get("/sw.js")
def service_worker(request: Request) -> Response:
    """The worker with what belongs to this version; asked for each time, so nobody stays in an old one."""
    text = f"globalThis.kept = {_kept(bytes(offline(request).body).decode())};\n"
    text += file_of(WORKER).read_text(encoding="utf-8")
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response(text, media_type=KINDS[".js"], headers=headers)


@lru_cache(maxsize=2)
def _kept(offline_page: str) -> str:
    files = [*shell_files(but=WORKER), felt_styles()]
    version = sha256("\n".join([*files, offline_page]).encode()).hexdigest()[:16]
    return json.dumps({"version": version, "offline": OFFLINE, "files": files})
