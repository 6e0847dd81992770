"""A history against the deeds and the journal of its table: they are the one order, and explain everything.

What was done is a deed, once, what was refused is none; an answer that came before another command was sent
comes first among them; and whatever anybody saw is how the table stood at some place in the journal, never an
earlier one than was known when they came.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from math import inf
from typing import Any

from tests.histories.history import Command, History, Look, Shown
from tests.histories.journal import Deed, Entry, shown_after


def faults_of(history: History, journal: list[Entry], deeds: list[Deed]) -> list[str]:
    """What journal and deeds do not explain, one sentence each; none: all is well."""
    where = f"table {history.table}"
    places = _places(journal)
    return [
        f"{where}: {fault}"
        for part in (
            _gaps(journal),
            _stored(history, places, journal),
            _done(history, deeds),
            _agree(journal, deeds),
            _real_time(history, deeds),
            _seen(history, places, journal),
        )
        for fault in part
    ]


Places = dict[tuple[str, str], list[int]]  # actor and command -> sequences


def _places(journal: list[Entry]) -> Places:
    found: Places = {}
    for entry in journal:
        found.setdefault((entry.actor, entry.command), []).append(entry.sequence)
    return found


def _gaps(journal: list[Entry]) -> Iterator[str]:
    for number, entry in enumerate(journal, 1):
        if entry.sequence != number:
            yield f"its journal has {entry.sequence} at place {number}"
            return


def _stored(history: History, places: Places, journal: list[Entry]) -> Iterator[str]:
    """Done ones are stored as they were asked, refused ones are not, and nothing else has their names."""
    by_sequence = {entry.sequence: entry for entry in journal}
    for command in history.commands:
        found = places.get((command.person, command.id), [])
        if command.outcome == "done" and command.telling and not found:
            yield f"{_told(command)} was done and is not in the journal"
        if command.outcome == "refused" and found:
            yield f"{_told(command)} was refused as {command.code} and is in the journal"
        if len({by_sequence[place].deed for place in found}) > 1:
            yield f"{_told(command)} is in the journal more than once"
        if found and not any(_is_what_was_asked(command.asked, by_sequence[place].body) for place in found):
            yield f"{_told(command)} is in the journal as something else"
    asked = {(command.person, command.id) for command in history.commands}
    people = {command.person for command in history.commands}
    for actor, id_ in places.keys() - asked:
        if actor in people:
            yield f"{actor} never asked for {id_}, which is in the journal"
    yield from _doubled(history, journal)


def _done(history: History, deeds: list[Deed]) -> Iterator[str]:
    """Every command that was done is a deed once, also one without events; no other is any."""
    found: dict[tuple[str, str], int] = {}
    for deed in deeds:
        key = (deed.actor, deed.command)
        found[key] = found.get(key, 0) + 1
    for command in history.commands:
        times = found.pop((command.person, command.id), 0)
        if command.outcome == "done" and times == 0:
            yield f"{_told(command)} was done and is no deed"
        if command.outcome == "refused" and times:
            yield f"{_told(command)} was refused as {command.code} and is a deed"
        if times > 1:
            yield f"{_told(command)} is a deed more than once"
    people = {command.person for command in history.commands}
    for actor, id_ in found:
        if actor in people:
            yield f"{actor} never asked for {id_}, which is a deed"


def _agree(journal: list[Entry], deeds: list[Deed]) -> Iterator[str]:
    """Events follow each other as their deeds do, and a deed says rightly whether it made any."""
    for before, after in pairwise(journal):
        if after.deed < before.deed:
            yield f"event {after.sequence} is of an older deed than {before.sequence}"
    telling = {entry.deed for entry in journal}
    for deed in deeds:
        if deed.alone == (deed.id in telling):
            yield f"deed {deed.command} of {deed.actor} is told wrongly: alone {deed.alone}"


def _doubled(history: History, journal: list[Entry]) -> Iterator[str]:
    """One command makes one event of its kind, so no effect can have come twice."""
    asked = {(command.person, command.id): command for command in history.commands}
    made: dict[tuple[str, str], int] = {}
    for entry in journal:
        command = asked.get((entry.actor, entry.command))
        if command is not None and _is_what_was_asked(command.asked, entry.body):
            key = (entry.actor, entry.command)
            made[key] = made.get(key, 0) + 1
            if made[key] == 2:
                yield f"{_told(command)} has had its effect twice"


def _is_what_was_asked(asked: Any, body: dict[str, Any]) -> bool:
    match asked["do"]:
        case "bets":
            wanted = ("bets", asked["seat"], asked["wagers"], asked.get("seed", ""))
            return (body["k"], body.get("seat"), body.get("wagers"), body.get("seed")) == wanted
        case "fold" | "play" | "draw":
            wanted = ("decide", asked["seat"], asked["do"], asked.get("discard"))
            return (body["k"], body.get("seat"), body.get("action"), body.get("discard")) == wanted
        case "take_bank":
            return (body["k"], body.get("stake")) == ("bank", asked["stake"])
        case _:
            return True


def _real_time(history: History, deeds: list[Deed]) -> Iterator[str]:
    """Who was answered before another sent is before them among the deeds."""
    asked = {(command.person, command.id): command for command in history.commands}
    stored = [asked[key] for deed in sorted(deeds) if (key := (deed.actor, deed.command)) in asked]
    latest: Command | None = None  # of those before it, the one that was sent last
    for command in stored:
        if latest is not None and command.answered < latest.sent:
            yield f"{_told(command)} was answered before {_told(latest)} was sent, and comes after it"
        if latest is None or command.sent > latest.sent:
            latest = command


def _seen(history: History, places: Places, journal: list[Entry]) -> Iterator[str]:
    """Every view is how the table stood at a place; places never go backwards, for one or for the next."""
    standing = _Standing(journal, history, places)
    answers = [each for each in history.commands if each.outcome == "done"]
    happened: list[Look | Command] = sorted([*history.looks, *answers], key=_when)
    floors: dict[int, int] = {}  # the place that each connection has seen
    revs: dict[int, int] = {}
    known: list[tuple[float, int]] = [(-inf, 0)]  # since when everybody may know of which place
    newest: list[tuple[float, int]] = [(-inf, -1)]  # since when everybody may know of which rev
    for each in happened:
        if isinstance(each, Command):
            place = max(places.get((each.person, each.id), [0]))
            floors[each.line] = max(floors.get(each.line, 0), place)
        else:
            least = revs[each.line] if each.line in revs else newest[_before(newest, each.begun)][1]
            if each.rev < least:
                yield f"a view of rev {each.rev} came after one of rev {least}"
            revs[each.line] = each.rev
            if each.rev > newest[-1][1]:
                newest.append((each.at, each.rev))
            floor = floors[each.line] if each.line in floors else known[_before(known, each.begun)][1]
            found = standing.first(each.shown, floor)
            if found is None:
                yield _why_not(each, floor, standing)
                continue
            place = found
            if standing.sent[place] > each.at:
                yield f"a view shows place {place} before anybody has asked for it"
            floors[each.line] = place
        if place > known[-1][1]:
            known.append((_when(each), place))


class _Standing:
    """How the table stands after each entry, to be found by what a view shows."""

    def __init__(self, journal: list[Entry], history: History, places: Places) -> None:
        self.found: dict[Shown, list[int]] = {}
        self.sent = [-inf]  # for each place: when the last of the commands up to it was sent
        first = {
            min(found): command.sent
            for command in history.commands
            if (found := places.get((command.person, command.id)))
        }
        for place, shown in enumerate(shown_after(journal), 1):
            self.found.setdefault(shown, []).append(place)
            if shown.phase in ("settled", "void"):  # the round is over: without a server to keep it, gone
                self.found.setdefault(Shown(shown.round, "closed"), []).append(place)
            self.sent.append(max(self.sent[-1], first.get(place, -inf)))

    def first(self, shown: Shown, floor: int) -> int | None:
        """The first place from a floor on that looks so."""
        places = self.found.get(shown, [])
        at = bisect_left(places, floor)
        return places[at] if at < len(places) else None


def _why_not(look: Look, floor: int, standing: _Standing) -> str:
    earlier = standing.first(look.shown, 0)
    told = f"a view of round {look.shown.round} in {look.shown.phase} on connection {look.line}"
    if earlier is None:
        return f"{told} shows what the journal never tells: {look.shown}"
    return f"{told} shows place {earlier}, when {floor} was known already"


def _before(known: list[tuple[float, int]], when: float) -> int:
    """The last of what was known before a time."""
    return bisect_left(known, (when, 0)) - 1


def _when(each: Look | Command) -> float:
    return each.at if isinstance(each, Look) else each.answered


def _told(command: Command) -> str:
    return f"{command.asked['do']} {command.id} of {command.person}"
