"""What a guest may be called without registering, and which picture stands for whom."""

from __future__ import annotations

from pitboss.ledger.people import set_role
from pitboss.messages.tables import AVATARS as AVATAR_WORDS
from pitboss.messages.tables import GESTURES as GESTURE_WORDS
from pitboss.table.seating import AVATARS, avatar_of
from tests.house.rig import NOON, PASSWORD, House, refused


def test_a_guest_is_called_as_they_like_until_they_take_it_back(house: House) -> None:
    people = house.accounts.people
    guest, secret = people.guest()
    people.introduce(guest.id, "Mary Ann", "cat")
    known = house.accounts.sessions.who(secret)
    assert known is not None
    assert (known.shown, known.avatar, known.guest) == ("Mary Ann", "cat", True)
    assert people.introduce(guest.id, avatar="dog").shown == "Mary Ann"
    assert people.introduce(guest.id, "").shown == f"Guest {guest.id[:5]}"
    other, _ = people.guest()
    people.introduce(guest.id, "Bob")
    assert people.introduce(other.id, "Bob").shown == "Bob"  # the table tells them apart
    named = people.register(guest.id, "anna", PASSWORD)
    assert named.shown == "anna"
    assert refused(people.introduce, guest.id, "Bob").code == "registered"
    assert people.introduce(guest.id, avatar="fish").avatar == "fish"


def test_no_guest_is_called_like_a_person_with_a_password_or_nearly_like_an_operator(house: House) -> None:
    people = house.accounts.people
    ann, olga, guest = (people.guest()[0].id for _ in range(3))
    people.register(ann, "Annabel", PASSWORD)
    people.register(olga, "Olga", PASSWORD)
    house.store.write(lambda connection: set_role(connection, olga, "operator", "host", NOON))
    assert refused(people.introduce, guest, "ANNABEL").code == "name_taken"
    assert refused(people.introduce, guest, "Anna Bel").code == "name_taken"
    assert people.introduce(guest, "Annabel 2").shown == "Annabel 2"
    assert refused(people.introduce, guest, "0lga").code == "name_taken"
    assert refused(people.introduce, guest, "Olga_1").code == "name_taken"


def test_names_are_tried_so_often_and_deleting_takes_both(house: House) -> None:
    people = house.accounts.people
    guest, _ = people.guest()
    for number in range(5):
        people.introduce(guest.id, f"Ann {number}", "cat")
    assert refused(people.introduce, guest.id, "Ann 5").code == "rate"
    people.introduce(guest.id, avatar="dog")  # pictures are not names
    people.delete(guest.id)
    with house.store.engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT alias, avatar FROM people").all()
    assert [tuple(row) for row in found] == [(None, None)]


def test_everybody_has_a_picture_and_every_key_has_its_words() -> None:
    assert len(AVATARS) >= 12
    assert set(AVATAR_WORDS) == set(AVATARS)
    assert len(GESTURE_WORDS) == 8
    assert all(avatar_of(f"{number:032x}", None) in AVATARS for number in range(50))
    assert len({avatar_of(f"{number:032x}", None) for number in range(50)}) > 8
