"""What only some houses read: meter, limits, bank, exposed cards, malfunction, posted pays, void rounds.

The comments are the sentences of the law.
"""

import pytest

from .rounds import HOUSES, NOT_WHOLE, Json, a_round, at_top, lines_of, refused, seat, settled, without

# --- `meter`: whole cents as shown at settlement, the round's own contributions already in it
# --- (`settle` adds none); optional, default the reset value; below the reset value is an error.

JACKPOT = seat(cards="As Ks Qs", wagers={"ante": 1000, "progressive": 100})


@pytest.mark.clause("RIV-12")
def test_riv_12_meter_gets_no_contribution_from_settle() -> None:
    answer = settled(a_round("rivers", seat(wagers={"ante": 500, "progressive": 100}), meter=123_456))
    assert answer["meter"] == {"before": 123_456, "after": 123_456}
    jackpot = settled(a_round("rivers", JACKPOT, meter=123_456))
    assert lines_of(jackpot)[-1][:4] == ("progressive", 100, "win", 123_356)


@pytest.mark.clause("RIV-12")
def test_riv_12_meter_is_the_reset_value_by_default() -> None:
    answer = settled(a_round("rivers", JACKPOT))
    assert answer["meter"] == {"before": 100_000, "after": 100_000}
    assert lines_of(answer)[-1][:4] == ("progressive", 100, "win", 99_900)


@pytest.mark.clause("RIV-12")
def test_riv_12_meter_below_the_reset_value() -> None:
    assert settled(a_round("rivers", meter=100_000))["meter"]["before"] == 100_000
    fault = refused(a_round("rivers", meter=99_999))
    assert fault == ("meter", "RIV-12", "The meter is never below its reset value ($1,000)")


@pytest.mark.parametrize(("meter", "shown"), [*NOT_WHOLE, ("0", "0"), ("-100000", "-100000")])
@pytest.mark.clause("RIV-12")
def test_riv_12_meter_is_in_whole_cents(meter: str, shown: str) -> None:
    message = f"The meter (in cents) must be a whole number above zero, not {shown}"
    assert refused(at_top("rivers", "meter", meter)) == ("meter", "RIV-12", message)


# --- `limits`: both keys optional, whole dollars, 0 < min ≤ max.


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    "limits", [{}, {"min": 1000}, {"max": 1000}, {"min": 1000, "max": 1000}, {"max": 100_000, "min": 100}]
)
@pytest.mark.clause("STD-10")
def test_std_10_limits(house: str, limits: Json) -> None:
    assert settled(a_round(house, limits=limits))


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    ("limits", "path", "message"),
    [
        ({"min": 550}, "limits.min", "Table limits are whole dollars above zero"),
        ({"max": 50_050}, "limits.max", "Table limits are whole dollars above zero"),
        ({"min": 2000, "max": 1900}, "limits.min", "The table minimum ($20) is above the maximum ($19)"),
        ({"min": 50_100}, "limits.min", "The table minimum ($501) is above the maximum ($500)"),
        ({"max": 400}, "limits.max", "The table minimum ($5) is above the maximum ($4)"),
    ],
)
@pytest.mark.clause("STD-10")
def test_std_10_limits_are_whole_dollars_in_order(house: str, limits: Json, path: str, message: str) -> None:
    assert refused(a_round(house, limits=limits)) == (path, "STD-10", message)


@pytest.mark.parametrize("key", ["min", "max"])
@pytest.mark.parametrize(("value", "shown"), [*NOT_WHOLE, ("0", "0"), ("-500", "-500")])
@pytest.mark.clause("STD-10")
def test_std_10_limits_are_whole_numbers(key: str, value: str, shown: str) -> None:
    message = f"The table {key}imum (in cents) must be a whole number above zero, not {shown}"
    fault = refused(at_top("shine", "limits", f'{{"{key}": {value}}}'))
    assert fault == (f"limits.{key}", "STD-10", message)


@pytest.mark.parametrize(
    ("limits", "shown"), [(None, "null"), ([], "a list"), (500, "500"), ("5-500", '"5-500"')]
)
@pytest.mark.clause("STD-10")
def test_std_10_limits_that_are_no_object(limits: object, shown: str) -> None:
    message = f"limits must be a JSON object with max or min, not {shown}"
    assert refused(a_round("shine", limits=limits)) == ("limits", "STD-10", message)


def test_limits_beyond_a_thousand_digits() -> None:
    fault = refused(at_top("shine", "limits", f'{{"max": 1{"0" * 1000}}}'))
    allowed = "must be a whole number above zero and of at most 1,000 digits"
    message = f"The table maximum (in cents) {allowed}, not 1{'0' * 36}..."
    assert fault == ("limits.max", "STD-10", message)


# --- `bank`: only `stake`, positive.


@pytest.mark.parametrize(("bank", "shown"), [(None, "null"), ([], "a list"), (50_000, "50000")])
@pytest.mark.clause("NAPA-10")
def test_napa_10_bank_that_is_no_object(bank: object, shown: str) -> None:
    message = f"bank must be a JSON object with stake, not {shown}"
    assert refused(a_round("napa-valley", bank=bank)) == ("bank", "NAPA-10", message)


