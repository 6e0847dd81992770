"""Memory of `pitboss settle` while a million lines run through it: it should not grow."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.adjudicator import SETTLE, cannot_settle
from bench.report import heading, note, progress
from bench.rounds import one_seat_rounds

LOOKS = 10


def run(quick: bool) -> None:
    """Ten looks at the resident memory on the way; the first, after the warm-up, is the reference."""
    warm_up, step = (30_000, 5_000) if quick else (100_000, 100_000)  # the caches are full after 26,000
    count = warm_up + (LOOKS - 1) * step
    heading(f"Memory of `pitboss settle` over {count:,} lines")
    fault = cannot_settle()
    if fault:
        note(fault)
        return
    sizes = _watch(warm_up, step)
    if not sizes:
        note("This system tells neither by /proc nor by ps how much memory a process has.")
        return
    print(f"  {'lines':>12}{'resident':>12}  against the first look")
    for look, size in enumerate(sizes):
        remark = " reference" if look == 0 else ""
        print(f"  {warm_up + look * step:>12,}{size / 1024:>9,.1f} MB{size / sizes[0]:>9.3f} ×{remark}")
    growth = sizes[-1] - sizes[0]
    note(
        f"lowest {min(sizes) / 1024:,.1f} MB, highest {max(sizes) / 1024:,.1f} MB; from the first look to "
        f"the last {growth / 1024:+,.1f} MB, {growth * 1024 / (count - warm_up):+,.2f} bytes a line."
    )
    note("Half the rounds have limits and some have pays of their own: every cache turns over.")


def _fed() -> Iterator[bytes]:
    """Rounds without end, all different, with a faulty line now and then."""
    for number, line in enumerate(one_seat_rounds(5, limits=True, pays=0.05)):
        yield line.replace(b'"dealer"', b'"dealt"') if number % 50 == 0 else line


def _watch(warm_up: int, step: int) -> list[int]:
    """Resident kilobytes after the warm-up and after each further step of lines."""
    lines = _fed()
    sizes: list[int] = []
    with (
        subprocess.Popen(SETTLE, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as child,
        progress("pitboss settle", 10 * LOOKS) as advance,
    ):
        assert child.stdin is not None
        for look in range(LOOKS):
            for _ in range(10):
                for line in islice(lines, (step if look else warm_up) // 10):
                    child.stdin.write(line + b"\n")
                advance(f"{warm_up + look * step:,} lines")
            size = _resident(child.pid)
            if size is not None:
                sizes.append(size)
        child.stdin.close()
    assert child.returncode == 1, "lines were refused, so the status is 1"
    return sizes


def _resident(process: int) -> int | None:
    """The resident kilobytes of a running process."""
    status = Path(f"/proc/{process}/status")
    try:
        if status.exists():
            line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
            return int(line.split()[1])
        done = subprocess.run(("ps", "-o", "rss=", "-p", str(process)), capture_output=True, check=True)
        return int(done.stdout)
    except (OSError, StopIteration, ValueError, subprocess.CalledProcessError):
        return None
