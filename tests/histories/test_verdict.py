"""The verdict on made-up histories: a table of one round, and every way to lie about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.histories.history import Command, History, Look, Shown
from tests.histories.journal import Deed, Entry
from tests.histories.verdict import faults_of

BET = {"do": "bets", "seat": 1, "wagers": {"ante": 1000}, "seed": "aa"}
RAISED = {"do": "bets", "seat": 1, "wagers": {"ante": 2000}, "seed": "bb"}
OTHER = {"do": "bets", "seat": 2, "wagers": {"ante": 500}, "seed": "cc"}
FOLD = {"do": "fold", "seat": 1}
PLAY = {"do": "play", "seat": 2}

ON_1, ON_2, BOTH = (1, "ante", 1000), (2, "ante", 500), frozenset({(1, "ante", 1000), (2, "ante", 500)})
DECIDING = Shown(1, "decisions", BOTH)


def entry(sequence: int, actor: str, command: str, **body: Any) -> Entry:
    return Entry(sequence, sequence, actor, command, body)


def bets(sequence: int, actor: str, command: str, asked: dict[str, Any]) -> Entry:
    told = {key: asked[key] for key in ("seat", "wagers", "seed")}
    return entry(sequence, actor, command, k="bets", **told)


JOURNAL = [
    entry(1, "table", "t1", k="open", number=1),
    bets(2, "ann", "a1", BET),
    bets(3, "bob", "b1", OTHER),
    entry(4, "table", "t2", k="deal", seats=[1, 2]),
    entry(5, "table", "t3", k="up"),
    entry(6, "ann", "a2", k="decide", seat=1, action="fold", discard=None),
    entry(7, "bob", "b2", k="decide", seat=2, action="play", discard=None),
    entry(8, "table", "t4", k="reveal"),
    entry(
        9,
        "table",
        "t5",
        k="settle",
        seats=[
            {"seat": 1, "lines": [{"profit": -1000}]},
            {"seat": 2, "lines": [{"profit": 500}, {"profit": 500}]},
        ],
    ),
]

SAT = Deed(0, "ann", "a0", alone=True)


def deeds_of(journal: list[Entry], *alone: Deed) -> list[Deed]:
    """Those of the people whom a journal tells of, and those that made no event."""
    made = [Deed(each.deed, each.actor, each.command) for each in journal if each.actor != "table"]
    return sorted([*alone, *dict.fromkeys(made)])


def faults(history: History, journal: list[Entry], *alone: Deed) -> list[str]:
    return faults_of(history, journal, deeds_of(journal, *(alone or (SAT,))))


COMMANDS = [
    Command("ann", "a0", {"do": "sit", "seat": 1}, 0.0, 0.5, "done", 1),
    Command("ann", "a1", BET, 1.0, 2.0, "done", 1),
    Command("bob", "b1", OTHER, 1.5, 3.0, "done", 2),
    Command("ann", "a2", FOLD, 5.0, 6.0, "done", 1),
    Command("bob", "b2", PLAY, 7.0, 8.0, "done", 2),
]
LOOKS = [
    Look(1, 0.0, 0.1, 1, Shown(1, "bets")),
    Look(2, 0.0, 0.2, 1, Shown(1, "bets")),
    Look(1, 0.0, 1.9, 2, Shown(1, "bets", frozenset({ON_1}))),
    Look(2, 0.0, 2.9, 4, DECIDING),
    Look(1, 0.0, 5.9, 5, DECIDING._replace(moves=frozenset({(1, "fold")}))),
    Look(2, 0.0, 7.9, 9, Shown(1, "settled", nets=frozenset({(1, -1000), (2, 1000)}))),
]


def history(*, commands: list[Command] = COMMANDS, looks: list[Look] = LOOKS) -> History:
    return History("felt", list(commands), list(looks))


def swap(old: Command, new: Command) -> list[Command]:
    return [new if each is old else each for each in COMMANDS]


def test_what_happened_is_explained() -> None:
    assert faults(history(), JOURNAL) == []


A0, A1, B1, A2, B2 = COMMANDS
LATE = Look(3, 9.0, 9.5, 9, DECIDING)

LIES: dict[str, tuple[list[Command], list[Look], list[Entry], str]] = {
    "a done command that is not stored": (
        [*COMMANDS, Command("ann", "a3", RAISED, 3.1, 3.2, "done", 1)],
        [],
        JOURNAL,
        "was done and is not in the journal",
    ),
    "a refused command that is": (
        swap(A2, replace(A2, outcome="refused", code="stale")),
        [],
        JOURNAL,
        "was refused as stale and is in the journal",
    ),
    "a command that was done twice": (
        COMMANDS,
        [],
        [*JOURNAL[:3], bets(4, "ann", "a1", BET)],
        "more than once",
    ),
    "a command that was stored as another": (
        swap(A1, replace(A1, asked=RAISED)),
        [],
        JOURNAL,
        "as something else",
    ),
    "a command that nobody sent": (
        [each for each in COMMANDS if each is not B2],
        [],
        JOURNAL,
        "bob never asked for b2",
    ),
    "an order against real time": (
        swap(A1, replace(A1, sent=3.5, answered=4.0)),
        [],
        JOURNAL,
        "was answered before bets a1 of ann was sent, and comes after it",
    ),
    "a journal with a gap": (COMMANDS, [], [*JOURNAL[:2], *JOURNAL[3:]], "has 4 at place 3"),
    "a view of what never was": (
        COMMANDS,
        [*LOOKS, Look(1, 0.0, 6.5, 6, Shown(1, "decisions", frozenset({ON_1})))],
        JOURNAL,
        "never tells",
    ),
    "a view of other pays": (
        COMMANDS,
        [Look(1, 0.0, 9.0, 9, Shown(1, "settled", nets=frozenset({(1, 0), (2, 1000)})))],
        JOURNAL,
        "never tells",
    ),
    "a connection that goes backwards": (
        COMMANDS,
        [*LOOKS, Look(2, 0.0, 8.5, 10, DECIDING)],
        JOURNAL,
        "shows place 5, when 9 was known already",
    ),
    "a number that goes backwards": (
        COMMANDS,
        [*LOOKS, replace(LOOKS[-1], at=8.5, rev=8)],
        JOURNAL,
        "rev 8 came after one of rev 9",
    ),
    "a newcomer who is shown an old table": (COMMANDS, [*LOOKS, LATE], JOURNAL, "shows place 5, when 9"),
    "a view without what its owner was told is done": (
        COMMANDS,
        [*LOOKS[:3], Look(1, 0.0, 2.1, 3, Shown(1, "bets"))],
        JOURNAL,
        "shows place 1, when 2",
    ),
    "a view of what is not asked for yet": (
        COMMANDS,
        [Look(3, 0.0, 1.2, 3, Shown(1, "bets", BOTH))],
        JOURNAL,
        "before anybody has asked for it",
    ),
}


@pytest.mark.parametrize(("commands", "looks", "journal", "why"), LIES.values(), ids=LIES)
def test_a_lie_is_seen(commands: list[Command], looks: list[Look], journal: list[Entry], why: str) -> None:
    found = faults(History("felt", commands, looks), journal)
    assert any(why in fault for fault in found), found


READY = Command("bob", "b3", {"do": "ready"}, 8.5, 9.0, "done", 2)
ON_TIME = Deed(10, "bob", "b3", alone=True)


@pytest.mark.parametrize(
    ("command", "deeds", "why"),
    [
        (READY, [], "ready b3 of bob was done and is no deed"),
        (replace(READY, outcome="refused", code="stale"), [ON_TIME], "was refused as stale and is a deed"),
        (READY, [ON_TIME, ON_TIME._replace(id=11)], "is a deed more than once"),
        (READY, [ON_TIME, Deed(12, "bob", "b4", alone=True)], "bob never asked for b4, which is a deed"),
        (READY, [ON_TIME._replace(id=2)], "play b2 of bob was answered before ready b3 of bob was sent"),
        (READY, [ON_TIME._replace(alone=False)], "is told wrongly"),
    ],
    ids=["not stored", "refused and stored", "twice", "made up", "out of order", "an event of it is missing"],
)
def test_a_command_without_events_is_a_deed_once_and_in_order(
    command: Command, deeds: list[Deed], why: str
) -> None:
    assert faults(history(commands=[*COMMANDS, READY]), JOURNAL, SAT, ON_TIME) == []
    found = faults(history(commands=[*COMMANDS, command]), JOURNAL, SAT, *deeds)
    assert any(why in fault for fault in found), found


def test_events_are_in_the_order_of_their_deeds() -> None:
    journal = [*JOURNAL[:1], JOURNAL[1]._replace(deed=3), JOURNAL[2]._replace(deed=2), *JOURNAL[3:]]
    assert "table felt: event 3 is of an older deed than 2" in faults(history(), journal)


def test_one_effect_too_many_under_one_deed_is_seen() -> None:
    doubled = [*JOURNAL[:3], JOURNAL[1]._replace(sequence=4)]
    doubled[3] = doubled[3]._replace(deed=2)
    found = [
        each for each in faults(history(commands=[A0, A1, B1], looks=[]), doubled) if "older" not in each
    ]
    assert found == ["table felt: bets a1 of ann has had its effect twice"]


def test_a_lost_command_may_have_happened_or_not() -> None:
    lost = replace(B2, outcome="unknown", answered=float("inf"), line=-1)
    assert faults(history(commands=swap(B2, lost)), JOURNAL) == []
    gone = [each for each in LOOKS if each.at < 7]
    assert faults(history(commands=swap(B2, lost), looks=gone), JOURNAL[:6]) == []


def test_a_slow_connection_may_be_behind_the_others_but_a_new_one_may_not() -> None:
    slow = [Look(4, 0.0, 0.3, 1, Shown(1, "bets")), Look(4, 0.0, 9.5, 4, DECIDING)]
    assert faults(history(looks=[*LOOKS, *slow]), JOURNAL) == []
    assert faults(history(looks=[*LOOKS, LATE]), JOURNAL) != []


def test_a_newcomer_is_not_told_a_smaller_number_than_anybody_had_before() -> None:
    """Wherever the table lives by then: numbers of a table that was taken up are above all earlier ones."""
    late = replace(LOOKS[-1], line=3, begun=9.0, at=9.5)
    assert faults(history(looks=[*LOOKS, late]), JOURNAL) == []
    found = faults(history(looks=[*LOOKS, replace(late, rev=8)]), JOURNAL)
    assert found == ["table felt: a view of rev 8 came after one of rev 9"]


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[Command], list[Look], list[Entry]]:
    """Bets of three people at one table, one after the other, sent before and answered after its moment."""
    commands, looks = list[Command](), [Look(person, -9.0, -8.0, 0, Shown(1, "bets")) for person in range(3)]
    journal = [entry(1, "table", "t1", k="open", number=1)]
    bets_: dict[int, int] = {}
    for moment in range(draw(st.integers(2, 12))):
        person, cents = draw(st.integers(0, 2)), draw(st.integers(1, 4)) * 100
        asked = {"do": "bets", "seat": person, "wagers": {"ante": cents}, "seed": str(moment)}
        name, id_ = f"person {person}", f"c{moment}"
        before, after = draw(st.floats(0.1, 3)), draw(st.floats(0.1, 0.9))
        done = draw(st.integers(0, 4)) > 0
        if done:
            bets_[person] = cents
            journal.append(bets(len(journal) + 1, name, id_, asked))
        shown = Shown(1, "bets", frozenset((seat, "ante", each) for seat, each in bets_.items()))
        code = "" if done else "too_high"
        outcome: Any = "done" if done else "refused"
        commands.append(Command(name, id_, asked, moment - before, moment + after, outcome, person, code))
        if done:
            looks.append(Look(person, -9.0, moment + after / 2, len(journal), shown))
        if draw(st.booleans()):  # somebody comes and sees the table as it is
            looks.append(Look(100 + moment, moment + after, moment + after + 0.05, len(journal), shown))
    return commands, looks, journal


@given(evenings())
def test_an_evening_in_some_order_is_explained(
    evening: tuple[list[Command], list[Look], list[Entry]],
) -> None:
    commands, looks, journal = evening
    assert faults_of(History("felt", commands, looks), journal, deeds_of(journal)) == []


@given(evenings().filter(lambda evening: len(evening[2]) > 2), st.data())
def test_a_spoiled_evening_is_not(
    evening: tuple[list[Command], list[Look], list[Entry]], data: st.DataObject
) -> None:
    commands, looks, journal = evening
    done = [each for each in commands if each.outcome == "done"]
    victim = data.draw(st.sampled_from(done))
    end = max(each.answered for each in commands) + 1
    match data.draw(st.sampled_from(("lost", "refused", "doubled", "stale", "made up", "phantom"))):
        case "lost":
            journal = [each for each in journal if each.command != victim.id]
            journal = [each._replace(sequence=number) for number, each in enumerate(journal, 1)]
        case "refused":
            new = replace(victim, outcome="refused", code="stale")
            commands = [new if each is victim else each for each in commands]
        case "doubled":
            again = next(each for each in journal if each.command == victim.id)
            journal = [*journal, again._replace(sequence=len(journal) + 1, deed=1000)]
        case "stale":
            looks = [*looks, Look(500, end, end + 1, 0, Shown(1, "bets"))]
        case "made up":
            looks = [*looks, Look(500, end, end + 1, 0, Shown(1, "bets", frozenset({(1, "ante", 1)})))]
        case "phantom":
            commands = [each for each in commands if each is not victim]
            commands.append(Command(victim.person, "other", {"do": "ready"}, end, end + 1, "done", 0))
    assert faults_of(History("felt", commands, looks), journal, deeds_of(journal)) != []
