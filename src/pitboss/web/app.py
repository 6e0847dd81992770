"""The application: routes, the guard, refusals as answers, health and metrics."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from prometheus_client.exposition import choose_encoder
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pitboss.errors import CageFault, OutcomeUnknown
from pitboss.evening import pages as evening_pages
from pitboss.evening.conductor import Conductor
from pitboss.ledger.database import is_postgres
from pitboss.package import __version__
from pitboss.round import Refusal
from pitboss.table.rooms import Elsewhere
from pitboss.web import (
    files,
    houses,
    lab,
    lobby,
    operator_records,
    operators,
    people,
    practice,
    rounds,
    tables,
)
from pitboss.web import pages as plain_pages
from pitboss.web.background import every, read_meters, show_out_departed, tell_incidents, tidy
from pitboss.web.files import BUILT, DocsSite, Statics
from pitboss.web.guard import Guard, TheHouse
from pitboss.web.limits import watch_loop
from pitboss.web.log import log, log_fault
from pitboss.web.operators import carry_out_errands
from pitboss.web.pages import answer_refusal
from pitboss.web.refusals import RefusalBody
from pitboss.web.server_state import House
from pitboss.web.tables import hand_on

RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": RefusalBody, "description": "Refused: nothing has changed"},
    "503": {"model": RefusalBody, "description": "The house cannot answer at this moment"},
}


@cache
def _routes() -> list[BaseRoute]:
    """All routes, made once in a process: they are the same for every house."""
    together = APIRouter(responses=RESPONSES)
    for room in (people, houses, lab, practice, tables, evening_pages, rounds, operators, operator_records):
        together.include_router(room.routes)
    for room in (people, houses, lab, practice, tables, rounds, operators, lobby, files, plain_pages):
        together.include_router(room.pages)
    return together.routes


def make_app(house: House) -> FastAPI:
    """The web application of a house."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        log("open", tables=await house.floor.start())
        await read_meters(house)
        conductor = Conductor(house.store, house.floor, lambda: house.milliseconds)
        work = [
            house.watch.run(),
            watch_loop(house.load, house.metrics.loop_delay),
            conductor.run(house.evenings.wake),
            every(300.0, "tidy", partial(tidy, house)),
            every(1.0, "departures", partial(show_out_departed, house)),
            every(0.5, "errands", partial(carry_out_errands, house)),
            every(5.0, "incidents", partial(house.in_pool, partial(tell_incidents, house))),
            every(15.0, "meters", partial(read_meters, house)),  # as often as figures are usually collected
        ]
        if is_postgres(house.settings.db):  # where other servers are
            work.append(house.floor.takeover.watch())
        tasks = [asyncio.create_task(each) for each in work]
        yield
        for task in tasks:
            task.cancel()
        house.watch.close()
        await house.audits.close()
        await house.floor.stop()
        house.pool.shutdown(wait=True)
        await house.desk.close()
        log("closed", tables=len(house.floor.rooms))

    app = FastAPI(
        title="Pitboss",
        version=__version__,
        description="Live three-card-poker tables, exact odds, provable deals. Play money.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = house
    app.add_middleware(Guard)
    # Outermost: everything after it sees the client's own address. Only the settings' proxies are believed.
    app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=[*house.settings.proxies])
    app.router.routes += _routes()
    app.mount("/static", Statics(directory=BUILT, check_dir=False), "static")
    app.mount("/docs", DocsSite(), "docs")
    for fault in (Refusal, CageFault, RequestValidationError, HTTPException):
        app.add_exception_handler(fault, answer_fault)
    app.get("/healthz", include_in_schema=False)(healthz)
    app.get("/readyz", include_in_schema=False)(readyz)
    app.get("/metrics", include_in_schema=False)(metrics)
    return app


async def healthz() -> JSONResponse:
    """Whether the process lives. It asks nothing of the database."""
    return JSONResponse({"alive": True})


async def readyz(house: TheHouse) -> JSONResponse:
    """Whether the house can serve, each fact by its key; the log says in words why not."""
    checks = await house.watch.checks()
    failed = [key for key, each in checks.items() if not each.ok]
    told = {key: {"ok": each.ok, **each.facts} for key, each in checks.items()}
    return JSONResponse({"ready": not failed, "failed": failed, "checks": told}, 503 if failed else 200)


async def metrics(request: Request, house: TheHouse) -> Response:
    """Figures for Prometheus, or in OpenMetrics for who asks so; nobody, no table and no card is in them."""
    written, kind = choose_encoder(request.headers.get("accept", ""))
    return Response(written(house.metrics.registry), media_type=kind)


async def answer_fault(request: Request, fault: Exception) -> Response:
    """What could not be done, as a refusal."""
    match fault:
        case Elsewhere():
            return hand_on(request, request.app.state.house.settings, fault)
        case Refusal():
            return answer_refusal(request, fault)
        case RequestValidationError():
            first = fault.errors()[0]
            place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
            text = f"{place or 'the request'}: {first['msg']}"
            return answer_refusal(request, Refusal("message", text, None, place))
        case HTTPException(status_code=404):
            return answer_refusal(request, Refusal("no_page", "There is no such page"))
        case HTTPException(status_code=405):
            answer = answer_refusal(request, Refusal("method", "This address does not have this method"))
            answer.headers.update(fault.headers or {})
            return answer
        case HTTPException():
            return answer_refusal(request, Refusal("message", fault.detail))
    log_fault("request", fault)
    if isinstance(fault, OutcomeUnknown):
        text = "The answer of the database was lost: look whether this was done before you ask again"
        return answer_refusal(request, Refusal("unknown", text))
    return answer_refusal(request, Refusal("unavailable", "The house cannot answer at this moment"))
