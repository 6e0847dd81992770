"""A what-if as a whole: every wager with its figures and linear form, houses side by side, files to keep."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Final, Literal, NamedTuple

import tomli_w

from pitboss.hands import hand_words
from pitboss.lab.explorer import Explained, explained
from pitboss.lab.figures import (
    RefusedWager,
    SimulatedWager,
    every_price,
    in_time,
    quick_prices,
    simulated_wagers,
    stand_ins,
)
from pitboss.lab.rule_changes import Knob, WhatIf, chooser_of, game_of, knobs, table_title
from pitboss.money import Cents, dollars
from pitboss.odds import Chooser, Game, Price, optimal
from pitboss.odds.explain import bet_words
from pitboss.odds.house_prices import Folk, folk_strategies, with_nothing_up
from pitboss.odds.outcomes import Outcomes
from pitboss.odds.sessions import session
from pitboss.report.notes import notes_of
from pitboss.round import Refusal, open_table
from pitboss.round.settlement import ActionId, looks_at
from pitboss.round.table import play_stake
from pitboss.sheet import Sheet, load_house
from pitboss.sheet.model import Column, in_order
from pitboss.sheet.pays import ForOne, Pay, ToOne
from pitboss.text import all_of, one_of, write_rows


@dataclass(frozen=True, slots=True)
class CountedLine:
    """A pay line as printed, and how often it counts."""

    key: str  # as an override names it
    table: str
    column: Column
    title: str  # of the table and its column
    label: str
    count: str
    pay: str
    odds: str  # that it pays; of a line in cash or of the meter, which cannot be moved, 0
    kind: Literal["to", "for"]
    clause: str


@dataclass(frozen=True, slots=True)
class Linear:
    """The mean of one wager as a sum over its pay lines, and whether the sum stays right when odds move."""

    linear: bool
    why: str
    outcomes: str
    constant: str  # with the lines in cash and of the meter
    exact_on: Cents | None  # odds leave no part of a cent when their denominator divides this; None: any odds
    lines: tuple[CountedLine, ...]
    fixed: tuple[CountedLine, ...]


Where = tuple[str, str, str]  # table, column, line


class _Place(NamedTuple):
    """A pay line of the sheet."""

    table: str
    column: Column
    line: str
    pay: Pay


def linear_form(
    game: Game, wager: str, strategy: Chooser = optimal, outcomes: Outcomes | None = None
) -> Linear:
    """The linear form of a wager as it is priced; its outcome classes may be given where they are known.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> form = linear_form(Game(open_table(load_house("rivers"))), "pair_plus")
    >>> form.constant, form.outcomes, [(line.count, line.odds) for line in form.lines]
    ('-16440', '22100', [('48', '40'), ('52', '30'), ('720', '6'), ('1096', '3'), ('3744', '1')])
    """
    outcomes = outcomes or game.outcomes(wager, strategy)
    stake = outcomes.wagers[wager]
    places = {(place.table, place.column, place.line): place for place in _places(game, wager)}
    counts: dict[Where, Fraction] = dict.fromkeys(places, Fraction(0))
    total = outcomes.others * outcomes.number / stake
    for end in outcomes.classes:
        total += Fraction(end.envy * end.number, stake)
        for line in game.lines_of(outcomes.wagers, end):
            if wager not in ("ante", line.id):
                continue
            total += Fraction(line.profit * end.number, stake)
            for paid in line.by:
                where = (paid.table, paid.column, paid.line)
                if where in counts:  # no pay of the showdown
                    base = _base(game, outcomes.wagers, line.id, stake, end.action)
                    counts[where] += Fraction(end.number * base, stake)
    moved = {key: place for key, place in places.items() if isinstance(place.pay, (ToOne, ForOne))}
    scale = lcm(*(count.denominator for count in counts.values()))  # Play may be a part of the Ante
    constant = total - sum((counts[key] * _net(place.pay) for key, place in moved.items()), Fraction(0))
    proved, why = _proof(game, wager, outcomes, strategy)
    return Linear(
        linear=proved,
        why=why,
        outcomes=str(outcomes.number * scale),
        constant=str(constant * scale),
        exact_on=_exact_on(game, wager, outcomes.wagers, places.values()),
        lines=tuple(_line(game, place, counts[key] * scale) for key, place in moved.items()),
        fixed=tuple(
            _line(game, place, counts[key] * scale) for key, place in places.items() if key not in moved
        ),
    )


def _places(game: Game, wager: str) -> Iterator[_Place]:
    """The pay lines of a wager; those of every bonus, and of what must be bet beside, for the main game."""
    for table in (*game.sheet.bonuses, *game.sheet.beside_ante) if wager == "ante" else (wager,):
        for column, part in game.sheet.pays[table].columns.items():
            for line, pay in part.lines.items():
                yield _Place(table, column, line, pay)


def _base(
    game: Game, wagers: Mapping[str, Cents], table: str, stake: Cents, action: ActionId | None = "play"
) -> Cents:
    """What the odds of a table are on: its own wager, or for a bonus the Ante or Play."""
    bonus = game.sheet.bonuses.get(table)
    if bonus is None or bonus.on == "ante":
        return wagers.get(table, stake)
    return 0 if action == "fold" else play_stake(game.table, stake, action)


def _net(pay: Pay) -> Fraction:
    """What one unit wins beside itself (STD-5)."""
    if isinstance(pay, ToOne):
        return pay.odds
    return pay.odds - 1 if isinstance(pay, ForOne) else Fraction(0)


def _exact_on(game: Game, wager: str, wagers: Mapping[str, Cents], places: Iterable[_Place]) -> Cents | None:
    """The amount that odds are on where a wager is priced on one bet alone."""
    found = list(places)
    free = game.sheet.wagers[wager].fixed is None
    if free and all(isinstance(place.pay, (ToOne, ForOne)) for place in found):
        return None
    return gcd(*(_base(game, wagers, place.table, wagers[wager]) for place in found))


def _line(game: Game, place: _Place, count: Fraction) -> CountedLine:
    sheet, pay = game.sheet, place.pay
    return CountedLine(
        key=f"pays.{place.table}.{place.column}.{place.line}",
        table=place.table,
        column=place.column,
        title=table_title(sheet, place.table, place.column),
        label=sheet.hand_label(place.line),
        count=str(count),
        pay=pay.text,
        odds=str(pay.odds) if isinstance(pay, (ToOne, ForOne)) else "0",
        kind="for" if isinstance(pay, ForOne) else "to",
        clause=sheet.pays[place.table].columns[place.column].clause,
    )


# Whether odds can move without a decision


def _proof(game: Game, wager: str, outcomes: Outcomes, strategy: Chooser) -> tuple[bool, str]:
    """Whether the form holds for all odds, and why or why not."""
    sheet = game.sheet
    if "ante" not in outcomes.wagers:
        return True, "No decision touches this wager."
    if wager == "ante" and strategy is not optimal:
        return True, "The strategy is fixed: no pay changes a decision."
    tables = {*sheet.bonuses, *sheet.beside_ante}
    if wager == "ante" and not tables:
        return True, "The main game has no pay table."
    if sheet.player.draws:
        return False, "Players draw for these pays: other odds change the best play."
    # Payoffs without this pay table: `only` are the lines of all others.
    others = {"ante", "play"} if wager == "ante" else {"ante", "play", *(tables - {wager})}
    plain = game.payoffs_of(outcomes.wagers, only=frozenset(others))
    folds = game.tally_of(outcomes.wagers, plain, optimal).fold
    decided = [name for name, each in sheet.bonuses.items() if each.needs_play or each.on == "play"]
    paying = [*decided, *sheet.beside_ante] if wager == "ante" else [wager]
    on_play = [name for name in paying if name in sheet.bonuses and sheet.bonuses[name].on == "play"]
    if sheet.play.raises and on_play:
        return False, f"These pays are on {sheet.play.label}: other odds change how high it is best made."
    if looks_at(game.table, outcomes.wagers):
        proved = not folds.any()
    else:
        awards = [game.table.book.awards[name] for name in paying]
        proved = not any(folds[hand].any() for each in awards for hand in range(len(folds)) if each[hand].pay)
    if proved:
        return True, "Every hand that is paid here is best played even without the pay."
    return False, "Some hands are played only for this pay: other odds change the best play."


HUNDRED: Final = 100  # rounds
MOST_STEPS: Final = 50_000  # that the nets of one round may lie apart, to be followed over a hundred
ONE_PERCENT: Final = Fraction(1, 100)
FIRST_STAKE: Final[Cents] = 1_000


@dataclass(frozen=True, slots=True)
class Worst:
    """One in a hundred rounds, and one in a hundred sittings of a hundred rounds, is this bad or worse."""

    one: str
    hundred: str | None  # None where the nets lie too far apart to follow


@dataclass(frozen=True, slots=True)
class LabWager:
    """All of a wager, per unit of it: its figures, how it was priced, and what its pays add to its mean.

    The figures are named as `pitboss odds --json` names them. Those of its distribution are null where only
    the mean is exact.
    """

    id: str
    label: str
    clause: str
    priced: str
    ev: str
    house_edge: float
    element_of_risk: float
    stdev: float | None
    win_frequency: str | None
    push_frequency: str | None
    lose_frequency: str | None
    risked: str
    outcomes: str
    worst: Worst | None
    notes: tuple[str, ...]  # what is assumed, and what is left out
    printed_ev: str | None  # on the unchanged sheet; None where it does not offer the wager
    break_even_meter: Cents | None
    by_up_card: Mapping[str, str] | None
    how: Explained
    linear: Linear


@dataclass(frozen=True, slots=True)
class Fact:
    """One rule in a word or two."""

    key: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the first screen of the Lab shows."""

    house: str
    name: str
    game: str
    hash: str
    changed: bool
    sets: tuple[str, ...]
    players: int
    meter: Cents | None
    strategy: str
    seats: int
    shows: int
    draws: bool
    bets: Mapping[str, Cents]  # a first bet: on the Ante, and what must be bet beside it
    disclosures: tuple[str, ...]
    facts: tuple[Fact, ...]
    wagers: tuple[LabWager, ...]
    simulated: tuple[SimulatedWager, ...]
    refused: tuple[RefusedWager, ...]
    folk: tuple[Folk, ...]
    knobs: tuple[Knob, ...]


