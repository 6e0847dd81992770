"""The ids of the law: how many clauses each list has, and which of them are readings."""

from __future__ import annotations

# A reading is there where the sheet is silent or contradicts itself.
LAW: dict[str, tuple[int, tuple[int, ...]]] = {
    "STD": (13, (3, 4, 7, 9, 12, 13)),
    "PEC": (15, (2, 4, 10, 11, 14, 15)),
    "AC": (11, (1, 2, 4, 8)),
    "NAPA": (17, (3, 7, 11, 14, 16)),
    "SHINE": (9, (1, 2, 3, 9)),
    "RIV": (15, (2, 6, 9, 11, 12)),
}
ALL_IDS = [f"{house}-{number}" for house, (count, _) in LAW.items() for number in range(1, count + 1)]
READINGS = [f"{house}-{number}" for house, (_, numbers) in LAW.items() for number in numbers]
