"""Random legal rounds, rare hands heavily over-sampled. The seed alone decides."""

import random
from itertools import combinations, product
from typing import Any

from .hands import DECK, RANKS, SUITS, category3, rank3
from .settlement import settle

Json = dict[str, Any]

HOUSES = ["pechanga", "atlantic-city", "napa-valley", "shine", "rivers"]
SIX_CARD_HOUSES = ["atlantic-city", "shine", "rivers"]

HANDS: dict[str, list[list[str]]] = {}  # every three-card hand, by kind
for _three in combinations(DECK, 3):
    _cards = list(_three)
    HANDS.setdefault(category3(_cards), []).append(_cards)
    if rank3(_cards)[0] == 0:
        HANDS.setdefault(f"{RANKS[rank3(_cards)[1] - 2]} high", []).append(_cards)
    if {_card[0] for _card in _cards} == {"A", "2", "3"}:
        HANDS.setdefault("A-2-3", []).append(_cards)
HANDS["A-2-3 suited"] = [cards for cards in HANDS["A-2-3"] if len({card[1] for card in cards}) == 1]
HANDS["mini royal of spades"] = [["As", "Ks", "Qs"]]
HANDS["Q-3-2"] = [cards for cards in HANDS["Q high"] if rank3(cards) == (0, 12, 3, 2)]
HANDS["J-T-8"] = [cards for cards in HANDS["J high"] if rank3(cards) == (0, 11, 10, 8)]

PLAYER_KINDS = [
    "random",
    "random",
    "random",
    "tie",
    "tie",
    "near tie",
    "mini_royal",
    "mini royal of spades",
    "straight_flush",
    "three_of_a_kind",
    "straight",
    "flush",
    "pair",
    "A-2-3",
    "A-2-3 suited",
    "Q high",
]
DEALER_KINDS = [
    "random",
    "random",
    "random",
    "Q high",
    "Q-3-2",
    "J high",
    "J-T-8",
    "K high",
    "A high",
    "pair",
    "flush",
    "straight",
    "three_of_a_kind",
    "straight_flush",
    "mini_royal",
    "A-2-3",
    "A-2-3 suited",
]
SIX_KINDS = [
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "two trips",
    "three pairs",
    "flush",
    "straight",
    "A-2-3-4-5",
    "three_of_a_kind",
]


