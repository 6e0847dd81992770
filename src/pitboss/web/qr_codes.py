"""Addresses as QR codes: as a picture for a page, and in letters for a terminal."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO, StringIO
from typing import Final

import segno

from pitboss.round import Refusal

LONGEST: Final = 600  # characters of an address in a QR code


@lru_cache(maxsize=256)
def drawn(address: str) -> bytes:
    """A QR code as SVG, which is kept for whoever asks again."""
    return coded(address)


def coded(address: str) -> bytes:
    """A QR code as SVG, with the quiet zone that readers need."""
    picture = BytesIO()
    _code(address).save(
        picture, kind="svg", border=4, dark="#14181b", light="#ffffff", xmldecl=False, omitsize=True
    )
    return picture.getvalue()


def lettered(address: str) -> str:
    """A QR code in half blocks, for a terminal: light on dark, as a terminal mostly is."""
    letters = StringIO()
    _code(address).terminal(letters, border=2, compact=True)
    return letters.getvalue()


def _code(address: str) -> segno.QRCode:
    if len(address) > LONGEST:
        raise Refusal("too_large", f"An address in a QR code has at most {LONGEST} characters", None)
    return segno.make_qr(address, error="m")
