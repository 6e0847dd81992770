"""Results as rows, data frames and JSON: plain values, exact numbers beside the floats nearest to them.

Every result has `rows()`, `to_pandas()` and `to_polars()`; the frames need the extra `frames`.

>>> from pitboss.odds import price_sheet
>>> from pitboss.sheet import load_house
>>> row = price_sheet(load_house("rivers")).rows()[1]
>>> row["wager"], row["ev_numerator"], row["ev_denominator"], round(row["ev"], 6)
('pair_plus', -402, 5525, -0.07276)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from math import isfinite
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    NotRequired,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pitboss.package import install_line

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["NUMBERS", "Rows", "Tabular", "both", "exact", "in_json", "is_exact", "share", "twin"]


def exact(name: str, number: Fraction | int | None) -> dict[str, Any]:
    """An exact number as three columns: a float, and the numerator and denominator that it is rounded from.

    >>> exact("ev", Fraction(-402, 5525))
    {'ev': -0.07276018099547511, 'ev_numerator': -402, 'ev_denominator': 5525}
    """
    if number is None:
        return {name: None, f"{name}_numerator": None, f"{name}_denominator": None}
    return {
        name: float(number),
        f"{name}_numerator": number.numerator,
        f"{name}_denominator": number.denominator,
    }


def share(count: int, outcomes: int) -> dict[str, Any]:
    """A count out of all outcomes, and its chance: the three columns of everything that is counted."""
    return {"count": count, "outcomes": outcomes, "probability": count / outcomes if outcomes else 0.0}


# --- JSON: an answer is a `TypedDict` of names and types; what is printed and its schema both follow from it.

NUMBERS: Final = frozenset({"house_edge", "element_of_risk"})  # that are floats under their plain names


def twin(name: str) -> str:
    """Beside which name an exact number has its other form.

    >>> twin("ev"), twin("house_edge")
    ('ev_value', 'house_edge_exact')
    """
    return f"{name}_exact" if name in NUMBERS else f"{name}_value"


def is_exact(hint: Any) -> bool:
    """Whether values of a type are exact numbers, or lists and maps of them."""
    parts = [each for each in get_args(hint) if each is not NoneType]
    return hint is Fraction or (bool(parts) and not is_typeddict(parts[-1]) and is_exact(parts[-1]))


def in_json(kind: Any, value: Any) -> Any:
    """A value as JSON has it, by its type: the fields of a `TypedDict` are read from a mapping or a record.

    Exact numbers are there twice, as reduced fractions in text and as floats; of one that was simulated the
    text is null.

    >>> from typing import TypedDict
    >>> class Entry(TypedDict):
    ...     ev: Fraction
    ...     house_edge: Fraction
    >>> in_json(Entry, {"ev": Fraction(-1, 4), "house_edge": Fraction(1, 4)})
    {'ev': '-1/4', 'ev_value': -0.25, 'house_edge': 0.25, 'house_edge_exact': '1/4'}
    """
    if value is None:
        return None
    parts = [each for each in get_args(kind) if each is not NoneType]
    if isinstance(kind, UnionType):
        (kind,) = parts
        parts = list(get_args(kind))
    if is_typeddict(kind):
        return _fields(kind, value)
    if isinstance(value, Mapping) and parts:
        return {str(key): in_json(parts[-1], each) for key, each in value.items()}
    if isinstance(value, Sequence) and parts and not isinstance(value, str):
        return [in_json(parts[0], each) for each in value]
    if kind is float:
        return float(value) if isfinite(value) else None
    return value


_hints = cache(partial(get_type_hints, include_extras=True))


def _fields(kind: Any, value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, written in _hints(kind).items():
        hint = written
        mine = value.get(name) if isinstance(value, Mapping) else getattr(value, name)
        if get_origin(written) is NotRequired:
            if mine is None:
                continue
            (hint,) = get_args(written)
        if is_exact(hint):
            found |= both(name, mine)
        else:
            found[name] = in_json(hint, mine() if callable(mine) else mine)
    return found


def both(name: str, value: Any) -> dict[str, Any]:
    """An exact number, or a list or map of them, under both its names; of one that is not exact no text.

    >>> both("ev", Fraction(-1, 4)), both("ev", -0.25)
    ({'ev': '-1/4', 'ev_value': -0.25}, {'ev': None, 'ev_value': -0.25})
    """
    text, number = _each(value, _text), _each(value, float)
    return {name: number, twin(name): text} if name in NUMBERS else {name: text, twin(name): number}


def _text(number: Any) -> str | None:
    """An exact number in text; one that was simulated has none."""
    return str(number) if isinstance(number, Fraction | int) else None


def _each(value: Any, made: Callable[[Fraction], Any]) -> Any:
    """Every exact number of a value as something else."""
    if isinstance(value, Mapping):
        return {str(key): _each(each, made) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [_each(each, made) for each in value]
    return None if value is None else made(value)


R = TypeVar("R", bound=Mapping[str, Any])

Kind = Literal["text", "whole", "number", "truth"]

LARGEST: Final = 2**63 - 1
_KINDS: Final[dict[Any, Kind]] = {str: "text", int: "whole", float: "number", bool: "truth"}
_PANDAS: Final = {"text": "string", "whole": "int64", "number": "float64", "truth": "bool"}
_PANDAS_GAPS: Final = {"text": "string", "whole": "Int64", "number": "float64", "truth": "boolean"}
_POLARS: Final = {"text": "String", "whole": "Int64", "number": "Float64", "truth": "Boolean"}


class Column(NamedTuple):
    """A column of a frame: a list of its values, or an array of them."""

    kind: Kind
    gaps: bool  # whether a value may be missing
    values: Any


Columns = dict[str, Column]


class Framed:
    """What has columns is also a data frame."""

    __slots__ = ()

    @abstractmethod
    def columns(self) -> Columns:
        """Each column by name."""

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas; whole numbers with gaps are its nullable ones. Needs `pitboss[frames]`."""
        made = _imported("pandas")
        frame: pandas.DataFrame = made.DataFrame(
            {
                name: made.array(each.values, dtype=(_PANDAS_GAPS if each.gaps else _PANDAS)[each.kind])
                for name, each in self.columns().items()
            }
        )
        return frame

    def to_polars(self) -> polars.DataFrame:
        """A data frame of Polars; needs `pitboss[frames]`."""
        made, columns = _imported("polars"), self.columns()
        frame: polars.DataFrame = made.DataFrame(
            {name: each.values for name, each in columns.items()},
            schema={name: getattr(made, _POLARS[each.kind]) for name, each in columns.items()},
        )
        return frame


