"""Whether a server can serve: what was looked at, each fact by its key, and which of them fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.table.live_floor import Floor

CLOCK: Final = 5.0  # seconds by which this machine's clock and the database's may differ
DIGITS: Final = 6  # of a second

Fact = bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """What came of writing a row."""

    seconds: float | None = None  # that it took
    clock: float | None = None  # seconds by which the database's clock is ahead of this machine's
    fault: str = ""  # a key
    why: str = ""  # for the log alone


NOT_ASKED: Final = DatabaseFacts()


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must be so."""

    key: str
    ok: bool
    facts: dict[str, Fact]
    why: str = ""  # in words, for the log alone: it may name tables


@dataclass(frozen=True, slots=True)
class Readiness:
    """All that was looked at."""

    checks: tuple[Check, ...]

    @property
    def failed(self) -> list[str]:
        return [each.key for each in self.checks if not each.ok]

    @property
    def why(self) -> str:
        """What the log is told; nothing where the server is ready."""
        return "; ".join(each.why for each in self.checks if not each.ok)

    def as_json(self) -> dict[str, object]:
        """The facts as they are sent: keys and numbers, no table and nobody is named."""
        checks = {each.key: {"ok": each.ok, **each.facts} for each in self.checks}
        return {"ready": not self.failed, "failed": self.failed, "checks": checks}


def readiness_of(floor: Floor, database: DatabaseFacts) -> Readiness:
    """What the floor and the database say at this moment."""
    return Readiness(
        (_open(floor), _database(floor, database), _lease(floor), _clock(database), _tables(floor))
    )


def _open(floor: Floor) -> Check:
    return Check("open", not floor.stopping, {"draining": floor.stopping}, "The house closes")


def _database(floor: Floor, found: DatabaseFacts) -> Check:
    fault, why = found.fault, found.why
    if floor.lost is not None:
        fault, why = "lost", str(floor.lost)
    return Check("database", not fault, {"seconds": _rounded(found.seconds), "fault": fault or None}, why)


def _lease(floor: Floor) -> Check:
    """A server without its lease has no table; one that renews it late is about to lose them."""
    age = 0.0 if floor.leases is None else floor.leases.age()
    facts: dict[str, Fact] = {"age_seconds": _rounded(age)}
    return Check("lease", floor.holds(), facts, "The lease of this server has run out")


def _clock(found: DatabaseFacts) -> Check:
    """A clock that was not seen yet is nobody's fault: the database is, which is looked at by itself."""
    ok = found.clock is None or abs(found.clock) <= CLOCK
    facts: dict[str, Fact] = {"offset_seconds": _rounded(found.clock), "most_seconds": CLOCK}
    return Check("clock", ok, facts, "The clocks of this machine and of the database differ")


def _tables(floor: Floor) -> Check:
    lost, aside = floor.unusable.faults, floor.set_aside
    stuck = sorted(table for table, room in floor.rooms.items() if room.stuck)
    facts: dict[str, Fact] = {
        "here": len(floor.rooms),
        "lost": len(lost),
        "set_aside": len(aside.keys() - lost.keys()),
        "stuck": len(stuck),
    }
    told = []
    if aside:
        told.append(f"Tables are set aside: {', '.join(sorted(aside))}")
    if stuck:
        told.append(f"Tables wait for the database: {', '.join(stuck)}")
    return Check("tables", not told, facts, "; ".join(told))


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, DIGITS)
