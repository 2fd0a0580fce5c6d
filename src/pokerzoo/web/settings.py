"""Settings of the explorer."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pokerzoo.agents import Playable
from pokerzoo.envs.support.errors import ParameterError

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Addresses that only this machine can reach."""
MEBIBYTE = 2**20
QUESTION_SECONDS = 60.0


@dataclass(frozen=True)
class Settings:
    """Settings of an explorer's server."""

    work: Path
    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = None
    agents: Mapping[str, Playable] = field(default_factory=dict)
    max_upload: int = 256 * MEBIBYTE
    max_body: int = 4 * MEBIBYTE
    question_seconds: float | None = QUESTION_SECONDS

    def __post_init__(self) -> None:
        if self.host not in LOOPBACK and self.token is None:
            raise ParameterError("host", self.host, "can be reached by others, so that a token is needed")
        if self.question_seconds is not None and not self.question_seconds > 0:
            raise ParameterError("question_seconds", self.question_seconds, "must be above 0")

    @property
    def authority(self) -> str:
        """Host and port as in an address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """Address of the page, with the token if there is one."""
        return f"http://{self.authority}/" + (f"?token={self.token}" if self.token else "")


def default_work_folder() -> Path:
    """Default work folder: ``pokerzoo`` in the user's folder for data of programs."""
    data = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(data) if data else Path.home() / ".local" / "share") / "pokerzoo" / "explorer"