def overview(asked: WhatIf) -> Overview:
    """The overview of a what-if.

    >>> from pitboss.lab.rule_changes import what_if
    >>> overview(what_if("napa-valley")).wagers[0].ev
    '-229314/12724075'
    """

    found = in_time(
        lambda: _overview_of(asked, *every_price(asked)),
        lambda why: _overview_of(asked, *quick_prices(asked, why)),
    )
    simulated, left = simulated_wagers(asked, {each.id: each.why for each in found.refused})
    return replace(found, simulated=simulated, refused=left)


def _overview_of(asked: WhatIf, prices: Mapping[str, Price], refused: Mapping[str, str]) -> Overview:
    """The overview without what is simulated."""
    sheet, game = asked.sheet, game_of(asked)
    reset = sheet.meter.reset if sheet.meter else None
    printed = _printed_evs(asked) if asked.changed else {wager: each.ev for wager, each in prices.items()}
    return Overview(
        house=asked.house,
        name=asked.name,
        game=sheet.game,
        hash=sheet.hash,
        changed=asked.changed,
        sets=asked.sets,
        players=asked.players,
        meter=reset if asked.meter is None else asked.meter,
        strategy=asked.strategy,
        seats=sheet.seats,
        shows=sheet.dealer.shows,
        draws=sheet.player.draws,
        bets=_first_bet(sheet),
        disclosures=() if asked.changed else sheet.disclosures,
        facts=_facts(sheet),
        wagers=tuple(_wager(asked, game, price, printed.get(price.wager)) for price in prices.values()),
        simulated=(),
        refused=tuple(RefusedWager(wager, sheet.label(wager), why) for wager, why in refused.items()),
        folk=_folk(asked, game, prices),
        knobs=knobs(asked),
    )


