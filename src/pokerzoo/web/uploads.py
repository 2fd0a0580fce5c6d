"""Uploaded policy files: checked before anything is made from them."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.concurrency import run_in_threadpool

from pokerzoo.agents import SpotPolicy, TabularPolicy
from pokerzoo.agents.policies.policy_file import open_policy
from pokerzoo.envs.support import memory
from pokerzoo.envs.support.errors import InputError
from pokerzoo.envs.support.stored_array import StoredArray

from .errors import BadRequest
from .library import Library, PolicyEntry
from .made_games import make_checked_game
from .solves import needed_bytes, new_id
from .work_folder import WorkFolder, files_of

MOST_HEADER = 2**22
"""Bytes of the longest header of a file that is sent."""
PART_BYTES = 2**20
"""Bytes that are held before they are written."""


async def receive(stream: AsyncIterator[bytes], folder: WorkFolder) -> Path:
    """Write what comes into a file of the work folder that nothing else knows; its path."""
    path = folder.uploads / f".{secrets.token_hex(8)}.part"
    try:
        with open(path, "xb") as file:
            held = bytearray()
            async for chunk in stream:
                held += chunk
                if len(held) >= PART_BYTES:
                    await run_in_threadpool(file.write, bytes(held))
                    held.clear()
            await run_in_threadpool(file.write, bytes(held))
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def take_in(path: Path, title: str, folder: WorkFolder, library: Library) -> PolicyEntry:
    """Have a file that came in the library, in its place in the work folder; if it cannot be, it is removed."""
    try:
        with _without_path(path):
            check_upload(path)
            policy = TabularPolicy.load(path)
            if isinstance(policy, SpotPolicy) and isinstance(policy.stored, StoredArray):
                policy.stored.check()  # a bit may have flipped on the way
        id = new_id(title)
        place = folder.uploads / f"{id}.npz"
        os.replace(path, place)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    folder.set_label(id, title=title)
    return library.open(place, "upload", title=title, id=id)


def check_upload(path: Path) -> None:
    """Read a file's headers only: whether it is a policy's, and whether the game and the numbers fit in memory."""
    with open_policy(path, MOST_HEADER) as file:
        memory.check_fits("it", 3 * sum(array.nbytes for array in file.arrays.values()))
        game = make_checked_game(file.header["game"], file.header["params"])
    memory.check_fits("its game", needed_bytes(game, "half"))


@contextmanager
def _without_path(path: Path) -> Iterator[None]:
    """Errors about an uploaded file do not reveal its name here."""
    try:
        yield
    except InputError as error:
        what = str(error).replace(f"{path}: ", "").replace(str(path), "it")
        raise BadRequest(f"the file: {what}", "file") from None
    except OSError as error:
        raise BadRequest(f"the file: {error.strerror or type(error).__name__}", "file") from None


def open_uploads(folder: WorkFolder, library: Library) -> list[str]:
    """Have what was sent before in the library; what went wrong, if anything did."""
    problems, labels = [], folder.labels()
    for left in folder.uploads.glob(".*.part"):  # of a server that was killed
        left.unlink(missing_ok=True)
    for path in files_of(folder.uploads, "*.npz"):
        try:
            check_upload(path)
            library.open(path, "upload", title=labels.get(path.stem, {}).get("title", path.stem), id=path.stem)
        except (InputError, OSError) as error:
            problems.append(f"{path}: {error}")
    return problems
