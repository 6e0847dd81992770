"""`pitboss odds`, `advise`, `strategy`, `session`: shapes, how prices came about, faults in one sentence."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cards import parse_cards
from pitboss.cli import app
from pitboss.money import minus
from pitboss.odds import Game, advise
from pitboss.odds.explain import how
from pitboss.odds.sessions import session
from pitboss.round import open_table
from pitboss.sheet import houses, load_house
from tests.refusals import failed_command, refused_command

EDGES = {"house_edge", "house_edge_exact", "element_of_risk", "element_of_risk_exact"}
ENTRY = {
    "ev",
    "ev_value",
    "stdev",
    "win_frequency",
    "win_frequency_value",
    "outcomes",
    "distribution",
} | EDGES
HEAD = "hand,multiplicity,up,action,ev_fold,ev_play,ev_draw_1,ev_draw_2,ev_draw_3"
COLUMNS = HEAD.split(",")
ALWAYS_DRAWS = 'dealer.draw={when="always",clause="RIV-5"}'


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def answer(*words: str) -> Any:
    text = run(*words, "--json")
    assert text.startswith(("{\n  ", "[\n  "))  # one indentation
    return json.loads(text)


def is_reduced(text: object) -> bool:
    return isinstance(text, str) and str(Fraction(text)) == text


def check_entry(entry: dict[str, Any]) -> None:
    assert is_reduced(entry["ev"])
    assert is_reduced(entry["win_frequency"])
    assert isinstance(entry["stdev"], float)
    assert isinstance(entry["outcomes"], int)
    counts = entry["distribution"]
    assert all(is_reduced(net) and isinstance(count, int) for net, count in counts.items())
    assert sum(counts.values()) == entry["outcomes"]
    mean = sum((Fraction(net) * count for net, count in counts.items()), Fraction(0)) / entry["outcomes"]
    assert mean == Fraction(entry["ev"])


def words_of(*words: str) -> str:
    """What a command prints, its lines joined."""
    return " ".join(run(*words).split())


def test_odds_name_the_bet_that_a_wager_is_priced_in() -> None:
    lost = "--set", 'wager.progressive.fold={does="lose",clause="RIV-9"}'
    assert "Progressive is priced at $1 beside Ante $5," in words_of("odds", "rivers", *lost)
    assert "Bet: at $1 beside Ante $5 Outcomes:" in words_of("odds", "rivers", *lost, "--how")
    told = answer("odds", "rivers", *lost, "--how")["wagers"]
    assert told["progressive"]["stakes"] == {"ante": 500, "progressive": 100}
    assert told["progressive"]["how"]["bet"] == "at $1 beside Ante $5"
    assert "stakes" not in told["pair_plus"]
    assert "Double Shot Bonus is priced beside an equal Ante," in words_of("odds", "pechanga")


def test_odds_say_that_the_ante_includes_the_blind() -> None:
    ultimate = "examples/catalogue/ultimate.toml"
    told = words_of("odds", ultimate)
    assert "Ante is the whole main game: Ante, Blind, Play and bonuses together" in told
    assert "Blind is included, and listed again by itself." in told
    assert "In an hour (60 rounds) $10 on Ante (and Play) costs about $23." in told  # 0.038807 of $600
    assert "dearest" not in told
    assert answer("odds", ultimate)["wagers"]["ante"]["includes"] == ["blind"]
    assert "main game" not in words_of("odds", "rivers")


def test_odds_begin_with_what_a_bet_costs_and_what_an_hour_does() -> None:
    """Of the exact means in the figures: an hour is 60 rounds, and the Progressive takes $1."""
    ante, pairs, six = Fraction(686689, 20358520), Fraction(402, 5525), Fraction(15306, 149695)
    sensor = 1 - Fraction(1000 + 12020, 22100)
    told = words_of("odds", "rivers")
    assert told.startswith(
        f"Rivers with optimal play: the Ante costs {100 * float(ante):.2f} % on average, "
        f"${float(10 * ante):.2f} on $10. The dearest bet is Progressive, {100 * float(sensor):.2f} %."
    )
    ante, pairs, six, sensor = (60 * each for each in (10 * ante, 10 * pairs, 10 * six, sensor))
    assert (
        f"In an hour (60 rounds) $10 on Ante (and Play) costs about ${round(ante)}, "
        f"on Pair Plus ${round(pairs)}, on 6 Card Bonus ${round(six)} and $1 on Progressive ${round(sensor)}."
        in told
    )
    assert "Progressive is priced at $1, the meter at $1,000; it is even at a meter of $10,080." in told
    told = words_of("odds", "rivers", "--players", "5", "--meter", "15000$", "--exact-only")
    assert "priced at $1, the meter at $15,000, 5 players; it is even at a meter of $9,380." in told
    told = words_of("odds", "rivers", "--bets", "ante=20$")
    assert told.startswith("Rivers with optimal play: Ante $20 costs $0.67 a round on average, $40 an hour")
    assert "In an hour" not in told


def test_odds_and_compare_say_which_bets_favour_the_player() -> None:
    favours = f"Ante favours the player by {100 * 143428213 / 17559223500:.4f} % of the wager, exactly"
    told = words_of("odds", "pechanga")
    assert told.startswith("Pechanga with optimal play: the Ante earns you 0.82 % on average, $0.08 on $10.")
    assert " Ante * −0.8168% " in told
    assert f"* {favours} 143428213/17559223500." in told
    assert f"Pechanga: {favours}" in words_of("odds", "--compare", "pechanga", "rivers")
    assert "favours" not in words_of("odds", "rivers")
    listed = words_of("odds", "--compare", "examples/catalogue")
    assert "* favours the player" in listed
    assert " Flashed card * −3.4829% " in listed
    assert " Full pay 3.3730% " in listed


def test_a_simulated_bet_favours_the_player_where_its_interval_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A straight among the first three pays 9 instead of 2: more than 20,000 rounds leave in doubt."""
    monkeypatch.setattr("pitboss.sim.simulated.ROUNDS", 20_000)
    change = "--set", "dealer.shows=1", "--set", "pays.play_bonus.pat.straight=9 to 1"
    told = words_of("odds", "pechanga", *change)
    assert re.search(r"Ante \* ~−[\d.]+%", told)
    assert re.search(r"\* Ante favours the player by about [\d.]+ % of the wager\.", told)
    assert "* Double Shot" not in told


