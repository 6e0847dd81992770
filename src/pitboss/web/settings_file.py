"""The TOML file that settings may stand in, before anybody knows what they mean."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any, Final

from pitboss.round import Refusal

CONFIG: Final = "PITBOSS_CONFIG"  # the variable that names the file, where no option does


def file_in_use(option: Path | None) -> Path | None:
    """The file of the option, else the one that the environment names."""
    named = os.environ.get(CONFIG)
    return option or (Path(named) if named else None)


def read_file(file: Path) -> dict[str, Any]:
    """What stands in it; what cannot be read is refused in a sentence."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise Refusal("settings", f"{file}: not a TOML file: {fault}") from None
    except OSError as fault:
        raise Refusal("settings", f"{file}: cannot be read: {fault.strerror}") from None
