"""A round can be re-told: events give the same state and bytes, and a changed document is refused."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pitboss.round import NotADocument, dump_round, load_round, open_round, parse_round, replay
from pitboss.round.document import json_schema
from tests.naive.hands import DECK

from .strategies import HOUSES, Script, play, scripts

every_house = pytest.mark.parametrize("house", HOUSES)
SCHEMA = Draft202012Validator(json_schema())

Place = tuple[str | int, ...]
Json = Any


@every_house
@given(st.data())
def test_replay_gives_every_state_again(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house)))
    opened = open_round(played.script.table, played.script.round_id)
    for k, state in enumerate(played.states):
        assert replay(opened, played.events[:k]) == state
        if k:
            assert replay(played.states[k - 1], played.events[k - 1 :]) == played.final


@every_house
@given(st.data())
def test_a_document_is_read_back_to_the_byte(house: str, data: st.DataObject) -> None:
    script = data.draw(scripts(house))
    played = play(script)
    k = data.draw(
        st.integers(0, len(played.events)) | st.just(len(played.events))
    )  # an open round is one, too
    text = dump_round(played.states[k], played.events[:k])
    assert text == canonical(json.loads(text))
    state, events = load_round(parse_round(text))
    assert state == played.states[k]
    assert events == played.events[:k]
    assert dump_round(state, events) == text
    assert dump_round(*load_round(parse_round(text.encode()))) == text


@every_house
@given(st.data())
def test_a_document_fits_its_schema(house: str, data: st.DataObject) -> None:
    played = play(data.draw(scripts(house)))
    SCHEMA.validate(json.loads(dump_round(played.final, played.events)))


# Changed documents

# Values that no other value of a document follows from: who a person is, who decided for them, and which card
# a draw discarded as long as the result is the same.
FREE = ("player", "by", "discard")
JUNK: list[Json] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    10**30,
    0.5,
    100.0,
    "",
    "As",
    "1",
    "x" * 300,
    [],
    {},
    [0],
    {"a": 1},
]


def ended(script: Script) -> Json:
    """The parsed document of a round that was played to its end."""
    played = play(script)
    return json.loads(dump_round(played.final, played.events))


def places(value: Json, at: Place = ()) -> Iterator[Place]:
    """Every place inside a JSON value, containers before what they hold."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*at, key)
        yield from places(each, (*at, key))


def holder(document: Json, place: Place) -> Json:
    for key in place[:-1]:
        document = document[key]
    return document


def value_at(document: Json, place: Place) -> Json:
    return holder(document, place)[place[-1]]


def same(one: Json, two: Json) -> bool:
    """Equal as JSON: 1, 1.0 and true differ."""
    return json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)


def others(value: Json) -> st.SearchStrategy[Json]:
    """Other values for a value: near ones, ones of its kind, ones of any kind."""
    near: list[Json] = list(JUNK)
    if isinstance(value, bool):
        near += [not value] * 8
    elif isinstance(value, int):
        near += [
            value + 1,
            value - 1,
            value + 100,
            value - 100,
            2 * value,
            -value,
            float(value),
            str(value),
        ] * 2
    elif isinstance(value, str):
        near += [value + " ", value[:-1], value.upper(), value.lower()]
        near += DECK if value in DECK else ["win", "lose", "push", "returned", "void", "fold", "play", "draw"]
        near += [
            "STD-12",
            "high_card",
            "pair",
            "player",
            "away rule",
            "malfunction",
            "bets",
            "settle",
            "1 to 1",
        ]
    elif isinstance(value, list):
        near += [value[1:], value[:-1], value + value[:1], value[::-1], [*value, None]] * 2
    elif isinstance(value, dict):
        near += [{**value, "extra": 1}] * 2
        near += [{key: each for key, each in value.items() if key != gone} for gone in value]
    elif value is None:
        near += DECK[:5]
    return st.sampled_from([each for each in near if not same(each, value)])


def superseded(document: Json, number: int) -> bool:
    """Whether a later bet at the same seat, or a later bank, takes the place of this event's."""
    event, later = document["events"][number], document["events"][number + 1 :]
    if event["k"] == "bets":
        return any(each["k"] == "bets" and each["seat"] == event["seat"] for each in later)
    return event["k"] == "bank" and any(each["k"] == "bank" for each in later)


def is_free(document: Json, place: Place) -> bool:
    """Whether another legal value in this place would make another legal round of the same outcome."""
    match place:
        case ("events", int(number), *inner):
            return bool(inner) and (inner[0] in FREE or superseded(document, number))
        case ("round",) | ("limits", _) | ("limits",):
            return True
    return False


