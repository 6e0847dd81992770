"""How a page is made: a template, what it loads, and who looks at it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote, urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse

from pitboss.cards import signs
from pitboss.ledger.people import Person
from pitboss.messages.tables import AVATARS
from pitboss.money import Cents, dollars, minus
from pitboss.text import templates_beside
from pitboss.web.docs_site import docs_built
from pitboss.web.felt_styles import felt_styles
from pitboss.web.local_network import is_loopback
from pitboss.web.setting_types import origin_of
from pitboss.web.site_files import ABOUT, picture
from pitboss.web.static_files import asset, entry

TEMPLATES: Final = templates_beside(__file__)


def page(
    request: Request, template: str, who: Person | None, /, status: int = 200, **values: Any
) -> HTMLResponse:
    """A page for one person, or for nobody in particular; it is not to be kept by anybody else."""
    if who is None and comes_from_elsewhere(request):
        template = "again.html.j2"  # over a link of another site no session came along; the next time it does
    address = own_address(request.scope["path"], request.url.query)
    settings = request.app.state.house.settings
    values |= {"home": origin_of(settings.public_address), "called": settings.name}
    others = urlsplit(settings.address or str(request.base_url)).hostname or ""  # where they would come in
    text = TEMPLATES.get_template(template).render(
        who=who, path=request.url.path, address=address, here_only=is_loopback(others), **values
    )
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


def comes_from_elsewhere(request: Request) -> bool:
    """Whether a browser followed a link of another site, with which it sends no session."""
    return request.method == "GET" and request.headers.get("sec-fetch-site") == "cross-site"


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
