"""The price of what other players' hands pay, or take before one is paid: wagers and whole bets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from pitboss.money import Cents
from pitboss.odds.beside_envy import Bet, WithEnvy, beside_the_dealer, with_nets
from pitboss.odds.class_payoffs import payoffs
from pitboss.odds.counts import UNDECIDED
from pitboss.odds.decisions import Chooser, from_value
from pitboss.odds.linear_envy import LinearEnvy
from pitboss.odds.other_hands import company
from pitboss.odds.outcomes import hand_counts
from pitboss.odds.prices import Moments, Note, Price, Space, in_units
from pitboss.odds.shared_meter import SharedMeter, is_shared
from pitboss.odds.work import Progress
from pitboss.round.settlement import needs_six
from pitboss.sheet.pays import ROYAL

if TYPE_CHECKING:
    from pitboss.odds.game import Game

Nets = Mapping[Cents, int]


def decided_price(
    game: Game,
    name: str,
    wagers: Mapping[str, Cents],
    stake: Cents,
    strategy: Chooser,
    only: frozenset[str] | None = None,
    progress: Progress | None = None,
) -> Price:
    """A bet with an Ante, its strategy going by all of it; with `only`, what these lines bring with envy."""
    bet = Bet(
        game.dealing,
        game.players,
        game.payoffs_of(wagers),
        game.payoffs_of(wagers, only),
        game.envy_is_lost,
        strategy,
        progress,
        game.sheet.play.times,
    )
    found = None if game.looks(wagers).beyond_six else beside_the_dealer(bet, game.envied)
    found = found or _by_linearity(game, wagers, bet)
    price = _priced(game, name, found, stake, Space("deals", game.dealing, game.players - 1))
    if _by_suits(game):
        price = replace(price, notes=(*price.notes, "up_to_suits"))
    if name != "ante":
        return price
    return replace(price, risked=Fraction(sum(wagers.values()), stake) + found.plays)


def _by_linearity(game: Game, wagers: Mapping[str, Cents], bet: Bet) -> WithEnvy:
    """One's own mean and that of the others' envy, where they cannot be counted together."""
    linear = LinearEnvy(bet.choose, game.envied)
    ends = game.tally_of(wagers, bet.pays, linear.choose if bet.lost else bet.choose)
    mean = _mean(ends.nets(bet.own))
    envy = bet.others * (linear.mean() if bet.lost else Fraction(*game.envied.total))
    return WithEnvy(None, mean + envy, None, envy, ends.plays(bet.times) / bet.dealing.sample_space)


def mean_envy(game: Game, wagers: Mapping[str, Cents], strategy: Chooser) -> Fraction:
    """What the envy of a bet with an Ante brings on average, in cents."""
    pays = game.payoffs_of(wagers)
    bet = Bet(game.dealing, game.players, pays, pays, game.envy_is_lost, strategy)
    return _by_linearity(game, wagers, bet).envy


def undecided_price(
    game: Game, name: str, wagers: Mapping[str, Cents], stake: Cents, progress: Progress | None = None
) -> Price:
    """A wager or a bet that no decision touches, paid by one's own cards and by other players' hands."""
    if needs_six(game.table, wagers) or game.looks(wagers).beyond_six:
        return _by_six(game, name, wagers, stake, progress)
    shared = next((each for each in wagers if game.players > 1 and is_shared(game.table, each)), None)
    if shared is not None:
        return _from_the_meter(game, name, shared, wagers, stake)
    own = game.payoffs_of(wagers).pat[:, 0, 0].tolist()
    return _priced(game, name, _by_hand(game, own), stake, Space("hands", others=game.players - 1))


def _by_hand(game: Game, own: Sequence[Cents]) -> WithEnvy:
    """Three cards of one's own, and those of every other player."""
    envied, others = game.envied, game.players - 1
    envy = others * Fraction(*envied.total)
    if envied.cents is None:
        return WithEnvy(None, _mean_of_hands(own) + envy, None, envy, Fraction(0))
    joint = company(envied.cents, others)
    if joint is not None:
        nets: Counter[Cents] = Counter()
        for (hand, cents), number in joint.items():
            nets[own[hand] + sum(cents)] += number
        return with_nets({net: number for net, number in nets.items() if number}, envy, Fraction(0))
    one = company(envied.cents, 1) or {}
    space = comb(52, 3) * comb(49, 3)
    mean = _mean_of_hands(own) + envy
    if envied.of_two is None:
        return WithEnvy(None, mean, None, envy, Fraction(0))
    square = sum(
        (own[hand] ** 2 + 2 * others * own[hand] * sum(cents) + others * sum(cents) ** 2) * number
        for (hand, cents), number in one.items()
    )
    both = others * (others - 1) * Fraction(*envied.of_two)
    return WithEnvy(None, mean, Fraction(square, space) + both - mean**2, envy, Fraction(0))