class Shoe:
    """The cards not yet used in the round (STD-1)."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.left = list(DECK)

    def take(self, cards: list[str]) -> list[str]:
        for card in cards:
            self.left.remove(card)
        return cards

    def some(self, count: int) -> list[str]:
        return self.take(self.rng.sample(self.left, count))

    def hand(self, kind: str, dealer: list[str]) -> list[str]:
        """Three cards of that kind, or any three where the kind is not to be had. Shuffled."""
        found: list[list[str]] = []
        if kind == "tie":  # the dealer's ranks in other suits
            found = [cards for cards in self.with_ranks(dealer) if rank3(cards) == rank3(dealer)]
        elif kind == "near tie":  # as the dealer's but for one rank
            other = self.rng.choice(RANKS)
            ranks = [card[0] for card in dealer]
            ranks[self.rng.randrange(3)] = other
            found = self.with_ranks(ranks)
        elif kind != "random":
            tries = HANDS[kind] if len(HANDS[kind]) <= 200 else self.rng.sample(HANDS[kind], 50)
            left = set(self.left)
            found = [cards for cards in tries if left.issuperset(cards)]
        if not found:
            return self.some(3)
        cards = self.take(list(self.rng.choice(found)))
        self.rng.shuffle(cards)
        return cards

    def with_ranks(self, ranks: list[str]) -> list[list[str]]:
        choices = [[card for card in self.left if card[0] == rank[0]] for rank in ranks]
        return [list(cards) for cards in product(*choices) if len(set(cards)) == 3]

    def beside(self, kept: list[str], wanted: str | None) -> str | None:
        """A card that makes the two kept cards a hand of the wanted category (None: any)."""
        groups: dict[str, list[str]] = {}
        for card in self.left:
            groups.setdefault(category3([*kept, card]), []).append(card)
        if wanted is None:
            wanted = self.rng.choice(sorted(groups))
        if wanted not in groups:
            return None
        return self.take([self.rng.choice(groups[wanted])])[0]


def six_cards(rng: random.Random, kind: str) -> list[str]:
    """Six cards of that kind, shuffled (rarely they make something better)."""
    a, b, c, d = rng.sample(RANKS, 4)
    suit = rng.choice(SUITS)

    def of(rank: str, count: int) -> list[str]:
        return [rank + s for s in rng.sample(SUITS, count)]

    cards: list[str] = []
    if kind == "royal_flush":
        cards = [rank + suit for rank in "TJQKA"]
    elif kind == "straight_flush":
        low = rng.randrange(9)
        cards = [rank + suit for rank in ("A" + RANKS)[low : low + 5]]
    elif kind == "four_of_a_kind":
        cards = of(a, 4) + of(b, rng.choice([1, 2]))
    elif kind == "full_house":
        cards = of(a, 3) + of(b, 2) + of(c, 1)
    elif kind == "two trips":
        cards = of(a, 3) + of(b, 3)
    elif kind == "three pairs":
        cards = of(a, 2) + of(b, 2) + of(c, 2)
    elif kind == "flush":
        cards = [rank + suit for rank in rng.sample(RANKS, 5)]
    elif kind == "straight":
        low = rng.randrange(10)
        cards = [rank + rng.choice(SUITS) for rank in ("A" + RANKS)[low : low + 5]]
    elif kind == "A-2-3-4-5":
        cards = [rank + rng.choice(SUITS) for rank in "A2345"]
    else:
        cards = of(a, 3) + of(b, 1) + of(c, 1) + of(d, 1)
    while len(cards) < 6:
        cards += [card for card in rng.sample(DECK, 1) if card not in cards]
    rng.shuffle(cards)
    return cards


# ---------------------------------------------------------------- wagers


def amount(rng: random.Random, low: int, high: int, step: int) -> int:
    """Low to high in steps, often an end or a small one."""
    first = -(-low // step)
    last = high // step
    kind = rng.randrange(6)
    if kind == 0:
        return first * step
    if kind == 1:
        return last * step
    if kind == 2:
        return rng.randint(first, last) * step
    return rng.randint(first, min(last, first + 5)) * step


def random_limits(rng: random.Random) -> Json | None:
    """Whole dollars, 0 < min <= max, with a multiple of $5 between (AC-2); defaults by STD-10."""
    kind = rng.randrange(8)
    if kind == 0:
        return {"min": rng.choice([100, 200, 700, 1000, 2500])}
    if kind == 1:
        return {"max": rng.choice([500, 600, 2700, 10_000, 1_000_000])}
    if kind == 2:
        low = rng.randint(1, 30)
        return {"min": low * 100, "max": (low + rng.randint(4, 100)) * 100}
    if kind == 3:
        return {"min": 1500, "max": 1500}
    return None


def random_wagers(rng: random.Random, house: str, low: int, high: int) -> Json:
    wagers: Json = {}
    if house == "pechanga":
        wagers["ante"] = amount(rng, low, high, 100)  # PEC-1
        if rng.random() < 0.75:
            wagers["double_shot"] = amount(rng, 100, 2 * wagers["ante"], 100)  # PEC-2
    elif house == "atlantic-city":
        which = rng.choice(["ante", "pair_plus", "both", "both", "all", "all", "all"])
        if which != "pair_plus":
            wagers["ante"] = amount(rng, low, high, 500)  # AC-2
        if which != "ante":
            wagers["pair_plus"] = amount(rng, wagers.get("ante", low), high, 500)  # AC-2, AC-3
        if which == "all":
            wagers["six_card_bonus"] = amount(rng, low, high, 100)  # AC-9, AC-2
    elif house == "napa-valley":
        wagers["ante"] = amount(rng, low, high, 100)  # NAPA-2
        if rng.random() < 0.7:
            wagers["pair_plus"] = amount(rng, low, wagers["ante"], 100)  # NAPA-8
    elif house == "shine":
        for wager in rng.sample(["ante", "pair_xxx", "super_6_bonus"], rng.choice([1, 2, 3, 3, 3])):
            wagers[wager] = amount(rng, low, high, 100)  # SHINE-1
    else:
        for wager in rng.sample(["ante", "pair_plus"], rng.choice([1, 2, 2])):
            wagers[wager] = amount(rng, low, high, 100)  # RIV-1
        if rng.random() < 0.6:
            wagers["six_card_bonus"] = amount(rng, low, high, 100)  # RIV-2
        if rng.random() < 0.7:
            wagers["progressive"] = 100  # RIV-2
    order = list(wagers)
    rng.shuffle(order)
    return {wager: wagers[wager] for wager in order}


# ---------------------------------------------------------------- people


def give_players(rng: random.Random, house: str, seats: list[Json]) -> None:
    """Some seats get a `player`; one person may have several (NAPA-14: only consecutive numbers)."""
    if house != "napa-valley":
        for seat in seats:
            if rng.random() < 0.4:
                seat["player"] = rng.choice(["a", "b", "Zoë"])
        return
    person = 0
    previous: Json | None = None
    for seat in sorted(seats, key=lambda seat: int(seat["seat"])):
        joins = previous is not None and seat["seat"] == previous["seat"] + 1 and "player" in previous
        if previous is not None and joins and rng.random() < 0.5:
            seat["player"] = previous["player"]
        elif rng.random() < 0.6:
            person += 1
            seat["player"] = f"p{person}"
        previous = seat


# ---------------------------------------------------------------- the houses' extras


def dealer_cards(rng: random.Random, house: str, shoe: Shoe) -> list[str]:
    target = shoe.hand(rng.choice(DEALER_KINDS), [])
    if house != "pechanga":
        return target
    # Make the target the hand that a fourth card completes, where three cards below a pair can come first.
    if rng.random() < 0.7:
        for fourth in list(target):
            kept = [card for card in target if card != fourth]
            off = shoe.beside(kept, "high_card")
            if off is not None:
                first = [*kept, off]
                rng.shuffle(first)
                return [*first, fourth]  # PEC-6
    if category3(target) == "high_card":
        return target + shoe.some(1)  # PEC-6
    return target  # PEC-5


def draw_to(rng: random.Random, shoe: Shoe, seat: Json) -> None:
    """PEC-3: the seat's cards are the first or the final three of a draw, the other three of any category."""
    ours = rng.choice(seat["cards"])
    kept = [card for card in seat["cards"] if card != ours]
    other = shoe.beside(kept, None)
    assert other is not None
    discard, drawn = (ours, other) if rng.random() < 0.4 else (other, ours)
    first = [*kept, discard]
    rng.shuffle(first)
    seat.update(cards=first, action="draw", discard=discard, drawn=drawn)


