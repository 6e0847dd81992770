"""Signing in and out: what a stranger learns, how often one may try, how long a session lives."""

from __future__ import annotations

from pitboss.house.rates import BY_NAME, GUESTS, TIDY, Rate, Tries, free_from
from pitboss.ledger.people import password_of
from pitboss.round import Refusal
from tests.house.rig import DAY, HOUR, MINUTE, NOON, PASSWORD, SECOND, CountingHasher, House, refused
from tests.ledger.at_once import at_once


def test_a_stranger_learns_nothing_from_a_refusal(house: House) -> None:
    """A known name, an unknown one, a deleted one, no name at all: the same words and the same work."""
    house.named("ann")
    house.accounts.people.delete(house.named("bob"), PASSWORD)
    told = set()
    for name in ("ann", "nobody_here", "bob", "", "\x00", "a" * 10_000, "ann\ud800", "' OR 1=1 --"):
        for password in ("wrong horse", "", "x" * 10_000, "\ud800" * 9):
            house.time += HOUR  # so that there are tries again
            accounts = house.reopened()
            before, hashes = house.hasher.checks, house.hasher.hashes
            fault = refused(accounts.sessions.sign_in, name, password)
            told.add((fault.code, fault.text, fault.path, tuple(fault.values)))
            assert house.hasher.checks - before == 1
            assert house.hasher.hashes == hashes
    assert told == {("credentials", "The name and the password do not go together", "", ())}
    before = house.hasher.checks
    house.reopened().sessions.sign_in("ann", PASSWORD)
    assert house.hasher.checks - before == 1


def test_nobody_signs_in_with_anything_but_the_password(house: House) -> None:
    ann = house.named("ann")
    kept = house.store.read(lambda connection: password_of(connection, ann))
    for wrong in (PASSWORD + " ", PASSWORD.upper(), PASSWORD[:-1], str(kept), ann, PASSWORD + "\x00"):
        house.time += HOUR
        assert refused(house.accounts.sessions.sign_in, "ann", wrong).code == "credentials"
    assert house.accounts.sessions.sign_in("ANN", PASSWORD)


def test_a_name_may_be_tried_five_times_a_minute(house: House) -> None:
    house.named("ann")
    for number in range(5):
        house.time += SECOND
        assert (
            refused(house.accounts.sessions.sign_in, "Ann" if number % 2 else "ann", "wrong horse").code
            == "credentials"
        )
    before = house.hasher.checks
    fault = refused(house.accounts.sessions.sign_in, "ANN", PASSWORD)
    assert (fault.code, fault.values["again"]) == ("rate", NOON + SECOND + MINUTE)
    assert fault.text == "Too many attempts to sign in: try again in 56 seconds"
    assert house.hasher.checks == before, "who is refused costs nothing"
    house.time = NOON + SECOND + MINUTE - 1
    assert refused(house.accounts.sessions.sign_in, "ann", PASSWORD).code == "rate"
    house.time += 1
    house.accounts.sessions.sign_in("ann", PASSWORD)


def test_unknown_names_are_limited_like_known_ones(house: House) -> None:
    for _ in range(5):
        refused(house.accounts.sessions.sign_in, "nobody_here", PASSWORD)
    assert refused(house.accounts.sessions.sign_in, "nobody_here", PASSWORD).code == "rate"


def test_a_name_may_be_tried_thirty_times_an_hour(house: House) -> None:
    house.named("ann")
    for number in range(30):
        house.time = NOON + number * 13 * SECOND
        assert refused(house.accounts.sessions.sign_in, "ann", "wrong horse").code == "credentials"
    house.time = NOON + HOUR - 1
    fault = refused(house.accounts.sessions.sign_in, "ann", PASSWORD)
    assert (fault.code, fault.values["again"]) == ("rate", NOON + HOUR)
    house.time = NOON + HOUR
    house.accounts.sessions.sign_in("ann", PASSWORD)


def test_an_address_may_try_many_names_but_not_without_end(house: House) -> None:
    house.named("ann")
    for first, second in (
        ("192.0.2.1", "::ffff:192.0.2.1"),
        ("2001:db8::1", "2001:db8::ffff:1"),
        ("unix", "unix"),
    ):
        for number in range(20):
            fault = refused(house.accounts.sessions.sign_in, f"{first} {number}", "wrong horse", first)
            assert fault.code == "credentials"
        assert refused(house.accounts.sessions.sign_in, "ann", PASSWORD, second).code == "rate"
    for other in ("192.0.2.2", "2001:db8:0:1::1"):
        assert house.accounts.sessions.sign_in("ann", PASSWORD, other)


