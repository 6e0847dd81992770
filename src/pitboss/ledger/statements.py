"""Statements that every command runs: written in SQLAlchemy Core, compiled once, run by the driver itself.

A command is a handful of such statements, and SQLAlchemy's own way to the driver and back takes longer than
most of them. Faults come as SQLAlchemy's, as from everything else that is done on a connection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.exc import DBAPIError

Values = Mapping[str, Any]
Row = tuple[Any, ...]

NOTHING: Final[Values] = {}


class _Text(NamedTuple):
    """A statement in a driver's words."""

    sql: str
    bound: Callable[[Values], Any]  # the values as the driver takes them


class Prepared:
    """A statement, with another for PostgreSQL where that differs; its values always have the same names."""

    def __init__(self, statement: ClauseElement, postgresql: ClauseElement | None = None) -> None:
        self.statement = statement
        self._on_postgresql = statement if postgresql is None else postgresql
        self._texts: dict[str, _Text] = {}

    def first(self, connection: Connection, values: Values) -> Row | None:
        """The first row that it finds or returns."""
        found = self.all(connection, values)
        return found[0] if found else None

    def all(self, connection: Connection, values: Values) -> list[Row]:
        """The rows that it finds or returns."""
        found: list[Row] = self.run(connection, values).fetchall()
        return found

    def changes(self, connection: Connection, values: Values) -> int:
        """The number of rows that it changes."""
        return int(self.run(connection, values).rowcount)

    def write(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Runs it with each of one or more rows."""
        if len(rows) == 1:
            self.run(connection, rows[0])
            return
        text = self._text(connection, rows[0])
        try:
            connection.connection.cursor().executemany(text.sql, [text.bound(row) for row in rows])
        except connection.dialect.loaded_dbapi.Error as fault:
            raise _told(connection, text.sql, fault) from fault

    def run(self, connection: Connection, values: Values = NOTHING) -> Any:
        """Runs it once; gives the driver's cursor."""
        text = self._text(connection, values)
        driver: Any = connection.connection.dbapi_connection
        try:
            return driver.execute(text.sql, text.bound(values))
        except connection.dialect.loaded_dbapi.Error as fault:
            raise _told(connection, text.sql, fault) from fault

    def _text(self, connection: Connection, values: Values) -> _Text:
        name = connection.dialect.name
        found = self._texts.get(name)
        if found is None:
            statement = self._on_postgresql if name == "postgresql" else self.statement
            compiled = statement.compile(dialect=connection.dialect, column_keys=list(values))
            fixed = {key: value for key, value in compiled.params.items() if key not in values}
            places = getattr(compiled, "positiontup", None)
            bound = _in_places(places) if places else _as_named
            found = self._texts[name] = _Text(str(compiled), _beside(fixed, bound) if fixed else bound)
        return found


def _as_named(values: Values) -> Values:
    return values


def _beside(fixed: Values, bound: Callable[[Values], Any]) -> Callable[[Values], Any]:
    """Values that are always the same, beside those of a run."""
    return lambda values: bound({**fixed, **values})


def _in_places(names: Sequence[str]) -> Callable[[Values], Row]:
    if len(names) == 1:
        return lambda values: (values[names[0]],)
    return itemgetter(*names)


def _told(connection: Connection, sql: str, fault: Exception) -> BaseException:
    """A driver's fault as SQLAlchemy's."""
    dialect = connection.dialect
    gone = dialect.is_disconnect(fault, connection.connection, None)  # type: ignore[arg-type]
    if gone:
        with suppress(DBAPIError):  # SQLAlchemy learns of it, and opens new connections from now on
            connection.exec_driver_sql("SELECT 1")
    return DBAPIError.instance(
        sql, None, fault, dialect.loaded_dbapi.Error, connection_invalidated=gone, dialect=dialect
    )
