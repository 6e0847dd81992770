"""A worker: a process that answers one question after the other, within limits of the system.

It ends with the process that started it, in the middle of a count too: it reads its input all the time, and
the input ends when that process does.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

import msgspec

from pitboss.desk.question import HEAD, LARGEST_ANSWER, SECONDS, Question, Reply, frame, unframed

MOST_MEMORY: Final = 1_536 * 1024 * 1024  # bytes of address space
SPARE_SECONDS: Final = 5  # of processor time, beyond what a question may take
NICE: Final = 5  # tables come first


def main() -> None:
    """Answers questions until the input ends."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keeps printed text out of the answers
    limit_process()
    from pitboss.desk.jobs import answer

    def send(reply: Reply) -> None:
        try:
            out.write(frame(reply))
            out.flush()
        except BrokenPipeError:
            os._exit(0)

    questions: SimpleQueue[Question] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    send(Reply("ready"))
    while True:
        asked = questions.get()
        _limit_time(int(asked.seconds or SECONDS) + 1)
        reply = answer(asked, lambda *done: send(Reply("progress", msgspec.json.encode(done))))
        if len(reply.text) > LARGEST_ANSWER:
            reply = Reply("fault", b"TooLarge")
        send(replace(reply, memory=_memory()))


def _read(pipe: BinaryIO, questions: SimpleQueue[Question]) -> None:
    """Takes questions from the pipe; when it ends, so does this process."""
    while len(head := pipe.read(HEAD.size)) == HEAD.size:
        questions.put(unframed(Question, pipe.read(*HEAD.unpack(head))))
    os._exit(0)


def limit_process() -> None:
    """Bounds the memory of this process, and makes it yield to tables."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    with suppress(OSError, AttributeError):
        os.nice(NICE)  # before the imports, which take longer than most questions
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


def _memory() -> int:
    """How many bytes this process has in memory; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - read with every answer
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


if __name__ == "__main__":
    main()
