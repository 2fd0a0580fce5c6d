"""What a player sees in each infoset of a game, all infosets at once: the inputs to ask a network about a whole game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .core import Game, State
from .infosets import Infoset
from .poker_game import PokerGame, PokerState
from .poker_infosets import decisions, possible_hands
from .public_state import PublicState
from .tree import fits, too_large


def infoset_observations(game: Game) -> npt.NDArray[np.float32]:
    """float32 [infosets, entries]: the observation of the player to move in each infoset, in the order of ``game.infosets``.

    Raises:
        ValueError: the game has too many histories to be gone through, and is no poker game, whose public states tell.

    >>> from pokerzoo.envs import make_game
    >>> infoset_observations(make_game("kuhn")).shape
    (12, 17)
    """
    shape = (len(game.infosets), len(game.observation_names))
    found = np.empty(shape, dtype=np.float32)
    if isinstance(game, PokerGame):
        # The order of the table: by player, then by public history, then by hand.
        publics = sorted(decisions(game.rules), key=lambda public: public.actor)
        seen = ((public, hand) for public in publics for hand in possible_hands(game.rules, public))
        for i, (public, hand) in enumerate(seen):
            found[i] = observation_of(game, public, hand)
        return found
    for i, state in enumerate(one_state_each(game)):
        found[i] = state.observation(state.current_player)
    return found


def observation_of(game: PokerGame, public: PublicState, hand: int) -> npt.NDArray[np.float32]:
    """What the player to move sees with this hand; the others' hands, which he does not see, may be any."""
    return PokerState(game, public, (hand,) * game.num_players, ()).observation(public.actor)


def one_state_each(game: Game) -> list[State]:
    """Some state of each infoset, by going through all histories; ValueError if these are too many."""
    if not fits(game):
        raise too_large(game)
    found: dict[str, State] = {}
    stack = [game.initial_state()]
    while stack:
        state = stack.pop()
        if state.current_player >= 0:
            found.setdefault(state.infoset_key(state.current_player), state)
        stack += [state.child(action) for action in state.legal_actions()]
    return [found[row.key] for row in game.infosets]


def infoset_masks(game: Game) -> npt.NDArray[np.int8]:
    """int8 [infosets, actions]: 1 where an action is legal, in the order of ``game.infosets``."""
    return masks_of(game.infosets.rows, game.num_distinct_actions)


def masks_of(rows: Sequence[Infoset], num_actions: int) -> npt.NDArray[np.int8]:
    """int8 [rows, actions]: 1 where legal in each of these infosets."""
    masks = np.zeros((len(rows), num_actions), dtype=np.int8)
    for mask, row in zip(masks, rows, strict=True):
        mask[list(row.actions)] = 1
    return masks
