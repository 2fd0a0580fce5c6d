"""The file format of policies: an npz archive of plain arrays, one of which is a JSON header. No pickle, read or written.

``header``: uint8, UTF-8 JSON with ``format``, ``format_version``, ``pokerzoo_version``, ``game``, ``params``, ``infosets``
(SHA-256 of what tells the infosets and their order) and ``metadata``. ``probabilities``: float64, float32 or float16 in the
order of ``game.infosets``.

Policies of spots that are walked board by board (``SpotPolicy``) have, in place of ``probabilities``, ``rows``, float32 or
uint16 (in parts of 65,535). They are not compressed unless asked for, so that parts of them can be read. The header has
``layout``, SHA-256 of sequences, boards and hands in the order of the rows, and ``rivers``: ``all``, or ``solve`` if the rows
are of the streets before the river only. Then the array ``river_values``, float32, has what the rivers were worth
(``RiverValues``), and the header, under the same name, what the whole was worth. Or ``solve_turns`` if the rows are of a flop
alone; then ``turn_values``, float32, has what turns were taken for (``TurnValues``).
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import warnings
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_layout import layout_digest
from pokerzoo.envs.core import has_lines, short_name
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.atomic_files import write_atomically
from pokerzoo.envs.support.parameters import as_tuples, brief, check_bool, check_choice
from pokerzoo.envs.support.store import Archive, ArchiveError, version_fault
from pokerzoo.envs.support.stored_array import UnreadableFileError

from .policy import Precision, SavedRivers, TabularPolicy, check_signs
from .spot_file import ROW_TYPES, read_river_values, read_turn_values, round_policy, write_rows
from .spot_policy import SpotPolicy
from .spot_rows import rows_needed

FORMAT = "pokerzoo policy"
FORMAT_VERSION = 4


class PolicyFileError(ValueError):
    """A file is not a policy that this version can read, or not one for this game."""


PRECISIONS = {"full": np.float64, "single": np.float32, "half": np.float16}
"""The floats of the stored probabilities; less than full ones are normalised again when read."""
TYPES = tuple(np.dtype(kind).name for kind in PRECISIONS.values())
ROW_KINDS = tuple(dict.fromkeys(np.dtype(kind).name for kind in ROW_TYPES.values()))
MAX_HEADER = 2**26
"""Bytes of the longest header that is read."""


def save_policy(
    policy: TabularPolicy,
    path: str | Path,
    precision: Precision = "full",
    rivers: SavedRivers | None = None,
    compress: bool | None = None,
    *,
    tidy: bool = True,
) -> int:
    """Write ``policy``: to a temporary file beside ``path`` first, then renamed over it; the size in bytes."""
    check_choice("precision", precision, tuple(PRECISIONS))
    if compress is not None:
        check_bool("compress", compress)
    if rivers is not None:
        check_choice("rivers", rivers, get_args(SavedRivers))
    if rivers == "solve":
        try:
            policy = round_policy(SpotPolicy.of(policy), precision).without_rivers()
        except ValueError as error:
            raise ValueError(f"rivers={rivers!r}: {error}") from None
    if isinstance(policy, SpotPolicy):
        if rivers == "all":
            policy.check_rivers()
        policy.check_numbers()
        more = {} if policy.river_values is None else {"river_values": policy.river_values.header()}
        text = header_text(policy, layout=layout_digest(policy.form), rivers=policy.rivers, **more)
        write_atomically(path, lambda file: write_rows(file, text, policy, precision, bool(compress)), tidy=tidy)
        return os.stat(path).st_size
    text = header_text(policy)
    buffer = io.BytesIO()
    values = policy.probabilities.astype(PRECISIONS[precision])
    save = np.savez if compress is False else np.savez_compressed
    save(buffer, header=np.frombuffer(text, dtype=np.uint8), probabilities=values)
    write_atomically(path, buffer.getvalue(), tidy=tidy)
    return buffer.getbuffer().nbytes


def header_text(policy: TabularPolicy, **more: Any) -> bytes:
    """The header as JSON."""
    from pokerzoo import __version__

    header = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "pokerzoo_version": __version__,
        "game": policy.game.name,
        "params": policy.game.params,
        "infosets": infoset_digest(policy.game),
        "metadata": policy.metadata,
        **more,
    }
    text = json.dumps(header, allow_nan=False).encode()
    if len(text) > MAX_HEADER:
        raise ValueError(f"parameters and metadata take {len(text):,} bytes as JSON: must be at most {MAX_HEADER:,}")
    return text


def load_policy(path: str | Path, game: Game | None = None) -> TabularPolicy:
    """Read a policy; see ``TabularPolicy.load``."""
    path = Path(path)
    try:
        with Archive(path) as archive:
            return _load_policy(path, archive, game)
    except PolicyFileError:
        raise
    except ArchiveError as error:
        with open(path, "rb") if path.is_file() else io.BytesIO() as file:
            damaged = file.read(2) == b"PK"
        raise PolicyFileError(f"{path}: {f'damaged: {error}' if damaged else 'not a pokerzoo policy file'}") from None


def read_header(path: str | Path) -> dict[str, Any]:
    """The header of a policy file alone: nothing of the game is made, and no numbers are read."""
    path = Path(path)
    try:
        with Archive(path) as archive:
            return _checked_header(path, archive)
    except ArchiveError as error:
        raise PolicyFileError(f"{path}: not a policy file that can be read: {error}") from None


def _load_policy(path: Path, archive: Archive, game: Game | None) -> TabularPolicy:
    header = _checked_header(path, archive)
    of_rows = "rows" in archive.arrays
    name = "rows" if of_rows else "probabilities"
    stored = archive.arrays.get(name)
    if stored is None:
        raise PolicyFileError(f"{path}: damaged: no {name}")
    types = ROW_KINDS if of_rows else TYPES
    if stored.dtype.newbyteorder("=").name not in types:
        raise PolicyFileError(f"{path}: damaged: {name} of type {stored.dtype}, not {', '.join(types)}")
    try:
        made = make_game_from_params(header["game"], as_tuples(header["params"]))
    except (TypeError, ValueError) as error:
        raise PolicyFileError(
            f"{path}: for a game that is not here: {error} (a game of your own: import first what registers it)"
        ) from None
    if game is not None and game != made:
        raise PolicyFileError(f"{path}: for {short_name(made)}, not for {short_name(game)}")
    made = game or made  # with what it has compiled
    if of_rows:
        return _load_rows(path, archive, made, header)
    if stored.shape != (made.num_entries,):
        raise PolicyFileError(
            f"{path}: damaged: probabilities of shape {stored.shape}: {short_name(made)} needs ({made.num_entries},), "
            "one an infoset and action, or its infosets are not the infosets that the game has in this version"
        )
    try:
        digest = infoset_digest(made)
    except ValueError as error:  # too large for this machine
        raise PolicyFileError(f"{path}: {error}") from None
    if header["infosets"] != digest:
        raise PolicyFileError(f"{path}: its infosets are not the infosets that {short_name(made)} has in this version")
    values = archive.read("probabilities")
    try:
        if values.dtype.itemsize < 8:
            values = _normalised(made, values)
        return TabularPolicy(made, values, header["metadata"])
    except ValueError as error:
        raise PolicyFileError(f"{path}: damaged: {error}") from None


def _load_rows(path: Path, archive: Archive, game: Game, header: dict[str, Any]) -> SpotPolicy:
    """A policy on rows, which stay in the file."""
    stored = archive.arrays["rows"]
    if header["infosets"] != infoset_digest(game):
        raise PolicyFileError(f"{path}: its infosets are not the infosets that {short_name(game)} has in this version")
    form = boards_of(game)
    if form is None or header.get("layout") != layout_digest(form):
        raise PolicyFileError(f"{path}: its rows are not in the order that {short_name(game)} has in this version")
    rivers = header.get("rivers")
    try:
        needed = rows_needed(form, rivers if isinstance(rivers, str) else "")
    except ValueError as error:
        raise PolicyFileError(f"{path}: damaged: {error}") from None
    if stored.shape != (needed,):
        raise PolicyFileError(f"{path}: damaged: rows of shape {stored.shape}: {short_name(game)} needs ({needed},)")
    try:
        values = read_river_values(archive, str(path), form, header.get("river_values")) if rivers == "solve" else None
        turns = read_turn_values(archive, str(path), form) if rivers == "solve_turns" else None
        rows = archive.flat_array("rows", str(path))
        policy = SpotPolicy(game, rows, header["metadata"], rivers=rivers, river_values=values, turn_values=turns)
    except UnreadableFileError as error:  # it names the file itself
        raise PolicyFileError(str(error)) from None
    except ValueError as error:
        raise PolicyFileError(f"{path}: {error}") from None
    if rivers == "solve" and values is None:
        warnings.warn(
            f"{path}: has no values of its rivers: nothing limits "
            "how exploitable rivers are that are solved anew; solve the spot again, or save it from a file with all rivers",
            UserWarning,
            stacklevel=5,
        )
    return policy


def _normalised(game: Game, values: np.ndarray[Any, Any]) -> npt.NDArray[np.float64]:
    """Probabilities of less than full precision, scaled so that each infoset's sum to 1 again; checked before that."""
    table, wide = game.infosets, values.astype(np.float64)
    check_signs(table, wide)
    sums, counts = table.sums(wide), table.counts()
    # Each number is off by at most half a unit in the last place of 1.
    off = np.abs(sums - 1.0) > counts * float(np.finfo(values.dtype).eps) + 1e-6
    if off.any():
        at = int(np.argmax(off))
        raise ValueError(f"probabilities at infoset {table[at].key!r} sum to {sums[at]:.9g}: must sum to 1")
    return np.asarray(wide / np.repeat(sums, counts), dtype=np.float64)


