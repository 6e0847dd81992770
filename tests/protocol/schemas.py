"""The committed schemas of the protocol. To renew them: `python -m tests.protocol.schemas`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pitboss.ledger import open_store
from pitboss.web.app import make_app
from pitboss.web.schema import table_schema
from pitboss.web.server_state import open_house
from pitboss.web.settings import ServeSettings

FOLDER = Path(__file__).parents[2] / "docs" / "schema"


def openapi() -> dict[str, Any]:
    """What `/api/openapi.json` says."""
    store = open_store(":memory:")
    try:
        return make_app(open_house(ServeSettings(), store)).openapi()
    finally:
        store.close()


SCHEMAS = {"table.schema.json": table_schema, "openapi.json": openapi}


def text_of(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    for name, made in SCHEMAS.items():
        (FOLDER / name).write_text(text_of(made()), encoding="utf-8")
