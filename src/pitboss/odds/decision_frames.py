"""All decisions of a game as columns and as JSON, many at a time: numbers, and null where there are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import cards_text
from pitboss.dataframes.rows import Column, Columns, column_of
from pitboss.money import Cents
from pitboss.odds.decision_list import Decisions, action_of, decisions
from pitboss.odds.decisions import ACTIONS, BARRED, ActionName
from pitboss.odds.geometry import SUIT_ORDERS, rows
from pitboss.odds.row_kinds import StrategyRow
from pitboss.odds.sheet_price import Game
from pitboss.odds.suit_orders import renamed, up_sets
from pitboss.round.raises import raises_of
from pitboss.sheet.model import Sheet

Texts = NDArray[np.object_]

_TEXT: Final = ("hand", "up", "action")
_ENDS: Final = ("", "_numerator", "_denominator")  # of the three columns of an exact number


def row_kind(sheet: Sheet) -> type[StrategyRow]:
    """The columns of a house's rows: where Play may be raised, what each raise is worth comes last."""
    raised: dict[str, Any] = {}
    for name in raises_of(sheet):
        raised |= {f"ev_{name}": float | None}
        raised |= {f"ev_{name}_numerator": int | None, f"ev_{name}_denominator": int | None}
    if not raised:
        return StrategyRow
    hints = {**get_type_hints(StrategyRow), **raised}
    return cast(type[StrategyRow], type("RaisedStrategyRow", (dict,), {"__annotations__": hints}))


def decision_columns(game: Game, wagers: Mapping[str, Cents]) -> Columns:
    """The columns of a `row_kind`."""
    parts = list(_parts(game, wagers))
    found = {}
    for name, hint in get_type_hints(row_kind(game.sheet)).items():
        values = np.concatenate([part[name] for part in parts])
        known = column_of(hint, [])
        gaps = values.dtype == object and known.kind != "text"  # an action that some hands do not have
        found[name] = Column(known.kind, known.gaps, values.tolist() if gaps else values)
    return found


def decision_json(game: Game, wagers: Mapping[str, Cents]) -> Iterator[str]:
    """The rows as JSON, written as they are reckoned; no text has a sign that would be escaped."""
    names = list(get_type_hints(row_kind(game.sheet)))
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
    if values.dtype != object:
        return values.tolist()
    return ["null" if value is None else value for value in values.tolist()]


def _parts(game: Game, wagers: Mapping[str, Cents]) -> Iterator[dict[str, NDArray[Any]]]:
    """The columns of some decisions after others; None stands for an action that a hand does not have."""
    ups = np.array([cards_text(cards) or None for cards in up_sets(game.dealing.shows).tolist()], object)
    raises = raises_of(game.sheet)
    for part in decisions(game, wagers):
        found = {
            "hand": _hands(part.order)[part.row],
            "multiplicity": part.deals,
            "up": ups[part.up],
            "action": _actions(part.names)[part.best()],
        }
        for name in (*ACTIONS, *raises):
            found |= dict(zip((f"ev_{name}{end}" for end in _ENDS), _worth(part, name), strict=True))
        yield found


def _worth(part: Decisions, name: ActionName) -> tuple[NDArray[Any], ...]:
    """What one action is worth, as a float and as a reduced fraction."""
    if name not in part.names[: part.sums.shape[1]]:
        return (np.full(len(part.row), None, object),) * 3
    sums = part.sums[:, part.names.index(name)].astype(np.int64)
    by = np.gcd(sums, part.per)
    over, under = sums // by, part.per // by
    barred = sums == BARRED
    return tuple(_with_gaps(each, barred) for each in (over / under, over, under))


def _with_gaps(values: NDArray[Any], gaps: NDArray[np.bool_]) -> NDArray[Any]:
    """The same values, with None in some places."""
    if not gaps.any():
        return values
    found = values.astype(object)
    found[gaps] = None
    return found


@lru_cache(maxsize=1)
def _actions(names: tuple[ActionName, ...]) -> Texts:
    """The best of these actions by their bits, as text."""
    return np.array([action_of(best, names) for best in range(1 << len(names))], object)


@lru_cache(maxsize=len(SUIT_ORDERS))
def _hands(order: int) -> Texts:
    """Every hand as text, its suits renamed by an order."""
    return np.array([cards_text(cards) for cards in renamed(rows().cards, order).tolist()], object)
