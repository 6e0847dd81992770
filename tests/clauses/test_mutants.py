"""Every clause has a rule that can be broken, or says why not; `make mutants` breaks them all."""

from __future__ import annotations

import pytest

from torture.mutants import SOURCE, read_mutants

from .clause_ids import ALL_IDS

MUTANTS, WITHOUT = read_mutants()


def test_every_clause_has_a_mutant_or_a_reason_why_not() -> None:
    assert sorted([*MUTANTS, *WITHOUT]) == sorted(ALL_IDS)
    assert all(reason.strip() for reason in WITHOUT.values())


@pytest.mark.parametrize("clause", MUTANTS)
def test_each_mutant_still_breaks_one_place_of_the_source(clause: str) -> None:
    mutant = MUTANTS[clause]
    before = (SOURCE / "pitboss" / mutant.file).read_text(encoding="utf-8")
    assert mutant.broken_text(SOURCE) not in (None, before), f"{mutant.rule!r} in {mutant.file}"