def _first_bet(sheet: Sheet) -> dict[str, Cents]:
    """The bet that a session is shown with at first."""
    first = next(iter(sheet.wagers))
    return {first: FIRST_STAKE, **(sheet.stakes_beside(FIRST_STAKE) if first == "ante" else {})}


def _folk(asked: WhatIf, game: Game, prices: Mapping[str, Price]) -> tuple[Folk, ...]:
    """The folk strategies beside the best play; none where the main game has no price."""
    if "ante" not in prices:
        return ()
    best = prices["ante"] if asked.strategy == "optimal" else game.price("ante")
    return folk_strategies(game, best.ev)


def _wager(asked: WhatIf, game: Game, price: Price, printed: Fraction | None) -> LabWager:
    sheet, wager = asked.sheet, price.wager
    if wager == "ante" and asked.strategy != "optimal":
        # A strategy that looks at no up card has the same form with none.
        unseen = Game(open_table(with_nothing_up(sheet)), asked.players, asked.meter)
        linear = linear_form(unseen, wager, chooser_of(asked))
    else:
        linear = linear_form(game, wager, optimal, game.outcomes(wager))
    figures: dict[str, str | None] = dict.fromkeys(("win_frequency", "push_frequency", "lose_frequency"))
    if not price.moments:
        pushes = Fraction(price.distribution.get(Fraction(0), 0), price.outcomes)
        shares = price.win_frequency, pushes, 1 - price.win_frequency - pushes
        figures = dict(zip(figures, map(str, shares), strict=True))
    return LabWager(
        id=wager,
        label=all_of(sheet.main_labels) if wager == "ante" else sheet.label(wager),
        clause=sheet.wagers[wager].clause,
        priced=_priced(asked, price),
        ev=str(price.ev),
        house_edge=float(price.house_edge),
        element_of_risk=float(price.element_of_risk),
        stdev=price.known_stdev,
        **figures,
        risked=str(price.risked),
        outcomes=str(price.outcomes),
        worst=None if price.moments else Worst(str(_worst_round(price)), _worst_hundred(price)),
        notes=notes_of(price),
        printed_ev=None if printed is None else str(printed),
        break_even_meter=price.extras.get("break_even_meter"),
        by_up_card={rank: str(ev) for rank, ev in price.extras.get("by_up_card", {}).items()} or None,
        how=explained(game, price),
        linear=linear,
    )


