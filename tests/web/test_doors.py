"""Who comes to a table: tickets, invitations, spectators."""

from __future__ import annotations

from tests.web.edge import PASSWORD, Edge, Visitor, code, cookie_of, named, sign_in


def _socket(table: str, ticket: str) -> str:
    return f"/api/tables/{table}/socket?ticket={ticket}"


def test_a_ticket_opens_one_socket(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    ticket = ann.ticket(table)
    with edge.connected(_socket(table, ticket)) as a:
        assert edge.closed(_socket(table, ticket)) == (422, "ticket")
        a.sits(1)
    assert edge.closed(_socket(table, ticket)) == (422, "ticket")


def test_a_ticket_dies_with_its_session(edge: Edge) -> None:
    ann = edge.guest()
    table = ann.open()
    ticket = ann.ticket(table)
    ann.ask("POST", "/api/sign-out")
    assert edge.closed(_socket(table, ticket)) == (422, "ticket")
    assert code(ann.ask("POST", f"/api/tables/{table}/ticket", json={})) == (401, "signed_out")


def test_open_sockets_end_with_the_session_and_the_hand_is_kept(edge: Edge) -> None:
    ann, bob = named(edge, "Ann"), edge.guest()
    phone = Visitor(edge, ann.id, cookie_of(sign_in(edge, "Ann")))
    table = ann.open()
    with ann.join(table) as a, bob.join(table) as b:
        a.sits(1).deals(1)
        ann.ask("POST", "/api/sign-out")
        assert a.ended() == (1008, "signed_out")
        before = edge.room(table).live.standing
        text = {"t": "cmd", "id": "late", "rev": a.view["rev"], "do": "fold", "seat": 1}
        a.socket.send_json(text)  # a client that does not care
        assert b.say("fold", seat=1)["code"] == "not_yours"
        assert edge.room(table).live.standing == before
        with phone.join(table) as again:
            again.done("play", seat=1)
            assert again.view["phase"] == "settled"
            answer = phone.ask("POST", "/api/password", json={"old": PASSWORD, "new": "another horse 8"})
            assert answer.status_code == 204
            assert again.ended() == (1008, "signed_out")
        assert b.catch_up()["phase"] == "settled"
        b.sits(2)


# Private tables, spectators


def test_a_private_table_asks_for_its_invitation(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    opened = ann.opened(private=True)
    table, invite = opened["table"], opened["invite"]
    path = f"/api/tables/{table}"
    for wrong in ("", "guessed", invite.upper(), invite[:-1], "\u00e9"):
        assert code(bob.ask("POST", f"{path}/ticket", json={"invite": wrong})) == (403, "private")
        assert code(bob.ask("GET", path, params={"invite": wrong})) == (403, "private")
        assert code(edge.ask("GET", path, params={"invite": wrong})) == (403, "private")
    assert edge.closed(f"{path}/socket") == (403, "private")
    assert edge.closed(f"{path}/socket?invite=guessed") == (403, "private")
    assert table not in bob.ask("GET", "/api/tables").text
    assert table not in edge.ask("GET", "/api/tables").text
    assert table in ann.ask("GET", "/api/tables").text
    with bob.join(table, invite) as b, edge.watch(table, invite) as nobody:
        b.sits(1)
        assert nobody.seat(1)["status"] == "sitting"
        assert bob.ask("GET", path).status_code == 200  # who has come is known


def test_a_round_at_a_private_table_is_shown_to_who_played(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    table = ann.open(private=True)
    with ann.join(table) as a:
        a.sits(1).deals(1)
        open_round = edge.room(table).live.standing.stored
        assert open_round is not None
        path = f"/api/rounds/{open_round.id}/receipt"
        assert code(ann.ask("GET", path)) == (409, "round_open")
        a.done("fold", seat=1)
    assert ann.ask("GET", path).status_code == 200
    assert code(bob.ask("GET", path)) == (403, "private")
    assert code(edge.ask("GET", path)) == (403, "private")
    assert bob.ask("GET", "/api/rounds").json()["rounds"] == []
    assert [each["net"] for each in ann.ask("GET", "/api/rounds").json()["rounds"]] == [-1000]


def test_a_table_may_have_no_spectators(edge: Edge) -> None:
    ann, bob = edge.guest(), edge.guest()
    opened = ann.opened(spectators=False)
    table = opened["table"]
    assert edge.closed(f"/api/tables/{table}/socket") == (403, "no_spectators")
    assert edge.closed(f"/api/tables/{table}/socket?invite={opened['invite']}") == (403, "no_spectators")
    assert edge.ask("GET", f"/api/tables/{table}").status_code in (403, 422)
    with bob.join(table) as b:
        b.sits(1)
