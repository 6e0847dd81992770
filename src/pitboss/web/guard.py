"""What is checked before every request: host, size, origin, session; and the headers of every answer."""

from __future__ import annotations

import asyncio
from functools import cache
from math import ceil
from time import perf_counter
from typing import Annotated, Final

from fastapi import Depends, Request, Response
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import ClientDisconnect, HTTPConnection

from pitboss.canonical import has_half_letters
from pitboss.house.rates import network_of
from pitboss.ledger.people import Person
from pitboss.round import Refusal
from pitboss.web.limits import Buckets, Rank
from pitboss.web.log import HEADER, SLOW, begin_request, log_debug, log_fault, log_often, log_warning
from pitboss.web.pages import answer_refusal
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings, is_loopback, is_this_machine, leads_here, name_in

COOKIE: Final = "pitboss_session"
DEVICE_COOKIE: Final = "pitboss_device"  # a browser that has signed in before: it opens nothing
LARGEST: Final = 256 * 1024  # bytes of a request
YEAR: Final = 31_536_000  # seconds
GONE: Final = 499  # the client has gone, as other servers write it
UNKNOWN_HOST: Final = (
    "This server does not go by that name: use its address, or add the name to the setting `addresses`"
)
HARMLESS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


@cache
def headers_of(settings: ServeSettings) -> dict[str, str]:
    """The headers of every answer; pages may open sockets at the other servers of the house."""
    connect = " ".join(("connect-src 'self'", *settings.socket_origins))
    policy = HEADERS["Content-Security-Policy"].replace("connect-src 'self'", connect)
    return HEADERS | {"Content-Security-Policy": policy}


def house_of(connection: HTTPConnection) -> House:
    """The house that serves this request."""
    house: House = connection.app.state.house
    return house


def address_of(connection: HTTPConnection) -> str:
    """The client's address; behind a proxy that the settings name, the one that the proxy gives."""
    return connection.client.host if connection.client else ""


def over_tls(connection: HTTPConnection) -> bool:
    """Whether the browser speaks TLS: to this server, or to a proxy that is believed and says so."""
    return connection.url.scheme in ("https", "wss")


def secret_of(connection: HTTPConnection) -> str | None:
    """The secret of a session or of a program's token."""
    kind, _, secret = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and secret:
        return secret
    return connection.cookies.get(COOKIE)


def maybe_person(request: Request) -> Person | None:
    """The person who is signed in, if there is one."""
    secret, house = secret_of(request), house_of(request)
    found = house.accounts.sessions.who(secret) if secret else None
    if found is not None:
        check_pace(house, house.own_requests, f"person {found.id}", "you")
    return found


def person(request: Request) -> Person:
    """The person who is signed in; anyone else is refused."""
    found = maybe_person(request)
    if found is None:
        raise Refusal("signed_out", "Sign in, or begin as a guest")
    return found


def operator(request: Request) -> Person:
    """An operator who is signed in."""
    return check_operator(person(request))


def check_operator(who: Person) -> Person:
    """Refuses a person who is not an operator."""
    if who.role != "operator":
        raise Refusal("not_operator", "Only an operator may do this")
    return who


TheHouse = Annotated[House, Depends(house_of)]
MaybePerson = Annotated[Person | None, Depends(maybe_person)]
SignedIn = Annotated[Person, Depends(person)]
Operator = Annotated[Person, Depends(operator)]


def allowed_origin(connection: HTTPConnection) -> bool:
    """Whether a browser's page may do this: one of the settings; where the server listens to its network,
    also one that came from here by any of the machine's addresses. Programs send no origin.
    """
    origin, settings = connection.headers.get("origin"), house_of(connection).settings
    if origin is None or origin in settings.allowed_origins:
        return True
    scheme = "https" if over_tls(connection) else "http"
    return not is_loopback(settings.host) and leads_here(origin, scheme, connection.headers.get("host", ""))


def known_host(connection: HTTPConnection) -> bool:
    """Whether a request went to a name of this server. A page elsewhere may let its own name lead to this
    machine once it is loaded (DNS rebinding), and the browser then shows it all our answers. A proxy has its
    own list of names, so behind one every name is answered. Sockets have their origin.
    """
    settings, name = house_of(connection).settings, name_in(connection.headers.get("host", ""))
    return not name or bool(settings.proxies) or is_this_machine(name) or name in settings.own_names


def set_cookie(request: Request, name: str, secret: str, milliseconds: int) -> None:
    """Has the answer set a cookie, or end it, that no script can read and no other site can send."""
    _cookies(request)[name] = secret, milliseconds // 1000


def _cookies(request: Request) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = request.scope.setdefault("state", {}).setdefault("cookies", {})
    return found


