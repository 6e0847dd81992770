"""The chart and the explorer against the known strategies and against every dealer hand, one by one."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import card_sign, parse_cards
from pitboss.lab import chart, explore, hands_of_cell, what_if
from pitboss.lab.explorer import cut_off, drawn
from pitboss.odds import Game
from pitboss.report import rule_sentences
from pitboss.round import Refusal, open_table
from pitboss.sheet import houses, load_house
from tests.cli.test_commands import run
from tests.naive.hands import DECK, queen_high, rank3
from tests.naive.rounds import HANDS

RANKS = "23456789TJQKA"


def dealt(hand: list[str], up: str = "") -> Counter[str]:
    """How the dealer's hands go against one, by comparing with each of them; a win is the player's."""
    left = [card for card in DECK if card not in (*hand, up)]
    found: Counter[str] = Counter()
    for cards in combinations(left, 2 if up else 3):
        dealer = [*cards, up] if up else list(cards)
        mine, other = rank3(hand), rank3(dealer)
        if not queen_high(dealer):
            found["not_qualified"] += 1
        else:
            found["win" if mine > other else "lose" if mine < other else "tie"] += 1
    return found


def played(ends: Counter[str]) -> Fraction:
    """RIV-5, NAPA-7 without a bonus: two Antes on a showdown, one when the dealer does not qualify."""
    total = 2 * (ends["win"] - ends["lose"]) + ends["not_qualified"]
    return Fraction(total, sum(ends.values()))


@pytest.mark.parametrize(
    ("house", "cards", "up"),
    [
        ("rivers", "Qs 6h 4d", ""),
        ("rivers", "Qs 6h 3d", ""),
        ("atlantic-city", "Kd 7d 2c", ""),
        ("napa-valley", "Kd 9c 2s", "Kh"),
        ("napa-valley", "Kd 8c 7s", "Kh"),
        ("napa-valley", "7c 5d 2h", "9s"),
    ],
)
def test_one_hand_against_every_dealer_hand(house: str, cards: str, up: str) -> None:
    found = explore(what_if(house), parse_cards(cards), parse_cards(up))
    ends = dealt(cards.split(), up)
    assert {name: found.ends[name] for name in ends} == dict(ends)
    worth = {each.id: Fraction(each.ev) for each in found.actions}
    assert worth == {"fold": -1, "play": played(ends)}
    assert found.best == (("play",) if played(ends) > -1 else ("fold",))
    assert [each.cost for each in found.actions if each.best] == ["0"]
    assert f"{sum(ends.values()):,}" in found.how.space


def test_an_explored_hand_counts_its_whole_bet() -> None:
    """NAPA-5: beside a Pair Plus a fold loses both; NAPA-9: a pair pays 1 to 1."""
    cards = "2s 2h 3d"
    found = explore(
        what_if("napa-valley"), parse_cards(cards), parse_cards("Ah"), {"ante": 1000, "pair_plus": 500}
    )
    worth = {each.id: Fraction(each.ev) for each in found.actions}
    assert worth == {"fold": Fraction(-3, 2), "play": played(dealt(cards.split(), "Ah")) + Fraction(1, 2)}


def test_the_chart_where_nothing_shows() -> None:
    """figures.md: play Q-6-4 or better, fold 7,200 of 22,100."""
    found = chart(what_if("atlantic-city"))
    assert found.words[0] == "Play Q-6-4 or better, fold the rest. Suits never matter."
    assert found.totals == {"fold": "7200", "play": "14900"}
    assert found.grid is not None
    sizes = {each.cell: int(each.deals) for each in (*found.grid, *found.categories)}
    ranks = [sorted((RANKS.index(card[0]) for card in hand), reverse=True) for hand in HANDS["high_card"]]
    assert {cell: size for cell, size in sizes.items() if len(cell) == 2} == Counter(
        RANKS[high] + RANKS[second] for high, second, _ in ranks
    )
    assert {cell: size for cell, size in sizes.items() if len(cell) > 2} == {
        name: len(HANDS[name])
        for name in ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
    }


@pytest.mark.parametrize("house", houses())
def test_the_rule_is_said_in_the_same_words_everywhere(house: str) -> None:
    """`strategy`, `rules`, the Lab and the PAR sheet; in a drill one of its lines."""
    sheet = load_house(house)
    rule = tuple(rule_sentences(Game(open_table(sheet))))
    assert rule
    assert chart(what_if(house)).words == rule
    for page in (run("strategy", house), run("rules", house)):
        assert all(sentence in " ".join(page.split()) for sentence in rule)
    for deal in drawn(house, "mixed", 8, "seed"):
        said = cut_off(house, deal)
        if not sheet.player.draws:
            shown = RANKS[deal.up[0] >> 2].replace("T", "10") if deal.up else ""
            assert f"{sheet.dealer.label} shows {shown}: " in said if shown else said in rule
        elif found := re.match(r"Line (\d): keep ([^.]+)\. Discard (\S+)\.", said):
            assert f"{found[1]}. {found[2]}" in rule
            assert found[3] in map(card_sign, deal.cards)
        else:
            assert any(said.startswith(start) for start in ("Play ", "With a pair, ", "With none "))


def test_a_cell_is_the_mean_of_its_hands() -> None:
    """Q-6 high: half of it is played; every hand of it is counted against every dealer hand."""
    found = chart(what_if("rivers"))
    assert found.grid is not None
    cell = next(each for each in found.grid if each.cell == "Q6")
    hands = hands_of_cell(what_if("rivers"), "Q6")
    assert (cell.best, cell.mix) == ("mixed", {"fold": "120", "play": "120"})
    assert int(hands.deals) == int(cell.deals) == sum(each.multiplicity for each in hands.hands)
    total = Fraction(0)
    for each in hands.hands[:6]:
        worth = played(dealt(each.hand.split()))
        assert Fraction(each.ev["play"]) == worth
        assert each.action == ("play" if worth > -1 else "fold")
    for each in hands.hands:
        total += each.multiplicity * Fraction(each.ev["play"])
    assert total / int(cell.deals) == Fraction(cell.ev["play"]) == Fraction(cell.gain or 0) - 1


def test_the_chart_against_each_up_card() -> None:
    """figures.md: always play against 2 to J; Q-9-2, K-9-2, A-9-2 against Q, K, A."""
    cut_offs = {each.up: each.plays for each in chart(what_if("napa-valley")).cut_offs}
    assert cut_offs == dict.fromkeys("23456789TJ", "always") | {
        rank: f"{rank}-9-2 or better" for rank in "QKA"
    }
    against = chart(what_if("napa-valley"), "K")
    assert [each.up for each in against.cut_offs] == ["K"]
    assert against.grid is not None
    best = {each.cell: each.best for each in against.grid}
    assert (best["K9"], best["K8"], best["QJ"], best["A4"]) == ("play", "fold", "fold", "play")
    assert int(against.deals) == 4 * 20_825  # each king beside the hands of the other 51 cards
    listed = hands_of_cell(what_if("napa-valley"), "K8", "K")
    assert {each.up[0] for each in listed.hands} == {"K"}
    for each in listed.hands[:6]:
        assert Fraction(each.ev["play"]) == played(dealt(each.hand.split(), each.up))


def test_the_chart_where_players_draw() -> None:
    """figures.md: stand on a flush or better (1,916 hands), fold 1,488, draw the other 18,696."""
    found = chart(what_if("pechanga"))
    assert found.totals == {"fold": "1488", "play": "1916", "draw": "18696"}
    categories = {each.cell: each for each in found.categories}
    assert [each.best for each in found.categories] == ["play"] * 5 + ["draw"]
    pair = categories["pair"]
    assert Fraction(pair.gain or 0) > 0
    ev = {action: Fraction(worth) for action, worth in pair.ev.items()}
    assert ev["draw"] > ev["play"] > ev["fold"] == -1
    assert found.rules
    assert not found.cut_offs


def test_the_chart_with_all_cards_up() -> None:
    """Whoever sees all three cards folds what loses: the deals of each category are counted as dealt."""
    found = chart(what_if("rivers", ["dealer.shows=3"]))
    assert int(found.deals) == 22_100 * 18_424
    by_category = {each.cell: int(each.deals) for each in found.categories}
    assert by_category == {name: len(HANDS[name]) * 18_424 for name in by_category}
    assert found.grid is None


@pytest.mark.parametrize(
    ("house", "cell", "up"),
    [
        ("rivers", "Q7x", ""),
        ("rivers", "22", ""),
        ("rivers", "Q6", "K"),
        ("napa-valley", "Q6", ""),
        ("napa-valley", "Q6", "KA"),
    ],
)
def test_what_is_no_cell_or_no_up_card_is_refused(house: str, cell: str, up: str) -> None:
    with pytest.raises(Refusal) as caught:
        hands_of_cell(what_if(house), cell, up)
    assert caught.value.path in ("cell", "up")
    assert caught.value.clause