def test_the_first_screen_of_odds_holds_the_answer() -> None:
    for house in houses():
        lines = run("odds", house).splitlines()
        assert len(lines) <= 24, house
        assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    "words", [("pechanga",), ("rivers", "--bets", "ante=10$,pair_plus=5$,progressive=1$")]
)
def test_how_fits_eighty_columns_and_stays_complete(words: tuple[str, ...]) -> None:
    told, found = run("odds", *words, "--how"), answer("odds", *words, "--how")
    assert max(map(len, told.splitlines())) <= 80
    joined = "".join(told.split())
    entries = [*found["wagers"].values(), *([found["combined"]] if "combined" in found else [])]
    for entry in entries:
        for name, each in entry["how"]["formulas"].items():
            assert "".join(f"{name}={each['made']}={each['value']}".split()) in joined
        for clause, says in entry["how"]["clauses"].items():
            assert "".join(f"{clause}:{says}".split()) in joined


def test_side_by_side_houses_show_the_whole_bet() -> None:
    told = words_of("odds", "--compare", "rivers", "shine", "--bets", "ante=10$")
    mean = f"−{1000 * 686689 / 20358520:.2f}"
    assert f"The whole bet, Ante $10 Mean, in cents {mean} {mean} Deviation" in told


def test_side_by_side_nothing_is_simulated_that_has_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def left_out(*_: object) -> None:
        raise AssertionError("simulated")

    monkeypatch.setattr("pitboss.sim.simulated.left_out", left_out)
    words = ("odds", "--compare", "rivers", "shine", "--players", "5")
    assert "Progressive" in run(*words)
    with pytest.raises(AssertionError, match="simulated"):
        CliRunner().invoke(app, [*words, "--csv"], catch_exceptions=False)


