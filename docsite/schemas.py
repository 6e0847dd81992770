"""Pages made from the JSON schemas: each shape with its fields, what they are and what they mean."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

SCHEMAS: Final = ("round", "table")


def schema_pages(folder: Path) -> dict[str, str]:
    """A page for each schema that has shapes with names."""
    return {f"reference/{name}-schema.md": _page(folder / f"{name}.schema.json") for name in SCHEMAS}


def _page(path: Path) -> str:
    schema, text = json.loads(path.read_text("utf-8")), ""
    if "properties" in schema:
        text += f"\n## The document\n\n{_shape(schema)}"
    for name in sorted(schema.get("$defs", {})):
        text += f"\n## {name}\n\n{_shape(schema['$defs'][name])}"
    return text


def _shape(shape: dict[str, Any]) -> str:
    told = shape.get("description", "").strip()
    text = f"{told}\n\n" if told else ""
    fields = shape.get("properties", {})
    if not fields:
        return text + f"{_kind(shape)}\n"
    needed = shape.get("required", ())
    columns = ["field", "is", "always there"]
    rows = [[f"`{name}`", _kind(field), "yes" if name in needed else ""] for name, field in fields.items()]
    if any("description" in field for field in fields.values()):
        columns.append("meaning")
        rows = [[*row, _cell(field)] for row, field in zip(rows, fields.values(), strict=True)]
    lines = (columns, ["---"] * len(columns), *rows)
    return text + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(field: dict[str, Any]) -> str:
    return str(field.get("description", "")).replace("\n", " ").replace("|", "\\|")


def _kind(field: dict[str, Any]) -> str:
    """What a value is, in a few words, with a link where it is a shape of its own."""
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "enum" in field:
        return ", ".join(f"`{json.dumps(each)}`" for each in field["enum"])
    for joined in ("anyOf", "oneOf", "allOf"):
        if joined in field:
            return " or ".join(dict.fromkeys(_kind(each) for each in field[joined]))
    kind = field.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        items = field.get("items")
        return f"list of {_kind(items)}" if isinstance(items, dict) else "list"
    more = field.get("additionalProperties")
    if kind == "object" and isinstance(more, dict):
        return f"object, each {_kind(more)}"
    return str(kind)
