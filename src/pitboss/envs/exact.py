"""What play in an environment is worth, to the last digit: the best there is, and what a policy gives up.

A round wins or loses more than an Ante by luck alone, so that it takes millions of rounds to see how good a
learner is. Here nothing is sampled: a policy is shown every hand with every up card once, and its decisions
are weighed by the exact worth of each action. See "From counts to a price" in docs/method.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from os import PathLike
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pitboss.envs.bet_menus import BetList, Stakes, whole_numbers
from pitboss.envs.observation import HIDDEN, SeatEyes, Seen
from pitboss.envs.seat_game import SeatGame, open_game
from pitboss.errors import NotPriced
from pitboss.money import Cents
from pitboss.odds.counts import Dealing
from pitboss.odds.decisions import BARRED, DRAW, FOLD, exact
from pitboss.odds.game import Game
from pitboss.odds.geometry import SUITS, Cards, Ints, all_hands, rows, without
from pitboss.odds.house_prices import kept_game
from pitboss.odds.plan import cells_of, deciding, spread_rows
from pitboss.round.table import Table
from pitboss.sheet import Sheet

Agent = Callable[[Any], Any]  # observations of many seats, as a vector environment gives them, to actions
Floats = npt.NDArray[np.float64]
AT_ONCE: Final = 1 << 16  # observations that a policy is shown together
MOST_SHOWN: Final = 2  # up cards: with three there are too many observations


@dataclass(frozen=True, eq=False)
class DecisionWorths:
    """The mean net of every decision with any cards, for one bet: whole numbers over one denominator."""

    dealing: Dealing
    sums: Ints  # (suits of an A-K-Q to be drawn, rows, up cards, actions), in cents times `outcomes`
    outcomes: int

    @classmethod
    def of(cls, game: Game, bets: Mapping[str, Cents]) -> DecisionWorths:
        """Those of a bet; `NotPriced` where they cannot be counted."""
        shows = game.dealing.shows
        if shows > MOST_SHOWN:
            raise NotPriced(f"Regret is counted where at most {MOST_SHOWN} of the dealer's cards show")
        found = list(game.worths(deciding(game, bets)))
        every = [worth.every() for worth in found]
        suits = SUITS if any(worth.suit is not None for worth in found) else 1
        shape = (suits, len(rows()), comb(52, shows), every[0].shape[-1])
        sums = np.zeros(shape, np.result_type(*every))
        for worth, each in zip(found, every, strict=True):
            sums[slice(None) if worth.suit is None else worth.suit, worth.counts.rows] = each
        return cls(game.dealing, sums, found[0].outcomes)

    def with_cards(self, hands: Cards, ups: Cards) -> Ints:
        """The worth of each decision for hands (n, 3), their cards from high to low, and up cards."""
        (place, row, column), spread = cells_of(hands, ups, self.dealing.shows), spread_rows()
        found: Ints = self.sums[spread.royal[place] % len(self.sums), row, column]
        if self.dealing.player_draws:  # the row has its own order of cards
            places = DRAW + (spread.places[place][:, None] >> np.array([0, 2, 4]) & 3)
            np.put_along_axis(found, places, found[:, DRAW : DRAW + 3].copy(), axis=1)
        return found

    def lost(self, hands: Cards, ups: Cards, numbers: Ints) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """What decisions give up against the best, in cents times `outcomes`; which are illegal, and fold."""
        worths = self.with_cards(hands, ups)
        known = (numbers >= 0) & (numbers < worths.shape[1])
        taken = np.take_along_axis(worths, np.where(known, numbers, FOLD)[:, None], axis=1)[:, 0]
        illegal = ~known | (taken == BARRED)
        return worths.max(axis=1) - np.where(illegal, worths[:, FOLD], taken), illegal


def regrets(game: SeatGame, stakes: Stakes, hands: Cards, ups: Cards, numbers: Ints) -> Floats:
    """What each of some decisions gives up in the mean against the best one for its bet, in Antes."""
    found = np.zeros(len(numbers))
    every, of = np.unique(stakes, axis=0, return_inverse=True)
    for place, bet in enumerate(every.tolist()):
        here, worths = np.flatnonzero(of.reshape(-1) == place), _worths(game.table, game.meter, tuple(bet))
        lost, illegal = worths.lost(hands[here], ups[here], numbers[here])
        found[here] = (lost / (worths.outcomes * game.unit)).astype(np.float64) + game.penalty * illegal
    return found


def optimum(env: Any) -> Fraction:
    """The mean reward of the best play: of an environment, or of that of a house, whose id or sheet is given.

    Where a bet is chosen from a list it is that of the best bet. `NotPriced` where there is no exact price.

    >>> optimum("rivers")
    Fraction(-686689, 20358520)
    """
    game, _ = _game_and_eyes(env)
    menu = game.menu
    if not menu.places:
        bets = menu.first(1)
    elif isinstance(menu, BetList):
        bets = menu.bets
    else:
        raise NotPriced("With free betting there are too many bets to price them all")
    return max(_price(game, tuple(bet)) for bet in bets.tolist())


def regret(env: Any, policy: Agent) -> Fraction:
    """How much a policy's mean reward is below the `optimum`: 0 for one that never errs.

    A policy is a function that takes observations of this environment, a row for each, as its vector
    environment gives them, and gives an array of actions: one without luck, such as
    `lambda seen: model.predict(seen, deterministic=True)[0]` of Stable-Baselines3.

    >>> import numpy as np
    >>> always_plays = regret("rivers", lambda seen: np.ones(len(seen), int))
    >>> always_plays, f"{float(always_plays):.4f}"
    (Fraction(4357551, 101792600), '0.0428')
    """
    game, eyes = _game_and_eyes(env)
    stakes = _bet_of(game, eyes, policy)
    bet = tuple(stakes[0].tolist())
    given_up = optimum(env) - _price(game, bet) if game.menu.places else Fraction(0)
    if not any(bet):  # sits out
        return given_up + Fraction(game.penalty)
    if not bet[game.menu.names.index("ante")]:
        return given_up
    worths, lost, fined, seen = _worths(game.table, game.meter, bet), 0, 0, 0
    for hands, ups in _every_sight(game.dealing.shows):
        numbers = _asked(game, eyes, policy, hands, ups, stakes)
        some, illegal = worths.lost(hands, ups, numbers)
        lost += int(exact(some, len(some)).sum())
        fined += int(illegal.sum())
        seen += len(hands)
    cents = Fraction(lost, worths.outcomes * seen)
    return given_up + cents / game.unit + Fraction(fined, seen) * Fraction(game.penalty)


def _game_and_eyes(env: Any) -> tuple[SeatGame, SeatEyes]:
    if isinstance(env, str | PathLike | Sheet):
        game = open_game(env)
        return game, SeatEyes.of(game, "array")
    seat = getattr(env, "unwrapped", env)
    if not hasattr(seat, "eyes") and hasattr(seat, "envs"):  # many of them: all are alike
        seat = seat.envs[0].unwrapped
    if not hasattr(seat, "eyes"):
        raise TypeError(f"Give the environment of one seat, or a house, not {type(env).__name__}")
    return seat.game, seat.eyes


def _price(game: SeatGame, bet: tuple[Cents, ...]) -> Fraction:
    """The mean reward of the best play with a bet, whose stakes are in the sheet's order; 0 with none."""
    priced = kept_game(game.table, meter=game.meter).price_bets(_bets(game.table, bet)) if any(bet) else None
    return Fraction(0) if priced is None else priced.ev / game.unit


