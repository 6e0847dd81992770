"""Who has only the documentation can check a receipt, and finds in it what it says can be found."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import fields
from itertools import count
from pathlib import Path
from typing import Any, get_args

import pytest

from pitboss.ledger import open_store
from pitboss.proof import verify
from pitboss.proof.stored_receipts import receipts
from pitboss.round import Decide, EndDeal, RevealDealer, VoidRound, open_table
from pitboss.round.events import Event, PaidMeter
from pitboss.round.settlement import Line, PaidBank, PaidSeat
from pitboss.sheet import houses, load_sheet
from pitboss.sheet.paybooks import PaidBy
from pitboss.table import Bet, CloseTable, OpenRound, Pit, PitCommand, Settle, StartDeal
from tests.proof import docs_verifier
from tests.proof.docs_verifier import Json, Wrong, canonical, check, head_of
from tests.proof.evenings import TWO_UP
from tests.proof.example import example_receipts
from tests.proof.resealed import NEEDS_RULES, ROWS, with_proof
from tests.proof.test_docs import PAGE, PROGRAMS
from tests.web.test_receipts import SHEET

ROOT = Path(__file__).parents[2]
STRANGE: tuple[PitCommand, ...] = (  # settled, void before the deal, closed unused
    *(
        OpenRound(),
        Bet(1, "ann", {"ante": 500}),
        StartDeal(),
        EndDeal(),
        Decide(1, "ann", "play"),
        RevealDealer(),
    ),
    *(
        Settle(),
        OpenRound(),
        Bet(1, "ann", {"ante": 500}),
        VoidRound("cannot go on"),
        OpenRound(),
        CloseTable(),
    ),
)


@pytest.fixture(scope="module")
def told(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[Json]:
    """Receipts of every kind: an evening's, and those of an own sheet with strange letters."""
    file = tmp_path_factory.mktemp("sheet") / "strange.toml"
    file.write_text(SHEET, encoding="utf-8")
    store, ids = open_store(":memory:"), map(str, count())
    pit = Pit(store, lambda size: bytes(range(size)), lambda: 0)
    pit.grant("ann", 100_000, "cashier", next(ids))
    table = pit.open("strange", open_table(load_sheet(file)), "cashier", next(ids))
    for command in STRANGE:
        table.do("ann", next(ids), command)
    more = [*example_receipts("green \u00e9\u2028\U0001f0cf"), *receipts(store)]
    store.close()
    return [json.loads(text) for text in (*texts, *more)]


def test_the_verifier_of_the_documentation_imports_nothing_of_pitboss() -> None:
    for name in ("proof/docs_verifier.py", "fair/independent.py"):
        assert not re.search(r"(import|from) +pitboss", (ROOT / "tests" / name).read_text(encoding="utf-8"))


def test_every_receipt_is_good_for_who_has_only_the_documentation(told: list[Json]) -> None:
    ends = set()
    for receipt in told:
        assert check(canonical(receipt).encode()) == receipt
        kinds = [event["k"] for event in receipt["events"]]
        own = receipt["sheet"]["content"] is not None
        ends.add((receipt["sheet"]["id"], kinds[-1] if kinds else "none", own))
    settled = {(house, own) for house, end, own in ends if end == "settle"}
    assert settled >= {(house, False) for house in houses()} | {("two-up", True), ("rivers", True)}
    assert {end for _, end, _ in ends} == {"settle", "void", "bets", "none"}, "unused with bets, and without"


def test_the_events_have_exactly_the_fields_of_the_page() -> None:
    sections = dict(re.findall(r"^### ([a-z ]+)\n(.*?)(?=^##)", PAGE, flags=re.DOTALL | re.MULTILINE))
    kinds: dict[Any, Any] = {
        "paid seat": PaidSeat,
        "paid line": Line,
        "pay": PaidBy,
        "paid bank": PaidBank,
        "paid meter": PaidMeter,
    }
    for kind in get_args(Event):
        kinds[next(each.default for each in fields(kind) if each.name == "k")] = kind
    listed = {
        name: re.findall(r"^\| `(\w+)` \|", text, flags=re.MULTILINE) for name, text in sections.items()
    }
    for name, kind in kinds.items():
        assert listed[name] == [each.name for each in fields(kind) if each.name != "k"], name
    assert {
        name: set(keys) for name, keys in listed.items() if name in docs_verifier.EVENTS
    } == docs_verifier.EVENTS


def test_the_hash_of_the_rules_covers_what_the_page_says(told: list[Json], tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(PROGRAMS[0], encoding="utf-8")

    def printed(file: Path) -> str:
        words = [sys.executable, str(tmp_path / "rules.py"), str(file)]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()

    hashes = {
        receipt["sheet"]["id"]: receipt["sheet"]["hash"]
        for receipt in told
        if not receipt["sheet"]["content"]
    }
    assert set(hashes) == set(houses())
    for house in sorted(houses()):
        assert printed(ROOT / "src" / "pitboss" / "sheets" / f"{house}.toml") == hashes[house]
    own = {receipt["sheet"]["hash"]: receipt for receipt in told if receipt["sheet"]["content"]}
    assert len(own) == 3
    for hash_, receipt in own.items():
        (tmp_path / "receipt.json").write_text(canonical(receipt), encoding="utf-8")
        assert printed(tmp_path / "receipt.json") == hash_
    assert printed(TWO_UP) in own


# What a new head hides

TABLE = PAGE.partition("| changed, and given a new head | the receipt by itself |\n|---|---|\n")[2].partition(
    "\n\n"
)[0]
DOCUMENTED = dict(row.strip("| ").split(" | ") for row in TABLE.splitlines())


def test_every_row_of_the_page_is_tried() -> None:
    assert list(DOCUMENTED) == list(ROWS)
    assert {text.partition(":")[0] for text in DOCUMENTED.values()} == {"shows it", "hides it"}


@pytest.mark.parametrize("row", ROWS)
def test_what_a_new_head_hides_is_what_the_page_says(told: list[Json], row: str) -> None:
    shows, change, tried = DOCUMENTED[row].startswith("shows"), ROWS[row], 0
    for receipt in told:
        for other in change(receipt) if tried < 12 else ():
            assert canonical(other) != canonical(receipt)
            sealed = with_proof(other, head=head_of(other))
            tried += 1
            assert verify(canonical(sealed)).good is not shows, canonical(sealed)
            if not shows:
                check(canonical(sealed).encode())
            elif change not in NEEDS_RULES:
                with pytest.raises(Wrong):
                    check(canonical(sealed).encode())
    assert tried


@pytest.mark.parametrize("row", ROWS)
def test_without_a_new_head_every_change_shows(told: list[Json], row: str) -> None:
    receipt, other = next((each, other) for each in told for other in ROWS[row](each))
    assert not verify(canonical(other)).good
    with pytest.raises(Wrong):
        check(canonical(other).encode())
    assert head_of(other) != receipt["proof"]["head"], "and so the next receipt shows it, whatever its head"
