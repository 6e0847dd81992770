"""deploy/backup.sh on a real PostgreSQL: a dump that is restored, older ones go, and nothing else does."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

from sqlalchemy import make_url

from pitboss.ledger import open_store
from pitboss.ledger.balances import figures
from tests.databases import Databases
from tests.deploy.files import DEPLOY
from tests.operate.evenings import evening_at
from tests.postgres import binaries, new_database

DAY = 86_400


def _environment(address: str) -> dict[str, str]:
    """A database as the tools of PostgreSQL are told of it, and the tools."""
    url = make_url(address)
    asked = url.query.get("host", url.host or "")
    named = {"PGHOST": str(asked), "PGUSER": url.username or "", "PGDATABASE": url.database or ""}
    if url.port or url.query.get("port"):
        named["PGPORT"] = str(url.port or url.query["port"])
    return {**os.environ, **named, "PATH": f"{binaries()}:{os.environ['PATH']}"}


def _backed_up(address: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(DEPLOY / "backup.sh"), str(folder), "14"]
    return subprocess.run(command, env=_environment(address), capture_output=True, text=True, check=False)


def test_a_dump_is_made_restored_and_older_ones_go(databases: Databases, tmp_path: Path) -> None:
    house, drill = (new_database(databases.server, name) for name in ("script_house", "script_drill"))
    store = open_store(house)
    evening_at(store, 3, 2)
    wanted = store.read(figures)
    store.close()
    old, stays = time.time() - 15 * DAY, time.time() - 13 * DAY
    names = {
        "pitboss-20260101-043000.dump": old,  # the only one that goes
        "pitboss-20260102-043000.dump": stays,
        "pitboss-20260101-043000.dump.gz": old,
        "pitboss-january.dump": old,
        "notes.txt": old,
    }
    for name, at in names.items():
        (tmp_path / name).write_text("kept")
        os.utime(tmp_path / name, (at, at))
    done = _backed_up(house, tmp_path)
    assert done.returncode == 0, done.stderr
    left = {each.name for each in tmp_path.iterdir()}
    assert {*names} - left == {"pitboss-20260101-043000.dump"}
    [dump] = left - {*names}
    assert done.stdout == f"Backed up to {tmp_path / dump}.\n"
    assert (tmp_path / dump).stat().st_mode & 0o077 == 0
    restored = shutil.which("pg_restore", path=_environment(drill)["PATH"])
    assert restored
    command = [restored, "--exit-on-error", "--no-owner", "--dbname", _environment(drill)["PGDATABASE"]]
    subprocess.run([*command, str(tmp_path / dump)], env=_environment(drill), check=True, capture_output=True)
    again = open_store(drill)
    assert again.read(figures) == wanted
    again.close()


def test_nothing_goes_when_there_is_no_new_dump(databases: Databases, tmp_path: Path) -> None:
    old = tmp_path / "pitboss-20260101-043000.dump"
    old.write_text("kept")
    os.utime(old, (0, 0))
    missing = make_url(databases.server).set(database="nowhere").render_as_string(hide_password=False)
    done = _backed_up(missing, tmp_path)
    assert done.returncode != 0
    assert [each.name for each in tmp_path.iterdir()] == [old.name]