def test_the_windows_are_what_a_naive_count_says() -> None:
    """Every try that was let in, kept for ever and counted anew."""
    rate = Rate(3, 7)
    let_in: list[int] = []
    for now in [step * 7 * SECOND + step * step * 300 for step in range(400)]:
        expected = (
            sum(at > now - MINUTE for at in let_in) < rate.per_minute
            and sum(at > now - HOUR for at in let_in) < rate.per_hour
        )
        again = free_from([at for at in let_in if at > now - HOUR], rate, now)
        assert (again == now) == expected
        if again == now:
            let_in.append(now)
        else:
            assert sum(at > again - MINUTE for at in let_in) < rate.per_minute
            assert sum(at > again - HOUR for at in let_in) < rate.per_hour
            late = again - 1
            assert (
                sum(at > late - MINUTE for at in let_in) >= rate.per_minute
                or sum(at > late - HOUR for at in let_in) >= rate.per_hour
            ), "and not a moment later than it must be"
    assert 7 < len(let_in) < 400


def test_tries_hold_on_all_servers_and_after_a_restart(house: House) -> None:
    house.named("ann")
    servers = [house.accounts, house.reopened(), house.reopened()]
    for number in range(BY_NAME.per_minute):
        fault = refused(servers[number % 3].sessions.sign_in, "ann", "wrong horse", "192.0.2.1")
        assert fault.code == "credentials"
    for server in (*servers, house.reopened()):
        assert refused(server.sessions.sign_in, "ann", PASSWORD, "192.0.2.1").code == "rate"
    for number in range(GUESTS.per_minute):
        servers[number % 3].people.guest("2001:db8::1")
    for server in servers:
        assert refused(server.people.guest, "2001:db8::2").code == "rate"
    house.time += MINUTE
    assert house.accounts.sessions.sign_in("ann", PASSWORD, "192.0.2.1")
    stored = str(house.rows("SELECT * FROM tries"))
    assert not any(told in stored for told in ("ann", "192.0.2", "2001:db8"))


def test_of_many_guests_at_once_no_more_are_let_in_than_may_come(house: House) -> None:
    """Each from a server of its own."""
    servers = [house.reopened() for _ in range(4)]
    many = GUESTS.per_minute + 8
    told = at_once(many, lambda number: servers[number % 4].people.guest("192.0.2.1"))
    refusals = [each for each in told if isinstance(each, Refusal)]
    assert (len(refusals), {each.code for each in refusals}) == (8, {"rate"})
    assert house.rows("SELECT count(*) FROM people") == [(GUESTS.per_minute,)], "who is refused is nobody"


def test_what_was_tried_does_not_fill_the_database(house: House) -> None:
    """Whoever has many networks is forgotten after an hour, and when there are too many of them."""
    tries, most = Tries(house.store, lambda: house.time, most_keys=10), 10
    for number in range(TIDY):
        house.time += 1
        tries.count("tries", {f"network {number}": Rate(1, 1)})
    assert house.rows("SELECT count(*) FROM tries") == [(most,)]
    assert refused(tries.count, "tries", {f"network {TIDY - 1}": Rate(1, 1)}).code == "rate"
    tries.count("tries", {"network 0": Rate(1, 1)})
    house.time += HOUR
    assert house.forget_expired() == most + 1
    assert house.rows("SELECT count(*) FROM tries") == [(0,)]


# Sessions


def test_a_session_lives_thirty_days_after_its_last_use(house: House) -> None:
    ann = house.named("ann")
    secret = house.accounts.sessions.sign_in("ann", PASSWORD)
    for _ in range(4):
        house.time += 30 * DAY - 1
        person = house.accounts.sessions.who(secret)
        assert person is not None
        assert (person.id, person.last_seen) == (ann, house.time)
    house.time += 30 * DAY
    assert house.accounts.sessions.who(secret) is None
    assert refused(house.accounts.sessions.give_ticket, secret, "t").code == "session"
    assert refused(house.accounts.sessions.renew, secret).code == "session"
    assert house.forget_expired() >= 1
    assert house.accounts.sessions.who(secret) is None


def test_a_session_that_was_signed_out_is_over_and_others_are_not(house: House) -> None:
    house.named("ann")
    one, other = (
        house.accounts.sessions.sign_in("ann", PASSWORD),
        house.accounts.sessions.sign_in("ann", PASSWORD),
    )
    ticket = house.accounts.sessions.give_ticket(one, "t")
    house.accounts.sessions.sign_out(one)
    house.accounts.sessions.sign_out(one)
    assert house.accounts.sessions.who(one) is None
    assert house.accounts.sessions.who(other) is not None
    assert house.accounts.sessions.use_ticket(ticket, "t") is None
    assert house.reopened().sessions.who(other) is not None, "a restart ends no session"


