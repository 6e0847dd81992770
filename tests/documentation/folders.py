"""`python -m tests.documentation.folders NAME` makes what a page takes for granted where its commands run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from pitboss.ledger import open_store
from pitboss.round import Decide, EndDeal, RevealDealer, open_table
from pitboss.sheet import load_house
from pitboss.table import Bet, OpenRound, Pit, Settle, StartDeal
from tests.documentation.sessions import ROOT
from tests.operate.evenings import ticking
from tests.proof.example import example_receipts


def three_rounds(path: Path) -> None:
    """Ann and bob at rivers: two rounds played to the end, the third dealt and left."""
    store = open_store(path)
    pit = Pit(store, lambda size: (b"oak" * size)[:size], ticking())
    table = pit.open("rivers", open_table(load_house("rivers")), "operator", "open")
    for number in (1, 2, 3):
        table.do("table", f"{number} open", OpenRound())
        table.do("ann", f"{number} bet", Bet(1, "ann", {"ante": 1000, "progressive": 100}))
        table.do("bob", f"{number} bet", Bet(2, "bob", {"pair_plus": 500}))
        table.do("table", f"{number} deal", StartDeal())
        table.do("table", f"{number} end", EndDeal())
        if number < 3:
            table.do("ann", f"{number} play", Decide(1, "ann", "play"))
            table.do("table", f"{number} reveal", RevealDealer())
            table.do("table", f"{number} settle", Settle())
    store.close()


def prepare(name: str, folder: Path) -> None:
    """Makes what is meant by a name."""
    if name == "receipts":
        page = (ROOT / "docs" / "receipts.md").read_text("utf-8")
        (folder / "receipt.json").write_text(re.findall(r"```json\n(.*)\n```", page)[0])
        (folder / "green.jsonl").write_text("".join(f"{text}\n" for text in example_receipts()))
    elif name == "played":
        three_rounds(folder / "house.db")
    elif name == "granted":
        for person in ("ann", "bob"):
            grant = ["pitboss", "grant", person, "500$", "--new", "--db", "evening.db"]
            subprocess.run(grant, check=True, cwd=folder, capture_output=True)
        three_rounds(folder / "evening.db")
    elif name == "shine":
        play = ["pitboss", "play", "shine", "--db", "house.db"]
        subprocess.run(play, check=True, cwd=folder, capture_output=True, input="10\nfold\nquit\n", text=True)
    else:
        raise SystemExit(f"{name}: nothing is called so")


if __name__ == "__main__":
    prepare(sys.argv[1], Path.cwd())