def _priced(asked: WhatIf, price: Price) -> str:
    """Under which play a wager is priced, and on which bet where that matters."""
    sheet, wager = asked.sheet, price.wager
    if wager == "ante":
        play = "Best play" if asked.strategy == "optimal" else f"Strategy {asked.strategy}"
        told = f"{play}; {all_of([*sheet.main_labels, 'bonuses'])} together, no side wager"
    elif bet := bet_words(sheet, price):
        told = f"{bet[0].upper()}{bet[1:]}, with the best play for the whole bet"
    else:
        told = "Whatever is done with the hand"
    fixed = None if price.stakes else sheet.wagers[wager].fixed
    return f"{told}{f'; on a bet of {dollars(fixed.cents)}' if fixed else ''}."


def _worst_round(price: Price) -> Fraction:
    """The best net that is among the worst hundredth."""
    heap = 0
    for net, count in sorted(price.distribution.items()):
        heap += count
        if heap >= price.outcomes * ONE_PERCENT:
            return net
    raise AssertionError("the outcomes are all of them")


def _worst_hundred(price: Price) -> str | None:
    """The same for a hundred rounds of a player who cannot be ruined."""
    scale = lcm(*(net.denominator for net in price.distribution))
    nets = {net * scale: count for net, count in price.distribution.items()}
    most = int(max(map(abs, nets)))
    if most > MOST_STEPS:
        return None
    bankroll = HUNDRED * most
    ends = session(Price(price.wager, price.outcomes, nets), HUNDRED, bankroll, most)
    return str(Fraction(ends.quantiles[1] - bankroll, scale))


