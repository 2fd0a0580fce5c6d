"""Answers that are files, as the document of the API tells them."""

from __future__ import annotations

from typing import Any


def told_as(media_type: str, what: str, *, binary: bool = False) -> dict[int | str, dict[str, Any]]:
    """``responses`` of an address that sends a file.

    Args:
        media_type: of the file.
        what: what is in it.
        binary: whether it is no text.
    """
    schema = {"type": "string", "format": "binary"} if binary else {"type": "string"}
    return {200: {"content": {media_type: {"schema": schema}}, "description": what}}


CSV = told_as("text/csv", "A table, its head first.")
