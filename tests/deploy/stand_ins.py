"""Servers that only say who they are, how they were asked, and whether they are ready."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class StandIn(ThreadingHTTPServer):
    """One server."""

    daemon_threads = True

    def __init__(self, name: str) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.name = name
        self.failed: list[str] = []  # what /readyz says

    def handle_error(self, request: object, client_address: object) -> None:
        """A check that hangs up early is no fault."""

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Answer(BaseHTTPRequestHandler):
    server: StandIn

    def do_GET(self) -> None:
        failed = self.server.failed if self.path == "/readyz" else []
        told = {"server": self.server.name, "path": self.path, "headers": dict(self.headers)}
        body = json.dumps({**told, "ready": not failed, "failed": failed}).encode()
        self.send_response(503 if failed else 200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        return


@contextmanager
def standing_in(name: str) -> Iterator[StandIn]:
    """One that runs."""
    server = StandIn(name)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
