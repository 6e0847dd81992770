"""The bank's side of a player-banked sheet: what it wins, what it risks, and what its cover leaves undone.

The bank's net is the negative of what the seats win. With full cover its mean is therefore the sum over the
seats, however many there are. With a limited stake the seats are covered one after another (NAPA-11), so what
the second one gets depends on how the first one ended, and they are counted together. See "The bank's side"
in docs/method.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Literal, NamedTuple, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.dataframes import Rows, Tabular, exact, in_json
from pitboss.errors import Refusal
from pitboss.hands import value3
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.counts import Looks, colours_beside, six_categories
from pitboss.odds.decisions import Chooser, from_value, optimal, places_of
from pitboss.odds.game import Game
from pitboss.odds.geometry import PAIRS, SUITS, Cards, Ints, all_hands, disjoint_pairs, rows, up_beside_rows
from pitboss.odds.house_prices import game_of, kept_game
from pitboss.odds.inclusion import VERSUS
from pitboss.odds.not_priced import OutOfReach, joint_reach, stake_reach
from pitboss.odds.policies import Policy, chooser_of
from pitboss.odds.prices import Price
from pitboss.odds.row_kinds import SeatRow
from pitboss.odds.work import Progress
from pitboss.round.choices import check_wagers
from pitboss.round.judge import showdown
from pitboss.round.settlement import ActionId, Line, Meter, cover_lines, looks_at, outcome_lines
from pitboss.round.table import House, Table, raises_of
from pitboss.sheet.model import Bank
from pitboss.sheet.pays import BLACK, HAND_CLASSES, shared_classes

Bets = Mapping[str, Cents]
SeatEnd = tuple[Line, ...]
# How many deals end so, seat by seat.
Ends = dict[tuple[SeatEnd, ...], int]


class Covered(NamedTuple):
    """One deal as far as the cover goes: cents by seat, and the cover left."""

    nets: tuple[Cents, ...]
    unpaid: tuple[Cents, ...]
    uncollected: tuple[Cents, ...]
    left: Cents


class SeatEntry(TypedDict):
    """A seat in `pitboss bank --json`; means in cents a round."""

    bets: Bets
    ev: Fraction
    ev_full: Fraction
    ev_lost: Fraction
    unpaid: Fraction
    uncollected: Fraction


class CoverEntry(TypedDict):
    """What becomes of a stake, in `pitboss bank --json`."""

    exhausted: Fraction
    short: Fraction
    left_mean: Fraction
    left: Mapping[Cents, int] | None


class BankAnswer(TypedDict):
    """What `pitboss bank --json` prints; cents a round."""

    house: str
    strategy: str
    stake: Cents | None
    enough: Cents
    seats: list[SeatEntry]
    ev: Fraction
    ev_per_ante: Fraction | None
    uncovered: Fraction
    stdev: float | None
    win_frequency: Fraction | None
    worst: Cents | None
    best: Cents | None
    outcomes: int | None
    distribution: Mapping[str, int] | None
    cover: CoverEntry | None
    informed_seat_ev: Fraction | None
    refused: str | None


@dataclass(frozen=True, slots=True)
class SeatSide:
    """One seat against the bank; means in cents a round."""

    bets: Bets
    full: Price  # the seat's net where everything is covered
    ev: Fraction
    unpaid: Fraction  # of what it won
    uncollected: Fraction  # of what it lost, and got back

    @property
    def ev_lost(self) -> Fraction:
        """What the seat loses on average because the bank does not cover everything."""
        return self.full.ev - self.ev

    @property
    def ev_full(self) -> Fraction:
        """The mean where everything is covered."""
        return self.full.ev

    def _means(self) -> dict[str, Fraction]:
        means = {"ev": self.ev, "ev_full": self.full.ev, "ev_lost": self.ev_lost}
        return means | {"unpaid": self.unpaid, "uncollected": self.uncollected}

    def as_row(self) -> dict[str, Any]:
        """The seat's row, without its number."""
        bets = ",".join(f"{name}={cents}" for name, cents in self.bets.items())
        means = [exact(name, mean) for name, mean in self._means().items()]
        return {"bets": bets} | {name: value for each in means for name, value in each.items()}


