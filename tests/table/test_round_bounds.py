"""The open round keeps what counts: a bet may be changed so often, and can always be cleared."""

from __future__ import annotations

import pytest

from pitboss.ledger import Store
from pitboss.ledger.deeds import OtherContent
from pitboss.round import Refusal
from pitboss.table import Bet, CloseTable, OpenRound
from pitboss.table.planning import MOST_BETS, MOST_CHANGES
from tests.table.sitting import RICH, Opens, Sitting


def _bets(sitting: Sitting, person: str, seat: int, times: int) -> None:
    for number in range(times):
        sitting.do(Bet(seat, person, {"ante": 1000 + 500 * (number % 2)}))


def _refused(sitting: Sitting, person: str, seat: int) -> Refusal:
    before = sitting.table.standing
    with pytest.raises(Refusal) as caught:
        sitting.do(Bet(seat, person, {"ante": 1000}))
    assert sitting.table.standing is before
    return caught.value


def test_a_bet_is_placed_forty_times_in_a_round_and_then_only_cleared(table_of: Opens) -> None:
    sitting = table_of("rivers")
    sitting.do(OpenRound())
    assert MOST_CHANGES == 40
    _bets(sitting, "ann", 1, MOST_CHANGES)
    refusal = _refused(sitting, "ann", 1)
    assert (refusal.code, refusal.path, refusal.values) == ("changes", "wagers", {"most": 40})
    sitting.table = sitting.pit.take("t")  # it is counted from the journal, so a restart changes nothing
    assert _refused(sitting, "ann", 1).code == "changes"
    sitting.do(Bet(2, "ann", {"ante": 1000}))  # another seat,
    sitting.do(Bet(1, "ann", {}))  # and clearing, which is what leaving and closing do
    assert _refused(sitting, "ann", 1).code == "changes"
    sitting.do(Bet(1, "bob", {"ante": 1000}))  # who comes after has bets of their own
    sitting.do(Bet(1, "bob", {}))
    sitting.do(Bet(2, "ann", {}))
    assert sitting.pit.funds("ann") == RICH
    sitting.do(CloseTable())


def test_a_repetition_of_the_last_bet_is_answered_and_counts_once(table_of: Opens) -> None:
    sitting = table_of("shine")
    sitting.do(OpenRound())
    _bets(sitting, "ann", 1, MOST_CHANGES - 1)
    last = Bet(1, "ann", {"ante": 2000})
    assert not sitting.table.do("ann", "the last", last).repeated
    assert sitting.table.do("ann", "the last", last).repeated
    with pytest.raises(OtherContent):
        sitting.table.do("ann", "the last", Bet(1, "ann", {"ante": 2500}))
    assert len(sitting.table.standing.events) == MOST_CHANGES


def test_a_full_round_takes_only_everybodys_first_bet(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_BETS == 400
    monkeypatch.setattr("pitboss.table.planning.MOST_BETS", 20)
    sitting = Sitting(store, monkeypatch, "rivers")
    sitting.do(OpenRound())
    _bets(sitting, "ann", 1, 15)
    _bets(sitting, "bob", 2, 5)
    for person, seat in (("ann", 1), ("bob", 2)):
        assert _refused(sitting, person, seat).code == "changes"
    sitting.do(Bet(3, "cat", {"ante": 1000}))
    assert _refused(sitting, "cat", 3).code == "changes"
    for person, seat in (("ann", 1), ("bob", 2), ("cat", 3)):
        sitting.do(Bet(seat, person, {}))
    sitting.do(CloseTable())
