"""What `verify` says about a receipt, from its text alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.fair import commitment
from pitboss.ledger.deeds import canonical
from pitboss.proof import verify, verify_bytes, verify_file
from tests.proof.mutations import sealed

Receipt = dict[str, Any]
Change = Callable[[Receipt], object]


@pytest.fixture(scope="module")
def settled(texts: list[str]) -> str:
    """The receipt of a settled round with two seats, not the first of its table."""
    return next(
        text
        for text in texts
        if text.count('"k":"settle"')
        and len(json.loads(text)["proof"]["seat_seeds"]) == 2
        and json.loads(text)["proof"]["number"] > 1
        and json.loads(text)["sheet"]["content"] is None
    )


def test_a_good_receipt_says_what_was_checked(settled: str) -> None:
    found = verify(settled)
    data = json.loads(settled)
    assert found.good
    assert found.proof is not None
    assert (found.round, found.house) == (data["round"], data["sheet"]["id"])
    told = " ".join(found.checks)
    for word in ("commitment opens", "deck is the one", "follow from the rules", "seats that bet", "head"):
        assert word in told
    assert verify_bytes(f"{settled}\n".encode()) == found  # a newline at the end is no change


def test_a_receipt_is_judged_by_what_is_in_the_file(texts: list[str], tmp_path: Path) -> None:
    """No database library is even loaded, and nothing is left behind."""
    file = tmp_path / "receipts.jsonl"
    file.write_text("\n".join(texts))
    program = (
        "import sys\n"
        "for name in ('sqlalchemy', 'sqlite3', 'alembic', 'psycopg'): sys.modules[name] = None\n"
        "from pitboss.proof import verify_file\n"
        f"print(verify_file(open({str(file)!r}, 'rb')).receipts)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.stdout, done.stderr) == (f"{len(texts)}\n", "")
    assert list(tmp_path.iterdir()) == [file]


def test_a_practice_round_has_no_proof_and_its_settlement_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "practice.jsonl"
    words = ["play", "shine", "--seed", "oak", "--save", str(file)]
    assert CliRunner().invoke(app, words, input="ante=10\nplay\nq\n").exit_code == 0
    text = file.read_text().splitlines()[0]
    assert str(verify(text).fault).startswith("This round has no proof: its ")
    wrong = text.replace('"profit":1000', '"profit":1001', 1).replace('"profit":-1000', '"profit":-1001', 1)
    assert str(verify(wrong).fault).endswith("(settle) is not what the rules give")


def _change(text: str, change: Change) -> str:
    data = json.loads(text)
    change(data)
    return canonical(data)


def _sealed(text: str, change: Change) -> str:
    data = json.loads(text)
    change(data)
    return sealed(data)


def _event(data: Receipt, kind: str) -> Receipt:
    return next(event for event in data["events"] if event["k"] == kind)


def test_each_fault_has_its_sentence_even_when_the_head_was_made_again(settled: str) -> None:
    data = json.loads(settled)
    number = data["proof"]["number"]
    seat = next(iter(data["proof"]["seat_seeds"]))

    def set_(place: str, value: Any) -> Change:
        return lambda found: found["proof"].update({place: value})

    def seeds(**given: str) -> Change:
        return lambda found: found["proof"]["seat_seeds"].update(given)

    def other_seed(found: Receipt) -> None:
        """A forger with a seed of its own, and a commitment to it."""
        found["proof"]["server_seed"] = "ab" * 32
        found["proof"]["commitment"] = commitment(found["round"], found["sheet"]["hash"], b"\xab" * 32)

    def swap_cards(found: Receipt) -> None:
        deck = _event(found, "deal")["deck"]
        deck[0], deck[51] = deck[51], deck[0]

    def pay_more(found: Receipt) -> None:
        _event(found, "settle")["seats"][0]["net"] += 100

    changes: list[tuple[str, Change]] = [
        ("The commitment does not open", set_("server_seed", "ab" * 32)),
        ("The commitment does not open", set_("commitment", "ab" * 32)),
        ("The deck is not the one", other_seed),
        ("The deck is not the one", swap_cards),
        (
            "The deck is not the one",
            set_("seat_seeds", dict.fromkeys(data["proof"]["seat_seeds"], "ef" * 16)),
        ),
        ("The deck is not the one", lambda found: found["proof"]["seat_seeds"].pop(seat)),
        ("The deck is not the one", seeds(**{"7": "ab" * 16})),
        ("The proof has a seed for the seat '01'", seeds(**{"01": ""})),
        (f"The seed of seat {seat} is not in the digits", seeds(**{seat: "AB" * 16})),
        ("The server seed is not in the digits", set_("server_seed", "ab" * 31)),
        ("The head before it is not in the digits", set_("previous", "AB" * 32)),
        (f"The round is called {data['round']!r}", set_("number", number + 1)),
        (f"The round is called {data['round']!r}", set_("table", "x")),
        ("Rounds are numbered from 1", set_("number", 0)),
        ("The first round of a table follows 64 zeros", set_("previous", "0" * 64)),
        (f"Event {len(data['events'])} (settle) is not what the rules give", pay_more),
        ("The round breaks off before its end", lambda found: found["events"].pop()),
        ("Not a round document: limits.min", lambda found: found["limits"].update({"min": "5"})),
    ]
    for sentence, change in changes:
        fault = verify(_sealed(settled, change)).fault
        assert fault is not None, sentence
        assert fault.startswith(sentence)


def test_what_only_the_head_shows(settled: str) -> None:
    renamed = settled.replace('"player":"ann"', '"player":"eve"')
    assert verify(renamed).fault == "The head is not that of this receipt: something in it was changed"
    assert verify(
        sealed(json.loads(renamed))
    ).good  # and after sealing: only the next receipt, or a kept head
    kept = json.loads(settled)["proof"]["head"]
    assert "cut off or changed" in str(verify_file([sealed(json.loads(renamed))], kept).fault)


def test_the_text_must_be_the_one_that_is_hashed(settled: str) -> None:
    for text in (json.dumps(json.loads(settled)), json.dumps(json.loads(settled), indent=1)):
        assert str(verify(text).fault).startswith("The text is not canonical JSON")
    doubled = settled.replace('"number":', '"number":1,"number":', 1)
    assert verify(doubled).fault == "Not a round document: 'number' is given twice"
    assert "proof" in str(verify(_change(settled, lambda data: data.update({"proof": {}}))).fault)


def test_a_text_of_many_keys_costs_no_more_than_its_length() -> None:
    """Python's own calls do not grow with the keys: nothing asks each key whether the others are like it."""

    def calls(keys: int) -> int:
        counted: list[str] = []
        text = json.dumps({f"k{number}": 0 for number in range(keys)}).encode()
        sys.setprofile(lambda _frame, event, _what: counted.append(event))
        try:
            fault = verify_bytes(text).fault
        finally:
            sys.setprofile(None)
        assert str(fault).startswith("Not a round document: format")
        return len(counted)

    calls(10)
    assert calls(10_000) < calls(100) + 1_000  # what the collector finalises meanwhile is counted, too


