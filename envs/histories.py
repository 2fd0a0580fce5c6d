"""Counts a game's histories, says whether they are few enough to go through, and collects infosets by a walk over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerzoo.envs.support.errors import InputError, brief, cut_text

from .infosets import Infoset, ListedInfosets

if TYPE_CHECKING:
    from .core import Game, State

MAX_NODES = 5_000_000
"""A game with more histories than this is not compiled: it would not fit in memory."""


def count_histories(game: Game, limit: int) -> int | None:
    """Number of histories; None if a walk has to count them and meets more than ``limit``."""
    count = game.num_histories
    if count is not None:
        return count
    count, stack = 0, [game.initial_state()]
    while stack:
        state = stack.pop()
        count += 1
        if count > limit:
            return None
        stack += [state.child(action) for action in state.legal_actions()]
    return count


def may_have_tree(game: Game) -> bool:
    """False if the game is known to be too large for a tree."""
    count = game.num_histories
    return count is None or count <= MAX_NODES


def too_large(game: Game) -> ValueError:
    """The error for a game with more than ``MAX_NODES`` histories."""
    count = game.num_histories
    number = "" if count is None else f" (it has {count:,})"
    return InputError(
        f"{cut_text(str(game))} has more than {MAX_NODES:,} histories: too large to compile history by history{number}"
    )


def collect_infosets(game: Game) -> ListedInfosets:
    """The infosets of any game, by walking all its histories, in the order in which they are met."""
    if not may_have_tree(game):
        raise too_large(game)
    result: dict[str, Infoset] = {}
    stack: list[State] = [game.initial_state()]
    visited = 0
    while stack:
        state = stack.pop()
        visited += 1
        if visited > MAX_NODES:
            raise too_large(game)
        if state.is_terminal:
            continue
        actions = state.legal_actions()
        if not state.is_chance:
            key = state.infoset_key(state.current_player)
            row = Infoset(key, state.current_player, actions, tuple(state.action_name(a) for a in actions))
            if result.setdefault(key, row) != row:
                raise InputError(f"infoset {brief(key)} has different players or actions in different histories")
        stack += [state.child(action) for action in reversed(actions)]
    return ListedInfosets(result.values())
