"""What the sheets say, written down a second time and without a line of the product: places in the deck,
which cards a viewer may see, what a fold forfeits, what may be bet and which clause is broken if not.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tests.naive.hands import category3, queen_high

Cards = tuple[str, ...]

SEATS: Final = 7  # STD-9
MICRO: Final = 1_000_000  # micro-cents in a cent
METER_RESET: Final = 100_000 * MICRO  # RIV-12
FED_BY_A_BET: Final = 25 * MICRO  # RIV-12: 25 % of $1
COVER_ORDER: Final = ("ante", "play", "pair_plus")  # NAPA-11

# What a fold loses: PEC-3, AC-4, NAPA-5, SHINE-3, RIV-4 with RIV-9.
FORFEITED: Final[dict[str, set[str]]] = {
    "pechanga": {"ante", "double_shot"},
    "atlantic-city": {"ante"},
    "napa-valley": {"ante", "pair_plus"},
    "shine": {"ante"},
    "rivers": {"ante"},
}
OFFERED: Final = {
    "pechanga": ("ante", "double_shot"),
    "atlantic-city": ("ante", "pair_plus", "six_card_bonus"),
    "napa-valley": ("ante", "pair_plus"),
    "shine": ("ante", "pair_xxx", "super_6_bonus"),
    "rivers": ("ante", "pair_plus", "six_card_bonus", "progressive"),
}
# The clause that is broken by …
NOT_OFFERED: Final = {
    "pechanga": "PEC-15",
    "atlantic-city": "AC-1",
    "napa-valley": "NAPA-2",
    "shine": "SHINE-1",
    "rivers": "RIV-1",
}
LATE_BET: Final = {
    "pechanga": "PEC-1",
    "atlantic-city": "AC-9",
    "napa-valley": "NAPA-2",
    "shine": "SHINE-3",
    "rivers": "RIV-3",
}
WRONG_DECISION: Final = {
    "pechanga": "PEC-3",
    "atlantic-city": "AC-4",
    "napa-valley": "NAPA-5",
    "shine": "SHINE-3",
    "rivers": "RIV-4",
}
EARLY_REVEAL: Final = {
    "pechanga": "PEC-4",
    "atlantic-city": "STD-11",
    "napa-valley": "STD-11",
    "shine": "STD-11",
    "rivers": "STD-11",
}


# Places in the deck (architecture: "The round"); n seats bet, i is the index of one of them in seat order.


def seat_cards(deck: Sequence[str], n: int, i: int) -> Cards:
    return tuple(deck[j * (n + 1) + i] for j in range(3))


def dealer_cards(deck: Sequence[str], n: int) -> Cards:
    return tuple(deck[j * (n + 1) + n] for j in range(3))


def replacement(deck: Sequence[str], n: int, i: int) -> str:
    return deck[3 * n + 3 + i]


def fourth_card(deck: Sequence[str], n: int) -> str:
    return deck[4 * n + 3]


def dealer_draws(house: str, cards: Cards) -> bool:
    """PEC-5, PEC-6: with less than a pair, and nowhere else."""
    return house == "pechanga" and category3(list(cards)) == "high_card"


def away_action(house: str, cards: Cards) -> str:
    """STD-13: queen high or better plays, at Pechanga a pair or better."""
    hand = list(cards)
    plays = category3(hand) != "high_card" if house == "pechanga" else queen_high(hand)
    return "play" if plays else "fold"


# Who may see what


def may_see(
    house: str,
    deck: Sequence[str],
    players: Sequence[str],
    drew: Iterable[int],
    happened: Sequence[str],
    viewer: str | None,
) -> set[str]:
    """The cards that are public or the viewer's own, once events of these kinds have happened.

    `players` are the persons of the seats that bet, in seat order; `drew` the indices of seats that drew.
    """
    if "deal" not in happened:
        return set()
    n = len(players)
    public = happened[-1] in ("reveal", "settle", "void")  # STD-11; a void round is opened, too
    looks = house != "napa-valley" or "up" in happened  # NAPA-4
    drawn = set(drew)
    seen: set[str] = set()
    for i, player in enumerate(players):
        if public or (looks and player == viewer):
            seen.update(seat_cards(deck, n, i))
            if i in drawn:
                seen.add(replacement(deck, n, i))  # PEC-4
    dealer = dealer_cards(deck, n)
    if public:
        seen.update(dealer)
        if "reveal" in happened and dealer_draws(house, dealer):
            seen.add(fourth_card(deck, n))
    elif house == "napa-valley" and "up" in happened:
        seen.add(dealer[2])  # NAPA-3
    return seen


# What may be bet


def consecutive(numbers: Iterable[int]) -> bool:
    """NAPA-14."""
    held = sorted(numbers)
    return held == list(range(held[0], held[0] + len(held))) if held else True


def bet_faults(house: str, low: int, high: int, wagers: Mapping[str, int]) -> set[str]:
    """The clauses that one seat's wagers break; none when they are legal."""
    broken = {NOT_OFFERED[house] for name in wagers if name not in OFFERED[house]}
    return broken | {
        "pechanga": _pechanga,
        "atlantic-city": _atlantic_city,
        "napa-valley": _napa_valley,
        "shine": _shine,
        "rivers": _rivers,
    }[house](low, high, wagers)