@pytest.mark.parametrize(("royal", "says"), [("$25", True), ("$100", False)])
def test_odds_say_that_envy_by_suit_is_decided_up_to_suits(royal: str, *, says: bool) -> None:
    """Spades are paid $100."""
    sets = 'wager.progressive.fold={does="lose",clause="RIV-9"}', f'envy.lines.mini_royal="{royal}"'
    told = words_of("odds", "rivers", "--players", "3", *(word for each in sets for word in ("--set", each)))
    assert ("optimal up to suits" in told) is says


@pytest.mark.parametrize("house", houses())
def test_odds_as_json(house: str) -> None:
    found = answer("odds", house)
    assert list(found) == ["house", "wagers"]
    assert found["house"] == house
    assert list(found["wagers"]) == list(load_house(house).wagers)
    for name, entry in found["wagers"].items():
        check_entry(entry)
        assert Fraction(entry["house_edge_exact"]) == -Fraction(entry["ev"])
        assert isinstance(entry["element_of_risk"], float)
        more = {"by_up_card", "by_up_card_value"} if (house, name) == ("napa-valley", "ante") else set()
        more |= {"break_even_meter"} if name == "progressive" else set()
        assert set(entry) == ENTRY | more


def test_odds_by_up_card() -> None:
    entry = answer("odds", "napa-valley")["wagers"]["ante"]
    assert list(entry["by_up_card"]) == list("23456789TJQKA")
    assert all(is_reduced(ev) for ev in entry["by_up_card"].values())
    mean = sum((Fraction(ev) for ev in entry["by_up_card"].values()), Fraction(0)) / 13
    assert mean == Fraction(entry["ev"])


def test_odds_of_a_whole_bet() -> None:
    found = answer("odds", "rivers", "--bets", "ante=1000,pair_plus=500,six_card_bonus=700,progressive=100")
    assert list(found) == ["house", "wagers", "combined"]
    whole = found["combined"]
    assert set(whole) == ENTRY - EDGES
    check_entry(whole)
    # Net cents of the whole bet, in whole cents
    assert all(Fraction(net).denominator == 1 for net in whole["distribution"])
    stakes = {"ante": 1000, "pair_plus": 500, "six_card_bonus": 700, "progressive": 100}
    parts = sum((n * Fraction(found["wagers"][name]["ev"]) for name, n in stakes.items()), Fraction(0))
    assert Fraction(whole["ev"]) == parts


def test_odds_of_a_strategy_leave_the_side_wagers_alone() -> None:
    optimal, always = answer("odds", "rivers"), answer("odds", "rivers", "--strategy", "always")
    assert Fraction(always["wagers"]["ante"]["ev"]) < Fraction(optimal["wagers"]["ante"]["ev"])
    assert always["wagers"]["pair_plus"] == optimal["wagers"]["pair_plus"]


def test_odds_of_a_file_and_of_a_changed_sheet() -> None:
    found = answer("odds", "examples/two-up.toml")
    assert list(found["wagers"]) == ["ante", "lucky_three"]
    check_entry(found["wagers"]["lucky_three"])
    changed = answer("odds", "rivers", "--set", 'dealer.qualifier.hand="king high"')
    assert changed["wagers"]["ante"]["ev"] != answer("odds", "rivers")["wagers"]["ante"]["ev"]


@pytest.mark.parametrize("house", houses())
def test_odds_in_words(house: str) -> None:
    text = run("odds", house)
    sheet = load_house(house)
    assert sheet.name in text
    for name in sheet.wagers:
        assert sheet.label(name) in text
        assert minus(answer("odds", house)["wagers"][name]["ev"]) in text
    for note in sheet.disclosures:
        assert " ".join(note.split()) in " ".join(text.split())


