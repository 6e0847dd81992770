"""Whether receipts are true: a pure function of their bytes. It asks no database, no table and no clock.

One receipt is judged by nothing but its own text; of a file of them each is judged, and whether they form one
unbroken chain for each table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from pitboss.canonical import START
from pitboss.cards import texts_of
from pitboss.fair import SEAT_SEED_BYTES, SERVER_SEED_BYTES, check_commitment, deck
from pitboss.round.document import (
    NotADocument,
    Proof,
    RoundDocument,
    dump_document,
    head_of,
    load_round,
    parse_round,
)
from pitboss.round.events import CardsDealt
from pitboss.round.state import Round
from pitboss.text import all_of

_HASH: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SERVER_SEED: Final = re.compile(rf"[0-9a-f]{{{2 * SERVER_SEED_BYTES}}}", re.ASCII)
_SEAT: Final = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)
_SEAT_SEED: Final = re.compile(rf"([0-9a-f]{{{2 * SEAT_SEED_BYTES}}})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found: sentences about what is right and, where something is wrong, one about that."""

    round: str = ""
    house: str = ""
    proof: Proof | None = None
    checks: tuple[str, ...] = ()
    fault: str | None = None

    @property
    def good(self) -> bool:
        return self.fault is None


class _Wrong(Exception):
    """A check that failed, in one sentence."""


def verify(text: str) -> Verified:
    """Judges the text of a receipt.

    >>> from pitboss import verify
    >>> verify("{}").good
    False
    """
    return verify_bytes(text.encode("utf-8", "surrogatepass"))


def verify_bytes(data: bytes) -> Verified:
    """Judges a receipt: seeds, deck, every event, the settlement, its place in the chain.

    Blanks around it do not count; every other byte does, for the chain has hashed them.
    """
    try:
        document = parse_round(data.decode("utf-8"))
    except UnicodeDecodeError:
        return Verified(fault="Not a round document: it is not UTF-8 text")
    except NotADocument as fault:
        return Verified(fault=str(fault))
    found = Verified(document.round, document.sheet.id, document.proof)
    done: list[str] = []
    try:
        for sentence in _checks(data, document):
            done.append(sentence)  # noqa: PERF402 - those before a fault are kept
    except (_Wrong, NotADocument) as fault:
        return replace(found, checks=tuple(done), fault=str(fault))
    except ValueError:  # thousands of digits are read and cannot be written
        fault_ = "Not a round document: a number in it is too long to reckon with"
        return replace(found, checks=tuple(done), fault=fault_)
    return replace(found, checks=tuple(done))


def _checks(data: bytes, document: RoundDocument) -> Iterator[str]:
    """Says what is right, one sentence after the other, until something is wrong."""
    yield _written(data, document)
    proof = document.proof
    if proof is None:
        load_round(document)
        follow = f"its {_events(document)} from the rules"
        raise _Wrong(f"This round has no proof: {follow}, but nothing shows where its cards came from")
    yield _named(document, proof)
    yield _opened(document, proof)
    yield _dealt(document, proof)
    state, _ = load_round(document)
    if document.events:
        rules = f"from the rules of {state.table.sheet.name}"
        yield f"Its {_events(document)} {rules}, to the last cent."
    yield _seeded(state, proof)
    yield _ended(state)
    yield _chained(data.strip().decode(), proof)


def _events(document: RoundDocument) -> str:
    count = len(document.events)
    return "one event follows" if count == 1 else f"{count} events follow"


def _written(data: bytes, document: RoundDocument) -> str:
    if data.strip() != dump_document(document).encode():
        raise _Wrong(
            "The text is not canonical JSON (RFC 8785: sorted keys, no blanks): another program wrote or"
            " changed it"
        )
    return "The text is complete, and written as Pitboss writes it."


def _named(document: RoundDocument, proof: Proof) -> str:
    if proof.number < 1:
        raise _Wrong(f"Rounds are numbered from 1; this one is said to be number {proof.number}")
    if document.round != f"{proof.table}:{proof.number}":
        raise _Wrong(
            f"The round is called {_short(document.round)!r}, and number {proof.number} of"
            f" table {_short(proof.table)!r} has another name"
        )
    for name, value, form in (
        ("commitment", proof.commitment, _HASH),
        ("server seed", proof.server_seed, _SERVER_SEED),
        ("head before it", proof.previous, _HASH),
        ("head", proof.head, _HASH),
        *((f"seed of seat {seat}", seed, _SEAT_SEED) for seat, seed in proof.seat_seeds.items()),
    ):
        if not form.fullmatch(value):
            raise _Wrong(f"The {_short(name)} is not in the digits 0-9 and a-f, or not of its length")
    return f"It is round {proof.number} of table {proof.table}."


def _opened(document: RoundDocument, proof: Proof) -> str:
    seed = bytes.fromhex(proof.server_seed)
    if not _HASH.fullmatch(document.sheet.hash):
        raise _Wrong("The hash of the rules is not 64 digits from 0-9 and a-f")
    if not check_commitment(proof.commitment, document.round, document.sheet.hash, seed):
        raise _Wrong("The commitment does not open: it is not that of this server seed, round and rules")
    return "The commitment opens: it is that of this server seed, round and rules."


def _dealt(document: RoundDocument, proof: Proof) -> str:
    dealt = next((event for event in document.events if isinstance(event, CardsDealt)), None)
    if dealt is None:
        return "No card was dealt."
    seeds = {_seat(name): bytes.fromhex(seed) for name, seed in proof.seat_seeds.items()}
    cards = deck(document.round, document.sheet.hash, bytes.fromhex(proof.server_seed), seeds)
    if dealt.deck != texts_of(cards):
        raise _Wrong("The deck is not the one that the server seed and the seats' seeds make")
    return "The deck is the one that the server seed and the seats' seeds make."


