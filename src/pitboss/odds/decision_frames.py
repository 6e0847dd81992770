"""All decisions of a game as columns and as JSON, many at a time: numbers, and null where there are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, get_type_hints

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import cards_text
from pitboss.frames.rows import Column, Columns, column_of
from pitboss.money import Cents
from pitboss.odds.decision_list import Decisions, action_of, decisions
from pitboss.odds.decisions import ACTIONS
from pitboss.odds.geometry import SUIT_ORDERS, rows
from pitboss.odds.row_kinds import StrategyRow
from pitboss.odds.sheet_price import Game
from pitboss.odds.suit_orders import renamed, up_sets

Texts = NDArray[np.object_]

_TEXT: Final = ("hand", "up", "action")


def decision_columns(game: Game, wagers: Mapping[str, Cents]) -> Columns:
    """The columns of a `StrategyRow`."""
    parts = list(_parts(game, wagers))
    found = {}
    for name, hint in get_type_hints(StrategyRow).items():
        values = np.concatenate([part[name] for part in parts])
        known = column_of(hint, [])
        empty = values.dtype == object and known.kind != "text"  # an action that does not exist
        found[name] = Column(known.kind, known.gaps, values.tolist() if empty else values)
    return found


def decision_json(game: Game, wagers: Mapping[str, Cents]) -> Iterator[str]:
    """The rows as JSON, written as they are reckoned; no text has a sign that would be escaped."""
    names = list(get_type_hints(StrategyRow))
    form = "{" + ", ".join(f'"{name}": %s' for name in names) + "}"
    before = "["
    for part in _parts(game, wagers):
        cells = [_json_cells(name, part[name]) for name in names]
        yield before + ", ".join([form % row for row in zip(*cells, strict=True)])
        before = ", "
    yield "]\n"


def _json_cells(name: str, values: NDArray[Any]) -> list[object]:
    if name in _TEXT:
        return ["null" if text is None else f'"{text}"' for text in values.tolist()]
    return ["null"] * len(values) if values.dtype == object else values.tolist()


def _parts(game: Game, wagers: Mapping[str, Cents]) -> Iterator[dict[str, NDArray[Any]]]:
    """The columns of some decisions after others; a column of an action that does not exist has only None."""
    ups = np.array([cards_text(cards) or None for cards in up_sets(game.dealing.shows).tolist()], object)
    actions = np.array([action_of(best) for best in range(1 << len(ACTIONS))], object)
    for part in decisions(game, wagers):
        found = {
            "hand": _hands(part.order)[part.row],
            "multiplicity": part.deals,
            "up": ups[part.up],
            "action": actions[part.best()],
        }
        for place, name in enumerate(ACTIONS):
            found |= _worth(f"ev_{name}", part, place)
        yield found


def _worth(name: str, part: Decisions, place: int) -> dict[str, NDArray[Any]]:
    """What one action is worth, as a float and as a reduced fraction."""
    if place >= part.sums.shape[1]:
        nothing = np.full(len(part.row), None, object)
        return {name: nothing, f"{name}_numerator": nothing, f"{name}_denominator": nothing}
    sums = part.sums[:, place].astype(np.int64)
    by = np.gcd(sums, part.per)
    over, under = sums // by, part.per // by
    return {name: over / under, f"{name}_numerator": over, f"{name}_denominator": under}


@lru_cache(maxsize=len(SUIT_ORDERS))
def _hands(order: int) -> Texts:
    """Every hand as text, its suits renamed by an order."""
    return np.array([cards_text(cards) for cards in renamed(rows().cards, order).tolist()], object)
