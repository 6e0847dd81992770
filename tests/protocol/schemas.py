"""The committed schemas, of the protocol and of sheets. To renew them: `python -m tests.protocol.schemas`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Discriminator, TypeAdapter

from pitboss.ledger import open_store
from pitboss.round.facts import Fact
from pitboss.table.live_state import Noted
from pitboss.table.messages import MESSAGES, DoneFrame, RefusedFrame, UnknownFrame
from pitboss.table.view_types import TableView
from pitboss.web.app import make_app
from pitboss.web.server_state import House
from pitboss.web.settings import ServeSettings

from .answers import answers_schema
from .sheet_schema import sheet_schema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TableEvent = Annotated[Fact | Noted, Discriminator("k")]
Schema = dict[str, Any]
FOLDER = Path(__file__).parents[2] / "docs" / "schema"


def openapi() -> dict[str, Any]:
    """What `/api/openapi.json` says."""
    store = open_store(":memory:")
    try:
        return make_app(House(ServeSettings(), store)).openapi()
    finally:
        store.close()


def table_schema() -> Schema:
    """One document. `ServerFrame` and `ClientMessage` among its definitions are the two directions."""
    said = MESSAGES.json_schema()
    definitions: Schema = _sent() | said.pop("$defs")
    definitions["ClientMessage"] = said | {"description": "What a client sends; `do` says what it asks for."}
    return {
        "$schema": DIALECT,
        "title": "Pitboss table socket",
        "oneOf": [{"$ref": "#/$defs/ServerFrame"}, {"$ref": "#/$defs/ClientMessage"}],
        "$defs": definitions,
    }


def _sent() -> Schema:
    """The definitions of what the server sends. All fields are always there; later versions may add."""
    kinds: tuple[Any, ...] = (TableView, DoneFrame, RefusedFrame, UnknownFrame, TableEvent)
    adapters = [(number, "serialization", TypeAdapter(kind)) for number, kind in enumerate(kinds)]
    refs, shared = TypeAdapter.json_schemas(adapters)  # type: ignore[arg-type]  # "serialization" is its literal
    definitions: Schema = shared["$defs"]
    for schema in definitions.values():
        schema["required"] = list(schema["properties"])
        schema.pop("additionalProperties", None)
        for field in schema["properties"].values():
            field.pop("default", None)
    *frames, event = (refs[number, "serialization"] for number, _ in enumerate(kinds))
    definitions["TableEvent"] = event | {"description": "Something that has happened; `k` says what."}
    for name in ("StateFrame", "YouFrame"):
        definitions[f"{name}Changes"] = _changes(definitions[name])
    definitions["UpdateFrame"] = _update_frame()
    definitions["ServerFrame"] = {
        "description": "What the server sends; `t` says what it is.",
        "oneOf": [*frames, {"$ref": "#/$defs/UpdateFrame"}],
    }
    return definitions


def _changes(frame: Schema) -> Schema:
    """The same frame with only the keys that have changed."""
    description = "The keys that have changed; each replaces what was known, and null is a value."
    return frame | {"title": f"{frame['title']}Changes", "description": description, "required": []}


def _update_frame() -> Schema:
    """What follows a view: only what has changed, which the server puts together itself."""
    return {
        "title": "UpdateFrame",
        "description": "What has happened, and what has changed since the frame before; all else stays.",
        "type": "object",
        "properties": {
            "t": {"const": "update", "type": "string"},
            "rev": {"type": "integer"},
            "events": {"type": "array", "items": {"$ref": "#/$defs/TableEvent"}},
            "table": {"$ref": "#/$defs/TableFrame"},
            "state": {"$ref": "#/$defs/StateFrameChanges"},
            "seats": {"type": "array", "items": {"$ref": "#/$defs/SeatFrame"}},
            "you": {"$ref": "#/$defs/YouFrameChanges"},
            "done": {
                "type": "string",
                "description": "The command that has caused it, for its sender.",
            },
        },
        "required": ["t", "rev", "events"],
    }


SCHEMAS = {
    "table.schema.json": table_schema,
    "openapi.json": openapi,
    "sheet.schema.json": sheet_schema,
    "answers.schema.json": answers_schema,
}


def text_of(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    for name, made in SCHEMAS.items():
        (FOLDER / name).write_text(text_of(made()), encoding="utf-8")
