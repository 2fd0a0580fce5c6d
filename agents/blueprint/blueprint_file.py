"""The file format of blueprints: a file of the store.

The header has ``params`` of the ``texas_holdem``, ``tree`` (sizes of the betting tree), ``classes`` (recipe and digest of the
hand classes) and ``metadata``. ``shares``: uint8 in parts of 255, the probability of each action but a decision's last by hand
class, in the order of ``ClassStrategy.rows``. ``flop/rule``, ``turn/rule`` and ``river/rule``: the rules of hand classes, of
streets that have one. ``flop/classes``, if there is a rule: what it says of all flops, for speed (``RuleClasses.table``).
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerzoo.envs.betting.street_sizes import StreetSizes
from pokerzoo.envs.compiled.arrays import LANES
from pokerzoo.envs.compiled.drawn_board import DrawnBoardTree
from pokerzoo.envs.compiled.simd import aligned_zeros
from pokerzoo.envs.core import short_name
from pokerzoo.envs.games.holdem_rules import holdem_rules
from pokerzoo.envs.poker.game import PokerGame
from pokerzoo.envs.registry import make_game_from_params
from pokerzoo.envs.support.arrays import Bools
from pokerzoo.envs.support.errors import InputError, ParameterError, Shown, StoreError
from pokerzoo.envs.support.parameters import as_tuples
from pokerzoo.envs.support.store import Format, StoredFile, is_written_as, read, write
from pokerzoo.envs.whole_hands.game import TexasHoldemGame

from .canonical_boards import NO_HAND, canonical_boards, hand_pairs
from .class_clusters import METHODS, Rule
from .class_maker import dealt_cards
from .class_strategy import ClassStrategy, class_counts
from .class_walk import table_places
from .hand_classes import EXACT, STREETS, TABLE_CARDS, DealtCards, HandClasses, RuleClasses, method_on

CLASSES = {"recipe": dict, "digest": str}
BLUEPRINT = Format("pokerzoo blueprint", 2, {"params": dict, "tree": dict, "classes": CLASSES, "metadata": dict})
PARTS = 255
SIZE_PARAMETERS = ("bet_sizes", "raise_sizes", "raise_cap")
"""Parameters of the betting tree that the game does not decide."""


def write_blueprint(path: str | Path, game: TexasHoldemGame, strategy: ClassStrategy, metadata: dict[str, Any]) -> int:
    """Write a blueprint; the size in bytes."""
    if not isinstance(strategy.classes, HandClasses):
        raise InputError(f"classes={type(strategy.classes).__name__}: only what make_hand_classes makes can be kept in a file")
    header = {
        "params": game.params,
        "tree": {name: strategy.tree.game.params[name] for name in SIZE_PARAMETERS},
        "classes": {"recipe": strategy.classes.recipe, "digest": strategy.classes.digest},
        "metadata": metadata,
    }
    named = zip(STREETS, strategy.classes.rules, strict=False)
    arrays: dict[str, npt.NDArray[Any]] = {
        "shares": np.rint(strategy.shares()[stored_places(strategy)] * PARTS).astype(np.uint8)
    }
    arrays |= {f"{name}/rule": rule for name, rule in named if rule is not None}
    flop = strategy.classes.streets[0]
    if isinstance(flop, RuleClasses):
        arrays["flop/classes"] = flop.table()
    return write(path, BLUEPRINT, header, arrays, compress=9)


def read_blueprint(path: str | Path, game: TexasHoldemGame | None) -> tuple[TexasHoldemGame, ClassStrategy, dict[str, Any]]:
    """Read the game to play, the strategy and the metadata of a blueprint; see ``BlueprintPolicy.load``."""
    with read(path, BLUEPRINT) as file:
        made = game_in(file)
        if game is not None and (other := differences(made, game)):
            raise file.error(f"a blueprint of another game; yours has {other}")
        try:
            tree = DrawnBoardTree(betting_tree(made, **as_tuples(file.header["tree"])))
        except (TypeError, ValueError, KeyError) as error:
            raise file.error(f"for a game that is not here: {error}") from None
        classes = classes_in(file, dealt_cards(tree.game.rules))
        numbers = table_places(tree, class_counts(classes, tree.game.rules))[1]
        rows = aligned_zeros(numbers + LANES, np.float32)
        strategy = ClassStrategy(tree, classes, rows)
        stored = np.flatnonzero(stored_places(strategy))
        rows[stored] = file.array("shares", (np.uint8,), (len(stored),))
        for at in strategy.places():
            rows[at[:, -1]] = np.maximum(PARTS - rows[at[:, :-1]].sum(axis=1), 0)
        return game or made, strategy, file.header["metadata"]


def stored_places(strategy: ClassStrategy) -> Bools:
    """Bool [numbers]: the numbers of all actions but the last of each decision, whose probability follows from the others."""
    result = np.ones(strategy.num_floats, dtype=np.bool_)
    for at in strategy.places():
        result[at[:, -1]] = False
    return result


def classes_in(file: StoredFile, dealt: DealtCards) -> HandClasses:
    """The hand classes in a file."""
    recipe, rules = file.header["classes"]["recipe"], list[Rule | None]()
    try:
        for name, cards in zip(STREETS, accumulate(dealt.groups), strict=False):
            if recipe[name] == EXACT or cards < dealt.board:
                rules.append(None)
                continue
            width = METHODS[method_on(dealt, cards, recipe)].features
            shape, kind = ((None,), np.int64) if width is None else ((None, width), np.float32)
            rules.append(file.array(f"{name}/rule", (kind,), shape))
        classes = HandClasses(recipe, dealt, tuple(rules))
    except KeyError as error:
        raise file.damaged(f"its hand classes: {error} is missing or not known") from None
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, StoreError) else file.damaged(f"its hand classes: {error}") from None
    if classes.digest != file.header["classes"]["digest"]:
        raise file.damaged("its hand classes do not match their digest")
    flop = classes.streets[0]
    if isinstance(flop, RuleClasses):
        boards = len(canonical_boards(dealt.cards, (TABLE_CARDS,)))
        table = file.array("flop/classes", (np.int16,), (boards, len(hand_pairs(dealt.cards))))
        if table.min() < NO_HAND or table.max() >= len(flop.rule):
            raise file.damaged(f"flop/classes: must be from {NO_HAND} to {len(flop.rule) - 1}")
        flop.keep(table)
    return classes


def game_of_blueprint(path: str | Path) -> TexasHoldemGame:
    """The game that a blueprint was trained in, by the header alone; ValueError, OSError as in ``BlueprintPolicy.load``."""
    with read(path, BLUEPRINT) as file:
        return game_in(file)


def game_in(file: StoredFile) -> TexasHoldemGame:
    """The game in a file's header."""
    try:
        made = make_game_from_params("texas_holdem", as_tuples(file.header["params"]))
    except (TypeError, ValueError, KeyError) as error:
        raise file.error(f"for a game that is not here: {error}") from None
    assert isinstance(made, TexasHoldemGame)
    return made


