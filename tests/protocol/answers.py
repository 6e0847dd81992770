"""The schemas of what commands print with --json, made of the types that the answers are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from msgspec import Struct

from pitboss import dataframes
from pitboss.cli.sheets import CheckAnswer, HouseEntry
from pitboss.messages.rules import RulesAnswer
from pitboss.odds.bank import BankAnswer
from pitboss.odds.house_prices import CompareAnswer, Folk, FolkEntry, OddsAnswer
from pitboss.odds.knowledge.question import KnowledgeAnswer
from pitboss.odds.knowledge.worth import FirstCardAnswer
from pitboss.odds.prices import PriceEntry, SheetPrice
from pitboss.odds.risk.bankroll import BankrollAnswer
from pitboss.odds.risk.table_swings import PartsEntry, RiskAnswer, TableRisk
from pitboss.odds.sessions import SessionAnswer
from pitboss.odds.strategies import AdviceAnswer, StrategyEntry
from pitboss.report import ParSheet, sheet_figures
from pitboss.report.sheet_rows import LEFT_OUT
from pitboss.round.adjudicate import SettledAnswer
from pitboss.sheet.faults import Fault
from pitboss.sheet.rule_card import RuleRow
from pitboss.sim import Confirmation
from pitboss.sim.run_figures import ConfirmEntry, RunAnswer
from pitboss.sim.simulated import Simulated

Schema = dict[str, Any]
ANSWERS: Final[dict[str, Any]] = {
    "houses": list[HouseEntry],
    "rules": RulesAnswer,
    "check": CheckAnswer,
    "settle": SettledAnswer,
    "odds": OddsAnswer,
    "odds --compare": CompareAnswer,
    "advise": AdviceAnswer,
    "strategy": list[StrategyEntry],
    "session": SessionAnswer,
    "bankroll": BankrollAnswer,
    "risk": RiskAnswer,
    "bank": BankAnswer,
    "knowledge": KnowledgeAnswer,
    "knowledge --first": FirstCardAnswer,
    "simulate": RunAnswer,
    "par": ParSheet,
}
# Records that a PAR sheet prints as other answers have them.
PRINTED_AS: Final[dict[Any, Any]] = {
    Simulated: PriceEntry,
    TableRisk: PartsEntry,
    Confirmation: ConfirmEntry,
    Folk: FolkEntry,
}
TEXT: Final = {"type": ["string", "null"], "pattern": r"^-?[0-9]+(/[1-9][0-9]*)?$"}
NUMBER: Final = {"type": ["number", "null"]}
PLAIN: Final[dict[Any, Schema]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    Decimal: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def answers_schema() -> Schema:
    """One document with a definition for each command, named as it is called."""
    made = Definitions()
    commands = {name: made.of(kind) for name, kind in ANSWERS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What Pitboss's commands print with --json",
        "description": "An exact number is there twice, in text and as a float: see docs/command-line.md.",
        "$defs": dict(sorted((made.found | commands).items())),
    }


class Definitions:
    """The definitions that have been needed so far, by the names of their types."""

    def __init__(self) -> None:
        self.found: dict[str, Schema] = {}
        self.kinds: dict[str, Any] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of a type."""
        origin, parts = get_origin(hint), get_args(hint)
        if hint in PLAIN:
            return PLAIN[hint]
        if hint in PRINTED_AS:
            return self.of(PRINTED_AS[hint])
        if origin is Literal:
            return {"enum": list(parts)}
        if origin in (UnionType, Union):
            return {"anyOf": [self.of(each) for each in parts]}
        if origin is not None and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if hint == tuple[RuleRow, ...]:
            return PLAIN[str]  # in words
        if origin in (list, tuple, dataframes.Rows):
            if origin is tuple and "id" in getattr(parts[0], "__annotations__", {}):
                return {
                    "anyOf": [{"type": "object", "additionalProperties": self.of(parts[0])}, {"const": []}]
                }
            return {"type": "array", "items": self.of(parts[0])}
        if is_typeddict(hint) or is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, Struct)):
            return self._record(hint)
        return {}

    def _record(self, kind: Any) -> Schema:
        if self.kinds.setdefault(kind.__name__, kind) is not kind:
            raise AssertionError(f"two kinds are called {kind.__name__}")
        if kind.__name__ not in self.found:
            self.found[kind.__name__] = {}  # it may hold itself
            properties: dict[str, Schema] = {}
            needed = []
            for name, written in _hints_of(kind).items():
                optional = get_origin(written) is NotRequired
                hint = get_args(written)[0] if optional else written
                made = {name: self.of(hint)}
                if dataframes.is_exact(hint):
                    forms = [_each(hint, TEXT), _each(hint, NUMBER)]
                    names = [name, dataframes.twin(name)]
                    made = dict(zip(names, forms[:: -1 if name in dataframes.NUMBERS else 1], strict=True))
                properties |= made
                needed += [] if optional else list(made)
            if kind is ParSheet:
                properties["rules"] = {"type": "array", "items": PLAIN[str]}  # a sentence each
            self.found[kind.__name__] = {
                "description": (kind.__doc__ or "").split("\n\n")[0],
                "type": "object",
                "properties": properties,
                "required": needed,
                "additionalProperties": kind is StrategyEntry,  # where Play may be raised
            }
        return {"$ref": f"#/$defs/{kind.__name__}"}


def _hints_of(kind: Any) -> dict[str, Any]:
    """The fields that are printed; of a record also what is worked out of it."""
    if not is_dataclass(kind):
        return get_type_hints(kind, include_extras=True)
    names = vars(sheet_figures) | {"SheetPrice": SheetPrice}
    hints = get_type_hints(kind, localns=names)
    found = {each.name: hints[each.name] for each in fields(kind)}
    for name, each in vars(kind).items():
        if isinstance(each, property) and kind is not Fault:
            found[name] = get_type_hints(each.fget, localns=names)["return"]
    return {name: hint for name, hint in found.items() if name not in LEFT_OUT}


def _each(hint: Any, leaf: Schema) -> Schema:
    """The schema of exact numbers in one of their forms, by the shape they come in."""
    origin, parts = get_origin(hint), [each for each in get_args(hint) if each is not NoneType]
    if hint is Fraction:
        return leaf
    if origin in (UnionType, Union):
        return _each(parts[0], leaf)
    if issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _each(parts[-1], leaf)}
    return {"type": "array", "items": _each(parts[0], leaf)}
