"""A lock on an open file, in the way of POSIX and in that of Windows, which is put in its place here."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pitboss.ledger.database import BEYOND, NotServing, ServedAlready, open_store, serve_database, try_lock


class WindowsLocks(ModuleType):
    """Locks on bytes of a file, as `msvcrt` has them: from where it stands, and nobody has one twice."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locked: dict[tuple[int, int], int] = {}

    def locking(self, number: int, mode: int, size: int) -> None:
        assert (mode, size) == (self.LK_NBLCK, 1)
        place = (os.fstat(number).st_ino, os.lseek(number, 0, os.SEEK_CUR))
        if place in self.locked and self._is_open(self.locked[place], place[0]):
            raise PermissionError(13, "Permission denied")
        self.locked[place] = number

    @staticmethod
    def _is_open(number: int, file: int) -> bool:
        try:
            return os.fstat(number).st_ino == file
        except OSError:
            return False


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> WindowsLocks:
    """The locks of a system without `fcntl` and `pwrite`."""
    made = WindowsLocks()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", made)
    monkeypatch.delattr(os, "pwrite", raising=False)
    return made


def test_on_windows_a_byte_far_behind_the_text_is_locked(windows: WindowsLocks, tmp_path: Path) -> None:
    files = [os.open(tmp_path / "card", os.O_RDWR | os.O_CREAT) for _ in range(2)]
    assert [try_lock(each) for each in files] == [True, False]
    assert {place for _, place in windows.locked} == {BEYOND}
    for each in files:
        os.close(each)


def test_on_windows_a_second_server_is_refused_too(windows: WindowsLocks, tmp_path: Path) -> None:
    first_store, other_store = (open_store(tmp_path / "house.db") for _ in range(2))
    first = serve_database(first_store)
    first.check()
    with pytest.raises(ServedAlready, match=f"process {os.getpid()}"):
        serve_database(other_store)
    second = serve_database(other_store, take_over=True)
    with pytest.raises(NotServing):
        first.check()
    first.close()
    second.check()
    second.close()
    serve_database(first_store).close()
    first_store.close()
    other_store.close()


def test_two_who_open_a_file_have_its_lock_one_after_the_other(tmp_path: Path) -> None:
    """By the locks of the system that runs this."""
    first, second = (os.open(tmp_path / "card", os.O_RDWR | os.O_CREAT) for _ in range(2))
    assert (try_lock(first), try_lock(second)) == (True, False)
    os.close(first)
    assert try_lock(second)
    os.close(second)


def test_without_any_locks_nothing_is_said_of_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("fcntl", "msvcrt"):
        monkeypatch.setitem(sys.modules, name, None)
    number = os.open(tmp_path / "card", os.O_RDWR | os.O_CREAT)
    assert try_lock(number) is None
    os.close(number)