def is_blueprint_file(path: str | Path) -> bool:
    """True if a file's header marks it as a blueprint."""
    return is_written_as(path, BLUEPRINT)


def plays_alike(made: TexasHoldemGame, game: TexasHoldemGame) -> bool:
    """True if a blueprint for one game can play the other: blinds, antes and the shorter stack are in the same proportions."""
    return not differences(made, game)


def differences(made: TexasHoldemGame, game: TexasHoldemGame) -> str:
    """Rules in which a game differs from that of a blueprint; empty where the blueprint can play it.

    >>> from pokerzoo.envs import make_game
    >>> differences(make_game("texas_holdem"), make_game("texas_holdem", stack=50, ante=1))
    'stack 25 big blinds (blueprint: 100), ante 0.5 big blinds (blueprint: 0)'
    """
    result = []
    for (name, unit, theirs), (_, _, ours) in zip(amounts_of_rules(made), amounts_of_rules(game), strict=True):
        if theirs != ours:
            result.append(f"{name} {rule_text(ours)}{unit} (blueprint: {rule_text(theirs)})")
    return ", ".join(result)


def amounts_of_rules(game: TexasHoldemGame) -> list[tuple[str, str, Any]]:
    """The rules that a blueprint depends on: name, unit and value; amounts in big blinds."""
    params, (small, big) = game.params, game.params["blinds"]
    names = {"num_players": "players", "limit": "limit", "deck": "deck", "last_street": "last street"}
    rules: list[tuple[str, str, Any]] = [(title, "", params[name]) for name, title in names.items()]
    amounts = {"small blind": small, "stack": min(game.stacks)}
    amounts |= {name.replace("_", " "): params[name] for name in ("ante", "big_blind_ante", "straddle")}
    rules += [(name, " big blinds", round(amount / big, 9)) for name, amount in amounts.items()]
    return [*rules, ("bets", " big blinds", tuple(round(bet / big, 9) for bet in params["bet"] or ()))]