def _printed_evs(asked: WhatIf) -> Mapping[str, Fraction]:
    """The means of the printed sheet under the same play; empty where it cannot be asked the same."""
    try:
        return _evs(replace(asked, sheet=load_house(asked.house), sets=()))
    except Refusal:  # more players than it seats, or a meter below its own reset
        return {}


@lru_cache(maxsize=64)
def _evs(asked: WhatIf) -> Mapping[str, Fraction]:
    game = game_of(asked)
    return {wager: price.ev for wager, price in game.price_all(chooser_of(asked)).wagers.items()}


def _raised(sheet: Sheet) -> str:
    raises = sheet.play.raises
    if raises is None:
        return "no"
    times = f"to {one_of([str(each) for each in raises.times])} times the Ante"
    return f"{times}, with {hand_words(raises.hand)}" if raises.value else times


def _facts(sheet: Sheet) -> tuple[Fact, ...]:
    qualifier, draw = sheet.dealer.qualifier, sheet.dealer.draw
    draws = f"below {draw.below.text.replace('_', ' ')}" if draw.when == "below" else draw.when
    return (
        Fact("qualifier", "Dealer qualifies with", "always" if qualifier.always else qualifier.hand),
        Fact("shows", "Dealer's cards up", str(sheet.dealer.shows)),
        Fact("dealer_draws", "Dealer draws", draws),
        Fact("player_draws", "Player may draw", "one card" if sheet.player.draws else "no"),
        Fact("raises", f"{sheet.play.label} may be raised", _raised(sheet)),
        Fact("banked_by", "Banked by", "a player" if sheet.bank else "the house"),
    )


COLUMNS: Final = (
    *("house", "wager", "label", "ev", "house_edge", "element_of_risk", "stdev", "win_frequency"),
    *("outcomes", "refused", "simulated", "mean_low", "mean_high", "seed", "rounds"),
)


def written_sheet(asked: WhatIf) -> str:
    """The sheet of a what-if as a file that `pitboss check` accepts; a changed one gets an id of its own.

    >>> from pitboss.lab.rule_changes import what_if
    >>> from pitboss.sheet import check_text
    >>> check_text(written_sheet(what_if("rivers", ["dealer.shows=1"]))).sheet.name
    'Rivers, changed'
    """
    content = in_order(asked.sheet.content)
    if asked.changed:
        content["id"] = f"{asked.sheet.id}-changed"
        content["name"] = asked.name
    return tomli_w.dumps(content)


def written_csv(asked: WhatIf) -> str:
    """The figures of every wager, in the columns of `pitboss odds --csv`."""
    prices, refused = in_time(lambda: every_price(asked), lambda why: quick_prices(asked, why))
    made, left = stand_ins(asked, refused)
    found: dict[str, Mapping[str, object]] = {wager: price.as_json() for wager, price in prices.items()}
    found |= {each.wager: each.row() for each in made} | {
        wager: {"refused": why} for wager, why in left.items()
    }
    out = io.StringIO()
    rows = [
        {"house": asked.house, "wager": name, "label": asked.sheet.label(name), **row}
        for name, row in found.items()
    ]
    write_rows(out, [COLUMNS, *([row.get(column, "") for column in COLUMNS] for row in rows)])
    return out.getvalue()
