"""Limits of play that bite: on loss and time, and exclusion."""

from __future__ import annotations

from pitboss.house.limits import Allowed, Pending
from pitboss.ledger.deeds import chain_end
from pitboss.proof.house_audit import audit
from tests.house.rig import DAY, HOUR, MINUTE, NOON, PASSWORD, House, play, refused


def test_a_bet_that_could_go_past_the_loss_limit_is_refused(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    assert house.limits.set_loss(ann, 5_000, NOON) == Allowed(5_000, None, (), None)
    for _ in range(4):  # 1,000 is lost each time, and 2,000 could be
        play(house, ann, 1_000)
    fault = refused(house.check_bet, ann, NOON, 2_000)
    assert (fault.code, fault.path) == ("limit", "wagers")
    assert fault.values == {
        "which": "loss",
        "limit": 5_000,
        "more": 2_000,
        "left": 1_000,
        "spent": 4_000,
        "again": NOON + HOUR,
    }
    assert fault.text == (
        "This bet could cost $20, and $10 is left of your loss limit of $50."
        " The limit begins anew at 2026-11-15 13:00 UTC, after an hour without a bet"
    )
    play(house, ann, 500)
    house.check_bet(ann, NOON, 500)
    house.bet(ann, 500)  # with as much for Play
    house.fold(ann)
    fault = refused(house.check_bet, ann, NOON)
    assert fault.values["left"] == 0
    assert fault.text.startswith("Your loss limit of $50 is reached: $50 is lost or on the tables.")
    house.check_bet(ann, NOON, 0)
    house.check_bet(ann, NOON, -500)


def test_bets_at_other_tables_count_while_they_wait(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    house.limits.set_loss(ann, 5_000, NOON)
    house.check_bet(ann, NOON, 4_000)
    house.bet(ann, 2_000)
    assert refused(house.check_bet, ann, NOON, 1_001).values["left"] == 1_000
    house.check_bet(ann, NOON, 1_000)


def test_a_first_bet_larger_than_the_limit_is_refused_and_begins_nothing(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    house.limits.set_loss(ann, 5_000, NOON)
    fault = refused(house.check_bet, ann, NOON, 5_001)
    assert fault.text == "This bet could cost $50.01, and $50 is left of your loss limit of $50"
    assert house.limits.standing(ann, NOON).since is None


def test_signing_out_and_in_a_top_up_or_a_restart_do_not_begin_the_limit_anew(house: House) -> None:
    ann = house.named("ann")
    house.limits.set_loss(ann, 60_000, NOON)
    house.check_bet(ann, NOON, 100)
    house.lose(ann, 40_000)
    house.lose(ann, 20_000)
    house.accounts.sessions.sign_out(house.accounts.sessions.sign_in("ann", PASSWORD))
    house.accounts.sessions.sign_in("ann", PASSWORD)
    house.top_up(ann, below=50_000)
    assert refused(house.check_bet, ann, NOON).code == "limit"
    house.time += HOUR - 1
    assert refused(house.check_bet, ann, house.time).code == "limit"
    house.time += 1
    house.check_bet(ann, house.time, 60_000)


def test_a_refused_bet_does_not_make_the_wait_longer(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    house.limits.set_minutes(ann, 30, NOON)
    play(house, ann, 500)
    for minute in range(30, 60, 5):
        fault = refused(house.check_bet, ann, NOON + minute * MINUTE)
        assert fault.values["again"] == NOON + HOUR
    house.check_bet(ann, NOON + HOUR)


def test_no_bet_after_the_time_of_a_session(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    house.limits.set_minutes(ann, 45, NOON)
    play(house, ann, 500)
    house.time += 40 * MINUTE
    play(house, ann, 500)
    house.time = NOON + 45 * MINUTE - 1
    house.check_bet(ann, house.time)
    house.time += 1
    fault = refused(house.check_bet, ann, house.time)
    assert (fault.code, fault.values["which"], fault.values["again"]) == (
        "limit",
        "minutes",
        NOON + 100 * MINUTE,
    )
    assert fault.text == (
        "You have played for 45 minutes, and your limit is 45 minutes."
        " You can bet again at 2026-11-15 13:40 UTC, after an hour without a bet"
    )
    house.check_bet(ann, house.time, -500)
    assert house.limits.standing(ann, house.time).elapsed == 45 * MINUTE


def test_a_limit_set_in_the_middle_of_a_session_counts_from_its_beginning(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    play(house, ann, 5_000)
    house.time += 30 * MINUTE
    house.limits.set_loss(ann, 4_000, house.time)
    assert refused(house.check_bet, ann, house.time).values["which"] == "loss"
    bob = house.accounts.people.guest()[0].id
    play(house, bob, 500)
    house.limits.set_minutes(bob, 5, house.time)
    house.check_bet(bob, house.time + 5 * MINUTE - 1)
    assert refused(house.check_bet, bob, house.time + 5 * MINUTE).values["which"] == "minutes"


# Changing them


def test_stricter_at_once_and_looser_after_a_day(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    limits = house.limits
    assert limits.set_loss(ann, 10_000, NOON).loss == 10_000
    assert limits.set_loss(ann, 4_000, NOON) == Allowed(4_000, None, (), None)
    wish = limits.set_loss(ann, 8_000, NOON)
    assert wish == Allowed(4_000, None, (Pending("loss", 8_000, NOON + DAY),), None)
    assert limits.allowed(ann, NOON + DAY - 1) == wish
    assert refused(house.check_bet, ann, NOON + DAY - 1, 4_001).code == "limit"
    house.check_bet(ann, NOON + DAY, 8_000)
    assert limits.allowed(ann, NOON + DAY) == Allowed(8_000, None, (), None)


def test_each_change_of_a_limit_is_recorded_and_a_wish_for_what_is_there_is_not(house: House) -> None:
    ann = house.accounts.people.guest()[0].id

    def recorded() -> int:
        return house.store.read(chain_end).number

    before = recorded()
    for _ in range(3):
        house.limits.set_loss(ann, 10_000, NOON)
        house.limits.exclude(ann, NOON + DAY, NOON)
    assert recorded() == before + 2
    assert audit(house.store).faults == ()


def test_no_limit_is_the_loosest(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    house.limits.set_minutes(ann, 60, NOON)
    wish = house.limits.set_minutes(ann, None, NOON)
    assert wish == Allowed(None, 60, (Pending("minutes", None, NOON + DAY),), None)
    assert house.limits.allowed(ann, NOON + DAY) == Allowed(None, None, (), None)
    assert house.limits.set_minutes(ann, 1_440, NOON + DAY).minutes == 1_440


def test_a_looser_limit_cannot_be_got_sooner(house: House) -> None:
    """Asking again begins the day anew; a stricter limit calls the looser one off."""
    ann = house.accounts.people.guest()[0].id
    limits = house.limits
    limits.set_loss(ann, 1_000, NOON)
    limits.set_loss(ann, 2_000, NOON)
    assert limits.set_loss(ann, 900_000, NOON + DAY - 1).pending == (
        Pending("loss", 900_000, NOON + 2 * DAY - 1),
    )
    assert limits.allowed(ann, NOON + DAY).loss == 1_000
    assert limits.set_loss(ann, 500, NOON + DAY) == Allowed(500, None, (), None)
    assert limits.allowed(ann, NOON + 9 * DAY).loss == 500
    limits.set_loss(ann, 5_000, NOON + 9 * DAY)
    assert limits.set_loss(ann, 500, NOON + 9 * DAY).pending == ()
    assert limits.allowed(ann, NOON + 20 * DAY).loss == 500


def test_the_two_limits_change_apart(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    house.limits.set_loss(ann, 1_000, NOON)
    house.limits.set_minutes(ann, 30, NOON)
    house.limits.set_loss(ann, 2_000, NOON)
    house.limits.set_minutes(ann, 60, NOON + HOUR)
    assert house.limits.allowed(ann, NOON + DAY) == Allowed(
        2_000, 30, (Pending("minutes", 60, NOON + HOUR + DAY),), None
    )
    house.limits.set_minutes(ann, 20, NOON + DAY)
    assert house.limits.allowed(ann, NOON + 5 * DAY) == Allowed(2_000, 20, (), None)


def test_limits_that_are_none(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    for cents in (-1, 0, 99, 1_000_000_001):
        fault = refused(house.limits.set_loss, ann, cents, NOON)
        assert (fault.code, fault.path) == ("limit_value", "loss")
    for minutes in (-1, 0, 1_441):
        assert refused(house.limits.set_minutes, ann, minutes, NOON).code == "limit_value"
    for call in (house.limits.set_loss, house.limits.set_minutes):
        assert refused(call, "0" * 32, 500, NOON).code == "no_person"
    assert refused(house.check_bet, "0" * 32, NOON).code == "no_person"


def test_one_persons_limits_are_not_anothers(house: House) -> None:
    ann, bob = house.named("ann"), house.named("bob")
    house.limits.set_loss(ann, 500, NOON)
    house.limits.exclude(ann, NOON + DAY, NOON)
    house.check_bet(bob, NOON, 1_000_000)
    assert house.limits.allowed(bob, NOON) == Allowed(None, None, (), None)


# Exclusion


def test_who_is_excluded_does_not_bet_until_then(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    until = NOON + 30 * DAY
    assert house.limits.exclude(ann, until, NOON).excluded_until == until
    fault = refused(house.check_bet, ann, until - 1)
    assert (fault.code, fault.values) == ("excluded", {"until": until})
    assert fault.text == "You are excluded from play until 2026-12-15 12:00 UTC"
    house.check_bet(ann, until - 1, -500)
    house.check_bet(ann, until)
    assert house.limits.allowed(ann, until).excluded_until is None


def test_an_exclusion_gets_longer_and_never_shorter(house: House) -> None:
    ann = house.accounts.people.guest()[0].id
    house.limits.exclude(ann, NOON + 30 * DAY, NOON)
    fault = refused(house.limits.exclude, ann, NOON + 30 * DAY - 1, NOON + DAY)
    assert (fault.code, fault.text) == (
        "excluded",
        "You are excluded until 2026-12-15 12:00 UTC; that cannot be shortened",
    )
    for until in (NOON, NOON - DAY, NOON + 6 * 366 * DAY):
        assert refused(house.limits.exclude, ann, until, NOON).code == "limit_value"
    house.limits.set_loss(ann, 500, NOON)
    house.limits.set_minutes(ann, 5, NOON)
    house.accounts.people.register(ann, "ann", PASSWORD)
    assert house.limits.allowed(ann, NOON + DAY).excluded_until == NOON + 30 * DAY
    assert house.limits.exclude(ann, NOON + 60 * DAY, NOON + DAY).excluded_until == NOON + 60 * DAY
    house.limits.exclude(ann, NOON + 61 * DAY, NOON + 60 * DAY)
