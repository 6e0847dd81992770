"""Frames of a WebSocket as they lie on the wire (RFC 6455, 5.2), as far as most of them look alike.

Nearly all that comes is one short text in one piece, and nearly all that goes is a whole text. Those two are
read and written here in a few steps; everything else is `websockets`' to judge.
"""

from __future__ import annotations

from typing import Final

from websockets.utils import apply_mask

_TEXT: Final = 0x81  # a whole one
_MASKED: Final = 0x80
_SHORT, _LONG = 126, 127  # the size follows, in two bytes or in eight
_MASK: Final = 4  # bytes


def text_frame(message: bytes) -> bytes:
    """A whole text as a server sends it, made here: it is what a server does most.

    >>> text_frame(b"ok"), text_frame(bytes(300))[:4], text_frame(bytes(70_000))[:10]
    (b'\\x81\\x02ok', b'\\x81~\\x01,', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x11p')
    """
    size = len(message)
    if size < _SHORT:
        return b"\x81%c%b" % (size, message)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), message)


class FrameEnds:
    """Where the frames of one client end, so that it is known of what has come whether it begins with one.

    >>> ends, hello = FrameEnds(100), b"\\x81\\x85abcd" + bytes(each ^ mask for each, mask in zip(b"hello", b"abcda"))
    >>> ends.text_in(hello), ends.text_in(hello[:8]), ends.text_in(hello[8:]), ends.text_in(hello)
    (b'hello', None, None, b'hello')
    """

    def __init__(self, largest: int) -> None:
        self._largest = largest  # bytes of a message
        self._missing: int | None = 0  # bytes of the last frame that are still to come; None: nobody knows

    def text_in(self, data: bytes) -> bytes | None:
        """The text that these bytes are, where they are one whole message and nothing else.

        None: the parser is to read them. A message that comes in several frames is its to put together, so
        it must not be in the middle of one.
        """
        if self._missing == 0 and len(data) > 2 and data[0] == _TEXT and data[1] & _MASKED:
            size, at = data[1] ^ _MASKED, 2
            if size == _SHORT:
                size, at = int.from_bytes(data[2:4]), 4
            if size <= self._largest and len(data) == at + _MASK + size and data[1] != _MASKED | _LONG:
                return apply_mask(data[at + _MASK :], data[at : at + _MASK])
        self._pass(data)
        return None

    def lose(self) -> None:
        """Something has come that is no frame: from here on all is the parser's."""
        self._missing = None

    def _pass(self, data: bytes) -> None:
        """Goes on to the end of the last frame that has begun; a head that is cut in two is not looked into."""
        if self._missing is None:
            return None
        at = self._missing
        while at < len(data):
            head = data[at : at + 10]
            if len(head) < 2:
                return self.lose()
            size, length = head[1] & 0x7F, {_SHORT: 2, _LONG: 8}.get(head[1] & 0x7F, 0)
            if len(head) < 2 + length:
                return self.lose()
            if length:
                size = int.from_bytes(head[2 : 2 + length])
            at += 2 + length + (_MASK if head[1] & _MASKED else 0) + size
        self._missing = at - len(data)
