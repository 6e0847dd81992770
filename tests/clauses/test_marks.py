"""Every clause has a test that carries its id, is marked with it and asserts."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import marked
from .clause_ids import ALL_IDS
from .marked import MarkedTest, marked_tests


@pytest.mark.parametrize("clause", ALL_IDS)
def test_every_clause_has_a_marked_test_that_asserts(clause: str) -> None:
    assert any(clause in test.marks and test.asserts for test in marked_tests())


def test_marks_and_names_carry_the_same_clauses() -> None:
    assert [test.place for test in marked_tests() if test.marks != test.named] == []


def test_no_test_carries_the_id_of_a_clause_that_does_not_exist() -> None:
    assert [test.place for test in marked_tests() if not test.marks <= set(ALL_IDS)] == []


def test_every_marked_test_asserts() -> None:
    assert [test.place for test in marked_tests() if not test.asserts] == []


# What the reading of the marks sees and what it does not let pass.

HELPER = """
def holds(value: object) -> None:
    assert value

def looks(value: object) -> None:
    repr(value)
"""
READ = """
import pytest
from .helper import holds, looks as glances

def itself() -> None:
    glances(1)
    itself()

CASES = [pytest.param(5, marks=pytest.mark.clause("AC-7"), id="AC-7"),
         pytest.param(6, marks=pytest.mark.clause("RIV-6"), id="RIV-6 on the ante")]

@pytest.mark.clause("NAPA-11")
def test_napa_11_asserts() -> None:
    assert 1

@pytest.mark.clause("NAPA-12")
def test_napa_12_by_a_helper() -> None:
    holds(1)

@pytest.mark.clause("NAPA-13")
def test_napa_13_only_looks() -> None:
    glances(1)
    itself()

@pytest.mark.clause("NAPA-14")
def test_napa_14_expects_a_refusal() -> None:
    with pytest.raises(ValueError):
        int("")

@pytest.mark.parametrize("odds", CASES)
def test_ac_7_riv_6_the_bonus(odds: int) -> None:
    assert odds

def test_std_1_without_a_mark() -> None:
    assert 1

@pytest.mark.clause("STD-2")
def test_without_an_id() -> None:
    assert 1
"""


def test_what_is_read_of_a_file_of_tests(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text(HELPER, encoding="utf-8")
    path = tmp_path / "test_read.py"
    path.write_text(READ, encoding="utf-8")

    def read(name: str, marks: set[str], named: set[str], asserts: bool) -> MarkedTest:
        return MarkedTest(path, name, frozenset(marks), frozenset(named), asserts)

    assert list(marked.tests_of(path)) == [
        read("test_napa_11_asserts", {"NAPA-11"}, {"NAPA-11"}, True),
        read("test_napa_12_by_a_helper", {"NAPA-12"}, {"NAPA-12"}, True),
        read("test_napa_13_only_looks", {"NAPA-13"}, {"NAPA-13"}, False),
        read("test_napa_14_expects_a_refusal", {"NAPA-14"}, {"NAPA-14"}, True),
        read("test_ac_7_riv_6_the_bonus", {"AC-7", "RIV-6"}, {"AC-7", "RIV-6"}, True),
        read("test_std_1_without_a_mark", set(), {"STD-1"}, True),
        read("test_without_an_id", {"STD-2"}, set(), True),
    ]
