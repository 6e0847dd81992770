"""`pitboss new`: what is written is sound at once and says what was answered."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.cli.sheets import new_command
from pitboss.odds import Game
from pitboss.round import open_table
from pitboss.sheet import Sheet, check_text, houses, load, load_house, sheet_from_content
from pitboss.sheet.drafts import QUESTIONS, SCHEMA, TABLES, BadAnswer, Question, collect, draft, house_id
from pitboss.sheet.pays import Cash, ToOne

ROOT = Path(__file__).parents[2]
TWO_STEPS = "Next:  pitboss check my-house.toml\n       pitboss odds my-house.toml\n"


def drafted(**answers: str) -> Sheet:
    """The sheet that is written after these answers; not even a warning is noted about it."""
    checked = check_text(text_of(**answers))
    assert checked.sheet is not None, [fault.sentence for fault in checked.faults]
    assert checked.faults == ()
    return checked.sheet


def text_of(**answers: str) -> str:
    def answer(question: Question, fault: BadAnswer | None) -> str:
        if fault is not None:
            raise fault
        return answers.get(question.key, "")

    return draft("my-house", collect("my-house", answer))


def odds(sheet: Sheet, table: str) -> str:
    """A pay table as people write it; where players draw, that of the first three cards."""
    columns = sheet.pays[table].columns
    lines = columns["pat"] if "pat" in columns else columns["lines"]
    return "-".join(pay.text.removesuffix(" to 1") for pay in lines.lines.values())


def test_the_defaults_are_the_usual_game() -> None:
    """Ante Bonus 5-4-1 and Pair Plus 40-30-6-3-1: the published game of that name, under another name."""
    ours, theirs = drafted(), load(ROOT / "examples" / "catalogue" / "common-pay.toml")
    assert (ours.id, ours.name, list(ours.wagers)) == ("my-house", "My House", ["ante", "pair_plus"])
    for each in ("pair_plus", "ante_bonus"):
        assert ours.pays[each].columns["lines"].lines == theirs.pays[each].columns["lines"].lines
    assert ours.dealer.qualifier.hand == theirs.dealer.qualifier.hand == "queen high"
    assert (ours.limits.min, ours.limits.max, ours.seats) == (500, 50000, 7)


def test_every_answer_can_be_read_back() -> None:
    sheet = drafted(
        name='Joe\'s "Den" ♠',
        shows="2",
        qualifies="Q-6-4",
        ante_bonus="10-3-2-1",
        pair_plus="50-40-30-6-3-1",
        six_card_bonus="1000 200 100 20 15 10 7",
        meter="$5,000",
        envy="$250/$50",
        least="10",
        most="$1000",
        seats="5",
    )
    assert (sheet.name, sheet.seats, sheet.dealer.shows) == ('Joe\'s "Den" ♠', 5, 2)
    assert (sheet.player.draws, sheet.dealer.draw.when, sheet.away.hand) == (False, "never", "queen high")
    assert sheet.dealer.qualifier.hand == "Q-6-4"
    assert odds(sheet, "ante_bonus") == "10-3-2-1"
    assert odds(sheet, "pair_plus") == "50-40-30-6-3-1"
    assert odds(sheet, "six_card_bonus") == "1000-200-100-20-15-10-7"
    assert next(iter(sheet.pays["pair_plus"].columns["lines"].lines)) == "mini_royal"
    assert sheet.meter is not None
    assert sheet.meter.reset == 500000
    assert sheet.envy is not None
    assert list(sheet.envy.column.lines.values()) == [Cash(25000, "none"), Cash(5000, "none")]
    assert (sheet.limits.min, sheet.limits.max) == (1000, 100000)


def test_where_players_draw_a_drawn_hand_is_paid_less_and_no_bet_favours_the_player() -> None:
    sheet = drafted(game="draw", dealer_draws="always", ante_bonus="5-4-1", pair_plus="50-40-30-6-3-1")
    assert (sheet.player.draws, sheet.dealer.draw.when, sheet.away.hand) == (True, "always", "pair")
    drawn = {
        key: [pay.text for pay in each.columns["drawn"].lines.values()] for key, each in sheet.pays.items()
    }
    assert drawn == {
        "ante_bonus": ["4 to 1", "3 to 1", "1 to 1"],
        "pair_plus": ["20 to 1", "6 to 1", "4 to 1"],
    }
    assert all(Game(open_table(sheet)).price(name).ev < 0 for name in sheet.wagers)


ANSWERS = {
    "game": ("play", "draw"),
    "shows": ("0", "1", "2", "3"),
    "dealer_draws": ("below", "always", "never"),
    "qualifies": ("queen high", "any", "pair", "A-K-2"),
    **{table: (*known, "none") for table, known in TABLES.items()},
    "meter": ("none", "1000", "$28,000"),
    "envy": ("none", "100-25"),
    "least": ("1", "$5"),
    "most": ("$5", "20000"),
    "seats": ("1", "12"),
}


@given(st.fixed_dictionaries({key: st.sampled_from(each) for key, each in ANSWERS.items()}))
@settings(deadline=None, max_examples=60)
def test_any_answers_give_a_sound_sheet_that_says_what_it_pays(answers: dict[str, str]) -> None:
    sheet = drafted(**answers)
    for table in TABLES:
        assert (odds(sheet, table) if table in sheet.pays else "none") == answers[table]
    draws = answers["game"] == "draw"
    assert (sheet.meter is None) == (draws or answers["meter"] == "none")
    assert sheet.dealer.shows == (0 if draws else int(answers["shows"]))
    assert sheet_from_content(sheet.content).hash == sheet.hash
    cited = set(re.findall(r"MH-\d+", text_of(**answers)))
    assert cited == set(sheet.clauses) == {f"MH-{number}" for number in range(1, len(cited) + 1)}
    for key in ("ante_bonus", "pair_plus", "six_card_bonus"):  # the clause says the odds that the table has
        if key in sheet.pays:
            column = next(iter(sheet.pays[key].columns.values()))
            says = sheet.clauses[column.clause].says.partition("; after")[0]
            numbers = re.findall(r"(?<= )\d+(?=,| to 1)", says)
            assert numbers[-len(answers[key].split("-")) :] == answers[key].split("-")


def test_every_pay_table_that_is_offered_is_of_a_house_or_of_the_catalogue() -> None:
    known: dict[str, set[str]] = {table: set() for table in TABLES}
    files = sorted((ROOT / "examples" / "catalogue").glob("*.toml"))
    for sheet in [*map(load_house, houses()), *map(load, files)]:
        for table in {*TABLES} & set(sheet.pays):
            if set(sheet.pays[table].columns) == {"lines"}:
                known[table].add(odds(sheet, table).replace(",", ""))
    assert {table: set(each) - known[table] for table, each in TABLES.items()} == {t: set() for t in TABLES}


def test_pair_plus_of_the_draft_costs_what_its_hands_say() -> None:
    """22,100 hands by hand: 48 straight flushes, 52 trips, 720 straights, 1,096 flushes, 3,744 pairs."""
    counts = dict(
        zip(
            ("straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
            (48, 52, 720, 1096, 3744),
            strict=True,
        )
    )
    sheet = drafted(pair_plus="35-33-6-4-1")
    won = sum(
        counts[hand] * (pay.odds + 1)
        for hand, pay in sheet.pays["pair_plus"].columns["lines"].lines.items()
        if isinstance(pay, ToOne)
    )
    assert Game(open_table(sheet)).price("pair_plus").ev == Fraction(won, 22100) - 1


@pytest.mark.parametrize(
    ("key", "answer", "said"),
    [
        ("name", "x" * 41, "printable characters"),
        ("game", "redraw", "'redraw' is no answer: write play or draw; did you mean draw?"),
        ("shows", "4", "'4' is no answer: write a whole number from 0 to 3"),
        ("shows", "²", "'²' is no answer: write a whole number from 0 to 3"),
        ("qualifies", "king-high", "did you mean king high?"),
        ("ante_bonus", "5-4", "write 3 numbers from the straight flush down to the straight, like 5-4-1"),
        ("pair_plus", "40-30-6-3-0", "write 5 numbers from the straight flush down to the pair"),
        ("pair_plus", "40-30-6-3-1.5", "or one more with a mini royal first; or none"),
        ("six_card_bonus", "1-2-3-4-5-6-7-8", "7 numbers from the royal flush down to the three of a kind"),
        ("meter", "500", "'500' is no answer: write $1,000 or more, or none"),
        ("least", "0", "'0' is no answer: write whole dollars, like 5 or $5"),
        ("least", "2.50", "whole dollars"),
        ("most", "$4", "'$4' is no answer: write $5, the least bet, or more"),
        ("seats", "13", "a whole number from 1 to 12"),
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_used_says_what_can(key: str, answer: str, said: str) -> None:
    with pytest.raises(BadAnswer) as refused:
        text_of(**{key: answer})
    assert said in str(refused.value)


@pytest.mark.parametrize("name", houses())
def test_a_copy_of_a_house_has_its_rules_and_names_of_its_own(name: str, tmp_path: Path) -> None:
    copy, house = run_new(tmp_path, "--like", name), load_house(name)
    assert (copy.id, copy.name) == ("my-house", "My House")
    assert all(clause.startswith("MH-") for clause in copy.clauses)
    for ours, theirs in zip(copy.clauses.values(), house.clauses.values(), strict=True):
        assert re.sub(r"MH-(?=\d)", theirs.id.partition("-")[0] + "-", ours.says) == theirs.says
    for table in house.pays:
        assert [(k, c.lines) for k, c in copy.pays[table].columns.items()] == [
            (k, c.lines) for k, c in house.pays[table].columns.items()
        ]
    assert {name: wager.label for name, wager in copy.wagers.items()} == {
        name: wager.label for name, wager in house.wagers.items()
    }
    assert copy.hash != house.hash


def test_a_copy_of_a_file_leaves_out_what_others_have_published_about_it(tmp_path: Path) -> None:
    file = ROOT / "examples" / "catalogue" / "full-pay.toml"
    assert load(file).published
    copy = run_new(tmp_path, "--like", str(file))
    assert (copy.published, next(iter(copy.clauses))) == ((), "MH-1")


def run_new(folder: Path, *words: str, name: str = "my-house", answers: str = "") -> Sheet:
    shown = CliRunner().invoke(app, ["new", str(folder / name), *words], input=answers)
    assert shown.exit_code == 0, shown.output
    checked = check_text((folder / f"{name.removesuffix('.toml')}.toml").read_text("utf-8"))
    assert checked.sheet is not None
    assert checked.faults == ()
    return checked.sheet


def new(folder: Path, *words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it, in a folder."""
    line = [sys.executable, "-m", "pitboss", "new", *words]
    return subprocess.run(line, input=answers, capture_output=True, text=True, cwd=folder, check=False)