def _what_else(archive: Archive) -> str:
    """Hint for an archive without a header: a saved network of a learning library, or unknown."""
    names = [name.rpartition("/")[2] for name in archive.members]
    if any(name == "data.pkl" or name.endswith((".pth", ".pt")) for name in names):
        return "it looks like a trained network: load it with its library; tabulate(game, model).save(FILE) makes a policy file"
    return "no header"


def _checked_header(path: Path, archive: Archive) -> dict[str, Any]:
    """The header, checked."""
    stored = archive.arrays.get("header")
    if stored is None:
        raise PolicyFileError(f"{path}: not a pokerzoo policy file ({_what_else(archive)})")
    if stored.dtype != np.uint8 or len(stored.shape) != 1 or stored.shape[0] > MAX_HEADER:
        raise PolicyFileError(f"{path}: damaged: the header is {stored}, not up to {MAX_HEADER:,} bytes")
    try:
        header = archive.read_json("header")
    except (ValueError, RecursionError) as error:
        raise PolicyFileError(f"{path}: damaged: the header: {error}") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise PolicyFileError(f"{path}: not a pokerzoo policy file (the header does not say {FORMAT!r})")
    fault = version_fault(header, FORMAT_VERSION)
    if fault is not None:
        raise PolicyFileError(f"{path}: {fault}")
    for key, kind in (("game", str), ("params", dict), ("infosets", str), ("metadata", dict)):
        if not isinstance(header.get(key), kind):
            raise PolicyFileError(f"{path}: damaged: header entry {brief(key)} is {brief(header.get(key))}")
    return header


def infoset_digest(game: Game) -> str:
    """SHA-256 of what tells a game's infosets, with their actions and their order."""
    if not has_lines(game):
        return value_digest([(row.player, row.key, row.actions) for row in game.infosets])
    rules = game.rules
    points = [(point.line.actor, point.line.text, point.line.legal_actions) for point in game.infosets.points]
    held = rules.ranges.dealable if rules.weights else None
    return value_digest((rules.deck.names, rules.deck.copies, rules.deck.board, rules.deck.hand_names, held, points))


def value_digest(value: object) -> str:
    """A digest of how a plain value is written."""
    return hashlib.sha256(repr(value).encode()).hexdigest()
