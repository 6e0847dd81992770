"""What a house's offers are worth to a player: coupons for one round, and a rebate on losses.

A coupon changes what the outcome classes of one round are worth, and some outcomes leave it in the player's
hand. Its worth V is the largest share mean / (1 - chance to keep it) over all ways to play: each step prices
the bet with V added wherever the coupon is kept, and the best play of that bet gives the next, larger V,
exactly. It ends when V stays.

With a rebate, the worth of standing at `s` steps after k rounds is the larger of quitting, which pays s and
the rebate on a loss, and playing on, the mean of the worth after one more round. It is worked out backwards
from the last round over every net that can be reached; nothing is sampled. Where so much is won that no loss
can follow any more, the worth is known in closed form, so large wins widen nothing. See "Bankrolls" in
docs/method.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

import numpy as np

from pitboss.dataframes import Rows, Tabular
from pitboss.errors import NotPriced, Refusal
from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs, combined
from pitboss.odds.decisions import optimal
from pitboss.odds.game import Game
from pitboss.odds.geometry import Flags, Ints
from pitboss.odds.risk.ruin import Chances, Lattice
from pitboss.odds.row_kinds import QuittingRow
from pitboss.odds.work import Progress
from pitboss.round.choices import check_wagers
from pitboss.round.table import most_need

CouponKind = Literal["match_play", "free_bet", "first_loss"]
KINDS: Final[tuple[CouponKind, ...]] = ("match_play", "free_bet", "first_loss")
FINE: Final = 1000  # decisions go by thousandths of a cent
MOST_STEPS: Final = 20


@dataclass(frozen=True, slots=True)
class Coupon:
    """A coupon for one bet, used once: what it is worth to a player who would not bet without it, in cents.

    `added` is what it brings to a player who would make its bets anyway.
    """

    kind: CouponKind
    bets: Mapping[str, Cents]
    amount: Cents  # of the coupon, or the most of a loss that is insured
    worth: Fraction
    added: Fraction
    rounds: Fraction  # that it lasts on average

    @property
    def share(self) -> Fraction:
        """Of its face value."""
        return self.worth / self.amount


def coupon(game: Game, kind: CouponKind, bets: Mapping[str, Cents], amount: Cents | None = None) -> Coupon:
    """The worth of a coupon on a bet; match play and a free bet are for its Ante.

    - Match play stands beside the Ante and is paid even money when the Ante wins.
    - A free bet stands for the Ante: it is paid as the Ante is, and a loss costs nothing.
    - First-loss insurance gives back what the first losing round loses, up to an amount.

    The house takes the coupon with a win or a loss; a push leaves it. A round without a loss leaves
    the insurance.

    >>> from pitboss.round import open_table
    >>> from pitboss.sheet import load_house
    >>> rivers = Game(open_table(load_house("rivers")))
    >>> float(coupon(rivers, "free_bet", {"ante": 1000}).share) > 0.5
    True
    """
    check_wagers(game.table, bets)
    if kind != "first_loss" and "ante" not in bets:
        raise Refusal("coupon", f"A coupon of this kind goes with the {game.sheet.label('ante')}")
    face = bets["ante"] if kind != "first_loss" else _insured(game, bets, amount)
    plain = game.payoffs_of(bets)
    nets, kept = (
        _with_insurance(plain, face) if kind == "first_loss" else _with_coupon(game, kind, bets, plain)
    )
    worth, rounds = _best(game, bets, nets, kept)
    ends = game.tally_of(bets, plain, optimal)
    without = Fraction(ends.total(plain), ends.outcomes)
    return Coupon(kind, dict(bets), face, worth, worth - rounds * without, rounds)


def _insured(game: Game, bets: Mapping[str, Cents], amount: Cents | None) -> Cents:
    most = most_need(game.table, bets)
    if amount is not None and amount <= 0:
        raise Refusal("coupon", "An insured loss is above $0")
    return most if amount is None else min(amount, most)


def _with_coupon(
    game: Game, kind: CouponKind, bets: Mapping[str, Cents], plain: Payoffs
) -> tuple[Payoffs, Payoffs]:
    """The nets with a coupon on the Ante, and where it is kept: a push of the Ante."""
    stake = bets["ante"]
    ante = game.payoffs_of(bets, only=frozenset({"ante"}))
    if kind == "match_play":
        return combined(lambda net, own: net + stake * (own > 0), plain, ante), combined(_pushes, ante)
    return combined(lambda net, own: net + stake * (own < 0), plain, ante), combined(_pushes, ante)


def _pushes(own: Ints) -> Ints:
    return (own == 0).astype(np.int64)


def _with_insurance(plain: Payoffs, face: Cents) -> tuple[Payoffs, Payoffs]:
    """The nets with the loss given back, and where the insurance is kept: every round that does not lose."""
    insured = combined(lambda net: net + np.minimum(face, np.maximum(0, -net)), plain)
    return insured, combined(lambda net: (net >= 0).astype(np.int64), plain)


def _again(worth: Fraction) -> Callable[..., Ints]:
    """Nets with what a kept coupon is worth, finely enough to decide by."""
    kept = round(worth * FINE)
    return lambda net, keep: FINE * net + kept * keep


def _best(game: Game, bets: Mapping[str, Cents], nets: Payoffs, kept: Payoffs) -> tuple[Fraction, Fraction]:
    """The largest worth, and how many rounds the coupon lasts under the play that gives it."""
    worth = Fraction(0)
    for _ in range(MOST_STEPS):
        ends = game.tally_of(bets, combined(_again(worth), nets, kept), optimal)
        outcomes, keeps = ends.outcomes, ends.total(kept)
        if keeps == outcomes:
            raise Refusal("coupon", "This bet never loses: a coupon on it is never used up")
        found = Fraction(ends.total(nets), outcomes - keeps)
        rounds = Fraction(outcomes, outcomes - keeps)
        if found == worth:
            return worth, rounds
        worth = found
    raise AssertionError("the worth of a coupon does not settle")


MOST_WORK: Final = 20_000_000_000  # multiplications: some ten seconds
MOST_CELLS: Final = 100_000_000  # nets in all rounds together, of which is kept whether to quit: 100 MB
EPS: Final = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class Rebate:
    """A share of a loss that comes back after at least, and within at most, some rounds."""

    share: Fraction
    rounds: int
    least: int = 1
    most: Cents | None = None  # that is given back; None: no limit

    def check(self) -> None:
        """Refuses terms that say nothing."""
        if not 0 < self.share <= 1:
            raise Refusal("rebate", "A rebate gives back more than 0 % and at most 100 % of a loss")
        if not 1 <= self.least <= self.rounds:
            raise Refusal("rebate_rounds", "A rebate is earned after at least one of the rounds it covers")
        if self.most is not None and self.most <= 0:
            raise Refusal("rebate_most", "The most that is given back is above $0")


@dataclass(frozen=True, slots=True)
class QuittingPoint:
    """When to quit after so many rounds: ahead by `win` or more, or behind by `loss`; None: never so."""

    rounds: int
    win: Cents | None
    loss: Cents | None


@dataclass(frozen=True, slots=True)
class Quitting(Tabular[QuittingRow]):
    """A rebate under the best quitting; means in cents, within `error` of the exact ones."""

    terms: Rebate
    worth: float
    to_the_end: float  # the same for a player who always plays all rounds
    expected_rounds: float
    paid: float  # how often a rebate is paid
    mean_rebate: float
    points: tuple[QuittingPoint, ...]  # from the first round on which quitting is possible
    error: float

    def at(self, number: int) -> tuple[QuittingPoint, ...]:
        """Some of the quitting points, evenly apart, the first and the last among them."""
        last = len(self.points) - 1
        places = sorted({round(last * part / max(1, number - 1)) for part in range(number)})
        return tuple(self.points[place] for place in places if place <= last)

    def rows(self) -> Rows[QuittingRow]:
        """One row for each round after which one can quit."""
        points = (QuittingRow(rounds=each.rounds, win=each.win, loss=each.loss) for each in self.points)
        return Rows(QuittingRow, points)


def best_quitting(lattice: Lattice, terms: Rebate, progress: Progress | None = None) -> Quitting:
    """The worth of a rebate to a player who starts even, and when to quit.

    >>> from pitboss.odds.prices import Price
    >>> from pitboss.odds.risk.ruin import lattice_of
    >>> coin = lattice_of(Price("coin", 2, {Fraction(-100): 1, Fraction(100): 1}))
    >>> found = best_quitting(coin, Rebate(Fraction(1, 2), rounds=1))
    >>> found.worth, found.paid
    (25.0, 0.5)
    """
    terms.check()
    walk = _Walk(lattice, terms, progress)
    stops: list[Flags] = []
    worth = 0.0
    for each in walk.backwards():
        stops.append(each.stops)
        worth = float(each.worth[min(-walk.low(0), each.worth.size - 1)])
    stops.reverse()
    rounds, paid, rebate = walk.forwards(stops)
    far = terms.rounds * max(-lattice.least, abs(float(lattice.mean))) * lattice.grid
    return Quitting(
        terms,
        worth=worth * lattice.grid,
        to_the_end=walk.to_the_end() * lattice.grid,
        expected_rounds=rounds,
        paid=paid,
        mean_rebate=rebate * lattice.grid,
        points=tuple(walk.points(stops)),
        error=terms.rounds * (len(lattice.steps) + 4) * EPS * max(far, 1.0),
    )


@dataclass(frozen=True, slots=True)
class _Round:
    """After some rounds: the worth of each net, and where to quit."""

    worth: Chances
    stops: Flags


class _Walk:
    """Nets in steps: after k rounds from the most that can be lost by then up to where no loss can follow."""

    def __init__(self, lattice: Lattice, terms: Rebate, progress: Progress | None = None) -> None:
        self.lattice, self.terms = lattice, terms
        self.progress, self.walked = progress, 0
        self.lost = -lattice.least
        self.mean = float(lattice.mean)
        self.pairs = list(zip(lattice.steps, lattice.chances.tolist(), strict=True))
        width = terms.rounds * self.lost
        work = terms.rounds * len(self.pairs) * (width + 2000)
        if work > MOST_WORK or terms.rounds * width > MOST_CELLS:
            raise NotPriced(
                f"{terms.rounds:,} rounds of this bet are too many to find when to quit: cover fewer, "
                "or bet rounder amounts"
            )

    def tell(self) -> None:
        """One more round is done: each is walked back, to the end and forth."""
        self.walked += 1
        if self.progress is not None:
            self.progress(self.walked, 3 * self.terms.rounds + 1)

    def low(self, done: int) -> int:
        """The most that can be lost by now."""
        return -done * self.lost

    def high(self, done: int) -> int:
        """From here on no loss can follow."""
        return (self.terms.rounds - done) * self.lost

    def nets(self, done: int) -> Chances:
        return np.arange(self.low(done), self.high(done), dtype=np.float64)

    def given_back(self, nets: Chances) -> Chances:
        """The rebate on each net."""
        back = float(self.terms.share) * np.maximum(0.0, -nets)
        return back if self.terms.most is None else np.minimum(back, self.terms.most / self.lattice.grid)

    def added(self, done: int) -> float:
        """What playing on adds, on average, once no loss is possible any more."""
        left = self.terms.rounds - done
        return left * self.mean if self.mean > 0 else max(0, self.terms.least - done) * self.mean

    def backwards(self) -> Iterator[_Round]:
        """From the last round to the start."""
        rounds = self.terms.rounds
        nets = self.nets(rounds)
        worth = nets + self.given_back(nets)
        yield _Round(worth, np.ones(nets.size, bool))
        for done in range(rounds - 1, -1, -1):
            on = self.played(worth, done)
            nets = self.nets(done)
            quits = nets + self.given_back(nets)
            stops = (done >= self.terms.least) & (quits >= on - 1e-12 * (1 + np.abs(on)))
            worth = np.where(stops, quits, on)
            self.tell()
            yield _Round(worth, stops)

    def played(self, after: Chances, done: int) -> Chances:
        """The mean worth of one more round, from the worth after it."""
        low, size = self.low(done), self.high(done) - self.low(done)
        first, above = self.low(done + 1), self.high(done + 1)
        on = np.zeros(size)
        extra = self.added(done + 1)
        for step, chance in self.pairs:
            known = max(0, min(size, above - step - low))  # nets that stay below `above`
            start = low + step - first
            on[:known] += chance * after[start : start + known]
            if known < size:
                on[known:] += chance * (np.arange(low + known + step, low + size + step) + extra)
        return on

    def to_the_end(self) -> float:
        """The worth of playing every round."""
        nets = self.nets(self.terms.rounds)
        worth = nets + self.given_back(nets)
        everything = _Walk(self.lattice, replace(self.terms, least=self.terms.rounds))
        for done in range(self.terms.rounds - 1, -1, -1):
            worth = everything.played(worth, done)
            self.tell()
        return float(worth[-self.low(0)])

    def forwards(self, stops: list[Flags]) -> tuple[float, float, float]:
        """The rounds played on average, how often a rebate is paid, and how much on average."""
        rounds = self.terms.rounds
        live = np.zeros(self.high(0) - self.low(0))
        live[-self.low(0)] = 1.0
        won = 0.0  # the chance of being so far ahead that no loss can follow, still playing
        played = paid = rebate = 0.0
        for done in range(rounds + 1):
            self.tell()
            gone = np.where(stops[done], live, 0.0)
            back = self.given_back(self.nets(done))
            paid += float(gone[back > 0].sum())
            rebate += float((gone * back).sum())
            live = np.where(stops[done], 0.0, live)
            if self.mean <= 0 and done >= self.terms.least:
                won = 0.0
            playing = float(live.sum()) + won
            if done == rounds or playing == 0.0:
                break
            played += playing
            live, over = self.moved(live, done)
            won += over
        return played, paid, rebate

    def moved(self, live: Chances, done: int) -> tuple[Chances, float]:
        """One more round for everybody still playing, and the chance that has left upwards."""
        first, above = self.low(done + 1), self.high(done + 1)
        after = np.zeros(above - first)
        over = 0.0
        low = self.low(done)
        for step, chance in self.pairs:
            known = max(0, min(live.size, above - step - low))
            start = low + step - first
            after[start : start + known] += chance * live[:known]
            over += chance * float(live[known:].sum())
        return after, over

    def points(self, stops: list[Flags]) -> Iterator[QuittingPoint]:
        """When to quit, round by round."""
        for done in range(self.terms.least, self.terms.rounds):
            on = np.flatnonzero(~stops[done])
            if not on.size:
                yield QuittingPoint(done, 0, 0)
                continue
            low, grid = self.low(done), self.lattice.grid
            win, loss = low + int(on[-1]) + 1, low + int(on[0]) - 1
            ahead = None if self.mean > 0 and win >= self.high(done) else max(0, win) * grid
            yield QuittingPoint(done, ahead, None if loss < low else -loss * grid)
