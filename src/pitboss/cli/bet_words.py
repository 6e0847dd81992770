"""Bets as people type them: `10`, `ante 10 pair plus 5`, `a 10, progressive`."""

from __future__ import annotations

import re

from pitboss.money import Cents, NotMoney, parse_dollars
from pitboss.sheet.model import Sheet
from pitboss.words import one_of


class NotABet(ValueError):
    """A line that is no bet; the message says what would be one."""


def parse_bets(sheet: Sheet, line: str) -> dict[str, Cents]:
    """The wagers of a typed line; amounts are dollars, a wager with a fixed amount needs none.

    >>> from pitboss.sheet import load
    >>> parse_bets(load("rivers"), "ante 10, pair plus 5 progressive")
    {'ante': 1000, 'pair_plus': 500, 'progressive': 100}
    >>> parse_bets(load("rivers"), "15")
    {'ante': 1500}
    """
    found: dict[str, Cents] = {}
    words: list[str] = []
    for token in re.split(r"[\s,=:]+(?!\d{3}\b)", line.strip()):
        if not token:
            continue
        name = _wager(sheet, words) if words else None
        if (token[0].isdigit() and (not words or name is not None)) or token[0] == "$":
            _put(sheet, found, name or "ante", _amount(token))
            words = []
        else:
            if name is not None and _wager(sheet, [*words, token]) is None:
                _put(sheet, found, name, None)
                words = []
            words.append(token)
    if words:
        name = _wager(sheet, words)
        if name is None:
            raise NotABet(f"{' '.join(words)!r} is not a wager here; bet on {_labels(sheet)}.")
        _put(sheet, found, name, None)
    return found


def _put(sheet: Sheet, found: dict[str, Cents], name: str, cents: Cents | None) -> None:
    fixed = sheet.wagers[name].fixed
    if cents is None:
        if fixed is None:
            raise NotABet(f"How much on {sheet.label(name)}? Say, for example: {name} 10")
        cents = fixed.cents
    if name in found:
        raise NotABet(f"{sheet.label(name)} is named twice.")
    found[name] = cents


def _amount(token: str) -> Cents:
    try:
        return parse_dollars(token)
    except NotMoney as fault:
        raise NotABet(f"{fault}.") from None


def _wager(sheet: Sheet, words: list[str]) -> str | None:
    """The wager that these words name: its id, its label, or the beginning of one of them."""
    said = _plain(" ".join(words))
    exact = [name for name, wager in sheet.wagers.items() if said in (_plain(name), _plain(wager.label))]
    starts = [
        name
        for name, wager in sheet.wagers.items()
        if _plain(name).startswith(said) or _plain(wager.label).startswith(said)
    ]
    if exact:
        return exact[0]
    return starts[0] if len(starts) == 1 else None


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _labels(sheet: Sheet) -> str:
    return one_of([f"{wager.label} ({name})" for name, wager in sheet.wagers.items()])
