"""An operator at work: what is asked over HTTP, and what the journal then says."""

from __future__ import annotations

from typing import Any

from httpx import Response

from pitboss.ledger.people import set_role
from tests.web.edge import PASSWORD, Edge, Visitor

Data = dict[str, Any]


class Desk:
    """The operator `Olga`, with the session of a registered person."""

    def __init__(self, edge: Edge) -> None:
        self.edge = edge
        self.me = named(edge, "Olga")
        edge.store.write(lambda connection: set_role(connection, self.me.id, "operator", "test", 0))

    def ask(self, method: str, path: str, **more: Any) -> Response:
        return self.me.ask(method, f"/api/operator/{path}", **more)

    def does(self, path: str, **body: Any) -> Data:
        """Something that is done; its act."""
        answer = self.ask("POST", path, json={"id": self.edge.new_id(), **_reason(path), **body})
        assert answer.status_code in (200, 201), answer.text
        found: Data = answer.json()
        return found

    def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """Something that is refused in one sentence and leaves no act; status and code."""
        before = self.acts()
        answer = self.ask("POST", path, json={"id": self.edge.new_id(), **_reason(path), **body})
        said = answer.json()
        assert answer.status_code >= 400, said
        assert said["text"]
        assert not said["text"].endswith(".")
        assert self.acts() == before
        return answer.status_code, said["code"]

    def sees(self, path: str, **query: Any) -> Data:
        answer = self.ask("GET", path, params=query)
        assert answer.status_code == 200, answer.text
        found: Data = answer.json()
        return found

    def acts(self, **query: Any) -> list[Data]:
        found: list[Data] = self.sees("acts", **query)["acts"]
        return found

    def opens(self, house: str = "rivers", **more: Any) -> str:
        """Opens a table without a clock, unless told otherwise."""
        return str(self.does("tables", house=house, title="Main floor", **({"clock": False} | more))["table"])


def _reason(path: str) -> Data:
    """The reason that every act has; a note is one itself."""
    return {} if path.endswith("/notes") else {"why": "because"}


def named(edge: Edge, name: str) -> Visitor:
    """A registered person with a session."""
    visitor = edge.guest()
    edge.house.accounts.people.register(visitor.id, name, PASSWORD)
    return visitor