def test_the_command_ends_with_the_two_next_ones(tmp_path: Path) -> None:
    ran = new(tmp_path, "my-house", "--yes")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (
        ran.stdout
        == f"Written to my-house.toml: My House, 2 wagers, 2 pay tables and 7 clauses.\n{TWO_STEPS}"
    )


def test_answers_come_from_a_pipe_line_by_line(tmp_path: Path) -> None:
    sheet = run_new(tmp_path, answers="The Den\n\n1\n\nnone\n" + "\n" * len(QUESTIONS))
    assert (sheet.name, sheet.dealer.shows, "ante_bonus" in sheet.pays) == ("The Den", 1, False)


def test_on_a_terminal_a_question_is_asked_again_until_its_answer_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["", "", "5", "three", "3"])
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return next(answers, "")

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    new_command(tmp_path / "den")
    assert load(tmp_path / "den.toml").dealer.shows == 3
    assert asked[0] == "What is the house called? [Den] "
    assert asked[2] == asked[3] == asked[4]
    assert max(len(line) for prompt in asked for line in prompt.splitlines()) <= 81
    printed = capsys.readouterr().out
    assert printed.startswith("Enter takes the answer in brackets.\n'5' is no answer: write a whole number")


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("", "No answer to 'What is the house called?': an empty line takes the default, --yes all"),
        ("Den\nplay\n7\n", "How many of the dealer's cards show first? (0 to 3) '7' is no answer"),
    ],
)
def test_answers_that_end_or_cannot_be_used_are_one_sentence_and_nothing_is_written(
    answers: str, said: str, tmp_path: Path
) -> None:
    ran = new(tmp_path, "my-house", answers=answers)
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"pitboss: {said}")
    assert ran.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_written_over_only_with_force(tmp_path: Path) -> None:
    file = tmp_path / "my-house.toml"
    file.write_text("mine")
    ran = new(tmp_path, "my-house.toml", "--yes")
    assert (ran.returncode, ran.stderr) == (
        1,
        "pitboss: my-house.toml is there already: --force writes over it\n",
    )
    assert file.read_text() == "mine"
    assert run_new(tmp_path, "--yes", "--force", name="my-house.toml").id == "my-house"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rivers", "rivers is a house that comes with Pitboss: name yours otherwise, --like rivers"),
        ("9lives", "'9lives': name the file with letters, digits and hyphens, like my-house"),
        ("nowhere/den", "the folder nowhere is not there"),
    ],
)
def test_a_name_that_cannot_be_used_is_one_sentence(name: str, said: str, tmp_path: Path) -> None:
    ran = new(tmp_path, name, "--yes")
    assert ran.returncode == 1
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_faulty_original_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text("format = 1\n")
    for like in ("river", "./none.toml", "./old.toml"):
        ran = new(tmp_path, "my-house", "--like", like)
        assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)


def test_the_id_follows_from_the_file() -> None:
    names = ("My House.toml", "my_house", "x/den-2.toml")
    assert [house_id(Path(name)) for name in names] == ["my-house", "my-house", "den-2"]


def test_an_editor_is_told_of_the_schema_where_it_is_beside_the_file(tmp_path: Path) -> None:
    assert not text_of().startswith("#:schema")
    printed = new(tmp_path, "--schema")
    (tmp_path / SCHEMA).write_text(printed.stdout, encoding="utf-8")
    run_new(tmp_path, "--yes")
    assert (tmp_path / "my-house.toml").read_text().startswith(f"#:schema ./{SCHEMA}\n")