def random_pays(rng: random.Random) -> Json:
    """SHINE-9: some of the posted tables, odds rising; a line may be missing, a mini royal line added."""
    lines = {
        "ante_bonus": ["straight", "three_of_a_kind", "straight_flush", "mini_royal"],
        "pair_xxx": ["pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal"],
        "super_6_bonus": [
            "three_of_a_kind",
            "straight",
            "flush",
            "full_house",
            "four_of_a_kind",
            "straight_flush",
            "royal_flush",
        ],
    }
    pays: Json = {}
    for table in rng.sample(sorted(lines), rng.randint(1, 3)):
        hands = list(lines[table])
        if "mini_royal" in hands and rng.random() < 0.5:
            hands.remove("mini_royal")
        if rng.random() < 0.3:
            hands.remove(rng.choice([hand for hand in hands if hand != "royal_flush"]))
        odds = 0
        entry: Json = {}
        for hand in hands:
            odds += rng.randint(1, 20)
            entry[hand] = odds
        pays[table] = entry
    return pays


def random_bank(rng: random.Random, data: Json) -> int:
    """NAPA-11: runs out anywhere: exactly after a line, within one, a cent off, or never."""
    bottomless = settle({**data, "bank": {"stake": 10**12}})
    uses: list[int] = [abs(entry["profit"]) for seat in bottomless["seats"] for entry in seat["lines"]]
    total = sum(uses)
    kind = rng.randrange(8)
    if kind == 0:
        return total + rng.randint(1, 100_000)
    if kind == 1:
        return rng.randint(1, 1000)
    upto = rng.randrange(len(uses))
    before = sum(uses[:upto])
    after = before + uses[upto]
    if kind in (2, 3):
        return max(1, after)
    if kind == 4:
        return max(1, after + rng.choice([-1, 1]))
    return max(1, rng.randint(before, after))