class Rows(list[R], Framed):
    """Rows of one kind: dictionaries with the keys and types of a `TypedDict`.

    A column of whole numbers that do not all fit into 64 bits is one of decimal strings in a frame; the rows
    themselves have Python's integers.
    """

    def __init__(self, kind: type[R], rows: Iterable[R] = ()) -> None:
        super().__init__(rows)
        self.kind = kind

    def columns(self) -> Columns:
        """Each column by name."""
        hints = get_type_hints(self.kind)
        return {name: column_of(hint, [row[name] for row in self]) for name, hint in hints.items()}


class Tabular(Framed, Generic[R]):
    """A result that is a table: its rows are also data frames."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> Rows[R]:
        """The table, row by row."""

    def columns(self) -> Columns:
        """The table by columns."""
        return self.rows().columns()


def column_of(hint: Any, values: list[Any]) -> Column:
    """A column by the type of its values; whole numbers that do not fit become decimal strings."""
    kind, gaps = _kind_of(hint)
    if kind == "whole" and any(value is not None and not -LARGEST <= value <= LARGEST for value in values):
        return Column("text", gaps, [None if value is None else str(value) for value in values])
    return Column(kind, gaps, values)


def _kind_of(hint: Any) -> tuple[Kind, bool]:
    """The kind of a column, and whether it may have gaps, by the type of its values."""
    types = get_args(hint) if get_origin(hint) is UnionType else (hint,)
    [plain] = [each for each in types if each is not NoneType]
    return _KINDS[plain], NoneType in types


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ImportError(f"This data frame needs {name}: {install_line('frames')}", name=name) from None
