"""The price of a whole sheet: every wager, the main game under a strategy, and whole bets.

See "From counts to a price" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from math import floor
from typing import Any

from pitboss.errors import NotPriced, Refusal, check_whole
from pitboss.money import MICRO, Cents, dollars
from pitboss.odds.class_payoffs import Payoffs, least_ante, main_stakes, needs_amount, payoffs, price_stakes
from pitboss.odds.counts import UNDECIDED, Counts, Dealing, Looks, counts_of, counts_of_one, dealing_of
from pitboss.odds.decisions import Choose, Chooser, Worth, by_up_card, from_value, optimal, worths
from pitboss.odds.envy import Envied, envied_of, worths_with_envy
from pitboss.odds.envy_price import (
    beside_one,
    decided_price,
    is_shared,
    mean_envy,
    outcomes_with_envy,
    shares_with_others,
    undecided_price,
)
from pitboss.odds.geometry import SUITS
from pitboss.odds.outcomes import (
    DealsDone,
    OutcomeClass,
    Outcomes,
    Tally,
    alone,
    classes_of,
    hand_counts,
    tally,
)
from pitboss.odds.plan import plan_of
from pitboss.odds.policies import Policy, chooser_of
from pitboss.odds.prices import Moments, Note, Price, SheetPrice, Space, in_units
from pitboss.odds.work import Progress, part
from pitboss.round.choices import check_wagers
from pitboss.round.settlement import Line, Meter, looks_at, outcome_lines
from pitboss.round.table import House, open_table
from pitboss.sheet.pays import BY_DEALER, SIX_CLASSES, SIX_ROYAL, shared_classes
from pitboss.text import one_of, shown

MOST_METER = 10**15  # cents: with it every net is a whole 64-bit number
MOST_BETS = 256  # of which a game keeps the payoffs


class Game:
    """A house's mathematics at a number of players and a meter.

    Envy takes it that every other player has one hand, made the envy wager where the sheet asks that of the
    holder (RIV-11), and does what is best for an Ante alone. Where a meter is shared, a price is that of the
    seat that is paid at this place, by default the mean over all of them.

    >>> from pitboss import Game
    >>> game = Game("rivers", players=5, meter=15_000_00)
    >>> game.price("pair_plus").ev
    Fraction(-402, 5525)
    """

    def __init__(
        self, house: House, players: int = 1, meter: Cents | None = None, seat: int | None = None
    ) -> None:
        table = open_table(house)
        for name, number in (("players", players), ("meter", meter), ("seat", seat)):
            check_whole(number or 0, name, name)
        if not 1 <= players <= table.sheet.seats:
            raise NotPriced(f"players must be from 1 to {table.sheet.seats} ({table.sheet.seats_clause})")
        if seat is not None and not 1 <= seat <= players:
            raise NotPriced(f"seat must be from 1 to {players}, the players at the table")
        sheet_meter = table.sheet.meter
        if meter is not None and sheet_meter is None:
            raise NotPriced(f"{table.sheet.name} has no meter")
        if meter is not None and sheet_meter is not None and meter < sheet_meter.reset:
            text = f"The meter is never below its reset value ({dollars(sheet_meter.reset)})"
            raise Refusal("meter", text, sheet_meter.clause, "meter", {"min": sheet_meter.reset})
        if meter is not None and meter > MOST_METER:
            raise NotPriced(f"A meter is priced up to {dollars(MOST_METER)}")
        self.table = table
        self.sheet = table.sheet
        self.players = players
        self.meter = meter
        self.seat = seat
        self.dealing: Dealing = dealing_of(table.sheet)
        self._payoffs: dict[tuple[frozenset[tuple[str, Cents]], frozenset[str] | None], Payoffs] = {}
        self._tallies: dict[frozenset[tuple[str, Cents]], Tally] = {}  # of the best strategy

    # Every wager, or one

    def price_all(
        self,
        strategy: Policy = optimal,
        bets: Mapping[str, Cents] | None = None,
        progress: Progress | None = None,
        *,
        for_bets: Policy = optimal,
    ) -> SheetPrice:
        """Every wager by itself, and a whole bet if you ask for one; what has no price is in `refused`.

        The main game is played by the strategy, and the whole bet by what is best for it, or another one.
        """
        strategy, for_bets = chooser_of(self, strategy, bets), chooser_of(self, for_bets, bets)
        apart = self._counted_apart(bets or {})
        of = {name: part(progress, place, len(apart)) for place, name in enumerate(apart)}
        prices: dict[str, Price] = {}
        refused: dict[str, str] = {}
        asked = {name: partial(self.price, name, strategy) for name in self.sheet.wagers}
        if bets:
            asked["combined"] = partial(self.price_bets, bets, strategy=for_bets)
        for name, price in asked.items():
            try:
                prices[name] = price(progress=of.get(name))
            except NotPriced as why:
                refused[name] = why.text
        return SheetPrice(self.sheet.id, prices, prices.pop("combined", None), refused)

    def _counted_apart(self, bets: Mapping[str, Cents]) -> list[str]:
        """The prices, `combined` being that of a bet, that may count others' hands beside the dealer's."""
        if self.dealing.dealer_draws or self.dealing.player_draws:
            return []
        return [*filter(self.envies, self.sheet.wagers), *(["combined"] if self.envies_any(bets) else [])]

    def price(self, wager: str, strategy: Policy = optimal, progress: Progress | None = None) -> Price:
        """One wager by itself; `ante` is the main game, for which the strategy counts."""
        if wager not in self.sheet.wagers:
            offered = one_of(list(self.sheet.wagers))
            raise NotPriced(f"{self.sheet.name} has no wager {shown(wager)}; it has {offered}", "wager")
        strategy = chooser_of(self, strategy)
        if wager == "ante" or self.depends_on_decisions(wager):
            return self._decided(wager, strategy if wager == "ante" else optimal, progress)
        if self.envies(wager) or shares_with_others(self, (wager,)):
            stake = self.stakes_of(wager)[wager]
            priced = undecided_price(self, wager, {wager: stake}, stake, progress)
            return replace(priced, extras=self._meter_extras(wager))
        return self._by_itself(wager)

    def _decided(self, wager: str, strategy: Chooser, progress: Progress | None) -> Price:
        """A wager in which decisions count: the main game, per unit of the Ante, or one beside an Ante.

        The main game is Ante, Play and bonuses. Beside an Ante the strategy is that which is best for both.
        """
        wagers, main = self.stakes_of(wager), wager == "ante"
        stake, pays = wagers[wager], self.payoffs_of(wagers)
        only, extras, stakes = None, dict[str, Any](), None
        if not main:
            only = frozenset({wager})
            amounts = any(needs_amount(self.sheet, name) for name in wagers) or self.envies_any(wagers)
            stakes = wagers if amounts else {}
        elif self.sheet.beside_ante:
            extras["includes"] = [*self.sheet.beside_ante]
        if main and self.dealing.shows == 1:
            extras |= by_up_card(self.worths(wagers, pays), strategy, stake)
        if self.envies(wager):
            priced = decided_price(self, wager, wagers, stake, strategy, only, progress)
            return replace(priced, extras=extras, stakes=stakes)
        ends, space = self.tally_of(wagers, pays, strategy), self.dealing.sample_space
        nets = in_units(ends.nets(self.payoffs_of(wagers, only)), stake)
        risked = Fraction(1)
        if main:
            risked = Fraction(sum(wagers.values()), stake) + ends.plays(self.sheet.play.times) / space
        notes = self._meter_notes(wager)
        return Price(wager, space, nets, risked, extras, self._deals, notes=notes, stakes=stakes)

    @property
    def _deals(self) -> Space:
        """Whole deals, as this sheet deals them."""
        return Space("deals", self.dealing)

    def envies(self, wager: str) -> bool:
        """Whether other players' hands pay the wager too; the main game has what must lie beside the Ante."""
        named = ("ante", *self.sheet.beside_ante) if wager == "ante" else (wager,)
        return self.players > 1 and self.sheet.envy is not None and self.sheet.envy.wager in named

    def envies_any(self, wagers: Iterable[str]) -> bool:
        """Whether other players' hands pay one of these wagers too."""
        return any(map(self.envies, wagers))

    @property
    def envy_is_lost(self) -> bool:
        """Whether a fold is paid no envy, because it loses the envy wager."""
        envy = self.sheet.envy
        return envy is not None and self.sheet.wagers[envy.wager].fold.does == "lose"

    @cached_property
    def envied(self) -> Envied:
        """What the hand of one other player pays."""
        # Others play for an Ante alone at the meter's reset: that is this game's own, where nothing differs.
        alone = self if self.meter is None and not self.envies("ante") else Game(self.table)
        ante = alone.stakes_of("ante")
        return envied_of(
            self.table,
            self.dealing,
            lambda: plan_of(alone, optimal, ante),
            lambda: alone.tally_of(ante, alone.payoffs_of(ante), optimal),
        )

    @property
    def least_bet(self) -> dict[str, Cents]:
        """The smallest Ante of the table, with what must be bet beside it."""
        return main_stakes(self.table, {"ante": least_ante(self.table)})

    @property
    def stands_at(self) -> Cents:
        """The meter in cents; nothing where there is none."""
        reset = self.sheet.meter.reset if self.sheet.meter else 0
        return reset if self.meter is None else self.meter

    def _meter_notes(self, wager: str) -> tuple[Note, ...]:
        """What is taken for granted where another seat may have been paid from the meter before."""
        tables = self.sheet.bonuses if wager == "ante" else (wager,)
        shared = self.players > 1 and any(is_shared(self.table, each) for each in tables)
        return ("first_seat",) if shared else ()

    def stakes_of(self, wager: str) -> dict[str, Cents]:
        """The stakes by which a wager is priced; envy is cash, so they are as small as the table takes."""
        beside = wager != "ante" and self.depends_on_decisions(wager)
        cash = self.envies_any({wager, "ante"} if beside else {wager})
        return main_stakes(self.table, price_stakes(self.table, wager, beside, cash=cash))

    def depends_on_decisions(self, wager: str) -> bool:
        """Whether what the player does can change the wager's result."""
        return self.sheet.wagers[wager].fold.does == "lose" or (
            self.sheet.player.draws and wager not in self.table.book.shared
        )

    def _by_itself(self, wager: str) -> Price:
        nets: dict[int, int] = {}
        for net, number in self.own_nets(wager):
            nets[net] = nets.get(net, 0) + number
        units = in_units(nets, self.stakes_of(wager)[wager])
        space, _ = self.alone(wager)
        return Price(wager, sum(nets.values()), units, extras=self._meter_extras(wager), space=space)

    def own_nets(self, wager: str, stake: Cents | None = None) -> list[tuple[Cents, int]]:
        """The net of each hand class, or of what else the wager looks at, and how many outcomes are in it.

        It is that of this stake, or of the one by which the wager is priced.
        """
        wagers = {wager: stake or self.stakes_of(wager)[wager]}
        pays, places = self.payoffs_of(wagers), shared_classes(looks_at(self.table, wagers))
        _, ends = self.alone(wager)
        return [(int(pays.pat[end.paid_as, 0, places.index(end.six)]), end.number) for end in ends]

    def alone(self, wager: str) -> tuple[Space, tuple[OutcomeClass, ...]]:
        """The sample space of a wager that no decision touches, and its outcome classes."""
        return alone(self.sheet.pays[wager].judged, self.dealing)

    def price_apart(self, wager: str) -> Price:
        """One wager without what must be bet beside it: the Ante's own lines, under the same best play."""
        if wager != "ante" or not self.sheet.beside_ante:
            return self.price(wager)
        wagers, only = self.stakes_of("ante"), frozenset({"ante", "play", *self.sheet.bonuses})
        ends = self.tally_of(wagers, self.payoffs_of(wagers), optimal)
        nets = in_units(ends.nets(self.payoffs_of(wagers, only)), wagers["ante"])
        risked = 1 + ends.plays(self.sheet.play.times) / self.dealing.sample_space
        return Price("ante", self.dealing.sample_space, nets, risked, space=self._deals)

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
            return Game(self.table, self.players, meter, self.seat).mean_cents(wager)

        low, high = sheet_meter.reset, sheet_meter.reset + 10**9
        meter = low - floor(mean(low) * (high - low) / (mean(high) - mean(low)))
        while low < meter and mean(meter - 1) >= 0:  # shares are paid in whole cents, so the line has steps
            meter -= 1
        while low <= meter and mean(meter) < 0:
            meter += 1
        return meter

    def mean_cents(self, wager: str) -> Fraction:
        """The mean net of a wager that no decision touches, envy included."""
        wagers = {wager: self.stakes_of(wager)[wager]}
        others = (self.players - 1) * self.envied.mean if self.envies(wager) else Fraction(0)
        shares = shares_with_others(self, wagers)
        if shares is not None:
            return beside_one(self, wagers, shares).mean(1, 0) + others
        return _mean(self.own_nets(wager)) + others

    # Whole bets

    def price_bets(
        self, bets: Mapping[str, Cents], progress: Progress | None = None, *, strategy: Policy = optimal
    ) -> Price:
        """Everything on the felt together, in cents, under the best strategy for this bet or another one.

        What cannot be counted together has its mean, which is the sum over the parts.
        """
        check_wagers(self.table, bets)
        together = self.counted_together(bets)
        main = self._together(together, chooser_of(self, strategy, bets), progress)
        apart = bets.keys() - together
        if not apart:
            return main
        more = sum((_mean(self.own_nets(name, bets[name])) for name in apart), Fraction(0))
        moments = Moments(main.ev + more, None)
        return Price("combined", main.outcomes, {}, space=main.space, moments=moments, notes=main.notes)

    def _together(self, bets: Mapping[str, Cents], strategy: Chooser, progress: Progress | None) -> Price:
        if self.envies_any(bets):
            if "ante" in bets:
                return decided_price(self, "combined", bets, 1, strategy, progress=progress)
            return undecided_price(self, "combined", bets, 1, progress)
        if "ante" not in bets:
            return self.price_undecided(bets)
        pays = self.payoffs_of(bets)
        nets = in_units(self.tally_of(bets, pays, strategy).nets(pays), 1)
        return Price("combined", self.dealing.sample_space, nets, space=self._deals)

    def price_undecided(self, bets: Mapping[str, Cents]) -> Price:
        """A bet without an Ante, in cents: nothing is decided; other players' hands are left aside."""
        pays, looks = self.payoffs_of(bets), self.looks(bets)
        if looks == Looks():
            cells, space = zip(pays.pat[:, 0, 0].tolist(), hand_counts(), strict=True), Space("hands")
        else:
            ends = self.tally_of(bets, pays, from_value(0))
            cells = zip(pays.pat[:, 0].ravel().tolist(), ends.pat.sum(axis=1).ravel().tolist(), strict=True)
            space = Space("deals", self.dealing_for(bets))
        nets: dict[int, int] = {}
        for net, number in cells:
            nets[net] = nets.get(net, 0) + number
        known = in_units({net: number for net, number in nets.items() if number}, 1)
        return Price("combined", space.size, known, space=space)

    def counted_together(self, bets: Mapping[str, Cents]) -> Mapping[str, Cents]:
        """Of a whole bet the wagers whose outcomes are counted together: all, where players do not draw."""
        if "ante" not in bets or not self.dealing.player_draws:
            return bets
        return {name: stake for name, stake in bets.items() if not self._stays(name)}

    def _stays(self, wager: str) -> bool:
        """Whether a wager looks at the dealer's cards too, and stays whatever a player who draws does."""
        return wager in self.table.book.shared and self.sheet.wagers[wager].fold.does != "lose"

    # What the prices are made of

    def outcomes(self, wager: str, strategy: Choose = optimal) -> Outcomes:
        """The outcome classes of one wager as it is priced: all of them together fill its sample space."""
        if wager != "ante" and not self.depends_on_decisions(wager):
            return self._undecided_outcomes(wager)
        wagers = self.stakes_of(wager)
        chosen = strategy if wager == "ante" else optimal
        more = mean_envy(self, wagers, chosen) if self.envies(wager) else Fraction(0)
        return Outcomes(wagers, self.classes_of(wagers, chosen), more)

    def _undecided_outcomes(self, wager: str) -> Outcomes:
        """Those of a wager that no decision touches; envy is in them where it is counted hand by hand."""
        wagers, told = {wager: self.stakes_of(wager)[wager]}, outcomes_with_envy(self, wager)
        if told is not None:
            return Outcomes(wagers, told)
        more = self.mean_cents(wager) - _mean(self.own_nets(wager))
        return Outcomes(wagers, self.alone(wager)[1], more)

    def classes_of(self, wagers: Mapping[str, Cents], strategy: Choose = optimal) -> tuple[OutcomeClass, ...]:
        """The outcome classes of a bet with an Ante, under a strategy that goes by all of it."""
        ends = self.tally_of(wagers, self.payoffs_of(wagers), strategy)
        return tuple(classes_of(ends, shared_classes(looks_at(self.table, wagers))))

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

    def looks(self, wagers: Mapping[str, Cents]) -> Looks:
        """What the tables of a bet look at, beside the player's own three cards."""
        return Looks.of(looks_at(self.table, wagers))

    def tells_more_than_six(self, wagers: Iterable[str]) -> bool:
        """Whether a bet goes by the dealer's hand or by suits, which the kind of six cards does not tell."""
        looks = looks_at(self.table, dict.fromkeys(wagers, 0))
        return bool(looks & BY_DEALER) or not self.table.book.by_suit.isdisjoint(wagers)

    def dealing_for(self, wagers: Mapping[str, Cents]) -> Dealing:
        """The dealing rules that matter to a bet: without an Ante at most a dealer's draw."""
        if "ante" in wagers:
            return self.dealing
        return UNDECIDED._replace(draws_below=self.dealing.draws_below if self.looks(wagers).dealer else 0)

    def weighed(self, wagers: Mapping[str, Cents]) -> Mapping[str, Cents]:
        """A bet without what no decision can touch and no count of decisions tells.

        Nothing is decided by suits. Where players draw, a bet on the dealer's cards stays whatever is done,
        and wins alike often.
        """
        draws, by_suit = self.dealing.player_draws, self.table.book.by_suit
        left = {name for name in wagers if name in by_suit or (draws and self._stays(name))}
        return {name: stake for name, stake in wagers.items() if name not in left}

    def worths(self, wagers: Mapping[str, Cents], pays: Payoffs | None = None) -> Iterator[Worth]:
        """What each action is worth for these wagers, some rows against all up cards at a time."""
        decided = self.weighed(wagers)
        counts = counts_of(self.dealing, self.looks(decided))
        return self._with_envy(wagers, worths(self.dealing, counts, pays or self.payoffs_of(decided)))

    def worth_of(
        self, wagers: Mapping[str, Cents], row: int, up: tuple[int, ...], suit: int | None = None
    ) -> Worth:
        """What each action is worth for one row against one set of up cards.

        Of a hand that can draw an A-K-Q which is paid by its suit, for this suit.
        """
        decided = self.weighed(wagers)
        one: Counts = counts_of_one(self.dealing, self.looks(decided), row, up)
        return next(self._with_envy(wagers, worths(self.dealing, [one], self.payoffs_of(decided), suit)))

    def _with_envy(self, wagers: Iterable[str], found: Iterator[Worth]) -> Iterator[Worth]:
        """The same with the envy that a fold would lose."""
        if not (self.envies_any(wagers) and self.envy_is_lost):
            return found
        return worths_with_envy(found, self.envied, self.players - 1)

    def tally_of(self, wagers: Mapping[str, Cents], pays: Payoffs, strategy: Choose) -> Tally:
        """How often a bet ends in each outcome class, under a strategy that goes by these payoffs.

        Of the best strategy it is kept: a PAR sheet asks for prices, their lines and how often hands fold.
        """
        key, looks, dealing = frozenset(wagers.items()), self.looks(wagers), self.dealing_for(wagers)
        if looks.six and isinstance(strategy, Chooser) and strategy.split is not None:
            _check_royals_alike(pays)
        keeps = strategy is optimal and pays is self._payoffs.get((key, None))
        if keeps and key in self._tallies:
            return self._tallies[key]
        weighed = self._with_envy(wagers, worths(dealing, counts_of(dealing, looks), pays, times=looks.times))
        found = tally(dealing, weighed, strategy, looks.width, looks)
        if keeps:
            if len(self._tallies) >= MOST_BETS:
                self._tallies.clear()
            self._tallies[key] = found
        return found

    def deals_done(self, wagers: Mapping[str, Cents] | None = None) -> DealsDone:
        """What the best strategy for a bet does, by default for an Ante alone."""
        found = DealsDone()
        for worth in self.worths(wagers or self.stakes_of("ante")):
            found.add(worth, worth.best())
        return found


def _check_royals_alike(pays: Payoffs) -> None:
    """Refuses a bet on six cards that pays their royal flushes by suit, for a strategy that goes by suits."""
    for nets in (pays.fold, pays.pat, *pays.raised.values()):
        royals = nets.reshape(*nets.shape[:-1], -1, SIX_CLASSES)[..., SIX_ROYAL:]
        royals = royals.reshape(*royals.shape[:-1], -1, SUITS)
        if (royals != royals[..., :1]).any():
            raise NotPriced("Royal flushes paid by suit are not counted for a strategy by suits", "strategy")


def _mean(nets: Iterable[tuple[Cents, int]]) -> Fraction:
    """The mean of nets, each with how often it comes."""
    found = list(nets)
    return Fraction(sum(net * number for net, number in found), sum(number for _, number in found))
