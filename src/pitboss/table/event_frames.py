"""What has happened at a table, as each viewer may hear it: facts of the round and notes, without a word."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pitboss.round import Event, Round, Viewer, tell
from pitboss.round.facts import EventView, Fact, HandFact, RevealTold, facts_of, told_more
from pitboss.table.encode import encode, join_array
from pitboss.table.live_state import Change

Viewed = str | None  # a person, or nobody in particular


def encode_events(changes: Iterable[Change], people: Collection[Viewed]) -> dict[Viewed, bytes]:
    """Some changes as JSON, as each viewer may hear them: facts of what that viewer is told, and no more.

    What everybody is told in one way is written once.
    """
    public: list[bytes] = []
    apart: dict[Viewed, list[bytes]] = {}  # of whom something was told in another way
    for change in changes:
        if change.event is not None and change.state is not None:
            texts, otherwise = _written(change.state, change.event, people)
            for person in otherwise.keys() - apart.keys():
                apart[person] = list(public)
            for person, heard in apart.items():
                heard.extend(otherwise.get(person, texts))
            public += texts
        elif change.note is not None:
            note = encode(change.note)
            for heard in (public, *apart.values()):
                heard.append(note)
    whole = join_array(public)
    return {person: join_array(apart[person]) if person in apart else whole for person in people}


def _written(
    state: Round, event: Event, people: Collection[Viewed]
) -> tuple[list[bytes], dict[Viewed, list[bytes]]]:
    """One event as everybody is told it, and for those of these viewers who are told it in another way."""
    public, more = tell(state, event), told_more(state, event)
    facts = list(_facts(state, public, None))
    texts = [encode(each) for each in facts]
    otherwise: dict[Viewed, list[bytes]] = {}
    for person in more.intersection(people):
        told = tell(state, event, Viewer(person))
        otherwise[person] = [encode(each) for each in _facts(state, told, person)]
    if isinstance(public, RevealTold):  # they know their hands
        for person in state.people.intersection(people) - otherwise.keys():
            own = _seats_of(state, person)
            hands = [isinstance(each, HandFact) and each.seat in own for each in facts]
            otherwise[person] = [text for text, known in zip(texts, hands, strict=True) if not known]
    return texts, otherwise


def _facts(state: Round, told: EventView, person: Viewed) -> Iterator[Fact]:
    return facts_of(state.table.sheet, told, _seats_of(state, person))


def _seats_of(state: Round, person: Viewed) -> list[int]:
    return [seat.number for seat in state.seats if seat.player == person]