@dataclass(frozen=True, slots=True)
class CoverUse:
    """What becomes of a stake. Where the seats are too many to count together, `left` is None."""

    exhausted: Fraction  # how often the cover is used up
    short: Fraction  # how often a cent stays uncovered
    left_mean: Fraction
    left: Mapping[Cents, int] | None  # cover left -> deals


@dataclass(frozen=True, slots=True)
class BankPrice(Tabular[SeatRow]):
    """The bank's round: its mean always, its distribution where the seats can be counted together."""

    house: str
    seats: tuple[SeatSide, ...]
    enough: Cents  # a stake that covers every wager in every deal
    stake: Cents | None  # None: full cover
    ev: Fraction
    net: Price | None
    cover: CoverUse | None
    informed: Fraction | None  # the mean of a lone seat that plays best against this very stake
    refused: str | None  # why there is no distribution

    @property
    def ev_per_ante(self) -> Fraction | None:
        """The mean per unit of all Antes together."""
        antes = sum(seat.bets.get("ante", 0) for seat in self.seats)
        return self.ev / antes if antes else None

    @property
    def uncovered(self) -> Fraction:
        """The mean of what the bank should have paid or collected and did not."""
        return sum((seat.unpaid + seat.uncollected for seat in self.seats), Fraction(0))

    def rows(self) -> Rows[SeatRow]:
        """One row for each seat."""
        told = ({"seat": number} | side.as_row() for number, side in enumerate(self.seats, 1))
        return Rows(SeatRow, (cast(SeatRow, each) for each in told))

    def as_json(self, strategy: str = "optimal") -> dict[str, Any]:
        """What `pitboss bank --json` prints for a strategy of this name."""
        names = ("house", "stake", "enough", "seats", "ev", "ev_per_ante", "uncovered", "cover", "refused")
        told = {name: getattr(self, name) for name in names}
        told |= {"strategy": strategy, "informed_seat_ev": self.informed}
        if net := self.net:
            told |= net.figures() | {"ev": self.ev, "distribution": net.distribution}
            told |= {"worst": int(min(net.distribution)), "best": int(max(net.distribution))}
        answer: dict[str, Any] = in_json(BankAnswer, told)
        return answer


def bank_price(
    house: House | Game,
    seats: Sequence[Bets],
    stake: Cents | None = None,
    strategy: Policy = optimal,
    progress: Progress | None = None,
) -> BankPrice:
    """The bank against these seats, in the order in which they get action; no stake means full cover.

    Every seat plays its own bet as if it were fully covered: it does not know the other hands. Three seats
    or more, and two that draw, have no distribution; where the stake can run out they raise `OutOfReach`.
    See "The bank's side" in docs/method.md.

    >>> bank_price("napa-valley", [{"ante": 1000}]).ev_per_ante
    Fraction(229314, 12724075)
    """
    game = game_of(house)
    chooser = chooser_of(game, strategy, seats[0] if seats else None)
    _check_stake(game, stake)
    return seated(game, seats, chooser, progress).price(stake)


