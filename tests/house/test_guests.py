"""Guests, their play money, names, and what is left of a deleted account."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from pitboss.ledger.accounts import Account, balance
from pitboss.ledger.people import password_of
from pitboss.proof.house_audit import audit
from pitboss.table import Bet
from tests.house.rig import DAY, HOUR, MINUTE, NOON, PASSWORD, House, refused

THOUSAND = 100_000  # dollars, in cents


def test_a_guest_comes_with_a_thousand_dollars_and_is_known_by_the_secret(house: House) -> None:
    person, secret = house.accounts.people.guest()
    assert house.accounts.sessions.who(secret) == person
    assert (person.guest, person.role, person.created) == (True, "player", NOON)
    assert house.pit.funds(person.id) == THOUSAND
    assert len(person.id) == 32
    assert int(person.id, 16)
    other, _ = house.accounts.people.guest()
    assert other.id != person.id
    assert person.shown == f"Guest {person.id[:5]}"


def test_a_guests_first_money_is_given_once(house: House) -> None:
    person, _ = house.accounts.people.guest()
    for _ in range(3):
        done = house.pit.grant(person.id, THOUSAND, f"cashier:{person.id}", "welcome", "a guest's first")
        assert done.repeated
    assert house.pit.funds(person.id) == THOUSAND


def test_guests_from_one_address_are_limited(house: House) -> None:
    for _ in range(10):
        house.accounts.people.guest("192.0.2.1")
    fault = refused(house.accounts.people.guest, "192.0.2.1")
    assert (fault.code, fault.values["again"]) == ("rate", NOON + MINUTE)
    assert "try again in 60 seconds" in fault.text
    house.accounts.people.guest("192.0.2.2")
    house.time += MINUTE
    house.accounts.people.guest("192.0.2.1")


# Top-ups


def test_a_broke_guest_is_topped_up_once_an_hour(house: House) -> None:
    person = house.accounts.people.guest()[0].id
    fault = refused(house.top_up, person)
    assert (fault.code, fault.text) == (
        "top_up",
        "You can top up when you have less than $50 in hand; you have $1,000",
    )
    for cents in (50_000, 25_000, 12_500, 6_000, 3_000):  # an Ante needs as much again for Play
        house.lose(person, cents)
    assert house.pit.funds(person) == 3_500
    house.time += 59 * MINUTE
    assert house.top_up(person) == 3_500 + THOUSAND
    for cents in (51_500, 26_000, 13_000, 6_500, 3_000, 1_500):
        house.lose(person, cents)
    assert house.pit.funds(person) == 2_000
    house.time += HOUR - 1
    fault = refused(house.top_up, person)
    assert (fault.code, fault.values["again"]) == ("rate", house.time + 1)
    assert "you can have the next one in 1 second" in fault.text
    house.time += 1
    assert house.top_up(person) == 2_000 + THOUSAND


def test_money_on_a_table_is_no_reason_for_a_top_up(house: House) -> None:
    person = house.accounts.people.guest()[0].id
    house.bet(person, 49_000)  # and as much for Play
    assert house.pit.funds(person) == 2_000
    fault = refused(house.top_up, person)
    assert (fault.code, fault.text) == (
        "top_up",
        "You have money on a table: finish the round first",
    )
    house.bet(person, 49_500)
    assert refused(house.top_up, person, 1_000_000).code == "top_up"
    house.fold(person)
    assert refused(house.top_up, person).text.endswith("you have $505")


def test_a_top_up_asked_for_eight_times_at_once_is_given_once(house: House) -> None:
    person = house.accounts.people.guest()[0].id
    house.lose(person, 50_000)
    house.lose(person, 25_000)

    def ask(_: int) -> bool:
        try:
            house.top_up(person, below=30_000)
        except Exception as fault:  # noqa: BLE001 - a late one is refused
            return getattr(fault, "code", "") in ("top_up", "rate")
        return True

    with ThreadPoolExecutor(8) as crowd:
        assert all(crowd.map(ask, range(8)))
    assert house.pit.funds(person) == 25_000 + THOUSAND


def test_no_id_that_a_person_sends_stands_in_the_cashiers_way(house: House) -> None:
    person = house.accounts.people.guest()[0].id
    house.lose(person, 40_000)
    assert house.table is not None
    for number, id_ in enumerate(("top-up 1", "top-up 2", "welcome", "delete"), 1):
        house.bet(person, 500 * number)
        house.table.do(person, id_, Bet(1, person, {}))
    assert house.top_up(person, below=100_000) == 60_000 + THOUSAND
    house.accounts.people.delete(person)
    assert house.pit.funds(person) == 0


# Names


def test_a_guest_keeps_account_and_money_under_a_name(house: House) -> None:
    person, secret = house.accounts.people.guest()
    house.lose(person.id, 1_000)
    named = house.accounts.people.register(person.id, "Ann", PASSWORD)
    assert (named.id, named.name, named.shown, named.guest) == (person.id, "Ann", "Ann", False)
    assert house.accounts.sessions.who(secret) == named
    assert house.pit.funds(person.id) == THOUSAND - 1_000
    again = house.accounts.sessions.who(house.accounts.sessions.sign_in("ann", PASSWORD))
    assert again is not None
    assert again.id == person.id


def test_a_name_is_one_persons_whatever_its_case(house: House) -> None:
    house.named("Ann")
    thief, _ = house.accounts.people.guest()
    for other in ("Ann", "ann", "ANN", "Ａｎｎ"):
        fault = refused(house.accounts.people.register, thief.id, other, PASSWORD)
        assert (fault.code, fault.path) == ("name_taken", "name")
    assert house.accounts.people.person(thief.id) == thief


def test_of_two_who_want_a_name_at_once_one_gets_it(house: House) -> None:
    people = [house.accounts.people.guest()[0].id for _ in range(6)]

    def ask(number: int) -> str:
        try:
            return house.accounts.people.register(people[number], "Ann" if number % 2 else "ANN", PASSWORD).id
        except Exception as fault:  # noqa: BLE001 - the losers' refusals are looked at below
            return getattr(fault, "code", repr(fault))

    with ThreadPoolExecutor(6) as crowd:
        answers = sorted(crowd.map(ask, range(6)))
    assert answers.count("name_taken") == 5
    assert len(set(answers) & set(people)) == 1


def test_a_name_is_chosen_once(house: House) -> None:
    ann = house.named("ann")
    fault = refused(house.accounts.people.register, ann, "queen", "another horse")
    assert (fault.code, fault.text) == ("registered", "You already have the name 'ann'")
    house.accounts.sessions.sign_in("ann", PASSWORD)
    assert refused(house.accounts.sessions.sign_in, "queen", "another horse").code == "credentials"


def test_nobody_can_be_registered_who_is_not_there(house: House) -> None:
    assert refused(house.accounts.people.register, "0" * 32, "ann", PASSWORD).code == "no_person"
    assert refused(house.top_up, "0" * 32).code == "no_person"
    assert refused(house.accounts.sessions.make_token, "0" * 32, "bot").code == "no_person"
    assert refused(house.accounts.people.delete, "0" * 32).code == "no_person"


# Deleting


def test_deleting_erases_name_password_and_tokens_and_returns_the_money(house: House) -> None:
    ann = house.named("Annabella")
    session, token = (
        house.accounts.sessions.sign_in("annabella", PASSWORD),
        house.accounts.sessions.make_token(ann, "my program"),
    )
    ticket = house.accounts.sessions.give_ticket(session, "t")
    house.limits.set_loss(ann, 5_000, NOON)
    house.limits.set_minutes(ann, 30, NOON)
    house.lose(ann, 1_000)
    mint = Account("mint")
    before = house.store.read(lambda connection: balance(connection, mint))
    kept = house.store.read(lambda connection: password_of(connection, ann))
    assert kept is not None
    assert kept in house.everything()

    house.accounts.people.delete(ann, PASSWORD)
    assert house.accounts.people.person(ann) is None
    assert [house.accounts.sessions.who(each) for each in (session, token)] == [None, None]
    assert house.accounts.sessions.use_ticket(ticket, "t") is None
    assert house.pit.funds(ann) == 0
    after = house.store.read(lambda connection: balance(connection, mint))
    assert after - before == (THOUSAND - 1_000) * 1_000_000
    left = house.everything()
    assert "nnabella" not in left
    assert "argon2" not in left
    assert "my program" not in left
    (row,) = house.rows(f"SELECT * FROM people WHERE id = '{ann}'")
    assert set(row) == {ann, "player", NOON, 1, None}, "nothing is left but the id and its times"
    assert house.rows(f"SELECT count(*) FROM events WHERE body LIKE '%{ann}%'") != [(0,)]
    assert refused(house.accounts.people.delete, ann, PASSWORD).code == "no_person"
    assert house.rows("SELECT count(*) FROM deeds WHERE command = 'delete'") == [(1,)]


def test_the_audit_knows_what_people_were_given_and_what_they_left(house: House) -> None:
    ann, bob = house.named("ann"), house.accounts.people.guest()[0].id
    house.lose(ann, 50_000)
    house.top_up(ann, below=60_000)
    house.lose(bob, 1_000)
    house.accounts.people.delete(ann, PASSWORD)
    house.accounts.people.delete(bob)
    found = audit(house.store)
    assert found.faults == ()
    assert house.pit.funds(ann) == house.pit.funds(bob) == 0


def test_deleting_needs_the_password(house: House) -> None:
    ann = house.named("ann")
    for wrong in ("", "wrong horse", PASSWORD.upper(), "x" * 5000):
        assert refused(house.accounts.people.delete, ann, wrong).code == "credentials"
    assert house.accounts.people.person(ann) is not None
    guest, secret = house.accounts.people.guest()
    house.accounts.people.delete(guest.id)
    assert house.accounts.sessions.who(secret) is None
    assert house.pit.funds(guest.id) == 0


def test_guessing_the_password_by_deleting_is_as_slow_as_by_signing_in(house: House) -> None:
    ann = house.named("ann")
    for _ in range(5):
        refused(house.accounts.people.delete, ann, "wrong horse")
    assert refused(house.accounts.people.delete, ann, PASSWORD).code == "rate"
    assert refused(house.accounts.people.change_password, ann, PASSWORD, "other horse").code == "rate"
    house.time += MINUTE
    house.accounts.people.delete(ann, PASSWORD)


def test_nobody_is_deleted_out_of_an_open_round(house: House) -> None:
    ann = house.named("ann")
    house.bet(ann, 1_000)
    fault = refused(house.accounts.people.delete, ann, PASSWORD)
    assert (fault.code, fault.text) == (
        "in_play",
        "You have $20 in a round that is not over: finish it first",
    )
    assert house.accounts.sessions.sign_in("ann", PASSWORD)
    house.fold(ann)
    house.accounts.people.delete(ann, PASSWORD)
    assert house.accounts.people.person(ann) is None


def test_a_deleted_persons_name_is_nobodys_for_thirty_days(house: House) -> None:
    house.accounts.people.delete(house.named("Ann"), PASSWORD)
    heir, _ = house.accounts.people.guest()
    house.time += 30 * DAY - 1
    fault = refused(house.accounts.people.register, heir.id, "aNN", PASSWORD)
    assert (fault.code, fault.text) == (
        "name_taken",
        "The name 'aNN' is taken, or looks too much like one that is",
    )
    house.forget_expired()
    assert refused(house.accounts.people.register, heir.id, "ann", PASSWORD).code == "name_taken"
    house.time += 1
    assert house.accounts.people.register(heir.id, "ann", PASSWORD).name == "ann"
    assert house.pit.funds(heir.id) == THOUSAND
    house.forget_expired()
    assert house.rows("SELECT * FROM spent_names") == []
    house.accounts.people.delete(heir.id, PASSWORD)
    assert house.rows("SELECT count(*) FROM spent_names") == [(1,)]
