"""Which names and passwords are taken, and when two names are one."""

from __future__ import annotations

import pytest
import zxcvbn
from argon2 import PasswordHasher, Type, extract_parameters

from pitboss.house.credentials import ALLOWED, RESERVED, argon2id, fold, name_of, password_text
from pitboss.round import Refusal


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
        ("O'Brien", "O'Brien"),
        ("Nicholas Cage", "Nicholas Cage"),
        ("Mary House", "Mary House"),
        ("O\u2019Brien", "O'Brien"),  # the apostrophe of a phone
        ("Ｏ＇Brien", "O'Brien"),
        ("José María", "José María"),
        ("Jose\u0301  Mari\u0301a ", "José María"),
        ("Anne-Marie", "Anne-Marie"),
        ("Anne\u2011Marie", "Anne-Marie"),  # a hyphen that breaks no line
        ("D'Arcy O'Neil-Núñez Jr.", "D'Arcy O'Neil-Núñez Jr."),
        ("Nguyễn Văn Ân", "Nguyễn Văn Ân"),
        ("Зоря\u02bcна", "Зоря'на"),
        ("李", "李"),
        ("山田\u3000花子", "山田 花子"),
        ("Jo", "Jo"),
        ("J", "J"),
        ("ann\u00a0", "ann"),
    ],
)
def test_names_that_are_taken(typed: str, kept: str) -> None:
    assert name_of(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a" * 25,
        "a" * 100_000,
        "ﷺ" * 20,  # one of them is eighteen letters
        "ann\u200b",  # blanks that do not look like anything
        "ann\u2060",
        "ann\ufeff",
        "ann\u202ebob",  # turns the rest around
        "ann\u2066bob\u2069",
        "O\u200f'Brien",
        "ann\x00",
        "ann\tbob",
        "ann\x85bob",
        "'ann",
        "O\u00b4Brien",  # an accent over nothing
        "李 Ann",
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
        "Ann (2)",  # as the table tells two of one name apart
        "ann/bob",
        "<b>ann",
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
        *("0perator", "0PERATOR1", "0perat0r_7", "adm1n", "Admin1strator", "m0derator", "5upport", "5y5tem"),
        "\u0430\u0501\u043c\u0456\u043f",  # admin, all of it Cyrillic
        "\u043e\u0440\u0435\u0433\u0430\u0442\u043e\u0433",  # operator
        "\u0501\u0435\u0430\u04cf\u0435\u0433",  # dealer
        *("the_operator", "PitbossSupport", "pitboss-help", "my.pitb0ss", "JohnAdmin", "admin_7"),
        *("optimal_bot", "OptimalBot", "mimic.bot", "0ptimalb0t", "Guest09b14", "gue5t_0a1b2", "Guest-anna"),
        *("D e a l e r", "The House", "H0use 2", "The Bank", "0perator 7", "optimal bot", "dea1er"),
        *("The Dealer", "dealer's", "House Bank", "deal'er", "Napa  Valley", "Guest 09b14", "Pit Boss"),
        *("rivers", "R1vers", "Shine", "three-card", "pechanga", "Napa_Valley", "atlantic.city"),
    ],
)
def test_the_houses_own_names_are_refused(name: str) -> None:
    with pytest.raises(Refusal, match="is the house's own, or looks like one of its own") as refused:
        name_of(name)
    assert refused.value.code == "name"


def test_names_that_only_begin_like_the_houses_are_taken() -> None:
    taken = ("Housemartin", "youth", "botany", "guestbook", "player_one", "riverside", "Badminton", "Banks")
    assert [name_of(name) for name in taken] == list(taken)


def test_when_two_names_are_one() -> None:
    same = [
        ("ann", "ANN"),
        ("Straße", "STRASSE"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("ﬁnn", "FINN"),
        ("Zoë", "ZOE\u0308"),
        ("O'Brien", "o\u2019brien"),
        ("José María", " JOSÉ   MARÍA"),
    ]
    assert all(fold(one) == fold(other) for one, other in same)
    assert fold("ann") != fold("ann_")
    assert fold("Zoe") != fold("Zoë")


def test_reserved_names_are_written_as_they_are_compared() -> None:
    assert all(fold(word) == word for word in RESERVED)


@pytest.mark.parametrize(
    "password",
    [
        *("correct horse", "kx7-w9pq", "Пароль старого дома", "🂡🂱🃁🃑🂮🂾🃎🃞", " blanks ", "a\x00b\nc\td\x7f"),
        "ann went to the rivers",
        "the quick brown fox jumps over " * 4,
    ],
)
def test_passwords_that_are_taken(password: str) -> None:
    assert password_text(password, "ann") == password


TOLD = {
    "A password has 8 to 128 characters",
    f"This password is easy to guess: choose {ALLOWED}",
    "This password holds something that is no character",
}


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "8 to 128"),
        ("seven77", "8 to 128"),
        ("ab" * 64 + "c", "8 to 128"),
        ("a" * 1_000_000, "8 to 128"),
        ("e\u0308" * 4, "8 to 128"),  # four letters
        ("password", "easy to guess"),
        ("PassWord1", "easy to guess"),
        ("P@ssw0rd2026", "easy to guess"),
        ("ｐａｓｓｗｏｒｄ", "easy to guess"),
        ("zzzzzzzzzz", "easy to guess"),
        ("ab" * 64, "easy to guess"),
        ("87654321", "easy to guess"),
        ("abcdefghij", "easy to guess"),
        ("qwertyuiop", "easy to guess"),
        ("1qaz2wsx", "easy to guess"),
        ("iloveyou!", "easy to guess"),
        ("Ann.O.Neil", "easy to guess"),
        ("ann.o.neil7", "easy to guess"),
        ("2026ann.o.neil", "easy to guess"),
        ("pitboss99", "easy to guess"),
        ("Rivers2026", "easy to guess"),
        ("Summer2026!", "easy to guess"),
        ("napa-valley", "easy to guess"),
        ("correct\ud800horse", "no character"),
    ],
)
def test_passwords_that_are_refused(password: str, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        password_text(password, "ann.o.neil")
    assert (refused.value.code, refused.value.path) == ("password", "password")
    assert refused.value.text in TOLD, "and nothing of the password"


def test_a_password_is_the_same_on_every_keyboard() -> None:
    assert password_text("Zoe\u0308 of the lake", "ann") == password_text("Zoë of the lake", "ann")


def test_a_password_that_is_made_to_be_weighed_slowly_is_weighed_quickly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The work grows with the possible readings of signs for letters: seconds for 64 of them."""
    weighed = []
    real = zxcvbn.zxcvbn

    def weigh(password: str, user_inputs: list[str]) -> dict[str, object]:
        weighed.append(password)
        return dict(real(password, user_inputs))

    monkeypatch.setattr(zxcvbn, "zxcvbn", weigh)
    password_text("4@8({[<369&#!1|0$5+7%2" * 5, "ann")
    assert [len(each) for each in weighed] == [16]


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