@dataclass(frozen=True, slots=True)
class Seated:
    """A bank's seats, counted once: any stake is priced from the counts."""

    game: Game
    bets: tuple[Bets, ...]
    alone: tuple[Ends, ...]  # each seat by itself
    ends: Ends | None  # all seats together, where they are not too many
    enough: Cents
    beyond: OutOfReach | None  # why they are not counted together

    def price(self, stake: Cents | None = None) -> BankPrice:
        """The bank with this stake, or with full cover."""
        _check_stake(self.game, stake)
        return self._by_linearity(stake) if self.ends is None else self._counted(self.ends, stake)

    def _counted(self, ends: Ends, stake: Cents | None) -> BankPrice:
        """Every deal, covered as far as the stake goes."""
        nets: Counter[Fraction] = Counter()
        left: Counter[Cents] = Counter()
        sums = [[0, 0, 0] for _ in self.bets]
        short = 0
        for each, number in ends.items():
            deal = covered(self.game.table, each, self.enough if stake is None else stake)
            nets[Fraction(-sum(deal.nets))] += number
            left[deal.left] += number
            short += number * (any(deal.unpaid) or any(deal.uncollected))
            for total, *cents in zip(sums, deal.nets, deal.unpaid, deal.uncollected, strict=True):
                for place, amount in enumerate(cents):
                    total[place] += amount * number
        space = sum(ends.values())
        net = Price("bank", space, dict(sorted(nets.items())))
        sides = tuple(
            SeatSide(bets, _full_price(each), *(Fraction(cents, space) for cents in total))
            for bets, each, total in zip(self.bets, self.alone, sums, strict=True)
        )
        if stake is None:
            return self._priced(None, sides, net, None)
        mean = Fraction(sum(cents * number for cents, number in left.items()), space)
        cover = CoverUse(
            Fraction(left[0], space), Fraction(short, space), mean, dict(sorted((+left).items()))
        )
        informed = _informed(self.game, self.bets[0], stake) if len(self.bets) == 1 else None
        return self._priced(stake, sides, net, cover, informed)

    def _by_linearity(self, stake: Cents | None) -> BankPrice:
        """Seats that are not counted together: means add up, as long as the stake cannot run out."""
        beyond = self.beyond
        if beyond is None:
            raise AssertionError("these seats are counted together")
        if stake is not None and stake <= self.enough:
            raise stake_reach(beyond, stake, self.enough)
        nothing = Fraction(0)
        full = [_full_price(ends) for ends in self.alone]
        sides = tuple(
            SeatSide(bets, each, each.ev, nothing, nothing)
            for bets, each in zip(self.bets, full, strict=True)
        )
        why = beyond.text
        if stake is None:
            return self._priced(None, sides, None, None, refused=why)
        used = [_mean_use(self.game.table, ends) for ends in self.alone]
        cover = CoverUse(nothing, nothing, stake - sum(used, nothing), None)
        return self._priced(stake, sides, None, cover, refused=why)

    def _priced(
        self,
        stake: Cents | None,
        sides: tuple[SeatSide, ...],
        net: Price | None,
        cover: CoverUse | None,
        informed: Fraction | None = None,
        refused: str | None = None,
    ) -> BankPrice:
        ev = -sum((side.ev for side in sides), Fraction(0))
        return BankPrice(self.game.sheet.id, sides, self.enough, stake, ev, net, cover, informed, refused)


def seated(
    game: Game,
    seats: Sequence[Bets],
    strategy: Chooser = optimal,
    progress: Progress | None = None,
) -> Seated:
    """Counts how these seats can end, for `Seated.price`; two that do not draw together."""
    bank = _bank(game)
    _check_seats(game, seats)
    alone = tuple(one_seat(game, bets, strategy) for bets in seats)
    enough = sum(max(_use(game.table, end) for end in ends) for ends in alone)
    if not bank.collecting_uses_cover:
        enough += 1  # what is lost is collected as long as a cent of cover is left
    ends = alone[0] if len(seats) == 1 else None
    beyond = joint_reach(game.dealing, seats)
    if len(seats) > 1 and beyond is None:
        ends = two_seats(game, seats, strategy, progress)
    return Seated(game, tuple(seats), alone, ends, enough, beyond)


def _bank(game: Game) -> Bank:
    if game.sheet.bank is None:
        text = f"{game.sheet.name} is not player-banked: the house pays and collects, and no bank can run out"
        raise Refusal("no_bank", text, game.sheet.dealer.clause)
    return game.sheet.bank


def _check_stake(game: Game, stake: Cents | None) -> None:
    if stake is not None and stake <= 0:
        raise Refusal("stake", "The bank's stake must be above zero", _bank(game).clause)


def _check_seats(game: Game, seats: Sequence[Bets]) -> None:
    sheet = game.sheet
    if not 1 <= len(seats) <= sheet.seats:
        raise Refusal("seats", f"A round has 1 to {sheet.seats} seats, not {len(seats)}", sheet.seats_clause)
    for number, bets in enumerate(seats, start=1):
        try:
            check_wagers(game.table, bets)
        except Refusal as fault:
            text = f"Seat {number}: {fault.text}"
            raise Refusal(fault.code, text, fault.clause, fault.path, fault.values) from None