def test_seeds_of_seats_that_did_not_bet_show_where_no_deck_was_dealt(texts: list[str]) -> None:
    unused = next(text for text in texts if json.loads(text)["events"][-1]["k"] == "bets")
    assert "The round was closed unused." in verify(unused).checks
    more = _sealed(unused, lambda data: data["proof"]["seat_seeds"].update({"3": "ab" * 16}))
    assert verify(more).fault == "Seats that bet: none; seats with a seed: 3"


def test_anything_at_all_gets_one_sentence(settled: str) -> None:
    """Cut, spliced, drilled: never an exception, never two lines."""
    chance = Random(7)
    raw = settled.encode()
    cases = [b"", b"{}", b"null", b"[]" * 3, b"\xff\xfe", b"\xef\xbb\xbf" + raw, b"[" * 100_000, b"9" * 5000]
    cases += [raw.replace(b'"ante":', b'"ante":' + b"9" * size, 1) for size in (20, 4000, 4290, 5000)]
    cases += [raw.replace(b'"number":', b'"number":' + b"9" * size, 1) for size in (20, 4000, 4290, 5000)]
    cases += [raw.replace(b'"ann"', b'"\\ud800"'), raw.replace(b'"ann"', b'"\\u0000"')]
    for _ in range(500):
        at, size = chance.randrange(len(raw)), chance.choice([1, 1, 2, 40])
        cases.append(raw[:at] + chance.choice([b"", chance.randbytes(size), raw[:size]]) + raw[at + size :])
    for case in cases:
        if case == raw:
            continue
        fault = verify_bytes(case).fault
        assert fault, case[:200]
        assert "\n" not in fault
