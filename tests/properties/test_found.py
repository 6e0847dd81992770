"""Faults that these properties once brought to light."""

import json
from importlib import resources
from typing import Any

import pytest

from pitboss.round import (
    Decide,
    NotADocument,
    PlaceBets,
    Refusal,
    TakeBank,
    apply,
    away_decision,
    dump_round,
    load_round,
    open_round,
    parse_round,
    step,
    view,
)
from pitboss.round.events import DecidedBy
from pitboss.sheet import load_house
from tests.naive.hands import DECK

from .strategies import Decision, Played, Script, play, table_of

HOUSE_FILE = str(resources.files("pitboss.sheets") / "rivers.toml")
SHUFFLED = " ".join(DECK[5 * place % 52] for place in range(52))


def simple(house: str, **changes: Any) -> Script:
    """One seat with an Ante that plays 7-4-2 against 8-5-3."""
    meter = 10**11 if house == "rivers" else None
    opening = (PlaceBets(1, "ann", {"ante": 500}),)
    return Script(house, 500, 50_000, opening, SHUFFLED, (Decision(1, "play"),), meter, **changes)


def document(played: Played) -> Any:
    return json.loads(dump_round(played.final, played.events))


def loads(changed: Any) -> None:
    load_round(parse_round(json.dumps(changed)))


def test_a_round_by_posted_tables_is_read_back() -> None:
    """SHINE-9 tables, `--set` and sheet files: their documents carry the sheet's content."""
    played = play(simple("shine", posted=('pays.pair_xxx.lines.pair="2 to 1"',)))
    text = dump_round(played.final, played.events)
    assert load_round(parse_round(text)) == (played.final, played.events)


@pytest.mark.parametrize("name", [HOUSE_FILE, "x" * 300], ids=["file", "long"])
def test_a_sheets_id_names_a_house_and_never_a_file(name: str) -> None:
    changed = document(play(simple("rivers")))
    changed["sheet"]["id"] = name
    with pytest.raises(NotADocument, match="neither a house"):
        loads(changed)


def test_an_event_says_what_it_is() -> None:
    changed = document(play(simple("rivers")))
    del changed["events"][0]["k"]
    with pytest.raises(NotADocument):
        loads(changed)


def test_the_first_fault_is_named_by_its_place() -> None:
    changed = document(play(simple("rivers")))
    changed["events"][-1]["seats"][0]["net"] = "much"
    with pytest.raises(NotADocument, match=r"events\.5.*net"):
        loads(changed)


def test_a_key_that_stands_twice_is_refused() -> None:
    played = play(simple("rivers"))
    text = dump_round(played.final, played.events).replace('"round":', '"round":"r-0","round":')
    with pytest.raises(NotADocument):
        parse_round(text)


@pytest.mark.clause("STD-13")
def test_std_13_there_is_no_away_decision_before_the_cards_may_be_seen() -> None:
    state = step(open_round(table_of("rivers", 500, 50_000)), PlaceBets(1, "ann", {"ante": 500}))
    with pytest.raises(Refusal):
        away_decision(state, 1)


@pytest.mark.parametrize("by", ["away fold", "away rule"])
@pytest.mark.clause("STD-13")
def test_std_13_a_decision_marked_as_the_platforms_follows_its_rule(by: DecidedBy) -> None:
    """Below queen high the platform folds, whichever of the two instructions it follows."""
    state = play(simple("rivers"), 3).final
    with pytest.raises(Refusal):
        apply(state, Decide(1, "ann", "play", by=by))


@pytest.mark.clause("NAPA-10")
def test_napa_10_a_bank_needs_a_person() -> None:
    with pytest.raises(Refusal):
        apply(open_round(table_of("napa-valley", 500, 50_000)), TakeBank("", 500))


def test_a_fourth_card_that_was_shown_stays_in_the_view() -> None:
    played = play(simple("pechanga", void=(5, "cannot go on")))
    revealed = view(played.states[-2]).dealer.cards
    assert len(revealed) == 4
    assert view(played.final).dealer.cards == revealed


POSTED = ('pays.pair_xxx.lines.pair="2 to 1"',)


@pytest.mark.parametrize("change", ["id", "order", "needless"])
def test_the_sheet_of_a_document_is_kept_as_it_was_written(change: str) -> None:
    """What loads is dumped to the same bytes again."""
    changed = document(play(simple("shine", posted=() if change == "needless" else POSTED)))
    if change == "id":
        changed["sheet"]["id"] = "rivers"
    elif change == "order":
        changed["sheet"]["content"]["order"]["no such table"] = 1
    else:
        changed["sheet"]["content"] = json.loads(json.dumps(dict(load_house("shine").content)))
    with pytest.raises(NotADocument):
        loads(changed)
