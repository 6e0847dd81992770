"""The short rule of a drawing game: it is what it says, costs what it says, and is a good one."""

from __future__ import annotations

import pytest

from pitboss.cards import CARD_TEXTS
from pitboss.errors import NotPriced
from pitboss.odds.decisions import Chooser, optimal
from pitboss.odds.geometry import rows
from pitboss.odds.short_rules import Keep, ShortRule, short_rule
from tests.naive.hands import category3
from tests.odds.prices import game_of

RANKS = "23456789TJQKA"


def naive(rule: ShortRule, cards: list[str]) -> set[str]:
    """The cards that one may discard by the rule, read line by line; `play` or `fold` for none."""
    handled = rule.categories.get(category3(cards))
    if handled in ("play", "fold"):
        return {str(handled)}
    if handled == "lowest card":
        return {min(cards, key=lambda card: RANKS.index(card[0]))}
    if handled == "odd card":
        ranks = [card[0] for card in cards]
        return {card for card in cards if ranks.count(card[0]) == 1}
    for keep in rule.keeps:
        if fitting := [pair for pair in pairs(cards) if fits(keep, *pair)]:
            best = max(
                fitting, key=lambda pair: sorted((RANKS.index(card[0]) for card in pair), reverse=True)
            )
            return {card for card in cards if card not in best}
    return {"fold"}


def pairs(cards: list[str]) -> list[tuple[str, str]]:
    high, middle, low = sorted(cards, key=lambda card: RANKS.index(card[0]), reverse=True)
    return [(high, middle), (high, low), (middle, low)]


def fits(keep: Keep, high: str, low: str) -> bool:
    one, two = RANKS.index(high[0]), RANKS.index(low[0])
    apart = {("A", "2"): 1, ("A", "3"): 2}.get((high[0], low[0]), one - two)
    suits = keep.suited is None or keep.suited == (high[1] == low[1])
    return suits and apart <= keep.gap and one >= keep.least


def test_pechangas_rule_is_six_lines_and_costs_what_it_says() -> None:
    game = game_of("pechanga")
    rule = short_rule(game)
    assert len(rule.keeps) == 6
    assert game.price("ante").ev - game.price("ante", Chooser(rule.choose)).ev == rule.cost
    assert 0 < rule.cost < game.price("ante").ev  # it is still the player's game
    hands = rows().cards.tolist()
    for hand, action in zip(hands, rule.actions.tolist(), strict=True):
        cards = [CARD_TEXTS[card] for card in hand]
        done = ("fold", "play")[action] if action < 2 else cards[action - 2]
        assert done in naive(rule, cards), (cards, done)
        turned = [card ^ 3 for card in hand]  # the same hand in other suits
        does, line = rule.decide(turned)
        assert does.removeprefix("draw:") in naive(rule, [CARD_TEXTS[card] for card in turned])
        assert bool(line) == (category3(cards) == "high_card" and does != "fold")


def test_it_is_the_rule_of_the_bet_that_is_asked_about() -> None:
    game, bets = game_of("pechanga"), {"ante": 1000, "double_shot": 2000}
    rule = short_rule(game, bets)
    best, by_rule = (game.tally_of(bets, game.payoffs_of(bets), each) for each in (optimal, rule.choose))
    pays = game.payoffs_of(bets)
    lost = best.total(pays) - by_rule.total(pays)
    assert lost == rule.cost * game.dealing.sample_space * 1000


def test_where_nobody_draws_the_rule_is_one_hand() -> None:
    with pytest.raises(NotPriced, match="players draw"):
        short_rule(game_of("rivers"))
