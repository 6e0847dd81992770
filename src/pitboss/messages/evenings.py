"""Evenings in sentences: how they are played, how they stand, what has happened to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pitboss.money import dollars
from pitboss.text import all_of

KINDS = {"freeze_out": "freeze-out", "rounds": "fixed number of rounds"}
PHASES = {"listed": "open for entries", "running": "under way", "ended": "over", "called_off": "called off"}
STATES = {
    "listed": "on the list",
    "waiting": "plays from the next round on",
    "playing": "plays",
    "absent": "has missed the last round",
    "out": "out",
}
_NEWS = {
    "announced": "{name} has announced the evening.",
    "entered": "{name} has entered.",
    "left": "{name} has left.",
    "removed": "{name} was removed by the host.",
    "started": "The evening has begun with {people} people at {tables} tables.",
    "level": "Level {number}: {low} to {high}.",
    "late_over": "Late entry is over.",
    "missed": "{name} has missed round {round} and loses {cents}.",
    "jackpot": "{name} wins the jackpot: {cents}.",
    "out": "{name} is out in round {round}.",
    "moved": "{name} moves to table {table}, seat {seat}.",
    "table_opened": "Table {table} opens.",
    "table_closed": "Table {table} closes.",
    "paused": "The evening is paused.",
    "resumed": "The evening goes on.",
    "calling_off": "The evening is called off after this round.",
    "deserted": "Nobody was left at the tables: the evening is called off.",
    "called_off": "The evening was called off.",
    "ended": "The evening is over.",
}
_MONEY = ("low", "high", "cents")


def news_words(what: str, values: Mapping[str, int | str | None]) -> str:
    """Something that has happened, as a sentence; what nobody has words for is told by its key."""
    told = {
        key: dollars(value) if key in _MONEY and isinstance(value, int) else value
        for key, value in values.items()
    }
    if "table" in told:
        told["table"] = str(told["table"]).rpartition(".")[2]
    if what == "ended" and told.get("name"):
        return f"The evening is over: {told['name']} is first."
    return _NEWS.get(what, what).format_map(told)


def prize_words(prizes: Sequence[str], *, shared: bool) -> str:
    """The prizes of a person, as what they do: `wins the cup`; empty where there are none."""
    return f"{'shares' if shared else 'wins'} {all_of(prizes)}" if prizes else ""


def end_words(shown: Mapping[str, Any], server: str) -> str:
    """For a person whose table was closed: how the evening ended for them, or where it goes on."""
    page = f"{server}/evening/{shown['id']}"
    if shown["phase"] == "running":
        table = (shown["you"] or {}).get("table")
        return f"Your seat is at {server}/tables/{table} now." if table else f"The evening goes on: {page}"
    if shown["phase"] == "called_off":
        return f"{shown['name']} was called off. {page}"
    said = [f"{shown['name']} is over."]
    for me in (each for each in shown["standings"] if each["you"]):
        out, place = me["out_round"], f"{'tied for ' if me['tied'] else ''}place {me['place']}"
        how = f", out in round {out}" if out is not None else f" with {dollars(me['chips'])}"
        said.append(f"You are {place} of {len(shown['standings'])}{how}.")
        if me["prizes"]:
            said.append(f"You {'share' if me['shares'] else 'win'} {all_of(me['prizes'])}.")
    return " ".join((*said, f"All places: {page}"))


def place_words(place: int | None, *, tied: bool) -> str:
    """A place as it stands in a list; = says that it is shared."""
    return "" if place is None else f"{'=' if tied else ''}{place}"


# --- How a league adds its evenings up, in sentences.

RULES: Final = {
    "entered_minus_place_plus_one": (
        "An evening gives its winner as many points as people have entered, and one less for each place"
        " further down."
    ),
    "points_wins_best": (
        "More points come first, then more evenings won, then the better best place; who are still equal"
        " share the place."
    ),
}


def rule_text(key: str) -> str:
    """The sentence of a rule; nothing for one that has none."""
    return RULES.get(key, "")
