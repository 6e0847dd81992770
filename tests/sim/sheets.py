"""Games that nobody deals: a house with most of its rules drawn by lot, and a table of seats at it."""

from __future__ import annotations

import random
from math import comb
from typing import Any

import numpy as np

from pitboss.hands import Category, lowest_value
from pitboss.odds.decisions import RAISE_NUMBER
from pitboss.odds.geometry import rows
from pitboss.odds.plan import Plan, plan_from_value
from pitboss.round import Table, open_table
from pitboss.round.choices import every_wager, wager_fault
from pitboss.round.table import most_need, raises_of
from pitboss.sheet import SheetRefused, houses, load_house
from pitboss.sim import Question, Session, SimSeat

QUALIFIERS = ("jack high", "queen high", "king high", "pair", "Q-6-4", "9-5-4")
TIMES = ("1", "2", '"1/2"')
RESULTS = ("push", "lose", "1 to 1", "3 to 2")
CLAUSE = {
    "pechanga": "PEC-6",
    "atlantic-city": "AC-5",
    "napa-valley": "NAPA-6",
    "shine": "SHINE-4",
    "rivers": "RIV-5",
}


def made_up(rng: random.Random) -> Table:
    """A house with other dealing, showdown, pays, folds, envy and cover, as far as `check` takes it."""
    while True:
        house = rng.choice(houses())
        farther = _farther(rng, house) if rng.random() < 0.7 else {}
        sets = [line for lines in farther.values() for line in lines]
        sets += [each for each in _changes(rng, house, [*farther]) if rng.random() < 0.5]
        sets += _cover(rng, house, [*farther])
        try:
            return open_table(load_house(house, sets))
        except SheetRefused:
            continue


FARTHER = {
    "dealer_plus": ("dealer's hand", ("mini_royal", "three_aces", "straight", "flush", "pair")),
    "double_plus": ("both hands", ("straight_or_better", "flush", "pair", "high_card")),
    "bad_beat": ("beaten hand", ("three_aces", "three_of_a_kind", "straight", "pair", "high_card")),
    "tie": ("equal hands", ("straight_or_better", "flush", "pair", "high_card")),
    "winner": ("winner", ("player_wins", "tie", "dealer_wins")),
    "prime": ("colours", ("six_of_one_colour", "three_of_one_colour")),
    "blind": ("winning hand", ("mini_royal", "straight_flush", "straight_or_better", "pair", "high_card")),
    "lucky_dealer": ("dealer's hand", ("straight_flush", "three_of_a_kind", "pair")),  # a bonus
}


def _farther(rng: random.Random, house: str) -> dict[str, list[str]]:
    """Bets, and a bonus, that look at more than the player's own cards and six cards."""
    sheet, clause = load_house(house), CLAUSE[house]
    found = {}
    for name in rng.sample(list(FARTHER), rng.randint(1, len(FARTHER))):
        judged, lines = FARTHER[name]
        kinds = ["{} to 1", "{} to 3"]
        if name == "lucky_dealer":
            needs = f", needs_play={rng.choice(('true', 'false'))}" if (ante := rng.random() < 0.5) else ""
            on = "ante" if ante else "play"
            placed = f'bonus.{name}={{label="Lucky", clause="{clause}", on="{on}"{needs}}}'
        else:
            kinds += ["{} for 1", "${}.25 for the stake", *(["{} % of the meter"] if sheet.meter else [])]
            does = "stays" if judged == "colours" else rng.choice(("stays", "lose"))
            needs = ""
            if judged == "winning hand":
                does, needs = "lose", ', needs={all=["ante"]}'
            placed = f'wager.{name}={{label="{name}", clause="{clause}"{needs}, fold={{does="{does}"}}}}'
        chosen = rng.sample(lines, rng.randint(1, len(lines)))
        table = ", ".join(f'{line}="{rng.choice(kinds).format(rng.randint(1, 40))}"' for line in chosen)
        pays = f'pays.{name}={{judged="{judged}", lines={{clause="{clause}", {table}}}}}'
        found[name] = [placed, pays]
    return found


def _cover(rng: random.Random, house: str, more: list[str]) -> list[str]:
    """In which order a bank covers all that there is."""
    bank = load_house(house).bank
    if bank is None:
        return []
    order = [*bank.order, *more]
    rng.shuffle(order)
    return [f"bank.cover.order={order}".replace("'", '"')]


