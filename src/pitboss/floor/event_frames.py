"""What has happened at a table, as each viewer may hear it: facts of the round and notes, without a word."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pitboss.floor.encode import encode, join_array
from pitboss.floor.live_state import Change
from pitboss.round import Event, Round, Viewer, tell
from pitboss.round.event_views import EventView, RevealTold, told_more
from pitboss.round.facts import Fact, HandFact, facts_of

Viewed = str | None  # a person, or nobody in particular


def encode_events(changes: Iterable[Change], people: Collection[Viewed]) -> dict[Viewed, bytes]:
    """Some changes as JSON, as each viewer may hear them: facts of what that viewer is told, and no more.

    What everybody is told in one way is written once.
    """
    texts: dict[Viewed, list[bytes]] = {person: [] for person in people}
    for change in changes:
        if change.event is not None and change.state is not None:
            for person, heard in _written(change.state, change.event, people):
                texts[person] += heard
        elif change.note is not None:
            note = encode(change.note)
            for all_heard in texts.values():
                all_heard.append(note)
    return {person: join_array(heard) for person, heard in texts.items()}


def _written(state: Round, event: Event, people: Iterable[Viewed]) -> Iterator[tuple[Viewed, list[bytes]]]:
    """One event for each of these viewers: as everybody is told it, but for those who are told more."""
    public, more = tell(state, event), told_more(state, event)
    facts = list(_facts(state, public, None))
    texts = [encode(each) for each in facts]
    for person in people:
        if person in more:
            told = tell(state, event, Viewer(person))
            yield person, [encode(each) for each in _facts(state, told, person)]
        elif isinstance(public, RevealTold) and (own := _seats_of(state, person)):  # they know their hands
            hands = [isinstance(each, HandFact) and each.seat in own for each in facts]
            yield person, [text for text, known in zip(texts, hands, strict=True) if not known]
        else:
            yield person, texts


def _facts(state: Round, told: EventView, person: Viewed) -> Iterator[Fact]:
    return facts_of(state.table.sheet, told, _seats_of(state, person))


def _seats_of(state: Round, person: Viewed) -> list[int]:
    return [seat.number for seat in state.seats if seat.player == person]