def is_event_free(document: Json, place: Place) -> bool:
    """Whether a whole event may be missing or stand twice: bets and banks that change nothing, the last event
    (the round is open then), and in a void round what leaves no trace in it: the end of the deal, a fold, the
    reveal."""
    event = document["events"][place[1]]
    last = len(document["events"]) - 1
    void = document["events"][last]["k"] == "void"
    traceless = event["k"] in ("up", "reveal") or event.get("action") == "fold"
    return event["k"] in ("bets", "bank") or place[1] == last or (void and traceless)


def canonical(document: Json) -> str:
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def refused(document: Json) -> bool:
    """Whether reading a document fails, and fails in the one way it may; else it is kept as it was read."""
    try:
        loaded = load_round(parse_round(json.dumps(document)))
    except NotADocument:
        return True
    assert dump_round(*loaded) == canonical(document)
    return False


@every_house
@given(st.data())
def test_a_changed_value_is_refused(house: str, data: st.DataObject) -> None:
    document = ended(data.draw(scripts(house)))
    events = [place for place in places(document) if place[0] == "events" and len(place) > 2]
    place = data.draw(st.sampled_from(events))
    changed = deepcopy(document)
    holder(changed, place)[place[-1]] = data.draw(others(value_at(document, place)))
    if not refused(changed):
        assert is_free(document, place)
        assert SCHEMA.is_valid(changed)


@every_house
@given(st.data())
def test_a_changed_head_is_refused(house: str, data: st.DataObject) -> None:
    """Format, sheet and hash; the round's id is free, and limits are as long as the bets keep to them."""
    document = ended(data.draw(scripts(house)))
    heads = [place for place in places(document) if place[0] != "events" or len(place) == 1]
    top = [place for place in heads if len(place) < 3]
    place = data.draw(st.sampled_from(top) | st.sampled_from(heads))
    value = data.draw(others(value_at(document, place)))
    changed = deepcopy(document)
    holder(changed, place)[place[-1]] = value
    if not refused(changed):
        assert is_free(document, place) or is_event_list_prefix(document, changed)
        assert SCHEMA.is_valid(changed)


def is_event_list_prefix(document: Json, changed: Json) -> bool:
    """Whether only last events are missing, so that the round is open, or a first bet that was taken back."""
    full, cut = document["events"], changed["events"]
    return bool(cut == full[: len(cut)] or (cut == full[1:] and is_event_free(document, ("events", 0))))


@every_house
@given(st.data())
def test_a_missing_or_repeated_part_is_refused(house: str, data: st.DataObject) -> None:
    document = ended(data.draw(scripts(house)))
    place = data.draw(st.sampled_from(list(places(document))))
    changed = deepcopy(document)
    inside, key = holder(changed, place), place[-1]
    if isinstance(inside, dict):
        del inside[key]
    elif data.draw(st.booleans()):
        inside.pop(key)
    else:
        inside.insert(key, deepcopy(inside[key]))
    if refused(changed):
        return
    if len(place) == 2 and place[0] == "events":
        assert is_event_free(document, place)
    else:  # one of several wagers of a bet that was changed later
        assert len(place) == 4
        assert is_free(document, place)


@every_house
@given(st.data())
def test_an_unknown_field_is_refused(house: str, data: st.DataObject) -> None:
    document = ended(data.draw(scripts(house)))
    objects = [(), *(place for place in places(document) if isinstance(value_at(document, place), dict))]
    place = data.draw(st.sampled_from(objects))
    changed = deepcopy(document)
    target = value_at(changed, place) if place else changed
    target[data.draw(st.sampled_from(["extra", "proof", "Seat", ""]))] = data.draw(st.sampled_from(JUNK))
    assert refused(changed)


@every_house
@given(st.data())
def test_swapped_events_are_refused_unless_their_order_is_free(house: str, data: st.DataObject) -> None:
    document = ended(data.draw(scripts(house)))
    count = len(document["events"])
    one = data.draw(st.integers(0, count - 1))
    two = data.draw(st.integers(0, count - 1).filter(lambda number: number != one))
    changed = deepcopy(document)
    events = changed["events"]
    events[one], events[two] = events[two], events[one]
    if not refused(changed):
        kinds = {events[one]["k"], events[two]["k"]}
        assert kinds <= {"bets", "bank"} or kinds == {"decide"}