def covered(table: Table, ends: tuple[SeatEnd, ...], stake: Cents) -> Covered:
    """What settlement makes of some seats' ends with this stake (NAPA-11)."""
    seats = [list(lines) for lines in ends]
    left = cover_lines(table, seats, stake)
    done = [_paid_and_collected(lines) for lines in seats]
    due = [_paid_and_collected(lines) for lines in ends]
    return Covered(
        nets=tuple(paid - collected for paid, collected in done),
        unpaid=tuple(owed - paid for (owed, _), (paid, _) in zip(due, done, strict=True)),
        uncollected=tuple(owed - got for (_, owed), (_, got) in zip(due, done, strict=True)),
        left=left,
    )


def _paid_and_collected(lines: Sequence[Line]) -> tuple[Cents, Cents]:
    profits = [line.profit for line in lines]
    return sum(cents for cents in profits if cents > 0), -sum(cents for cents in profits if cents < 0)


def _use(table: Table, ends: tuple[SeatEnd, ...]) -> Cents:
    """The cover that some ends use where there is enough of it."""
    ample = sum(abs(line.profit) for lines in ends for line in lines)
    return ample - covered(table, ends, ample).left


def _mean_use(table: Table, ends: Ends) -> Fraction:
    used = sum(_use(table, end) * number for end, number in ends.items())
    return Fraction(used, sum(ends.values()))


def _full_price(ends: Ends) -> Price:
    """The net of a lone seat under full cover."""
    nets: Counter[Fraction] = Counter()
    for (lines,), number in ends.items():
        nets[Fraction(sum(line.profit for line in lines))] += number
    return Price("seat", sum(ends.values()), dict(sorted(nets.items())))


def _informed(game: Game, bets: Bets, stake: Cents) -> Fraction | None:
    """The mean of a lone seat that plays best against this stake, where it can only play or fold."""
    if "ante" not in bets or game.dealing.player_draws:
        return None
    shared = shared_classes(looks_at(game.table, bets))

    def net(*outcome: Any) -> Cents:
        return covered(game.table, (end_of(game.table, bets, *outcome),), stake).nets[0]

    hands = range(HAND_CLASSES)
    fold = [[net("fold", 0, hand, each) for each in shared] for hand in hands]
    pat = [[[net("play", v, hand, each) for each in shared] for v in range(VERSUS)] for hand in hands]
    limited = Payoffs(np.array(fold, np.int64), np.array(pat, np.int64), None)
    nets = game.tally_of(bets, limited, optimal).nets(limited)
    return Fraction(sum(cents * number for cents, number in nets.items()), sum(nets.values()))


# What one round is worth to the bank of a table, as the table and its advice ask

CoverKind = Literal["full", "limited"]


@dataclass(frozen=True, slots=True)
class BankRound:
    """What a round's price depends on for its bank: the stake, and the bets in the order of cover."""

    table: Table
    stake: Cents
    seats: tuple[tuple[tuple[str, Cents], ...], ...]


@dataclass(frozen=True, slots=True)
class BankWorth:
    """Means in cents. Where more seats than can be counted together may use up the stake, `ev` is None."""

    cover: CoverKind  # whether the stake covers every wager in every deal
    full: Fraction  # the mean with cover for everything
    ev: Fraction | None  # with this stake
    short: Fraction | None = None  # how often a cent stays uncovered
    win_frequency: Fraction | None = None
    stdev: float | None = None