@lru_cache(maxsize=16)
def _worths(table: Table, meter: Cents | None, bet: tuple[Cents, ...]) -> DecisionWorths:
    return DecisionWorths.of(kept_game(table, meter=meter), _bets(table, bet))


def _bets(table: Table, bet: tuple[Cents, ...]) -> dict[str, Cents]:
    return {name: cents for name, cents in zip(table.sheet.wagers, bet, strict=True) if cents}


def _bet_of(game: SeatGame, eyes: SeatEyes, policy: Agent) -> Stakes:
    """The stakes that a policy comes to, one row; zeros where it names what is illegal and sits out."""
    menu, nothing = game.menu, np.full((1, 4), HIDDEN, np.int8)
    stakes = menu.first(1)
    for place in range(menu.places):
        masks = np.zeros((1, game.actions), np.int8)
        masks[:, len(game.decisions) :] = menu.masks(place, stakes)
        seen = eyes.look(Seen(nothing[:, :3], nothing, np.array([place]), stakes), masks)
        [number] = whole_numbers(policy(seen), 1).tolist()
        if not (0 <= number < game.actions and masks[0, number]):
            return menu.first(1)
        stakes = menu.take(place, stakes, np.array([number - len(game.decisions)]))
    return stakes


def _every_sight(shows: int) -> Iterator[tuple[Cards, Cards]]:
    """Every hand, high to low, with all that may show beside it, some at a time: all are equally likely."""
    every, shown = np.sort(all_hands().cards, axis=1)[:, ::-1], list(combinations(range(49), shows))
    places = np.array(shown, np.int64).reshape(len(shown), shows)
    step = max(1, AT_ONCE // len(places))
    for start in range(0, len(every), step):
        hands = every[start : start + step]
        ups = without(hands)[:, places].reshape(len(hands) * len(places), shows)
        yield np.repeat(hands, len(places), axis=0), ups


def _asked(game: SeatGame, eyes: SeatEyes, policy: Agent, hands: Cards, ups: Cards, stakes: Stakes) -> Ints:
    """What a policy decides."""
    many, shows = len(hands), ups.shape[1]
    dealer = np.full((many, 4), HIDDEN, np.int8)
    dealer[:, 3 - shows : 3] = ups
    masks = np.zeros((many, game.actions), np.int8)
    masks[:, : len(game.decisions)] = game.legal_each(hands)
    seen = Seen(
        hands.astype(np.int8), dealer, np.full(many, game.menu.places), np.repeat(stakes, many, axis=0)
    )
    return whole_numbers(policy(eyes.look(seen, masks)), many)