@pytest.mark.clause("NAPA-10")
def test_napa_10_bank_and_its_stake_are_required() -> None:
    fault = refused(without(a_round("napa-valley"), "bank"))
    assert fault == ("bank", "NAPA-10", 'The bank is missing: give {"stake": cents}')
    fault = refused(a_round("napa-valley", bank={}))
    assert fault == ("bank.stake", "NAPA-10", "The bank's stake is missing: give it in cents")


@pytest.mark.parametrize(("stake", "shown"), [*NOT_WHOLE, ("0", "0"), ("-5", "-5")])
@pytest.mark.clause("NAPA-10")
def test_napa_10_bank_stake_is_positive(stake: str, shown: str) -> None:
    message = f"The bank's stake (in cents) must be a whole number above zero, not {shown}"
    fault = refused(at_top("napa-valley", "bank", f'{{"stake": {stake}}}'))
    assert fault == ("bank.stake", "NAPA-10", message)


@pytest.mark.clause("NAPA-10")
def test_napa_10_bank_of_a_single_cent() -> None:
    bank = settled(a_round("napa-valley", bank={"stake": 1}))["bank"]
    assert bank == {"stake": 1, "net": 1, "cover_left": 0}


# --- `exposed`: 0–3, 0 and 1 do not void.


@pytest.mark.parametrize(("exposed", "void"), [(0, None), (1, None), (2, "NAPA-12"), (3, "NAPA-12")])
@pytest.mark.clause("NAPA-12")
def test_napa_12_exposed(exposed: int, void: str | None) -> None:
    assert settled(a_round("napa-valley", exposed=exposed))["void"] == void


@pytest.mark.parametrize(
    ("exposed", "shown"),
    [
        ("4", "4"),
        ("-1", "-1"),
        ("true", "true"),
        ("null", "null"),
        ('"2"', '"2"'),
        ("2.0", "2.0"),
        ("[]", "a list"),
    ],
)
@pytest.mark.clause("NAPA-12")
def test_napa_12_exposed_is_0_to_3(exposed: str, shown: str) -> None:
    message = f"exposed must be a whole number from 0 to 3, not {shown}"
    assert refused(at_top("napa-valley", "exposed", exposed)) == ("exposed", "NAPA-12", message)


@pytest.mark.parametrize(("malfunction", "void"), [(False, None), (True, "NAPA-13")])
@pytest.mark.clause("NAPA-13")
def test_napa_13_malfunction(malfunction: bool, void: str | None) -> None:
    assert settled(a_round("napa-valley", malfunction=malfunction))["void"] == void


@pytest.mark.parametrize(("value", "shown"), [(None, "null"), (1, "1"), (0, "0"), ("true", '"true"')])
@pytest.mark.clause("NAPA-13")
def test_napa_13_malfunction_is_true_or_false(value: object, shown: str) -> None:
    message = f"malfunction must be true or false, not {shown}"
    assert refused(a_round("napa-valley", malfunction=value)) == ("malfunction", "NAPA-13", message)


# --- `pays`: odds to 1, replaces that whole posted table; only posted tables may be replaced.

OVERLAP = "a hand would stand in both; allowed: one line per hand"
POSTED = "ante_bonus, pair_xxx or super_6_bonus"
XXX: Json = {"wagers": {"pair_xxx": 1000}, "action": None}


def xxx(cards: str, pays: Json) -> tuple[str, int, str | None, str]:
    """Result, profit, pays and clause of a Pair XXX bet under posted tables."""
    _, _, result, profit, _, paid, clause = lines_of(
        settled(a_round("shine", seat(cards=cards, **XXX), pays=pays))
    )[0]
    return result, profit, paid, clause


@pytest.mark.clause("SHINE-9")
def test_shine_9_posted_table_is_replaced_as_a_whole() -> None:
    pays = {"pair_xxx": {"pair": 2, "flush": 7}}
    assert xxx("9s 9d 2h", pays) == ("win", 2000, "2 to 1", "SHINE-7")
    assert xxx("9s 5s 2s", pays) == ("win", 7000, "7 to 1", "SHINE-7")
    assert xxx("9s 8d 7h", pays) == ("lose", -1000, None, "SHINE-7")  # the straight has no line any more
    assert xxx("9s 9d 2h", {"ante_bonus": {"straight": 1}}) == ("win", 1000, "1 to 1", "SHINE-7")
    assert xxx("9s 9d 2h", {}) == ("win", 1000, "1 to 1", "SHINE-7")


@pytest.mark.clause("SHINE-9")
def test_shine_9_all_three_tables_may_be_posted() -> None:
    pays = {
        "super_6_bonus": {"three_of_a_kind": 8, "full_house": 9},
        "ante_bonus": {"three_of_a_kind": 6},
        "pair_xxx": {"three_of_a_kind": 7},
    }
    wagers = {"ante": 1000, "pair_xxx": 1000, "super_6_bonus": 1000}
    answer = settled(a_round("shine", seat(cards="9s 9d 9h", wagers=wagers), pays=pays))
    paid = [(row[0], row[3], row[5]) for row in lines_of(answer)[2:]]
    assert paid == [
        ("ante_bonus", 6000, "6 to 1"),
        ("pair_xxx", 7000, "7 to 1"),
        ("super_6_bonus", 9000, "9 to 1"),
    ]


