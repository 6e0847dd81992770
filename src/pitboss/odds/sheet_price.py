"""The price of a whole sheet: every wager, the main game under a strategy, and whole bets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb, floor
from typing import Any

import numpy as np

from pitboss.cards import RANKS
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.beside_envy import nets_with_envy
from pitboss.odds.counts import Dealing, NotPriced, dealing_of
from pitboss.odds.decisions import Chooser, Tally, Worth, exact, from_value, optimal, tally, worths
from pitboss.odds.geometry import Ints
from pitboss.odds.outcome_classes import OutcomeClass, Outcomes, classes_of, hand_counts
from pitboss.odds.payoffs import Payoffs, exact_stake, payoffs, stakes_beside_ante
from pitboss.odds.price import Price, SheetPrice, in_units
from pitboss.odds.progressive import envied_hands, envy_by_own_hand
from pitboss.odds.shared_counts import Looks, alone, count_one_shared, count_shared, tally_shared
from pitboss.odds.showdowns import NOTHING, Told, counts_of, counts_of_one, counts_to_sum
from pitboss.odds.six_card_counts import SIXES
from pitboss.odds.space import Space
from pitboss.round.bets import check_wagers
from pitboss.round.profit import Meter
from pitboss.round.settle import Line, looks_at, needs_six, outcome_lines
from pitboss.round.table import Table, open_table
from pitboss.sheet.model import Sheet
from pitboss.sheet.payclass import shared_classes

MOST_METER = 10**15  # cents: with it every net is a whole 64-bit number
UNDECIDED = Dealing(0, 0, 0, False)  # without an Ante no dealing rule matters
MOST_BETS = 256  # of which a game keeps the payoffs


def price_sheet(
    sheet: Sheet,
    strategy: Chooser = optimal,
    bets: Mapping[str, Cents] | None = None,
    players: int = 1,
    meter: Cents | None = None,
) -> SheetPrice:
    """Prices every wager that a sheet offers, exactly.

    >>> from pitboss.sheet import load_house
    >>> price_sheet(load_house("rivers")).wagers["pair_plus"].ev
    Fraction(-402, 5525)
    """
    return Game(open_table(sheet), players, meter).price_all(strategy, bets)


class Game:
    """A table's mathematics at a number of players and a meter.

    Envy takes it that every other player has one hand, made the envy wager where the sheet asks that of the
    holder (RIV-11), and never folds an envied hand.
    """

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
        self._payoffs: dict[tuple[frozenset[tuple[str, Cents]], frozenset[str] | None], Payoffs] = {}
        self._tallies: dict[frozenset[tuple[str, Cents]], Tally] = {}  # of the best strategy

    def price_all(self, strategy: Chooser = optimal, bets: Mapping[str, Cents] | None = None) -> SheetPrice:
        """Every wager by itself, and a whole bet where one is asked for."""
        wagers = {name: self.price(name, strategy) for name in self.sheet.wagers}
        return SheetPrice(self.sheet.id, wagers, self.price_bets(bets) if bets else None)

    # One wager

    def price(self, wager: str, strategy: Chooser = optimal) -> Price:
        """One wager by itself; `ante` is the main game."""
        if wager == "ante":
            return self.price_main(strategy)
        if self._depends_on_decisions(wager):
            self._refuse_decided_envy(wager)
            return self._beside_ante(wager)
        if self._envies(wager):
            return self._with_envy(wager)
        return self._by_itself(wager)

    def price_main(self, strategy: Chooser = optimal) -> Price:
        """Ante, Play and bonuses, per unit of the Ante."""
        stake = exact_stake(self.table, "ante")
        wagers = {"ante": stake}
        pays = self.payoffs_of(wagers)
        extras: dict[str, Any] = {}
        if self.dealing.shows == 1:
            worth = list(self.worths(wagers, pays))
            ends = tally(self.dealing, worth, strategy, pays.fold.shape[-1])
            if strategy is optimal:
                self._keep(frozenset(wagers.items()), ends)
            extras = _by_up_card(worth, strategy, stake)
        else:
            ends = self.tally_of(wagers, pays, strategy)
        space = self.dealing.sample_space
        play = self.sheet.play.times * Fraction(ends.staying, space)
        return Price("ante", space, in_units(ends.nets(pays), stake), 1 + play, extras, self._deals)

    @property
    def _deals(self) -> Space:
        """Whole deals, as this sheet deals them."""
        return Space("deals", self.dealing)

    def _envies(self, wager: str) -> bool:
        """Whether other players' hands pay the wager too."""
        return self.players > 1 and self.sheet.envy is not None and self.sheet.envy.wager == wager

    def _depends_on_decisions(self, wager: str) -> bool:
        """Whether what the player does can change the wager's result."""
        return self.sheet.wagers[wager].fold.does == "lose" or (
            self.sheet.player.draws and wager not in self.table.book.shared
        )

    def _by_itself(self, wager: str) -> Price:
        nets: dict[int, int] = {}
        for net, number in self._own_nets(wager):
            nets[net] = nets.get(net, 0) + number
        units = in_units(nets, exact_stake(self.table, wager))
        space, _ = self._alone(wager)
        return Price(wager, sum(nets.values()), units, extras=self._meter_extras(wager), space=space)

    def _own_nets(self, wager: str) -> list[tuple[Cents, int]]:
        """The net of each hand class, or of what else the wager looks at, and how many outcomes are in it."""
        wagers = {wager: exact_stake(self.table, wager)}
        pays, places = self.payoffs_of(wagers), shared_classes(looks_at(self.table, wagers))
        _, ends = self._alone(wager)
        return [(int(pays.pat[end.paid_as, 0, places.index(end.six)]), end.number) for end in ends]

    def _alone(self, wager: str) -> tuple[Space, tuple[OutcomeClass, ...]]:
        """The sample space of a wager that no decision touches, and its outcome classes."""
        return alone(self.sheet.pays[wager].judged, self.dealing)

    def _beside_ante(self, wager: str) -> Price:
        """The wager's own result beside an Ante, under the strategy that is best for both."""
        wagers = stakes_beside_ante(self.table, wager)
        both, own = self.payoffs_of(wagers), self.payoffs_of(wagers, only=frozenset({wager}))
        ends = self.tally_of(wagers, both, optimal)
        nets = in_units(ends.nets(own), wagers[wager])
        return Price(wager, self.dealing.sample_space, nets, space=self._deals)

    def _with_envy(self, wager: str) -> Price:
        """A wager that is paid by one's own hand and, as envy, by those of other players."""
        if wager in self.table.book.shared:
            raise NotPriced(f"{self.sheet.label(wager)} depends on six cards and on envy together")
        stake = exact_stake(self.table, wager)
        space, nets = self._nets_with_envy({wager: stake})
        units = in_units(nets, stake)
        return Price(wager, space.size, units, extras=self._meter_extras(wager), space=space)

    def _nets_with_envy(self, bets: Mapping[str, Cents]) -> tuple[Space, Mapping[Cents, int]]:
        """The sample space of a bet that other players' hands pay too, and how many deals have each net."""
        if self._looks(bets).beyond_six:
            raise NotPriced("A bet on the dealer's hand or on colours is not priced together with envy")
        envied, pays, others = envied_hands(self.table), self.payoffs_of(bets), self.players - 1
        nets: dict[Cents, int]
        if "ante" in bets:
            for wager in bets:
                self._refuse_decided_envy(wager)
            nets = nets_with_envy(self.dealing, envied, self.players, pays, optimal)
            return Space("deals", self.dealing, others), nets
        if needs_six(self.table, bets):
            nets = nets_with_envy(UNDECIDED, envied, self.players, pays, from_value(0))
            return Space("deals", UNDECIDED, others), nets
        own = pays.pat[:, 0, 0].tolist()
        nets = {}
        for (hand, cents), number in envy_by_own_hand(envied, self.players).items():
            nets[own[hand] + cents] = nets.get(own[hand] + cents, 0) + number
        return Space("hands", others=others), nets

    def _refuse_decided_envy(self, wager: str) -> None:
        if self._envies(wager) and self._depends_on_decisions(wager):
            raise NotPriced(f"{self.sheet.label(wager)} depends on decisions and on envy together")

    def _meter_extras(self, wager: str) -> dict[str, Any]:
        """The meter at which a wager that can win it is fair."""
        wins = self.sheet.wins_meter(wager)
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
        own = self._own_nets(wager)
        mean = Fraction(sum(net * number for net, number in own), sum(number for _, number in own))
        envy = sum(envied_hands(self.table).values()) if self._envies(wager) else 0
        return mean + Fraction((self.players - 1) * envy, comb(52, 3))

    # Whole bets

    def price_bets(self, bets: Mapping[str, Cents]) -> Price:
        """Everything on the felt together, in cents, under the strategy that is best for this bet."""
        check_wagers(self.table, bets)
        pays = self.payoffs_of(bets)
        if any(map(self._envies, bets)):
            space, with_envy = self._nets_with_envy(bets)
            return Price("combined", space.size, in_units(with_envy, 1), space=space)
        if "ante" not in bets:
            return self._undecided(bets, pays)
        ends = self.tally_of(bets, pays, optimal)
        nets = {Fraction(net): number for net, number in ends.nets(pays).items()}
        return Price("combined", self.dealing.sample_space, nets, space=self._deals)

    def _undecided(self, bets: Mapping[str, Cents], pays: Payoffs) -> Price:
        """A bet without an Ante: nothing is decided, and the dealer matters only to six cards."""
        nets: dict[Fraction, int] = {}
        looks = self._looks(bets)
        if looks.beyond_six:
            dealt = Dealing(0, 0, self.dealing.draws_below if looks.dealer else 0, False)
            ends = tally_shared(dealt, looks, pays, from_value(0))
            cells = zip(pays.pat[:, 0].ravel().tolist(), ends.pat.sum(axis=1).ravel().tolist(), strict=True)
            space = Space("deals", dealt)
        elif needs_six(self.table, bets):
            counts = counts_of(UNDECIDED, self._told(bets))
            ends = tally(UNDECIDED, worths(UNDECIDED, counts, pays), from_value(0), SIXES)
            cells = zip(pays.pat[:, 0].ravel().tolist(), ends.pat.sum(axis=1).ravel().tolist(), strict=True)
            space = Space("deals", UNDECIDED)
        else:
            cells = zip(pays.pat[:, 0, 0].tolist(), hand_counts(), strict=True)
            space = Space("hands")
        for net, number in cells:
            if number:
                nets[Fraction(net)] = nets.get(Fraction(net), 0) + number
        return Price("combined", space.size, dict(sorted(nets.items())), space=space)

    # What the prices are made of

    def outcomes(self, wager: str, strategy: Chooser = optimal) -> Outcomes:
        """The outcome classes of one wager as it is priced: all of them together fill its sample space."""
        if wager != "ante" and not self._depends_on_decisions(wager):
            wagers = {wager: exact_stake(self.table, wager)}
            if self._envies(wager):
                envied = envy_by_own_hand(envied_hands(self.table), self.players).items()
                return Outcomes(
                    wagers, tuple(OutcomeClass(None, 0, hand, 0, n, cents) for (hand, cents), n in envied)
                )
            return Outcomes(wagers, self._alone(wager)[1])
        wagers = stakes_beside_ante(self.table, wager)
        chosen = strategy if wager == "ante" else optimal
        return Outcomes(wagers, tuple(classes_of(self.tally_of(wagers, self.payoffs_of(wagers), chosen))))

    def lines_of(self, wagers: Mapping[str, Cents], end: OutcomeClass) -> list[Line]:
        """What settlement says of one outcome class; envy, which comes from other seats, is not in it."""
        reset = self.sheet.meter.reset if self.sheet.meter else 0
        meter = Meter(reset * MICRO, (reset if self.meter is None else self.meter) * MICRO)
        return outcome_lines(self.table, wagers, end.action, end.versus, end.paid_as, end.six, meter)

    # Shared parts

    def payoffs_of(self, wagers: Mapping[str, Cents], only: frozenset[str] | None = None) -> Payoffs:
        """What each outcome class is worth for these wagers, kept for the next question about them."""
        key = frozenset(wagers.items()), only
        if key not in self._payoffs:
            if len(self._payoffs) >= MOST_BETS:
                self._payoffs.clear()
            places = shared_classes(looks_at(self.table, wagers))
            self._payoffs[key] = payoffs(self.table, wagers, self.meter, only, places)
        return self._payoffs[key]

    def _looks(self, wagers: Mapping[str, Cents]) -> Looks:
        """What the tables of a bet look at, beside the player's own three cards."""
        return Looks.of(looks_at(self.table, wagers))

    def _decided(self, wagers: Mapping[str, Cents]) -> Mapping[str, Cents]:
        """A bet without its wagers on colours: suits decide them, and no decision goes by suits."""
        colours = {name for name, judged in self.table.book.shared.items() if judged == "colours"}
        return {name: stake for name, stake in wagers.items() if name not in colours}

    def _told(self, wagers: Mapping[str, Cents]) -> Told:
        """What dealer hands must be told by to settle these wagers."""
        return Told(six=needs_six(self.table, wagers))

    def worths(
        self,
        wagers: Mapping[str, Cents],
        pays: Payoffs | None = None,
        by_hands: bool = False,
        hands: Ints | None = None,
    ) -> Iterator[Worth]:
        """What each action is worth for these wagers, a chunk at a time: every hand against some up cards.

        With `by_hands` it may also be some hands against all up cards; `hands` leaves other rows out where
        two cards show.
        """
        wagers = self._decided(wagers)
        if self._looks(wagers).beyond_six:
            counts = count_shared(self.dealing, self._looks(wagers))
            return worths(self.dealing, counts, pays or self.payoffs_of(wagers))
        told = self._told(wagers)
        if told != NOTHING and self.dealing.shows > 1 and not by_hands:
            raise NotPriced("A bet settled by six cards is listed hand by hand where several cards show")
        return worths(self.dealing, counts_of(self.dealing, told, hands), pays or self.payoffs_of(wagers))

    def worth_of(
        self, wagers: Mapping[str, Cents], row: int, up: tuple[int, ...], suit: int | None = None
    ) -> Worth:
        """What each action is worth for one row against one set of up cards; of a hand that can draw an A-K-Q
        which is paid by its suit, for this suit."""
        wagers = self._decided(wagers)
        looks = self._looks(wagers)
        if looks.beyond_six:
            one = count_one_shared(self.dealing, looks, row, up)
        else:
            one = counts_of_one(self.dealing, self._told(wagers), row, up)
        return next(worths(self.dealing, [one], self.payoffs_of(wagers), suit))

    def tally_of(self, wagers: Mapping[str, Cents], pays: Payoffs, strategy: Chooser) -> Tally:
        """How often a bet ends in each outcome class, under a strategy that goes by these payoffs.

        Of the best strategy it is kept: a PAR sheet asks for prices, their lines and how often hands fold.
        """
        key = frozenset(wagers.items())
        keeps = strategy is optimal and pays is self._payoffs.get((key, None))
        if keeps and key in self._tallies:
            return self._tallies[key]
        found = self._tally(wagers, pays, strategy)
        if keeps:
            self._keep(key, found)
        return found

    def _keep(self, key: frozenset[tuple[str, Cents]], ends: Tally) -> None:
        if len(self._tallies) >= MOST_BETS:
            self._tallies.clear()
        self._tallies[key] = ends

    def _tally(self, wagers: Mapping[str, Cents], pays: Payoffs, strategy: Chooser) -> Tally:
        looks = self._looks(wagers)
        if looks.beyond_six:
            return tally_shared(self.dealing, looks, pays, strategy, alike=strategy is optimal)
        sixes = SIXES if needs_six(self.table, wagers) else 1
        # The best action goes by the ends alone, not by the cards that show.
        counts = counts_to_sum(self.dealing, self._told(wagers), alike=strategy is optimal)
        return tally(self.dealing, worths(self.dealing, counts, pays), strategy, sixes)


def _by_up_card(worth: Iterable[Worth], strategy: Chooser, stake: Cents) -> dict[str, Any]:
    """The mean net against each up card, by rank."""
    sums = [Fraction(0)] * 13
    outcomes = 0
    for chunk in worth:
        chosen = strategy(chunk)
        worth_of = exact(chunk.sums, comb(52, 3))
        mine = np.take_along_axis(worth_of, chosen[..., None], axis=-1)[..., 0]
        by_up = np.einsum("ru,ru->u", chunk.counts.times, mine)
        outcomes = chunk.outcomes
        for up, total in zip(chunk.counts.ups[:, 0].tolist(), by_up.tolist(), strict=True):
            sums[up >> 2] += total
    per_rank = comb(51, 3) * 4 * outcomes * stake
    return {"by_up_card": {RANKS[rank]: str(total / per_rank) for rank, total in enumerate(sums)}}