def bank_worth(asked: BankRound) -> BankWorth:
    """The price of a round, for its bank; with two seats and a stake that can run out this takes seconds.

    Every seat plays its own bet in the best way there is, as if everything were covered.
    """
    game, bets = kept_game(asked.table), [dict(each) for each in asked.seats]
    alone = [seated(game, [each]) for each in bets]
    full = sum((each.price().ev for each in alone), Fraction(0))
    covers = asked.stake >= sum(each.enough for each in alone)
    if len(bets) == 1:
        return _worth("full" if covers else "limited", full, alone[0].price(asked.stake))
    if covers:
        return BankWorth("full", full, full, Fraction(0))
    if joint_reach(game.dealing, bets) is not None:
        return BankWorth("limited", full, None)
    return _worth("limited", full, seated(game, bets).price(asked.stake))


def _worth(cover: CoverKind, full: Fraction, price: BankPrice) -> BankWorth:
    short = price.cover.short if price.cover else None
    win, spread = (price.net.win_frequency, price.net.stdev) if price.net else (None, None)
    return BankWorth(cover, full, price.ev, short, win, spread)


# How often one seat, or two seats of the same deal, end in each way, before any cover. Seats share the
# dealer's hand and the deck, so their ends are counted together: for each dealer's hand up to suits, every
# hand of three cards falls into one end of each seat, and pairs of hands without a common card are counted.


def one_seat(game: Game, bets: Bets, strategy: Chooser) -> Ends:
    """Every end of one seat."""
    stays = _stays(bets)
    found: Counter[tuple[SeatEnd, ...]] = Counter()
    for each in game.classes_of(bets, strategy if stays else from_value(0)):
        action = each.action if stays else None
        found[(end_of(game.table, bets, action, each.versus, each.paid_as, each.six),)] += each.number
    return dict(found)


def end_of(
    table: Table,
    bets: Bets,
    action: ActionId | None,
    versus: int,
    paid_as: int,
    shared: int = 0,
) -> SeatEnd:
    """The lines of one outcome class. A player-banked sheet has no meter."""
    return tuple(outcome_lines(table, bets, action, versus, paid_as, shared, Meter(0, 0)))


def _stays(bets: Bets) -> ActionId | None:
    return "play" if "ante" in bets else None


def two_seats(
    game: Game,
    bets: Sequence[Bets],
    strategy: Chooser,
    progress: Progress | None = None,
) -> Ends:
    """The ends of two seats at one deal, the first seat's first, where nobody draws."""
    one, other = bets
    first = _Seat.of(game, one, strategy)
    seats = first, first if other == one else _Seat.of(game, other, strategy)
    dealers = _dealers(up_to_suits=all(seat.suits_alike for seat in seats))
    total = np.zeros([len(seat.ends) for seat in seats], object)  # all deals can be more than 64 bits count
    for done, (cards, weight) in enumerate(dealers, start=1):
        for labels, ways in _labels(game, cards, seats).items():
            used, counts = _count([np.frombuffer(each, np.uint32) for each in labels], seats)
            total[np.ix_(*used)] += weight * ways * counts.astype(object)
        if progress is not None:
            progress(done, len(dealers))
    found = np.argwhere(total).tolist()
    return {
        tuple(seat.ends[end] for seat, end in zip(seats, each, strict=True)): int(total[tuple(each)])
        for each in found
    }


def _count(labels: Sequence[Ints], seats: Sequence[_Seat]) -> tuple[list[Ints], Ints]:
    """The ends that there are against a dealer's hand, and the deals in each two of them."""
    used: list[Ints] = []
    names: list[Ints] = []
    for number, (label, seat) in enumerate(zip(labels, seats, strict=True)):
        twin = next((i for i in range(number) if seats[i] is seat), None)
        if twin is not None:
            used.append(used[twin])
            names.append(names[twin])
            continue
        there = np.flatnonzero(np.bincount(label, minlength=len(seat.ends) + 1)[:-1])
        name = np.full(len(seat.ends) + 1, len(there))
        name[there] = np.arange(len(there))
        used.append(there)
        names.append(name[label])
    return used, disjoint_pairs(names[0], names[1], len(used[0]), len(used[1]))


