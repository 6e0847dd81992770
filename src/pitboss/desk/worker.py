"""A worker of the desk: a process that answers one question after the other, within limits of the system.

It ends when the house does, at whatever it is: its input is read all the time, and ends with the house.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

from pitboss.desk.question import ASKED, LARGEST_ANSWER, READY, Question, Told

MOST_MEMORY: Final = 1_536 * 1024 * 1024  # bytes of address space
SPARE_SECONDS: Final = 5  # of processor time, beyond what a question may take
NICE: Final = 5  # tables come first


def main() -> None:
    """Answers questions until the input ends."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed gets among the answers
    _behave()
    from pitboss.desk.jobs import answer

    questions: SimpleQueue[tuple[Question, int]] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    _tell(out, READY)
    while True:
        asked, seconds = questions.get()
        _limit_time(seconds)
        told = answer(asked)
        if len(told.text) > LARGEST_ANSWER:
            told = Told("fault", b"TooLarge")
        _tell(out, Told(told.kind, told.text, memory()).packed())


def _tell(out: BinaryIO, text: bytes) -> None:
    """Writes an answer; when nobody reads it any more, the house has ended, and so does this process."""
    try:
        out.write(text)
        out.flush()
    except BrokenPipeError:
        os._exit(0)


def _read(pipe: BinaryIO, questions: SimpleQueue[tuple[Question, int]]) -> None:
    """Takes questions from the pipe; when it ends, so does this process, in the middle of a reckoning too."""
    while True:
        head = pipe.read(ASKED.size)
        if len(head) < ASKED.size:
            os._exit(0)
        seconds, values, body = ASKED.unpack(head)
        text = pipe.read(values).decode()
        questions.put((Question(text, pipe.read(body)), seconds))


def _behave() -> None:
    """Takes little, and leaves no large file behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the house's to hear
    with suppress(OSError, AttributeError):
        os.nice(NICE)  # also while it is read in, which takes longer than most questions
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_time(seconds: int) -> None:
    """The system ends this process when a question takes much more processor time than it may."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime) + seconds + SPARE_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def memory() -> int:
    """How many bytes this process has in memory; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - read with every answer
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


if __name__ == "__main__":
    main()