def test_a_renewed_session_has_another_secret(house: House) -> None:
    guest, secret = house.accounts.people.guest()
    new = house.accounts.sessions.renew(secret)
    assert house.accounts.sessions.who(secret) is None
    assert house.accounts.sessions.who(new) == guest
    assert refused(house.accounts.sessions.renew, secret).code == "session"


def test_nothing_that_looks_like_a_secret_lets_in(house: House) -> None:
    ann = house.named("ann")
    secret = house.accounts.sessions.sign_in("ann", PASSWORD)
    (digest,) = {row[0] for row in house.rows(f"SELECT digest FROM tokens WHERE made = {NOON}")} & {
        row[0] for row in house.rows("SELECT max(digest) FROM tokens")
    }
    for wrong in (
        "",
        secret[:-1],
        secret + "=",
        secret.swapcase(),
        str(digest),
        ann,
        "\x00",
        "\ud800",
        "a" * 10**6,
    ):
        assert house.accounts.sessions.who(wrong) is None
        assert house.accounts.sessions.use_ticket(wrong, "t") is None
        house.accounts.sessions.sign_out(wrong)
    assert house.accounts.sessions.who(secret) is not None


def test_a_changed_password_ends_every_session_token_and_ticket_but_the_new_one(house: House) -> None:
    ann = house.named("ann")
    old = house.accounts.sessions.sign_in("ann", PASSWORD)
    token, ticket = (
        house.accounts.sessions.make_token(ann, "program"),
        house.accounts.sessions.give_ticket(old, "t"),
    )
    device, bobs = (
        house.accounts.sessions.remember_browser(ann),
        house.accounts.sessions.make_token(house.named("bob"), "bob's"),
    )
    assert (
        refused(house.accounts.people.change_password, ann, "wrong horse", "other horse").code
        == "credentials"
    )
    assert refused(house.accounts.people.change_password, ann, PASSWORD, "short").code == "password"
    assert refused(house.accounts.people.change_password, ann, PASSWORD, "password1").code == "password"
    assert house.accounts.sessions.who(old) is not None
    house.time += MINUTE
    new = house.accounts.people.change_password(ann, PASSWORD, "other horse")
    assert house.accounts.sessions.who(old) is None
    assert house.accounts.sessions.who(new) is not None
    assert house.accounts.sessions.who(token) is None
    assert house.accounts.sessions.tokens_of(ann) == []
    assert house.accounts.sessions.use_ticket(ticket, "t") is None
    assert refused(house.accounts.sessions.make_token, ann, "late", by=old).code == "session"
    assert [row[0] for row in house.rows(f"SELECT kind FROM tokens WHERE person = '{ann}'")] == ["session"]
    assert house.accounts.sessions.who(bobs) is not None
    assert device not in house.everything()
    assert refused(house.accounts.sessions.sign_in, "ann", PASSWORD).code == "credentials"
    assert house.accounts.sessions.sign_in("ann", "other horse")
    guest, _ = house.accounts.people.guest()
    assert refused(house.accounts.people.change_password, guest.id, "", "other horse").code == "credentials"


def test_an_old_hash_is_made_anew_at_the_next_sign_in(house: House) -> None:
    ann = house.named("ann")
    stronger = CountingHasher(passes=2)
    accounts = house.reopened(stronger)
    before = house.store.read(lambda connection: password_of(connection, ann))
    hashes = stronger.hashes
    assert refused(accounts.sessions.sign_in, "ann", "wrong horse").code == "credentials"
    assert house.store.read(lambda connection: password_of(connection, ann)) == before
    accounts.sessions.sign_in("ann", PASSWORD)
    after = house.store.read(lambda connection: password_of(connection, ann))
    assert before is not None
    assert after is not None
    assert "t=1" in before
    assert "t=2" in after
    assert stronger.hashes == hashes + 1
    accounts.sessions.sign_in("ann", PASSWORD)
    assert stronger.hashes == hashes + 1


# Secrets


def test_no_secret_is_stored_or_shown(house: House) -> None:
    guest, session = house.accounts.people.guest()
    house.accounts.people.register(guest.id, "ann", PASSWORD)
    token, ticket = (
        house.accounts.sessions.make_token(guest.id, "program"),
        house.accounts.sessions.give_ticket(session, "t"),
    )
    secrets = (session, token, ticket, house.accounts.sessions.sign_in("ann", PASSWORD))
    assert len(set(secrets)) == 4
    assert all(len(secret) == 43 for secret in secrets), "32 bytes, six bits in a character"
    kept = house.everything()
    shown = repr(
        (
            house.accounts,
            guest,
            house.accounts.sessions.tokens_of(guest.id),
            house.accounts.sessions.who(session),
        )
    )
    for secret in (*secrets, PASSWORD):
        assert secret not in kept
        assert secret not in shown
    assert "argon2" not in shown
