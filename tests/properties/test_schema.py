"""The committed JSON Schema of round documents is the one the product derives from its models."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator

from pitboss.round.document import json_schema

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "round.schema.json"


def test_the_committed_schema_is_the_products() -> None:
    """To renew it: `python -m tests.properties.test_schema`."""
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json_schema())


def schema_text() -> str:
    return json.dumps(json_schema(), indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")
