"""Refusals as HTTP answers: a status, a code, a sentence and the clause."""

from __future__ import annotations

from typing import Final

from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from pitboss.round import Refusal
from pitboss.web.log import current_request


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
    "method": 405,
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


def status_of(refusal: Refusal | None) -> int:
    """The status of an answer; a refusal that is not listed is the client's to mend."""
    return STATUS.get(refusal.code, 422) if refusal else 200


def refused(refusal: Refusal, now: int | None = None) -> JSONResponse:
    """A refusal as an answer, at a time in milliseconds.

    What is the house's to mend names the request, under which the log tells more.
    """
    status = status_of(refusal)
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