@pytest.mark.parametrize(
    ("pays", "path", "message"),
    [
        (None, "pays", f"pays must be a JSON object of posted tables, {POSTED}, not null"),
        ([], "pays", f"pays must be a JSON object of posted tables, {POSTED}, not a list"),
        (
            {"pair_plus": {"pair": 1}},
            "pays.pair_plus",
            f"'pair_plus' is not a posted table; allowed: {POSTED}",
        ),
        ({"ante": {"pair": 1}}, "pays.ante", f"'ante' is not a posted table; allowed: {POSTED}"),
        ({"pair_xxx": {}}, "pays.pair_xxx", "pays.pair_xxx must have at least one hand with its odds to 1"),
        (
            {"pair_xxx": [["pair", 1]]},
            "pays.pair_xxx",
            "pays.pair_xxx must be a JSON object of hands and odds to 1, not a list",
        ),
        (
            {"pair_xxx": {"pairs": 1}},
            "pays.pair_xxx.pairs",
            "'pairs' is not a hand of pays.pair_xxx; did you mean pair?",
        ),
        (
            {"super_6_bonus": {"mini_royals": 1}},
            "pays.super_6_bonus.mini_royals",
            None,
        ),
        ({"pair_xxx": {"clause": 1}}, "pays.pair_xxx.clause", None),
        ({"pair_xxx": {"full_house": 1}}, "pays.pair_xxx.full_house", None),
        (
            {"pair_xxx": {"pair": 10**9}},
            "pays.pair_xxx.pair",
            "Odds to 1 must be a whole number above zero and at most 999,999,999, not 1000000000",
        ),
        (
            {"pair_xxx": {"pair": 1, "pair_or_better": 1}},
            "pays.pair_xxx.pair_or_better",
            f"pays.pair_xxx.pair_or_better overlaps pair: {OVERLAP}",
        ),
    ],
)
@pytest.mark.clause("SHINE-9")
def test_shine_9_pays_that_cannot_be_posted(pays: object, path: str, message: str | None) -> None:
    fault = refused(a_round("shine", pays=pays))
    assert fault[:2] == (path, "SHINE-9")
    assert message in (None, fault.message)


@pytest.mark.parametrize(("odds", "shown"), [*NOT_WHOLE, ("0", "0"), ("-1", "-1"), ('"1 to 1"', '"1 to 1"')])
@pytest.mark.clause("SHINE-9")
def test_shine_9_odds_are_whole_numbers(odds: str, shown: str) -> None:
    message = f"Odds to 1 must be a whole number above zero and at most 999,999,999, not {shown}"
    fault = refused(at_top("shine", "pays", f'{{"pair_xxx": {{"pair": {odds}}}}}'))
    assert fault == ("pays.pair_xxx.pair", "SHINE-9", message)


# --- In a void round `action` may be absent (then there is no play line); cards and dealer stay required.

VOID: list[Json] = [{"exposed": 2}, {"malfunction": True}]


@pytest.mark.parametrize("void", VOID)
@pytest.mark.clause("NAPA-12", "NAPA-13")
def test_napa_12_napa_13_action_may_be_absent_in_a_void_round(void: Json) -> None:
    seats = [seat(1, action=None), seat(2, "Ts 7d 3h"), seat(3, "Js 6d 5h", "fold")]
    answer = settled(a_round("napa-valley", *seats, **void))
    assert [[row[0] for row in lines_of(answer, place)] for place in range(3)] == [
        ["ante"],
        ["ante", "play"],
        ["ante"],
    ]


@pytest.mark.parametrize("void", VOID)
@pytest.mark.clause("NAPA-12", "NAPA-13")
def test_napa_12_napa_13_cards_dealer_and_bank_stay_required_in_a_void_round(void: Json) -> None:
    data = a_round("napa-valley", seat(action=None), **void)
    assert refused(without(data, "dealer")).path == "dealer"
    assert refused({**data, "dealer": ["Kh"]}).path == "dealer"
    assert refused({**data, "seats": [without(data["seats"][0], "cards")]}).path == "seats[0].cards"
    assert refused({**data, "seats": [{**data["seats"][0], "wagers": {"ante": 1}}]}).clause == "NAPA-2"
    assert refused({**data, "seats": [{**data["seats"][0], "action": "draw"}]}).path == "seats[0].action"
    assert refused({**data, "seats": [{**data["seats"][0], "drawn": "3h"}]}).path == "seats[0].drawn"
    assert refused(without(data, "bank")) == ("bank", "NAPA-10", 'The bank is missing: give {"stake": cents}')
    assert refused({**data, "dealer": ["9s", "Kd", "4c"]}).clause == "STD-1"
    assert refused({**data, "exposed": 1, "malfunction": False})[:2] == ("seats[0].action", "NAPA-5")
