"""Naive settlement: one valid input object of `pitboss settle` in, the output object out."""

from itertools import combinations
from typing import Any

from .hands import category3, category6, queen_high, rank3

Json = dict[str, Any]

# PEC-11: first three, draw. No flush line.
PEC_BONUS_PAT = {"mini_royal": 20, "straight_flush": 5, "three_of_a_kind": 4, "straight": 2}
PEC_BONUS_DRAW = {"mini_royal": 10, "straight_flush": 4, "three_of_a_kind": 3, "straight": 1}
# PEC-12
DOUBLE_SHOT_PAT = {
    "mini_royal": 60,
    "straight_flush": 40,
    "three_of_a_kind": 30,
    "straight": 5,
    "flush": 3,
    "pair": 1,
}
# PEC-13
DOUBLE_SHOT_DRAW = {"mini_royal": 20, "straight_flush": 6, "three_of_a_kind": 4}
# AC-7, SHINE-9, RIV-6
ANTE_BONUS = {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1}
# AC-8
AC_PAIR_PLUS = {
    "mini_royal": 50,
    "straight_flush": 40,
    "three_of_a_kind": 30,
    "straight": 6,
    "flush": 3,
    "pair": 1,
}
# NAPA-9
NAPA_PAIR_PLUS = {
    "mini_royal": 200,
    "straight_flush": 40,
    "three_of_a_kind": 30,
    "straight": 6,
    "flush": 3,
    "pair": 1,
}
# SHINE-9, RIV-7: no mini royal line
PLAIN_PAIR_PLUS = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 3, "pair": 1}
# AC-10, SHINE-9
SIX_CARD_FLUSH_15 = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 50,
    "full_house": 25,
    "flush": 15,
    "straight": 10,
    "three_of_a_kind": 5,
}
# RIV-8
SIX_CARD_FLUSH_20 = {**SIX_CARD_FLUSH_15, "flush": 20}
# RIV-10, "for 1"; the mini royal of spades takes the meter
PROGRESSIVE = {"mini_royal": 500, "straight_flush": 70, "three_of_a_kind": 60, "straight": 6}
METER_RESET = 100_000  # RIV-12


# ---------------------------------------------------------------- lines


def line(
    wager: str, stake: int, result: str, profit: int, returned: int, pays: str | None, clause: str
) -> Json:
    return {
        "id": wager,
        "stake": stake,
        "result": result,
        "profit": profit,
        "returned": returned,
        "pays": pays,
        "clause": clause,
    }


def win(wager: str, stake: int, odds: int, clause: str) -> Json:
    # STD-5: the odds are added, the stake is not profit
    return line(wager, stake, "win", stake * odds, 0, f"{odds} to 1", clause)


def lose(wager: str, stake: int, clause: str) -> Json:
    return line(wager, stake, "lose", -stake, 0, None, clause)


def push(wager: str, stake: int, clause: str) -> Json:
    return line(wager, stake, "push", 0, 0, None, clause)


def bonus(wager: str, amount: int, odds: int, clause: str) -> Json:
    """A bonus line has no stake of its own."""
    return line(wager, 0, "win", amount * odds, 0, f"{odds} to 1", clause)


def odds_for(table: dict[str, int], hand: str) -> int | None:
    if hand not in table and hand in ("mini_royal", "royal_flush"):
        hand = "straight_flush"  # STD-2: a plain straight flush where there is no line for it
    return table.get(hand)


def side_bet(wager: str, stake: int, table: dict[str, int], hand: str, clause: str) -> Json:
    odds = odds_for(table, hand)
    if odds is None:
        return lose(wager, stake, clause)
    return win(wager, stake, odds, clause)


# ---------------------------------------------------------------- the dealer and the comparison


def dealer_plays(dealer: list[str]) -> list[str]:
    """PEC-6: the best three of four (of three: all), in input order; of equal ones the earliest positions."""
    best: list[str] = []
    for three in combinations(dealer, 3):
        if not best or rank3(list(three)) > rank3(best):
            best = list(three)
    return best


def compare(cards: list[str], dealer: list[str]) -> str:
    """PEC-8: the player's result against the dealer."""
    if rank3(cards) > rank3(dealer):
        return "win"
    if rank3(cards) < rank3(dealer):
        return "lose"
    return "push"


