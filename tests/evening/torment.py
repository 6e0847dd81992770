"""Evenings by chance: bots of all kinds, late entries, pauses, removals, restarts; then the books."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import nullcontext
from random import Random

import pytest

from pitboss.evening.commands import BotsAsked, Removing
from pitboss.evening.model import Evening, standings
from pitboss.ledger import Store
from pitboss.ledger.people import Person
from pitboss.proof.house_audit import audit
from pitboss.round import Refusal
from pitboss.sheet import houses
from tests.evening.night import Night, announced, open_night


def torment(store: Store, seed: str, evenings: int) -> Counter[str]:
    """Some evenings one after the other on one store, and a clean audit at the end; what has happened."""
    told: Counter[str] = Counter()
    for number in range(evenings):
        asyncio.run(_one(store, Random(f"torment {seed} {number}"), f"{seed}.{number}.", told))
    found = audit(store)
    assert found.clean, (seed, found.faults[:5])
    for kind in ("chips", "tray", "meter", "escrow", "bank", "proposition"):
        assert found.figures.get(f"micro-cents {kind}", 0) == 0, (seed, kind)
    told["rounds"] += found.figures["rounds settled"]
    return told


async def _one(store: Store, luck: Random, seed: str, told: Counter[str]) -> None:
    kind, house = luck.choice(("freeze_out", "rounds")), luck.choice(houses())
    plan = {**announced(kind, house), "seats": luck.randint(2, 4), "late_until": luck.choice((0, 3))}
    told[f"{kind} at {house}"] += 1
    async with open_night(store, seed) as night:
        host = night.person(f"host {seed}")
        evening = night.announce(host, bots=luck.randint(2, 11), **plan)
        night.begin(evening, host)
        await night.play(evening, rounds=luck.randint(1, 3))
        _disturb(night, evening, host, luck, told)
        off = luck.random() < 0.05
        if off and night.value(evening).phase == "running":
            night.do(evening, "call_off", host)
            told["called off"] += 1
        if luck.random() < 0.7:
            await night.play(evening)
    async with open_night(store, f"{seed}again") as night:  # a restart in the middle, or after the end
        told["restarts in the middle"] += night.value(evening).phase == "running"
        await night.play(evening)
        check_places(night.value(evening))


def _disturb(night: Night, evening: str, host: Person, luck: Random, told: Counter[str]) -> None:
    value = night.value(evening)
    if value.phase != "running":
        return
    if luck.random() < 0.3:
        late = value.round > value.plan.late_until
        with pytest.raises(Refusal) if late else nullcontext():
            night.evenings.add_bots(evening, BotsAsked(id=night.id(), bots=luck.randint(1, 3)), host)
        told["refused late entries" if late else "late entries"] += 1
    if luck.random() < 0.3:
        person = luck.choice(value.playing).id
        night.evenings.remove(evening, Removing(id=night.id(), person=person), host)
        told["removed"] += 1
    if luck.random() < 0.3:
        night.do(evening, "pause", host)
        night.do(evening, "resume", host)
        told["pauses"] += 1


def check_places(evening: Evening) -> None:
    """Places are a permutation with ties: each is shared by as many as the next ones are left out."""
    found = standings(evening)
    places = [each.place for each in found]
    assert places == sorted(places)
    for each in found:
        better = sum(other < each.place for other in places)
        assert each.place == better + 1
        assert each.tied == (places.count(each.place) > 1)
    assert evening.phase in ("ended", "called_off")
