"""Whether one order of calls explains all answers and respects real time: the search of Wing and Gong.

For short histories, up to some dozen calls that overlap. It knows nothing of tables: whoever asks brings the
sequential model. A call whose answer was lost may have happened at any time after it was sent, or never.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import inf
from typing import Generic, NamedTuple, TypeVar

S = TypeVar("S", bound=Hashable)  # the state of the model
A = TypeVar("A")  # what is asked
R = TypeVar("R")  # what is answered

Step = Callable[[S, A], tuple[S, R]]


class Call(NamedTuple, Generic[A, R]):
    """One call of a client: what it asked when, and what it was told when; None: the answer was lost."""

    asked: A
    answer: R | None
    sent: float
    answered: float = inf


def linear_order(calls: Sequence[Call[A, R]], begin: S, step: Step[S, A, R]) -> tuple[int, ...] | None:
    """The calls, by their places in the list, in an order that explains them; None when there is none.

    Lost calls that need not have happened are left out of it.
    """
    tried: set[tuple[int, S]] = set()  # which calls are done, and where the model stands: from here it fails
    known = sum(1 << place for place, call in enumerate(calls) if call.answer is not None)

    def go_on(done: int, state: S) -> tuple[int, ...] | None:
        if done & known == known:
            return ()
        if (done, state) in tried:
            return None
        left = [place for place in range(len(calls)) if not done >> place & 1]
        first_end = min(_end(calls[place]) for place in left)
        for place in left:
            call = calls[place]
            if call.sent > first_end:  # another one was answered before this one was sent
                continue
            after, answer = step(state, call.asked)
            if call.answer is None or answer == call.answer:
                rest = go_on(done | 1 << place, after)
                if rest is not None:
                    return (place, *rest)
        tried.add((done, state))
        return None

    return go_on(0, begin)


def _end(call: Call[A, R]) -> float:
    return inf if call.answer is None else call.answered
