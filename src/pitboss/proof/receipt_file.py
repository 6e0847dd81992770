"""A file of receipts: each one judged, and whether they form one unbroken chain for each table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pitboss.proof.receipt_check import Verified, verify, verify_bytes
from pitboss.round.document import Proof


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