def test_advise_as_json() -> None:
    assert answer("advise", "rivers", "--cards", "Qs 6h 4d") == {
        "best": "play",
        "actions": {
            "fold": {"ev": "-1", "ev_value": -1.0},
            "play": {"ev": "-9151/9212", "ev_value": -9151 / 9212},
        },
    }
    found = answer("advise", "pechanga", "--cards", "4d Qs 6h")
    assert set(found) == {"best", "actions"}
    assert set(found["actions"]) == {"fold", "play", "draw:Qs", "draw:6h", "draw:4d"}
    assert all(
        set(each) == {"ev", "ev_value"} and is_reduced(each["ev"]) for each in found["actions"].values()
    )
    assert found["best"] == max(found["actions"], key=lambda name: Fraction(found["actions"][name]["ev"]))


@pytest.mark.parametrize(
    ("cards", "best"), [("Kd 9c 2s", "play"), ("Kd 8c 7s", "fold"), ("Ac 3d 2s", "play")]
)
def test_advise_against_an_up_card(cards: str, best: str) -> None:
    words = ("advise", "napa-valley", "--cards", cards, "--up", "Kh")
    assert answer(*words)["best"] == best
    headline, first, *_ = run(*words).splitlines()
    assert f": {best} (" in headline
    assert first.startswith(best)
    assert first.endswith("best")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("pechanga", "--cards", "9s 9h 8s"),
            "Pair of nines: discard 8♠ (+0.6733 Antes). Standing costs 0.1829 Antes, $1.83 at $10.",
        ),
        (
            ("rivers", "--cards", "Qs 6h 4d"),
            "Queen high: play (−0.9934 Antes). Folding costs 0.0066 Antes, $0.07 at $10.",
        ),
        (
            ("rivers", "--cards", "Qs 6h 3d", "--bets", "ante=10000"),
            "Queen high: fold (−1.0000 Antes). Playing costs 0.0026 Antes, $0.26 at $100.",
        ),
    ],
)
def test_advise_says_first_what_to_do_and_what_the_mistake_costs(words: tuple[str, ...], says: str) -> None:
    """Playing is worth −9151/9212 with Q-6-4 and −393/392 with Q-6-3; 0.1829 Antes are $1.83 at $10."""
    assert run("advise", *words).splitlines()[0] == says


def test_strategy_says_which_hands_raise_where_play_may_be_raised() -> None:
    raises = 'play.raises={times=[3], from="pair", clause="RIV-5"}'
    first, rule, counts, *_ = run("strategy", "rivers", "--set", raises).splitlines()
    assert first == "Rivers, optimal play:"
    assert rule.startswith("  Play Q-6-4 or better; raise 3× with ")
    assert counts.split()[0] in ("play", "play_3x", "fold")  # no rule that leaves the raises out


def test_advise_with_bets() -> None:
    alone = answer("advise", "pechanga", "--cards", "9c 9d 2h")
    bets = answer("advise", "pechanga", "--cards", "9c 9d 2h", "--bets", "ante=1000,double_shot=1000")
    assert set(alone["actions"]) == set(bets["actions"])
    assert Fraction(bets["actions"]["fold"]["ev"]) == -2
    # A pair's Double Shot wins 1 to 1
    more = Fraction(bets["actions"]["play"]["ev"]) - Fraction(alone["actions"]["play"]["ev"])
    assert more == 1


@pytest.mark.parametrize(("house", "draws"), [("rivers", False), ("pechanga", True)])
def test_strategy_as_csv(house: str, draws: bool) -> None:
    text = run("strategy", house, "--csv")
    assert "\r" not in text
    table = list(csv.DictReader(io.StringIO(text)))
    assert text.splitlines()[0] == HEAD
    assert len(table) == 1755
    assert sum(int(row["multiplicity"]) for row in table) == 22_100
    for row in table:
        hand = parse_cards(row["hand"])
        assert [card >> 2 for card in hand] == sorted((card >> 2 for card in hand), reverse=True)
        assert row["up"] == ""
        filled = {name for name in COLUMNS if name.startswith("ev_") and row[name]}
        assert filled == set(COLUMNS[4:] if draws else COLUMNS[4:6])
        assert all(is_reduced(row[name]) for name in filled)
        best = max(Fraction(row[name]) for name in filled)
        equal = [
            name.removeprefix("ev_") for name in COLUMNS if name in filled and Fraction(row[name]) == best
        ]
        assert row["action"].split("|") == equal