def even_money(wager: str, stake: int, result: str, clause: str) -> Json:
    if result == "win":
        return win(wager, stake, 1, clause)
    if result == "lose":
        return lose(wager, stake, clause)
    return push(wager, stake, clause)


def ante_and_play(seat: Json, dealer: list[str], fold: str, unqualified: str, qualified: str) -> list[Json]:
    """The Ante/Play game of Atlantic City, Shine and Rivers; the clauses are the house's."""
    if "ante" not in seat["wagers"]:
        return []  # AC-1, SHINE-1, RIV-4: nothing to decide
    ante = seat["wagers"]["ante"]
    if seat["action"] == "fold":
        return [lose("ante", ante, fold)]
    if not queen_high(dealer):
        return [win("ante", ante, 1, unqualified), push("play", ante, unqualified)]
    result = compare(seat["cards"], dealer)
    return [even_money("ante", ante, result, qualified), even_money("play", ante, result, qualified)]


def ante_bonus(seat: Json, table: dict[str, int], clause: str) -> list[Json]:
    """Whatever the dealer holds, but only where Play was bet. Play = Ante, so the base is the same number."""
    odds = odds_for(table, category3(seat["cards"]))
    if "ante" not in seat["wagers"] or seat["action"] == "fold" or odds is None:
        return []
    return [bonus("ante_bonus", seat["wagers"]["ante"], odds, clause)]


# ---------------------------------------------------------------- the houses, seat by seat


def final_cards(seat: Json) -> list[str]:
    """PEC-3: one discarded, one taken. After a fold and elsewhere, the dealt cards."""
    if seat.get("action") != "draw":
        return list(seat["cards"])
    return [card for card in seat["cards"] if card != seat["discard"]] + [seat["drawn"]]


def pechanga(seat: Json, dealer: list[str]) -> list[Json]:
    ante = seat["wagers"]["ante"]
    shot = seat["wagers"].get("double_shot")
    if seat["action"] == "fold":  # PEC-3
        lines = [lose("ante", ante, "PEC-3")]
        if shot is not None:
            lines.append(lose("double_shot", shot, "PEC-3"))
        return lines

    drew = seat["action"] == "draw"
    final = final_cards(seat)
    hand = category3(final)
    result = compare(final, dealer)  # PEC-7, PEC-8
    clause = "PEC-10" if result == "push" else "PEC-9"
    lines = [even_money("ante", ante, result, clause), even_money("play", ante, result, clause)]

    odds = odds_for(PEC_BONUS_DRAW if drew else PEC_BONUS_PAT, hand)  # PEC-11
    if odds is not None:
        lines.append(bonus("play_bonus", ante, odds, "PEC-11"))

    if shot is not None:
        if not drew:
            lines.append(side_bet("double_shot", shot, DOUBLE_SHOT_PAT, hand, "PEC-12"))
        elif hand not in DOUBLE_SHOT_DRAW and category3(seat["cards"]) == "pair":
            lines.append(win("double_shot", shot, 1, "PEC-14"))  # PEC-14: the pair of the first three
        else:
            lines.append(side_bet("double_shot", shot, DOUBLE_SHOT_DRAW, hand, "PEC-13"))
    return lines


def atlantic_city(seat: Json, dealer: list[str]) -> list[Json]:
    wagers = seat["wagers"]
    hand = category3(seat["cards"])
    lines = ante_and_play(seat, dealer, "AC-4", "AC-5", "AC-6")
    lines += ante_bonus(seat, ANTE_BONUS, "AC-7")
    # AC-4: a fold leaves these in action
    if "pair_plus" in wagers:
        lines.append(side_bet("pair_plus", wagers["pair_plus"], AC_PAIR_PLUS, hand, "AC-8"))
    if "six_card_bonus" in wagers:
        six = category6(seat["cards"] + dealer)
        lines.append(side_bet("six_card_bonus", wagers["six_card_bonus"], SIX_CARD_FLUSH_15, six, "AC-10"))
    return lines


