"""Who watches a table is sent what they do not know yet, once, and their answer with it."""

from __future__ import annotations

import json
from typing import Any

from pitboss.table.audience import Audience, Done, Watcher
from tests.seen import SeenTable
from tests.table.rig import Floor

Frame = dict[str, Any]


class Watched:
    """A table with an audience."""

    def __init__(self, *people: str | None) -> None:
        self.floor, self.audience = Floor("rivers"), Audience()
        self.floor.sit("ann", "bob")
        self.floor.changes()
        self.tables: dict[Watcher, SeenTable] = {}
        self.watchers = [self.comes(person) for person in people]

    def comes(self, person: str | None) -> Watcher:
        watcher, table = Watcher(person, lambda frame: None), SeenTable()
        table.take(json.loads(self.audience.whole(self.floor.live.live, watcher)))
        self.tables[watcher] = table
        return watcher

    def sent(self, done: Done | None = None) -> dict[Watcher, Frame]:
        """What everybody is sent now."""
        frames = self.audience.updates(self.floor.live.live, self.floor.changes(), list(self.tables), done)
        found = {watcher: json.loads(frame) for watcher, frame in frames}
        for watcher, frame in found.items():
            self.tables[watcher].take(frame)
        return found


def test_the_answer_is_in_the_update_of_who_has_sent_the_command() -> None:
    table = Watched("ann", "ann", "bob", None)
    first, *others = table.watchers
    table.floor.bet("ann")
    sent = table.sent(Done(first, "c-1"))
    assert sent[first]["done"] == "c-1"
    assert [sent[each]["t"] for each in table.watchers] == ["update"] * 4
    assert all("done" not in sent[each] for each in others)


def test_an_answer_comes_alone_where_nothing_has_changed() -> None:
    table = Watched("ann", "bob")
    ann, _ = table.watchers
    rev = table.floor.live.rev
    assert table.sent(Done(ann, "c-1")) == {
        ann: {"t": "done", "id": "c-1", "rev": rev, "spots": None, "coach": None, "bank": None}
    }
    assert table.sent() == {}


def test_only_what_has_changed_is_sent_and_only_to_whom_it_concerns() -> None:
    table = Watched("ann", "bob", None)
    ann, bob, nobody = table.watchers
    table.floor.live.instruct("ann", "away fold")  # which nobody else may know
    (told,) = table.sent(Done(ann, "c-1")).values()
    assert set(told) == {"t", "rev", "events", "you", "done"}
    assert set(told["you"]) == {"me"}
    table.floor.ready("bob")
    sent = table.sent()
    assert [each["n"] for each in sent[nobody]["seats"]] == [2]
    assert "you" not in sent[ann]
    assert "you" not in sent[nobody]
    assert set(sent[bob]["you"]) == {"me", "seats"}
    assert "table" not in sent[bob]


def test_who_comes_later_and_who_was_there_know_the_same_after_the_next_update() -> None:
    """The number of watchers changes without a word: it goes along with whatever comes next."""
    table = Watched("ann", None)
    table.floor.live.put(watching=5)
    table.comes(None)
    table.floor.live.put(watching=0)  # as those have it who were there before
    table.floor.bet("ann")
    table.sent()
    assert {each.view["watching"] for each in table.tables.values()} == {0}
    first, *rest = (each.whole for each in table.tables.values() if not each.whole["you"]["seats"])
    assert all(each == first for each in rest)
