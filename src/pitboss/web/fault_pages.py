"""Refusals as people meet them: a plain page with the sentence and the way back. Programs get JSON."""

from __future__ import annotations

from typing import Final

from fastapi import Request, Response

from pitboss.round import Refusal
from pitboss.web.pages import page
from pitboss.web.refusal_response import STATUS, refused, retry_after
from pitboss.web.request_ids import current_request
from pitboss.web.static_files import NotBuilt

HEADS: Final = {
    401: "Sign in first",
    403: "Not for everybody",
    404: "Nothing here",
    429: "One moment",
    500: "Our fault",
    503: "One moment",
}


def told(request: Request, refusal: Refusal, status: int | None = None) -> Response:
    """A refusal in the form that was asked for: a page for a browser that wants one, else JSON."""
    now = request.app.state.house.milliseconds
    request.state.refused = refusal.code
    if not wants_page(request):
        return refused(refusal, now)
    status = status or STATUS.get(refusal.code, 422)
    try:
        answer = page(
            request,
            "fault.html.j2",
            None,
            status,
            head=HEADS.get(status, "Not possible"),
            refusal=refusal,
            code=status,
            place=_place(request.url.path),
            request_id=current_request(),
        )
        answer.headers.update(retry_after(refusal, now))
        return answer
    except NotBuilt:
        return refused(refusal, now)


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
