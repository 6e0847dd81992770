"""The overview of a what-if: every wager with its figures, the folk strategies, the knobs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

from pitboss.lab.explanations import Explained, explained
from pitboss.lab.figures import HouseName, RefusedWager, WagerFigures, house_name, wager_figures
from pitboss.lab.linear import Linear, linear_form
from pitboss.lab.rule_changes import WhatIf, chooser_of, game_of
from pitboss.lab.sheet_knobs import Knob, knobs
from pitboss.lab.simulated import SimulatedWager, in_time, quick_prices, simulated_wagers
from pitboss.money import Cents, dollars
from pitboss.odds import Game, Price, optimal
from pitboss.odds.explain import bet_words
from pitboss.odds.folk_play import Folk, folk_strategies, with_nothing_up
from pitboss.odds.sessions import session
from pitboss.report.notes import notes_of
from pitboss.round import Refusal, open_table
from pitboss.sheet import Sheet, load_house
from pitboss.text import all_of

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
class Net:
    """One result of a wager and how many outcomes have it."""

    net: str
    count: str
    chance: float


@dataclass(frozen=True, slots=True)
class LabWager(WagerFigures):
    """All of a wager: its figures, how it was priced, and how it comes out when odds move."""

    clause: str
    priced: str
    push_frequency: str | None  # null where the distribution is out of reach
    lose_frequency: str | None
    outcomes: str
    worst: Worst | None
    notes: tuple[str, ...]  # what is taken for granted, and what is left out
    printed_ev: str | None  # on the unchanged sheet; None where it does not offer the wager
    break_even_meter: Cents | None
    by_up_card: Mapping[str, str] | None
    how: Explained
    distribution: tuple[Net, ...] | None
    linear: Linear


@dataclass(frozen=True, slots=True)
class Overview(HouseName):
    """All that the first screen of the Lab shows."""

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
    wagers: tuple[LabWager, ...]
    simulated: tuple[SimulatedWager, ...]
    refused: tuple[RefusedWager, ...]
    folk: tuple[Folk, ...]
    knobs: tuple[Knob, ...]


def overview(asked: WhatIf, distribution: bool = False) -> Overview:
    """The overview of a what-if; the distribution of every wager comes on request."""
    whole = replace(_overview(asked), sets=asked.sets)
    if distribution:
        return whole
    return replace(whole, wagers=tuple(replace(each, distribution=None) for each in whole.wagers))


@lru_cache(maxsize=64)
def _overview(asked: WhatIf) -> Overview:
    def exact() -> Overview:
        priced = game_of(asked).price_each(chooser_of(asked))
        return _overview_of(asked, priced.wagers, priced.refused)

    found = in_time(exact, lambda why: _overview_of(asked, *quick_prices(asked, why)))
    simulated, left = simulated_wagers(asked, {each.id: each.why for each in found.refused})
    return replace(found, simulated=simulated, refused=left)


def _overview_of(asked: WhatIf, prices: Mapping[str, Price], refused: Mapping[str, str]) -> Overview:
    """The overview without what is simulated."""
    sheet, game = asked.sheet, game_of(asked)
    reset = sheet.meter.reset if sheet.meter else None
    printed = _printed_evs(asked) if asked.changed else {wager: each.ev for wager, each in prices.items()}
    return Overview(
        *house_name(asked),
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
        wagers=tuple(_wager(asked, game, price, printed.get(price.wager)) for price in prices.values()),
        simulated=(),
        refused=tuple(RefusedWager(wager, sheet.label(wager), why) for wager, why in refused.items()),
        folk=_folk(asked, game, prices),
        knobs=knobs(asked),
    )


def _first_bet(sheet: Sheet) -> dict[str, Cents]:
    """What a sitting is shown with until somebody bets otherwise."""
    first = next(iter(sheet.wagers))
    return {first: FIRST_STAKE, **(sheet.stakes_beside(FIRST_STAKE) if first == "ante" else {})}


def _folk(asked: WhatIf, game: Game, prices: Mapping[str, Price]) -> tuple[Folk, ...]:
    """The folk strategies beside the best play; none where the main game has no price."""
    if "ante" not in prices:
        return ()
    best = prices["ante"] if asked.strategy == "optimal" else game.price_main(optimal)
    return folk_strategies(game, best.ev)


def _wager(asked: WhatIf, game: Game, price: Price, printed: Fraction | None) -> LabWager:
    sheet, wager = asked.sheet, price.wager
    if wager == "ante" and asked.strategy != "optimal":
        # A strategy that looks at no up card has the same form with none.
        unseen = Game(open_table(with_nothing_up(sheet)), asked.players, asked.meter)
        linear = linear_form(unseen, wager, chooser_of(asked))
    else:
        linear = linear_form(game, wager, optimal, game.outcomes(wager))
    pushes, loses = _pushes_and_losses(price)
    label = all_of(sheet.main_labels) if wager == "ante" else sheet.label(wager)
    return LabWager(
        *wager_figures(label, price),
        clause=sheet.wagers[wager].clause,
        priced=_priced(asked, price),
        push_frequency=pushes,
        lose_frequency=loses,
        outcomes=str(price.outcomes),
        worst=None if price.moments else Worst(str(_worst_round(price)), _worst_hundred(price)),
        notes=notes_of(price),
        printed_ev=None if printed is None else str(printed),
        break_even_meter=price.extras.get("break_even_meter"),
        by_up_card=price.extras.get("by_up_card"),
        how=explained(game, price),
        distribution=tuple(
            Net(str(net), str(count), count / price.outcomes) for net, count in price.distribution.items()
        ),
        linear=linear,
    )


def _pushes_and_losses(price: Price) -> tuple[str | None, str | None]:
    """How often the net is nothing, and below it; None where the distribution is left out."""
    if price.moments:
        return None, None
    pushes = Fraction(price.distribution.get(Fraction(0), 0), price.outcomes)
    return str(pushes), str(1 - price.win_frequency - pushes)


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