def shine(seat: Json, dealer: list[str], posted: dict[str, dict[str, int]]) -> list[Json]:
    # SHINE-9: a table given in `pays` replaces the whole default table
    wagers = seat["wagers"]
    lines = ante_and_play(seat, dealer, "SHINE-3", "SHINE-4", "SHINE-5")
    lines += ante_bonus(seat, posted.get("ante_bonus", ANTE_BONUS), "SHINE-6")
    # SHINE-3: a fold leaves these in action
    if "pair_xxx" in wagers:
        table = posted.get("pair_xxx", PLAIN_PAIR_PLUS)
        lines.append(side_bet("pair_xxx", wagers["pair_xxx"], table, category3(seat["cards"]), "SHINE-7"))
    if "super_6_bonus" in wagers:
        table = posted.get("super_6_bonus", SIX_CARD_FLUSH_15)
        six = category6(seat["cards"] + dealer)
        lines.append(side_bet("super_6_bonus", wagers["super_6_bonus"], table, six, "SHINE-8"))
    return lines


def progressive(seat: Json, meter: int) -> Json:
    """RIV-10: "for 1", the dollar is never returned, so it comes off the profit."""
    stake = seat["wagers"]["progressive"]
    hand = category3(seat["cards"])
    if hand == "mini_royal" and seat["cards"][0][1] == "s":
        return line("progressive", stake, "win", meter - stake, 0, "100 % of the meter", "RIV-10")
    if hand in PROGRESSIVE:
        odds = PROGRESSIVE[hand]
        return line("progressive", stake, "win", odds * stake - stake, 0, f"{odds} for 1", "RIV-10")
    return lose("progressive", stake, "RIV-10")


def envy_cents(seat: Json, seats: list[Json]) -> int:
    """RIV-11: what the mini royals of the other persons bring this seat, whatever those bet or did."""
    total = 0
    for other in seats:
        same_person = other["seat"] == seat["seat"] or (
            "player" in seat and "player" in other and other["player"] == seat["player"]
        )
        if not same_person and category3(other["cards"]) == "mini_royal":
            total += 10_000 if other["cards"][0][1] == "s" else 2_500
    return total


def rivers(seat: Json, dealer: list[str], seats: list[Json], meter: int) -> list[Json]:
    wagers = seat["wagers"]
    hand = category3(seat["cards"])
    lines = ante_and_play(seat, dealer, "RIV-4", "RIV-5", "RIV-5")
    lines += ante_bonus(seat, ANTE_BONUS, "RIV-6")
    # RIV-9: these stay alive after a fold
    if "pair_plus" in wagers:
        lines.append(side_bet("pair_plus", wagers["pair_plus"], PLAIN_PAIR_PLUS, hand, "RIV-7"))
    if "six_card_bonus" in wagers:
        six = category6(seat["cards"] + dealer)
        lines.append(side_bet("six_card_bonus", wagers["six_card_bonus"], SIX_CARD_FLUSH_20, six, "RIV-8"))
    if "progressive" in wagers:
        lines.append(progressive(seat, meter))
        envy = envy_cents(seat, seats)
        if envy > 0:
            lines.append(line("envy", 0, "win", envy, 0, f"${envy // 100}", "RIV-11"))
    return lines


def napa_outcomes(seat: Json, dealer: list[str]) -> list[tuple[str, int, str, int, str]]:
    """Without the cover: (id, stake, result, odds, clause), in the order of NAPA-11."""
    ante = seat["wagers"]["ante"]
    pair_plus = seat["wagers"].get("pair_plus")
    found: list[tuple[str, int, str, int, str]] = []
    if seat["action"] == "fold":  # NAPA-5: both are lost
        found.append(("ante", ante, "lose", 0, "NAPA-5"))
        if pair_plus is not None:
            found.append(("pair_plus", pair_plus, "lose", 0, "NAPA-5"))
        return found
    if not queen_high(dealer):  # NAPA-6
        found.append(("ante", ante, "win", 1, "NAPA-6"))
        found.append(("play", ante, "returned", 0, "NAPA-6"))
    else:  # NAPA-7
        result = compare(seat["cards"], dealer)
        found.append(("ante", ante, result, 1, "NAPA-7"))
        found.append(("play", ante, result, 1, "NAPA-7"))
    if pair_plus is not None:  # NAPA-9
        odds = odds_for(NAPA_PAIR_PLUS, category3(seat["cards"]))
        if odds is None:
            found.append(("pair_plus", pair_plus, "lose", 0, "NAPA-9"))
        else:
            found.append(("pair_plus", pair_plus, "win", odds, "NAPA-9"))
    return found


