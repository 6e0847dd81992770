"""Past rounds as pages: whose they are, what they tell, and the check of receipts without a script."""

from __future__ import annotations

import json

import pytest

from pitboss.proof import receipt
from pitboss.web import rounds
from tests.web.edge import Edge
from tests.web.test_pages import HTML, form, parts, plays_a_round


def test_history_shows_one_s_own_rounds_page_by_page(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "PAGE", 2)
    ann, bob = edge.guest(), edge.guest()
    table = ann.open("rivers", title="Oak")
    with ann.join(table) as seat:
        seat.sits(1)
        for _ in range(3):
            seat.deals(1, ante=500)
            seat.done("fold", seat=1)
    first = parts(ann.ask("GET", "/history", headers=HTML))
    assert f"/rounds/{table}%3A3" in first.links()
    assert f"/rounds/{table}%3A1" not in first.links()
    assert "Oak, round 3 Card of this sitting −$5 Rivers 2026-11-15 12:00 UTC" in first.said()
    older = next(link for link in first.links() if link.startswith("/history?before="))
    second = parts(ann.ask("GET", older, headers=HTML))
    assert [link for link in second.links() if link.startswith("/rounds/")] == [f"/rounds/{table}%3A1"]
    assert not [link for link in second.links() if link.startswith("/history?before=")]
    assert "You have not finished a round yet" in parts(bob.ask("GET", "/history", headers=HTML)).said()
    assert "You are not signed in" in parts(edge.ask("GET", "/history", headers=HTML)).said()


def test_void_rounds_and_platform_decisions_are_marked(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open("rivers")
    with ann.join(table) as seat:
        seat.sits(1).deals(1)
        seat.done("leave")
    voids = parts(ann.ask("GET", "/history?only=voids", headers=HTML))
    assert "None." in voids.said()
    told = parts(ann.ask("GET", "/history?only=platform", headers=HTML))
    assert f"/rounds/{table}%3A1" in told.links()
    assert "The platform decided" in told.said()
    assert "away rule" in parts(ann.ask("GET", f"/rounds/{table}:1", headers=HTML)).said()


def test_a_round_tells_what_happened_what_was_paid_and_its_seeds(edge: Edge) -> None:
    ann = edge.guest()
    round_ = plays_a_round(edge, ann)
    proof = json.loads(receipt(edge.store, round_))["proof"]
    found = parts(ann.ask("GET", f"/rounds/{round_}", headers=HTML))
    said = found.said()
    assert "Seat 1 (you) bets Ante $10." in said
    assert "Ante $10 ✕ Lose RIV-4 −$10" in said
    assert "/rules/rivers#RIV-4" in found.links()
    for value in (proof["commitment"], proof["server_seed"], proof["head"], proof["previous"]):
        assert value in said


def test_a_receipt_says_which_seats_gave_a_seed(edge: Edge) -> None:
    """A person may give one, another none, and a bot has none to give."""
    ann, bob = edge.guest(), edge.guest()
    table = ann.opened(house="shine", bots=["timid"], private=False)["table"]
    with ann.join(table) as one, bob.join(table) as two:
        one.sits(2)
        two.sits(3)
        one.done("bets", seat=2, wagers={"ante": 500}, seed="ab" * 16)
        two.done("bets", seat=3, wagers={"ante": 500})
        one.done("ready")
        two.done("ready")
        one.done("fold", seat=2)
        two.done("fold", seat=3)
    said = parts(ann.ask("GET", f"/rounds/{table}:1", headers=HTML)).said()
    assert f"Seed of seat 1 none (bot) Seed of seat 2 {'ab' * 16} Seed of seat 3 none Rules" in said
    checked = parts(form(edge, "/verify", receipt=receipt(edge.store, f"{table}:1"))).said()
    told = "seat 2 gave a seed; seat 1 (a bot) gave none; seat 3 gave none."
    assert f"Exactly the seats that bet are in the shuffle: {told}" in checked


def test_a_spectator_reads_of_players_and_not_who_they_are(edge: Edge) -> None:
    ann = edge.guest()
    private, public = plays_a_round(edge, ann, private=True), plays_a_round(edge, ann)
    assert "private table" in parts(edge.ask("GET", f"/rounds/{private}", headers=HTML), 403).said()
    spectator = parts(edge.ask("GET", f"/rounds/{public}", headers=HTML)).said()
    assert "Seat 1 (a player) bets Ante $10." in spectator
    assert ann.id not in spectator


def test_a_receipt_is_checked_without_a_script(edge: Edge) -> None:
    text = receipt(edge.store, plays_a_round(edge, edge.guest()))
    good = parts(form(edge, "/verify", receipt=f"{text}\r\n"))
    assert "✔ The receipt is good" in good.said()
    assert "follow from the rules of Rivers, to the last cent" in good.said()
    bad = parts(form(edge, "/verify", receipt=text.replace('"net":-1000', '"net":-900')))
    assert "✕ The receipt is not good" in bad.said()
    assert "is not what the rules give" in bad.said()
    for nonsense in ("", "{", "7", "<script>"):
        assert "✕ The receipt is not good" in parts(form(edge, "/verify", receipt=nonsense)).said()
