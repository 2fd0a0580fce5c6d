"""Answers that are files, and how the document of the API describes them."""

from __future__ import annotations

from typing import Any

from fastapi import Response


def response_docs(media_type: str, what: str, *, binary: bool = False) -> dict[int | str, dict[str, Any]]:
    """``responses`` of an address that sends a file."""
    schema = {"type": "string", "format": "binary"} if binary else {"type": "string"}
    return {200: {"content": {media_type: {"schema": schema}}, "description": what}}


CSV = response_docs("text/csv", "A table, its head first.")


def download_response(body: str | bytes, name: str, kind: str) -> Response:
    """A file to be saved."""
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-._") else "_" for letter in name)
    return Response(body, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{plain}"'})
