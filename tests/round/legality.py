"""A second, naive judge of wagers: one function per house, written from the clauses and nothing else.

Each returns every fault of a seat's wagers as (wager, clause); no fault, no refusal. The wager is "" where
the fault is that something is missing altogether. Amounts are cents; limits are the table's.
"""

from collections.abc import Callable, Mapping

Faults = set[tuple[str, str]]
Wagers = Mapping[str, int]


def offered(wagers: Wagers, offers: tuple[str, ...], clause: str) -> Faults:
    return {(wager, clause) for wager in wagers if wager not in offers}


def pechanga(wagers: Wagers, low: int, high: int) -> Faults:
    faults = offered(wagers, ("ante", "double_shot"), "PEC-15")
    if not wagers:
        faults.add(("", "PEC-1"))
    if "ante" not in wagers:
        faults.add(("ante", "PEC-1"))
    else:
        ante = wagers["ante"]
        if ante < low or ante > high or ante % 100 != 0:
            faults.add(("ante", "STD-10"))
        shot = wagers.get("double_shot")
        # PEC-2: any amount above zero up to 2 × Ante, in dollars, whatever the table's limits
        if shot is not None and (shot <= 0 or shot > 2 * ante or shot % 100 != 0):
            faults.add(("double_shot", "PEC-2"))
    return faults


def atlantic_city(wagers: Wagers, low: int, high: int) -> Faults:
    faults = offered(wagers, ("ante", "pair_plus", "six_card_bonus"), "AC-1")
    if not wagers:
        faults.add(("", "AC-1"))
    for wager in ("ante", "pair_plus", "six_card_bonus"):
        if wager in wagers:
            if wagers[wager] < low or wagers[wager] > high:
                faults.add((wager, "STD-10"))
            step = 100 if wager == "six_card_bonus" else 500
            if wagers[wager] % step != 0 or wagers[wager] < step:
                faults.add((wager, "AC-2"))
    if "ante" in wagers and "pair_plus" in wagers and wagers["pair_plus"] < wagers["ante"]:
        faults.add(("pair_plus", "AC-3"))
    if "six_card_bonus" in wagers and not ("ante" in wagers and "pair_plus" in wagers):
        faults.add(("six_card_bonus", "AC-9"))
    return faults


def napa_valley(wagers: Wagers, low: int, high: int) -> Faults:
    faults = offered(wagers, ("ante", "pair_plus"), "NAPA-2")
    if not wagers:
        faults.add(("", "NAPA-2"))
    if "ante" not in wagers or wagers["ante"] < low or wagers["ante"] > high:
        faults.add(("ante", "NAPA-2"))
    if "pair_plus" in wagers:
        plus = wagers["pair_plus"]
        if "ante" not in wagers or plus > wagers["ante"] or plus < low or plus > high:
            faults.add(("pair_plus", "NAPA-8"))
    for wager, amount in wagers.items():
        if amount % 100 != 0:
            faults.add((wager, "STD-10"))
    return faults


def shine(wagers: Wagers, low: int, high: int) -> Faults:
    faults = offered(wagers, ("ante", "pair_xxx", "super_6_bonus"), "SHINE-1")
    if not wagers:
        faults.add(("", "SHINE-1"))
    for wager, amount in wagers.items():
        if amount < low or amount > high or amount % 100 != 0:
            faults.add((wager, "STD-10"))
    return faults


def rivers(wagers: Wagers, low: int, high: int) -> Faults:
    faults = offered(wagers, ("ante", "pair_plus", "six_card_bonus", "progressive"), "RIV-1")
    if not wagers:
        faults.add(("", "RIV-1"))
    regular = "ante" in wagers or "pair_plus" in wagers
    for wager, amount in wagers.items():
        if wager in ("ante", "pair_plus") and amount < low:
            faults.add((wager, "RIV-1"))
        if wager == "six_card_bonus" and (amount < low or not regular):
            faults.add((wager, "RIV-2"))
        if wager == "progressive":
            if amount != 100 or not regular:
                faults.add((wager, "RIV-2"))
        elif amount > high or amount % 100 != 0:
            faults.add((wager, "STD-10"))
    return faults


JUDGES: dict[str, Callable[[Wagers, int, int], Faults]] = {
    "pechanga": pechanga,
    "atlantic-city": atlantic_city,
    "napa-valley": napa_valley,
    "shine": shine,
    "rivers": rivers,
}
