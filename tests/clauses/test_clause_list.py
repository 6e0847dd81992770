"""The clause list itself: what is printed and what the sheet files say are one list."""

import re
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any

import pytest

from pitboss.sheet import houses, load_house, standard_clauses
from pitboss.sheet.files import house_text
from pitboss.sheet.model import Clause

from .clause_ids import ALL_IDS, READINGS

ROOT = Path(__file__).parents[2]
CLAUSE_ID = re.compile(r"\b(?:STD|PEC|AC|NAPA|SHINE|RIV)-\d+\b")
FILES = ("std", *houses())


@dataclass(frozen=True)
class Printed:
    """A clause as docs/clauses.md prints it."""

    says: str
    reading: str | None


@cache
def printed_clauses() -> dict[str, Printed]:
    """`### ID`, a line of text, and where there is one `> Reading: …`."""
    text = (ROOT / "docs" / "clauses.md").read_text(encoding="utf-8")
    found: dict[str, Printed] = {}
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        body = re.split(r"^#", body, flags=re.MULTILINE)[0]
        lines = [line for line in body.splitlines() if line.strip()]
        readings = [line.removeprefix("> Reading: ") for line in lines if line.startswith("> Reading: ")]
        plain = [line for line in lines if not line.startswith(">")]
        assert name not in found, f"{name} is printed twice"
        assert len(readings) <= 1
        found[name] = Printed(plain[0], readings[0] if readings else None)
    return found


@cache
def kept_clauses() -> dict[str, Clause]:
    """The clauses of the sheet files, STD first."""
    found = dict(standard_clauses())
    for house in houses():
        found |= load_house(house).clauses
    return found


def test_the_list_has_every_clause_of_the_law_in_its_order() -> None:
    assert list(printed_clauses()) == ALL_IDS


def test_the_sheet_files_hold_the_same_clauses() -> None:
    assert sorted(kept_clauses()) == sorted(ALL_IDS)
    for house, name in zip(houses(), ("PEC", "AC", "NAPA", "SHINE", "RIV"), strict=True):
        assert {clause.partition("-")[0] for clause in load_house(house).clauses} == {name}


@pytest.mark.parametrize("clause", ALL_IDS)
def test_the_sheet_file_says_what_is_printed(clause: str) -> None:
    printed, kept = printed_clauses()[clause], kept_clauses()[clause]
    assert (kept.id, kept.says, kept.reading) == (clause, printed.says, printed.reading)


@pytest.mark.parametrize("clause", ALL_IDS)
def test_a_reading_is_there_exactly_where_the_law_marks_one(clause: str) -> None:
    reading = kept_clauses()[clause].reading
    assert bool(reading and reading.strip()) == (clause in READINGS)


@pytest.mark.parametrize("clause", ALL_IDS)
def test_every_clause_says_how_it_is_tested(clause: str) -> None:
    assert kept_clauses()[clause].tested.strip()


@pytest.mark.parametrize("file", FILES)
def test_every_clause_cited_in_a_sheet_file_exists(file: str) -> None:
    cited = set(CLAUSE_ID.findall(house_text(file)))
    assert cited <= set(ALL_IDS)


@pytest.mark.parametrize("house", houses())
def test_a_house_cites_only_its_own_clauses_and_the_common_ones(house: str) -> None:
    own = {clause.partition("-")[0] for clause in load_house(house).clauses}
    cited = {clause.partition("-")[0] for clause in CLAUSE_ID.findall(house_text(house))}
    assert cited <= own | {"STD"}


def test_every_clause_cited_in_the_source_exists() -> None:
    for path in sorted((ROOT / "src").rglob("*.py")):
        cited = set(CLAUSE_ID.findall(path.read_text(encoding="utf-8")))
        assert cited <= set(ALL_IDS), path


# Citations that hardly any refusal and no settled line shows, but the rules do.
EVERYWHERE = {"table.seats_clause": "STD-9", "table.limits.clause": "STD-10", "away.clause": "STD-13"}
CITED: dict[str, dict[str, str]] = {
    "pechanga": {
        "dealer.clause": "STD-11",
        "dealer.qualifier.clause": "PEC-7",
        "player.clause": "PEC-3",
        "player.hands.clause": "STD-9",
        "wager.ante.clause": "PEC-1",
        "wager.double_shot.clause": "PEC-2",
        "play.clause": "PEC-3",
        "bonus.play_bonus.clause": "PEC-11",
    },
    "atlantic-city": {
        "dealer.clause": "STD-11",
        "dealer.qualifier.clause": "AC-5",
        "player.clause": "AC-4",
        "player.hands.clause": "STD-9",
        "wager.ante.clause": "AC-1",
        "wager.pair_plus.clause": "AC-1",
        "wager.pair_plus.fold.clause": "AC-4",
        "wager.six_card_bonus.clause": "AC-9",
        "wager.six_card_bonus.fold.clause": "AC-4",
        "play.clause": "AC-4",
        "bonus.ante_bonus.clause": "AC-7",
    },
    "napa-valley": {
        "dealer.clause": "NAPA-3",
        "dealer.qualifier.clause": "NAPA-6",
        "player.clause": "NAPA-4",
        "player.hands.clause": "NAPA-14",
        "wager.ante.clause": "NAPA-2",
        "wager.pair_plus.clause": "NAPA-8",
        "play.clause": "NAPA-5",
    },
    "shine": {
        "dealer.clause": "STD-11",
        "dealer.qualifier.clause": "SHINE-4",
        "player.clause": "SHINE-3",
        "player.hands.clause": "STD-9",
        "wager.ante.clause": "SHINE-1",
        "wager.pair_xxx.clause": "SHINE-1",
        "wager.pair_xxx.fold.clause": "SHINE-3",
        "wager.super_6_bonus.clause": "SHINE-1",
        "wager.super_6_bonus.fold.clause": "SHINE-3",
        "play.clause": "SHINE-3",
        "bonus.ante_bonus.clause": "SHINE-6",
    },
    "rivers": {
        "dealer.clause": "STD-11",
        "dealer.qualifier.clause": "RIV-5",
        "player.clause": "RIV-4",
        "player.hands.clause": "STD-9",
        "wager.ante.clause": "RIV-1",
        "wager.pair_plus.clause": "RIV-1",
        "wager.pair_plus.fold.clause": "RIV-9",
        "wager.six_card_bonus.clause": "RIV-2",
        "wager.six_card_bonus.fold.clause": "RIV-9",
        "wager.progressive.clause": "RIV-2",
        "wager.progressive.fold.clause": "RIV-9",
        "wager.progressive.sensor.clause": "RIV-15",
        "play.clause": "RIV-4",
        "bonus.ante_bonus.clause": "RIV-6",
    },
}


@pytest.mark.parametrize("house", houses())
def test_a_rule_cites_the_clause_that_says_it(house: str) -> None:
    for key, clause in {**EVERYWHERE, **CITED[house]}.items():
        content: Any = load_house(house).content
        assert reduce(lambda part, name: part[name], key.split("."), content) == clause, key
