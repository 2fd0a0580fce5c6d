"""The file format of policies: an npz archive of plain arrays, one of which is a JSON header. No pickle, read or written.

``header``: uint8, UTF-8 JSON with ``format``, ``format_version``, ``pokerzoo_version``, ``game``, ``params``, ``infosets``
(SHA-256 of what tells the infosets and their order) and ``metadata``. ``probabilities``: float64, float32 or float16 in the
order of ``game.infosets``. In files of format version 1 all infosets of a public card stand together; they still load.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game, make_game
from pokerzoo.envs.infosets import Infoset
from pokerzoo.envs.parameters import as_tuples, check_choice
from pokerzoo.envs.poker_game import PokerGame
from pokerzoo.envs.poker_infosets import decisions, infoset_key
from pokerzoo.envs.public_state import PublicState

from .files import write_atomically
from .policy import TabularPolicy

FORMAT = "pokerzoo policy"
FORMAT_VERSION = 2


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
    write_atomically(Path(path), buffer.getvalue())
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
    version = header["format_version"]
    if header["infosets"] != (infoset_digest(stored) if version > 1 else listed_digest(stored)):
        raise PolicyFileError(f"{path}: its infosets are not those that {stored} has in this version")
    try:
        if version == 1 and probabilities.shape == (stored.infosets.size,):
            probabilities = from_listed_order(stored, probabilities)
        if probabilities.dtype in (np.float32, np.float16) and probabilities.shape == (stored.infosets.size,):
            wide = probabilities.astype(np.float64)
            probabilities = wide / np.repeat(stored.infosets.sums(wide), stored.infosets.counts())
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
    """SHA-256 of what tells a game's infosets, with their actions and their order."""
    if not isinstance(game, PokerGame):
        return listed_digest(game)
    rules = game.rules
    points = [(point.line.actor, point.line.text, point.line.legal_actions) for point in game.infosets.points]
    held = rules.dealable if rules.weights else None
    return sha256((rules.deck, rules.copies, rules.board, rules.hand_names, held, points))


def listed_digest(game: Game) -> str:
    """The digest in files of format version 1: of all infosets with their actions, in the order of that version."""
    rows: Iterable[Infoset] = game.infosets
    if isinstance(game, PokerGame):
        rows = (
            Infoset(infoset_key(game.rules, hand, public), public.actor, public.legal_actions, ())
            for public in listed_order(game)
            for hand in game.infosets.hands(public)
        )
    return sha256([(row.player, row.key, row.actions) for row in rows])


def sha256(value: object) -> str:
    """A digest of how a plain value is written."""
    return hashlib.sha256(repr(value).encode()).hexdigest()


def listed_order(game: PokerGame) -> list[PublicState]:
    """The public decisions in the order of files of format version 1: by player, then depth first, card by card."""
    return sorted(decisions(game.rules), key=lambda public: public.actor)


def from_listed_order(game: Game, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The numbers of a file of format version 1 in the order of ``game.infosets``."""
    if not isinstance(game, PokerGame):
        return values
    table = game.infosets
    places = [table.entries(public)[:, table.hands(public)].T.ravel() for public in listed_order(game)]
    ordered = np.empty_like(values)
    ordered[np.concatenate(places)] = values
    return ordered
