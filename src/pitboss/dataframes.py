"""Results as rows and data frames: plain values, exact fractions as two whole numbers beside a float.

Every result has `rows()`, `to_pandas()` and `to_polars()`; the frames need the extra `frames`.

>>> from pitboss.odds import price_sheet
>>> from pitboss.sheet import load_house
>>> row = price_sheet(load_house("rivers")).rows()[1]
>>> row["wager"], row["ev_numerator"], row["ev_denominator"], round(row["ev"], 6)
('pair_plus', -402, 5525, -0.07276)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from pitboss.package import install_line

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["Rows", "Tabular", "exact", "share"]


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
