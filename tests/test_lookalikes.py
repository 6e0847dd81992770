"""Names that a reader takes for one another have one skeleton."""

from __future__ import annotations

import pytest

from pitboss.text import skeleton


@pytest.mark.parametrize(
    "written",
    [
        "Rivers",
        "RIVERS",
        "R\u0456vers",  # Cyrillic i
        "\u0280\u026a\u1d20\u1d07\u0280\ua731",  # small capitals
        "R1vers",
        "R.i v-e_r s",
        "R\u200bivers",  # a space that is not seen
        "R\u00edvers",
        "\uff32\uff49\uff56\uff45\uff52\uff53",  # full width
        "\U0001d411\U0001d422\U0001d42f\U0001d41e\U0001d42b\U0001d42c",  # bold
        "Riv\u0435r5",
    ],
)
def test_look_alikes_have_one_skeleton(written: str) -> None:
    assert skeleton(written) == skeleton("rivers")


def test_other_names_have_others() -> None:
    names = [
        "Rivers",
        "Shine",
        "Pechanga",
        "Napa Valley",
        "Atlantic City",
        "Ann",
        "Anna",
        "Rover",
        "\u65e5\u672c",
    ]
    assert len({skeleton(name) for name in names}) == len(names)
    assert skeleton("\u65e5\u672c") == "\u65e5\u672c"  # letters that look like no Latin one stay themselves
    assert skeleton(" -.\u200b") == ""
