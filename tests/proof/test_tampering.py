"""A changed receipt is found out: by itself, or by the receipt after it and by a head that was kept."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from pitboss.proof import verify, verify_file
from tests.proof.mutations import mutants, sealed

MUTATIONS = 10_000  # of receipts; torture/tampering.py makes a million
SEALED = 1_000
BY_ITSELF = ("server_seed", "commitment", "seat_seeds", "deck", "settle", "void", "reveal", "sheet", "round")


def test_ten_thousand_changes_are_found_in_the_receipt_alone(texts: list[str]) -> None:
    chance, found = Random(41), Counter[str]()
    with_rules = [text for text in texts if '"content":{' in text]  # longer: a tenth of the changes
    without = [text for text in texts if text not in with_rules]
    shares = [(without, MUTATIONS * 9 // 10), (with_rules, MUTATIONS // 10)]
    for text, each in ((text, -(-share // len(some))) for some, share in shares for text in some):
        for mutant in mutants(text, chance, each):
            fault = verify(mutant.text).fault
            assert fault, (mutant.how, mutant.path)
            assert "\n" not in fault, fault
            found[mutant.how] += 1
    assert found.total() >= MUTATIONS
    assert min(found.values()) > MUTATIONS // 20  # every kind of change had its share


def test_a_forger_who_seals_the_receipt_again_breaks_the_chain(texts: list[str]) -> None:
    """What the rules cannot show (a name, a bet changed later) the next receipt and a kept head do."""
    chance, by_itself = Random(42), Counter[bool]()
    pairs = [
        (text, after)
        for text, after in pairwise(texts)
        if _table(text) == _table(after) and ('"content":{' not in text or chance.random() < 0.1)
    ]
    while by_itself.total() < SEALED:
        text, after = chance.choice(pairs)
        kept = json.loads(text)["proof"]["head"]
        (mutant,) = mutants(text, chance, 1)
        try:
            forged = sealed(mutant.data)
        except (KeyError, TypeError, ValueError, AttributeError):
            continue  # without its chain fields it cannot be sealed
        if forged == text:  # only the head was changed, and is right again
            continue
        alone = verify(forged)
        by_itself[alone.fault is not None] += 1
        where = "".join(f"{part} " for part in (*mutant.path, *_kinds(mutant.path, text)))
        if any(name in where.split() for name in BY_ITSELF):
            assert alone.fault, (mutant.how, mutant.path)
        assert verify_file([forged, after]).fault, (mutant.how, mutant.path)
        assert verify_file([forged], kept).fault, (mutant.how, mutant.path)
    assert by_itself[True] > by_itself[False] > 0


def _table(text: str) -> str:
    return str(json.loads(text)["proof"]["table"])


def of_table(texts: list[str], table: str) -> list[str]:
    """The receipts of one table."""
    return [text for text in texts if _table(text) == table]


def _kinds(path: tuple[str | int, ...], text: str) -> list[str]:
    """Of which event a place is."""
    if len(path) < 2 or path[0] != "events":
        return []
    return [json.loads(text)["events"][path[1]]["k"]]


@pytest.mark.parametrize("cut", [1, 2, 5])
def test_a_chain_whose_end_was_cut_off_needs_a_kept_head(texts: list[str], cut: int) -> None:
    lucky = of_table(texts, "lucky")
    kept = json.loads(lucky[-1])["proof"]["head"]
    short = lucky[:-cut]
    assert verify_file(short).good  # nothing in the file itself shows it
    fault = verify_file(short, kept).fault
    assert fault is not None
    assert f"is not in this chain, which ends with lucky:{len(short)}" in fault
    assert "cut off" in fault


def test_a_kept_head_that_is_not_the_last(texts: list[str]) -> None:
    lucky = of_table(texts, "lucky")
    proofs = [json.loads(text)["proof"] for text in lucky]
    told = [verify_file(lucky, proofs[at]["head"]).kept for at in (-1, -2, -4)]
    last = len(lucky)
    assert told == [
        f"The kept head is that of round lucky:{last}, the last one.",
        f"The kept head is that of round lucky:{last - 1}, one more follows.",
        f"The kept head is that of round lucky:{last - 3}, 3 more follow.",
    ]
    before = verify_file(lucky[3:], proofs[2]["head"])
    assert before.kept == "The kept head is the one that the first receipt follows."


def test_receipts_left_out_doubled_or_in_another_order(texts: list[str]) -> None:
    lucky = of_table(texts, "lucky")
    one, two, three = lucky[:3]
    assert verify_file([one, three]).fault == (
        "Receipt 2 (lucky:3): After round 1 of table lucky comes number 2, not 3"
    )
    for order in ([one, one], [two, one], [one, two, two], [one, three, two]):
        assert not verify_file(order).good
    assert verify_file([one, three], gaps=True).good  # the receipts of one person
    forged = sealed(json.loads(two.replace('"player":"ann"', '"player":"eve"')))
    for order in ([three, one], [one, one], [forged, three]):
        assert not verify_file(order, gaps=True).good
    assert verify_file([]).fault == "There is no receipt in the file"