def _by_six(
    game: Game, name: str, wagers: Mapping[str, Cents], stake: Cents, progress: Progress | None
) -> Price:
    """One's own cards and the dealer's, and others' hands from what is left."""
    pays, others = game.payoffs_of(wagers), game.players - 1
    found: WithEnvy | None = None
    if not game.looks(wagers).beyond_six:
        bet = Bet(UNDECIDED, game.players, pays, pays, lost=False, choose=from_value(0), progress=progress)
        found = beside_the_dealer(bet, game.envied)
    if found is None:
        envy = others * Fraction(*game.envied.total)
        found = WithEnvy(None, game.price_undecided(wagers).ev + envy, None, envy, Fraction(0))
    return _priced(game, name, found, stake, Space("deals", UNDECIDED, others))


def _from_the_meter(game: Game, name: str, shared: str, wagers: Mapping[str, Cents], stake: Cents) -> Price:
    """A wager that takes a share of the meter, from which others may have been paid before."""
    meter = shared_meter(game, shared, wagers)
    stands = game.stands_at
    envy = (game.players - 1) * Fraction(*game.envied.total) if game.envies_any(wagers) else Fraction(0)
    space = Space("hands", others=game.players - 1, seats=len(meter.seats))
    if not game.envies_any(wagers) or game.envied.cents is not None:
        nets = meter.distribution(stands)
        if nets is not None:
            return _priced(game, name, with_nets(nets, envy, Fraction(0)), stake, space)
    mean = meter.own_mean(stands) + envy
    return _priced(game, name, WithEnvy(None, mean, None, envy, Fraction(0)), stake, space)


def shared_meter(game: Game, shared: str, wagers: Mapping[str, Cents]) -> SharedMeter:
    """The meter that a wager shares with those of other seats."""

    def nets(meter: Cents) -> list[Cents]:
        found: list[Cents] = payoffs(game.table, wagers, meter).pat[:, 0, 0].tolist()
        return found

    cents = game.envied.cents if game.envies_any(wagers) else None
    return SharedMeter(game.table, shared, game.players, game.seat, cents, nets)


def _mean_of_hands(own: Sequence[Cents]) -> Fraction:
    """The mean of a net that goes by the hand class alone."""
    return Fraction(sum(net * n for net, n in zip(own, hand_counts(), strict=True)), comb(52, 3))


def _mean(nets: Nets) -> Fraction:
    return Fraction(sum(net * number for net, number in nets.items()), sum(nets.values()))


def _priced(game: Game, name: str, found: WithEnvy, stake: Cents, space: Space) -> Price:
    moments = None if found.nets is not None else Moments(found.mean, found.variance).per(stake)
    return Price(
        name,
        space.size,
        {} if found.nets is None else in_units(found.nets, stake),
        space=space,
        moments=moments,
        notes=_notes(game, name, space),
    )


def _by_suits(game: Game) -> bool:
    """Whether the suits of a hand tell what envy a fold would lose: hands are decided without them."""
    return game.envy_is_lost and len({*game.table.book.envy[ROYAL:]}) > 1


def _notes(game: Game, name: str, space: Space) -> tuple[Note, ...]:
    found: list[Note] = []
    envy = game.sheet.envy
    if game.envies(name) and not game.sheet.wagers[name].fixed:
        found.append("smallest_bet")
    if envy is not None and (not envy.folded_holder_counts or game.sheet.player.draws):
        found.append("others_play")
    if (envy is not None and envy.holder_must_bet) or space.seats > 1:
        found.append("others_bet")
    if space.seats > 1:
        found.append("average_seat")
    return tuple(found)
