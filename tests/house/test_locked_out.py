"""Nobody can lock another person out: strangers are counted by name and address, browsers by themselves."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from pitboss.house import accounts
from pitboss.house.accounts import DEVICE, MOST_DEVICES
from pitboss.house.credentials import find_holder
from pitboss.house.rates import BY_ADDRESS, BY_NAME, BY_STRANGERS
from tests.house.rig import HOUR, MINUTE, PASSWORD, House, refused

HOME, ELSEWHERE = "192.0.2.1", "198.51.100.7"
OTHER = "other horse"


def guess(house: House, name: str, times: int, address: str = ELSEWHERE) -> None:
    """Somebody tries wrong passwords until there are no more tries."""
    for _ in range(times):
        assert refused(house.accounts.sessions.sign_in, name, "wrong horse", address).code == "credentials"
    assert refused(house.accounts.sessions.sign_in, name, PASSWORD, address).code == "rate"


def test_wrong_passwords_from_elsewhere_do_not_keep_the_owner_out(house: House) -> None:
    ann = house.named("ann")
    guess(house, "ann", BY_NAME.per_minute)
    assert house.accounts.sessions.sign_in("ann", PASSWORD, HOME)
    house.accounts.people.change_password(ann, PASSWORD, OTHER, HOME)
    house.accounts.people.delete(ann, OTHER, HOME)


def all_over(house: House, name: str) -> None:
    """A thief with many addresses uses up what all strangers together may try."""
    for number in range(BY_STRANGERS.per_minute):
        fault = refused(house.accounts.sessions.sign_in, name, "wrong horse", f"203.0.113.{number // 4}")
        assert fault.code == "credentials"
    assert refused(house.accounts.sessions.sign_in, name, PASSWORD, HOME).code == "rate"


def test_a_thief_with_many_addresses_is_slowed_and_known_browsers_are_not(house: House) -> None:
    ann = house.named("ann")
    device = house.accounts.sessions.remember_browser(ann)
    all_over(house, "ann")
    assert house.accounts.sessions.sign_in("ann", PASSWORD, HOME, device)
    assert house.reopened().sessions.remember_browser(ann, device) == device, "it keeps its secret"
    assert house.accounts.sessions.sign_in("ANN", PASSWORD, ELSEWHERE, device), "wherever it is carried"
    house.accounts.people.change_password(ann, PASSWORD, OTHER, HOME)
    all_over(house, "nobody_here")  # there is no such person, and nobody can tell


def test_a_known_browser_has_as_many_tries_as_everybody(house: House) -> None:
    ann = house.named("ann")
    device = house.accounts.sessions.remember_browser(ann)
    for _ in range(BY_NAME.per_minute):
        assert (
            refused(house.accounts.sessions.sign_in, "ann", "wrong horse", HOME, device).code == "credentials"
        )
    assert refused(house.accounts.sessions.sign_in, "ann", PASSWORD, HOME, device).code == "rate"
    assert house.accounts.sessions.sign_in("ann", PASSWORD, HOME), "and takes none away from others"


def test_the_neighbours_behind_one_address_do_not_keep_a_known_browser_out(house: House) -> None:
    device = house.accounts.sessions.remember_browser(house.named("ann"))
    for number in range(BY_ADDRESS.per_minute):
        refused(house.accounts.sessions.sign_in, f"name {number}", "wrong horse", HOME)
    assert refused(house.accounts.sessions.sign_in, "ann", PASSWORD, HOME).code == "rate"
    assert house.accounts.sessions.sign_in("ann", PASSWORD, HOME, device)


def test_a_browser_is_known_for_those_who_signed_in_with_it_and_for_nobody_else(house: House) -> None:
    ann, bob, mallory = house.named("ann"), house.named("bob"), house.named("mallory")
    shared = house.accounts.sessions.remember_browser(ann)
    assert house.accounts.sessions.remember_browser(bob, shared) == shared
    thief = house.accounts.sessions.remember_browser(mallory)
    guess(house, "ann", BY_NAME.per_minute, HOME)
    session = house.accounts.sessions.sign_in("mallory", PASSWORD, ELSEWHERE, thief)
    for other in (thief, session, "", "x" * 10_000, "\ud800", f"{shared} {ann}", None):
        assert refused(house.accounts.sessions.sign_in, "ann", PASSWORD, HOME, other).code == "rate"
    for name in ("ann", "bob"):
        assert house.accounts.sessions.sign_in(name, PASSWORD, HOME, shared)
    for secret in (shared, thief):
        assert house.accounts.sessions.who(secret) is None, "it opens nothing"
        assert secret not in house.everything()


@pytest.mark.parametrize("planted", ["short", "x" * 42 + "!", "x" * 44, "é" * 43])
def test_what_is_no_secret_of_ours_is_not_taken_for_one(house: House, planted: str) -> None:
    made = house.accounts.sessions.remember_browser(house.named("ann"), planted)
    assert made != planted
    assert len(made) == 43


def test_a_browser_is_forgotten_after_a_year_or_when_there_are_too_many(house: House) -> None:
    ann = house.named("ann")
    first, second = (house.accounts.sessions.remember_browser(ann) for _ in range(2))
    house.time += MINUTE
    house.accounts.sessions.remember_browser(ann, first)  # used again
    for _ in range(MOST_DEVICES - 1):
        house.accounts.sessions.remember_browser(ann)
    assert house.rows("SELECT count(*) FROM tokens WHERE kind = 'device'") == [(MOST_DEVICES,)]
    guess(house, "ann", BY_NAME.per_minute, HOME)
    assert refused(house.accounts.sessions.sign_in, "ann", PASSWORD, HOME, second).code == "rate"
    assert house.accounts.sessions.sign_in("ann", PASSWORD, HOME, first)
    house.time += DEVICE
    guess(house, "ann", BY_NAME.per_minute, HOME)
    assert refused(house.accounts.sessions.sign_in, "ann", PASSWORD, HOME, first).code == "rate"
    house.forget_expired()
    assert house.rows("SELECT count(*) FROM tokens WHERE kind = 'device'") == [(0,)]


def test_who_is_signed_in_is_counted_by_person_and_address(house: House) -> None:
    ann, bob = house.named("ann"), house.named("bob")
    for _ in range(BY_NAME.per_minute):
        assert refused(house.accounts.people.delete, ann, "wrong horse", HOME).code == "credentials"
    fault = refused(house.accounts.people.change_password, ann, PASSWORD, OTHER, HOME)
    assert (fault.code, fault.text) == (
        "rate",
        "Too many attempts with the password: try again in 60 seconds",
    )
    assert house.accounts.sessions.sign_in("ann", PASSWORD, HOME)
    house.accounts.people.delete(bob, PASSWORD, HOME)
    house.accounts.people.delete(ann, PASSWORD, ELSEWHERE)


def test_the_work_is_the_same_whether_there_is_such_a_name_or_not(house: House) -> None:
    """With the cookie of a browser, too: as many questions to the database, as many hashes."""
    device = house.accounts.sessions.remember_browser(house.named("ann"))
    asked: list[str] = []
    event.listen(house.store.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    work = []
    for name in ("ann", "nobody_here", "", "a" * 10_000):
        for cookie in (None, device, "x" * 43, "\ud800"):
            house.time += HOUR  # so that there are tries again
            accounts, before = house.reopened(), house.hasher.checks
            asked.clear()
            assert refused(accounts.sessions.sign_in, name, "wrong horse", HOME, cookie).code == "credentials"
            work.append((house.hasher.checks - before, list(asked)))
    assert work[0][1]
    assert all(each == work[0] for each in work)


def test_a_session_that_ends_at_this_moment_gets_no_ticket_any_more(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was looked at before the password was changed, and asks to write afterwards."""
    ann = house.named("ann")
    old = house.accounts.sessions.sign_in("ann", PASSWORD)
    seen = find_holder(house.store, old, house.time)
    house.accounts.people.change_password(ann, PASSWORD, OTHER)
    monkeypatch.setattr(accounts, "find_holder", lambda *_: seen)
    assert refused(house.accounts.sessions.give_ticket, old, "t").code == "session"
    assert house.rows("SELECT count(*) FROM tokens WHERE kind = 'ticket'") == [(0,)]


# Names that look alike


@pytest.mark.parametrize("twin", ["ANNA", "Ann4", "\u0430\u043f\u043f\u0430", "a.n.n.a", "Ánnà", "ＡＮＮＡ"])
def test_two_people_have_no_names_that_look_alike(house: House, twin: str) -> None:
    anna = house.named("Anna")
    other, _ = house.accounts.people.guest()
    fault = refused(house.accounts.people.register, other.id, twin, PASSWORD)
    assert (fault.code, fault.path) == ("name_taken", "name")
    house.accounts.people.delete(anna, PASSWORD)
    assert refused(house.accounts.people.register, other.id, twin, PASSWORD).code == "name_taken", (
        "for thirty days"
    )
    assert house.accounts.people.register(other.id, "Hannah", PASSWORD).name == "Hannah"
