"""A terminal without these letters shows cards and signs in letters that it has, and nothing fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cli import OFFERS
from pitboss.cli.output import nearest
from tests.cli.streams import run_main

ROOT = Path(__file__).parents[2]

# A cheap line for every command; those that need a database of their own are asked for their help.
LINES = {
    "play": "play pechanga --seed oak",
    "houses": "houses",
    "rules": "rules pechanga",
    "odds": "odds --compare shine rivers --how",
    "strategy": "strategy rivers",
    "advise": "advise pechanga --cards 'Ks Th 4d' --how",
    "session": "session rivers --bets ante=1000 --rounds 10 --bankroll 50000 --stop-loss 4000 --how",
    "simulate": "simulate rivers --rounds 0",
    "bankroll": "bankroll rivers --bets ante=1000 --rounds 10 --rebate 20 --rebate-rounds 4 --how",
    "risk": "risk --help",
    "bank": "bank napa-valley --stake 50000",
    "knowledge": "knowledge rivers --edges QKA --first",
    "par": "par rivers",
    "settle": "settle",
    "check": f"check {ROOT / 'examples' / 'two-up.toml'}",
    "new": "new --help",
    "replay": "replay nowhere.json",
    "verify": "verify nowhere.json",
    "audit": "audit --help",
    "head": "head --help",
    "serve": "serve --help",
    "config": "config --changed",
    "operator": "operator --help",
    "table": "table --help",
    "person": "person --help",
    "evening": "evening --help",
    "accounts": "accounts --kind é",
    "grant": "grant Jürgen ½",
    "export": "export --help",
    "backup": "backup --help",
    "restore": "restore --help",
    "upgrade": "upgrade --help",
    "doctor": "doctor --help",
}


@pytest.mark.parametrize(("encoding", "card", "minus"), [("utf-8", "4♦", "−"), ("iso-8859-1", "4d", "-")])
def test_cards_and_minus(encoding: str, card: str, minus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = run_main(monkeypatch, "advise pechanga --cards 'Ks Th 4d'", encoding).out
    assert f"discard {card}" in said
    assert f"fold        {minus}1.000000 per Ante  ({minus}1)" in said


def test_every_command_is_tried() -> None:
    assert LINES.keys() == OFFERS.keys()


@pytest.mark.parametrize("name", LINES)
def test_no_command_fails_or_asks_where_letters_are_few(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old code pages of terminals, on a terminal and not: as many question marks as are meant."""
    said = "10\nplay\nfair\nhelp\nquit\n"
    plain = run_main(monkeypatch, LINES[name], said=said)
    assert "\x1b" not in plain.out + plain.err  # colour is for terminals
    for encoding in ("cp437", "cp850"):
        few = run_main(monkeypatch, LINES[name], encoding, said=said)
        assert few.status == plain.status
        assert (few.out + few.err).count("?") == (plain.out + plain.err).count("?")
    shown = run_main(monkeypatch, LINES[name], "cp437", terminal=True, said=said)
    assert shown.status == plain.status
    assert shown.out.count("?") == plain.out.count("?")


def test_a_letter_without_a_likeness_is_the_one_it_is_made_of() -> None:
    def written(text: str) -> str:
        return nearest(UnicodeEncodeError("ascii", text, 0, len(text), "no"))[0]

    assert written("8♠ − é ± …") == "8s - e +/- ..."
    assert written("й") == "?"
