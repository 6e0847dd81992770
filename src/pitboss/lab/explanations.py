"""How a number came about, as the Lab shows it beside the number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.odds import Game, Price
from pitboss.odds.explain import Formula, how
from pitboss.sheet import Sheet, find_clause


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause and what it says."""

    id: str
    says: str


@dataclass(frozen=True, slots=True)
class Explained:
    """The sample space, the steps from counts to figures, and the clauses they rest on."""

    space: str
    formulas: tuple[Formula, ...]
    clauses: tuple[Cited, ...]


def explained(game: Game, price: Price) -> Explained:
    """How a price came about."""
    told = how(game, price)
    return Explained(
        space=told.space,
        formulas=told.formulas,
        clauses=tuple(Cited(clause, says) for clause, says in told.clauses.items()),
    )


def cited(sheet: Sheet, ids: Iterable[str]) -> tuple[Cited, ...]:
    """These clauses, each once; a clause that says nothing is left out."""
    found = ((each, find_clause(sheet, each)) for each in dict.fromkeys(ids) if each)
    return tuple(Cited(each, clause.says) for each, clause in found if clause is not None)
