"""The search for one order: made-up histories of a register and of a till, good and bad."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.histories.linear_order import Call, linear_order

Calls = list[Call[Any, Any]]


def register(state: int, asked: tuple[str, int]) -> tuple[int, int]:
    """A value that is written, read, or raised; each call gives the value after it."""
    what, value = asked
    after = {"write": value, "read": state, "add": state + value}[what]
    return after, after


def once(state: tuple[int, frozenset[str]], asked: tuple[str, int]) -> tuple[Any, int]:
    """A till that takes each payment once, by its id; and tells what is in it."""
    total, ids = state
    id_, value = asked
    if id_ and id_ not in ids:
        total, ids = total + value, ids | {id_}
    return (total, ids), total


GOOD: dict[str, Calls] = {
    "nothing at all": [],
    "one after the other": [Call(("write", 1), 1, 0, 1), Call(("read", 0), 1, 2, 3)],
    "a read beside a write may see either": [
        Call(("write", 1), 1, 0, 9),
        Call(("read", 0), 0, 1, 2),
        Call(("read", 0), 1, 3, 4),
    ],
    "two at once in the other order than they were sent": [
        Call(("write", 1), 1, 0, 9),
        Call(("write", 2), 2, 1, 9),
        Call(("read", 0), 1, 10, 11),
    ],
    "a lost one that happened": [Call(("write", 5), None, 0), Call(("read", 0), 5, 1, 2)],
    "a lost one that did not": [Call(("write", 5), None, 0), Call(("read", 0), 0, 1, 2)],
    "a lost one that happened late": [
        Call(("write", 5), None, 0),
        Call(("read", 0), 0, 1, 2),
        Call(("read", 0), 5, 3, 4),
    ],
}

BAD: dict[str, Calls] = {
    "a lost update": [
        Call(("add", 1), 1, 0, 1),
        Call(("add", 1), 2, 2, 3),
        Call(("read", 0), 1, 4, 5),
    ],
    "two updates from one value": [Call(("add", 1), 1, 0, 5), Call(("add", 1), 1, 1, 4)],
    "a stale read": [
        Call(("write", 1), 1, 0, 1),
        Call(("write", 2), 2, 2, 3),
        Call(("read", 0), 1, 4, 5),
    ],
    "a value that comes back": [
        Call(("write", 1), 1, 0, 9),
        Call(("read", 0), 1, 1, 2),
        Call(("read", 0), 0, 3, 4),
    ],
    "against real time": [
        Call(("read", 0), 1, 0, 1),
        Call(("write", 1), 1, 2, 3),
    ],
    "a value that nobody wrote": [Call(("write", 1), 1, 0, 1), Call(("read", 0), 7, 0, 1)],
    "a lost one that is forgotten again": [
        Call(("write", 5), None, 0),
        Call(("read", 0), 5, 1, 2),
        Call(("read", 0), 0, 3, 4),
    ],
    "seen by two in different orders": [
        Call(("write", 1), 1, 0, 9),
        Call(("write", 2), 2, 0, 9),
        Call(("read", 0), 1, 1, 2),
        Call(("read", 0), 2, 3, 4),
        Call(("read", 0), 1, 5, 6),
    ],
}


@pytest.mark.parametrize("calls", GOOD.values(), ids=GOOD)
def test_a_history_that_one_order_explains(calls: Calls) -> None:
    assert linear_order(calls, 0, register) is not None


@pytest.mark.parametrize("calls", BAD.values(), ids=BAD)
def test_a_history_that_none_does(calls: Calls) -> None:
    assert linear_order(calls, 0, register) is None


def test_a_payment_that_came_twice_counts_once() -> None:
    again = [Call(("a", 5), None, 0), Call(("a", 5), 5, 1, 2)]
    nothing: tuple[int, frozenset[str]] = (0, frozenset())
    assert linear_order([*again, Call(("", 0), 5, 3, 4)], nothing, once) is not None
    assert linear_order([*again, Call(("", 0), 10, 3, 4)], nothing, once) is None


asks = st.one_of(st.tuples(st.sampled_from(("write", "add")), st.integers(1, 3)), st.just(("read", 0)))


@st.composite
def sequential_runs(draw: st.DrawFn) -> Calls:
    """Calls that happened one after the other, each at its moment, and sent before and answered after it."""
    state, calls = 0, []
    for moment, asked in enumerate(draw(st.lists(asks, max_size=7))):
        state, answer = register(state, asked)
        before, after = draw(st.floats(0, 4)), draw(st.floats(0, 4))
        lost = draw(st.integers(0, 5)) == 0
        calls.append(Call(asked, None if lost else answer, moment - before, moment + after))
    return calls


@given(sequential_runs())
def test_what_happened_one_after_the_other_is_explained(calls: Calls) -> None:
    assert linear_order(calls, 0, register) is not None


@given(sequential_runs(), st.randoms(use_true_random=False))
def test_it_finds_what_trying_every_order_finds(calls: Calls, chance: Any) -> None:
    """Answers are swapped and shifted at random; whoever tries all orders knows."""
    answers = [call.answer for call in calls if call.answer is not None]
    chance.shuffle(answers)
    left = iter(answers)
    changed = [call if call.answer is None else call._replace(answer=next(left)) for call in calls[:5]]
    assert (linear_order(changed, 0, register) is not None) == _any_order(changed)


def _any_order(calls: Calls) -> bool:
    known = [call for call in calls if call.answer is not None]
    lost = [call for call in calls if call.answer is None]
    for number in range(2 ** len(lost)):
        some = [call for place, call in enumerate(lost) if number >> place & 1]
        if any(_explains(order) for order in permutations([*known, *some])):
            return True
    return False


def _explains(order: tuple[Call[Any, Any], ...]) -> bool:
    state = 0
    for place, call in enumerate(order):
        state, answer = register(state, call.asked)
        late = any(later.answer is not None and later.answered < call.sent for later in order[place:])
        if late or call.answer not in (None, answer):
            return False
    return True


@given(sequential_runs().filter(bool), st.data())
def test_a_later_read_of_what_was_overwritten_is_seen(calls: Calls, data: st.DataObject) -> None:
    end = max(call.answered for call in calls)
    last = [Call(("write", 90), 90, end + 1, end + 2), Call(("write", 91), 91, end + 3, end + 4)]
    stale = Call(("read", 0), data.draw(st.sampled_from((90, 92))), end + 5, end + 6)
    assert linear_order([*calls, *last], 0, register) is not None
    # a lost call may still happen between the writes and the read, so only sure ones are left
    sure = [call for call in calls if call.answer is not None and call.asked[0] != "add"]
    if len(sure) == len(calls):
        assert linear_order([*calls, *last, stale], 0, register) is None