def _limits(amount: int, low: int, high: int, step: int, clauses: tuple[str, str, str]) -> set[str]:
    """Clauses broken by an amount below, above, or off the steps."""
    wrong = (amount < low, amount > high, amount % step != 0)
    return {clause for clause, is_wrong in zip(clauses, wrong, strict=True) if is_wrong}


def _positive(wagers: Mapping[str, int], clauses: Mapping[str, str]) -> set[str]:
    return {clause for name, clause in clauses.items() if name in wagers and wagers[name] <= 0}


def _pechanga(low: int, high: int, wagers: Mapping[str, int]) -> set[str]:
    broken = _positive(wagers, {"ante": "PEC-1", "double_shot": "PEC-2"})
    if "ante" not in wagers:
        return {*broken, "PEC-1"}
    broken |= _limits(wagers["ante"], low, high, 100, ("STD-10", "STD-10", "STD-10"))
    if "double_shot" in wagers:
        most = 2 * wagers["ante"]
        broken |= _limits(wagers["double_shot"], 100, most, 100, ("PEC-2", "PEC-2", "PEC-2"))
    return broken


def _atlantic_city(low: int, high: int, wagers: Mapping[str, int]) -> set[str]:
    broken = _positive(wagers, {"ante": "AC-1", "pair_plus": "AC-1", "six_card_bonus": "AC-9"})
    for name in ("ante", "pair_plus"):
        if name in wagers:
            broken |= _limits(wagers[name], low, high, 500, ("STD-10", "STD-10", "AC-2"))
    if "ante" in wagers and "pair_plus" in wagers and wagers["pair_plus"] < wagers["ante"]:
        broken.add("AC-3")
    if "six_card_bonus" in wagers:
        broken |= _limits(wagers["six_card_bonus"], low, high, 100, ("STD-10", "STD-10", "AC-2"))
        if "ante" not in wagers or "pair_plus" not in wagers:
            broken.add("AC-9")
    return broken


def _napa_valley(low: int, high: int, wagers: Mapping[str, int]) -> set[str]:
    broken = _positive(wagers, {"ante": "NAPA-2", "pair_plus": "NAPA-8"})
    if "ante" in wagers:
        broken |= _limits(wagers["ante"], low, high, 100, ("NAPA-2", "NAPA-2", "STD-10"))
    else:
        broken.add("NAPA-2")
    if "pair_plus" in wagers:
        broken |= _limits(wagers["pair_plus"], low, high, 100, ("NAPA-8", "NAPA-8", "STD-10"))
        if wagers["pair_plus"] > wagers.get("ante", 0):
            broken.add("NAPA-8")
    return broken


def _shine(low: int, high: int, wagers: Mapping[str, int]) -> set[str]:
    broken = _positive(wagers, dict.fromkeys(OFFERED["shine"], "SHINE-1"))
    for name in OFFERED["shine"]:
        if name in wagers:
            broken |= _limits(wagers[name], low, high, 100, ("STD-10", "STD-10", "STD-10"))
    return broken


def _rivers(low: int, high: int, wagers: Mapping[str, int]) -> set[str]:
    clauses = {"ante": "RIV-1", "pair_plus": "RIV-1", "six_card_bonus": "RIV-2", "progressive": "RIV-2"}
    broken = _positive(wagers, clauses)
    for name in ("ante", "pair_plus", "six_card_bonus"):
        if name in wagers:
            broken |= _limits(wagers[name], low, high, 100, (clauses[name], "STD-10", "STD-10"))
    if wagers.get("progressive", 100) != 100:
        broken.add("RIV-2")
    if "ante" not in wagers and "pair_plus" not in wagers:
        broken.add("RIV-2")
    return broken
