"""Refusals as HTTP answers: a status, a code, a sentence and the clause; as a page for people."""

from __future__ import annotations

from typing import Final

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from pitboss.round import Refusal
from pitboss.web.files import NotBuilt
from pitboss.web.log import current_request
from pitboss.web.pages import page


class RefusalBody(BaseModel):
    """Why something was not done."""

    code: str
    text: str
    clause: str | None = None
    path: str = ""
    values: dict[str, int | str] = Field(default_factory=dict)


STATUS: Final = {
    "elsewhere": 307,
    "signed_out": 401,
    "session": 401,
    "credentials": 401,
    "origin": 403,
    "not_operator": 403,
    "not_played": 403,
    "not_host": 403,
    "not_evening_host": 403,
    "public_table": 403,
    "private": 403,
    "no_spectators": 403,
    "excluded": 403,
    "no_newcomers": 403,
    "uninvited": 403,
    "no_page": 404,
    "no_table": 404,
    "no_round": 404,
    "no_house": 404,
    "no_evening": 404,
    "no_league": 404,
    "no_person": 404,
    "no_account": 404,
    "no_audit": 404,
    "token": 404,
    "name_taken": 409,
    "registered": 409,
    "round_open": 409,
    "in_play": 409,
    "doubted": 409,
    "disputed": 409,
    "not_disputed": 409,
    "audit_runs": 409,
    "not_running": 409,
    "too_large": 413,
    "misdirected": 421,
    "rate": 429,
    "busy": 429,
    "fault": 500,
    "house_full": 503,
    "unavailable": 503,
    "unknown": 503,
}


def refused(refusal: Refusal, now: int | None = None) -> JSONResponse:
    """A refusal as an answer, at a time in milliseconds; what is not listed is the asker's to mend.

    What is the house's to mend names the request, under which the log tells more.
    """
    status = STATUS.get(refusal.code, 422)
    body = RefusalBody.model_validate(refusal, from_attributes=True)
    if status >= 500 and (request := current_request()):
        body.values = {**body.values, "request": request}
    return JSONResponse(body.model_dump(), status, retry_after(refusal, now))


def retry_after(refusal: Refusal, now: int | None) -> dict[str, str]:
    """When to come back, in whole seconds from now, as HTTP says it; nothing where that is not known."""
    again = refusal.values.get("again")
    if now is None or not isinstance(again, int):
        return {}
    return {"Retry-After": str(max(1, -(-(again - now) // 1000)))}


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
