"""The JSON Schema of a table's socket: all frames of the server, all messages of a client."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Discriminator, TypeAdapter

from pitboss.floor.announcements import Noted
from pitboss.floor.messages import MESSAGES, DoneFrame, RefusedFrame, UnknownFrame
from pitboss.floor.view_types import TableView
from pitboss.round.facts import Fact

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TableEvent = Annotated[Fact | Noted, Discriminator("k")]
Schema = dict[str, Any]


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
    definitions["EventsFrame"] = _events_frame()
    definitions["ServerFrame"] = {
        "description": "What the server sends; `t` says what it is.",
        "oneOf": [*frames, {"$ref": "#/$defs/EventsFrame"}],
    }
    return definitions


def _events_frame() -> Schema:
    """An events frame, whose list the models leave open."""
    return {
        "title": "EventsFrame",
        "description": "What has happened since the frame before; the view that follows says it all.",
        "type": "object",
        "properties": {
            "t": {"const": "events", "type": "string"},
            "rev": {"type": "integer"},
            "list": {"type": "array", "items": {"$ref": "#/$defs/TableEvent"}},
        },
        "required": ["t", "rev", "list"],
    }