def napa_covered(wager: str, stake: int, result: str, odds: int, clause: str, cover: int) -> Json:
    """NAPA-11: the line as far as the cover goes. Its |profit| is what it uses of the cover."""
    if cover == 0:  # every later wager is returned, a push too
        return line(wager, stake, "returned", 0, stake, None, "NAPA-11")
    if result == "returned":  # NAPA-6
        return line(wager, stake, "returned", 0, stake, None, clause)
    if result == "push":  # uses no cover
        return push(wager, stake, clause)
    if result == "lose":
        collected = min(stake, cover)
        if collected < stake:
            clause = "NAPA-11"
        return line(wager, stake, "lose", -collected, stake - collected, None, clause)
    due = stake * odds
    paid = min(due, cover)
    if paid < due:
        clause = "NAPA-11"
    return line(wager, stake, "win", paid, 0, f"{odds} to 1", clause)


def void_lines(seat: Json, clause: str) -> list[Json]:
    """Every wager is returned; a Play only where one was bet."""
    stakes = [("ante", seat["wagers"]["ante"])]
    if seat.get("action") == "play":
        stakes.append(("play", seat["wagers"]["ante"]))
    if "pair_plus" in seat["wagers"]:
        stakes.append(("pair_plus", seat["wagers"]["pair_plus"]))
    return [line(wager, stake, "void", 0, stake, None, clause) for wager, stake in stakes]


def napa_void(data: Json) -> str | None:
    if data.get("exposed", 1) > 1:
        return "NAPA-12"
    if data.get("malfunction", False):
        return "NAPA-13"
    return None


# ---------------------------------------------------------------- the round


def settle(data: Json) -> Json:
    house = data["house"]
    seats = sorted(data["seats"], key=lambda seat: int(seat["seat"]))  # STD-9
    dealer = dealer_plays(data["dealer"])
    meter = data.get("meter", METER_RESET)
    void = napa_void(data) if house == "napa-valley" else None
    cover = data["bank"]["stake"] if house == "napa-valley" else 0

    settled: list[Json] = []
    for seat in seats:
        lines: list[Json] = []
        if house == "pechanga":
            lines = pechanga(seat, dealer)
        elif house == "atlantic-city":
            lines = atlantic_city(seat, dealer)
        elif house == "shine":
            lines = shine(seat, dealer, data.get("pays", {}))
        elif house == "rivers":
            lines = rivers(seat, dealer, seats, meter)
        elif void is not None:  # NAPA-12, NAPA-13
            lines = void_lines(seat, void)
        else:
            for wager, stake, result, odds, clause in napa_outcomes(seat, dealer):
                covered = napa_covered(wager, stake, result, odds, clause, cover)
                cover -= abs(covered["profit"])  # NAPA-11: what is collected does not extend it
                lines.append(covered)
        settled.append(
            {
                "seat": seat["seat"],
                "hand": category3(final_cards(seat)),
                "net": sum(entry["profit"] for entry in lines),
                "lines": lines,
            }
        )

    bank: Json | None = None
    if house == "napa-valley":  # NAPA-10
        net = -sum(seat["net"] for seat in settled)
        bank = {"stake": data["bank"]["stake"], "net": net, "cover_left": cover}

    meters: Json | None = None
    if house == "rivers":  # RIV-12: resets when the 100 % line was paid
        taken = any(entry["pays"] == "100 % of the meter" for seat in settled for entry in seat["lines"])
        meters = {"before": meter, "after": METER_RESET if taken else meter}

    return {
        "house": house,
        "void": void,
        "dealer": {
            "hand": category3(dealer),
            "plays": dealer,
            "qualifies": house == "pechanga" or queen_high(dealer),  # PEC-7
        },
        "seats": settled,
        "bank": bank,
        "meter": meters,
    }
