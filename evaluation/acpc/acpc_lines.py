"""Lines over a socket for both ends of the ACPC's protocol: read with a deadline and a length limit, sent whole."""

from __future__ import annotations

import socket
from time import monotonic

LONGEST_LINE = 4096
PIECE = 4096
SEND_SECONDS = 10.0
"""Seconds that the other end may take to let a line through."""
END_OF_LINE = b"\r\n"
VERSION = "VERSION:2.0.0"


class ConnectionEnd(Exception):
    """A connection without further lines; the message ends a sentence that begins with the other end's name."""


class ReplyTimeout(ConnectionEnd):
    """No line before the deadline."""


class Lines:
    """Connection that is read and written line by line."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""

    def read(self, seconds: float | None) -> str:
        """Read a line without its end; bytes that are no UTF-8 become question marks."""
        until = None if seconds is None else monotonic() + seconds
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST_LINE:
                raise ConnectionEnd(f"sent a line of more than {LONGEST_LINE:,} bytes")
            left = None if until is None else until - monotonic()
            if left is not None and left <= 0:
                raise ReplyTimeout(f"did not answer within {seconds:.3g} s")
            self._socket.settimeout(left)
            try:
                piece = self._socket.recv(PIECE)
            except TimeoutError:
                raise ReplyTimeout(f"did not answer within {seconds:.3g} s") from None
            except OSError as error:
                raise ConnectionEnd(f"lost the connection ({error.strerror or error})") from None
            if not piece:
                raise ConnectionEnd("closed the connection")
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise ConnectionEnd(f"sent a line of more than {LONGEST_LINE:,} bytes")
        return line.rstrip(b"\r").decode(errors="replace")

    def send(self, line: str) -> None:
        """Send a line."""
        self._socket.settimeout(SEND_SECONDS)
        try:
            self._socket.sendall(line.encode() + END_OF_LINE)
        except TimeoutError:
            raise ConnectionEnd(f"did not read for {SEND_SECONDS:g} s") from None
        except OSError as error:
            raise ConnectionEnd(f"lost the connection ({error.strerror or error})") from None

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