# ---------------------------------------------------------------- the round


def random_action(rng: random.Random, house: str) -> str:
    if house == "pechanga":
        return rng.choice(["fold", "play", "play", "draw", "draw", "draw"])
    return rng.choice(["fold", "play", "play", "play"])


def random_round(rng: random.Random, house: str) -> Json:
    shoe = Shoe(rng)
    plain = rng.random() < 0.2  # a plain random deal
    limits = random_limits(rng)
    low = (limits or {}).get("min", 500)  # STD-10
    high = (limits or {}).get("max", 50_000)
    count = rng.choice([1, 1, 2, 2, 3, 4, 5, 6, 7])

    hands: list[list[str]] = []
    if plain:
        dealer = shoe.some(3)
        if house == "pechanga" and category3(dealer) == "high_card":
            dealer += shoe.some(1)
    elif house in SIX_CARD_HOUSES and rng.random() < 0.5:
        six = shoe.take(six_cards(rng, rng.choice(SIX_KINDS)))
        dealer = six[:3]
        hands.append(six[3:])
    else:
        dealer = dealer_cards(rng, house, shoe)
    best = max((list(three) for three in combinations(dealer, 3)), key=rank3)
    kinds = PLAYER_KINDS
    if plain:
        kinds = ["random"]
    elif rng.random() < 0.05:
        kinds = ["mini_royal"]  # as many as there are: all the sums of RIV-11
    while len(hands) < count:
        hands.append(shoe.hand(rng.choice(kinds), best))

    seats: list[Json] = []
    for number, cards in zip(rng.sample(range(1, 8), count), hands, strict=True):
        seat: Json = {"seat": number, "wagers": random_wagers(rng, house, low, high), "cards": cards}
        if "ante" in seat["wagers"]:
            action = random_action(rng, house)
            if action == "draw":
                draw_to(rng, shoe, seat)
            else:
                seat["action"] = action
        seats.append(seat)
    give_players(rng, house, seats)
    rng.shuffle(seats)

    data: Json = {"house": house, "dealer": dealer, "seats": seats}
    if limits is not None:
        data["limits"] = limits
    if house == "rivers" and rng.random() < 0.9:
        data["meter"] = rng.choice([100_000, 100_001, rng.randint(100_000, 5_000_000)])  # RIV-12
    if house == "shine" and rng.random() < 0.3:
        data["pays"] = random_pays(rng)
    if house == "napa-valley":
        data["bank"] = {"stake": random_bank(rng, data)}  # NAPA-10
        void = rng.randrange(20)
        if void in (0, 1):
            data["exposed"] = rng.choice([2, 3])  # NAPA-12
        if void in (1, 2):
            data["malfunction"] = True  # NAPA-13
        if void == 3:
            data["exposed"] = rng.choice([0, 1])  # the usual up card: not void
        if void == 4:
            data["malfunction"] = False
        if void < 3:
            for seat in seats:
                if rng.random() < 0.4:
                    del seat["action"]
    return data
