"""Coupons: match play, a free bet, insurance of the first loss; what each is worth under its own best play.

A coupon changes what the outcome classes of one round are worth, and some outcomes leave it in the player's
hand. Its worth V is the largest share mean / (1 - chance to keep it) over all ways to play: each step
prices the bet with V added wherever the coupon is kept, and the best play of that bet gives the next,
larger V, exactly. It ends when V stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

import numpy as np

from pitboss.money import Cents
from pitboss.odds.class_payoffs import Payoffs
from pitboss.odds.decisions import optimal
from pitboss.odds.geometry import Ints
from pitboss.odds.risk.payoff_sums import combined, outcomes_of, total
from pitboss.odds.sheet_price import Game
from pitboss.round.bets import check_wagers
from pitboss.round.raises import most_need
from pitboss.round.refusal import Refusal

CouponKind = Literal["match_play", "free_bet", "first_loss"]
KINDS: Final[tuple[CouponKind, ...]] = ("match_play", "free_bet", "first_loss")
FINE: Final = 1000  # decisions go by thousandths of a cent
MOST_STEPS: Final = 20


@dataclass(frozen=True, slots=True)
class Coupon:
    """A coupon for one bet, used once: what it is worth to who would not bet without it, in cents.

    `added` is what it brings to somebody who would make its bets anyway.
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

    def as_json(self) -> dict[str, Any]:
        """An entry of `coupons` in `pitboss bankroll --json`."""
        return {
            "kind": self.kind,
            "amount": self.amount,
            "worth": str(self.worth),
            "share": float(self.share),
            "added": str(self.added),
            "rounds": str(self.rounds),
        }


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
    without = Fraction(total(ends, plain), outcomes_of(ends))
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
        outcomes, keeps = outcomes_of(ends), total(ends, kept)
        if keeps == outcomes:
            raise Refusal("coupon", "This bet never loses: a coupon on it is never used up")
        found = Fraction(total(ends, nets), outcomes - keeps)
        rounds = Fraction(outcomes, outcomes - keeps)
        if found == worth:
            return worth, rounds
        worth = found
    raise AssertionError("the worth of a coupon does not settle")
