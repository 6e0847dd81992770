"""The shuffle once more, written from the words of docs/fairness.md; it shares no line with `pitboss.fair`.

It makes the frozen vectors: `python -m tests.fair.independent` writes docs/vectors/shuffle.json anew. HMAC is
built here from SHA-256, the shuffle takes cards out of a shrinking pile, the deal hands them out one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "docs" / "vectors" / "shuffle.json"
ABOUT = (
    "Frozen test vectors of the Pitboss shuffle, explained in docs/fairness.md. Bytes are hexadecimal. "
    "A sheet hash is an input as it stood when the vector was made; the house may have another one today."
)
SORTED_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]

Seats = Sequence[tuple[int, bytes]]  # seat number and seat seed of every seat that bet


@dataclass(frozen=True)
class Question:
    """What a shuffle is made of, and why the case is interesting."""

    case: str
    round: str
    sheet: bytes
    server: bytes
    seats: Seats


def with_lengths(*fields: bytes) -> bytes:
    """Each field behind its length, four bytes with the largest first."""
    out = bytearray()
    for field in fields:
        for place in (24, 16, 8, 0):
            out.append(len(field) >> place & 0xFF)
        out.extend(field)
    return bytes(out)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys that are not longer than a block of 64 bytes."""
    padded = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def commit(question: Question) -> str:
    return sha256(with_lengths(question.round.encode("utf-8"), question.sheet, question.server)).hexdigest()


