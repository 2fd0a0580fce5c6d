"""The file format of policies: a file of the store.

The header has ``game``, ``params``, ``infosets`` (SHA-256 of what tells the infosets and their order) and ``metadata``.
``probabilities``: float64, float32 or float16 in the order of ``game.infosets``.

Policies of spots that are walked board by board (``SpotPolicy``) have, in place of ``probabilities``, ``rows``, float32 or
uint16 (in parts of 65,535). They are not compressed unless asked for, so that parts of them can be read. The header has
``layout``, SHA-256 of sequences, boards and hands in the order of the rows, and ``rivers``: ``all``, or ``solve`` if the rows
are of the streets before the river only. Then the array ``river_values``, float32, has what the rivers were worth
(``RiverValues``), and the header, under the same name, what the whole was worth. Or ``solve_turns`` if the rows are of a flop
alone; then ``turn_values``, float32, has what turns were taken for (``TurnValues``).
"""

from __future__ import annotations

import hashlib
import warnings
import zipfile
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_layout import layout_digest
from pokerzoo.envs.core import has_lines, short_name
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.distributions import SUM_OFF
from pokerzoo.envs.support.parameters import as_tuples, check_bool, check_choice
from pokerzoo.envs.support.store import MAX_HEADER, Format, StoredFile, read, write
from pokerzoo.envs.support.store_error import StoreError

from .policy import Precision, SavedRivers, TabularPolicy
from .spot_file import ROW_TYPES, read_river_values, read_turn_values, round_policy, row_arrays
from .spot_policy import SpotPolicy
from .spot_rows import rows_needed

POLICY = Format("pokerzoo policy", 4, {"game": str, "params": dict, "infosets": str, "metadata": dict})
PRECISIONS = {"full": np.float64, "single": np.float32, "half": np.float16}
"""The floats of the stored probabilities; less than full ones are normalised again when read."""
COMPRESSION = {"table": 6, "rows": 1}
"""Levels of zlib: of rows, higher ones take longer and save nothing."""


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
    game = policy.game
    header = {"game": game.name, "params": game.params, "infosets": infoset_digest(game), "metadata": policy.metadata}
    if not isinstance(policy, SpotPolicy):
        level = 0 if compress is False else COMPRESSION["table"]
        values = policy.probabilities.astype(PRECISIONS[precision])
        return write(path, POLICY, header, {"probabilities": values}, compress=level, tidy=tidy)
    if rivers == "all":
        policy.check_rivers()
    policy.check_numbers()
    header |= {"layout": layout_digest(policy.form), "rivers": policy.rivers}
    if policy.river_values is not None:
        header["river_values"] = policy.river_values.header()
    level = COMPRESSION["rows"] if compress else 0
    return write(path, POLICY, header, row_arrays(policy, precision), compress=level, tidy=tidy)


def open_policy(path: str | Path, max_header: int = MAX_HEADER) -> StoredFile:
    """Open a policy file, of which the header alone is read."""
    try:
        return read(path, POLICY, max_header)
    except StoreError as error:
        if error.damaged or not error.path.is_file():
            raise
        with zipfile.ZipFile(error.path) as archive:
            names = archive.namelist()
        if not any(name.endswith((".pth", ".pt", "data.pkl")) for name in names):  # as learning libraries save networks
            raise
        hint = "it looks like a trained network: load it with its library; tabulate(game, model).save(FILE) makes a policy file"
        raise StoreError(error.path, f"not a {POLICY.name} file ({hint})") from None


def load_policy(path: str | Path, game: Game | None = None) -> TabularPolicy:
    """Read a policy; see ``TabularPolicy.load``."""
    with open_policy(path) as file:
        try:
            made = make_game_from_params(file.header["game"], as_tuples(file.header["params"]))
        except (TypeError, ValueError) as error:
            raise file.error(
                f"for a game that is not here: {error} (a game of your own: import first what registers it)"
            ) from None
        if game is not None and game != made:
            raise file.error(f"for {short_name(made)}, not for {short_name(game)}")
        made = game or made  # with what it has compiled
        return _load_rows(file, made) if "rows" in file.arrays else _load_table(file, made)


def _load_table(file: StoredFile, game: Game) -> TabularPolicy:
    stored = file.arrays.get("probabilities")
    try:
        # Numbers are counted first: infosets of a game that is too large are not listed for nothing.
        fits = stored is None or (stored.shape == (game.num_entries,) and file.header["infosets"] == infoset_digest(game))
    except ValueError as error:  # too large for this machine
        raise file.error(error) from None
    if not fits:
        raise other_infosets(file, game)
    values = file.array("probabilities", PRECISIONS.values(), (game.num_entries,))
    try:
        return TabularPolicy(game, values if values.itemsize == 8 else _normalised(game, values), file.header["metadata"])
    except ValueError as error:
        raise file.damaged(error) from None


def other_infosets(file: StoredFile, game: Game) -> StoreError:
    """The error about a file whose infosets are not those that the game has here."""
    return file.error(f"its infosets are not the infosets that {short_name(game)} has in this version")


def _load_rows(file: StoredFile, game: Game) -> SpotPolicy:
    """A policy on rows, which stay in the file."""
    header = file.header
    if header["infosets"] != infoset_digest(game):
        raise other_infosets(file, game)
    form = boards_of(game)
    if form is None or header.get("layout") != layout_digest(form):
        raise file.error(f"its rows are not in the order that {short_name(game)} has in this version")
    rivers = header.get("rivers")
    try:
        needed = rows_needed(form, rivers if isinstance(rivers, str) else "")
        values = read_river_values(file, form) if rivers == "solve" else None
        turns = read_turn_values(file, form) if rivers == "solve_turns" else None
        rows = file.array_in_place("rows", ROW_TYPES.values(), needed)
        policy = SpotPolicy(game, rows, header["metadata"], rivers=rivers, river_values=values, turn_values=turns)
    except ValueError as error:
        raise file.damaged(error) from None
    if rivers == "solve" and values is None:
        warnings.warn(
            f"{file.path}: has no values of its rivers: nothing limits "
            "how exploitable rivers are that are solved anew; solve the spot again, or save it from a file with all rivers",
            UserWarning,
            stacklevel=4,
        )
    return policy


def _normalised(game: Game, values: np.ndarray[Any, Any]) -> npt.NDArray[np.float64]:
    """Probabilities of less than full precision, scaled so that each infoset's sum to 1 again; checked before that."""
    table, wide = game.infosets, values.astype(np.float64)
    counts = table.counts()
    # Each number is off by at most half a unit in the last place of 1.
    table.check(wide, "the policy", np.asarray(counts * float(np.finfo(values.dtype).eps) + SUM_OFF, np.float64))
    return np.asarray(wide / np.repeat(table.sums(wide), counts), dtype=np.float64)


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