def rule_text(value: Any) -> str:
    """A rule's value, as text."""
    if isinstance(value, tuple):
        return "/".join(f"{number:g}" for number in value) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


SIZES = "100%,a"
"""Bets and raises of a blueprint where none are given: the pot, and all-in."""
POT_LIMIT_SIZES = "100%"
"""The same where no player may bet more than the pot."""
MERGING, ALL_IN = 0.1, 0.15
"""Thresholds of sizes as in ``preflop_holdem``: that merges two, and that makes one all-in."""


def betting_tree(
    game: TexasHoldemGame,
    bet_sizes: StreetSizes | None = None,
    raise_sizes: StreetSizes | None = None,
    raise_cap: int | None = None,
) -> PokerGame:
    """The game that is played when two players use a few sizes only.

    Player 0 is the big blind, player 1 the small blind with the button, whatever their seats. Chips beyond the shorter
    stack play no part.

    Args:
        game: what is played: a ``texas_holdem`` for two.
        bet_sizes: sizes of bets after the flop, as in ``preflop_holdem``: one string, or by street. None: the pot and all-in.
        raise_sizes: sizes of raises, those before the flop included. None: the pot and all-in.
        raise_cap: the most bets and raises in a round; None: as in the game.

    Raises:
        ValueError: a game for more than two, with a straddle or an ante of the big blind alone, or sizes that cannot be.
    """
    if game.num_players != 2:
        raise ParameterError("game", Shown(short_name(game)), "must be for two players")
    for name in ("straddle", "big_blind_ante"):
        if game.params[name]:
            raise ParameterError("game", Shown(short_name(game)), f"{name}={game.params[name]!r}: must be 0")
    theirs = game.params
    names = "limit", "blinds", "ante", "bet", "chip", "rake_rate", "rake_cap", "no_flop_no_drop", "deck", "last_street"
    params = {name: theirs[name] for name in names}
    params |= {"stack": min(game.stacks), "raise_cap": theirs["raise_cap"] if raise_cap is None else raise_cap}
    if theirs["limit"] == "fixed-limit":
        if bet_sizes is not None or raise_sizes is not None:
            raise InputError(f"bet_sizes={bet_sizes!r}, raise_sizes={raise_sizes!r}: must be None under fixed limit")
        sizes = ""
    else:
        sizes = POT_LIMIT_SIZES if theirs["limit"] == "pot-limit" else SIZES
    params |= {
        "bet_sizes": sizes if bet_sizes is None else bet_sizes,
        "raise_sizes": sizes if raise_sizes is None else raise_sizes,
        "merging_threshold": MERGING,
        "force_allin_threshold": 0.0 if theirs["limit"] == "pot-limit" else ALL_IN,
    }
    kept, rules = holdem_rules(params)
    return PokerGame("betting_tree", kept, rules)