class Tap:
    """The stream, a byte at a time; it remembers what has flowed."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.blocks: list[bytes] = []
        self.used = 0
        self.bytes = self.flow()

    def flow(self) -> Iterator[int]:
        seeds = [seed for _, seed in sorted(self.question.seats)]
        counter = 0
        while True:
            number = bytes(counter >> place & 0xFF for place in (56, 48, 40, 32, 24, 16, 8, 0))
            message = with_lengths(self.question.round.encode("utf-8"), self.question.sheet, *seeds, number)
            self.blocks.append(hmac_sha256(self.question.server, message))
            for byte in self.blocks[-1]:
                self.used += 1
                yield byte
            counter += 1

    def choose(self, m: int) -> int:
        """One of 0 … m - 1: the byte counts if it lies in the largest multiple of m up to 256."""
        for byte in self.bytes:
            rounds, choice = divmod(byte, m)
            if rounds < 256 // m:
                return choice
        raise AssertionError("the stream has no end")


def shuffle(tap: Tap) -> tuple[list[str], list[int]]:
    """The deck, top card first, and the 51 choices. The last place is filled first."""
    pile, from_the_end, choices = list(SORTED_DECK), [], []
    while len(pile) > 1:
        choice = tap.choose(len(pile))
        choices.append(choice)
        last = pile.pop()
        if choice == len(pile):
            from_the_end.append(last)
        else:
            from_the_end.append(pile[choice])
            pile[choice] = last
    return pile + from_the_end[::-1], choices


def deal(deck: Sequence[str], numbers: Sequence[int]) -> dict[str, Any]:
    """The cards as they leave the deck: three times round, dealer last, then what a draw would get."""
    top = iter(deck)
    hands: dict[int, list[str]] = {number: [] for number in numbers}
    dealer: list[str] = []
    for _ in range(3):
        for number in numbers:
            hands[number].append(next(top))
        dealer.append(next(top))
    replacements = {number: next(top) for number in numbers}
    seats = [
        {"seat": number, "cards": " ".join(hands[number]), "replacement": replacements[number]}
        for number in numbers
    ]
    return {"seats": seats, "dealer": " ".join(dealer), "fourth": next(top)}


def answer(question: Question) -> dict[str, Any]:
    """A question with everything that follows from it."""
    tap = Tap(question)
    deck, choices = shuffle(tap)
    seats = sorted(question.seats)
    return {
        "case": question.case,
        "round": question.round,
        "sheet": question.sheet.hex(),
        "server_seed": question.server.hex(),
        "seats": [{"seat": number, "seed": seed.hex()} for number, seed in seats],
        "commitment": commit(question),
        "stream": [block.hex() for block in tap.blocks],
        "bytes_used": tap.used,
        "choices": " ".join(str(choice) for choice in choices),
        "deck": " ".join(deck),
        "deal": deal(deck, [number for number, _ in seats]),
    }


HOUSES = {  # sheet hashes as they stood when the vectors were made
    "pechanga": "c50c0ef28b403921448089b60c8e12a90404827a0656c425bac5c03ed38635fc",
    "atlantic-city": "3243f378cfa3b40ec7a403f8c1026bbd9dd4b16e96fe29752862e3213f280063",
    "napa-valley": "acba82dabc9a1fdcb45385ae947927585ff3666e0b7317c3aa9e8fe4b2c51ced",
    "shine": "4986b36bc262a3f3abafcd4cfe50d487cb34735bfdfabca0ed302efc507f1e97",
    "rivers": "bb7f9e95b8267710fc208ba9954e76ab4a7372e51e0ea761422ce98342345cf2",
}


def _server(text: str) -> bytes:
    """A server seed that nobody chose: the hash of a text."""
    return sha256(f"server seed of {text}".encode()).digest()


def _seat(text: str) -> bytes:
    return sha256(f"seat seed of {text}".encode()).digest()[:16]


def questions() -> list[Question]:
    """The frozen cases."""
    houses = {name: bytes.fromhex(HOUSES[name]) for name in HOUSES}
    rivers, ann, bob = houses["rivers"], _seat("ann"), _seat("bob")
    room = "5f0c8d0e-6c1b-4a58-9d3a-0f8f1c1e7a11"
    two = Question("two seats at Rivers", room, rivers, _server("two"), [(2, ann), (5, bob)])
    all_seats = [(number, _seat(f"seat {number}")) for number in range(1, 8)]

    def like_two(case: str, round_id: str | None = None, seats: Seats = two.seats) -> Question:
        return Question(case, two.round if round_id is None else round_id, two.sheet, two.server, seats)

    def rare(case: str, text: str) -> Question:
        """Numbered from 1 up until the case was found."""
        return Question(case, f"rare {text}", rivers, _server(text), [(1, ann)])

    return [
        two,
        Question("seven seats at Pechanga", "a7", houses["pechanga"], _server("seven"), all_seats),
        Question("one seat at Atlantic City", "b1", houses["atlantic-city"], _server("one"), [(4, ann)]),
        Question(
            "three seats at Napa Valley, the second with an empty seed",
            "c3",
            houses["napa-valley"],
            _server("three"),
            [(2, ann), (3, b""), (6, bob)],
        ),
        Question("only bots at Shine", "d2", houses["shine"], _server("bots"), [(1, b""), (7, b"")]),
        like_two("the first case with the two seeds changed over", seats=[(2, bob), (5, ann)]),
        like_two("the first case at other seats: the same deck", seats=[(1, ann), (7, bob)]),
        like_two("the first case without the second seat", seats=[(2, ann)]),
        like_two("the first case, the second seat with an empty seed", seats=[(2, ann), (5, b"")]),
        like_two("the first case, the first seat with an empty seed", seats=[(2, b""), (5, ann)]),
        like_two("no seat at all", seats=[]),
        like_two("a round id that is not ASCII", "стол 3 · ronde n° 17 · ♠ 卓"),
        like_two("é as one code point", "caf\u00e9"),
        like_two("é as two code points: no normalisation, another deck", "cafe\u0301"),
        like_two("a round id of 300 bytes: the length needs two of its four bytes", "round " * 50),
        Question(
            "zeros", "round 1", bytes.fromhex("11" * 32), bytes(32), [(2, b"seed of seat two"), (5, b"")]
        ),
        Question("ones", "\x7f", b"\xff" * 32, b"\xff" * 32, [(1, b"\xff" * 16)]),
        rare("the first byte is rejected", "first byte 14"),
        rare("no byte is rejected", "no rejection 1"),
        rare("more than 64 bytes are needed: a third block", "third block 172614"),
    ]


def vectors() -> str:
    """The file as it is frozen: plain ASCII, so that no tool changes a code point."""
    whole = {"scheme": "pitboss-shuffle/1", "about": ABOUT, "cases": [answer(each) for each in questions()]}
    return json.dumps(whole, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(vectors(), encoding="utf-8")
