"""Lines over a socket, for both ends of the ACPC's protocol: read with a deadline and a limit on their length, sent whole."""

from __future__ import annotations

import socket
from time import monotonic

LONGEST_LINE = 4096
PIECE = 4096
SEND_SECONDS = 10.0
"""How long the other end may take to let a line through."""
END_OF_LINE = b"\r\n"
VERSION = "VERSION:2.0.0"


class ConnectionEnd(Exception):
    """A connection gives no more lines: the message says why, as the end of a sentence about who is at its other end."""


class TooLate(ConnectionEnd):
    """No line came in time."""


class Lines:
    """A connection that is read and written line by line."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""

    def read(self, seconds: float | None) -> str:
        """The next line, without its end; bytes that are no UTF-8 as question marks.

        Raises:
            ConnectionEnd: none came in time, it is too long, or the connection was closed.
        """
        until = None if seconds is None else monotonic() + seconds
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST_LINE:
                raise ConnectionEnd(f"sent a line of more than {LONGEST_LINE:,} bytes")
            left = None if until is None else until - monotonic()
            if left is not None and left <= 0:
                raise TooLate(f"did not answer within {seconds:.3g} s")
            self._socket.settimeout(left)
            try:
                piece = self._socket.recv(PIECE)
            except TimeoutError:
                raise TooLate(f"did not answer within {seconds:.3g} s") from None
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
        """Send a line.

        Raises:
            ConnectionEnd: the other end has gone, or does not read.
        """
        self._socket.settimeout(SEND_SECONDS)
        try:
            self._socket.sendall(line.encode() + END_OF_LINE)
        except TimeoutError:
            raise ConnectionEnd(f"did not read what it was sent for {SEND_SECONDS:g} s") from None
        except OSError as error:
            raise ConnectionEnd(f"lost the connection ({error.strerror or error})") from None

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