def check_pace(house: House, buckets: Buckets, key: str, whose: str) -> None:
    """Refuses what comes faster than one may ask, and says when to come back."""
    text = f"Too many requests of {whose}: at most {buckets.pace.per_second} a second, so wait a moment"
    check_bucket(house, buckets, key, 1, text)


def check_bucket(house: House, buckets: Buckets, key: str, much: int, text: str) -> None:
    """Refuses what does not fit into a bucket any more, and says when it does."""
    wait = buckets.take(key, house.now(), much)
    if wait:
        again = house.milliseconds + max(1, ceil(1000 * wait))
        raise Refusal("rate", text, None, values={"again": again})


class Guard(BaseHTTPMiddleware):
    """Refuses what is too large, too fast or from a foreign page, and puts the headers on every answer."""

    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        begun, id_ = perf_counter(), begin_request(request.headers.get(HEADER))
        try:
            await self._check(request)
            answer = await self._answer(request, call_next)
        except Refusal as refusal:
            answer = answer_refusal(request, refusal)
        except ClientDisconnect:
            log_often("gone")
            answer = Response(status_code=GONE)  # nobody reads it
        except asyncio.CancelledError:  # a house that closes waits for some seconds, and no longer
            answer = answer_refusal(request, Refusal("unavailable", "The house closes now"))
        for name, value in headers_of(house_of(request).settings).items():
            answer.headers.setdefault(name, value)
        if over_tls(request):
            answer.headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}")
        if request.url.path.startswith("/api/"):
            answer.headers.setdefault("Cache-Control", "no-store")
        answer.headers[HEADER] = id_
        secure = house_of(request).settings.secure or over_tls(request)
        for name, (secret, lasts) in _cookies(request).items():
            answer.set_cookie(
                name, secret, max_age=lasts, httponly=True, samesite="strict", secure=secure, path="/"
            )
        self._count(request, answer.status_code, perf_counter() - begun)
        return answer

    def _count(self, request: Request, status: int, seconds: float) -> None:
        """What came of a request goes into the figures and the log; never its address, only its route."""
        house, route = house_of(request), _route(request)
        house.metrics.http(route, status, seconds)
        code: str | None = getattr(request.state, "refused", None)
        if code is not None:
            house.metrics.refused(code)
        log_debug("request", method=request.method, route=route, status=status, refused=code)
        if seconds > SLOW:
            log_warning("slow", method=request.method, route=route, ms=round(1000 * seconds))

    async def _answer(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        """A fault of ours is logged and answered with one sentence, without its contents."""
        try:
            return await call_next(request)
        except ClientDisconnect:
            raise
        except Exception as fault:  # noqa: BLE001 - the last to see it
            log_fault("request", fault)
            return answer_refusal(
                request, Refusal("fault", "This went wrong on our side, and nothing was done")
            )

    async def _check(self, request: Request) -> None:
        house, network = house_of(request), network_of(address_of(request))
        check_pace(house, house.requests, f"address {network}", "your address")
        if not known_host(request):
            raise Refusal("misdirected", UNKNOWN_HOST)
        if _is_work(request):
            house.load.check(Rank.SITTER if secret_of(request) else Rank.NEWCOMER, house.milliseconds)
        size = request.headers.get("content-length", "0")
        if not size.isdecimal() or len(size) > 12 or int(size) > LARGEST:
            raise Refusal("too_large", f"A request has at most {LARGEST} bytes")
        if request.method not in HARMLESS:
            if "transfer-encoding" in request.headers:
                raise Refusal("too_large", "A request says its length")
            if not allowed_origin(request):
                raise Refusal("origin", "This page may not do that")
            text = f"Your address sends too much at once: {int(size):,} bytes more are read in a moment"
            check_bucket(house, house.bodies, network, int(size), text)
            _check_text(await request.body())


def _is_work(request: Request) -> bool:
    """Whether a request is refused where there is too much to do. Pages and health are not; what is asked of
    a table is for its route to say, which knows who has cards there."""
    path = request.url.path
    if path.startswith("/api/tables/"):
        return False
    return path.startswith("/api/") or request.method not in HARMLESS


def _route(request: Request) -> str:
    """The template of what was asked for; never the address itself, which names tables and rounds."""
    path: str = getattr(request.scope.get("route"), "path", "")
    mounted = (each for each in ("/static", "/docs") if request.url.path.startswith(f"{each}/"))
    return path or next(mounted, "none")


def _check_text(body: bytes) -> None:
    """Refuses what is no text: a reader of JSON takes halves of letters from it, in other encodings too."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise Refusal("message", "The request is not UTF-8 text") from None
    if "\0" in text:
        raise Refusal("message", "The request has a NUL in it, which no text has")
    if has_half_letters(text):
        why = "The request has half a letter in it (a surrogate without the other): write whole letters"
        raise Refusal("message", why)
