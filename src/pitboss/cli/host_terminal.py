"""What a host says at a terminal: a line is a command at the table, asked about where it takes something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pitboss.money import NotMoney, parse_dollars
from pitboss.table.view_types import TableView

Say = Callable[[str], None]
TryTo = Callable[..., None]

_AT_SEATS: Final = {"nudge": "nudge", "out": "sit_out", "remove": "remove", "host": "hand_over"}
_ASKED: Final = {
    "sit_out": "Bets of theirs that were not dealt go back, a dealt hand is decided by the away rule.",
    "remove": "They get up; bets that were not dealt go back, a dealt hand is decided or played first.",
    "hand_over": "You are not the host any more, and cannot take it back.",
}


def host_command(words: list[str]) -> tuple[str, dict[str, object]] | None:
    """A line as a command at the table, with its fields; None where it is none of a host's."""
    match words:
        case [("nudge" | "out" | "remove" | "host") as word, number] if number.isdecimal():
            return _AT_SEATS[word], {"seat": int(number)}
        case ["deal"] | ["deal", "now"]:
            return "deal_now", {}
        case [("clock" | "coach") as word, ("on" | "off") as wanted]:
            return "change", {word: wanted == "on"}
        case ["limits", low, high]:
            try:
                return "change", {"low": parse_dollars(low), "high": parse_dollars(high)}
            except NotMoney:
                return None
    return None


def govern(view: TableView, words: list[str], say: Say, ask: Callable[[str], str], try_to: TryTo) -> bool:
    """Does what a line of a host asks for; whether the line was such a thing."""
    found = host_command(words)
    if found is None:
        return False
    do, fields = found
    if do != "nudge" and not view.you.host:
        say("Only the host of this table may do this.")
        return True
    if do in _ASKED:
        say(_ASKED[do])
        if ask("Sure? yes or no: ").strip().lower() not in ("y", "yes"):
            say("Nothing was done.")
            return True
    try_to(do, **fields)
    return True