@dataclass(frozen=True, slots=True, eq=False)
class _Seat:
    """One seat's ends by number, the number of each outcome class, and what its strategy chooses."""

    ends: list[SeatEnd]
    looks: Looks  # at what its bets look beside its own cards
    number: Ints  # (fold, play and each raise * showdown results * hand classes * shared classes)
    actions: Callable[[tuple[int, ...]], Ints]  # up cards -> for each hand, where its action's classes begin
    suits_alike: bool  # whether nothing is paid by suits

    @classmethod
    def of(cls, game: Game, bets: Bets, strategy: Chooser) -> _Seat:
        stays = _stays(bets)
        raises = raises_of(game.sheet) if stays else ()
        doing: tuple[ActionId | None, ...] = ("fold" if stays else None, stays, *raises)
        looks, width = game.looks(bets), game.looks(bets).width
        classes = [
            end_of(game.table, bets, action, versus if action != "fold" else 0, hand, shared)
            for action in doing
            for versus in range(VERSUS)
            for hand in range(HAND_CLASSES)
            for shared in shared_classes(looks_at(game.table, bets))
        ]
        place = {end: number for number, end in enumerate(dict.fromkeys(classes))}
        ends = list(place)
        number = np.array([place[each] for each in classes], np.uint32)
        royals = number.reshape(-1, HAND_CLASSES, width)[:, HAND_CLASSES - SUITS :]
        choose = strategy if stays else from_value(0)
        does = places_of(raises)[_chosen(game, bets, choose)] * (VERSUS * HAND_CLASSES * width)

        @lru_cache(maxsize=PAIRS)
        def actions(shown: tuple[int, ...]) -> Ints:
            return does[all_hands().row, up_beside_rows(shown)]

        alike = bool((royals == royals[:, :1]).all()) and game.table.book.by_suit.isdisjoint(bets)
        return cls(ends, looks, number, actions, alike)


def _chosen(game: Game, bets: Bets, choose: Chooser) -> NDArray[np.uint8]:
    """The number of what each row does against each set of up cards: (rows, ups)."""
    shows = game.dealing.shows
    found = np.zeros((len(rows()), comb(52, shows)), np.uint8)
    for chunk in game.worths(bets):
        found[chunk.counts.rows] = choose(chunk)
    return found


def _dealers(*, up_to_suits: bool) -> list[tuple[tuple[int, ...], int]]:
    """Every dealer's hand with the number it stands for; all 22,100 where a suit is paid for."""
    hands = rows()
    if not up_to_suits:
        return [(tuple(hand), 1) for hand in all_hands().cards.tolist()]
    return [(tuple(hand), n) for hand, n in zip(hands.cards.tolist(), hands.weight.tolist(), strict=True)]


def _labels(game: Game, dealer: tuple[int, ...], seats: Sequence[_Seat]) -> Counter[tuple[bytes, ...]]:
    """The end of every hand at each seat against the dealer's cards, and how many up cards give it.

    A hand that the dealer's cards rule out has the number after the last end. Most up cards lead to the same
    decisions, and then the same counts serve them all.
    """
    hands = all_hands()
    value = value3(dealer[0], dealer[1], dealer[2])
    versus = showdown(hands.value, value, game.dealing.qualifies_from)
    cell = versus * HAND_CLASSES + hands.hand_class
    taken = hands.holds[list(dealer)].any(axis=0)
    different = list(dict.fromkeys(seats))
    shared = {seat: _shared(seat.looks, np.array(dealer), value) for seat in different}

    def labels(seat: _Seat, shown: tuple[int, ...]) -> bytes:
        label = seat.number[cell * seat.looks.width + shared[seat] + seat.actions(shown)]
        label[taken] = len(seat.ends)
        return label.tobytes()

    found: Counter[tuple[bytes, ...]] = Counter()
    for shown in combinations(dealer, game.dealing.shows):
        known = {seat: labels(seat, shown) for seat in different}
        found[tuple(known[seat] for seat in seats)] += 1
    return found


def _shared(looks: Looks, dealer: Cards, value: int) -> Ints:
    """What the bets of a seat look at beside each hand, against a dealer who ends with this value."""
    six = six_categories(dealer) if looks.six else 0
    colours = colours_beside(dealer, BLACK[1]) if looks.colours else 0
    return looks.place(value, all_hands().value, six, colours)
