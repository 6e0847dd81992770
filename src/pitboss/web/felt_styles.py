"""The colours of the houses as a style sheet, made of their sheets: a page says only which house it is of."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final

from fastapi import APIRouter, Response

from pitboss.sheet import houses, load_house
from pitboss.web.static_files import FOR_GOOD, KINDS

routes = APIRouter(include_in_schema=False)

PROPERTIES: Final = {"cloth": "--felt", "deep": "--felt-deep", "faded": "--folded", "back": "--card-back"}


@lru_cache(maxsize=1)
def _styles() -> str:
    return "".join(_rule(house) for house in houses())


def _rule(house: str) -> str:
    colours = load_house(house).felt.colours
    values = " ".join(f"{name}: {getattr(colours, key)};" for key, name in PROPERTIES.items())
    return f'[data-house="{house}"] {{ {values} }}\n'


def felt_styles() -> str:
    """The address of the style sheet; it changes with its content, so that a browser keeps it for good."""
    return f"/felts.css?{sha256(_styles().encode()).hexdigest()[:12]}"


@routes.get("/felts.css")
def styles() -> Response:
    """The colours of every house."""
    return Response(_styles(), media_type=KINDS[".css"], headers={"Cache-Control": FOR_GOOD})