def test_strategy_by_up_card_as_csv() -> None:
    table = list(csv.DictReader(io.StringIO(run("strategy", "napa-valley", "--csv"))))
    assert len(table) == 63_193
    assert sum(int(row["multiplicity"]) for row in table) == 22_100 * 49
    assert len({(row["hand"], row["up"]) for row in table}) == len(table)
    assert all(len(parse_cards(row["up"])) == 1 and row["up"] not in row["hand"] for row in table)


def test_strategy_as_json_has_the_same_rows() -> None:
    table = list(csv.DictReader(io.StringIO(run("strategy", "pechanga", "--csv"))))
    for row, told in zip(answer("strategy", "pechanga"), table, strict=True):
        assert (row["hand"], row["action"], row["up"]) == (told["hand"], told["action"], None)
        assert row["multiplicity"] == int(told["multiplicity"])
        for name in [each for each in told if each.startswith("ev_")]:
            assert (row[name] or "") == told[name]
            assert row[f"{name}_value"] == (float(Fraction(told[name])) if told[name] else None)
    assert {row["ev_draw_1"] for row in answer("strategy", "rivers")} == {None}


def test_strategy_draws_are_the_ones_advised() -> None:
    table = list(csv.DictReader(io.StringIO(run("strategy", "pechanga", "--csv"))))
    for row in table[::250]:
        actions = answer("advise", "pechanga", "--cards", row["hand"])["actions"]
        for number, card in enumerate(row["hand"].split(), start=1):
            assert row[f"ev_draw_{number}"] == actions[f"draw:{card}"]["ev"]


def test_strategy_in_words() -> None:
    text = run("strategy", "pechanga")
    assert "1,916 of 22,100" in text
    assert "1,488 of 22,100" in text


QSH = ("--cards", "Qs 6h 4d")
BAD = [
    (("odds", "riverz"), "rivers"),
    (("odds", "rivers", "--strategy", "bold"), "--strategy"),
    (("odds", "rivers", "--strategy", "Q-6"), "--strategy"),
    (("odds", "rivers", "--players", "8"), "STD-9"),
    (("odds", "rivers", "--players", "0"), "STD-9"),
    (("odds", "rivers", "--meter", "99999"), "RIV-12"),
    (("odds", "shine", "--meter", "100000"), "no meter"),
    (("odds", "rivers", "--bets", "ante"), "--bets"),
    (("odds", "rivers", "--bets", "ante=ten"), "--bets"),
    (("odds", "rivers", "--bets", "ante=500,ante=500"), "--bets"),
    (("odds", "rivers", "--bets", "ante=500,double_shot=500"), "RIV-1"),
    (("odds", "rivers", "--bets", "ante=1"), "RIV-1"),
    (("odds", "rivers", "--bets", "ante=0"), "RIV-1"),
    (("odds", "rivers", "--players", "2", "--seat", "3"), "seat"),
    (("odds", "rivers", "--set", "dealer"), "like dealer.shows=1"),
    (("odds", "no/such/file.toml"), "file"),
    (("advise", "rivers", "--cards", "Qs 6h"), "Three different cards"),
    (("advise", "rivers", "--cards", "Qs Qs 4d"), "Three different cards"),
    (("advise", "rivers", "--cards", "Qs 6h 1d"), "1d"),
    (("advise", "rivers", *QSH, "--up", "Kh"), "no card shows"),
    (("advise", "napa-valley", *QSH), "--up"),
    (("advise", "napa-valley", *QSH, "--up", "Kh Kd"), "--up"),
    (("advise", "napa-valley", *QSH, "--up", "Qs"), "Four different cards"),
    (("advise", "rivers", *QSH, "--bets", "pair_plus=500"), "Ante"),
    (("strategy", "rivers", "--bets", "pair_plus=500"), "Ante"),
]


