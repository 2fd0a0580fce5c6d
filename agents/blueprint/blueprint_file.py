"""The file format of blueprints: a file of the store.

The header has ``params`` of the ``texas_holdem``, ``tree`` (sizes of the betting tree), ``classes`` (as in files of hand
classes, which also names their arrays) and ``metadata``. The classes are kept as rules, not as tables.
``shares``: uint16 in parts of 65,535, in the order of ``ClassStrategy.rows``: the probability of each action by hand class.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerzoo.envs.compiled.drawn_board import DrawnBoardTree
from pokerzoo.envs.compiled.showdown_pass import LANES
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.parameters import as_tuples
from pokerzoo.envs.support.store import Format, StoredFile, read, write
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .betting_tree import betting_tree
from .class_file import CLASS_ENTRIES, class_arrays, classes_in
from .class_maker import classes_for
from .class_strategy import ClassStrategy, class_counts
from .class_walk import table_places
from .hand_classes import HandClasses
from .run_out_classes import classes_at_table

if TYPE_CHECKING:
    from .blueprint_policy import BlueprintPolicy

BLUEPRINT = Format("pokerzoo blueprint", 1, {"params": dict, "tree": dict, "classes": CLASS_ENTRIES, "metadata": dict})
PARTS = 65535
SIZES = ("bet_sizes", "raise_sizes", "raise_cap")
"""Parameters of the betting tree that the game does not decide."""


def save_blueprint(policy: BlueprintPolicy, path: str | Path) -> int:
    """Write a blueprint; the size in bytes."""
    strategy, game = policy.class_strategy, policy.game
    if not isinstance(strategy.classes, HandClasses):
        raise ValueError(f"classes={type(strategy.classes).__name__}: only what make_hand_classes makes can be kept in a file")
    told, arrays = class_arrays(classes_at_table(strategy.classes))
    header = {
        "params": game.params,
        "tree": {name: strategy.tree.game.params[name] for name in SIZES},
        "classes": told,
        "metadata": policy.metadata,
    }
    shares = np.rint(strategy.shares() * PARTS).astype(np.uint16)
    return write(path, BLUEPRINT, header, {"shares": shares, **arrays}, compress=6)


def load_blueprint(path: str | Path, game: TexasHoldemGame | None = None) -> BlueprintPolicy:
    """Read a blueprint; see ``BlueprintPolicy.load``."""
    from .blueprint_policy import BlueprintPolicy

    with read(path, BLUEPRINT) as file:
        made = game_in(file)
        if game is not None and (other := differences(made, game)):
            raise file.error(f"a blueprint of another game; yours has {other}")
        try:
            tree = DrawnBoardTree(betting_tree(made, **as_tuples(file.header["tree"])))
        except (TypeError, ValueError, KeyError) as error:
            raise file.error(f"for a game that is not here: {error}") from None
        try:
            classes = classes_for(tree.game.rules, classes_in(file))
        except ValueError as error:
            raise file.damaged(error) from None
        numbers = table_places(tree, class_counts(classes, tree.game.rules))[1]
        rows = aligned_zeros(numbers + LANES, np.float32)
        rows[:numbers] = file.array("shares", (np.uint16,), (numbers,))
        return BlueprintPolicy(game or made, ClassStrategy(tree, classes, rows), file.header["metadata"])


def game_of_blueprint(path: str | Path) -> TexasHoldemGame:
    """The game that a blueprint was trained in, by the header alone; ValueError, OSError as in ``load_blueprint``."""
    with read(path, BLUEPRINT) as file:
        return game_in(file)


def game_in(file: StoredFile) -> TexasHoldemGame:
    """The game that a file's header has."""
    try:
        made = make_game_from_params("texas_holdem", as_tuples(file.header["params"]))
    except (TypeError, ValueError, KeyError) as error:
        raise file.error(f"for a game that is not here: {error}") from None
    assert isinstance(made, TexasHoldemGame)
    return made


def is_blueprint_file(path: str | Path) -> bool:
    """True if a file says that it is a blueprint."""
    try:
        with read(path, BLUEPRINT):
            return True
    except (OSError, ValueError):
        return False


def plays_alike(made: TexasHoldemGame, game: TexasHoldemGame) -> bool:
    """True if a blueprint for one game can play the other: blinds, antes and the shorter stack are in the same proportions."""
    return not differences(made, game)


def differences(made: TexasHoldemGame, game: TexasHoldemGame) -> str:
    """Rules in which a game differs from that of a blueprint; empty where the blueprint can play it.

    >>> from pokerzoo.envs import make_game
    >>> differences(make_game("texas_holdem"), make_game("texas_holdem", stack=50, ante=1))
    'stack 25 big blinds (blueprint: 100), ante 0.5 big blinds (blueprint: 0)'
    """
    found = []
    for (name, unit, theirs), (_, _, own) in zip(told_rules(made), told_rules(game), strict=True):
        if theirs != own:
            found.append(f"{name} {rule_text(own)}{unit} (blueprint: {rule_text(theirs)})")
    return ", ".join(found)


def told_rules(game: TexasHoldemGame) -> list[tuple[str, str, Any]]:
    """The rules that a blueprint depends on: name, unit and value; amounts in big blinds."""
    params, (small, big) = game.params, game.params["blinds"]
    names = {"num_players": "players", "limit": "limit", "deck": "deck", "last_street": "last street"}
    rules: list[tuple[str, str, Any]] = [(title, "", params[name]) for name, title in names.items()]
    amounts = {"small blind": small, "stack": min(game.stacks)}
    amounts |= {name.replace("_", " "): params[name] for name in ("ante", "big_blind_ante", "straddle")}
    rules += [(name, " big blinds", round(amount / big, 9)) for name, amount in amounts.items()]
    return [*rules, ("bets", " big blinds", tuple(round(bet / big, 9) for bet in params["bet"] or ()))]


def rule_text(value: Any) -> str:
    """A rule's value as people read it."""
    if isinstance(value, tuple):
        return "/".join(f"{one:g}" for one in value) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)
