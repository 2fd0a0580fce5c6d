"""The file format of policies: an npz archive of plain arrays, one of which is a JSON header. No pickle, read or written.

``header``: uint8, UTF-8 JSON with ``format``, ``format_version``, ``pokerzoo_version``, ``game``, ``params``, ``infosets``
(SHA-256 of the infoset keys in order) and ``metadata``. ``probabilities``: float64, float32 or float16 in the order
of ``game.infosets``.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.parameters import as_tuples, check_choice

from .files import write_atomically
from .policy import TabularPolicy

FORMAT = "pokerzoo policy"
FORMAT_VERSION = 1


class PolicyFileError(ValueError):
    """A file is not a policy that this version can read, or not one for this game."""


PRECISIONS = {"full": np.float64, "single": np.float32, "half": np.float16}
"""The floats of the stored probabilities; less than full ones are normalised again when read."""


def save_policy(policy: TabularPolicy, path: str | Path, precision: str = "full") -> int:
    """Write ``policy``: to a temporary file beside ``path`` first, then renamed over it; the size in bytes."""
    from pokerzoo import __version__

    check_choice("precision", precision, tuple(PRECISIONS))

    header = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "pokerzoo_version": __version__,
        "game": policy.game.name,
        "params": policy.game.params,
        "infosets": infoset_digest(policy.game),
        "metadata": policy.metadata,
    }
    text = json.dumps(header, allow_nan=False).encode()
    buffer = io.BytesIO()
    values = policy.probabilities.astype(PRECISIONS[precision])
    np.savez_compressed(buffer, header=np.frombuffer(text, dtype=np.uint8), probabilities=values)
    write_atomically(path, buffer.getvalue())
    return buffer.getbuffer().nbytes


def load_policy(path: str | Path, game: Game | None = None) -> TabularPolicy:
    """Read a policy; see ``TabularPolicy.load``."""
    path = Path(path)
    header, probabilities = _read(path)
    try:
        stored = make_game(header["game"], **as_tuples(header["params"]))
    except ValueError as error:
        raise PolicyFileError(f"{path}: for a game that this version does not have: {error}") from None
    if game is not None and game != stored:
        raise PolicyFileError(f"{path}: for {stored}, not for {game}")
    if header["infosets"] != infoset_digest(stored):
        raise PolicyFileError(f"{path}: its infosets are not those that {stored} has in this version")
    try:
        if probabilities.dtype in (np.float32, np.float16) and probabilities.shape == (stored.infosets.size,):
            wide = probabilities.astype(np.float64)
            first = stored.infosets.first
            probabilities = wide / np.repeat(np.add.reduceat(wide, first[:-1]), np.diff(first))
        return TabularPolicy(stored, probabilities, header["metadata"])
    except ValueError as error:
        raise PolicyFileError(f"{path}: damaged: {error}") from None


def _read(path: Path) -> tuple[dict[str, Any], np.ndarray[Any, Any]]:
    data = path.read_bytes()
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            if "header" not in archive.files:
                raise PolicyFileError(f"{path}: not a pokerzoo policy file (no header)")
            header = json.loads(archive["header"].tobytes().decode())
            if not isinstance(header, dict) or header.get("format") != FORMAT:
                raise PolicyFileError(f"{path}: not a pokerzoo policy file (the header does not say {FORMAT!r})")
            version = header.get("format_version")
            if not isinstance(version, int):
                raise PolicyFileError(f"{path}: damaged: format version {version!r}")
            if version > FORMAT_VERSION:
                raise PolicyFileError(
                    f"{path}: format version {version}, this pokerzoo reads up to {FORMAT_VERSION}: "
                    f"written by pokerzoo {header.get('pokerzoo_version')}, please upgrade"
                )
            for key, kind in (("game", str), ("params", dict), ("infosets", str), ("metadata", dict)):
                if not isinstance(header.get(key), kind):
                    raise PolicyFileError(f"{path}: damaged: header entry {key!r} is {header.get(key)!r}")
            return header, archive["probabilities"]
    except PolicyFileError:
        raise
    except Exception as error:  # damaged archives make zipfile, zlib, struct and numpy raise a dozen different ones
        reason = "not a pokerzoo policy file" if not data.startswith(b"PK") else f"damaged: {error}"
        raise PolicyFileError(f"{path}: {reason}") from None


def infoset_digest(game: Game) -> str:
    """SHA-256 of all infoset keys with their actions, in order."""
    rows = ((row.player, row.key, row.actions) for row in game.infosets)
    return hashlib.sha256(repr(list(rows)).encode()).hexdigest()
