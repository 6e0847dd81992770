"""A made-up house with every kind of bet on the dealer's cards, and a second, plain way to settle them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.sheet import Sheet, load_house
from tests.naive.hands import category3, kind6, rank3

ORDER = (
    *("high_card", "pair", "flush", "straight", "three_of_a_kind", "three_aces"),
    *("straight_flush", "mini_royal"),
)
STAKE = 500

PAYS: Mapping[str, tuple[str, dict[str, int]]] = {
    "dealer_plus": (
        "dealer's hand",
        {"mini_royal": 90, "straight_flush": 40, "three_aces": 35, "straight": 6, "flush": 3, "pair": 1},
    ),
    "double_plus": (
        "both hands",
        {"three_aces_or_better": 900, "three_of_a_kind": 300, "straight": 200, "flush": 60, "pair": 8},
    ),
    "bad_beat": (
        "beaten hand",
        {
            "straight_flush": 5000,
            "three_aces": 800,
            "three_of_a_kind": 500,
            "straight": 50,
            "flush": 30,
            "pair": 9,
        },
    ),
    "tie": ("equal hands", {"pair_or_better": 200, "high_card": 60}),
    "prime": ("colours", {"six_of_one_colour": 4, "three_of_one_colour": 3}),
    "six_bonus": (
        "six cards",
        {
            "six_card_straight_flush": 9000,
            "straight_flush": 300,
            "four_of_a_kind": 40,
            "full_house": 20,
            "flush": 15,
            "straight": 10,
            "three_of_a_kind": 7,
        },
    ),
}


def with_dealer_bets(*more: str, names: Sequence[str] = tuple(PAYS), fold: str = "stays") -> Sheet:
    """Rivers' main game with these bets instead of its own side wagers."""
    return load_house("rivers", [*dealer_bet_sets(names, fold), *more])


def dealer_bet_sets(names: Sequence[str], fold: str = "stays") -> list[str]:
    """What makes Rivers such a house."""
    sets = ["envy=", "meter=", "felt="]
    for name in ("pair_plus", "six_card_bonus", "progressive"):
        sets += [f"wager.{name}=", f"pays.{name}="]
    return sets + added_bets(names, fold)


def added_bets(
    names: Sequence[str], fold: str = "stays", clauses: tuple[str, str] = ("RIV-2", "RIV-7")
) -> list[str]:
    """What adds such bets to a house, with the clauses of its wagers and pays."""
    sets = []
    for name in names:
        judged, lines = PAYS[name]
        does = "stays" if judged == "colours" else fold
        table = ", ".join(f'{key} = "{odds} to 1"' for key, odds in lines.items())
        sets.append(f'wager.{name}={{label="{name}", clause="{clauses[0]}", fold={{does="{does}"}}}}')
        sets.append(f'pays.{name}={{judged="{judged}", lines={{clause="{clauses[1]}", {table}}}}}')
    return sets


def kind3(cards: Sequence[str]) -> str:
    """The category of three cards, three aces apart from other threes."""
    return "three_aces" if all(card[0] == "A" for card in cards) else category3(cards)


def odds_of(lines: Mapping[str, int], hand: str, order: Sequence[str]) -> int | None:
    """The line that a hand stands in: its own, that of the plainer hand that it is, or one for all above."""
    for key, odds in lines.items():
        if key.endswith("_or_better") and order.index(hand) >= order.index(key.removesuffix("_or_better")):
            return odds
    if hand not in lines and hand == "six_card_royal_flush":
        hand = "six_card_straight_flush" if "six_card_straight_flush" in lines else "royal_flush"
    if hand not in lines and hand in ("mini_royal", "royal_flush", "six_card_straight_flush"):
        hand = "straight_flush"
    if hand not in lines and hand == "three_aces":
        hand = "three_of_a_kind"
    return lines.get(hand)


SIX_ORDER = (
    *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house"),
    *("four_of_a_kind", "straight_flush", "six_card_straight_flush", "royal_flush", "six_card_royal_flush"),
)


def profit(
    name: str, cards: Sequence[str], plays: Sequence[str], dealt: Sequence[str], folded: bool = False
) -> int:
    """What a bet of $5 wins or loses: by the sheet above, worked out from the cards."""
    judged, lines = PAYS[name]
    if folded and judged != "colours":
        return -STAKE
    order: Sequence[str] = ORDER
    match judged:
        case "dealer's hand":
            hand: str | None = kind3(plays)
        case "both hands":
            hand = kind3(min(cards, plays, key=rank3))
        case "beaten hand":
            hand = None if rank3(cards) == rank3(plays) else kind3(min(cards, plays, key=rank3))
        case "equal hands":
            hand = kind3(cards) if rank3(cards) == rank3(plays) else None
        case "six cards":
            hand, order = kind6([*cards, *dealt]), SIX_ORDER
        case _:
            red = [card[1] in "dh" for card in (*cards, *dealt)]
            one, every = len(set(red[:3])) == 1, len(set(red)) == 1
            return STAKE * (
                lines["six_of_one_colour"] if every else lines["three_of_one_colour"] if one else -1
            )
    odds = None if hand is None else odds_of(lines, hand, order)
    return -STAKE if odds is None else STAKE * odds
