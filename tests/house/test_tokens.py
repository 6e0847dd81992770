"""Tokens for programs and tickets for sockets: each does one thing, for one person."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.house.rig import DAY, MINUTE, NOON, PASSWORD, House, refused


def test_a_programs_token_works_until_it_is_revoked(house: House) -> None:
    ann = house.named("ann")
    secret = house.accounts.sessions.make_token(ann, "  my bot ")
    house.time += 400 * DAY
    person = house.accounts.sessions.who(secret)
    assert person is not None
    assert person.id == ann
    house.forget_expired()
    (listed,) = house.accounts.sessions.tokens_of(ann)
    assert (listed.label, listed.made, listed.last_used) == ("my bot", NOON, NOON + 400 * DAY)
    house.accounts.sessions.revoke(ann, listed.id)
    assert house.accounts.sessions.who(secret) is None
    assert house.accounts.sessions.tokens_of(ann) == []
    assert refused(house.accounts.sessions.revoke, ann, listed.id).code == "token"


def test_a_token_that_was_never_used_says_so(house: House) -> None:
    ann = house.named("ann")
    first, second = (
        house.accounts.sessions.make_token(ann, "first"),
        house.accounts.sessions.make_token(ann, "second"),
    )
    assert {each.label: each.last_used for each in house.accounts.sessions.tokens_of(ann)} == {
        "first": None,
        "second": None,
    }
    house.time += MINUTE
    house.accounts.sessions.who(second)
    assert {each.label: each.last_used for each in house.accounts.sessions.tokens_of(ann)} == {
        "first": None,
        "second": NOON + MINUTE,
    }
    assert first != second


def test_nobody_sees_or_revokes_anothers_token(house: House) -> None:
    ann, bob = house.named("ann"), house.named("bob")
    secret = house.accounts.sessions.make_token(ann, "program")
    (listed,) = house.accounts.sessions.tokens_of(ann)
    assert house.accounts.sessions.tokens_of(bob) == []
    assert refused(house.accounts.sessions.revoke, bob, listed.id).code == "token"
    assert house.accounts.sessions.who(secret) is not None


def test_the_list_revokes_no_session_and_its_ids_are_no_secrets(house: House) -> None:
    ann = house.named("ann")
    session = house.accounts.sessions.sign_in("ann", PASSWORD)
    house.accounts.sessions.make_token(ann, "program")
    (listed,) = house.accounts.sessions.tokens_of(ann)
    assert house.accounts.sessions.who(listed.id) is None
    for (digest,) in house.rows("SELECT digest FROM tokens WHERE kind = 'session'"):
        assert refused(house.accounts.sessions.revoke, ann, str(digest)).code == "token"
    assert house.accounts.sessions.who(session) is not None


def test_a_token_is_not_signed_out_and_a_session_is_not_renewed_into_one(house: House) -> None:
    ann = house.named("ann")
    secret = house.accounts.sessions.make_token(ann, "program")
    house.accounts.sessions.sign_out(secret)
    assert refused(house.accounts.sessions.renew, secret).code == "session"
    assert house.accounts.sessions.who(secret) is not None


def test_labels_that_are_refused(house: House) -> None:
    ann = house.named("ann")
    for label in ("", "   ", "x" * 61, "a\nb", "a\x00b", "a\u202eb", "\ud800"):
        fault = refused(house.accounts.sessions.make_token, ann, label)
        assert (fault.code, fault.path) == ("label", "label")


def test_a_person_has_at_most_twenty_tokens(house: House) -> None:
    ann = house.named("ann")
    for number in range(20):
        house.accounts.sessions.make_token(ann, f"program {number}")
    fault = refused(house.accounts.sessions.make_token, ann, "one more")
    assert (fault.code, fault.text) == ("tokens", "You have 20 tokens: revoke one that you do not use")
    house.accounts.sessions.revoke(ann, house.accounts.sessions.tokens_of(ann)[7].id)
    assert house.accounts.sessions.make_token(ann, "one more")


# Tickets


def test_a_ticket_opens_one_socket_at_its_table_for_its_person(house: House) -> None:
    ann = house.named("ann")
    house.named("bob")
    ticket = house.accounts.sessions.give_ticket(house.accounts.sessions.sign_in("ann", PASSWORD), "rivers")
    person = house.accounts.sessions.use_ticket(ticket, "rivers")
    assert person is not None
    assert person.id == ann
    assert house.accounts.sessions.use_ticket(ticket, "rivers") is None
    assert house.rows("SELECT count(*) FROM tokens WHERE kind = 'ticket'") == [(0,)]


def test_a_program_gets_tickets_too(house: House) -> None:
    ann = house.named("ann")
    person = house.accounts.sessions.use_ticket(
        house.accounts.sessions.give_ticket(house.accounts.sessions.make_token(ann, "bot"), "t"), "t"
    )
    assert person is not None
    assert person.id == ann


def test_a_ticket_for_another_table_is_used_up(house: House) -> None:
    _, session = house.accounts.people.guest()
    ticket = house.accounts.sessions.give_ticket(session, "rivers")
    assert house.accounts.sessions.use_ticket(ticket, "shine") is None
    assert house.accounts.sessions.use_ticket(ticket, "rivers") is None


def test_a_ticket_is_good_for_thirty_seconds(house: House) -> None:
    _, session = house.accounts.people.guest()
    in_time, late = (
        house.accounts.sessions.give_ticket(session, "t"),
        house.accounts.sessions.give_ticket(session, "t"),
    )
    house.time += 29_999
    assert house.accounts.sessions.use_ticket(in_time, "t") is not None
    house.time += 1
    assert house.accounts.sessions.use_ticket(late, "t") is None


def test_a_ticket_is_no_session_and_a_session_no_ticket(house: House) -> None:
    ann = house.named("ann")
    session = house.accounts.sessions.sign_in("ann", PASSWORD)
    token, ticket = (
        house.accounts.sessions.make_token(ann, "bot"),
        house.accounts.sessions.give_ticket(session, ""),
    )
    assert house.accounts.sessions.who(ticket) is None
    assert refused(house.accounts.sessions.give_ticket, ticket, "t").code == "session"
    for secret in (session, token):
        assert house.accounts.sessions.use_ticket(secret, "") is None
        assert house.accounts.sessions.who(secret) is not None, "and it was not used up by that"
    assert refused(house.accounts.sessions.give_ticket, "made up", "t").code == "session"
    assert refused(house.accounts.sessions.give_ticket, session, "t\x00").code == "table"


def test_of_eight_who_come_with_one_ticket_one_gets_in(house: House) -> None:
    _, session = house.accounts.people.guest()
    ticket = house.accounts.sessions.give_ticket(session, "t")
    with ThreadPoolExecutor(8) as crowd:
        let_in = list(crowd.map(lambda _: house.accounts.sessions.use_ticket(ticket, "t"), range(8)))
    assert sum(each is not None for each in let_in) == 1
