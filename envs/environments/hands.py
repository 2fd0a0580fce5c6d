"""How many hands an episode has: of one hand any environment, else a session, which is loaded when it is asked for."""

from __future__ import annotations

from pokerzoo.envs.core import Game

from .aec import GameAECEnv
from .dealer import Illegal, MaskIn, check_hands


def is_one(hands: int | None) -> bool:
    """Whether an episode is one hand; ValueError unless it is None or a number of hands."""
    check_hands(hands)
    return hands == 1


def turn_env(game: Game, hands: int | None, render_mode: str | None, mask_in: MaskIn, illegal: Illegal) -> GameAECEnv:
    """The AEC environment in which an episode is so many hands: of one hand that of any game, else a session."""
    if is_one(hands):
        return GameAECEnv(game, render_mode, mask_in, illegal)
    from .session import SessionAECEnv  # compiled functions come with it

    return SessionAECEnv(game, hands, render_mode, mask_in, illegal)