@pytest.mark.parametrize(("words", "hint"), BAD, ids=lambda each: each if isinstance(each, str) else None)
def test_a_fault_is_one_sentence(
    words: tuple[str, ...], hint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hint in refused_command(capsys, monkeypatch, *words)


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["odds", "rivers", "--players", "many"], "--players"),
        (["advise", "rivers"], "--cards"),
    ],
)
def test_options_of_no_use_name_themselves(words: list[str], option: str) -> None:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert option in done.stderr


# A wager that has no price

# Envy that a fold loses, where others draw to an A-K-Q by its suit
UNPRICED = (
    *("--players", "3", "--set", "player.draws=true"),
    *("--set", 'pays.ante_bonus.lines.mini_royal_spades="500 to 1"'),
    *("--set", 'wager.progressive.fold={does="lose",clause="RIV-9"}'),
)


def test_a_refused_wager_leaves_the_others_their_price() -> None:
    found = answer("odds", "rivers", *UNPRICED, "--exact-only")
    assert list(found["wagers"]) == ["ante", "pair_plus", "six_card_bonus"]
    assert found["wagers"]["six_card_bonus"]["ev"] == "-15306/149695"
    assert list(found["refused"]) == ["progressive"]
    text = " ".join(run("odds", "rivers", *UNPRICED, "--exact-only").split())
    assert "10.2248%" in text
    assert (
        "Progressive is not priced: Envy that a fold loses is counted only where the hand alone decides"
        in text
    )
    rows = list(csv.DictReader(run("odds", "rivers", *UNPRICED, "--csv", "--exact-only").splitlines()))
    assert [row["wager"] for row in rows if row["refused"]] == ["progressive"]
    beside = " ".join(run("odds", "--compare", "rivers", "shine", "--players", "3").split())
    assert "not priced" not in beside


def test_a_seat_is_priced_by_its_place() -> None:
    sets = (
        "--players",
        "2",
        "--meter",
        "5000000",
        "--set",
        'pays.progressive.lines.mini_royal="10 % of the meter"',
    )
    evs = [
        Fraction(answer("odds", "rivers", *sets, *seat)["wagers"]["progressive"]["ev"])
        for seat in (("--seat", "1"), ("--seat", "2"), ())
    ]
    assert evs[0] > evs[1]
    assert evs[2] == (evs[0] + evs[1]) / 2
    assert "mean over all seats" in " ".join(run("odds", "rivers", *sets).split())


def test_envy_on_the_ante_is_never_dropped() -> None:
    alone, seven = (
        answer("odds", "rivers", "--set", "envy.wager=ante", "--players", players)["wagers"]["ante"]
        for players in ("1", "7")
    )
    assert Fraction(seven["ev"]) > Fraction(alone["ev"])
    assert seven["notes"] == ["smallest_bet", "up_to_suits"]


FIVE = ("pechanga", "atlantic-city", "napa-valley", "shine", "rivers")


def test_five_houses_side_by_side() -> None:
    text = run("odds", "--compare", *FIVE)
    assert max(len(line) for line in text.splitlines()) <= 80
    rows = {line[:25].strip(): line[25:].split() for line in text.splitlines()}
    # figures.md, as percentages
    assert rows["House edge"] == ["*−0.8168%", "3.3730%", "1.8022%", "3.3730%", "3.3730%"]
    assert rows["Element of risk"][1] == "2.0147%"
    assert rows["Folds"] == ["6.7330%", "32.5792%", rows["Folds"][2], "32.5792%", "32.5792%"]
    assert rows["Pair Plus"] == ["7.0950%", "*4.3801%", "7.2760%"]
    assert rows["Six Card Bonus"] == ["15.2790%", "*10.2248%"]
    assert "143428213/17559223500" in text


def test_side_by_side_as_json_is_each_house_by_itself() -> None:
    found = json.loads(run("odds", "--compare", "rivers", "shine", "--json"))
    alone = [json.loads(run("odds", house, "--json")) for house in ("rivers", "shine")]
    assert found == {"houses": alone}


def test_a_meter_goes_to_the_house_that_has_one() -> None:
    found = json.loads(run("odds", "--compare", "rivers", "shine", "--meter", "1008000", "--json"))
    assert found["houses"][0]["wagers"]["progressive"]["ev"] == "0"


