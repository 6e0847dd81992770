"""What happens at a table and in an evening beside the cards: people, the bank's offer, operators, news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pitboss.money import dollars
from pitboss.round.table import RAISES
from pitboss.text import all_of

LEFT: Final = "a player who has left"

_OF_TABLE: Final = {
    "bank_passed": "The bank is passed on.",
    "frozen": "The table is stopped for the moment.",
    "thawed": "The table goes on.",
    "worn_out": "{text}.",
    "deal_now": "{By} has the cards dealt.",
    "terms": "{By} has set the terms: {low} to {high}, {clock}, {coach}.",
    "closing": "{Closer} closes the table after this round.",
    "evening_paused": "The host has paused the evening: no further round begins until it goes on.",
    "evening_resumed": "The evening goes on.",
    "resumed": "The house was away for a moment: clocks start full again.",
    "closed": "{Closer} has closed the table.",
    "time_up": "{Reason}: the cards are dealt.",
    "open_round": None,
    "close_table": None,
}
# Of somebody: as that person hears it, and as the others do; None is not told.
_OF_PERSON: Final = {
    "sit": ("You sit down at seat {seat}.", "{Name} sits down at seat {seat}."),
    "stand": ("You get up from seat {seat}.", "{Name} gets up from seat {seat}."),
    "leaving": ("You get up after this hand.", "{Name} leaves after this hand."),
    "away": (None, "{Name} has lost the connection."),
    "back": (None, "{Name} is back."),
    "ready": (None, "{Name} is ready."),
    "more_time": (None, "{Name} takes more time."),
    "renamed": ("You are called {name} now.", "{Was} is called {name} now."),
    "gesture": ("You: {said}", "{Name}: {said}"),
    "bank_offer": (None, "The bank is offered to {name}."),
    "host": ("You are the host of this table now.", "{Name} is the host of this table now."),
    "nudge": ("{By}: the others wait for you.", "{By} nudges {name}."),
    "removed": ("{By} has you get up.", "{By} has {name} get up."),
    "sat_out": (
        "{Reason}: you're sitting out until you do something; bets not yet dealt went back.",
        "{Reason}: {name} sits out, and nobody waits for them.",
    ),
    "decided_for": (
        "{Reason}: {rule} {verb} for you.",
        "{Reason}: {rule} {verb} for {name}.",
    ),
}
_REASONS: Final = {
    "clock": "The clock ran out",
    "wait": "The longest wait is over",
    "away": "No connection for too long",
    "idle": "No answer to a nudge",
    "host": "Sat out by the host",
    "operator": "Sat out by the operator",
    "left": "The seat was left",
}
_RULES: Final = {
    "away rule": "the away rule",
    "away fold": "the instruction to fold",
    "away optimal": "the instruction to play by the odds",
}
_PLAYED: Final[dict[str, str]] = dict.fromkeys(("play", *RAISES), "played")
_VERBS: Final = _PLAYED | {"fold": "folded", "draw": "drew"}
_CLOSERS: Final = {
    "host": "The host",
    "operator": "The operator",
    "house": "The house",
    "evening": "The evening",
}


GESTURES: Final[dict[str, str]] = {
    "nice_hand": "Nice hand!",
    "good_luck": "Good luck!",
    "thanks": "Thanks!",
    "well_played": "Well played!",
    "ouch": "Ouch!",
    "one_moment": "One moment, please.",
    "cheers": "Cheers!",
    "good_night": "Good night!",
}
AVATARS: Final[dict[str, str]] = {  # what the pictures show
    "cat": "cat",
    "dog": "dog",
    "bird": "bird",
    "fish": "fish",
    "rabbit": "rabbit",
    "squirrel": "squirrel",
    "turtle": "turtle",
    "snail": "snail",
    "panda": "panda",
    "bug": "beetle",
    "shell": "shell",
    "ghost": "ghost",
    "rocket": "rocket",
    "sailboat": "sailing boat",
    "guitar": "guitar",
    "clover": "clover leaf",
}


def note_words(kind: str, values: Mapping[str, Any], own: bool) -> str | None:
    """A note as a sentence; `own` where it is about the reader. None when it is not told."""
    if kind in _OF_TABLE:
        form = _OF_TABLE[kind]
    else:
        yours, theirs = _OF_PERSON[kind]
        form = yours if own else theirs
    if form is None:
        return None
    name, was = str(values.get("name") or LEFT), str(values.get("was", ""))
    said = GESTURES.get(str(values.get("gesture")), "…")  # of a kind that is not known here
    who = {"name": name, "Name": _capital(name), "Was": _capital(was), "said": said}
    return form.format_map({**values, **_worded(values), **who})


def _worded(values: Mapping[str, Any]) -> dict[str, str]:
    """The values of a note that are keys, in words."""
    by, why, cents = values.get("by"), values.get("why"), (values.get("low"), values.get("high"))
    found = {
        "By": str(by or "The operator"),
        "Closer": _CLOSERS.get(str(by), ""),
        "Reason": _REASONS.get(str(why), ""),
        "rule": _RULES.get(str(by), ""),
        "verb": _VERBS.get(str(values.get("action")), ""),
    }
    if all(isinstance(each, int) for each in cents):
        found |= {"low": dollars(values["low"]), "high": dollars(values["high"])}
        found["clock"] = "with a clock" if values.get("clock") else "without a clock"
        found["coach"] = "with the coach" if values.get("coach") else "without the coach"
    return found


def spoken(gesture: str) -> str:
    """A gesture as one writes it at a terminal.

    >>> spoken("nice_hand")
    'nice hand'
    """
    return gesture.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


TABLE_STATES: Final = {
    "open": "open",
    "playing": "in play",
    "frozen": "frozen",
    "closing": "closes after this round",
    "set_aside": "set aside",
}


def table_act_words(what: str, table: str | None, round_: str | None, after: Mapping[str, Any]) -> str:
    """One act as a sentence.

    >>> table_act_words("void", "7", "7:3", {})
    'Round 7:3 is void: everything that lay on table 7 went back.'
    """
    if what == "void":
        return f"Round {round_} is void: everything that lay on table {table} went back."
    if what == "change":
        low, high, clock, coach = after["terms"]
        with_clock, with_coach = ("with" if on else "without" for on in (clock, coach))
        terms = f"{dollars(low)} to {dollars(high)}, {with_clock} a clock, {with_coach} the coach"
        return f"Table {table} is played from {terms} now."
    if what == "close" and not after.get("closed"):
        return f"Table {table} closes after this round."
    said = {
        "open": "is open",
        "freeze": "is frozen: no bet, no decision, no clock",
        "thaw": "goes on, with full clocks",
        "close": "is closed",
    }
    return f"Table {table} {said[what]}."


EVENING_KINDS = {"freeze_out": "freeze-out", "rounds": "fixed number of rounds"}
EVENING_PHASES = {
    "listed": "open for entries",
    "running": "under way",
    "ended": "over",
    "called_off": "called off",
}
ENTRANT_STATES = {
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

LEAGUE_RULES: Final = {
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
    return LEAGUE_RULES.get(key, "")
