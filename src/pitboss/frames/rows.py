"""Rows with typed columns, and the data frames that are made of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    import pandas
    import polars

R = TypeVar("R", bound=Mapping[str, Any])

Kind = Literal["text", "whole", "number", "truth"]

LARGEST: Final = 2**63 - 1
_KINDS: Final[dict[Any, Kind]] = {str: "text", int: "whole", float: "number", bool: "truth"}
_PANDAS: Final = {"text": "string", "whole": "int64", "number": "float64", "truth": "bool"}
_PANDAS_GAPS: Final = {"text": "string", "whole": "Int64", "number": "float64", "truth": "boolean"}
_POLARS: Final = {"text": "String", "whole": "Int64", "number": "Float64", "truth": "Boolean"}


class Rows(list[R]):
    """Rows of one kind: dictionaries with the keys and types of a `TypedDict`.

    A column of whole numbers that do not all fit into 64 bits is one of decimal strings in a frame; the rows
    themselves have Python's integers.
    """

    def __init__(self, kind: type[R], rows: Iterable[R] = ()) -> None:
        super().__init__(rows)
        self.kind = kind

    def columns(self) -> dict[str, tuple[Kind, bool, list[Any]]]:
        """Each column by name: its kind in a frame, whether it may have gaps, and its values."""
        found = {}
        for name, hint in get_type_hints(self.kind).items():
            kind, gaps = _kind_of(hint)
            values = [row[name] for row in self]
            if kind == "whole" and any(
                value is not None and not -LARGEST <= value <= LARGEST for value in values
            ):
                kind, values = "text", [None if value is None else str(value) for value in values]
            found[name] = (kind, gaps, values)
        return found

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of pandas."""
        pandas = _imported("pandas")
        return pandas.DataFrame(
            {
                name: pandas.array(values, dtype=(_PANDAS_GAPS if gaps else _PANDAS)[kind])
                for name, (kind, gaps, values) in self.columns().items()
            }
        )

    def to_polars(self) -> polars.DataFrame:
        """A data frame of Polars."""
        polars = _imported("polars")
        columns = self.columns()
        schema = {name: getattr(polars, _POLARS[kind]) for name, (kind, _, _) in columns.items()}
        made: polars.DataFrame = polars.DataFrame(
            {name: values for name, (_, _, values) in columns.items()}, schema=schema
        )
        return made


class Tabular(Generic[R]):
    """A result that is a table: whoever has rows has data frames."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> Rows[R]:
        """The table, row by row."""

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas; needs `pitboss[frames]`."""
        return self.rows().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame of Polars; needs `pitboss[frames]`."""
        return self.rows().to_polars()


def _kind_of(hint: Any) -> tuple[Kind, bool]:
    """The kind of a column, and whether it may have gaps, by the type of its values."""
    types = get_args(hint) if get_origin(hint) is UnionType else (hint,)
    [plain] = [each for each in types if each is not NoneType]
    return _KINDS[plain], NoneType in types


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ImportError(f"This data frame needs {name}: pip install 'pitboss[frames]'", name=name) from None