def _seat(name: str) -> int:
    if not _SEAT.fullmatch(name):
        raise _Wrong(f"The proof has a seed for the seat {_short(name)!r}, and seats have numbers")
    return int(name)


def _seeded(state: Round, proof: Proof) -> str:
    bet = [str(seat.number) for seat in state.seats]
    if sorted(bet) != sorted(proof.seat_seeds):
        given = all_of(sorted(proof.seat_seeds)) if proof.seat_seeds else "none"
        raise _Wrong(f"Seats that bet: {all_of(bet) if bet else 'none'}; seats with a seed: {_short(given)}")
    if not bet:
        return "Nobody bet, and no seat has a seed."
    gave = [seat for seat in bet if proof.seat_seeds[seat]]
    bots = [str(seat.number) for seat in state.seats if seat.player.startswith("bot:")]
    idle = [seat for seat in bots if seat not in gave]
    rest = [seat for seat in bet if seat not in (*gave, *bots)]
    told = (
        (gave, "", "a seed" if len(gave) == 1 else "seeds"),
        (idle, " (a bot)" if len(idle) == 1 else " (bots)", "none"),
        (rest, "", "none"),
    )
    parts = [f"{_seats(seats)}{what} gave {given}" for seats, what, given in told if seats]
    return f"Exactly the seats that bet are in the shuffle: {'; '.join(parts)}."


def _seats(numbers: list[str]) -> str:
    return f"seat{'s' if len(numbers) > 1 else ''} {all_of(numbers)}"


def _ended(state: Round) -> str:
    if state.ended is not None:
        return "The round was settled." if state.phase == "settled" else "The round was void."
    if state.seats or state.bank or state.deck:
        raise _Wrong("The round breaks off before its end: there are bets, and no settlement")
    return "The round was closed unused."


def _chained(text: str, proof: Proof) -> str:
    if (proof.number == 1) != (proof.previous == START):
        raise _Wrong("The first round of a table follows 64 zeros, and no other round does")
    if head_of(text, proof) != proof.head:
        raise _Wrong("The head is not that of this receipt: something in it was changed")
    return "The head is that of this receipt and of the head before it."


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


# A file of receipts


@dataclass(frozen=True, slots=True)
class Run:
    """The receipts of one table in a file: the first and last round, and the head after the last."""

    first: int
    last: int
    head: str


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """What was found in a file of receipts."""

    receipts: int = 0  # good ones
    runs: dict[str, Run] = field(default_factory=dict)  # table -> its part of the chain
    only: Verified | None = None  # the receipt, when there is just one
    kept: str | None = None  # where the kept head was found
    fault: str | None = None

    @property
    def good(self) -> bool:
        return self.fault is None


def verify_file(texts: Iterable[str | bytes], kept: str | None = None, *, gaps: bool = False) -> VerifiedFile:
    """Judges receipts one after the other. `kept` is a head from before: it must be in their chain.

    With `gaps` rounds may be left out, as in the receipts of one person; those that meet must still fit.
    Nothing is remembered of a receipt but its table, number and head, so a file may be of any length.
    """
    runs: dict[str, Run] = {}
    place: Proof | None = None  # the round whose head was kept
    before = False  # whether the kept head is what the first receipt follows
    count, only = 0, None
    for count, text in enumerate(texts, 1):
        found = verify_bytes(text) if isinstance(text, bytes) else verify(text)
        only = found if count == 1 else None
        fault = found.fault or _out_of_chain(runs, found.proof, gaps)
        if fault or found.proof is None:
            where = f"Receipt {count}" + (f" ({found.round[:60]})" if found.round else "")
            return VerifiedFile(count - 1, runs, only, fault=fault if count == 1 else f"{where}: {fault}")
        proof = found.proof
        run = runs.get(proof.table)
        runs[proof.table] = Run(run.first if run else proof.number, proof.number, proof.head)
        if proof.head == kept:
            place = proof
        elif run is None and proof.previous == kept:
            before = True
    result = VerifiedFile(count, runs, only)
    if not count:
        return replace(result, fault="There is no receipt in the file")
    if kept is None:
        return result
    if place is not None:
        return replace(result, kept=_found(place, runs[place.table]))
    if before:
        return replace(result, kept="The kept head is the one that the first receipt follows.")
    return replace(result, fault=_cut_off(kept, runs))


def _out_of_chain(runs: dict[str, Run], proof: Proof | None, gaps: bool) -> str | None:
    if proof is None or proof.table not in runs:
        return None
    run = runs[proof.table]
    if gaps and proof.number > run.last + 1:
        return None
    if proof.number != run.last + 1:
        return (
            f"After round {run.last} of table {proof.table} comes number {run.last + 1}, not {proof.number}"
        )
    if proof.previous != run.head:
        return f"It does not follow the round before it: {proof.table}:{run.last} has another head"
    return None


def _found(place: Proof, run: Run) -> str:
    more = run.last - place.number
    after = "the last one" if not more else f"{more} more follow" if more > 1 else "one more follows"
    return f"The kept head is that of round {place.table}:{place.number}, {after}."


def _cut_off(kept: str, runs: dict[str, Run]) -> str:
    """Nothing in a file shows that its end is missing; a head that was kept does."""
    ends = ", ".join(f"{table}:{run.last}" for table, run in sorted(runs.items())[:3])
    return (
        f"The kept head {kept[:12]}… is not in this chain, which ends with {ends}:"
        " the rounds that led to it were cut off or changed"
    )
