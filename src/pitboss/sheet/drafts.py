"""A new sheet: from the answers to a few questions, or like one that is there. `pitboss new` asks.

What is written is an ordinary sheet file with comments, sound at once: see `templates/new.toml.jinja`.

>>> from pitboss.sheet import check_text
>>> check_text(draft("my-house", collect("my-house", lambda question, fault: ""))).sheet.name
'My House'
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pitboss.errors import Refusal
from pitboss.hands import hand_words
from pitboss.money import Cents, NotMoney, dollars, parse_dollars
from pitboss.sheet.files import house_names, load_house
from pitboss.sheet.pays import ToOne
from pitboss.sheet.reader import ANY_HAND, MOST_SEATS
from pitboss.text import all_of, nearest, one_of, templates_beside

SCHEMA: Final = "sheet.schema.json"  # beside the file, where an editor finds it
NONE: Final = "none"
LONGEST_NAME: Final = 40
LEAST_METER: Final = 100_000  # cents: A-K-Q of another suit is paid 500 for 1
MOST_BET: Final = 10**9

# Pay tables as people write them, the highest hand first: those of the houses and of the catalogue.
TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "ante_bonus": ("5-4-1", "4-3-1", "5-3-1", "3-2-1"),
    "pair_plus": ("40-30-6-3-1", "40-30-6-4-1", "35-33-6-4-1", "50-40-30-6-3-1"),
    "six_card_bonus": ("1000-200-50-25-20-10-5", "1000-200-100-20-15-10-7"),
}
_SIX: Final = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
_HANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "ante_bonus": ("straight_flush", "three_of_a_kind", "straight"),
    "pair_plus": ("straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
    "six_card_bonus": (*_SIX, "three_of_a_kind"),
}
# After a draw hands are better, so they pay at most what these tables of the drawing house pay then.
DRAWING_HOUSE: Final = "pechanga"
_DRAWN: Final[Mapping[str, str]] = {"ante_bonus": "play_bonus", "pair_plus": "double_shot"}  # PEC-11, PEC-13


class BadAnswer(Refusal, ValueError):
    """An answer that cannot be used; it says what can."""

    def __init__(self, text: str) -> None:
        super().__init__("answer", text)


@dataclass(frozen=True, slots=True)
class Question:
    """One question: what is asked, what Enter means, and how the answer is read."""

    key: str
    text: str
    default: str
    read: Callable[[str], Any]
    after: str = ""  # the key of an answer without which it is not asked
    offers: str = ""  # other answers, in a line of their own


def _bad(text: str, write: str, near: str | None = None) -> BadAnswer:
    hint = f"; did you mean {near}?" if near else ""
    return BadAnswer(f"{text[:LONGEST_NAME]!r} is no answer: write {write}{hint}")


def _name(text: str) -> str:
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise _bad(text, f"a name of up to {LONGEST_NAME} printable characters")
    return text


def _word(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        found = [word for word in words if word.startswith(text.lower())]
        if len(found) != 1:
            raise _bad(text, one_of(words), nearest(text.lower(), words))
        return found[0]

    return read


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isdecimal() and text.isascii() and len(text) < 4 and low <= int(text) <= high):
            raise _bad(text, f"a whole number from {low} to {high}")
        return int(text)

    return read


def _hand(text: str) -> str:
    if ANY_HAND.read(text) is None:
        raise _bad(text, ANY_HAND.allowed, ANY_HAND.meant(text))
    return text


def _pays(table: str) -> Callable[[str], list[tuple[str, str]]]:
    """Reads `40-30-6-3-1`; on three cards one number more is that of the mini royal."""
    hands = _HANDS[table]
    most = len(hands) + (table != "six_card_bonus")

    def read(text: str) -> list[tuple[str, str]]:
        odds = _numbers(text)
        if not len(hands) <= len(odds) <= most:
            first, last = (hand.replace("_", " ") for hand in (hands[0], hands[-1]))
            royal = ", or one more with a mini royal first" if most > len(hands) else ""
            like = f"{len(hands)} numbers from the {first} down to the {last}, like {TABLES[table][0]}"
            raise _bad(text, f"{like}{royal}; or {NONE}")
        return list(zip(("mini_royal", *hands)[-len(odds) :], odds, strict=True))

    return _or_none(read)


def _numbers(text: str) -> list[str]:
    """The whole numbers of `100-25`; none where it is something else."""
    found = re.split(r"[-/,\s]+", text.replace("$", ""))
    return found if all(re.fullmatch("[1-9][0-9]{0,5}", each, re.ASCII) for each in found) else []


def _or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: None if text.lower() in (NONE, "no", "0") else read(text)


def _dollars(text: str) -> Cents:
    try:
        cents = parse_dollars(text)
    except NotMoney:
        cents = 0
    if not 0 < cents <= MOST_BET or cents % 100:
        raise _bad(text, "whole dollars, like 5 or $5")
    return cents


def _meter(text: str) -> Cents:
    cents = _dollars(text)
    if cents < LEAST_METER:
        raise _bad(text, f"{dollars(LEAST_METER)} or more, or {NONE}")
    return cents


def _envy(text: str) -> list[str]:
    amounts = _numbers(text)
    if len(amounts) != 2:
        raise _bad(text, f"two amounts in dollars, like 100-25, or {NONE}")
    return amounts


def _table(table: str, what: str, default: str) -> Question:
    hands = [hand.replace("_", " ") for hand in _HANDS[table]]
    others = [each for each in TABLES[table] if each != default] + [NONE] * (default != NONE)
    text = f"What does {what} pay, from the {hands[0]} down to the {hands[-1]}?"
    return Question(table, text, default, _pays(table), offers=one_of(others))


QUESTIONS: Final = (
    Question("name", "What is the house called?", "", _name),
    Question("game", "May players draw a card? (play: no, draw: one)", "play", _word("play", "draw")),
    Question("shows", "How many of the dealer's cards show first? (0 to 3)", "0", _whole(0, 3),
             "keeps"),
    Question("dealer_draws", "When does the dealer draw? (below a pair, always or never)", "below",
             _word("below", "always", "never"), "draws"),
    Question("qualifies", "With which hand does the dealer qualify? (any: always)", "queen high", _hand),
    _table("ante_bonus", "the Ante Bonus", "5-4-1"),
    _table("pair_plus", "Pair Plus", "40-30-6-3-1"),
    _table("six_card_bonus", "the 6 Card Bonus", NONE),
    Question("meter", "A $1 Progressive: where does its meter start? ($1,000)", NONE,
             _or_none(_meter), "keeps"),
    Question("envy", "Envy for another's A-K-Q, of spades and other suits? (100-25)", NONE,
             _or_none(_envy), "meter"),
    Question("least", "What is the least bet?", "$5", _dollars),
    Question("most", "And the highest?", "$500", _dollars),
    Question("seats", f"How many can sit down? (1 to {MOST_SEATS})", "7", _whole(1, MOST_SEATS)),
)  # fmt: skip


def schema_text() -> str:
    """The JSON Schema of sheet files: in an install beside this module, in a clone among the documents."""
    installed = Path(__file__).with_name(SCHEMA)
    clone = Path(__file__).parents[3] / "docs" / "schema" / SCHEMA
    return (installed if installed.exists() else clone).read_text("utf-8")


def house_id(path: Path) -> str:
    """The id of a house by its file: `my-house` for `My House.toml`."""
    found = re.sub(r"[\s_]+", "-", path.name.removesuffix(".toml").strip().lower())
    if not re.fullmatch("[a-z][a-z0-9-]{0,39}", found):
        raise BadAnswer(f"{path.name!r}: name the file with letters, digits and hyphens, like my-house")
    if found in house_names():
        raise BadAnswer(f"{found} is a house that comes with Pitboss: name yours otherwise, --like {found}")
    return found


def title_of(house: str) -> str:
    """What a house is called unless it is said."""
    return house.replace("-", " ").strip().title()


def prefix_of(house: str) -> str:
    """What the clauses of a house begin with.

    >>> prefix_of("my-house"), prefix_of("rivers"), prefix_of("std")
    ('MH', 'RIV', 'STDX')
    """
    words = [word for word in house.split("-") if word]
    made = "".join(word[0] for word in words) if len(words) > 1 else words[0][:3]
    return made.upper() if made != "std" else "STDX"


def collect(house: str, answer: Callable[[Question, BadAnswer | None], str]) -> dict[str, Any]:
    """Asks every question that the answers before leave open, again where an answer cannot be used."""
    given: dict[str, Any] = {}
    for question in QUESTIONS:
        given |= {"draws": given.get("game") == "draw", "keeps": given.get("game") == "play"}
        if question.after and not given.get(question.after):
            continue
        asked = replace(question, default=question.default or title_of(house))
        fault = None
        while question.key not in given:
            text = answer(asked, fault).strip() or asked.default
            try:
                read = asked.read(text)
                if asked.key == "most" and read < given["least"]:
                    raise _bad(text, f"{dollars(given['least'])}, the least bet, or more")
                given[asked.key] = read
            except BadAnswer as bad:
                fault = bad
    return given


def draft(house: str, given: Mapping[str, Any], *, schema: bool = False) -> str:
    """The text of a sheet from what was answered; `schema` is whether an editor finds one beside it."""
    given = {"shows": 0, "dealer_draws": "never", "meter": None, "envy": None, **given}
    given["progressive"] = given["meter"]
    bets = {
        "ante": "Ante",
        "pair_plus": "Pair Plus",
        "six_card_bonus": "6 Card Bonus",
        "meter": "Progressive",
    }
    own = ("ante_bonus", "pair_plus", "six_card_bonus", "progressive", "meter", "envy")
    clauses = ["table", "ante", "play", "dealer", "showdown", *(key for key in own if given[key])]
    more = {
        "bets": all_of(label for key, label in bets.items() if given.get(key, True)),
        "drawn": {table: _drawn(table, given[table] or []) for table in _DRAWN},
        "clause": {key: f"{prefix_of(house)}-{number}" for number, key in enumerate(clauses, 1)},
    }
    return _fill("new", given | more | _head(house, given["name"], schema))


def _drawn(table: str, pat: Iterable[tuple[str, str]]) -> list[tuple[str, int]]:
    lines = load_house(DRAWING_HOUSE).pays[_DRAWN[table]].columns["drawn"].lines
    most = {hand: int(pay.odds) for hand, pay in lines.items() if isinstance(pay, ToOne)}
    return [(hand, min(int(odds), most[hand])) for hand, odds in pat if hand in most]


def _head(house: str, name: str, schema: bool) -> dict[str, object]:
    return {"id": house, "name": name, "schema": SCHEMA, "schema_is_there": schema}


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _fill(template: str, values: Mapping[str, object]) -> str:
    made = templates_beside(__file__, autoescape=False, keep_trailing_newline=True)
    made.filters |= {"toml": _toml, "dollars": dollars, "hand": hand_words}
    return made.get_template(f"{template}.toml.jinja").render(values)


def copied(house: str, text: str, clauses: Iterable[str], *, schema: bool = False) -> str:
    """The text of a sheet as that of another house: heading, id, name and clause ids are its own.

    What others have published about the first house is left out, and its place in the lobby.
    """
    name = title_of(house)
    for prefix, _ in Counter(clause.rpartition("-")[0] for clause in clauses).most_common(1):
        text = re.sub(rf"\b{re.escape(prefix)}-(?=\d)", f"{prefix_of(house)}-", text)
    text = re.sub(r"\A(?:[ \t]*(?:#[^\n]*)?\n)*", "", text.replace("\r\n", "\n"))
    for key, value in (("id", house), ("name", name)):
        text = re.sub(rf"(?m)^{key}\s*=.*$", f"{key} = {_toml(value)}", text, count=1)
    text = re.sub(r"(?ms)^\[\[published\]\]\n.*?(?=^\[|\Z)", "", text)
    text = re.sub(r"(?m)^(?:order\s*=\s*\d|first_in\s*=).*\n", "", text)
    return _fill("heading", _head(house, name, schema)) + text
