"""What a start costs: an interpreter with nothing to do, which is the measure, the package, and commands."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from bench.report import heading, note, progress

LAUNCH = Path(__file__).parent / "launch.py"
PITBOSS = "import sys; from pitboss.cli import main; sys.argv = ['pitboss', {}]; main()"
BARE_MS = 11  # of `python -c pass`, as measured beside the commands; the aims in milliseconds are by it

# What is started, and at most how many times the bare interpreter it may cost.
STARTS: dict[str, tuple[str, float | None]] = {
    "python -c pass": ("pass", None),
    "import pitboss": ("import pitboss", 30 / BARE_MS),
    "pitboss --version": (PITBOSS.format("'--version'"), 150 / BARE_MS),
    "pitboss --help": (PITBOSS.format("'--help'"), 150 / BARE_MS),
    "import numpy": ("import numpy", None),
    "pitboss odds rivers": (PITBOSS.format("'odds', 'rivers'"), 350 / BARE_MS),
    "pitboss houses": (PITBOSS.format("'houses'"), None),
    "pitboss play rivers": (PITBOSS.format("'play', 'rivers', '--seed', 'oak'"), None),
}


def run(quick: bool) -> None:
    """Starts each turn by turn, with modules compiled as an installed package has them; the least counts."""
    heading("What a start costs")
    turns = 3 if quick else 15
    with tempfile.TemporaryDirectory() as cache:
        times, peaks = _least(turns, cache)
    bare = times["python -c pass"]
    print(f"  {'start':<24}{'CPU':>10}{'memory':>12}{'':>4}against `python -c pass`")
    for name, (_, aim) in STARTS.items():
        ratio, aimed = times[name] / bare, ""
        if aim is not None:
            aimed = f" aim ≤ {aim:.1f} ×: {'holds' if ratio <= aim else 'MISSED'}"
        size = f"{peaks[name] / 1024:,.0f} MB"
        print(f"  {name:<24}{times[name] * 1000:>7,.0f} ms{size:>12}{ratio:>9.1f} ×{aimed}", flush=True)
    note(
        f"Processor time of whole processes, the least of {turns}. Aims are 30, 150, 150 and 350 ms where "
        f"the bare interpreter takes {BARE_MS} ms; `import numpy` is in every price."
    )


def _least(turns: int, cache: str) -> tuple[dict[str, float], dict[str, int]]:
    """The least processor seconds and the peak kilobytes of each start."""
    environment = {"PYTHONPYCACHEPREFIX": cache, "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    times = dict.fromkeys(STARTS, float("inf"))
    peaks = dict.fromkeys(STARTS, 0)
    with progress("starts", (turns + 1) * len(STARTS)) as step:
        for turn in range(turns + 1):
            for name, (code, _) in STARTS.items():
                step(name)
                seconds, peak = _start(code, environment)
                if turn > 0:  # the first turn compiles
                    times[name] = min(times[name], seconds)
                    peaks[name] = max(peaks[name], peak)
    return times, peaks


def _start(code: str, environment: dict[str, str]) -> tuple[float, int]:
    """Processor seconds and peak kilobytes of one process."""
    command = [sys.executable, str(LAUNCH), sys.executable, "-c", code]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
    )
    _, seconds, peak = done.stdout.splitlines()[-1].split()
    if done.returncode:
        raise SystemExit(f"{code}\n{done.stderr}")
    return float(seconds), int(peak)
