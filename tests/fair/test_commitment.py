"""The commitment binds, the seeds have their lengths, and the room owns no luck."""

from __future__ import annotations

import ast
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss import fair
from pitboss.fair import check_commitment, commitment, deck, new_seed, stream

from .checks import SERVER, SHEET
from .independent import with_lengths

Commit = Callable[[str, str, bytes], str]
TEXT, RULES = "round 1", bytes.fromhex(SHEET)


def one_bit_flipped(content: bytes) -> list[bytes]:
    whole = int.from_bytes(content, "big")
    return [(whole ^ 1 << bit).to_bytes(len(content), "big") for bit in range(8 * len(content))]


def check_binding(commit: Commit) -> None:
    """One bit of the rules or of the seed, or one character of the round id, gives another commitment."""
    base = commit(TEXT, SHEET, SERVER)
    assert base == commit(TEXT, SHEET, SERVER), "the commitment is not a function of its fields"
    for other in one_bit_flipped(SERVER):
        assert commit(TEXT, SHEET, other) != base, "a bit of the seed does not count"
    for other in one_bit_flipped(RULES):
        assert commit(TEXT, other.hex(), SERVER) != base, "a bit of the rules does not count"
    for text in ("round 2", "Round 1", "round 1 ", "round", "round 10"):
        assert commit(text, SHEET, SERVER) != base, "the round id does not count"


def test_a_commitment_binds_round_rules_and_seed() -> None:
    check_binding(commitment)


@pytest.mark.parametrize(
    ("commit", "reason"),
    [
        (lambda text, sheet, seed: sha256(with_lengths(seed)).hexdigest(), "rules"),
        (lambda text, sheet, seed: sha256(with_lengths(bytes.fromhex(sheet), seed)).hexdigest(), "round id"),
        (lambda text, sheet, seed: sha256((text + sheet).encode() + seed[:31]).hexdigest(), "seed"),
        (
            lambda text, sheet, seed: sha256(text[:7].encode() + (sheet.encode() + seed)).hexdigest(),
            "round id",
        ),
    ],
    ids=["seed alone", "without the round", "seed cut short", "round cut short"],
)
def test_a_commitment_that_leaves_something_out_is_refused(commit: Commit, reason: str) -> None:
    with pytest.raises(AssertionError, match=f"the {reason} do|of the {reason} do"):
        check_binding(commit)


def test_a_commitment_is_sha_256_of_three_fields_behind_their_lengths() -> None:
    fields = b"\0\0\0\x07round 1" + b"\0\0\0\x20" + RULES + b"\0\0\0\x20" + SERVER
    assert commitment(TEXT, SHEET, SERVER) == sha256(fields).hexdigest()


def test_an_opened_seed_fits_its_own_commitment_only() -> None:
    published = commitment(TEXT, SHEET, SERVER)
    assert check_commitment(published, TEXT, SHEET, SERVER)
    assert not check_commitment(published, "round 2", SHEET, SERVER)
    assert not check_commitment(published, TEXT, "00" * 32, SERVER)
    assert not check_commitment(published, TEXT, SHEET, bytes(32))
    assert not check_commitment("", TEXT, SHEET, SERVER)
    assert not check_commitment(published.upper(), TEXT, SHEET, SERVER)


def test_a_new_seed_is_what_the_source_gave_and_it_is_asked_once() -> None:
    asked = []

    def entropy(count: int) -> bytes:
        asked.append(count)
        return SERVER

    assert new_seed(entropy) == SERVER
    assert asked == [32]


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_server_seed_has_32_bytes(length: int) -> None:
    seed = bytes(length)
    reason = f"A server seed has 32 bytes, not {length}"
    for refused in (
        lambda: new_seed(lambda _: seed),
        lambda: commitment(TEXT, SHEET, seed),
        lambda: check_commitment("", TEXT, SHEET, seed),
        lambda: stream(TEXT, SHEET, seed, {}),
        lambda: deck(TEXT, SHEET, seed, {}),
    ):
        with pytest.raises(ValueError, match=reason):
            refused()


@pytest.mark.parametrize("length", [1, 15, 17, 32])
def test_a_seat_seed_has_16_bytes_or_none(length: int) -> None:
    for refused in (stream, deck):
        with pytest.raises(ValueError, match=f"Seat 4: a seat seed has 16 bytes or none, not {length}"):
            refused(TEXT, SHEET, SERVER, {1: bytes(16), 4: bytes(length)})


@pytest.mark.parametrize(
    "sheet", ["", "3c" * 31, "3c" * 33, "3C" * 32, "3c" * 31 + " 3", "zz" * 32, "٣" * 64]
)
def test_a_sheet_hash_is_64_digits(sheet: str) -> None:
    for refused in (
        lambda: commitment(TEXT, sheet, SERVER),
        lambda: stream(TEXT, sheet, SERVER, {}),
        lambda: deck(TEXT, sheet, SERVER, {}),
    ):
        with pytest.raises(ValueError, match="A sheet hash is 64 digits from 0-9 and a-f"):
            refused()


def test_a_round_needs_an_id() -> None:
    for refused in (
        lambda: commitment("", SHEET, SERVER),
        lambda: stream("", SHEET, SERVER, {}),
        lambda: deck("", SHEET, SERVER, {}),
    ):
        with pytest.raises(ValueError, match="A round needs an id"):
            refused()


def test_a_round_id_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        commitment("\ud800", SHEET, SERVER)


def test_the_room_knows_cards_and_hashes_and_nothing_else() -> None:
    """An auditor reads one file: no luck, no clock, no file, no wire can be in it."""
    allowed = {"__future__", "collections.abc", "hashlib", "hmac", "itertools", "typing"}
    for node in ast.walk(ast.parse(Path(fair.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= allowed
        if isinstance(node, ast.ImportFrom):
            assert node.module in allowed | {"pitboss.cards"}