def _changes(rng: random.Random, house: str, more: list[str]) -> list[str]:
    sheet, clause = load_house(house), CLAUSE[house]
    below = rng.choice([each.text for each in Category][1:4])
    draw = f'{{when="below",below="{below}",clause="{clause}",stands_clause="{clause}"}}'
    found = [
        f"dealer.shows={rng.randrange(4)}",
        f'dealer.qualifier.hand="{rng.choice(QUALIFIERS)}"',
        f"dealer.draw={draw}",
        f"play.times={rng.choice(TIMES)}",
        f'showdown.equal.ante="{rng.choice(RESULTS)}"',
        f'showdown.equal.play="{rng.choice(RESULTS)}"',
        f'showdown.better.play="{rng.choice(RESULTS[2:])}"',
        *_by_hand(rng, clause),
        "player.draws=true" if rng.random() < 0.5 else _raises(rng, clause),
    ]
    found += [f'wager.{wager}.fold.does="{rng.choice(("lose", "stays"))}"' for wager in sheet.wagers]
    for name, table in sheet.pays.items():
        for column, part in table.columns.items():
            for line in part.lines:
                pay = rng.choice((f"{rng.randint(1, 50)} to 1", "7 to 3", "9 for 1", "$12.34 for the stake"))
                found.append(f'pays.{name}.{column}.{line}="{pay}"')
    if sheet.meter is not None:
        found += [
            'pays.progressive.lines.flush="10 % of the meter"',
            'pays.progressive.lines.straight_flush="33.3 % of the meter"',
        ]
    if sheet.envy is not None:
        found += [
            'envy.lines.flush="$3"',
            f"envy.holder_must_bet={rng.choice(('true', 'false'))}",
            f"envy.folded_holder_counts={rng.choice(('true', 'false'))}",
            f'envy.wager="{rng.choice([*sheet.wagers, *(name for name in more if name != "lucky_dealer")])}"',
        ]
    if sheet.bank is not None:
        found.append("bank.cover.collecting_uses_cover=false")
    return found


def _by_hand(rng: random.Random, clause: str) -> list[str]:
    """A table of Play's own, or none; only together do its two parts make a sheet."""
    if rng.random() < 0.7:
        return []
    lines = ", ".join(
        f'{line}="{rng.randint(1, 9)} to {rng.randint(1, 3)}"' for line in ("flush", "pair", "high_card")
    )
    return [
        f'pays.play={{judged="winning hand", lines={{clause="{clause}", {lines}}}}}',
        'showdown.better.play="by hand"',
    ]


def _raises(rng: random.Random, clause: str) -> str:
    """Some larger Plays, from some hand on."""
    times = sorted(rng.sample(range(3, 11), rng.randint(1, 4)))
    least = rng.choice(("pair", "Q-6-4", "flush", "any"))
    return f'play.raises={{times={times}, from="{least}", clause="{clause}"}}'


def random_plan(rng: random.Random, table: Table) -> Plan:
    """Any plan will do: a cut-off, or one that goes by hand and up cards without sense."""
    if rng.random() < 0.5:
        return plan_from_value(rng.randrange(lowest_value(Category.STRAIGHT)))
    shows = table.sheet.dealer.shows if table.sheet.dealer.shows < 3 else 0
    chance = np.random.default_rng(rng.getrandbits(64))
    actions = 5 if table.sheet.player.draws else 2
    suits = (4,) if table.sheet.player.draws and rng.random() < 0.5 else ()  # of an A-K-Q to be drawn
    chosen = chance.integers(0, actions, (*suits, len(rows()), comb(52, shows)), np.uint8)
    if table.sheet.play.raises is not None:
        times = [RAISE_NUMBER[name] for name in raises_of(table.sheet)]
        may = (rows().value >= table.sheet.play.raises.value)[:, None] & (chance.random(chosen.shape) < 0.7)
        chosen = np.where(may, chance.choice(times, chosen.shape), chosen).astype(np.uint8)
    return Plan(shows, chosen)


def random_question(rng: random.Random) -> Question:
    """A made-up table with some seats, and a stake, a moving meter or sessions where they go."""
    table = made_up(rng)
    seats = []
    for _ in range(rng.choice((1, 2, 3, 7))):
        bets: dict[str, int] = every_wager(table)
        for name in list(bets)[1:]:
            if rng.random() < 0.3:
                bets.pop(name)
        seats.append(SimSeat(_legal(table, bets), random_plan(rng, table), "any"))
    more: dict[str, Any] = {}
    sheet = table.sheet
    if sheet.bank is not None and rng.random() < 0.8:
        more["stake"] = rng.randint(1, 20_000 * len(seats))
    if sheet.meter is not None and rng.random() < 0.6:
        more["meter_mode"] = "moves"
    elif rng.random() < 0.3:
        more["session"] = Session(max(most_need(table, seat.wagers) for seat in seats) * 3, 20)
    return Question(table, tuple(seats), **more)


def _legal(table: Table, bets: dict[str, int]) -> dict[str, int]:
    """The bet without wagers that stand no longer."""
    while True:
        odd = [name for name in bets if wager_fault(table, table.sheet.wagers[name], bets)]
        if not odd:
            return bets
        bets = {name: cents for name, cents in bets.items() if name not in odd}
