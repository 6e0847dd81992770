"""Receipts: who gets one and when, what is in it, and that anybody can work it out again."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from sqlalchemy import select

from pitboss.ledger import Store
from pitboss.ledger.schema import rounds
from pitboss.proof import receipt, verify, verify_file
from pitboss.proof.house_audit import audit
from pitboss.proof.stored_receipts import receipts
from pitboss.round import Refusal, document
from pitboss.sheet import load_house
from tests.fair.independent import Question, Tap, commit, shuffle, with_lengths
from tests.proof.evenings import play_evening

PROOF = {"scheme", "table", "number", "commitment", "server_seed", "seat_seeds", "previous", "head"}


def test_an_evening_of_all_houses_verifies(store: Store) -> None:
    evening = play_evening(store, rounds=3, seed=1)
    found = verify_file(receipts(store), evening.tables["pechanga"].standing.stored_table.head)
    assert found.fault is None
    ended = {
        name: table.standing.stored_table.rounds - (table.state is not None)
        for name, table in evening.tables.items()
    }
    assert {table: run.last for table, run in found.runs.items()} == ended
    assert found.receipts == sum(ended.values())
    assert {table: run.head for table, run in found.runs.items()} == {
        name: table.standing.stored_table.head for name, table in evening.tables.items()
    }


def test_one_receipt_is_the_same_as_in_the_export_however_it_is_read(
    evening: Store, texts: list[str]
) -> None:
    assert [receipt(evening, verify(text).round) for text in texts] == texts
    assert list(receipts(evening, most=3)) == texts
    lucky = [text for text in texts if verify(text).round.startswith("lucky:")]
    assert list(receipts(evening, "lucky", most=len(lucky))) == lucky
    assert list(receipts(evening, "lucky", 5, most=2)) == lucky[5:]
    assert list(receipts(evening, "nowhere")) == []


def test_a_receipt_stays_what_the_chain_has_hashed_when_a_house_gets_other_rules(
    evening: Store, texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer Pitboss comes with another sheet of each house, or comes with one that was somebody's own."""
    monkeypatch.setattr(document, "load_house", lambda house: load_house(house, ['about="Another house."']))
    assert list(receipts(evening)) == texts
    assert audit(evening).faults == ()
    monkeypatch.setattr(document, "_ships", lambda sheet: True)
    assert audit(evening).faults == ()
    monkeypatch.setattr(document, "_ships", lambda sheet: False)
    assert audit(evening).faults == ()


def test_an_open_round_has_no_receipt_and_its_seed_stays_secret(evening: Store, texts: list[str]) -> None:
    query = select(rounds.c.id, rounds.c.seed).where(rounds.c.ended.is_(None))
    still_open = evening.read(lambda connection: list(connection.execute(query)))
    assert still_open
    for round_id, seed in still_open:
        with pytest.raises(Refusal, match=f"The round {round_id} is open: its receipt") as refused:
            receipt(evening, round_id)
        assert seed not in str(refused.value)
        assert not any(seed in text or f'"{round_id}"' in text for text in texts)


def test_a_round_that_is_not_there(evening: Store) -> None:
    with pytest.raises(Refusal, match="There is no round 'rivers:999'"):
        receipt(evening, "rivers:999")


def test_every_receipt_worked_out_by_other_code(texts: list[str]) -> None:
    """The commitment and the deck by the second shuffle, the head as docs/receipts.md says it."""
    heads = dict[str, str]()
    for text in texts:
        data = json.loads(text)
        proof = data["proof"]
        assert set(proof) == PROOF
        seats = [(int(seat), bytes.fromhex(seed)) for seat, seed in proof["seat_seeds"].items()]
        question = Question(
            "",
            data["round"],
            bytes.fromhex(data["sheet"]["hash"]),
            bytes.fromhex(proof["server_seed"]),
            sorted(seats),
        )
        assert commit(question) == proof["commitment"]
        for event in data["events"]:
            if event["k"] == "deal":
                assert shuffle(Tap(question))[0] == event["deck"]
                assert event["seats"] == [seat for seat, _ in sorted(seats)]
        assert proof["previous"] == heads.get(proof["table"], "0" * 64)
        unsealed = text.replace(f'"head":"{proof["head"]}"', '"head":""')
        fields = with_lengths(bytes.fromhex(proof["previous"]), unsealed.encode())
        heads[proof["table"]] = proof["head"]
        assert sha256(fields).hexdigest() == proof["head"]


def test_the_evening_has_what_the_other_tests_rely_on(texts: list[str]) -> None:
    ends = [json.loads(text)["events"][-1] for text in texts]
    assert {end["k"] for end in ends} == {"settle", "void", "bets"}  # the last: cleared again, then unused
    paid = [line["by"] for end in ends for seat in end.get("seats", ()) for line in seat["lines"]]
    assert any(each["payer"] == "meter" for by in paid for each in by)
    assert any(int((end.get("meter") or {"after": "0"})["after"]) % 10**6 for end in ends)  # parts of a cent
    assert any(json.loads(text)["sheet"]["content"] for text in texts)