def test_several_houses_want_compare() -> None:
    assert "add --compare" in failed_command("odds", "rivers", "shine").err


def test_odds_as_comma_separated_values() -> None:
    text = run("odds", "--compare", "rivers", "napa-valley", "--csv", "--bets", "ante=1000,pair_plus=500")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["house"], row["wager"]) for row in rows] == [
        *(("rivers", name) for name in ("ante", "pair_plus", "six_card_bonus", "progressive", "combined")),
        *(("napa-valley", name) for name in ("ante", "pair_plus", "combined")),
    ]
    assert Fraction(rows[1]["ev"]) == Fraction(-402, 5525)
    assert Fraction(rows[1]["win_frequency"]) == Fraction(48 + 52 + 720 + 1096 + 3744, 22_100)
    assert Fraction(rows[4]["ev"]) == 1000 * Fraction(rows[0]["ev"]) + 500 * Fraction(rows[1]["ev"])


@pytest.mark.parametrize("house", houses())
def test_every_formula_comes_out_as_it_says(house: str) -> None:
    game = Game(open_table(load_house(house)))
    for name, price in game.price_all().wagers.items():
        told = how(game, price)
        made = {each.name: each for each in told.formulas}
        total, outcomes = made["EV"].made.split(" = ")[1].replace(",", "").split(" / ")
        assert Fraction(total) / int(outcomes) == price.ev == Fraction(made["EV"].value.split(" = ")[0])
        square = Fraction(made["Variance"].made.replace(",", "").split(" / ")[0])
        assert square / price.outcomes - price.ev**2 == price.variance
        wins = Fraction(made["Net wins"].made.replace(",", "").replace(" ", ""))
        assert wins == price.win_frequency
        mean_bet = Fraction(made["Element of risk"].made.rsplit(" ", 1)[1])
        assert -price.ev / mean_bet == price.element_of_risk
        # The parts of the sample space, multiplied, are the sample space.
        assert _product(told.space) == int(told.space.rsplit(" = ", 1)[1].replace(",", "")) == price.outcomes
        assert load_house(house).wagers[name].clause in told.clauses


def _product(space: str) -> int:
    from math import comb

    found = 1
    for part in space.split(" = ", maxsplit=1)[0].split(" x "):
        choose = re.match(r"C\((\d+),(\d+)\)", part)
        found *= comb(int(choose[1]), int(choose[2])) if choose else int(part.split()[0])
    return found


def test_how_is_printed_with_counts_formula_and_clause() -> None:
    text = run("odds", "rivers", "--how")
    assert "Outcomes: C(52,3) hands = 22,100" in text
    assert re.search(r"−1\s+16,440\s", text)  # figures.md: high cards
    assert "RIV-7: " in text
    entry = json.loads(run("odds", "rivers", "--how", "--json"))["wagers"]["pair_plus"]
    assert entry["how"]["formulas"]["House edge"]["made"] == "-EV"


def test_how_of_one_decision_names_the_clauses() -> None:
    text = run("advise", "rivers", "--cards", "Qs 6h 4d", "--how")
    assert "18,424 dealer outcomes" in text
    assert "RIV-5: " in text


def test_advice_as_comma_separated_values() -> None:
    rows = list(csv.DictReader(io.StringIO(run("advise", "rivers", "--cards", "Qs 6h 3d", "--csv"))))
    assert [row["action"] for row in rows if row["best"] == "1"] == ["fold"]


def test_a_strategy_file_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(run("strategy", "atlantic-city", "--csv"))
    priced = json.loads(run("odds", "atlantic-city", "--strategy", str(file), "--json"))
    assert priced["wagers"]["ante"]["ev"] == "-686689/20358520"
    file.write_bytes(b"hand,action\n\xff\xfe,play\n")
    assert "not UTF-8" in failed_command("odds", "atlantic-city", "--strategy", str(file)).err
    assert (
        "No such file"
        in failed_command("odds", "atlantic-city", "--strategy", str(tmp_path / "none.csv")).err
    )
    refused = CliRunner().invoke(app, ["odds", "atlantic-city", "--strategy", "greedy"])
    assert refused.exit_code == 1


