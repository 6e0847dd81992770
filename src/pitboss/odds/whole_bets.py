"""The price of everything on the felt together, in cents, under the strategy that is best for it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.money import Cents
from pitboss.odds.bets_together import tally_ahead
from pitboss.odds.decisions import optimal
from pitboss.odds.envy_price import decided_price, undecided_price
from pitboss.odds.prices import Moments, Price
from pitboss.odds.space import Space
from pitboss.odds.undecided_bets import undecided_bet
from pitboss.odds.work import Progress
from pitboss.round.choices import check_wagers

if TYPE_CHECKING:
    from pitboss.odds.game import Game


def price_whole_bet(game: Game, bets: Mapping[str, Cents], progress: Progress | None = None) -> Price:
    """A whole bet; where it cannot be counted together its mean, which is the sum over its parts."""
    check_wagers(game.table, bets)
    if progress is not None and "ante" in bets:
        tally_ahead(game, [counted_together(game, bets)], progress)
    apart = _not_counted_together(game, bets)
    if not apart:
        return _together(game, bets, progress)
    main = _together(game, counted_together(game, bets), progress)
    more = sum((_mean(game, name, bets[name]) for name in apart), Fraction(0))
    return Price(
        "combined",
        main.outcomes,
        {},
        space=main.space,
        moments=Moments(main.ev + more, None),
        notes=main.notes,
    )


def _together(game: Game, bets: Mapping[str, Cents], progress: Progress | None) -> Price:
    if game.envies_any(bets):
        if "ante" in bets:
            return decided_price(game, "combined", bets, 1, optimal, progress=progress)
        return undecided_price(game, "combined", bets, 1, progress)
    if "ante" not in bets:
        return undecided_bet(game, bets)
    pays = game.payoffs_of(bets)
    ends = game.tally_of(bets, pays, optimal)
    nets = {Fraction(net): number for net, number in ends.nets(pays).items()}
    return Price("combined", game.dealing.sample_space, nets, space=Space("deals", game.dealing))


def _not_counted_together(game: Game, bets: Mapping[str, Cents]) -> set[str]:
    """The wagers on the dealer's hand and on colours that a player's draw is not counted together with.

    All of them stay whatever is done, so no decision goes by them. Where nothing shows and no colours or six
    cards count, the dealer's hand is counted with everything else.
    """
    if "ante" not in bets or not game.dealing.player_draws:
        return set()
    looks = game.looks(bets)
    if looks.dealer and not (looks.six or looks.colours or game.dealing.shows):
        return set()
    return {name for name in bets if game.table.book.shared.get(name) in ("dealer's hand", "colours")}


def counted_together(game: Game, bets: Mapping[str, Cents]) -> Mapping[str, Cents]:
    """Of a whole bet the wagers whose outcomes are counted together."""
    apart = _not_counted_together(game, bets)
    return {name: stake for name, stake in bets.items() if name not in apart}


def decided_bets(
    game: Game, whole: Mapping[str, Cents] | None, *, main: bool = True
) -> list[Mapping[str, Cents]]:
    """The bets of a sheet that decisions touch, as they are priced; the main game where that is wanted."""
    names = [name for name in game.sheet.wagers if name != "ante" and game.depends_on_decisions(name)]
    found: list[Mapping[str, Cents]] = [
        game.stakes_of(name) for name in (["ante", *names] if main else names)
    ]
    return [*found, counted_together(game, whole)] if whole and "ante" in whole else found


def _mean(game: Game, wager: str, stake: Cents) -> Fraction:
    """What a wager that no decision touches brings on average."""
    nets = game.own_nets(wager, stake)
    return Fraction(sum(net * number for net, number in nets), sum(number for _, number in nets))
