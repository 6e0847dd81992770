"""Why something cannot be done: a code for programs, values, a sentence for people, and the clause."""

from __future__ import annotations

from collections.abc import Mapping


class Refusal(Exception):
    """A refused command or bet. `path` names the field at fault, like `wagers.pair_plus`.

    >>> from pitboss import PlaceBets, Refusal, open_round, open_table, step
    >>> try:
    ...     step(open_round(open_table("rivers")), PlaceBets(1, "ann", {"ante": 50}))
    ... except Refusal as refusal:
    ...     print(refusal.code, refusal.path)
    too_low wagers.ante
    """

    def __init__(
        self,
        code: str,
        text: str,
        clause: str | None = None,
        path: str = "",
        values: Mapping[str, int | str] | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.clause = clause
        self.path = path
        self.values = dict(values or {})

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text
