"""What knowledge is worth: published figures, plain counting, the price of the same game with cards up."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.odds import Game
from pitboss.odds.class_payoffs import exact_stake
from pitboss.odds.geometry import all_hands, families, family_of, orbits, rows
from pitboss.odds.knowledge import (
    Estimate,
    Knowledge,
    Known,
    NotKnowable,
    edges_of,
    worth_of_knowledge,
    worths_of_knowledge,
)
from pitboss.odds.knowledge.counted import NET, Measures, count_knowledge, hand_worths, measures_of
from pitboss.odds.knowledge.question import Figure, class_by_rank, high_ranks, usual_questions
from pitboss.odds.knowledge.worth import Deals, deal_worths, sample_knowledge
from pitboss.round import Refusal, open_table
from pitboss.round.settlement import ActionId, Deal, Hand, pay_deal
from pitboss.sheet import houses, load_house
from tests.odds.counting import ANY, PAIR, QUEEN_HIGH, Rules, Three
from tests.odds.dealer_bets import with_dealer_bets
from tests.odds.knowledge_page import figures_of_page
from tests.odds.naive_knowledge import Question, class_of, naive_answer, naive_draws
from tests.odds.prices import game_of

ACTIONS: tuple[ActionId, ...] = ("fold", "play")
HIGH = edges_of("QKA")
ONE_SEAT = Known(seats=1)
HOLE, BACK = Known(hole=1), Known(edges=HIGH, backs=1)


def rules_of(house: str) -> Rules:
    return Rules(ANY, PAIR, True) if house == "pechanga" else Rules(QUEEN_HIGH)


def measured(game: Game) -> tuple[int, Measures]:
    stake = exact_stake(game.table, "ante")
    return stake, measures_of(game.dealing, game.payoffs_of({"ante": stake}))


def three(cards: Iterable[int]) -> Three:
    a, b, c = map(int, cards)
    return a, b, c


def luck(seed: int = 1) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(seed))


def percent(figure: Figure) -> str:
    return f"{100 * float(figure):.4f}"


@pytest.fixture(scope="module")
def classic() -> dict[Known, Knowledge]:
    """Ante and Play with the 5-4-1 bonus: one hole card, one sorted back."""
    found = worths_of_knowledge(game_of("rivers"), [HOLE, BACK])
    return {each.known: each for each in found}


def lines(answer: Knowledge) -> dict[str, str | None]:
    """What to play from, by the first thing that a line goes by."""
    assert answer.rule is not None
    told = [line.as_json() for line in answer.rule.lines]
    return {str(next(iter(line.values()))): line["plays_from"] for line in told}


def test_one_hole_card_is_as_published(classic: dict[Known, Knowledge]) -> None:
    """3.4829 %, deviation 1.7417, net wins 54.2203 %; play all against 2 to J, else x-9-2."""
    one = classic[HOLE]
    assert percent(one.ev) == "3.4829"
    assert one.stdev is not None
    assert f"{one.stdev:.4f}" == "1.7417"
    assert one.win_frequency is not None
    assert percent(one.win_frequency) == "54.2203"
    assert lines(one) == dict.fromkeys("23456789TJ", "any") | {"Q": "Q-9-2", "K": "K-9-2", "A": "A-9-2"}
    assert one.rule is not None
    assert one.rule.cost == 0
    assert one.honest == Fraction(-686689, 20358520)


def test_one_hole_card_is_the_price_of_the_game_with_a_card_up(classic: dict[Known, Knowledge]) -> None:
    """Another engine: it prices the sheet that shows a card."""
    price = game_of("rivers", ["dealer.shows=1"]).price("ante")
    one = classic[HOLE]
    assert (one.ev, one.variance, one.win_frequency) == (price.ev, price.variance, price.win_frequency)
    assert one.outcomes == price.outcomes


def test_one_sorted_back_is_as_published(classic: dict[Known, Knowledge]) -> None:
    """Queens, kings and aces told from the rest, one card of the dealer: 1.8378 %."""
    assert percent(classic[BACK].ev) == "1.8378"
    assert float(classic[BACK].gain) == pytest.approx(float(classic[BACK].ev) - float(classic[BACK].honest))


@pytest.mark.parametrize(("seats", "gain", "off"), [(1, 0.000616, 0.0), (6, 0.01, 0.0015)])
def test_other_seats_gain_what_is_published(seats: int, gain: float, off: float) -> None:
    """One other seat leaves the game at -3.3114 %; six are worth about one percent."""
    found = worth_of_knowledge(game_of("rivers"), Known(seats=seats), luck=luck(), deals=5_000)
    assert isinstance(found.gain, Estimate)
    assert isinstance(found.ev, Estimate)
    assert abs(found.gain.value - gain) < off + 1.5 * found.gain.margin
    assert found.ev.value - found.gain.value == pytest.approx(float(found.honest))
    if found.rule is not None:
        assert float(found.honest) < found.rule.ev < found.ev.value + 2 * found.ev.margin
        starts = [line.plays_from for line in found.rule.lines]
        assert seats == 1 or starts == sorted(starts, reverse=True)


@pytest.mark.parametrize(
    ("house", "hole"),
    [("rivers", 2), ("rivers", 3), ("napa-valley", 1), ("napa-valley", 2)],
)
def test_cards_that_are_seen_are_worth_what_cards_that_show_are(house: str, hole: int) -> None:
    """Rows of the page by another engine: the price of the same sheet with so many more cards up."""
    up = load_house(house).dealer.shows + hole
    price = game_of(house, [f"dealer.shows={up}"]).price("ante")
    assert figures_of_page(house)[Known(hole=hole)].exact == str(price.ev)


@pytest.mark.parametrize("more", [{}, {"six_bonus": 500}], ids=["by the hand", "by six cards too"])
def test_a_bet_by_the_dealers_hand_counts_as_it_is_settled(more: dict[str, int]) -> None:
    game = Game(open_table(with_dealer_bets(fold="lose")))
    bets = {"ante": 1000, "dealer_plus": 500, "double_plus": 500, "bad_beat": 500, "tie": 500, **more}
    measures = measures_of(game.dealing, game.payoffs_of(bets), by_dealer=True)
    for row in (300, 1300, 1700):
        [worths] = hand_worths(game.dealing, measures, [0] * 13, [row])
        mine = three(rows().cards[row])
        same = np.flatnonzero(all_hands().value[worths.hands] == rows().value[row])[:3]
        for place in (*range(0, len(worths.hands), 97), *same.tolist()):
            dealer = three(all_hands().cards[worths.hands[place]])
            for number, action in enumerate(ACTIONS):
                deal = Deal(dealer, [Hand(1, "a", bets, mine, action)])
                net = pay_deal(game.table, deal).seats[0].net
                assert worths.sums[NET, number, 0, place] * measures.unit == net, (mine, dealer, action)


@pytest.mark.parametrize("house", houses())
def test_the_figures_of_the_page_hang_together(house: str, classic: dict[Known, Knowledge]) -> None:
    """Each exact mean gives the mean and the gain beside it; what is counted here is what the page says."""
    honest, page = game_of(house).price("ante").ev, figures_of_page(house)
    assert set(usual_questions(load_house(house))) <= set(page)
    gains = [float(said.gain.split()[0]) for said in page.values()]
    assert gains == sorted(gains, reverse=True)
    for known, said in page.items():
        if not said.exact:
            assert "±" in said.gain
            continue
        exact = Fraction(said.exact)
        assert said.mean == f"{100 * float(exact):+.4f} %"
        assert said.gain == f"{100 * float(exact - honest):+.4f} %"
        if known in classic and house in ("atlantic-city", "rivers", "shine"):
            assert exact == classic[known].ev
            assert said.changes == f"{100 * float(classic[known].changes):.4f} %"


def test_three_houses_have_the_same_main_game() -> None:
    """So one table of the page is theirs."""
    games = [game_of(house) for house in ("rivers", "atlantic-city", "shine")]
    assert len({game.dealing for game in games}) == 1
    (_, first), *others = map(measured, games)
    for stake, each in others:
        assert (stake, each.unit) == (first.unit, first.unit)
        assert (each.pat == first.pat).all()
        assert (each.fold == first.fold).all()


CASES = [
    ("atlantic-city", Question(hole=2)),
    ("shine", Question(edges=edges_of("2-5 6-9"), backs=2)),
    ("rivers", Question(hole=1, edges=HIGH, backs=1)),
    ("napa-valley", Question(hole=1)),
    ("napa-valley", Question(edges=edges_of("A KQ"), backs=1)),
]


@pytest.mark.parametrize(("house", "question"), CASES)
def test_plain_counting_of_a_hand_finds_the_same(house: str, question: Question) -> None:
    game, chance = game_of(house), Random(f"{house} {question}")
    row = chance.choice([row for row in range(len(rows())) if 60 < rows().value[row] < 300])
    stake, measures = measured(game)
    known = Known(question.hole, question.edges, question.backs)
    [found] = count_knowledge(house, game.dealing, measures, stake, [known], hands=[row])
    naive = naive_answer(game.sheet, rules_of(house), three(rows().cards[row]), question)
    assert (found.honest, found.ev, found.changes) == tuple(naive)


@pytest.mark.parametrize("house", ["rivers", "pechanga"])
def test_a_dealers_hand_stands_for_all_that_are_like_it_up_to_suits(house: str) -> None:
    """A row of each family: what every dealer's hand brings, one by one, and up to suits."""
    game = game_of(house)
    _, measures = measured(game)
    some = [int(family.rows[len(family.rows) // 2]) for family in families()]
    each = hand_worths(game.dealing, measures, [0] * 13, some)
    alike = hand_worths(game.dealing, measures, [0] * 13, some, up_to_suits=True)
    for one, many in zip(each, alike, strict=True):
        of = orbits(3, int(family_of()[one.row])).of
        assert (of[many.hands] == many.places).all()
        for by_hand, by_orbit in ((one.sums, many.sums), (one.outcomes, many.outcomes)):
            places = of[one.hands]
            found = np.zeros((*by_hand.shape[:-1], of.max() + 1))
            np.add.at(np.moveaxis(found, -1, 0), places, np.moveaxis(by_hand, -1, 0))
            assert (found[..., many.places] == by_orbit).all()
            size = np.bincount(places)[places]
            assert (by_hand * size == found[..., places]).all()  # hands that are alike bring the same


@pytest.mark.parametrize("house", ["rivers", "napa-valley"])
def test_plain_counting_beside_another_seat_finds_the_same(house: str) -> None:
    """A row beside hands of one other seat by chance: what single deals are worth."""
    game, chance, row = game_of(house), Random(house), 1000
    stake, measures = measured(game)
    mine = three(rows().cards[row])
    shows = game.dealing.shows
    for dead in map(three, chance.sample([*combinations(sorted({*range(52)} - {*mine}), 3)], 3)):
        naive = naive_answer(game.sheet, rules_of(house), mine, Question(), dead)
        left = [card for card in range(52) if card not in (*mine, *dead)]
        rest = np.array(
            [[up, *(card for card in left if card != up)] for up in (left if shows else left[:1])]
        )
        deals = Deals(np.full(len(rest), row), np.array([dead] * len(rest)), rest, rest[:, :shows])
        dealt = deal_worths(game.dealing, measures, ONE_SEAT, deals)
        best = Fraction(int(dealt.sums.max(axis=0).sum()) * measures.unit, stake)
        assert best / int(dealt.outcomes.sum()) == naive.ev


@pytest.mark.parametrize("next_card", [False, True])
def test_draws_against_a_known_hand_are_counted_one_by_one(next_card: bool) -> None:
    """Pechanga: three known cards of the dealer, one that draws and one that stands."""
    game, rules = game_of("pechanga"), rules_of("pechanga")
    stake, measures = measured(game)
    for text, row in (("Ks 9s 4s", 1500), ("8s 8h 5s", 420)):
        dealer = three(sorted(parse_cards(text)))
        mine = three(rows().cards[row])
        assert not set(mine) & set(dealer)
        classes = class_by_rank(HIGH if next_card else ())
        [worths] = hand_worths(game.dealing, measures, classes, [row])
        place = np.flatnonzero((all_hands().cards[worths.hands] == dealer).all(axis=1))[0]
        group = len(worths.outcomes) - 1  # the low cards, or all

        def may_come(card: int) -> bool:
            return not next_card or class_of(card, HIGH) == HIGH[1]

        naive = naive_draws(game.sheet, rules, mine, dealer, may_come=may_come)
        number = int(worths.outcomes[group, place])
        sums = [int(each) for each in worths.sums[NET, :, group, place]]
        assert [Fraction(each * measures.unit, number * stake) for each in sums] == naive


def test_draws_beside_other_seats_are_counted_one_by_one() -> None:
    """Pechanga: a single deal with three known cards of the dealer and two other seats seen."""
    game, rules = game_of("pechanga"), rules_of("pechanga")
    stake, measures = measured(game)
    row, seats, dealer = 1300, parse_cards("Qs Qh 2h 7s 8s 9s"), three(parse_cards("Ks 9h 4h"))
    mine = three(rows().cards[row])
    left = [card for card in range(52) if card not in (*mine, *dealer, *seats)]
    assert len(left) == 40
    deals = Deals(
        np.array([row]), np.array([seats]), np.array([[*dealer, *left]]), np.zeros((1, 0), np.int64)
    )
    worths = deal_worths(game.dealing, measures, Known(hole=3, seats=2), deals)
    naive = naive_draws(game.sheet, rules, mine, dealer, seats)
    number = int(worths.outcomes[0])
    assert [Fraction(int(s) * measures.unit, number * stake) for s in worths.sums[:, 0]] == naive


def test_a_deal_where_all_draw_is_worth_what_its_information_set_is() -> None:
    """Pechanga, one card of the dealer and a sorted back: a single deal, and the sets of one hand."""
    game = game_of("pechanga")
    _, measures = measured(game)
    row, up, back = 1300, *parse_cards("Ks 9h")
    mine = three(rows().cards[row])
    [worths] = hand_worths(game.dealing, measures, [0] * 13, [row])
    theirs = all_hands().cards[worths.hands]
    low = (theirs < 40).sum(axis=1) - (up < 40)  # cards below a queen, beside the one that is seen
    ways = np.where((theirs == up).any(axis=1), low, 0)  # of the two hidden cards, which one's back it was
    rest = np.array([[up, back, *(card for card in range(52) if card not in (*mine, up, back))]])
    deals = Deals(np.array([row]), rest[:, :0], rest, rest[:, :0])
    dealt = deal_worths(game.dealing, measures, Known(hole=1, edges=HIGH, backs=1), deals)
    number = int((ways * worths.outcomes[0]).sum())
    for action in range(5):
        expected = Fraction(int((ways * worths.sums[NET, action, 0]).sum()), number)
        assert Fraction(int(dealt.sums[action, 0]), int(dealt.outcomes[0])) == expected


def test_simulated_deals_agree_with_what_is_counted(classic: dict[Known, Knowledge]) -> None:
    game = game_of("rivers")
    stake, measures = measured(game)
    for known in (HOLE, BACK):
        found = sample_knowledge(game, {"ante": stake}, measures, known, "QKA", 600, luck())
        assert found.honest == classic[known].honest
        for mine, exact in ((found.gain, classic[known].gain), (found.changes, classic[known].changes)):
            assert isinstance(mine, Estimate)
            assert abs(mine.value - float(exact)) < 2 * mine.margin


def test_more_knowledge_is_never_worth_less() -> None:
    """Of the same hands: a back, the card itself, the card and a back, two cards, three."""
    game = game_of("atlantic-city")
    stake, measures = measured(game)
    asked = [BACK, HOLE, Known(1, HIGH, 1), Known(hole=2), Known(hole=3)]
    some = list(range(100, len(rows()), 97))
    evs = [float(each.ev) for each in count_knowledge("", game.dealing, measures, stake, asked, hands=some)]
    assert evs == sorted(evs)


@pytest.mark.parametrize("house", houses())
def test_what_is_asked_first_can_be_known(house: str) -> None:
    sheet = load_house(house)
    asked = usual_questions(sheet)
    assert high_ranks(sheet) == "QKA"
    assert {known.seats for known in asked} == {0, 1, sheet.seats - 1}
    assert any(known.next_card for known in asked) == sheet.player.draws
    assert max(known.hole for known in asked) == 3 - sheet.dealer.shows


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (Known(), "Say what is known"),
        (Known(hole=4), "no more can be known (STD-11)"),
        (Known(hole=2, edges=HIGH, backs=2), "no more can be known"),
        (Known(seats=7), "see 0 to 6"),
        (Known(backs=1), "give a partition"),
        (Known(edges=HIGH), "unless the back of a card is seen"),
        (Known(edges=("QKA", "JT"), backs=1), "all thirteen together"),
        (Known(edges=HIGH, next_card=True), "No player draws here"),
        (Known(seats=2), "pass the luck"),
    ],
)
def test_what_cannot_be_known_is_refused(known: Known, said: str) -> None:
    with pytest.raises(NotKnowable) as refused:
        worth_of_knowledge(game_of("rivers"), known)
    assert said in str(refused.value)


@pytest.mark.parametrize("text", ["QQ", "", "23456789TJQKA", "X", "Q-", "2" * 80, "QKA AK"])
def test_a_partition_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        edges_of(text)


def test_the_same_seed_is_the_same_answer() -> None:
    asked = Known(hole=1, seats=3)
    first, again, other = (
        worth_of_knowledge(game_of("shine"), asked, luck=luck(seed), deals=300) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.gain != other.gain
