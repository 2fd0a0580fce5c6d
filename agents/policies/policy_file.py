"""The file format of policies: a file of the store.

The header has ``game``, ``params``, ``infosets`` (SHA-256 of what identifies the infosets and their order) and ``metadata``.
``probabilities``: float64, float32 or float16 in the order of ``game.infosets``.

Policies of spots that are walked board by board (``SpotPolicy``) have, in place of ``probabilities``, ``rows``, float32 or
uint16 (in parts of 65,535). They are not compressed unless asked for, so that parts of them can be read. The header has
``layout``, SHA-256 of sequences, boards and hands in the order of the rows, and ``streets``: how many of the last streets the
rows lack, which are solved when asked (``ResolvingPolicy``). Then the array ``later_values``, float32, has what hands were
worth where the first of these starts (``LaterValues``), and the header, under the same name, what the whole was worth.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs import Game
from pokerzoo.envs.compiled.forms import boards_of
from pokerzoo.envs.compiled.street_layout import layout_digest
from pokerzoo.envs.compiled.street_tree import StreetTree
from pokerzoo.envs.core import GameLike, game_of, short_name
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.distributions import SUM_OFF
from pokerzoo.envs.support.errors import InputError, StoreError
from pokerzoo.envs.support.parameters import as_tuples, check_bool, check_choice, check_int
from pokerzoo.envs.support.store import MAX_HEADER, Format, Parts, StoredFile, read, write
from pokerzoo.envs.support.stored_array import StoredArray

from .later_values import LaterValues, count_values, values_from_file
from .policy import Precision, TabularPolicy
from .solved_when_asked import make_resolving_policy
from .spot_policy import UNITS, SpotPolicy
from .spot_rows import parts_of, rows_needed

POLICY = Format("pokerzoo policy", 5, {"game": str, "params": dict, "infosets": str, "metadata": dict})
PRECISIONS = {"full": np.float64, "single": np.float32, "half": np.float16}
"""The floats of the stored probabilities; less than full ones are normalised again when read."""
ROW_TYPES = {"full": np.float32, "single": np.float32, "half": np.uint16}
"""The type of the stored numbers by precision."""
COMPRESSION = {"table": 6, "rows": 1}
"""Levels of zlib: of rows, higher ones take longer and save nothing."""


def save_policy(
    policy: TabularPolicy,
    path: str | Path,
    precision: Precision = "full",
    streets: int | None = None,
    compress: bool | None = None,
    *,
    tidy: bool = True,
) -> int:
    """Write ``policy``: to a temporary file beside ``path`` first, then renamed over it; the size in bytes."""
    check_choice("precision", precision, tuple(PRECISIONS))
    if compress is not None:
        check_bool("compress", compress)
    leaves_out = streets == 1 and policy.streets == 0
    if streets is not None:
        check_int("streets", streets, 0, 1)
    if leaves_out:
        try:
            policy = SpotPolicy.of(policy)
        except ValueError as error:
            raise InputError(f"streets=1: {error}") from None
    game = policy.game
    header: dict[str, Any] = {
        "game": game.name,
        "params": game.params,
        "infosets": infoset_digest(game),
        "metadata": policy.metadata,
    }
    if not isinstance(policy, SpotPolicy):
        level = 0 if compress is False else COMPRESSION["table"]
        probabilities = policy.probabilities.astype(PRECISIONS[precision])
        return write(path, POLICY, header, {"probabilities": probabilities}, compress=level, tidy=tidy)
    if streets == 0:
        policy.check_whole()
    if streets == 1 and policy.streets > 1:
        raise InputError("streets=1: the policy holds a flop only, and no turns whose rivers could be left out")
    policy.check_numbers()
    rows, values = first_streets(policy, precision) if leaves_out else (policy.stored, policy.later_values)
    kind = rows.dtype if leaves_out else row_type(policy, precision)
    arrays: dict[str, Any] = {"rows": in_parts(rows, kind)}
    header |= {"layout": layout_digest(policy.form), "streets": 1 if leaves_out else policy.streets}
    if values is not None:
        arrays["later_values"], header["later_values"] = values.by_hand, values.header()
    return write(path, POLICY, header, arrays, compress=COMPRESSION["rows"] if compress else 0, tidy=tidy)


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


def load_policy(path: str | Path, game: GameLike | None = None) -> TabularPolicy:
    """Read a policy that was written by its ``save``.

    Args:
        path: the file.
        game: what it must be for; None: any game.

    Raises:
        StoreError: no such policy in the file, or it is for another game.
        OSError: the file cannot be read.

    .. code-block:: python

        policy = pz.load_policy("kuhn.npz")
        print(pz.exploitability(policy.game, policy))
    """
    wanted = None if game is None else game_of(game)
    with open_policy(path) as file:
        try:
            made = make_game_from_params(file.header["game"], as_tuples(file.header["params"]))
        except (TypeError, ValueError) as error:
            raise file.error(
                f"for a game that is not here: {error} (a game of your own: import first what registers it)"
            ) from None
        if wanted is not None and wanted != made:
            raise file.error(f"for {short_name(made)}, not for {short_name(wanted)}")
        made = wanted or made  # with what it has compiled
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
    """The error for a file whose infosets are not those of the game here."""
    return file.error(f"its infosets are not the infosets that {short_name(game)} has in this version")


def _load_rows(file: StoredFile, game: Game) -> SpotPolicy:
    """A policy on rows, which stay in the file."""
    header = file.header
    if header["infosets"] != infoset_digest(game):
        raise other_infosets(file, game)
    form = boards_of(game)
    if form is None or header.get("layout") != layout_digest(form):
        raise file.error(f"its rows are not in the order that {short_name(game)} has in this version")
    streets: Any = header.get("streets")
    try:
        check_int("streets", streets, 0, 2)
        rows = file.array_in_place("rows", ROW_TYPES.values(), rows_needed(form, streets))
        if streets == 0:
            return SpotPolicy(game, rows, header["metadata"])
        values = read_later_values(file, form, streets)
        policy: SpotPolicy = make_resolving_policy(game, rows, header["metadata"], streets=streets, later_values=values)
        return policy
    except ValueError as error:
        raise file.damaged(error) from None


def row_type(policy: SpotPolicy, precision: str) -> np.dtype[Any]:
    """The type of stored rows: no more bits than they have, and no fewer with values of rivers, which hold for these bits."""
    if policy.streets == 1 and policy.later_values is not None:
        return policy.stored.dtype
    return np.dtype(np.uint16 if policy.stored.dtype == np.uint16 else ROW_TYPES[precision])


def first_streets(policy: SpotPolicy, precision: str = "full") -> tuple[npt.NDArray[Any], LaterValues]:
    """The rows before the river of a policy that holds all streets, in a precision, and the values of its rivers then."""
    kind = row_type(policy, precision)
    if kind != policy.stored.dtype:
        policy = SpotPolicy(policy.game, np.concatenate(list(convert_rows(policy.stored, kind))))
    values = LaterValues.of_rivers(policy.form, policy.single_rows())
    return policy.stored[: rows_needed(policy.form, 1)].copy(), values


def in_parts(rows: npt.NDArray[Any] | StoredArray, kind: np.dtype[Any]) -> Parts:
    """Rows as an array of a file, of which a part at a time is in memory."""
    return Parts(kind, len(rows), convert_rows(rows, kind))


def convert_rows(rows: npt.NDArray[Any] | StoredArray, kind: np.dtype[Any]) -> Iterator[npt.NDArray[Any]]:
    """The rows in this type, in parts."""
    for part in parts_of(rows):
        yield (np.rint(part * np.float32(UNITS)) if part.dtype != kind else part).astype(kind, copy=False)


def read_later_values(file: StoredFile, form: StreetTree, streets: int) -> LaterValues | None:
    """The values of streets that are left out; None if the file has none. ValueError if they are damaged."""
    if "later_values" not in file.arrays:
        return None
    by_hand = file.array("later_values", (np.float32,), (count_values(form, streets),))
    return values_from_file(form, streets, by_hand, file.header.get("later_values"))


def _normalised(game: Game, values: np.ndarray[Any, Any]) -> npt.NDArray[np.float64]:
    """Probabilities of less than full precision, scaled so that each infoset's sum to 1 again; checked before that."""
    table, wide = game.infosets, values.astype(np.float64)
    counts = table.counts()
    # Each number is off by at most half a unit in the last place of 1.
    table.check(wide, "the policy", np.asarray(counts * float(np.finfo(values.dtype).eps) + SUM_OFF, np.float64))
    return np.asarray(wide / np.repeat(table.sums(wide), counts), dtype=np.float64)


def infoset_digest(game: Game) -> str:
    """SHA-256 of what identifies a game's infosets, with their actions and their order."""
    if not isinstance(game, PokerGame):
        return value_digest([(row.player, row.key, row.actions) for row in game.infosets])
    rules = game.rules
    points = [(point.line.actor, point.line.text, point.line.legal_actions) for point in game.infosets.points]
    held = rules.ranges.dealable if rules.weights else None
    return value_digest((rules.deck.names, rules.deck.copies, rules.deck.board, rules.deck.hand_names, held, points))


def value_digest(value: object) -> str:
    """A digest of a plain value's text."""
    return hashlib.sha256(repr(value).encode()).hexdigest()
