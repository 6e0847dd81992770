"""Notebooks that are run cell by cell: `python -m tests.notebooks` writes what each cell shows into them."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "examples"


def run(notebook: dict[str, Any]) -> list[str | None]:
    """What each cell of code shows, in order, in one namespace as a kernel has it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [
        _shown("".join(cell["source"]), names) for cell in notebook["cells"] if cell["cell_type"] == "code"
    ]


def _shown(source: str, names: dict[str, Any]) -> str | None:
    """Runs a cell; the value of its last line, if it is one."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    return None if value is None else repr(value)


def stored(notebook: dict[str, Any]) -> list[str | None]:
    """What each cell of code is stored to have shown."""
    found: list[str | None] = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            outputs = [each["data"]["text/plain"] for each in cell["outputs"]]
            found.append("".join(outputs[0]) if outputs else None)
    return found


def fill(notebook: dict[str, Any]) -> None:
    """Runs a notebook and stores what its cells show."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, shown) in enumerate(zip(cells, run(notebook), strict=True), 1):
        data = {"text/plain": (shown or "").splitlines(keepends=True)}
        result = {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        cell["execution_count"], cell["outputs"] = number, [] if shown is None else [result]


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        fill(kept)
        path.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        print(f"Ran {path.name}.")
