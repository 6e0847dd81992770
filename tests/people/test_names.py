"""Which names and passwords are taken, and when two names are one."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher, Type, extract_parameters

from pitboss.round import Refusal
from pitboss.web.credentials import COMMON, PASSWORD_LENGTH, RESERVED, argon2id, fold, name_of, password_text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("ann", "ann"),
        ("Ann_O.Neil-7", "Ann_O.Neil-7"),
        ("a" * 24, "a" * 24),
        ("007", "007"),
        ("Ａｎｎ", "Ann"),  # the wide letters of another keyboard
        ("Zoë", "Zoë"),  # an e and two dots after it
        ("Müller", "Müller"),
        ("Ольга", "Ольга"),
        ("さくらサクラ桜", "さくらサクラ桜"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_names_that_are_taken(typed: str, kept: str) -> None:
    assert name_of(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "an",
        "a" * 25,
        "a" * 100_000,
        "ﷺ" * 20,  # one of them is eighteen letters
        "ann bob",
        " ann",
        "ann\u00a0",  # blanks that do not look like one
        "ann\u2003bob",
        "ann\u200b",  # blanks that do not look like anything
        "ann\u2060",
        "ann\ufeff",
        "ann\u202ebob",  # turns the rest around
        "ann\x00",
        "ann\n",
        "ann\x1b[31m",
        "ann\ud800",
        "\u3164\u3164\u3164",  # letters that show nothing
        "ann\u115f",
        "007\ufe0f",  # a mark that shows nothing
        "00\u03087",
        "а" + "nn",  # the first is Cyrillic
        "Αnn",  # Greek
        "ann\u0489",
        "..",
        "...",
        "-ann",
        "_ann",
        ".ann",
        "ann!",
        "ann/bob",
        "<b>ann",
        "ann'--",
        "ann🂡",
        "٠١٢",  # digits of another script
    ],
)
def test_names_that_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        name_of(name)
    assert (refused.value.code, refused.value.path) == ("name", "name")


@pytest.mark.parametrize(
    "name",
    [
        *("operator", "House", "DEALER", "Bot", "Proposition", "you", "guest", "Guest12345"),
        *("Dealer_1", "bot-2", "Ｏperator", "OPERATOR...", "d.e.a.l.e.r"),
    ],
)
def test_the_houses_own_names_are_refused(name: str) -> None:
    with pytest.raises(Refusal, match="is the house's own"):
        name_of(name)


def test_names_that_only_begin_like_the_houses_are_taken() -> None:
    assert [name_of(name) for name in ("Housemartin", "youth", "botany", "guestbook")]


def test_when_two_names_are_one() -> None:
    same = [
        ("ann", "ANN"),
        ("Straße", "STRASSE"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("ﬁnn", "FINN"),
        ("Zoë", "ZOE\u0308"),
    ]
    assert all(fold(one) == fold(other) for one, other in same)
    assert fold("ann") != fold("ann_")
    assert fold("Zoe") != fold("Zoë")


def test_reserved_names_and_common_passwords_are_written_as_they_are_compared() -> None:
    assert all(fold(word) == word for word in (*RESERVED, *COMMON))
    assert all(len(word) >= PASSWORD_LENGTH[0] for word in COMMON)
    assert len(COMMON) > 100


@pytest.mark.parametrize(
    "password",
    ["correct horse", "x7-x7-x7", "Пароль пароль", "🂡🂱🃁🃑🂮🂾🃎🃞", " blanks ", "a\x00b\nc\td\x7f", "ab" * 64],
)
def test_passwords_that_are_taken(password: str) -> None:
    assert password_text(password, "ann") == password


TOLD = {
    "A password has 8 to 128 characters",
    "This password is among the first that a thief tries",
    "This password holds something that is no character",
    "The password is not the name",
}


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "8 to 128"),
        ("seven77", "8 to 128"),
        ("ab" * 64 + "c", "8 to 128"),
        ("a" * 1_000_000, "8 to 128"),
        ("e\u0308" * 4, "8 to 128"),  # four letters
        ("password", "a thief tries"),
        ("PassWord1", "a thief tries"),
        ("ｐａｓｓｗｏｒｄ", "a thief tries"),
        ("zzzzzzzzzz", "a thief tries"),
        ("Ann.O.Neil", "not the name"),
        ("correct\ud800horse", "no character"),
    ],
)
def test_passwords_that_are_refused(password: str, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        password_text(password, "ann.o.neil")
    assert (refused.value.code, refused.value.path) == ("password", "password")
    assert refused.value.text in TOLD, "and nothing of the password"


def test_a_password_is_the_same_on_every_keyboard() -> None:
    assert password_text("Zoe\u0308 Zoe\u0308 Zoe\u0308", "ann") == password_text("Zoë Zoë Zoë", "ann")


def test_the_house_hashes_with_argon2id_and_enough_memory() -> None:
    """OWASP ASVS 5.0: at least 19 MiB and two passes."""
    hashed = argon2id().hash("correct horse")
    used = extract_parameters(hashed)
    assert used.type is Type.ID
    assert used.memory_cost >= 19 * 1024
    assert used.time_cost >= 2
    assert (used.salt_len, used.hash_len) >= (16, 32)
    assert hashed != argon2id().hash("correct horse")
    assert isinstance(argon2id(), PasswordHasher)
