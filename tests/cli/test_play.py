"""The terminal table: what a person types and what is said back."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.round import Refusal
from pitboss.sheet import houses
from tests.refusals import failed_command

ROOT = Path(__file__).parents[2]


def play(said: str, *options: str) -> str:
    """What the table answers to these lines."""
    result = CliRunner().invoke(app, ["play", *options], input=said)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("house", houses())
def test_every_house_can_be_played_with_bots(house: str) -> None:
    said = play("10\nplay\n\nfold\nquit\n", house, "--seed", "oak", "--seats", "4", "--bots")
    assert "Seat 4 (optimal bot) bets Ante $5." in said
    assert "2 rounds played. You leave with $" in said


def test_a_bet_is_refused_with_its_clause_and_nothing_is_lost() -> None:
    said = play("ante 10 pair 5\n7\n10\nplay\nquit\n", "atlantic-city", "--seed", "a")
    assert "Refused: Pair Plus must be at least the Ante ($10) (AC-3)." in said
    assert "Refused: Ante must be in steps of $5 (AC-2)." in said
    assert "1 round played" in said


def test_a_seat_that_cannot_fund_play_is_refused_the_ante() -> None:
    said = play("15\nquit\n", "rivers", "--bankroll", "2000")
    assert "Refused: This bet needs $30, $15 of it kept for Play; there is less in hand." in said
    assert "You have $20 in hand." in said


def test_several_hands_share_one_bankroll() -> None:
    said = play("10\n10\nquit\n", "shine", "--seats", "2", "--bankroll", "30$")
    assert "Refused: This bet needs $20, $10 of it kept for Play; there is less in hand." in said
    assert "You have $10 in hand." in said


def test_what_is_won_already_is_said_after_the_deal_and_what_decides_at_the_showdown() -> None:
    said = play("ante 10 pair 5\nplay\nquit\n", "rivers", "--seed", "s").splitlines()
    assert said.index("Seat 1 holds A♥ J♣ A♠, pair of aces.") + 1 == said.index(
        "Seat 1 has a pair: Pair Plus pays 1 to 1 whatever the dealer has (RIV-7)."
    )
    assert "Dealer holds 5♦ 10♥ Q♦, queen high." in said
    assert said.index("Seat 1's pair of aces beats queen high (RIV-5).") + 1 == said.index(
        "Seat 1: Ante $10 wins $10 (1 to 1, RIV-5)."
    )


def test_the_consequence_of_a_fold_is_said_before_it() -> None:
    said = play("ante 10 six 5\nfold\nquit\n", "rivers", "--seed", "s")
    assert "fold: Lose Ante $10. 6 Card Bonus stays live." in said
    assert "play: Adds $10 on Play." in said


def test_an_empty_line_repeats_the_bet() -> None:
    said = play("\n10 prog\nf\n\nf\nquit\n", "rivers", "--seed", "s")
    assert "Nothing to repeat yet." in said
    assert said.count("Seat 1 (you) bets Ante $10 and Progressive $1.") == 2


def test_a_draw_names_its_card() -> None:
    first = play("10\nquit\n", "pechanga", "--seed", "y")
    cards = first.split("Seat 1 holds ")[1].split(",")[0].split()
    said = play(f"10\ndraw\ndraw 9x\nd {cards[2]}\nquit\n", "pechanga", "--seed", "y")
    assert said.count("Say fold, play or draw") == 2
    lowest = min(cards, key=lambda card: "234567891JQKA".index(card[0]))
    for line, card in ((cards[2], cards[2]), ("2", cards[1]), ("lowest", lowest)):
        assert f"discards {card}, gets " in play(f"10\ndraw {line}\nquit\n", "pechanga", "--seed", "y")


def test_quitting_with_cards_out_lets_the_away_rule_decide() -> None:
    said = play("10\n", "pechanga", "--seed", "a")  # king high: less than a pair
    assert "Seat 1 folds (the platform's decision, STD-13)." in said
    assert "1 round played. You leave with $990: −$10." in said


def test_the_same_seed_deals_the_same_cards_and_is_marked_as_practice() -> None:
    said = play("10\nplay\nquit\n", "rivers", "--seed", "oak")
    assert said == play("10\nplay\nquit\n", "rivers", "--seed", "oak")
    assert said.startswith("Practice:")
    assert said != play("10\nplay\nquit\n", "rivers", "--seed", "elm")


@pytest.mark.clause("NAPA-16")
def test_a_person_may_take_the_bank_for_two_rounds_in_a_row_napa_16() -> None:
    said = play("bank 100\nbank\nbank 500\nbank 500\n10\np\nbank\nquit\n", *["napa-valley", "--seed", "x"],
                "--seats", "3", "--bots")  # fmt: skip
    assert "Refused: The bank must be at least the table maximum ($500) (NAPA-16)." in said
    assert said.count("A bank of $500 is put up by you.") == 3
    assert "Refused: The bank is held for at most 2 rounds in a row (NAPA-16)." in said
    assert "A bank of $50,000 is put up by the house's proposition player." in said


@pytest.mark.clause("NAPA-16")
def test_a_bank_that_is_offered_is_passed_by_a_word_or_by_a_bet_napa_16() -> None:
    options = ("napa-valley", "--seed", "x", "--seats", "2", "--bots")
    for passed in ("pass\n10", "10"):
        said = play(f"bank 100\n{passed}\nf\nquit\n", *options)
        assert "The bank is offered to you: say bank 500, or pass." in said
        assert "A bank of $50,000 is put up by the house's proposition player." in said
        assert said.count("is offered to you") == 1  # and in the next round it is not
    assert "The bank is passed on." in said


def test_a_hand_can_be_sat_out_in_company() -> None:
    said = play("skip\n10\nfold\nquit\n", "rivers", "--seed", "x", "--seats", "3", "--bots")
    first, second = said.split("Round 2.")
    assert "Seat 2 (optimal bot) bets Ante $5." in first
    assert "Dealer holds " in first
    assert "Seat 1 (you)" not in first
    assert "You have $1,000 ($0)" in second
    assert "1 round played. You leave with $990: −$10." in second
    assert "Nobody else is at the table; bet or quit." in play("skip\nquit\n", "rivers", "--seed", "x")


def test_company_comes_and_goes_when_it_is_told_to() -> None:
    said = play("who\nbots add\nbots add clever\nbots add timid\nbots remove 2\nbots remove 1\nwho\nquit\n",
                "shine", "--seed", "x")  # fmt: skip
    assert "Seat 1: you, $1,000 in hand.\nFree: seats 2, 3, 4, 5, 6 and 7." in said
    assert "Optimal bot sits down at seat 2." in said
    assert "Refused: 'clever' is no bot; allowed: optimal, mimic, always, timid, random." in said
    assert "Optimal bot gets up from seat 2." in said
    assert "Refused: No bot sits at seat 1." in said
    assert "Seat 3: timid bot.\nFree: seats 2, 4, 5, 6 and 7." in said


def test_gestures_are_made_by_their_first_words_and_not_told_where_they_are_muted() -> None:
    typed = "say thanks\nsay good\nsay good l\nmute all\nsay ouch\nunmute all\nmute Ann\nname Ann\nquit\n"
    said = play(typed, "shine", "--seed", "x")
    assert "You: Thanks!" in said
    assert (
        "Gestures are: nice hand, good luck, thanks, well played, ouch, one moment, cheers, good night."
        in said
    )
    assert "You: Good luck!" in said
    assert "No gestures are told." in said
    assert "Ouch" not in said
    assert "Gestures of Ann are not told." in said
    assert "Refused: You have this table to yourself: names are for tables of a server." in said


def test_without_a_clock_there_is_no_more_time() -> None:
    assert "Refused: No clock is running for you." in play("10\nmore\nf\nquit\n", "shine", "--seed", "x")


def test_the_bank_needs_somebody_to_bank_for() -> None:
    assert "There is nobody to bank for" in play("bank\nquit\n", "napa-valley")
    assert "Rivers has no player bank." in play("bank\nquit\n", "rivers")


@pytest.mark.clause("NAPA-4")
def test_own_cards_are_not_told_before_the_up_card_napa_4() -> None:
    said = play("10\nfold\nquit\n", "napa-valley", "--seed", "x")
    assert said.index("The player/dealer shows ") < said.index("Seat 1 holds ")


def test_hands_of_others_are_not_told_before_the_reveal() -> None:
    said = play("10\nplay\nquit\n", "rivers", "--seed", "oak", "--seats", "3", "--bots")
    decided = re.search(r"Seat 3 (plays|folds)", said)
    assert decided is not None
    assert decided.start() < said.index("Seat 2 holds ")


@pytest.mark.clause("RIV-12")
def test_the_meter_ticks_from_round_to_round_riv_12() -> None:
    said = play("10 prog\nf\n\nf\nquit\n", "rivers", "--seed", "s")
    assert "Round 2. You have" in said
    assert "The meter is at $1,000.25." in said


def test_help_rules_pays_and_history_answer_at_any_prompt() -> None:
    said = play("help\npays\nhistory\n10\nrules\nfold\nhistory\nquit\n", "shine", "--seed", "s")
    assert "When asked to decide:" in said
    assert "Pair XXX (posted by the house):" in said
    assert "No round has ended yet." in said
    assert "Clauses of this sheet" in said
    assert "Round 1: −$10." in said


@pytest.mark.clause("RIV-14")
def test_the_house_notices_and_disclosures_are_shown_at_the_table_riv_14() -> None:
    assert "1-800-GAMBLER" in play("quit\n", "rivers")
    assert "0.8168 %" in play("quit\n", "pechanga")


def test_who_is_broke_gets_play_money_that_is_not_counted_as_won() -> None:
    said = play("topup\n5\nf\ntopup\nquit\n", "rivers", "--seed", "s", "--bankroll", "$10")
    assert "You still have $10." in said
    assert "The house gives you $1,000 of play money. You have $1,005." in said
    assert "You leave with $1,005: −$5." in said


def test_without_a_house_the_table_asks_for_one() -> None:
    assert "3 Card Shine: 3 Card Shine Poker. Play money." in play("9\nshi\nquit\n")
    assert "Rivers: 3 Card Poker" in play("\nquit\n")
    assert "Pechanga: 3 Card Draw Poker. Play money." in play("1\nquit\n")


def test_saved_rounds_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    said = play("10\nplay\n\nfold\nquit\n", "rivers", "--seed", "oak", "--save", str(file))
    assert len(file.read_text().splitlines()) == 2
    told = CliRunner().invoke(app, ["replay", str(file), "--round", "1"]).output.splitlines()
    assert [line for line in told if line.startswith("Seat 1: ")]
    assert set(told[2:]) <= set(said.splitlines())


def test_a_house_from_a_file_is_played_and_its_rounds_carry_its_rules(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    play("10\nplay\nquit\n", str(ROOT / "examples" / "two-up.toml"), "--seed", "oak", "--save", str(file))
    assert json.loads(file.read_text())["sheet"]["content"]["dealer"]["shows"] == 2
    assert CliRunner().invoke(app, ["replay", str(file)]).exit_code == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["rivers", "--seats", "8"], "--seats must be from 1 to 7 (STD-9)"),
        (["rivers", "--seats", "2", "--hands", "3"], "--hands must be from 1 to 2"),
        (["napa-valley", "--seats", "4"], "One person may play at most 3 hands at Napa Valley (NAPA-14)"),
        (
            ["rivers", "--min", "1000", "--max", "$5"],
            "The table minimum ($10) is above the maximum ($5) (STD-10)",
        ),
        (["rivers", "--bankroll", "much"], "--bankroll: 'much' is not an amount of money"),
        (["riverz"], "Did you mean rivers?"),
        (["rivers", "--save", "/nowhere/at/all"], "No such file or directory"),
    ],
)
def test_bad_options_get_one_sentence(options: list[str], sentence: str) -> None:
    done = failed_command("play", *options)
    assert done.status == 1
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.posix
def test_ctrl_c_leaves_cleanly_with_the_result_so_far() -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "pitboss", "play", "rivers", "--seed", "oak"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "COLUMNS": "80"},
    ) as table:  # fmt: skip
        assert table.stdin is not None
        assert table.stdout is not None
        table.stdin.write("10\n")
        table.stdin.flush()
        assert any("play: Adds" in line for line in table.stdout)
        table.send_signal(signal.SIGINT)
        rest, errors = table.communicate(timeout=30)
    assert "1 round played. You leave with" in rest
    assert "Traceback" not in errors
    assert table.returncode == 0


def test_a_table_of_ones_own_that_could_break_the_books_is_refused() -> None:
    """--set and a sheet file go the same way as every other table."""
    poison = ["--set", "pays.pair_xxx.lines.pair=999999999 to 1"]
    said = CliRunner().invoke(app, ["play", "shine", "--seed", "oak", *poison])
    assert said.exit_code != 0
    assert isinstance(said.exception, Refusal)
    assert "a table may pay up to $100,000,000 in one round" in said.exception.text