def test_a_session_as_comma_separated_values_is_its_course() -> None:
    words = ("session", "rivers", "--bets", "ante=1000", "--rounds", "300", "--bankroll", "20000")
    rows = list(csv.DictReader(io.StringIO(run(*words, "--stop-win", "10000", "--csv"))))
    whole = json.loads(run(*words, "--stop-win", "10000", "--json"))
    assert (rows[0]["rounds"], rows[0]["mean"], rows[-1]["rounds"]) == ("0", "20000.0", "300")
    assert float(rows[-1]["ruin"]) == pytest.approx(whole["ends"]["ruin"], abs=1e-9)
    ends = [float(row["ruin"]) + float(row["stop_win"]) + float(row["playing"]) for row in rows]
    assert ends == pytest.approx([1.0] * len(rows), abs=1e-9)


def test_how_a_session_is_counted_is_said() -> None:
    words = ("session", "rivers", "--bets", "ante=1000", "--rounds", "30", "--bankroll", "20000")
    text = " ".join(run(*words, "--how").split())
    assert "9 different nets over 407,170,400 outcomes" in text
    assert "less than $20" in text


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "rivers", "--strategy", "mimic"),
        ("odds", "--compare", "rivers", "shine"),
        ("strategy", "napa-valley"),
        ("session", "shine", "--bets", "ante=1000", "--rounds", "50", "--bankroll", "20000"),
    ],
)
def test_a_picture_is_drawn_beside_what_is_printed(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    assert run(*words, "--plot", str(file)) == run(*words)
    text = file.read_text(encoding="utf-8")
    assert "<svg" in text
    assert ("mimic play" in text) == ("mimic" in words)


@pytest.mark.parametrize("words", [("odds", "rivers"), ("strategy", "shine")])
def test_a_picture_that_cannot_be_drawn_is_refused_first(words: tuple[str, ...], tmp_path: Path) -> None:
    assert ".png, .svg or .pdf" in failed_command(*words, "--plot", str(tmp_path / "picture.gif")).err
    assert (
        "there is no folder" in failed_command(*words, "--plot", str(tmp_path / "none" / "picture.png")).err
    )


def test_notebooks_show_what_the_command_prints() -> None:
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []
            self.cells: list[str] = []

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

        def handle_data(self, data: str) -> None:
            self.cells.append(data)

    game = Game(open_table(load_house("rivers")))
    price = game.price_bets({"ante": 1000})
    shown = {
        "sheet": game.price_all()._repr_html_(),
        "advice": advise(game, parse_cards("Qs 6h 4d"))._repr_html_(),
        "session": session(price, 100, 50_000, 2_000)._repr_html_(),
    }
    cells = {}
    for name, text in shown.items():
        reader = Reader()
        reader.feed(text)
        assert reader.open == []
        cells[name] = reader.cells
    assert "7.2760%" in cells["sheet"]
    assert cells["advice"][cells["advice"].index("play") + 3] == "best"
    assert "100 rounds from $500" in cells["session"]


@pytest.mark.parametrize(
    ("players", "bets", "space"),
    [
        (1, {"pair_plus": 1000}, 22_100),
        (3, {"pair_plus": 1000, "progressive": 100}, 22_100 * 18_424 * 15_180),
        (2, {"ante": 1000, "progressive": 100}, 22_100 * 18_424 * 15_180),
        (3, {"ante": 1000, "progressive": 100}, 22_100 * 18_424 * 15_180 * 12_341),
    ],
)
def test_the_sample_space_beside_other_players_is_said(
    players: int, bets: dict[str, int], space: int
) -> None:
    game = Game(open_table(load_house("rivers")), players)
    told = how(game, game.price_bets(bets)).space
    text, number = told.rsplit(" = ", 1)
    assert int(number.replace(",", "")) == space
    assert text.count("dealer hands") == ("ante" in bets)
    assert (f"the hands of {players - 1} other player" in text) == (players > 1)
