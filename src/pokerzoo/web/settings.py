"""What the explorer is started with."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pokerzoo.agents import Playable

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Addresses that nobody else can reach."""
MEBIBYTE = 2**20
QUESTION_SECONDS = 60.0


@dataclass(frozen=True)
class Settings:
    """How an explorer is served.

    Attributes:
        work: the work folder: solutions, uploads and logs of hands are kept there.
        host: the address that is listened on.
        port: the port.
        token: what a request must show; None: nothing, which only a loopback address may have.
        agents: who can be played against, besides baselines and policies, by name.
        max_upload: bytes of the largest file that is taken in.
        max_body: bytes of the largest request that is no file.
        question_seconds: how long a question to a sweep may take; None: as long as it does.
        header_seconds: within so long the headers of a request must have come.
    """

    work: Path
    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    agents: Mapping[str, Playable] = field(default_factory=dict)
    max_upload: int = 256 * MEBIBYTE
    max_body: int = 4 * MEBIBYTE
    question_seconds: float | None = QUESTION_SECONDS
    header_seconds: float = 10.0

    def __post_init__(self) -> None:
        if self.host not in LOOPBACK and self.token is None:
            raise ValueError(f"host={self.host!r}: can be reached by others, so that a token is needed")
        if self.question_seconds is not None and not self.question_seconds > 0:
            raise ValueError(f"question_seconds={self.question_seconds}: must be above 0")

    @property
    def authority(self) -> str:
        """Host and port as they stand in an address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """Where a browser finds the page; with the token, if there is one."""
        return f"http://{self.authority}/" + (f"?token={self.token}" if self.token else "")


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(24)


def default_work_folder() -> Path:
    """Where the explorer keeps its files unless told otherwise: ``pokerzoo`` in the user's folder for data of programs."""
    data = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(data) if data else Path.home() / ".local" / "share") / "pokerzoo" / "explorer"
