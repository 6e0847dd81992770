"""The price of a whole sheet: every wager, the main game under a strategy, and whole bets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, floor
from typing import Any

import numpy as np

from pitboss.cards import RANKS
from pitboss.money import Cents, dollars
from pitboss.odds.counts import Counts, Dealing, NotPriced, count, counted, dealing_of
from pitboss.odds.geometry import Ints, rows
from pitboss.odds.main_game import Chooser, Tally, Worth, optimal, tally, worths
from pitboss.odds.payoffs import Payoffs, exact_stake, payoffs
from pitboss.odds.price import Price, in_units
from pitboss.odds.progressive import deals, envy_distribution
from pitboss.odds.six import SIXES, beside_showdown, six_counts
from pitboss.round.bets import check_wagers
from pitboss.round.settle import needs_six
from pitboss.round.table import Table, open_table
from pitboss.sheet.model import Sheet
from pitboss.sheet.payclass import HAND_CLASSES, hand_class
from pitboss.sheet.pays import MeterShare

MOST_METER = 10**15  # cents: with it every sum stays a whole 64-bit number
MOST_KEPT = 2  # shows up to this many cards: counts are kept for the next pay table


_COMBINED = ("ev", "stdev", "win_frequency", "outcomes", "distribution")


@dataclass(frozen=True, slots=True)
class SheetPrice:
    """Every wager of a sheet, priced; `combined` is the whole bet when one was asked for."""

    house: str
    wagers: Mapping[str, Price]
    combined: Price | None = None

    def as_json(self) -> dict[str, Any]:
        """What `pitboss odds --json` prints."""
        found: dict[str, Any] = {
            "house": self.house,
            "wagers": {name: price.as_json() for name, price in self.wagers.items()},
        }
        if self.combined is not None:
            whole = self.combined.as_json()
            found["combined"] = {key: whole[key] for key in _COMBINED}
        return found


def price_sheet(
    sheet: Sheet,
    strategy: Chooser = optimal,
    bets: Mapping[str, Cents] | None = None,
    players: int = 1,
    meter: Cents | None = None,
) -> SheetPrice:
    """Prices every wager that a sheet offers, exactly.

    >>> from pitboss.sheet import load
    >>> price_sheet(load("rivers")).wagers["pair_plus"].ev
    Fraction(-402, 5525)
    """
    table = open_table(sheet)
    game = Game(table, players, meter)
    wagers = {name: game.price(name, strategy) for name in sheet.wagers}
    return SheetPrice(sheet.id, wagers, game.price_bets(bets) if bets else None)


class Game:
    """A table's mathematics at a number of players and a meter."""

    def __init__(self, table: Table, players: int = 1, meter: Cents | None = None) -> None:
        if not 1 <= players <= table.sheet.seats:
            raise NotPriced(f"players must be from 1 to {table.sheet.seats} ({table.sheet.seats_clause})")
        sheet_meter = table.sheet.meter
        if meter is not None and sheet_meter is None:
            raise NotPriced(f"{table.sheet.name} has no meter")
        if meter is not None and sheet_meter is not None and meter < sheet_meter.reset:
            raise NotPriced(f"The meter is never below its reset value ({sheet_meter.clause})")
        if meter is not None and meter > MOST_METER:
            raise NotPriced(f"A meter is priced up to {dollars(MOST_METER)}")
        self.table = table
        self.sheet = table.sheet
        self.players = players
        self.meter = meter
        self.dealing: Dealing = dealing_of(table.sheet)

    # One wager

    def price(self, wager: str, strategy: Chooser = optimal) -> Price:
        """One wager by itself; `ante` is the main game."""
        if wager == "ante":
            return self.price_main(strategy)
        if self.sheet.envy and self.sheet.envy.wager == wager:
            return self._with_envy(wager)
        if self._depends_on_decisions(wager):
            return self._beside_ante(wager)
        return self._by_itself(wager)

    def price_main(self, strategy: Chooser = optimal) -> Price:
        """Ante, Play and bonuses, per unit of the Ante."""
        stake = exact_stake(self.table, "ante")
        wagers = {"ante": stake}
        pays = self.payoffs_of(wagers)
        ends = self._tally(wagers, pays, strategy)
        space = self.dealing.sample_space
        play = self.sheet.play.times * Fraction(ends.staying, space)
        extras = self._by_up_card(wagers, pays, strategy, stake) if self.dealing.shows == 1 else {}
        return Price("ante", space, in_units(ends.nets(pays), stake), 1 + play, extras)

    def _depends_on_decisions(self, wager: str) -> bool:
        """Whether what the player does can change the wager's result."""
        return self.sheet.wagers[wager].fold.does == "lose" or (
            self.sheet.player.draws and wager not in self.table.book.six
        )

    def _by_itself(self, wager: str) -> Price:
        stake = exact_stake(self.table, wager)
        six = wager in self.table.book.six
        pays = self.payoffs_of({wager: stake})
        nets: dict[int, int] = {}
        numbers: Sequence[int] = six_counts() if six else _hand_counts()
        values: Iterable[int] = pays.pat[0, 0].tolist() if six else pays.pat[:, 0, 0].tolist()
        for net, number in zip(values, numbers, strict=True):
            nets[net] = nets.get(net, 0) + number
        return Price(wager, sum(numbers), in_units(nets, stake), extras=self._meter_extras(wager))

    def _beside_ante(self, wager: str) -> Price:
        """The wager's own result beside an equal Ante, under the strategy that is best for both."""
        stake = max(exact_stake(self.table, name) for name in ("ante", wager))
        wagers = {"ante": stake, wager: stake}
        both, own = self.payoffs_of(wagers), self.payoffs_of(wagers, only=frozenset({wager}))
        ends = self._tally(wagers, both, optimal)
        return Price(wager, self.dealing.sample_space, in_units(ends.nets(own), wagers[wager]))

    def _with_envy(self, wager: str) -> Price:
        """A wager that is paid by one's own hand and, as envy, by those of other players."""
        if self._depends_on_decisions(wager):
            raise NotPriced(f"{self.sheet.label(wager)} depends on decisions and on envy together")
        stake = exact_stake(self.table, wager)
        own = self.payoffs_of({wager: stake}).pat[:, 0, 0].tolist()
        envied = self._envied_hands()
        if self.players > 2 and len(envied) > 12:
            raise NotPriced(f"{len(envied)} envied hands at {self.players} players are too many to enumerate")
        nets: dict[int, int] = {}
        memo: dict[frozenset[frozenset[int]], Mapping[int, int]] = {}
        for cards in combinations(range(52), 3):
            hand = frozenset(cards)
            blocked = frozenset(each for each in envied if each & hand)
            if blocked not in memo:
                memo[blocked] = envy_distribution(hand, envied, self.players)
            base = own[hand_class(*cards)]
            for cents, number in memo[blocked].items():
                nets[base + cents] = nets.get(base + cents, 0) + number
        space = comb(52, 3) * deals(self.players)
        return Price(wager, space, in_units(nets, stake), extras=self._meter_extras(wager))

    def _envied_hands(self) -> dict[frozenset[int], int]:
        if self.players == 1:
            return {}
        envy = self.table.book.envy
        return {
            frozenset(cards): cents
            for cards in combinations(range(52), 3)
            if (cents := envy[hand_class(*cards)])
        }

    def _meter_extras(self, wager: str) -> dict[str, Any]:
        """The meter at which a wager that can win it is fair."""
        columns = self.sheet.pays[wager].columns.values()
        wins = any(isinstance(pay, MeterShare) for column in columns for pay in column.lines.values())
        return {"break_even_meter": self.break_even_meter(wager)} if wins else {}

    def break_even_meter(self, wager: str) -> int:
        """The smallest meter, in whole cents, at which the wager's mean net is not below zero."""
        sheet_meter = self.sheet.meter
        if sheet_meter is None:
            raise NotPriced(f"{self.sheet.name} has no meter")

        def mean(meter: Cents) -> Fraction:
            return Game(self.table, self.players, meter).mean_cents(wager)

        low, high = sheet_meter.reset, sheet_meter.reset + 10**9
        meter = low - floor(mean(low) * (high - low) / (mean(high) - mean(low)))
        while low < meter and mean(meter - 1) >= 0:  # shares are paid in whole cents, so the line has steps
            meter -= 1
        while low <= meter and mean(meter) < 0:
            meter += 1
        return meter

    def mean_cents(self, wager: str) -> Fraction:
        """The mean net of a wager that no decision touches, envy included."""
        stake = exact_stake(self.table, wager)
        own = self.payoffs_of({wager: stake}).pat[:, 0, 0].tolist()
        mean = Fraction(
            sum(net * number for net, number in zip(own, _hand_counts(), strict=True)), comb(52, 3)
        )
        envy = sum(self._envied_hands().values()) if self.sheet.envy and self.sheet.envy.wager == wager else 0
        return mean + Fraction((self.players - 1) * envy, comb(52, 3))

    # Whole bets

    def price_bets(self, bets: Mapping[str, Cents]) -> Price:
        """Everything on the felt together, in cents, under the strategy that is best for this bet."""
        check_wagers(self.table, bets)
        if self.players > 1 and self.sheet.envy and self.sheet.envy.wager in bets:
            raise NotPriced(
                "A whole bet with envy is priced for one player: others' hands depend on the dealer's"
            )
        pays = self.payoffs_of(bets)
        if "ante" not in bets:
            return self._undecided(bets, pays)
        ends = self._tally(bets, pays, optimal)
        nets = {Fraction(net): number for net, number in ends.nets(pays).items()}
        return Price("combined", self.dealing.sample_space, nets)

    def _undecided(self, bets: Mapping[str, Cents], pays: Payoffs) -> Price:
        """A bet without an Ante: nothing is decided, and the dealer matters only to six cards."""
        nets: dict[Fraction, int] = {}
        if needs_six(self.table, bets):
            table = beside_showdown(0).sum(axis=1) * rows().weight[:, None]
            by_class = np.zeros((HAND_CLASSES, SIXES), np.int64)
            np.add.at(by_class, rows().hand_class, table)
            cells = zip(pays.pat[:, 0, :].ravel().tolist(), by_class.ravel().tolist(), strict=True)
            space = comb(52, 3) * comb(49, 3)
        else:
            cells = zip(pays.pat[:, 0, 0].tolist(), _hand_counts(), strict=True)
            space = comb(52, 3)
        for net, number in cells:
            if number:
                nets[Fraction(net)] = nets.get(Fraction(net), 0) + number
        return Price("combined", space, dict(sorted(nets.items())))

    # Shared parts

    def payoffs_of(self, wagers: Mapping[str, Cents], only: frozenset[str] | None = None) -> Payoffs:
        """What each outcome class is worth for these wagers."""
        sixes = SIXES if needs_six(self.table, wagers) else 1
        return payoffs(self.table, wagers, self.meter, only, sixes)

    def _counts(self, wagers: Mapping[str, Cents]) -> Iterator[Counts] | Sequence[Counts]:
        if not needs_six(self.table, wagers):
            return counted(self.dealing) if self.dealing.shows < MOST_KEPT else count(self.dealing)
        if self.dealing.shows or self.dealing.dealer_draws or self.dealing.player_draws:
            raise NotPriced(
                "A six-card wager beside decisions is priced only where nothing shows and nobody draws"
            )
        table = beside_showdown(self.dealing.qualifies_from)
        seen = np.ones((len(rows()), 1), bool)
        return (Counts(np.zeros((1, 0), np.uint8), seen, table[:, None], None),)

    def worths(self, wagers: Mapping[str, Cents], pays: Payoffs | None = None) -> Iterator[Worth]:
        """What each action is worth for these wagers, a chunk of up cards at a time."""
        return worths(self.dealing, self._counts(wagers), pays or self.payoffs_of(wagers))

    def worth_of(self, wagers: Mapping[str, Cents], row: int, up: tuple[int, ...]) -> Worth:
        """What each action is worth for one row against one set of up cards."""
        pays = self.payoffs_of(wagers)
        for chunk in self._counts(wagers):
            place = np.flatnonzero((chunk.ups == np.array(up, dtype=np.int64)).all(axis=1))
            if place.size:
                one = Counts(
                    chunk.ups[place],
                    chunk.seen[row : row + 1, place],
                    chunk.pat[row : row + 1, place],
                    None if chunk.drawn is None else chunk.drawn[row : row + 1, place],
                )
                return next(worths(self.dealing, [one], pays, rows().hand_class[row : row + 1]))
        raise AssertionError("every set of up cards is counted")

    def _tally(self, wagers: Mapping[str, Cents], pays: Payoffs, strategy: Chooser) -> Tally:
        sixes = SIXES if needs_six(self.table, wagers) else 1
        return tally(self.dealing, self.worths(wagers, pays), strategy, sixes)

    def _by_up_card(
        self, wagers: Mapping[str, Cents], pays: Payoffs, strategy: Chooser, stake: Cents
    ) -> dict[str, Any]:
        """The mean net against each up card, by rank."""
        sums = [Fraction(0)] * 13
        weight = rows().weight[:, None]
        outcomes = 0
        for chunk in self.worths(wagers, pays):
            chosen = np.take_along_axis(chunk.sums, strategy(chunk)[..., None], axis=-1)[..., 0]
            mine = np.where(chunk.counts.seen, chosen, 0)
            by_up: Ints = (mine * weight).sum(axis=0)
            outcomes = chunk.outcomes
            for up, total in zip(chunk.counts.ups[:, 0].tolist(), by_up.tolist(), strict=True):
                sums[up >> 2] += total
        per_rank = comb(51, 3) * 4 * outcomes * stake
        return {"by_up_card": {RANKS[rank]: str(total / per_rank) for rank, total in enumerate(sums)}}


def _hand_counts() -> list[int]:
    """How many of the 22,100 hands are in each hand class."""
    hands = rows()
    counts = np.bincount(hands.hand_class, weights=hands.weight, minlength=HAND_CLASSES)
    return [int(number) for number in counts]
